"""The score from a match book alone: text in, score out, with no video and no camera."""

from dataclasses import asdict, dataclass
from typing import Any

from tracker.domain.book.scoreline import Scoreline
from tracker.match.book.book import Trouble, replay
from tracker.match.book.codec import book_from_text
from tracker.rules import shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What a book comes to."""

    rulebook: str
    score: Scoreline
    because: str
    """Why the frame ended; empty while it goes on."""
    steps: tuple[tuple[int, tuple[str, ...], tuple[int, int]], ...]
    """Entry, words said, and the points after it, for every call that stands."""
    trouble: Trouble | None
    """The entry that no longer fits and why; the score is that of the good half before it."""

    def as_json(self) -> dict[str, Any]:
        """Return the score as the object of `replay --json`; `score.json` of a run is another (`store.runs`)."""
        return score_object(self.score) | {
            "rulebook": self.rulebook,
            "because": self.because,
            "trouble": None if self.trouble is None else asdict(self.trouble),
        }


def score_object(score: Scoreline) -> dict[str, Any]:
    """Return a scoreline as a plain object with its schema."""
    return {"schema": 1, **{key: list(v) if isinstance(v, tuple) else v for key, v in asdict(score).items()}}


def replay_text(text: str, rules: str | None = None, where: str = "book") -> Replayed:
    """Return the score of the book in `text`, under its own rulebook or under the one called `rules`.

    Raises:
        BadInput: the text is not a book; `where` names it in the message.
        UnknownName: there is no such rulebook.
    """
    book = book_from_text(text, where)
    ruleset = shelf.find(rules or book.header.rulebook)
    played = replay(ruleset, book)
    outcome = ruleset.outcome(played.position)
    return Replayed(
        rulebook=ruleset.name,
        score=ruleset.scoreline(played.position),
        because="" if outcome is None else outcome.because,
        steps=tuple((step.entry, step.said, ruleset.scoreline(step.position).points) for step in played.steps),
        trouble=played.trouble,
    )
