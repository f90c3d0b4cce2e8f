"""What balls, cloth and cushions do: each quantity once, with its unit, its source, and how far tables differ in it.

The values are means of what was measured on tables; a spread (`_SD`) is 1 sigma between tables, from ball to ball and
with what simple equations leave out. `surfaces` puts the means together as one table.

Sources: Coriolis, Théorie mathématique des effets du jeu de billard (1835); Marlow, The Physics of Pocket Billiards
(1995); Alciatore, The Illustrated Principles of Pool and Billiards (2004); Mathavan, Jackson, Parkin, A theoretical
analysis of billiard ball dynamics under cushion impacts (Proc. IMechE C 224, 2010).
"""

from typing import Final

GRAVITY_MM_S2: Final = 9_810.0

ROLLING: Final = 0.0117
"""Friction of a ball that rolls, no unit: 0.01 (Marlow) to 0.0125 (pooltool's table)."""
ROLLING_SD: Final = 0.2
"""How far one cloth differs from another, as a share (1 sigma): heavy in a club, fast on television."""
SLIDING: Final = 0.2
"""Friction of a ball that slides, no unit (Marlow; Alciatore)."""
ROLLING_MM_S2: Final = ROLLING * GRAVITY_MM_S2
SLIDING_MM_S2: Final = SLIDING * GRAVITY_MM_S2
ROLLS_AT: Final = 5 / 7
"""Share of its speed that a ball set sliding without spin has left when it rolls (Coriolis)."""
SPIN_PER_SLID: Final = 5 / 2
"""What a ball gains in spin (mm/s at its surface) for each mm/s that sliding takes of its speed: that of a full
sphere, m r² over its moment of inertia (Coriolis)."""

BALLS, BALLS_SD = 0.95, 0.04
"""Restitution of two balls: the share of their closing speed at which they part, along the line of centres. 0.92 to
0.98 (Marlow; Alciatore); the spread is wider, for what the balls' friction takes from that line is in it."""
CUSHIONS, CUSHIONS_SD = 0.75, 0.1
"""Restitution of a cushion: the share of its speed across the face that a ball keeps, before the cloth has slowed it.
Less the faster it comes, 0.98 to 0.7 (Mathavan, Jackson, Parkin); pooltool's cushions keep 0.63 to 0.73. Taken from
between them; of 0.75 and 0.8 one sample clip spoke for this (docs/adr/0024), and no more was measured."""
GRIP, GRIP_SD = 0.9, 0.08
"""Share of its speed along a cushion's face that a ball keeps: 1 less what friction with the nose takes, from nothing
to 2/7, where it grips a ball that does not spin, as cloth does. Pooltool's cushions leave a rolling ball 0.66 to 0.84:
which is right is not settled (docs/adr/0024)."""
SPIN_KEPT, SPIN_KEPT_MOST = 0.0, 0.6
"""Share of its spin towards a cushion that a ball keeps; the nose's friction may leave as much, or spin it the other
way by as much: so far from the mean, all alike likely, for want of a measurement."""
BED: Final = 0.5
"""Restitution of ball and bed: the share of its speed downward with which a ball hops (on slate: Alciatore)."""
LEAST_HOP_MM_S: Final = 80.0
"""A ball that would hop more slowly stays on the bed: by v² / 2g it would rise a third of a millimetre."""

SLIDING_DISC, SLIDING_DISC_SD = 0.12, 0.04
"""Friction of a wooden disc on a varnished board with powder, no unit. Wood on dry wood is 0.25 to 0.5, on waxed or
powdered wood 0.04 to 0.2 (engineering tables, as in Bowden and Tabor, The Friction and Lubrication of Solids, 1950): a
guess between them, for nobody has measured a novuss board."""
DISCS: Final = 0.8
"""Restitution of two wooden discs, along the line of centres. Hard wood on hard wood is about 0.6 to 0.85 (Goldsmith,
Impact, 1960, has 0.5 for slow blows of large pieces; light discs lose less): a guess, measured on no board."""
EDGES: Final = 0.65
"""Restitution of an edge board, across its face: less than of two discs, since the frame gives: a guess too."""
EDGE_GRIP: Final = 0.85
"""Share of its speed along an edge board that a disc keeps: 1 less µ (1 + e), Coulomb's friction in a blow at 45
degrees with µ of 0.1, as of waxed wood."""
