"""The demo says of its clip what is true of it."""

import json

from tracker.cli.commands.demo import BEGINS, sample_clip
from tracker.cli.options import parser


def test_the_demo_begins_as_the_clip_does() -> None:
    truth = json.loads((sample_clip().parent / "truth.json").read_text("utf-8"))["apply"]
    given = parser().parse_args(["track", "clip.mp4", *BEGINS])
    assert {"on": given.on, "score": given.score} == truth
