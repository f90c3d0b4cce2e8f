"""The colours of balls that nobody named: learnt from the named ones, decided over the whole table at once.

A small network reads the patch of each ball beside the colour of that picture's cloth (light and camera change from
hall to hall; the cloth shows how). Its odds are then brought into line with the stock of the game, one ball of each
colour and fifteen reds, by the assignment of greatest likelihood (Kuhn 1955; scipy's linear_sum_assignment). The same
look checks the names that were given: a few browns and yellows are mixed up.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from torch import nn

from models.training.footage import UNKNOWN, Array, Ball, Balls, Picture, read_picture
from tracker.domain.table.ball import SNOOKER

PATCH_PX = 16
RADIUS_PX = 6.0
RED = SNOOKER.index("red")
REDS = 15


def patch_of(picture: Picture, ball: Ball, jitter: Array | None = None) -> NDArray[np.float32]:
    """Return the (16, 16, 3) Lab patch with the ball's disc of radius 6 px in its middle; jitter is (du, dv, scale)."""
    du, dv, scale = (0.0, 0.0, 1.0) if jitter is None else jitter
    zoom = RADIUS_PX / ball.r_px * scale
    middle = (PATCH_PX - 1) / 2
    u, v = ball.u_px + du * ball.r_px, ball.v_px + dv * ball.r_px
    to_patch = np.array([[zoom, 0, middle - zoom * u], [0, zoom, middle - zoom * v]])
    patch = cv2.warpAffine(picture, to_patch, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32) / 64.0 - 2.0


def features(picture: Picture, balls: list[Ball], rng: np.random.Generator | None = None) -> NDArray[np.float32]:
    """Return (n, 768 + 3): each ball's patch and, the same for all, the cloth's colour; rng shakes the patches."""
    shaken = [rng.normal([0, 0, 1], [0.08, 0.08, 0.06]) if rng else None for _ in balls]
    patches = np.array([patch_of(picture, ball, jitter) for ball, jitter in zip(balls, shaken, strict=True)])
    rim = np.concatenate([patches[:, [0, -1]].reshape(-1, 3), patches[:, :, [0, -1]].reshape(-1, 3)])
    cloth = np.median(rim, axis=0)
    return np.hstack([patches.reshape(len(balls), -1), np.tile(cloth, (len(balls), 1))]).astype(np.float32)


def gather(folder: Path, balls: Balls, shakes: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return features and kinds of all named balls, each as it is and shaken a few times."""
    rng = np.random.default_rng(1)
    xs, ys = [], []
    for name, row in balls.items():
        named = [ball for ball in row if ball.kind != UNKNOWN]
        if not named:
            continue
        picture = read_picture(folder, name)
        for shake in range(shakes + 1):
            xs.append(features(picture, named, rng if shake else None))
            ys.append([ball.kind for ball in named])
    return np.concatenate(xs), np.concatenate(ys).astype(np.int64)


def learn(x: NDArray[np.float32], y: NDArray[np.int64], epochs: int = 40) -> nn.Module:
    """Train the small network; brightness and tint are varied on the fly, the kinds weighted to the same total."""
    torch.manual_seed(1)
    net = nn.Sequential(
        nn.Dropout(0.1), nn.Linear(x.shape[1], 96), nn.ReLU(), nn.Dropout(0.3), nn.Linear(96, len(SNOOKER))
    )
    weight = torch.tensor(1.0 / np.maximum(np.bincount(y, minlength=len(SNOOKER)), 1) ** 0.5, dtype=torch.float32)
    loss = nn.CrossEntropyLoss(weight=weight / weight.mean(), label_smoothing=0.02)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=epochs * (len(x) // 256 + 1))
    inputs, kinds = torch.from_numpy(x), torch.from_numpy(y)
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(256):
            tint = torch.randn(len(rows), 1, 3) * torch.tensor([0.25, 0.05, 0.05])
            batch = (inputs[rows].view(len(rows), -1, 3) + tint).flatten(1)
            optimiser.zero_grad()
            loss(net(batch), kinds[rows]).backward()
            optimiser.step()
            schedule.step()
    return net.eval()


def odds_of(net: nn.Module, picture: Picture, balls: list[Ball]) -> Array:
    """Return the (n, 8) odds of each kind for the balls of one picture."""
    with torch.no_grad():
        return np.asarray(net(torch.from_numpy(features(picture, balls))).softmax(1).numpy(), dtype=np.float64)


def by_stock(odds: Array) -> NDArray[np.int64]:
    """Return the likeliest kinds (n,) such that no colour is there twice and reds are at most fifteen."""
    columns = [kind for kind in range(len(SNOOKER)) if kind != RED] + [RED] * max(REDS, len(odds))
    cost = -np.log(np.maximum(odds, 1e-6))[:, columns]
    return np.asarray(np.array(columns)[linear_sum_assignment(cost)[1]], np.int64)


def name_all(folder: Path, balls: Balls, net: nn.Module) -> Balls:
    """Return the balls with every kind filled in and every `sure` set to the odds of the kind chosen."""
    named: Balls = {}
    for name, row in balls.items():
        if not row:
            named[name] = []
            continue
        odds = odds_of(net, read_picture(folder, name), row)
        said = np.array([ball.kind for ball in row])
        given = said != UNKNOWN
        odds[given, said[given]] += 0.6  # a person's word counts, unless the picture shouts against it
        odds /= odds.sum(axis=1, keepdims=True)
        kinds = by_stock(odds)
        sure = odds[np.arange(len(row)), kinds]
        named[name] = [replace(ball, kind=int(k), sure=float(s)) for ball, k, s in zip(row, kinds, sure, strict=True)]
    return named
