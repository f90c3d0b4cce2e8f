"""How the balls lay before a stroke that a person keyed in, as far as the eyes saw them at rest.

The eyes tell where the balls lie a few times a second. A stroke takes the cue-ball from where it lay; so the balls are
put back as they lay at the rest that the cue-ball left since the last call. Where it left none, or more than one, or
the table was out of view meanwhile, that is not known, and the reason is told instead.
"""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from math import hypot
from typing import Final

from tracker.domain.frozen import replace
from tracker.domain.strokes.stroke import Place, Stroke
from tracker.rules.desk import Places, Witness

NO_STROKE: Final = "no-stroke"
SEVERAL: Final = "several"
OUT_OF_VIEW: Final = "out-of-view"
NEVER_AT_REST: Final = "never-at-rest"
"""Why it is not known how the balls lay: the cue-ball was not seen to leave its place, or more than once; the table was
out of view; something moved up to the stroke."""
KEPT: Final = 40
"""So many rests are remembered."""
MOVED_MM: Final = 15.0
"""A cue-ball that lies so far from where it lay was moved: at rest it is told a few mm about one place."""
LATE_US: Final = 400_000
"""A rest that goes on for so long after a stroke began was not ended by it."""
STALE_US: Final = 1_500_000
"""A rest that ended so long before a stroke began is not the one before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestedBalls:
    """The balls as they lay for a while."""

    places: Places
    until: int
    """The last look at which they did, counted from the first."""
    from_us: int
    until_us: int
    """Capture times of the first look and the last."""
    moved: frozenset[str] = frozenset()
    """What was seen to move after it."""
    unseen: bool = False
    """The table was out of view between it and the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rests:
    """What the eyes saw of a table so far."""

    looks: int = 0
    at_us: int | None = None
    """Capture time of the newest look at which the table was in view; None: there was none."""
    rests: tuple[RestedBalls, ...] = ()
    lasts: bool = False
    """The balls lie as they did at the newest rest."""
    cue_balls: tuple[str, ...] = ()
    """The balls that a stroke may begin with."""

    @property
    def now(self) -> Places | None:
        """How the balls lie at rest; None: something moves, or nobody sees them."""
        return self.rests[-1].places if self.lasts else None


def looked(rests: Rests, at_us: int, places: Places | None, moving: Set[str]) -> Rests:
    """Return what was seen after one more look; None: the table was not in view."""
    looks = rests.looks + 1
    rests = replace(rests, at_us=rests.at_us if places is None else at_us)
    if places is None or moving:
        ended = tuple(
            replace(rest, moved=rest.moved | moving, unseen=rest.unseen or places is None) for rest in rests.rests[-1:]
        )
        return replace(rests, looks=looks, lasts=False, rests=(*rests.rests[:-1], *ended))
    rest = RestedBalls(places=_with_hidden(places, rests.now or ()), until=looks, from_us=at_us, until_us=at_us)
    if rests.lasts and not _left_by_cue_ball(rests.rests[-1], rest, rests.cue_balls):
        same = replace(rest, from_us=rests.rests[-1].from_us)
        return replace(rests, looks=looks, rests=(*rests.rests[:-1], same))
    return replace(rests, looks=looks, rests=(*rests.rests, rest)[-KEPT:], lasts=True)


def _with_hidden(places: Places, lay: Places) -> Places:
    """Return the balls that are seen, and those of `lay` that are not: as nothing moved since, these are hidden."""
    missing = Counter(place.ball for place in lay) - Counter(place.ball for place in places)
    hidden: list[Place] = []
    for place in lay:
        if missing[place.ball] and all(_apart_mm(place, other) > MOVED_MM for other in places):
            missing[place.ball] -= 1
            hidden.append(place)
    return (*places, *hidden)


def witness_of_last(rests: Rests, since: int) -> Witness:
    """Return what the eyes say about the one stroke that was played after look number `since`."""
    nexts = (*rests.rests[1:], None)
    left = [
        rest for rest, then in zip(rests.rests, nexts, strict=False)
        if rest.until > since and _left_by_cue_ball(rest, then, rests.cue_balls)
    ]  # fmt: skip
    if len(left) != 1:
        return Witness(before=None, why=SEVERAL if left else NO_STROKE, left=rests.now)
    if left[0].unseen:
        return Witness(before=None, why=OUT_OF_VIEW, left=rests.now)
    return Witness(before=left[0].places, left=rests.now)


def witness_of(rests: Rests, stroke: Stroke, left: Places) -> Witness:
    """Return what the eyes say about a stroke that they told, after which the balls lay as in `left`."""
    rest = next((rest for rest in reversed(rests.rests) if rest.from_us < stroke.began_us), None)
    if rest is not None and -LATE_US <= stroke.began_us - rest.until_us <= STALE_US:
        return Witness(before=rest.places, left=left)
    unseen = rest is not None and rest.unseen
    return Witness(before=None, why=OUT_OF_VIEW if unseen else NEVER_AT_REST, left=left)


def _left_by_cue_ball(rest: RestedBalls, then: RestedBalls | None, cue_balls: tuple[str, ...]) -> bool:
    """Tell whether a cue-ball left its place after a rest; one that was in hand had none."""
    return any(_has_left(rest, then, ball) for ball in cue_balls)


def _has_left(rest: RestedBalls, then: RestedBalls | None, ball: str) -> bool:
    lay = _place_of(ball, rest)
    if lay is None:
        return False
    if ball in rest.moved or then is None:
        return ball in rest.moved
    lies = _place_of(ball, then)
    return lies is None or _apart_mm(lies, lay) > MOVED_MM


def _apart_mm(one: Place, other: Place) -> float:
    return hypot(one.at.x_mm - other.at.x_mm, one.at.y_mm - other.at.y_mm)


def _place_of(ball: str, rest: RestedBalls) -> Place | None:
    return next((place for place in rest.places if place.ball == ball), None)
