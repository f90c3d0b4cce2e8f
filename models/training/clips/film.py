"""Paint a story picture by picture and write it as H.264."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.training.clips.actors import limbs_at
from models.training.clips.story import drawn
from models.training.clips.takes import Take
from models.training.painter import Painter
from models.training.painter.cameras import camera_at
from tracker.geometry.camera import Camera

QUALITY = {"preset": "medium", "threads": "1"}


Eye = Callable[[Painter, Take, float, int], tuple[NDArray[np.uint8], list[float]]]
"""Gives the picture of a take at a moment, under a number, and how much of each of the story's balls is seen in it."""


def film(
    take: Take, path: Path, *, quiet: bool = False, eye: Eye | None = None
) -> tuple[Camera, list[float], list[list[float]]]:
    """Write the clip as `eye` sees it, or as the painter does.

    Returns its camera, the time of every picture (s) and how much of each ball is seen in it.
    """
    camera = camera_at(take.story.kit, take.stand, take.size)
    painter = Painter(take.story.kit, camera, take.look)
    times = [i / take.rate for i in range(int(take.story.lasts_s * take.rate))]
    visible = []
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=Fraction(take.rate), options={**QUALITY, "crf": str(take.crf)})
        stream.width, stream.height = camera.image_size
        stream.pix_fmt = "yuv420p"
        for i in track(range(len(times)), description=take.name, disable=quiet):
            picture, seen = (eye or painted_at)(painter, take, times[i], i)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
            visible.append(seen)
        container.mux(stream.encode())
    return camera, times, visible


def painted_at(painter: Painter, take: Take, t_s: float, seed: int) -> tuple[NDArray[np.uint8], list[float]]:
    """Return the picture at a moment and how much of each of the story's balls is seen, 0 to 1."""
    shown = drawn(take.story, t_s)
    gain = take.exposure.lines(t_s, take.size[1])
    painting = painter.paint(tuple(ball for _, ball in shown), limbs_at(take.story, t_s), seed, gain)
    seen = [0.0] * len(take.story.balls)
    for (ball, _), share in zip(shown, painting.visible, strict=True):
        seen[ball] = round(share, 2)
    return painting.picture, seen
