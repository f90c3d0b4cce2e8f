"""What else may be called of a stroke that is judged: what is left open of a foul, and other prices."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from tracker.domain.frozen import replace
from tracker.rules.desk import Calls
from tracker.rules.snooker.frame.calls import Foul

PRICES: Final = (4, 5, 6, 7)
"""What a foul may cost."""


def left_open(calls: Calls) -> Iterator[Calls]:
    """Give the calls with a miss and a free ball said and not said, where the judge left that to the referee."""
    foul = next((call for call in calls if isinstance(call, Foul)), None)
    if foul is None or None not in (foul.miss, foul.free_ball):
        return
    misses = (True, False) if foul.miss is None else (foul.miss,)
    frees = (True, False) if foul.free_ball is None else (foul.free_ball,)
    for miss, free in product(misses, frees):
        said = replace(foul, miss=miss, free_ball=free)
        yield tuple(said if call is foul else call for call in calls)


def priced(calls: Calls) -> Iterator[Calls]:
    """Give the calls with each price that their foul may have."""
    if any(isinstance(call, Foul) for call in calls):
        for price in PRICES:
            yield tuple(replace(call, points=price) if isinstance(call, Foul) else call for call in calls)
