"""A frame from its first stroke to its last: players play, the law decides, the referee's hands follow.

Every stroke is played by our physics from where the balls lie; the true facts go through the same rulebook that the
program uses (`judge`, `apply`), and what it says decides turns, spots, choices and the end. So a frame is true to the
law by construction, and as true to life as its players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from models.training.clips.truth import facts_of
from models.training.frames.hands import LEAVES_S, lead_s
from models.training.frames.player import Plan, Skill, erring
from models.training.frames.turns import CLEANED, IN_HAND, Frame, Hand, Place, Turn
from models.training.played import play_on
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.rules.ruleset import RuleSet

FIRST_S = 4.5
"""When the first stroke is played: the camera has run for a while."""
MOST_STROKES = 150
"""A frame that is not over by then is left there."""
PAUSE_S = (3.2, 6.0)
"""From rest to the next strike, where no hand is at work."""
HAND_FIRST_S, HAND_LAST_S = (0.8, 1.8), 2.6
"""From rest until the first hand reaches in, and from the last ball put down to the next strike."""
HAIR_MM, PARTINGS = 1e-5, 20
CLEANS = 0.06
"""How often a ball is cleaned between two strokes."""


@dataclass(slots=True)
class Table:
    """Where every ball is now, by number; None: in a pocket, or in a hand."""

    names: tuple[str, ...]
    at: dict[int, Place | None]

    def lying(self, without: Sequence[int] = ()) -> tuple[tuple[int, str, Place], ...]:
        """Return the balls on the table: number, name, place."""
        return tuple((i, self.names[i], at) for i, at in sorted(self.at.items()) if at is not None and i not in without)

    def number(self, name: str) -> int:
        """Return the number of a ball of which there is one."""
        return self.names.index(name)

    def part(self, kit: Kit) -> None:
        """Move balls that rounding has left a hair inside each other so far apart that they touch."""
        numbers = [i for i, at in self.at.items() if at is not None]
        for _ in range(PARTINGS):
            inside = [
                (i, j) for k, i in enumerate(numbers) for j in numbers[k + 1 :] if self._inside(kit, i, j) > 0
            ]  # fmt: skip
            for i, j in inside:
                a, b = np.array(self.at[i]), np.array(self.at[j])
                way = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
                push = way * (self._inside(kit, i, j) + HAIR_MM) / 2
                for ball, to in ((i, a - push), (j, b + push)):
                    self.at[ball] = (float(to[0]), float(to[1]))
            if not inside:
                return

    def _inside(self, kit: Kit, i: int, j: int) -> float:
        """Return how far two balls reach into each other, mm; below 0 they are apart."""
        apart = float(np.hypot(*np.subtract(self.at[i] or (0.0, 0.0), self.at[j] or (0.0, 0.0))))
        return kit.radius_of(self.names[i]) + kit.radius_of(self.names[j]) - apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What is decided between two strokes: calls, and where balls go by hand (number, place, what for)."""

    position: Any
    calls: tuple[Call, ...] = ()
    moves: tuple[tuple[int, Place | None, str], ...] = ()
    """A place of None: the ball is taken off the table."""


class Game(Protocol):
    """What a game must say so that it can be played."""

    @property
    def rules(self) -> RuleSet[Any]:
        """The book."""
        ...

    @property
    def kit(self) -> Kit:
        """The table and its balls."""
        ...

    def begin(self, rng: np.random.Generator, reds: int | None) -> tuple[Setup, tuple[tuple[str, Place | None], ...]]:
        """Return the setup and all balls with where they lie."""
        ...

    def settle(self, rng: np.random.Generator, position: Any, table: Table, history: Sequence[Turn]) -> Settled:
        """Return what is chosen and put right before the next stroke."""
        ...

    def plan(self, rng: np.random.Generator, skill: Skill, position: Any, table: Table) -> tuple[int, bool, Plan]:
        """Return the number of the cue-ball, whether it is in hand, and what the striker tries."""
        ...

    def named(self, position: Any, plan: Plan) -> tuple[Call, ...]:
        """Return what the striker says before the stroke."""
        ...

    def rule(self, rng: np.random.Generator, position: Any, stroke: Stroke, standing: Standing) -> Ruling:
        """Return the ruling, nothing left to ask."""
        ...

    def player(self, position: Any) -> str:
        """Return who plays, by name."""
        ...

    @property
    def hands_rad(self) -> tuple[float, ...]:
        """How far the hands of good and of poor players err in direction (1 sigma), the best first."""
        ...


@dataclass(slots=True)
class _Run:
    """A frame in play."""

    game: Game
    seed: int
    position: Any
    table: Table
    skills: Mapping[str, Skill]
    now_s: float = FIRST_S
    turns: list[Turn] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)


def play_frame(
    game: Game,
    kit: Kit,
    seed: int,
    *,
    reds: int | None = 3,
    most: int = MOST_STROKES,
    pause_s: tuple[float, float] = PAUSE_S,
) -> Frame:
    """Return a frame, the same for the same seed; `most` strokes end it anyway."""
    setup, balls = game.begin(np.random.default_rng([seed, 1]), reds)
    table = Table(names=tuple(name for name, _ in balls), at=dict(enumerate(at for _, at in balls)))
    start = {i: at for i, at in table.at.items() if at is not None}
    position = game.rules.opening(setup)
    skills = players(np.random.default_rng([seed, 2]), setup, game.hands_rad)
    run = _Run(game=game, seed=seed, position=position, table=table, skills=skills)
    for number in range(1, most + 1):
        end = _between(np.random.default_rng([seed, 3, number]), run, pause_s)
        _play_one(np.random.default_rng([seed, 4, number]), run, number, end)
        if game.rules.outcome(run.position) is not None:
            break
    end = _between(np.random.default_rng([seed, 3, 0]), run, pause_s)
    return Frame(
        rules=game.rules.name, seed=seed, kit=kit, setup=setup, names=table.names, start=start, skills=skills,
        turns=tuple(run.turns), end_hands=end, outcome=game.rules.outcome(run.position),
        scoreline=game.rules.scoreline(run.position).points,
    )  # fmt: skip


def players(rng: np.random.Generator, setup: Setup, hands_rad: tuple[float, ...]) -> dict[str, Skill]:
    """Return how good each player is: steady and unsteady hands, a little apart in every frame."""
    names = [name for side in setup.players for name in side] or list(setup.names)
    hands = rng.permutation(hands_rad)
    return {
        name: Skill(
            aim_rad=float(hands[i % len(hands)] * rng.uniform(0.85, 1.2)),
            pace=float(rng.uniform(0.02, 0.07)),
            bold=float(rng.uniform(0.22, 0.42)),
            slips=float(rng.uniform(0.03, 0.14)),
        )
        for i, name in enumerate(names)
    }


def _between(rng: np.random.Generator, run: _Run, pause_s: tuple[float, float]) -> tuple[Hand, ...]:
    """Let people choose and hands put right what is to be; leave the next strike's moment in `now_s`."""
    timing = np.random.default_rng([run.seed, 5, len(run.turns)])
    rest_s = run.turns[-1].rest_s if run.turns else 0.0
    over = run.game.rules.outcome(run.position) is not None
    settled = run.game.settle(rng, run.position, run.table, run.turns) if not over else Settled(position=run.position)
    run.position = settled.position
    run.calls.extend(settled.calls)
    hands: list[Hand] = []
    free_s = rest_s + float(timing.uniform(*HAND_FIRST_S))
    for ball, to, what in (*settled.moves, *(() if over else _cleaned(rng, run, settled))):
        hand = Hand(what=what, ball=ball, to_mm=to, from_mm=run.table.at[ball], at_s=free_s)
        hands.append(replace(hand, at_s=free_s + lead_s(run.game.kit, hand)))
        run.table.at[ball] = to
        free_s = hands[-1].at_s + LEAVES_S
    last_s = hands[-1].at_s + HAND_LAST_S if hands else 0.0
    run.now_s = max(last_s, rest_s + float(timing.uniform(*pause_s)) if run.turns else FIRST_S)
    return tuple(hands)


def _cleaned(rng: np.random.Generator, run: _Run, settled: Settled) -> tuple[tuple[int, Place, str], ...]:
    """Return now and then a ball that is lifted, cleaned and put back as exactly as a hand can."""
    if rng.random() >= CLEANS or settled.moves or not run.turns:
        return ()
    lying = run.table.lying()
    number, _, at = lying[int(rng.integers(len(lying)))]
    apart = min((np.hypot(at[0] - x, at[1] - y) for i, _, (x, y) in lying if i != number), default=np.inf)
    if apart < 70:
        return ()
    off = rng.normal(0, 0.5, 2)
    return ((number, (float(at[0] + off[0]), float(at[1] + off[1])), CLEANED),)


def _play_one(rng: np.random.Generator, run: _Run, number: int, hands: tuple[Hand, ...]) -> None:
    """Play one stroke, have it judged, and let it stand."""
    game, table = run.game, run.table
    table.part(game.kit)
    player, striker = game.player(run.position), game.rules.scoreline(run.position).striker
    skill = run.skills[player]
    cue, in_hand, plan = game.plan(rng, skill, run.position, table)
    if in_hand:
        hands = (*hands, _placed(run, cue, plan.white, player, hands))
    for call in game.named(run.position, plan):
        run.position = game.rules.apply(run.position, call)
        run.calls.append(call)
    lying = table.lying()
    strike = erring(rng, skill, plan.strike)
    played = play_on(game.kit, tuple((name, at) for _, name, at in lying), strike, table.names[cue])
    stroke, standing = facts_of(played, run.now_s, number, game.kit, cue=table.names[cue], in_hand=in_hand)
    moved = tuple(dict.fromkeys(table.names[hand.ball] for hand in hands if hand.from_mm is not None))
    stroke = replace(stroke, moved_between=moved)
    ruling = game.rule(rng, run.position, stroke, standing)
    for call in ruling.calls:
        run.position = game.rules.apply(run.position, call)
    ids = tuple(i for i, _, _ in lying)
    for local, i in enumerate(ids):
        x, y = played.places_mm[-1][local]
        table.at[i] = None if np.isnan(x) else (float(x), float(y))
    turn = Turn(
        number=number, striker=striker, player=player, hands=hands, before=tuple(run.calls), plan=plan,
        cue=table.names[cue], ids=ids, strike=strike, played=played, at_s=run.now_s, stroke=stroke, standing=standing,
        ruling=ruling, points=game.rules.scoreline(run.position).points,
    )  # fmt: skip
    run.turns.append(turn)
    run.calls.clear()


def _placed(run: _Run, cue: int, to: Place, player: str, hands: tuple[Hand, ...]) -> Hand:
    """Return the player's hand that puts the cue-ball down, and put it there."""
    rest_s = run.turns[-1].rest_s if run.turns else -HAND_FIRST_S[0]
    free_s = hands[-1].at_s + LEAVES_S if hands else rest_s + HAND_FIRST_S[1]
    hand = Hand(what=IN_HAND, ball=cue, to_mm=to, from_mm=run.table.at[cue], at_s=free_s, by=player)
    run.table.at[cue] = to
    at_s = free_s + lead_s(run.game.kit, hand)
    run.now_s = max(run.now_s, at_s + HAND_LAST_S)
    return replace(hand, at_s=at_s)
