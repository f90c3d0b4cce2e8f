"""English billiards to a number of points: cannons, hazards, in-hand play, misses and fouls."""

from dataclasses import dataclass, replace
from random import Random

from bench.simulated.habits import HABITS, Habits
from bench.simulated.happen import Did
from bench.simulated.layout import Layout, in_d, lies, numbers, without
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.table.ball import RED
from tracker.domain.table.kit import Kit
from tracker.rules.billiards.game.calls import Choose
from tracker.rules.billiards.game.position import AS_LEFT, IN_HAND_SPOTTED, Position

MOST = 120
SPOTS_BALLS = 0.25
"""After a foul: the next player has the balls spotted and plays from in-hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BilliardsPlay:
    """A game of billiards as it is played."""

    kind: str
    habits: Habits = HABITS

    def agreed(self, rng: Random, kit: Kit) -> tuple[Setup, Setup]:
        """Return a short game: most end before a break comes to where the Baulk-line counts."""
        setup = Setup(target=rng.choice((21, 30, 40, 50, 110)), starter=rng.randrange(2))
        return setup, setup

    def most(self, rng: Random) -> int:
        """Return after how many strokes play is broken off."""
        return MOST

    def racked(self, rng: Random, kit: Kit, at: Position) -> Layout:
        """Return the opening: the red alone."""
        return (lies(RED, kit.spots["black-spot"]),)

    def said_before(self, rng: Random, at: Position) -> tuple[Call, ...]:
        """Return the choice after a foul."""
        if not at.choices:
            return ()
        return (Choose(what=IN_HAND_SPOTTED if rng.random() < SPOTS_BALLS else AS_LEFT),)

    def placed(self, rng: Random, kit: Kit, at: Position, layout: Layout) -> Layout:
        """Return the table with the striker's ball on it."""
        if not at.in_hand:
            return layout
        others = without(layout, at.cue_ball)
        return (lies(at.cue_ball, in_d(rng, kit, others)), *others)

    def named(self, rng: Random, at: Position, layout: Layout) -> tuple[Call, ...]:
        """Return nothing: no ball is named in billiards."""
        return ()

    def ends_before(self, rng: Random, at: Position) -> tuple[Call, ...]:
        """Return nothing: the target ends the game."""
        return ()

    def attempt(self, rng: Random, kit: Kit, at: Position, layout: Layout, skill: float) -> Did:
        """Return what a player of this skill does: from in-hand he plays at what lies out of Baulk."""
        cue = numbers(layout, at.cue_ball)[0]
        objects = [number for number in range(len(layout)) if number != cue]
        outside = [number for number in objects if layout[number].at.y_mm > kit.baulk_mm]
        open_ones = outside if at.in_hand else objects
        did = Did(cue=cue, in_hand=at.in_hand)
        if not open_ones:
            return self._over_the_top(rng, did, objects)
        if rng.random() < self.habits.misses_all * (1.0 - skill):
            return did
        first = rng.choice(open_ones)
        return self._meets(rng, replace(did, met=(first,)), objects, skill)

    def decided(self, rng: Random, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """Return the calls as they are."""
        return calls

    def _over_the_top(self, rng: Random, did: Did, objects: list[int]) -> Did:
        """With every ball in Baulk, play at one by way of the Top cushion, or give a miss away."""
        if objects and rng.random() < 0.6:
            return replace(did, met=(rng.choice(objects),), first="top")
        return replace(did, first="top")

    def _meets(self, rng: Random, did: Did, objects: list[int], skill: float) -> Did:
        first = did.met[0]
        others = [number for number in objects if number != first]
        if others and rng.random() < 0.45 * skill:
            did = replace(did, met=(first, *others))
        if rng.random() < 0.30 * skill:
            did = replace(did, potted=(*did.potted, first))
        if rng.random() < 0.30 * skill:
            did = replace(did, potted=(*did.potted, did.cue))
        if not did.potted and rng.random() < self.habits.off_table:
            did = replace(did, off=(first,))
        return did
