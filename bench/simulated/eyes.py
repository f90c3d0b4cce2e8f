"""Made-up eyes: what they tell of a true frame, with the troubles of real ones at given rates and with honest odds."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from math import exp, log, log1p
from random import Random

from bench.simulated.frame import Frame, Struck, rules_of
from bench.simulated.happen import rests
from bench.simulated.layout import Layout, room
from bench.simulated.questions import LOOKALIKES, Answer, Question, leaning, log_p, questions
from bench.simulated.rates import Rates
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.incidents.explain.player import COMPARED

MOST_QUESTIONS = 3
"""More than so many questions of one stroke are not told at once: the first ones stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What was told of one stroke, and what of it was made up."""

    alternatives: Alternatives
    of: int | None
    """Number of the true stroke, from 0; None: nobody struck."""
    troubles: tuple[str, ...] = ()
    truth: int | None = 0
    """Which reading is the true one; None: none of them, a hand moved the balls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """Who seemed to play a stroke, and how likely it was he."""

    who: tuple[int, str]
    right: float


@dataclass(slots=True)
class _Memory:
    """Where the eyes hold balls to be: one that is not moved is seen in the same place, and of the same colour."""

    rng: Random
    rates: Rates
    places: dict[tuple[str, Point], Place] = field(default_factory=dict)
    looks: list["_Look | None"] = field(default_factory=list)
    """How who played each stroke that was told looked; None: not seen."""

    def of(self, place: Place, cue: str) -> Place:
        """Return a ball at rest as it is seen."""
        key = (place.ball, place.at)
        if key not in self.places:
            self.places[key] = self._seen(place, cue)
        return self.places[key]

    def _seen(self, place: Place, cue: str) -> Place:
        sd_mm, name = self.rates.place_mm, place.ball
        if name != cue and name in LOOKALIKES and self.rng.random() < self.rates.ball_recoloured:
            name = self.rng.choice(LOOKALIKES[name])
        x_mm, y_mm = place.at
        at = Point(self.rng.gauss(x_mm, sd_mm), self.rng.gauss(y_mm, sd_mm)) if sd_mm else place.at
        return Place(ball=name, at=at, sd_mm=sd_mm)


def look(frame: Frame, rates: Rates, salt: str = "") -> tuple[Sight, ...]:
    """Return what the eyes tell of a frame, in order; the same for ever for the same frame, rates and `salt`."""
    rng, kit = Random(f"eyes {frame.kind} {frame.seed} {rates} {salt}"), rules_of(frame.kind).kit
    memory = _Memory(rng=rng, rates=rates)
    told: list[Sight] = []
    last: Struck | None = None
    for number, struck in enumerate(frame.strokes):
        if last is not None and rng.random() < rates.hand_seen:
            told.append(_by_hand(rng, kit, memory, last, struck))
            memory.looks.append(None)
        if last is None or rng.random() >= rates.stroke_lost:
            memory.looks.append(_look_at(rng, memory.rates, struck, frame))
            told.append(_sight(rng, kit, memory, (number, struck), last))
            last = struck
    return tuple(_numbered(told, frame))


def _numbered(told: Iterable[Sight], frame: Frame) -> Iterable[Sight]:
    """Yield the strokes numbered as they were told, with a mark on those that follow a lost one."""
    due = 0
    for number, sight in enumerate(told, 1):
        lost = sight.of is not None and sight.of > due
        due = due if sight.of is None else sight.of + 1
        readings = tuple(replace(one, stroke=replace(one.stroke, number=number)) for one in sight.alternatives.readings)
        troubles = (*(("stroke lost before",) if lost else ()), *sight.troubles)
        yield replace(sight, alternatives=replace(sight.alternatives, readings=readings), troubles=troubles)


def _sight(rng: Random, kit: Kit, memory: _Memory, which: tuple[int, Struck], last: Struck | None) -> Sight:
    number, struck = which
    asked = questions(rng, kit, struck, memory.rates)[:MOST_QUESTIONS]
    moved = _moved(last, struck)
    readings, truth = _readings(
        rng, kit, memory, replace(struck, stroke=replace(struck.stroke, moved_between=moved)), asked
    )
    hand = _hand_log_odds(leaning(rng, holds=False)) if rng.random() < memory.rates.hand_asked else None
    unseen = rng.random() < memory.rates.before_unseen
    before = None if unseen else _standing(rng, kit, memory, struck.before, struck.stroke.cue_ball)
    now, *earlier = reversed(memory.looks)
    same, *others = [_alike(now, then) for then in earlier[:COMPARED]] or [0.0]
    alternatives = Alternatives(
        readings=readings, hand=hand, before=before, same_player=same, earlier_players=tuple(others)
    )
    troubles = (*(one.about for one in asked), *(("hand asked",) if hand is not None else ()))
    return Sight(alternatives=alternatives, of=number, troubles=troubles, truth=truth)


def _who(struck: Struck) -> tuple[int, str]:
    return struck.side, struck.player


def _look_at(rng: Random, rates: Rates, struck: Struck, frame: Frame) -> _Look | None:
    """Return who seems to play a stroke: mostly who does, else another player of the frame."""
    if rng.random() < rates.striker_unseen:
        return None
    right = 1.0 / (1.0 + exp(-rng.uniform(*rates.striker_log_odds) - log(2.0)))  # two looks err twice as often as one
    others = sorted({_who(one) for one in frame.strokes} - {_who(struck)})
    is_right = rng.random() < right or not others
    return _Look(who=_who(struck) if is_right else rng.choice(others), right=right)


def _alike(now: _Look | None, then: _Look | None) -> float:
    """Return the log-odds that two looks are of one player, honest ones; 0: not known."""
    if now is None or then is None:
        return 0.0
    both = min(now.right * then.right + (1 - now.right) * (1 - then.right), 1 - 1e-15)
    odds = log(both) - log1p(-both)
    return odds if now.who == then.who else -odds


def _hand_log_odds(p: float) -> float:
    """Return the log-odds of a hand beside readings whose probabilities add up to one."""
    return log(p) - log1p(-p)


def _readings(
    rng: Random, kit: Kit, memory: _Memory, struck: Struck, asked: tuple[Question, ...]
) -> tuple[tuple[Reading, ...], int]:
    """Return every way to answer all questions, the likeliest first, and the number of the true one."""
    seed = rng.random()
    made: list[tuple[float, bool, Reading]] = []
    ways = product(*(tuple(enumerate(one.answers)) for one in asked))
    for way in ways:
        answers = [answer for _, answer in way]
        true = all((rank == 0) == one.true for (rank, _), one in zip(way, asked, strict=True))
        made.append((sum(log_p(one.p) for one in answers), true, _reading(Random(seed), kit, memory, struck, answers)))
    made.sort(key=lambda one: -one[0])
    readings = tuple(replace(reading, log_odds=log_odds) for log_odds, _, reading in made)
    return readings, next(number for number, (_, true, _) in enumerate(made) if true)


def _reading(rng: Random, kit: Kit, memory: _Memory, struck: Struck, answers: list[Answer]) -> Reading:
    """Return the facts by these answers, the balls at rest where the eyes hold them to be."""
    told = (struck.stroke, struck.standing)
    for answer in answers:
        told = answer.edit(told)
    stroke, standing = told
    seen = _standing(rng, kit, memory, standing, stroke.cue_ball)
    why = ", ".join(answer.why for answer in answers)
    origin = memory.of(Place(ball=stroke.cue_ball, at=stroke.origin, sd_mm=0.0), stroke.cue_ball).at
    stroke = replace(stroke, rest=rests(seen.places), origin=origin)
    return Reading(stroke=stroke, standing=seen, log_odds=0.0, why=why)


def _standing(rng: Random, kit: Kit, memory: _Memory, true: Standing, cue: str) -> Standing:
    rates = memory.rates
    places: Layout = tuple(memory.of(place, cue) for place in true.places if rng.random() >= rates.ball_missed)
    for place in true.places:
        if rng.random() < rates.ball_extra:
            ghost = room(rng, kit, [one.at for one in places])
            places = (*places, Place(ball=place.ball, at=ghost, sd_mm=rates.place_mm))
    return replace(true, places=places)


def _moved(last: Struck | None, now: Struck) -> tuple[str, ...]:
    """Return the balls that lie elsewhere, or anew, since the stroke that was told last."""
    if last is None:
        return ()
    lay = {(place.ball, place.at) for place in last.standing.places}
    return tuple(dict.fromkeys(one.ball for one in now.before.places if (one.ball, one.at) not in lay))


def _by_hand(rng: Random, kit: Kit, memory: _Memory, last: Struck, struck: Struck) -> Sight:
    """Return a stroke that nobody played: a hand lifted a ball, or two met as balls were put back."""
    cue = struck.stroke.cue_ball
    began_us = (last.stroke.ended_us + struck.stroke.began_us) // 2
    origin = next((place.at for place in struck.before.places if place.ball == cue), struck.stroke.origin)
    standing = replace(struck.before, at_us=began_us + 1_500_000)
    made = Stroke(number=0, began_us=began_us, ended_us=began_us + 1_500_000, cue_ball=cue, origin=origin)
    seen = _standing(rng, kit, memory, standing, cue)
    reading = Reading(stroke=replace(made, rest=rests(seen.places)), standing=seen, why="nothing met")
    before = _standing(rng, kit, memory, replace(struck.before, at_us=began_us - 1), cue)
    hand = _hand_log_odds(leaning(rng, holds=True))
    alternatives = Alternatives(readings=(reading,), hand=hand, before=before)
    return Sight(alternatives=alternatives, of=None, troubles=("hand taken for a stroke",), truth=None)
