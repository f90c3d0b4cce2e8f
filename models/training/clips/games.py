"""The sample clips of games that players play and the law leads (`models.training.frames`): no stories of ours."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from models.training.frames.film import write_frame
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.frames.truth import sides
from models.training.frames.views import shoot_for
from models.training.painter.cameras import SIZE

RATE = 25
PAUSE_S = (2.2, 3.2)
"""Shorter than in a game that is measured: a sample is soon seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """Some strokes of a game, by which of all games it is."""

    name: str
    rules: str
    seed: int
    view: str
    strokes: int
    reds: int | None = None
    """Pucks of each player that lie on the board as it begins; None: the game begins."""


EXCERPTS: Final = (
    Excerpt(name="0007-billiards", rules="billiards-2024", seed=2111, view="baulk", strokes=5),
    Excerpt(name="0008-novuss", rules="novuss-2015", seed=2127, view="high", strokes=3, reds=3),
)
"""The first strokes of a game of billiards, two cannons and a hazard among them; and the end of a set of novuss."""


def write_excerpt(one: Excerpt, out: Path) -> None:
    """Film the strokes of an excerpt."""
    game = game_of(one.rules)
    frame = play_frame(game, game.kit, one.seed, reds=one.reds, most=one.strokes, pause_s=PAUSE_S)
    players = tuple(name for side in sides(frame) for name in side)
    write_frame(frame, shoot_for(frame.kit, one.seed, one.view, players, RATE, SIZE), out / one.name)
