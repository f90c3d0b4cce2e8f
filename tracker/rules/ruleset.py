"""The door: the one small interface behind which every game and every edition of its book lives."""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from tracker.domain.book.conduct import Conduct
from tracker.domain.book.scoreline import Scoreline
from tracker.domain.book.setup import Setup
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.law.rulebook import Sentence
from tracker.domain.law.ruling import Outcome, Ruling
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.rules.desk import GameDesk

S = TypeVar("S")
"""A game's own position, opaque to everyone else."""


class RuleSet(Protocol[S]):
    """One edition of one game's book. All of it is pure: the same arguments give the same answer for ever."""

    @property
    def name(self) -> str:
        """Name on the shelf: `snooker-2024`."""
        ...

    @property
    def game(self) -> str:
        """The game that it is a book of: `snooker`, `billiards` or `novuss`."""
        ...

    @property
    def desk(self) -> GameDesk:
        """What the game tells a referee's desk."""
        ...

    @property
    def title(self) -> str:
        """One line about the book, for people."""
        ...

    @property
    def kit(self) -> Kit:
        """The table and balls that the game is played with."""
        ...

    def kit_for(self, setup: Setup) -> Kit:
        """Return the table with all that lies on it by these terms, as a match begins."""
        ...

    def seats(self, setup: Setup) -> tuple[tuple[str, str], ...]:
        """Return at which edges of the table players sit, each with the letter of the side; empty: they walk round."""
        ...

    @property
    def vocabulary(self) -> tuple[type[Call], ...]:
        """The kinds of call that this game knows; books are written and read with them."""
        ...

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What the book says, as far as the program acts on it, in the order of the book."""
        ...

    def opening(self, setup: Setup) -> S:
        """Return the position before the first stroke.

        Raises:
            BadInput: the setup asks for what the table or the book does not allow.
        """
        ...

    def judge(self, state: S, seen: Stroke, standing: Standing) -> Ruling:
        """Return advice on a stroke played in `state` after which the balls came to rest as in `standing`."""
        ...

    def verify(self, state: S, call: Call) -> None:
        """Do nothing if `call` may be made in `state`.

        Raises:
            CallRefused: it may not; the message says why in words that a player understands.
        """
        ...

    def apply(self, state: S, call: Call) -> S:
        """Return the position after `call`: the only way forward.

        Raises:
            CallRefused: as `verify`; `state` has not changed.
        """
        ...

    def words(self, state: S, call: Call) -> tuple[str, ...]:
        """Return what the referee says aloud with `call` in `state`; nothing for a call that is made in silence."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return who won and why, or None while the frame goes on."""
        ...

    def conduct(self, state: S) -> Conduct:
        """Return what stands against the sides, as far as it lasts beyond the frame."""
        ...

    def scoreline(self, state: S) -> Scoreline:
        """Return what a scoreboard shows."""
        ...

    def points_by(self, places: Sequence[Place]) -> tuple[int, int]:
        """Return the points of both sides as far as the balls that lie on the table tell them; else none."""
        ...

    def between(self, state: S, before: Standing | None) -> tuple[Branch, ...]:
        """Return what may have been said before the next stroke with nobody hearing it: one branch at least.

        `before` is how the balls lie just before that stroke; None: not known.
        """
        ...

    def branches(self, state: S, seen: Stroke, standing: Standing) -> tuple[Branch, ...]:
        """Return what a stroke may come to, what nobody says aloud included; one branch at least.

        Every doubt in the stroke is taken as it is believed: which belief is right is not the law's to weigh.
        """
        ...

    def missed(self, state: S, before: Standing) -> tuple[Branch, ...]:
        """Return what one stroke that nobody saw may have come to, if it left the balls as in `before`."""
        ...

    def expected(self, state: S) -> Expected:
        """Return how the table must look at rest before the next stroke."""
        ...

    def signature(self, state: S) -> Hashable:
        """Return what two positions share from which the law goes on alike, the score aside."""
        ...


def apply_all(rules: RuleSet[S], position: S, calls: tuple[Call, ...]) -> tuple[S, tuple[str, ...]]:
    """Return the position after all `calls`, and the words said with them.

    Raises:
        CallRefused: one of them may not be made; then none of them has.
    """
    said: list[str] = []
    for call in calls:
        after = rules.apply(position, call)
        said.extend(rules.words(position, call))
        position = after
    return position, tuple(said)
