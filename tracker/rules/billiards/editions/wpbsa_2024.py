"""The WPBSA's Official Rules of English Billiards, September 2024: the one edition on the shelf."""

from typing import Final

from tracker.rules.billiards.edition import Edition
from tracker.rules.billiards.judge.clauses import (
    Clause,
    forces_ball_off,
    jumps,
    makes_too_many_cannons,
    makes_too_many_hazards,
    meets_no_ball,
    misses_baulk_line,
    plays_directly_in_baulk,
    plays_from_outside_d,
    plays_out_of_turn,
    plays_wrong_ball,
    reported,
    returns_to_baulk,
    runs_coup,
    stays_in_baulk,
    strikes_before_spotting,
    strikes_moving,
)

MET: Final = frozenset({"first_hit", "touches"})
FELL: Final = frozenset({"potted"})
OFF: Final = frozenset({"off_table"})
CUSHIONS: Final = frozenset({"cushions"})
JUMPED: Final = frozenset({"jumped"})
NONE: Final = frozenset[str]()

BILLIARDS_2024: Final = Edition(
    name="billiards-2024",
    title="English billiards, WPBSA Official Rules, September 2024",
    clauses=(
        Clause(
            id="BIL-3.15.a", cite="3.15(a)", reads=NONE, test=plays_wrong_ball, faults=("wrong-cue-ball",)
        ),
        reported("BIL-3.15.b", "3.15(b)", "cue-ball struck more than once", "double-hit"),
        Clause(id="BIL-3.15.c", cite="3.15(c)", reads=NONE, test=strikes_moving),
        reported("BIL-3.15.d", "3.15(d)", "struck with both feet off the floor", "feet-off-floor"),
        Clause(id="BIL-3.15.e", cite="3.15(e)", reads=NONE, test=plays_out_of_turn, faults=("out-of-turn",)),
        Clause(
            id="BIL-3.15.f", cite="3.15(f), 3.6", reads=NONE, test=plays_from_outside_d,
            faults=("outside-d", "placed-badly"),
        ),
        Clause(id="BIL-3.6.c", cite="3.15(f), 3.6(c)", reads=MET, test=stays_in_baulk),
        Clause(id="BIL-3.6.d", cite="3.15(f), 3.6(d)", reads=MET, test=returns_to_baulk),
        Clause(id="BIL-3.6.f", cite="3.15(f), 3.6(f)", reads=MET, test=plays_directly_in_baulk),
        Clause(id="BIL-3.15.g", cite="3.15(g), 2.17", reads=FELL, test=runs_coup),
        Clause(id="BIL-3.15.h", cite="3.15(h), 2.22", reads=JUMPED, test=jumps, faults=("jump-shot",)),
        reported("BIL-3.15.i", "3.15(i)", "push stroke", "push-stroke"),
        Clause(id="BIL-3.15.j", cite="3.15(j)", reads=OFF, test=forces_ball_off),
        reported("BIL-2.19", "3.15(j), 2.19", "a ball in play was picked up", "ball-picked-up"),
        Clause(id="BIL-3.15.k", cite="3.15(k), 3.11", reads=MET | FELL, test=makes_too_many_hazards),
        Clause(id="BIL-3.15.l", cite="3.15(l), 3.10", reads=MET | FELL, test=makes_too_many_cannons),
        reported(
            "BIL-3.15.m", "3.15(m)", "a ball in play, or a marker, contacted", "ball-touched", "ball-moved",
            "marker-touched", "equipment-left", "deliberate-foul",
        ),
        Clause(id="BIL-3.15.n", cite="3.15(n)", reads=NONE, test=strikes_before_spotting),
        Clause(id="BIL-3.15.o", cite="3.15(o), 2.16", reads=MET, test=meets_no_ball),
        reported("BIL-3.15.p", "3.15(p), 3.18(b)", "conferred with the partner at the table", "conferred"),
        reported("BIL-3.15.q", "3.15(q)", "played with a non-standard cue", "non-standard-cue"),
        reported("BIL-3.15.r", "3.15(r)", "used a ball off the table", "ball-off-table-used"),
        reported("BIL-3.15.s", "3.15(s)", "measured a gap or a distance", "measured"),
        Clause(id="BIL-3.15.t", cite="3.15(t), 3.8(h)", reads=CUSHIONS, test=misses_baulk_line),
    ),
)  # fmt: skip
