"""A match at a table: frames, each with a book of its own, and the desk of the one that is being played.

A frame (a game of billiards, a set of novuss) is numbered in its header. Its book is kept under an *epoch*, a number
that rises with each frame and with each correction of how one began. A book that carries a number again stands in
place of the frame of that number and of all after it, so that nothing ever has to be rubbed out.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.ruling import Outcome
from tracker.match.book.book import Book, is_abandoned
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Desk, Policy, camera_calls_in, open_desk, policy_of, resume_desk
from tracker.match.desk.visits import Visit, highest, visits
from tracker.match.result import MatchResult, match_result
from tracker.rules.ruleset import RuleSet

RulesFor = Callable[[Header], RuleSet[Any]]
"""Finds the rulebook, on its table, that a header names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A frame and the epoch under which its book is kept."""

    epoch: int
    desk: Desk[Any]

    @property
    def header(self) -> Header:
        """What the frame is played under."""
        return self.desk.book.header

    @property
    def over(self) -> bool:
        """Somebody has won it, or it ended level."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """Who won it and why; None while it goes on."""
        return self.desk.rules.outcome(self.desk.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The frames that stand, the present one last, and the epoch with which the match began."""

    first: int
    frames: tuple[Frame, ...]
    high: Visit | None = None
    """Highest break of the frames before the present one."""

    @property
    def frame(self) -> Frame:
        """The present frame."""
        return self.frames[-1]

    @property
    def epoch(self) -> int:
        """Epoch of the present frame."""
        return self.frame.epoch

    @property
    def sequence(self) -> int:
        """How many entries its book has."""
        return len(self.frame.desk.book.entries)

    @property
    def best_of(self) -> int | None:
        """Frames agreed; None: no number was."""
        return self.frame.header.setup.frames

    @property
    def won(self) -> tuple[int, int]:
        """Frames won by each side."""
        return self._result.won

    @property
    def winner(self) -> int | None:
        """The side that cannot be caught any more, or was awarded all; None: it goes on, or nobody has won it."""
        return self._result.winner

    @property
    def abandoned(self) -> bool:
        """It was ended before it was decided."""
        return is_abandoned(self.frame.desk.book.entries)

    @property
    def over(self) -> bool:
        """Decided, or all frames played, or abandoned."""
        return self._result.over

    @property
    def _result(self) -> MatchResult:
        return match_result([frame.outcome for frame in self.frames], self.best_of, abandoned=self.abandoned)

    def with_desk(self, desk: Desk[Any]) -> "Match":
        """Return the match with another desk for the present frame."""
        return replace(self, frames=(*self.frames[:-1], replace(self.frame, desk=desk)))


def begin_match(rules_for: RulesFor, header: Header, epoch: int, policy: Policy | None = None) -> Match:
    """Return a match with its first frame about to begin.

    Raises:
        BadInput: the header's setup cannot be played under its rulebook.
        UnknownName: there is no such rulebook or table.
    """
    desk = open_desk(rules_for(header), header, policy_of(Book(header=header), policy))
    return Match(first=epoch, frames=(Frame(epoch=epoch, desk=desk),))


def begin_frame(match: Match, starter: int | None = None) -> Match:
    """Return the match with its next frame about to begin; the sides begin frames in turn unless `starter` says so.

    Raises:
        CallRefused: the present frame goes on, or the match is over.
    """
    if not match.frame.over:
        raise CallRefused(f"frame {match.frame.header.setup.frame} is not over yet")
    if match.over:
        raise CallRefused("the match is over")
    desk = open_desk(match.frame.desk.rules, next_header(match, starter), match.frame.desk.policy)
    frames = (*match.frames, Frame(epoch=match.epoch + 1, desk=desk))
    return replace(match, frames=frames, high=highest(filter(None, (match.high, _high(match.frame)))))


def next_header(match: Match, starter: int | None = None) -> Header:
    """Return what the next frame is played under."""
    header, last = match.frame.header, match.frame.header.setup
    points = match.frame.desk.scoreline.points
    totals = (last.totals[0] + points[0], last.totals[1] + points[1]) if last.aggregate else match.won
    first = 1 - last.starter if starter is None else starter
    conduct = match.frame.desk.rules.conduct(match.frame.desk.position)
    setup = replace(last, frame=last.frame + 1, starter=first, totals=totals, conduct=conduct, start=None)
    return replace(header, setup=setup, camera_calls=camera_calls_in(match.frame.desk.book))


def header_again(match: Match) -> Header:
    """Return what the same match is played under once more, begun by the other side."""
    first = match.frames[0].header
    setup = replace(first.setup, starter=1 - first.setup.starter, start=None)
    return replace(first, setup=setup, camera_calls=match.frame.header.camera_calls)


def corrected(match: Match, header: Header, *, keep: bool) -> Match:
    """Return the match with the beginning of the present frame corrected; `keep`: what was called in it stands.

    Raises:
        BadInput: the header's setup cannot be played.
        CallRefused: what was called does not fit what the frame now begins with.
    """
    before = match.frame.desk.book
    anew = replace(header, camera_calls=camera_calls_in(before))  # who calls is said anew: that line goes as well
    book = Book(header=header, entries=before.entries) if keep else Book(header=anew)
    desk, trouble = resume_desk(match.frame.desk.rules, book, match.frame.desk.policy)
    if trouble is not None:
        raise CallRefused(f"entry {trouble.entry} does not fit a frame that begins so: {trouble.why}")
    return replace(match, frames=(*match.frames[:-1], Frame(epoch=match.epoch + 1, desk=desk)))


def reopened(match: Match) -> Match:
    """Return the match with the frame before taken up again, as if the present one had not begun.

    Raises:
        CallRefused: this is the first frame, or something has been called in it.
    """
    if len(match.frames) < 2:
        raise CallRefused("there is no frame before this one")
    if match.frame.desk.book.entries:
        raise CallRefused("this frame has begun: undo what was called in it first")
    back = replace(match.frames[-2], epoch=match.epoch + 1)
    return _of(match.first, (*match.frames[:-2], back))


def resumed(rules_for: RulesFor, kept: Iterable[tuple[int, Book]], policy: Policy | None = None) -> Match:
    """Return the match whose books were `kept`, with their epochs, in the order of these; there is at least one.

    Raises:
        BadInput: a book's setup cannot be played.
        UnknownName: a rulebook or table is not known.
    """
    frames: list[Frame] = []
    books = list(kept)
    for epoch, book in books:
        desk, _ = resume_desk(rules_for(book.header), book, policy_of(book, policy))
        earlier = [frame for frame in frames if frame.header.setup.frame < book.header.setup.frame]
        frames = [*earlier, Frame(epoch=epoch, desk=desk)]
    return _of(books[0][0], tuple(frames))


def _of(first: int, frames: tuple[Frame, ...]) -> Match:
    """Return a match of these frames, the present one last."""
    return Match(first=first, frames=frames, high=highest(filter(None, map(_high, frames[:-1]))))


def _high(frame: Frame) -> Visit | None:
    return highest(visits(frame.desk))
