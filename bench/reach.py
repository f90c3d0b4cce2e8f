"""What the incidents are to reach, beside what was measured: the one table to look at first."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from bench.baseline import INCIDENTS, baseline
from bench.found import Found, chance_error, reliability, scores
from tracker.cli.evaluation import identity, places
from tracker.cli.evaluation.touching import TOUCHING_MM

WRONG_TABLE_MM = 15.0
"""A camera that puts balls somewhere further off than this found the table wrong."""
CLEAR_MM = 1.0
"""Balls further apart than this are to be told from balls that touch."""
PACKS = "breaks-and-packs"
Counted = TypeVar("Counted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A measure, what it is to reach, and how it is told of what was found, with its counts."""

    measure: str
    reach: str
    told: Callable[[Sequence[Found]], str]


def share(part: int, of: int) -> str:
    """Return a share as a person reads it, with its counts."""
    return f"{100 * part / of:.1f} % ({part} of {of})" if of else "– (0)"


def summed(counts: Sequence[Counter[Counted]]) -> Counter[Counted]:
    """Return counts put together."""
    return sum(counts, Counter())


def tables_found(found: Sequence[Found]) -> str:
    """Say in how many clips the table was found where it is, of those in which one was found."""
    off = [one.table_off_mm for one in found if one.table_off_mm is not None]
    return share(sum(mm <= WRONG_TABLE_MM for mm in off), len(off))


def first_contacts(found: Sequence[Found]) -> str:
    """Say how many first contacts are right of those not asked (a stroke missed is not), and how many are asked."""
    first = summed([one.first for one in found])
    return f"{share(first['right'], first.total() - first['asked'])} / {share(first['asked'], first.total())}"


def pots(found: Sequence[Found]) -> str:
    """Say precision and recall of pots by ball, and how many of those went where it was told."""
    n = summed([one.pots for one in found])
    return f"{share(n['ball'], n['told'])} / {share(n['ball'], n['due'])}; {share(n['pocket'], n['ball'])}"


def f1(kind: str) -> Callable[[Sequence[Found]], str]:
    """Return how to say F1 of a kind of incident at one picture, and the median time error at 50 pictures a second."""
    return lambda found: f"{_f1(found, kind)}; {_median_ms(found, kind)}"


def _f1(found: Sequence[Found], kind: str) -> str:
    counts = summed([one.counts[kind, "1 picture"] for one in found])
    value = scores(counts)[2]
    return "–" if value is None else f"{value:.3f} ({counts['right']} of {counts['right'] + counts['missed']})"


def _median_ms(found: Sequence[Found], kind: str) -> str:
    late = [abs(ms) for one in found if one.rate == 50 for ms in one.late_ms[kind]]
    return f"{np.median(late):.1f} ms of {len(late)}" if late else "– of 0"


def at_rest(camera: str) -> Callable[[Sequence[Found]], str]:
    """Return how to say the mean error at rest of the clips of 1080 lines of a kind of camera."""

    def told(found: Sequence[Found]) -> str:
        clips = [one.off["rest"] for one in found if one.camera == camera and one.height_px == 1080]
        mean_mm = places.summed(places.together(clips))["mean_mm"]
        return "– (0 clips)" if mean_mm is None else f"{mean_mm:.2f} mm ({len(clips)} clips)"

    return told


def touching(found: Sequence[Found]) -> str:
    """Say how many pairs that touch, or lie 1 mm apart or more, are told right of those not asked, seen from above."""
    seen = [
        v
        for one in found
        if one.camera == "overhead"
        for v in one.touching
        if v.gap_mm >= CLEAR_MM or v.gap_mm < TOUCHING_MM
    ]
    words = Counter(one.word for one in seen)
    return f"{share(words['right'], words['right'] + words['wrong'])}; asked {share(words['asked'], len(seen))}"


def switches(found: Sequence[Found]) -> str:
    """Say how often a ball changed its number, in the packs and elsewhere."""
    packs, others = ([f.identity for f in found if (f.stratum == PACKS) is are] for are in (True, False))
    told = [identity.figures(some) for some in (others, packs)]
    numbers = [str(one["switches"]) if one else "–" for one in told]
    return f"{numbers[0]} in {len(others)} clips; in packs {numbers[1]} in {len(packs)}"


def calibration_of_sure(found: Sequence[Found]) -> str:
    """Say the expected calibration error of the first contact's `sure`, and what honest odds would show by chance."""
    samples = [sample for one in found for sample in one.weighed["first contact"]]
    if not samples:
        return "– (0)"
    by_chance = f"honest odds show {chance_error(samples):.3f} by chance"
    return f"{reliability(samples)[1]:.3f} ({len(samples)} strokes, of which {by_chance})"


def samples_wrong(found: Sequence[Found]) -> str:
    """Say what the kept figures of the sample clips count as wrong and not asked; nothing of `found` is in it."""
    kept = [one for name, one in baseline().items() if not name.startswith(INCIDENTS)]
    return f"{sum(one['calls_wrong'] for one in kept):g} calls in {len(kept)} clips (`bench.samples`)"


ROWS = (
    Row(measure="table found where it is", reach="", told=tables_found),
    Row(
        measure="first contact right when not asked / share asked",
        reach="≥ 99.5 % / ≤ 5 %",
        told=first_contacts,
    ),
    Row(measure="pots: precision / recall; pocket right", reach="100 % / ≥ 99 %; 100 %", told=pots),
    *(
        Row(
            measure=f"{kind}: F1 at 1 picture; median time error at 50 pictures/s",
            reach="≥ 0.97; ≤ 5 ms",
            told=f1(kind),
        )
        for kind in ("touches", "cushions")
    ),
    Row(measure="place at rest, 1080p overhead: mean", reach="≤ 1.0 mm", told=at_rest("overhead")),
    Row(measure="place at rest, 1080p broadcast: mean", reach="≤ 4 mm", told=at_rest("broadcast")),
    Row(
        measure="touching, or clear by 1 mm and more, right when not asked, overhead",
        reach="≥ 99 %",
        told=touching,
    ),
    Row(measure="identity switches", reach="0 in all but packs", told=switches),
    Row(measure="calibration error of first contact's `sure`", reach="≤ 0.03", told=calibration_of_sure),
    Row(measure="wrong and not asked on `sample_videos/`", reach="0", told=samples_wrong),
)
