"""How sure what was pointed at is to be a ball: by the network's score, and by the outline that stands on the cloth.

A network takes a knuckle, a shoe or a highlight for a ball; but round a ball there is cloth, and an edge to it all the
way. In a pack neighbours hide the outline, and little of it is asked. What the network did not point at, and only looks
like a ball of the picture before or like the others of a pack, may be a sleeve or a shirt: of that much more outline is
asked, and a pack that is clearly there. And between red balls on red cloth there is cloth as red: whatever looks like
the cloth inside is doubted. What a proposal of each kind is worth stands in `sureness.toml`: what the
network's own is worth was chosen by hand on labelled television and drawn pictures, so that a half is about even odds,
and is held there: of television the network is less sure. The rest is fitted on drawn frames
(`python -m bench.fit_sureness`). Of flat pieces no outline is measured: the network's score alone speaks for them, and
what it is worth is fitted on drawn sets (`flat_sureness.toml`, `python -m bench.fit_flat_sureness`).
Source: Bishop, Pattern Recognition and Machine Learning (2006), ch. 4.3 (logistic regression).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.domain import parameters
from tracker.domain.parameters import NATS, of
from tracker.domain.table.kit import Kit

Array = NDArray[np.float64]
POINTED, AGAIN, GUESSED = 0, 1, 2
"""Where a proposal comes from: the network, the picture before (`again`), the look of others of a pack (`packs`)."""
FILE: Final = "sureness.toml"
FLAT_FILE: Final = "flat_sureness.toml"
CLEAR_SCORE, CLEAR_SHARE = 0.4, 0.3
"""What the network is so sure of, or what shows so much of its outline, is clearly there: others may be hidden by it.
Where half of the outline was asked for, reds were lost in the packs of three of 50 television stills (`bench.real`)."""
LEAST_SHARE = 0.02
"""Of an outline of which less was found than this, nothing was found."""
LEAST_SCORE = 1e-3
LEAST_CONTRAST = 0.05
"""Bare cloth differs by as much from what it usually looks like."""
ASKED_IN_PACK = 0.5
"""So much of its outline is granted to a ball beside one that is clearly seen."""
BESIDE = 1.4
"""A neighbour so near, in diameters, may hide a ball's outline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sureness:
    """What speaks for a ball."""

    base: float = of(NATS, "that what is pointed at is a ball, with even score and no outline")
    score: float = of("nats per nat", "by the log odds of the network's score")
    outline: float = of(NATS, "by the share of its outline that is found before cloth, half of it in a pack")
    again: float = of(NATS, "where it is only like a ball of the picture before, with a whole outline")
    again_outline: float = of("nats per nat", "the same, by the logarithm of the share of its outline")
    guessed_apart: float = of(NATS, "where it is only like the others of a pack, and nothing clear stands beside it")
    cloth: float = of(NATS, "where its colour differs from the cloth's as e from 1; what speaks for it counts as none")
    cloth_contrast: float = of("nats per nat", "the same, by the logarithm of that contrast")


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatSureness:
    """What speaks for a flat piece."""

    base: float = of(NATS, "that what is pointed at is a flat piece, with even score")
    score: float = of("nats per nat", "by the log odds of the network's score")


@lru_cache(maxsize=1)
def sureness() -> Sureness:
    """Return the parameters that the file for balls holds; read once."""
    return parameters.shipped("tracker.vision", FILE, "sureness", Sureness)


@lru_cache(maxsize=1)
def flat_sureness() -> FlatSureness:
    """Return the parameters that the file for flat pieces holds; read once."""
    return parameters.shipped("tracker.vision", FLAT_FILE, "sureness", FlatSureness)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Proposed:
    """What was pointed at in a picture, as parallel arrays of length n."""

    score: Array
    """(n,) of the network, or what it would be, 0 to 1."""
    held: Array
    """(n,) share of its outline that was found before bare cloth, 0 to 1."""
    source: NDArray[np.intp]
    """(n,) `POINTED`, `AGAIN` or `GUESSED`."""
    contrasts: Array
    """(n,) by how much most of it differs from the cloth about it, as `Discs` have it."""
    places: Array
    """(n, 2) in mm."""


def is_packed(seen: Proposed, near_mm: float) -> NDArray[np.bool_]:
    """Say (n,) beside which of n proposals a ball is clearly seen that may hide their outlines."""
    clear = ((seen.source == POINTED) & (seen.score > CLEAR_SCORE)) | (seen.held > CLEAR_SHARE)
    apart = np.linalg.norm(seen.places[:, None] - seen.places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(((apart < near_mm) & clear[None]).any(axis=1))


def log_odds(seen: Proposed, packed: NDArray[np.bool_], by: Sureness) -> Array:
    """Return the (n,) log odds that each is a ball; `packed` (n,) as `is_packed` says.

    What is only like a ball of the picture before is never surer than what the network points at.
    """
    held = np.where(packed, np.maximum(seen.held, ASKED_IN_PACK), seen.held)
    again = by.again + by.again_outline * np.log(np.maximum(held, LEAST_SHARE))
    cloth = by.cloth + by.cloth_contrast * np.log(np.maximum(seen.contrasts, LEAST_CONTRAST))
    return np.asarray(
        by.base + by.score * score_odds(seen.score) + by.outline * held
        + np.where(seen.source == AGAIN, np.minimum(again, 0.0), 0.0)
        + np.where((seen.source == GUESSED) & ~packed, by.guessed_apart, 0.0)
        + np.minimum(cloth, 0.0)
    )  # fmt: skip


def flat_log_odds(scores: Array, by: FlatSureness) -> Array:
    """Return the (n,) log odds that each is a flat piece."""
    return np.asarray(by.base + by.score * score_odds(scores))


def score_odds(scores: Array) -> Array:
    """Return the (n,) log odds that the network's scores would be, were they chances."""
    held = np.clip(scores, LEAST_SCORE, 1 - LEAST_SCORE)
    return np.asarray(np.log(held / (1 - held)))


def how_sure(seen: Proposed, kit: Kit) -> Array:
    """Return (n,) the chance that each is a ball, or a flat piece where the kit has those."""
    if kit.disc_mm:
        odds = flat_log_odds(seen.score, flat_sureness())
    else:
        odds = log_odds(seen, is_packed(seen, BESIDE * kit.touching_mm), sureness())
    return np.asarray(1 / (1 + np.exp(-odds)))
