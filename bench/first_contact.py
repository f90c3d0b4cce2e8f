"""Measure by thousands of strokes, without pictures, how the first contact is told and how far `sure` can be trusted.

    HOME=runs/engine runs/engine/bin/python -m bench.first_contact --play 100 [--first 2000] [--strokes DIR]
    python -m bench.first_contact [--strokes DIR] [--only thin-cuts] [--looks 2] [--hidden] [--write]

The strokes are pooltool's, of the strata that `make truth` draws, with other numbers than any clip has. What a camera
makes of them is drawn by lot, as it was measured on drawn clips: an error that all balls nearby share (the camera is
never quite where it is thought to be), one that a ball keeps while it lies still, a shift of it all the same (light and
coding change), a jitter from picture to picture, pictures that miss a ball, and a player who hides what lies behind the
cue-ball. With --hidden, balls are moreover out of view for a while, or for good, about the moment of the first contact:
the cue-ball, the ball it meets, both, all, or some. Only the first contact is told, as `strokes` has it told.
"""

import argparse
import pickle
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path as File

import numpy as np
from numpy.typing import NDArray

from bench.found import reliability
from bench.measured import ROOT, put_section
from models.training.strokes import Played
from tracker.domain.table.ball import WHITE
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import POCKET, PRESENT, VANISHED, Path
from tracker.incidents.explain.first_contact import doubts
from tracker.incidents.explain.stages import stages, weighed_firsts
from tracker.incidents.noise import noise
from tracker.incidents.segment.windows import windows_of
from tracker.store.kits import find_kit

Array = NDArray[np.float64]
Chance = np.random.Generator
OPEN = ("bench.first_contact", "First contact, by strokes without pictures")
HIDDEN = ("bench.first_contact --hidden", "First contact, with balls out of view about that moment")

STROKES = ROOT / "runs" / "strokes"
FIRST_NUMBER = 1000
"""Strokes with lower numbers are those of drawn clips."""
STRUCK_S, STAYS_S = 1.2, 0.8
TOGETHER_S = 0.0005
"""Two balls met within so short a time were met together, as the truth of drawn clips has it."""
MOVES_MM = 0.5
"""A ball that goes so far from picture to picture is seen blurred."""
LEAST_CLAIM_MM = 0.3
VEILED_BEFORE_S, VEILED_S, SOME = (0.02, 0.1, 0.3, 0.8), (0.15, 0.4, 1.0, 99.0), 0.4
"""How long before the first contact a ball goes out of view, and for how long; the share of balls where it is some."""
PROVES_S = 0.5
"""Open cloth must be in view for so long before a ball is missed (`tracking.life`)."""
RATES = (25.0, 30.0, 50.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Eye:
    """How a camera errs (1 sigma, mm)."""

    name: str
    shared_mm: float
    """At the rails; balls side by side share nearly all of it."""
    own_mm: float
    """Of one ball for as long as it lies still, and slowly changing while it rolls."""
    jitter_mm: float
    blur_mm: float
    """Jitter of a ball that moves."""
    misses: float = 0.01
    shifts: float = 0.28
    """How often a ball that stays is seen elsewhere later on, by `shift_mm` (`incidents.propose.touching.grazes`)."""
    shift_mm: float = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Veil:
    """What hides balls about the first contact."""

    balls: frozenset[int]
    from_s: float
    until_s: float


NO_VEIL = Veil(balls=frozenset(), from_s=0.0, until_s=0.0)
EYES = (
    Eye(name="overhead", shared_mm=1.5, own_mm=0.4, jitter_mm=0.15, blur_mm=0.6),
    Eye(name="broadcast", shared_mm=3.5, own_mm=0.8, jitter_mm=0.5, blur_mm=0.9),
    Eye(name="corner", shared_mm=2.5, own_mm=0.8, jitter_mm=0.3, blur_mm=0.9),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """One first contact as told, beside the true one."""

    name: str
    told: tuple[str, ...]
    true: tuple[str, ...]
    sure: float
    asked: bool
    why: str

    @property
    def is_right(self) -> bool:
        """Say whether the right balls were named; one red or two of them is all one to a referee."""
        return set(self.told) == set(self.true)

    @property
    def verdict(self) -> str:
        """Return right, wrong or asked."""
        return "asked" if self.asked else "right" if self.is_right else "wrong"


def met_first(played: Played) -> tuple[str, ...]:
    """Return the ball that the cue-ball met first, both where they were met together, none where none was."""
    own = [met for met in played.touches if 0 in met.balls]
    other = [(met.at_s, played.names[sum(met.balls)]) for met in own]
    return tuple(name for at_s, name in other if at_s - other[0][0] < TOGETHER_S)


def seen(played: Played, eye: Eye, rate: float, rng: Chance, kit: Kit, hides: bool = False) -> tuple[Path, ...]:
    """Return the paths that following makes of a stroke, the errors of a camera in them; `hides`: balls go unseen."""
    lag = rng.uniform(0, 1 / rate)
    at_s = np.arange(0, STRUCK_S + played.lasts_s + STAYS_S, 1 / rate)
    true = np.stack([played.at(t - STRUCK_S - lag) for t in at_s])
    off = shared_error(true, eye, rng, kit)
    hidden = behind_player(played, true, at_s, rng)
    step = np.hypot(*np.diff(true, axis=0, prepend=true[:1]).transpose(2, 0, 1))
    errors = np.where(step > MOVES_MM, eye.blur_mm, eye.jitter_mm)[..., None] * rng.normal(size=true.shape)
    own = np.stack([drifting(step[:, i], eye.own_mm, rng) for i in range(true.shape[1])], axis=1)
    own += shifted(at_s, true.shape[1], eye, rng)
    is_seen = ~np.isnan(step) & ~hidden & (rng.random(step.shape) >= eye.misses)
    raw = np.where(is_seen[..., None], true + off + own + errors, np.nan)
    veil = veil_of(played, rng) if hides else NO_VEIL
    raw[veiled(veil, at_s, len(played.names))] = np.nan
    claim_mm = max(eye.own_mm, LEAST_CLAIM_MM)
    ends = [end_of(i, true[:, i], at_s, veil) for i in range(len(played.names))]
    whole = [followed(i, name, at_s, raw[:, i], claim_mm, ends[i]) for i, name in enumerate(played.names)]
    return tuple(path for path in whole if path is not None)


def shared_error(true: Array, eye: Eye, rng: Chance, kit: Kit) -> Array:
    """Return the (t, n, 2) error of a camera that is not quite where it is thought to be: it changes with the place."""
    x, y = (2 * true / np.array([kit.width_mm, kit.length_mm]) - 1).transpose(2, 0, 1)
    terms = np.stack([np.ones_like(x), x, y, x * y, y**2], axis=-1)
    return np.asarray(terms @ rng.normal(0, eye.shared_mm / 1.8, (5, 2)))


def behind_player(played: Played, true: Array, at_s: Array, rng: Chance) -> NDArray[np.bool_]:
    """Say of each ball in each picture whether the player hides it: those behind the cue-ball, until he gets up."""
    lie = played.places_mm[0, 0]
    way = played.at(0.05)[0] - lie
    way = way / max(float(np.hypot(*way)), 1e-6)
    along, reach_mm = (true - lie) @ way, rng.choice([1e9, 0.0, 150.0], p=[0.3, 0.4, 0.3])
    aside = np.abs((true - lie) @ np.array([-way[1], way[0]]))
    until_s = STRUCK_S + rng.uniform(0.3, 1.5)
    behind = (along < -40.0 - (reach_mm if reach_mm < 1e8 else 1e9)) & (aside < 180.0)
    return np.asarray(behind & ((at_s > 0.3) & (at_s < until_s))[:, None])


def shifted(at_s: Array, count: int, eye: Eye, rng: Chance) -> Array:
    """Return the (t, n, 2) errors of balls that are seen elsewhere from some moment after the strike on."""
    since_s = rng.uniform(STRUCK_S, at_s[-1], count)
    by_mm = rng.normal(0, eye.shift_mm, (count, 2)) * (rng.random(count) < eye.shifts)[:, None]
    return np.asarray((at_s[:, None] > since_s)[..., None] * by_mm)


def veil_of(played: Played, rng: Chance) -> Veil:
    """Return what hides balls about the first contact, or about some moment where there is none."""
    own = [met for met in played.touches if 0 in met.balls][:1]
    met = frozenset(sum(m.balls) for m in own)
    at_s = STRUCK_S + (own[0].at_s if own else float(rng.uniform(0, played.lasts_s)))
    every = range(len(played.names))
    some = frozenset(int(n) for n in every if rng.random() < SOME)
    balls = (frozenset({0}), met, met | {0}, frozenset(every), some)[int(rng.integers(5))]
    from_s = at_s - float(rng.choice(VEILED_BEFORE_S))
    return Veil(balls=balls, from_s=from_s, until_s=from_s + float(rng.choice(VEILED_S)))


def veiled(veil: Veil, at_s: Array, count: int) -> NDArray[np.bool_]:
    """Say of each ball in each picture (t, n) whether it is behind a veil."""
    return np.outer((at_s >= veil.from_s) & (at_s < veil.until_s), [i in veil.balls for i in range(count)])


def end_of(ball: int, true: Array, at_s: Array, veil: Veil) -> tuple[str, float]:
    """Return how following ends the path of a ball, and when: one that fell behind a veil is missed once that lifts."""
    gone = np.flatnonzero(np.isnan(true[:, 0]))
    if not len(gone):
        return PRESENT, np.inf
    fell_s = float(at_s[gone[0]])
    if ball not in veil.balls or not veil.from_s <= fell_s < veil.until_s:
        return POCKET, fell_s
    return (VANISHED, veil.until_s) if veil.until_s < at_s[-1] - PROVES_S else (PRESENT, np.inf)


def followed(track: int, name: str, at_s: Array, raw: Array, claim_mm: float, end: tuple[str, float]) -> Path | None:
    """Return what is followed of one ball from its (t, 2) sightings, nan where unseen; None where it was never seen."""
    seen = ~np.isnan(raw[:, 0])
    if not seen.any():
        return None
    first, last = int(np.flatnonzero(seen)[0]), int(np.flatnonzero(seen)[-1])
    last = last if end[0] == POCKET else max(last, int(np.searchsorted(at_s, end[1])) - 1)
    part, n = slice(first, last + 1), last + 1 - first
    filled = np.column_stack([np.interp(at_s, at_s[seen], raw[seen, k]) for k in (0, 1)])[part]
    claim = np.full(n, claim_mm)
    return Path(
        track=track, ball=name, sure=0.98, picture=np.arange(first, last + 1),
        at_us=np.round(at_s[part] * 1e6).astype(np.int64), places_mm=filled, sd_mm=claim, raw_mm=raw[part],
        raw_sd_mm=claim, centres_px=filled / 3, radii_px=np.full(n, 9.0), seen=seen[part],
        open_cloth=np.zeros(n, bool), sures=np.full(n, 0.95), end=end[0],
        cue_balls=("white",),
    )  # fmt: skip


def drifting(step: Array, own_mm: float, rng: Chance) -> Array:
    """Return the (n, 2) error of one ball: it holds while the ball lies still, and is another 200 mm farther on."""
    kept = np.exp(-np.nan_to_num(step) / 200.0)[:, None]
    fresh = rng.normal(0, own_mm, (len(step), 2))
    out = np.zeros((len(step), 2))
    out[0] = fresh[0]
    for i in range(1, len(step)):
        out[i] = kept[i] * out[i - 1] + np.sqrt(1 - kept[i] ** 2) * fresh[i]
    return out


def weigh(name: str, played: Played, look: int, kit: Kit, hides: bool = False) -> Weighed | None:
    """Tell the first contact of one stroke from one look at it; None where no stroke was told."""
    rng = np.random.default_rng([sum(name.encode()), int(name.rpartition("-")[2]), look])
    eye, rate = EYES[int(rng.integers(len(EYES)))], float(rng.choice(RATES))
    paths = seen(played, eye, rate, rng, kit, hides)
    windows = windows_of(paths, kit)
    if not windows:
        return None
    told, true = f"{name}/{look} {eye.name} {rate:.0f}", met_first(played)
    cue = next((f for f in windows[0].flights if f.ball == WHITE), None)
    if cue is None:
        return Weighed(name=told, told=(), true=true, sure=0.0, asked=True, why="the cue-ball was not seen to move")
    by = noise().firsts
    best, *_ = found = weighed_firsts(stages(cue, windows[0].flights, paths, kit, by), by)
    asked = doubts(found)
    why = "; ".join(f"{d.why} ({d.margin})" for d in asked)
    return Weighed(name=told, told=best.hit, true=true, sure=best.odds, asked=bool(asked), why=why)


def markdown(found: dict[str, list[Weighed]], lost: int) -> str:
    """Return the section of docs/MEASURED.md."""
    every = [w for some in found.values() for w in some]
    lines = [
        "| stratum | strokes | right | wrong, not asked | asked | right when not asked |",
        "|---|---|---|---|---|---|",
    ]
    for stratum, some in [*found.items(), ("all", every)]:
        verdicts = Counter(w.verdict for w in some)
        told = verdicts["right"] + verdicts["wrong"]
        share = verdicts["right"] / max(told, 1)
        asked = verdicts["asked"] / max(len(some), 1)
        lines.append(
            f"| {stratum} | {len(some)} | {verdicts['right']} | {verdicts['wrong']} "
            f"| {verdicts['asked']} ({asked:.1%}) | {share:.2%} |"
        )
    rows, error = reliability([(w.sure, w.is_right) for w in every])
    lines += ["", "| sure | told | mean sure | right |", "|---|---|---|---|"]
    lines += [f"| {low:g} – {high:g} | {n} | {said:.3f} | {was:.3f} |" for low, high, n, said, was in rows]
    lines += ["", f"Expected calibration error {error:.3f}; {lost} strokes were not told as strokes."]
    return "\n".join(lines) + "\n"


def kept(folder: File, only: str) -> Iterator[tuple[str, Played]]:
    """Give the strokes that were played, by name."""
    for file in sorted(folder.glob(f"{only}*.pickle")):
        yield file.stem, pickle.loads(file.read_bytes())[2]


def play(count: int, first: int, folder: File) -> None:
    """Have the engine play strokes of each stratum and keep them."""
    from models.training.truth.strata import STRATA, find  # noqa: PLC0415 - only the engine's own Python has it

    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        for stratum in STRATA:
            file = folder / f"{stratum.name}-{number}.pickle"
            try:
                file.is_file() or file.write_bytes(pickle.dumps(find(stratum, find_kit(), number)))
            except LookupError as none:
                print(none, file=sys.stderr)


def main() -> int:
    """Play strokes with --play, else tell them and print; 1 where there is none."""
    options = _options()
    if options.play:
        play(options.play, options.first, options.strokes)
        return 0
    tell = partial(weigh, kit=find_kit(), hides=options.hidden)
    jobs = [(n, p, look) for n, p in kept(options.strokes, options.only) for look in range(options.looks)]
    told = [(job[0].rpartition("-")[0], tell(*job)) for job in jobs]
    found: dict[str, list[Weighed]] = defaultdict(list)
    for stratum, one in told:
        if one is not None:
            found[stratum].append(one)
    for one in (w for some in found.values() for w in some if options.list and w.verdict in options.list):
        print(f"{one.verdict} {one.name}: told {one.told} true {one.true} sure {one.sure:.2f} {one.why}")
    section = markdown(found, sum(one is None for _, one in told))
    print(section)
    if options.write:
        put_section(*(HIDDEN if options.hidden else OPEN), section)
    return int(not told)


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description="Measure how the first contact is told.")
    options.add_argument("--strokes", type=File, default=STROKES, metavar="DIR", help="where the strokes are kept")
    options.add_argument("--play", type=int, default=0, metavar="COUNT", help="play so many of each stratum")
    options.add_argument("--first", type=int, default=FIRST_NUMBER, help="the number of the first stroke to play")
    options.add_argument("--looks", type=int, default=1, help="how many looks at each stroke")
    options.add_argument("--only", default="", help="beginning of the name of a stratum or stroke")
    options.add_argument("--hidden", action="store_true", help="hide balls about the first contact")
    options.add_argument("--list", nargs="*", help="name the strokes that are wrong, asked")
    options.add_argument("--write", action="store_true", help="keep the tables in docs/MEASURED.md")
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
