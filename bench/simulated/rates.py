"""How often eyes err, per chance to err, as far as it was measured; what was not is said to be assumed."""

from dataclasses import dataclass, fields, replace
from typing import Final

ASKED_MOST: Final = 0.9
"""No share is multiplied beyond this."""
HELD: Final = ("first_near", "striker_log_odds", "place_mm")
"""What is no share of errors, and stays as it is where those are multiplied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Shares of the chances at which something goes wrong, and how exact places are."""

    first_asked: float
    """Strokes whose first contact is told less surely than 9 in 10. `bench.simulated.counted`, 64 films: frames of
    seeds 6909 to 6924, 8401 to 8422 and 8601 to 8614, and games of billiards to 100, 7221 and 8321 to 8332: 15 of
    2742."""
    first_near: float
    """Of the others, those told with a rival beside them, which are nearly all: eyes do not say more than 995 in 1000.
    Counted on the same: 2727 of 2727, as sure as `questions.SAID` has it."""
    first_wrong: float
    """Of the same, those told wrong. Counted on the same: 5 of 2727."""
    pot_unclear: float
    """Pots that were lost to view, so that the ball may as well have hidden. Counted on the same: 43 of 1168 were told
    less likely to have fallen than not (13 of 596 at snooker), and of honest odds (`questions.leaning`) a quarter are:
    172 of 1168."""
    hidden: float
    """Strokes in which a ball that stays on the table hides and may have been potted. Counted on the same: 2 of 2742
    told a pot that was none, and of honest odds a quarter do: 8 of 2742."""
    colour_unclear: float
    """Strokes in which the colour of the ball met first, or potted, is between two. docs/MEASURED.md, bench.real: 17 of
    223 balls in overhead stills, 17 of 297 under violet light (issue 18), 0 of 565 balls in drawn clips: 1 in 100."""
    second_unclear: float
    """Cannons whose second contact may not have been one. Counted on the games 8321 to 8332: 2 of 132 were not told,
    and of honest odds a quarter are: 8 of 132."""
    second_false: float
    """Strokes with one contact that may have had a second. Counted on games of billiards (7201 to 7212, 7221 and 8321
    to 8332): 1 of 1449 was told one, and of honest odds a quarter are: 4 of 1449."""
    ball_missed: float
    """Balls at rest that are not seen. bench.real: 16 of 239 in overhead stills, all but one in heaps at pockets;
    bench.touching: 29 of 880 in clusters; bench.samples: 1 of 33,000 in drawn clips: 1 in 200."""
    ball_extra: float
    """Balls seen where none is, for every ball at rest. bench.samples: 79 of 33,000."""
    ball_recoloured: float
    """Balls at rest that are taken for another: none of 565 in drawn clips, 17 of 223 in overhead stills: 1 in 300."""
    before_unseen: float
    """Strokes before which the balls at rest were not seen, for somebody stood before the camera. Assumed."""
    stroke_lost: float
    """Strokes that were not told at all. Counted on the same: 1 of 2743."""
    hand_seen: float
    """Pauses between strokes in which a hand moved balls and a stroke is told, or may have been. Counted on the same:
    3 of 2743."""
    hand_asked: float
    """True strokes that may have been a hand. As odds are honest, about as many as of those."""
    striker_unseen: float
    """Strokes of which nothing says who played. Counted on the same: 40 of 2758."""
    striker_log_odds: tuple[float, float]
    """Between these lie the log-odds of who played, where something says it, right as often as they say. Assumed."""
    place_mm: float
    """Error of a place (1 sigma along each axis). bench.incidents: mean distance 1.44 mm over all cameras, 2.25 mm from
    a corner at 720 lines, which is 1.8 mm along an axis."""

    def times(self, factor: float) -> "Rates":
        """Return these shares so many times over; how exact places are, and what odds are told, stays."""
        shares = (one.name for one in fields(self) if one.name not in HELD)
        return replace(self, **{name: min(ASKED_MOST, factor * getattr(self, name)) for name in shares})


MEASURED: Final = Rates(
    first_asked=0.0055, first_near=1.0, first_wrong=0.0018, pot_unclear=0.147, hidden=0.003, colour_unclear=0.01,
    second_unclear=0.061, second_false=0.0028, ball_missed=0.005, ball_extra=0.0024, ball_recoloured=0.003,
    before_unseen=0.1, stroke_lost=0.0004, hand_seen=0.0011, hand_asked=0.001, striker_unseen=0.0145,
    striker_log_odds=(2.0, 4.0), place_mm=1.8,
)  # fmt: skip

PERFECT: Final = Rates(
    first_asked=0, first_near=0, first_wrong=0, pot_unclear=0, hidden=0, colour_unclear=0, second_unclear=0,
    second_false=0, ball_missed=0, ball_extra=0, ball_recoloured=0, before_unseen=0, stroke_lost=0, hand_seen=0,
    hand_asked=0, striker_unseen=0, striker_log_odds=(50.0, 50.0), place_mm=0.0,
)  # fmt: skip
"""Eyes that see everything, who played among it."""
