"""Which of the tables that are known a picture shows: by balls against the cloth, marks and colours on their spots.

All tables for snooker are twice as long as wide, and one picture has no scale of its own: what tells them apart is how
large balls look on them, and where a maker put the marks. Two tables that are copies of each other, balls and all,
cannot be told apart; then both are named, with their odds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tracker.calibrate.features.ball_sizes import BallSize
from tracker.calibrate.features.pockets import middle_pockets
from tracker.calibrate.fit.solve import CameraFit
from tracker.domain.table.kit import Kit

SPOTTED_MOST: Final = 0.02
"""A kit less likely than this is not fitted."""
IN_QUESTION: Final = 0.05
"""A second kit this likely is named beside the first."""
CONTRADICTED: Final = 0.95
"""Odds from which a picture speaks against the table that a person named."""
USUAL: Final = {"snooker-12ft": 3.0}
"""How many times as often as each of the others a table stands before a camera: set by hand, as nobody counts them."""
BLUNDER: Final = 9.0
"""Log odds that a size is read quite wrong, set by hand: no more is ever said against a kit by balls alone."""
TAIL: Final = 3.0
"""Degrees of freedom of Student's distribution, which the size of the balls errs by: shade that is taken for the rim of
one ball is so for all. Of 94 drawn tables (seeds 7100 to 7219) half were read to 0.7 in 100, six worse than 4; the odds
that come of it said 81 of these kits right, and 82 were."""
MAKERS: Final = 0.15
"""Makers' cushions differ by so much (1 sigma of the logarithm of their width), set by hand."""
MAKERS_JAWS: Final = 0.15
"""Makers' middle pockets differ by so much, and are read so well (1 sigma of the logarithm of their width): 0.12 on the
same drawn tables, whose makers all keep to the kit, and 0.09 on television."""
BETWEEN_JAWS: Final = -0.41
"""How much narrower (logarithm) a middle pocket is read than its mouth, since it is read halfway back where jaws have
closed in: -0.41 on the median of 112 drawn tables, and of 49 television pictures (`python -m bench.ball_sizes`)."""
ONE_SIZE: Final = 0.13
"""Tables whose lengths differ by less (logarithm) are of one size where a camera is fitted: their noses are as high."""
MOST_UNUSUAL: Final = 0.5
"""No maker's cushions differ by more than this (logarithm), set by hand."""
YELLOW_HUES, RED_HUES = (17, 36), (-10, 8)
"""Hues (half degrees) of yellow and of red balls."""
STRONG, LIT = 110, 0.45
"""Least saturation of such a ball, and its least value as a share of the brightest one's."""
POOL_BALL: Final = 0.02
"""Balls for pool are at least so wide on their tables, in lengths of the table; on large ones their colours blur."""
FOR_POOL, FOR_SNOOKER = np.log([7 / 16, 7 / 16, 2 / 16]), np.log([15 / 23, 2 / 23, 6 / 23])
"""How often a ball is red, yellow or another (logarithm): of a set for English pool, and of one for snooker of which
the brown is taken for a yellow one, or a home set that has one to spare."""
LEAST_YELLOW, POOL_NATS = 3, 1.5
"""Fewer yellow balls prove nothing; from these log odds on a set is one for pool. Set by hand: so 9 of 16 drawn tables
for pool (`bench.looks`, seeds 7000 to 7079) are refused, and no set for snooker of the stills."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A kit, and how likely (0 to 1) it is the one in the picture."""

    kit: Kit
    odds: float


def shares(kits: Sequence[Kit], size: BallSize | None, size_of: Kit, marks: Sequence[float] = ()) -> list[Share]:
    """Return how likely each kit is, the likeliest first.

    Args:
        kits: those in question.
        size: how large balls look, in balls of `size_of`; None where that is not known.
        size_of: the kit that `size` was measured by.
        marks: for each kit the log odds that speak for it besides.
    """
    weights = np.array([np.log(USUAL.get(kit.name, 1.0)) for kit in kits])
    if size is not None:
        due = np.log([2 * kit.ball_radius_mm / kit.length_mm for kit in kits])
        off = (np.log(size.of_length(size_of)) - due) / size.spread
        weights = weights - np.minimum((TAIL + 1) / 2 * np.log1p(off**2 / TAIL), BLUNDER)
    weights = weights + (np.array(marks) if len(marks) else 0.0)
    odds = np.exp(weights - weights.max())
    odds /= odds.sum()
    return [Share(kit=kits[i], odds=float(odds[i])) for i in np.argsort(-odds, kind="stable")]


def fitting(kits: Sequence[Kit], size: BallSize | None, size_of: Kit, width: float) -> list[Kit]:
    """Return the kits of all sizes, the likelier first, by the size of the balls and the width of the cushions.

    That is read in lengths of the bed. The cushions of a kit are as wide as they are seen, where any maker's are; of
    kits of about one length the likeliest is given.
    """
    given: list[Kit] = []
    for share in shares(kits, size, size_of, [cushion_odds(kit, width) for kit in kits]):
        kit, seen_mm = share.kit, width * share.kit.length_mm
        if all(abs(np.log(kit.length_mm / other.length_mm)) > ONE_SIZE for other in given):
            usual = abs(np.log(seen_mm / kit.cushion_mm)) < MOST_UNUSUAL
            given.append(replace(kit, cushion_mm=seen_mm) if usual else kit)
    return given


def mouth_odds(kit: Kit, mouths: Sequence[float]) -> float:
    """Return the log odds that middle pockets so wide (in lengths of the bed) are those of a kit."""
    if not mouths:
        return 0.0
    due = np.log(middle_pockets(kit)[0].mouth_mm / kit.length_mm) + BETWEEN_JAWS
    off = (float(np.mean(np.log(mouths))) - due) / MAKERS_JAWS
    return -min(float(off**2) / 2, BLUNDER)


def cushion_odds(kit: Kit, width: float) -> float:
    """Return the log odds that cushions so wide (in lengths of the bed) are those of a kit."""
    return -((float(np.log(width * kit.length_mm / kit.cushion_mm)) / MAKERS) ** 2) / 2


def rescaled(fit: CameraFit, was: Kit, kit: Kit) -> CameraFit:
    """Return the camera that sees `kit` where `fit` sees the table `was`."""
    scale = kit.length_mm / was.length_mm
    camera = replace(fit.camera, translation=fit.camera.translation * scale)
    return replace(fit, camera=camera, cushion=replace(fit.cushion, width_mm=kit.cushion_mm, rise_mm=0.0), seen=())


def doubt_of_kits(found: Sequence[Share]) -> tuple[str, ...]:
    """Return what to tell a person where more than one kit fits."""
    named = [share for share in found if share.odds >= IN_QUESTION]
    if len(named) < 2:
        return ()
    said = ", ".join(f"{share.kit.name} {100 * share.odds:.0f} %" for share in named)
    return (f"which table it is, is a guess ({said}): say --table",)


def contradiction(told: Kit, found: Sequence[Share]) -> tuple[str, ...]:
    """Return what to tell a person who named a table that the picture speaks against."""
    against = 1.0 - sum(share.odds for share in found if share.kit.name == told.name)
    if found[0].kit.name == told.name or against < CONTRADICTED:
        return ()
    better = found[0]
    return (
        f"the balls speak against {told.name}: the picture looks like {better.kit.name} ({100 * better.odds:.0f} %);"
        f" say --table {better.kit.name}, or leave it out",
    )


def not_for_snooker(size: BallSize | None, size_of: Kit) -> str:
    """Return why a table is not one for snooker, by its balls; empty where nothing speaks against it."""
    if size is None or size.of_length(size_of) < POOL_BALL:
        return ""
    hue, saturation, value = size.hues.T.astype(int)
    strong = (saturation >= STRONG) & (value >= LIT * value.max())
    yellow = int(np.sum(strong & (hue >= YELLOW_HUES[0]) & (hue <= YELLOW_HUES[1])))
    red = int(np.sum(strong & ((hue >= 180 + RED_HUES[0]) | (hue <= RED_HUES[1]))))
    nats = float((FOR_POOL - FOR_SNOOKER) @ [red, yellow, len(hue) - red - yellow])
    return f"{yellow} of its balls are yellow" if yellow >= LEAST_YELLOW and nats > POOL_NATS else ""
