"""Who pushed whom when one ball came to others that lie together: told by the balance of how all of them moved.

Smooth balls push each other along their lines of centres alone, and never pull. So the pushes follow from how each
ball's speed changed: least squares with pushes that are not below 0 (Lawson and Hanson, Solving Least Squares
Problems, 1974), of which the fewest are kept that explain what moved, each at its price as in Schwarz's criterion. A
ball in the middle may hardly move and yet pass all of it on, as in Newton's cradle: the balance tells that, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from tracker.incidents.segment.flights import Flight

Array = NDArray[np.float64]

LEAK = 0.04
"""Share of what passes through a ball that goes elsewhere than told: throw, and lines of centres that err (1 sigma)."""
PRICE = 5.0
"""What a push costs, in squared sigmas."""
MOST_LEFT = 2.0
"""Squared sigmas that may be left of each number that was to be explained: else it happened otherwise."""
ANY_MM_S = 10_000.0
LEAST_MM_S = 2.0
"""A weaker push moves nothing."""
ROUNDS = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pushed:
    """A ball in a pack, or one that came to it: where it was then, and how its speed changed."""

    flight: Flight
    place: Array
    gained: Array
    """(2,) mm/s."""
    sd_mm_s: float
    """How far that errs along one axis."""
    comes: bool = False
    set_off_s: float | None = None
    """When it was seen to set off, if it was."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Link:
    """Two balls of a pack that may have pushed each other, the one nearer to what came first."""

    a: int
    b: int
    line: Array
    """(2,) unit vector from the first one's centre to the other's."""
    at: Array
    """(2,) the first one's centre."""
    at_s: float
    room_mm: float = 0.0
    """How far they lay apart."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pack:
    """Balls that lay together and what came to them, and who may have pushed whom."""

    balls: tuple[Pushed, ...]
    links: tuple[Link, ...]
    at_s: float
    sd_s: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Push:
    """Two balls of a pack that pushed each other."""

    link: Link
    given_mm_s: float
    worth: float
    """What it costs to explain the motion without it, in squared sigmas."""


def pushes(pack: Pack) -> tuple[Push, ...]:
    """Return the fewest pushes that explain how the balls moved; none where pushes of neighbours do not.

    What came may have met another ball or a cushion in the same moment: then its own change of speed is left open.
    """
    whole = fewest(pack)
    if fits(pack, whole):
        return whole
    open_ended = tuple(replace(ball, sd_mm_s=ANY_MM_S) if ball.comes else ball for ball in pack.balls)
    loose = replace(pack, balls=open_ended)
    rest = fewest(loose)
    return rest if fits(loose, rest) else ()


def fits(pack: Pack, found: Sequence[Push]) -> bool:
    """Say whether pushes explain how all balls moved, but for what they err."""
    _, left, _ = balanced(pack.balls, [one.link for one in found])
    return left < MOST_LEFT * 2 * len(pack.balls)


def fewest(pack: Pack) -> tuple[Push, ...]:
    """Return the pushes that are worth telling, of all that there may have been."""
    links = list(pack.links)
    while links:
        given, _, cost = balanced(pack.balls, links)
        if np.any(given < LEAST_MM_S):
            links = [one for one, p in zip(links, given, strict=True) if p >= LEAST_MM_S]
            continue
        worth = [balanced(pack.balls, [one for one in links if one is not gone])[2] - cost for gone in links]
        least = int(np.argmin(worth))
        if worth[least] > PRICE:
            told = zip(links, given, worth, strict=True)
            return tuple(Push(link=link, given_mm_s=float(p), worth=w) for link, p, w in told)
        links.pop(least)
    return ()


def balanced(balls: Sequence[Pushed], links: Sequence[Link]) -> tuple[Array, float, float]:
    """Return what each link gives (mm/s), what it leaves of the balls' gains (squared sigmas), and what it costs.

    The more passes through a ball, the more its gain may err; the cost is twice the negative log likelihood.
    """
    gained, own = np.array([ball.gained for ball in balls]), np.array([ball.sd_mm_s for ball in balls])
    rows, ends = shares(len(balls), links)
    given, sd = np.zeros(len(links)), own
    for _ in range(ROUNDS):
        sd = np.hypot(own, LEAK * np.maximum(np.hypot(*gained.T), ends @ given))
        both = np.repeat(sd, 2)
        given = nnls(rows / both[:, None], gained.reshape(-1) / both)[0] if links else given
    left = float(np.sum(((gained.reshape(-1) - rows @ given) / np.repeat(sd, 2)) ** 2))
    return given, left, left + 4 * float(np.sum(np.log(sd)))


def shares(n: int, links: Sequence[Link]) -> tuple[Array, Array]:
    """Return (2 n, m) by how much a push of 1 along each link changes each ball's speed, and (n, m) whose it is."""
    rows, ends = np.zeros((n, 2, len(links))), np.zeros((n, len(links)))
    for k, link in enumerate(links):
        rows[link.a, :, k], rows[link.b, :, k] = -link.line, link.line
        ends[[link.a, link.b], k] = 1.0
    return rows.reshape(2 * n, len(links)), ends
