"""What a stroke was, by one answer to each of its open questions: its facts, and where the balls came to rest."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tracker.domain.strokes.stroke import Bounce, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.geometry.paths import PRESENT, Path
from tracker.incidents.explain.disputes import in_order
from tracker.incidents.explain.first_contact import FirstContact, first_told
from tracker.incidents.explain.halting import halting_doubts
from tracker.incidents.explain.kinds import kinds_of
from tracker.incidents.explain.losses.fates import HIDDEN, OFF, pot_of
from tracker.incidents.propose.touching.meeting import NEAREST_US, Meeting, one_of_each, touch_of
from tracker.incidents.search.open_doubts import doubts_of
from tracker.incidents.search.scene import StrokeScene, Supposition, is_met_by, renamed


def stroke_by(scene: StrokeScene, answer: Supposition, standing: Standing, *, is_best: bool) -> Stroke:
    """Return the stroke by some answers; only the likeliest is told with the doubts about them."""
    first = told_first(scene, answer)
    potted, off = gone_by(scene, answer)
    open_doubts = tuple(doubts_of(scene)) if is_best else ()
    stroke = replace(
        scene.base, first_hit=first.hit,
        touches=with_first(tuple(touches_by(scene, answer)), first, scene.base.cue_ball), first_hit_sure=first.sure,
        cushions=tuple(bounce_by(b, scene, answer.names) for b in bounces_by(scene, answer)), potted=potted,
        ended_us=max(scene.ended_us, max((p.at_us for p in potted), default=0)), off_table=off, rest=rests(standing),
        doubts=(*scene.base.doubts, *open_doubts),
    )  # fmt: skip
    return replace(stroke, doubts=(*stroke.doubts, *halting_doubts(stroke, scene.paths)))


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


def is_told_by(answer: Supposition, m: Meeting) -> bool:
    """Say whether a touch is told by some answers: all are, but the cue-ball's with a ball that it did not meet."""
    mover, met = m.mover.path, m.met.path
    if not mover.is_cue_ball and not met.is_cue_ball:
        return True
    return is_met_by(answer, mover.track if met.is_cue_ball else met.track)


def with_first(touches: Sequence[Touch], first: FirstContact, cue_ball: str) -> tuple[Touch, ...]:
    """Return touches in order of time; where they have none of the cue-ball until its first contact, with that."""
    until_us = max((touch.at_us for touch in first.touches), default=0) + NEAREST_US
    known = any(cue_ball in touch.balls and touch.at_us < until_us for touch in touches)
    return tuple(sorted((*touches, *(() if known else first.touches)), key=lambda touch: touch.at_us))


def touch_by(m: Meeting, names: Mapping[int, str]) -> Touch:
    """Return a touch by other names of the balls."""
    touch = touch_of(m)
    mover, met = (names.get(f.path.track, f.ball) for f in (m.mover, m.met))
    return touch if not names else replace(touch, balls=(met, mover) if m.met.path.is_cue_ball else (mover, met))


def bounce_by(bounce: Bounce, scene: StrokeScene, names: Mapping[int, str]) -> Bounce:
    """Return a bounce by other names of the balls, where it is clear which ball it was."""
    own = [p.track for p in scene.paths if p.ball == bounce.ball]
    return replace(bounce, ball=names[own[0]]) if len(own) == 1 and own[0] in names else bounce


def bounces_by(scene: StrokeScene, answer: Supposition) -> tuple[Bounce, ...]:
    """Return the bounces by some answers: those that are told, or the one that is supposed where none is."""
    return (answer.bounce,) if answer.bounce else scene.bounces


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


def rests(standing: Standing) -> dict[str, tuple[Point, ...]]:
    """Return the places of rest by the balls' names."""
    at: dict[str, list[Point]] = defaultdict(list)
    for place in standing.places:
        at[place.ball].append(place.at)
    return {ball: tuple(places) for ball, places in at.items()}


def hidden_by(scene: StrokeScene, answer: Supposition) -> Iterator[str]:
    """Give the balls that are on the table by some answers though they are not seen there."""
    for one in scene.asked.gone:
        fate = answer.fates.get(one.missing.track)
        if fate is not None and fate.what == HIDDEN:
            yield answer.names.get(one.missing.track, one.missing.ball)


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
