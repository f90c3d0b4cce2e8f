"""Draw a few strokes as Cycles sees them, to prove that the painter's figures carry over: `make truth-photoreal`.

    python -m models.training.truth.photoreal [--only thin-cuts] [--samples 8] [--out runs/photoreal]

Of each kind of stroke the shortest of those held out, at 1280 x 720 and by a straight lens, once as Cycles sees it and,
in the folder `painted`, once as our painter does: `bench.photoreal` holds them side by side. Of a picture only that is
drawn which differs from the one before; the noise of the sensor is fresh in all. Each picture is kept beside the clip
until the clip is whole, so the work may be stopped at any time and goes on where it was. `--count` says how many
pictures each clip needs, no more.
"""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.clips.actors import limbs_at
from models.training.clips.film import Eye, painted_at
from models.training.clips.folder import write_clip
from models.training.clips.story import place_of
from models.training.clips.takes import Take
from models.training.painter import Painter
from models.training.painter.cameras import SIZE, camera_at
from models.training.painter.electronics import developed
from models.training.truth.changes import Box, Lit, Seen, changed
from models.training.truth.naming import is_held_out
from models.training.truth.solids import limb_solids
from models.training.truth.strata import STRATA, Stratum
from models.training.truth.studio import SAMPLES, Studio
from models.training.truth.takes import take_of
from tracker.geometry.camera import Camera

OUT = Path(__file__).parents[3] / "runs" / "photoreal"
PAINTED = "painted"
"""Folder of the same strokes by our painter."""
AMONG = 12
"""The first so many strokes of a kind of stroke are those that it is chosen from."""

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Darkroom:
    """Where the pictures of one clip are drawn and kept."""

    studio: Studio
    camera: Camera
    folder: Path
    shown: tuple[Seen, ...]
    """What each picture shows."""
    same_as: tuple[int, ...]
    """For each picture the first one that shows the same."""

    def picture(self, number: int) -> Image:
        """Return a picture, drawn now or before: the first one whole, of others what differs from the one before."""
        number = self.same_as[number]
        file = self.folder / f"{number:05d}.png"
        if not file.is_file():
            unfinished = file.with_suffix(".part.png")
            cv2.imwrite(str(unfinished), self._drawn(number))
            unfinished.rename(file)
        return np.asarray(cv2.imread(str(file)), np.uint8)

    def _drawn(self, number: int) -> Image:
        width, height = self.camera.image_size
        whole, seen = number == 0, self.shown[number]
        picture = np.zeros((height, width, 3), np.uint8) if whole else self.picture(number - 1)
        parts = (Box(0, 0, width, height),) if whole else changed(self.camera, self.shown[number - 1], seen)
        people = [solid for limb in seen.limbs for solid in limb_solids(limb)]
        for part, drawn in zip(parts, self.studio.take(seen.balls, people, parts, number), strict=True):
            picture[part.y0 : part.y1, part.x0 : part.x1] = drawn
        return picture


def seen_at(take: Take, t_s: float) -> Seen:
    """Return the balls and people in view at a moment; places to a tenth of a mm, so that rest is rest."""
    half = take.look.shutter_s / 2
    balls = []
    for ball, (name, _) in enumerate(take.story.balls):
        places = [place_of(take.story, ball, t_s + off) for off in (-half, 0.0, half)]
        known = tuple((round(p[0], 1), round(p[1], 1), round(p[2], 1)) for p in places if p is not None)
        if len(known) == len(places):
            balls.append(Lit(ball=name, places_mm=known))
    return Seen(tuple(balls), limbs_at(take.story, t_s))


def shown_in(take: Take) -> tuple[Seen, ...]:
    """Return what each picture of a take shows."""
    return tuple(seen_at(take, i / take.rate) for i in range(int(take.story.lasts_s * take.rate)))


def firsts(shown: Sequence[Seen]) -> tuple[int, ...]:
    """Return for each picture the first one that shows the same."""
    first: dict[Seen, int] = {}
    return tuple(first.setdefault(seen, i) for i, seen in enumerate(shown))


def shortest(stratum: Stratum) -> Take:
    """Return, of the strokes held out of a kind, the one that needs the fewest pictures, seen by a straight lens."""
    held_out = [take_of(stratum, number, SIZE) for number in range(AMONG) if is_held_out(number)]
    take = min(held_out, key=lambda take: len(set(shown_in(take))))
    return replace(take, stand=replace(take.stand, k1=0.0))


def draw(take: Take, out: Path, samples: int) -> None:
    """Draw what is to be drawn of a take, and write its folder."""
    kept = out / f".{take.name}-pictures"
    kept.mkdir(parents=True, exist_ok=True)
    kit, shown = take.story.kit, shown_in(take)
    camera = camera_at(kit, take.stand, take.size)
    studio = Studio(kit, camera, take.look, samples)
    room = Darkroom(studio=studio, camera=camera, folder=kept, shown=shown, same_as=firsts(shown))
    drawn = replace(take.look, gains=(1.0, 1.0, 1.0))

    def eye(painter: Painter, of: Take, t_s: float, number: int) -> tuple[Image, list[float]]:
        """Return Cycles' picture with our sensor's blur and noise, and what the painter says is in view."""
        light = room.picture(number).astype(np.float32)
        gain = of.exposure.lines(t_s, of.size[1])
        return developed(light * gain, drawn, number), painted_at(painter, of, t_s, number)[1]

    _write(take, out, eye)
    shutil.rmtree(kept)


def _write(take: Take, out: Path, eye: Eye | None = None) -> None:
    """Write the folder of a take, which comes to its name when it is whole."""
    unfinished = out / f".{take.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    write_clip(take, unfinished, quiet=True, eye=eye)
    unfinished.rename(out / take.name)


def main() -> int:
    """Draw what is asked for and not there yet."""
    asked = _options()
    (asked.out / PAINTED).mkdir(parents=True, exist_ok=True)
    for take in _takes(asked.only):
        shown = shown_in(take)
        print(f"{take.name}: {len(set(shown))} of {len(shown)} pictures to draw", flush=True)
        if asked.count:
            continue
        if not (asked.out / PAINTED / take.name).is_dir():
            _write(take, asked.out / PAINTED)
        if not (asked.out / take.name).is_dir():
            began_s = time.monotonic()
            draw(take, asked.out, asked.samples)
            print(f"{take.name}: {time.monotonic() - began_s:.0f} s", flush=True)
    return 0


def _takes(only: str) -> Iterator[Take]:
    return (shortest(stratum) for stratum in STRATA if stratum.name.startswith(only))


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", default="", metavar="STRATUM", help="beginning of a stratum's name")
    options.add_argument(
        "--samples", type=int, default=SAMPLES, help=f"light paths for each pixel (default: {SAMPLES})"
    )
    options.add_argument("--count", action="store_true", help="only say how many pictures there are to draw")
    options.add_argument("--out", type=Path, default=OUT)
    return options.parse_args()


if __name__ == "__main__":
    os.nice(10)
    sys.exit(main())
