"""One stroke as alternatives: the answers to its open questions, weighed, and what the stroke was by each of them.

A reading is one answer to each question: what was met first, what else the cue-ball met where points hang on that, what
became of each lost ball, which colours they have.
They are taken to be independent but for what follows from the first contact: where nothing was met, nothing fell that
was not seen to go; and a cue-ball that met a ball after it was seen last did not go straight on. The likeliest is told
as the pictures show it, with a doubt where a question stays open; of each other one sentence says what sets it apart.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.incidents.explain.losses.fates import HIDDEN, fates
from tracker.incidents.explain.stages import FirstMet
from tracker.incidents.explain.standing import standing_at
from tracker.incidents.explain.weigh import combined
from tracker.incidents.search.questions import open_questions
from tracker.incidents.search.scene import StrokeScene, Supposition, is_met_by, renamed
from tracker.incidents.search.supposed import hidden_by, paths_by, stroke_by


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


def put_together(answers: Sequence[Supposition]) -> Supposition:
    """Return the answers to all questions as one."""
    first = next((one.first for one in answers if one.first is not None), None)
    return Supposition(
        first=first, unmet=frozenset().union(*(one.unmet for one in answers)),
        fates={t: f for one in answers for t, f in one.fates.items()},
        names={t: n for one in answers for t, n in one.names.items()},
        bounce=next((one.bounce for one in answers if one.bounce), None), why="; ".join(one.why for one in answers),
    )  # fmt: skip


def facts_of(scene: StrokeScene, answer: Supposition) -> object:
    """Return what the law reads of a stroke by some answers: two answers that come to the same are one."""
    hit = frozenset(renamed(answer.first, answer.names)) if answer.first else frozenset()
    names = {p.track: answer.names.get(p.track, p.ball) for p in scene.paths}
    met = frozenset(names[one.path.track] for one in scene.later if is_met_by(answer, one.path.track))
    fell = sorted((names.get(t, ""), f.what) for t, f in answer.fates.items() if f.what != HIDDEN)
    return hit, met, tuple(fell), answer.bounce is not None


def reading(scene: StrokeScene, answer: Supposition, odds: float, likeliest: Supposition) -> Reading:
    """Return the stroke as it was by some answers."""
    standing = standing_at(paths_by(scene, answer), scene.ended_us + 1, scene.kit, scene.room.watch.camera_sd_mm)
    standing = replace(standing, hidden=tuple(hidden_by(scene, answer)))
    is_best = answer is likeliest
    stroke = stroke_by(scene, answer, standing, is_best=is_best)
    why = "" if is_best else difference_words(answer, likeliest)
    renamed = tuple((path.ball, answer.names[path.track]) for path in scene.paths if path.track in answer.names)
    return Reading(stroke=stroke, standing=standing, log_odds=odds, why=why, renamed=renamed)


def difference_words(answer: Supposition, likeliest: Supposition) -> str:
    """Say what sets some answers apart from the likeliest ones."""
    usual = set(likeliest.why.split("; "))
    return "; ".join(said for said in answer.why.split("; ") if said not in usual)
