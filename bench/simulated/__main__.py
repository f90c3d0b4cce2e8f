"""Count how often the score of simulated frames is right: `python -m bench.simulated [--frames N] [--rates 1 3 10]`.

`--explain KIND SEED` tells one frame stroke by stroke, at the first of the rates.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import product

from rich.console import Console
from rich.progress import track

from bench.measured import machine, put_section
from bench.simulated.explain import explained
from bench.simulated.eyes import look
from bench.simulated.frame import KINDS, rules_of
from bench.simulated.play import play
from bench.simulated.rates import MEASURED, PERFECT, Rates
from bench.simulated.report import causes, crashes, table, wrong
from bench.simulated.scored import Result, result_of, score_by_desk

MARK, HEADING = "bench.simulated", "Whole frames, simulated eyes"
ABOUT = """Measured {when} by `{command}` in {seconds:.0f} seconds, on {machine}:
{frames} frames for each rate, no pictures: the law leads made-up players (`bench/simulated/habits.py`), made-up eyes
see them at the rates of `bench/simulated/rates.py`, or at so many times those, and the desk calls with nobody at it.
Frames begin with the full rack (15 in 100), with two to four reds, in mid-frame with nobody knowing what is on, or with
the last ball or two. Right: of a frame, all points of both sides in the end; of a stroke, the points of both sides
that stand called for it. As the desk says: how likely it holds its own final scores to be, on average; where as many
are right, what is wrong is what nobody could tell from what was seen. The time is the processor's, the desk's alone.

{table}

Frames whose score came out wrong, by what was corrupted where their points first went wrong:

{causes}
"""


def rates_at(factor: float) -> Rates:
    """Return the measured rates so many times over; 0: eyes that see everything."""
    return MEASURED.times(factor) if factor else PERFECT


def one(job: tuple[str, int, float]) -> Result:
    """Play, see and score one frame."""
    kind, seed, factor = job
    frame = play(kind, seed)
    sights = look(frame, rates_at(factor))
    scored = score_by_desk(rules_of(kind), frame.header, [sight.alternatives for sight in sights])
    return result_of(frame, factor, sights, scored)


def jobs_for(kinds: Sequence[str], frames: int, first: int, factors: Sequence[float]) -> list[tuple[str, int, float]]:
    """Return the frames to play: as many of every kind, within one, each at every rate."""
    each = [(kinds[number % len(kinds)], first + number // len(kinds)) for number in range(frames)]
    return [(kind, seed, factor) for factor, (kind, seed) in product(factors, each)]


def measured(jobs: Sequence[tuple[str, int, float]], workers: int) -> Iterator[Result]:
    """Yield the result of every frame, in order, as they come."""
    if workers < 2:
        yield from map(one, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(one, jobs, chunksize=8)


def tell(kind: str, seed: int, factor: float) -> None:
    """Print one frame in detail."""
    frame = play(kind, seed)
    sights = look(frame, rates_at(factor))
    scored = score_by_desk(rules_of(kind), frame.header, [sight.alternatives for sight in sights])
    print("\n".join(explained(frame, sights, scored)))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m bench.simulated", description=__doc__)
    made.add_argument("--frames", type=int, default=2000, help="frames for each rate, of all kinds together")
    made.add_argument("--first", type=int, default=0, help="the first seed; those from 9000 on are kept aside")
    made.add_argument("--rates", type=float, nargs="+", default=[1.0, 3.0, 10.0], help="0: eyes that see everything")
    made.add_argument("--rules", nargs="+", choices=tuple(KINDS), default=list(KINDS), metavar="KIND")
    made.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    made.add_argument("--write", action="store_true", help="keep the table in docs/MEASURED.md")
    made.add_argument("--explain", nargs=2, metavar=("KIND", "SEED"), help="tell one frame stroke by stroke")
    return made


def main() -> None:
    asked = parser().parse_args()
    if asked.explain:
        tell(asked.explain[0], int(asked.explain[1]), asked.rates[0])
        return
    began = datetime.now(UTC)
    jobs = jobs_for(asked.rules, asked.frames, asked.first, asked.rates)
    bar = track(measured(jobs, asked.workers), "frames", total=len(jobs), console=Console(stderr=True))
    results = list(bar)
    told = table(results)
    print(f"{told}\n\n{causes(results)}")
    for line in wrong(results):
        print(f"wrong: {line}")
    for line in crashes(results):
        print(f"the desk fell over: {line}")
    if asked.write:
        seconds = (datetime.now(UTC) - began).total_seconds()
        rates = "" if asked.rates == [1.0, 3.0, 10.0] else f" --rates {' '.join(f'{rate:g}' for rate in asked.rates)}"
        command = f"python -m bench.simulated --frames {asked.frames}{rates} --write"
        text = ABOUT.format(
            when=f"{began:%Y-%m-%d}", command=command, seconds=seconds, machine=machine(), frames=asked.frames,
            table=told, causes=causes(results),
        )  # fmt: skip
        put_section(MARK, HEADING, text)


if __name__ == "__main__":
    main()
