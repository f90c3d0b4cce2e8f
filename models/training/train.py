"""Train the network: `python -m models.training.train --data FOLDER/balls.yaml --out FOLDER`.

AdamW, one step per batch, no mosaic (the crops are varied already and a ball is told by the table around it), the hue
left alone. `--weights` starts from earlier weights, YOLOv8n's too, whose first seven layers are ours, or from what
`thaw` makes of an exported network. On a busy machine one thread trains faster than two, which wait for each other.
`--smoke` draws a dozen crops itself, trains one epoch, exports, thaws and blends, to show that the way from pictures to
ONNX and back is whole; it needs no footage.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from models.training import backend, blend, crops, drawn, export, thaw
from tracker.domain.table.ball import SNOOKER

SETTINGS: dict[str, Any] = {
    "device": "cpu", "amp": False, "plots": False, "val": False, "workers": 0, "cache": "ram", "rect": False, "seed": 1,
    "optimizer": "AdamW", "lrf": 0.02, "cos_lr": True, "weight_decay": 0.01, "warmup_epochs": 0.5,
    "warmup_bias_lr": 0.0,
    "mosaic": 0.0, "mixup": 0.0, "erasing": 0.0, "translate": 0.06, "scale": 0.15, "fliplr": 0.5, "flipud": 0.1,
    "hsv_h": 0.006, "hsv_s": 0.25, "hsv_v": 0.2, "box": 7.5, "cls": 1.0, "dfl": 1.0, "exist_ok": True, "verbose": False,
}  # fmt: skip


def train(data: Path, out: Path, weights: Path | None, **changed: Any) -> Path:
    """Train and return the path of the weights; `changed` overrides SETTINGS (epochs, lr0, batch, imgsz, threads)."""
    network = backend.yolo(backend.NETWORK)
    if weights is not None:
        network.load(str(weights))  # the layers that fit by name and shape
    backend.use_bfloat16()
    network.add_callback("on_train_start", backend.quicken(changed.pop("threads", 2)))
    batch = changed.get("batch", 16)
    place = {"data": str(data), "project": str(out.parent.resolve()), "name": out.name}
    size = {"imgsz": crops.CROP_PX, "batch": batch, "nbs": batch}
    network.train(**(SETTINGS | place | size | {"pretrained": weights is not None} | changed))
    return out / "weights" / "last.pt"


def smoke(out: Path) -> None:
    """Run one epoch on a dozen drawn crops, export, look at a picture through the exported network, and thaw that."""
    drawn.write_drawn(out / "train", 6, seed=1)
    drawn.write_drawn(out / "val", 2, seed=2)
    weights = train(
        crops.write_yaml(out, SNOOKER), out / "run", None, epochs=1, lr0=2e-3, batch=4, imgsz=256, threads=1
    )
    exported = export.export(weights, out / "smoke.onnx", "smoke")
    print(f"smoke: trained, exported, answers {export.answer_shape(exported)}")
    apart = thaw.apart(thaw.thaw(exported, out / "train" / "images"), exported)
    print(f"smoke: thawed, answers the same but for {apart:.1e}")
    if apart > thaw.SAME:
        raise SystemExit(f"the thawed network answers otherwise than the exported one, by {apart:.1e}")
    blended = blend.blend(exported, exported, 0.5, out / "blended.onnx")
    apart = thaw.apart(backend.yolo(weights), blended)
    print(f"smoke: blended with itself, answers the same but for {apart:.1e}")
    if apart > thaw.SAME:
        raise SystemExit(f"a network blended with itself answers otherwise, by {apart:.1e}")


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
    asked.add_argument("--side", type=int, default=crops.CROP_PX, help="side of the crops (px)")
    args = asked.parse_args()
    if args.smoke:
        with tempfile.TemporaryDirectory() as folder:
            smoke(args.out or Path(folder))
    elif args.data and args.out:
        print(
            train(
                args.data,
                args.out,
                args.weights,
                epochs=args.epochs,
                lr0=args.lr,
                threads=args.threads,
                imgsz=args.side,
            )
        )
    else:
        asked.error("give --smoke, or --data and --out")


if __name__ == "__main__":
    main()
