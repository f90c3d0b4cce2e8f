"""Novuss at random, in singles and in doubles."""

from random import Random

from tests.frames.wild import Step, Strike, Wild, fallen, one_of, said, some_of, standing
from tests.rules.test_novuss_properties import adds_up, holds_together
from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Bounce, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.rules.novuss.calls import After, GameLost, Off, Picks, Played, SetLost
from tracker.rules.novuss.position import Position
from tracker.rules.novuss.told import BrokenPiece, Told

STRIKER = "striker"
GRID = tuple(Point(x, y) for x in range(40, 1000, 60) for y in range(40, 1000, 60))


def setup(rng: Random, _: int) -> Setup:
    players = rng.choice((((), ()), ((), ()), (("A1", "A2"), ("B1", "B2"))))
    return Setup(players=players, starter=rng.randrange(2), frames=rng.choice((None, 1, 3)))


def strike(rng: Random, at: Position) -> Strike:
    """Two strokes in three pocket own pucks off the far board; in the others anything is met, falls or leaves."""
    own, other = "ab"[at.striker], "ab"[1 - at.striker]
    up = (*(own,) * at.pucks[at.striker], *(other,) * at.pucks[1 - at.striker])
    met, gone = some_of(up, 2)(rng), some_of((*up, STRIKER), 3)(rng)
    if rng.random() < 0.67:
        met, gone = (own,), (own,) * rng.randint(0, min(4, at.pucks[at.striker]))
    falls = rng.randint(0, len(gone)) if rng.random() < 0.2 else len(gone)
    bounces = (Bounce(at_us=1, ball=STRIKER, cushion=rng.choice(("top", "bottom")), sure=1.0),)
    stroke = Stroke(
        number=1, began_us=0, ended_us=9, cue_ball=STRIKER, origin=Point(500, 60),
        touches=tuple(Touch(at_us=i + 2, balls=(STRIKER, b), at=Point(500, 500), sure=1.0) for i, b in enumerate(met)),
        first_hit=met[:1], cushions=bounces if rng.random() < 0.3 else (), potted=fallen(*gone[:falls]),
        off_table=gone[falls:],
    )  # fmt: skip
    left = list(up)
    for ball in gone:
        if ball != STRIKER:
            left.remove(ball)
    return stroke, standing(rng, tuple(left), GRID), *said(rng, Told, TOLD)


def close(at: Position) -> Step:
    """Pocket a puck a stroke, but for the first turn, in which clearing would only begin an answer."""
    if at.chooser is not None:
        return Picks(side=at.chooser)
    return Played(own=1 if at.turn > 1 else 0)


def checked(before: Position, call: Call, then: Position) -> None:
    adds_up(before, call, then)
    holds_together(then)


YES_NO = one_of(False, True)
TOLD = {
    "kind": one_of("direct", "rebound"), "far_edge": YES_NO, "backslide": YES_NO, "moved": one_of(0, 1, 3),
    "first": one_of("own-light", "own-blind", "own-centre", "opponent", "none", "own+opponent"),
    "blind_out": one_of(0, 2), "drove": one_of("blind", "centre", "off", ""),
    "broken": lambda rng: BrokenPiece(ball=rng.choice(("a", "b", STRIKER)), part=rng.choice(("on", "pocketed", "off"))),
    "faults": some_of(("double-hit", "puck-touched"), 1), "intent": YES_NO, "by": one_of((0, 0), (1, 0), (1, 1)),
    "unseen": one_of(True),
}  # fmt: skip
WORDS = {
    "side": one_of(0, 1), "player": one_of(0, 1, 2), "own": one_of(-1, 0, 1, 2, 3, 8), "opponent": one_of(-1, 0, 0, 1),
    "off": lambda rng: tuple(Off(ball=ball, side=rng.choice(("near", "far", "", "up")))
                             for ball in some_of(("a", "b", "white"), 2)(rng)),
    "because": one_of("said so"), "what": one_of("time-wasting"), "after": one_of(After()),
}  # fmt: skip

NOVUSS = Wild(
    setup=setup,
    strike=strike,
    words=WORDS,
    close=close,
    most=lambda at: 4 * at.all,
    endings=(SetLost, GameLost),
    adds_up=checked,
)
