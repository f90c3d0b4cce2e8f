"""What only the referee is told beside a ruling: other readings of the book, level sums, the house view.

Source: Section 5 Rule 1(b): players are not told the difference in scores, nor given advice. The readings are those of
the ambiguities AMB-10 to AMB-13.
"""

from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import is_occupied
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.judge.facts import Facts
from tracker.rules.snooker.judge.remarks import Remark


def notes_on(facts: Facts, miss: Remark | None, then: Position, colours: set[str]) -> tuple[str, ...]:
    """Return the notes on a foul: `then` is how scores stand after it, `colours` are those that must be spotted."""
    of_miss = (*excuse(miss), *level_sums(facts.at, then), *house_view(facts.at, miss)) if miss else ()
    return (*of_miss, *other_spotting(facts, colours, facts.kit))


def excuse(miss: Remark) -> tuple[str, ...]:
    """Say why a failure is no miss."""
    return (f"no miss by {miss.cite}: {miss.why}",) if miss.holds is False else ()


def level_sums(at: Position, then: Position) -> tuple[str, ...]:
    """Say where a side trails by exactly what is left, which is not yet needing penalty points (AMB-10)."""
    level = {
        at.names[side]
        for one in (at, then)
        for side in (0, 1)
        if one.scores[1 - side] - one.scores[side] == one.left(side)
    }
    return tuple(f"{name} trails by exactly the points left: read as not needing penalties" for name in sorted(level))


def house_view(at: Position, miss: Remark | None) -> tuple[str, ...]:
    """Say how strictly the house takes a failure that the book leaves to the referee (AMB-12)."""
    if miss is None or miss.holds is not None or miss.cite != "3.14(a)":
        return ()
    if at.level == "professional":
        return ("house view, professional: a miss unless the very best was done",)
    return ("house view, club: a miss only if the stroke was short, off line, or into the snookering ball",)


def other_spotting(facts: Facts, colours: set[str], kit: Kit) -> tuple[str, ...]:
    """Say where of several colours some find their spot free and some do not, which can be read otherwise (AMB-13)."""
    lying = [place.at for place in facts.standing.places if place.ball not in colours]
    taken = {colour for colour in colours if (own := kit.spot_of(colour)) and is_occupied(own, lying, kit.touching_mm)}
    if not taken or taken == colours:
        return ()
    return ("colours with a free spot of their own go home first; strictly by value would be another reading (3.7(f))",)
