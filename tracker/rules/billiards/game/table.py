"""The full-size table with the three balls of English billiards, and the names of its spots (Section 1 Rules 1 and 2).

The sizes are those of `calibration/tables/billiards-12ft.toml`, which a test compares with these. The spots bear the
names that they have in every game on this table.
"""

from typing import Final

from tracker.domain.frozen import replace
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.rules.table import FULL_SIZE

BILLIARDS_TABLE: Final = replace(
    FULL_SIZE, name="billiards-12ft", pieces={WHITE: 1, YELLOW: 1, RED: 1}, cue_balls=(WHITE, YELLOW)
)

SPOT: Final = "black-spot"
PYRAMID: Final = "pink-spot"
CENTRE: Final = "blue-spot"
MIDDLE: Final = "brown-spot"
"""The Middle of the Baulk-line."""
CORNER: Final = "yellow-spot"
"""The right-hand corner of the D, seen from the Baulk end."""
