"""English billiards at random: games to a few points or to time, so that they end."""

from random import Random

from tests.frames.wild import UNSEEN, Step, Strike, Wild, fallen, maybe, one_of, said, some_of, standing
from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules.billiards.game.calls import (
    Accept,
    Choose,
    Foul,
    FoulBefore,
    Misconduct,
    Miss,
    Played,
    Restart,
    Time,
)
from tracker.rules.billiards.game.calls import After as Rest
from tracker.rules.billiards.game.position import BALLS, CUE_BALLS, Position
from tracker.rules.billiards.game.told import Fell, Jump, Told

IN_THE_D = Point(889, 700)
LIKELY = ("cannon", "pot", "pot", "in-off", "nothing", "nothing")


def setup(rng: Random, _: int) -> Setup:
    return Setup(
        target=rng.choice((10, 10, 10, 20, 20, 20, 40, 40, 120)),
        time_limit_s=rng.choice((None, 60.0)),
        players=rng.choice((((), ()), ((), ()), (("A1", "A2"), ("B1", "B2")))),
        starter=rng.randrange(2),
        frames=rng.choice((None, 3)),
        baulk_line_crossing=rng.random() < 0.8,
        start=start(rng) if rng.random() < 0.2 else None,
    )


def start(rng: Random) -> Start:
    visit = rng.choice((0, 0, 5, 75, 90))
    scores = rng.randrange(10), rng.randrange(10)
    return Start(scores=scores, striker=rng.randrange(2), visit=visit, in_hand=maybe(rng))


def stroke(
    cue: str, met: tuple[str, ...], potted: tuple[str, ...], off: tuple[str, ...] = (), in_hand: bool = False
) -> Stroke:
    touches = tuple(Touch(at_us=i + 1, balls=(cue, ball), at=Point(900, 900), sure=1.0) for i, ball in enumerate(met))
    return Stroke(
        number=1, began_us=0, ended_us=9, cue_ball=cue, origin=IN_THE_D, in_hand=in_hand, touches=touches,
        first_hit=met[:1], potted=fallen(*potted), off_table=off,
    )  # fmt: skip


def strike(rng: Random, at: Position) -> Strike:
    """Two strokes in three are of those that players try; in the others any balls are met and fall."""
    cue = at.cue_ball if rng.random() < 0.95 else at.other_ball
    up = tuple(ball for ball in BALLS if ball == cue or ball not in at.off)
    others = tuple(ball for ball in up if ball != cue)
    met, gone = some_of(others, 2)(rng), some_of(up, 3)(rng)
    if rng.random() < 0.67:
        met, gone = likely(rng.choice(LIKELY), cue, others)
    falls = rng.randint(0, len(gone)) if rng.random() < 0.1 else len(gone)
    rest = standing(rng, tuple(ball for ball in up if ball not in gone))
    return stroke(cue, met, gone[:falls], gone[falls:], in_hand=maybe(rng)), rest, *said(rng, Told, TOLD)


def likely(what: str, cue: str, others: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The balls met and those that fall in a stroke of that kind."""
    return {
        "cannon": (others, ()), "pot": (others[:1], others[:1]), "in-off": (others[-1:], (cue,)),
        "nothing": (others[:1], ()),
    }[what]  # fmt: skip


def close(at: Position) -> Step:
    """Pot the red, or give points away beyond the limits: either brings every stroke a score."""
    return stroke(at.cue_ball, (RED,), (RED,)), UNSEEN


def most(at: Position) -> int:
    """Every stroke gives two points or more to one side or the other."""
    return at.target or 0


def adds_up(before: Position, call: Call, then: Position) -> None:
    """Points are those of the call, as far as the target; no ball is lost or is in two places."""
    lying = [place.ball for place in then.lie or ()]
    assert set(lying).isdisjoint(then.off)
    assert len(set(lying)) == len(lying)
    assert len(set(then.off)) == len(then.off)
    assert set(then.off) <= set(CUE_BALLS)
    assert set(then.lost) <= set(then.off)
    assert not (then.over and then.choices)
    if not isinstance(call, Restart | Misconduct):
        assert then.scores == with_points(before, *points_in(before, call))
    if not isinstance(call, Restart | Choose) and not then.lifted:
        assert set(then.off) - set(before.off) <= set(gone_in(before, call))


def points_in(at: Position, call: Call) -> tuple[int, int]:
    """The side to which a call gives points, and how many."""
    match call:
        case Played(points=points):
            return at.striker, points
        case Foul(by=by) | FoulBefore(by=by):
            return 1 - by, 2
        case Miss():
            return 1 - at.striker, 2
        case _:
            return 0, 0


def with_points(at: Position, side: int, points: int) -> tuple[int, int]:
    """The scores with so many points more; none counts beyond the target."""
    assert at.target is not None
    most = min(at.target, at.scores[side] + points)
    return (most, at.scores[1]) if side == 0 else (at.scores[0], most)


def gone_in(at: Position, call: Call) -> tuple[str, ...]:
    """The balls that a call takes off the table."""
    match call:
        case Played(potted=potted, in_off=in_off):
            return (*potted, *((at.cue_ball,) if in_off else ()))
        case Miss(pocketed=True):
            return (at.cue_ball,)
        case Foul(gone=gone) | FoulBefore(gone=gone):
            return gone
        case _:
            return ()


LIE = (Place(ball=WHITE, at=Point(500, 500), sd_mm=0.0), Place(ball=RED, at=Point(900, 2000), sd_mm=0.0))
YES_NO = one_of(False, True)
JUMPS = tuple(Jump(over=RED, after_contact=after, beyond=beyond) for after in (False, True) for beyond in (False, True))
TOLD = {
    "by": one_of(0, 1), "out_of_turn": one_of(True), "faults": some_of(("double-hit", "outside-d", "push-stroke"), 1),
    "crossed": YES_NO, "left": YES_NO, "outside": one_of(frozenset(), frozenset({RED})),
    "into": one_of("curved", "flat", "other-curved"), "early": one_of("rest", "spotting"), "jump": one_of(*JUMPS),
    "fell": one_of(Fell(ball=RED, would_be_hit=True), Fell(ball=RED, would_be_hit=False)), "intent": YES_NO,
    "unseen": one_of(True),
}  # fmt: skip
WORDS = {
    "side": one_of(0, 1), "by": one_of(0, 1), "points": one_of(0, 2, 3, 5), "seconds": one_of(-5.0, 30.0),
    "potted": some_of(BALLS, 2), "gone": some_of(BALLS, 2), "in_off": one_of("", "", *BALLS),
    "what": one_of("as-left", "in-hand-spotted", "TEN HAZARDS", "BAULK-LINE WARNING AT 80"),
    "kind": one_of("unsporting", "serious-unsporting", "time-wasting", "rude"), "player": one_of("A1", "A2", "B2"),
    "after": one_of(Rest(), Rest(lie=LIE), Rest(lie=LIE, touching=((WHITE, RED),))),
}  # fmt: skip

BILLIARDS = Wild(
    setup=setup, strike=strike, words=WORDS, close=close, endings=(Misconduct, Accept, Time), most=most, adds_up=adds_up
)
