"""The referee's desk: strokes come in, the frame is understood anew, and only what is called goes into the score.

Where a referee sits, what each stroke most likely came to waits as a suggestion, weighed again with every stroke and
every answer. Where the owner says that nobody does, the policy calls it at once, amends itself in the open when later
evidence turns it, and asks about what stays even. What a person called neither touches.
"""

from dataclasses import dataclass, field
from typing import Generic

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.errors import CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.alternatives import Alternatives
from tracker.match.book.book import Book, ReplayedEntry, Trouble, calls_of, position_before, replay, seen_for
from tracker.match.book.entries import (
    REFEREE,
    Abandoned,
    Asked,
    Called,
    CameraCalls,
    Header,
    Noted,
    RecordingEnded,
    Seen,
    StruckOut,
    Suggested,
)
from tracker.match.book.undo import back_to, corrected, fitting, redone, undone
from tracker.match.decoder.decoder import Decoding, begin, decode
from tracker.match.decoder.smoothing import Smoothed, StrokeOutcome, smoothed
from tracker.match.decoder.stances import applied
from tracker.match.desk.called_ahead import called_ahead, may_be_about
from tracker.match.desk.heard import heard, slots, waiting_in
from tracker.match.desk.revising import EVEN, SETTLED, CallOption, advice, even, objection, revised
from tracker.rules.ruleset import RuleSet, S, apply_all


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What the owner lets the program call by itself: the likeliest, always; what is less sure is marked or asked."""

    settled: float = SETTLED
    """An outcome this likely is settled; any other stands as provisional."""
    even: float = EVEN
    """An outcome that stays less likely than this, though play went on, is asked about once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A stroke whose outcome is called but not settled."""

    entry: int
    """The entry of the stroke."""
    called: int | None
    """The entry that called it; None: nothing has."""
    stroke: int
    probability: float
    """Of what is called."""
    words: str
    """What it may be, in one sentence with both scores."""
    options: tuple[CallOption, ...]
    """The two likeliest things that it may be, the likelier first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk(Generic[S]):
    """The book so far, the position by its calls, and how the frame is understood."""

    rules: RuleSet[S]
    book: Book
    policy: Policy | None
    position: S
    decoding: Decoding[S] = field(compare=False)
    understood: Smoothed[S] = field(compare=False)
    """Both follow from the book."""
    steps: tuple[ReplayedEntry[S], ...] = ()
    """The calls that stand, each with what was said and the position after it."""
    waiting: tuple[int, ...] = ()
    """Numbers of the `Suggested` entries that nobody has answered."""

    @property
    def scoreline(self) -> Scoreline:
        """What a scoreboard shows: calls only."""
        line = self.rules.scoreline(self.position)
        return replace(line, provisional=tuple(one.words for one in self.provisional))

    @property
    def expected(self) -> S:
        """The position if all that waits were called as suggested."""
        return self.understood.position

    @property
    def expected_scoreline(self) -> Scoreline:
        """What a scoreboard would show then."""
        return self.rules.scoreline(self.expected)

    @property
    def provisional(self) -> tuple[Open, ...]:
        """The strokes that the policy has called and that are not settled, in order."""
        if self.policy is None:
            return ()
        return tuple(one for one in self._all_open() if one.probability < self.policy.settled)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What the judge says of each stroke that was seen, as the frame is understood now."""
        return tuple(
            self._advice(event.entry) if choice is not None else Ruling(suggestions=(), calls=())
            for event, choice in zip(self.decoding.events, self.understood.frame, strict=True)
            if event.seen is not None
        )

    @property
    def asked(self) -> tuple[str, ...]:
        """What a person has been asked and has not answered, and what is open yet."""
        return tuple(one.words for one in self._left_asked())

    @property
    def questions(self) -> tuple[Open, ...]:
        """The same, each with what may be called in answer: an amendment of the entry that called it."""
        return tuple(self._answerable(one) for one in self._left_asked())

    @property
    def certain(self) -> int:
        """How many suggestions `accept_settled` would take, as the frame is understood now."""
        return next((n for n, number in enumerate(self.waiting) if not self._is_settled(number)), len(self.waiting))

    def outcomes(self, entry: int) -> tuple[StrokeOutcome, ...]:
        """Return what the stroke of that entry may have come to, the likeliest first; nothing where it is none."""
        found = (n for n, event in enumerate(self.decoding.events) if event.entry == entry and event.seen is not None)
        return next((self.understood.outcomes[number] for number in found), ())

    def see(self, seen: Alternatives) -> "tuple[Desk[S], Ruling]":
        """Write a stroke and the judge's view of it into the book, and call what the policy lets be called."""
        ahead = called_ahead(self.book, seen.likeliest.stroke)
        if ahead and self._may_be_about(ahead[0].number, seen):
            return self._told_late(seen, ahead)
        desk = self._with(self.book.having(Seen.of(seen)))
        about = len(desk.book.entries)
        why = objection(self.decoding, desk.decoding)
        ruling = desk._advice(about)
        if self.policy is None:
            return desk._suggesting(), ruling
        suggested = Suggested(number=0, at_us=seen.likeliest.stroke.ended_us, about=about, ruling=ruling)
        desk = replace(desk, book=desk.book.having(suggested))._revised(why)
        return desk._asking(self.policy.even), ruling

    def _may_be_about(self, number: int, seen: Alternatives) -> bool:
        before = position_before(self.rules, self.book, number)
        return may_be_about(self.rules, before, calls_of(self.book, number), seen)

    def _told_late(self, seen: Alternatives, ahead: tuple[Called, ...]) -> "tuple[Desk[S], Ruling]":
        """Return the desk with a stroke that the first of these calls by hand was about.

        What was called by hand is called again, the first of it about the stroke.
        """
        calls = [calls_of(self.book, entry.number) for entry in ahead]
        book = self.book.having(Seen.of(seen))
        about = len(book.entries)
        for entry in reversed(ahead):
            book = book.having(StruckOut(number=0, entry=entry.number, along=about))
        ruling = self._with(book)._advice(about)
        for entry, said in zip(ahead, calls, strict=True):
            of = about if entry is ahead[0] else None
            book = book.having(replace(entry, number=0, calls=said, about=of))
        desk = self._changed(book, "a person had called it before it was told")
        return (desk._asking(self.policy.even) if self.policy else desk), ruling

    def closed(self, *, ended: bool) -> "Desk[S]":
        """Return the desk when nothing more will be seen, and what is even is asked about.

        `ended`: whoever recorded it stopped there, which tells something; else the camera was lost, or no more of it
        was asked for.
        """
        if self.policy is None:
            return self
        desk = self
        if ended:
            desk = self._with(self.book.having(RecordingEnded(number=0)))._revised("the recording ends here")
        return desk._asking(self.policy.even, all_of_it=True)

    def accept(self, number: int, by: str = REFEREE) -> "Desk[S]":
        """Call what the judge suggested in entry `number`.

        Raises:
            CallRefused: it is no waiting suggestion, or its calls do not fit the position.
        """
        entry = self.book.entry(number)
        if number not in self.waiting or not isinstance(entry, Suggested):
            raise CallRefused(f"entry {number} is not a suggestion that waits for an answer")
        return self.call(entry.ruling.calls, about=number, by=by)

    def accept_settled(self, by: str = REFEREE) -> "Desk[S]":
        """Call all that waits and is certain by now, in order, up to the first that is not.

        Raises:
            CallRefused: nothing that waits is certain.
        """
        desk = self
        while desk.waiting and desk._is_settled(desk.waiting[0]):
            desk = desk.accept(desk.waiting[0], by)
        if desk is self:
            raise CallRefused("nothing that waits is certain yet: answer the first suggestion")
        return desk

    def call(
        self, calls: tuple[Call, ...], about: int | None = None, by: str = REFEREE, at_us: int | None = None
    ) -> "Desk[S]":
        """Call something; `about` answers a waiting suggestion and those before it, else it was called `at_us`.

        Raises:
            CallRefused: the law does not allow it now; nothing has changed.
        """
        said = self._laid(calls, about)
        apply_all(self.rules, self.position, said)
        at_us = at_us if about is None else self.book.entry(about).at_us
        seen = getattr(self.book.entry(about), "about", None) if about is not None else None
        return self._changed(self.book.having(Called(number=0, at_us=at_us, calls=said, about=seen, by=by)))

    def _laid(self, calls: tuple[Call, ...], about: int | None) -> tuple[Call, ...]:
        """Return calls about a stroke with how the eyes saw the balls lie before it, where these may go back."""
        seen = None if about is None else seen_for(self.book, about)
        if seen is None or seen.before is None:
            return calls
        return self.rules.desk.laid(self.position, calls, seen.before.places)

    def pass_over(self, number: int) -> "Desk[S]":
        """Leave a waiting suggestion uncalled: nothing happened.

        Raises:
            CallRefused: it is no suggestion that waits.
        """
        if number not in self.waiting:
            raise CallRefused(f"entry {number} is not a suggestion that waits for an answer")
        noted = Noted(number=0, text=f"suggestion {number} was not called", about=number)
        return self._changed(self.book.having(noted))

    def amend(self, number: int, calls: tuple[Call, ...]) -> "Desk[S]":
        """Correct the calls of entry `number`; what no longer fits falls.

        Raises:
            CallRefused: the entry cannot become this.
        """
        return self._changed(corrected(self.rules, self.book, number, calls))

    def strike_out(self, number: int) -> "Desk[S]":
        """Undo entry `number`; what no longer fits falls, and a suggestion that it answered waits again.

        Raises:
            CallRefused: the entry cannot be undone.
        """
        return self._changed(undone(self.rules, self.book, number))

    def back_to(self, number: int) -> "Desk[S]":
        """Undo all that was called after entry `number`.

        Raises:
            CallRefused: nothing was.
        """
        return self._changed(back_to(self.rules, self.book, number))

    def redo(self) -> "Desk[S]":
        """Take the last undoing back.

        Raises:
            CallRefused: nothing was undone since the last call.
        """
        return self._changed(redone(self.rules, self.book))

    def note(self, text: str) -> "Desk[S]":
        """Write a remark."""
        return replace(self, book=self.book.having(Noted(number=0, text=text)))

    def camera_calls(self, *, on: bool) -> "Desk[S]":
        """Have all that the camera tells called at once from here on, what waits among it; or have it wait again."""
        book = self.book.having(CameraCalls(number=0, on=on))
        desk = replace(self, policy=(self.policy or Policy()) if on else None)._with(book)
        return desk._revised("the camera calls from here on") if on else desk._suggesting()

    def abandon(self) -> "Desk[S]":
        """Write that the match ends here."""
        return replace(self, book=self.book.having(Abandoned(number=0)))

    def _changed(self, book: Book, why: str = "a person corrected what was called before") -> "Desk[S]":
        """Return the desk after a person has changed the book by the lines that `book` has more."""
        root = len(self.book.entries) + 1
        if self.policy is None:
            return self._with(fitting(self.rules, book, root))._suggesting()
        desk = self._with(book)._revised(why)
        return desk._with(fitting(self.rules, desk.book, root))

    def _with(self, book: Book) -> "Desk[S]":
        """Return the desk with another book, and the frame understood as that tells it."""
        played = replay(self.rules, book)
        positions = {step.entry: step.position for step in played.steps}
        decoding = decode(self.decoding, heard(book, positions, has_policy=self.policy is not None))
        understood = self.understood if decoding is self.decoding else smoothed(decoding)
        return replace(
            self, book=book, position=played.position, steps=played.steps, decoding=decoding, understood=understood,
            waiting=waiting_in(book),
        )  # fmt: skip

    def _revised(self, why: str) -> "Desk[S]":
        """Return the desk with the policy's calls as the frame is understood now."""
        return self._with(revised(self.rules, self.book, self.decoding, self.understood, why))

    def _suggesting(self) -> "Desk[S]":
        """Return the desk with a suggestion for each stroke that waits, as the frame is understood now."""
        book, newest = self.book, {}
        for entry in book.entries:
            if isinstance(entry, Suggested):
                newest[entry.about] = entry
        for event in self.decoding.events:
            if event.seen is None or event.calls is not None:
                continue
            ruling, old = self._advice(event.entry), newest.get(event.entry)
            if old is None or (old.ruling.calls, old.ruling.ask) != (ruling.calls, ruling.ask):
                at_us = event.seen.likeliest.stroke.ended_us
                book = book.having(Suggested(number=0, at_us=at_us, about=event.entry, ruling=ruling))
        return self if book is self.book else replace(self, book=book, waiting=waiting_in(book))

    def _advice(self, about: int) -> Ruling:
        number = self._event(about)
        choice = self.understood.frame[number]
        assert choice is not None
        settled = self.policy.settled if self.policy else SETTLED
        return advice(choice, self.understood.chance(number), settled, has_policy=self.policy is not None)

    def _event(self, about: int) -> int:
        return next(number for number, event in enumerate(self.decoding.events) if event.entry == about)

    def _is_settled(self, number: int) -> bool:
        """Tell whether a suggestion is certain, and the judge leaves nothing of it to a person."""
        entry = self.book.entry(number)
        if not isinstance(entry, Suggested) or entry.ruling.ask:
            return False
        return self.understood.chance(self._event(entry.about)) >= SETTLED

    def _all_open(self) -> tuple[Open, ...]:
        where = slots(self.book)
        return tuple(
            Open(
                entry=event.entry, called=where[event.entry].called if event.entry in where else None,
                stroke=words.stroke, probability=words.probability, words=words.text, options=words.options,
            )
            for number, event in enumerate(self.decoding.events)
            if event.calls is None and (words := even(event, self.understood.outcomes[number])) is not None
        )  # fmt: skip

    def _left_asked(self) -> tuple[Open, ...]:
        """Return the questions that nothing has settled since."""
        left_open = {one.entry: one for one in self.provisional if not self._is_moot(one)}
        asked = (entry for entry in self.book.entries if isinstance(entry, Asked))
        return tuple(left_open[entry.about] for entry in asked if entry.about in left_open)

    def _is_moot(self, one: Open) -> bool:
        return is_moot(one, is_over=self.rules.outcome(self.understood.position) is not None)

    def _answerable(self, one: Open) -> Open:
        """Return a question without the calls that the law does not allow where the book stands."""
        before = None if one.called is None else position_before(self.rules, self.book, one.called)
        options = (
            option
            if before is not None and applied(self.rules, before, option.calls) is not None
            else replace(option, calls=())
            for option in one.options
        )
        return replace(one, options=tuple(options))

    def _asking(self, limit: float, *, all_of_it: bool = False) -> "Desk[S]":
        """Return the desk with a question about each stroke that stays even, though play went on; each once."""
        asked = {entry.about for entry in self.book.entries if isinstance(entry, Asked)}
        patience = 0 if all_of_it or self.rules.outcome(self.position) is not None else PATIENCE
        recent = {event.entry for event in self.decoding.events[len(self.decoding.events) - patience :]}
        book = self.book
        for one in self._all_open():
            is_due = one.entry not in asked and one.entry not in recent and not self._is_moot(one)
            if one.probability < limit and is_due:
                book = book.having(Asked(number=0, about=one.entry, text=one.words))
        return replace(self, book=book)


def is_moot(one: Open, *, is_over: bool) -> bool:
    """Say whether nothing hangs on a question now: a scoreboard shows the same either way.

    Once a game is over the score alone counts; while it goes on, whose turn it is does as well.
    """
    shown = {option.points if is_over else option.scoreline for option in one.options}
    return len(shown) == 1


def policy_of(book: Book, owners: Policy | None) -> Policy | None:
    """Return the policy under which a book goes on: as was said at the table last, or else as the owner has it."""
    on = camera_calls_in(book)
    return owners if on is None else (owners or Policy()) if on else None


def camera_calls_in(book: Book) -> bool | None:
    """Say whether what the camera tells is called at once, as was said last; None: as the owner has it."""
    said = (entry.on for entry in reversed(book.entries) if isinstance(entry, CameraCalls))
    return next(said, book.header.camera_calls)


PATIENCE = 4
"""So many strokes must follow before a stroke that is even is asked about: most doubts settle themselves by then."""


def open_desk(rules: RuleSet[S], header: Header, policy: Policy | None = None) -> Desk[S]:
    """Return a desk with an empty book.

    Raises:
        BadInput: the header's setup cannot be played under these rules.
    """
    position = rules.opening(header.setup)
    decoding = begin(rules, position)
    return Desk(
        rules=rules, book=Book(header=header), policy=policy, position=position, decoding=decoding,
        understood=smoothed(decoding),
    )  # fmt: skip


def resume_desk(rules: RuleSet[S], book: Book, policy: Policy | None = None) -> tuple[Desk[S], Trouble | None]:
    """Return a desk on a book that was written before, and the entry at which it no longer fits, if any."""
    desk = open_desk(rules, book.header, policy)._with(book)
    return desk, replay(rules, book).trouble
