"""What the editions of the snooker book agree on, apart from their clauses: one number or switch for each difference.

A position carries the terms that it is played on, so that the law can ask them anywhere. The defaults are those of the
WPBSA book of 2022; every other edition names what it changes. The ids are those of the catalogue (`ED-nn`).
"""

from dataclasses import dataclass

from tracker.domain.time import SECOND_US


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """A match against the clock, and how long a player may take for a stroke (SHO-1, SHO-3)."""

    match_us: int = 600 * SECOND_US
    half_us: int = 300 * SECOND_US
    """From here on the second limit holds for a shot clock that is started."""
    first_us: int = 15 * SECOND_US
    second_us: int = 10 * SECOND_US


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The numbers and switches in which editions differ."""

    reds: int = 15
    """Reds that a frame starts with (ED-50, SIX-3.19)."""
    most_misses: int | None = None
    """Misses in a row after which the balls go back no more, a Warning coming one earlier; None: no end (SIX-3.19)."""
    black_award: bool = True
    """A non-striker who leads by more than seven with only the black left is awarded the frame (ED-03)."""
    penalties: bool = True
    """A breach by the other side is a PENALTY, which leaves the turn alone; else it goes unpunished (ED-09, ED-17)."""
    any_game_out_of_turn: bool = False
    """A stroke by the other side is a foul of that side, as with four players, and is no PENALTY (ED-34)."""
    restores_before_stroke: bool = True
    """After a foul before the stroke all balls may be put back (ED-30)."""
    replaces_all: bool = True
    """After a miss every ball goes back, not the cue-ball alone (ED-42)."""
    curved_cushions: bool = False
    """The curved face of a cushion, nearer than any ball, means that nobody is snookered (ED-12)."""
    touching_is_full: bool = True
    """Of a miss: touching a ball that could be on counts as having the whole of it in view (ED-43)."""
    award_needs_warning: bool = True
    """The third failure loses the frame only if the Warning was given (ED-43)."""
    warning_stays: bool = False
    """A foul before the stroke leaves a run of misses as it is, whatever is chosen then (ED-45)."""
    free_ball_on: bool = False
    """The ball on itself may be nominated as free ball, which changes nothing (ED-38)."""
    restarts_black: bool = True
    """A stalemate on the re-spotted black begins with the black again, not the frame (ED-48)."""
    warns_first: bool = True
    """Unsporting conduct brings a Warning before it loses the frame (ED-51)."""
    concession_rules: bool = True
    """Conceding too early is unsporting, so is a foul meant to need penalty points; balls may be moved to offer the
    frame (ED-54, SNK-4.2.b–d)."""
    defects_stand: bool = True
    """A ball that a defect of the table moves stays, unless it was just spotted (ED-46)."""
    foul_ends_in_hand: bool = False
    """A foul while the cue-ball lies on the table ends its being in hand (ED-07, ED-31)."""
    forfeits_always: bool = False
    """A forfeited frame costs its points also where aggregate points do not decide (ED-53)."""
    asks_to_declare: bool = True
    """With a touching ball after a red the striker is asked to name his colour (ED-28)."""
    consulting_seven: bool = True
    """Touching a ball while balls are put back costs seven, not what a foul of the striker would (ED-44)."""
    unspotted_scores: bool = False
    """A colour scores although the next stroke came before it was back on its spot (ED-16)."""
    lifted_is_off: bool = False
    """A ball in play that the striker picks up is forced off the table (ED-08)."""
    clocks: Clocks | None = None
    """The match clock and the shot clock (SHO-1 to SHO-3)."""
    blue_shootout: bool = False
    """A tie is settled with the blue, attempt by attempt, not with a re-spotted black (SHO-13, SHO-14)."""
    plays_again: bool = True
    """The offender may be asked to play again, and a foul may be a miss (SHO-15, SHO-19.i)."""


WPBSA = Terms()
"""The terms of 2022 and 2024."""
