"""Blend a network with what it was trained on to: `python -m models.training.blend OLD.onnx NEW.onnx SHARE OUT.onnx`.

What is learnt anew of few and unlike pictures costs a little of what was known of the others. The mean of the weights
of both keeps nearly all of either, where the new network set out from the old one (Wortsman et al., Robust fine-tuning
of zero-shot models, 2022). Which share does best is asked of the pictures kept aside (`evaluate`).
"""

import argparse
from pathlib import Path

import numpy as np


def blend(old: Path, new: Path, share: float, target: Path) -> Path:
    """Write a network whose weights are `share` those of the new one and for the rest those of the old one.

    Raises:
        ValueError: they are not two exports of one network.
    """
    import onnx  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    known = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(old)).graph.initializer}
    model = onnx.load(str(new))
    for one in model.graph.initializer:
        weights = numpy_helper.to_array(one)
        if one.name not in known or known[one.name].shape != weights.shape:
            raise ValueError(f"{one.name} of {new} is not in {old}: blend a network with one that it was trained from")
        if weights.dtype == np.float32:
            mean = ((1 - share) * known[one.name] + share * weights).astype(np.float32)
            one.CopyFrom(numpy_helper.from_array(mean, one.name))
    onnx.save(model, str(target))
    return target


def main() -> None:
    """Blend as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("old", type=Path)
    asked.add_argument("new", type=Path)
    asked.add_argument("share", type=float, help="how much of the new one, 0 to 1")
    asked.add_argument("target", type=Path)
    args = asked.parse_args()
    print(blend(args.old, args.new, args.share, args.target))


if __name__ == "__main__":
    main()
