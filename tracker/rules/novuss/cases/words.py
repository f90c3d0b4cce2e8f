"""What novuss adds to the case format: pucks and boards, what a stroke came to in the words of a referee, and debt."""

from typing import Final

from tracker.rules.cases.form import CaseWords
from tracker.rules.cases.values import (
    BOOL,
    BY_SIDE,
    INT,
    PLACE,
    Keys,
    each,
    either,
    one_of,
    other_table,
    table,
    words_of,
)
from tracker.rules.novuss.board import PLACES

BALLS: Final = ("striker", *(f"{side}{n}" for side in "ab" for n in range(1, 9)))
SPOT = one_of(*PLACES)

BOTH: Final[Keys] = {
    "pucks": BY_SIDE, "light": BY_SIDE, "blind": BY_SIDE, "debt": BY_SIDE, "occupied": each(SPOT),
}  # fmt: skip
"""What the position before a case and the one after it may say alike."""

WORDS: Final = CaseWords(
    balls=BALLS,
    spots=PLACES,
    faults=words_of(
        "puck-touched table-pushed hand-covers-corner late touched-in-placing striker-in-motion pucks-displaced "
        "zone-crossed edge-hit cue-exchanged disruptive refuses-to-greet"
    ),
    calls=frozenset({"PENALTY PUCK", "WARNING", "TURN LOST", "SET LOST", "GAME LOST"}),
    before={**BOTH, "pocketed_this_series": INT},
    stroke={
        "kind": one_of("direct", "rebound"),
        "first": one_of("own-light", "own-blind", "own-centre", "opponent", "none", "own+opponent"),
        "pocketed": table({"own": INT, "opponent": INT, "striker": BOOL}), "backslide": BOOL, "far_edge": BOOL,
        "drove_opponent_into": one_of("blind", "centre", "off"), "moved": INT, "blind_out": INT,
        "jumped": other_table("over", "first", "far_side"), "broken": other_table(),
    },
    find={"forgotten": one_of("debt")},
    after={
        **BOTH, "replay": one_of("as-before", "exchanged"),
        "spotted": table(dict.fromkeys((*BALLS, "penalty"), either(SPOT, PLACE))),
    },
)  # fmt: skip
