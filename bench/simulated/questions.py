"""What pictures may leave open about a stroke: each question with its answers, and how likely each of them is.

Theory: odds are honest when of all answers told with probability p a share p is true. Between two answers of one
stroke that is drawn directly: the likelier is the true one as often as it is told. Where two unlike strokes look alike
(a ball that fell unseen, a ball that hid) the told p of each is drawn from the density that makes it so: 2p on the
one that has it, 2(1 - p) on the other, as many of either.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import log, sqrt
from random import Random
from typing import Final

from bench.simulated.frame import Struck
from bench.simulated.layout import Layout
from bench.simulated.rates import Rates
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm

Told = tuple[Stroke, Standing]
Edit = Callable[[Told], Told]

LEAST_P: Final = 0.02
ASKED_P: Final = 0.9
"""Below this the likelier of two first contacts is told as open: it is wrong as often as is said."""
SAID: Final = {0.942: 35, 0.955: 131, 0.986: 359, 0.991: 779}
"""How likely the others were told to be, and how many were: means of those below 0.95, 0.97, 0.99, and above."""
LOOKALIKES: Final = {
    "red": ("brown", "pink", "brown"), "brown": ("red",), "pink": ("red",), "black": ("green", "brown"),
    "green": ("black", "blue"), "blue": ("green",), "yellow": ("white", "green"), "a": ("b",), "b": ("a",),
}  # fmt: skip
"""What a ball is taken for; the cue-ball is known by what it does."""
BILLIARDS_LOOKALIKES: Final = {"white": ("yellow",), "yellow": ("white",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer: what it makes of the true facts, and how likely it is told to be."""

    edit: Edit
    p: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is open, and the answers to it."""

    about: str
    answers: tuple[Answer, ...]
    true: bool
    """The likeliest answer is the true one."""


def as_it_was(told: Told) -> Told:
    """Leave the facts as they are."""
    return told


def questions(rng: Random, kit: Kit, struck: Struck, rates: Rates) -> tuple[Question, ...]:
    """Return what is open about a stroke."""
    made = (
        _first(rng, struck, rates), *_pots(rng, struck, rates), _hiding(rng, kit, struck, rates),
        _colour(rng, struck, rates), _second(rng, kit, struck, rates),
    )  # fmt: skip
    return tuple(one for one in made if one is not None)


def even(rng: Random) -> float:
    """Return how likely the likelier of two answers is told to be: from a toss-up to where it is no longer open."""
    return rng.uniform(0.5, ASKED_P)


def all_but_sure(rng: Random) -> float:
    """Return how likely an answer is told to be that is not open."""
    return rng.choices(list(SAID), list(SAID.values()))[0]


def leaning(rng: Random, *, holds: bool) -> float:
    """Return the told probability of something that may hold, drawn as honest odds are where it does or does not."""
    p = sqrt(rng.random())
    return min(1 - LEAST_P, max(LEAST_P, p if holds else 1 - p))


def of_two(about: str, true: Answer, false: Answer) -> Question:
    """Return the question between two answers, the likelier first."""
    right = true.p >= false.p
    return Question(about=about, answers=(true, false) if right else (false, true), true=right)


def _first(rng: Random, struck: Struck, rates: Rates) -> Question | None:
    """Ask what the cue-ball met first: openly, or all but surely, which is wrong seldomer than is said."""
    asked = rng.random() < rates.first_asked
    if not asked and rng.random() >= rates.first_near:
        return None
    rival = _rival(rng, struck)
    if rival is None:
        return None
    told_p = even(rng) if asked else all_but_sure(rng)
    right = rng.random() >= (1 - told_p if asked else rates.first_wrong)
    p = 1 - told_p if right else told_p
    true = Answer(edit=sure_of_first(1 - p), p=1 - p, why=_met(struck.stroke.first_hit))
    false = Answer(edit=hit_first(rival, p, struck.before.places), p=p, why=_met(rival))
    about = "first contact asked" if asked else "first contact all but sure" if right else "first contact told wrong"
    return of_two(about, true, false)


def _met(hit: tuple[str, ...]) -> str:
    return f"{' and '.join(hit)} met first" if hit else "nothing met"


def _rival(rng: Random, struck: Struck) -> tuple[str, ...] | None:
    """Return what else may have been met first: a neighbour, both at once, or nothing; None: it comes to the same."""
    stroke = struck.stroke
    at = stroke.touches[0].at if stroke.touches else stroke.origin
    hit = stroke.first_hit
    others = [place for place in struck.before.places if place.ball != stroke.cue_ball]
    near = sorted(others, key=lambda place: distance_mm(place.at, at))
    if not near:
        return None
    if not hit:
        return (rng.choice(near[:3]).ball,)
    beside = near[1:4] or near
    chosen = rng.choices(beside, [distance_mm(place.at, at) ** -2 for place in beside])[0].ball
    draw = rng.random()
    fell = bool({pot.ball for pot in stroke.potted} - {stroke.cue_ball})
    rival = () if draw < 0.1 and not fell else (hit[0], chosen) if draw < 0.3 and len(hit) == 1 else (chosen,)
    return None if set(rival) == set(hit) and (len(rival) == len(hit)) else rival


def sure_of_first(p: float) -> Edit:
    """Return the edit that tells the first contact as it was, so sure."""
    return lambda told: (replace(told[0], first_hit_sure=p), told[1])


def hit_first(hit: tuple[str, ...], p: float, lying: Layout) -> Edit:
    """Return the edit that tells another first contact; what the cue-ball met then comes later, or never."""

    def edit(told: Told) -> Told:
        stroke, standing = told
        cue = stroke.cue_ball
        at_us = stroke.touches[0].at_us if stroke.touches else stroke.began_us + 300_000
        later = tuple(replace(touch, at_us=touch.at_us + 4_000) for touch in stroke.touches)
        later = tuple(touch for touch in later if touch.balls[1] not in hit) if hit else ()
        met = tuple(Touch(at_us=at_us, balls=(cue, ball), at=_near(ball, lying, stroke), sure=p) for ball in hit)
        return replace(stroke, first_hit=hit, first_hit_sure=p, touches=(*met, *later)), standing

    return edit


def _near(ball: str, lying: Layout, stroke: Stroke) -> Point:
    at = stroke.touches[0].at if stroke.touches else stroke.origin
    return min((place.at for place in lying if place.ball == ball), key=lambda place: distance_mm(place, at))


def _pots(rng: Random, struck: Struck, rates: Rates) -> tuple[Question, ...]:
    """Ask of a ball that fell whether it did not only hide."""
    unclear = [pot for pot in struck.stroke.potted if rng.random() < rates.pot_unclear]
    return tuple(_fallen(leaning(rng, holds=True), pot) for pot in unclear)


def _fallen(p: float, pot: Pot) -> Question:
    fell = Answer(edit=_sure_of_pot(pot, p), p=p, why=f"the {pot.ball} fell, unseen")
    hid = Answer(edit=_unpotted(pot), p=1 - p, why=f"the {pot.ball} is hidden, not potted")
    return of_two("pot lost to view", fell, hid)


def _sure_of_pot(pot: Pot, p: float) -> Edit:
    def edit(told: Told) -> Told:
        potted = tuple(replace(one, sure=p) if one == pot else one for one in told[0].potted)
        return replace(told[0], potted=potted), told[1]

    return edit


def _unpotted(pot: Pot) -> Edit:
    def edit(told: Told) -> Told:
        return replace(told[0], potted=tuple(one for one in told[0].potted if one != pot)), told[1]

    return edit


def _hiding(rng: Random, kit: Kit, struck: Struck, rates: Rates) -> Question | None:
    """Ask of a ball that hid at rest whether it was potted: one that was met, where one was."""
    if rng.random() >= rates.hidden or not struck.standing.places:
        return None
    met = set(struck.stroke.first_hit)
    places = [place for place in struck.standing.places if place.ball in met] or list(struck.standing.places)
    place = rng.choice(places)
    pocket = min(kit.pockets, key=lambda one: distance_mm(one.fall, place.at)).name
    p = leaning(rng, holds=False)
    late_us = struck.stroke.ended_us - 500_000
    pot = Pot(at_us=late_us, ball=place.ball, pocket=pocket, sure=p)
    fell = Answer(edit=_gone(place, pot), p=p, why=f"the {place.ball} fell, unseen")
    hid = Answer(edit=_gone(place, None), p=1 - p, why=f"the {place.ball} is hidden, not potted")
    return of_two("ball hidden at rest", hid, fell)


def _gone(place: Place, pot: Pot | None) -> Edit:
    def edit(told: Told) -> Told:
        stroke, standing = told
        places = tuple(one for one in standing.places if one.at != place.at)
        potted = stroke.potted if pot is None else (*stroke.potted, pot)
        return replace(stroke, potted=potted), replace(standing, places=places)

    return edit


def _colour(rng: Random, struck: Struck, rates: Rates) -> Question | None:
    """Ask which colour the ball met first, or one that fell, has."""
    if rng.random() >= rates.colour_unclear:
        return None
    stroke = struck.stroke
    named = [ball for ball in (*stroke.first_hit[:1], *(pot.ball for pot in stroke.potted)) if ball != stroke.cue_ball]
    known = {**LOOKALIKES, **BILLIARDS_LOOKALIKES} if stroke.cue_ball == "yellow" else LOOKALIKES
    named = [ball for ball in named if ball in known]
    if not named:
        return None
    ball = rng.choice(named)
    other = rng.choice([name for name in known[ball] if name != stroke.cue_ball] or [ball])
    if other == ball:
        return None
    told_p = even(rng)
    p = told_p if rng.random() < told_p else 1 - told_p
    true = Answer(edit=as_it_was, p=p, why=f"the ball is the {ball}")
    false = Answer(edit=_renamed(ball, other, struck), p=1 - p, why=f"the ball is the {other}")
    return of_two("colour asked", true, false)


def _renamed(ball: str, other: str, struck: Struck) -> Edit:
    """Return the edit that tells one ball of a name, the same one in all that it did, by another name."""
    lay = {place.at for place in struck.before.places if place.ball == ball}

    def edit(told: Told) -> Told:
        stroke, standing = told
        new = _renamed_first(stroke, ball, other)
        fallen = next((pot for pot in stroke.potted if pot.ball == ball), None)
        if fallen is not None:
            potted = tuple(replace(pot, ball=other) if pot is fallen else pot for pot in stroke.potted)
            return replace(new, potted=potted), standing
        came = next((place for place in standing.places if place.ball == ball and place.at not in lay), None)
        places = tuple(replace(place, ball=other) if place is came else place for place in standing.places)
        return new, replace(standing, places=places)

    return edit


def _renamed_first(stroke: Stroke, ball: str, other: str) -> Stroke:
    if stroke.first_hit[:1] != (ball,):
        return stroke
    first, *later = stroke.touches
    touches = (replace(first, balls=(first.balls[0], other)), *later)
    return replace(stroke, first_hit=(other, *stroke.first_hit[1:]), touches=touches)


def _second(rng: Random, kit: Kit, struck: Struck, rates: Rates) -> Question | None:
    """Ask whether the cue-ball met a second ball."""
    touches = struck.stroke.touches
    if len(touches) == 2 and len(struck.stroke.first_hit) == 1 and rng.random() < rates.second_unclear:
        p = leaning(rng, holds=True)
        met = Answer(edit=as_it_was, p=p, why=f"the {touches[1].balls[1]} was met, too")
        not_met = Answer(edit=_touching_only(touches[:1]), p=1 - p, why=f"the {touches[1].balls[1]} was not met")
        return of_two("second contact asked", met, not_met)
    if len(touches) != 1 or rng.random() >= rates.second_false:
        return None
    others = [place for place in struck.before.places if place.ball not in touches[0].balls]
    if not others:
        return None
    other, p = rng.choice(others), leaning(rng, holds=False)
    new = Touch(at_us=touches[0].at_us + 700_000, balls=(touches[0].balls[0], other.ball), at=other.at, sure=p)
    met = Answer(edit=_touching_only((*touches, new)), p=p, why=f"the {other.ball} was met, too")
    not_met = Answer(edit=as_it_was, p=1 - p, why=f"the {other.ball} was not met")
    return of_two("second contact asked", not_met, met)


def _touching_only(touches: tuple[Touch, ...]) -> Edit:
    return lambda told: (replace(told[0], touches=touches), told[1])


def log_p(p: float) -> float:
    """Return the logarithm of a told probability."""
    return log(max(p, 1e-6))
