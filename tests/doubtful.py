"""Strokes of a frame with six reds in doubt: a pink that may have fallen, a blue that may have been met first."""

from collections.abc import Sequence

from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, See
from tracker.rules import shelf

RULES = shelf.find("snooker-2024")
SPOTS = {ball: RULES.kit.spots[f"{ball}-spot"] for ball in ("yellow", "green", "brown", "blue", "pink", "black")}
REDS = tuple(Point(300 + 130 * n, 2200 + 37 * n) for n in range(6))
CUE = tuple(Point(700 + 23 * n, 1200 + 91 * n) for n in range(12))
"""Where the cue-ball comes to rest after each stroke."""


def table(reds: int, white: Point, without: Sequence[str] = ()) -> Standing:
    balls = [(ball, at) for ball, at in SPOTS.items() if ball not in without]
    balls += [("white", white), *(("red", at) for at in REDS[:reds])]
    return Standing(at_us=0, places=tuple(Place(ball=ball, at=at, sd_mm=2.0) for ball, at in balls))


def stroke(number: int, first: str, *pots: str) -> Stroke:
    at_us = number * 20_000_000
    fell = tuple(Pot(at_us=at_us + 1, ball=ball, pocket="top-left", sure=0.9) for ball in pots)
    return Stroke(
        number=number, began_us=at_us, ended_us=at_us + 2, cue_ball="white", origin=CUE[number - 1],
        first_hit=(first,), potted=fell,
    )  # fmt: skip


def seen(before: Standing, *readings: tuple[Stroke, Standing, float, str]) -> See:
    made = (Reading(stroke=what, standing=after, log_odds=odds, why=why) for what, after, odds, why in readings)
    return See(seen=Alternatives(readings=tuple(made), before=before))


def quiet(first: int, count: int) -> list[See]:
    """Return safety strokes by turns, from stroke `first`, in which no ball but the cue-ball moves."""
    numbers = range(first, first + count)
    return [seen(table(6, CUE[n - 1]), (stroke(n, "red"), table(6, CUE[n]), 0.0, "")) for n in numbers]


BEGIN = BeginMatch(
    header=Header(
        rulebook=RULES.name,
        setup=Setup(names=("Anna", "Bo"), frames=9, start=Start(reds=6, on="red", places=table(6, CUE[0]).places)),
    )
)
RED_IN = seen(table(6, CUE[0]), (stroke(1, "red", "red"), table(5, CUE[1]), 0.0, ""))
PINK_UNSURE = seen(
    table(5, CUE[1]),
    (stroke(2, "pink"), table(5, CUE[2], ["pink"]), 0.0, ""),
    (stroke(2, "pink", "pink"), table(5, CUE[2], ["pink"]), -2.0, "the pink fell into the top-left pocket"),
)
"""A player's back hides the pocket: the pink is rather taken to lie behind him."""
PINK_BACK = seen(table(5, CUE[2]), (stroke(3, "red", "red"), table(4, CUE[3]), 0.0, ""))
"""The pink lies on its spot again: it was potted."""


def even(number: int) -> See:
    """Return a stroke that, as the table is played on, is about as likely fair as a foul: what stays even is asked."""
    return seen(
        table(6, CUE[number - 1]),
        (stroke(number, "red"), table(6, CUE[number]), 0.0, ""),
        (stroke(number, "blue"), table(6, CUE[number]), 3.3, "the blue was met first"),
    )


EVEN = even(1)
