"""A stroke played through, by the physics of the pieces that a kit has: balls that roll, or discs that slide."""

from models.training.strokes import STEP_S, Played, Strike, play
from models.training.strokes.discs import play_discs
from tracker.domain.table.kit import Kit


def play_on(
    kit: Kit,
    pieces: tuple[tuple[str, tuple[float, float]], ...],
    strike: Strike,
    cue: str,
    least_step_s: float = STEP_S,
) -> Played:
    """Return what happens when the piece called `cue` among `pieces` (name, place in mm) is struck.

    Raises:
        ValueError: there is no such piece, or two overlap.
    """
    return (play_discs if kit.disc_mm else play)(kit, pieces, strike, cue, least_step_s)
