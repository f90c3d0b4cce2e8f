"""Look where it was aimed: what the network points at in a picture, and pointed at before where it did not look.

Only this asks the network, by far the most work. It needs no memory: several threads may point in different pictures
at once.
"""

from dataclasses import dataclass
from functools import reduce

from tracker.vision.detector import Detections, Detector, Picture, joined, nothing, suppress
from tracker.vision.looking.changes import Aim, Cells, at_cells
from tracker.vision.looking.crop import Crop


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Glimpse:
    """Where the network points in a picture, and the cells of it in which that is all there is."""

    found: Detections
    fresh: Cells


def pointed(detector: Detector, picture: Picture, crop: Crop, aim: Aim, kinds: tuple[str, ...]) -> Glimpse:
    """Return where the network sees something like a ball in (h, w, 3) BGR picture, looking as it was aimed.

    What it sees is told in odds of these `kinds`.
    """
    looks = [crop.back(looked(detector, picture, crop, aim))]
    looks += [closer.back(detector.detect(closer.cut(picture))) for closer in aim.closer]
    found = reduce(joined, looks)
    return Glimpse(found=found.only(suppress(found)).of_kinds(kinds), fresh=aim.told)


def looked(detector: Detector, picture: Picture, crop: Crop, aim: Aim) -> Detections:
    """Return what the network sees of a camera's picture where it is aimed at, in px of its own picture."""
    if aim.tiles == ():
        return nothing(detector.sees)
    cut = crop.cut(picture)
    if aim.tiles is None:
        return detector.detect(cut)
    return reduce(joined, (tile.back(detector.detect(tile.cut(cut))) for tile in aim.tiles), nothing(detector.sees))


def carried(glimpse: Glimpse, before: Detections | None, crop: Crop) -> Detections:
    """Return what was pointed at in this picture, and what was `before` where it was not looked at anew.

    Where nothing is new this is `before` itself.
    """
    if before is None or glimpse.fresh.all():
        return glimpse.found
    stale = at_cells(crop.into(before.centres_px), glimpse.fresh)
    if not stale.any() and not len(glimpse.found):
        return before
    found = joined(glimpse.found, before.only(~stale))
    return found.only(suppress(found))
