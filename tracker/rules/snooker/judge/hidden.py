"""A ball of the striker's own choice may not be used to snooker the next player.

Source: Section 3 Rule 12(b)(ii), penalty 11(a)(viii), for the free ball; Rule 19(d), penalty 11(a)(ix), for the
nominated colour in six-reds.
"""

from collections.abc import Callable

from tracker.domain.table.ball import BLACK, PINK, RED
from tracker.rules.snooker.frame.position import COLOUR, Position
from tracker.rules.snooker.judge.clauses import Broken, on_only
from tracker.rules.snooker.judge.facts import Facts
from tracker.rules.snooker.judge.remarks import SPREADS, spread_mm
from tracker.rules.snooker.places.sight import balls_of, snookering


def hides_behind_free_ball(exempt: Callable[[Position], bool]) -> Callable[[Facts], Broken | None]:
    """Return the clause: after a stroke that scores nothing the next player is snookered by the nominated free ball.

    `exempt` tells in which positions the edition allows it.
    """

    def hides(facts: Facts) -> Broken | None:
        """3.12(b)(ii): a stroke that scores nothing leaves the next player snookered by the free ball."""
        if not facts.at.free or exempt(facts.at):
            return None
        return _snooker_by(facts, facts.at.free, f"next player snookered by the free ball {facts.at.free}")

    return hides


def hides_behind_nominated(facts: Facts) -> Broken | None:
    """3.11(a)(ix), six-reds: after a colour that was not potted the next player is snookered by that colour."""
    colour = facts.at.nominated
    if facts.at.on != COLOUR or not colour:
        return None
    return _snooker_by(facts, colour, f"next player snookered by the nominated {colour}")


def two_object_balls(at: Position) -> bool:
    """Tell whether no more than two object balls are left (2024)."""
    return at.reds + len(at.colours) <= len((PINK, BLACK))


def only_pink_and_black(at: Position) -> bool:
    """Tell whether pink and black are the only object balls left (2022 and before)."""
    return not at.reds and at.colours == (PINK, BLACK)


def _snooker_by(facts: Facts, ball: str, why: str) -> Broken | None:
    """Return what is broken where a stroke that scored nothing leaves the next player snookered by `ball`.

    What the spread of the places decides is asked about.
    """
    if facts.counted() or facts.cue_gone:
        return None
    if facts.told.snookered is not None:
        hides = facts.told.snookered and facts.told.snookered_by == ball
        return Broken(why=why, value=on_only(facts)) if hides else None
    if ball not in _snookering(facts, 0.0):
        return None
    is_open = ball not in _snookering(facts, SPREADS * spread_mm(facts.standing.places))
    return Broken(why=why, value=on_only(facts), sure=0.5 if is_open else 1.0, ask=is_open)


def _snookering(facts: Facts, slack_mm: float) -> frozenset[str]:
    """Return what snookers the next player, though all balls in the way were narrower by `slack_mm`."""
    places = [place for place in facts.standing.places if place.ball != facts.cue]
    cue = [place.at for place in facts.standing.places if place.ball == facts.cue]
    on = frozenset({RED if facts.at.reds else facts.at.lowest})
    others = [place for place in places if place.ball not in on]
    return snookering(cue[0], balls_of(places, on), others, facts.kit.touching_mm - slack_mm) if cue else frozenset()
