"""Whole lives of balls from the parts in which they were told: each part knows the beginning of the next.

A ball of one part is that of the next which was seen at the same places in the pictures that both know. The pieces of
a life grow with the recording; where they are kept meanwhile is for another to say (`Keep`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from tracker.geometry.paths import PRESENT, Path

Kept = Callable[[], Path]
"""Gives what was kept."""
Keep = Callable[[Path], Kept]
"""Keeps a path, and returns what gives it back."""


def at_hand(path: Path) -> Kept:
    """Keep a path in memory."""
    return lambda: path


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BallLife:
    """A ball's life as far as it is told."""

    pieces: tuple[Kept, ...]
    """One after the other, none of them empty."""
    ahead: Path | None = None
    """What the last part knew of it beyond its end; None: no more."""


def lengthened(
    lives: Sequence[BallLife], paths: Iterable[Path], from_us: int, until_us: int, keep: Keep = at_hand
) -> tuple[BallLife, ...]:
    """Return the lives with those of one more part, of which the pictures after `from_us` up to `until_us` count."""
    span = from_us, until_us
    now = list(paths)
    ahead = continued([life.ahead for life in lives], now)
    grown = [
        replace(life, ahead=None) if k not in ahead else with_piece(life.pieces, now[ahead[k]], span, keep)
        for k, life in enumerate(lives)
    ]
    taken = set(ahead.values())
    born = (with_piece((), path, span, keep) for n, path in enumerate(now) if n not in taken)
    return (*grown, *(life for life in born if life.pieces or life.ahead is not None))


def continued(ahead: Sequence[Path | None], paths: Sequence[Path]) -> dict[int, int]:
    """Return which life goes on in which path, those seen together most often first."""
    counts = [
        (together(old, path), k, n) for k, old in enumerate(ahead) if old is not None for n, path in enumerate(paths)
    ]
    found: dict[int, int] = {}
    for count, k, n in sorted(counts, reverse=True):
        if count > 0 and k not in found and n not in found.values():
            found[k] = n
    return found


def together(a: Path, b: Path) -> float:
    """Return how often two paths show one ball: in how many pictures the same was seen; half of one if never seen."""
    _, i, j = np.intersect1d(a.picture, b.picture, return_indices=True)
    same = float(np.sum(np.all(a.raw_mm[i] == b.raw_mm[j], axis=1)))
    return same or (0.5 if len(i) and a.track == b.track and a.ball == b.ball else 0.0)


def with_piece(pieces: tuple[Kept, ...], path: Path, span_us: tuple[int, int], keep: Keep) -> BallLife:
    """Return a life that goes on in a path, of which what is seen within `span_us` is told by now."""
    own = between(path, *span_us)
    return BallLife(
        pieces=(*pieces, keep(own)) if own is not None else pieces,
        ahead=between(path, span_us[1], int(path.at_us[-1])),
    )


def between(path: Path, from_us: int, until_us: int) -> Path | None:
    """Return what of a path lies after one moment, up to another; None: nothing."""
    own = (path.at_us > from_us) & (path.at_us <= until_us)
    if not own.any():
        return None
    cut: dict[str, Any] = {name: getattr(path, name)[own] for name in arrays_of(path)}
    return replace(path, end=path.end if own[-1] else PRESENT, **cut)


def whole(life: BallLife) -> Path | None:
    """Return a life as one path, under the name that it had for longest; None: nothing of it counted."""
    pieces = [piece() for piece in life.pieces]
    if len(pieces) < 2:
        return pieces[0] if pieces else None
    if any(piece.raw_shape is None for piece in pieces):
        pieces = list(map(round_of, pieces))
    joined: dict[str, Any] = {n: np.concatenate([getattr(p, n) for p in pieces]) for n in arrays_of(pieces[0])}
    weights = {name: sum(len(p) * p.sure for p in pieces if p.ball == name) for name in {p.ball for p in pieces}}
    ball = max(sorted(weights), key=lambda name: weights[name])
    return replace(
        pieces[0],
        ball=ball,
        sure=weights[ball] / sum(map(len, pieces)),
        end=pieces[-1].end,
        kinds=pieces[-1].kinds,
        **joined,
    )


def arrays_of(path: Path) -> list[str]:
    """Return the names of what a path holds for each picture."""
    return [field.name for field in fields(path) if isinstance(getattr(path, field.name), np.ndarray)]


def round_of(path: Path) -> Path:
    """Return a path whose sightings err alike in every direction in so many words."""
    return path if path.raw_shape is not None else replace(path, raw_shape=np.tile(np.eye(2), (len(path), 1, 1)))
