"""The film of a frame: painted picture by picture, where most stands still, and written as H.264 beside its truth."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
from rich.progress import track

from models.training.frames.patchwork import Patchwork
from models.training.frames.people import Cast, cast_of
from models.training.frames.timeline import Timeline, timeline_of
from models.training.frames.truth import pictures_of, truth_of
from models.training.frames.turns import Frame
from models.training.frames.views import Shoot
from models.training.painter import Painter, Painting
from models.training.painter.cameras import camera_at
from tracker.geometry.camera import Camera

QUALITY = {"preset": "veryfast", "threads": "1"}


def write_frame(frame: Frame, shoot: Shoot, folder: Path, *, quiet: bool = False) -> None:
    """Film a frame: `clip.mp4`, `truth.json`, `calibration.json` and `strokes.jsonl` in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    camera = camera_at(frame.kit, shoot.stand, shoot.size)
    timeline = timeline_of(frame)
    cast = cast_of(frame, shoot, camera, timeline.reaches)
    times = [i / shoot.rate for i in range(int(frame.lasts_s * shoot.rate))]
    visible = _film(shoot, camera, (timeline, cast), times, folder / "clip.mp4", quiet=quiet)
    pictures = pictures_of(timeline, times, visible)
    truth = truth_of(frame, folder.name, shoot.view, camera, shoot.rate, pictures)
    truth["frame"]["hidden"] = [
        {"from_s": round(one.from_s, 2), "to_s": round(one.to_s, 2), "pocket": one.pocket} for one in cast.passes
    ]
    (folder / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", "utf-8")
    (folder / "calibration.json").write_text(json.dumps(truth["calibration"], indent=1) + "\n", "utf-8")
    lines = [json.dumps(line) for line in truth["strokes"]]
    (folder / "strokes.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def _film(
    shoot: Shoot, camera: Camera, of: tuple[Timeline, Cast], times: list[float], path: Path, *, quiet: bool
) -> list[list[float]]:
    """Write the pictures, and return how much of each ball is seen in each."""
    visible = []
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        options = {**QUALITY, "crf": str(shoot.crf)}
        stream = container.add_stream("libx264", rate=Fraction(shoot.rate), options=options)
        stream.width, stream.height = camera.image_size
        stream.pix_fmt = "yuv420p"
        shown = track(paintings(shoot, camera, of, times), "drawing", len(times), disable=quiet)
        for seen, painting in shown:
            planes = np.asarray(cv2.cvtColor(painting.picture, cv2.COLOR_BGR2YUV_I420), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(planes, format="yuv420p")))
            visible.append(seen)
        container.mux(stream.encode())
    return visible


def paintings(
    shoot: Shoot, camera: Camera, of: tuple[Timeline, Cast], times: list[float]
) -> Iterator[tuple[list[float], Painting]]:
    """Give picture after picture, each with how much of every ball of the frame is seen in it, 0 to 1."""
    timeline, cast = of
    work = Patchwork(Painter(timeline.kit, camera, shoot.look))
    for number, t_s in enumerate(times):
        balls = timeline.drawn(t_s)
        gain = float(shoot.exposure.lines(t_s, 1)[0, 0, 0])
        painting = work.paint(balls, cast.limbs(t_s), number, gain)
        seen = [0.0] * len(timeline.names)
        for (ball, _), share in zip(balls, painting.visible, strict=True):
            seen[ball] = round(share, 2)
        yield seen, painting
