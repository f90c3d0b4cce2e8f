"""What the desk, with nobody at it, makes of a frame that the eyes told it: all that knows the desk's door is here."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from bench.simulated.eyes import Sight
from bench.simulated.frame import Frame, leader, rules_of
from tracker.domain.book.scoreline import Scoreline
from tracker.domain.law.call import Call
from tracker.domain.strokes.alternatives import Alternatives
from tracker.match.book.book import replay, standing_calls
from tracker.match.book.entries import Amended, Asked, Called, Header, Seen
from tracker.match.desk.desk import Desk, Policy, open_desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The called score of a frame."""

    final: Scoreline
    questions: int
    """How many strokes a person was asked about."""
    amendments: int
    seconds: tuple[float, ...]
    """Processor time that each stroke took the desk."""
    made: tuple[tuple[int, int], ...]
    """The points that each told stroke made for either side, as it stands called in the end."""
    calls: tuple[tuple[Call, ...], ...]
    """What stands called of each."""
    probability: float
    """How likely the desk itself says its final score to be."""
    asked: tuple[str, ...] = ()
    """The questions, as they were put."""
    trouble: str = ""
    """What the desk fell over, where it did."""


def score_by_desk(rules: Any, header: Header, seen: Sequence[Alternatives]) -> Scored:
    """Return what is called of these strokes with nobody at the desk."""
    desk = open_desk(rules, header, Policy())
    seconds: list[float] = []
    trouble = ""
    for alternatives in seen:
        began = process_time()
        try:
            desk = desk.see(alternatives)[0]
        except Exception as error:  # whatever it is, the frame goes on and the fault is told
            trouble = trouble or f"{type(error).__name__}: {error}"
        seconds.append(process_time() - began)
    desk = desk.closed(ended=True)
    made, calls = _called(rules, desk, len(seen))
    entries = desk.book.entries
    return Scored(
        final=desk.scoreline, questions=sum(isinstance(entry, Asked) for entry in entries),
        amendments=sum(isinstance(entry, Amended) for entry in entries), seconds=tuple(seconds), made=made, calls=calls,
        asked=tuple(entry.text for entry in entries if isinstance(entry, Asked)), trouble=trouble,
        probability=desk.understood.probability,
    )  # fmt: skip


def _called(
    rules: Any, desk: Desk[Any], count: int
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[Call, ...], ...]]:
    """Return the points that each told stroke stands for in the book, and its calls, in the order of the strokes."""
    entries = desk.book.entries
    order = {entry.number: index for index, entry in enumerate(one for one in entries if isinstance(one, Seen))}
    about = {entry.number: entry.about for entry in entries if isinstance(entry, Called)}
    stands = dict(standing_calls(entries))
    points = rules.scoreline(rules.opening(desk.book.header.setup)).points
    made = [(0, 0)] * count
    calls: list[tuple[Call, ...]] = [()] * count
    index = 0
    for step in replay(rules, desk.book).steps:
        index = order.get(about.get(step.entry) or 0, index)
        then = rules.scoreline(step.position).points
        a, b = made[index]
        made[index] = (a + then[0] - points[0], b + then[1] - points[1])
        calls[index] = (*calls[index], *stands[step.entry])
        points = then
    return tuple(made), tuple(calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one frame came out."""

    kind: str
    seed: int
    factor: float
    score_right: bool
    winner_right: bool
    strokes: int
    strokes_right: int
    """True strokes whose points stand called as they were."""
    questions: int
    amendments: int
    seconds: float
    """Processor time that the desk took for all that it was told."""
    told: int
    probability: float
    """How likely the desk says its score to be."""
    troubles: tuple[str, ...]
    """What was corrupted in the first stroke whose points went wrong, and just before; empty: the frame is right."""
    crashed: str


def result_of(frame: Frame, factor: float, sights: Sequence[Sight], scored: Scored) -> Result:
    """Return how the called score compares with the true one."""
    right = points_right(frame, sights, scored)
    score_right = scored.final.points == frame.final.points
    return Result(
        kind=frame.kind, seed=frame.seed, factor=factor, score_right=score_right,
        winner_right=leader(scored.final) == frame.winner, strokes=len(frame.strokes), strokes_right=sum(right),
        questions=scored.questions, amendments=scored.amendments, seconds=sum(scored.seconds), told=len(sights),
        probability=scored.probability, troubles=() if score_right else cause(sights, right), crashed=scored.trouble,
    )  # fmt: skip


def points_right(frame: Frame, sights: Sequence[Sight], scored: Scored) -> tuple[bool, ...]:
    """Tell of each true stroke whether the points that it made stand called; of a lost one, whether it made none."""
    called = {sight.of: made for sight, made in zip(sights, scored.made, strict=True) if sight.of is not None}
    return tuple(called.get(number, (0, 0)) == made for number, made in enumerate(true_points(frame)))


def true_points(frame: Frame) -> tuple[tuple[int, int], ...]:
    """Return what each stroke truly made for either side."""
    before = rules_of(frame.kind).scoreline(rules_of(frame.kind).opening(frame.setup)).points
    made = []
    for struck in frame.strokes:
        made.append((struck.points[0] - before[0], struck.points[1] - before[1]))
        before = struck.points
    return tuple(made)


def cause(sights: Sequence[Sight], right: Sequence[bool]) -> tuple[str, ...]:
    """Return what was corrupted where the points first went wrong: in that stroke, and in what was told just before."""
    wrong = next((number for number, one in enumerate(right) if not one), None)
    if wrong is None:
        return ("a hand that struck nobody's ball",)
    index = next((i for i, sight in enumerate(sights) if sight.of is not None and sight.of >= wrong), len(sights) - 1)
    near = sights[max(0, index - 1) : index + 1]
    found = tuple(dict.fromkeys(name for sight in near for name in sight.troubles))
    lost = ("stroke lost",) if all(sight.of != wrong for sight in sights) else ()
    return (*lost, *found) or ("nothing was corrupted",)
