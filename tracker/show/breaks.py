"""Breaks: the points that one player makes in one visit, read off the scorelines and so never off the pictures."""

from collections.abc import Iterable
from dataclasses import dataclass

from tracker.domain.scoreline import Scoreline
from tracker.show.words import StrokeView


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A visit that scored."""

    player: str
    points: int
    first_stroke: int
    """Number of the first stroke that scored; `last_stroke` is the last one."""
    last_stroke: int
    balls: tuple[str, ...]
    """What the scoring strokes potted, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A stroke or call as it moved the score; without a score before and after it belongs to no visit."""

    number: int
    potted: tuple[str, ...]
    before: Scoreline | None
    after: Scoreline | None


def breaks(plays: Iterable[Play]) -> tuple[Break, ...]:
    """Return the visits that scored, in order; plays without a score before and after are left out."""
    visits: list[list[Play]] = []
    is_new = True
    for play in plays:
        if play.before is None or play.after is None:
            is_new = True
            continue
        if is_new or visits[-1][-1].before is None or _striker(visits[-1][-1]) != play.before.striker:
            visits.append([])
        visits[-1].append(play)
        is_new = play.after.striker != play.before.striker
    return tuple(made for visit in visits if (made := _break(visit)).points > 0)


def plays(strokes: Iterable[StrokeView]) -> tuple[Play, ...]:
    """Return strokes as plays, to be counted as breaks."""
    return tuple(
        Play(
            number=view.stroke.number,
            potted=tuple(pot.ball for pot in view.stroke.potted),
            before=view.before,
            after=view.after,
        )
        for view in strokes
    )


def _striker(play: Play) -> int:
    return play.before.striker if play.before else 0


def _gain(play: Play) -> int:
    player = _striker(play)
    return play.after.points[player] - play.before.points[player] if play.before and play.after else 0


def _break(visit: list[Play]) -> Break:
    scoring = [play for play in visit if _gain(play) > 0] or visit[:1]
    first = visit[0].before
    return Break(
        player=first.names[first.striker] if first else "",
        points=sum(map(_gain, visit)),
        first_stroke=scoring[0].number,
        last_stroke=scoring[-1].number,
        balls=tuple(ball for play in scoring for ball in play.potted),
    )
