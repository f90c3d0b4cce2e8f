"""See one picture after another as the referee's second pair of eyes: balls in millimetres, each with how well seen.

The order of work: decide where to look (`looking.aiming`), let the network point there (`looking.pointing`), drop what
cannot be a ball (`placed`), look again for those of the last picture that it missed (`again`) and into crowds
(`packs`), measure each in the picture itself where something about it changed (`measured`), and say which of them are
believed (`believed`), and what else the picture shows (`surroundings`): where bare cloth can be seen, who stands by the
cue-ball, what the mouths of the pockets look like.
"""

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.chroma import chroma_shift
from tracker.geometry.sightings import Openness, Sightings
from tracker.vision.again import Pointed, Remembered, remembered, seen_again
from tracker.vision.believed import see_balls
from tracker.vision.detector import Detections, Detector, Picture, joined
from tracker.vision.eye import prepare
from tracker.vision.looking.aiming import WHOLE_US, Aimer
from tracker.vision.looking.changes import FLAT_RIM, RIM, SMALLEST_PX, Aim
from tracker.vision.looking.crop import MOST_PX, crop_round
from tracker.vision.looking.pointing import Glimpse, carried, pointed
from tracker.vision.measured import Before, MeasuredBalls, Spots, before, measure
from tracker.vision.packs import Searched, proposals, searched_packs
from tracker.vision.placed import Placed, on_bed, strays
from tracker.vision.sureness import AGAIN, GUESSED, POINTED
from tracker.vision.surroundings import cloth as cloths
from tracker.vision.surroundings.bystanders import Lookout
from tracker.vision.surroundings.mouths import MouthsLookout

Array = NDArray[np.float64]

GREY = 90.0
"""What the cloth is taken for, in each channel, while it has not been seen."""
CLOSER, CLOSER_US = 1.5, 1_666_000
"""How much larger balls are in the closer looks that a recording is given, and how often it is: they show small balls
beside others, which are then seen again from picture to picture (`again`)."""
ANEW_US = 500_000
"""So often all balls are measured anew, changed or not."""
CHROMA_US = 10_000_000
"""So often it is asked how far colour lies beside brightness, until a picture tells: the hall may be dark at first."""


class Seer:
    """Sees one picture after another; remembers what the cloth looks like, and the balls of the picture before.

    Pointing at balls, by far the most work, needs no memory: several threads may point in different pictures at once,
    while `aim` and `measured` each take the pictures one by one in their order.
    """

    def __init__(
        self,
        calibration: Calibration,
        kit: Kit,
        detector: Detector,
        *,
        closer: tuple[float, ...] = (),
        closer_us: int = 0,
        whole_us: int = WHOLE_US,
    ) -> None:
        """Get ready to see.

        Args:
            calibration: how the camera sees the table.
            kit: the table and its balls.
            detector: what points at balls.
            closer: adds looks in which balls are so many times larger.
            closer_us: so often; in every picture by default.
            whole_us: so often the whole table is looked at, else only where something changed.
        """
        self.eye = prepare(calibration, kit, detector)
        larger = () if kit.disc_mm else closer  # by their size in its picture a network tells flat pieces apart
        self.closer = tuple(crop_round(calibration, kit, by * detector.ball_px, MOST_PX * by**2) for by in larger)
        self._aimer = Aimer(
            self.eye.crop, self.eye.bed, rim=FLAT_RIM if kit.disc_mm else RIM, whole_us=whole_us,
            closer=self.closer, closer_us=closer_us,
        )  # fmt: skip
        self._detector = detector
        self._lookout = Lookout(calibration.camera, kit)
        self._mouths = MouthsLookout(calibration.camera, kit)
        self._cloth: cloths.ClothColours | None = None
        self._looks = 0
        self._balls: Remembered | None = None
        self._pointed: Detections | None = None
        self._crowds: tuple[Searched, ...] = ()
        self._measured: MeasuredBalls | None = None
        self._resting: Sightings | None = None
        self._anew_us = 0
        self._chroma_due_us: int | None = 0

    def see(self, picture: Picture, number: int, at_us: int) -> Sightings:
        """Return what (h, w, 3) BGR picture `number`, taken at `at_us`, shows.

        Raises:
            ValueError: the picture has another size than those that the camera was calibrated with.
        """
        return self.measured(picture, self.point(picture, self.aim(picture, at_us)), number, at_us)

    def wake(self) -> None:
        """Show the network empty pictures, the whole and the smallest tile: the first picture of all takes long."""
        for wide, high in (self.eye.crop.canvas, (SMALLEST_PX, SMALLEST_PX)):
            self._detector.detect(np.zeros((high, wide, 3), np.uint8))

    def aim(self, picture: Picture, at_us: int) -> Aim:
        """Return what of the next (h, w, 3) BGR picture, taken at `at_us`, the network is to look at.

        Where it has changed, or all of it.

        Raises:
            ValueError: the picture has another size than those that the camera was calibrated with.
        """
        wide, tall = self.eye.calibration.camera.image_size
        if picture.shape != (tall, wide, 3):
            raise ValueError(f"picture must have shape {(tall, wide, 3)}, got {picture.shape}")
        return self._aimer.aim(picture, at_us)

    def point(self, picture: Picture, aim: Aim) -> Glimpse:
        """Return where the network sees something like a ball in (h, w, 3) BGR picture, looking as it was aimed."""
        return pointed(self._detector, picture, self.eye.crop, aim, self.eye.kit.kinds)

    def measured(self, picture: Picture, glimpse: Glimpse, number: int, at_us: int) -> Sightings:
        """Return what picture `number` shows where the network pointed in it, and before where nothing has changed."""
        self._look_at_chroma(picture, at_us)
        open_cloth = self._look_at_cloth(picture)
        known = self._known_before(picture, at_us)
        found = carried(glimpse, self._pointed, self.eye.crop)
        seen = self._as_before(found, known, at_us)
        if seen is None:
            seen = self._looked(picture, found, known, (number, at_us, open_cloth))
        seen = replace(seen, picture=number, at_us=at_us, openness=open_cloth)
        return replace(seen, bystander=self._lookout.look(picture, seen), mouths=self._mouths.look(picture, at_us))

    def _as_before(self, found: Detections, known: Before | None, at_us: int) -> Sightings | None:
        """Return what the picture before showed, if this one shows the same: nothing has changed that counts."""
        if self._resting is None or self._balls is None or known is None:
            return None
        if known.all_due or known.changed.any() or found is not self._pointed:
            return None
        self._balls = replace(self._balls, at_us=at_us, steps_px=np.zeros_like(self._balls.steps_px))
        return replace(self._resting, strays=tuple(replace(one, at_us=at_us) for one in self._resting.strays))

    def _looked(
        self, picture: Picture, found: Detections, known: Before | None, at: tuple[int, int, Openness | None]
    ) -> Sightings:
        """Return what a picture shows in which the network pointed at `found`, in it or before.

        `at` holds its number, its time, and where the cloth is open to view.
        """
        at_us = at[1]
        self._pointed = found
        placed = Placed.of(found, self.eye)
        own, which = self._with_missed(picture, found.only(placed.can_be), at_us)
        found = self._with_packs(picture, own, known)
        spots = self._spots(found)
        again = np.concatenate([which, np.full(len(found) - len(own), -1)])
        source = np.where(again >= 0, AGAIN, POINTED)
        source[len(own) :] = GUESSED
        self._measured = measure(self.eye, picture, at_us, spots, known)
        seen, kept = see_balls(self.eye, found, source, (self._measured, spots), at)
        seen = replace(seen, strays=strays(self._pointed, placed, at_us))
        how = Pointed(scores=np.where(source == GUESSED, 0.0, found.sure)[kept], again=again[kept])
        self._balls = remembered(picture, seen, how, self._balls)
        is_resting = not self._measured.anew.any() and not (source == AGAIN).any()
        self._resting = seen if is_resting else None
        return seen

    def _known_before(self, picture: Picture, at_us: int) -> Before | None:
        """Return what was measured before, and what of it has changed; None: nothing."""
        all_due = not 0 <= at_us - self._anew_us < ANEW_US
        if all_due:
            self._anew_us, self._crowds = at_us, ()
        return before(picture, self._measured, all_due=all_due)

    def _with_packs(self, picture: Picture, found: Detections, known: Before | None) -> Detections:
        """Return the detections, and after them what else looks like one of a kind where several crowd together."""
        self._crowds = searched_packs(self.eye, picture, found, self._crowds, known)
        more = proposals(self._crowds, found.kinds)
        if not len(more):
            return found
        placed = Placed.of(more, self.eye)
        return joined(found, more.only(placed.can_be & on_bed(placed.places, self.eye.kit)))

    def _spots(self, found: Detections) -> Spots:
        """Return where detections lie, with the colour of the cloth round them."""
        places = self.eye.calibration.camera.place(found.centres_px, self.eye.kit.lies_mm)
        unseen = np.full((len(found), 3), GREY)
        ground = unseen if self._cloth is None else self._cloth.near(self.eye.cells, places)
        return Spots(near_px=found.centres_px, places_mm=places, ground=ground)

    def _with_missed(self, picture: Picture, found: Detections, at_us: int) -> tuple[Detections, NDArray[np.intp]]:
        """Return the detections with what is found again of the last picture, and for each which that is, or -1.

        No flat piece is: no outline is measured that would hold what only looks like one.
        """
        none = np.full(len(found), -1)
        if self._balls is None or self.eye.kit.disc_mm:
            return found, none
        more, which = seen_again(picture, at_us, found, self._balls)
        if not len(more):
            return found, none
        can_be = Placed.of(more, self.eye).can_be
        return joined(found, more.only(can_be)), np.concatenate([none, which[can_be]])

    def _look_at_chroma(self, picture: Picture, at_us: int) -> None:
        """Learn how far the camera shows colour beside brightness, once a picture tells it."""
        if self._chroma_due_us is None or at_us < self._chroma_due_us:
            return
        shift = chroma_shift(self.eye.crop.part_of(picture))
        self._chroma_due_us = at_us + CHROMA_US if shift is None else None
        if shift is not None:
            self.eye = replace(self.eye, chroma_px=shift)

    def _look_at_cloth(self, picture: Picture) -> Openness | None:
        seen = cloths.look(picture, self.eye.cells)
        if self._cloth is None or self._looks % cloths.LEARN_EVERY == 0:
            self._cloth = cloths.learn(seen, self.eye.cells, self._cloth)
        self._looks += 1
        return cloths.openness(seen, self.eye.cells, self._cloth) if self._cloth else None


def seer_of_film(calibration: Calibration, kit: Kit, detector: Detector) -> Seer:
    """Return what sees a recording, in which there is time for a closer look now and then."""
    return Seer(calibration, kit, detector, closer=(CLOSER,), closer_us=CLOSER_US)
