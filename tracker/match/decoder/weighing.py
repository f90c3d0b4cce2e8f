"""How well the balls at rest, and who plays, fit what the law expects: log-likelihoods, and in words what does not fit.

Theory: a hidden Markov model. The law's position is the hidden state; the balls at rest before a stroke, and who comes
to the table, are seen. Balls that the camera misses or sees twice are missed in a row: what is off in the count of a
ball persists from stroke to stroke with its own chance, so that one hidden ball is not evidence anew each time.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp, log, pi
from typing import Final

from tracker.domain.law.branch import Expected
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm, outside_d_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """How often the eyes and hands do what the law does not speak of: chances for each ball and stroke."""

    miscounted: float = 0.004
    """A ball at rest is hidden, or one too many is seen, that was not before."""
    stays_miscounted: float = 0.7
    """It still is before the next stroke."""
    moved: float = 0.004
    """A ball is found somewhere else than it was left or put, with nobody knowing."""
    on_spot: float = 0.02
    """A ball whose place is not known is found on its own spot."""
    in_d: float = 0.1
    """Likewise the cue-ball in the D."""
    elsewhere: float = 0.01
    """A stroke is played from outside of where it must be."""
    left_in_hand: float = 0.1
    """A ball that the player may place anywhere is played from where it came to rest."""
    carried: float = 0.05
    """A ball that only hid and came to rest is seen as if a hand had moved it."""
    rolled_on: float = 0.5
    """A ball that went out of view is found again elsewhere than where it was seen last. Set by hand."""
    lost: float = 0.003
    """A stroke is not seen at all."""
    struck: float = 0.15
    """A ball other than the cue-ball is moved by a stroke."""
    cue_ball_stays: float = 0.01
    """The cue-ball comes to rest where it lay."""
    near_mm: float = 40.0
    """A ball within this of a place lies there: rest is told some mm off, a ball cleaned is put back as near."""
    unseen_met: float = 0.8
    """A stroke that is seen to meet nothing, and passes a ball by a pocket that nobody sees, meets that."""
    unseen_falls: float = 0.7
    """Such a ball falls then: mostly it hung between the jaws. Set by hand, as the one before."""
    by_pocket_mm: float = 250.0
    """A ball that was seen last so near to a pocket may hang between its jaws. Set by hand."""
    unseen_reach_mm: float = 150.0
    """A way passes where a ball lies that nobody saw, if it comes so near to where it was seen last: so far as it may
    have rolled on between jaws, a corner's being 80 mm from their middle (half its mouth)."""
    passer_by: float = 0.02
    """Somebody else than the player was looked at as he was down on a stroke."""
    stranger: float = 0.3
    """So many times as likely as one player somebody is at the table who plays no strokes: a referee."""
    most: float = 14.0
    """No look at the table weighs more than this (natural logarithm): what it shows may be wrong as a whole."""


CHANCES: Final = Chances()

Surplus = tuple[tuple[str, int], ...]
"""By how many more (or fewer, below 0) of each ball are seen than the law has on the table; balanced balls left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """A piece of evidence: its log-likelihood, and why it speaks against what was supposed, if it does."""

    log_likelihood: float
    against: str = ""
    surplus: Surplus = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsSeen:
    """What hands were seen to do between two strokes."""

    carried: frozenset[str] = frozenset()
    """Balls that they moved."""
    placed: frozenset[str] = frozenset()
    """Balls that they were at, wherever they have put them."""
    held: frozenset[str] = frozenset()
    """Balls that they may hold yet, or have not brought yet."""


NO_HANDS: Final = HandsSeen()


def weigh_rest(
    expected: Expected,
    before: Standing | None,
    was: Surplus,
    kit: Kit,
    missed_with: str | None = None,
    hands: HandsSeen = NO_HANDS,
) -> Weight:
    """Weigh how the balls lay before a stroke; one that is out of view may be where it was seen last, or have gone.

    Args:
        expected: how the law has them; after a stroke that nobody saw, where they lay ahead of it.
        before: how they were seen.
        was: what did not add up before the stroke before.
        kit: the table.
        missed_with: the cue-ball, where a stroke was played that nobody saw.
        hands: what hands were seen to do since the stroke before.
    """
    if before is None or not before.places:
        return Weight(log_likelihood=0.0, surplus=was)
    seen = Counter(kind_of(place.ball) for place in before.places)
    hidden = Counter(kind_of(ball) for ball in before.hidden)
    surplus = dict[str, int]()
    notes: list[tuple[float, str]] = [(0.0, "")]
    for ball, due in expected.counts.items():
        held = range((ball in hands.held) + 1)
        there = (seen[ball] + lifted - gone - due for lifted in held for gone in range(hidden[ball] + 1))
        told = ((_of_count(ball, now, dict(was).get(ball, 0)), now) for now in there)
        note, over = max(told, key=lambda one: one[0][0])
        notes.append(note)
        surplus |= {ball: over} if over else {}
    for ball in expected.counts:
        if expected.places is not None or ball in expected.in_hand:
            if missed_with is None:
                back = max(min(surplus.get(ball, 0), 0) - dict(was).get(ball, 0), 0)
                moves = Moves(hands=hands, back=back, hidden=hidden[ball])
                notes.append(_of_places(ball, expected, before, kit, moves))
            else:
                notes.append((_struck_away(ball, expected, before, missed_with), ""))
    total = max(sum(weight for weight, _ in notes), -CHANCES.most)
    return Weight(log_likelihood=total, against=min(notes)[1], surplus=tuple(sorted(surplus.items())))


def weigh_names(now: Surplus, was: Surplus, renamed: Sequence[tuple[str, str]]) -> float:
    """Weigh how much better (or worse, below 0) the balls before a stroke add up by the names that a reading has.

    A ball that was one of another kind all along was so before the stroke, too: two reds and a yellow that were really
    three reds do not add up where the law has the yellow on the table. What did not add up by the other names is
    explained then, and need not be so for no reason.

    Args:
        now: what does not add up by the names that were seen.
        was: what did not before the stroke before.
        renamed: balls as they were named, and what they were.
    """
    by = Counter(kind_of(new) for _, new in renamed)
    by.subtract(kind_of(old) for old, _ in renamed)
    seen, held = Counter(dict(now)), Counter(dict(was))
    return sum(
        _of_count(ball, seen[ball] + more, 0)[0] - _of_count(ball, seen[ball], held[ball])[0]
        for ball, more in by.items()
        if more
    )


def after_hiding(was: Surplus, standing: Standing) -> Surplus:
    """Return what does not add up after a stroke in which balls went out of view: that they did is weighed already."""
    if not standing.hidden:
        return was
    left = Counter(dict(was))
    left.subtract(kind_of(ball) for ball in standing.hidden)
    return tuple(sorted((ball, count) for ball, count in left.items() if count))


def kind_of(ball: str) -> str:
    """Return what a ball is one of: `a3` of novuss is a puck of `a`."""
    return ball.rstrip("0123456789")


def _of_count(ball: str, now: int, was: int) -> tuple[float, str]:
    if not now and not was:
        return log(1 - CHANCES.miscounted), ""
    kept = min(abs(now), abs(was)) if now * was > 0 else 0
    fresh, over = abs(now) - kept, abs(was) - kept
    weight = kept * log(CHANCES.stays_miscounted) + fresh * log(CHANCES.miscounted)
    weight += over * log(1 - CHANCES.stays_miscounted)
    return weight, f"{fresh} {ball} {'too many' if now > 0 else 'missing'} on the table" if fresh else ""


def weigh_origin(expected: Expected, ball: str, at: Point, was: Surplus, kit: Kit) -> Weight:
    """Weigh from where a cue-ball was struck, where nothing else is known of how the balls lay."""
    if ball not in expected.counts or (expected.places is None and ball not in expected.in_hand):
        return Weight(log_likelihood=0.0, surplus=was)
    lay = Standing(at_us=0, places=(Place(ball=ball, at=at, sd_mm=0.0),))
    weight, against = _of_places(ball, expected, lay, kit, Moves())
    return Weight(log_likelihood=weight, against=against, surplus=was)


def weigh_struck_from(expected: Expected, stroke: Stroke) -> Weight:
    """Weigh whether a stroke was played from where the law has who is to play now do it, if that was seen."""
    if expected.struck_from is None or not stroke.is_origin_known:
        return Weight(log_likelihood=0.0)
    if expected.lets_strike_from(stroke.origin, CHANCES.near_mm):
        return Weight(log_likelihood=log(1 - CHANCES.elsewhere))
    against = f"the {stroke.cue_ball} was not struck from where it must be"
    return Weight(log_likelihood=log(CHANCES.elsewhere), against=against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """Why a ball may lie somewhere else than the law has it."""

    hands: HandsSeen = NO_HANDS
    """What hands were seen to do."""
    back: int = 0
    """So many of its kind were out of view before, and may have rolled on."""
    hidden: int = 0
    """So many of its kind are out of view, and may lie anywhere, if they lie there yet."""


def _of_places(ball: str, expected: Expected, before: Standing, kit: Kit, moves: Moves) -> tuple[float, str]:
    """Weigh where the balls of one name lie; as many as are too many may lie anywhere."""
    due = [place for place in expected.places or () if kind_of(place.ball) == ball]
    lies = [place for place in before.places if kind_of(place.ball) == ball and place.sd_mm < CHANCES.near_mm]
    if ball in expected.in_hand and expected.anywhere:
        stays = bool(lies) and ball not in moves.hands.placed and not _unmatched(due, lies)[0]
        return log(CHANCES.left_in_hand if stays else 1 - CHANCES.left_in_hand), ""
    if ball in expected.in_hand:
        in_d = not lies or any(_in_d(place.at, kit) for place in lies)
        return log(1 - CHANCES.moved) if in_d else log(CHANCES.moved), "" if in_d else f"the {ball} was not in the D"
    strays, unmet = _unmatched(due, lies)
    weight, against = (len(lies) - len(strays)) * log(1 - CHANCES.moved), ""
    strays = strays[max(len(lies) - expected.counts[ball], moves.hidden, 0) :]
    weight += sum(log(_of_return(ball, place, kit)) for place in strays[: moves.back])
    for place in strays[moves.back :]:
        home = _is_on_spot(ball, place, kit)
        known = len(due) >= len(lies)
        chance = (CHANCES.on_spot if home else 1 - CHANCES.on_spot) * (CHANCES.moved if known else 1.0)
        if not home and ball in kit.cue_balls and _in_d(place.at, kit):
            chance = CHANCES.in_d * (CHANCES.moved if known else 1.0)
        if ball in moves.hands.carried and not known:
            chance *= CHANCES.carried
        weight += log(chance)
        if known:
            against = f"the {ball} lay on its spot" if home else f"a {ball} lay elsewhere" if unmet else against
    return weight, against


def _is_on_spot(ball: str, place: Place, kit: Kit) -> bool:
    spot = kit.spot_of(ball)
    return spot is not None and distance_mm(spot, place.at) < CHANCES.near_mm


def _of_return(ball: str, place: Place, kit: Kit) -> float:
    """Return how likely a ball that was out of view is found here, and not where it was seen last.

    It may have rolled on; but to its own spot it rolls no oftener than that takes of the bed. Mostly it was put there
    since it had fallen, which is another position of the law.
    """
    by_its_spot = pi * CHANCES.near_mm**2 / (kit.width_mm * kit.length_mm)
    return CHANCES.rolled_on * (by_its_spot if _is_on_spot(ball, place, kit) else 1 - by_its_spot)


def _struck_away(ball: str, expected: Expected, before: Standing, cue_ball: str) -> float:
    """Weigh how many balls of one name a stroke that nobody saw has moved."""
    if ball in expected.in_hand:
        return 0.0
    due = [place for place in expected.places or () if kind_of(place.ball) == ball]
    lies = [place for place in before.places if kind_of(place.ball) == ball]
    moved = len(_unmatched(due, lies)[0])
    chance = 1 - CHANCES.cue_ball_stays if ball == cue_ball else CHANCES.struck
    return moved * log(chance) + (len(lies) - moved) * log(1 - chance)


def _unmatched(due: list[Place], lies: list[Place]) -> tuple[list[Place], list[Place]]:
    """Return the balls that lie where none is due, and the places at which one is due and none lies."""
    left, strays = list(due), []
    for place in lies:
        near = min(left, key=lambda one: distance_mm(one.at, place.at), default=None)
        if near is not None and distance_mm(near.at, place.at) < CHANCES.near_mm:
            left.remove(near)
        else:
            strays.append(place)
    return strays, left


def _in_d(at: Point, kit: Kit) -> bool:
    if not kit.d_radius_mm:
        return False
    return outside_d_mm(at, Point(kit.width_mm / 2, kit.baulk_mm), kit.d_radius_mm) < CHANCES.near_mm / 2


def weigh_player(striker: Hashable, strikers: Sequence[Hashable], alike: Sequence[float]) -> Weight:
    """Weigh who plays: the more like who played this player's strokes before, and the less like the others, the better.

    Each player looks from stroke to stroke as he did on the average; who has not played yet looks like nobody in
    particular. So a turn that was lost sight of is found again by whom the strokes after it show; and what somebody did
    who looks like none of the players, like a referee who places a ball, was hardly a stroke.

    Args:
        striker: who plays by law.
        strikers: who played the strokes before, by what is supposed, the newest first; None: not known.
        alike: log-odds that who plays now played each of these; 0: not seen.
    """
    seen: defaultdict[Hashable, list[float]] = defaultdict(list)
    for one, odds in zip(strikers, alike, strict=False):
        if one is not None and odds:
            seen[one].append(odds)
    if not seen:
        return Weight(log_likelihood=0.0)
    likeness = {one: sum(odds) / len(odds) for one, odds in seen.items()}
    own = likeness.pop(striker, 0.0)
    others = max(likeness.values(), default=0.0)
    against = "" if own >= others else _of_player(striker == strikers[0])
    rivals = sum(exp(other) for other in likeness.values() or (0.0,)) + CHANCES.stranger
    chance = (1 - CHANCES.passer_by) / (1 + rivals * exp(-own)) + CHANCES.passer_by / (2 + max(len(likeness), 1))
    return Weight(log_likelihood=log(chance), against=against)


def _of_player(should_play_on: bool) -> str:
    return "the other player came to the table" if should_play_on else "the same player played on"


def weigh_cue_ball(stroke: Stroke, standing: Standing) -> float:
    """Weigh where the cue-ball came to rest if it was struck: hardly where it lay."""
    lies = (place.at for place in standing.places if place.ball == stroke.cue_ball)
    stays = any(distance_mm(at, stroke.origin) < CHANCES.near_mm for at in lies)
    return log(CHANCES.cue_ball_stays if stays else 1 - CHANCES.cue_ball_stays)


def weigh_found(lay: Expected, missing: Surplus, stroke: Stroke, standing: Standing, kit: Kit) -> float:
    """Weigh where a ball comes into view in a stroke that did not meet it, before which nobody saw it.

    It lies where it lay, or rolled on; hardly on its spot, if it is not to be there: that it is found there says that
    it was put there, and so that it had fallen. Of balls of which there are several nobody knows which it is.

    Args:
        lay: how the law has the balls before the stroke.
        missing: by how many fewer were seen then.
        stroke: what it is told to have met.
        standing: how they were seen after it.
        kit: the table.
    """
    met = {*stroke.first_hit, *(ball for touch in stroke.touches for ball in touch.balls), *standing.hidden}
    alone = [ball for ball, count in missing if count < 0 and lay.counts.get(ball) == 1 and ball not in met]
    weight = 0.0
    for ball in alone:
        due = [place for place in lay.places or () if place.ball == ball]
        lies = [place for place in standing.places if place.ball == ball and place.sd_mm < CHANCES.near_mm]
        strays = _unmatched(due, lies)[0] if due else []
        weight += sum(log(_of_return(ball, place, kit)) for place in strays)
    return weight
