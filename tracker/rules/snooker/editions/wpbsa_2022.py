"""The WPBSA's Official Rules of 2022: the list of clauses that the edition of 2024 amends.

Sections 1, 5 and 4.5 to 4.7 speak to people, not to a score, and have no clause here.
"""

from tracker.rules.snooker.edition import Edition
from tracker.rules.snooker.judge import clauses as c
from tracker.rules.snooker.judge.clauses import Clause
from tracker.rules.snooker.judge.hidden import hides_behind_free_ball, only_pink_and_black

FIRST = frozenset({"first_hit"})
POTS = frozenset({"potted"})
TOLD: frozenset[str] = frozenset()

SEVEN = c.Price(seven=True)
ON_ONLY = c.Price(on_only=True)

CLAUSES = (
    Clause(id="SNK-3.11.a.vi", cite="3.11(a)(vi)", reads=FIRST, test=c.meets_no_ball),
    Clause(id="SNK-3.11.a.vii", cite="3.11(a)(vii)", reads=POTS, test=c.goes_in_off),
    Clause(id="SNK-3.11.b.iv", cite="3.11(b)(iv)", reads=FIRST, test=c.hits_wrong_ball_first),
    Clause(id="SNK-3.11.b.iii", cite="3.11(b)(iii)", reads=POTS, test=c.pockets_ball_not_on),
    Clause(id="SNK-3.11.b.x", cite="3.11(b)(x)", reads=frozenset({"off_table"}), test=c.forces_ball_off),
    Clause(id="SNK-3.11.c", cite="3.11(c)", reads=FIRST, test=c.hits_two_at_once),
    Clause(id="SNK-3.11.d.iii", cite="3.11(d)(iii)", reads=FIRST, test=c.plays_at_reds_twice),
    Clause(
        id="SNK-3.11.a.v",
        cite="3.11(a)(v)",
        reads=frozenset({"origin", "in_hand"}),
        test=c.plays_from_outside_d,
        faults=frozenset({"outside-d"}),
    ),
    Clause(
        id="SNK-3.11.a.viii",
        cite="3.11(a)(viii)",
        reads=POTS,
        test=hides_behind_free_ball(only_pink_and_black),
        told="A stroke that scores nothing leaves the next player snookered by the free ball, unless pink and black "
        "are the only object balls left.",
    ),
    Clause(
        id="SNK-3.11.a.x",
        cite="3.11(a)(x)",
        reads=frozenset({"jumped"}),
        test=c.jumps,
        faults=frozenset({"jump-shot"}),
    ),
    Clause(id="SNK-3.8.b", cite="3.8(b)", reads=TOLD, test=c.moves_touching_ball),
    Clause(id="SNK-3.11.a.i", cite="3.11(a)(i)", reads=TOLD, test=c.strikes_before_free_ball_is_back),
    Clause(id="SNK-3.11.b.ii", cite="3.11(b)(ii)", reads=TOLD, test=c.strikes_before_colour_is_back),
    Clause(id="SNK-3.11.b.i", cite="3.11(b)(i)", reads=TOLD, test=c.strikes_moving_balls),
    Clause(id="SNK-3.11.b.ix", cite="3.11(b)(ix)", reads=TOLD, test=c.strikes_during_cleaning),
    Clause(id="SNK-3.11.a.iv", cite="3.11(a)(iv)", reads=TOLD, test=c.plays_out_of_turn),
    c.reported("SNK-3.11.a.ii", "3.11(a)(ii)", "double-hit", "cue-ball hit twice", ON_ONLY),
    c.reported("SNK-3.11.a.iii", "3.11(a)(iii)", "feet-off-floor", "no foot on the floor", ON_ONLY),
    c.reported("SNK-3.11.a.xi", "3.11(a)(xi)", "non-standard-cue", "non-standard cue", ON_ONLY),
    c.reported("SNK-3.11.a.xii", "3.11(a)(xii)", "conferred", "partners conferred at the table", ON_ONLY),
    c.reported("SNK-3.11.b.v", "3.11(b)(v)", "push-stroke", "push stroke"),
    c.reported("SNK-3.11.b.vi", "3.11(b)(vi)", "ball-touched marker-touched", "a ball or its marker was touched"),
    c.reported("SNK-3.11.b.viii", "3.11(b)(viii)", "equipment-left", "a ball met equipment left on the table"),
    c.reported("SNK-3.11.d.i", "3.11(d)(i)", "ball-off-table-used", "a ball off the table was used", SEVEN),
    c.reported("SNK-3.11.d.ii", "3.11(d)(ii)", "measured", "a gap was measured", SEVEN),
    c.reported("SNK-3.11.d.iv", "3.11(d)(iv)", "wrong-cue-ball", "a ball other than the white was played", SEVEN),
    c.reported("SNK-3.11.d.v", "3.11(d)(v)", "no-declaration", "the ball on was not declared when asked", SEVEN),
    c.reported("SNK-3.16.b", "3.16(b)", "ball-moved ball-picked-up", "a moving ball was moved on purpose"),
    c.reported("SNK-3.16.c", "3.16(c)", "unsporting deliberate-foul", "the stroke was an unsporting act"),
    Clause(id="SNK-3.11.d.vi", cite="3.11(d)(vi)", reads=FIRST, test=c.fouls_before_nominating, after_others=True),
)
"""All run on every stroke; of several findings with the same value the earlier one is charged."""

SNOOKER_2022 = Edition(name="snooker-2022", title="Snooker, WPBSA Official Rules, 2022", clauses=CLAUSES)
