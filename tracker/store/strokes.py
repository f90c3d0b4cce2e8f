"""Strokes as the lines of `strokes.jsonl`: seconds, millimetres, and names that other programs rely on."""

import json
from collections.abc import Iterable
from typing import Any

from tracker.domain.law.call import Suggestion
from tracker.domain.strokes.incidents import counted_facts
from tracker.domain.strokes.stroke import Bounce, Doubt, Gap, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.domain.time import seconds

SCHEMA = 1


def stroke_line(stroke: Stroke, standing: Standing, calls: Iterable[Suggestion]) -> str:
    """Return one line of JSON, without its line end, for a stroke, the rest after it and what was suggested."""
    return json.dumps(stroke_record(stroke, standing, calls), ensure_ascii=False)


def stroke_record(stroke: Stroke, standing: Standing, calls: Iterable[Suggestion]) -> dict[str, Any]:
    """Return the same as plain values."""
    return {
        "schema": SCHEMA,
        "stroke": stroke.number,
        "began_s": _s(stroke.began_us),
        "ended_s": _s(stroke.ended_us),
        "cue_ball": stroke.cue_ball,
        "from_mm": _mm(stroke.origin),
        "in_hand": stroke.in_hand,
        "touches": [_touch(touch) for touch in stroke.touches],
        "first_hit": list(stroke.first_hit),
        "first_hit_sure": _sure(stroke.first_hit_sure),
        "cushions": [_bounce(bounce) for bounce in stroke.cushions],
        "potted": [_pot(pot) for pot in stroke.potted],
        **{fact: list(getattr(stroke, fact)) for fact in counted_facts()},
        "rest": _rest(standing),
        "touching": [list(pair) for pair in standing.touching],
        "gaps": [_gap(gap) for gap in standing.gaps],
        "moved_between": list(stroke.moved_between),
        "doubts": [_doubt(doubt) for doubt in (*stroke.doubts, *standing.doubts)],
        "calls": [_call(call) for call in calls],
    }


def _rest(standing: Standing) -> dict[str, list[list[float]]]:
    rest: dict[str, list[list[float]]] = {}
    for place in standing.places:
        rest.setdefault(place.ball, []).append(_mm(place.at))
    return rest


def _touch(touch: Touch) -> dict[str, Any]:
    return {"t_s": _s(touch.at_us), "balls": list(touch.balls), "at_mm": _mm(touch.at), "sure": _sure(touch.sure)}


def _bounce(bounce: Bounce) -> dict[str, Any]:
    told = {"t_s": _s(bounce.at_us), "ball": bounce.ball, "cushion": bounce.cushion, "sure": _sure(bounce.sure)}
    return told if bounce.at is None else {**told, "at_mm": _mm(bounce.at)}


def _pot(pot: Pot) -> dict[str, Any]:
    return {"t_s": _s(pot.at_us), "ball": pot.ball, "pocket": pot.pocket, "sure": _sure(pot.sure)}


def _gap(gap: Gap) -> dict[str, Any]:
    return {
        "balls": list(gap.balls), "mm": round(gap.mm, 2), "sd_mm": round(gap.sd_mm, 2),
        "touch_sure": _sure(gap.touch_sure),
    }  # fmt: skip


def _doubt(doubt: Doubt) -> dict[str, Any]:
    candidates = [list(candidate) for candidate in doubt.candidates]
    return {"about": doubt.about, "why": doubt.why, "margin": doubt.margin, "candidates": candidates}


def _call(call: Suggestion) -> dict[str, Any]:
    return {
        "say": call.say, "value": call.value, "cite": call.cite, "why": call.why,
        "sure": _sure(call.sure), "ask": call.ask,
    }  # fmt: skip


def _sure(sure: float) -> float:
    """Round a probability; what is not certain is not written as if it were."""
    return sure if sure in (0.0, 1.0) else min(max(round(sure, 3), 0.001), 0.999)


def _s(at_us: int) -> float:
    return round(seconds(at_us), 4)


def _mm(at: Point) -> list[float]:
    return [round(at.x_mm, 1), round(at.y_mm, 1)]
