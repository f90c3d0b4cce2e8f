"""Which balls are put on which spot: the red after it has left the table, and the other balls where the book says so.

Theory: Section 3 Rules 9, 11(c), 14(a) and 16(c)(ii). Two pots of the red in succession off the same spot, with no
other score, send it to the Centre Spot (9(b), AMB-31); a red put back on the Spot because there was no room does
not count as standing there.
"""

from itertools import combinations
from typing import Final

from tracker.domain.frozen import replace
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import RED
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm, is_occupied
from tracker.rules.billiards.game.calls import Played
from tracker.rules.billiards.game.position import CUE_BALLS, Counts, Position
from tracker.rules.billiards.game.table import CENTRE, CORNER, MIDDLE, PYRAMID, SPOT
from tracker.rules.billiards.law.limits import HAZARDS

HOME: Final = (SPOT, PYRAMID, CENTRE)
"""Where the red goes, in order of preference (9(a))."""
HAIR_MM: Final = 1e-6
"""Room for rounding."""
ON_SPOT_MM: Final = 0.5
"""A ball this near to a spot stands on it."""
AFTER_TWO: Final = (CENTRE, PYRAMID, SPOT)
"""Where it goes after two lone pots off the same spot (9(b))."""


def is_lone_pot(call: Played) -> bool:
    """Tell whether the red was potted and nothing else was scored."""
    return call.potted == (RED,) and not call.cannon and not call.in_off


def pots_after(at: Position, call: Played) -> tuple[str, int]:
    """Return the spot, and how many lone pots in succession have now been made off it."""
    if not is_lone_pot(call) or at.red_on not in (SPOT, PYRAMID):
        return "", 0
    return at.red_on, 1 + (at.counts.pots if at.counts.pots_from == at.red_on else 0)


def with_red_back(at: Position, counts: Counts) -> Position:
    """Return the position with the red, where it is off the table, on the spot that is due after these counts."""
    if RED not in at.off:
        return at
    wanted = AFTER_TWO if counts.pots >= 2 else HOME
    free = [spot for spot in wanted if not is_taken(at, spot)]
    spot = free[0] if free else wanted[-1]
    return with_ball_on(at, RED, spot, red_on="" if wanted is AFTER_TWO and spot == SPOT else spot)


def with_lost_ball_back(at: Position) -> Position:
    """Return the position after the fifteenth hazard: a ball that its own player lost comes back (11(c))."""
    return _brought_back(at, at.other_ball) if at.other_ball in at.lost else at


def _brought_back(at: Position, ball: str) -> Position:
    free = [spot for spot in (MIDDLE, CORNER) if not is_taken(at, spot)]
    return with_ball_on(at, ball, free[0] if free else CORNER)


def with_ball_due(at: Position, ball: str) -> Position:
    """Return the position with an object ball where it belongs at this moment, wherever it was put before (9(f))."""
    lifted = replace(at, spotted=(), off=tuple(dict.fromkeys((*at.off, ball))))
    if ball == RED:
        return with_red_back(lifted, at.counts)
    return _brought_back(lifted, ball) if at.counts.hazards >= HAZARDS else with_ball_on(lifted, ball, CENTRE)


def with_balls_spotted(at: Position, *, wherever: bool) -> Position:
    """Return the position with the striker in-hand, the red on the Spot and the other ball on the Centre Spot.

    The other ball is spotted if it is on the table, or `wherever` it is (14(a) against 16(c)(ii)).
    """
    other = at.other_ball
    lifted = replace(at, lie=(), off=tuple(dict.fromkeys((*at.off, at.cue_ball))))
    done = with_ball_on(lifted, RED, SPOT, red_on=SPOT)
    return with_ball_on(done, other, CENTRE) if wherever or other not in at.off else done


def with_ball_on(at: Position, ball: str, spot: str, red_on: str | None = None) -> Position:
    """Return the position with `ball` put on `spot`; `red_on`: where the red counts as spotted from now on."""
    place = Place(ball=ball, at=at.kit.spots[spot], sd_mm=0.0)
    lie = None if at.lie is None else (*(one for one in at.lie if one.ball != ball), place)
    off = tuple(one for one in at.off if one != ball)
    lost = tuple(one for one in at.lost if one != ball)
    spotted = (*(one for one in at.spotted if one.ball != ball), place)
    return replace(at, lie=lie, off=off, lost=lost, spotted=spotted, red_on=at.red_on if red_on is None else red_on)


def is_taken(at: Position, spot: str) -> bool:
    """Tell whether another ball lies where one would be put; an unknown table counts as clear."""
    lying = (place.at for place in at.lie or () if place.ball not in at.off)
    return is_occupied(at.kit.spots[spot], lying, at.kit.touching_mm)


def touching_pairs(lie: tuple[Place, ...] | None, kit: Kit) -> tuple[tuple[str, str], ...]:
    """Return the pairs of balls whose places, where they are exact, say that they rest against each other."""
    exact = [place for place in lie or () if place.sd_mm == 0]
    near = (pair for pair in combinations(exact, 2) if distance_mm(pair[0].at, pair[1].at) <= kit.touching_mm + HAIR_MM)
    return tuple((a.ball, b.ball) for a, b in near)


def rests_touching(at: Position, pairs: tuple[tuple[str, str], ...], side: int) -> bool:
    """Tell whether the ball of `side` is on the table and among the pairs that touch."""
    ball = CUE_BALLS[side]
    return ball not in at.off and any(ball in pair for pair in pairs)


def red_stands_on(lie: tuple[Place, ...] | None, kit: Kit) -> str:
    """Return the spot on which the red is taken to stand as spotted, where a game is picked up; empty: none."""
    reds = [place for place in lie or () if place.ball == RED]
    near = (spot for red in reds for spot in HOME if distance_mm(red.at, kit.spots[spot]) <= ON_SPOT_MM + 3 * red.sd_mm)
    return next(near, "")
