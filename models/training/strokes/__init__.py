"""A stroke played on a drawn table (`balls`) or board (`discs`), with an exact log of what met what and when."""

from models.training.strokes.balls import DRAWN, play
from models.training.strokes.moving import STEP_S, Bounced, Fell, Met, Played, Strike

__all__ = ["DRAWN", "STEP_S", "Bounced", "Fell", "Met", "Played", "Strike", "play"]
