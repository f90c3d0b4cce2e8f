"""How often a stroke misses all balls, goes in-off, loses a ball, meets one not on, or is played at a colour of choice.

    python -m bench.rates [--frames N] [--lots N] [--games N --rules NAME [--target POINTS]]

Counted twice, without pictures: in whole drawn frames of snooker, as players of the generator play them, and in strokes
by lot, on which the odds of incidents are fitted (`bench.odds`). What happens rarer in frames than by lot is weighed
too high by that fit: the ratio is what `SEEN_ALONE` of `tracker.rules.snooker.branches` holds. How many strokes are
played at a colour while reds are left is its `HABITS.after_red`. With --games no ball hit and a ball off the
table are counted in whole drawn games of another rulebook, too, some minutes each. The seeds of frames and games are
for tuning on.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from rich.console import Console
from rich.progress import track

from bench.odds.drawn import drawn
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.frames.turns import Turn
from tracker.domain.table.ball import RED, WHITE
from tracker.rules.snooker.frame.calls import Nominate
from tracker.store.kits import find_kit

NOTHING, IN_OFF, OFF_TABLE, NOT_ON = "no ball hit", "in-off", "a ball off the table", "a ball not on hit or potted"
REDS_LEFT, AT_COLOUR = "reds left", "reds left, at a colour"
FIRST_SEED: Final = 100
REDS: Final = (2, 3, 4, 6)
ALONE: Final = {"SNK-3.11.a.vi": NOTHING, "SNK-3.11.a.vii": IN_OFF, "SNK-3.11.b.x": OFF_TABLE}
"""Sentences of the book that are broken whatever is on."""
NO_FAULT_OF_ITS_OWN: Final = ("SNK-3.11.a.x", "SNK-3.11.d.vi")


def in_frames(count: int) -> Iterator[frozenset[str]]:
    """Give for each stroke of so many frames what went wrong in it, and what it was played at while reds were left."""
    game = game_of("snooker-2024")
    for n in track(range(count), "playing frames", console=Console(stderr=True)):
        reds = REDS[n % len(REDS)]
        for turn in play_frame(game, game.kit, FIRST_SEED + n, reds=reds).turns:
            broken = {one.clause for one in turn.ruling.findings if one.clause not in NO_FAULT_OF_ITS_OWN}
            yield frozenset([*(ALONE.get(clause, NOT_ON) for clause in broken), *(played_at(turn) if reds else ())])
            reds = turn.standing.count(RED)


def played_at(turn: Turn) -> tuple[str, ...]:
    """Return what a stroke was played at with reds left: a colour is nominated before it where one of choice is on."""
    return (REDS_LEFT, AT_COLOUR) if any(isinstance(call, Nominate) for call in turn.before) else (REDS_LEFT,)


def in_games(count: int, rules: str, target: int | None) -> Iterator[frozenset[str]]:
    """Give for each stroke of so many games by a rulebook what went wrong in it."""
    game = game_of(rules, target=target)
    for n in track(range(count), "playing games", console=Console(stderr=True)):
        for turn in play_frame(game, game.kit, FIRST_SEED + n).turns:
            found = {NOTHING: not turn.stroke.first_hit, OFF_TABLE: bool(turn.stroke.off_table)}
            yield frozenset(what for what, is_so in found.items() if is_so)


def by_lot(count: int) -> Iterator[frozenset[str]]:
    """Give the same for so many strokes by lot, in which nobody knows what is on."""
    kit = find_kit()
    for seed in track(range(count), "playing strokes by lot", console=Console(stderr=True)):
        one = drawn(seed, kit)
        if one.played is not None:
            gone = {one.names[fell.ball] for fell in one.played.pots}
            found = {NOTHING: not one.met_first, IN_OFF: WHITE in gone, OFF_TABLE: bool(one.played.left)}
            yield frozenset(what for what, is_so in found.items() if is_so)


def counted(strokes: Iterator[frozenset[str]]) -> tuple[Counter[str], int]:
    """Return how often each went wrong, and in how many strokes."""
    every = list(strokes)
    return Counter(what for one in every for what in one), len(every)


def share(count: int, of: int) -> str:
    """Return a share with its standard error, in 100."""
    p = count / max(of, 1)
    return f"{100 * p:5.2f} ± {100 * sqrt(p * (1 - p) / max(of, 1)):4.2f} ({count} of {of})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--frames", type=int, default=100, metavar="N", help="so many frames")
    options.add_argument("--lots", type=int, default=2000, metavar="N", help="so many strokes by lot")
    options.add_argument("--games", type=int, default=0, metavar="N", help="so many games by --rules (default: none)")
    options.add_argument(
        "--rules", default="snooker-2024", metavar="NAME", help="their rulebook (default: %(default)s)"
    )
    options.add_argument("--target", type=int, metavar="POINTS", help="points that win one of them")
    asked = options.parse_args(arguments)
    (frames, strokes), (lots, drawn_by_lot) = counted(in_frames(asked.frames)), counted(by_lot(asked.lots))
    for what in (NOTHING, IN_OFF, OFF_TABLE):
        ratio = frames[what] / max(strokes, 1) / max(lots[what] / max(drawn_by_lot, 1), 1e-9)
        print(f"{what:30} {share(frames[what], strokes)}  by lot {share(lots[what], drawn_by_lot)}  ratio {ratio:.3f}")
    print(f"{NOT_ON:30} {share(frames[NOT_ON], strokes)}")
    print(f"{AT_COLOUR:30} {share(frames[AT_COLOUR], frames[REDS_LEFT])}")
    if asked.games:
        games, played = counted(in_games(asked.games, asked.rules, asked.target))
        for what in (NOTHING, OFF_TABLE):
            print(f"{asked.rules}: {what:20} {share(games[what], played)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
