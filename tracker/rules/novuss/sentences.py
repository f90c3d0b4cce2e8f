"""What the book of novuss says beside what a stroke can break, a sentence each, as far as this program acts on it."""

from collections.abc import Iterable
from typing import Final

from tracker.domain.law.rulebook import Sentence
from tracker.rules.novuss.clauses import GAME, PENALTY, SET, TURN, Clause
from tracker.rules.novuss.reports import FAULTS, NOTHING, WARN
from tracker.rules.reading import in_order

GENERAL: Final = (
    Sentence(id="NOV-2.9", cite="N2 ¶9",
             says="The returning striker may cross the own zone line only while the player has a dark puck."),
    Sentence(id="NOV-2.10", cite="N2 ¶10",
             says="Who pockets one or more own pucks without a breach goes on with the series."),
    Sentence(id="NOV-2.11", cite="N2 ¶11",
             says="A puck or striker that lands on top of an edge, or falls back from outside, is off the board."),
    Sentence(id="NOV-2.13", cite="N2 ¶13",
             says="A puck that hangs on a pocket and drops untouched is put back, and is not pocketed."),
    Sentence(id="NOV-2.14", cite="N2 ¶14",
             says="A puck off the board goes to the centre of the circle; if that is taken, to the point of the circle "
             "on the side it left, then to another one; and if all five are taken, between the centre and that side."),
    Sentence(id="NOV-2.15", cite="N2 ¶15",
             says="A broken puck counts as lying where its largest part is: on the board, pocketed, or off it."),
    Sentence(id="NOV-3.2", cite="N3 ¶2", says="All own pucks may be played by a rebound."),
    Sentence(id="NOV-3.3", cite="N3 ¶3",
             says="A puck in the circle or in the own blind zone may not be played by a direct stroke."),
    Sentence(id="NOV-3.4", cite="N3 ¶4", says="It may be played by a rebound off the far board."),
    Sentence(id="NOV-3.5", cite="N3 ¶5", says="It may be played with the striker after an open own puck."),
    Sentence(id="NOV-3.8", cite="N3 ¶8", says="One in the circle may also be played by a rebound off a side board."),
    Sentence(id="NOV-3.9", cite="N3 ¶9",
             says="Who has only dark pucks and touches none by a rebound off the far board is not penalised."),
    Sentence(id="NOV-3.13", cite="N3 ¶13",
             says="Who has no puck for a direct stroke may attack the opponent's by a rebound."),
    Sentence(id="NOV-3.16", cite="N3 ¶16",
             says="An attack by way of an open own puck stands, whatever else the stroke is penalised for."),
    Sentence(id="NOV-4.5", cite="N4 ¶5", says="The third warning loses the game."),
    Sentence(id="NOV-6.20", cite="N6 ¶20", says="Several breaches in one stroke cost one penalty puck."),
    Sentence(id="NOV-6.21", cite="N6 ¶21",
             says="Penalty pucks are put about the centre line against the board opposite the offender."),
    Sentence(id="NOV-6.22", cite="N6 ¶22",
             says="With all pucks on the board the penalty puck is owed; a debt that is forgotten is void."),
    Sentence(id="NOV-6.23", cite="N6 ¶23",
             says="Owed pucks are put out when a turn has ended, or when the player has cleared all in a series."),
    Sentence(id="NOV-6.24", cite="N6 ¶24", says="All that are available are put out at once; the rest stays owed."),
    Sentence(id="NOV-6.25", cite="N6 ¶25", says="A puck put back from off the board is no penalty puck."),
    Sentence(id="NOV-8.3", cite="N8 ¶3", says="The set is won by the side that first has no puck left and owes none."),
    Sentence(id="NOV-8.4", cite="N8 ¶4",
             says="A penalty or a backslide with the last puck loses the set; the last pucks of both sides at once "
             "have it played again."),
    Sentence(id="NOV-8.5", cite="N8 ¶5",
             says="A clearance in the first turn may be answered; if it is, the set is played again with sides and "
             "first strike exchanged."),
    Sentence(id="NOV-8.6", cite="N8 ¶6",
             says="When both sides have only blind pucks and miss three times each, the set is played again."),
    Sentence(id="NOV-9.1", cite="N9 ¶1", says="In doubles the players follow one another clockwise."),
    Sentence(id="NOV-9.2", cite="N9 ¶2", says="A pair wins by clearing the pucks of both partners."),
    Sentence(id="NOV-9.5", cite="N9 ¶5",
             says="In doubles a penalty puck goes to the side opposite the player who broke the rule."),
    Sentence(id="NOV-9.6", cite="N9 ¶6",
             says="It is put there only when the pucks on that side have been moved and the pair has fewer than all."),
    Sentence(id="NOV-9.7", cite="N9 ¶7",
             says="A pair that clears in the first turn is answered by one opponent, who must clear in one series."),
    Sentence(id="NOV-10.4", cite="N10 ¶6",
             says="More than half of the sets win the game; an even number of them may be drawn."),
)  # fmt: skip
"""What the law and the placing of pucks do."""


PRICES: Final = {
    TURN: "The turn is lost.", PENALTY: "A penalty puck, and the turn is lost.", SET: "The set is lost.",
    GAME: "The game is lost.", WARN: "A warning.", NOTHING: "",
}  # fmt: skip
"""What each breach costs."""


def read_all(clauses: Iterable[Clause]) -> tuple[Sentence, ...]:
    """Return every sentence once, in the order of the book: clauses, general ones, and acts that are no stroke."""
    said = [
        Sentence(
            id=clause.id, cite=clause.cite, says=f"{clause.says} {PRICES[clause.costs]}", is_told=bool(clause.fault)
        )
        for clause in clauses
    ]
    told = dict.fromkeys((fault.id, fault.cite) for fault in FAULTS)
    acts = [Sentence(id=id, cite=cite, says=_acts(id), is_told=True) for id, cite in told]
    first = {one.id: one for one in reversed((*said, *GENERAL, *acts))}
    return tuple(sorted(first.values(), key=in_order))


def _acts(id: str) -> str:
    """Return what the rules on acts say under one id, each with its price."""
    acts = dict.fromkeys((fault.why, fault.costs) for fault in FAULTS if fault.id == id)
    return " ".join(f"{why[:1].upper()}{why[1:]}. {PRICES[costs]}".strip() for why, costs in acts)
