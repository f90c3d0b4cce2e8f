"""What is kept of a stroke besides the facts: where each ball was in the pictures, and where what happened shows.

A ball is given where it has moved since it was given last, so one at rest takes a single line however long it lies.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.geometry.paths import Path
from tracker.incidents.search.complete import completed
from tracker.live.strokes.happenings import happenings
from tracker.live.strokes.routes import routes
from tracker.show.screens.review import AROUND_US, BallWay, Evidence, Pixel, PlacePoint, ReviewPicture

MOVED_MM = 1.5
"""A ball at rest seems to move by less."""
SIDE = 9
"""Points along a cushion: the lens bends it."""


def evidence_of(
    stroke: Stroke, standing: Standing, paths: Sequence[Path], calibration: Calibration, kit: Kit
) -> Evidence:
    """Return what is to be kept of a stroke that was told from the ways of the balls."""
    camera = calibration.camera
    lives = completed(paths, [(stroke, standing)], kit, camera)
    ways = (way for path in lives if (way := way_in(path, stroke)) is not None)
    width, height = camera.image_size
    return Evidence(
        width=width, height=height,
        outline_px=outline_px(camera, kit),
        incidents=happenings(stroke, kit, tuple(routes(lives, stroke)), showing(camera, kit), pictures_in(lives)),
        tracks=tuple(ways),
    )  # fmt: skip


def evidence_text(evidence: Evidence) -> str:
    """Return it as one line of JSON."""
    return json.dumps(asdict(evidence), ensure_ascii=False, separators=(",", ":"))


def outline_px(camera: Camera, kit: Kit) -> tuple[Pixel, ...]:
    """Return the cushions' nose lines in the picture, from the left end of the Bottom cushion round the table."""
    corners = np.array([(0, 0), (kit.width_mm, 0), (kit.width_mm, kit.length_mm), (0, kit.length_mm)], float)
    along = np.linspace(0, 1, SIDE, endpoint=False)[:, None]
    sides = (a + along * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True))
    seen = camera.project_on(np.vstack(list(sides)), kit.nose_height_mm)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen[np.isfinite(seen).all(axis=1)])


def showing(camera: Camera, kit: Kit) -> Callable[[Point], Pixel | None]:
    """Return what says where in the pictures a ball at a place shows."""

    def shown(at: Point) -> Pixel | None:
        x, y = (round(float(value), 1) for value in camera.project_on([at], kit.ball_radius_mm)[0])
        return (x, y) if np.isfinite((x, y)).all() else None

    return shown


def pictures_in(paths: Sequence[Path]) -> tuple[ReviewPicture, ...]:
    """Return the pictures in which any ball was followed."""
    stamps = {(int(n), int(at)) for path in paths for n, at in zip(path.picture, path.at_us, strict=True)}
    return tuple(ReviewPicture(number=number, at_us=at_us) for number, at_us in sorted(stamps))


def way_in(path: Path, stroke: Stroke) -> BallWay | None:
    """Return the way of a ball about a stroke; None where it was not on the table."""
    about = (path.at_us >= stroke.began_us - AROUND_US) & (path.at_us <= stroke.ended_us + AROUND_US)
    points = tuple(_point(path, i) for i in moved(path, np.flatnonzero(about)))
    return BallWay(ball=path.ball, track=path.track, points=points) if points else None


def moved(path: Path, pictures: NDArray[np.intp]) -> Iterator[int]:
    """Give those of the pictures in which a ball lay elsewhere than in the one given before, or came to be hidden."""
    last: int | None = None
    for i in map(int, pictures):
        if not np.isfinite(path.centres_px[i]).all():
            continue
        away = np.inf if last is None else float(np.hypot(*(path.places_mm[i] - path.places_mm[last])))
        if last is None or away > MOVED_MM or path.seen[i] != path.seen[last]:
            last = i
            yield i


def _point(path: Path, i: int) -> PlacePoint:
    (u, v), (x, y) = path.centres_px[i], path.places_mm[i]
    px = (round(float(u), 1), round(float(v), 1))
    return int(path.picture[i]), *px, round(float(x), 1), round(float(y), 1), bool(path.seen[i])
