"""Find the table: pictures in, a calibration out, or the reason why there is none.

Cloth, outline, first guess, refinement, then which end is Baulk; a guess that the picture does not bear out (too few
of its edges seen, too little cloth where the bed should be, parts of the bed out of view) is refused, since balls
placed by a wrong calibration are worse than none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.cloth import Cloth, cloths
from tracker.calibrate.ends import evidence
from tracker.calibrate.finish import End, finish
from tracker.calibrate.lines import Cushion
from tracker.calibrate.outline import outlines
from tracker.calibrate.pockets import gaps
from tracker.calibrate.pose import Sensor, guesses, is_convex, rectangle, turned
from tracker.calibrate.quality import Verdict, judge
from tracker.calibrate.refine import Fit, refine
from tracker.calibrate.still import still_of
from tracker.domain.errors import TableNotFound
from tracker.domain.kit import Kit
from tracker.geometry.calibration import Calibration

Picture = NDArray[np.uint8]
Guess = tuple[Cloth, Fit]
"""A patch that may be the cloth, and a camera to begin with that sees the table there."""

SMALLEST_PX: Final = 160
"""A picture less high or wide than this shows no ball well enough to be placed."""
SIDES: Final = ("bottom", "top", "left", "right")
RIVAL_COST: Final = 60.0
"""A second guess of a misfit above this is not worth a trial."""
MOST_FITS: Final = 16
"""After so many trials the search is given up."""
TRY_EVERY_S, TOGETHER = 0.5, 4
"""The table is sought in a few pictures half a second apart: a player who walks through hides it in few of them."""
MARKS_WORTH, ALL_MARKS = 0.4, 6.0
"""Baulk-line, D and colours on their spots add this to a fit's score when they weigh (log odds) this much."""
POCKET_WORTH, POCKET_MM = 0.25, (12.0, 36.0)
"""A middle pocket adds this to a fit's score within so many mm of its place, and takes as much away farther off."""
LEAST_BORNE_OUT: Final = 2.0
"""A fit that scores less is a chance likeness: a strip or a shadow taken for a side of the table.

Of real pictures the tables rightly found scored 2.18 and more, and of drawn ones the wrong tables 1.8 and less.
"""
BEYOND_DOUBT: Final = 2.25
"""A fit judged this good is taken without trying others: nearly all edges, marks and pockets in place."""


def find_table(pictures: Sequence[Picture], kit: Kit, baulk: End | None = None) -> Calibration:
    """Return the calibration of the camera that took these pictures of one table.

    Args:
        pictures: one or a few (h, w, 3) BGR pictures of one view, all of one size.
        kit: the table.
        baulk: where in the picture the Baulk end lies, when a person knows.

    Raises:
        TableNotFound: no table that can be trusted; the message says why.
        BadInput: no pictures at all, or of different sizes.
    """
    picture = still_of(pictures)
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    if min(sensor.width_px, sensor.height_px) < SMALLEST_PX:
        raise TableNotFound(f"a picture of {sensor.width_px}x{sensor.height_px} is too small to find a table in")
    best: Fit | None = None
    verdict = Verdict(good=False, score=0.0, why="no large even patch of cloth is seen")
    for fit, told in islice(_judged(picture, sensor, kit), MOST_FITS):
        best, verdict = (fit, told) if told.score > verdict.score else (best, verdict)
        if verdict.score > BEYOND_DOUBT:
            break
    if best is None or not verdict.good:
        raise TableNotFound(f"no table found: {verdict.why}; show the whole table, or give its corners with --points")
    return finish(picture, best, kit, baulk)


def _judged(picture: Picture, sensor: Sensor, kit: Kit) -> Iterator[tuple[Fit, Verdict]]:
    """Yield cameras refined from all first guesses, then from the most promising ones with a side left out of it."""
    tried: list[tuple[float, Guess]] = []
    for guess in _guesses(picture, sensor, kit):
        fit, told = _refined(picture, guess, sensor, kit)
        tried.append((told.score, guess))
        yield fit, told
    promising = sorted(tried, key=lambda one: -one[0])
    for (_, guess), side in product(promising, SIDES):
        yield _refined(picture, guess, sensor, kit, side)


def _refined(picture: Picture, guess: Guess, sensor: Sensor, kit: Kit, astray: str = "") -> tuple[Fit, Verdict]:
    """Return the camera refined from a guess, a side of which may be `astray`, and whether the picture bears it out."""
    cloth, start = guess
    fit = refine(picture, start, sensor, kit, None, astray)
    told = judge(fit, cloth, kit)
    return fit, _borne_out(picture, fit, kit, told) if told.good else told


def _borne_out(picture: Picture, fit: Fit, kit: Kit, told: Verdict) -> Verdict:
    """Return the verdict after a look for pockets, and for marks and colours whichever way round."""
    away = [abs(gap.at_mm) for gap in gaps(picture, fit.camera, fit.cushion, kit)]
    pockets = POCKET_WORTH * float(np.interp(away, POCKET_MM, (1.0, -1.0)).sum())
    ways = (fit.camera, turned(fit.camera, kit.width_mm, kit.length_mm))
    marks = MARKS_WORTH * min(max(evidence(picture, camera, kit).weight for camera in ways) / ALL_MARKS, 1.0)
    score = told.score + pockets + marks
    if score < LEAST_BORNE_OUT:
        return Verdict(good=False, score=0.9, why="neither pockets nor marks are seen where they should be")
    return replace(told, score=score)


def _guesses(picture: Picture, sensor: Sensor, kit: Kit) -> Iterator[Guess]:
    """Yield the cameras to begin with for the shapes that each cloth may have, the likelier first."""
    for cloth in cloths(picture):
        for outline in outlines(cloth.mask):
            if is_convex(outline.corners_px):
                corners = (outline.corners_px + 0.5) / cloth.scale - 0.5
                first = guesses(corners, rectangle(kit, kit.cushion_mm), sensor)
                for camera, cost in sorted(first, key=lambda guess: guess[1]):
                    if cost < RIVAL_COST:
                        yield cloth, Fit(camera=camera, cushion=Cushion(width_mm=kit.cushion_mm), seen=())
