"""Novuss as a game that can be played: strokes found by trying, direct or off the boards, with the judge as scorer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from models.training.clips.truth import facts_of
from models.training.frames.play import Settled, Table
from models.training.frames.player import MIND_STEP_S, Plan, Skill
from models.training.frames.turns import PUT_BACK, SPOTTED, TAKEN, Place, Turn
from models.training.painter.board.layouts import anywhere, rows
from models.training.painter.layouts import Placed
from models.training.strokes import Strike
from models.training.strokes.discs import DRAWN_BOARD, play_discs
from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place as Lying
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.physics.sliding import pace_to_slide
from tracker.rules.novuss.board import STRIKER, STRIKER_HOLE, ZONE, in_circle_mm, in_zone_mm
from tracker.rules.novuss.calls import Played as Called
from tracker.rules.novuss.calls import SetLost
from tracker.rules.novuss.edition import Novuss as Book
from tracker.rules.novuss.position import Position

PUCKS: Final = ("a", "b")
TRIED: Final = 26
"""Strokes that are tried in the mind."""
ENOUGH: Final = 0.9
HANDS_RAD: Final = (0.004, 0.007, 0.011, 0.016)
"""A short cue, held over an edge board: hands err more than on a snooker table."""
PACES: Final = (1.15, 2.0)
"""Of the least pace at which a puck gets to where it is sent."""
SLOWEST_MM_S, FASTEST_MM_S = 900.0, 4200.0
JUMPS: Final = 0.03
"""How often the tip slips under the striker, so that it flies."""
JUMP_MM_S: Final = (500.0, 1100.0)
SAME_MM: Final = 0.05
OPEN: Final = 0.6
"""How often a puck of a set in progress lies where its player may hit it directly, at least."""
CLEAR_MM: Final = 3.0
"""How far from a puck a player puts the striker down, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Novuss:
    """Novuss on one board."""

    rules: Book
    kit: Kit

    @property
    def hands_rad(self) -> tuple[float, ...]:
        """How far players' hands err."""
        return HANDS_RAD

    def begin(self, rng: np.random.Generator, reds: int | None) -> tuple[Setup, tuple[tuple[str, Place | None], ...]]:
        """Return the rows of the opening, or a set picked up in the middle with so many pucks of each player."""
        each = self.kit.pieces["a"]
        if reds is None or reds >= each:
            return Setup(), ((STRIKER, None), *rows(self.kit))
        placed = self._strewn(rng, reds)
        lie = tuple(Lying(ball=name, at=Point(*at), sd_mm=0.0) for name, at in placed)
        gone = each - reds
        start = Start(scores=(gone, gone), striker=int(rng.integers(2)), colours=(), places=lie)
        pocketed = tuple((puck, None) for puck in PUCKS for _ in range(gone))
        return Setup(start=start), ((STRIKER, None), *placed, *pocketed)

    def _strewn(self, rng: np.random.Generator, each: int) -> Placed:
        placed: Placed = []
        for edge, puck in zip(("near", "far"), PUCKS, strict=True):
            for _ in range(each):
                place = None
                while place is None or (rng.random() < OPEN and self._is_dark(place, edge)) or self._on_line(place):
                    place = anywhere(rng, self.kit, placed, puck)
                placed.append((puck, place))
        return placed

    def _is_dark(self, at: Place, edge: str) -> bool:
        point = Point(*at)
        return in_circle_mm(self.kit, point) > 0 or in_zone_mm(self.kit, point, edge) > 0

    def _on_line(self, at: Place) -> bool:
        """Say whether nobody could tell a puck's zone, or one would hang over a hole."""
        point = Point(*at)
        marks = [in_circle_mm(self.kit, point), *(in_zone_mm(self.kit, point, edge) for edge in ("near", "far"))]
        return min(abs(mark) for mark in marks) < 3.0

    def settle(self, rng: np.random.Generator, position: Position, table: Table, history: Sequence[Turn]) -> Settled:
        """Hand the striker over, and put every puck where the law has it now."""
        if not history:
            return Settled(position=position)
        moves: list[tuple[int, Place | None, str]] = []
        striker = table.number(STRIKER)
        if table.at[striker] is not None:
            moves.append((striker, None, TAKEN))
        position = self._homed(rng, position)
        for puck in PUCKS:
            moves += self._put_right(position, table, puck)
        return Settled(position=position, moves=tuple(moves))

    def _homed(self, rng: np.random.Generator, position: Position) -> Position:
        """Give a place to the pucks for which the book leaves it to the referee; a set played again begins in rows."""
        if position.lie is None:
            lie = tuple(Lying(ball=name, at=Point(*at), sd_mm=0.0) for name, at in rows(self.kit))
            return replace(position, lie=lie)
        lie = position.lie
        for side, puck in enumerate(PUCKS):
            while sum(one.ball == puck for one in lie) < position.pucks[side]:
                placed: Placed = [(one.ball, (one.at.x_mm, one.at.y_mm)) for one in lie]
                at = anywhere(rng, self.kit, placed, puck) or (400.0, 400.0)
                lie = (*lie, Lying(ball=puck, at=Point(*at), sd_mm=0.0))
        return replace(position, lie=lie)

    def _put_right(self, position: Position, table: Table, puck: str) -> Iterator[tuple[int, Place | None, str]]:
        """Give the moves by which the pucks of one side come to lie as they should."""
        due = [(one.at.x_mm, one.at.y_mm) for one in position.lie or () if one.ball == puck]
        lying = {i: at for i, name, at in table.lying() if name == puck}
        for i, at in [*lying.items()]:
            home = next((place for place in due if np.hypot(at[0] - place[0], at[1] - place[1]) < SAME_MM), None)
            if home is not None:
                due.remove(home)
                del lying[i]
        away = [i for i, name in enumerate(table.names) if name == puck and table.at[i] is None]
        for place in due:
            if lying:
                yield lying.popitem()[0], place, PUT_BACK
            else:
                yield away.pop(), place, SPOTTED
        for i in lying:
            yield i, None, TAKEN

    def plan(self, rng: np.random.Generator, skill: Skill, position: Position, table: Table) -> tuple[int, bool, Plan]:
        """Return the striker, in hand, and the best of the strokes that were tried in the mind."""
        others = tuple((name, at) for _, name, at in table.lying(without=(0,)))
        best, most = None, -99.0
        for plan in self._tries(rng, position, others):
            worth = self._worth(position, plan, others)
            if worth > most:
                best, most = plan, worth
            if worth >= ENOUGH:
                break
        assert best is not None, "nowhere to put the striker"
        if rng.random() < JUMPS:
            best = replace(best, strike=replace(best.strike, lift_mm_s=float(rng.uniform(*JUMP_MM_S))))
        return 0, True, best

    def _tries(
        self, rng: np.random.Generator, position: Position, others: tuple[tuple[str, Place], ...]
    ) -> Iterator[Plan]:
        """Give strokes at pucks that are open to the player; where none leads to a hole, or all are dark, rebounds."""
        own = [(name, at) for name, at in others if name == PUCKS[position.striker]]
        light = [one for one in own if not self._is_dark(one[1], position.edge)]
        for aim in (self._direct, self._rebound) if light else (self._rebound,):
            found = 0
            for _ in range(20 * TRIED):
                name, at = (light or own)[int(rng.integers(len(light or own)))]
                plan = aim(rng, position, at, others)
                if plan is not None:
                    found += 1
                    yield replace(plan, ball=name)
                if found == TRIED:
                    return
            if found:
                return

    def _direct(
        self, rng: np.random.Generator, position: Position, at: Place, others: tuple[tuple[str, Place], ...]
    ) -> Plan | None:
        """Return a stroke that sends a puck toward a hole; None where the striker cannot be put there."""
        kit = self.kit
        pocket = kit.pockets[int(rng.integers(len(kit.pockets)))]
        inward = np.sign(np.array([kit.width_mm / 2, kit.length_mm / 2]) - np.array(pocket.fall)) * 18.0
        line = np.array(at) - (np.array(pocket.fall) + inward * rng.random())
        run = float(np.hypot(*line))
        if run < 1.0:
            return None
        meet = np.array(at) + line / run * (kit.radius_of(STRIKER) + kit.ball_radius_mm)
        ahead = 1.0 if position.edge == "near" else -1.0
        depth = self._depth(rng)
        y = depth if ahead > 0 else kit.length_mm - depth
        aside = line[0] / line[1] * (y - meet[1]) if abs(line[1]) > 1e-6 else 1e6
        place = self._put(rng, float(meet[0] + aside), y, others)
        if place is None:
            return None
        way = meet - np.array(place)
        if way[1] * ahead <= 5.0:
            return None
        cut = float(way @ -line) / max(float(np.hypot(*way)) * run, 1e-9)
        if cut < 0.25:
            return None
        pace = pace_to_slide(float(np.hypot(*way)) + 1.6 * run / cut**2, DRAWN_BOARD) * rng.uniform(*PACES)
        strike = Strike(
            angle=float(np.arctan2(way[1], way[0])), speed_mm_s=float(np.clip(pace, SLOWEST_MM_S, FASTEST_MM_S))
        )
        return Plan(white=place, strike=strike, ball="", kind="pot")

    def _rebound(
        self, rng: np.random.Generator, position: Position, at: Place, others: tuple[tuple[str, Place], ...]
    ) -> Plan | None:
        """Return a stroke at a puck by way of the far board, or of that and a side board."""
        kit, reach = self.kit, self.kit.radius_of(STRIKER)
        far = kit.length_mm - reach if position.edge == "near" else reach
        place = self._put(rng, float(rng.uniform(0, kit.width_mm)), self._deep(position, rng), others)
        if place is None:
            return None
        ratio = DRAWN_BOARD.edges / DRAWN_BOARD.grip
        there, back = abs(far - place[1]), abs(far - at[1]) / ratio
        aim = np.array([at[0] + rng.normal(0, 20.0), far])
        cross = place[0] + (aim[0] - place[0]) * there / max(there + back, 1.0)
        way = np.array([cross - place[0], far - place[1]])
        pace = pace_to_slide(3.2 * (there + back), DRAWN_BOARD) * rng.uniform(*PACES)
        strike = Strike(
            angle=float(np.arctan2(way[1], way[0])), speed_mm_s=float(np.clip(pace, SLOWEST_MM_S, FASTEST_MM_S))
        )
        return Plan(white=place, strike=strike, ball="", kind="rebound")

    def _depth(self, rng: np.random.Generator) -> float:
        """Return how far from his board a player puts the striker: its hole within the zone (N2 ¶3)."""
        low, high = self.kit.radius_of(STRIKER) + 2, self.kit.sizes_mm[ZONE] - self.kit.sizes_mm[STRIKER_HOLE] - 1
        return float(rng.uniform(low, high))

    def _deep(self, position: Position, rng: np.random.Generator) -> float:
        depth = self._depth(rng)
        return depth if position.edge == "near" else self.kit.length_mm - depth

    def _put(self, rng: np.random.Generator, x: float, y: float, others: tuple[tuple[str, Place], ...]) -> Place | None:
        """Return the place nearest to a wanted one, between the zones beside it; None if a puck is in the way."""
        kit = self.kit
        edge = kit.sizes_mm[ZONE] + kit.sizes_mm[STRIKER_HOLE] + 1
        x = float(np.clip(x, edge + rng.uniform(0, 30), kit.width_mm - edge - rng.uniform(0, 30)))
        reach = kit.radius_of(STRIKER) + kit.ball_radius_mm + CLEAR_MM
        return (x, y) if all(np.hypot(x - at[0], y - at[1]) > reach for _, at in others) else None

    def _worth(self, position: Position, plan: Plan, others: tuple[tuple[str, Place], ...]) -> float:
        """Return how many pucks a stroke would bring if it came off, less than none for a breach."""
        played = play_discs(self.kit, ((STRIKER, plan.white), *others), plan.strike, STRIKER, MIND_STEP_S)
        stroke, standing = facts_of(played, 0.0, 1, self.kit, cue=STRIKER, in_hand=True)
        worth = -0.2 * (not stroke.first_hit)
        for call in self.rules.judge(position, stroke, standing).calls:
            match call:
                case SetLost():
                    return -3.0
                case Called():
                    worth += call.own - call.opponent - 1.5 * call.penalised - 0.4 * (call.backslide or bool(call.off))
        return worth

    def named(self, position: Position, plan: Plan) -> tuple[Call, ...]:
        """Return nothing: nobody names a puck."""
        return ()

    def rule(self, rng: np.random.Generator, position: Position, stroke: Stroke, standing: Standing) -> Ruling:
        """Return the ruling."""
        return self.rules.judge(position, stroke, standing)

    def player(self, position: Position) -> str:
        """Return who plays, by name."""
        return position.names[position.striker]
