"""Find a board with flat pieces: pictures in, a calibration out, or the reason why there is none.

Bed, outline, first guess, then the camera refined on the edges of the frame and the lines that cross in the middle. A
square of wood is not yet a board: its four corner holes must be dark, and most of its frame seen. A board looks the
same from all four sides; the side nearest to the camera is taken for the bottom, where side A sits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.board import beds, cross_lines, frame_edges
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.features.outline import outlines
from tracker.calibrate.features.still import still_of
from tracker.calibrate.fit.finish import End
from tracker.calibrate.fit.pose import Sensor, guesses, is_convex, rectangle, vector
from tracker.calibrate.fit.quality import errors, place_error_mm
from tracker.calibrate.fit.refine import CameraFit, Spotted, look_for, solve
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

ROUNDS: Final = ((60.0, 6.0), (35.0, 6.0), (22.0, 3.0), (12.0, 1.0), (8.0, 1.0))
"""Round by round, how far (mm) an edge is looked for, and how stiffly lens and principal point are held to the usual;
the last two rounds look for the lines on the bed as well."""
WITH_LINES: Final = 2
MOST_TRIALS: Final = 60
BEYOND_DOUBT: Final = 2.6
"""A fit judged this good is taken without trying others."""
RIVAL_COST: Final = 80.0
"""A first guess of a misfit above this is not worth a trial."""
LEAST_FRAME: Final = 0.5
"""Share of the frame's edges that must be seen."""
LEAST_SIDES: Final = 3
LEAST_DARK: Final = 3
"""So many of the four holes must be darker than the bed."""
DARKER: Final = 0.72
"""A hole's brightness is less than this share of the bed's."""
CROSSED: Final = (0.7, 0.95)
"""Of a centre line chance shows the first share, and what is drawn the second and more."""
LEAST_CROSSED: Final = 0.8
"""The two centre lines must be borne out so far together; a player may hide one."""
LEAST_IN_VIEW: Final = 0.93
MOST_ERROR_MM: Final = 12.0
LOW_DEG: Final = 8.0
"""From lower than this pucks are not told apart."""
SAME_SHARE: Final = 0.006
"""Two shapes with all corners this near, as a share of the picture's width, lead to the same board."""
AS_NEAR: Final = 1.12
"""A side that is less than so many times as far as the nearest may be A's as well."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardFit:
    """A camera that may see a board, and how well the picture bears it out."""

    fit: CameraFit
    score: float
    why: str = ""
    """What speaks against it; empty: it is a board."""


def find_board(pictures: Sequence[Picture], kit: Kit, nearest: End | None = None) -> Calibration:
    """Return the calibration of the camera that took these pictures of one board.

    Args:
        pictures: one or a few (h, w, 3) BGR pictures of one view, all of one size.
        kit: the board.
        nearest: where in the picture side A sits, when a person knows.

    Raises:
        TableNotFound: no board that can be trusted; the message says why.
        BadInput: no pictures at all, or of different sizes.
    """
    picture = still_of(pictures)
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    none = "no large even bed of wood is seen"
    best: BoardFit | None = None
    for start in islice(_guesses(picture, sensor, kit), MOST_TRIALS):
        trial = judged(picture, refined(picture, start, sensor, kit), sensor, kit)
        best = trial if best is None or trial.score > best.score else best
        if best.score > BEYOND_DOUBT:
            break
    if best is None or best.why:
        raise TableNotFound(
            f"no board found: {best.why if best else none}; show the whole board, or give its corners with --points"
        )
    return calibrated(best.fit, sensor, kit, nearest, "auto")


def board_at(picture: Picture, kit: Kit, corners_px: Array, nearest: End | None = None) -> Calibration | None:
    """Return the calibration of a board whose corners a person gave; None: no camera sees a square there."""
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    first = guesses(corners_px, _square(kit), sensor)
    if not first:
        return None
    start = _begun(min(first, key=lambda one: one[1])[0])
    found = judged(picture, refined(picture, start, sensor, kit), sensor, kit)
    if found.why:
        points = Spotted(points_mm=_square(kit), pixels=_in_turn(start.camera, kit, corners_px), spread_px=3.0)
        found = BoardFit(fit=solve(start, (), sensor, kit, points), score=0.0)
    return calibrated(found.fit, sensor, kit, nearest, "points")


def _in_turn(camera: Camera, kit: Kit, corners_px: Array) -> Array:
    away = np.linalg.norm(camera.project(_square(kit))[:, None] - corners_px[None], axis=2)
    return np.asarray(corners_px[np.argmin(away, axis=1)])


def _square(kit: Kit) -> Array:
    return rectangle(kit, 0.0) * [1.0, 1.0, 0.5]


def _begun(camera: Camera) -> CameraFit:
    return CameraFit(camera=camera, cushion=Cushion(width_mm=0.0), seen=())


def _guesses(picture: Picture, sensor: Sensor, kit: Kit) -> Iterator[CameraFit]:
    """Yield the cameras to begin with for the shapes that each bed may have, then for those that a frame may have."""
    shapes = list[Array]()
    for corners in _shapes(picture):
        if not any(np.abs(corners - other).max() < SAME_SHARE * sensor.width_px for other in shapes):
            shapes.append(corners)
            yield from _first_guess(corners, _square(kit), sensor)
    for corners in shapes:
        yield from _first_guess(corners, rectangle(kit, kit.cushion_mm + kit.rail_mm), sensor)


def _shapes(picture: Picture) -> Iterator[Array]:
    """Yield the (4, 2) corners in px of what may be a bed, or a bed with its frame."""
    for mask, scale in beds(picture):
        for outline in islice(outlines(mask), 2):
            if is_convex(outline.corners_px):
                yield (outline.corners_px + 0.5) / scale - 0.5


def _first_guess(corners_px: Array, square_mm: Array, sensor: Sensor) -> Iterator[CameraFit]:
    camera, cost = min(guesses(corners_px, square_mm, sensor), key=lambda found: found[1], default=(None, np.inf))
    if camera is not None and cost < RIVAL_COST:
        yield _begun(camera)


def refined(picture: Picture, start: CameraFit, sensor: Sensor, kit: Kit) -> CameraFit:
    """Return `start` after all rounds of measuring the frame and the lines and solving."""
    fit = start
    for number, (reach_mm, stiffness) in enumerate(ROUNDS):
        lines = frame_edges(kit, fit.camera)
        if number >= len(ROUNDS) - WITH_LINES:
            lines += cross_lines(kit)
        seen = look_for(picture, fit, lines, reach_mm)
        if sum(m.line.kind == "frame" for m in seen) < LEAST_SIDES:
            return _begun(fit.camera)
        fit = solve(fit, seen, sensor, kit, None, stiffness)
    return fit


def judged(picture: Picture, fit: CameraFit, sensor: Sensor, kit: Kit) -> BoardFit:
    """Return a fit with what the picture says of it."""
    frame = [m for m in fit.seen if m.line.kind == "frame"]
    seen = sum(m.seen_share for m in frame) / 4
    dark = dark_holes(picture, fit.camera, kit)
    crossed = sum(float(np.interp(m.seen_share, CROSSED, (0, 1))) for m in fit.seen if m.line.kind == "mark")
    score = seen + 0.2 * dark + 0.5 * crossed - 0.1 * min(errors(fit)[0] if frame else 9.0, 9.0)
    why = ""
    if len(frame) < LEAST_SIDES or seen < LEAST_FRAME:
        why = "too little of its frame can be made out"
    elif in_view(fit.camera, kit) < LEAST_IN_VIEW:
        why = "parts of it are out of view"
    elif dark < LEAST_DARK:
        why = "no dark holes are seen in its corners"
    elif crossed < LEAST_CROSSED:
        why = "no lines cross in its middle"
    elif place_error_mm(fit, sensor, kit) > MOST_ERROR_MM:
        why = "its frame and its lines do not fit each other"
    return BoardFit(fit=fit, score=score - 2.0 * bool(why), why=why)


def dark_holes(picture: Picture, camera: Camera, kit: Kit) -> int:
    """Return how many of the four corner holes are darker than the bed beside them."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    middle = np.array([kit.width_mm, kit.length_mm]) / 2
    dark = 0
    for pocket in kit.pockets:
        at = np.array(pocket.fall)
        inward = (middle - at) / np.linalg.norm(middle - at)
        hole = _brightness(grey, camera, at + 0.35 * pocket.radius_mm * inward, 0.4 * pocket.radius_mm)
        bed = _brightness(grey, camera, at + 1.65 * pocket.radius_mm * inward, 0.3 * pocket.radius_mm)
        dark += hole < DARKER * bed
    return dark


def _brightness(grey: NDArray[np.uint8], camera: Camera, at: Array, reach_mm: float) -> float:
    """Return the median brightness about a place on the bed; nan outside of the picture."""
    x, y = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(-1, 1, 7))
    round_ = np.column_stack([x.ravel(), y.ravel()])[np.hypot(x, y).ravel() <= 1]
    pixels = camera.project_on(at + reach_mm * round_, 0.0)
    height, width = grey.shape
    inside = np.all(np.isfinite(pixels) & (pixels >= 0) & (pixels <= [width - 1, height - 1]), axis=1)
    if not inside.any():
        return float("nan")
    columns, rows = np.rint(pixels[inside]).astype(int).T
    return float(np.median(grey[rows, columns]))


def in_view(camera: Camera, kit: Kit) -> float:
    """Return the share of the bed that lies in the picture of a believable camera above it."""
    low = np.arctan2(camera.centre_mm[2], np.hypot(*(camera.centre_mm[:2] - kit.width_mm / 2)))
    if np.degrees(low) < LOW_DEG:
        return 0.0
    x, y = np.meshgrid(np.linspace(0, kit.width_mm, 21), np.linspace(0, kit.length_mm, 21))
    pixels = camera.project_on(np.column_stack([x.ravel(), y.ravel()]), 0.0)
    width, height = camera.image_size
    return float(np.mean(np.all((pixels >= 0) & (pixels <= [width - 1, height - 1]), axis=1)))


def calibrated(fit: CameraFit, sensor: Sensor, kit: Kit, nearest: End | None, found_by: str) -> Calibration:
    """Return the calibration of a fit, its sides named."""
    camera, sure = right_way_round(fit.camera, kit, nearest)
    doubt = f"which side is A's is a guess ({100 * sure:.0f} % sure): say --baulk near, far, left or right"
    return Calibration(
        table=kit.name, camera=camera, error_px=errors(fit)[0], error_mm=place_error_mm(fit, sensor, kit),
        found_by="points" if found_by == "points" else "auto", baulk_sure=sure, notes=(doubt,) if sure < 1 else (),
    )  # fmt: skip


def right_way_round(camera: Camera, kit: Kit, nearest: End | None) -> tuple[Camera, float]:
    """Return the camera with side A at the bottom of the board, and how sure that is.

    Nothing on a board tells its sides apart: it is the side nearest to the camera, unless a person says otherwise.
    """
    ways = [camera]
    for _ in range(3):
        ways.append(quarter_turned(ways[-1], kit))
    middle, bottom = [kit.width_mm / 2, kit.length_mm / 2], [kit.width_mm / 2, 0.0]
    if nearest is not None:
        way = {"near": (0, 1), "far": (0, -1), "left": (-1, 0), "right": (1, 0)}[nearest]
        runs = [float(np.diff(one.project_on([middle, bottom], 0.0), axis=0)[0] @ way) for one in ways]
        return ways[int(np.argmax(runs))], 1.0
    away = [float(np.linalg.norm(one.centre_mm - [*bottom, 0.0])) for one in ways]
    first, second, *_ = sorted(away)
    return ways[int(np.argmin(away))], 1.0 if second > AS_NEAR * first else 0.5


def quarter_turned(camera: Camera, kit: Kit) -> Camera:
    """Return the same camera for a square board whose sides have changed names: what was right is the bottom."""
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    shift = camera.translation + camera.rotation_matrix @ np.array([kit.width_mm, 0.0, 0.0])
    return Camera(
        image_size=camera.image_size, matrix=camera.matrix, distortion=camera.distortion,
        rotation=vector(camera.rotation_matrix @ quarter), translation=shift,
    )  # fmt: skip
