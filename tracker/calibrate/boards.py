"""Find a board with flat pieces: pictures in, a calibration out, or the reason why there is none.

Bed, outline, first guess, then the camera refined on the edges of the frame and the lines that cross in the middle. A
square of wood is not yet a board: of all squares the one is taken that `fit.board_odds` holds likeliest to be one. A
board looks the same from all four sides; the side nearest to the camera is taken for the bottom, where side A sits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.features.board import beds, cross_lines, frame_edges
from tracker.calibrate.features.lines import Cushion
from tracker.calibrate.features.outline import outlines
from tracker.calibrate.features.still import still_of
from tracker.calibrate.fit.board_odds import board_odds, how_sure, lacking, shown_of
from tracker.calibrate.fit.facing import doubt_of_side, guessed_side, way_to, ways_round
from tracker.calibrate.fit.finish import CLICK_PX, FINGER
from tracker.calibrate.fit.look import look_for
from tracker.calibrate.fit.pose import Sensor, cameras_near, guesses, is_convex, likeliest, rectangle
from tracker.calibrate.fit.quality import errors, place_error_mm
from tracker.calibrate.fit.softened import softened
from tracker.calibrate.fit.solve import CameraFit, Spotted, solve
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

ROUNDS: Final = ((60.0, 6.0), (35.0, 6.0), (22.0, 3.0), (12.0, 1.0), (8.0, 1.0))
"""Round by round, how far (mm) an edge is looked for, and how stiffly lens and principal point are held to the usual;
the last two rounds look for the lines on the bed as well."""
WITH_LINES: Final = 2
MOST_TRIALS: Final = 60
BEYOND_DOUBT: Final = 0.99
"""A fit so sure to be a board is taken without trying others."""
CLEAR: Final = 0.9
"""Of a board that is less sure it is said."""
LEAST_SURE: Final = 0.5
RIVAL_COST: Final = 80.0
"""A first guess of a misfit above this is not worth a trial."""
LEAST_SIDES: Final = 3
"""So many sides of the frame must be seen: fewer do not tie a camera down."""
LEAST_IN_VIEW: Final = 0.93
MOST_ERROR_MM: Final = 12.0
LOW_DEG: Final = 8.0
"""From lower than this pucks are not told apart."""
SAME_SHARE: Final = 0.006
"""Two shapes with all corners this near, as a share of the picture's width, lead to the same board."""
AS_NEAR: Final = 0.6
"""A camera that stands so much as far out on another side as on the nearest (31 degrees round) may be at either."""
RIGHT_ABOVE: Final = 0.25
"""So may one that stands no farther out from the middle than this share of the board's length."""
GIVE_CORNERS: Final = "give its corners: `cuewatch calibrate --points`, then --calibration"
"""What a person can do where nothing is found."""
BY_CORNERS: Final = "its frame cannot be made out near these corners: it lies where they were pointed at, no better"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardFit:
    """A camera that may see a board, and how well the picture bears it out."""

    fit: CameraFit
    sure: float
    """How likely it is a board, 0 to 1."""
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
    for fit in trials(picture, sensor, kit):
        trial = judged(picture, fit, sensor, kit)
        best = trial if best is None or trial.sure > best.sure else best
        if best.sure > BEYOND_DOUBT:
            break
    if best is None or best.why:
        raise TableNotFound(f"no board found: {best.why if best else none}; show the whole board, or {GIVE_CORNERS}")
    return calibrated(best.fit, sensor, kit, nearest, "auto", doubts(best.sure))


def doubts(sure: float) -> tuple[str, ...]:
    """Return what to tell a person of a board that is so sure."""
    doubt = f"that this is the board is only {100 * sure:.0f} % sure: see whether it is, or give its corners"
    return () if sure >= CLEAR else (doubt,)


def trials(picture: Picture, sensor: Sensor, kit: Kit) -> Iterator[CameraFit]:
    """Yield cameras that may see a board, each refined on what it sees, the likelier first guesses first."""
    for start in islice(_guesses(picture, sensor, kit), MOST_TRIALS):
        yield refined(picture, start, sensor, kit)


def board_at(picture: Picture, kit: Kit, corners_px: Array, nearest: End | None = None) -> Calibration | None:
    """Return the calibration of a board whose corners a person gave; None: no camera sees a square there.

    The frame near these corners counts; where none is made out, the corners themselves, and that is said.
    """
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    first = likeliest(corners_px, _square(kit), sensor)
    if first is None:
        return None
    tries = (refined(picture, _begun(camera), sensor, kit) for camera in cameras_near(corners_px, _square(kit), sensor))
    found = [judged(picture, fit, sensor, kit) for fit in tries if _is_near(fit.camera, kit, corners_px)]
    best = max(found, key=lambda one: one.sure, default=None)
    if best is not None and not best.why:
        return calibrated(best.fit, sensor, kit, nearest, "points")
    points = Spotted(points_mm=_square(kit), pixels=_in_turn(first, kit, corners_px), spread_px=CLICK_PX)
    fit = solve(_begun(first), (), sensor, kit, points)
    stands = _is_near(fit.camera, kit, corners_px) and stands_over(fit.camera, kit)
    return calibrated(fit, sensor, kit, nearest, "points", (BY_CORNERS,)) if stands else None


def _is_near(camera: Camera, kit: Kit, corners_px: Array) -> bool:
    off = np.linalg.norm(camera.project(_square(kit)) - _in_turn(camera, kit, corners_px), axis=1)
    return bool(np.all(off < FINGER * np.hypot(*camera.image_size)))


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
    fit, soft = start, softened(picture)
    for number, (reach_mm, stiffness) in enumerate(ROUNDS):
        lines = frame_edges(kit, fit.camera)
        if number >= len(ROUNDS) - WITH_LINES:
            lines += cross_lines(kit)
        seen = look_for(soft, fit, lines, reach_mm)
        if sum(m.line.kind == "frame" for m in seen) < LEAST_SIDES:
            return _begun(fit.camera)
        fit = solve(fit, seen, sensor, kit, None, stiffness)
    return fit


def judged(picture: Picture, fit: CameraFit, sensor: Sensor, kit: Kit) -> BoardFit:
    """Return a fit with what the picture says of it."""
    if sum(m.line.kind == "frame" for m in fit.seen) < LEAST_SIDES:
        return BoardFit(fit=fit, sure=0.0, why="too little of its frame can be made out")
    if in_view(fit.camera, kit) < LEAST_IN_VIEW:
        return BoardFit(fit=fit, sure=0.0, why="parts of it are out of view")
    if place_error_mm(fit, sensor, kit) > MOST_ERROR_MM:
        return BoardFit(fit=fit, sure=0.0, why="its frame and its lines do not fit each other")
    shown = shown_of(picture, fit, kit)
    sure = how_sure(shown, board_odds())
    return BoardFit(fit=fit, sure=sure, why="" if sure >= LEAST_SURE else lacking(shown, board_odds()))


def stands_over(camera: Camera, kit: Kit) -> bool:
    """Say whether a camera looks down on the board steeply enough to tell pucks apart."""
    low = np.arctan2(camera.centre_mm[2], np.hypot(*(camera.centre_mm[:2] - kit.width_mm / 2)))
    return bool(np.degrees(low) >= LOW_DEG)


def in_view(camera: Camera, kit: Kit) -> float:
    """Return the share of the bed that lies in the picture of a camera that stands over it; 0: it does not."""
    if not stands_over(camera, kit):
        return 0.0
    x, y = np.meshgrid(np.linspace(0, kit.width_mm, 21), np.linspace(0, kit.length_mm, 21))
    pixels = camera.project_on(np.column_stack([x.ravel(), y.ravel()]), 0.0)
    width, height = camera.image_size
    return float(np.mean(np.all((pixels >= 0) & (pixels <= [width - 1, height - 1]), axis=1)))


def calibrated(
    fit: CameraFit,
    sensor: Sensor,
    kit: Kit,
    nearest: End | None,
    found_by: Literal["auto", "points"],
    notes: tuple[str, ...] = (),
) -> Calibration:
    """Return the calibration of a fit, its sides named; where no edge was seen, it is as good as a finger points."""
    camera, sure = right_way_round(fit.camera, kit, nearest)
    guess = (guessed_side(sure),) if sure < 1 else ()
    doubt = guess if nearest is None else doubt_of_side(camera, kit, nearest)
    return Calibration(
        table=kit.name, camera=camera, error_px=errors(fit)[0] if fit.seen else CLICK_PX,
        error_mm=place_error_mm(fit, sensor, kit), found_by=found_by, baulk_sure=sure,
        notes=(*notes, *doubt),
    )  # fmt: skip


def right_way_round(camera: Camera, kit: Kit, nearest: End | None) -> tuple[Camera, float]:
    """Return the camera with side A at the bottom of the board, and how sure that is.

    Nothing on a board tells its sides apart: it is the side nearest to the camera, unless a person says otherwise.
    """
    if nearest is not None:
        return way_to(camera, kit, nearest), 1.0
    ways = ways_round(camera, kit)
    out_mm = [kit.length_mm / 2 - float(one.centre_mm[1]) for one in ways]
    second, first = sorted(out_mm)[-2:]
    is_clear = second < AS_NEAR * first and first > RIGHT_ABOVE * kit.length_mm
    return ways[int(np.argmax(out_mm))], 1.0 if is_clear else 0.5
