"""What officials tell the judge about a stroke of novuss, where no camera sees it or in place of what it would show."""

from dataclasses import dataclass

from tracker.rules.novuss.calls import Off

DIRECT, REBOUND = "direct", "rebound"
LIGHT, BLIND, CENTRE, OPPONENT, BOTH, NOTHING_HIT = (
    "own-light", "own-blind", "own-centre", "opponent", "own+opponent", "none",
)  # fmt: skip
"""What the striker may have met first."""

ON, IN, OUT, EQUAL = "on", "pocketed", "off", "equal"
"""Where the largest part of a broken puck came to rest; `equal`: the parts are of one size and both on the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenPiece:
    """A puck or the striker broke: where its largest part (of the striker: any part) is."""

    ball: str
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """None everywhere means that nobody said so; the judge then looks at the places, or asks."""

    kind: str | None = None
    first: str | None = None
    far_edge: bool | None = None
    """The striker met the board opposite the player, before any dark puck."""
    backslide: bool | None = None
    """The returning striker slid over the player's own zone line."""
    moved: int | None = None
    """Pucks moved besides the one first touched."""
    blind_out: int | None = None
    """Own pucks that left the blind zone."""
    drove: str | None = None
    """Where an opponent's puck was driven: `blind` (its player's own zone), `centre` or `off`."""
    off: tuple[Off, ...] | None = None
    broken: BrokenPiece | None = None
    faults: tuple[str, ...] = ()
    """Faults in the stroke that an official reports, by the words of the case format."""
    intent: bool | None = None
    """The breach was meant."""
    by: tuple[int, int] | None = None
    """Side and player, where another than the striker played."""
    unseen: bool = False
    """The referee did not see what was wrong in it before the next stroke."""


NOTHING = Told()
"""No official has said anything."""
