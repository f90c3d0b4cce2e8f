"""Whole frames without pictures: played by the law, seen by made-up eyes, followed, told and scored as any recording.

    python -m bench.frames_unpainted [--first 6000] [--count 24] [--rules NAME] [--view VIEW] [--reds N]
                                     [--target POINTS] [--out runs/unpainted]

Painting and looking are nearly all of what a drawn frame costs (`bench.frames`); what follows them, from sightings to
the score, is as quick as a few seconds a minute of play. So that part is tried here on many frames: who stands where,
and hides which ball, is that of the film which would be drawn; places err about as they do on such films (`EYE`). What
a picture alone can show, blur and half hidden balls and false ones, is not in it: a score that is right here may be
wrong in a film. Nothing of this is written down as measured; seeds from 8000 on are refused, for frames of those are
kept for measuring.
"""

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.frames_told import FrameComparison, compared, told_line
from bench.measured import ROOT
from bench.odds.eyes import Eye, Scene
from models.training.clips.actors import is_down
from models.training.frames.games import game_of
from models.training.frames.people import Cast, cast_of
from models.training.frames.play import MOST_STROKES, play_frame
from models.training.frames.timeline import Timeline, timeline_of
from models.training.frames.truth import pictures_of, sides, truth_of
from models.training.frames.turns import Frame
from models.training.frames.views import REFEREE, STANDS, Shoot, shoot_for
from models.training.painter.cameras import camera_at
from models.training.painter.people import Clothes
from models.training.painter.scene import Limb
from tracker.cli.recording.follow import data_files
from tracker.domain.book.setup import Setup
from tracker.domain.table.kit import Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.geometry.sightings import Bystander, Openness, Sightings
from tracker.pipeline.judging import judge
from tracker.pipeline.watched import watched
from tracker.rules import shelf
from tracker.vision.runtimes.networks import with_network_kinds
from tracker.vision.surroundings.bystanders import EVERY_US, NEAR_MM, colours_of

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

OUT = ROOT / "runs" / "unpainted"
MEASURING = 8000
"""Seeds from here on are for measuring."""
REDS = (3, 2, 4, 2, 6, 0, 3, 2)
RULES = ("snooker-2024", "snooker-2024", "snooker-2022", "snooker-legacy", "six-reds-2024", "shoot-out-2024")
SIZES = ((1280, 720), (1280, 720), (1280, 720), (1920, 1080))
EYE = {
    "own_px": 0.2, "jitter_px": 0.12, "claim": 0.6, "shared_mm": 0.6, "misses": 0.0005, "light": 0.3, "shaky": 0.3,
}  # fmt: skip
"""About as on drawn films: on six places of balls at rest erred by 0.1 to 0.4 px that stay and by 0.05 to 0.3 px
that do not, and 1 to 7 looks in 10,000 were missed. Counted once, by no command that is kept; what it does to the light
and to the colours is set by hand."""
CALIBRATED_MM = 1.2
"""How far a calibration says that places err (root mean square). This and the four below are set by hand."""
FALLEN_MM = 10.0
"""A ball that has sunk by more is out of view in its pocket."""
LOOKED_AT = 220
"""So many pixels of somebody by the cue-ball, of thinned pictures, are looked at."""
DRESSED, DAPPLED = (0.42, 0.28, 0.18, 0.12), 12.0
"""Shares of back, sleeves, skin and hair of what is seen of a player, and how far their pixels differ (1 sigma)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recording:
    """A frame as it was filmed: what `Scene` asks of a drawn stroke."""

    seed: int
    timeline: Timeline
    until_s: float

    @property
    def names(self) -> tuple[str, ...]:
        """Return the kinds of the balls, by number."""
        return self.timeline.names

    def places(self, at_s: Array) -> tuple[Array, Array]:
        """Return (t, n, 2) places at (t,) times and (t, n) heights; nan where a ball is gone or in a hand."""
        found = np.full((len(at_s), len(self.names), 3), np.nan)
        for ball in range(len(self.names)):
            held = [reach.holds_s for reach in self.timeline.reaches if reach.hand.ball == ball]
            for row, t_s in enumerate(at_s.tolist()):
                at = self.timeline.place(ball, t_s)
                if at is not None and not any(since <= t_s < until for since, until in held):
                    found[row, ball] = at
        heights = found[:, :, 2] - self.timeline.kit.lies_mm
        found[heights < -FALLEN_MM] = np.nan
        return found[:, :, :2], np.nan_to_num(heights)


class FrameScene(Scene):
    """One film while it is looked at: balls hide behind whoever is in view."""

    def __init__(self, told: Recording, eye: Eye, kit: Kit, cast: Cast) -> None:
        """Draw what holds for the whole film."""
        super().__init__(told, eye, kit, np.random.default_rng([told.seed, 79]))
        self.cast, self.timeline = cast, told.timeline
        self.limbs: tuple[Limb, ...] = ()

    def behind(self, centres: Array, depth: Array, t: float) -> Bools:
        """Say (n,) which pixels are behind somebody."""
        hidden = np.zeros(len(centres), bool)
        for limb in self.limbs:
            if not limb.is_behind:
                hidden |= behind_limb(self.eye.camera, limb, centres, depth)
        return hidden

    def openness(self, balls: Array, t: float) -> Openness:
        """Return where bare cloth is seen: not where (n, 2) balls stand, nor behind them, nor behind somebody."""
        shown = super().openness(balls, t)
        if self.limbs:
            lying = np.column_stack([self.cells, np.zeros(len(self.cells))])
            depth = np.linalg.norm(lying - self.eye.camera.centre_mm, axis=1)
            shown.cloth[self.behind(self.cells_px, depth, t).reshape(self.shape)] = 0
        return shown


def behind_limb(camera: Camera, limb: Limb, centres: Array, depth: Array) -> Bools:
    """Say (n,) which pixels, of things so far from the camera (mm), a chain of tapering round pieces hides."""
    points = np.array(limb.points_mm)
    away = np.linalg.norm(points - camera.centre_mm, axis=1)
    px = camera.project(points)
    hidden = np.zeros(len(centres), bool)
    if np.isnan(px).any():
        return hidden
    focal_px = float(camera.matrix[0, 0])
    wide = focal_px * np.array(limb.radii_mm) / away
    for k in range(max(len(points) - 1, 1)):
        end = min(k + 1, len(points) - 1)
        run = px[end] - px[k]
        share = np.clip((centres - px[k]) @ run / max(float(run @ run), 1e-6), 0, 1)
        aside = np.hypot(*(centres - px[k] - share[:, None] * run).T)
        nearer = away[k] + share * (away[end] - away[k])
        hidden |= (aside < wide[k] + share * (wide[end] - wide[k])) & (depth > nearer)
    return hidden


def film(frame: Frame, shoot: Shoot, camera: Camera) -> Iterator[Sightings]:
    """Give what each picture of a frame shows."""
    timeline = timeline_of(frame)
    told = Recording(seed=frame.seed, timeline=timeline, until_s=frame.lasts_s)
    cast = cast_of(frame, shoot, camera, timeline.reaches)
    eye = Eye(
        camera=camera, kind=shoot.view, rate=float(shoot.rate), exposure_s=shoot.look.shutter_s, person=None,
        blind=(9e9, 9e9), dropped=(9e9, 9e9), **EYE,
    )  # fmt: skip
    scene = FrameScene(told, eye, with_network_kinds(frame.kit), cast)
    at_s = np.arange(int(frame.lasts_s * shoot.rate)) / shoot.rate
    places, heights = told.places(at_s)
    looked_us = -EVERY_US
    for n, t in enumerate(at_s.tolist()):
        scene.limbs = cast.limbs(t)
        seen = scene.picture(n, t, places, heights)
        if seen.at_us - looked_us >= EVERY_US:
            looked_us = seen.at_us
            shown = bystander(scene, frame, shoot, t)
            seen = replace(seen, bystander=shown)
        yield seen


def bystander(scene: FrameScene, frame: Frame, shoot: Shoot, t_s: float) -> Bystander | None:
    """Return how whoever is by the cue-ball looks; None: nobody is."""
    dress = dress_near(scene, frame, shoot, t_s)
    if dress is None:
        return None
    parts = np.array([dress.back, dress.sleeve, dress.skin, dress.hair])
    picked = parts[scene.rng.choice(len(parts), LOOKED_AT, p=DRESSED)] + scene.rng.normal(0, DAPPLED, (LOOKED_AT, 3))
    return Bystander(at_us=round(t_s * 1e6), colours=colours_of(np.clip(picked, 0, 255).astype(np.uint8)))


def dress_near(scene: FrameScene, frame: Frame, shoot: Shoot, t_s: float) -> Clothes | None:
    """Return the dress of a player who is down at the cue-ball, or of whose hand is near it."""
    for turn, actor in zip(frame.turns, scene.cast.actors, strict=True):
        if abs(t_s - turn.at_s) < 6.0 and is_down(actor.told, t_s) > 0.5:
            return shoot.dresses[turn.player]
    for reach, clothes in scene.cast.reaches:
        hand, white = reach.at(t_s), scene.timeline.place(0, t_s)
        if hand is not None and white is not None and np.hypot(hand[0] - white[0], hand[1] - white[1]) < NEAR_MM:
            return clothes or REFEREE
    return None


def dressed_shoot(frame: Frame, seed: int, view: str, rate: int, size: tuple[int, int]) -> Shoot:
    """Return how a frame is filmed, and how its players are dressed."""
    return shoot_for(frame.kit, seed, view, tuple(name for side in sides(frame) for name in side), rate, size)


def told(frame: Frame, shoot: Shoot, folder: Path) -> FrameComparison:
    """Follow, tell and score a frame, and compare it with what is true."""
    began_s = time.monotonic()
    camera = camera_at(frame.kit, shoot.stand, shoot.size)
    calibration = Calibration(
        table=frame.kit.name, camera=camera, error_px=0.3, error_mm=CALIBRATED_MM, found_by="points"
    )
    opening = pictures_of(timeline_of(frame), [0.0], [[1.0] * len(frame.names)])
    truth = truth_of(frame, folder.name, shoot.view, camera, shoot.rate, opening)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "truth.json").write_text(json.dumps(truth), "utf-8")
    kit = with_network_kinds(frame.kit)
    seen = watched(film(frame, shoot, camera), calibration, kit, lambda done: None)
    judged = judge(seen, frame.kit, frame.rules, None, None, terms=Setup(target=frame.setup.target))
    data_files(folder, calibration, frame.kit, seen, judged)
    return compared(folder, folder / "truth.json", time.monotonic() - began_s)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, follow and compare frames; print a line for each, and what went wrong."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--first", type=int, default=6000, help="first seed")
    options.add_argument("--count", type=int, default=24)
    options.add_argument("--step", type=int, default=1, help="every so many seeds, to share them out")
    options.add_argument("--rules", choices=shelf.names(), help="rulebook (default: by seed)")
    options.add_argument("--view", choices=tuple(STANDS), help="from where (default: by seed)")
    options.add_argument("--reds", type=int, help="reds on the table as it begins (default: by seed)")
    options.add_argument(
        "--target", type=int, metavar="POINTS", help="points that win, in a game that is played to points"
    )
    options.add_argument("--out", type=Path, default=OUT, help="where runs are kept")
    asked = options.parse_args(arguments)
    last = asked.first + (asked.count - 1) * asked.step
    if last >= MEASURING:
        options.error(f"seeds up to {last}: those from {MEASURING} on are for measuring; take lower ones")
    right = 0
    for done, seed in enumerate(range(asked.first, last + 1, asked.step), 1):
        rules, view = asked.rules or RULES[seed % len(RULES)], asked.view or tuple(STANDS)[seed % len(STANDS)]
        reds = REDS[seed % len(REDS)] if asked.reds is None else asked.reds
        game = game_of(rules, target=asked.target)
        if game.kit.disc_mm:
            options.error(f"--rules {rules}: it is played with flat pieces, and these eyes see balls")
        frame = play_frame(game, game.kit, seed, reds=reds, most=MOST_STROKES)
        shoot = dressed_shoot(frame, seed, view, 50 if seed % 7 == 0 else 25, SIZES[seed % len(SIZES)])
        name = f"{rules}-{view}-{reds}-{seed}"
        found = told(frame, shoot, asked.out / name)
        right += found.is_right
        print(told_line(name, found), f"({right} of {done} right)", flush=True)
        for wrong in found.wrong:
            print("   ", wrong, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
