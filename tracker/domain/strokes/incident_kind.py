"""What a kind of incident is: what of a stroke it is, what may be in doubt of it, and how it is shown.

Each is declared once, in `incidents`; whoever tells, shows, measures or asks about incidents goes by what is declared.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point

Said: TypeAlias = Mapping[str, str]
"""Words in each language of the screens, by its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A physical happening of a stroke, as it is told."""

    at_us: int
    balls: tuple[str, ...]
    """Who took part, the mover first."""
    words: str
    """What happened, in a text: `white off the top cushion`."""
    brief: str = ""
    """The same where a picture shows it: `top cushion`; empty: as in a text."""
    listed: str = ""
    """The same among others of its kind: `white top`."""
    met: str = ""
    """The ball that was met, the cushion, or the pocket."""
    at: Point | None = None
    """Where the mover's centre was; None: not known by itself."""
    sure: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """How incidents are marked in the review: by shape and letter, so that colour never tells alone."""

    name: str
    letter: str
    """The key that leads to it, too."""
    outline: str
    """The shape, as the path of an SVG within 24 x 24 about its middle."""
    sits: float = 0.0
    """How far below the middle the letter stands."""
    colour: str
    words: Said
    leads: Literal["never", "always", "if any"] = "never"
    """Whether a button leads to the first one: in every stroke, or only where there is one."""
    is_end_of_way: bool = False
    """Whether its ball is on the table no more."""


Happened: TypeAlias = Callable[[Stroke, Standing | None], Iterable[Incident]]
"""Gives what of a kind happened in a stroke; what shows at rest alone needs the balls at rest after it."""


def no_margin(_stroke: Stroke) -> str:
    """Know of no margin."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentKind:
    """A kind of incident."""

    name: str
    happened: Happened
    fact: str
    """The field of Stroke or Standing that tells it; a doubt of it names that."""
    doubt: str = ""
    """What a doubt is about, in the words of the game; empty: as the field is called."""
    answers: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By language, what a person may answer: that it is so, and that it is not; empty: nobody is asked."""
    balls_in_question: Callable[[Stroke], Iterable[str]] | None = None
    """The balls of it in which readings of a stroke may differ; None: they do not."""
    is_counted: bool = False
    """Whether its fact, names of balls, is written with the stroke and counted when a run is measured."""
    margin: Callable[[Stroke], str] = no_margin
    """By how much it was so, with its unit, where there is no doubt of it."""
    line: str = ""
    """What its line among the facts of a stroke begins with; empty: it has none."""
    is_numbered: bool = False
    """Whether it has a number in the drawing of the stroke, and a line of its own in the list beside it."""
    remark: str = ""
    """What that line adds to its words."""
    sign: Sign | None = None
    """None: the review does not mark it."""
    is_when_last_seen: bool = False
    """Whether it is taken to be when and where its ball was seen last on the table."""
