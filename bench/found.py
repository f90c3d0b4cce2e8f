"""What is measured on one clip, kept so that the figures of many clips can be put together.

An incident is told right when it has the right names and lies within the tolerance: one picture, 20 ms, 5 ms. A first
contact is that of a stroke, with the ball or balls that were met. Of a pot, ball and pocket are weighed apart and its
moment is not. `sure` is weighed as in the forecaster's reliability table (Murphy 1973): of all that was told about so
sure, how much was right at one picture (of a first contact, the ball alone, whenever it was met, and none where none
was); the expected calibration error is the mean difference, weighed by how much was told (Naeini, Cooper, Hauskrecht,
AAAI 2015).
"""

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bench.shown import Shown, shown
from tracker.cli.evaluation import identity, measures, pairing, places, touching
from tracker.cli.evaluation.run_and_truth import Event, Run, StrokeFacts, Truth
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

TOLERANCES_S: dict[str, float | None] = {"1 picture": None, "20 ms": 0.020, "5 ms": 0.005}
"""None: what a picture lasts in that clip."""
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0 + 1e-9)
CHANCES, CHANCE_SEED = 500, 1
"""How often it is drawn by lot which of the samples are right, to say what honest odds would show."""
NEAR_S = 0.5
"""Events of the same names that lie further apart are not the same one, however late it was told."""
OVERHEAD_DEG, CORNER_DEG = 70.0, 12.0

Pair = tuple[StrokeFacts, StrokeFacts]
"""A stroke as told and as it was."""


def first_contacts(strokes: Sequence[StrokeFacts]) -> list[Event]:
    """Return the first contact of each stroke that had one."""
    return [
        Event(at_s=s.first_touch_s, who=("first", " and ".join(s.first_hit)), sure=s.first_hit_sure)
        for s in strokes
        if s.first_hit and s.first_touch_s is not None
    ]


KINDS: dict[str, Callable[[Sequence[StrokeFacts]], list[Event]]] = {
    "touches": lambda strokes: [e for s in strokes for e in s.touches],
    "cushions": lambda strokes: [e for s in strokes for e in s.cushions],
    "pots": lambda strokes: [e for s in strokes for e in s.falls],
    "first contact": first_contacts,
    "strike": lambda strokes: [Event(at_s=s.began_s, who=("cue", "white")) for s in strokes],
    "rest": lambda strokes: [Event(at_s=s.ended_s, who=("all", "rest")) for s in strokes],
}
WEIGHED = ("touches", "cushions", "pots")
"""Kinds of which the program says of each how sure it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was measured on one clip."""

    stratum: str
    camera: str
    height_px: int
    """Of its pictures."""
    rate: float
    counts: dict[tuple[str, str], Counter[str]]
    """(kind, tolerance) -> how many are right, false, missed."""
    late_ms: dict[str, tuple[float, ...]]
    """By how much each event of a kind, of those within `NEAR_S`, is told too late."""
    weighed: dict[str, tuple[tuple[float, bool], ...]]
    """(how sure, whether right) of each event told."""
    first: Counter[str]
    """Strokes whose first contact is right, wrong, asked or missed."""
    pots: Counter[str]
    """Pots told, true ones, those right by ball and by ball and pocket."""
    calls: Counter[str]
    off: dict[str, places.Errors]
    """Errors of places, by kind."""
    missed: int
    false: int
    said: places.Confusion
    """Over all balls in all pictures."""
    said_of_balls: places.Confusion
    touching: tuple[touching.PairAnswer, ...]
    shown: tuple[Shown, ...]
    identity: identity.Scores | None
    table_off_mm: float | None
    """By how much the found camera errs where it errs most."""
    wrong: tuple[str, ...]


def measured(stratum: str, run: Run, truth: Truth) -> Found:
    """Compare a run with the truth of its clip."""
    told, due = run.strokes, truth.strokes
    pairs = measures.paired_strokes(told, due)
    balls = pairing.paired_balls(run, truth)
    camera = (truth.calibration or run.calibration).camera
    return Found(
        stratum=stratum,
        camera=camera_kind(camera, truth.kit),
        height_px=camera.image_size[1],
        rate=truth.rate,
        counts={
            (kind, name): counted(events(told), events(due), within_s or 1 / truth.rate)
            for kind, events in KINDS.items()
            for name, within_s in TOLERANCES_S.items()
        },
        late_ms={kind: late_ms(events(told), events(due), NEAR_S) for kind, events in KINDS.items()},
        weighed={
            **{kind: weighed(KINDS[kind](told), KINDS[kind](due), 1 / truth.rate) for kind in WEIGHED},
            "first contact": tuple((a.first_hit_sure, a.first_hit == b.first_hit) for a, b in pairs),
        },
        first=Counter(first_contact(*pair) for pair in pairs) + Counter(missed=len(due) - len(pairs)),
        pots=pots(pairs, told, due),
        calls=Counter(measures.calls(pairs, told, due)),
        off=places.errors(balls, run, truth),
        missed=balls.missed["rest"] + balls.missed["moving"],
        false=int(np.sum(~balls.is_true)),
        said=places.confusion(balls, run, truth),
        said_of_balls=places.confusion_of_balls(balls, run, truth),
        touching=touching.verdicts(pairs, truth),
        shown=shown(told, truth),
        identity=identity.scores(run, truth),
        table_off_mm=measures.calibration_error(run.calibration, truth)["worst_mm"],
        wrong=(
            *measures.unpaired(pairs, told, due),
            *(said for pair in pairs for said in measures.differences(*pair)),
        ),
    )


def counted(told: Sequence[Event], due: Sequence[Event], within_s: float) -> Counter[str]:
    """Count what is right, false and missed within a tolerance."""
    right = len(measures.paired_events(told, due, within_s))
    return Counter(right=right, false=len(told) - right, missed=len(due) - right)


def late_ms(told: Sequence[Event], due: Sequence[Event], within_s: float) -> tuple[float, ...]:
    """Return by how many ms each event that is right is told too late; below 0, too early."""
    return tuple(1000 * (told[i].at_s - due[j].at_s) for i, j in measures.paired_events(told, due, within_s))


def weighed(told: Sequence[Event], due: Sequence[Event], within_s: float) -> tuple[tuple[float, bool], ...]:
    """Return of each event told how sure it was and whether it is right."""
    right = {i for i, _ in measures.paired_events(told, due, within_s)}
    return tuple((event.sure, i in right) for i, event in enumerate(told))


def first_contact(told: StrokeFacts, due: StrokeFacts) -> str:
    """Say of a stroke whether its first contact is right, wrong, or left to a person."""
    if "first_hit" in told.doubted:
        return "asked"
    return "right" if told.first_hit == due.first_hit else "wrong"


def pots(pairs: Sequence[Pair], told: Sequence[StrokeFacts], due: Sequence[StrokeFacts]) -> Counter[str]:
    """Count pots told and true, those of which the ball is right, each in its own stroke, and the pocket with it."""
    return Counter(
        told=sum(len(s.pots) for s in told),
        due=sum(len(s.pots) for s in due),
        ball=sum((Counter(b for b, _ in a.pots) & Counter(b for b, _ in b.pots)).total() for a, b in pairs),
        pocket=sum((Counter(a.pots) & Counter(b.pots)).total() for a, b in pairs),
    )


def scores(counts: Counter[str]) -> tuple[float | None, float | None, float | None]:
    """Return precision, recall and F1; None where nothing was told, or nothing was there."""
    right, told, due = counts["right"], counts["right"] + counts["false"], counts["right"] + counts["missed"]
    return (
        right / told if told else None,
        right / due if due else None,
        2 * right / (told + due) if told + due else None,
    )


def reliability(samples: Sequence[tuple[float, bool]]) -> tuple[list[tuple[float, float, int, float, float]], float]:
    """Return (from, to, how many, mean sure, share right) of each bin that is not empty, and the calibration error."""
    sure, right = np.array([s for s, _ in samples], float), np.array([r for _, r in samples], float)
    rows = []
    for low, high in itertools.pairwise(BINS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            rows.append(
                (low, min(high, 1.0), int(inside.sum()), float(sure[inside].mean()), float(right[inside].mean()))
            )
    error = sum(n * abs(said - was) for _, _, n, said, was in rows) / len(samples) if samples else float("nan")
    return rows, error


def chance_error(samples: Sequence[tuple[float, bool]]) -> float:
    """Return the calibration error that so many samples show on the mean by chance alone, were every `sure` honest."""
    rng = np.random.default_rng(CHANCE_SEED)
    sure = [s for s, _ in samples]
    drawn = rng.random((CHANCES, len(sure))) < np.array(sure)
    return float(np.mean([reliability(list(zip(sure, right, strict=True)))[1] for right in drawn.tolist()]))


def camera_kind(camera: Camera, kit: Kit) -> str:
    """Say where a camera stands: overhead, behind an end (broadcast), or at a corner."""
    x, y, z = camera.centre_mm - np.array([kit.width_mm / 2, kit.length_mm / 2, 0.0])
    if np.degrees(np.arctan2(z, np.hypot(x, y))) > OVERHEAD_DEG:
        return "overhead"
    return "corner" if np.degrees(np.arctan2(abs(x), abs(y))) > CORNER_DEG else "broadcast"
