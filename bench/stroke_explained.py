"""Write docs/stroke.md: how one stroke is understood, from the ways of its balls to its readings with their odds.

    python -m bench.stroke_explained [--seed N] [--write]

The stroke is drawn by lot (a training one, `bench.odds.drawn`), seen by a made-up camera and followed; so what was true
stands beside what is told. Nothing on the page is written by hand but its sentences.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, isnan
from pathlib import Path as File

import numpy as np
from numpy.typing import NDArray

from bench.measured import ROOT
from bench.odds.kept import Fact, Followed, followed
from tracker.domain.strokes.stroke import Bounce
from tracker.domain.table.ball import WHITE
from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.asked import StrokeContext, StrokeEvidence, asked
from tracker.incidents.explain.losses.fates import fates
from tracker.incidents.explain.stages import Stage, weighed_firsts
from tracker.incidents.noise import noise
from tracker.incidents.propose.touching.hints import worth
from tracker.incidents.propose.touching.meeting import Meeting, one_of_each
from tracker.incidents.search.strokes import cushions, readings, touched, with_end, with_own_tracks
from tracker.incidents.segment.cadence import evened
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.ways import knocks, way_of
from tracker.incidents.segment.windows import Window, settled_windows, windows_of
from tracker.store.kits import find_kit

PAGE, PICTURE = ROOT / "docs" / "stroke.md", ROOT / "docs" / "stroke.svg"
SEED = 67
LOOKS = {
    "white": "#fff", "yellow": "#e8c300", "green": "#0b6b2e", "brown": "#7a4a1e", "blue": "#1f4fd0", "pink": "#ef8fb0",
    "black": "#111", "red": "#c01818",
}  # fmt: skip
MARGIN_MM = 60.0
WORTH_A_LINE = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Explained:
    """One stroke with what each room of incidents made of it."""

    truth: Followed
    paths: tuple[Path, ...]
    window: Window
    met: tuple[Meeting, ...]
    bounced: tuple[Bounce, ...]
    found: StrokeEvidence


def explained(seed: int, kit: Kit) -> Explained:
    """Return the first stroke of a recording drawn by lot, room by room.

    Raises:
        ValueError: nobody strikes in it.
    """
    truth = followed(seed, kit)
    if isnan(truth.struck_s):
        raise ValueError(f"seed {seed}: nobody strikes in this recording")
    paths = with_own_tracks(evened(truth.paths))
    window, *_ = settled_windows(windows_of(paths, kit))
    cue = next((f for f in window.flights if f.ball == WHITE), None)
    met = touched(cue, window, paths, kit)
    room = StrokeContext(paths=tuple(paths), kit=kit, watch=with_end(paths, truth.watch))
    return Explained(
        truth=truth, paths=tuple(paths), window=window, met=tuple(one_of_each(met)),
        bounced=cushions(cue, window, one_of_each(met), paths, kit),
        found=asked(cue, window.flights, met, room, noise()),
    )  # fmt: skip


def page(one: Explained, kit: Kit) -> str:
    """Return the page as Markdown."""
    told = readings(one.truth.paths, kit, one.truth.watch)[0]
    parts = [HEAD.format(seed=one.truth.seed, rate=one.truth.rate, kind=one.truth.kind)]
    parts += [SEGMENT, *table(("ball", "rest, flight and pieces", "knocked at"), segment_rows(one.window.flights))]
    parts += [PROPOSE, *table(("when", "what", "told by", "how sure", "true"), proposal_rows(one))]
    parts += [EXPLAIN, *table(("ball that was passed", "how near", "odds"), passed_rows(one.found.stages))]
    parts += ["", *table(("explanation of the first motion", "misfit, nats"), cost_rows(one.found.stages))]
    parts += ["", *table(("first contact", "how likely"), first_rows(one.found))]
    if one.found.gone:
        parts += ["", *table(("lost ball", "what became of it", "how likely"), fate_rows(one.found))]
    rows = [(f"{r.log_odds:.2f}", described(r.stroke.first_hit, r.stroke.potted), r.why or "the likeliest")
            for r in told.readings[:8]]  # fmt: skip
    parts += [SEARCH, *table(("log odds", "first contact; potted", "what sets it apart"), rows)]
    pots = [f"{one.truth.names[p.balls[0]]} into {p.where}" for p in one.truth.pots]
    truth = (
        f"True was: {' and '.join(one.truth.met_first) or 'nothing'} met first; {', '.join(pots) or 'nothing'} potted."
    )
    return "\n".join([*parts, "", truth, ""])


def table(head: Sequence[str], rows: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def segment_rows(flights: Sequence[Flight]) -> Iterator[Sequence[str]]:
    """Give each flight: whether the ball lay before and after, its pieces, and where its way was knocked."""
    for flight in flights:
        lay = "lay still" if flight.before else "came into view"
        ends = "came to rest" if flight.after else "was seen no more"
        pieces = len(way_of(flight).pieces)
        joints = ", ".join(f"{one.at_s:.3f} s" for one in knocks(way_of(flight))) or "–"
        went = "went unseen" if flight.unseen else f"went {flight.way_mm:.0f} mm in {pieces} piece{'s' * (pieces != 1)}"
        yield (flight.ball, f"{lay}, set off at {flight.onset_us / 1e6:.3f} s, {went}, {ends}", joints)


def proposal_rows(one: Explained) -> Iterator[Sequence[str]]:
    """Give what may have happened, in order of time, and whether it did."""
    by = noise().touching
    rows = [
        (m.at_us, f"{m.mover.ball} met {m.met.ball}", m.hint.told_by, 1 / (1 + exp(-worth(m.hint, by))), was(m, one))
        for m in one.met
    ]
    rows += [(b.at_us, f"{b.ball} met the {b.cushion} cushion", "its way", b.sure, "") for b in one.bounced]
    for at_us, what, told_by, sure, true in sorted(rows):
        yield (f"{at_us / 1e6:.3f} s", what, told_by, f"{sure:.2f}", true)


def was(m: Meeting, one: Explained) -> str:
    """Say when balls of these names met about then, if they did."""
    names = sorted((m.mover.ball, m.met.ball))
    near = [f for f in one.truth.touches if sorted(one.truth.names[b] for b in f.balls) == names and is_near(f, m)]
    return f"{near[0].at_s:.3f} s" if near else "no"


def is_near(fact: Fact, m: Meeting) -> bool:
    """Say whether something happened about when a touch is told."""
    return abs(fact.at_s - m.at_us / 1e6) < 0.1


def passed_rows(found: Sequence[Stage]) -> Iterator[Sequence[str]]:
    """Give the balls that the cue-ball passed and that were not seen to move."""
    for one in (each for stage in found for each in stage.near):
        if one.odds > WORTH_A_LINE:
            yield (one.ball, one.margin, f"{one.odds:.3g}")


def cost_rows(found: Sequence[Stage]) -> Iterator[Sequence[str]]:
    """Give the explanations of the first motion with their misfits."""
    for moved in (stage.moved for stage in found if stage.moved and stage.moved.costs):
        assert moved is not None
        assert moved.costs is not None
        names = [ball for ball, _ in moved.balls]
        for fit, cost in sorted(moved.costs.chains, key=lambda each: each[1]):
            chain = fit.chain
            second = "" if chain.second is None else names[chain.second]
            then = f", {'which' if chain.by_first else 'then the cue-ball'} met {second}" if second else ""
            yield (f"the cue-ball met {names[chain.first]}{then}", f"{cost:.1f}")
        yield ("the cue-ball turned, and the balls went, as nothing foretells", f"{moved.costs.loose:.1f}")
        yield ("the cue-ball went on its way: something else moved the balls", f"{moved.costs.unmet:.1f}")


def first_rows(found: StrokeEvidence) -> Iterator[Sequence[str]]:
    """Give what may have been met first with its probability."""
    for c in weighed_firsts(found.stages, noise().firsts, found.agreeing.__contains__):
        if c.odds > WORTH_A_LINE:
            yield (" and ".join(c.hit) or "nothing", f"{c.odds:.3f}")


def fate_rows(found: StrokeEvidence) -> Iterator[Sequence[str]]:
    """Give what may have become of the lost balls."""
    for gone in found.gone:
        for fate in sorted(fates(gone.missing, noise().falls), key=lambda each: -each.log_odds):
            if fate.sure > WORTH_A_LINE:
                yield (gone.missing.ball, fate.what, f"{fate.sure:.3f}")


def described(first: Sequence[str], potted: Sequence[object]) -> str:
    """Return the facts of a reading in few words."""
    fell = ", ".join(f"{pot.ball} into {pot.pocket}" for pot in potted)  # type: ignore[attr-defined]
    return f"{' and '.join(first) or 'nothing'}; {fell or 'nothing'}"


def drawing(one: Explained, kit: Kit) -> str:
    """Return the table from above as SVG: sightings, places of rest, pieces of ways, knocks, and touches proposed."""
    box = f"{-MARGIN_MM:g} {-MARGIN_MM:g} {kit.length_mm + 2 * MARGIN_MM:g} {kit.width_mm + 2 * MARGIN_MM:g}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="44">',
        f'<rect x="{-MARGIN_MM}" y="{-MARGIN_MM}" width="{kit.length_mm + 2 * MARGIN_MM:g}"'
        f' height="{kit.width_mm + 2 * MARGIN_MM:g}" fill="#3b2a1a"/>',
        f'<rect width="{kit.length_mm:g}" height="{kit.width_mm:g}" fill="#2f7d4f"/>',
        *(circle(p.fall, p.radius_mm, "#000") for p in kit.pockets),
    ]
    for path in one.paths:
        own = path.raw_mm[~np.isnan(path.raw_mm[:, 0])]
        parts.append(circle(own[0], kit.ball_radius_mm, LOOKS.get(path.ball, "#888"), 'fill-opacity=".35"'))
    for flight in one.window.flights:
        parts += way_drawn(flight, kit)
    parts += [circle(m.at, 34, "none", 'stroke="#ff0" stroke-width="6"') for m in one.met]
    return "\n".join([*parts, "</svg>"]) + "\n"


def way_drawn(flight: Flight, kit: Kit) -> Iterator[str]:
    """Give one flight as SVG: its sightings, the pieces of its way, and the knocks."""
    look = LOOKS.get(flight.ball, "#888")
    for at in flight.path.raw_mm[flight.indices]:
        yield circle(at, 6, look)
    for piece in way_of(flight).pieces:
        moments = np.linspace(piece.first_s, piece.last_s, 12).tolist()
        points = " ".join("{:.0f},{:.0f}".format(*turned(piece.place(t))) for t in moments)
        yield f'<polyline points="{points}" fill="none" stroke="{look}" stroke-width="5"/>'
    for one in knocks(way_of(flight)):
        assert one.came is not None
        yield circle(one.came.place(one.at_s), 22, "none", f'stroke="{look}" stroke-width="8"')
    if flight.after:
        yield circle(flight.after.place, kit.ball_radius_mm, look)


def turned(at: Sequence[float] | NDArray[np.float64]) -> tuple[float, float]:
    """Return a place as drawn: Baulk at the left."""
    return float(at[1]), float(at[0])


def circle(at: Sequence[float] | NDArray[np.float64], radius: float, fill: str, more: str = "") -> str:
    """Return a circle as SVG."""
    x, y = turned(at)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" {more}/>'


HEAD = """# One stroke, from the ways of its balls to its odds

Made by `python -m bench.stroke_explained --write`: a stroke drawn by lot (seed {seed}), seen by a made-up
camera ({kind}, {rate:.0f} pictures a second), followed as any recording, and told room by room as
`tracker/incidents` does it. What was true stands beside it.

![The table from above](stroke.svg)

Baulk is at the left. Pale: where balls lay before; dots: sightings; lines: pieces of ways; coloured rings:
knocks; yellow rings: touches that are proposed; full: where balls came to rest."""

SEGMENT = """
## Segment: what each ball did

A ball's life is cut into rests and flights (`segment.rests`, `segment.flights`), a flight into the fewest pieces
that are straight or bend evenly (`segment.pieces`). Where one piece follows on another at a different speed,
something knocked the ball (`segment.ways`). A stroke begins where the cue-ball leaves its place as if struck
(`segment.windows`).
"""

PROPOSE = """
## Propose: what may have happened

Two ways that come within two radii of each other as one of them is knocked are a touch; a way that turns at a
face is a cushion. Each is told with what speaks for it (`propose.touching.hints`), weighed by parameters that were
fitted (`noise.toml`), and nothing is thrown away that is not impossible.
"""

EXPLAIN = """
## Explain: how well each explanation agrees

Only what moved first can have been met first. Balls that the cue-ball passed without moving them are asked how
near it came (`propose.touching.passing` and `.grazes`):
"""

SEARCH = """
## Search: the readings

One answer to each open question (`search.questions`) makes a reading; its odds are the product of theirs, but for what
follows from the first contact: where nothing was met nothing fell unseen, and a cue-ball that met a hidden ball was
turned (`search.telling`). Where each side has a cue-ball of its own, and points hang on it, what else that met is a
question, too: what set off beside it alone was met, what was brushed or reached by the last of a roll may have been
(`search.later_contacts`). Whether the only ball near a cushion met it is one where nothing tells a bounce.
Readings go to the decoder, which weighs them by what the law makes of them and by what lies on the table afterwards
(`match.decoder`). Here the best, in nats:
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page, or with --write keep it and its picture in docs/."""
    options = argparse.ArgumentParser(description="Explain how one stroke is understood.")
    options.add_argument("--seed", type=int, default=SEED, help="which stroke, below 3000")
    options.add_argument("--write", action="store_true", help="keep the page and its picture in docs/")
    options.add_argument("--out", type=File, default=PAGE, help="where the page is kept; its picture lies beside it")
    asked_for = options.parse_args(arguments)
    kit = find_kit()
    one = explained(asked_for.seed, kit)
    text = page(one, kit)
    if asked_for.write:
        asked_for.out.write_text(text, "utf-8")
        (asked_for.out.parent / PICTURE.name).write_text(drawing(one, kit), "utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
