"""One meaning for a name: no two public classes of the program, and no two files of tests, are called the same."""

import ast
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

ROOM = Path(__file__).parents[2] / "tracker"
GAMES = "rules/snooker", "rules/billiards", "rules/novuss"
MIRRORED = {
    "After": "how the table stands after a stroke, in the terms of each game",
    "Accept": "to accept a concession; the name is written into books",
    "Bench": "what a game's judge works with",
    "Broken": "what a clause says that is broken",
    "CaseState": "a written case in the playing, with each game's own position",
    "Choose": "the next player's choice after a foul; the name is written into books",
    "Clause": "a sentence of the book, over each game's own facts",
    "Concede": "to offer the frame or the game; the name is written into books",
    "Edition": "an edition of a game's book",
    "Facts": "what the clauses of a game read",
    "FaultRule": "what one fault costs in a game",
    "Foul": "a foul in a stroke; the name is written into books",
    "FoulBefore": "a foul without a stroke; the name is written into books",
    "Jump": "a jump as officials tell it; they count differently in each game",
    "Last": "the last stroke of a written case",
    "Pick": "which player of a side plays first; the name is written into books",
    "Played": "a fair stroke in the terms of each game; the name is written into books",
    "Position": "everything that the law of a game remembers",
    "PutUp": "a ball put where it belongs; the name is written into books",
    "Refuse": "to refuse a concession; the name is written into books",
    "Report": "what an official reports, in the terms of each game",
    "Restart": "a game begun again; the name is written into books",
    "TakeOff": "a ball taken off again; the name is written into books",
    "Told": "what officials tell of a stroke of each game",
}
"""Names that the games' rooms share, since each is the same thing for its game, and games do not know each other."""


def homes() -> dict[str, list[str]]:
    """The modules that define each public class, as paths below `tracker`."""
    found = defaultdict(list)
    for file in sorted(ROOM.rglob("*.py")):
        where = file.relative_to(ROOM).as_posix()
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(where)
    return {name: where for name, where in found.items() if len(where) > 1}


def game_of(where: str) -> str | None:
    return next((game for game in GAMES if where.startswith(f"{game}/")), None)


def test_a_name_is_one_class_but_for_what_each_game_has_of_its_own() -> None:
    shared = {name: where for name, where in homes().items() if name not in MIRRORED}
    assert shared == {}


def test_a_name_that_games_share_is_found_once_a_game_and_nowhere_else() -> None:
    found = homes()
    assert sorted(found) == sorted(MIRRORED), "a name that is shared no more needs no excuse"
    for name, where in found.items():
        games = [game_of(module) for module in where]
        assert None not in games, f"{name} is also outside of the games: {where}"
        assert len(set(games)) == len(games), f"{name} is twice in one game: {where}"


def test_a_file_of_tests_is_called_like_no_other() -> None:
    # pytest imports them by their bare names, and collects only the first of two
    files = sorted(file.name for file in (ROOM.parent / "tests").rglob("test_*.py"))
    assert [name for name, then in pairwise(files) if name == then] == []
