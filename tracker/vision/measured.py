"""Measure the balls that were pointed at, and keep what was measured for as long as nothing about a ball changes.

Most balls of a table lie still for minutes, and to fit their outlines again and again tells nothing new. A ball whose
window (`unchanged`) has shown the same for a while is where its last look put it; it is measured anew once the window
changes, and twice a second all the same, so that what coding does to a picture averages out. What lies near what is
measured anew counts as before: it hides outlines.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tracker.domain.frozen import replace
from tracker.geometry.kinds import odds_of
from tracker.geometry.lengths import lengths
from tracker.vision.colours import features
from tracker.vision.detector import Picture
from tracker.vision.eye import Eye
from tracker.vision.measuring import unchanged
from tracker.vision.measuring.discs import Artefacts, Discs, disc_radii_px, fit_discs

Array = NDArray[np.float64]
Rows = NDArray[np.bool_] | NDArray[np.intp]

SETTLED_US = 400_000
"""A ball is measured in every picture until nothing about it has changed for so long."""
SAME_SHARE = 0.3
"""What is pointed at no farther than this from where a ball was pointed at before, in radii, is that ball."""
AMONG = 3.5
"""Balls nearer than this, in radii, may hide an outline, or be taken for it."""
ROWS = ("near_px", "radii_px", "kinds", "since_us", "anew")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spots:
    """Where something like a ball was pointed at, as parallel arrays of length n."""

    near_px: Array
    """(n, 2)."""
    places_mm: Array
    """(n, 2) the same on the table."""
    ground: Array
    """(n, 3) the colour of the bare cloth round each."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuredBalls:
    """The balls of a picture as they were measured in it or before, as parallel arrays of length n."""

    near_px: Array
    """(n, 2) where they were pointed at."""
    radii_px: Array
    """(n,) as the calibration expects them there."""
    discs: Discs
    """As the latest look has them."""
    kinds: Array
    """(n, k) odds of each kind that the game has, by their own pixels."""
    windows: unchanged.Windows
    """What is about them, and has been since."""
    since_us: NDArray[np.int64]
    """(n,) this time."""
    anew: NDArray[np.bool_]
    """(n,) which were measured in this picture."""

    def __len__(self) -> int:
        return len(self.near_px)

    def only(self, keep: Rows) -> "MeasuredBalls":
        """Return those that a mask or an index array keeps, in its order."""
        kept = {name: getattr(self, name)[keep] for name in ROWS}
        return MeasuredBalls(**kept, discs=self.discs.only(keep), windows=self.windows.only(keep))

    def joined(self, other: "MeasuredBalls") -> "MeasuredBalls":
        """Return these and the `other` ones after them."""
        rows = {name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in ROWS}
        return MeasuredBalls(**rows, discs=self.discs.joined(other.discs), windows=self.windows.joined(other.windows))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Before:
    """What was measured before, and what of that is still there."""

    measured: MeasuredBalls
    changed: NDArray[np.bool_]
    """(n,) which balls no longer look as they did, or have something else about them."""
    all_due: bool = False
    """All are to be measured anew, changed or not."""

    @property
    def changed_px(self) -> Array:
        """Return the (k, 2) places at which something has changed."""
        return self.measured.near_px[self.changed]

    def known_as(self, near_px: Array, radii_px: Array) -> NDArray[np.intp]:
        """Return for (n, 2) places pointed at which ball unchanged since then each is; -1: none."""
        there = np.flatnonzero(~self.changed)
        if not len(there):
            return np.full(len(near_px), -1)
        away = lengths(near_px[:, None] - self.measured.near_px[there])
        nearest = away.argmin(axis=1)
        same = away[np.arange(len(near_px)), nearest] < SAME_SHARE * radii_px
        return np.where(same, there[nearest], -1)


def before(picture: Picture, measured: MeasuredBalls | None, *, all_due: bool) -> Before | None:
    """Return what was measured, if anything, with what of it has changed in this picture."""
    if measured is None or not len(measured):
        return None
    changed = unchanged.has_changed(picture, measured.windows)
    return Before(measured=measured, changed=changed, all_due=all_due)


def measure(eye: Eye, picture: Picture, at_us: int, pointed: Spots, known: Before | None) -> MeasuredBalls:
    """Return the balls pointed at as they are measured, or were before.

    Args:
        eye: camera, table and what was learnt about colours.
        picture: (h, w, 3) BGR.
        at_us: its time.
        pointed: the n places pointed at.
        known: what was measured before; None: all is measured.
    """
    near, ground = pointed.near_px, pointed.ground
    radii = disc_radii_px(eye.calibration.camera, pointed.places_mm, eye.kit.ball_radius_mm)
    if known is None:
        which = np.full(len(near), -1)
        return _looked_at(eye, picture, at_us, (near, radii, ground, which), np.arange(len(near)), None)
    which = known.known_as(near, radii)
    settled = (which >= 0) & (at_us - known.measured.since_us[which] >= SETTLED_US) & (not known.all_due)
    rests, due = np.flatnonzero(settled), np.flatnonzero(~settled)
    kept = replace(known.measured.only(which[rests]), anew=np.zeros(len(rests), bool))
    if not len(due):
        return kept
    fresh = _looked_at(eye, picture, at_us, (near, radii, ground, which), due, known.measured)
    return kept.joined(fresh).only(np.argsort(np.concatenate([rests, due]))) if len(rests) else fresh


def _looked_at(
    eye: Eye, picture: Picture, at_us: int, pointed: tuple[Array, Array, Array, NDArray[np.intp]],
    due: NDArray[np.intp], known: MeasuredBalls | None,
) -> MeasuredBalls:  # fmt: skip
    """Return those that are `due` as this picture shows them, measured together with what lies near them.

    `pointed`: of all the (n, 2) places in px, the (n,) radii, the (n, 3) colours of the cloth round them, and (n,)
    which of those `known` each is about which nothing has changed; -1: none.
    """
    rows = _with_neighbours(pointed[0], pointed[1], due)
    near, ground, own = pointed[0][rows], pointed[2][rows], np.arange(len(due))
    usual = None if known is None or len(near) == len(pointed[0]) else known.discs.usual
    artefacts = Artefacts(larger=usual, chroma_px=eye.chroma_px)
    discs = fit_discs(picture, eye.calibration.camera, near, eye.kit.ball_radius_mm, ground, artefacts).only(own)
    near, radii, which = near[own], pointed[1][due], pointed[3][due]
    return MeasuredBalls(
        near_px=near, radii_px=radii, discs=discs, kinds=read_kinds(eye, features(discs.inside, ground[own])),
        windows=_windows(picture, (near, radii), which, known), anew=np.ones(len(own), bool),
        since_us=np.where(which < 0, at_us, 0 if known is None or not len(known) else known.since_us[which]),
    )  # fmt: skip


def _windows(
    picture: Picture, balls: tuple[Array, Array], which: NDArray[np.intp], known: MeasuredBalls | None
) -> unchanged.Windows:
    """Return what is about balls at (n, 2) places with (n,) radii: as before about those that have not changed since.

    `which` (n,) of those `known` each is; -1: none.
    """
    centres, radii = balls
    new, same = np.flatnonzero(which < 0), np.flatnonzero(which >= 0)
    if known is None or not len(same):
        return unchanged.windows(picture, centres, radii)
    earlier = known.windows.only(which[same])
    if not len(new):
        return earlier
    order = np.argsort(np.concatenate([same, new]))
    return earlier.joined(unchanged.windows(picture, centres[new], radii[new])).only(order)


def read_kinds(eye: Eye, looks: Array) -> Array:
    """Return (n, k) odds of the game's kinds by (n, 16) features of balls; alike where nothing was learnt of them."""
    kinds, reader = eye.kit.kinds, eye.colours
    return odds_of(kinds, reader.sees, reader.read(looks)) if reader else np.ones((len(looks), len(kinds)))


def _with_neighbours(near: Array, radii: Array, due: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the indices of those due, and after them of those beside them."""
    beside = np.asarray((lengths(near[:, None] - near[due]) < AMONG * radii[:, None]).any(axis=1))
    beside[due] = False
    return np.concatenate([due, np.flatnonzero(beside)])
