"""The full-size table with snooker's balls (Section 1), for when nobody has set another one.

The sizes are those of `calibration/tables/snooker-12ft.toml`, which a test compares with these.
"""

from typing import Final

from tracker.domain.frozen import replace
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.rules.table import FULL_SIZE

TWELVE_FEET: Final = replace(
    FULL_SIZE, name="snooker-12ft", pieces={WHITE: 1} | dict.fromkeys(COLOURS, 1) | {RED: 15}, cue_balls=(WHITE,)
)
