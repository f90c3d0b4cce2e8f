"""What happens in a clip, second by second: strokes, and a referee's hand that puts a colour back.

A story knows where every ball is at any moment, also while it falls into a pocket or is carried in a hand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.painter.people import Clothes
from models.training.painter.scene import DrawnBall
from models.training.strokes import Fell, Played, Strike
from tracker.domain.table.kit import Kit
from tracker.physics.constants import GRAVITY_MM_S2

Array = NDArray[np.float64]

FALL_S = 0.22
CARRY_S = 1.3
"""How long before it is put down a ball comes into view in the referee's hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a referee calls after a stroke, with the paragraph of the book of 2024."""

    say: str
    value: int | None
    cite: str
    why: str
    beside: tuple[str, ...] = ()
    """What is said besides: `TOUCHING BALL`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoryStroke:
    """A stroke in a story."""

    at_s: float
    """When the tip strikes the cue-ball, in the clip's time."""
    strike: Strike
    played: Played
    ids: tuple[int, ...]
    """The story's ball for each ball of `played`."""
    expected: Expected
    clothes: Clothes
    bridge_mm: float = 250.0
    comes_s: float = 0.8
    """How long the player takes to get down."""
    feathers: int = 2
    stays_s: float = 0.5
    """How long the player stays down after the strike."""
    in_hand: bool = False
    is_in_view: bool = True
    """False: neither the player nor the cue is seen."""

    @property
    def rest_s(self) -> float:
        """Return when the last ball has come to rest."""
        return self.at_s + self.played.lasts_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Respot:
    """A colour that the referee puts back."""

    at_s: float
    """When it stands on the cloth again."""
    ball: int
    at_mm: tuple[float, float]
    shoulder_mm: tuple[float, float, float]
    clothes: Clothes


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """All of a clip but the camera and the light."""

    kit: Kit
    balls: tuple[tuple[str, tuple[float, float]], ...]
    told: tuple[StoryStroke, ...]
    respots: tuple[Respot, ...] = ()
    lasts_s: float = 10.0


def place_of(story: Story, ball: int, t_s: float) -> tuple[float, float, float] | None:
    """Return the centre of a ball in mm, or None while it is neither in view nor on the table."""
    at: tuple[float, float, float] | None = (*story.balls[ball][1], story.kit.lies_mm)
    for stroke in story.told:
        if t_s >= stroke.at_s and ball in stroke.ids:
            at = _in_stroke(story.kit, stroke, stroke.ids.index(ball), t_s)
    for respot in story.respots:
        if respot.ball == ball and t_s >= respot.at_s - CARRY_S:
            later = [stroke for stroke in story.told if stroke.at_s > respot.at_s and t_s >= stroke.at_s]
            at = at if later else carried(story.kit, respot, t_s)
    return at


def is_on_table(story: Story, ball: int, t_s: float) -> bool:
    """Say whether a ball stands or rolls on the bed, so that it counts: not falling, not in the air, not in a hand."""
    at = place_of(story, ball, t_s)
    held = any(r.ball == ball and r.at_s - CARRY_S <= t_s < r.at_s for r in story.respots)
    return at is not None and not held and abs(at[2] - story.kit.lies_mm) < 1e-9


def _in_stroke(kit: Kit, stroke: StoryStroke, local: int, t_s: float) -> tuple[float, float, float] | None:
    since = t_s - stroke.at_s
    fell = next((pot for pot in stroke.played.pots if pot.ball == local), None)
    if fell is not None and since >= fell.at_s:
        return falling(kit, fell, since - fell.at_s)
    x, y = stroke.played.at(since)[local]
    if np.isnan(x):
        if fell is None:
            return None
        x, y = fell.at_mm
    return float(x), float(y), kit.lies_mm + float(stroke.played.heights_at(since)[local])


def falling(kit: Kit, fell: Fell, since_s: float) -> tuple[float, float, float] | None:
    """Return where a ball is that drops into a pocket, held by the pocket's walls; None once it is gone."""
    if since_s > FALL_S:
        return None
    pocket = next(p for p in kit.pockets if p.name == fell.pocket)
    at = np.array(fell.at_mm) + np.array(fell.velocity_mm_s) * since_s
    away = at - np.array(pocket.fall)
    room = max(pocket.radius_mm - 0.8 * kit.ball_radius_mm, 5.0)
    size = float(np.linalg.norm(away))
    started = pocket.radius_mm - room
    if size > room and since_s > started / max(float(np.hypot(*fell.velocity_mm_s)), 1.0):
        at = np.array(pocket.fall) + away / size * room
    drop = 1.0 + 0.5 * GRAVITY_MM_S2 * since_s**2
    return float(at[0]), float(at[1]), kit.lies_mm - drop


def hand_of(kit: Kit, respot: Respot, t_s: float) -> Array | None:
    """Return where the referee's fingers are, (3,) mm; None while the arm is out of view."""
    times = np.array([-CARRY_S, -0.55, -0.12, 0.12, 0.35, 1.1]) + respot.at_s
    if not times[0] <= t_s <= times[-1]:
        return None
    target, shoulder = np.array([*respot.at_mm, kit.lies_mm]), np.array(respot.shoulder_mm)
    far = target + (shoulder - target) * 0.75 + np.array([0, 0, 150.0])
    above, up = target + np.array([0, 0, 70.0]), target + np.array([0, 0, 90.0])
    way = np.array([far, above, target, target, up, far])
    at = min(int(np.searchsorted(times, t_s, side="right")) - 1, len(times) - 2)
    share = (t_s - times[at]) / (times[at + 1] - times[at])
    smooth = share * share * (3 - 2 * share)
    return np.asarray(way[at] + smooth * (way[at + 1] - way[at]))


def carried(kit: Kit, respot: Respot, t_s: float) -> tuple[float, float, float]:
    """Return where a ball is that the referee carries, and where it stands afterwards."""
    hand = hand_of(kit, respot, t_s)
    if t_s >= respot.at_s or hand is None:
        return (*respot.at_mm, kit.lies_mm)
    return float(hand[0]), float(hand[1]), max(float(hand[2]), kit.lies_mm)


def drawn(story: Story, t_s: float, step_s: float = 0.002) -> tuple[tuple[int, DrawnBall], ...]:
    """Return the balls in view at a moment with their numbers, and how fast each moves."""
    shown = []
    for ball, (name, _) in enumerate(story.balls):
        at = place_of(story, ball, t_s)
        if at is None:
            continue
        before, after = place_of(story, ball, t_s - step_s), place_of(story, ball, t_s + step_s)
        speed = (np.array(after or at) - np.array(before or at)) / (2 * step_s)
        if np.any(np.abs(speed) > 12000):
            speed = np.zeros(3)
        velocity = (float(speed[0]), float(speed[1]), float(speed[2]))
        shown.append((ball, DrawnBall(ball=name, at_mm=at, velocity_mm_s=velocity)))
    return tuple(shown)
