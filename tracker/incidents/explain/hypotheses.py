"""Which ball the cue-ball met first: every candidate foretells other motion, and what was seen says how likely each is.

A chain (`knocks`) says who met whom; its cost is half the sum of squares by which it misses the sightings. Against
the chains stand a touch that does what no chain foretells, and balls that moved for another reason. Odds go as
exp(-cost / heat), for great costs as a power of them: the errors of neighbouring sightings are somewhat alike, beyond
what is alike in all of them (which `knocks` fits), so that a square counts less than it would if they were drawn one by
one. Two balls are met together where the second was met within half a millisecond. The heat, and how often the rarer
explanations are true, are fitted (`noise`). How often first contacts so told are right, and how far the odds can be
trusted, `bench.first_contact` and `bench.reliability` measure.
Source: Jaynes, Probability Theory (2003), ch. 4; annealed likelihoods: Friel and Pettitt (2008).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import erf, exp, hypot, inf, log1p, sqrt

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.incidents.explain.fitting import fit, free_cost, missed_by, smooth_cost
from tracker.incidents.explain.knocks import Chain, Coming, Fit, Lying
from tracker.incidents.noise import SIGMAS, Firsts

Share = tuple[tuple[int, ...], float, Fit | None]

TOGETHER_S = 0.0005
MOST = 3
"""So many balls are weighed against each other: four chains for each pair."""
SLACK_S = 0.025
"""A ball that began to move so much later than another one was not met before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A candidate for the first contact: which balls were met, how likely, and the fit that speaks for it most."""

    hit: tuple[int, ...]
    """Which of the balls (their places in the list that was given); two were met together; none."""
    odds: float
    fit: Fit | None = None


def candidates(balls: Sequence[Lying]) -> tuple[Lying, ...]:
    """Return the balls that may have been met first, by when they began to move."""
    order = sorted(balls, key=lambda b: b.onset_s)
    return tuple(b for b in order if not is_later(b, order[0]))


def nearest(cue: Coming, balls: Sequence[Lying], kit: Kit) -> tuple[Lying, ...]:
    """Return those few of the balls, by when they began to move, to which the cue-ball came best at their time."""

    def far(ball: Lying) -> float:
        return missed_by(cue, ball, kit) + too_early(ball, balls)

    return tuple(sorted(sorted(balls, key=far)[:MOST], key=lambda b: b.onset_s))


def is_later(ball: Lying, other: Lying) -> bool:
    """Say whether a ball surely began to move after another one."""
    return ball.onset_s - other.onset_s > SLACK_S + SIGMAS * (ball.onset_sd_s + other.onset_sd_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """By how much each way to explain the first motion misses what was seen, in nats."""

    chains: tuple[tuple[Fit, float], ...]
    """Each chain, and its cost with that of the balls that it does not explain."""
    loose: float
    """The cue-ball turned at about that time, and the balls went on their ways, whatever made them."""
    missed: tuple[float, ...]
    """For each ball: that the cue-ball was not beside it then, or that others moved before it."""
    unmet: float
    """The cue-ball went on its way, and the balls on theirs."""


def costs_of(cue: Coming, balls: Sequence[Lying], kit: Kit) -> Costs:
    """Return how badly each explanation agrees with what was seen."""
    fits = [fit(chain, cue, tuple(balls), kit) for chain in chains(len(balls))]
    alone = [free_cost(ball, kit) for ball in balls]
    return Costs(
        chains=tuple((f, f.cost + sum(alone[k] for k in others(f.chain, len(balls)))) for f in fits),
        loose=corner_cost(cue, balls) + sum(alone),
        missed=tuple(missed_by(cue, b, kit) + too_early(b, balls) for b in balls),
        unmet=sum(alone) + smooth_cost(cue.seen, balls[0].onset_s),
    )


def odds_of(costs: Costs, by: Firsts) -> tuple[Weighed, ...]:
    """Return the candidates by their odds: each explanation is worth its misfit over the heat, and how rare it is."""
    worths = [
        agreement(costs.unmet, by) + by.otherwise,
        *(agreement(costs.loose, by) + by.loosely + touched_worth(missed, by) for missed in costs.missed),
        *(agreement(cost, by) + by.alone * len(others(f.chain, len(costs.missed))) for f, cost in costs.chains),
    ]
    weights = np.exp(np.array(worths) - max(worths)).tolist()
    shares: list[Share] = [((), weights[0], None)]
    shares += [((i,), weight, None) for i, weight in enumerate(weights[1 : 1 + len(costs.missed)])]
    for (f, _), weight in zip(costs.chains, weights[1 + len(costs.missed) :], strict=True):
        shares += [(hit, weight * share, f) for hit, share in split(f, by)]
    return summed(shares)


def agreement(cost: float, by: Firsts) -> float:
    """Return what speaks for an explanation, in nats: minus its cost over the heat, less and less the greater it is.

    Where sightings are grossly wrong, by a ball taken for its neighbour, every explanation misses them by much, and the
    differences tell little.
    """
    return -by.tail * log1p(cost / (by.tail * by.heat))


def touched_worth(missed: float, by: Firsts) -> float:
    """Return what speaks for a ball that the cue-ball missed by so many nats, as far as was seen."""
    return max(-missed / by.heat, by.far - log1p(missed / exp(by.farther)))


def corner_cost(cue: Coming, balls: Sequence[Lying]) -> float:
    """Return how badly the cue-ball fits two smooth ways, before the first ball moved and after it."""
    at_s = balls[0].onset_s
    return smooth_cost(cue.seen.within(-inf, at_s), at_s) + smooth_cost(cue.seen.within(at_s, inf), at_s)


def too_early(ball: Lying, balls: Sequence[Lying]) -> float:
    """Return what speaks against a ball having been met first: others began to move before it."""
    late = (ball.onset_s - other.onset_s for other in balls)
    sds = (hypot(ball.onset_sd_s, other.onset_sd_s) for other in balls)
    return sum((max(by, 0.0) / max(sd, 1e-4)) ** 2 / 2 for by, sd in zip(late, sds, strict=True))


def chains(count: int) -> Iterator[Chain]:
    """Give all chains of one or two touches among so many balls."""
    for i in range(count):
        yield Chain(first=i)
    for i, j in permutations(range(count), 2):
        yield Chain(first=i, second=j)
        yield Chain(first=i, second=j, by_first=True)


def others(chain: Chain, count: int) -> tuple[int, ...]:
    """Return the balls that a chain does not explain."""
    return tuple(k for k in range(count) if k not in (chain.first, chain.second))


def split(f: Fit, by: Firsts) -> Iterator[tuple[tuple[int, ...], float]]:
    """Give what a chain says was met first: the first ball, and with which share that and the second one together."""
    if f.chain.second is None or f.chain.by_first:
        yield (f.chain.first,), 1.0
        return
    before, upto = (below(f, at_s, by) for at_s in (0.0, TOGETHER_S))
    yield (f.chain.first,), 1.0 - upto
    yield (min(f.chain.first, f.chain.second), max(f.chain.first, f.chain.second)), upto - before


def below(f: Fit, apart_s: float, by: Firsts) -> float:
    """Return how likely the second touch came less than so long after the first; before it, where that is 0."""
    return phi((apart_s - f.apart_s) / hypot(sqrt(by.heat) * f.apart_sd_s, by.moment_s))


def phi(sigmas: float) -> float:
    """Return the share of a normal distribution below so many sigmas."""
    return 0.5 * (1.0 + erf(sigmas / sqrt(2.0)))


def summed(shares: Sequence[Share]) -> tuple[Weighed, ...]:
    """Return one candidate for each outcome, the likeliest first, with the best fit of those that lead to it."""
    weights: dict[tuple[int, ...], float] = defaultdict(float)
    best: dict[tuple[int, ...], tuple[float, Fit | None]] = {}
    for hit, weight, f in shares:
        weights[hit] += weight
        if hit not in best or weight > best[hit][0]:
            best[hit] = (weight, f)
    whole = float(np.sum(list(weights.values())))
    found = (Weighed(hit=hit, odds=weight / whole, fit=best[hit][1]) for hit, weight in weights.items())
    return tuple(sorted(found, key=lambda w: -w.odds))
