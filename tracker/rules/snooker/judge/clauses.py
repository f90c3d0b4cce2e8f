"""Each sentence of the penalty rule that a stroke can break, as one small function.

Source: Section 3 Rule 11 (penalties), with Rules 5, 6, 8 and 12; ids are those of the rules catalogue. A clause
looks at one thing only; the judge runs them all, keeps every finding and charges the dearest (SNK-3.10.g).
"""

from collections.abc import Callable
from dataclasses import dataclass

from tracker.domain.law.ruling import Finding
from tracker.domain.table.ball import RED
from tracker.domain.table.plane import outside_d_mm
from tracker.rules.reading import read_out
from tracker.rules.snooker.frame.position import COLOUR
from tracker.rules.snooker.judge.facts import LEAST, Facts, named, on_in_words

FIVE, SEVEN = 5, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """What a clause says when it is broken."""

    why: str
    value: int
    sure: float = 1.0
    ask: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A sentence of the book: its id, its paragraph in the edition, the facts that it reads, and the test itself."""

    id: str
    cite: str
    reads: frozenset[str]
    test: Callable[[Facts], Broken | None]
    faults: frozenset[str] = frozenset()
    """For a fault that people report: the words for it."""
    after_others: bool = False
    """True: it reads what the other clauses found (`Facts.broken`), and runs after them."""
    told: str = ""
    """The sentence in words, where the test's own docstring does not say it."""

    @property
    def says(self) -> str:
        """The sentence in words."""
        return self.told or read_out(self.test)

    def find(self, facts: Facts) -> Finding | None:
        """Return the finding if the stroke breaks this sentence."""
        broken = self.test(facts)
        if broken is None:
            return None
        return Finding(
            clause=self.id, cite=self.cite, why=broken.why, value=broken.value, sure=broken.sure, ask=broken.ask
        )


def on_only(facts: Facts) -> int:
    """Return the penalty of group a: the ball on, four at least."""
    return max(LEAST, facts.on_value)


def meets_no_ball(facts: Facts) -> Broken | None:
    """3.11(a)(vi): the cue-ball meets no object ball, unless it was played away from a touching ball on."""
    if facts.stroke.first_hit or facts.touching_on:
        return None
    return Broken(why=f"no ball hit, {on_in_words(facts)}", value=on_only(facts), sure=facts.first_sure)


def goes_in_off(facts: Facts) -> Broken | None:
    """3.11(a)(vii): the cue-ball is pocketed."""
    if not facts.cue_in:
        return None
    return Broken(why=f"cue-ball pocketed, {on_in_words(facts)}", value=on_only(facts), sure=facts.pot_sure())


def plays_from_outside_d(facts: Facts) -> Broken | None:
    """3.11(a)(v): in hand, the cue-ball is struck from a place that is not on or within the D."""
    if facts.reported("outside-d"):
        return Broken(why="improperly played from in hand", value=on_only(facts))
    centre = facts.kit.spot_of("brown")
    if not facts.at.in_hand or facts.at.anywhere or centre is None or not facts.stroke.is_origin_known:
        return None
    outside = outside_d_mm(facts.stroke.origin, centre, facts.kit.d_radius_mm)
    measured = any(place.sd_mm > 0 for place in facts.standing.places)
    if outside <= (CAMERA_MM if measured else 0.0):
        return None
    ask = measured and outside < 3 * CAMERA_MM
    sure = 0.5 if ask else 1.0
    return Broken(why=f"played from hand {outside:.1f} mm outside the D", value=on_only(facts), sure=sure, ask=ask)


CAMERA_MM = 15.0
"""A camera that measured the places accuses nobody of less than this, and asks below three times as much."""


def jumps(facts: Facts) -> Broken | None:
    """3.11(a)(x): a jump shot, with the three exceptions of 2.20; none of them for a touching ball that was hit."""
    if facts.told.jump and set(facts.stroke.first_hit) & set(facts.at.touching):
        return Broken(why=f"jumped over {facts.told.jump.over} from a touching ball", value=on_only(facts))
    return jumps_also_from_touching(facts)


def jumps_also_from_touching(facts: Facts) -> Broken | None:
    """3.11(a)(x) before 2022: a jump shot, with the three exceptions of 2.20, for a touching ball too (ED-11)."""
    jump = facts.told.jump
    if facts.reported("jump-shot"):
        return Broken(why="jump shot", value=on_only(facts))
    if jump is None:
        over = facts.stroke.jumped
        return (
            Broken(why=f"cue-ball passed over {named(over)}", value=on_only(facts), sure=0.5, ask=True)
            if over
            else None
        )
    first = facts.stroke.first_hit[:1]
    met_other = len(facts.stroke.touches) > 1 or any(b.ball == facts.cue for b in facts.stroke.cushions)
    fair = not jump.beyond or (jump.after_contact and ((jump.over,) != first or met_other))
    return None if fair else Broken(why=f"jumped over {jump.over}", value=on_only(facts))


def pockets_ball_not_on(facts: Facts) -> Broken | None:
    """3.11(b)(iii): a ball not on is pocketed."""
    wrong = tuple(ball for ball in facts.potted if ball not in facts.may_pot)
    if not wrong:
        return None
    why = f"{named(wrong)} pocketed, {on_in_words(facts)}"
    return Broken(why=why, value=facts.dearest(wrong), sure=facts.pot_sure())


def hits_wrong_ball_first(facts: Facts) -> Broken | None:
    """3.11(b)(iv): the ball met first is not on; with a free ball, it is not the free ball."""
    if len(facts.stroke.first_hit) != 1 or facts.touching_on:
        return None
    ball = facts.stroke.first_hit[0]
    if ball in facts.may_hit or not facts.may_hit:
        return None
    why = f"{ball} hit first, {on_in_words(facts)}"
    return Broken(why=why, value=facts.dearest((ball,)), sure=facts.first_sure)


def forces_ball_off(facts: Facts) -> Broken | None:
    """3.11(b)(x): a ball is forced off the table."""
    gone = facts.off_table
    if not gone:
        return None
    return Broken(why=f"{named(gone)} off the table, {on_in_words(facts)}", value=facts.dearest(gone))


def hits_two_at_once(facts: Facts) -> Broken | None:
    """3.11(c) and 3.6: two balls met at the same moment, other than two reds on or the free ball and a ball on."""
    together = facts.stroke.first_hit
    if len(together) < 2 or facts.touching_on:
        return None
    all_on = all(ball in facts.may_pot for ball in together)
    if all_on and (facts.at.free in together if facts.at.free else facts.target == "red"):
        return None
    why = f"{named(together)} hit at the same moment, {on_in_words(facts)}"
    return Broken(why=why, value=facts.dearest(together), sure=facts.first_sure)


def plays_at_reds_twice(facts: Facts) -> Broken | None:
    """3.11(d)(iii): after a red, or a free ball as red, a red again is played at and no colour was nominated."""
    if facts.at.on != COLOUR or facts.at.nominated or set(facts.stroke.first_hit) != {RED}:
        return None
    why = "red played at after a red, no colour nominated"
    return Broken(why=why, value=SEVEN, sure=facts.first_sure)


def fouls_before_nominating(facts: Facts) -> Broken | None:
    """3.11(d)(vi): after a red, a foul before a colour is nominated; a plain aim may count as one."""
    if facts.at.on != COLOUR or facts.at.nominated or not facts.broken:
        return None
    return Broken(why="a foul with no colour nominated: which one was aimed at?", value=SEVEN, ask=True)


def reaches_no_cushion(facts: Facts) -> Broken | None:
    """Shoot Out 17: no ball meets a cushion, and none enters a pocket."""
    if facts.stroke.cushions or facts.stroke.potted:
        return None
    return Broken(why=f"no ball on a cushion or in a pocket, {on_in_words(facts)}", value=max(FIVE, facts.on_value))


def moves_touching_ball(facts: Facts) -> Broken | None:
    """3.8(b) and 3.11(b)(v): a touching ball is moved by the striking of the cue-ball, which is a push stroke."""
    if not facts.told.moved_touching:
        return None
    balls = facts.at.touching
    return Broken(why=f"touching {named(balls)} moved: push stroke", value=facts.dearest(balls))


def strikes_moving_balls(facts: Facts) -> Broken | None:
    """3.11(b)(i), 3.3(l): struck while a ball still moves."""
    if facts.told.early != "rest" or facts.told.rest_condoned:
        return None
    return Broken(why="struck before all balls were at rest", value=facts.dearest((facts.told.early_ball,)))


def strikes_during_cleaning(facts: Facts) -> Broken | None:
    """3.11(b)(ix): struck before a ball taken for cleaning is back."""
    if facts.told.early != "cleaning":
        return None
    return Broken(why="struck before a cleaned ball was back", value=facts.dearest((facts.told.early_ball,)))


def strikes_before_free_ball_is_back(facts: Facts) -> Broken | None:
    """3.11(a)(i), 3.3(h)(iv): struck before a colour that was the free ball is spotted."""
    free = facts.at.just.free if facts.at.just else ""
    if not (free and facts.waited_for == (free,)):
        return None
    return Broken(why=f"struck before the free ball {free} was spotted", value=on_only(facts))


def strikes_before_colour_is_back(facts: Facts) -> Broken | None:
    """3.11(b)(ii), 3.3(h)(iv): struck before a colour that was no free ball is spotted."""
    free = facts.at.just.free if facts.at.just else ""
    return None if free and facts.waited_for == (free,) else strikes_before_any_colour_is_back(facts)


def strikes_before_any_colour_is_back(facts: Facts) -> Broken | None:
    """3.11(b)(ii) before 2022: struck before a colour is spotted, the free ball among them."""
    if facts.told.early != "spotting":
        return None
    why = f"struck before {named(facts.waited_for) or 'a colour'} was spotted"
    return Broken(why=why, value=facts.dearest(facts.waited_for))


def plays_out_of_turn(facts: Facts) -> Broken | None:
    """3.11(a)(iv), four-handed: the striker's partner plays in his place."""
    if not facts.stand_in:
        return None
    return Broken(why=f"{facts.stand_in} played in the turn of {facts.at.player}", value=on_only(facts))


def plays_out_of_turn_in_any_game(facts: Facts) -> Broken | None:
    """3.11(a)(iv) before 2022: a player plays when it is not his turn, in any game."""
    if facts.told.turn_taken:
        return Broken(why="played out of turn", value=on_only(facts))
    return plays_out_of_turn(facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a reported fault costs: the ball on or the ball concerned, the ball on alone, or seven."""

    on_only: bool = False
    seven: bool = False


def reported(id: str, cite: str, faults: str, why: str, price: Price = Price()) -> Clause:
    """Return the clause of a fault that only a person can see: `faults` are its words in a report."""
    words = frozenset(faults.split())

    def is_reported(facts: Facts) -> Broken | None:
        balls = [told.ball for told in facts.told.faults if told.name in words]
        if not balls:
            return None
        value = SEVEN if price.seven else on_only(facts) if price.on_only else facts.dearest(balls)
        return Broken(why=why, value=value)

    told = f"{why[:1].upper()}{why[1:]}."
    return Clause(id=id, cite=cite, reads=frozenset(), test=is_reported, faults=words, told=told)
