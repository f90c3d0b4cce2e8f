"""How sure what was pointed at is to be a ball: by the network's score, and by the outline that stands on the cloth.

A network takes a knuckle, a shoe or a highlight for a ball; but round a ball there is cloth, and an edge to it all the
way. So each speaks for itself, the share of the outline by its logarithm: where none of it is found there is no ball,
however sure the network is. In a pack neighbours hide the outline, and it tells less. What each is worth is fitted on
drawn frames (`python -m bench.fit_sureness`) and stands in `sureness.toml`.
Source: Bishop, Pattern Recognition and Machine Learning (2006), ch. 4.3 (logistic regression).
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain import parameters
from tracker.domain.parameters import NATS, of

Array = NDArray[np.float64]
POINTED, AGAIN, GUESSED = 0, 1, 2
"""Where a proposal comes from: the network, the picture before (`again`), the look of others of a pack (`packs`)."""
FILE: Final = "sureness.toml"
CLEAR_SCORE, CLEAR_SHARE = 0.5, 0.5
"""What the network is so sure of, or shows so much of its outline, is clearly there: others may be hidden by it."""
LEAST_SHARE = 0.02
"""Of an outline of which less was found than this, nothing was found."""
LEAST_SCORE = 1e-3
BESIDE = 1.4
"""A neighbour so near, in diameters, may hide a ball's outline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sureness:
    """What speaks for a ball."""

    apart: float = of(NATS, "that what stands apart from others is a ball, with even score and a whole outline")
    packed: float = of(NATS, "the same beside a ball that is clearly seen")
    score: float = of("nats per nat", "by the log odds of the network's score")
    score_packed: float = of("nats per nat", "the same beside a ball that is clearly seen")
    outline: float = of("nats per nat", "by the logarithm of the share of its outline that is found before cloth")
    outline_packed: float = of("nats per nat", "the same beside a ball that is clearly seen")
    again: float = of(NATS, "where it is only like a ball of the picture before")
    guessed: float = of(NATS, "where it is only like the others of a pack, beside one that is clearly seen")
    guessed_apart: float = of(NATS, "where it is only like the others of a pack, and stands apart")


@lru_cache(maxsize=1)
def sureness() -> Sureness:
    """Return the parameters as they were fitted; read once."""
    text = (files("tracker.vision") / FILE).read_text("utf-8")
    return parameters.parsed(text, {"sureness": Sureness})["sureness"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Proposed:
    """What was pointed at in a picture, as parallel arrays of length n."""

    score: Array
    """(n,) of the network, or what it would be, 0 to 1."""
    held: Array
    """(n,) share of its outline that was found before bare cloth, 0 to 1."""
    source: NDArray[np.intp]
    """(n,) `POINTED`, `AGAIN` or `GUESSED`."""
    places: Array
    """(n, 2) in mm."""


def is_packed(seen: Proposed, near_mm: float) -> NDArray[np.bool_]:
    """Say (n,) beside which of n proposals a ball is clearly seen that may hide their outlines."""
    clear = (seen.source == POINTED) & ((seen.score > CLEAR_SCORE) | (seen.held > CLEAR_SHARE))
    apart = np.linalg.norm(seen.places[:, None] - seen.places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(((apart < near_mm) & clear[None]).any(axis=1))


def log_odds(seen: Proposed, packed: NDArray[np.bool_], by: Sureness) -> Array:
    """Return the (n,) log odds that each is a ball; `packed` (n,) as `is_packed` says."""
    score = np.clip(seen.score, LEAST_SCORE, 1 - LEAST_SCORE)
    share = np.log(np.maximum(seen.held, LEAST_SHARE))
    nats = np.log(score / (1 - score))
    apart = by.apart + by.score * nats + by.outline * share + by.guessed_apart * (seen.source == GUESSED)
    beside = by.packed + by.score_packed * nats + by.outline_packed * share + by.guessed * (seen.source == GUESSED)
    return np.asarray(np.where(packed, beside, apart) + by.again * (seen.source == AGAIN))


def how_sure(seen: Proposed, touching_mm: float) -> Array:
    """Return (n,) the chance that each is a ball; balls are `touching_mm` apart where they touch."""
    return np.asarray(1 / (1 + np.exp(-log_odds(seen, is_packed(seen, BESIDE * touching_mm), sureness()))))
