"""Snooker, every edition of it, as a game that can be played: how it begins, what may be chosen, what is on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from models.training.frames.geometry import chances
from models.training.frames.play import Settled, Table
from models.training.frames.player import HANDS_RAD, Plan, Skill, Task, choose
from models.training.frames.turns import PUT_BACK, SPOTTED, TAKEN, Place, Turn
from models.training.painter.layouts import anywhere, spot, triangle
from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place as Lying
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.ball import COLOURS, RED, WHITE
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.rules.snooker.edition import Snooker as Book
from tracker.rules.snooker.frame.calls import Choose, Lots, Nominate, NominateFree
from tracker.rules.snooker.frame.position import COLOUR, PLACE_ANYWHERE, PLAY, PLAY_AGAIN, REPLACE, Position
from tracker.rules.snooker.frame.told import NOTHING, Told

STRAYS = 0.12
"""How often a colour does not stand on its spot where a frame is picked up in the middle."""
AFTER_RED = 0.15
"""How often a frame is picked up just after a red was potted."""
MOST_PUT_BACK = 4
"""With more balls to put back, nobody asks for it."""
PAIRS = (("A1", "A2"), ("B1", "B2"))
EYE = Skill(aim_rad=0.0015, pace=0.0, bold=0.0)
"""Whose eye says whether the table left after a foul is worth having."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooker:
    """One edition of snooker on one table."""

    rules: Book
    kit: Kit
    four: bool = False
    """Two players a side."""

    @property
    def hands_rad(self) -> tuple[float, ...]:
        """How far players' hands err."""
        return HANDS_RAD

    def begin(self, rng: np.random.Generator, reds: int | None) -> tuple[Setup, tuple[tuple[str, Place | None], ...]]:
        """Return an opening with all reds, or a frame picked up in the middle with fewer."""
        all_reds = self.rules.edition.terms.reds
        players = PAIRS if self.four else ((), ())
        if reds is None or reds >= all_reds:
            balls = [(name, spot(self.kit, name)) for name in COLOURS]
            balls += [(RED, (float(x), float(y))) for x, y in triangle(self.kit)[:all_reds]]
            return Setup(players=players), ((WHITE, None), *balls)
        return self._middle(rng, reds, players)

    def _middle(
        self, rng: np.random.Generator, reds: int, players: Any
    ) -> tuple[Setup, tuple[tuple[str, Place | None], ...]]:
        gone = int(rng.integers(0, 4)) if reds == 0 else 0
        colours = COLOURS[gone:]
        balls: list[tuple[str, Place]] = []
        for name in colours:
            stray = rng.random() < (STRAYS if reds else 0.4)
            at = anywhere(rng, self.kit, balls) if stray else None
            balls.append((name, at or spot(self.kit, name)))
        for name in (*[RED] * reds, WHITE):
            at = anywhere(rng, self.kit, balls)
            balls.append((name, at or (400.0, 400.0)))
        on = COLOUR if reds and rng.random() < AFTER_RED else RED if reds else colours[0]
        places = tuple(Lying(ball=name, at=Point(*at), sd_mm=0.0) for name, at in balls)
        start = Start(reds=reds, colours=colours, on=on, places=places)
        return Setup(players=players, start=start), (balls[-1], *balls[:-1])

    def settle(self, rng: np.random.Generator, position: Position, table: Table, history: Sequence[Turn]) -> Settled:
        """Choose after a foul, draw lots for the black, and spot colours or put balls back."""
        calls: list[Call] = []
        moves: list[tuple[int, Place | None, str]] = []
        spots = history[-1].ruling.spots if history else ()
        if position.choices:
            what = self._choice(rng, position, table, history[-1])
            position = self._said(position, Choose(what=what), calls)
            if what == REPLACE:
                moves.extend(_back(position, table, history[-1]))
        if position.lots:
            position = self._said(position, Lots(side=int(rng.integers(2))), calls)
        back = {number for number, to, _ in moves if to is not None}
        due = ((table.number(place.ball), (place.at.x_mm, place.at.y_mm), SPOTTED) for place in spots)
        moves.extend(move for move in due if move[0] not in back)
        return Settled(position=position, calls=tuple(calls), moves=tuple(moves))

    def _said(self, position: Position, call: Call, calls: list[Call]) -> Position:
        calls.append(call)
        return self.rules.apply(position, call)

    def _choice(self, rng: np.random.Generator, position: Position, table: Table, last: Turn) -> str:
        """Return what the next player asks for after a foul."""
        if PLACE_ANYWHERE in position.choices:
            return PLACE_ANYWHERE
        good = position.free_ball is True or self._is_open(position, table)
        if REPLACE in position.choices and len(_moved(table, last)) <= MOST_PUT_BACK:
            return REPLACE if rng.random() < (0.4 if good else 0.85) else PLAY
        return PLAY_AGAIN if not good and PLAY_AGAIN in position.choices and rng.random() < 0.5 else PLAY

    def _is_open(self, position: Position, table: Table) -> bool:
        white = table.at[0]
        if white is None:
            return True
        balls = tuple((name, at) for _, name, at in table.lying(without=(0,)))
        found = chances(self.kit, balls, white, (position.fresh_on,), EYE.aim_rad)
        return bool(found) and found[0].likely > 0.4

    def plan(self, rng: np.random.Generator, skill: Skill, position: Position, table: Table) -> tuple[int, bool, Plan]:
        """Return the white, whether it is in hand, and what the striker tries."""
        return 0, position.in_hand, choose(rng, skill, self.task(position, table))

    def task(self, position: Position, table: Table) -> Task:
        """Return what lies before the striker; a free ball makes every ball one that is on."""
        on = position.colours if position.on == COLOUR else (position.on,)
        if position.free_ball is True:
            on = tuple({name for _, name, _ in table.lying(without=(0,))})
        white = None if position.in_hand else table.at[0]
        balls = tuple((name, at) for _, name, at in table.lying(without=(0,)))
        terms = position.terms
        return Task(
            kit=self.kit, balls=balls, white=white, on=tuple(sorted(on)), anywhere=position.anywhere,
            needs_cushion=terms.clocks is not None,
        )  # fmt: skip

    def named(self, position: Position, plan: Plan) -> tuple[Call, ...]:
        """Return the nomination of a colour, or of a free ball."""
        if position.free_ball is True and plan.ball != position.on and plan.ball in position.colours:
            return (NominateFree(ball=plan.ball),)
        return (Nominate(ball=plan.ball),) if position.on == COLOUR else ()

    def rule(self, rng: np.random.Generator, position: Position, stroke: Stroke, standing: Standing) -> Ruling:
        """Return the ruling; where the book leaves it to the referee, this one has seen an honest attempt, or not."""
        ruling = self.rules.judge(position, stroke, standing, NOTHING)
        effort = "best" if rng.random() < 0.5 else "poor"
        for told in (
            Told(effort=effort, intent=False),
            Told(effort=effort, intent=False, strength="enough", possible=True),
            Told(effort=effort, intent=False, strength="enough", possible=True, snookered=False),
        ):
            if not any(said.ask for said in ruling.suggestions):
                break
            ruling = self.rules.judge(position, stroke, standing, told)
        return ruling

    def player(self, position: Position) -> str:
        """Return who plays, by name."""
        return position.player


def _moved(table: Table, last: Turn) -> tuple[tuple[int, Place], ...]:
    """Return the balls that do not lie where they lay before the last stroke, with where they lay."""
    first = last.played.places_mm[0]
    were = {i: (float(x), float(y)) for i, (x, y) in zip(last.ids, first, strict=True)}
    return tuple(
        (i, was)
        for i, was in were.items()
        if (now := table.at[i]) is None or np.hypot(now[0] - was[0], now[1] - was[1]) > 0.05
    )


def _back(position: Position, table: Table, last: Turn) -> tuple[tuple[int, Place | None, str], ...]:
    """Return the moves that restore what the law wants restored, each to a place that is free by then."""
    lie = position.lie or ()
    wanted = {(place.ball, round(place.at.x_mm, 1), round(place.at.y_mm, 1)) for place in lie}
    due = [
        (i, was) for i, was in _moved(table, last)
        if not lie or i == 0 or (table.names[i], round(was[0], 1), round(was[1], 1)) in wanted
    ]  # fmt: skip
    if position.in_hand:
        due = [(i, was) for i, was in due if i]
    moves: list[tuple[int, Place | None, str]] = []
    at = dict(table.at)
    while due:
        i, was = next((one for one in due if _is_free(at, *one)), due[0])
        if not _is_free(at, i, was):
            blocker = next(
                j for j, place in at.items() if j != i and place and np.hypot(*np.subtract(place, was)) < 52.5
            )
            moves.append((blocker, None, TAKEN))
            at[blocker] = None
            continue
        moves.append((i, was, PUT_BACK))
        at[i] = was
        due.remove((i, was))
    return tuple(moves)


def _is_free(at: dict[int, Place | None], ball: int, to: Place) -> bool:
    return all(place is None or i == ball or np.hypot(*np.subtract(place, to)) >= 52.4999 for i, place in at.items())
