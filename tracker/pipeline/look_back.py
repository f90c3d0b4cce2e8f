"""Tell the strokes of the last moments: stitch the ways of the balls, and read what happened off them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.geometry.cloth_shown import ClothShown
from tracker.geometry.mouths import MouthsShown
from tracker.geometry.paths import Path
from tracker.incidents.explain.player import Looks, looks_after
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.search.readings import readings
from tracker.incidents.segment.windows import STILL_US
from tracker.pipeline.carry import went_on
from tracker.pipeline.live_window import REST_US, LiveWindow, TableRest, since
from tracker.tracking.stitch import stitched


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LookBack:
    """What a look back has told."""

    at_us: int
    """The newest picture then."""
    told: tuple[Alternatives, ...]
    """The strokes that have ended, in order: what each may have been."""
    part_us: int
    """What is older is needed no more, if anything was told."""
    paths: tuple[Path, ...] = ()
    """The ways of the balls that all was told from."""
    surplus: tuple[Path, ...] = ()
    """What was taken for a ball while the set was complete without it."""
    looks: Looks = ()
    """How who played the last strokes told looked."""
    gone_on: frozenset[int] = frozenset()
    """Numbers of balls that were lost, and go on under other numbers."""

    @property
    def pairs(self) -> tuple[tuple[Stroke, Standing], ...]:
        """Each stroke and the balls at rest after it, as the pictures alone have it."""
        return tuple((one.likeliest.stroke, one.likeliest.standing) for one in self.told)


def look_back(window: LiveWindow, rest: TableRest) -> LookBack:
    """Return the strokes that ended with a rest; pure, and as slow as seeing ten pictures and more."""
    following = window.following
    paths, surplus = stitched(window.pictures, following)
    found = readings(paths, following.kit, watch_of(window))
    ended = [one for one in found if has_ended(one.likeliest.stroke, rest)]
    told = tuple(numbered(one, window.told + n) for n, one in enumerate(ended, 1))
    later = (one.likeliest.stroke.began_us for one in found[len(told) :])
    part_us = (
        parted_us(told[-1].likeliest.stroke.ended_us, (*later, *(r.until_us for r in window.rests))) if told else 0
    )
    looks = looks_after(told, window.bystanders, window.looks)
    return LookBack(
        at_us=window.now_us, told=told, part_us=part_us, paths=paths, surplus=surplus, looks=looks,
        gone_on=went_on(window.pictures, paths),
    )  # fmt: skip


def watch_of(window: LiveWindow) -> Watch:
    """Return what the camera adds to the ways of the balls in a window."""
    return replace(
        window.watch, strays=window.strays, bystanders=window.bystanders, looks=window.looks,
        cloth=ClothShown.of(window.cloth_shown), mouths=MouthsShown.of(window.mouths), until_us=window.now_us,
    )  # fmt: skip


def has_ended(stroke: Stroke, rest: TableRest) -> bool:
    """Say whether a stroke ended with a rest."""
    return stroke.began_us < rest.from_us and stroke.ended_us <= rest.until_us


def numbered(seen: Alternatives, number: int) -> Alternatives:
    """Return all readings of a stroke under its number."""
    renamed = (replace(one, stroke=replace(one.stroke, number=number)) for one in seen.readings)
    return replace(seen, readings=tuple(renamed))


def parted_us(end_us: int, began_us: Iterable[int]) -> int:
    """Return where to part a stroke from what began after it, if anything did: both keep some of the rest between."""
    next_us = min((at_us for at_us in began_us if at_us >= end_us), default=end_us + 2 * STILL_US)
    return min(end_us + STILL_US, (end_us + next_us) // 2)


def settled(window: LiveWindow, back: LookBack) -> LiveWindow:
    """Return what is known without the strokes told by a look back, now or a few pictures ago."""
    later = tuple(rest for rest in window.rests if back.at_us - rest.from_us < REST_US)
    window = replace(window, told=window.told + len(back.told), tried_us=back.at_us, rests=later)
    if not back.told:
        return window
    moves_on = (window.moved_us or 0) > back.told[-1].likeliest.stroke.ended_us + STILL_US
    moved_us = window.moved_us if moves_on else None
    return replace(since(window, back.part_us, back.gone_on), moved_us=moved_us, looks=back.looks)
