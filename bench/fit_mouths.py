"""Fit what the mouth of a pocket says of a ball that was lost there, on drawn frames, and write it into one file.

    python -m bench.fit_mouths [--first 1200] [--count 120] [--out runs/mouths] [--workers 2] [--write]

Frames are played and filmed from all stands, with players, cues and hands in view; of each only the pictures are
painted that are needed: some before each stroke after which a ball hangs in the jaws, or in which one fell, and some
after it. Of both is counted how often a mouth looks as before, other by a ball, or by more, where no other ball lies
near it before or after, as the program asks it (`incidents.explain.losses.mouths`); what is fitted is the logarithm of
how many times as often it does where a ball hangs. Every fourth frame is left out, and told beside. Seeds from 8000 on
are refused. A quarter of an hour on two cores.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bench.fitted import asked_of, head, kept_or_shown, made_once, parted, table
from bench.measured import ROOT
from bench.odds.drawn import between_jaws
from models.training.frames.film import paintings
from models.training.frames.games import game_of
from models.training.frames.people import cast_of
from models.training.frames.play import play_frame
from models.training.frames.timeline import Timeline, timeline_of
from models.training.frames.truth import sides
from models.training.frames.turns import Frame, Turn
from models.training.frames.views import STANDS, shoot_for
from models.training.painter.cameras import SIZE, camera_at
from tracker.geometry.mouths import MouthsLook, MouthsShown
from tracker.incidents.explain.losses.mouths import (
    BEFORE_RADII,
    COMES_TO_REST_US,
    FILE,
    LEAST_BALLS,
    MOST_BALLS,
    MouthOdds,
    balls_of,
)
from tracker.pipeline.live_window import KEPT_US, REST_US
from tracker.vision.surroundings.mouths import EVERY_US, MouthsLookout

Array = NDArray[np.float64]

TARGET = ROOT / "tracker" / "incidents" / FILE
MEASURING = 8000
"""Seeds from here on are for measuring."""
REDS, MOST_STROKES = (3, 2, 4, 6), 40
QUALITY = 70
"""What film does to pictures, JPEG of this quality does about: set by hand."""
WITHIN_S = 0.15
"""A film shows what was before a stroke up to so shortly before it."""
PRIOR = 0.5
"""So many more of each are taken for seen: what was never seen may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A ball that came to hang in the jaws of a pocket in a stroke, or fell into it."""

    hangs: bool
    pocket: int
    before_us: tuple[int, ...]
    """When the mouth is looked at before the stroke."""
    after_us: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """By how many balls' area a mouth looked other after a stroke."""

    hangs: bool
    balls: float


def events(frame: Frame, timeline: Timeline) -> Iterator[Event]:
    """Give the balls that came to hang or fell where no other ball lies near before or after."""
    for turn in frame.turns:
        for ball, came_s, pocket, hangs in ended(frame, timeline, turn):
            if is_alone(frame, timeline, turn, ball, pocket):
                since_us = round(came_s * 1e6) + COMES_TO_REST_US
                yield Event(
                    hangs=hangs, pocket=pocket,
                    before_us=looks_us(round(turn.at_s * 1e6) - KEPT_US, round((turn.at_s - WITHIN_S) * 1e6)),
                    after_us=looks_us(since_us, max(since_us, round(turn.rest_s * 1e6)) + REST_US),
                )  # fmt: skip


def looks_us(from_us: int, until_us: int) -> tuple[int, ...]:
    """Return when the program looks in a span of time."""
    return tuple(range(max(from_us, 0), until_us, EVERY_US))


def ended(frame: Frame, timeline: Timeline, turn: Turn) -> Iterator[tuple[int, float, int, bool]]:
    """Give each ball that fell in a stroke, or hangs between jaws: which, when (s), in which pocket, and whether so."""
    pockets = [pocket.name for pocket in frame.kit.pockets]
    for pot in turn.played.pots:
        yield turn.ids[pot.ball], turn.at_s + pot.at_s, pockets.index(pot.pocket), False
    fell = {turn.ids[pot.ball] for pot in turn.played.pots}
    falls = np.array([pocket.fall for pocket in frame.kit.pockets])
    for ball in sorted(set(turn.ids) - fell):
        lay, lies = timeline.place(ball, turn.at_s - WITHIN_S), timeline.place(ball, turn.rest_s)
        if lay is None or lies is None or np.hypot(*np.subtract(lay, lies)[:2]) < frame.kit.ball_radius_mm:
            continue
        if between_jaws(np.array(lies[:2]), frame.kit):
            nearest = int(np.argmin(np.hypot(*(falls - lies[:2]).T)))
            yield ball, came_to_rest_s(timeline, ball, turn), nearest, True


def came_to_rest_s(timeline: Timeline, ball: int, turn: Turn) -> float:
    """Return when a ball came to where it lies after a stroke."""
    times = np.arange(turn.at_s, turn.rest_s, 1 / 25)
    lies = np.array(timeline.place(ball, turn.rest_s))
    away = [np.hypot(*(np.array(timeline.place(ball, t_s) or lies) - lies)[:2]) for t_s in times.tolist()]
    return float(times[np.flatnonzero(np.array(away) > 1.0)[-1]])


def is_alone(frame: Frame, timeline: Timeline, turn: Turn, ball: int, pocket: int) -> bool:
    """Say whether no other ball lies near a hole before and after a stroke, nor the ball itself before it."""
    fall = np.array(frame.kit.pockets[pocket].fall)
    then = [(other, timeline.place(other, turn.at_s - WITHIN_S)) for other in range(len(frame.names))]
    now = [(other, timeline.place(other, turn.rest_s)) for other in range(len(frame.names)) if other != ball]
    return all(
        at is None or np.hypot(*(np.array(at[:2]) - fall)) > BEFORE_RADII * frame.kit.ball_radius_mm
        for _, at in (*then, *now)
    )


def changes(seed: int) -> list[Change]:
    """Return what became of the mouths in one drawn frame."""
    game = game_of("snooker-2024", four=False)
    frame = play_frame(game, game.kit, seed, reds=REDS[seed % len(REDS)], most=MOST_STROKES)
    view = list(STANDS)[seed // len(REDS) % len(STANDS)]
    shoot = shoot_for(frame.kit, seed, view, tuple(name for side in sides(frame) for name in side), 25, SIZE)
    camera, timeline = camera_at(frame.kit, shoot.stand, shoot.size), timeline_of(frame)
    found = list(events(frame, timeline))
    due_us = sorted({at_us for event in found for at_us in (*event.before_us, *event.after_us)})
    cast, lookout = cast_of(frame, shoot, camera, timeline.reaches), MouthsLookout(camera, frame.kit)
    looks: dict[int, MouthsLook] = {}
    shown = paintings(shoot, camera, (timeline, cast), [at_us / 1e6 for at_us in due_us])
    for at_us, (_, painting) in zip(due_us, shown, strict=True):
        _, packed = cv2.imencode(".jpg", painting.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        looks[at_us] = lookout.every(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), at_us)
    told = ((event, changed_places(event, looks)) for event in found)
    return [
        Change(hangs=event.hangs, balls=balls_of(places, frame.kit, "red"))
        for event, places in told
        if places is not None
    ]


def changed_places(event: Event, looks: dict[int, MouthsLook]) -> int | None:
    """Return how many places in the mouth of an event's pocket have changed; None: the camera does not show it."""
    own = MouthsShown.of([looks[at_us] for at_us in (*event.before_us, *event.after_us)])
    if not event.before_us or not event.after_us:
        return None
    return own.changed(event.pocket, event.before_us[-1] + 1, event.after_us[0] - 1)


def kept_changes(seed: int, out: Path) -> list[Change]:
    """Return what became of the mouths in one drawn frame, drawn once."""
    return made_once(out / f"{seed}.pickle", partial(changes, seed))


def counts(found: Sequence[Change], *, hangs: bool) -> tuple[int, int, int]:
    """Return how often a mouth looked as before, other by a ball, and by more, where a ball hangs or fell."""
    balls = np.array([one.balls for one in found if one.hangs == hangs])
    edges = (-1.0, LEAST_BALLS, MOST_BALLS, np.inf)
    same, ball, more = (int(np.count_nonzero((balls >= a) & (balls < b))) for a, b in pairwise(edges))
    return same, ball, more


def fitted(found: Sequence[Change]) -> MouthOdds:
    """Return the logarithms of how many times as often a mouth looks so where a ball hangs as where one fell."""
    hangs, fell = (np.array(counts(found, hangs=h)) + PRIOR for h in (True, False))
    same, ball, more = (log(a / b) for a, b in zip(hangs / hangs.sum(), fell / fell.sum(), strict=True))
    return MouthOdds(same=same, ball=ball, more=more)


def lines(name: str, found: Sequence[Change]) -> Iterator[str]:
    """Give what was counted."""
    for hangs in (True, False):
        same, ball, more = counts(found, hangs=hangs)
        what = "hangs there" if hangs else "fell there"
        yield f"{name}, a ball {what}: the mouth looks as before {same}, other by a ball {ball}, by more {more}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what is not drawn yet, fit, say how it holds on frames left out, and with --write keep the parameters."""
    options = asked_of("Fit what the mouths of pockets tell.", ROOT / "runs" / "mouths")
    options.add_argument("--first", type=int, default=1200)
    options.add_argument("--count", type=int, default=120)
    asked = options.parse_args(arguments)
    if asked.first + asked.count > MEASURING:
        print(f"seeds from {MEASURING} on are for measuring", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    with ProcessPoolExecutor(asked.workers) as pool:
        made = partial(kept_changes, out=asked.out)
        drawn = pool.map(made, range(asked.first, asked.first + asked.count))
        films = list(track(drawn, "frames", total=asked.count, transient=True))
    fitting, apart = ([one for film in part for one in film] for part in parted(films))
    by = fitted(fitting)
    for line in (*lines("fitted on", fitting), *lines("left out", apart)):
        print(line)
    about = (
        "Written by a command, not by hand: what the mouth of a pocket says of a ball that was lost there\n"
        "# (tracker/incidents/explain/losses/mouths.py)."
    )
    size = f"falls = {{ hang = {sum(one.hangs for one in fitting)}, fell = {sum(not one.hangs for one in fitting)} }}"
    text = "\n".join([*head("python -m bench.fit_mouths --write", size, about), *table("mouths", by)])
    kept_or_shown(text, TARGET, write=asked.write)
    return 0


if __name__ == "__main__":
    from bench.fit_mouths import main as imported

    sys.exit(imported())  # what is pickled must not be called __main__
