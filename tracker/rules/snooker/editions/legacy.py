"""The older edition of the WPBSA's rules, which the Italian and the Swedish book translate.

It differs from the edition of 2022 in this:

- a breach by the side that is not in play goes unpunished, bar the marker and touching a ball while one is put back;
  those cost what they would cost the striker, not seven, and are called a foul (no PENALTY);
- a stroke out of turn is a foul in any game, not with four players only;
- after a foul before the stroke nothing is put back, unless a ball had just been put back after a miss;
- after a miss the cue-ball alone goes back; touching a ball on does not count as having it in full view; the third
  failure loses the frame without a Warning too; the need of penalty points excuses a straight path only;
- a curved cushion nearer than any ball means no snooker; any ball may be the free ball; touching balls are no exception
  from the exceptions of the jump shot; nobody asks to DECLARE at a touching ball;
- nothing is said about equipment left on the table, balls being cleaned, a wrong starter, a stalemate on the re-spotted
  black; a ball picked up counts as forced off the table; a colour not yet back on its spot has still been scored;
- a ball moved by a defect of the table goes back; a foul while the cue-ball lies in the D puts it in play;
- the frame ends by the striker's claim only, aggregate points or not, and is never awarded on the black;
- only the striker concedes, at any score; the first unsporting act loses the frame, and always the points with it.

Where the two books differ the Swedish one is followed, and its paragraphs are cited in the manner of the English book.
"""

from typing import Final

from tracker.domain.frozen import replace
from tracker.domain.law.ruling import Ruling
from tracker.rules.snooker.editions.legacy_paragraphs import PARAGRAPHS
from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.frame.calls import Claim, Concede, Foul, Restart
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.judge.clauses import (
    Clause,
    forces_ball_off,
    jumps_also_from_touching,
    plays_out_of_turn_in_any_game,
    reported,
    strikes_before_any_colour_is_back,
)
from tracker.rules.snooker.law.breaches import MOST
from tracker.rules.snooker.law.law import LAW, Law
from tracker.rules.snooker.law.misses import judge_miss_before_2022
from tracker.rules.snooker.law.restarts import WRONG_ORDER
from tracker.rules.snooker.law.turns import turn_taken
from tracker.rules.snooker.sentences import always

TERMS: Final = replace(
    SNOOKER_2022.terms,
    penalties=False,
    any_game_out_of_turn=True,
    restores_before_stroke=False,
    replaces_all=False,
    curved_cushions=True,
    touching_is_full=False,
    award_needs_warning=False,
    warning_stays=True,
    free_ball_on=True,
    asks_to_declare=False,
    unspotted_scores=True,
    consulting_seven=False,
    black_award=False,
    concession_rules=False,
    defects_stand=False,
    foul_ends_in_hand=True,
    warns_first=False,
    forfeits_always=True,
    restarts_black=False,
    lifted_is_off=True,
)

DROPPED: Final = frozenset(
    {"SNK-3.3.d", "SNK-3.11.a.i", "SNK-3.11.b.viii", "SNK-3.11.b.ix", "SNK-3.16.b", "SNK-3.16.c"}
)

CLAUSES: Final = (
    Clause(id="SNK-3.11.a.iv", cite="3.11(a)(iv)", reads=frozenset(), test=plays_out_of_turn_in_any_game),
    Clause(id="SNK-3.11.b.ii", cite="3.11(b)(ii)", reads=frozenset(), test=strikes_before_any_colour_is_back),
    Clause(
        id="SNK-3.11.a.x",
        cite="3.11(a)(x)",
        reads=frozenset({"jumped"}),
        test=jumps_also_from_touching,
        faults=frozenset({"jump-shot"}),
    ),
    Clause(
        id="SNK-3.11.b.x",
        cite="3.11(b)(x)",
        reads=frozenset({"off_table"}),
        test=forces_ball_off,
        faults=frozenset({"ball-picked-up"}),
    ),
    reported(
        "SNK-3.11.b.vi",
        "3.11(b)(vi)",
        "ball-touched marker-touched ball-moved deliberate-foul",
        "a ball or its marker was touched",
    ),
)


def why_not_concede(at: Position, call: Concede) -> str | None:
    """Refuse a concession of a player who is not at the table (4.6(a))."""
    return None if call.side == at.striker else "only the player at the table may give the frame up"


def why_not_claim(at: Position, call: Claim) -> str | None:
    """Refuse a claim unless the striker leads by more than seven with only the black left (2.1(b))."""
    if not at.is_last_black or at.respotted:
        return "a claim needs the black to be the only ball left"
    if call.side != at.striker or at.lead <= MOST:
        return "a claim needs the striker to lead by more than seven"
    return None


def why_not_restart(at: Position, call: Restart) -> str | None:
    """Refuse to begin again because the wrong side began, of which this edition says nothing."""
    if call.how == WRONG_ORDER:
        return "this edition has no rule for a wrong starter: the frame goes on"
    return LAW[Restart][0](at, call)


GENERAL: Final = (
    always(
        "SNK-2.1.b", "2.1(b)", "With only the black left a striker who leads by more than seven may claim the frame."
    ),
    always(
        "SNK-3.14.a.i",
        "3.14(a)(i)",
        "While any player needs penalty points a failure on a straight path that was not meant is no miss.",
    ),
    always(
        "SNK-3.14.c",
        "3.14(c)",
        "With a straight path to any part of a ball on every failure is a miss; other failures are the "
        "referee's opinion.",
    ),
    always(
        "SNK-4.2.a", "4.2(a)", "Only the player at the table may concede, and it counts when the other side accepts it."
    ),
    always("SNK-4.3", "4.3", "Time wasting brings a caution, and is unsporting after it."),
)

CALLS: Final[Law] = {
    Concede: (why_not_concede, LAW[Concede][1]),
    Foul: (
        lambda at, call: LAW[Foul][0](turn_taken(at, call.by), call),
        lambda at, call: LAW[Foul][1](turn_taken(at, call.by), call),
    ),
    Claim: (why_not_claim, LAW[Claim][1]),
    Restart: (why_not_restart, LAW[Restart][1]),
}

NOTHING_SAID: Final = Ruling(suggestions=(), calls=())
"""What this edition says about equipment left on the table (ED-33)."""

SNOOKER_LEGACY: Final = SNOOKER_2022.amended(
    name="snooker-legacy",
    title="Snooker, the older WPBSA edition behind the Italian and Swedish books",
    terms=TERMS,
    clauses=CLAUSES,
    general=GENERAL,
    dropped=DROPPED,
    calls=CALLS,
    misses=judge_miss_before_2022,
    reports={"equipment-left": lambda at, report, kit, apply: NOTHING_SAID},
    paragraphs=PARAGRAPHS,
)
