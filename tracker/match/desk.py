"""The referee's desk: strokes come in, advice comes back, and only what is called goes into the score.

A policy that the owner sets may accept sure advice without a person; unsure advice never. While advice
waits, the next stroke is judged as if the advice had been taken, so that one open question does not spoil the rest.
"""

from dataclasses import dataclass, replace
from typing import Generic

from tracker.domain.call import Call
from tracker.domain.errors import CallRefused
from tracker.domain.ruling import Ruling
from tracker.domain.scoreline import Scoreline
from tracker.domain.stroke import Standing, Stroke
from tracker.match.book import Book, Step, Trouble, apply_all, fallen, replay
from tracker.match.entries import POLICY, REFEREE, Called, Header, Noted, Seen, Suggested
from tracker.match.undo import back_to, corrected, redone, undone
from tracker.rules.ruleset import RuleSet, S


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What the owner lets the program accept by itself."""

    threshold: float = 0.9
    """Advice at least this sure, with nothing to ask, is called."""
    assume_start: bool = False
    """True: advice whose only question is where a recording began in the frame is called too; the book says so."""


def accept_sure(policy: Policy | None, ruling: Ruling) -> bool:
    """Tell whether the policy calls this ruling by itself; without a policy nothing is."""
    if policy is None or ruling.main is None or ruling.main.sure < policy.threshold:
        return False
    only_start = policy.assume_start and bool(ruling.assumed) and not ruling.doubts and not _asks_more(ruling)
    return not ruling.main.ask or only_start


def _asks_more(ruling: Ruling) -> bool:
    return any(finding.ask for finding in ruling.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk(Generic[S]):
    """The book so far, the position by its calls, and the position if all waiting advice were taken."""

    rules: RuleSet[S]
    book: Book
    policy: Policy | None
    position: S
    expected: S
    steps: tuple[Step[S], ...] = ()
    """The calls that stand, each with what was said and the position after it."""
    waiting: tuple[int, ...] = ()
    """Numbers of the `Suggested` entries that nobody has answered."""

    @property
    def scoreline(self) -> Scoreline:
        """What a scoreboard shows: calls only."""
        return self.rules.scoreline(self.position)

    @property
    def expected_scoreline(self) -> Scoreline:
        """What it would show if all waiting advice were taken."""
        return self.rules.scoreline(self.expected)

    def see(self, stroke: Stroke, standing: Standing) -> "tuple[Desk[S], Ruling]":
        """Write a stroke and the judge's view of it into the book, and call it where the policy allows."""
        ruling = self.rules.judge(self.expected, stroke, standing)
        seen = Seen(number=0, at_us=stroke.began_us, stroke=stroke, standing=standing)
        book = self.book.having(seen)
        about = len(book.entries)
        book = book.having(Suggested(number=0, at_us=stroke.ended_us, about=about, ruling=ruling))
        desk = replace(self, book=book, waiting=(*self.waiting, len(book.entries)))
        if not self.waiting and ruling.calls and accept_sure(self.policy, ruling):
            return desk.accept(len(book.entries), by=POLICY), ruling
        return replace(desk, expected=_hoped(self.rules, self.expected, ruling.calls)), ruling

    def accept(self, number: int, by: str = REFEREE) -> "Desk[S]":
        """Call what the judge suggested in entry `number`.

        Raises:
            CallRefused: it is no waiting suggestion, or its calls do not fit the position.
        """
        entry = self.book.entry(number)
        if number not in self.waiting or not isinstance(entry, Suggested):
            raise CallRefused(f"entry {number} is not a suggestion that waits for an answer")
        return self.call(entry.ruling.calls, about=number, by=by)

    def call(self, calls: tuple[Call, ...], about: int | None = None, by: str = REFEREE) -> "Desk[S]":
        """Call something; `about` answers a waiting suggestion and those before it.

        Raises:
            CallRefused: the law does not allow it now; nothing has changed.
        """
        position, said = apply_all(self.rules, self.position, calls)
        at_us = None if about is None else self.book.entry(about).at_us
        seen = getattr(self.book.entry(about), "about", None) if about is not None else None
        book = self.book.having(Called(number=0, at_us=at_us, calls=calls, about=seen, by=by))
        waiting = tuple(number for number in self.waiting if about is None or number > about)
        steps = (*self.steps, Step(entry=len(book.entries), said=said, position=position))
        return replace(self, book=book, position=position, steps=steps, waiting=waiting)._expecting()

    def pass_over(self, number: int) -> "Desk[S]":
        """Leave a waiting suggestion uncalled: nothing happened.

        Raises:
            CallRefused: it is no suggestion that waits.
        """
        if number not in self.waiting:
            raise CallRefused(f"entry {number} is not a suggestion that waits for an answer")
        noted = Noted(number=0, text=f"suggestion {number} was not called", about=number)
        waiting = tuple(other for other in self.waiting if other != number)
        return replace(self, book=self.book.having(noted), waiting=waiting)._expecting()

    def amend(self, number: int, calls: tuple[Call, ...]) -> "Desk[S]":
        """Correct the calls of entry `number`; what no longer fits falls.

        Raises:
            CallRefused: the entry cannot become this.
        """
        return self._rewritten(corrected(self.rules, self.book, number, calls))

    def strike_out(self, number: int) -> "Desk[S]":
        """Undo entry `number`; what no longer fits falls, and a suggestion that it answered waits again.

        Raises:
            CallRefused: the entry cannot be undone.
        """
        return self._rewritten(undone(self.rules, self.book, number))

    def back_to(self, number: int) -> "Desk[S]":
        """Undo all that was called after entry `number`.

        Raises:
            CallRefused: nothing was.
        """
        return self._rewritten(back_to(self.rules, self.book, number))

    def redo(self) -> "Desk[S]":
        """Take the last undoing back.

        Raises:
            CallRefused: nothing was undone since the last call.
        """
        return self._rewritten(redone(self.rules, self.book))

    def note(self, text: str) -> "Desk[S]":
        """Write a remark."""
        return replace(self, book=self.book.having(Noted(number=0, text=text)))

    def _rewritten(self, book: Book) -> "Desk[S]":
        played = replay(self.rules, book)
        desk = replace(self, book=book, position=played.position, steps=played.steps, waiting=waiting_in(book))
        return desk._expecting()

    def _expecting(self) -> "Desk[S]":
        expected = self.position
        for number in self.waiting:
            entry = self.book.entry(number)
            if isinstance(entry, Suggested):
                expected = _hoped(self.rules, expected, entry.ruling.calls)
        return replace(self, expected=expected)


def _hoped(rules: RuleSet[S], position: S, calls: tuple[Call, ...]) -> S:
    """Return the position after advice that nobody has called; where it does not fit, the position as it was."""
    try:
        return apply_all(rules, position, calls)[0]
    except CallRefused:
        return position


def waiting_in(book: Book) -> tuple[int, ...]:
    """Return the numbers of the suggestions that nobody has answered: an answer to one answers those before it."""
    struck = fallen(book.entries)
    called = (entry.about for entry in book.entries if isinstance(entry, Called) and entry.number not in struck)
    answered = max((about for about in called if about is not None), default=0)
    passed = {entry.about for entry in book.entries if isinstance(entry, Noted)}
    asked = (entry for entry in book.entries if isinstance(entry, Suggested))
    return tuple(one.number for one in asked if one.about > answered and one.number not in passed)


def open_desk(rules: RuleSet[S], header: Header, policy: Policy | None = None) -> Desk[S]:
    """Return a desk with an empty book.

    Raises:
        BadInput: the header's setup cannot be played under these rules.
    """
    position = rules.opening(header.setup)
    return Desk(rules=rules, book=Book(header=header), policy=policy, position=position, expected=position)


def resume_desk(rules: RuleSet[S], book: Book, policy: Policy | None = None) -> tuple[Desk[S], Trouble | None]:
    """Return a desk on a book that was written before, and the entry at which it no longer fits, if any."""
    played = replay(rules, book)
    desk = Desk(
        rules=rules, book=book, policy=policy, position=played.position, expected=played.position,
        steps=played.steps, waiting=waiting_in(book),
    )  # fmt: skip
    return desk._expecting(), played.trouble
