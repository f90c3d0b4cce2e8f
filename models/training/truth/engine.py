"""A stroke played by somebody else's physics on the table that we draw, with the moment of all that met.

The engine is pooltool (Kiefl, "pooltool: a Python package for realistic billiards simulation", JOSS 2024): it solves
for the moment of the next incident in closed form, so that its times are exact and no step of time rounds them. Its
table is built here from the same outline that the painter draws: faces, the arcs of the jaws, the ways into the
pockets, and the holes. Metres and seconds there, millimetres here. All balls stay on the bed; a ball struck at a
slope does not fly.
"""

from collections.abc import Iterator

import numpy as np
import pooltool as pt
from numpy.typing import NDArray
from pooltool.events import Agent, Event, EventType
from pooltool.objects.table.components import (
    CircularCushionSegment,
    CushionDirection,
    CushionSegments,
    LinearCushionSegment,
)
from pooltool.objects.table.components import Pocket as Hole

from models.training.strokes import Bounced, Fell, Met, Played, Strike
from models.training.table_shape import Cushion, cushions
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]

CLOTH = {"m": 0.142, "u_s": 0.2, "u_r": 0.0125, "e_c": 0.85, "f_c": 0.2}
"""Mass (kg), sliding and rolling friction, a cushion's restitution and grip."""
STEP_S = 0.005
"""How far apart the places are that are kept; every incident's moment is kept besides."""
SAME_S = 0.002
"""A ball that meets the same cushion or pocket again sooner than this has met it once."""
PARTED_MM = 0.5
"""Two balls that meet again without having been so far apart have met once: one pushed the other."""
ROLLS = 0.4
"""How far above its middle, in radii, a ball is struck that rolls at once: 2 / 5."""
LONGEST_S = 20.0


class Unplayable(Exception):
    """The engine did not bring the stroke to its end."""


def play(kit: Kit, balls: tuple[tuple[str, tuple[float, float]], ...], strike: Strike) -> Played:
    """Return what happens when the white among `balls` (name, place in mm) is struck.

    Raises:
        Unplayable: the engine came to no end, or lost a ball.
    """
    ids = [f"{i:02d}" for i in range(len(balls))]
    white = ids[[name for name, _ in balls].index("white")]
    cue = pt.Cue(
        cue_ball_id=white,
        V0=strike.speed_mm_s / 1000 / _given(strike.follow),
        phi=float(np.degrees(strike.angle)) % 360,
        b=ROLLS * strike.follow,
    )
    laid = {
        one: pt.Ball.create(one, xy=(x / 1000, y / 1000), R=kit.ball_radius_mm / 1000, **CLOTH)
        for one, (_, (x, y)) in zip(ids, balls, strict=True)
    }
    system = pt.System(cue=cue, table=table(kit), balls=laid)
    try:
        pt.simulate(system, inplace=True, t_final=LONGEST_S)
    except AssertionError as trouble:
        raise Unplayable("the engine holds an incident for impossible") from trouble
    if any(ball.state.s not in (0, 4) for ball in system.balls.values()):
        raise Unplayable(f"balls still move after {LONGEST_S:.0f} s")
    return _played(kit, tuple(name for name, _ in balls), system)


def _given(follow: float) -> float:
    """Return the cue-ball's speed by the cue's, as the engine's stick gives it to a ball struck that high."""
    stick, height = 0.142 / 0.567, ROLLS * follow
    return 2 / (1 + stick + 2.5 * height**2)


def table(kit: Kit) -> pt.Table:
    """Return the kit's table as the engine knows tables."""
    height = kit.nose_height_mm / 1000
    lines: dict[str, LinearCushionSegment] = {}
    arcs: dict[str, CircularCushionSegment] = {}
    for number, cushion in enumerate(cushions(kit)):
        for part, (a, b) in enumerate(_straight(cushion)):
            name = f"{cushion.side}:{number}:{part}"
            p1, p2 = (np.array([*end, height * 1000]) / 1000 for end in (a, b))
            lines[name] = LinearCushionSegment(name, p1=p1, p2=p2, direction=CushionDirection.BOTH)
        for part, (centre, radius) in enumerate(_arcs(cushion)):
            name = f"{cushion.side}:{number}:arc{part}"
            arcs[name] = CircularCushionSegment(name, center=np.array([*centre / 1000, height]), radius=radius / 1000)
    holes = {
        p.name: Hole(p.name, center=np.array([p.fall[0], p.fall[1], 0.0]) / 1000, radius=p.radius_mm / 1000)
        for p in kit.pockets
    }
    return pt.Table(
        cushion_segments=CushionSegments(linear=lines, circular=arcs),
        pockets=holes,
        table_type=pt.TableType.SNOOKER,
    )


def _straight(cushion: Cushion) -> tuple[tuple[Array, Array], ...]:
    """Return the face and the two ways into the pockets: what of a nose is no arc."""
    nose = cushion.nose
    half = len(nose) // 2
    return (nose[0], nose[1]), (nose[half - 1], nose[half]), (nose[-2], nose[-1])


def _arcs(cushion: Cushion) -> tuple[tuple[Array, float], ...]:
    """Return centre and radius (mm) of the two arcs by which the face runs into the ways to the pockets.

    An arc leaves the face at its end, along the face, so its centre lies straight outward from there.
    """
    nose = cushion.nose
    half = len(nose) // 2
    return _arc(nose[half - 1], nose[1], cushion.outward), _arc(nose[half], nose[-2], cushion.outward)


def _arc(begins: Array, ends: Array, outward: Array) -> tuple[Array, float]:
    chord = ends - begins
    radius = float(chord @ chord / (2 * chord @ outward))
    return begins + radius * outward, radius


def _played(kit: Kit, names: tuple[str, ...], system: pt.System) -> Played:
    times, places, energy = _trail(kit, system)
    pots = tuple(_pots(system))
    for fell in pots:
        places[times >= fell.at_s, fell.ball] = np.nan
    return Played(
        names=names,
        times_s=times,
        places_mm=places,
        heights_mm=np.zeros(places.shape[:2]),
        energy=energy,
        touches=tuple(_parted(kit, times, places, list(_touches(system)))),
        bounces=tuple(_bounces(system)),
        pots=pots,
    )


def _trail(kit: Kit, system: pt.System) -> tuple[Array, Array, Array]:
    """Return the times, every incident's among them, places (t, n, 2) in mm and energy (t,) in mm²/s²."""
    pt.continuize(system, dt=STEP_S, inplace=True)
    parts = []
    for ball in system.balls.values():
        exact, even = ball.history.vectorize(), ball.history_cts.vectorize()
        rvw, at = np.concatenate([exact[0], even[0]]), np.concatenate([exact[2], even[2]])
        times, first = np.unique(at, return_index=True)
        parts.append((times, rvw[first]))
    rvw = np.stack([states for _, states in parts], axis=1) * 1000
    moving = np.flatnonzero(np.any(rvw[:, :, 1] != 0, axis=(1, 2)))
    rvw = rvw[: moving[-1] + 2]  # what only spins on its place is at rest for who looks on
    times = parts[0][0][: len(rvw)]
    turn = rvw[:, :, 2] / 1000 * kit.ball_radius_mm
    energy = np.sum(rvw[:, :, 1] ** 2, axis=(1, 2)) + 0.4 * np.sum(turn**2, axis=(1, 2))
    return times, rvw[:, :, 0, :2].copy(), energy


def _happened(system: pt.System, kinds: set[str]) -> Iterator[Event]:
    """Give the incidents of some kinds, but the ones that follow their like at once."""
    last: dict[tuple[str, ...], float] = {}
    for event in system.events:
        if str(event.event_type) not in kinds:
            continue
        who = tuple(agent.id.rsplit(":", 2)[0] for agent in event.agents)
        if event.time - last.get(who, -1.0) > SAME_S:
            yield event
        last[who] = event.time


def _speed(agent: Agent) -> float:
    return float(np.linalg.norm(agent.initial.state.rvw[1]))


def _touches(system: pt.System) -> Iterator[Met]:
    for event in system.events:
        if event.event_type != EventType.BALL_BALL:
            continue
        mover, met = sorted(event.agents, key=_speed, reverse=True)
        x, y = 1000 * mover.initial.state.rvw[0][:2]
        yield Met(at_s=event.time, balls=(int(mover.id), int(met.id)), at_mm=(float(x), float(y)))


def _parted(kit: Kit, times: Array, places: Array, touches: list[Met]) -> Iterator[Met]:
    """Give the touches, but those of two balls that had not parted since they touched before."""
    last: dict[frozenset[int], float] = {}
    for met in touches:
        pair = frozenset(met.balls)
        since = (times > last.get(pair, -1.0)) & (times < met.at_s)
        apart = np.linalg.norm(places[since, met.balls[0]] - places[since, met.balls[1]], axis=1)
        if pair not in last or np.max(apart, initial=0.0) > kit.touching_mm + PARTED_MM:
            yield met
        last[pair] = met.at_s


def _bounces(system: pt.System) -> Iterator[Bounced]:
    for event in _happened(system, {"ball_linear_cushion", "ball_circular_cushion"}):
        ball, cushion = event.agents
        side, _, part = cushion.id.split(":")
        yield Bounced(at_s=event.time, ball=int(ball.id), cushion=side, is_jaw=part != "1")


def _pots(system: pt.System) -> Iterator[Fell]:
    for event in _happened(system, {"ball_pocket"}):
        ball, pocket = event.agents
        place, speed = 1000 * ball.initial.state.rvw[0], 1000 * ball.initial.state.rvw[1]
        yield Fell(
            at_s=event.time,
            ball=int(ball.id),
            pocket=pocket.id,
            at_mm=(float(place[0]), float(place[1])),
            velocity_mm_s=(float(speed[0]), float(speed[1])),
        )
