"""Look back over a whole recording: join the pieces of each ball's way, name each ball once, and drop what was none.

Following must decide in every picture with what it has; afterwards both sides of a gap are known. A ball lost behind a
player or in its own blur, and one of that colour that appears later within reach, are one ball.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, outside_d_mm
from tracker.geometry.paths import POCKET, VANISHED, Path, TrackPoint
from tracker.tracking.colours import name_table
from tracker.tracking.inventory import in_stock
from tracker.tracking.life import is_near_pocket
from tracker.tracking.phantoms import comes_and_goes, is_ball, is_inside_of_pocket, is_phantom
from tracker.tracking.state import Following
from tracker.tracking.tracklets import Tracklet, speaks_against, tracklets

Array = NDArray[np.float64]

FASTEST_MM_S = 7000.0
LONGEST_GAP_S = 1.0
LONGEST_HIDDEN_S = 5.0
LONGEST_UNSEEN_S = 2.0
"""A ball that was proved gone and comes back so much later was off the table: potted and re-spotted, or lifted."""
LONGEST_BEHIND_S = 3.0
"""One that went out of view behind somebody for longer may have been struck and come to rest there: of that way nothing
is known, unless it comes into view on its way."""
LONGEST_ROLL_IN_S = 0.7
"""A ball that was lost at a pocket and is found within this, in motion, did not fall."""
PUT_BACK_MM = 40.0
CARRIED_S = 2.0
"""So soon after it comes into view in a hand a ball lies where it is put. Set by hand."""
LEAST_ALIKE, LEAST_AT_ONCE, AT_ONCE_S = 0.12, 0.01, 0.1
"""Two pieces of one ball's way look so much alike, at least; where the second begins as the first ends, and beside it,
less: as a ball is set off its streak has other colours, and a second ball would have come from nowhere. Set by hand."""
MOST_AT_ONCE = 0.15
ONE_BALL_SHARE = 0.75
"""Of how far balls that touch are apart: what lies nearer than this on the mean is one of them, taken for two. Set by
hand, half a radius nearer than touching: places err by a tenth of that."""


def stitch(pictures: Iterable[Sequence[TrackPoint]], state: Following) -> tuple[Path, ...]:
    """Return each ball's life over a recording, as `stitched`."""
    return stitched(pictures, state)[0]


def stitched(pictures: Iterable[Sequence[TrackPoint]], state: Following) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return each ball's life over a recording, and the lives of what was more than the set of balls has.

    Args:
        pictures: the `points` of the following state after each picture, in order.
        state: the following state after the last picture.
    """
    pieces = tracklets(pictures, state)
    lives = [s for s in woven(joined(pieces, state.kit), state.kit) if is_ball(s)]
    whole = without_phantoms(lives, state.kit)
    paths = [path_of(s, *name, state.kit) for s, name in zip(whole, names_of(whole, state.kit), strict=True)]
    return in_stock([p for p in paths if not is_phantom(p, paths, state.kit)], state.kit)


def without_phantoms(lives: Iterable[Tracklet], kit: Kit) -> list[Tracklet]:
    """Return the lives of balls in the order of their birth: what was none says nothing of what came after it."""
    whole: list[Tracklet] = []
    for life in sorted(lives, key=lambda s: (s.points[0].at_us, s.points[0].track)):
        if not is_inside_of_pocket(life, kit) and not comes_and_goes(life, whole, kit):
            whole.append(life)
    return whole


def joined(pieces: list[Tracklet], kit: Kit) -> list[Tracklet]:
    """Return the pieces with those of one ball made one, the surest joints first."""
    costs = [(joint_cost(a, b, kit), i, j) for i, a in enumerate(pieces) for j, b in enumerate(pieces) if i != j]
    after: dict[int, int] = {}
    for cost, i, j in sorted(costs):
        if cost < np.inf and i not in after and j not in after.values():
            after[i] = j
    heads = [i for i in range(len(pieces)) if i not in after.values()]
    return [chained(pieces, after, i) for i in heads]


def chained(pieces: list[Tracklet], after: dict[int, int], i: int) -> Tracklet:
    """Return piece `i` and all that follow it as one."""
    whole = pieces[i]
    while i in after:
        i = after[i]
        whole = tied(whole, pieces[i])
    return whole


def joint_cost(a: Tracklet, b: Tracklet, kit: Kit) -> float:
    """Return how unlikely it is that `b` goes on where `a` was lost; infinite where it cannot be."""
    a = until(b, a)
    last, first = a.points[-1], b.points[0]
    gap_s = (first.at_us - last.at_us) / 1e6
    away = distance_mm(last.at, first.at)
    goes_on = gap_s < AT_ONCE_S and away < 2 * kit.touching_mm
    if gap_s <= 0 or alikeness(a, b) < (LEAST_AT_ONCE if goes_on else LEAST_ALIKE):
        return float("inf")
    if away >= kit.ball_radius_mm and any(speaks_against(piece.points) for piece in (a, b)):
        return float("inf")
    return gap_s + away / 2000.0 if may_join(a, b, gap_s, away, kit) else float("inf")


def until(b: Tracklet, a: Tracklet) -> Tracklet:
    """Return `a` without its last sighting where that is of the picture in which `b` begins.

    A ball that sets off while the shutter is open is seen in both places: where it lay, and where it has come to.
    """
    is_double = len(a.points) > 1 and a.points[-1].picture == b.points[0].picture
    return replace(a, points=a.points[:-1]) if is_double else a


def may_join(a: Tracklet, b: Tracklet, gap_s: float, away_mm: float, kit: Kit) -> bool:
    """Say whether one ball may be lost at the end of `a` and found again at the start of `b`."""
    moves = b.points[min(3, len(b.points) - 1)].moving
    goes_on = gap_s < LONGEST_ROLL_IN_S and moves
    if a.end == POCKET and not goes_on and not comes_out_again(a, b, gap_s, kit):
        return False
    if away_mm < kit.ball_radius_mm or (away_mm < kit.touching_mm and gone_s(a, b) < 0):
        return True  # no other ball has room there
    if gap_s <= LONGEST_GAP_S:
        return away_mm < FASTEST_MM_S * gap_s + kit.touching_mm
    if is_single(a, b, kit):
        is_respotted = gap_s > LONGEST_UNSEEN_S and is_put_on_spot(b, kit)
        away_s = gap_s if is_put_back(b, kit) or (gap_s > LONGEST_BEHIND_S and not moves) else gone_s(a, b)
        return not is_respotted and (a.end != VANISHED or away_s < LONGEST_UNSEEN_S)
    if moves and a.end == VANISHED and gone_s(a, b) < 0:
        return True  # it was struck where somebody hid it: open cloth shows later that it went
    return gap_s < LONGEST_HIDDEN_S and a.points[-1].moving and away_mm < 3000.0 * gap_s


def gone_s(a: Tracklet, b: Tracklet) -> float:
    """Return how long before `b` was found open cloth showed that `a` had gone; below 0: not until after it."""
    return (b.points[0].at_us - (*a.points, *a.tail)[-1].at_us) / 1e6


def comes_out_again(a: Tracklet, b: Tracklet, gap_s: float, kit: Kit) -> bool:
    """Say whether the one ball of a colour, hidden on its way towards a pocket, lies where no hand puts a ball back."""
    fell = is_near_pocket(a.points[-1].at, kit)
    return not fell and gap_s < LONGEST_HIDDEN_S and is_single(a, b, kit) and not is_put_back(b, kit)


def is_put_back(tracklet: Tracklet, kit: Kit) -> bool:
    """Say whether what was found lies on a spot or in the D, where hands put balls that were potted.

    Where a table has no D it may be anywhere.
    """
    at = tracklet.points[0].at
    in_d = outside_d_mm(at, Point(kit.width_mm / 2, kit.baulk_mm), kit.d_radius_mm) < PUT_BACK_MM
    if in_d or not kit.d_radius_mm or any(distance_mm(at, spot) < PUT_BACK_MM for spot in kit.spots.values()):
        return True
    return is_put_on_spot(tracklet, kit)


def is_put_on_spot(tracklet: Tracklet, kit: Kit) -> bool:
    """Say whether what was found lies on its own spot soon after it came into view: a hand may have carried it there.

    A ball that has none of its own, as the red at billiards, is put on any.
    """
    own = kit.spot_of(kit.kinds[int(np.argmax(tracklet.log_odds))])
    spots = kit.spots.values() if own is None else (own,)
    soon = [p for p in tracklet.points if p.at_us < tracklet.points[0].at_us + CARRIED_S * 1e6 and not p.moving]
    return any(distance_mm(p.at, spot) < PUT_BACK_MM for p in soon for spot in spots)


def is_single(a: Tracklet, b: Tracklet, kit: Kit) -> bool:
    """Say whether both look like the one ball of a colour that the game has one of."""
    kind = kit.kinds[int(np.argmax(a.log_odds + b.log_odds))]
    return kit.pieces[kind] == 1 and alikeness(a, b) > 0.5


def alikeness(a: Tracklet, b: Tracklet) -> float:
    """Return the chance that both are of one colour, by what was seen of each."""
    chances = [np.exp(s.log_odds - np.max(s.log_odds)) for s in (a, b)]
    return float((chances[0] / chances[0].sum()) @ (chances[1] / chances[1].sum()))


def tied(a: Tracklet, b: Tracklet) -> Tracklet:
    """Return two pieces as one; between them the ball is put on the straight way from one to the other."""
    a = until(b, a)
    return Tracklet(
        points=a.points + bridge(a, b) + b.points,
        weights=a.weights + b.weights,
        looks=a.looks + b.looks,
        end=b.end,
        tail=b.tail,
    )


def bridge(a: Tracklet, b: Tracklet) -> tuple[TrackPoint, ...]:
    """Return points for the pictures between two pieces, as far as the first of them went on being predicted."""
    first, last = a.points[-1], b.points[0]
    span = max(last.at_us - first.at_us, 1)
    between = [p for p in a.tail if p.at_us < last.at_us]
    return tuple(on_the_way(p, first, last, (p.at_us - first.at_us) / span) for p in between)


def on_the_way(point: TrackPoint, first: TrackPoint, last: TrackPoint, share: float) -> TrackPoint:
    """Return an unseen point put at a share of the way between two seen ones, in mm and in the picture."""
    mix = [(1 - share) * getattr(first, name) + share * getattr(last, name) for name in ("u_px", "v_px", "r_px")]
    at = type(first.at)(*(np.array(first.at) * (1 - share) + np.array(last.at) * share).tolist())
    spread = first.sd_mm + 0.2 * distance_mm(first.at, last.at)
    return replace(point, at=at, sd_mm=spread, u_px=mix[0], v_px=mix[1], r_px=mix[2], seen=False, raw=None)


def woven(pieces: list[Tracklet], kit: Kit) -> list[Tracklet]:
    """Return the pieces with those made one that saw one ball in turn, never both at once."""
    left = list(pieces)
    for a in pieces:
        for b in pieces:
            if a is not b and a in left and b in left and sees_in_turn(a, b, kit):
                left = [s for s in left if s is not a and s is not b] + [wove(a, b)]
                return woven(left, kit)
    return left


def sees_in_turn(a: Tracklet, b: Tracklet, kit: Kit) -> bool:
    """Say whether two pieces overlap in time and hardly ever saw a ball in the same picture."""
    apart = a.points[-1].at_us < b.points[0].at_us or b.points[-1].at_us < a.points[0].at_us
    if apart or not (is_seen_elsewhere(a, b, kit) or lie_as_one(a, b, kit)):
        return False
    both = {p.picture for p in a.points if p.seen} & {p.picture for p in b.points if p.seen}
    return bool(common(a, b)) and len(both) < MOST_AT_ONCE * min(a.seen, b.seen)


def is_seen_elsewhere(a: Tracklet, b: Tracklet, kit: Kit) -> bool:
    """Say whether both are the one ball of a colour, wherever they lie, and no sleeve that looks like it."""
    return is_single(a, b, kit) and not any(speaks_against(piece.points) for piece in (a, b))


def lie_as_one(a: Tracklet, b: Tracklet, kit: Kit) -> bool:
    """Say whether two pieces of a colour lie nearer to each other, while both last, than two balls can."""
    earlier, later = (a, b) if a.points[0].at_us <= b.points[0].at_us else (b, a)
    born = later.points[0]
    beside = earlier.points[bisect_left(earlier.points, born.picture, key=lambda p: p.picture)]
    if distance_mm(beside.at, born.at) > kit.touching_mm or alikeness(a, b) < LEAST_ALIKE:
        return False
    places = {p.picture: p.at for p in earlier.points}
    apart_mm = [distance_mm(places[p.picture], p.at) for p in later.points if p.picture in places]
    return bool(apart_mm) and float(np.mean(apart_mm)) < ONE_BALL_SHARE * kit.touching_mm


def common(a: Tracklet, b: Tracklet) -> set[int]:
    """Return the pictures that both pieces reach over."""
    return {p.picture for p in a.points} & {p.picture for p in b.points}


def wove(a: Tracklet, b: Tracklet) -> Tracklet:
    """Return two pieces as one, in each picture the point of the one that saw the ball."""
    best: dict[int, TrackPoint] = {}
    for point in (*a.tail, *b.tail, *a.points, *b.points):
        held = best.get(point.picture)
        if held is None or (point.seen, point.sure) > (held.seen, held.sure):
            best[point.picture] = replace(point, track=min(a.points[0].track, b.points[0].track))
    later = a if a.points[-1].at_us > b.points[-1].at_us else b
    ordered = [best[n] for n in sorted(best)]
    last = max(i for i, p in enumerate(ordered) if p.seen)
    return Tracklet(
        points=tuple(ordered[: last + 1]),
        weights=a.weights + b.weights,
        looks=a.looks + b.looks,
        end=later.end,
        tail=tuple(ordered[last + 1 :]),
    )


def names_of(whole: list[Tracklet], kit: Kit) -> list[tuple[str, float]]:
    """Return the name of each life and how sure it is: named anew with every set of balls on the table, and voted."""
    votes: list[dict[str, tuple[float, float]]] = [{} for _ in whole]
    stamps = sorted({s.points[0].at_us for s in whole} | {(*s.points, *s.tail)[-1].at_us + 1 for s in whole})
    for began, ended in pairwise(stamps):
        there = [i for i, s in enumerate(whole) if s.points[0].at_us <= began < (*s.points, *s.tail)[-1].at_us + 1]
        logs = np.array([whole[i].log_odds for i in there]).reshape(-1, len(kit.kinds))
        trust = np.array([min(1.0, whole[i].seen / 30) for i in there])
        for i, name, sure in zip(there, *name_table(logs, kit, trust), strict=True):
            held, total = votes[i].get(name, (0.0, 0.0))
            votes[i][name] = (held + ended - began, total + sure * (ended - began))
    return [winner(v) for v in votes]


def winner(votes: dict[str, tuple[float, float]]) -> tuple[str, float]:
    """Return the name that was given for longest, and how sure it was over the whole life."""
    name = max(votes, key=lambda n: votes[n][0])
    return name, votes[name][1] / sum(held for held, _ in votes.values())


def path_of(tracklet: Tracklet, ball: str, sure: float, kit: Kit) -> Path:
    """Return a life as arrays."""
    points = (*tracklet.points, *tracklet.tail)
    nowhere = (np.nan, np.nan)
    return Path(
        track=points[0].track,
        ball=ball,
        sure=sure,
        picture=np.array([p.picture for p in points], np.int64),
        at_us=np.array([p.at_us for p in points], np.int64),
        places_mm=np.array([p.at for p in points], float),
        sd_mm=np.array([p.sd_mm for p in points]),
        raw_mm=np.array([p.raw or nowhere for p in points], float),
        raw_sd_mm=np.array([p.raw_sd_mm for p in points]),
        centres_px=np.array([(p.u_px, p.v_px) for p in points]),
        radii_px=np.array([p.r_px for p in points]),
        seen=np.array([p.seen for p in points], bool),
        open_cloth=np.array([p.open_cloth for p in points], bool),
        sures=np.array([p.sure for p in points]),
        end=tracklet.end,
        raw_shape=np.array([shape_of(p) for p in points]),
        kinds=dict(zip(kit.kinds, tracklet.log_odds.tolist(), strict=True)),
        cue_balls=kit.cue_balls,
        is_flat=kit.disc_mm > 0,
    )


def shape_of(point: TrackPoint) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the covariance of a sighting over the square of its spread."""
    along_x, along_y, both = point.raw_shape or (1.0, 1.0, 0.0)
    return (along_x, both), (both, along_y)
