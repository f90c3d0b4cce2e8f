"""The WPBSA's Official Rules of 2022: the list of clauses that the edition of 2024 amends.

Implemented: ordinary play with all fouls that a camera sees, the faults that officials report in a stroke or before
one, spotting, touching ball, free ball, foul and a miss with its run, choices after a foul, penalties out of turn, the
agreed restart, end of frame, tie, claim and concession.
Not implemented: when consultation begins and ends, balls moved by others or on purpose (15, 16), balls that fall unhit
(9), errors of spotting found later (7(b)-(d)), playing before a colour is spotted (3(h)(iv)), the wrong starter (3(d)),
conduct and forfeits (4.1, 4.3, 4.4), ties on aggregate points, four-handed play.
"""

from tracker.rules.snooker import clauses as c
from tracker.rules.snooker.clauses import Clause
from tracker.rules.snooker.edition import Edition
from tracker.rules.snooker.hidden import hides_behind_free_ball, only_pink_and_black

FIRST = frozenset({"first_hit"})
POTS = frozenset({"potted"})
TOLD: frozenset[str] = frozenset()

CLAUSES = (
    Clause(id="SNK-3.11.a.vi", cite="3.11(a)(vi)", reads=FIRST, test=c.meets_no_ball),
    Clause(id="SNK-3.11.a.vii", cite="3.11(a)(vii)", reads=POTS, test=c.goes_in_off),
    Clause(id="SNK-3.11.b.iv", cite="3.11(b)(iv)", reads=FIRST, test=c.hits_wrong_ball_first),
    Clause(id="SNK-3.11.b.iii", cite="3.11(b)(iii)", reads=POTS, test=c.pockets_ball_not_on),
    Clause(id="SNK-3.11.b.x", cite="3.11(b)(x)", reads=frozenset({"off_table"}), test=c.forces_ball_off),
    Clause(id="SNK-3.11.c", cite="3.11(c)", reads=FIRST, test=c.hits_two_at_once),
    Clause(id="SNK-3.11.d.iii", cite="3.11(d)(iii)", reads=FIRST, test=c.plays_at_reds_twice),
    Clause(id="SNK-3.11.d.vi", cite="3.11(d)(vi)", reads=FIRST, test=c.fouls_before_nominating),
    Clause(id="SNK-3.11.a.v", cite="3.11(a)(v)", reads=frozenset({"origin", "in_hand"}), test=c.plays_from_outside_d),
    Clause(id="SNK-3.11.a.viii", cite="3.11(a)(viii)", reads=POTS, test=hides_behind_free_ball(only_pink_and_black)),
    Clause(id="SNK-3.11.a.x", cite="3.11(a)(x)", reads=frozenset({"jumped"}), test=c.jumps),
    Clause(id="SNK-3.8.b", cite="3.8(b)", reads=TOLD, test=c.moves_touching_ball),
    Clause(id="SNK-3.11.b.i", cite="3.11(b)(i)", reads=TOLD, test=c.strikes_moving_balls),
    Clause(id="SNK-3.11.b.ix", cite="3.11(b)(ix)", reads=TOLD, test=c.strikes_before_cleaned),
    c.reported("SNK-3.11.a.ii", "3.11(a)(ii)", "double-hit", "cue-ball hit twice"),
    c.reported("SNK-3.11.a.iii", "3.11(a)(iii)", "feet-off-floor", "no foot on the floor"),
    c.reported("SNK-3.11.a.xi", "3.11(a)(xi)", "non-standard-cue", "non-standard cue"),
    c.reported("SNK-3.11.b.v", "3.11(b)(v)", "push-stroke", "push stroke"),
    c.reported("SNK-3.11.b.vi", "3.11(b)(vi)", "ball-touched", "a ball was touched"),
    c.reported("SNK-3.11.b.viii", "3.11(b)(viii)", "equipment-left", "a ball met equipment left on the table"),
    c.reported("SNK-3.11.d.iv", "3.11(d)(iv)", "wrong-cue-ball", "a ball other than the white was played", seven=True),
)
"""All run on every stroke; of several findings with the same value the earlier one is charged."""

SNOOKER_2022 = Edition(name="snooker-2022", title="Snooker, WPBSA Official Rules, 2022", clauses=CLAUSES)
