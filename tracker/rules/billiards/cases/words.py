"""What billiards adds to the case format: its calls, its runs of hazards and cannons, and the crossing of baulk."""

from typing import Final

from tracker.rules.billiards.game.position import BALLS, CHOICES
from tracker.rules.cases.form import CaseWords
from tracker.rules.cases.values import BOOL, INT, NUMBER, Keys, anything, each, one_of, table
from tracker.rules.table import FULL_SIZE

BAULK_WARNING, TEN, SEVENTY = "baulk-line-warning", "ten-hazards", "seventy-cannons"
"""Announcements that may have been forgotten."""

BALL = one_of(*BALLS)
SPOT_RUN = table(
    {"spot": one_of(*FULL_SIZE.spots), "pots": INT, "hazards": INT, "cannons": INT, "warned_at": INT}
    | {"crossed": anything}
)
BOTH: Final[Keys] = {"spot_run": SPOT_RUN, "hazards": INT, "cannons": INT, "off": each(BALL)}
"""What the position before a case and the one after it may say alike."""

WORDS: Final = CaseWords(
    balls=BALLS,
    spots=tuple(FULL_SIZE.spots),
    faults=frozenset(),
    calls=frozenset(
        {"FOUL", "MISS", "WARNING", "TIME", "TOUCHING BALL", "TEN HAZARDS", "SEVENTY CANNONS", "BAULK-LINE CROSSED"}
    ),
    numbered_calls=("BAULK-LINE WARNING AT ",),  # 80, or in a longer break 180, 280 …
    choices=CHOICES,
    setup={"target": INT, "time_limit_s": NUMBER, "baulk_line_crossing": BOOL},
    before={**BOTH, "warned_at": INT, "crossed": anything},
    stroke={"crossed_baulk": BOOL, "left_baulk": anything, "out_of_baulk": each(BALL)},
    find={"forgotten": one_of(BAULK_WARNING, TEN, SEVENTY)},
    after={**BOTH, "miss": BOOL},
)
