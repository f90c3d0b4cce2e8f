"""What the book says beside its penalties, a sentence each, as far as this program acts on it.

Where editions differ in a term the sentence is made from the term, so that the list says what the law does. An empty
sentence is one that the edition does not have.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.law.rulebook import Sentence
from tracker.rules.snooker.frame.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    """A sentence that is no penalty: its id, its paragraph in the book of 2022, and what it says on given terms."""

    id: str
    cite: str
    says: Callable[[Terms], str]

    def on(self, terms: Terms, paragraph: Callable[[str], str]) -> Sentence:
        """Return the sentence of an edition with these terms; `paragraph` gives its number there."""
        return Sentence(id=self.id, cite=paragraph(self.cite), says=self.says(terms))


def always(id: str, cite: str, says: str) -> General:
    """Return a sentence that does not depend on the terms."""
    return General(id=id, cite=cite, says=lambda terms: says)


def where(id: str, cite: str, has: Callable[[Terms], bool], says: str, otherwise: str = "") -> General:
    """Return a sentence for editions of which `has` holds, and another, or none, for those of which it does not."""
    return General(id=id, cite=cite, says=lambda terms: says if has(terms) else otherwise)


GENERAL: Final = (
    always(
        "SNK-2.1.b",
        "2.1(b)",
        "With only the black left a striker who leads by more than seven may claim the frame, unless "
        "points of several frames decide.",
    ),
    where(
        "SNK-2.1.c",
        "2.1(c)",
        lambda t: t.black_award,
        "With only the black left a player who leads by more than seven and is not at the table is awarded the frame.",
    ),
    always("SNK-2.1.d", "2.1(d)", "The frame ends with the final pot of, or foul on, the black."),
    always("SNK-2.5", "2.5", "A turn ends with a stroke that scores nothing, or with a foul."),
    always(
        "SNK-2.9",
        "2.9",
        "The cue-ball is in hand at the start, when pocketed, when off the table, and for a re-spotted black.",
    ),
    always(
        "SNK-2.12.a",
        "2.12(a)",
        "A colour is nominated by word or by a plain indication; the first contact shows it where nobody heard it.",
    ),
    where(
        "SNK-2.14",
        "2.14",
        lambda t: t.restores_before_stroke,
        "A ball is forced off the table when it comes to rest elsewhere than on the bed or in a pocket.",
        "A ball is forced off the table when it comes to rest elsewhere than on the bed or in a pocket, "
        "or when the player picks it up.",
    ),
    always(
        "SNK-2.17",
        "2.17",
        "A player is snookered unless some ball on can be hit on both its extreme edges; from in hand, "
        "from some place of the D.",
    ),
    always(
        "SNK-2.22",
        "2.22",
        "The players are consulted from when it is decided to put a ball back until both are content.",
    ),
    where(
        "SNK-2.17.e",
        "2.17(e)",
        lambda t: t.curved_cushions,
        "A curved cushion that is nearer than every ball in the way means that nobody is snookered.",
        "Cushions do not snooker.",
    ),
    always("SNK-2.18", "2.18", "A spot is occupied when a ball cannot be put on it without touching another."),
    General(
        id="SNK-3.2.a",
        cite="3.2(a)",
        says=lambda t: (
            f"A frame starts with {t.reds} reds, unless the players agreed on another number, and six colours."
        ),
    ),
    always("SNK-3.2.c.ii", "3.2(c)(ii)", "What marks a ball that is being cleaned counts as that ball."),
    always(
        "SNK-3.3.c",
        "3.3(c)",
        "A frame begins when the tip meets the cue-ball placed for the opening stroke: before that nothing is a foul, "
        "and a ball that was disturbed is put back.",
    ),
    always(
        "SNK-3.3.d",
        "3.3(d)",
        "When the wrong side began, and no second stroke and no breach followed, the frame is begun again.",
    ),
    always(
        "SNK-3.3.g",
        "3.3(g)",
        "While reds are left a turn begins on red; every red, and a free ball, potted in one stroke scores one.",
    ),
    always(
        "SNK-3.3.h.i",
        "3.3(h)(i)",
        "After a red a colour of the striker's choice is on; it scores its value and is spotted.",
    ),
    always("SNK-3.3.h.iii", "3.3(h)(iii)", "With no red left the colours are on in ascending order, and stay off."),
    where(
        "SNK-3.3.h.iv",
        "3.3(h)(iv)",
        lambda t: not t.unspotted_scores,
        "A colour does not score when the striker plays on before it is back on its spot.",
    ),
    always("SNK-3.3.i", "3.3(i)", "Reds that leave the table stay off, whatever was fouled."),
    where(
        "SNK-3.3.k",
        "3.3(k)",
        lambda t: t.penalties,
        "A breach by the side that is not in play is a PENALTY: the balls go back and nobody's turn changes.",
    ),
    where(
        "SNK-3.4.a",
        "3.4(a)",
        lambda t: not t.blue_shootout,
        "With the black alone the first pot or foul ends the frame, unless that makes the scores level.",
    ),
    where(
        "SNK-3.4.b",
        "3.4(b)",
        lambda t: not t.blue_shootout,
        "Level, the black is re-spotted: lots are drawn, the cue-ball is in hand, a pot or foul decides.",
    ),
    always("SNK-3.5", "3.5", "From in hand the cue-ball is struck on or within the lines of the D, in any direction."),
    always("SNK-3.7.e", "3.7(e)", "A colour whose spot is occupied goes on the free spot of highest value."),
    always("SNK-3.7.f", "3.7(f)", "Of several such colours the one of highest value goes first."),
    always(
        "SNK-3.7.g",
        "3.7(g)",
        "With every spot occupied a colour goes as near its own as it can be, toward the Top cushion.",
    ),
    always(
        "SNK-3.7.h",
        "3.7(h)",
        "Where there is no room above their spots pink and black go as near below them as they can be.",
    ),
    where(
        "SNK-3.8.a",
        "3.8(a)",
        lambda t: t.asks_to_declare,
        "A ball that is or could be on, at rest against the cue-ball, is called TOUCHING BALL; "
        "after a red the striker is asked to DECLARE.",
        "A ball that is or could be on, at rest against the cue-ball, is called TOUCHING BALL.",
    ),
    always("SNK-3.8.c", "3.8(c)", "Playing away from a touching ball that is on counts as hitting it."),
    always("SNK-3.10.e", "3.10(e)", "Points made before a foul stand; nothing scored in the foul stroke counts."),
    always("SNK-3.10.g", "3.10(g)", "Of several fouls in one stroke the dearest alone is charged."),
    where(
        "SNK-3.10.i",
        "3.10(i)",
        lambda t: t.restores_before_stroke and t.plays_again,
        "After a foul before the stroke the other side may have all balls put back and the offender play.",
    ),
    where("SNK-3.12", "3.12", lambda t: t.plays_again, "A player who is snookered after a foul has a FREE BALL."),
    where(
        "SNK-3.12.a",
        "3.12(a)",
        lambda t: t.free_ball_on,
        "Any ball may be the free ball; it counts as the ball on, and is spotted when potted.",
        "Any ball but the ball on itself may be the free ball; it counts as the ball on, and is spotted when potted.",
    ),
    where(
        "SNK-3.11.e",
        "3.11(e)",
        lambda t: t.penalties,
        "A breach out of turn costs the ball on or the ball concerned.",
        "Touching a marker out of turn costs what it would cost the striker, and the turn goes on.",
    ),
    where(
        "SNK-3.11.f",
        "3.11(f)",
        lambda t: t.penalties,
        "Touching a ball while its place is talked over costs seven, and the turn goes on.",
        "Touching a ball while its place is talked over costs what it would cost the striker, and the turn goes on.",
    ),
    where("SNK-3.11.g.i", "3.11(g)(i)", lambda t: t.penalties, "Using a ball off the table out of turn costs seven."),
    where("SNK-3.11.g.ii", "3.11(g)(ii)", lambda t: t.penalties, "Measuring out of turn costs seven."),
    where(
        "SNK-3.13",
        "3.13",
        lambda t: t.plays_again,
        "The offender may be asked to play again, or to play from the original position; the request stands.",
    ),
    where(
        "SNK-3.14.a",
        "3.14(a)",
        lambda t: t.plays_again,
        "Who hits no ball on first has fouled and missed when the attempt was not the best that the player could make.",
    ),
    where(
        "SNK-3.14.a.i",
        "3.14(a)(i)",
        lambda t: t.plays_again,
        "While any player needs penalty points a failure that was not meant is no miss.",
    ),
    where(
        "SNK-3.14.a.ii",
        "3.14(a)(ii)",
        lambda t: t.plays_again,
        "Where no ball on can be hit a stroke played at one, hard enough to reach it, is no miss.",
    ),
    where(
        "SNK-3.14.c",
        "3.14(c)",
        lambda t: t.plays_again,
        "With a straight path to any part of a ball on every failure is a miss.",
    ),
    where(
        "SNK-3.14.b",
        "3.14(b)",
        lambda t: t.plays_again,
        "After FOUL AND A MISS the offender may be asked to play from the original position.",
    ),
    where("SNK-3.14.b.all", "3.14(b)", lambda t: t.plays_again and t.replaces_all, "Every ball goes back then."),
    where(
        "SNK-OLD-3.14.f",
        "3.14(f)",
        lambda t: t.plays_again and not t.replaces_all,
        "The cue-ball alone goes back then; other balls stay where they are, unless the offender would gain.",
    ),
    where(
        "SNK-3.14.d.i",
        "3.14(d)(i)",
        lambda t: t.plays_again,
        "Failing again from a position with a full ball in view is a miss whatever the score.",
    ),
    where(
        "SNK-3.14.d.touching",
        "3.14(d)(i)",
        lambda t: t.plays_again and t.touching_is_full,
        "Touching a ball that could be on counts as having a full ball in view.",
    ),
    where(
        "SNK-3.14.d.ii",
        "3.14(d)(ii)",
        lambda t: t.plays_again,
        "After the second such failure the offender is warned, and a third loses the frame.",
    ),
    where(
        "SNK-3.14.d.warned",
        "3.14(d)(ii)",
        lambda t: t.plays_again and t.award_needs_warning,
        "No frame is lost so without the Warning.",
    ),
    where(
        "SNK-3.14.e",
        "3.14(e)",
        lambda t: t.plays_again,
        "A ball fouled before the stroke is replayed is no miss; all balls may go back.",
    ),
    where(
        "SIX-3.19.b",
        "3.19(b)",
        lambda t: t.most_misses is not None,
        "The fourth miss in a row brings a Warning; at the fifth the balls go back no more, and the "
        "cue-ball may be placed anywhere unless anybody needed penalty points.",
    ),
    where(
        "SNK-3.15.a",
        "3.15(a)",
        lambda t: t.defects_stand,
        "A ball that a defect of the table moves stays where it is, unless it was just spotted.",
    ),
    always("SNK-3.15", "3.15", "A ball moved by anybody but the striker is put back, and nobody pays."),
    where(
        "SNK-3.16",
        "3.16",
        lambda t: t.restores_before_stroke and t.plays_again,
        "A ball moved or picked up on purpose is a foul; all balls may be put back and either side play.",
    ),
    where(
        "SNK-3.17",
        "3.17",
        lambda t: t.plays_again,
        "A stalemate may be settled by beginning the frame again with the same player.",
    ),
    where(
        "SNK-3.17.d",
        "3.17(d)",
        lambda t: t.plays_again and t.restarts_black,
        "A stalemate on a re-spotted black begins with the black again.",
    ),
    where(
        "SNK-4.1",
        "4.1",
        lambda t: t.warns_first,
        "Unsporting conduct brings a Warning, then loses the frame, then the game.",
        "Unsporting conduct loses the frame, and then the game.",
    ),
    always("SNK-4.2.a", "4.2(a)", "A concession counts when the other side accepts it."),
    where(
        "SNK-4.2.b",
        "4.2(b)",
        lambda t: t.concession_rules,
        "Conceding while nobody needs penalty points is unsporting.",
    ),
    where(
        "SNK-4.2.c",
        "4.2(c)",
        lambda t: t.concession_rules,
        "Balls moved to offer a concession are no foul when it is accepted.",
    ),
    where(
        "SNK-4.2.d",
        "4.2(d)",
        lambda t: t.concession_rules,
        "A foul that is meant, and makes its player need penalty points, is unsporting.",
    ),
    always("SNK-4.3", "4.3", "Time wasting brings a Warning, and then loses the frame."),
    where(
        "SNK-4.4.a",
        "4.4(a)",
        lambda t: t.forfeits_always,
        "A forfeited frame costs its points, and the other side has the value of the balls left.",
        "Where points of several frames decide, a forfeited frame costs its points, and the other side "
        "has the value of the balls left.",
    ),
)
"""In the order of the book."""
