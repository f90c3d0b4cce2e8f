"""Who is in view, second by second: players at their strokes, hands with balls, and somebody in the way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.clips.actors import is_down, moved, pull_mm
from models.training.clips.story import Expected, StoryStroke
from models.training.frames.hands import Reach, smooth
from models.training.frames.turns import Frame, Turn
from models.training.frames.views import PASSER, REFEREE, Shoot
from models.training.painter.craft import Bearing, craft_of
from models.training.painter.furniture import outer
from models.training.painter.people import Clothes, nearest_side, reaching_arm
from models.training.painter.scene import Limb, Vector
from tracker.domain.table.kit import Kit
from tracker.geometry.camera import Camera

Array = NDArray[np.float64]

BRIDGES_MM = (240.0, 430.0)
BODY_MM = 1340.0
"""From the bridge hand to the hips."""
COMES_S, GONE_S = 0.7, 2.0
"""How long a player takes to get down; how long after the strike he is surely out of view, at most."""
SLIDES_S = 0.5
"""How long somebody takes to step up to the table."""
PASSES = 0.45
"""How often, of the strokes with a pot, no more than one in so many, somebody stands before a pocket."""
PASS_EVERY = 8
PASSES_AT, PASSES_FROM_MM = (0.2, 0.34), 600.0
"""How far on the way from the pocket to the camera; where that is nearer, nobody finds room there."""
NOBODY = Expected(say="", value=None, cite="", why="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Somebody who stands between the camera and a pocket for a while."""

    from_s: float
    to_s: float
    """When the way is free again."""
    pocket: str
    at_mm: Vector
    side: float
    """From which side: -1 or 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Actor:
    """A player at one stroke."""

    told: StoryStroke
    cue: str
    hips_mm: Vector | None
    out: tuple[float, float]
    """The way by which he comes and goes."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cast:
    """Everybody of a film."""

    kit: Kit
    actors: tuple[Actor, ...]
    reaches: tuple[tuple[Reach, Clothes], ...]
    passes: tuple[Pass, ...]
    right: tuple[float, float]
    """The way to the right as the camera sees it."""

    def limbs(self, t_s: float) -> tuple[Limb, ...]:
        """Return everybody who is in view at a moment."""
        found = [limb for actor in self.actors for limb in _playing(self.kit, actor, t_s)]
        found += [limb for reach, clothes in self.reaches for limb in _reaching(reach, clothes, t_s)]
        found += [limb for one in self.passes for limb in _passing(one, self.right, t_s)]
        return tuple(found)


def cast_of(frame: Frame, shoot: Shoot, camera: Camera, reaches: Sequence[Reach]) -> Cast:
    """Return who acts in a frame as it is filmed."""
    rng = np.random.default_rng([frame.seed, 8])
    dressed = tuple((one, shoot.dresses[one.hand.by] if one.hand.by else REFEREE) for one in reaches)
    right = camera.rotation_matrix[0][:2] / float(np.linalg.norm(camera.rotation_matrix[0][:2]))
    return Cast(
        kit=frame.kit,
        actors=tuple(_actor(frame.kit, turn, shoot, rng) for turn in frame.turns),
        reaches=dressed,
        passes=_passes(frame, camera, rng),
        right=(float(right[0]), float(right[1])),
    )


def _actor(kit: Kit, turn: Turn, shoot: Shoot, rng: np.random.Generator) -> Actor:
    """Return a player who stands behind the stroke, or beside the table where he cannot."""
    way = np.array([np.cos(turn.strike.angle), np.sin(turn.strike.angle)])
    white = turn.played.places_mm[0][turn.played.names.index(turn.cue)]
    edge = _to_edge(kit, white, -way)
    bridge = float(np.clip(edge + outer(kit) + 120 - BODY_MM, *BRIDGES_MM))
    behind = white - way * (bridge + 720)
    hips, out = None, -way
    if bridge + BODY_MM < edge + outer(kit):
        hips = nearest_side(kit, (float(behind[0]), float(behind[1])), 300.0, 236.0)
        away = np.array(hips[:2]) - behind
        out = away / max(float(np.linalg.norm(away)), 1.0)
    told = StoryStroke(
        at_s=turn.at_s, strike=turn.strike, played=turn.played, ids=turn.ids, expected=NOBODY,
        clothes=shoot.dresses[turn.player], bridge_mm=bridge, comes_s=COMES_S, feathers=int(rng.integers(0, 3)),
        stays_s=float(rng.uniform(0.3, 1.2)), in_hand=turn.stroke.in_hand,
    )  # fmt: skip
    return Actor(told=told, cue=turn.cue, hips_mm=hips, out=(float(out[0]), float(out[1])))


def _to_edge(kit: Kit, place: Array, way: Array) -> float:
    """Return how far it is along `way` from a place to the edge of the bed."""
    far = np.array([kit.width_mm, kit.length_mm])
    gaps = [(limit - at) / step for at, step, top in zip(place, way, far, strict=True) for limit in (0.0, top) if step]
    return min(float(gap) for gap in gaps if gap >= 0)


def _playing(kit: Kit, actor: Actor, t_s: float) -> tuple[Limb, ...]:
    told = actor.told
    if abs(t_s - told.at_s) > told.stays_s + GONE_S + told.feathers:
        return ()
    down = is_down(told, t_s)
    if down <= 0:
        return ()
    x, y = told.played.places_mm[0, told.played.names.index(actor.cue)]
    at = (float(x), float(y), kit.lies_mm)
    bearing = Bearing(bridge_mm=told.bridge_mm, hips_mm=actor.hips_mm)
    body = craft_of(kit).player(kit, at, told.strike.angle, pull_mm(told, t_s), told.clothes, bearing)
    if down >= 1:
        return body
    return moved(body, (1 - down) * np.array([1500 * actor.out[0], 1500 * actor.out[1], 420.0]))


def _reaching(reach: Reach, clothes: Clothes, t_s: float) -> tuple[Limb, ...]:
    """Return who reaches in: an arm, a head, a body beside the table."""
    hand = reach.at(t_s)
    if hand is None:
        return ()
    near = min(t_s - reach.begins_s, reach.ends_s - t_s)
    shoulder = reach.shoulder(t_s)
    out = shoulder - np.array([hand[0], hand[1], shoulder[2]])
    out /= float(np.linalg.norm(out))
    root = shoulder + out * 600 * (1 - smooth(near / SLIDES_S))
    arm = reaching_arm(_vector(hand), _vector(root), clothes)
    neck, hips = root + out * 90 + np.array([0, 0, 90.0]), root + out * 170 - np.array([0, 0, 420.0])
    body = Limb(points_mm=(_vector(neck), _vector(hips)), radii_mm=(150.0, 170.0), colour=clothes.back, shine=0.1)
    legs = Limb(
        points_mm=(_vector(hips), _vector(hips - np.array([0, 0, 850.0]))), radii_mm=(160.0, 110.0),
        colour=clothes.back, stands=True,
    )  # fmt: skip
    head = neck - out * 60 + np.array([0, 0, 190.0])
    return (
        legs,
        body,
        *arm,
        Limb(points_mm=(_vector(head),), radii_mm=(96.0,), colour=clothes.skin),
        Limb(points_mm=(_vector(head + out * 14 + np.array([0, 0, 26.0])),), radii_mm=(94.0,), colour=clothes.hair),
    )


def _passes(frame: Frame, camera: Camera, rng: np.random.Generator) -> tuple[Pass, ...]:
    """Return who stands before which pocket while a ball falls there: now and then, and not at every pot."""
    found: list[Pass] = []
    last = -PASS_EVERY
    middle = np.array([frame.kit.width_mm / 2, frame.kit.length_mm / 2, 0.0])
    if PASSES_AT[0] * float(np.linalg.norm(camera.centre_mm - middle)) < PASSES_FROM_MM:
        return ()
    for turn in frame.turns:
        wants = rng.random() < PASSES
        pots = [fell for fell in turn.played.pots if turn.played.names[fell.ball] != turn.cue]
        if not pots or not wants or turn.number - last < PASS_EVERY:
            continue
        last, fell = turn.number, pots[0]
        at = next(np.array([*pocket.fall, 0.0]) for pocket in frame.kit.pockets if pocket.name == fell.pocket)
        stands = at + (camera.centre_mm - at) * float(rng.uniform(*PASSES_AT))
        fell_s = turn.at_s + fell.at_s
        one = Pass(
            from_s=fell_s - float(rng.uniform(0.5, 1.6)), to_s=fell_s + float(rng.uniform(0.5, 1.6)),
            pocket=fell.pocket, at_mm=_vector(stands), side=float(rng.choice([-1, 1])),
        )  # fmt: skip
        found.append(one)
    return tuple(found)


def _passing(one: Pass, right: tuple[float, float], t_s: float) -> tuple[Limb, ...]:
    """Return somebody who steps before a pocket, stands there, and steps away again."""
    walks_s = 0.9
    if not one.from_s - walks_s <= t_s <= one.to_s + walks_s:
        return ()
    there = min(smooth((t_s - one.from_s + walks_s) / walks_s), smooth((one.to_s + walks_s - t_s) / walks_s))
    aside = one.side * 2600 * (1 - there)
    at = np.array(one.at_mm) + np.array([right[0] * aside, right[1] * aside, 0.0])
    across = np.array([right[0], right[1], 0.0])
    parts = (
        ((at - 700 * UP, at - 150 * UP), (150.0, 170.0), PASSER.back),
        ((at - 150 * UP, at + 200 * UP), (175.0, 190.0), PASSER.back),
        ((at + 180 * UP - 210 * across, at - 300 * UP - 250 * across), (70.0, 52.0), PASSER.sleeve),
        ((at + 180 * UP + 210 * across, at - 300 * UP + 250 * across), (70.0, 52.0), PASSER.sleeve),
        ((at + 430 * UP,), (100.0,), PASSER.skin),
        ((at + 462 * UP,), (98.0,), PASSER.hair),
    )
    return tuple(
        Limb(points_mm=tuple(map(_vector, points)), radii_mm=radii, colour=colour) for points, radii, colour in parts
    )


UP = np.array([0.0, 0.0, 1.0])


def _vector(at: Array) -> Vector:
    return float(at[0]), float(at[1]), float(at[2])
