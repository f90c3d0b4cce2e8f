"""What a person is shown of a run: the strokes with their calls, the paths of the balls and the score after each.

These values are filled by the wiring and only read here, so that nothing that draws can ever change a score.
"""

from dataclasses import dataclass

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.law.call import Suggestion
from tracker.domain.law.rulebook import Sentence
from tracker.domain.strokes.stroke import Doubt, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The way of one ball, as parallel tuples in order of time."""

    track: int
    ball: str
    times_us: tuple[int, ...]
    points: tuple[Point, ...]
    """Centres in mm."""
    seen: tuple[bool, ...]
    """False where the place was predicted: the ball was hidden."""

    def __post_init__(self) -> None:
        if not len(self.times_us) == len(self.points) == len(self.seen):
            got = f"{len(self.times_us)} times, {len(self.points)} points, {len(self.seen)} seen"
            raise ValueError(f"route of {self.ball} must have as many times as points and seen, got {got}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Closeup:
    """A piece of the source's own picture for a person to judge by."""

    jpeg: bytes
    words: str
    """What it shows, for a reader who cannot see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeView:
    """One stroke as it is shown: the facts, what to call, and the score before and after."""

    stroke: Stroke
    suggestions: tuple[Suggestion, ...] = ()
    routes: tuple[Route, ...] = ()
    """Ways of the balls during the stroke; balls that stayed may be left out."""
    start: Standing | None = None
    """The balls at rest before the stroke."""
    end: Standing | None = None
    """The balls at rest after it."""
    before: Scoreline | None = None
    after: Scoreline | None = None
    closeup: Closeup | None = None
    """The picture nearest to the first contact, where there was one."""
    provisional: str = ""
    """What it may have come to, in one sentence with both scores; empty: what is called of it is settled."""

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Return what could not be told of the stroke and of how the balls came to rest, each once."""
        return tuple(dict.fromkeys(self.stroke.doubts + (self.end.doubts if self.end else ())))


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeNote:
    """Something to know of one stroke, beside what stands on its card."""

    stroke: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The table as it was found, in words and numbers for a person."""

    kit: Kit
    viewpoint: str
    """Where the camera stands, as `viewpoint.viewpoint` says it."""
    error_px: float
    error_mm: float
    found_by: str
    """`auto` or `points`."""
    image_size: tuple[int, int]
    baulk_sure: float = 1.0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """A whole run: what the summary prints and what the match sheet holds."""

    clip: str
    """Name of the source, for a person."""
    made: str
    """Date of the run in words; given by the caller, because showing reads no clock."""
    rulebook: str
    table: TableView | None = None
    strokes: tuple[StrokeView, ...] = ()
    opening: Standing | None = None
    """The balls at rest when the source begins."""
    final: Scoreline | None = None
    length_us: int = 0
    pictures: int = 0
    assumed: tuple[str, ...] = ()
    """What the pictures cannot tell and was taken for granted, a sentence each."""
    doubts: tuple[Doubt, ...] = ()
    """Doubts about the run as a whole."""
    asked: tuple[StrokeNote, ...] = ()
    """What stays even and a person is asked, each with both scores."""
    amended: tuple[StrokeNote, ...] = ()
    """What was called first and otherwise when more was seen, each with its reason."""
    unseen: tuple[Sentence, ...] = ()
    """What of the rulebook no camera sees: it is judged only where people tell it."""
    files: tuple[tuple[str, str], ...] = ()
    """(what it is, where it lies), in the order to print them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallMark:
    """A ball in one picture."""

    ball: str
    u_px: float
    v_px: float
    r_px: float
    at: Point | None = None
    """Its place in mm, if known."""
    sd_mm: float | None = None
    seen: bool = True
    """False: hidden, and drawn where it is expected."""
    sure: float = 1.0
    track: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """A few words at a place of the table."""

    words: str
    kind: str
    """The kind of incident, as it is declared; `doubt`: one that is not sure enough."""
    ball: str = ""
    at: Point | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureView:
    """Everything that is drawn over one picture and on the table from above beside it."""

    at_us: int
    marks: tuple[BallMark, ...] = ()
    trails: tuple[Route, ...] = ()
    captions: tuple[Caption, ...] = ()
    stroke_number: int | None = None
    calls: tuple[Suggestion, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    scoreline: Scoreline | None = None
    notice: str = ""
    """Why this picture does not show the table, such as `table lost`; nothing else is then drawn into it."""
