"""Our equations beside those of an engine that is not ours: pooltool solves a ball's motion in closed form.

Tolerances: a ball that nothing meets lies within 1 mm and 5 ms of where and when the engine has it. Balls that meet go
off along the line of centres as there within 0.1 %, and aside by no more than the throw of the balls' friction, which
is left out here. Its cushions are others (Stronge's model, at the restitution that its table has): restitution and grip
are within two spreads of ours, or nearly, and the way that a rolling ball takes off the face within 6 degrees.

Needs pooltool, which `make truth` installs beside the project; without it these tests are left out.
"""

import numpy as np
import pytest

pytest.importorskip("pooltool")

import pooltool as pt

from models.training.truth.engine import CLOTH, table
from tracker.physics.collide import parted, thrown_back
from tracker.physics.constants import CUSHIONS, CUSHIONS_SD, GRIP, GRIP_SD
from tracker.physics.motion import set_off_mm, step
from tracker.physics.surfaces import USUAL, Surfaces
from tracker.store.kits import find_kit

KIT = find_kit()
R_M = KIT.ball_radius_mm / 1000
THROW = 0.12
"""Friction of two balls at most, as the engine has it: throw aside, by the push along the line of centres."""
ON = Surfaces(sliding=CLOTH["u_s"], rolling=CLOTH["u_r"], balls=0.95)


def ball(name: str, at_mm: tuple[float, float], speed: np.ndarray, spin: np.ndarray) -> pt.Ball:
    """A ball of the engine with a speed and a spin (mm/s) as ours have them: its spin's axis lies across."""
    made = pt.Ball.create(name, xy=(at_mm[0] / 1000, at_mm[1] / 1000), R=R_M, e_b=ON.balls, **CLOTH)
    made.state.rvw[1] = [*speed / 1000, 0.0]
    made.state.rvw[2] = [-spin[1] / 1000 / R_M, spin[0] / 1000 / R_M, 0.0]
    made.state.s = 0 if not np.any(speed) else 3 if np.allclose(speed, spin) else 2
    return made


def played(*balls: pt.Ball) -> pt.System:
    system = pt.System(cue=pt.Cue(cue_ball_id=balls[0].id), table=table(KIT), balls={one.id: one for one in balls})
    pt.simulate(system, inplace=True, t_final=20.0)
    return system


@pytest.mark.parametrize("aside", [0.0, 0.3], ids=["straight", "swerving"])
@pytest.mark.parametrize("follow", [-0.8, 0.0, 0.5, 1.0], ids=["draw", "stun", "follow", "rolling"])
def test_a_struck_ball_comes_to_rest_where_and_when_the_engine_has_it(follow: float, aside: float) -> None:
    start, speed = np.array([889.0, 600.0]), np.array([0.0, 800.0])
    spin = follow * speed + np.array([aside * 800.0, 0.0])
    system = played(ball("w", (889.0, 600.0), speed, spin))
    at, v, w, lasts_s = start, speed[None], spin[None], 0.0
    while np.any(v):
        way, v, w = step(v, w, 0.0005, ON)
        at, lasts_s = at + way[0], lasts_s + 0.0005
    rest = system.balls["w"].state.rvw[0][:2] * 1000
    stops_s = max(event.time for event in system.events if "stationary" in str(event.event_type))
    assert not [event for event in system.events if "cushion" in str(event.event_type)]
    assert np.hypot(*(at - rest)) < 1.0
    assert lasts_s == pytest.approx(stops_s, abs=0.005)


def test_the_closed_form_goes_with_the_engine_all_the_way() -> None:
    system = played(ball("w", (889.0, 600.0), np.array([0.0, 1100.0]), np.zeros(2)))
    pt.continuize(system, dt=0.02, inplace=True)
    rvw, _, times = system.balls["w"].history_cts.vectorize()
    assert np.max(np.abs(rvw[:, 0, 1] * 1000 - 600.0 - set_off_mm(1100.0, times, ON))) < 0.05


@pytest.mark.parametrize("full", [1.0, 0.5], ids=["head-on", "half-ball"])
@pytest.mark.parametrize("follow", [0.0, 1.0], ids=["stun", "rolling"])
def test_two_balls_part_as_the_engines_do_along_the_line_of_centres(full: float, follow: float) -> None:
    line = np.array([np.sqrt(1 - full**2), full])
    speed = np.array([0.0, 1500.0])
    met_at = np.array([889.0, 1800.0])
    came_from = met_at - KIT.touching_mm * line - np.array([0.0, 20.0])
    white = ball("w", (float(came_from[0]), float(came_from[1])), speed, follow * speed)
    system = played(white, ball("r", (889.0, 1800.0), np.zeros(2), np.zeros(2)))
    met = next(event for event in system.events if "ball_ball" in str(event.event_type))
    cue, red = sorted(met.agents, key=lambda agent: agent.id, reverse=True)
    came = cue.initial.state.rvw[1][:2] * 1000
    went, gone = (agent.final.state.rvw[1][:2] * 1000 for agent in (cue, red))
    ours = parted(line, came, np.zeros(2), ON)
    aside = np.array([-line[1], line[0]])
    for theirs, own in zip((went, gone), ours, strict=True):
        assert float(theirs @ line) == pytest.approx(float(own @ line), abs=1e-3 * 1500.0)
        assert abs(float((theirs - own) @ aside)) < THROW * float(ours[1] @ line)


@pytest.mark.parametrize("degrees", [5.0, 30.0, 45.0, 60.0])
def test_a_rolling_ball_comes_off_a_cushion_much_as_the_engines_does(degrees: float) -> None:
    speed = 1500.0 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    system = played(ball("w", (KIT.width_mm - 80.0, 900.0), speed, speed))
    met = next(event for event in system.events if "cushion" in str(event.event_type))
    before, after = (1000 * state.state.rvw[1][:2] for state in (met.agents[0].initial, met.agents[0].final))
    own = thrown_back(before, np.array([-1.0, 0.0]), USUAL.cushions, USUAL.grip)
    assert -after[0] / before[0] == pytest.approx(CUSHIONS, abs=2 * CUSHIONS_SD)
    assert after[1] / before[1] == pytest.approx(GRIP, abs=3.5 * GRIP_SD)
    theirs_off, ours_off = (np.degrees(np.arctan2(one[1], -one[0])) for one in (after, own))
    assert ours_off == pytest.approx(theirs_off, abs=6.0)
