"""Learn the kinds of balls from their own pixels: `python -m models.training.ball_colours --work FOLDER ...`.

A perceptron of two hidden layers on what `tracker.vision.colours` measures of a ball and the cloth round it. It learns
from labelled television pictures and from drawn ones, both shown again and again under other light (gains of the
channels, exposure, gamma), because neither holds all the light there is. Whole scenes are kept aside to judge by.
"""

import argparse
from collections import Counter
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.training import footage, scenes
from models.training.prepare import DEFAULT_FOOTAGE
from tracker.domain.table.ball import SNOOKER
from tracker.geometry.interpolated import read
from tracker.vision.colours import FEATURES, features
from tracker.vision.measuring.discs import inner_points, typical_colours

Array = NDArray[np.float64]
EPOCHS, BATCH, HIDDEN = 60, 512, (32, 24)
REAL_WEIGHT = 3.0
"""A ball of a real picture counts as much as this many drawn ones."""
LEAST_PX, MOST_PX = 4.0, 16.0


def measured(picture: NDArray[np.uint8], rows: Array) -> Array:
    """Return (n, 6) colours of balls, rows (u, v, radius) in px, and of the cloth round all of them."""
    colours = read(picture, inner_points(rows[:, :2], rows[:, 2]))
    inside, _ = typical_colours(colours, np.ones(colours.shape[:2], bool))
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    way = np.column_stack([np.cos(turn), np.sin(turn)])
    ring = rows[:, None, :2] + rows[:, 2, None, None] * np.vstack([1.7 * way, 2.2 * way])
    round_about = read(picture, ring).reshape(-1, 3)
    cloth = np.median(round_about, axis=0)
    near = round_about[np.linalg.norm(round_about - cloth, axis=1) < 60]
    cloth = np.median(near, axis=0) if len(near) > 10 else cloth
    return np.hstack([inside, np.broadcast_to(cloth, inside.shape)])


def of_footage(folder: Path, balls: footage.Balls, names: set[str]) -> tuple[Array, NDArray[np.int64]]:
    """Return the colours and the kinds of the surely named balls of labelled pictures."""
    x, y = [np.zeros((0, 6))], []
    for name in sorted(names):
        known = [b for b in balls[name] if b.kind >= 0 and b.sure > 0.7 and LEAST_PX <= b.r_px <= MOST_PX]
        if known:
            rows = np.array([(b.u_px, b.v_px, b.r_px) for b in known])
            x.append(measured(footage.read_picture(folder, name), rows))
            y += [b.kind for b in known]
    return np.vstack(x), np.array(y, np.int64)


def of_drawn(folder: Path, first: int, last: int) -> tuple[Array, NDArray[np.int64]]:
    """Return the colours and the kinds of balls in pictures `first` to `last` of a YOLO folder of drawn ones."""
    x, y = [np.zeros((0, 6))], []
    for label in sorted((folder / "labels").glob("*.txt"))[first:last]:
        picture = np.asarray(cv2.imread(str(next((folder / "images").glob(f"{label.stem}.*")))), np.uint8)
        rows = np.loadtxt(label, ndmin=2).reshape(-1, 5)
        high, wide = picture.shape[:2]
        middles, sides = rows[:, 1:3] * [wide, high] - 0.5, rows[:, 3:] * [wide, high]
        discs = np.column_stack([middles, sides.min(axis=1) / 2])
        fit = (discs[:, 2] >= LEAST_PX) & (discs[:, 2] <= MOST_PX)
        if fit.any():
            x.append(measured(picture, discs[fit]))
            y += rows[fit, 0].astype(int).tolist()
    return np.vstack(x), np.array(y, np.int64)


def relit(x: Array, rng: np.random.Generator) -> Array:
    """Return (n, 6) colours as they would be under another light, through another camera."""
    pairs = x.reshape(-1, 2, 3)
    gain = np.exp(rng.normal(0, 1, (len(x), 1, 3)) * [0.12, 0.07, 0.12] + rng.normal(0, 0.2, (len(x), 1, 1)))
    gamma = np.exp(rng.normal(0, 0.12, (len(x), 1, 1)))
    lit = 255 * (np.minimum(pairs * gain, 255) / 255) ** gamma
    return np.clip(lit + rng.normal(0, 3, pairs.shape), 0, 255).reshape(-1, 6)


def learn(x: Array, y: NDArray[np.int64], weight: Array) -> tuple[torch.nn.Sequential, Array, Array]:
    """Return the perceptron, and the mean and spread of the features it was taught with."""
    rng = np.random.default_rng(4)
    torch.manual_seed(4)
    plain = features(x[:, :3], x[:, 3:])
    mean, spread = plain.mean(axis=0), plain.std(axis=0) + 1e-3
    sides = (FEATURES, *HIDDEN, len(SNOOKER))
    layers = [torch.nn.Linear(a, b) for a, b in pairwise(sides)]
    net = torch.nn.Sequential(layers[0], torch.nn.Tanh(), layers[1], torch.nn.Tanh(), layers[2])
    steps = torch.optim.AdamW(net.parameters(), 1e-2, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, 1e-2, total_steps=EPOCHS * (len(x) // BATCH + 1))
    kinds, weights = torch.tensor(y), torch.tensor(weight, dtype=torch.float32)
    for _ in range(EPOCHS):
        lit = relit(x, rng)
        shown = torch.tensor((features(lit[:, :3], lit[:, 3:]) - mean) / spread, dtype=torch.float32)
        for batch in torch.randperm(len(x)).split(BATCH):
            told = net(shown[batch])
            loss = torch.nn.functional.cross_entropy(told, kinds[batch], reduction="none", label_smoothing=0.02)
            steps.zero_grad()
            (loss * weights[batch]).mean().backward()
            steps.step()
            pace.step()
    return net, mean, spread


def export(net: torch.nn.Sequential, mean: Array, spread: Array, target: Path) -> None:
    """Write the perceptron, its scaling folded in and a softmax at its end, as ONNX."""
    nodes, values, flow = [], [], "features"
    for k, layer in enumerate(net[::2]):
        turn, shift = layer.weight.detach().numpy().astype(float), layer.bias.detach().numpy().astype(float)
        if k == 0:
            turn = turn / spread
            shift = shift - turn @ mean
        values.append(numpy_helper.from_array(turn.T.astype(np.float32), f"w{k}"))
        values.append(numpy_helper.from_array(shift.astype(np.float32), f"b{k}"))
        nodes.append(helper.make_node("Gemm", [flow, f"w{k}", f"b{k}"], [f"z{k}"]))
        bend, flow = ("Softmax", "odds") if k == len(HIDDEN) else ("Tanh", f"t{k}")
        nodes.append(helper.make_node(bend, [f"z{k}"], [flow]))
    sizes = (("features", FEATURES), ("odds", len(SNOOKER)))
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["balls", size]) for name, size in sizes]
    graph = helper.make_graph(nodes, "ball colours", ends[:1], ends[1:], values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


def report(
    name: str, net: torch.nn.Sequential, scale: tuple[Array, Array], seen: tuple[Array, NDArray[np.int64]]
) -> None:
    """Print how many balls are named right, and what the others are taken for."""
    x, y = seen
    shown = torch.tensor((features(x[:, :3], x[:, 3:]) - scale[0]) / scale[1], dtype=torch.float32)
    told = net(shown).argmax(dim=1).numpy()
    wrong = Counter(f"{SNOOKER[a]} as {SNOOKER[b]}" for a, b in zip(y, told, strict=True) if a != b)
    print(f"{name}: {(told == y).mean():.4f} of {len(y)} right; {dict(wrong.most_common(8))}")


def main() -> None:
    """Gather, learn, judge, export."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--footage", type=Path, default=DEFAULT_FOOTAGE)
    asked.add_argument("--balls", type=Path, required=True, help="balls.json that `prepare` or `complete` wrote")
    asked.add_argument("--drawn", type=Path, required=True, help="folder of drawn pictures with images/ and labels/")
    asked.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "colours-1.onnx")
    options = asked.parse_args()
    torch.set_num_threads(1)
    balls = footage.load_balls(options.balls)
    aside = scenes.held_out(scenes.scenes(options.footage, sorted(balls)))
    real = of_footage(options.footage, balls, set(balls) - aside)
    drawn = of_drawn(options.drawn, 200, 10**6)
    x, y = np.vstack([real[0], drawn[0]]), np.concatenate([real[1], drawn[1]])
    weight = np.where(np.arange(len(x)) < len(real[0]), REAL_WEIGHT, 1.0)
    often = np.bincount(y, weights=weight, minlength=8)
    net, mean, spread = learn(x, y, weight * np.sqrt(often.mean() / often[y]))
    report("television, scenes kept aside", net, (mean, spread), of_footage(options.footage, balls, aside))
    report("drawn, pictures kept aside", net, (mean, spread), of_drawn(options.drawn, 0, 200))
    export(net, mean, spread, options.out)


if __name__ == "__main__":
    main()
