"""How people play: every number is the share of the strokes, or of the chances, in which something is done.

None of it was counted in a hall: the shares are set so that a frame of twenty strokes has about one foul in two frames
out of three, as club frames have, and a miss is put back more often than not. What no camera can show, and only a voice
could tell, is left out unless it is asked for (`unsaid`).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """The frequencies of one company of players."""

    least_skill: float = 0.35
    most_skill: float = 0.85
    """Between these lies how often a player pots what he plays at; two players are drawn apart from each other."""
    goes_for_it: float = 0.8
    """A pot is played for; else safety."""
    wrong_first: float = 0.015
    """Of strokes without a pot: another ball than the one on is met first."""
    misses_all: float = 0.015
    in_off: float = 0.02
    foul_pot: float = 0.008
    """Of strokes that meet the ball on first: a ball not on falls too."""
    two_reds: float = 0.01
    """Two reds met at once; as often two fall."""
    two_kinds: float = 0.003
    """Two balls of unlike colour met at once."""
    off_table: float = 0.002
    uses_free_ball: float = 0.85
    puts_back: float = 0.6
    """After a miss: the balls are put back."""
    plays_again: float = 0.02
    """After a foul: the offender is asked to play again."""
    is_miss: float = 0.5
    """A failure that the book leaves to the referee is called a miss."""
    concedes: float = 0.2
    """A player who needs penalties, at the beginning of his turn."""
    unsaid: float = 0.0
    """With a colour nominated: of the fouls that only the nomination tells the price of, how many may happen."""


HABITS = Habits()
