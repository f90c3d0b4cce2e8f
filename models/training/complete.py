"""Add the balls that nobody labelled: `python -m models.training.complete ONNX --balls FILE --out FILE`.

People leave out balls in clusters, half hidden, or at the cushion; a network that learns them as "no ball" will miss
them too. So the first network looks at every picture at three scales; what it sees where no label is, and what is
coloured unlike the cloth, is added (self-training, Scudder 1965), and the colours of the whole table are decided
again by the stock of the game.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models.training import colours, footage
from models.training.crops import CANONICAL_PX, median_diameter, rows_of
from models.training.footage import Array, Ball, Picture, unlike_cloth
from models.training.looking import Network, best_of
from models.training.prepare import DEFAULT_FOOTAGE

SCALES = (0.85, 1.0, 1.25)
LIKE_CLOTH = 0.12
"""Chromaticity nearer than this to the cloth's is cloth."""
PLAIN = 0.8
"""How sure the colour of an added ball must be."""
EXPLAINED = 0.4
"""Share of a ball's surroundings that must be cloth or other balls."""
APART = 0.45
"""Two balls' centres are at least this part of a diameter apart in a picture, else they are one."""


def seen_by(network: Network, picture: Picture, rows: Array, level: float) -> tuple[Array, Array]:
    """Return boxes and odds, looked at in several scales and merged."""
    canonical = CANONICAL_PX / median_diameter(rows)
    looks = [network.look(picture, canonical * scale, level) for scale in SCALES]
    boxes, odds = np.concatenate([b for b, _ in looks]), np.concatenate([o for _, o in looks])
    kept = best_of(boxes, odds)
    return boxes[kept], odds[kept]


def additions(balls: list[Ball], boxes: Array, odds: Array) -> list[Ball]:
    """Return the seen balls that lie on no known ball and have about the size of the known ones."""
    added: list[Ball] = []
    middle = float(np.median([ball.r_px for ball in balls])) if balls else 10.0
    for (u, v, width, height), kinds in zip(boxes, odds, strict=True):
        near = [np.hypot(b.u_px - u, b.v_px - v) / (2 * b.r_px) for b in balls + added]
        round_enough = 0.7 < width / height < 1.4 and 0.5 < width / (2 * middle) < 2.0
        if round_enough and min(near, default=9.0) > APART:
            added.append(
                Ball(u_px=u, v_px=v, r_px=(width + height) / 4, kind=int(kinds.argmax()), sure=float(kinds.max()))
            )
    return added


def explained_around(unlike: NDArray[np.float32], ball: Ball, others: list[Ball]) -> float:
    """Return the share of the ring around a ball, 1.1 to 1.7 radii from its centre, that is cloth or another ball."""
    angles, reach = np.meshgrid(np.linspace(0, 2 * np.pi, 24, endpoint=False), ball.r_px * np.array([1.1, 1.4, 1.7]))
    u = np.clip(ball.u_px + reach * np.cos(angles), 0, unlike.shape[1] - 1).astype(int)
    v = np.clip(ball.v_px + reach * np.sin(angles), 0, unlike.shape[0] - 1).astype(int)
    known = unlike[v, u] < LIKE_CLOTH
    for other in others:
        known |= np.hypot(u - other.u_px, v - other.v_px) < 1.2 * other.r_px
    return float(known.mean())


def believable(picture: Picture, known: list[Ball], added: list[Ball]) -> list[Ball]:
    """Return the plainly coloured additions among cloth and other balls: not score strips, heads and most hands.

    The balls inside of a pack have no cloth around them, so their neighbours, known or seen, count as well as cloth.
    """
    unlike = unlike_cloth(picture, rows_of(known))
    plain = [ball for ball in added if ball.sure > PLAIN]
    surroundings = ((ball, [o for o in known + plain if o is not ball]) for ball in plain)
    return [ball for ball, others in surroundings if explained_around(unlike, ball, others) > EXPLAINED]


def complete(network: Network, folder: Path, balls: footage.Balls, level: float) -> footage.Balls:
    """Return the balls of all pictures with the additions, every ball named by the stock of the whole table."""
    x, y = colours.gather(folder, balls, shakes=1)
    namer = colours.learn(x, y, epochs=15)
    whole: footage.Balls = {}
    for name, row in balls.items():
        picture = footage.read_picture(folder, name)
        added = additions(row, *seen_by(network, picture, rows_of(row), level)) if row else []
        whole[name] = row + added
    named = colours.name_all(folder, whole, namer)
    for name, row in balls.items():
        known, added = named[name][: len(row)], named[name][len(row) :]
        named[name] = known + (believable(footage.read_picture(folder, name), known, added) if added else [])
    return named


def main() -> None:
    """Complete as asked."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("network", type=Path)
    asked.add_argument("--footage", type=Path, default=DEFAULT_FOOTAGE)
    asked.add_argument("--balls", type=Path, required=True, help="balls.json that `prepare` wrote")
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--level", type=float, default=0.3)
    args = asked.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    balls = footage.load_balls(args.balls)
    whole = complete(Network(args.network), args.footage, balls, args.level)
    footage.save_balls(whole, args.out)
    print(f"{sum(map(len, balls.values()))} balls before, {sum(map(len, whole.values()))} after")


if __name__ == "__main__":
    main()
