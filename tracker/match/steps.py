"""What a person or a camera may do at a table: each step is a value, and leads from one state of the match to the next.

`taken` is pure; who keeps the match (`live.table`) writes down what a step added, and only then shows it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.match.book.book import position_before, standing_calls
from tracker.match.book.entries import REFEREE, Entry, Header
from tracker.match.book.undo import last_called
from tracker.match.desk.by_hand import foul_marked, witness_in
from tracker.match.desk.desk import Desk, Policy
from tracker.match.frames import Match, RulesFor, begin_frame, begin_match, corrected, reopened
from tracker.rules.desk import Deed, Witness


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something done at the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginMatch(Step):
    """A match begins with its first frame; `abandon`: one that goes on is left as it is."""

    header: Header
    abandon: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginFrame(Step):
    """The next frame begins; the sides begin in turn unless `starter` says who does."""

    starter: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectBeginning(Step):
    """The present frame began otherwise than written: `changes` to its setup; `keep` what was called in it."""

    changes: Mapping[str, Any]
    """New values of fields of `Setup`, by name."""
    keep: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenFrame(Step):
    """The present frame, in which nothing was called, has not begun: the one before goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonMatch(Step):
    """The match ends as it stands, before it is decided; undoing that has it go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval(Step):
    """The players are away from the table for so many minutes; 0: they are back. Nothing of the match changes."""

    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LetCameraCall(Step):
    """From now on what the camera tells is called at once, or waits for a referee."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeCalls(Step):
    """Something is called; `about`: in answer to the suggestion of that entry."""

    calls: tuple[Call, ...]
    about: int | None = None
    by: str = REFEREE


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand(Step):
    """A person says what was scored or fouled.

    `about`: in place of the suggestion of that entry; `instead`: in place of what that entry called.
    """

    deed: Deed
    about: int | None = None
    instead: int | None = None
    witness: Witness | None = None
    """What the eyes say about the stroke; None: nobody looks."""
    at_us: int | None = None
    """Capture time of the newest picture then; None: nobody looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkFoul(Step):
    """The foul just called was a miss, or brings a free ball, or does not; None: as it was."""

    miss: bool | None = None
    free_ball: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSuggestion(Step):
    """The suggestion of entry `number` is called as it stands."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSettled(Step):
    """All that waits and is certain by now is called as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOver(Step):
    """The suggestion of entry `number` is not called."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(Step):
    """The calls of entry `number` were wrong: these stand in their place."""

    number: int
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeOut(Step):
    """Entry `number` is undone."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBackTo(Step):
    """All that was called after entry `number` is undone."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Step):
    """The last call or amendment is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo(Step):
    """The last undoing is taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Step):
    """A remark is written into the book."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class See(Step):
    """A camera saw a stroke: all that it may have been."""

    seen: Alternatives


def entry_named(step: Step) -> int | None:
    """Return the entry whose calls a step puts right, whatever was called after it; None: it is about what is now."""
    match step:
        case Amend(number=number) | StrikeOut(number=number) | ByHand(instead=number):
            return number
        case _:
            return None


def taken(match: Match | None, step: Step, rules_for: RulesFor, policy: Policy | None = None) -> Match:
    """Return the match after `step`, where `match` was the last one at this table; `policy` is for a new one.

    Raises:
        CallRefused: it cannot be done now; nothing has changed.
        BadInput: what it asks for cannot be played.
    """
    if isinstance(step, BeginMatch):
        if match is not None and not match.over and not step.abandon:
            raise CallRefused("a match is being played at this table: finish it, or say that it is abandoned")
        return begin_match(rules_for, step.header, 1 + (match.epoch if match else 0), policy)
    if match is None:
        raise CallRefused("no match has begun at this table")
    if match.abandoned and not isinstance(step, Undo | StrikeOut | Note):
        raise CallRefused("the match was abandoned: undo that to go on with it")
    match step:
        case AbandonMatch() if match.over:
            raise CallRefused("the match is over")
        case Interval() if match.over or not match.frame.over:
            raise CallRefused("an interval is taken between two frames")
        case Interval():
            return match
        case BeginFrame():
            return begin_frame(match, step.starter)
        case CorrectBeginning():
            header = match.frame.header
            setup = replace(header.setup, **step.changes)
            return corrected(match, replace(header, setup=setup), keep=step.keep)
        case ReopenFrame():
            return reopened(match)
        case _:
            return match.with_desk(_at_desk(match.frame.desk, step))


def _at_desk(desk: Desk[Any], step: Step) -> Desk[Any]:
    if type(step) not in AT_DESK:
        raise CallRefused(f"{type(step).__name__} is nothing that can be done at a desk")
    return AT_DESK[type(step)](desk, step)


def _by_hand(desk: Desk[Any], step: ByHand) -> Desk[Any]:
    if step.instead is None:
        calls = desk.rules.desk.calls_for(desk.position, step.deed, step.witness)
        return desk.call(calls, about=step.about, at_us=step.at_us)
    before = position_before(desk.rules, desk.book, step.instead)
    witness = witness_in(desk.rules, desk.book, step.instead)
    return desk.amend(step.instead, desk.rules.desk.calls_for(before, step.deed, witness))


def _last_of(desk: Desk[Any]) -> int:
    number = last_called(desk.book.entries)
    if number is None:
        raise CallRefused("there is nothing to undo in this frame")
    return number


AT_DESK: Final[Mapping[type[Step], Callable[[Desk[Any], Any], Desk[Any]]]] = {
    MakeCalls: lambda desk, step: desk.call(step.calls, about=step.about, by=step.by),
    ByHand: _by_hand,
    MarkFoul: lambda desk, step: desk.amend(
        *foul_marked(desk.rules, desk.book, miss=step.miss, free_ball=step.free_ball)
    ),
    AcceptSuggestion: lambda desk, step: desk.accept(step.number),
    PassOver: lambda desk, step: desk.pass_over(step.number),
    Amend: lambda desk, step: desk.amend(step.number, step.calls),
    StrikeOut: lambda desk, step: desk.strike_out(step.number),
    GoBackTo: lambda desk, step: desk.back_to(step.number),
    Undo: lambda desk, step: desk.strike_out(_last_of(desk)),
    Redo: lambda desk, step: desk.redo(),
    Note: lambda desk, step: desk.note(step.text),
    See: lambda desk, step: desk.see(step.seen)[0],
    AcceptSettled: lambda desk, step: desk.accept_settled(),
    AbandonMatch: lambda desk, step: desk.abandon(),
    LetCameraCall: lambda desk, step: desk.camera_calls(on=step.on),
}
"""What each step does in the present frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a step would do, to be shown before it is done."""

    fall: tuple[int, ...]
    """Entries of calls that would count no more."""
    rise: tuple[int, ...]
    """Entries that would count again, or for the first time."""
    change: tuple[int, ...]
    """Entries that would stand with other calls."""
    before: Scoreline | None
    after: Scoreline
    won: tuple[int, int]
    """Frames won after it."""


def change_by(before: Match | None, after: Match) -> Change:
    """Return what differs between two states of a match."""
    old = dict(standing_calls(before.frame.desk.book.entries)) if before and before.epoch == after.epoch else {}
    new = dict(standing_calls(after.frame.desk.book.entries))
    return Change(
        fall=tuple(number for number in old if number not in new),
        rise=tuple(number for number in new if number not in old),
        change=tuple(number for number in new if number in old and old[number] != new[number]),
        before=before.frame.desk.scoreline if before else None,
        after=after.frame.desk.scoreline,
        won=after.won,
    )


def added(before: Match | None, after: Match) -> tuple[Entry, ...]:
    """Return the entries that `after` has and `before` has not: all of them where a new epoch begins."""
    same = before is not None and before.epoch == after.epoch
    return after.frame.desk.book.entries[before.sequence if before is not None and same else 0 :]
