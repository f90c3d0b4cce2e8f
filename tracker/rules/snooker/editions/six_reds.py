"""Six-reds: the snooker book with the variations of its Section 3 Rule 19, the same in 2022 and 2024.

A frame starts with six reds. The next player may not be left snookered behind the nominated colour. At the fifth miss
in a row the balls go back no more: the next player may place the cue-ball anywhere, unless anybody needed penalty
points; a Warning comes with the fourth.
"""

from typing import Final

from tracker.domain.frozen import replace
from tracker.rules.snooker.edition import Edition
from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.editions.wpbsa_2024 import SNOOKER_2024
from tracker.rules.snooker.judge.clauses import Clause
from tracker.rules.snooker.judge.hidden import hides_behind_nominated

CLAUSES: Final = (
    Clause(id="SNK-3.11.a.ix", cite="3.11(a)(ix)", reads=frozenset({"potted"}), test=hides_behind_nominated),
)


def _six_reds(book: Edition, name: str, year: str) -> Edition:
    return book.amended(
        name=name,
        title=f"Six-reds, WPBSA Official Rules, {year}",
        terms=replace(book.terms, reds=6, most_misses=5),
        clauses=CLAUSES,
    )


SIX_REDS_2024: Final = _six_reds(SNOOKER_2024, "six-reds-2024", "September 2024")
SIX_REDS_2022: Final = _six_reds(SNOOKER_2022, "six-reds-2022", "2022")
