"""Each sentence of the novuss book that a stroke can break, as one small function.

Sources: N5 (loss of set), N6 (penalty pucks), N7 (loss of turn), with N2 and N3; ids are those of the rules catalogue.
A clause looks at one thing only; the judge runs them all, keeps every finding and rules by the gravest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.domain.law.ruling import Finding
from tracker.rules.novuss.facts import STRIKER, Facts
from tracker.rules.novuss.told import BLIND, BOTH, CENTRE, EQUAL, IN, LIGHT, NOTHING_HIT, OPPONENT, OUT
from tracker.rules.reading import read_out

TURN, PENALTY, SET, GAME = "turn", "penalty", "set", "game"
GRAVITY: Final = (TURN, PENALTY, SET, GAME)
"""What a breach costs, from the lightest to the gravest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A sentence of the book: its id and paragraph, what it costs, the facts that it reads, and the test itself."""

    id: str
    cite: str
    costs: str
    reads: frozenset[str]
    test: Callable[[Facts], str | None]
    """Returns what was wrong, or None."""
    fault: str = ""
    """For a fault that only people can see: its word in a report."""
    told: str = ""
    """The sentence in words, where the test's own docstring does not say it."""

    @property
    def says(self) -> str:
        """The sentence in words."""
        return self.told or read_out(self.test)

    def find(self, facts: Facts) -> Finding | None:
        """Return the finding if the stroke breaks this sentence."""
        why = self.test(facts)
        return Finding(clause=self.id, cite=self.cite, why=why, value=int(self.costs == PENALTY)) if why else None


def misses_all(facts: Facts) -> str | None:
    """N6 ¶2: no puck is touched though one could be hit directly, whatever boards were met (AMB-81)."""
    return "no puck touched" if facts.first == NOTHING_HIT and facts.has_light else None


def hits_opponent_directly(facts: Facts) -> str | None:
    """N6 ¶3: a direct stroke first touches an opponent's puck, or one of each side at once."""
    if not facts.is_direct or facts.first not in (OPPONENT, BOTH):
        return None
    return "direct stroke, an opponent's puck touched first" + (" together with an own one" * (facts.first == BOTH))


def rebounds_on_opponent(facts: Facts) -> str | None:
    """N6 ¶4: a rebound first touches an opponent's puck while there is an own one for a direct stroke."""
    wrong = not facts.is_direct and facts.first == OPPONENT and facts.has_light
    return "rebound, an opponent's puck touched first with an own one open to a direct stroke" if wrong else None


def pockets_striker(facts: Facts) -> str | None:
    """N6 ¶5: the striker drops into a pocket."""
    return "striker pocketed" if facts.striker_in else None


def drives_striker_off(facts: Facts) -> str | None:
    """N6 ¶6: the striker is driven off the board; landing on top of an edge is off (N2 ¶14)."""
    return "striker off the board" if facts.striker_off else None


def _short_of_far(facts: Facts) -> bool:
    """Tell whether a rebound at dark pucks met neither the far board nor a puck in the circle (AMB-56, AMB-81)."""
    if facts.first == LIGHT or facts.reached_circle or facts.reached_far is not False:
        return False
    return not facts.is_direct or (facts.first == NOTHING_HIT and not facts.has_light)


def rebounds_short_with_dark_only(facts: Facts) -> str | None:
    """N6 ¶7: with dark pucks only, a rebound off a side board does not reach the far board as in ¶10."""
    wrong = _short_of_far(facts) and not facts.has_light
    return "only dark own pucks, and the rebound did not touch the far board" if wrong else None


def rebounds_short(facts: Facts) -> str | None:
    """N6 ¶10: a rebound touches neither the opponent's board nor a puck in the circle."""
    wrong = _short_of_far(facts) and facts.has_light and facts.first == BLIND
    return "the rebound touched neither the far board nor a puck in the circle" if wrong else None


def hits_dark_directly(facts: Facts) -> str | None:
    """N6 ¶9: a direct stroke hits an own puck in the circle or the player's blind zone."""
    wrong = facts.is_direct and facts.first in (BLIND, CENTRE)
    return "direct stroke at an own puck in the circle or the blind zone" if wrong else None


def hits_blind_zone_first(facts: Facts) -> str | None:
    """N6 ¶12: a direct stroke touches a puck in the player's blind zone before any puck outside of it."""
    return "direct stroke, a puck in the own blind zone touched first" if _hits_blind(facts) else None


def _hits_blind(facts: Facts) -> bool:
    return facts.is_direct and facts.first == BLIND


def drives_opponent_off(facts: Facts) -> str | None:
    """N6 ¶17: a direct stroke drives an opponent's puck off the board."""
    return "direct stroke, an opponent's puck driven off the board" if facts.is_direct and facts.drove_off else None


def _attacks(facts: Facts, zone: str) -> bool:
    """Tell whether a direct stroke drives an opponent's puck into `zone` other than by way of an own light puck."""
    return facts.is_direct and facts.first in (OPPONENT, BOTH) and facts.drove[0] == zone


def attacks_centre(facts: Facts) -> str | None:
    """N3 ¶11: a direct stroke drives an opponent's puck into the circle; it is put back."""
    return "direct attack: an opponent's puck driven into the circle is put back" if _attacks(facts, "centre") else None


def attacks_blind_zone(facts: Facts) -> str | None:
    """N3 ¶17: in singles, a direct stroke drives an opponent's puck into the opponent's blind zone; it is put back."""
    wrong = facts.at.team == 1 and _attacks(facts, "blind")
    return "direct attack: an opponent's puck driven into its blind zone is put back" if wrong else None


def attacks_blind_zone_in_doubles(facts: Facts) -> str | None:
    """N9 ¶3, ¶4: in doubles the same costs a penalty puck, and the puck stays (AMB-55)."""
    wrong = facts.at.team > 1 and _attacks(facts, "blind")
    return "direct attack: an opponent's puck driven into its blind zone stays there" if wrong else None


def breaks_striker(facts: Facts) -> str | None:
    """N6 ¶18: the striker breaks and a part of it is pocketed or leaves the board."""
    broken = facts.told.broken
    wrong = broken is not None and broken.ball == STRIKER and broken.part in (IN, OUT)
    return "striker broken, a part of it pocketed or off the board" if wrong else None


def hits_several_out_of_blind_zone(facts: Facts) -> str | None:
    """N5 ¶2: a direct stroke hits several own pucks out of the blind zone."""
    wrong = _hits_blind(facts) and facts.blind_out > 1
    return f"direct stroke, {facts.blind_out} own pucks hit out of the blind zone" if wrong else None


def moves_others_from_blind_zone(facts: Facts) -> str | None:
    """N5 ¶5: a puck in the own blind zone is touched first by a direct stroke, and then others move (AMB-54)."""
    wrong = _hits_blind(facts) and facts.moved_others > 0
    return "an own blind puck hit directly, and other pucks moved by it" if wrong else None


def breaks_rules_knowingly(facts: Facts) -> str | None:
    """N5 ¶4: the rules are knowingly violated."""
    return "the breach was meant" if facts.told.intent else None


OUT_OF_TURN: Final = "struck first without the right to"


def strikes_first_out_of_turn(facts: Facts) -> str | None:
    """N5 ¶9: a player who has not the right to strike first does, and it is found before the next stroke."""
    return OUT_OF_TURN if _out_of_turn(facts) and facts.at.team == 1 else None


def strikes_first_out_of_turn_in_doubles(facts: Facts) -> str | None:
    """N5 ¶11: a player of doubles who has not the right to strike first does."""
    wrong = _out_of_turn(facts) and facts.at.team > 1
    return "a player of the pairs struck first without the right to" if wrong else None


def _out_of_turn(facts: Facts) -> bool:
    by = facts.told.by
    is_other = by is not None and by != (facts.side, facts.at.player)
    return facts.at.strokes == 0 and (facts.at.out_of_turn or is_other)


def pockets_none(facts: Facts) -> str | None:
    """N7 ¶1: none of the player's pucks is pocketed."""
    return None if facts.pocketed[0] else "no own puck pocketed"


def pockets_opponents(facts: Facts) -> str | None:
    """N7 ¶2: an opponent's puck is pocketed; it stays down."""
    return "an opponent's puck pocketed" if facts.pocketed[1] else None


def drives_puck_off(facts: Facts) -> str | None:
    """N7 ¶3: a puck is forced off the board; it goes back into the circle and is no penalty puck (N6 ¶25)."""
    return "a puck forced off the board" if facts.off else None


def slides_back(facts: Facts) -> str | None:
    """N7 ¶5: the returning striker crosses the player's own zone line while he has no dark puck (N2 ¶9)."""
    return "the striker slid back over the own zone line" if facts.slid_back and not facts.has_dark else None


def reported(id: str, cite: str, fault: str, costs: str, why: str) -> Clause:
    """Return the clause of a fault in the stroke that only a person can see: `fault` is its word in a report."""
    return Clause(
        id=id, cite=cite, costs=costs, reads=frozenset(), fault=fault,
        test=lambda facts: why if fault in facts.told.faults else None, told=f"{why[:1].upper()}{why[1:]}.",
    )  # fmt: skip


def asked_of(facts: Facts) -> tuple[str, ...]:
    """Return what a person must settle because the book or the facts leave it open."""
    broken = facts.told.broken
    first_unknown = facts.first is None
    unsure_edge = not facts.is_direct and facts.reached_far is None and facts.first in (BLIND, OPPONENT, NOTHING_HIT)
    side_only = not facts.is_direct and facts.first == LIGHT and facts.reached_far is False
    is_equal = broken is not None and broken.part == EQUAL
    notes = (
        ("first contact: in which zone did the own puck lie that was touched first?", first_unknown),
        ("did the rebound touch the far board?", unsure_edge and not facts.reached_circle),
        ("a rebound off a side board onto an open own puck: the book can be read both ways (N3 ¶2, N6 ¶10)", side_only),
        ("the parts are of one size: the opponent says which place is the harder (N2 ¶15)", is_equal),
    )
    return tuple(note for note, holds in notes if holds)
