"""How well a run tells what is true: places, strokes, moments, pots, cushions, touches, calls and score, in numbers.

Strokes are paired with the true ones by the time at which they begin, events of the same kind by their time, so that
the sum of what they are apart is least.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from tracker.cli.evaluation import identity
from tracker.cli.evaluation.pairing import Pairs, assigned, paired_balls
from tracker.cli.evaluation.places import measured_places
from tracker.cli.evaluation.run_and_truth import Event, Run, Said, StrokeFacts, Truth
from tracker.cli.evaluation.touching import by_gap, verdicts
from tracker.domain.strokes.incidents import counted_facts, declared
from tracker.geometry.calibration import Calibration

SCHEMA = 1
NEAR_STROKE_S = 1.5
"""Two strokes that begin further apart are not the same one."""


def evaluate(run: Run, truth: Truth) -> dict[str, Any]:
    """Return all measures as plain values; `None` where there was nothing to measure."""
    pairs = paired_strokes(run.strokes, truth.strokes)
    return {
        "schema": SCHEMA,
        "places": measured_places(paired_balls(run, truth), run, truth),
        "tracks": identity.figures([identity.scores(run, truth)]),
        "strokes": _counts(len(pairs), len(run.strokes), len(truth.strokes)),
        "moments": moments(pairs),
        "first_hit": first_hits(pairs, truth.strokes),
        **{what: facts(run.strokes, truth.strokes, pairs, what) for what in ("pots", *counted_facts())},
        "cushions": events([s.cushions for s in run.strokes], [s.cushions for s in truth.strokes], 1 / truth.rate),
        "touches": events([s.touches for s in run.strokes], [s.touches for s in truth.strokes], 1 / truth.rate),
        "touching": by_gap(verdicts(pairs, truth)),
        "calls": calls(pairs, run.strokes, truth.strokes),
        "score": {"told": list(run.points), "due": list(due_points(truth))},
        "calibration": calibration_error(run.calibration, truth),
        "wrong": [
            *unpaired(pairs, run.strokes, truth.strokes),
            *(said for pair in pairs for said in differences(*pair)),
        ],
    }


def paired_strokes(told: Sequence[StrokeFacts], due: Sequence[StrokeFacts]) -> list[tuple[StrokeFacts, StrokeFacts]]:
    """Return the strokes (told, true) that are the same one, by when they begin."""
    apart = np.array([[abs(a.began_s - b.began_s) for b in due] for a in told]).reshape(len(told), len(due))
    return [(told[i], due[j]) for i, j in assigned(apart, NEAR_STROKE_S)]


def moments(pairs: Sequence[tuple[StrokeFacts, StrokeFacts]]) -> dict[str, Any]:
    """Measure how many ms too late (or, below 0, too early) strike and first touch are told."""
    strike = [a.began_s - b.began_s for a, b in pairs]
    touch = [
        a.first_touch_s - b.first_touch_s
        for a, b in pairs
        if a.first_touch_s is not None and b.first_touch_s is not None
    ]
    return {"strike": _late(strike), "first_touch": _late(touch)}


def first_hits(pairs: Sequence[tuple[StrokeFacts, StrokeFacts]], due: Sequence[StrokeFacts]) -> dict[str, int]:
    """Count the strokes whose first hit is told right."""
    return {"right": sum(a.first_hit == b.first_hit for a, b in pairs), "of": len(due)}


def facts(
    told: Sequence[StrokeFacts], due: Sequence[StrokeFacts], pairs: Sequence[tuple[StrokeFacts, StrokeFacts]], what: str
) -> dict[str, int | float | None]:
    """Count what is told right, each in its own stroke: pots with ball and pocket, balls off the table or jumped."""
    right = sum((Counter(_fact(a, what)) & Counter(_fact(b, what))).total() for a, b in pairs)
    return _counts(right, sum(len(_fact(s, what)) for s in told), sum(len(_fact(s, what)) for s in due))


def _fact(stroke: StrokeFacts, what: str) -> Sequence[Any]:
    return stroke.pots if what == "pots" else stroke.counted[what]


def events(
    told: Sequence[Sequence[Event]], due: Sequence[Sequence[Event]], within_s: float
) -> dict[str, int | float | None]:
    """Count the events of the whole run that are told with the right names and not further off in time than that."""
    got, true = [e for some in told for e in some], [e for some in due for e in some]
    return _counts(len(paired_events(got, true, within_s)), len(got), len(true))


def paired_events(told: Sequence[Event], due: Sequence[Event], within_s: float) -> Pairs:
    """Return which told event is which true one: of the same names, at most so far apart in time."""
    apart = np.array([[_apart_s(a, b) for b in due] for a in told]).reshape(len(told), len(due))
    return assigned(apart, within_s + 1e-4)


def _apart_s(a: Event, b: Event) -> float:
    return abs(a.at_s - b.at_s) if a.who == b.who else 1e3


def calls(
    pairs: Sequence[tuple[StrokeFacts, StrokeFacts]], told: Sequence[StrokeFacts], due: Sequence[StrokeFacts]
) -> dict[str, int]:
    """Count the strokes whose calls are right, wrong, or left to a person; `asked_right` of those advised right."""
    judged = Counter(_judged(a.calls, b.calls) for a, b in pairs)
    return {
        "right": judged["right"],
        "wrong": judged["wrong"],
        "asked": judged["asked"] + judged["asked_right"],
        "asked_right": judged["asked_right"],
        "missed": len(due) - len(pairs),
        "false": len(told) - len(pairs),
        "of": len(due),
    }


def _judged(told: Sequence[Said], due: Sequence[Said]) -> str:
    is_right = _main(told) == _main(due) and _words(due) <= _words(told)
    if any(call.ask for call in told):
        return "asked_right" if is_right else "asked"
    return "right" if is_right else "wrong"


def _main(said: Sequence[Said]) -> tuple[str, int | None] | None:
    """Return the call that gives points or none; the words beside it (such as TOUCHING BALL) carry no value."""
    return next(((call.say, call.value) for call in said if call.value is not None), None)


def _words(said: Sequence[Said]) -> set[str]:
    return {call.say for call in said if call.value is None}


def due_points(truth: Truth) -> tuple[int, int]:
    """Return the points after the last true call: those told of a whole frame, else by the calls.

    That is a fold as a scorer at the table does it, so it needs no rulebook: the side that begins is the first, a foul
    or no score ends its visit. Nothing but a clip's ordinary play is meant.
    """
    if truth.final_points is not None:
        return truth.final_points
    points, striker = list(truth.start_points), 0
    for stroke in truth.strokes:
        say, value = _main(stroke.calls) or ("", 0)
        gains = striker if say.isdigit() else 1 - striker
        points[gains] += value or 0
        striker = striker if say.isdigit() and value else 1 - striker
    return points[0], points[1]


def calibration_error(found: Calibration, truth: Truth) -> dict[str, float | None]:
    """Measure how far in mm the found camera puts balls that lie on a grid over the table, seen by the true one."""
    if truth.calibration is None or found.table != truth.calibration.table:
        return {"mean_mm": None, "worst_mm": None}
    across, along = np.linspace(0, truth.kit.width_mm, 7), np.linspace(0, truth.kit.length_mm, 13)
    grid, height = np.stack(np.meshgrid(across, along), axis=-1).reshape(-1, 2), truth.kit.ball_radius_mm
    off = found.camera.place(truth.calibration.camera.project_on(grid, height), height) - grid
    apart = np.linalg.norm(off, axis=1)
    return {"mean_mm": _rounded(float(apart.mean())), "worst_mm": _rounded(float(apart.max()))}


def unpaired(
    pairs: Sequence[tuple[StrokeFacts, StrokeFacts]], told: Sequence[StrokeFacts], due: Sequence[StrokeFacts]
) -> list[str]:
    """Say which strokes were missed, and which were none."""
    found, real = {a.number for a, _ in pairs}, {b.number for _, b in pairs}
    missed = [f"stroke {b.number}: missed, true at {b.began_s:.2f} s" for b in due if b.number not in real]
    return missed + [
        f"told stroke {a.number} at {a.began_s:.2f} s: none was played" for a in told if a.number not in found
    ]


def differences(told: StrokeFacts, due: StrokeFacts) -> list[str]:
    """Say in words what is wrong with a stroke, for a person who looks for the reason."""
    sides = {
        "cue-ball": (told.cue_ball, due.cue_ball),
        "first hit": (_listed(told.first_hit), _listed(due.first_hit)),
        "pots": (_listed(map(" ".join, told.pots)), _listed(map(" ".join, due.pots))),
        **{
            kind.line: (_listed(told.counted[kind.fact]), _listed(due.counted[kind.fact]))
            for kind in declared()
            if kind.is_counted
        },
        "call": (_call_words(told.calls), _call_words(due.calls)),
    }
    return [f"stroke {due.number}: {what} {got}, true {true}" for what, (got, true) in sides.items() if got != true]


def _listed(names: Any) -> str:
    return " and ".join(sorted(names)) or "none"


def _call_words(said: Sequence[Said]) -> str:
    main = _main(said)
    return "none" if main is None else main[0] if main[0] in (str(main[1]), "NO SCORE") else f"{main[0]} {main[1]}"


def _counts(right: int, told: int, due: int) -> dict[str, int | float | None]:
    return {
        "right": right,
        "false": told - right,
        "missed": due - right,
        "of": due,
        "precision": _rounded(right / told) if told else None,
        "recall": _rounded(right / due) if due else None,
    }


def _late(late_s: Sequence[float]) -> dict[str, Any]:
    if not late_s:
        return {"n": 0, "mean_ms": None, "worst_ms": None, "each_ms": []}
    each = [round(1000 * late, 1) for late in late_s]
    return {
        "n": len(each),
        "mean_ms": round(float(np.mean(np.abs(each))), 1),
        "worst_ms": max(each, key=abs),
        "each_ms": each,
    }


def _rounded(number: float) -> float:
    return round(number, 3)
