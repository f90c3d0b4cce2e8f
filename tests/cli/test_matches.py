"""`cuewatch matches` takes a match out and brings it in, and says in one line what cannot be done."""

import json
from pathlib import Path

import pytest
from room_fixtures import Cuewatch

from tracker.match.book.codec import book_from_text

BOOKS = Path(__file__).parents[1] / "books"
FIRST, SECOND = BOOKS / "maximum.jsonl", BOOKS / "respotted-black.jsonl"


@pytest.fixture
def kept(cuewatch: Cuewatch) -> Cuewatch:
    status, out, _ = cuewatch("matches", "import", FIRST, SECOND, "--db", "club.db", "--title", "Final")
    assert status == 0
    assert out.split("  ·  ")[0].split() == ["1", "Ada", "1–1", "Ben"]
    return cuewatch


def test_the_list_has_the_newest_match_first(kept: Cuewatch) -> None:
    kept("matches", "import", SECOND, "--db", "club.db")
    _, out, _ = kept("matches", "list", "--db", "club.db")
    first, second = out.splitlines()
    assert "Ada 0–1 Ben" in first
    assert "table imported" in first
    assert "Final" in second
    _, out, _ = kept("matches", "list", "--db", "club.db", "--last", "1")
    assert out.splitlines() == [first]


def test_a_match_goes_out_whole_and_its_books_are_the_same(kept: Cuewatch) -> None:
    status, out, _ = kept("matches", "export", "1", "--db", "club.db")
    written = [Path(line) for line in out.splitlines()]
    assert status == 0
    assert [path.name for path in written] == [
        "frame-1.jsonl", "frame-2.jsonl", "match.csv", "match.json", "sheet.html", "sheet.pdf",
    ]  # fmt: skip
    told = json.loads(written[3].read_text("utf-8"))
    assert [frame["frame"] for frame in told["frames"]] == [1, 2]
    assert written[0].read_bytes() == FIRST.read_bytes()
    assert written[1].read_bytes() == SECOND.read_bytes()
    assert written[5].read_bytes().startswith(b"%PDF")


def test_only_what_was_asked_for_is_written(kept: Cuewatch) -> None:
    kept("matches", "export", "1", "--db", "club.db", "--as", "csv", "--out", "there")
    assert [path.name for path in Path("there").iterdir()] == ["match.csv"]


def test_teams_go_by_their_own_names(cuewatch: Cuewatch) -> None:
    _, out, _ = cuewatch("matches", "import", BOOKS / "four-handed.jsonl", "--db", "club.db")
    first, second = book_from_text((BOOKS / "four-handed.jsonl").read_text("utf-8")).header.setup.names
    assert f"{first} 1–0 {second}" in out or f"{first} 0–1 {second}" in out


def test_an_export_replays(kept: Cuewatch) -> None:
    kept("matches", "export", "1", "--db", "club.db", "--as", "book", "--out", "there")
    status, out, _ = kept("replay", "there/frame-1.jsonl")
    assert status == 0
    assert "147" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("list", "--db", "nowhere.db"), "no such database"),
        (("export", "9", "--db", "club.db"), "there is no match 9"),
        (("export", "1", "--db", "club.db", "--out", "club.db"), "is a file"),
        (("import", "nowhere.jsonl", "--db", "club.db"), "nowhere.jsonl"),
        (("import", BOOKS / "expected.toml", "--db", "club.db"), "line 1"),
        (("import", FIRST, "--db", "."), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_line(kept: Cuewatch, arguments: tuple[str | Path, ...], says: str) -> None:
    status, _, err = kept("matches", *arguments)
    assert status == 2
    assert says in err
    assert err.count("\n") == 1


def test_a_name_typed_wrong_makes_no_database(kept: Cuewatch) -> None:
    kept("matches", "list", "--db", "nowhere.db")
    assert not Path("nowhere.db").exists()
