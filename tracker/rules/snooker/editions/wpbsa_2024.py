"""The WPBSA's Official Rules of September 2024, which differ from those of 2022 in five places.

One touches the law that is written so far: snookering behind the free ball is no foul when two object balls are
left, whichever they are (2022: pink and black only). The others do not yet: which balls a marker stands for, when
consultation begins (two places), and a wrong reference in Section 3 Rule 16(c).
"""

from tracker.rules.snooker.editions.wpbsa_2022 import SNOOKER_2022
from tracker.rules.snooker.judge.clauses import Clause
from tracker.rules.snooker.judge.hidden import hides_behind_free_ball, two_object_balls
from tracker.rules.snooker.sentences import always

SNOOKER_2024 = SNOOKER_2022.amended(
    name="snooker-2024",
    title="Snooker, WPBSA Official Rules, September 2024",
    clauses=(
        Clause(
            id="SNK-3.11.a.viii",
            cite="3.11(a)(viii)",
            reads=frozenset({"potted"}),
            test=hides_behind_free_ball(two_object_balls),
            told="A stroke that scores nothing leaves the next player snookered by the free ball, with three or more "
            "object balls left.",
        ),
    ),
    general=(
        always("SNK-2.22", "2.22", "The players are consulted from when a ball is asked, or decided, to be put back."),
        always("SNK-3.2.c.ii", "3.2(c)(ii)", "What marks a ball, for whatever reason, counts as that ball."),
    ),
)
