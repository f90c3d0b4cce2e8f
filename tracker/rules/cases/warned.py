"""What stands against the sides in a written case: the words under `warned`, and the law's own value, either way."""

from collections.abc import Mapping
from typing import Any, Final

from tracker.domain.book.conduct import Conduct, Record

KINDS: Final = ("unsporting", "time-wasting")
FRAME_AWARDED: Final = "frame-awarded"
"""A case does not say for which kind of conduct: it counts for either."""


def conduct_of(given: Mapping[str, str]) -> Conduct:
    """Return what stands where a case begins; a player's name speaks of his side."""
    of = {name[0]: _record(word) for name, word in given.items()}
    return Conduct(records=(of.get("A", Record()), of.get("B", Record())))


def _record(word: str) -> Record:
    if word == FRAME_AWARDED:
        return Record(lost=KINDS)
    return Record(warned=(word,) if word in KINDS else ())


def words_of(conduct: Conduct) -> dict[str, set[str]]:
    """Return the words that stand against each side: of a kind that a frame was lost for, no Warning is left."""
    words = {name: _words(record) for name, record in zip("AB", conduct.records, strict=True)}
    return {name: held for name, held in words.items() if held}


def _words(record: Record) -> set[str]:
    return {*record.warned} - {*record.lost} | ({FRAME_AWARDED} if record.lost else set())


def same_warned(wanted: Mapping[str, str], got: Any) -> bool:
    """Tell whether each side named, by a player too, holds that word, and no other side any."""
    return {name[0] for name in wanted} == got.keys() and all(word in got[name[0]] for name, word in wanted.items())
