"""The demo says of its clip what is true of it."""

import json

import pytest

from bench.samples import told_of
from tracker.cli.commands.demo import SAMPLES, clip_of
from tracker.cli.options import parser


@pytest.mark.parametrize("game", SAMPLES)
def test_the_demo_begins_as_the_clip_does(game: str) -> None:
    sample = SAMPLES[game]
    truth = json.loads((clip_of(sample).parent / "truth.json").read_text("utf-8"))
    assert list(sample.begins) == told_of(truth)
    parser().parse_args(["track", "clip.mp4", *sample.begins])


@pytest.mark.parametrize("game", SAMPLES)
def test_each_game_that_has_a_clip_can_be_asked_for(game: str) -> None:
    assert parser().parse_args(["demo", "--game", game]).game == game
