"""Fit how sure what is pointed at is to be a ball, on drawn pictures of training seeds, and write it into one file.

    python -m bench.fit_sureness [--only NAME ...] [--out runs/sure] [--write]

Twenty-four short frames, with people, hands and packs in them, and 400 stills of tables of any look are drawn and
looked at (once, kept under --out; about 40 minutes), the stills through the true camera. What was pointed at within a
ball's radius of a true one is a ball; within twice that it is one badly pointed at, which is not counted: there is no
room for it beside the ball. The parameters are those under which that was likeliest, held by a weak prior; what a
proposal of the network itself is worth is not fitted here (`HELD`). One frame in four, and one still, is left out of
the fit, and told apart in what is printed. With --only the other parameters stay as they were fitted: a network that
misses little leaves few balls to be found again, from which their worth cannot be told.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fitted import asked_of, head, kept_or_shown, made_once, parted, table
from bench.frames import Shot, drawn
from bench.looks import true_calibration
from bench.measured import ROOT
from models.training.frames.games import game_of
from models.training.frames.play import MOST_STROKES, play_frame
from models.training.frames.timeline import Timeline, timeline_of
from models.training.painter import Scene, painted
from models.training.painter.anywhere.chance import scene_anywhere
from tracker.capture.sources.source import open_source
from tracker.cli.commands.look import CLOSER
from tracker.cli.options import parser
from tracker.cli.recording.follow import job_for
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit
from tracker.vision import believed
from tracker.vision.runtimes.networks import open_detector, with_network_kinds
from tracker.vision.seer import Seer, seer_of_film
from tracker.vision.sureness import (
    AGAIN,
    BESIDE,
    GUESSED,
    POINTED,
    Proposed,
    Sureness,
    how_sure,
    is_packed,
    log_odds,
    sureness,
)

Array = NDArray[np.float64]
FILE = ROOT / "tracker" / "vision" / "sureness.toml"
VIEWS = (
    "top 15 6", "baulk 15 6", "corner 15 6", "side 3 6", "top 3 6", "baulk 4 6", "corner 4 6", "overhead 4 6",
    "low 3 6", "high 15 6", "top 2 6", "side 6 6", "side 2 3", "top 2 3", "corner 2 3", "low 2 3", "baulk 2 3",
    "overhead 2 3", "high 2 3", "side 1 3", "top 1 3", "corner 1 3", "low 1 3", "baulk 1 3",
)  # fmt: skip
"""From where, with how many reds, and how many strokes: many players, and packs."""
SHOTS = tuple(
    Shot(rules="snooker-2024", seed=101 + i, view=view, reds=int(reds), strokes=int(strokes))
    for i, (view, reds, strokes) in enumerate(line.split() for line in VIEWS)
)
PRIOR_SD = 3.0
HELD = {"base", "score", "outline"}
"""These stay as they are: fitted on drawn frames alone, with the outline by its logarithm, they lost reds in the packs
of television (45 of 50 stills counted right by `bench.real --only stills`, where 48 are with these)."""
FITTED = tuple(one.name for one in fields(Sureness) if one.name not in HELD)
STILLS = range(7100, 7500)
"""Seeds of tables of any look (`models.training.painter.anywhere`): red cloth, and black, dim light and glare."""
GUESS = Sureness(
    base=-1.0, score=2.3, outline=6.0, again=0.0, again_outline=1.0, guessed_apart=-1.0, cloth=1.0, cloth_contrast=1.0
)
"""Where the fit begins, and what it is drawn to where pictures say little: not what was fitted last, so that fitting
twice tells the same."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shown:
    """What was pointed at in all pictures of a frame, as parallel arrays."""

    proposed: Proposed
    packed: NDArray[np.bool_]
    away: Array
    """(n,) how far the nearest true ball was, in its radii."""

    @property
    def is_ball(self) -> NDArray[np.bool_]:
        """Say (n,) what was a ball."""
        return self.away < 1.0

    @property
    def counts(self) -> NDArray[np.bool_]:
        """Say (n,) what was a ball or none, and not one badly pointed at."""
        return (self.away < 1.0) | (self.away > 2.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print what was gained, and with --write keep the parameters."""
    options = asked_of("Fit how sure a sighting is to be a ball.", ROOT / "runs" / "sure")
    options.add_argument("--only", nargs="+", choices=FITTED, default=[], metavar="NAME", help="fit no others")
    asked = options.parse_args(arguments)
    start = shipped_but(asked.only) if asked.only else GUESS
    with ProcessPoolExecutor(asked.workers) as pool:
        frames = list(pool.map(partial(shown, out=asked.out), SHOTS))
        stills = list(pool.map(partial(shown_still, out=asked.out), STILLS))
    (own_frames, other_frames), (own_stills, other_stills) = parted(frames), parted(stills)
    own = together([*own_frames, *own_stills])
    by = fitted(own, start, asked.only or FITTED)
    groups = {
        "frames fitted on": own_frames, "stills fitted on": own_stills,
        "frames held out": other_frames, "stills held out": other_stills,
    }  # fmt: skip
    for name, whole in ((name, together(group)) for name, group in groups.items()):
        no_ball = np.mean(~whole.is_ball[whole.counts])
        print(f"{name}: {whole.counts.sum()} proposals, {no_ball:.2%} of them no ball")
        for label, one in (("as it was", sureness()), ("fitted", by)):
            print(f"  {label}: {lost(whole, one) / whole.counts.sum():.4f} nats each; {mistakes(whole, one)}")
    command = " ".join(["python -m bench.fit_sureness", *(["--only", *asked.only] if asked.only else []), "--write"])
    kept_or_shown(written(by, int(own.counts.sum()), command), FILE, write=asked.write)
    return 0


def shown(shot: Shot, out: Path) -> Shown:
    """Return what was pointed at in a frame, drawn and looked at if it was not yet."""
    cv2.setNumThreads(1)
    pictures = made_once(out / f"{shot.name}.pickle", lambda: looked(shot, drawn(shot, out)))
    return together([judged(proposed, there, game_of(shot.rules).kit) for proposed, there in pictures])


def looked(shot: Shot, clip: Path) -> list[tuple[Proposed, Array]]:
    """Return what a camera's eye points at in each picture of a frame, and (n, 2) where balls truly are."""
    game = game_of(shot.rules)
    truth = timeline_of(play_frame(game, game.kit, shot.seed, reds=shot.reds, most=shot.strokes or MOST_STROKES))
    options = parser().parse_args(["track", str(clip / "clip.mp4")])
    job = job_for(open_source(options.source), options)
    eye = seer_of_film(job.calibration, job.kit, open_detector(at_once=1))
    found: list[tuple[Proposed, Array]] = []
    with overheard() as proposals:
        for picture in job.pictures():
            eye.see(picture.image, picture.number, picture.at_us)
            del proposals[:-1]  # of a picture in which nothing changed, what the one before proposed still holds
            found.append((proposals[-1], places_at(truth, picture.at_us / 1e6)))
    return found


def shown_still(seed: int, out: Path) -> Shown:
    """Return what was pointed at in a still of a table of any look, drawn and looked at if it was not yet."""
    cv2.setNumThreads(1)
    scene = scene_anywhere(seed)
    proposed = made_once(out / f"still-{seed}.pickle", partial(looked_at_still, scene))
    return judged(proposed, np.array([ball.at_mm[:2] for ball in scene.balls]).reshape(-1, 2), scene.kit)


def looked_at_still(scene: Scene) -> Proposed:
    """Return what is pointed at in a still through the true camera."""
    kit = with_network_kinds(find_kit(scene.note["table"]))
    eye = Seer(true_calibration(scene), kit, open_detector(at_once=1), closer=CLOSER)
    with overheard() as proposals:
        eye.see(painted(scene).picture, 0, 0)
    return proposals[-1]


@contextmanager
def overheard() -> Iterator[list[Proposed]]:
    """Keep what is proposed to be a ball in each picture that is looked at meanwhile."""
    proposals: list[Proposed] = []

    def recorded(proposed: Proposed, kit: Kit) -> Array:
        proposals.append(proposed)
        return how_sure(proposed, kit)

    with patch.object(believed, "how_sure", recorded):
        yield proposals


def places_at(truth: Timeline, at_s: float) -> Array:
    """Return (n, 2) where balls are at a moment."""
    there = [place[:2] for ball in range(len(truth.names)) if (place := truth.place(ball, at_s)) is not None]
    return np.array(there).reshape(-1, 2)


def judged(proposed: Proposed, there: Array, kit: Kit) -> Shown:
    """Return what was pointed at in a picture with what is true of it."""
    away = np.linalg.norm(proposed.places[:, None] - there[None], axis=2).min(axis=1, initial=np.inf)
    return Shown(
        proposed=proposed, packed=is_packed(proposed, BESIDE * kit.touching_mm), away=away / kit.ball_radius_mm
    )


def together(found: Sequence[Shown]) -> Shown:
    """Return all that was pointed at as one."""
    parts = [one.proposed for one in found]
    whole = Proposed(
        score=np.concatenate([p.score for p in parts]), held=np.concatenate([p.held for p in parts]),
        source=np.concatenate([p.source for p in parts]), places=np.concatenate([p.places for p in parts]),
        contrasts=np.concatenate([p.contrasts for p in parts]),
    )  # fmt: skip
    return Shown(
        proposed=whole, packed=np.concatenate([one.packed for one in found]),
        away=np.concatenate([one.away for one in found]),
    )  # fmt: skip


def lost(seen: Shown, by: Sureness) -> float:
    """Return minus the sum of the logarithms of what came true, in nats."""
    odds = log_odds(seen.proposed, seen.packed, by)
    return float(np.logaddexp(0.0, np.where(seen.is_ball, -odds, odds))[seen.counts].sum())


def mistakes(seen: Shown, by: Sureness) -> str:
    """Return how often what is no ball is believed, and a ball is not, by where it was proposed."""
    odds = log_odds(seen.proposed, seen.packed, by)

    def told() -> Iterator[str]:
        for name, source in (("pointed at", POINTED), ("again", AGAIN), ("guessed", GUESSED)):
            own = (seen.proposed.source == source) & seen.counts
            believed, missed = own & ~seen.is_ball & (odds > 0), own & seen.is_ball & (odds < 0)
            yield f"{name}: {believed.sum()} of {(own & ~seen.is_ball).sum()} believed wrongly, {missed.sum()} of " + (
                f"{(own & seen.is_ball).sum()} not believed"
            )

    return "; ".join(told())


def shipped_but(names: Sequence[str]) -> Sureness:
    """Return the parameters that ship, but for some of these names, which are to be fitted anew."""
    return replace(sureness(), **{name: getattr(GUESS, name) for name in names})


def fitted(whole: Shown, start: Sureness = GUESS, names: Sequence[str] = FITTED) -> Sureness:
    """Return the parameters under which what was true was likeliest; those not of these names as they start."""
    guess = np.array([getattr(start, name) for name in names])

    def made(at: Array) -> Sureness:
        return replace(start, **dict(zip(names, at.tolist(), strict=True)))

    def nats(at: Array) -> float:
        return lost(whole, made(at)) + float(np.sum(((at - guess) / PRIOR_SD) ** 2)) / 2

    return made(minimize(nats, guess, method="L-BFGS-B").x)


def written(by: Sureness, count: int, command: str) -> str:
    """Return the file of parameters."""
    about = "Written by a command, not by hand; base, score and outline are held (`HELD` of bench.fit_sureness)."
    return "\n".join([*head(command, f"proposals = {count}", about), *table("sureness", by)])


if __name__ == "__main__":
    sys.exit(main())
