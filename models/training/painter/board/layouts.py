"""Where discs lie: the two rows of the start, a set in progress, heaps, discs at the edge boards and by the holes."""

import numpy as np

from models.training.painter.layouts import Placed
from tracker.domain.table.kit import Kit

TRIES = 60
GAP_MM = 0.1
PUCKS = ("a", "b")


def rows(kit: Kit) -> Placed:
    """Return all pucks as a set begins: each player's in a row against the board opposite to him (N1 ¶3)."""
    step, radius = 2 * kit.ball_radius_mm + GAP_MM, kit.ball_radius_mm
    return [
        (puck, (kit.width_mm / 2 + (i - (kit.pieces[puck] - 1) / 2) * step, y))
        for puck, y in (("a", kit.length_mm - radius), ("b", radius))
        for i in range(kit.pieces[puck])
    ]


def is_free(kit: Kit, placed: Placed, piece: str, at: tuple[float, float]) -> bool:
    """Say whether a disc can lie at a place: on the board, in no hole, clear of the others."""
    r = kit.radius_of(piece)
    if not (r <= at[0] <= kit.width_mm - r and r <= at[1] <= kit.length_mm - r):
        return False
    if any(np.hypot(at[0] - p.fall.x_mm, at[1] - p.fall.y_mm) <= p.radius_mm for p in kit.pockets):
        return False
    return all(np.hypot(at[0] - x, at[1] - y) >= r + kit.radius_of(other) for other, (x, y) in placed)


def anywhere(rng: np.random.Generator, kit: Kit, placed: Placed, piece: str) -> tuple[float, float] | None:
    """Return a free place: in the open, at an edge board, beside another disc, by a hole, or in the circle."""
    r, kind = kit.radius_of(piece), rng.random()
    w, h = kit.width_mm, kit.length_mm
    for _ in range(TRIES):
        x, y = rng.uniform(r, w - r), rng.uniform(r, h - r)
        if kind < 0.2:
            x, y = [(r, y), (w - r, y), (x, r), (x, h - r)][rng.integers(4)]
        elif kind < 0.42 and placed:
            other, (near_x, near_y) = placed[rng.integers(len(placed))]
            away = (r + kit.radius_of(other)) * (1 + max(rng.exponential(0.25) - 0.08, 0)) + 0.01
            angle = rng.uniform(0, 2 * np.pi)
            x, y = near_x + away * np.cos(angle), near_y + away * np.sin(angle)
        elif kind < 0.5:
            pocket = kit.pockets[rng.integers(len(kit.pockets))]
            away, angle = pocket.radius_mm + rng.uniform(0, 60), rng.uniform(0, 2 * np.pi)
            x, y = pocket.fall.x_mm + away * np.cos(angle), pocket.fall.y_mm + away * np.sin(angle)
        elif kind < 0.6:
            angle, away = rng.uniform(0, 2 * np.pi), kit.sizes_mm["circle"] * rng.uniform(0, 1.1)
            x, y = w / 2 + away * np.cos(angle), h / 2 + away * np.sin(angle)
        if is_free(kit, placed, piece, (float(x), float(y))):
            return float(x), float(y)
    return None


def in_zone(rng: np.random.Generator, kit: Kit, placed: Placed) -> tuple[float, float] | None:
    """Return a place for the striker as it is laid for a stroke: in one player's zone, between the lines beside it."""
    zone, hole = kit.sizes_mm["zone"], kit.hole_of("striker")
    is_near = rng.random() < 0.5
    for _ in range(TRIES):
        x = rng.uniform(zone + hole, kit.width_mm - zone - hole)
        depth = rng.uniform(kit.radius_of("striker"), zone - hole)
        at = float(x), float(depth if is_near else kit.length_mm - depth)
        if is_free(kit, placed, "striker", at):
            return at
    return None


def random_layout(rng: np.random.Generator, kit: Kit) -> Placed:
    """Return a position by chance: (piece, place in mm), no two overlapping."""
    draw = rng.random()
    placed: Placed = rows(kit) if draw < 0.3 else []
    if 0.08 < draw < 0.3:
        keep = rng.uniform(0.4, 1.0)
        placed = [one for one in placed if rng.random() < keep]
    for puck in PUCKS:
        lying = sum(name == puck for name, _ in placed)
        most = kit.pieces[puck] - lying if draw > 0.08 else 0
        for _ in range(int(rng.integers(0, most + 1))):
            _add(placed, puck, anywhere(rng, kit, placed, puck))
    if rng.random() < 0.9:
        at = in_zone(rng, kit, placed) if rng.random() < 0.5 else anywhere(rng, kit, placed, "striker")
        _add(placed, "striker", at)
    return placed


def _add(placed: Placed, piece: str, at: tuple[float, float] | None) -> None:
    if at is not None:
        placed.append((piece, at))
