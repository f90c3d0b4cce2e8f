"""English billiards as a game that can be played: cannons and hazards, found by trying, with the judge as scorer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from models.training.clips.aiming import angle_to
from models.training.clips.truth import facts_of
from models.training.frames.play import Settled, Table
from models.training.frames.player import HANDS_RAD, MIND_STEP_S, Plan, Skill
from models.training.frames.turns import SPOTTED, TAKEN, Place, Turn
from models.training.strokes import Strike, play
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.domain.table.kit import Kit
from tracker.rules.billiards.edition import Billiards as Book
from tracker.rules.billiards.game.calls import Choose, Foul, Miss, Played
from tracker.rules.billiards.game.position import AS_LEFT, IN_HAND_SPOTTED, Position
from tracker.rules.billiards.game.table import SPOT

BALLS: Final = (WHITE, YELLOW, RED)
TRIED = 40
"""Strokes that are tried in the mind."""
PACES_MM_S = (900.0, 3400.0)
ENOUGH = 3
"""Points that a player looks no further for."""
ASKS_FOR_HAND = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Billiards:
    """English billiards on one table."""

    rules: Book
    kit: Kit
    target: int | None = None
    """Points that win the game; None: it goes on for as many strokes as are filmed."""

    @property
    def hands_rad(self) -> tuple[float, ...]:
        """How far players' hands err."""
        return HANDS_RAD

    def begin(self, rng: np.random.Generator, reds: int | None) -> tuple[Setup, tuple[tuple[str, Place | None], ...]]:
        """Return the opening: the red on the Spot, both cue-balls in hand."""
        spot = self.kit.spots[SPOT]
        return Setup(target=self.target), ((WHITE, None), (YELLOW, None), (RED, (spot.x_mm, spot.y_mm)))

    def settle(self, rng: np.random.Generator, position: Position, table: Table, history: Sequence[Turn]) -> Settled:
        """Choose after a foul, and put every ball where the law has it now."""
        calls: tuple[Call, ...] = ()
        if position.choices:
            calls = (Choose(what=IN_HAND_SPOTTED if rng.random() < ASKS_FOR_HAND else AS_LEFT),)
            position = self.rules.apply(position, calls[0])
        moves: list[tuple[int, Place | None, str]] = []
        # Where no ball is left on the table the law knows no more of how they lie than what is to be spotted.
        lie = position.spotted if position.lie is None else position.lie
        due = {place.ball: (place.at.x_mm, place.at.y_mm) for place in lie}
        for number, name in enumerate(table.names):
            here = table.at[number]
            if here is not None and name in position.off and name != position.cue_ball:
                moves.append((number, None, TAKEN))
            elif name in due and (here is None or np.hypot(here[0] - due[name][0], here[1] - due[name][1]) > 0.05):
                moves.append((number, due[name], SPOTTED))
        return Settled(position=position, calls=calls, moves=tuple(moves))

    def plan(self, rng: np.random.Generator, skill: Skill, position: Position, table: Table) -> tuple[int, bool, Plan]:
        """Return the cue-ball, whether it is in hand, and the likeliest of the strokes that were tried in the mind."""
        cue = BALLS.index(position.cue_ball)
        others = tuple((name, at) for _, name, at in table.lying(without=(cue,)))
        best, most = None, -9.0
        for plan in self._tries(rng, position, (cue, table), others):
            worth = self._worth(position, plan, others)
            if worth > most:
                best, most = plan, worth
            if worth >= ENOUGH:
                break
        assert best is not None, "no ball to play at"
        return cue, position.in_hand, best

    def _tries(
        self,
        rng: np.random.Generator,
        position: Position,
        of: tuple[int, Table],
        others: tuple[tuple[str, Place], ...],
    ) -> Iterator[Plan]:
        cue, table = of
        for _ in range(TRIED):
            white = self._in_the_d(rng, others) if position.in_hand else table.at[cue]
            assert white is not None, "a cue-ball that is neither on the table nor in hand"
            name, at = others[int(rng.integers(len(others)))]
            line = np.subtract(at, white)
            off = float(rng.uniform(-0.95, 0.95)) * self.kit.touching_mm / max(float(np.hypot(*line)), 1.0)
            aim = (at[0] - off * float(line[1]), at[1] + off * float(line[0]))
            strike = Strike(
                angle=angle_to(white, aim), speed_mm_s=float(rng.uniform(*PACES_MM_S)),
                follow=float(rng.uniform(-0.5, 0.9)),
            )  # fmt: skip
            yield Plan(white=white, strike=strike, ball=name, kind="score")

    def _in_the_d(self, rng: np.random.Generator, others: tuple[tuple[str, Place], ...]) -> Place:
        kit = self.kit
        while True:
            turn, away = rng.uniform(np.pi, 2 * np.pi), kit.d_radius_mm * sqrt(rng.uniform(0, 0.97))
            x, y = kit.width_mm / 2 + away * np.cos(turn), kit.baulk_mm + away * np.sin(turn) - 0.5
            if all(np.hypot(x - at[0], y - at[1]) > kit.touching_mm + 4 for _, at in others):
                return float(x), float(y)

    def _worth(self, position: Position, plan: Plan, others: tuple[tuple[str, Place], ...]) -> float:
        """Return the points that a stroke would make if it came off, less than none for a foul."""
        cue = position.cue_ball
        try:
            played = play(self.kit, ((cue, plan.white), *others), plan.strike, cue, MIND_STEP_S)
        except ValueError:
            return -9.0
        stroke, standing = facts_of(played, 0.0, 1, self.kit, cue=cue, in_hand=position.in_hand)
        for call in self.rules.judge(position, stroke, standing).calls:
            match call:
                case Played():
                    return float(call.points)
                case Foul() | Miss():
                    return -2.0
        return 0.0

    def named(self, position: Position, plan: Plan) -> tuple[Call, ...]:
        """Return nothing: nobody names a ball."""
        return ()

    def rule(self, rng: np.random.Generator, position: Position, stroke: Stroke, standing: Standing) -> Ruling:
        """Return the ruling."""
        return self.rules.judge(position, stroke, standing)

    def player(self, position: Position) -> str:
        """Return who plays, by name."""
        return position.player
