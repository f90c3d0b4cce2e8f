"""The folder of a clip: the recording, and all that is true of it."""

import json
from pathlib import Path

from models.training.clips.film import Eye, film
from models.training.clips.takes import Take
from models.training.clips.truth import truth_of


def write_clip(take: Take, folder: Path, *, quiet: bool = False, eye: Eye | None = None) -> None:
    """Film a take, as `eye` sees it or as the painter does.

    Writes `clip.mp4`, `truth.json`, `calibration.json` and `strokes.jsonl`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    camera, times, visible = film(take, folder / "clip.mp4", quiet=quiet, eye=eye)
    truth = truth_of(take, camera, times, visible)
    (folder / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", "utf-8")
    (folder / "calibration.json").write_text(json.dumps(truth["calibration"], indent=1) + "\n", "utf-8")
    lines = [json.dumps(line) for line in truth["strokes"]]
    (folder / "strokes.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
