"""Where balls stand: the opening position, a frame in progress, the colours alone, lines and clusters for practice."""

from collections.abc import Callable

import numpy as np

from tracker.domain.table.ball import COLOURS
from tracker.domain.table.kit import Kit

Placed = list[tuple[str, tuple[float, float]]]
Layout = Callable[[np.random.Generator, Kit], Placed]

GAP_MM = 0.15
TRIES = 60
HUDDLED, IN_JAWS = 0.55, 0.25
"""How often a ball of a crowded position is put close to another one; how often into the jaws of a pocket."""
CLOSE_MM = 12.0
"""About how far apart such balls lie."""


def spot(kit: Kit, name: str) -> tuple[float, float]:
    """Return a colour's own spot as a plain pair."""
    at = kit.spots[f"{name}-spot"]
    return at.x_mm, at.y_mm


def triangle(kit: Kit) -> list[tuple[float, float]]:
    """Return the fifteen places of the reds at the start of a frame, the apex just behind the pink."""
    pink = kit.spots["pink-spot"]
    step = kit.touching_mm + GAP_MM
    apex = pink.y_mm + step + 1.0
    return [
        (pink.x_mm + (i - row / 2) * step, apex + row * step * np.sqrt(3) / 2)
        for row in range(5)
        for i in range(row + 1)
    ]


def opening(kit: Kit) -> Placed:
    """Return all 22 balls as a frame begins, the cue-ball in the D."""
    spots: Placed = [(name, spot(kit, name)) for name in COLOURS]
    white = ("white", (kit.width_mm / 2 + 0.55 * kit.d_radius_mm, kit.baulk_mm - 60.0))
    return [white, *spots, *(("red", place) for place in triangle(kit))]


def is_free(kit: Kit, placed: Placed, at: tuple[float, float]) -> bool:
    """Say whether a ball can stand at a place, on the bed and clear of the others."""
    r = kit.ball_radius_mm
    inside = r <= at[0] <= kit.width_mm - r and r <= at[1] <= kit.length_mm - r
    return inside and is_clear(kit, placed, at)


def is_clear(kit: Kit, placed: Placed, at: tuple[float, float]) -> bool:
    """Say whether a ball at a place overlaps none of the others."""
    return all(np.hypot(at[0] - x, at[1] - y) >= kit.touching_mm for _, (x, y) in placed)


def anywhere(rng: np.random.Generator, kit: Kit, placed: Placed) -> tuple[float, float] | None:
    """Return a free place: mostly out in the open, sometimes on a cushion or against another ball."""
    r, kind = kit.ball_radius_mm, rng.random()
    for _ in range(TRIES):
        x, y = rng.uniform(r, kit.width_mm - r), rng.uniform(r, kit.length_mm - r)
        if kind < 0.12:
            x, y = [(r, y), (kit.width_mm - r, y), (x, r), (x, kit.length_mm - r)][rng.integers(4)]
        elif kind < 0.42 and placed:
            near, angle = placed[rng.integers(len(placed))][1], rng.uniform(0, 2 * np.pi)
            away = kit.touching_mm * (1 + max(rng.exponential(0.25) - 0.08, 0)) + 0.01
            x, y = near[0] + away * np.cos(angle), near[1] + away * np.sin(angle)
        elif kind < 0.75:
            x = np.clip(rng.normal(kit.width_mm / 2, kit.width_mm / 5), r, kit.width_mm - r)
            y = np.clip(rng.normal(kit.length_mm * 0.78, kit.length_mm / 9), r, kit.length_mm - r)
        if is_free(kit, placed, (float(x), float(y))):
            return float(x), float(y)
    return None


def random_layout(rng: np.random.Generator, kit: Kit) -> Placed:
    """Return a position by chance: (ball, place in mm), no two overlapping."""
    draw = rng.random()
    if draw < 0.07:
        return opening(kit)
    if draw < 0.14:
        return _line_up(rng, kit)
    placed: Placed = []
    home = rng.uniform(0.3, 1.0)
    for name in COLOURS:
        home_spot = spot(kit, name)
        if rng.random() < home and is_free(kit, placed, home_spot):
            placed.append((name, home_spot))
        elif rng.random() < 0.9:
            _add(rng, kit, placed, name)
    if rng.random() < 0.35:
        keep = rng.random(15) < rng.uniform(0.3, 1.0)
        placed += [
            ("red", at) for at, kept in zip(triangle(kit), keep, strict=True) if kept and is_free(kit, placed, at)
        ]
    for _ in range(min(int(rng.integers(0, 15)), 15 - sum(name == "red" for name, _ in placed))):
        _add(rng, kit, placed, "red")
    if rng.random() < 0.95:
        _add(rng, kit, placed, "white")
    return placed


def crowded_layout(rng: np.random.Generator, kit: Kit) -> Placed:
    """Return a position by chance in which many balls lie against others, or hang in the jaws of pockets.

    Where balls touch, or one hides a part of another, is where a referee must see well; on most tables that is rare.
    """
    placed: Placed = []
    for name, at in random_layout(rng, kit):
        kind = rng.random()
        near = None
        if kind < HUDDLED and placed:
            near = _beside(rng, kit, placed)
        elif kind < HUDDLED + IN_JAWS:
            near = _in_jaws(rng, kit, placed)
        if near is not None:
            placed.append((name, near))
        elif is_clear(kit, placed, at):
            placed.append((name, at))
    return placed


def _beside(rng: np.random.Generator, kit: Kit, placed: Placed) -> tuple[float, float] | None:
    """Return a free place close to one of the balls."""
    for _ in range(TRIES):
        x, y = placed[rng.integers(len(placed))][1]
        away, angle = kit.touching_mm + 0.01 + rng.exponential(CLOSE_MM), rng.uniform(0, 2 * np.pi)
        at = float(x + away * np.cos(angle)), float(y + away * np.sin(angle))
        if is_free(kit, placed, at):
            return at
    return None


def _in_jaws(rng: np.random.Generator, kit: Kit, placed: Placed) -> tuple[float, float] | None:
    """Return a free place before the hole of a pocket, between its jaws or where they begin."""
    pocket, r = kit.pockets[rng.integers(len(kit.pockets))], kit.ball_radius_mm
    middle = np.array([kit.width_mm / 2, kit.length_mm * np.clip(pocket.fall.y_mm / kit.length_mm, 0.2, 0.8)])
    inward = np.arctan2(*(middle - np.array(pocket.fall))[::-1])
    away, angle = pocket.radius_mm + rng.uniform(0, 2 * r), inward + rng.normal(0, 0.25)
    at = float(pocket.fall.x_mm + away * np.cos(angle)), float(pocket.fall.y_mm + away * np.sin(angle))
    return at if is_clear(kit, placed, at) else None


def _add(rng: np.random.Generator, kit: Kit, placed: Placed, name: str) -> None:
    at = anywhere(rng, kit, placed)
    if at is not None:
        placed.append((name, at))


def _line_up(rng: np.random.Generator, kit: Kit) -> Placed:
    """Return a practice position: reds in a line, or balls of all sorts everywhere."""
    placed: Placed = []
    if rng.random() < 0.5:
        for name in rng.permutation([*COLOURS, *COLOURS, "white", *["red"] * 9]):
            _add(rng, kit, placed, str(name))
        return placed
    placed = [(name, spot(kit, name)) for name in COLOURS]
    for y in np.arange(kit.length_mm * 0.55, kit.length_mm * 0.97, rng.uniform(70, 130)):
        at = (kit.width_mm / 2 + rng.normal(0, 4), float(y))
        if is_free(kit, placed, at) and sum(name == "red" for name, _ in placed) < 15:
            placed.append(("red", at))
    _add(rng, kit, placed, "white")
    return placed
