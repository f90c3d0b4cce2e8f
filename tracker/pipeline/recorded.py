"""A recording, driven as a camera is: picture by picture, each stroke told soon after it ended.

What was told does not wait for the end, nor does anything grow but what is asked for: the ways of the balls come in
parts, as they are let go (`pipeline.whole` makes one of them again).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing
from tracker.domain.table.kit import Kit
from tracker.domain.time import NEVER_US
from tracker.geometry.paths import Path, with_honest_spread
from tracker.geometry.sightings import Sightings
from tracker.incidents.propose.leaving import Watch
from tracker.incidents.search.complete import completed
from tracker.incidents.search.strokes import opening
from tracker.pipeline.live_window import LiveWindow, forget, ingest, ready, remaining
from tracker.pipeline.look_back import LookBack, look_back, settled
from tracker.pipeline.whole import BallLife, Keep, at_hand, lengthened, whole
from tracker.tracking.stitch import stitched


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordingPart:
    """What is let go at once of a recording: strokes, and the ways of the balls until then."""

    told: tuple[Alternatives, ...]
    paths: tuple[Path, ...]
    """With what came later, as far as it was known: by that the next part's ways are known again."""
    surplus: tuple[Path, ...]
    """Likewise, what was taken for a ball while the set was complete without it."""
    until_us: int
    """The next part begins after this picture."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WholeRecording:
    """All that a recording showed."""

    told: tuple[Alternatives, ...]
    """The strokes in order: what each may have been."""
    opening: Standing
    """The balls at rest before the first stroke."""
    paths: tuple[Path, ...]
    """The ways of the balls from the first picture to the last."""
    surplus: tuple[Path, ...]
    """What was taken for a ball while the set was complete without it."""


def recorded(seen: Iterable[Sightings], window: LiveWindow) -> Iterator[RecordingPart]:
    """Give all that a recording shows, part by part; `window` is what is known before its first picture."""
    for sightings in seen:
        grown = ingest(window, sightings)
        window = forget(grown)
        if window is not grown:
            yield part_of(grown, window, None)
        rest = ready(window)
        if rest is not None:
            back = look_back(window, rest)
            looked_over, window = window, settled(window, back)
            if back.told:
                yield part_of(looked_over, window, back)
    rest = remaining(window)
    yield part_of(window, None, look_back(window, rest) if rest is not None else None)


def part_of(window: LiveWindow, left: LiveWindow | None, back: LookBack | None) -> RecordingPart:
    """Return what of a window is not in what is left of it; `left` None: all of it."""
    paths, surplus = stitched(window.pictures, window.following) if back is None else (back.paths, back.surplus)
    following = window.following
    return RecordingPart(
        told=back.told if back else (),
        paths=completed(paths, back.pairs if back else (), following.kit, following.camera),
        surplus=surplus,
        until_us=reaches_us(left),
    )


def reaches_us(left: LiveWindow | None) -> int:
    """Return up to when a part reaches of whose window so much is left to the next; None: it is the last."""
    if left is None:
        return NEVER_US
    if left.pictures:
        return left.pictures[0][0].at_us
    return left.now_us


def gathered(parts: Iterable[RecordingPart], kit: Kit, camera_sd_mm: float, keep: Keep = at_hand) -> WholeRecording:
    """Return the parts of a recording as one; `camera_sd_mm`: the camera's own error, which all places own up to.

    `keep` keeps what grows with the recording, the ways of the balls: piece by piece, and at last each as a whole.
    """
    told: tuple[Alternatives, ...] = ()
    lives: tuple[tuple[BallLife, ...], tuple[BallLife, ...]] = ((), ())
    first: tuple[Path, ...] = ()
    from_us = -1
    for part in parts:
        first = part.paths if not first or (part.told and not told) else first
        told = (*told, *part.told)
        lives = (
            lengthened(lives[0], part.paths, from_us, part.until_us, keep),
            lengthened(lives[1], part.surplus, from_us, part.until_us, keep),
        )
        from_us = part.until_us
    honest = (with_honest_spread(path, camera_sd_mm) for path in filter(None, map(whole, lives[0])))
    return WholeRecording(
        told=told,
        opening=opening(first, kit, Watch(camera_sd_mm=camera_sd_mm)),
        paths=tuple(keep(path)() for path in honest),
        surplus=tuple(keep(path)() for path in filter(None, map(whole, lives[1]))),
    )
