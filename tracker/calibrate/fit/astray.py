"""How likely it is that a table lies elsewhere although it was found, and how far off places may be, that told.

How far off a fit may be that lies on the right edges is known (`quality.place_error_mm`). Some lie on others: on the
lower edge of a lamp, or the shade below a nose. How likely that is, is foretold by how likely it is that the fit is a
table at all (`table_odds`), since what lies aside shows less of one; by how much, and how far they lie off, is fitted
on drawn tables (`python -m bench.fit_astray --write`). Then the middle pockets are heard, which are witnesses of their
own: cushions that fit well with a strip or a shadow for a side put them elsewhere.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, hypot, inf, log, sqrt
from typing import Final

from scipy.optimize import brentq

from tracker.calibrate.features.pockets import CushionGap
from tracker.domain import parameters
from tracker.domain.parameters import NATS, of

FILE: Final = "astray.toml"
SURE_NATS: Final = 6.0
"""What is likelier than this to be a table, or less likely, is no surer: three in four of drawn ones are less sure."""
WORST: Final = 0.1
"""What is said is what only this share of places lies farther off than, in standard deviations of the usual kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Astray:
    """That a table lies elsewhere than it was found."""

    chance: float
    """How likely that is: more than 0 and less than 1 where a pocket is still to be heard."""
    far_mm: float
    """How far off it lies then (root of the expected square)."""

    def with_gap(self, gap: CushionGap) -> "Astray":
        """Return it once a middle pocket was read, by Bayes' rule.

        That it is read off may be the reading's error or the table's: each is weighed by how well it foretells that
        (two normal distributions); and the farther it is read off, the farther the table lies off along its length.
        """
        along_mm = self.far_mm / sqrt(2)
        spread_mm = hypot(gap.sd_mm, along_mm)
        for_it = log(gap.sd_mm / spread_mm) + ((gap.at_mm / gap.sd_mm) ** 2 - (gap.at_mm / spread_mm) ** 2) / 2
        believed = (along_mm / spread_mm) ** 2
        after_mm = hypot(believed * gap.at_mm, along_mm * sqrt(1 - believed))
        return Astray(chance=_sigmoid(log(self.chance / (1 - self.chance)) + for_it), far_mm=hypot(along_mm, after_mm))


@dataclass(frozen=True, slots=True, kw_only=True)
class AstrayOdds:
    """How often found tables lie elsewhere, and how far off."""

    base: float = of(NATS, "that a table lies elsewhere that is as likely as not to be one")
    nats: float = of("nats per nat", "by how likely it is to be a table (`FitVerdict.nats`)")
    far: float = of("lengths of the table", "how far off it lies then (root of the expected square)")

    def told(self, nats: float, length_mm: float, gap: CushionGap | None) -> Astray:
        """Return how likely a table lies elsewhere, and how far off.

        Args:
            nats: how likely (log odds) it is to be a table; infinite: somebody says that it is.
            length_mm: how long it is.
            gap: the nearer of its middle pockets; None: they are not both seen.
        """
        chance = _sigmoid(self.base + self.nats * min(max(nats, -SURE_NATS), SURE_NATS))
        astray = Astray(chance=chance, far_mm=self.far * length_mm)
        return astray if gap is None else astray.with_gap(gap)


def _sigmoid(nats: float) -> float:
    return 1 / (1 + exp(-nats)) if nats > 0 else exp(nats) / (1 + exp(nats))


@lru_cache(maxsize=1)
def astray_odds() -> AstrayOdds:
    """Return the parameters that the file holds; read once."""
    return parameters.shipped("tracker.calibrate.fit", FILE, "astray", AstrayOdds)


def said_mm(place_mm: float, astray: Astray) -> float:
    """Return how far off places may be (mm, one standard deviation by what lies in the tail).

    Places are off by a mixture of two Rayleigh distributions. A root of the expected square would tell of a rare
    mistake as of a small one, and doubt all tables a little; so it is asked what nine in ten of places keep within, and
    that is said which would have as many within it were there one distribution.

    Args:
        place_mm: root of the expected square if the table lies where it was found.
        astray: how likely it lies elsewhere, and how far off.
    """
    if not 0 < place_mm < inf:
        return place_mm
    both_mm = hypot(place_mm, astray.far_mm)

    def beyond(off_mm: float) -> float:
        right, elsewhere = exp(-((off_mm / place_mm) ** 2)), exp(-((off_mm / both_mm) ** 2))
        return (1 - astray.chance) * right + astray.chance * elsewhere - WORST

    usual = sqrt(-log(WORST))
    return float(brentq(beyond, 0.5 * usual * place_mm, 2 * usual * both_mm)) / usual
