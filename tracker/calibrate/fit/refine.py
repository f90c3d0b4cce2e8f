"""From a first guess to the full camera: measure the table's edges where it predicts them, solve, and look again.

Each round measures all lines in a narrower band and solves for focal length, lens, pose and the width of the cushions
(iterated closest points: Besl and McKay, 1992).
"""

from dataclasses import dataclass, replace

from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.features.pockets import measured_gaps
from tracker.calibrate.fit.look import look_for, look_in_regions
from tracker.calibrate.fit.pose import Sensor, rectangle
from tracker.calibrate.fit.softened import Softened
from tracker.calibrate.fit.solve import CameraFit, Spotted, solve
from tracker.domain.table.kit import Kit

FEWEST_LINES = 4
"""With fewer lines in sight a first guess is not worth refining."""

ROUNDS = ((40.0, 6.0), (25.0, 6.0), (35.0, 3.0), (20.0, 1.0), (12.0, 1.0))
"""Round by round, how far (mm) from its prediction a line is looked for, and how stiffly lens and principal point are
held to the usual; the first two rounds look for the wood alone, the clearest edge of all."""
WOOD_ALONE = 2
NEARLY = 0.012
"""How far off corners may be that lie nearly where they should, as a share of the picture's width."""
NEAR_REGIONS_MM = 15.0
"""Where regions told a line's place, it is looked for no farther (mm) from there."""


def refine(
    soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit, given: Spotted | None = None, astray: str = ""
) -> CameraFit:
    """Return `start` after all rounds of measuring the cushions and solving; `given` points keep their say.

    `astray` names a side of the table that `start` may have quite wrong: it is asked last, when the others, and the
    middle pockets, have said where it should be.
    """
    return _refined(soft, start, sensor, kit, _Hints(given=given, astray=astray), range(len(ROUNDS)))


def on_wood_alone(soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit) -> CameraFit:
    """Return `start` after the first rounds, which look for the wood; nothing is `seen` where too little of it is."""
    return _refined(soft, start, sensor, kit, _Hints(knows_width=False), range(WOOD_ALONE))


def refine_near(soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit) -> CameraFit:
    """Return `start`, which lies nearly where it should, after the later rounds: its corners have a say in the first.

    Sides that are out of the picture say nothing, so that those in it alone would lead it astray.
    """
    corners = rectangle(kit, 0.0)
    spread_px = NEARLY * sensor.width_px
    given = Spotted(points_mm=corners, pixels=start.camera.project(corners), spread_px=spread_px)
    held = _refined(soft, start, sensor, kit, _Hints(given=given), range(WOOD_ALONE, len(ROUNDS)))
    return _refined(soft, held, sensor, kit, _Hints(), range(WOOD_ALONE + 1, len(ROUNDS)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Hints:
    """What is known besides the picture."""

    given: Spotted | None = None
    astray: str = ""
    knows_width: bool = True
    """Whether the cushions may be as wide as the kit has them, so that it is known where to look for noses."""


def _refined(soft: Softened, start: CameraFit, sensor: Sensor, kit: Kit, hints: _Hints, rounds: range) -> CameraFit:
    lines = cushion_lines(kit)
    fit = start
    for number in rounds:
        reach_mm, stiffness = ROUNDS[number]
        is_early = number < WOOD_ALONE
        has_noses = soft.by_regions and hints.knows_width
        wanted = lines if has_noses or not is_early else [line for line in lines if line.kind == "wood"]
        if hints.astray and number < 3:
            wanted = [line for line in wanted if not line.name.startswith(hints.astray)]
        if is_early and soft.by_regions:
            seen = look_in_regions(soft, fit, wanted, reach_mm)
        else:
            near_mm = min(reach_mm, NEAR_REGIONS_MM) if soft.by_regions else reach_mm
            seen = look_for(soft, fit, wanted, near_mm, by_tint=is_early)
        seen += tuple(measured_gaps(soft.picture, fit.camera, fit.cushion, kit)) if number >= 1 else ()
        if sum(m.seen_share > 0.5 for m in seen) < FEWEST_LINES and hints.given is None:
            return replace(fit, seen=())
        fit = solve(fit, seen, sensor, kit, hints.given, stiffness) if seen else fit
    return replace(fit, by_regions=soft.by_regions)
