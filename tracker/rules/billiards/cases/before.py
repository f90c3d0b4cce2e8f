"""The position from which a written case of billiards starts: what is left out is as at the opening.

Announcements that were due have been made in time, unless a later step of the case finds that one was forgotten.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tracker.domain.book.setup import Setup
from tracker.domain.frozen import replace
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import RED
from tracker.domain.table.plane import Point
from tracker.rules.billiards.cases.words import BAULK_WARNING, SEVENTY, TEN
from tracker.rules.billiards.edition import Billiards
from tracker.rules.billiards.game.baulk import HUNDRED, WITHIN, CrossingWindow, in_time
from tracker.rules.billiards.game.position import CHOICES, CUE_BALLS, TIME_WASTING, Counts, Position, fresh
from tracker.rules.billiards.game.table import CENTRE, SPOT
from tracker.rules.billiards.law import limits
from tracker.rules.billiards.law.spotting import red_stands_on, rests_touching, touching_pairs
from tracker.rules.cases.play import refuse_unknown
from tracker.rules.cases.warned import conduct_of

SIDE: Final = {"A": 0, "B": 1}
NAME: Final = ("A", "B")
MOST_IN_A_STROKE: Final = 10

SETUP_KEYS: Final = frozenset(
    {"players", "starter", "frame", "frames", "target", "time_limit_s", "baulk_line_crossing", "level"}
    | {"aggregate", "totals"}
)
RUNS: Final = frozenset({"spot", "pots", "hazards", "cannons", "warned_at", "crossed"})
BEFORE_KEYS: Final = RUNS | {
    "striker", "scores", "break", "opening", "in_hand", "after_foul_by", "places", "warned", "clock", "spot_run", "off",
}  # fmt: skip


def side_of(name: str) -> int:
    """Return the side of a side or of a player (`A`, `A2`)."""
    return SIDE[name[0]]


def position_of(
    rules: Billiards, given: Mapping[str, Any], before: Mapping[str, Any], forgot: Iterable[str]
) -> Position:
    """Return the position that a case starts from; `forgot` are the announcements that will be found missing.

    Raises:
        NotYet: the case has a key that billiards does not know.
    """
    refuse_unknown("setup", given, SETUP_KEYS)
    refuse_unknown("before", before, BEFORE_KEYS)
    opening = rules.opening(_setup(given))
    striker = before.get("striker", given.get("starter", "A") if before.get("opening", not before) else "A")
    at = fresh(opening, side_of(striker)) if striker != NAME[opening.striker] else opening
    runs = {key: before[key] for key in RUNS & before.keys()} | before.get("spot_run", {})
    warned = before.get("warned", {})
    at = replace(
        at, scores=_by_side(before.get("scores", {}), 0), visit=before.get("break", 0),
        conduct=conduct_of(warned), wasted=TIME_WASTING in warned.values(),
    )  # fmt: skip
    at = replace(at, lie=_lie(at, before, runs), counts=_counts(at, runs, frozenset(forgot)))
    at = replace(at, red_on=red_stands_on(at.lie, at.kit))
    at = replace(at, turn=at.order.index(striker) if striker in at.order else 0)
    if not before.get("opening", not before):
        at = _under_way(at, before)
    return _after_foul(at, before)


def _setup(given: Mapping[str, Any]) -> Setup:
    players = given.get("players", {"A": (), "B": ()})
    return Setup(
        players=(tuple(players["A"]), tuple(players["B"])), starter=side_of(given.get("starter", "A")),
        frame=given.get("frame", 1), frames=given.get("frames"), target=given.get("target"),
        aggregate=given.get("aggregate", False), totals=_by_side(given.get("totals", {}), 0),
        time_limit_s=given.get("time_limit_s"), baulk_line_crossing=given.get("baulk_line_crossing", True),
    )  # fmt: skip


def _by_side(given: Mapping[str, Any], absent: Any) -> tuple[Any, Any]:
    return given.get("A", absent), given.get("B", absent)


def _under_way(at: Position, before: Mapping[str, Any]) -> Position:
    """Return the position in the middle of a game: balls in play unless they are named as off."""
    in_hand = before.get("in_hand", False)
    listed = in_hand if isinstance(in_hand, list) else [at.cue_ball] if in_hand else []
    off = tuple(dict.fromkeys((*listed, *before.get("off", []))))
    lost = tuple(ball for ball in off if ball in CUE_BALLS)
    return replace(at, off=off, lost=lost, begun=(True, True), strokes=2)


def _lie(at: Position, before: Mapping[str, Any], runs: Mapping[str, Any]) -> tuple[Place, ...]:
    """Return the balls as placed; a red that is not named stands where its last pot put it."""
    given = before.get("places", {})
    places = tuple(Place(ball=ball, at=Point(*where), sd_mm=0.0) for ball, where in given.items())
    if RED in given or RED in before.get("off", []):
        return places
    spot = CENTRE if runs.get("pots", 0) >= 2 else runs.get("spot", SPOT)
    return (*places, Place(ball=RED, at=at.kit.spots[spot], sd_mm=0.0))


def _counts(at: Position, runs: Mapping[str, Any], forgot: frozenset[str]) -> Counts:
    hazards, cannons = runs.get("hazards", 0), runs.get("cannons", 0)
    told_ten = hazards >= limits.TEN_HAZARDS and TEN not in forgot
    told_seventy = cannons >= limits.SEVENTY_CANNONS and SEVENTY not in forgot
    return Counts(
        hazards=hazards, hazard_limit=limits.TEN_HAZARDS + limits.MORE if told_ten else None,
        cannons=cannons, cannon_limit=limits.SEVENTY_CANNONS + limits.MORE if told_seventy else None,
        pots=runs.get("pots", 0), pots_from=runs.get("spot", SPOT) if runs.get("pots") else "",
        windows=_windows(at, runs, forgot) if at.crossing_rule else (),
    )  # fmt: skip


def _windows(at: Position, runs: Mapping[str, Any], forgot: frozenset[str]) -> tuple[CrossingWindow, ...]:
    """Return the window that is open.

    The Warning was late if no stroke from below eighty reaches the break at which it was called, or if the break has
    gone on beyond the hundred without a crossing.
    """
    if _has_crossed(at, runs.get("crossed", False)):
        return ()
    if BAULK_WARNING in forgot:
        start = _start_of(at.visit)
        return (CrossingWindow(start=start, opened_at=start),) if start > 0 else ()
    warned_at = runs.get("warned_at")
    if warned_at is None:
        return in_time(at.visit)
    start = _start_of(warned_at)
    late = warned_at >= start + MOST_IN_A_STROKE or at.visit >= start + WITHIN
    return (CrossingWindow(start=start, opened_at=start if late else warned_at).warned(warned_at),)


def _has_crossed(at: Position, crossed: bool | int) -> bool:
    """Tell whether the line has been crossed in this hundred: so it is said, or the break at which it was."""
    return crossed if isinstance(crossed, bool) else crossed >= _start_of(at.visit)


def _start_of(visit: int) -> int:
    """Return the start (80, 180 …) of the last window that a break of `visit` has reached."""
    return visit - (visit + WITHIN) % HUNDRED


def _after_foul(at: Position, before: Mapping[str, Any]) -> Position:
    """Return the position in which the foul of `after_foul_by` has just ended and the other side must choose."""
    if "after_foul_by" not in before:
        return at
    name = before["after_foul_by"]
    offender = side_of(name)
    last = at.order.index(name) if name in at.order else at.turn
    ended = bool(at.order) and (name in at.order or at.striker == offender)
    at = replace(
        at, offender=offender, striker=1 - offender, turn=(last + 1) % len(at.order) if ended else at.turn,
        choices=CHOICES, visit=0, counts=Counts(),
    )  # fmt: skip
    return replace(at, touching=rests_touching(at, touching_pairs(at.lie, at.kit), at.striker))
