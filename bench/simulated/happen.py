"""What a player does, made into a stroke: when and where balls meet, which cushions, and where all come to rest."""

from dataclasses import dataclass
from random import Random
from typing import Final

from bench.simulated.layout import Fits, Layout, anywhere, moved, room
from tracker.domain.strokes.stroke import Bounce, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.kit import CUSHIONS, Kit
from tracker.domain.table.plane import Point, aimed_end, distance_mm
from tracker.domain.time import SECOND_US

MM_A_S: Final = 1800.0
"""How fast balls go, about."""
NUDGED: Final = 0.12
"""Share of the balls within `NUDGED_MM` of one that was met that move a little too."""
NUDGED_MM: Final = 250.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """What a stroke does; balls by their numbers in the layout."""

    cue: int
    met: tuple[int, ...] = ()
    """What the cue-ball meets, in order."""
    together: bool = False
    """The first two of them at the same moment."""
    potted: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    first: str = ""
    """A cushion that the cue-ball meets before any ball; empty: none."""
    bounces: bool = True
    """Balls meet cushions later on; False: none does."""
    fits: dict[int, Fits] | None = None
    """Where balls may come to rest, if not anywhere."""
    in_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which stroke of the recording it is, and when it is struck (µs)."""

    number: int
    began_us: int


def happen(rng: Random, kit: Kit, layout: Layout, did: Did, when: When) -> tuple[Stroke, Layout]:
    """Return the stroke as facts, and the balls left on the table where they came to rest."""
    touches = _touches(rng, kit, layout, did, when)
    last_us = max((touch.at_us for touch in touches), default=when.began_us + SECOND_US // 2)
    pots = tuple(_pot(rng, kit, layout[number], last_us) for number in did.potted)
    ended_us = max((last_us, *(pot.at_us for pot in pots))) + int(rng.uniform(1.5, 6.0) * SECOND_US)
    after = _rests(rng, kit, layout, did)
    names = tuple(touch.balls[1] for touch in touches)
    stroke = Stroke(
        number=when.number, began_us=when.began_us, ended_us=ended_us, cue_ball=layout[did.cue].ball,
        origin=layout[did.cue].at, in_hand=did.in_hand, touches=touches,
        first_hit=names[:2] if did.together else names[:1],
        cushions=_cushions(rng, layout, did, (when.began_us, last_us, ended_us)), potted=pots,
        off_table=tuple(layout[number].ball for number in did.off), rest=rests(after),
    )  # fmt: skip
    return stroke, after


def standing(at_us: int, layout: Layout) -> Standing:
    """Return the balls at rest."""
    return Standing(at_us=at_us, places=layout)


def rests(places: Layout) -> dict[str, tuple[Point, ...]]:
    """Return the places of rest by the balls' names."""
    names = dict.fromkeys(place.ball for place in places)
    return {name: tuple(place.at for place in places if place.ball == name) for name in names}


def _touches(rng: Random, kit: Kit, layout: Layout, did: Did, when: When) -> tuple[Touch, ...]:
    """Return what the cue-ball meets: a detour over a cushion takes it longer."""
    cue, at_us, start, made = layout[did.cue].ball, when.began_us, layout[did.cue].at, []
    for order, number in enumerate(did.met):
        where = aimed_end(start, layout[number].at, kit.touching_mm, rng.uniform(-0.9, 0.9))
        run_mm = distance_mm(start, where) + (kit.length_mm if did.first and not order else 0.0)
        if not (did.together and order == 1):
            at_us += max(20_000, int(run_mm / MM_A_S * SECOND_US))
        made.append(Touch(at_us=at_us, balls=(cue, layout[number].ball), at=where, sure=1.0))
        start = where
    return tuple(made)


def _pot(rng: Random, kit: Kit, place: Place, last_us: int) -> Pot:
    """Let a ball fall into one of the three nearest pockets."""
    near = sorted(kit.pockets, key=lambda pocket: distance_mm(pocket.fall, place.at))
    pocket = rng.choices(near[:3], weights=(6, 2, 1))[0]
    run_us = int(distance_mm(pocket.fall, place.at) / MM_A_S * SECOND_US)
    return Pot(at_us=last_us + 50_000 + run_us, ball=place.ball, pocket=pocket.name, sure=1.0)


def _cushions(rng: Random, layout: Layout, did: Did, moments: tuple[int, int, int]) -> tuple[Bounce, ...]:
    began_us, last_us, ended_us = moments
    cue = layout[did.cue].ball
    first_us = began_us + 10_000
    made = [Bounce(at_us=first_us, ball=cue, cushion=did.first, sure=1.0)] if did.first else []
    if did.bounces:
        movers = [cue, *(layout[number].ball for number in did.met[:1])]
        times = sorted(rng.randrange(last_us + 60_000, ended_us - 100_000) for _ in range(rng.randint(1, 3)))
        made += [Bounce(at_us=at, ball=rng.choice(movers), cushion=rng.choice(CUSHIONS), sure=1.0) for at in times]
    return tuple(made)


def _rests(rng: Random, kit: Kit, layout: Layout, did: Did) -> Layout:
    """Return where the balls lie in the end: the cue-ball and those met elsewhere, some of their neighbours nudged."""
    gone = {*did.potted, *did.off}
    hubs = [layout[number].at for number in did.met]
    stirred = {did.cue: 700.0, **dict.fromkeys(did.met, 500.0)}
    for number, place in enumerate(layout):
        close = any(distance_mm(place.at, hub) < NUDGED_MM for hub in hubs)
        if number not in stirred and close and rng.random() < NUDGED:
            stirred[number] = 60.0
    after = layout
    for number, far_mm in stirred.items():
        if number not in gone:
            fits = (did.fits or {}).get(number, anywhere)
            others = [place.at for other, place in enumerate(after) if other != number and other not in gone]
            near = hubs[0] if number == did.cue and hubs else layout[number].at
            after = moved(after, number, room(rng, kit, others, near, fits, far_mm))
    return tuple(place for number, place in enumerate(after) if number not in gone)
