"""Play a frame: people do things, the judge rules on the exact facts, and what is called moves the score."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from bench.simulated import billiards, novuss, snooker
from bench.simulated.frame import KINDS, Frame, Struck, rules_of
from bench.simulated.habits import HABITS, Habits
from bench.simulated.happen import Did, When, happen, standing
from bench.simulated.layout import Layout
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.table.kit import Kit
from tracker.domain.time import SECOND_US
from tracker.rules.ruleset import apply_all
from tracker.rules.snooker.frame.calls import Choose
from tracker.rules.snooker.frame.position import PLAY_REPLACED, REPLACE


class Playing(Protocol):
    """How a game is played; its position is known to it alone."""

    def agreed(self, rng: Random, kit: Kit) -> tuple[Setup, Setup]:
        """Return what is agreed, and as much of it as whoever began the recording told."""

    def most(self, rng: Random) -> int:
        """Return after how many strokes play is broken off."""

    def racked(self, rng: Random, kit: Kit, at: Any) -> Layout:
        """Return how the balls lie where the law does not know it."""

    def said_before(self, rng: Random, at: Any) -> tuple[Call, ...]:
        """Return what people say before a stroke, as far as the law waits for it."""

    def placed(self, rng: Random, kit: Kit, at: Any, layout: Layout) -> Layout:
        """Return the table with the cue-ball ready to be struck."""

    def named(self, rng: Random, at: Any, layout: Layout) -> tuple[Call, ...]:
        """Return what the striker names."""

    def ends_before(self, rng: Random, at: Any) -> tuple[Call, ...]:
        """Return what ends the frame before another stroke, if anything does."""

    def attempt(self, rng: Random, kit: Kit, at: Any, layout: Layout, skill: float) -> Did:
        """Return what a player of this skill does."""

    def decided(self, rng: Random, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """Return the judge's calls with what the book leaves to the referee decided by one."""


def playing(kind: str, habits: Habits) -> Playing:
    """Return how this kind of frame is played."""
    game = rules_of(kind).game
    made: dict[str, Any] = {
        "snooker": snooker.SnookerPlay, "billiards": billiards.BilliardsPlay, "novuss": novuss.NovussPlay,
    }  # fmt: skip
    chosen: Playing = made[game](kind=kind, habits=habits)
    return chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """A frame under way."""

    at: Any
    layout: Layout
    before: Layout = ()
    """The table as the last stroke was played: what is put back goes back there."""
    clock_us: int = 0
    strokes: tuple[Struck, ...] = ()
    calls: tuple[Call, ...] = ()
    """Said since the last stroke."""


def play(kind: str, seed: int, habits: Habits = HABITS) -> Frame:
    """Return the frame of that kind and seed: the same one for ever.

    Raises:
        KeyError: there is no such kind.
    """
    rng, rules = Random(f"{KINDS[kind]} {kind} {seed}"), rules_of(kind)
    game = playing(kind, habits)
    setup, told = game.agreed(rng, rules.kit)
    skills = _skills(rng, habits)
    at = rules.opening(setup)
    now = Now(at=at, layout=at.lie or game.racked(rng, rules.kit, at), clock_us=4 * SECOND_US)
    closing: tuple[Call, ...] = ()
    for _ in range(game.most(rng)):
        if closing := game.ends_before(rng, now.at):
            now = replace(now, at=apply_all(rules, now.at, closing)[0])
        if now.at.over:
            break
        now = _stroke(rng, rules, game, _readied(rng, rules, game, now), skills)
        if now.at.over:
            break
    final = rules.scoreline(now.at)
    return Frame(kind=kind, seed=seed, setup=setup, told=told, strokes=now.strokes, closing=closing, final=final)


def _skills(rng: Random, habits: Habits) -> tuple[float, float]:
    low, high = habits.least_skill, habits.most_skill
    better = rng.uniform((low + high) / 2, high)
    worse = rng.uniform(low, better)
    return (better, worse) if rng.random() < 0.5 else (worse, better)


def _readied(rng: Random, rules: Any, game: Playing, now: Now) -> Now:
    """Say what must be said, put back what is to be put back, and place the cue-ball."""
    said = game.said_before(rng, now.at)
    layout = now.layout
    at = apply_all(rules, now.at, said)[0]
    if said and at.lie is not None:
        layout = at.lie
    elif any(isinstance(call, Choose) and call.what in (REPLACE, PLAY_REPLACED) for call in said):
        layout = now.before
    layout = game.placed(rng, rules.kit, at, layout)
    named = game.named(rng, at, layout)
    at = apply_all(rules, at, named)[0]
    return replace(now, at=at, layout=layout, calls=(*now.calls, *said, *named))


def _stroke(rng: Random, rules: Any, game: Playing, now: Now, skills: tuple[float, float]) -> Now:
    side = now.at.striker
    player = rules.scoreline(now.at).player
    did = game.attempt(rng, rules.kit, now.at, now.layout, skills[side])
    began_us = now.clock_us + int(rng.uniform(8.0, 25.0) * SECOND_US)
    when = When(number=len(now.strokes) + 1, began_us=began_us)
    stroke, after = happen(rng, rules.kit, now.layout, did, when)
    rest = standing(stroke.ended_us + 1, after)
    calls = game.decided(rng, rules.judge(now.at, stroke, rest).calls)
    at = apply_all(rules, now.at, calls)[0]
    struck = Struck(
        stroke=stroke, before=standing(began_us - 1, now.layout), standing=rest, calls=(*now.calls, *calls), side=side,
        player=player, points=rules.scoreline(at).points,
    )  # fmt: skip
    layout = game.racked(rng, rules.kit, at) if at.lie is None else at.lie
    return Now(at=at, layout=layout, before=now.layout, clock_us=stroke.ended_us, strokes=(*now.strokes, struck))
