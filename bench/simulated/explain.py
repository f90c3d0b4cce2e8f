"""One frame in detail: each stroke as it was, as it was told, and as it was called."""

from collections.abc import Iterator
from math import exp

from bench.simulated.eyes import Sight
from bench.simulated.frame import Frame, Struck
from bench.simulated.scored import Scored, points_right, true_points
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Stroke


def explained(frame: Frame, sights: tuple[Sight, ...], scored: Scored) -> Iterator[str]:
    """Yield the lines of a report on one frame."""
    start = frame.setup.start
    sure = f"{scored.probability:.3f} sure"
    yield f"{frame.kind} {frame.seed}: true {frame.final.points}, called {scored.final.points}, {sure}"
    yield f"  {'picked up: ' + _start(frame) if start else f'from the opening, reds {frame.setup.reds}'}"
    right, due = points_right(frame, sights, scored), true_points(frame)
    told = 0
    for sight, made, calls in zip(sights, scored.made, scored.calls, strict=True):
        for lost in range(told, told if sight.of is None else sight.of):
            yield f"{_true(lost, frame.strokes[lost], due[lost])}\n      LOST"
        told = told if sight.of is None else sight.of + 1
        if sight.of is None:
            yield "   -  a hand, no stroke"
        else:
            yield _true(sight.of, frame.strokes[sight.of], due[sight.of])
        yield from _seen(sight)
        wrong = any(made) if sight.of is None else not right[sight.of]
        yield f"      called {made}{'  <<< WRONG' if wrong else ''} {', '.join(_brief(call) for call in calls)}"
    yield f"  closing: {frame.closing}; {scored.amendments} amendments, {scored.questions} questions:"
    yield from (f"    {question}" for question in scored.asked)
    if scored.trouble:
        yield f"  the desk fell over: {scored.trouble}"


def _start(frame: Frame) -> str:
    start = frame.setup.start
    if start is None:
        return ""
    up = "all colours" if start.colours is None else ", ".join(start.colours)
    return f"{start.scores}, side {start.striker} to play, {start.on} on, {start.reds} reds, {up}"


def _true(number: int, struck: Struck, made: tuple[int, int]) -> str:
    said = ", ".join(_brief(call) for call in struck.calls)
    return (
        f"{number:4d}  side {struck.side} {struck.player} {facts(struck.stroke)} -> {made}, {struck.points}\n"
        f"      {said}"
    )


def _brief(call: object) -> str:
    """Return a call without where the balls lie."""
    named = ("points", "potted", "gone", "what", "ball", "side", "miss", "free_ball", "own", "opponent", "penalised",
             "cannon", "in_off", "by", "counts")  # fmt: skip
    given = (
        f"{name}={getattr(call, name)}" for name in named if getattr(call, name, None) not in (None, "", (), False)
    )
    return f"{type(call).__name__}({', '.join(given)})"


def facts(stroke: Stroke) -> str:
    """Return a stroke in a few words."""
    met = "+".join(stroke.first_hit) or "nothing"
    fell = ", ".join(f"{pot.ball} in {pot.pocket}" for pot in stroke.potted)
    off = f", off {'+'.join(stroke.off_table)}" if stroke.off_table else ""
    hand = ", in hand" if stroke.in_hand else ""
    moved = f", moved before: {' '.join(stroke.moved_between)}" if stroke.moved_between else ""
    touches = [touch.balls[1] for touch in stroke.touches][1:]
    return (
        f"{met} first{', then ' + '+'.join(touches) if touches else ''}{', ' + fell if fell else ''}{off}{hand}{moved}"
    )


def _seen(sight: Sight) -> Iterator[str]:
    given: Alternatives = sight.alternatives
    for number, (reading, log_p) in enumerate(zip(given.readings, given.log_probabilities, strict=False)):
        mark = "*" if number == sight.truth else " "
        rest = len(reading.standing.places)
        yield f"    {mark} {exp(log_p):.3f} {facts(reading.stroke)}; {rest} at rest [{reading.why}]"
    if given.hand is not None:
        yield f"    {'*' if sight.truth is None else ' '} {exp(given.log_probabilities[-1]):.3f} a hand"
    before = "unseen" if given.before is None else f"{len(given.before.places)} at rest"
    amiss = ", ".join(sight.troubles) or "nothing amiss"
    yield f"      before: {before}; same player {given.same_player:+.1f}; {amiss}"
