"""Look at a picture as the referee's second pair of eyes: balls in millimetres, each with how well it was seen.

The order of work: cut the table out, let the network point at balls where something has changed, drop what cannot be
one (too large, too small, off the table), look again for those of the last picture that it missed, find each centre in
the picture itself, and say where bare cloth can be seen and who stands by the cue-ball.
"""

from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.jaws import outline_of
from tracker.geometry.lengths import lengths
from tracker.geometry.sightings import Openness, Sightings, Stray
from tracker.vision import cloth as cloths
from tracker.vision.again import Pointed, Remembered, remembered, seen_again
from tracker.vision.bystanders import Lookout
from tracker.vision.changes import FLAT_RIM, RIM, SMALLEST_PX, Aim, Cells, Known, aim_at, at_cells, known_after, shrunk
from tracker.vision.colours import beside_its_like, blend, contrast
from tracker.vision.crop import MOST_PX, Crop, crop_round
from tracker.vision.detector import Detections, Detector, Picture, joined, nothing
from tracker.vision.eye import Eye, prepare
from tracker.vision.measured import Before, MeasuredBalls, Spots, before, measure
from tracker.vision.measuring.discs import Discs, box_sizes_px, disc_radii_px
from tracker.vision.packs import Alike, Searched, proposals, searched
from tracker.vision.runtimes.boxes import suppress
from tracker.vision.sureness import AGAIN, GUESSED, POINTED, Proposed, how_sure

Array = NDArray[np.float64]

EDGE_SHARE = 0.4
"""A ball's centre is never nearer to a cushion face than its radius; this share of it allows for calibration."""
FALLEN_SHARE = 0.5
"""A ball this near to the middle of a pocket, as a share of the pocket's radius, has fallen."""
SMALLEST, LARGEST = 0.5, 1.6
"""Narrow side of a ball's box, as a share of the diameter it must have there."""
LONGEST = 4.0
"""Long side of a moving ball's box, likewise."""
BOX_SD, FLAT_BOX_SD = 0.12, 0.04
"""How far a box's middle lies from a ball's, or a flat piece's, as a share of its diameter (1 sigma)."""
ROOM_SHARE = 0.72
"""Two places nearer than this share of a ball's diameter are one ball: the rest is left for errors of places."""
TYPICAL_SCORE = 0.5
"""A ball that the network is so sure of may teach what its kind looks like."""
HELD_ENOUGH = 0.2
LIKE_ITSELF = 0.5
"""What was proposed as a red, say, is one where red is at least so likely as the likeliest kind."""
GREY = 90.0
"""What the cloth is taken for, in each channel, while it has not been seen."""
AROUND_MM = 700.0
"""How far beyond the cushions a ball that leaves the table is looked for."""
STRAY_SURE = 0.2
WHOLE_US = 833_000
"""So often the whole table is looked at, changed or not: nothing is missed or mistaken for ever. Held where it was, at
25 pictures of 30 a second: at 24, and at 30, one of 25 television clips lost a ball in a fifth of its pictures."""
CLOSER, CLOSER_US = 1.5, 1_666_000
"""How much larger balls are in the closer looks that a recording is given, and how often it is: they show small balls
beside others, which are then seen again from picture to picture (`again`)."""
ANEW_US = 500_000
"""So often all balls are measured anew, changed or not."""
CLEAR_HELD = 0.5
"""Of its outline so much shows of a ball that none hides."""
STRAY = 0.6
"""A fitted centre this many radii from its box's middle is not believed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Glimpse:
    """Where the network points in a picture, and the cells of it in which that is all there is."""

    found: Detections
    fresh: Cells


class Timer:
    """Tells when it is time for what is done every so often, at once for the first time."""

    def __init__(self, every_us: int) -> None:
        self._every_us = every_us
        self._rang_us: int | None = None

    def rings(self, at_us: int) -> bool:
        """Say whether it is time now; if so it is not for a while."""
        if self._rang_us is not None and 0 <= at_us - self._rang_us < self._every_us:
            return False
        self._rang_us = at_us
        return True


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
        self._whole, self._closer = Timer(every_us=whole_us), Timer(every_us=closer_us)
        self._detector = detector
        self._lookout = Lookout(calibration.camera, kit)
        self._cloth: cloths.ClothColours | None = None
        self._rim = FLAT_RIM if kit.disc_mm else RIM
        self._looks = 0
        self._balls: Remembered | None = None
        self._known: Known | None = None
        self._pointed: Detections | None = None
        self._crowds: tuple[Searched, ...] = ()
        self._measured: MeasuredBalls | None = None
        self._resting: Sightings | None = None
        self._anew_us = 0

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
        whole = self._whole.rings(at_us)
        aim = aim_at(shrunk(picture, self.eye.crop), self._known, whole=whole, bed=self.eye.bed, rim=self._rim)
        self._known = known_after(self._known, aim)
        return replace(aim, closer=self.closer if self._closer.rings(at_us) else ())

    def point(self, picture: Picture, aim: Aim) -> Glimpse:
        """Return where the network sees something like a ball in (h, w, 3) BGR picture, looking as it was aimed."""
        looks = [self.eye.crop.back(looked(self._detector, picture, self.eye.crop, aim))]
        looks += [crop.back(self._detector.detect(crop.cut(picture))) for crop in aim.closer]
        found = reduce(joined, looks)
        return Glimpse(found=found.only(suppress(found)).of_kinds(self.eye.kit.kinds), fresh=aim.told)

    def measured(self, picture: Picture, glimpse: Glimpse, number: int, at_us: int) -> Sightings:
        """Return what picture `number` shows where the network pointed in it, and before where nothing has changed."""
        open_cloth = self._look_at_cloth(picture)
        known = self._known_before(picture, at_us)
        found = self._carried(glimpse)
        seen = self._as_before(found, known, at_us)
        if seen is None:
            seen = self._looked(picture, found, known, (number, at_us, open_cloth))
        seen = replace(seen, picture=number, at_us=at_us, openness=open_cloth)
        return replace(seen, bystander=self._lookout.look(picture, seen))

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
        pointed, which = self._with_missed(picture, found.only(placed.can_be), at_us)
        found = self._with_packs(picture, pointed, known)
        spots = self._spots(found)
        again = np.concatenate([which, np.full(len(found) - len(pointed), -1)])
        source = np.where(again >= 0, AGAIN, POINTED)
        source[len(pointed) :] = GUESSED
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

    def _carried(self, glimpse: Glimpse) -> Detections:
        """Return what was pointed at in this picture, and what was before where it was not looked at anew."""
        if self._pointed is None or glimpse.fresh.all():
            return glimpse.found
        stale = at_cells(self.eye.crop.into(self._pointed.centres_px), glimpse.fresh)
        if not stale.any() and not len(glimpse.found):
            return self._pointed
        found = joined(glimpse.found, self._pointed.only(~stale))
        return found.only(suppress(found))

    def _with_missed(self, picture: Picture, found: Detections, at_us: int) -> tuple[Detections, NDArray[np.intp]]:
        """Return the detections with what is found again of the last picture, and for each which that is, or -1."""
        none = np.full(len(found), -1)
        if self._balls is None:
            return found, none
        more, which = seen_again(picture, at_us, found, self._balls)
        if not len(more):
            return found, none
        can_be = Placed.of(more, self.eye).can_be
        return joined(found, more.only(can_be)), np.concatenate([none, which[can_be]])

    def _look_at_cloth(self, picture: Picture) -> Openness | None:
        seen = cloths.look(picture, self.eye.cells)
        if self._cloth is None or self._looks % cloths.LEARN_EVERY == 0:
            self._cloth = cloths.learn(seen, self.eye.cells, self._cloth)
        self._looks += 1
        return cloths.openness(seen, self.eye.cells, self._cloth) if self._cloth else None


def seer_of_film(calibration: Calibration, kit: Kit, detector: Detector) -> Seer:
    """Return what sees a recording, in which there is time for a closer look now and then."""
    return Seer(calibration, kit, detector, closer=(CLOSER,), closer_us=CLOSER_US)


def looked(detector: Detector, picture: Picture, crop: Crop, aim: Aim) -> Detections:
    """Return what the network sees of a camera's picture where it is aimed at, in px of its own picture."""
    if aim.tiles == ():
        return nothing(detector.sees)
    cut = crop.cut(picture)
    if aim.tiles is None:
        return detector.detect(cut)
    return reduce(joined, (tile.back(detector.detect(tile.cut(cut))) for tile in aim.tiles), nothing(detector.sees))


def searched_packs(
    eye: Eye, picture: Picture, found: Detections, searched_before: tuple[Searched, ...], known: Before | None
) -> tuple[Searched, ...]:
    """Return where balls of a kind of which there are several crowd together, and what else looks like one there."""
    camera, radius_mm, lies_mm = eye.calibration.camera, eye.kit.ball_radius_mm, eye.kit.lies_mm
    looks_like, crowds = found.odds.argmax(axis=1), tuple[Searched, ...]()
    for kind in alike_kinds(eye.kit):
        own = np.flatnonzero(looks_like == found.kinds.index(kind))
        clear = found.sure[own] > TYPICAL_SCORE
        if clear.all():  # no crowd is searched of which all balls are clear
            continue
        centres = found.centres_px[own]
        radii = disc_radii_px(camera, camera.place(centres, lies_mm), radius_mm)
        alike = Alike(kind=kind, centres_px=centres, radii_px=radii, clear=clear)
        crowds += searched(picture, alike, searched_before, known.changed_px) if known else searched(picture, alike)
    return crowds


def see_balls(
    eye: Eye,
    found: Detections,
    source: NDArray[np.intp],
    measures: tuple[MeasuredBalls, Spots],
    at: tuple[int, int, Openness | None],
) -> tuple[Sightings, NDArray[np.intp]]:
    """Return the sightings of balls pointed at and measured, and which of those pointed at they are.

    What was only proposed by its likeness, as the (n,) `source` says, must look like the kind of ball that it was
    proposed as. `measures` holds what was measured, and where it was pointed at; `at` picture number, time, and where
    the cloth is open to view.
    """
    number, at_us, open_cloth = at
    measured, spots = measures
    camera, radius_mm, lies_mm = eye.calibration.camera, eye.kit.ball_radius_mm, eye.kit.lies_mm
    places = spots.places_mm
    discs, radii, least_mm = measured.discs, measured.radii_px, ROOM_SHARE * eye.kit.touching_mm
    is_flat = eye.kit.disc_mm > 0  # the outlines that are fitted are those of balls
    boxes = boxed(found, radii, FLAT_BOX_SD if is_flat else BOX_SD)
    centres, cov = (found.centres_px, boxes) if is_flat else believe(discs, found, boxes, radii)
    fitted = camera.place(centres, lies_mm)
    odds = blend(found.odds, measured.kinds) if eye.colours else found.odds
    proposed = Proposed(score=found.sure, held=discs.held_on_cloth, source=source, places=fitted)
    sure = found.sure if is_flat else how_sure(proposed, eye.kit.touching_mm)
    strayed = drawn_in((places, fitted), discs.held, sure, least_mm)
    centres = np.where(strayed[:, None], found.centres_px, centres)
    cov = np.where(strayed[:, None, None], boxes, cov)
    places = np.where(strayed[:, None], places, fitted)
    own = np.flatnonzero((source == POINTED) | as_proposed(found.odds, odds))
    keep = own[room_for_each(places[own], sure[own], least_mm)]
    places, centres, cov = places[keep], centres[keep], cov[keep]
    odds, looks, clear = odds[keep], contrast(discs.inside, spots.ground)[keep], discs.held_on_cloth[keep] > CLEAR_HELD
    for kind in alike_kinds(eye.kit):
        odds = beside_its_like(odds, looks, sure[keep], found.kinds.index(kind), clear)
    back = np.linalg.inv(camera.px_per_mm(places, lies_mm))
    seen = Sightings(
        picture=number, at_us=at_us, places_mm=places, spread_mm2=back @ cov @ back.transpose(0, 2, 1),
        centres_px=centres, radii_px=disc_radii_px(camera, places, radius_mm), colour_odds=odds, kinds=found.kinds,
        sure=sure[keep], openness=open_cloth, anew=measured.anew[keep],
    )  # fmt: skip
    return seen, keep


def alike_kinds(kit: Kit) -> tuple[str, ...]:
    """Return the kinds by whose look others of them are told: none of flat pieces, whose outlines are not measured."""
    return () if kit.disc_mm else kit.several


def as_proposed(proposed: Array, read: Array) -> NDArray[np.bool_]:
    """Say whether what each was proposed as is nearly as likely as any other kind, by (n, k) odds as they are read."""
    kinds = proposed.argmax(axis=1)
    return np.asarray(read[np.arange(len(read)), kinds] > LIKE_ITSELF * read.max(axis=1))


def room_for_each(places: Array, sure: Array, least_mm: float) -> NDArray[np.intp]:
    """Return the indices of balls at (n, 2) places none of which lies within `least_mm` of a surer one.

    Two balls cannot be in one place; what a network sees between the balls of a pack goes by this.
    """
    apart = lengths(places[:, None] - places)
    if np.count_nonzero(apart <= least_mm) == len(places):
        return np.arange(len(places))
    kept: list[int] = []
    for k in np.argsort(-sure, kind="stable"):
        if not kept or apart[k, kept].min() > least_mm:
            kept.append(int(k))
    return np.sort(np.array(kept, np.intp))


def drawn_in(places: tuple[Array, Array], held: Array, sure: Array, least_mm: float) -> NDArray[np.bool_]:
    """Say which discs followed the edge of a surer ball into its room; `places` (n, 2) are those of boxes and of fits.

    Of a ball half hidden in a pack little shows beside its neighbours' edges; where its box had room, that is believed.
    """
    middles, fitted = places
    surer = sure > sure[:, None]

    def has_room(own: Array) -> NDArray[np.bool_]:
        near = lengths(own[:, None] - fitted) < least_mm
        return np.asarray(~(near & surer).any(axis=1))

    return np.asarray((held < CLEAR_HELD) & has_room(middles) & ~has_room(fitted))


def believe(discs: Discs, found: Detections, boxes: Array, radii: Array) -> tuple[Array, Array]:
    """Return (n, 2) centres and (n, 2, 2) covariances in px: the fitted disc where it holds, else the box's middle.

    `boxes`: the (n, 2, 2) covariances of those middles.
    """
    near = found.centres_px
    astray = lengths(discs.centres_px - near) > STRAY * radii
    use = (discs.held > HELD_ENOUGH) & ~astray
    return (
        np.where(use[:, None], discs.centres_px, near),
        np.where(use[:, None, None], discs.cov_px2, boxes),
    )


def boxed(found: Detections, radii: Array, box_sd: float) -> Array:
    """Return the (n, 2, 2) covariances in px of the middles of boxes, which are longer than a ball that lies still.

    `box_sd`: how far they err otherwise, in diameters of the balls.
    """
    loose = np.maximum(box_sd * 2 * radii[:, None], 0.25 * (found.sizes_px - 2 * radii[:, None]))
    return np.asarray(np.eye(2) * (loose**2)[:, None, :])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Placed:
    """Where detections lie, and whether they can be balls, as parallel arrays of length n."""

    places: Array
    """(n, 2) in mm, on the plane of the ball centres."""
    sized: NDArray[np.bool_]
    """(n,) whether their boxes are as large as those of balls there."""
    on_table: NDArray[np.bool_]
    """(n,) whether a ball's centre can be there."""
    near: NDArray[np.bool_]
    """(n,) whether they lie on the table, or not far beyond its cushions."""

    @classmethod
    def of(cls, found: Detections, eye: Eye) -> "Placed":
        """Return this of detections in a picture."""
        places = eye.calibration.camera.place(found.centres_px, eye.kit.lies_mm)
        area = np.array([eye.kit.width_mm, eye.kit.length_mm])
        near = ((places > -AROUND_MM) & (places < area + AROUND_MM)).all(axis=1)
        return cls(
            places=places, sized=sized(found, places, eye), on_table=on_table(places, eye.kit), near=np.asarray(near)
        )

    @property
    def can_be(self) -> NDArray[np.bool_]:
        """Say (n,) which can be balls in play by their place and size."""
        return np.asarray(self.sized & self.on_table)


def sized(found: Detections, places: Array, eye: Eye) -> NDArray[np.bool_]:
    """Say whether the boxes are as large as those of balls at (n, 2) places."""
    shares = found.sizes_px / box_sizes_px(eye.calibration.camera, places, eye.kit)
    narrow, long = shares.min(axis=1), shares.max(axis=1)
    return np.asarray((narrow > SMALLEST) & (narrow < LARGEST) & (long < LONGEST))


def strays(found: Detections, placed: Placed, at_us: int) -> tuple[Stray, ...]:
    """Return what looks like a ball not far beyond the cushions."""
    beyond = placed.sized & placed.near & ~placed.on_table & (found.sure > STRAY_SURE)
    return tuple(
        Stray(
            at_us=at_us, place_mm=placed.places[i], colour_odds=found.odds[i], kinds=found.kinds,
            sure=float(found.sure[i]),
        )
        for i in np.flatnonzero(beyond)
    )  # fmt: skip


def on_bed(places: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say for (n, 2) places on the table whether they are clear of the pockets, in whose leather is no pack."""
    falls = np.array([pocket.fall for pocket in kit.pockets])
    reach = np.array([pocket.radius_mm + kit.ball_radius_mm for pocket in kit.pockets])
    return np.asarray((lengths(places[:, None] - falls) > reach).all(axis=1))


def on_table(places: Array, kit: Kit) -> NDArray[np.bool_]:
    """Say for (n, 2) places whether a ball's centre can be there: between the cushions, or in a pocket's jaws.

    Between the jaws it may be beyond the line of the faces. Over the middle of a pocket it is no longer in play: it
    lies in the net below.
    """
    size, edge = np.array([kit.width_mm, kit.length_mm]), EDGE_SHARE * kit.ball_radius_mm
    inside = ((places > edge) & (places < size - edge)).all(axis=1)
    gaps, _ = outline_of(kit).gaps(places, edge)
    is_clear = np.asarray((gaps > 0).all(axis=1))
    falls = np.array([pocket.fall for pocket in kit.pockets])
    mouths, holes = np.array([(pocket.mouth_mm, pocket.radius_mm) for pocket in kit.pockets]).T
    off = places[:, None] - falls
    away = lengths(off)
    before_hole = (off * (np.clip(falls, 0.0, size) - falls)).sum(axis=2) > 0
    in_jaws = (away < mouths) & is_clear[:, None] & before_hole
    inside |= (in_jaws | (away < holes + kit.ball_radius_mm / 2)).any(axis=1)
    return np.asarray(inside & (away > holes * FALLEN_SHARE).all(axis=1))
