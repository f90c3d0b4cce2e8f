"""What balls, cloth and cushions do: the numbers of the game's physics, in one place, with their sources.

They are means of what was measured on tables; how far a given cloth differs is said beside each, and whoever uses
one allows for that.
"""

from typing import Final

GRAVITY_MM_S2: Final = 9_810.0
ROLLING: Final = 0.0117
"""Friction of a ball that rolls: 0.01 (Marlow, The Physics of Pocket Billiards, 1995) to 0.0125 (pooltool's table)."""
ROLLING_SD: Final = 0.2
"""How far one cloth differs from another, as a share (1 sigma): heavy in a club, fast on television."""
SLIDING: Final = 0.2
"""Friction of a ball that slides (Marlow 1995; Alciatore, The Illustrated Principles of Pool and Billiards, 2004)."""
KEPT_BY_CUSHION: Final = 0.85
"""Share of its speed across a cushion that a ball keeps; less the faster it comes, 0.98 to 0.7 (Mathavan, Jackson,
Parkin, A theoretical analysis of billiard ball dynamics under cushion impacts, Proc. IMechE C 224, 2010)."""
KEPT_BY_BALLS: Final = 0.95
"""Share of their closing speed at which two balls part, along the line of centres: 0.92 to 0.98 (Marlow; Alciatore)."""
GIVEN: Final = (1 + KEPT_BY_BALLS) / 2
"""Share of its speed along the line of centres that a ball gives to one of its mass that lies still."""
ROLLS_AT: Final = 5 / 7
"""Share of its speed that a ball set sliding without turning has left when it rolls."""
ROLLING_MM_S2: Final = ROLLING * GRAVITY_MM_S2
SLIDING_MM_S2: Final = SLIDING * GRAVITY_MM_S2
CONFINED_MM: Final = 10.0
"""A ball that keeps within so much of a place over `CONFINED_S` lies still at the end: in that time one that rolls gets
farther, a t² / 2 = 34 mm on the fastest cloth."""
CONFINED_S: Final = 1.0
SETTLED_MM: Final = 3.5
"""From the first half of that time to the second it goes no farther if it lay still before the second: a (t / 4)² / 2,
at the middle of the first half."""
