"""Of which colour a ball is: what all looks at it say, how the whole table is named, and what other balls are.

Looks at one ball err together, so that they are worth less than their sum; how much less is fitted (`noise`). There is
one of each colour: what another ball surely is, this one hardly is.
"""

from collections.abc import Mapping, Sequence
from math import exp

import numpy as np
from numpy.typing import NDArray

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.noise import Kinds

Array = NDArray[np.float64]


def kinds_of(path: Path, paths: Sequence[Path], kit: Kit, by: Kinds) -> Array:
    """Return (k,) how likely a ball is of each of the kit's kinds.

    Where no look is known, that is how sure its name is, and nothing of the others.
    """
    if path.kinds is None or path.ball not in kit.kinds:
        return np.array([path.sure if path.ball == kind else 0.0 for kind in kit.kinds])
    playable = np.array([kit.pieces[kind] > 0 for kind in kit.kinds])
    share = kind_probabilities(path.ball, path.kinds, taken_by_others(path, paths, kit), by) * playable
    return np.asarray(share / share.sum())


def kind_probabilities(name: str, kinds: Mapping[str, float], taken: NDArray[np.bool_], by: Kinds) -> Array:
    """Return (k,) probabilities: by the table's name for it, the log odds of its looks, and what others are (k,)."""
    logs = by.temper * np.array(list(kinds.values())) + by.taken * taken + by.named * (np.array(list(kinds)) == name)
    share = np.exp(logs - logs.max())
    noise = exp(by.mistaken)
    return np.asarray((share / share.sum() + noise) / (1 + len(kinds) * noise))


def taken_by_others(path: Path, paths: Sequence[Path], kit: Kit) -> NDArray[np.bool_]:
    """Say (k,) of which kinds there is but one, that is another ball on the table at the same time."""
    others = {p.ball for p in paths if p is not path and p.at_us[0] <= path.at_us[-1] and path.at_us[0] <= p.at_us[-1]}
    return np.array([kind in others and kit.pieces.get(kind, 0) == 1 for kind in kit.kinds])
