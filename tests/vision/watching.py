"""A network that points at the balls of what it is shown, told where they lie, behind a whole eye."""

from collections.abc import Sequence
from typing import Any

import drawn_tables
import numpy as np
from drawn_tables import Lying

from tracker.domain.table.ball import SNOOKER
from tracker.geometry.sightings import Sightings
from tracker.store.kits import find_kit
from tracker.vision.detector import Detections
from tracker.vision.looking.changes import CELL
from tracker.vision.seer import Seer

KIT = find_kit("snooker-12ft")
CALIBRATION = drawn_tables.behind_the_end(KIT)
STILL = [("red", 900.0, 1800.0), ("blue", 500.0, 1200.0), ("black", 889.0, 3245.0)]


class Watching:
    """A detector that points at the balls of what it is shown by where they stand in it, and keeps what that was."""

    sees, ball_px = SNOOKER, 16.0
    colours = None

    def __init__(self, **settings: Any) -> None:
        self.seer = Seer(CALIBRATION, KIT, self, **settings)
        self.shown: list[tuple[int, ...]] = []
        self.balls: Sequence[Lying] = []
        self.whole = np.zeros((0, 0, 3), np.uint8)

    def see(self, balls: Sequence[Lying], number: int, picture: np.ndarray | None = None) -> Sightings:
        """Return what is seen of a picture of these balls."""
        self.balls = balls
        picture = drawn_tables.draw(CALIBRATION, KIT, balls) if picture is None else picture
        self.whole = self.seer.eye.crop.cut(picture)
        return self.seer.see(picture, number, number * 40_000)

    def detect(self, picture: np.ndarray) -> Detections:
        self.shown.append(picture.shape[:2])
        high, wide = picture.shape[:2]
        corner = next(
            (x, y)
            for y in range(0, self.whole.shape[0] - high + 1, CELL)
            for x in range(0, self.whole.shape[1] - wide + 1, CELL)
            if np.array_equal(self.whole[y : y + high, x : x + wide], picture)
        )
        places = np.array([at for _, *at in self.balls]).reshape(-1, 2)
        crop = self.seer.eye.crop
        middles = crop.into(CALIBRATION.camera.project_on(places, KIT.ball_radius_mm)) - corner
        radii = CALIBRATION.camera.ball_radius_px(places, KIT.ball_radius_mm)[:, None] * crop.scale
        inside = ((middles > 0) & (middles < [wide, high])).all(axis=1)
        odds = np.full((len(places), 8), 0.05)
        odds[np.arange(len(places)), [SNOOKER.index(name) for name, *_ in self.balls]] = 0.65
        boxes = np.hstack([middles - radii, middles + radii])
        return Detections(boxes_px=boxes, odds=odds, kinds=SNOOKER, sure=np.full(len(places), 0.7)).only(
            np.asarray(inside)
        )
