"""A free ball may not be used to snooker the next player (Section 3 Rule 12(b)(ii), penalty 11(a)(viii))."""

from tracker.domain.ball import RED
from tracker.rules.snooker.clauses import Broken, on_only
from tracker.rules.snooker.facts import Facts
from tracker.rules.snooker.position import Position
from tracker.rules.snooker.sight import balls_of, snookering


def hides_behind_free_ball(facts: Facts) -> Broken | None:
    """After a stroke that scores nothing the next player is snookered by the nominated free ball.

    No foul where only two object balls are left (2024 wording).
    """
    if not facts.at.free or facts.counted() or facts.cue_gone or _object_balls(facts.at) <= TWO:
        return None
    if facts.told.snookered is not None:
        hidden = facts.told.snookered and facts.told.snookered_by == facts.at.free
    else:
        hidden = facts.at.free in _snookering(facts)
    return (
        Broken(why=f"next player snookered by the free ball {facts.at.free}", value=on_only(facts)) if hidden else None
    )


TWO = 2


def _object_balls(at: Position) -> int:
    return at.reds + len(at.colours)


def _snookering(facts: Facts) -> frozenset[str]:
    places = [place for place in facts.standing.places if place.ball != facts.cue]
    cue = [place.at for place in facts.standing.places if place.ball == facts.cue]
    on = frozenset({RED if facts.at.reds else facts.at.lowest})
    others = [place for place in places if place.ball not in on]
    return snookering(cue[0], balls_of(places, on), others, facts.kit.touching_mm) if cue else frozenset()
