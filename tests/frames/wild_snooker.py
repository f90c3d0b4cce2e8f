"""Snooker at random, in any edition: one stroke in two is a sensible one, so that breaks come to something."""

from collections import Counter
from random import Random

from tests.frames.wild import UNSEEN, Step, Strike, Wild, fallen, maybe, one_of, said, some_of, standing
from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place, Stroke
from tracker.domain.table.ball import BLACK, BLUE, COLOURS, RED, WHITE
from tracker.domain.table.plane import Point
from tracker.rules.snooker.frame.calls import (
    Accept,
    After,
    Choose,
    Forfeit,
    Foul,
    FoulBefore,
    FoulLeaving,
    Penalty,
    Played,
    PutUp,
    Refuse,
    Restart,
    TakeOff,
)
from tracker.rules.snooker.frame.position import COLOUR, PLAY_REPLACED, REPLACE, UNKNOWN, Position
from tracker.rules.snooker.frame.told import Fall, Fault, Jump, Told
from tracker.rules.snooker.law.clocks import TimeFoul
from tracker.rules.snooker.law.corrections import goes_back_alone
from tracker.rules.snooker.law.turns import side_of
from tracker.rules.snooker.places.table import TWELVE_FEET

OBJECT_BALLS = (*COLOURS, RED)
ANY_BALL = (*OBJECT_BALLS, WHITE)
IN_THE_D = Point(889, 700)


def setup(rng: Random, most_reds: int) -> Setup:
    """Few reds as a rule: what is rare comes up the sooner."""
    reds = rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, most_reds))
    return Setup(
        reds=reds,
        players=rng.choice((((), ()), ((), ()), ((), ()), (("A1", "A2"), ("B1", "B2")))),
        starter=rng.randrange(2),
        aggregate=rng.random() < 0.1,
        totals=(rng.randrange(9), rng.randrange(9)),
        frames=rng.choice((None, 1)),
        start=start(rng, reds) if rng.random() < 0.4 else None,
    )


def start(rng: Random, reds: int) -> Start:
    colours = COLOURS if reds else COLOURS[rng.randrange(len(COLOURS)) :]
    return Start(
        scores=(rng.randrange(40), rng.randrange(40)),
        striker=rng.randrange(2),
        reds=reds,
        colours=colours,
        on=rng.choice((None, COLOUR, RED if reds else colours[0])),
        in_hand=maybe(rng),
    )


def balls_up(at: Position) -> tuple[str, ...]:
    return (*at.colours, *(RED,) * at.reds)


def aim_of(at: Position) -> str:
    """The ball that a player would play at."""
    if at.free:
        return at.free
    if at.on == COLOUR:
        return at.nominated or (at.colours or (BLACK,))[-1]
    return at.fresh_on if at.on == UNKNOWN else at.on


def stroke(first: tuple[str, ...], potted: tuple[str, ...], off: tuple[str, ...] = (), at: Point = IN_THE_D) -> Stroke:
    return Stroke(
        number=1, began_us=0, ended_us=9, cue_ball=WHITE, origin=at, first_hit=first, potted=fallen(*potted),
        off_table=off,
    )  # fmt: skip


def strike(rng: Random, at: Position) -> Strike:
    """Half of the strokes pot the ball on, or try to; in the others any balls that are up are met and fall."""
    up = balls_up(at)
    met: tuple[str, ...]
    gone: tuple[str, ...]
    if rng.random() < 0.5:
        aim = aim_of(at)
        met = (aim,)
        gone = rng.choice(((), (aim,), (aim,), (aim,), (WHITE,), (aim, WHITE)))
    else:
        met, gone = some_of(up, 2)(rng), some_of((*up, WHITE), 3)(rng)
    falls = rng.randint(0, len(gone)) if rng.random() < 0.2 else len(gone)
    origin = rng.choice((IN_THE_D, IN_THE_D, Point(500, 2000)))
    left = Counter((*up, WHITE)) - Counter(gone)
    rest = standing(rng, tuple(left.elements()))
    return stroke(met, gone[:falls], gone[falls:], origin), rest, *said(rng, Told, TOLD)


def close(at: Position) -> Step:
    """Pot the ball on, or put it up first; only the side that goes first pots the blue in a shootout."""
    aim = aim_of(at)
    if aim not in balls_up(at):
        return PutUp(place=Place(ball=aim, at=TWELVE_FEET.spots[f"{aim}-spot"], sd_mm=0.0))
    misses = at.shootout is not None and at.shootout.first not in (None, at.striker)
    return stroke((aim,), () if misses else (aim,)), UNSEEN


def adds_up(before: Position, call: Call, then: Position) -> None:
    """Points are those of the call; the balls up are those that were, less those that went and more those put back."""
    assert then.reds >= 0
    assert list(then.colours) == [colour for colour in COLOURS if colour in then.colours]
    assert not (then.over and then.choices)
    assert not then.order or then.player in then.order
    if not isinstance(call, Forfeit | Accept | Restart):
        gained = tuple(b - a for a, b in zip(before.scores, then.scores, strict=True))
        assert gained == points_in(before, call)
    if not isinstance(call, Restart):
        assert (then.reds, then.colours) == balls_after(before, call, then)


def points_in(at: Position, call: Call) -> tuple[int, int]:
    """The points that a call gives to each side."""
    if isinstance(call, Refuse):
        return points_in(at, at.held) if at.held else (0, 0)
    striker, other = at.striker, 1 - at.striker
    gained: dict[int, int] = {}
    match call:
        case Played(points=points) | FoulLeaving(points=points):
            gained = {striker: points}
        case Foul(points=points, unscored=unscored, by=by):
            side = side_of(at, by) if at.terms.any_game_out_of_turn else striker
            gained = {1 - side: points, side: -unscored}
        case FoulBefore(points=points) | TimeFoul(points=points):
            gained = {other: points}
        case Penalty(side=side, points=points):
            gained = {1 - side: points}
        case TakeOff(unscored=unscored):
            gained = {striker: -unscored}
    return gained.get(0, 0), gained.get(1, 0)


def balls_after(at: Position, call: Call, then: Position) -> tuple[int, tuple[str, ...]]:
    """The reds and colours that ought to be up after a call."""
    if then.lots and not at.lots:
        return 0, (BLUE,) if then.shootout else (BLACK,)
    held = at.held if isinstance(call, Refuse) else None
    reds, colours = at.reds, set(at.colours)
    match held or call:
        case Played(potted=potted):
            reds, colours = reds - potted.count(RED), colours - ({at.on} & set(potted))
        case Foul(gone=lost) | FoulBefore(gone=lost):
            reds -= lost.count(RED)
        case Choose(what=what) if what in (REPLACE, PLAY_REPLACED) and at.original and not goes_back_alone(at):
            reds, colours = at.original.reds, set(at.original.colours)
        case TakeOff(ball=ball):
            reds, colours = reds - (ball == RED), colours - {ball}
        case PutUp(place=place):
            colours |= {place.ball}
    return reds, tuple(colour for colour in COLOURS if colour in colours)


YES_NO = one_of(False, True)
FALLS = (Fall(ball="blue", would_be_hit=True), Fall(ball=RED, would_be_hit=True), Fall(ball=RED, would_be_hit=False))
JUMPS = tuple(Jump(over=RED, after_contact=after, beyond=beyond) for after in (False, True) for beyond in (False, True))
FAULTS = ("double-hit", "push-stroke", "unsporting", "deliberate-foul", "jump-shot", "outside-d")
TOLD = {
    "path": one_of("full", "part", "none"), "snookered": YES_NO, "snookered_by": one_of(RED, "black", "curved-cushion"),
    "into": one_of("curved", "flat"), "moved_touching": YES_NO, "jump": one_of(*JUMPS),
    "early": one_of("rest", "spotting", "cleaning"), "early_ball": one_of("black"), "by": one_of(0, 1),
    "player": one_of("A", "B", "A1", "A2", "B1", "B2"), "fell": one_of(*FALLS), "unseen": one_of(True),
    "faults": lambda rng: (Fault(name=rng.choice(FAULTS), ball=rng.choice(("", "pink"))),),
    "effort": one_of("best", "poor"), "intent": YES_NO, "possible": YES_NO, "strength": one_of("enough", "short"),
}  # fmt: skip
CHOICES = ("play", "play-again", "replace", "play-replaced", "place-anywhere")
WORDS = {
    "side": one_of(0, 1), "points": one_of(0, 1, 2, 3, 4, 5, 6, 7, 8), "unscored": one_of(0, 0, 0, 1, 2, 7),
    "what": one_of(*CHOICES, "unsporting", "time-wasting"), "ball": one_of(*ANY_BALL),
    "on": one_of(RED, COLOUR, *COLOURS), "by": one_of(""), "player": one_of("A", "A1", "B2"),
    "how": one_of("agreed", "objected", "unchanged", "wrong-order"),
    "place": lambda rng: Place(ball=rng.choice(ANY_BALL), at=Point(500, 500), sd_mm=0.0),
    "call": one_of(FoulBefore(points=7), Penalty(side=0, points=7), Penalty(side=1, points=4)),
    "after": one_of(After()),
    "places": lambda rng: standing(rng, (WHITE, *COLOURS)).places or None, "why": one_of("", "several"),
    "potted": some_of(OBJECT_BALLS, 2), "gone": some_of(ANY_BALL, 2), "balls": some_of(ANY_BALL, 2),
    "away_mm": one_of((100.0, 200.0), (None, 3.0), (5.0, 5.0)),
    "match_us": lambda rng: rng.randrange(620_000_000), "shot_us": lambda rng: rng.randrange(20_000_000),
    "miss": one_of(None, False, True), "free_ball": one_of(None, False, True),
}  # fmt: skip

SNOOKER = Wild(
    setup=setup,
    strike=strike,
    words=WORDS,
    close=close,
    endings=(Forfeit, Accept),
    most=lambda at: 2 * at.reds + 20,
    adds_up=adds_up,
)
