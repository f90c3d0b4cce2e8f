"""What two pieces of a table do as one runs into the other, by their sizes and masses: balls are alike, discs are not.

Both push each other along the line of centres alone (`collide`, `sliding`), each changing its speed as the other's mass
is to its own.
"""

from dataclasses import dataclass

from tracker.domain.table.kit import Kit
from tracker.physics.collide import GIVEN
from tracker.physics.sliding import mass_of
from tracker.physics.surfaces import BOARD, Surfaces


def given_to(kit: Kit, by: str, to: str, on: Surfaces = BOARD) -> float:
    """Return the share of its speed along the line of centres that a piece gives to one at rest.

    `on`: the board that flat discs slide on.
    """
    if not kit.disc_mm:
        return GIVEN
    one, other = mass_of(kit, by), mass_of(kit, to)
    return (1 + on.balls) * one / (one + other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collision:
    """What two pieces of some kinds do as one runs into the other, which lies still."""

    apart_mm: float
    """The distance between their centres."""
    given: float
    """The usual share of its speed along the line of centres that the mover gives."""
    lost: float
    """What the mover loses of its speed for what it gives: 1 where both are of one mass."""


def collision_of(kit: Kit, mover: str, met: str) -> Collision:
    """Return what two pieces of a table do, by their sizes and masses."""
    given = given_to(kit, mover, met)
    return Collision(apart_mm=kit.apart_mm(mover, met), given=given, lost=given_to(kit, met, mover) / given)
