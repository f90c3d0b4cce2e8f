"""Which pictures are kept aside to judge by: whole scenes, never a neighbour of a picture that was learnt from.

Pictures of one scene (same hall, same camera) are near duplicates. They are grouped by single linkage of 16 x 9
thumbnails, and whole groups are drawn for validation until about an eighth of the pictures is there.
"""

from pathlib import Path

import cv2
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from models.training.footage import read_picture

SAME_SCENE_LEVELS = 16.0
"""Root mean square difference of two thumbnails, in grey levels, under which they show one scene."""


def scenes(folder: Path, names: list[str]) -> dict[str, int]:
    """Return the scene number of every picture."""
    thumbs = [cv2.resize(read_picture(folder, name), (16, 9), interpolation=cv2.INTER_AREA) for name in names]
    flat = np.array(thumbs, dtype=np.float64).reshape(len(names), -1)
    if len(flat) < 2:
        return dict.fromkeys(names, 1)
    groups = fcluster(linkage(flat / np.sqrt(flat.shape[1]), "single"), SAME_SCENE_LEVELS, "distance")
    return {name: int(group) for name, group in zip(names, groups, strict=True)}


def held_out(scene_of: dict[str, int], share: float = 0.125, seed: int = 7) -> set[str]:
    """Return the names of the pictures to validate on: whole scenes, none larger than half of the share."""
    order = np.random.default_rng(seed).permutation(sorted(set(scene_of.values())))
    kept: set[str] = set()
    for scene in order:
        members = {name for name, group in scene_of.items() if group == scene}
        if len(members) <= share * len(scene_of) * 0.6 and len(kept) + len(members) <= share * len(scene_of):
            kept |= members
    return kept
