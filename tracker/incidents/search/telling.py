"""One stroke as alternatives: the answers to its open questions, weighed, and what the stroke was by each of them.

A reading is one answer to each question: what was met first, what else the cue-ball met where points hang on that, what
became of each lost ball, which colours they have.
They are taken to be independent but for what follows from the first contact: where nothing was met, nothing fell that
was not seen to go; and a cue-ball that met a ball after it was seen last did not go straight on. The likeliest is told
as the pictures show it, with a doubt where a question stays open; of each other one sentence says what sets it apart.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import exp, log, log1p

import numpy as np

from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Bounce, Doubt, Pot, Standing, Stroke, Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.explain.asked import Gone, StrokeContext, StrokeEvidence, Unwatched
from tracker.incidents.explain.disputes import in_order
from tracker.incidents.explain.first_contact import ASK_BELOW, WORTH_NAMING, FirstContact, doubts, first_told
from tracker.incidents.explain.halting import halting_doubts
from tracker.incidents.explain.kinds import kinds_of
from tracker.incidents.explain.losses import HIDDEN, OFF, Fate, fates, pot_of, unseen_worth
from tracker.incidents.explain.stages import FirstMet, weighed_firsts
from tracker.incidents.explain.standing import standing_at
from tracker.incidents.explain.weigh import LEAST, PossibleAnswer, combined
from tracker.incidents.noise import Noise
from tracker.incidents.propose.touches import NEAREST_US, Meeting, one_of_each, touch_of
from tracker.incidents.search.later_contacts import LaterContact


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Supposition:
    """One answer to each question so far: a change to what the likeliest says, and how that is said."""

    first: FirstMet | None = None
    unmet: frozenset[int] = frozenset()
    """The tracks of balls that the cue-ball did not meet, unless it met them first, though touches tell so."""
    fates: Mapping[int, Fate] = field(default_factory=dict)
    """What became of the lost balls, by their tracks."""
    names: Mapping[int, str] = field(default_factory=dict)
    """Other names than their own, by track."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StrokeScene:
    """All that a stroke is told from."""

    base: Stroke
    """As far as no question changes it."""
    asked: StrokeEvidence
    room: StrokeContext
    bounces: tuple[Bounce, ...]
    later: tuple[LaterContact, ...]
    """What may have been met after the first contact, where points hang on that."""
    by: Noise

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the life of every ball."""
        return self.room.paths

    @property
    def kit(self) -> Kit:
        """Return the table."""
        return self.room.kit

    @property
    def ended_us(self) -> int:
        """Return when all that was seen to move had come to rest."""
        return self.base.ended_us


def alternatives(scene: StrokeScene) -> Alternatives:
    """Return the readings of a stroke, the likeliest first."""
    questions = list(open_questions(scene))
    told: dict[object, tuple[float, Supposition]] = {}
    for odds, answers in combined(questions, given=partial(given, scene)):
        answer = put_together(answers)
        key = facts_of(scene, answer)
        held = told.get(key)
        told[key] = (odds, answer) if held is None else (float(np.logaddexp(held[0], odds)), held[1])
    (_, likeliest), *_ = ranked = sorted(told.values(), key=lambda each: -each[0])
    whole = float(np.logaddexp.reduce([odds for odds, _ in ranked]))
    readings = tuple(reading(scene, answer, odds - whole, likeliest) for odds, answer in ranked)
    return Alternatives(readings=readings)


def given(scene: StrokeScene, earlier: Sequence[Supposition], answer: Supposition) -> float:
    """Return by how many nats an answer is the likelier or the less likely for what is supposed to be met first."""
    first = next((one.first for one in earlier if one.first is not None), None)
    if first is None or not answer.fates:
        return 0.0
    return falls_turned(scene, first, answer) if first.hit else falls_unmet(scene, answer)


def falls_unmet(scene: StrokeScene, answer: Supposition) -> float:
    """Return what speaks against balls that fell from where they lay, if no ball was met: something must move them."""
    lay = {lain.path.track for lain in scene.asked.unwatched}
    lay |= {one.missing.track for one in scene.asked.gone if one.missing.unseen}
    return scene.by.firsts.otherwise * sum(fate.what != HIDDEN for track, fate in answer.fates.items() if track in lay)


def falls_turned(scene: StrokeScene, first: FirstMet, answer: Supposition) -> float:
    """Return what speaks for what became of a cue-ball that was turned, if it met that ball after it was seen last."""
    own = next((one.missing for one in scene.asked.gone if one.path.is_cue_ball), None)
    fate = answer.fates.get(own.track) if own else None
    if own is None or fate is None:
        return 0.0
    near = [one for stage in scene.asked.stages for one in stage.near]
    beyond = {one.track for one in near if not one.watched and one.at_us >= own.lost_us}
    if not beyond & set(first.tracks):
        return 0.0
    turned = fates(own, scene.by.falls, is_turned=True)
    return next(one.log_odds for one in turned if one.what == fate.what) - fate.log_odds


def open_questions(scene: StrokeScene) -> Iterator[list[PossibleAnswer[Supposition]]]:
    """Give the answers to each question, the likeliest first."""
    found = firsts_of(scene)
    if found:
        yield [PossibleAnswer(answer=Supposition(first=c, why=first_words(c)), log_odds=log(c.odds)) for c in found]
    yield from map(met_options, scene.later)
    for one in scene.asked.gone:
        yield [fate_option(one, fate) for fate in fates(one.missing, scene.by.falls) if fate.log_odds > LEAST]
    for lain in scene.asked.unwatched:
        yield unwatched_options(lain, scene)
    for path in named_ones(scene):
        yield kind_options(path, scene)


def firsts_of(scene: StrokeScene) -> tuple[FirstMet, ...]:
    """Return what may have been met first, weighed."""
    asked = scene.asked
    if asked.cue is None or not asked.stages:
        return ()
    return weighed_firsts(asked.stages, scene.by.firsts, lambda hit: hit in asked.agreeing)


def first_words(contact: FirstMet) -> str:
    """Say what was met first."""
    if not contact.hit:
        return "no ball was met"
    return f"the {' and the '.join(contact.hit)} {'were met together' if len(contact.hit) > 1 else 'was met first'}"


def met_options(one: LaterContact) -> list[PossibleAnswer[Supposition]]:
    """Return that the cue-ball met a ball after another, or did not."""
    met = Supposition(why=f"the {one.path.ball} was met, too")
    unmet = Supposition(unmet=frozenset({one.path.track}), why=f"the {one.path.ball} was not met")
    weighed = ((met, -float(np.logaddexp(0.0, -one.log_odds))), (unmet, -float(np.logaddexp(0.0, one.log_odds))))
    options = [PossibleAnswer(answer=answer, log_odds=log_odds) for answer, log_odds in weighed]
    return sorted(options, key=lambda option: -option.log_odds)


def fate_option(gone: Gone, fate: Fate) -> PossibleAnswer[Supposition]:
    """Return what may have become of a ball as an answer."""
    ball = gone.missing.ball
    if fate.what == OFF:
        why = f"the {ball} left the table over the {gone.leave.cushion if gone.leave else 'nearest'} cushion"
    else:
        why = f"the {ball} did not fall" if fate.what == HIDDEN else f"the {ball} fell into the {fate.what} pocket"
    return PossibleAnswer(answer=Supposition(fates={gone.missing.track: fate}, why=why), log_odds=fate.log_odds)


def unwatched_options(lain: Unwatched, scene: StrokeScene) -> list[PossibleAnswer[Supposition]]:
    """Return that a ball which was hidden to the end still lies there, or was met and fell: nobody knows where."""
    met = log(lain.odds) - log1p(lain.odds)
    worth = met + scene.by.falls.unwatched - unseen_worth(lain.clear_s, scene.by.falls)
    fell = min(-log1p(exp(-worth)), -0.1)
    at = lain.path.places_mm[-1]
    pocket = scene.kit.pocket_nearest(Point(*at))
    stays = Supposition(why=f"the {lain.path.ball} lay where it was hidden")
    fate = Fate(what=pocket.name, log_odds=fell)
    why = f"the {lain.path.ball} was met where it was hidden, and fell"
    return [
        PossibleAnswer(answer=stays, log_odds=log(-np.expm1(fell))),
        PossibleAnswer(answer=Supposition(fates={lain.path.track: fate}, why=why), log_odds=fell),
    ]


def named_ones(scene: StrokeScene) -> list[Path]:
    """Return the balls whose colours count: those that were lost, and those that may have been met first."""
    tracks = {one.missing.track for one in scene.asked.gone}
    tracks |= {track for c in firsts_of(scene) if c.odds > WORTH_NAMING for track in c.tracks}
    return [path for path in scene.paths if path.track in tracks and path.ball != scene.base.cue_ball]


def kind_options(path: Path, scene: StrokeScene) -> list[PossibleAnswer[Supposition]]:
    """Return the colours that a ball may have; never the cue-ball's."""
    share = kinds_of(path, scene.paths, scene.kit, scene.by.kinds)
    cue_ball = scene.base.cue_ball
    each = zip(scene.kit.kinds, share, strict=True)
    found = [(kind, float(p)) for kind, p in each if kind != cue_ball or kind == path.ball]
    whole = sum(p for _, p in found)
    options = []
    for kind, p in sorted(found, key=lambda each: -each[1]):
        if p > 0 and log(p / whole) > LEAST:
            own = kind == path.ball
            names = {} if own else exchanged(path, kind, scene)
            why = f"the {path.ball} was the {path.ball}" if own else f"the {path.ball} was the {kind}"
            options.append(PossibleAnswer(answer=Supposition(names=names, why=why), log_odds=log(p / whole)))
    return options


def exchanged(path: Path, kind: str, scene: StrokeScene) -> dict[int, str]:
    """Return the names once a ball is of another kind: where there is one of that, that ball gets its name instead."""
    names = {path.track: kind}
    if scene.kit.pieces.get(kind, 0) == 1:
        names |= {p.track: path.ball for p in scene.paths if p.ball == kind}
    return names


def put_together(answers: Sequence[Supposition]) -> Supposition:
    """Return the answers to all questions as one."""
    first = next((one.first for one in answers if one.first is not None), None)
    return Supposition(
        first=first, unmet=frozenset().union(*(one.unmet for one in answers)),
        fates={t: f for one in answers for t, f in one.fates.items()},
        names={t: n for one in answers for t, n in one.names.items()}, why="; ".join(one.why for one in answers),
    )  # fmt: skip


def facts_of(scene: StrokeScene, answer: Supposition) -> object:
    """Return what the law reads of a stroke by some answers: two answers that come to the same are one."""
    hit = frozenset(renamed(answer.first, answer.names)) if answer.first else frozenset()
    names = {p.track: answer.names.get(p.track, p.ball) for p in scene.paths}
    met = frozenset(names[one.path.track] for one in scene.later if is_met_by(answer, one.path.track))
    fell = sorted((names.get(t, ""), f.what) for t, f in answer.fates.items() if f.what != HIDDEN)
    return hit, met, tuple(fell)


def is_met_by(answer: Supposition, track: int) -> bool:
    """Say whether the cue-ball met a ball by some answers, first or later, if it is told to have met it at all.

    Where no ball was met first, none was met later.
    """
    first = answer.first
    if first is None:
        return track not in answer.unmet
    return bool(first.hit) and (track in first.tracks or track not in answer.unmet)


def renamed(contact: FirstMet, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return what was met first by other names of the balls."""
    if not contact.tracks:
        return contact.hit
    return tuple(sorted(names.get(t, ball) for t, ball in zip(contact.tracks, contact.hit, strict=True)))


def reading(scene: StrokeScene, answer: Supposition, odds: float, likeliest: Supposition) -> Reading:
    """Return the stroke as it was by some answers."""
    standing = standing_at(paths_by(scene, answer), scene.ended_us + 1, scene.kit, scene.room.watch.camera_sd_mm)
    standing = replace(standing, hidden=tuple(hidden_by(scene, answer)))
    is_best = answer is likeliest
    stroke = stroke_by(scene, answer, standing, is_best=is_best)
    why = "" if is_best else difference_words(answer, likeliest)
    renamed = tuple((path.ball, answer.names[path.track]) for path in scene.paths if path.track in answer.names)
    return Reading(stroke=stroke, standing=standing, log_odds=odds, why=why, renamed=renamed)


def hidden_by(scene: StrokeScene, answer: Supposition) -> Iterator[str]:
    """Give the balls that are on the table by some answers though they are not seen there."""
    for one in scene.asked.gone:
        fate = answer.fates.get(one.missing.track)
        if fate is not None and fate.what == HIDDEN:
            yield answer.names.get(one.missing.track, one.missing.ball)


def difference_words(answer: Supposition, likeliest: Supposition) -> str:
    """Say what sets some answers apart from the likeliest ones."""
    usual = set(likeliest.why.split("; "))
    return "; ".join(said for said in answer.why.split("; ") if said not in usual)


def paths_by(scene: StrokeScene, answer: Supposition) -> list[Path]:
    """Return the lives of the balls that are on the table after a stroke by some answers, by their names."""
    gone = {track for track, fate in answer.fates.items() if fate.what != HIDDEN}
    return [path_by(path, answer) for path in scene.paths if path.track not in gone]


def path_by(path: Path, answer: Supposition) -> Path:
    """Return the life of a ball by some answers; the path itself where they say nothing else."""
    name = answer.names.get(path.track, path.ball)
    end = PRESENT if path.track in answer.fates else path.end
    return path if (name, end) == (path.ball, path.end) else as_told(path, name, end)


@lru_cache(maxsize=64)
def as_told(path: Path, ball: str, end: str) -> Path:
    """Return a life under another name, or with another end: made once, because where it rested is kept by the life."""
    return replace(path, ball=ball, end=end)


def stroke_by(scene: StrokeScene, answer: Supposition, standing: Standing, *, is_best: bool) -> Stroke:
    """Return the stroke by some answers; only the likeliest is told with the doubts about them."""
    first = told_first(scene, answer)
    potted, off = gone_by(scene, answer)
    open_doubts = tuple(doubts_of(scene)) if is_best else ()
    stroke = replace(
        scene.base, first_hit=first.hit,
        touches=with_first(tuple(touches_by(scene, answer)), first, scene.base.cue_ball), first_hit_sure=first.sure,
        cushions=tuple(bounce_by(b, scene, answer.names) for b in scene.bounces), potted=potted,
        ended_us=max(scene.ended_us, max((p.at_us for p in potted), default=0)), off_table=off, rest=rests(standing),
        doubts=(*scene.base.doubts, *open_doubts),
    )  # fmt: skip
    return replace(stroke, doubts=(*stroke.doubts, *halting_doubts(stroke, scene.paths)))


def is_told_by(answer: Supposition, m: Meeting) -> bool:
    """Say whether a touch is told by some answers: all are, but the cue-ball's with a ball that it did not meet."""
    mover, met = m.mover.path, m.met.path
    if not mover.is_cue_ball and not met.is_cue_ball:
        return True
    return is_met_by(answer, mover.track if met.is_cue_ball else met.track)


def touches_by(scene: StrokeScene, answer: Supposition) -> Iterator[Touch]:
    """Give the touches by some answers, as sure as the later contacts are that they tell."""
    sure = {one.told: one.sure for one in scene.later if one.told}
    told = [m for m in one_of_each(scene.asked.met) if is_told_by(answer, m)]
    for m in in_order(told, answer.first.hit if answer.first else ()):
        touch = touch_by(m, answer.names)
        yield replace(touch, sure=max(touch.sure, sure[m])) if m in sure else touch
    for one in scene.later:
        track = one.path.track
        if one.brush and is_met_by(answer, track):
            yield replace(one.brush, balls=(one.brush.balls[0], answer.names.get(track, one.brush.balls[1])))


def told_first(scene: StrokeScene, answer: Supposition) -> FirstContact:
    """Return the first contact by some answers, as sure as it is, colours and all."""
    if answer.first is None:
        return FirstContact(hit=(), sure=0.0)
    hit = renamed(answer.first, answer.names)
    found = first_told(answer.first, scene.base.cue_ball)
    named = dict(zip(sorted(answer.first.hit), hit, strict=True)) if answer.names else {}
    touches = tuple(replace(t, balls=(t.balls[0], named.get(t.balls[1], t.balls[1]))) for t in found.touches)
    return FirstContact(hit=hit, sure=found.sure * colours_sure(scene, answer, answer.first.tracks), touches=touches)


def colours_sure(scene: StrokeScene, answer: Supposition, tracks: Sequence[int]) -> float:
    """Return how sure the names are that some balls have by some answers."""
    sure = 1.0
    for path in scene.paths:
        if path.track in tracks and path.ball in scene.kit.kinds:
            share = kinds_of(path, scene.paths, scene.kit, scene.by.kinds)
            sure *= float(share[scene.kit.kinds.index(answer.names.get(path.track, path.ball))])
    return sure


def touch_by(m: Meeting, names: Mapping[int, str]) -> Touch:
    """Return a touch by other names of the balls."""
    touch = touch_of(m)
    mover, met = (names.get(f.path.track, f.ball) for f in (m.mover, m.met))
    return touch if not names else replace(touch, balls=(met, mover) if m.met.path.is_cue_ball else (mover, met))


def bounce_by(bounce: Bounce, scene: StrokeScene, names: Mapping[int, str]) -> Bounce:
    """Return a bounce by other names of the balls, where it is clear which ball it was."""
    own = [p.track for p in scene.paths if p.ball == bounce.ball]
    return replace(bounce, ball=names[own[0]]) if len(own) == 1 and own[0] in names else bounce


def gone_by(scene: StrokeScene, answer: Supposition) -> tuple[tuple[Pot, ...], tuple[str, ...]]:
    """Return the pots and the balls off the table, by some answers, in the order of their going."""
    potted, off = list[Pot](), list[tuple[int, str]]()
    for one in scene.asked.gone:
        fate = answer.fates.get(one.missing.track)
        if fate is None or fate.what == HIDDEN:
            continue
        ball = answer.names.get(one.missing.track, one.missing.ball)
        if fate.what == OFF:
            off.append((one.leave.at_us if one.leave else one.missing.lost_us, ball))
        else:
            sure = fate.sure * colours_sure(scene, answer, (one.missing.track,))
            potted.append(replace(pot_of(one.missing, fate, sure), ball=ball))
    for lain in scene.asked.unwatched:
        fate = answer.fates.get(lain.path.track)
        if fate is not None:
            at_us = int(lain.path.at_us[lain.path.last_seen])
            ball = answer.names.get(lain.path.track, lain.path.ball)
            potted.append(Pot(at_us=at_us, ball=ball, pocket=fate.what, sure=fate.sure))
    return tuple(sorted(potted, key=lambda p: p.at_us)), tuple(ball for _, ball in sorted(off))


def doubts_of(scene: StrokeScene) -> Iterator[Doubt]:
    """Give the doubts about the questions that stay open."""
    if scene.asked.cue is None:
        yield Doubt(about="first_hit", why="the cue-ball was not seen to move")
    else:
        yield from doubts(firsts_of(scene))
        yield from met_doubts(scene)
    for one in scene.asked.gone:
        yield from fate_doubts(one, fates(one.missing, scene.by.falls))
    for lain in scene.asked.unwatched:
        why = f"{lain.path.ball} was hidden to the end, and may have been met and potted"
        yield Doubt(about="potted", why=why, candidates=((), (lain.path.ball,)))


def met_doubts(scene: StrokeScene) -> Iterator[Doubt]:
    """Give the doubts about balls that the cue-ball may have met after the first."""
    first = firsts_of(scene)[:1]
    for later in scene.later:
        ball, sure = later.path.ball, later.sure
        if max(sure, 1 - sure) < ASK_BELOW and not any(later.path.track in one.tracks for one in first):
            why = f"cannot tell whether the {ball} was met, too: {sure:.0%} that it was"
            yield Doubt(about="touches", why=why, candidates=((), (ball,)))


def fate_doubts(gone: Gone, found: Sequence[Fate]) -> Iterator[Doubt]:
    """Give the doubts about what became of a ball: whether it fell, and whether it left the table."""
    if found[0].sure >= ASK_BELOW:
        return
    ball = gone.missing.ball
    named = [fate for fate in found if fate.sure >= WORTH_NAMING]
    said = ", ".join(f"{words_of(fate)} {fate.sure:.0%}" for fate in named)
    margin = f"seen {gone.leave.seen} times beyond the {gone.leave.cushion} cushion" if gone.leave else ""
    for about, concerned in (("off_table", {OFF}), ("potted", {f.what for f in found} - {OFF, HIDDEN})):
        if any(fate.what in concerned for fate in named):
            yield Doubt(about=about, why=f"cannot tell what became of the {ball}: {said}", margin=margin,
                        candidates=((), (ball,)))  # fmt: skip


def words_of(fate: Fate) -> str:
    """Say what became of a ball."""
    return {HIDDEN: "hidden", OFF: "off the table"}.get(fate.what, f"in the {fate.what} pocket")


def with_first(touches: Sequence[Touch], first: FirstContact, cue_ball: str) -> tuple[Touch, ...]:
    """Return touches in order of time; where they have none of the cue-ball until its first contact, with that."""
    until_us = max((touch.at_us for touch in first.touches), default=0) + NEAREST_US
    known = any(cue_ball in touch.balls and touch.at_us < until_us for touch in touches)
    return tuple(sorted((*touches, *(() if known else first.touches)), key=lambda touch: touch.at_us))


def rests(standing: Standing) -> dict[str, tuple[Point, ...]]:
    """Return the places of rest by the balls' names."""
    at: dict[str, list[Point]] = defaultdict(list)
    for place in standing.places:
        at[place.ball].append(place.at)
    return {ball: tuple(places) for ball, places in at.items()}
