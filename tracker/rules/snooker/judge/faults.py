"""The faults that officials can report without a stroke, each with its paragraph and what it leads to.

Source: Section 3 Rules 11, 15, 16, 18(e) and 20(b). The words are those of the case format.
"""

from dataclasses import dataclass
from typing import Final

from tracker.domain.frozen import replace


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRule:
    """How one fault is penalised: as the striker's foul before a stroke, and as the other side's penalty."""

    clause: str
    cite: str
    penalty_clause: str = ""
    """Empty: the other side cannot commit it."""
    penalty_cite: str = ""
    seven: bool = False
    on_only: bool = False
    """It costs the ball on, whatever ball it concerns."""
    may_restore: bool = False
    """The balls may be put back and the offender be made to play (SNK-3.10.i)."""
    moves: bool = False
    """It is a contact with a ball or a marker."""
    marker: bool = False
    """It concerns a device that marks a ball, penalised for either side in every edition (SNK-3.2.c.ii)."""
    on_purpose: bool = False
    picks_up: bool = False
    in_play: bool = False
    """The cue-ball is in play after it."""
    starts_frame: bool = False
    """It begins a frame that had not begun: the cue-ball was struck, or met by the tip (SNK-3.3.c, 3.5.b)."""
    partners_only: bool = False
    """The side at the table can commit it in four-handed play only."""


_CONTACT: Final = FaultRule(
    clause="SNK-3.11.b.vi", cite="3.11(b)(vi)", penalty_clause="SNK-3.11.e", penalty_cite="3.11(e)",
    may_restore=True, moves=True,
)  # fmt: skip
_ON_PURPOSE: Final = replace(_CONTACT, clause="SNK-3.16", cite="3.16", on_purpose=True)

FAULTS: Final = {
    "ball-touched": _CONTACT,
    "marker-touched": replace(_CONTACT, marker=True),
    "ball-moved": _ON_PURPOSE,
    "ball-picked-up": replace(_ON_PURPOSE, picks_up=True),
    "deliberate-foul": _ON_PURPOSE,
    "ball-off-table-used": FaultRule(
        clause="SNK-3.11.d.i", cite="3.11(d)(i)", penalty_clause="SNK-3.11.g.i", penalty_cite="3.11(g)(i)", seven=True
    ),
    "measured": FaultRule(
        clause="SNK-3.11.d.ii", cite="3.11(d)(ii)", penalty_clause="SNK-3.11.g.ii", penalty_cite="3.11(g)(ii)",
        seven=True,
    ),
    "no-declaration": FaultRule(clause="SNK-3.11.d.v", cite="3.11(d)(v)", seven=True),
    "wrong-cue-ball": FaultRule(clause="SNK-3.11.d.iv", cite="3.11(d)(iv)", seven=True),
    "outside-d": FaultRule(
        clause="SNK-3.11.a.v", cite="3.11(a)(v)", on_only=True, in_play=True, starts_frame=True
    ),
    "equipment-left": FaultRule(clause="SNK-3.11.b.viii", cite="3.11(b)(viii)"),
    "out-of-turn": FaultRule(
        clause="SNK-3.11.a.iv", cite="3.11(a)(iv)", penalty_clause="SNK-3.11.e", penalty_cite="3.11(e)", on_only=True,
        partners_only=True, starts_frame=True,
    ),
    "conferred": FaultRule(clause="SNK-3.11.a.xii", cite="3.11(a)(xii)", on_only=True, partners_only=True),
}  # fmt: skip
"""Faults for which somebody pays."""

DISTURBED: Final = {
    "outside-cause": ("SNK-3.15", "3.15"),
    "referee-moved": ("SNK-3.15.b", "3.15(b)"),
    "equipment-faulty": ("SNK-3.20.b", "3.20(b)"),
    "table-defect": ("SNK-3.15.a", "3.15(a)"),
    "placed-badly": ("SNK-3.5.a", "3.5(a)"),
}
"""What nobody pays for, with its paragraph: balls disturbed by others, a cue-ball not yet well placed in the D."""
