"""What was reached before, kept in tests/clips/baseline.toml: less is better in every figure, and worse is red."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.measured import ROOT

BASELINE = ROOT / "tests" / "clips" / "baseline.toml"
NOISE_MM, NOISE_MS, NOISE_SHARE = 0.03, 2.0, 0.05
"""What float noise may change from machine to machine: the least in mm and ms, and of any figure the share."""
NOISE_BALLS = 4
"""The same for balls counted over hundreds of pictures."""

INCIDENTS = "incidents"
"""How the names begin under which figures of many clips together are kept; others are those of a sample clip."""

Figures = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A figure that is not what it was."""

    figure: str
    was: float
    now: float

    def __str__(self) -> str:
        return f"{self.figure}: was {self.was:g}, now {self.now:g}"


def compare(was: Figures, now: Figures) -> tuple[list[Compared], list[Compared]]:
    """Return what got worse and what got better by more than float noise; a figure that is gone got worse."""
    changed = [Compared(figure=name, was=was[name], now=now.get(name, float("inf"))) for name in was]
    worse = [c for c in changed if c.now > c.was + noise(c.figure, c.was)]
    better = [c for c in changed if c.now < c.was - noise(c.figure, c.was)]
    return worse, better


def noise(figure: str, value: float) -> float:
    """Return by how much a figure may differ on another machine; what happened on the table may not differ at all."""
    unit = "balls" if "balls" in figure else figure.rsplit("_", maxsplit=1)[-1]
    least = {"mm": NOISE_MM, "ms": NOISE_MS, "balls": NOISE_BALLS}.get(unit, 0.0)
    return max(least, NOISE_SHARE * value) if least else 0.0


def baseline() -> dict[str, dict[str, Any]]:
    """Return the figures that were kept, by the name of the clip; none before the first --write."""
    return tomllib.loads(BASELINE.read_text("utf-8")) if BASELINE.is_file() else {}


def numbers(kept: Mapping[str, Any]) -> Figures:
    """Return a clip's kept figures without its fingerprint."""
    return {name: value for name, value in kept.items() if name != "clip"}


def write_baseline(kept: Mapping[str, Mapping[str, Any]]) -> None:
    """Write tests/clips/baseline.toml."""
    lines = [
        "# Written by `python -m bench.samples --write` (the sample clips, which the tests track) and",
        "# `python -m bench.incidents --write` (what `make truth` draws): what the program reaches; less is better.",
    ]
    for name in sorted(kept):
        lines += ["", f'["{name}"]', *(f"{key} = {_toml(value)}" for key, value in kept[name].items())]
    BASELINE.write_text("\n".join(lines) + "\n", "utf-8")


def _toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"
