"""From a table that is nearly found to where it lies: by what a network tells of its cushions, and by edges near there.

The network is asked for noses and wood, and the table moved there, twice over. Then edges are looked for, no farther
away than that leaves in question, and only along what the network sees: where a lamp or a player hides a cushion,
the edges there are theirs. In the end both count: edges are the finer, and what is told the surer.
"""

from dataclasses import replace
from typing import Final

from tracker.calibrate.features.cushions.told import cushion_edges
from tracker.calibrate.features.edges import Measured
from tracker.calibrate.features.lines import TableEdge
from tracker.calibrate.features.pockets import measured_gaps
from tracker.calibrate.fit.look import look_for
from tracker.calibrate.fit.pose import Sensor, rectangle
from tracker.calibrate.fit.refine import FEWEST_LINES, NEARLY
from tracker.calibrate.fit.softened import Softened
from tracker.calibrate.fit.solve import CUSHION_SPREAD_MM, CameraFit, Spotted, solve
from tracker.domain.table.kit import Kit

TIMES_TOLD: Final = 2
NEAR_MM: Final = (12.0, 6.0)
"""Round by round, how far (mm) an edge is looked for from where the network has led."""
TOLD_SHARE: Final = 0.3
"""Of a line of which no more is told, the rest is mostly behind somebody."""
WHOLE: Final = 0.7
"""Share of its length from which a cushion's line is borne out; more would leave out whole cushions behind players."""


def settled(
    soft: Softened, fit: CameraFit, sensor: Sensor, kit: Kit, lines: list[TableEdge], given: Spotted | None = None
) -> CameraFit:
    """Return `fit`, which lies nearly where it should, where the picture has it.

    Args:
        soft: the picture.
        fit: by whose camera and cushion it is looked for.
        sensor: of the camera.
        kit: the table.
        lines: its edges that may be seen, those of the cushions and maybe marks.
        given: points that keep their say; without them the corners stay roughly where `fit` has them, so that a side
            that nobody sees does not run away.
    """
    fine, fit = replace(soft, in_grey=True), replace(fit, width_spread_mm=CUSHION_SPREAD_MM)
    if given is None:
        corners = rectangle(kit, 0.0)
        spread_px = NEARLY * sensor.width_px
        given = Spotted(points_mm=corners, pixels=fit.camera.project(corners), spread_px=spread_px)
    told: tuple[Measured, ...] = ()
    for _ in range(TIMES_TOLD):
        told = cushion_edges(soft.colours, fit.camera, kit, fit.cushion)
        gaps = tuple(measured_gaps(soft.picture, fit.camera, fit.cushion, kit))
        fit = solve(fit, told + gaps, sensor, kit, given)
    shown = _shown(lines, told)
    for reach_mm in NEAR_MM:
        seen = borne_out(look_for(fine, fit, shown, reach_mm))
        seen += (*told, *measured_gaps(soft.picture, fit.camera, fit.cushion, kit))
        fit = solve(fit, seen, sensor, kit, given)
    return fit


def edges_alone(fit: CameraFit) -> CameraFit:
    """Return a fit with what the picture's own slopes show of its lines, as a fit's odds are weighed by."""
    return replace(fit, seen=tuple(one for one in fit.seen if not one.is_told))


def _shown(lines: list[TableEdge], told: tuple[Measured, ...]) -> list[TableEdge]:
    """Return the marks, and the lines of which enough is told; all of them where hardly any is."""
    names = {(one.line.kind, one.line.name) for one in told if one.seen_share > TOLD_SHARE}
    return [li for li in lines if li.kind == "mark" or (li.kind, li.name) in names or len(names) < FEWEST_LINES]


def borne_out(seen: tuple[Measured, ...]) -> tuple[Measured, ...]:
    """Return the lines that are seen nearly along all their length, and the marks, on which balls may stand.

    Of cushions seen along less of it, most turn out to be something else that runs near them for a while: the edge of
    a score strip, a shadow, a sleeve. All are kept where hardly any would be left.
    """
    kept = tuple(m for m in seen if m.line.kind == "mark" or m.seen_share >= WHOLE)
    return kept if len(kept) >= FEWEST_LINES else seen
