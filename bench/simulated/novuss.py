"""Novuss, a set of singles or doubles: direct strokes at open pucks, rebounds at dark ones, penalty pucks."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bench.simulated.habits import HABITS, Habits
from bench.simulated.happen import Did
from bench.simulated.layout import Fits, Layout, is_clear, lies, numbers, points, room, without
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.rules.novuss.board import HOLE, STRIKER, ZONE, far_board_of, in_circle_mm, in_zone_mm, taken
from tracker.rules.novuss.calls import Picks
from tracker.rules.novuss.position import EDGES, Position

MOST: Final = 140
SLIDES: Final = 0.02
"""The striker comes back over the own zone line."""
CENTRE: Final = "centre"


@dataclass(frozen=True, slots=True, kw_only=True)
class NovussPlay:
    """A set of novuss as it is played."""

    kind: str
    habits: Habits = HABITS

    def agreed(self, rng: Random, kit: Kit) -> tuple[Setup, Setup]:
        """Return a set of singles, one in four of doubles."""
        pairs = (("A1", "A2"), ("B1", "B2")) if rng.random() < 0.25 else ((), ())
        setup = Setup(players=pairs, starter=rng.randrange(2))
        return setup, setup

    def most(self, rng: Random) -> int:
        """Return after how many strokes play is broken off."""
        return MOST

    def racked(self, rng: Random, kit: Kit, at: Position) -> Layout:
        """Return the opening: every side's pucks lie open to it."""
        layout: Layout = ()
        for side, ball in enumerate("ab"):
            for _ in range(at.pucks[side]):
                layout = (*layout, lies(ball, room(rng, kit, points(layout), fits=_open(kit))))
        return layout

    def said_before(self, rng: Random, at: Position) -> tuple[Call, ...]:
        """Return who of a pair answers a clearance: the player whose turn it is."""
        return () if at.chooser is None else (Picks(side=at.chooser, player=at.player),)

    def placed(self, rng: Random, kit: Kit, at: Position, layout: Layout) -> Layout:
        """Return the board with the striker in the zone of the player."""
        pucks = without(layout, STRIKER)
        for _ in range(200):
            place = _in_zone(rng, kit, at.edge)
            if is_clear(kit, place, points(pucks)):
                break
        return (lies(STRIKER, place), *pucks)

    def named(self, rng: Random, at: Position, layout: Layout) -> tuple[Call, ...]:
        """Return nothing: no puck is named."""
        return ()

    def ends_before(self, rng: Random, at: Position) -> tuple[Call, ...]:
        """Return nothing: the last puck ends the set."""
        return ()

    def attempt(self, rng: Random, kit: Kit, at: Position, layout: Layout, skill: float) -> Did:
        """Return a direct stroke at an open puck of one's own, or a rebound off the far board at a dark one."""
        cue = numbers(layout, STRIKER)[0]
        own, other = numbers(layout, "ab"[at.striker]), numbers(layout, "ab"[1 - at.striker])
        light = [number for number in own if not _is_dark(kit, layout[number], at.edge)]
        fits: dict[int, Fits] = {number: _open(kit) for number in (*own, *other)}
        fits[cue] = _beyond(kit, at.edge, slides=rng.random() < SLIDES)
        did = Did(cue=cue, fits=fits, first="" if light else far_board_of(at.edge), in_hand=True)
        if rng.random() < self.habits.misses_all:
            return did
        if other and rng.random() < self.habits.wrong_first:
            return replace(did, met=(rng.choice(other),))
        target = rng.choice(light or own)
        if rng.random() < 0.2:
            fits = {**fits, target: lambda place: True}
        return self._meets(rng, at, kit, layout, replace(did, met=(target,), fits=fits), skill if light else skill / 2)

    def decided(self, rng: Random, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """Return the calls as they are."""
        return calls

    def _meets(self, rng: Random, at: Position, kit: Kit, layout: Layout, did: Did, skill: float) -> Did:
        target = did.met[0]
        pucks = {side: numbers(layout, "ab"[side]) for side in (0, 1)}
        if rng.random() < skill:
            did = replace(did, potted=(target,))
            mates = [number for number in pucks[at.striker] if number != target]
            if mates and rng.random() < 0.05:
                did = replace(did, potted=(*did.potted, rng.choice(mates)))
        if rng.random() < self.habits.in_off:
            did = replace(did, potted=(*did.potted, did.cue))
        if pucks[1 - at.striker] and rng.random() < self.habits.foul_pot:
            did = replace(did, potted=(*did.potted, rng.choice(pucks[1 - at.striker])))
        free = CENTRE not in taken(kit, points(without(layout, STRIKER)))
        if not did.potted and free and rng.random() < self.habits.off_table:
            did = replace(did, off=(target,))
        return did


def _is_dark(kit: Kit, puck: Place, edge: str) -> bool:
    return in_circle_mm(kit, puck.at) > 0 or in_zone_mm(kit, puck.at, edge) > 0


def _open(kit: Kit) -> Fits:
    """Return the test for a place that is dark to nobody, by a good margin."""

    def is_open(place: Point) -> bool:
        margin = 10.0
        return in_circle_mm(kit, place) < -margin and all(in_zone_mm(kit, place, edge) < -margin for edge in EDGES)

    return is_open


def _beyond(kit: Kit, edge: str, *, slides: bool) -> Fits:
    """Return the test for where the striker stops: out of the player's own zone, or back in it."""
    reach = 2 * kit.sizes_mm[HOLE]

    def stops(place: Point) -> bool:
        inside = in_zone_mm(kit, place, edge)
        return inside > reach if slides else inside < -reach

    return stops


def _in_zone(rng: Random, kit: Kit, edge: str) -> Point:
    """Return a place in the zone at an edge."""
    along = rng.uniform(0.25, 0.75) * kit.width_mm
    deep = rng.uniform(0.3, 0.7) * kit.sizes_mm[ZONE]
    return {
        "near": Point(along, deep), "far": Point(along, kit.length_mm - deep),
        "left": Point(deep, along), "right": Point(kit.width_mm - deep, along),
    }[edge]  # fmt: skip
