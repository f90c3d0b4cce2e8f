"""Train the network: `python -m models.training.train --data FOLDER/balls.yaml --out FOLDER`.

AdamW from YOLOv8n's first layers, one step per batch, no mosaic (the crops are varied already and a ball is told by
the table around it), the hue left alone. `--smoke` draws a dozen small pictures itself, trains one epoch and exports,
to show that the way from pictures to ONNX is whole; it needs no footage.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from models.training import backend, crops, export, prepare

HERE = Path(__file__).parent
NETWORK = HERE / "balls.yaml"
SETTINGS: dict[str, Any] = {
    "device": "cpu", "amp": False, "plots": False, "val": False, "workers": 0, "cache": "ram", "rect": False, "seed": 1,
    "optimizer": "AdamW", "lrf": 0.02, "cos_lr": True, "weight_decay": 0.01, "warmup_epochs": 0.5,
    "warmup_bias_lr": 0.0,
    "mosaic": 0.0, "mixup": 0.0, "erasing": 0.0, "translate": 0.06, "scale": 0.15, "fliplr": 0.5, "flipud": 0.1,
    "hsv_h": 0.006, "hsv_s": 0.25, "hsv_v": 0.2, "box": 7.5, "cls": 1.0, "dfl": 1.0, "exist_ok": True, "verbose": False,
}  # fmt: skip


def start_from(network: Any, weights: Path | None) -> None:
    """Copy the layers of earlier weights that fit by name and shape."""
    if weights is not None and weights.exists():
        network.load(str(weights))


def train(data: Path, out: Path, weights: Path | None, **changed: Any) -> Path:
    """Train and return the path of the weights; `changed` overrides SETTINGS (epochs, lr0, batch, imgsz, threads)."""
    network = backend.yolo(NETWORK)
    start_from(network, weights)
    backend.use_bfloat16()
    network.add_callback("on_train_start", backend.quicken(changed.pop("threads", 2)))
    batch = changed.get("batch", 16)
    network.train(data=str(data), project=str(out.parent.resolve()), name=out.name, nbs=batch, pretrained=False,
                  **(SETTINGS | {"imgsz": crops.CROP_PX, "batch": batch} | changed))  # fmt: skip
    return out / "weights" / "last.pt"


def toy_picture(rng: np.random.Generator) -> crops.Crop:
    """Return a green picture with plain discs in the eight colours: enough to run a training, not to learn from."""
    paints = [
        (220, 240, 240),
        (0, 220, 240),
        (60, 130, 0),
        (20, 60, 110),
        (200, 60, 0),
        (180, 130, 250),
        (15, 15, 15),
        (0, 0, 190),
    ]
    picture = np.full((crops.CROP_PX, crops.CROP_PX, 3), (30, 120, 20), np.uint8)
    grid_v, grid_u = np.mgrid[: crops.CROP_PX, : crops.CROP_PX]
    rows = [[kind, *rng.uniform(20, crops.CROP_PX - 20, 2), 16, 16] for kind in range(8)]
    for kind, u, v, *_ in rows:
        picture[np.hypot(grid_u - u, grid_v - v) < 8] = paints[int(kind)]
    return crops.Crop(picture=crops.degrade(picture, rng), rows=np.array(rows))


def smoke(out: Path) -> None:
    """Run one epoch on a dozen pictures, export, and look at one picture through the exported network."""
    rng = np.random.default_rng(1)
    for part in ("train", "val"):
        for number in range(12):
            crops.write_crop(toy_picture(rng), out / part, f"{number:02d}")
    weights = train(prepare.write_yaml(out), out / "run", None, epochs=1, lr0=2e-3, batch=4, imgsz=256, threads=1)
    exported = export.export(weights, out / "smoke.onnx", "smoke")
    print(f"smoke: trained, exported, answers {export.answer_shape(exported)}")


def main() -> None:
    """Train as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--smoke", action="store_true", help="a dozen pictures, one epoch, export")
    asked.add_argument("--data", type=Path, help="the balls.yaml that `prepare` wrote")
    asked.add_argument("--out", type=Path, help="folder of this run")
    asked.add_argument("--weights", type=Path, help="earlier weights to start from (.pt)")
    asked.add_argument("--epochs", type=int, default=8)
    asked.add_argument("--lr", type=float, default=3e-3)
    asked.add_argument("--threads", type=int, default=2)
    args = asked.parse_args()
    if args.smoke:
        with tempfile.TemporaryDirectory() as folder:
            smoke(args.out or Path(folder))
    elif args.data and args.out:
        print(train(args.data, args.out, args.weights, epochs=args.epochs, lr0=args.lr, threads=args.threads))
    else:
        asked.error("give --smoke, or --data and --out")


if __name__ == "__main__":
    main()
