"""Snooker of any edition, with two or four players, and the Shoot Out, played at the frequencies of `habits`."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bench.simulated.frame import FOUR_HANDED
from bench.simulated.habits import HABITS, Habits
from bench.simulated.happen import Did
from bench.simulated.layout import Layout, in_d, is_clear, lies, moved, numbers, points, room, without
from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.call import Call
from tracker.domain.table.ball import BLACK, BLUE, COLOURS, RED, WHITE
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.rules.snooker.frame.calls import Accept, Choose, Concede, Foul, Lots, Nominate, NominateFree
from tracker.rules.snooker.frame.position import (
    COLOUR,
    PLACE_ANYWHERE,
    PLAY,
    PLAY_AGAIN,
    PLAY_REPLACED,
    REPLACE,
    Position,
)

LIKED: Final = {"yellow": 5, "green": 4, "brown": 5, "blue": 20, "pink": 22, "black": 44}
"""How players choose their colour."""
SHOOT_OUT_STROKES: Final = 45
"""A Shoot Out lasts ten minutes: about so many strokes."""
MOST: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class SnookerPlay:
    """One kind of snooker frame as it is played."""

    kind: str
    habits: Habits = HABITS

    def agreed(self, rng: Random, kit: Kit) -> tuple[Setup, Setup]:
        """Return what is agreed, and as much of it as whoever began the recording told."""
        four = (("A1", "A2"), ("B1", "B2")) if self.kind == FOUR_HANDED else ((), ())
        setup = Setup(players=four, starter=rng.randrange(2))
        draw = rng.random()
        if draw < 0.15:
            return setup, setup
        if draw < 0.5:
            few = replace(setup, reds=rng.randint(2, 4))
            return few, few
        start = _ending(rng) if draw < 0.58 else _midway(rng)
        start = replace(start, places=_lying(rng, kit, start))
        told = replace(start, on=None, visit=0, places=())
        return replace(setup, start=start), replace(setup, start=told)

    def most(self, rng: Random) -> int:
        """Return after how many strokes play is broken off, if it has not ended before."""
        return SHOOT_OUT_STROKES if self.kind.startswith("shoot-out") else MOST

    def racked(self, rng: Random, kit: Kit, at: Position) -> Layout:
        """Return how the balls lie where the law does not know it: the rack, or one ball alone on its spot."""
        if at.lots or at.shootout:
            alone = BLUE if at.shootout else BLACK
            return (lies(alone, kit.spots[f"{alone}-spot"]),)
        return _rack(rng, kit, at.reds)

    def said_before(self, rng: Random, at: Position) -> tuple[Call, ...]:
        """Return what people say before a stroke, as far as the law waits for it."""
        if at.lots:
            return (Lots(side=rng.randrange(2)),)
        if at.choices:
            return (Choose(what=self._choice(rng, at)),)
        return ()

    def named(self, rng: Random, at: Position, layout: Layout) -> tuple[Call, ...]:
        """Return the ball that the striker names."""
        lying = {place.ball for place in layout}
        if at.free_ball and rng.random() < self.habits.uses_free_ball:
            others = [ball for ball in at.colours if ball != at.on and ball in lying]
            return (NominateFree(ball=rng.choice(others)),) if others else ()
        if at.on != COLOUR:
            return ()
        colours = [ball for ball in at.colours if ball in lying]
        return (Nominate(ball=rng.choices(colours, [LIKED[ball] for ball in colours])[0]),)

    def placed(self, rng: Random, kit: Kit, at: Position, layout: Layout) -> Layout:
        """Return the table with the cue-ball ready to be struck."""
        if at.in_hand:
            others = without(layout, WHITE)
            spot = room(rng, kit, points(others)) if at.anywhere else in_d(rng, kit, others)
            return (lies(WHITE, spot), *others)
        return _clear_of_cue(rng, kit, layout)

    def ends_before(self, rng: Random, at: Position) -> tuple[Call, ...]:
        """Return a concession, where somebody makes one: only who cannot win without penalties does."""
        hopeless = at.needs_penalties(at.striker) and not (at.choices or at.lots or at.visit or at.shootout)
        if hopeless and rng.random() < self.habits.concedes:
            return (Concede(side=at.striker), Accept(side=1 - at.striker))
        return ()

    def attempt(self, rng: Random, kit: Kit, at: Position, layout: Layout, skill: float) -> Did:
        """Return what a player of this skill does."""
        cue = numbers(layout, WHITE)[0]
        if at.shootout:
            blue = numbers(layout, BLUE)[0]
            made = rng.random() < skill
            return Did(cue=cue, met=(blue,), potted=(blue,) if made else (), bounces=not made, in_hand=True)
        aims = numbers(layout, at.free or (at.nominated if at.on == COLOUR else at.on))
        made = rng.random() < self.habits.goes_for_it and rng.random() < skill
        did = Did(cue=cue, met=(rng.choice(aims),), in_hand=at.in_hand)
        if made:
            return self._potting(rng, at, layout, did)
        return self._fails(rng, at, layout, did)

    def decided(self, rng: Random, calls: tuple[Call, ...]) -> tuple[Call, ...]:
        """Return the judge's calls with what the book leaves to the referee decided by one."""
        return tuple(self._by_referee(rng, call) for call in calls)

    def _by_referee(self, rng: Random, call: Call) -> Call:
        if not isinstance(call, Foul):
            return call
        miss = rng.random() < self.habits.is_miss if call.miss is None else call.miss
        return replace(call, miss=miss, free_ball=bool(call.free_ball))

    def _choice(self, rng: Random, at: Position) -> str:
        """Return what the next player wants after a foul."""
        for what in (REPLACE, PLACE_ANYWHERE, PLAY_REPLACED):
            if what in at.choices and rng.random() < self.habits.puts_back:
                return what
        return PLAY_AGAIN if rng.random() < self.habits.plays_again else PLAY

    def _potting(self, rng: Random, at: Position, layout: Layout, did: Did) -> Did:
        """Let the ball aimed at fall; seldom something falls with it."""
        done = replace(did, potted=did.met[:1])
        own = layout[did.met[0]].ball
        same = [number for number in numbers(layout, own) if number != did.met[0]]
        if same and rng.random() < self.habits.two_reds:
            return replace(done, potted=(*done.potted, rng.choice(same)))
        if rng.random() < self.habits.foul_pot:
            return replace(done, potted=(*done.potted, _other(rng, layout, did)))
        return replace(done, potted=(*done.potted, did.cue)) if rng.random() < self.habits.in_off / 2 else done

    def _fails(self, rng: Random, at: Position, layout: Layout, did: Did) -> Did:
        """Let nothing fall that was meant to: a safety, a miss, or a foul."""
        own = layout[did.met[0]].ball
        strangers = [n for n in range(len(layout)) if layout[n].ball not in (own, WHITE)]
        voiced = (at.on == COLOUR or bool(at.free_ball)) and rng.random() >= self.habits.unsaid
        guess = at.strokes is None and at.just is None
        if not (voiced or guess):
            if strangers and rng.random() < self.habits.wrong_first:
                return replace(did, met=(rng.choice(strangers),))
            if rng.random() < self.habits.misses_all:
                return replace(did, met=())
            if strangers and rng.random() < self.habits.two_kinds:
                return replace(did, met=(*did.met, rng.choice(strangers)), together=True)
        return self._lands(rng, layout, did, strangers)

    def _lands(self, rng: Random, layout: Layout, did: Did, strangers: list[int]) -> Did:
        """Let the ball on be met first."""
        same = [number for number in numbers(layout, layout[did.met[0]].ball) if number != did.met[0]]
        if same and rng.random() < self.habits.two_reds:
            did = replace(did, met=(*did.met, rng.choice(same)), together=True)
        elif strangers and rng.random() < 0.15:
            did = replace(did, met=(*did.met, rng.choice(strangers)))
        if rng.random() < self.habits.in_off:
            return replace(did, potted=(did.cue,))
        if strangers and rng.random() < self.habits.foul_pot:
            return replace(did, potted=(rng.choice(strangers),))
        if rng.random() < self.habits.off_table:
            return replace(did, off=did.met[:1])
        return replace(did, bounces=rng.random() < 0.99)


def _other(rng: Random, layout: Layout, did: Did) -> int:
    """Return a ball other than the one met first."""
    return rng.choice([number for number in range(len(layout)) if number not in (did.cue, did.met[0])] or [did.cue])


def _midway(rng: Random) -> Start:
    """Return a frame that is picked up somewhere, with few reds left so that it is short."""
    reds = rng.randint(0, 4)
    colours = COLOURS if reds else COLOURS[rng.choice((0, 0, 1, 2, 3)) :]
    on = COLOUR if rng.random() < 0.3 and len(colours) == len(COLOURS) else RED if reds else colours[0]
    scores = (rng.randrange(45), rng.randrange(45))
    return Start(scores=scores, striker=rng.randrange(2), reds=reds, colours=colours, on=on)


def _ending(rng: Random) -> Start:
    """Return a frame that two balls or one decide, and that may well end level."""
    colours = COLOURS[rng.choice((4, 5)) :]
    ahead = rng.choice((7, 7, 1, 13) if len(colours) == 2 else (7, 7, 7, 3))
    scores = rng.sample((30, 30 + ahead), 2)
    striker = int(scores[1] < scores[0]) if ahead == 7 else rng.randrange(2)
    return Start(scores=(scores[0], scores[1]), striker=striker, reds=0, colours=colours, on=colours[0])


def _lying(rng: Random, kit: Kit, start: Start) -> Layout:
    """Return the balls of a frame that is picked up: colours on their spots as a rule, reds and cue-ball anywhere."""
    layout: Layout = ()
    for colour in start.colours or ():
        spot = kit.spots[f"{colour}-spot"]
        free = rng.random() < 0.85 and is_clear(kit, spot, points(layout))
        layout = (*layout, lies(colour, spot if free else room(rng, kit, points(layout))))
    for ball in (*(RED,) * (start.reds or 0), WHITE):
        layout = (*layout, lies(ball, room(rng, kit, points(layout))))
    return layout


def _clear_of_cue(rng: Random, kit: Kit, layout: Layout) -> Layout:
    """Return the table with a ball out of the way that lies where the cue-ball alone was put back (SNK-OLD-3.14.f)."""
    cue = next(place.at for place in layout if place.ball == WHITE)
    for number, place in enumerate(layout):
        if place.ball != WHITE and distance_mm(place.at, cue) < kit.touching_mm:
            others = [other.at for other in layout if other is not place]
            return moved(layout, number, room(rng, kit, others, place.at, far_mm=80.0))
    return layout


def _rack(rng: Random, kit: Kit, reds: int) -> Layout:
    """Return the opening: colours on their spots, the reds in a triangle behind the pink; fewer lie loose about it."""
    layout: Layout = tuple(lies(colour, kit.spots[f"{colour}-spot"]) for colour in COLOURS)
    pink = kit.spots["pink-spot"]
    apart = kit.touching_mm + 0.2
    rows = {15: 5, 6: 3}.get(reds, 0)
    for row in range(rows):
        for seat in range(row + 1):
            x_mm = pink.x_mm + (seat - row / 2) * apart
            layout = (*layout, lies(RED, Point(x_mm, pink.y_mm + apart * (1 + 0.8661 * row))))
    for _ in range(0 if rows else reds):
        layout = (*layout, lies(RED, room(rng, kit, points(layout), pink)))
    return layout
