"""The sample clip of a game that players play and the law leads (`models.training.frames`): not a story of ours."""

from pathlib import Path

from models.training.frames.film import write_frame
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.frames.truth import sides
from models.training.frames.views import shoot_for
from models.training.painter.cameras import SIZE

BILLIARDS = "0007-billiards"
SEED, STROKES, RATE = 2111, 5, 25
PAUSE_S = (2.2, 3.2)
"""Shorter than in a game that is measured: a sample is soon seen."""


def write_billiards(out: Path) -> None:
    """Film the first strokes of a game of billiards, two cannons and a hazard among them."""
    game = game_of("billiards-2024")
    frame = play_frame(game, game.kit, SEED, reds=None, most=STROKES, pause_s=PAUSE_S)
    players = tuple(name for side in sides(frame) for name in side)
    write_frame(frame, shoot_for(frame.kit, SEED, "baulk", players, RATE, SIZE), out / BILLIARDS)
