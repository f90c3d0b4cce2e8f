"""Write a trained network as ONNX: `python -m models.training.export WEIGHTS.pt models/balls-N.onnx`.

The file takes pictures of any height and width that are multiples of 32 and is run by onnxruntime or OpenVINO,
without torch. Input `images`: (1, 3, h, w) float32, RGB, 0 to 1. Output `output0`: (1, 4 + k, h/8 * w/8): for each
cell the box's middle x, y and its width, height in px of the input, then the odds (sigmoid, each for itself) of the
kinds that it was trained on, in their order. Non-maximum suppression is not included.
"""

import argparse
import shutil
from pathlib import Path

from models.training import backend
from models.training.crops import CANONICAL_PX


def export(weights: Path, target: Path, version: str, ball_px: float = CANONICAL_PX) -> Path:
    """Export weights to ONNX at `target`; note names, layout and how wide a ball is to be in the file's metadata."""
    import onnx  # noqa: PLC0415

    network = backend.yolo(weights)
    kinds = tuple(network.names[number] for number in sorted(network.names))
    made = Path(network.export(format="onnx", dynamic=True, simplify=True, imgsz=512, opset=17, device="cpu"))
    model = onnx.load(str(made))
    kept = {"version": version, "kinds": ",".join(kinds), "canonical_px": f"{ball_px:g}", "stride": "32",
            "names": str(dict(enumerate(kinds))), "license": "AGPL-3.0-or-later"}  # fmt: skip
    del model.metadata_props[:]
    for key, value in kept.items():
        model.metadata_props.add(key=key, value=value)
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(made))
    shutil.move(str(made), str(target))
    return target


def answer_shape(path: Path) -> tuple[int, ...]:
    """Return the shape of what an exported network answers to a 320 x 256 picture."""
    import numpy as np  # noqa: PLC0415

    from tracker.networks import quiet  # noqa: PLC0415

    session = quiet.onnxruntime().InferenceSession(str(path), providers=["CPUExecutionProvider"])
    answer = session.run(None, {session.get_inputs()[0].name: np.zeros((1, 3, 256, 320), np.float32)})[0]
    return tuple(answer.shape)


def main() -> None:
    """Export as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("weights", type=Path)
    asked.add_argument("target", type=Path)
    asked.add_argument("--ball-px", type=float, default=CANONICAL_PX, help="so wide is the median ball to be seen")
    args = asked.parse_args()
    path = export(args.weights, args.target, args.target.stem, args.ball_px)
    print(f"{path}: answers {answer_shape(path)} to a 320 x 256 picture")


if __name__ == "__main__":
    main()
