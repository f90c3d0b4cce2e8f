"""What a camera makes of a drawn stroke: sightings picture by picture, with the errors and gaps that cameras have.

Everything is drawn by lot within ranges as found on drawn and real clips (docs/MEASURED.md): where the camera stands
and how many pixels and pictures it has; a place errs by some tenths of a pixel that repeat while the ball lies still,
some that do not, and more along the way of a ball that is blurred; the whole table is a little off where the camera is
thought to be. A picture misses a ball for its blur, for another ball before it, in the jaws of a pocket, where some are
missed for good, behind the player, behind somebody who passes or who stands before a pocket, or with all others for
some moments. Colours err in one way for a ball as long as the light holds, and a little in each picture.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bench.odds.drawn import BACKS, BACKS_HELD_OUT, Drawn, between_jaws
from models.training.painter.cameras import camera_at, random_stand
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Openness, Sightings, Stray, blind

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Chance = np.random.Generator

CELL_MM = 25.0
RATES, RATES_SHARE = (25.0, 30.0, 50.0), (0.5, 0.3, 0.2)
SIZES = ((1280, 720), (1920, 1080))
DRIFT_MM = 200.0
"""A rolling ball's own error is another one so far on."""
COMES_MM, SOON_S = 300.0, 0.02
"""A ball comes to a pocket that it passes so near, looked at so often."""
NEARER_MM, BESIDE_MM, TALLEST_MM = (100.0, 600.0), 60.0, 1200.0
"""Who stands before a pocket: how much nearer to the camera, how far (1 sigma) beside, and how tall at most."""
LOST_IN_JAWS = 38 / 359
"""Share of the balls between the jaws that are missed however long they are looked at (`bench.jaws`)."""
STAYS = 0.7
"""Share of those that stay until the recording ends."""
LOOKS = {
    "white": (9.0, 0.0, 1.0), "yellow": (8.0, 0.0, 6.5), "green": (4.5, -4.5, 1.0), "brown": (4.2, 2.6, 2.4),
    "blue": (4.4, -0.5, -5.5), "pink": (7.4, 4.2, 0.6), "black": (1.2, 0.0, 0.0), "red": (4.0, 6.4, 3.6),
}  # fmt: skip
"""Lightness, red from green and yellow from blue of each kind, tens of grey levels."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Eye:
    """How one camera sees one recording."""

    camera: Camera
    kind: str
    rate: float
    exposure_s: float
    own_px: float
    jitter_px: float
    claim: float
    """What the spread that is told is to the true one."""
    shared_mm: float
    misses: float
    light: float
    """How far (1 sigma) the light moves the colours of all balls, and of each."""
    shaky: float
    """How far colours differ from picture to picture."""
    person: "Person | None"
    blind: tuple[float, float]
    """From when to when the table is out of view."""
    dropped: tuple[float, float]
    """From when to when no ball is found, though the table is in view."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Person:
    """Somebody between the camera and the balls: an upright box in the room, from one time to another."""

    at: Array
    """(2,) on the floor or over the table, mm."""
    half_mm: float
    tall_mm: float
    from_s: float
    until_s: float
    goes_mm_s: float
    """Along the table while in view."""


def eye_of(told: Drawn, kit: Kit) -> Eye:
    """Return by lot how a recording is seen."""
    rng = np.random.default_rng([told.seed, 78])
    kind, stand = random_stand(rng, kit)
    while kind == "close":
        kind, stand = random_stand(rng, kit)
    lost_s = float(rng.uniform(0.3, told.until_s))
    blind = (lost_s, lost_s + float(rng.uniform(0.2, 2.0))) if rng.random() < 0.04 else (9e9, 9e9)
    drops_s = float(rng.uniform(0.3, told.until_s))
    eye = Eye(
        camera=camera_at(kit, stand, SIZES[int(rng.integers(2))]), kind=kind,
        rate=float(rng.choice(RATES, p=RATES_SHARE)),
        exposure_s=float(np.exp(rng.uniform(np.log(1 / 400), np.log(1 / 60)))),
        own_px=float(rng.uniform(0.08, 0.45)), jitter_px=float(rng.uniform(0.04, 0.25)),
        claim=float(rng.lognormal(0.1, 0.25)), shared_mm=float(rng.uniform(0.3, 3.5)),
        misses=float(rng.choice([0.002, 0.01, 0.04])), light=float(rng.choice([0.25, 0.6, 1.2], p=[0.5, 0.35, 0.15])),
        shaky=float(rng.uniform(0.2, 0.6)), person=person_of(told, rng, kit), blind=blind,
        dropped=(drops_s, drops_s + float(rng.uniform(0.1, 0.8))) if rng.random() < 0.04 else (9e9, 9e9),
    )  # fmt: skip
    if told.seed not in BACKS and told.seed not in BACKS_HELD_OUT:
        return eye
    return replace(eye, person=before_pocket(told, eye.camera.centre_mm, rng, kit))


def person_of(told: Drawn, rng: Chance, kit: Kit) -> Person | None:
    """Return who is in the way, if anybody: the player behind the cue-ball, or one who walks by."""
    draw = rng.random()
    middle = np.array([kit.width_mm, kit.length_mm]) / 2
    if draw < 0.45 and told.played is not None:
        way = np.array([np.cos(told.angle), np.sin(told.angle)])
        back = told.played.places_mm[0, 0] - way * float(rng.uniform(250, 800))
        until_s = told.struck_s + float(rng.uniform(0.2, 2.0))
        return Person(
            at=back, half_mm=float(rng.uniform(120, 240)), tall_mm=float(rng.uniform(150, 500)),
            from_s=float(rng.choice([-1.0, 0.3])), until_s=until_s, goes_mm_s=0.0,
        )  # fmt: skip
    if draw < 0.65:
        side = middle + np.array([rng.choice([-1, 1]) * rng.uniform(700, 1500), rng.uniform(-2300, 2300)])
        from_s = float(rng.uniform(0.0, told.until_s))
        return Person(
            at=side, half_mm=float(rng.uniform(180, 300)), tall_mm=float(rng.uniform(500, 900)), from_s=from_s,
            until_s=from_s + float(rng.choice([0.4, 1.0, 2.0, 4.0, 99.0])), goes_mm_s=float(rng.normal(0, 400)),
        )  # fmt: skip
    return None


def before_pocket(told: Drawn, eye_mm: Array, rng: Chance, kit: Kit) -> Person:
    """Return somebody who stands before a pocket as a ball comes to it, whether that falls or not, and mostly stays.

    `eye_mm`: (3,) where the camera stands.
    """
    pocket, comes_s = coming(told, rng, kit)
    gap = eye_mm[:2] - pocket
    away_mm, over_mm = max(float(np.hypot(*gap)), 1.0), float(eye_mm[2]) - kit.ball_radius_mm
    nearer_mm = min(float(rng.uniform(*NEARER_MM)), TALLEST_MM * away_mm / over_mm)
    from_s = comes_s - float(rng.uniform(0.0, 1.5))
    return Person(
        at=pocket + gap / away_mm * nearer_mm + rng.normal(0, BESIDE_MM, 2), half_mm=float(rng.uniform(120, 300)),
        tall_mm=kit.ball_radius_mm + nearer_mm * over_mm / away_mm + float(rng.uniform(50, 400)), from_s=from_s,
        until_s=from_s + (99.0 if rng.random() < STAYS else float(rng.uniform(1.0, 5.0))), goes_mm_s=0.0,
    )  # fmt: skip


def coming(told: Drawn, rng: Chance, kit: Kit) -> tuple[Array, float]:
    """Return the (2,) middle of a pocket that a ball comes to on its way, by lot, and when; of any where none does."""
    falls = np.array([p.fall for p in kit.pockets])
    any_s = float(rng.uniform(0.3, told.until_s))
    at_s = np.arange(0.0, told.until_s, SOON_S)
    places = told.places(at_s)
    has_gone = np.linalg.norm(places - places[0], axis=2) > kit.ball_radius_mm
    near = (np.linalg.norm(places[:, :, None] - falls, axis=3) < COMES_MM) & has_gone[:, :, None]
    comes = np.flatnonzero(near.any(axis=(0, 1)))
    chosen = int(rng.choice(comes if len(comes) else len(falls)))
    return falls[chosen], float(at_s[np.argmax(near[:, :, chosen].any(axis=1))]) if len(comes) else any_s


def looked(told: Drawn, eye: Eye, kit: Kit) -> list[Sightings]:
    """Return what each picture of a recording shows."""
    rng = np.random.default_rng([told.seed, 79])
    at_s = np.arange(float(rng.uniform(0, 1 / eye.rate)), told.until_s, 1 / eye.rate)
    places, heights = told.places(at_s), told.heights(at_s)
    scene = Scene(told, eye, kit, rng)
    return [scene.picture(n, t, places, heights) for n, t in enumerate(at_s.tolist())]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Look:
    """The n balls that are found in one picture, as they appear."""

    at_s: float
    balls: NDArray[np.intp]
    centres: Array
    """(n, 2) px."""
    radii: Array
    """(n,) px."""
    speed: Array
    """(n,) mm/s."""
    covered: Array
    """(n,) share that other balls cover."""


class Recorded(Protocol):
    """What is looked at: one stroke, or a whole frame."""

    @property
    def seed(self) -> int:
        """Return the number that all chance comes from."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the kinds of the balls."""


class Scene:
    """One recording while it is looked at: what holds from picture to picture."""

    def __init__(self, told: Recorded, eye: Eye, kit: Kit, rng: Chance) -> None:
        """Draw what holds for the whole recording."""
        self.told, self.eye, self.kit, self.rng = told, eye, kit, rng
        count = len(told.names)
        self.lost_in_jaws = np.random.default_rng([told.seed, 80]).random(count) < LOST_IN_JAWS
        self.looks = np.array([LOOKS[kind] for kind in kit.kinds])
        self.own = rng.normal(0, eye.own_px, (count, 2))
        self.shared = rng.normal(0, eye.shared_mm / 1.8, (5, 2))
        self.colour = (
            self.looks[[kit.kinds.index(name) for name in told.names]]
            + rng.normal(0, eye.light, 3)
            + rng.normal(0, 0.5 * eye.light, (count, 3))
        )
        rows, columns = round(kit.length_mm / CELL_MM), round(kit.width_mm / CELL_MM)
        x, y = np.meshgrid((np.arange(columns) + 0.5) * CELL_MM, (np.arange(rows) + 0.5) * CELL_MM)
        self.cells = np.column_stack([x.ravel(), y.ravel()])
        self.cells_px = eye.camera.project_on(self.cells, kit.ball_radius_mm)
        self.shape = rows, columns
        self.claim_px = float(np.hypot(eye.own_px, eye.jitter_px)) * eye.claim

    def picture(self, n: int, t: float, places: Array, heights: Array) -> Sightings:
        """Return what one picture shows; `places` (t, n, 2) and `heights` (t, n) are those of all pictures."""
        eye, rng = self.eye, self.rng
        now = places[n]
        step = np.hypot(*(now - places[n - 1]).T) if n else np.zeros(len(now))
        speed = np.nan_to_num(step) * eye.rate
        self.drift(np.nan_to_num(step))
        there = ~np.isnan(now[:, 0])
        safe = np.where(there[:, None], now, 0.0)
        centres = eye.camera.project(np.column_stack([safe, self.kit.ball_radius_mm + heights[n]]))
        radii = eye.camera.ball_radius_px(safe, self.kit.ball_radius_mm)
        depth = np.linalg.norm(np.column_stack([safe, heights[n]]) - eye.camera.centre_mm, axis=1)
        covered = np.where(there, covers(centres, radii, depth, there), 1.0)
        streak = speed * eye.exposure_s / (2 * self.kit.ball_radius_mm)
        seen = there & (rng.random(len(now)) > self.missing(safe, covered, streak, t)) & ~self.behind(centres, depth, t)
        seen &= ~(self.lost_in_jaws & between_jaws(safe, self.kit))
        if eye.blind[0] <= t < eye.blind[1]:
            return blind(n, round(t * 1e6), self.kit.kinds)
        if eye.dropped[0] <= t < eye.dropped[1]:
            seen[:] = False
        own = np.flatnonzero(seen)
        look = Look(at_s=t, balls=own, centres=centres[own], radii=radii[own], speed=speed[own], covered=covered[own])
        return self.sightings(n, look, self.openness(safe[there], t))

    def drift(self, step: Array) -> None:
        """Let the own error of balls that moved change."""
        kept = np.exp(-step / DRIFT_MM)[:, None]
        self.own = kept * self.own + np.sqrt(1 - kept**2) * self.rng.normal(0, self.eye.own_px, self.own.shape)

    def missing(self, at: Array, covered: Array, streak: Array, t: float) -> Array:
        """Return the (n,) chances that a ball is not found."""
        blurred = 1 / (1 + np.exp(-3.0 * (streak - 1.9)))
        hidden = 1 / (1 + np.exp(-14.0 * (covered - 0.55)))
        fall = np.array([p.fall for p in self.kit.pockets])
        radius = np.array([p.radius_mm for p in self.kit.pockets])
        deep = np.min(np.linalg.norm(at[:, None] - fall[None], axis=2) - radius, axis=1)
        eye = self.eye.camera.centre_mm
        dip = np.arctan2(eye[2], np.hypot(*(at - eye[:2]).T))
        low = np.clip(1.2 - dip, 0.1, 0.8)
        in_jaws = np.where(deep < 45.0, low * (0.25 + 0.5 * self.near_side(at)), 0.0)
        return np.asarray(1 - (1 - self.eye.misses) * (1 - blurred) * (1 - hidden) * (1 - in_jaws))

    def near_side(self, at: Array) -> Array:
        """Say (n,) which balls lie beside a cushion that stands before them."""
        eye, size = self.eye.camera.centre_mm[:2], np.array([self.kit.width_mm, self.kit.length_mm])
        return np.asarray(((eye < 0) & (at < 80)).any(axis=1) | ((eye > size) & (at > size - 80)).any(axis=1), float)

    def behind(self, centres: Array, depth: Array, t: float) -> Bools:
        """Say (n,) which pixels are behind somebody."""
        person = self.eye.person
        if person is None or not person.from_s <= t < person.until_s:
            return np.zeros(len(centres), bool)
        at = person.at + np.array([0.0, person.goes_mm_s * (t - max(person.from_s, 0.0))])
        corners = self.eye.camera.project(
            [
                (*at, 0.0),
                (*at, person.tall_mm),
                (at[0] + person.half_mm, at[1], 200.0),
                (at[0], at[1] + person.half_mm, 200.0),
            ]
        )
        if np.isnan(corners).any():
            return np.zeros(len(centres), bool)
        foot, head = corners[0], corners[1]
        wide = max(float(np.hypot(*(corners[2] - foot))), float(np.hypot(*(corners[3] - foot))), 8.0)
        run = head - foot
        share = np.clip((centres - foot) @ run / max(float(run @ run), 1e-6), 0, 1)
        aside = np.hypot(*(centres - foot - share[:, None] * run).T)
        nearer = float(np.linalg.norm(np.append(at, person.tall_mm / 2) - self.eye.camera.centre_mm))
        return np.asarray((aside < wide) & (depth > nearer - 150.0))

    def sightings(self, n: int, look: "Look", openness: Openness) -> Sightings:
        """Return sightings of those balls that are seen."""
        eye, rng, radius = self.eye, self.rng, self.kit.ball_radius_mm
        shaky = eye.jitter_px + 0.12 * look.speed * eye.exposure_s / radius * look.radii
        half = 0.35 * look.covered * look.radii
        count = len(look.balls)
        px = look.centres + self.own[look.balls] + rng.normal(size=(count, 2)) * np.hypot(shaky, half)[:, None]
        places = eye.camera.place(px, radius) if count else np.zeros((0, 2))
        places = places + self.shared_mm(places)
        sd_px = np.hypot(self.claim_px, np.hypot(0.7 * half, 0.7 * (shaky - eye.jitter_px)))
        back = np.linalg.inv(eye.camera.px_per_mm(places, radius)) if count else np.zeros((0, 2, 2))
        spread = (back @ back.transpose(0, 2, 1)) * sd_px[:, None, None] ** 2
        odds = self.odds(look)
        sure = np.clip(rng.normal(0.93, 0.04, count) - 0.6 * look.covered, 0.2, 0.98)
        inside = within(places, self.kit)
        at_us = round(look.at_s * 1e6)
        strays = tuple(
            Stray(at_us=at_us, place_mm=places[k], colour_odds=odds[k], kinds=self.kit.kinds, sure=float(sure[k]))
            for k in np.flatnonzero(~inside)
        )
        return Sightings(
            picture=n, at_us=at_us, places_mm=places[inside], spread_mm2=spread[inside], centres_px=px[inside],
            radii_px=look.radii[inside], colour_odds=odds[inside], kinds=self.kit.kinds, sure=sure[inside],
            openness=openness, strays=strays,
        )  # fmt: skip

    def shared_mm(self, places: Array) -> Array:
        """Return the (n, 2) error of a camera that is not quite where it is thought to be."""
        x, y = (2 * places / np.array([self.kit.width_mm, self.kit.length_mm]) - 1).T
        return np.asarray(np.stack([np.ones_like(x), x, y, x * y, y**2], axis=-1) @ self.shared)

    def odds(self, look: "Look") -> Array:
        """Return (n, k) odds of the kinds: what is blurred or half covered is mixed with what is beside it."""
        blurred = 0.25 * look.speed * self.eye.exposure_s / self.kit.ball_radius_mm
        mixed = np.clip(blurred + 0.5 * look.covered, 0, 0.7)[:, None]
        cloth = np.array([4.0, -4.0, 1.8])
        shaky = self.rng.normal(0, self.eye.shaky, (len(look.balls), 3))
        own = (1 - mixed) * self.colour[look.balls] + mixed * cloth + shaky
        far2 = np.sum((own[:, None] - self.looks[None]) ** 2, axis=2)
        logs = -far2 / (2 * 0.9**2)
        odds = np.exp(logs - logs.max(axis=1, keepdims=True)) + 0.01
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def openness(self, balls: Array, t: float) -> Openness:
        """Return where bare cloth is seen: not where (n, 2) balls stand, nor behind them, nor behind somebody."""
        grid = np.ones(self.shape, np.uint8)
        person = self.eye.person
        if person is not None and person.from_s <= t < person.until_s:
            depth = np.linalg.norm(
                np.column_stack([self.cells, np.zeros(len(self.cells))]) - self.eye.camera.centre_mm, axis=1
            )
            grid[self.behind(self.cells_px, depth, t).reshape(self.shape)] = 0
        eye = self.eye.camera.centre_mm
        for x, y in balls.tolist():
            away = np.array([x, y]) - eye[:2]
            shade = away / max(float(np.hypot(*away)), 1.0) * min(52.0 * float(np.hypot(*away)) / eye[2], 130.0)
            for share in (0.0, 0.5, 1.0):
                row, column = int((y + share * shade[1]) // CELL_MM), int((x + share * shade[0]) // CELL_MM)
                grid[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = 0
        return Openness(cell_mm=CELL_MM, cloth=grid)


def within(places: Array, kit: Kit) -> Bools:
    """Say (n,) which places lie on the bed, or in the mouth of a pocket."""
    bed = ((places > 0) & (places < np.array([kit.width_mm, kit.length_mm]))).all(axis=1)
    fall = np.array([p.fall for p in kit.pockets])
    mouth = np.linalg.norm(places[:, None] - fall[None], axis=2) < 60.0
    return np.asarray(bed | mouth.any(axis=1))


def covers(centres: Array, radii: Array, depth: Array, there: Bools) -> Array:
    """Return the (n,) share of each disc that discs nearer to the camera cover, about."""
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    nearer = (depth[None] < depth[:, None]) & there[None] & there[:, None]
    reach = radii[:, None] + radii[None]
    share = np.where(nearer, np.clip((reach - apart) / (2 * radii[:, None]), 0, 1), 0.0)
    return np.asarray(share.max(axis=1, initial=0.0))
