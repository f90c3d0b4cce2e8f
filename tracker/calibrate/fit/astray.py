"""How likely it is that a table lies elsewhere although it was found, and how far off places may be, that told.

How far off a fit may be that lies on the right edges is known (`quality.place_error_mm`). Some lie on others: on the
lower edge of a lamp, or the shade below a nose. How likely that is, is foretold by how likely it is that the fit is a
table at all (`table_odds`), since what lies aside shows less of one; by how much, and how far they lie off, is fitted
on drawn tables (`python -m bench.fit_astray --write`).
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import exp, hypot, inf, log, sqrt
from typing import Final

from scipy.optimize import brentq

from tracker.domain import parameters
from tracker.domain.parameters import NATS, of

FILE: Final = "astray.toml"
LEAST_NATS: Final = -6.0
"""What is less likely to be a table than this is as doubtful as anything that is taken for one."""
WORST: Final = 0.1
"""What is said is what only this share of places lies farther off than, in standard deviations of the usual kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AstrayOdds:
    """How often found tables lie elsewhere, and how far off."""

    base: float = of(NATS, "that a table lies elsewhere that is as likely as not to be one")
    nats: float = of("nats per nat", "by how likely it is to be a table (`FitVerdict.nats`)")
    far: float = of("lengths of the table", "how far off it lies then (root of the expected square)")

    def chance(self, nats: float) -> float:
        """Return how likely it is that a table lies elsewhere that is so likely (log odds) to be one."""
        return 1 / (1 + exp(-(self.base + self.nats * max(nats, LEAST_NATS))))


@lru_cache(maxsize=1)
def astray_odds() -> AstrayOdds:
    """Return the parameters that the file holds; read once."""
    text = (files("tracker.calibrate.fit") / FILE).read_text("utf-8")
    return parameters.parsed(text, {"astray": AstrayOdds})["astray"]


def said_mm(place_mm: float, chance: float, far_mm: float) -> float:
    """Return how far off places may be (mm, one standard deviation by what lies in the tail).

    Places are off by a mixture of two Rayleigh distributions. A root of the expected square would tell of a rare
    mistake as of a small one, and doubt all tables a little; so it is asked what nine in ten of places keep within, and
    that is said which would have as many within it were there one distribution.

    Args:
        place_mm: root of the expected square if the table lies where it was found.
        chance: how likely it lies elsewhere.
        far_mm: root of the expected square of how far off it then lies.
    """
    if not 0 < place_mm < inf:
        return place_mm
    both_mm = hypot(place_mm, far_mm)

    def beyond(off_mm: float) -> float:
        right, astray = exp(-((off_mm / place_mm) ** 2)), exp(-((off_mm / both_mm) ** 2))
        return (1 - chance) * right + chance * astray - WORST

    usual = sqrt(-log(WORST))
    return float(brentq(beyond, 0.5 * usual * place_mm, 2 * usual * both_mm)) / usual
