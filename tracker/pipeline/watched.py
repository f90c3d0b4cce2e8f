"""All that a source showed, from its first picture to its last, and what became of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tracker.domain.errors import SourceLost
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.paths import Path
from tracker.geometry.sightings import Sightings
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import gathered, recorded
from tracker.pipeline.whole import Keep, at_hand

OnProgress = Callable[[int], None]
"""Is told how many pictures are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """All that a source showed."""

    paths: tuple[Path, ...]
    """The ways of the balls."""
    opening: Standing
    """The balls at rest before the first stroke."""
    alternatives: tuple[Alternatives, ...]
    """What each stroke may have been."""
    seen_us: tuple[int, ...]
    """Times of the pictures."""
    lost_us: frozenset[int]
    """Those of them that did not show the table where it should be."""
    cut_short: str = ""
    """Why a live source gave no more, unless it was asked to end."""
    surplus: tuple[Path, ...] = ()
    """What was taken for a ball while the set was complete without it."""
    is_part: bool = False
    """No more was asked for, though the recording goes on."""

    @property
    def is_to_the_end(self) -> bool:
        """Say whether whoever recorded it stopped there."""
        return not (self.cut_short or self.is_part)

    @property
    def strokes(self) -> tuple[tuple[Stroke, Standing], ...]:
        """Each stroke and the balls at rest after it, as the pictures alone have it."""
        return tuple((seen.likeliest.stroke, seen.likeliest.standing) for seen in self.alternatives)

    @property
    def length_us(self) -> int:
        """Time of the last picture."""
        return self.seen_us[-1] if self.seen_us else 0


def watched(
    seen: Iterable[Sightings], calibration: Calibration, kit: Kit, told: OnProgress, keep: Keep = at_hand
) -> Watched:
    """Follow all balls through what the pictures showed, one after another, then tell what happened.

    `keep` keeps the ways of the balls, which grow with the recording.

    Raises:
        SourceLost: a live source was lost before its first picture.
    """
    shown = SourceLog()
    recording = gathered(recorded(shown.noting(seen, told), begin(kit, calibration)), kit, calibration.sd_mm, keep)
    return Watched(
        paths=recording.paths,
        opening=recording.opening,
        alternatives=recording.told,
        seen_us=tuple(shown.seen_us),
        lost_us=frozenset(shown.lost_us),
        cut_short=shown.cut_short,
        surplus=recording.surplus,
    )


class SourceLog:
    """Which pictures came, and what became of their source."""

    def __init__(self) -> None:
        self.seen_us: list[int] = []
        self.lost_us: set[int] = set()
        self.cut_short = ""

    def noting(self, seen: Iterable[Sightings], told: OnProgress) -> Iterator[Sightings]:
        """Give what the pictures show; that a live source is lost ends them.

        Raises:
            SourceLost: before the first of them.
        """
        try:
            for done, sightings in enumerate(seen, 1):
                self.seen_us.append(sightings.at_us)
                self.lost_us |= set() if sightings.table_seen else {sightings.at_us}
                yield sightings
                told(done)
        except SourceLost as trouble:
            if not self.seen_us:
                raise
            self.cut_short = str(trouble)
