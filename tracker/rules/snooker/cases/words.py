"""What snooker adds to the case format: its balls and calls, and what only its cases tell or ask."""

from typing import Final

from tracker.domain.table.ball import COLOURS, SNOOKER
from tracker.rules.cases.form import CaseWords
from tracker.rules.cases.values import BOOL, INT, SIDE, Keys, each, either, one_of, table
from tracker.rules.table import FULL_SIZE

BALLS: Final = (*SNOOKER, *(f"red{n}" for n in range(1, 16)))
ANYWHERE: Final = "anywhere"
"""In hand, and not for the D only."""
THREE_MISS: Final = "three-miss"
"""The player has been told that a third miss loses the frame."""

BALL = one_of(*BALLS)
ON = one_of("red", "colour", *COLOURS, "none")
SHOOTOUT = table({"first": SIDE, "A": INT, "B": INT})

BOTH: Final[Keys] = {
    "reds": INT, "colours": each(BALL), "on": ON, "in_hand": one_of(ANYWHERE), "free_ball": BOOL,
    "respotted_black": BOOL, "shootout": SHOOTOUT,
}  # fmt: skip
"""What the position before a case and the one after it may say alike."""

WORDS: Final = CaseWords(
    balls=BALLS,
    spots=tuple(FULL_SIZE.spots),
    faults=frozenset({"no-declaration"}),
    calls=frozenset(
        {"FOUL", "FOUL AND A MISS", "PENALTY", "FREE BALL", "TOUCHING BALL", "DECLARE", "WARNING", "TIME FOUL"}
        | {"TIME OUT"}
    ),
    choices=("play", "play-again", "replace", "play-replaced", "place-anywhere"),
    warnings=(THREE_MISS,),
    setup={"reds": INT},
    before={
        **BOTH, "nominated": BALL, "consultation": BOOL,
        "miss_run": table({"by": SIDE, "failures": INT, "full_ball": BOOL, "warned": BOOL}),
    },
    stroke={
        "moved_touching": BOOL, "path": one_of("full", "part", "none"), "snookered": BOOL,
        "snookered_by": either(BALL, one_of("curved-cushion")),
    },
    report={"snookered": BOOL},
    judge={
        "effort": one_of("best", "poor"), "possible": BOOL, "strength": one_of("enough", "short"),
        "rest_condoned": BOOL,
    },
    find={"red_spotted_for": BALL, "identified": BOOL, "gone": BOOL},
    steps={"nominate": BALL, "free_ball": BALL, "claim": SIDE},
    after={**BOTH, "miss": either(BOOL, one_of("ask"))},
)  # fmt: skip
