"""A book is read in its own order, and a clause is read aloud without its number."""

from random import Random

from tracker.domain.law.rulebook import Sentence
from tracker.rules.reading import in_order, read_out

BOOK = (
    "SNK-2.1.b", "SNK-2.9", "SNK-2.17", "SNK-2.17.e", "SNK-OLD-3.2", "SNK-3.3.h.i", "SNK-3.3.h.iv", "SNK-3.11.a.i",
    "SNK-3.11.a.ix", "SNK-3.11.a.x", "SNK-3.11.b.ii", "SNK-3.11.i", "SNK-3.14.d", "SNK-3.14.d.touching", "SHO-1",
    "SHO-19.i",
)  # fmt: skip
"""Paragraphs in the order in which they are printed; the letter (i) is no roman one."""


def test_sentences_stand_in_the_order_of_the_book() -> None:
    mixed = [Sentence(id=id, cite="", says="") for id in BOOK]
    Random(1).shuffle(mixed)
    assert tuple(one.id for one in sorted(mixed, key=in_order)) == BOOK


def test_a_clause_is_read_without_its_number_in_one_line() -> None:
    def clause() -> None:
        """3.11(a)(i), four-handed: the cue-ball
        meets two kinds: red, and black.
        """

    assert read_out(clause) == "The cue-ball meets two kinds: red, and black."
