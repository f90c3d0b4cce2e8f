"""Which rulebook is offered on a table, and which is refused there."""

from dataclasses import replace

import pytest

from tracker.domain.errors import BadInput
from tracker.rules import shelf
from tracker.store.kits import find_kit


@pytest.mark.parametrize(
    ("kit", "wanted", "due"),
    [
        ("snooker-9ft", "snooker-2024", "snooker-2024"),
        ("snooker-12ft", "billiards-2024", "billiards-2024"),
        ("snooker-12ft", "novuss-2015", "snooker-2024"),
        ("novuss", "novuss-2015", "novuss-2015"),
        ("novuss", "snooker-2024", "novuss-2015"),
    ],
)
def test_on_a_table_the_rulebook_is_offered_that_is_wanted_or_one_that_is_played_on_it(
    kit: str, wanted: str, due: str
) -> None:
    there = find_kit(kit)
    assert shelf.book_for(there, wanted) == due
    assert shelf.book_for(replace(there, name="our own"), wanted) == due, "a table of a club's own making is one, too"
    assert shelf.is_played_on(wanted, there) == (wanted == due)
    if wanted != due:
        with pytest.raises(BadInput, match=f"{wanted} is not played on table {kit}"):
            shelf.find_for(there, wanted)
