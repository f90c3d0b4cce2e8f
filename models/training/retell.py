"""Teach an exported network other kinds: `python -m models.training.retell OLD.onnx NEW.onnx --data FOLDER`.

What a network knows of round things on a table it keeps, and how it draws boxes: only the branch that tells kinds is
learnt anew, on top of features that are read once (a frozen backbone; Yosinski et al., How transferable are features
in deep neural networks?, 2014): those that the head is given, and those of an early layer beside them, since pale on
pale wood is no colour of balls on cloth. That takes minutes where training a whole network takes hours. The folder is a
data set as `drawn --table novuss` writes one.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

FEATURES: Final = ("/model.11/cv2/act/Mul_output_0", "/model.4/cv2/act/Mul_output_0")
"""What the head is given, and what an early layer of the same size tells, by their names in an export of ours."""
BESIDE: Final = "features_of_both"
SHAPE: Final = "/model.12/Constant_3_output_0"
"""Into how many kinds the branch's answer is shaped."""
BRANCH: Final = ("0.0", "0.1", "1.0", "1.1")
"""The layers before the last, by their names: depthwise 3 x 3 and 1 x 1 in turn."""
OWN: Final = 0.3
"""A cell so near to a box's middle, as a share of its size, is one of it; the cells round it, within half, are none."""
STEPS: Final = 1000
BATCH: Final = 12
RATE: Final = 4e-3
SELDOM: Final = 4.5
"""The log odds against a piece in any one cell, to begin with."""


class Branch(torch.nn.Module):  # type: ignore[misc]
    """The branch of the head that tells kinds, as an export has it."""

    def __init__(self, frozen: dict[str, NDArray[np.float32]], kinds: int) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList()
        for n, name in enumerate(BRANCH):
            weight, bias = (torch.tensor(frozen[key].copy()) for key in names_of(name))
            wide, deep, side, _ = weight.shape
            more = len(FEATURES) * wide if n < 2 else wide  # both kinds of features go in, and come together after them
            out = more if deep == 1 else wide
            layer = torch.nn.Conv2d(more, out, side, padding=side // 2, groups=more if deep == 1 else 1)
            with torch.no_grad():
                if deep == 1:
                    layer.weight[:wide], layer.bias[:wide] = weight, bias
                else:
                    layer.weight[:, more - wide :] *= 0.3
                    layer.weight[:, :wide], layer.bias[:] = weight, bias
            self.layers.append(layer)
        self.last = torch.nn.Conv2d(out, kinds, 1)
        torch.nn.init.constant_(self.last.bias, -SELDOM)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return the (n, kinds, h, w) log odds of each cell."""
        for layer in self.layers:
            features = torch.nn.functional.silu(layer(features))
        return torch.as_tensor(self.last(features))


def names_of(layer: str) -> tuple[str, str]:
    """Return the names of a layer's weights and offsets in an export."""
    return f"model.12.cv3.0.{layer}.conv.weight", f"model.12.cv3.0.{layer}.conv.bias"


def read_features(exported: Path, pictures: Sequence[Path]) -> torch.Tensor:
    """Return the (n, channels, h, w) features of pictures, all of one size, as the head is given them."""
    import onnx  # noqa: PLC0415
    import onnxruntime  # noqa: PLC0415

    model = onnx.load(str(exported))
    for name in FEATURES:
        model.graph.output.append(onnx.helper.make_empty_tensor_value_info(name))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    read = (session.run(FEATURES, {"images": as_input(picture)}) for picture in pictures)
    return torch.tensor(np.concatenate([np.concatenate(both, axis=1).astype(np.float16) for both in read]))


def as_input(picture: Path) -> NDArray[np.float32]:
    """Return (1, 3, h, w) what a network is given of a picture."""
    read = cv2.cvtColor(np.asarray(cv2.imread(str(picture)), np.uint8), cv2.COLOR_BGR2RGB)
    return (read.transpose(2, 0, 1)[None] / 255.0).astype(np.float32)


def truths_of(pictures: Sequence[Path], cells: int, kinds: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return (n, kinds, cells, cells) which cells are of a piece of a kind, and (n, 1, cells, cells) which count."""
    due, counts = np.zeros((len(pictures), kinds, cells, cells)), np.ones((len(pictures), 1, cells, cells))
    y, x = np.mgrid[:cells, :cells] + 0.5
    for n, picture in enumerate(pictures):
        label = picture.parents[1] / "labels" / f"{picture.stem}.txt"
        rows = np.array([line.split() for line in label.read_text().splitlines()], float).reshape(-1, 5)
        for kind, u, v, wide, high in rows * [1, cells, cells, cells, cells]:
            away = np.hypot((x - u) / wide, (y - v) / high)
            own = away < max(OWN, float(away.min()) + 1e-6)
            counts[n, 0] *= np.where((away < 0.5) & ~own, 0.0, 1.0)
            due[n, :, own] = np.eye(kinds)[int(kind)]
            counts[n, 0][own] = 1.0
    return torch.tensor(due).float(), torch.tensor(counts).float()


def learn(branch: Branch, features: torch.Tensor, due: torch.Tensor, counts: torch.Tensor) -> None:
    """Fit the branch to what cells should tell: binary cross-entropy, pieces counting as much as all else together."""
    rng = np.random.default_rng(1)
    optimiser = torch.optim.AdamW(branch.parameters(), lr=RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    for step in range(STEPS):
        some = torch.tensor(rng.choice(len(features), BATCH, replace=False))
        turned = step % 4  # what is told does not hang on how the board is turned: flips of features are nearly that
        given, wanted, own = (torch.flip(one[some], [2, 3][: turned % 3]) for one in (features, due, counts))
        logs = branch(given.float())
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logs, wanted, reduction="none") * own
        total = loss.sum() / wanted.sum().clamp(min=1.0)
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        schedule.step()
        if step % 50 == 0:
            print(f"step {step}: {total.item():.3f}", flush=True)


def written(exported: Path, branch: Branch, kinds: Sequence[str], target: Path) -> Path:
    """Write the network with another branch, its shapes and its notes changed to so many kinds."""
    import onnx  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    model = onnx.load(str(exported))
    own: dict[str, Any] = {"model.12.cv3.0.2.weight": branch.last.weight, "model.12.cv3.0.2.bias": branch.last.bias}
    for name, layer in zip(BRANCH, branch.layers, strict=True):
        own |= dict(zip(names_of(name), (layer.weight, layer.bias), strict=True))
    for one in model.graph.initializer:
        if one.name in own:
            one.CopyFrom(numpy_helper.from_array(own[one.name].detach().numpy().astype(np.float32), one.name))
        if one.name == SHAPE:
            one.CopyFrom(numpy_helper.from_array(np.array([len(kinds)], np.int64), one.name))
    _given_both(model)
    del model.graph.value_info[:]
    model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = 4 + len(kinds)
    notes = {"version": target.stem, "kinds": ",".join(kinds), "names": str(dict(enumerate(kinds)))}
    for prop in model.metadata_props:
        prop.value = notes.get(prop.key, prop.value)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))
    return target


def _given_both(model: Any) -> None:
    """Let the branch be given the features of both layers, side by side."""
    import onnx  # noqa: PLC0415

    first = next(n for n, node in enumerate(model.graph.node) if names_of(BRANCH[0])[0] in node.input)
    node = model.graph.node[first]
    node.input[0] = BESIDE
    for attribute in node.attribute:
        if attribute.name == "group":
            attribute.i *= len(FEATURES)
    model.graph.node.insert(first, onnx.helper.make_node("Concat", list(FEATURES), [BESIDE], axis=1))


def main() -> None:
    """Teach as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("exported", type=Path)
    asked.add_argument("target", type=Path)
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--crops", type=int, default=400)
    args = asked.parse_args()
    import onnx  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    lines = (args.data / "balls.yaml").read_text("utf-8").split("names:\n")[1].splitlines()
    kinds = [line.split(": ")[1] for line in lines]
    frozen = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(args.exported)).graph.initializer}
    branch = Branch(frozen, len(kinds))
    pictures = sorted((args.data / "train" / "images").glob("*.jpg"))[: args.crops]
    features = read_features(args.exported, pictures)
    print(f"features of {len(pictures)} crops", flush=True)
    learn(branch, features, *truths_of(pictures, features.shape[-1], len(kinds)))
    print(written(args.exported, branch, kinds, args.target))


if __name__ == "__main__":
    main()
