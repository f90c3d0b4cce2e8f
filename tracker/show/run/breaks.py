"""Breaks: the points that one player makes in one visit, read off the scorelines and so never off the pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.show.run.words import StrokeView


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A visit that scored."""

    player: str
    points: int
    first_stroke: int
    """Number of the first stroke that scored; `last_stroke` is the last one."""
    last_stroke: int
    balls: tuple[str, ...]
    """What the scoring strokes were made with, in order."""


def breaks(strokes: Sequence[StrokeView]) -> tuple[Break, ...]:
    """Return the visits that scored, in order; strokes without a score before and after are left out."""
    visits: list[list[StrokeView]] = []
    is_new = True
    for view in strokes:
        if view.before is None or view.after is None:
            is_new = True
            continue
        if is_new or visits[-1][-1].before is None or _striker(visits[-1][-1]) != view.before.striker:
            visits.append([])
        visits[-1].append(view)
        is_new = view.after.striker != view.before.striker
    return tuple(made for visit in visits if (made := _break(visit)).points > 0)


def _striker(view: StrokeView) -> int:
    return view.before.striker if view.before else 0


def _gain(view: StrokeView) -> int:
    player = _striker(view)
    return view.after.points[player] - view.before.points[player] if view.before and view.after else 0


def _break(visit: list[StrokeView]) -> Break:
    scoring = [view for view in visit if _gain(view) > 0] or visit[:1]
    first = visit[0].before
    return Break(
        player=first.names[first.striker] if first else "",
        points=sum(map(_gain, visit)),
        first_stroke=scoring[0].stroke.number,
        last_stroke=scoring[-1].stroke.number,
        balls=tuple(word for view in scoring for word in _made(view)),
    )


def _made(view: StrokeView) -> tuple[str, ...]:
    """Return what a stroke scored with: the balls that it potted, or the judge's words where it potted none."""
    potted = tuple(pot.ball for pot in view.stroke.potted if pot.ball != view.stroke.cue_ball)
    said = tuple(call.why for call in view.suggestions if call.value == _gain(view))
    return potted or said[:1]
