"""What a game tells a referee's desk: what its keys come to, what may be called, and what goes back after a miss.

Nothing is decided here: the law says of each call whether it may be made (`rules.ruleset`). A game gives one value of
this form with its rulebook; what it has no use for it leaves out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place

Calls = tuple[Call, ...]
Places = tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A fair stroke and what it made; nothing: the turn ends."""

    potted: tuple[str, ...] = ()
    """Balls by name, one word each time; in novuss `puck`, the striker's own."""
    cannon: bool = False
    in_off: str = ""
    """In billiards, the ball that the cue-ball went in-off."""
    opponent: int = 0
    """In novuss, pucks of the other side that went too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fouled:
    """A foul by the striker; in novuss, a stroke that costs a penalty puck."""

    points: int = 4
    """What it costs in snooker; in billiards it is always two."""
    gone: tuple[str, ...] = ()
    """Balls that left the table in it, the cue-ball among them."""
    miss: bool = False
    free_ball: bool = False


Deed = Scored | Fouled


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """What the eyes say about a stroke that a person keyed in."""

    before: Places | None
    """How the balls lay before it; None: that is not known."""
    why: str = ""
    """Why not."""
    left: Places | None = None
    """How it left them; None: not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """Something that is put right, or set."""

    name: str
    """What came to light, or what is done, in the words of the case format."""
    cite: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A call that needs no report: its name at the desk, and the sentence of the book, or the paragraph, about it."""

    name: str
    call: Call
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Balls that go back, or would if that is chosen."""

    lie: tuple[Place, ...]
    """Where all balls belong; empty: that is not known."""
    unseen: str
    """Why it is not known, as the eyes said (`match.desk.rests`)."""
    left: tuple[Place, ...] | None
    """Where the stroke left them; None: nobody saw that."""
    cue_ball: str
    only_cue_ball: bool
    in_hand: bool
    """The stroke was played from hand: the cue-ball has no place to go back to."""
    chosen: bool
    """False: the next player may still choose otherwise."""


def both_sides(kind: Callable[..., Call]) -> Iterator[Call]:
    """Give a call of each side."""
    return (kind(side=side) for side in (0, 1))


def said_of_both(name: str, kind: Callable[..., Call], sentence: str) -> tuple[Saying, ...]:
    """Return a saying of each side."""
    return tuple(Saying(name=name, call=call, sentence=sentence) for call in both_sides(kind))


def nothing(*_given: Any) -> tuple[Any, ...]:
    """Have nothing to offer."""
    return ()


def as_called(_at: Any, calls: Calls, _before: Places) -> Calls:
    """Leave calls as they are: nothing goes back in this game."""
    return calls


def not_known(*_given: Any) -> None:
    """Know of no such thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDesk:
    """How a game is called at a desk; positions and reports are the game's own."""

    calls_for: Callable[[Any, Deed, Witness | None], Calls]
    """The calls that what was keyed comes to in a position; a witness says how the balls lay before."""
    made_by: Callable[[Call], tuple[str, ...]]
    """What a call of a fair stroke scored with, in words."""
    candidates: Calls
    """What comes up at the table and is chosen among beside scoring, in the order in which a desk offers it."""
    report: Callable[..., Any]
    """What an official reports, from `fault`, `by` and `ball`."""
    conduct: tuple[str, ...]
    faults: tuple[str, ...]
    """What officials report at a desk while no stroke is played, in the words of the case format: how players behave,
    and faults."""
    sayings: tuple[Saying, ...]
    """What is called without a report."""
    remedies: Callable[[Any, Any, str], Iterable[Remedy]] = nothing
    """What can be put right about a ball by a rulebook in a position, and nobody pays for."""
    settings: Callable[[Any, float | None], Iterable[Remedy]] = nothing
    """What the clocks can be set to in a position: seconds that the match has lasted, or that are added; None: as
    known."""
    marked: Callable[[Calls, Mapping[str, bool]], Calls | None] = not_known
    """Calls with a `miss` or a `free_ball` of the foul among them set or taken away; None: there is no such foul."""
    witness_in: Callable[[Calls], Witness | None] = not_known
    """What the eyes said about a stroke, as its calls hold it."""
    laid: Callable[[Any, Calls, Places], Calls] = as_called
    """Calls about a stroke in a position with how the balls lay before it, where the book must know and does not."""
    due_back: Callable[[Any, Any, Callable[[], tuple[Any, Calls]]], Due | None] = not_known
    """What goes back now by a rulebook in a position, given the position before the last calls that stand, and
    these."""
    left_open: Callable[[Calls], Iterable[Calls]] = nothing
    """The same calls with all said that the judge left to the referee, in each way."""
    priced: Callable[[Calls], Iterable[Calls]] = nothing
    """The same calls at other prices."""
    lookalikes: Mapping[str, str] = field(default_factory=dict)
    """Balls that a camera takes for one another most easily."""
