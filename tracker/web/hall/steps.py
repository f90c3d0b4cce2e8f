"""What a browser may ask to be done at a table, as JSON: one object a step, told apart by `do`."""

from collections.abc import Sequence
from math import isfinite
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CallRefused, printable
from tracker.match import steps
from tracker.match.book.codec import call_from
from tracker.match.book.entries import Header
from tracker.match.frames import Match, header_again
from tracker.match.steps import Step
from tracker.rules import shelf
from tracker.rules.desk import Fouled, Scored

DEEPEST: Final = 12
"""So deep may things lie in one another in a call."""


Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(printable)]
SideName = Annotated[str, Field(min_length=1, max_length=163), AfterValidator(printable)]
"""What a side is called: a player, or two with ` & ` between."""
Sides = tuple[Annotated[list[Name], Field(max_length=6)], Annotated[list[Name], Field(max_length=6)]]
Side = Annotated[int, Field(ge=0, le=1)]
Points = Annotated[int, Field(ge=0, le=10_000)]
Number = Annotated[int, Field(ge=1, le=1_000_000)]
CallObject = dict[str, Any]
Calls = Annotated[list[CallObject], Field(min_length=1, max_length=20)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StartBody(_Body):
    """A frame that is picked up in the middle."""

    scores: tuple[Points, Points] = (0, 0)
    striker: Side = 0
    visit: Points = 0
    reds: Annotated[int, Field(ge=0, le=15)] | None = None
    colours: Annotated[list[str], Field(max_length=6)] | None = None
    on: Annotated[str, Field(max_length=20)] | None = None
    in_hand: bool = False

    def start(self) -> Start:
        """Return it as the rules have it."""
        colours = None if self.colours is None else tuple(self.colours)
        return Start(**self.model_dump(exclude={"colours"}), colours=colours)


class BeginMatchBody(_Body):
    """A match begins."""

    do: Literal["begin-match"]
    names: tuple[SideName, SideName]
    rulebook: Annotated[str, Field(max_length=40)] = shelf.DEFAULT
    kit: Annotated[str, Field(max_length=40)] | None = None
    players: Sides = ([], [])
    best_of: Annotated[int, Field(ge=1, le=99)] | None = None
    starter: Side = 0
    handicap: tuple[Points, Points] = (0, 0)
    reds: Annotated[int, Field(ge=0, le=15)] | None = None
    target: Annotated[int, Field(ge=1, le=100_000)] | None = None
    time_limit_s: Annotated[float, Field(gt=0, le=86_400)] | None = None
    aggregate: bool = False
    level: Literal["professional", "club"] = "club"
    start: StartBody | None = None
    abandon: bool = False
    camera_calls: bool | None = None

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        rules = shelf.find(self.rulebook)
        setup = Setup(
            names=self.names, players=(tuple(self.players[0]), tuple(self.players[1])), reds=self.reds,
            starter=self.starter, aggregate=self.aggregate, frames=self.best_of, target=self.target,
            time_limit_s=self.time_limit_s, level=self.level, handicap=self.handicap,
            start=self.start.start() if self.start else None,
        )  # fmt: skip
        header = Header(
            rulebook=rules.name, setup=setup, table=self.kit or rules.kit.name, camera_calls=self.camera_calls
        )
        return steps.BeginMatch(header=header, abandon=self.abandon)


class BeginAgainBody(_Body):
    """The match that is over is played once more, begun by the other side."""

    do: Literal["begin-again"]

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        if match is None:
            raise CallRefused("no match has begun at this table")
        return steps.BeginMatch(header=header_again(match))


class BeginFrameBody(_Body):
    """The next frame begins."""

    do: Literal["begin-frame"]
    starter: Side | None = None

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.BeginFrame(starter=self.starter)


class CorrectBeginningBody(_Body):
    """The present frame began otherwise than written; what is left out stays as it was."""

    do: Literal["correct-beginning"]
    names: tuple[SideName, SideName] | None = None
    players: Sides | None = None
    best_of: Annotated[int, Field(ge=1, le=99)] | None = None
    starter: Side | None = None
    handicap: tuple[Points, Points] | None = None
    start: StartBody | None = None
    keep: bool = True

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        if match is None:
            raise CallRefused("no match has begun at this table")
        given = {
            "names": self.names, "frames": self.best_of, "starter": self.starter,
            "handicap": self.handicap,
            "players": None if self.players is None else tuple(map(tuple, self.players)),
            "start": self.start.start() if self.start else None,
        }  # fmt: skip
        changes = {key: value for key, value in given.items() if value is not None}
        return steps.CorrectBeginning(changes=changes, keep=self.keep)


class ReopenFrameBody(_Body):
    """The present frame has not begun: the one before goes on."""

    do: Literal["reopen-frame"]

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.ReopenFrame()


class CallBody(_Body):
    """Something is called; `about` is the suggestion that it answers."""

    do: Literal["call"]
    calls: Calls
    about: Number | None = None

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.MakeCalls(calls=_calls(match, self.calls), about=self.about)


Balls = Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=22)]


class ScoreBody(_Body):
    """A fair stroke, keyed in: what it made; nothing: the turn ends."""

    do: Literal["score"]
    potted: Balls = []
    cannon: bool = False
    in_off: Annotated[str, Field(max_length=20)] = ""
    opponent: Annotated[int, Field(ge=0, le=16)] = 0
    about: Number | None = None
    instead: Number | None = None

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        deed = Scored(potted=tuple(self.potted), cannon=self.cannon, in_off=self.in_off, opponent=self.opponent)
        return steps.ByHand(deed=deed, about=self.about, instead=self.instead)


class FoulBody(_Body):
    """A foul by the striker, keyed in."""

    do: Literal["foul"]
    points: Annotated[int, Field(ge=0, le=7)] = 4
    gone: Balls = []
    miss: bool = False
    free_ball: bool = False
    about: Number | None = None
    instead: Number | None = None

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        deed = Fouled(points=self.points, gone=tuple(self.gone), miss=self.miss, free_ball=self.free_ball)
        return steps.ByHand(deed=deed, about=self.about, instead=self.instead)


class MarkFoulBody(_Body):
    """The foul just called was a miss, or brings a free ball, or does not."""

    do: Literal["mark-foul"]
    miss: bool | None = None
    free_ball: bool | None = None

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.MarkFoul(miss=self.miss, free_ball=self.free_ball)


class AmendBody(_Body):
    """The calls of an entry are corrected."""

    do: Literal["amend"]
    number: Number
    calls: Calls

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.Amend(number=self.number, calls=_calls(match, self.calls))


class NumberedBody(_Body):
    """A suggestion is accepted or passed over, or an entry struck out."""

    do: Literal["accept", "pass-over", "strike-out"]
    number: Number

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        match self.do:
            case "accept":
                return steps.AcceptSuggestion(number=self.number)
            case "pass-over":
                return steps.PassOver(number=self.number)
            case _:
                return steps.StrikeOut(number=self.number)


class GoBackToBody(_Body):
    """All that was called after an entry is undone; 0: all of the frame."""

    do: Literal["go-back-to"]
    number: Annotated[int, Field(ge=0, le=1_000_000)]

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.GoBackTo(number=self.number)


class PlainBody(_Body):
    """Undo the last call, take the last undoing back, call all that waits and is certain, or end the match as it is."""

    do: Literal["undo", "redo", "accept-settled", "abandon-match"]

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        match self.do:
            case "undo":
                return steps.Undo()
            case "redo":
                return steps.Redo()
            case "abandon-match":
                return steps.AbandonMatch()
            case _:
                return steps.AcceptSettled()


class CameraCallsBody(_Body):
    """From now on what the camera tells is called at once, or waits for a referee."""

    do: Literal["camera-calls"]
    on: bool

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.LetCameraCall(on=self.on)


class IntervalBody(_Body):
    """The players are away from the table for so long; 0: they are back."""

    do: Literal["interval"]
    minutes: Annotated[int, Field(ge=0, le=120)] = 15

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.Interval(minutes=self.minutes)


class NoteBody(_Body):
    """A remark for the book."""

    do: Literal["note"]
    text: Annotated[str, Field(min_length=1, max_length=500)]

    def step(self, match: Match | None) -> Step:
        """Return the step."""
        return steps.Note(text=self.text)


Body = Annotated[
    BeginMatchBody | BeginAgainBody | BeginFrameBody | CorrectBeginningBody | ReopenFrameBody
    | CallBody | ScoreBody | FoulBody | MarkFoulBody | AmendBody | NumberedBody
    | GoBackToBody | PlainBody | CameraCallsBody | IntervalBody | NoteBody,
    Field(discriminator="do"),
]  # fmt: skip
"""Every step that can be asked for."""


def _calls(match: Match | None, calls: Sequence[CallObject]) -> tuple[Any, ...]:
    """Return calls of the game that is played.

    Raises:
        CallRefused: none is.
        BadInput: one is no call of this game, or holds a number that is none.
    """
    if match is None:
        raise CallRefused("no match has begun at this table")
    if not _is_plain(list(calls), DEEPEST):
        raise BadInput("call: a number is not finite, or things lie in one another without end")
    return tuple(call_from(call, match.frame.header.rulebook) for call in calls)


def _is_plain(value: Any, deep: int) -> bool:
    """Tell whether JSON can carry this to a screen: no number infinite or none at all, and at most so deep."""
    if isinstance(value, dict | list):
        within = value.values() if isinstance(value, dict) else value
        return deep > 0 and all(_is_plain(one, deep - 1) for one in within)
    return not isinstance(value, float) or isfinite(value)
