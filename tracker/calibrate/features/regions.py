"""Where a network sees a table's cushions run: within the wood, within the noses, in a pocket, hidden or not.

Shade below a nose, a rail of the cloth's colour, a lamp's gleam: each is an edge where no cushion is. What tells them
apart is the whole table, which a network was shown thousands of times (`models.training.tables`). It is asked for where
edges are to be looked for, not for where they are: it sees a picture of half a thousand pixels.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.networks.inputs import padded, planes
from tracker.networks.onnx_runtime import OnnxNetwork
from tracker.networks.registry import TABLES

Picture = NDArray[np.uint8]

WOOD, NOSES, POCKETS = range(3)
"""Order of the regions."""
LONGEST_PX = 512
"""The network sees pictures this long."""
LEVELS: Final = 255.0
"""Of what is surely in a region; what is surely not has none."""
BLUR: Final = 0.5
"""By this share of its own pixel what it tells is softened, so that an outline has one steepest place."""


def regions_of(picture: Picture) -> NDArray[np.float32]:
    """Return (3, h, w) how sure each pixel of a picture (h, w, 3 BGR) is to lie in each region, in `LEVELS`.

    Raises:
        BadInput: the network is missing, or not the one that the registry names.
    """
    height, width = picture.shape[:2]
    scale = min(LONGEST_PX / max(height, width), 1.0)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else picture
    told = OnnxNetwork.usual(TABLES).answer(planes(padded(small)))[0].transpose(1, 2, 0)
    across, down = size[0] / (2 * width), size[1] / (2 * height)
    back = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2]])
    how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    large = cv2.warpAffine(LEVELS * told, back, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    even = np.clip(cv2.GaussianBlur(large, (0, 0), BLUR / across), 0, LEVELS)
    return np.ascontiguousarray(even.transpose(2, 0, 1), np.float32)
