"""Scoring without a camera: a person says what was scored or fouled, and the calls that this comes to are worked out.

A key on the desk is short ("black potted"); a call says all ("black nominated, seven for it"). What the player must
have chosen first, by playing on, is called with it. The law may still refuse, with its reason.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from tracker.domain.ball import RED, WHITE
from tracker.domain.call import Call
from tracker.domain.errors import CallRefused
from tracker.match.book import Book, calls_of, standing_calls
from tracker.match.rests import Places, Witness
from tracker.rules.billiards import calls as billiards
from tracker.rules.billiards.law import score_of
from tracker.rules.billiards.position import AS_LEFT, CHOICES
from tracker.rules.billiards.position import Position as BilliardsPosition
from tracker.rules.novuss import calls as novuss
from tracker.rules.novuss.position import Position as NovussPosition
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker import calls as snooker
from tracker.rules.snooker.law import score_for
from tracker.rules.snooker.position import (
    COLOUR,
    PLACE_ANYWHERE,
    PLAY,
    PLAY_AGAIN,
    PLAY_REPLACED,
    REPLACE,
    UNKNOWN,
    VALUE,
)
from tracker.rules.snooker.position import Position as SnookerPosition


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A fair stroke and what it made; nothing: the turn ends."""

    potted: tuple[str, ...] = ()
    """Balls by name, one word each time; in novuss `puck`, the striker's own."""
    cannon: bool = False
    in_off: str = ""
    """In billiards, the ball that the cue-ball went in-off."""
    opponent: int = 0
    """In novuss, pucks of the other side that went too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fouled:
    """A foul by the striker; in novuss, a stroke that costs a penalty puck."""

    points: int = 4
    """What it costs in snooker; in billiards it is always two."""
    gone: tuple[str, ...] = ()
    """Balls that left the table in it, the cue-ball among them."""
    miss: bool = False
    free_ball: bool = False


Deed = Scored | Fouled


def calls_for(at: Any, deed: Deed, witness: Witness | None = None) -> tuple[Call, ...]:
    """Return the calls that `deed` comes to in position `at` of whatever game.

    With a `witness` a foul of snooker says how the balls lay before it, so that they can be put back.

    Raises:
        CallRefused: it is no deed of this game.
    """
    match at:
        case SnookerPosition():
            return _snooker_scored(at, deed) if isinstance(deed, Scored) else _snooker_fouled(at, deed, witness)
        case BilliardsPosition():
            return _billiards(at, deed)
        case NovussPosition():
            return _novuss(deed)
    raise CallRefused("this game cannot be scored by keys")


def _played_on(at: SnookerPosition) -> tuple[Call, ...]:
    return (snooker.Choose(what=PLAY),) if PLAY in at.choices else ()


def _snooker_scored(at: SnookerPosition, deed: Scored) -> tuple[Call, ...]:
    ball = deed.potted[0] if deed.potted else ""
    if at.free_ball and ball not in ("", at.on, at.free):
        free = replace(at, free=ball)
        points = score_for(free, deed.potted)
        return (snooker.NominateFree(ball=ball), snooker.Played(points=points, potted=deed.potted))
    said = _ball_on(at, ball)
    points = VALUE.get(ball, 0) * deed.potted.count(ball) if ball == RED else VALUE.get(ball, 0)
    return (*_played_on(at), *said, snooker.Played(points=points, potted=deed.potted))


def _ball_on(at: SnookerPosition, ball: str) -> tuple[Call, ...]:
    """Return what must be said of the ball on: the colour that was played for, or what a mid-frame start left open."""
    if at.on == COLOUR and ball in at.colours:
        return (snooker.Nominate(ball=ball),)
    if at.on != UNKNOWN or not ball:
        return ()
    if ball == RED or not at.reds:
        return (snooker.BallOn(on=ball),)
    return (snooker.BallOn(on=COLOUR), snooker.Nominate(ball=ball))


def _snooker_fouled(at: SnookerPosition, deed: Fouled, witness: Witness | None) -> tuple[Call, ...]:
    left = witness.left if witness and _is_all(at, deed.gone, witness.left or ()) else None
    foul = snooker.Foul(
        points=deed.points, gone=deed.gone, miss=deed.miss, free_ball=deed.free_ball, after=snooker.After(lie=left)
    )
    return (*_played_on(at), *_lay(at, witness), foul)


def _lay(at: SnookerPosition, witness: Witness | None) -> tuple[Call, ...]:
    """Return how the balls lay, or why that is not known where the book does not know it either."""
    if witness is None or (witness.before is None and (at.lie is not None or not witness.why)):
        return ()
    return (snooker.Lay(places=witness.before, why=witness.why),)


def _is_all(at: SnookerPosition, gone: tuple[str, ...], left: Places) -> bool:
    """Tell whether these are all the balls that a foul left on the table: none is hidden, or still to be spotted."""
    due = Counter({RED: at.reds, WHITE: 1} | dict.fromkeys(at.colours, 1))
    due -= Counter(ball for ball in gone if ball in (RED, WHITE))
    return Counter(place.ball for place in left) == due


def _billiards(at: BilliardsPosition, deed: Deed) -> tuple[Call, ...]:
    chosen = (billiards.Choose(what=AS_LEFT),) if at.choices else ()
    if isinstance(deed, Fouled):
        return (*chosen, billiards.Foul(by=at.striker, gone=deed.gone))
    played = billiards.Played(
        points=score_of(deed.cannon, deed.potted, deed.in_off), cannon=deed.cannon, potted=deed.potted,
        in_off=deed.in_off, red_hit=deed.cannon or RED in (*deed.potted, deed.in_off),
    )  # fmt: skip
    return (*chosen, played)


def _novuss(deed: Deed) -> tuple[Call, ...]:
    if isinstance(deed, Fouled):
        return (novuss.Played(penalised=True),)
    return (novuss.Played(own=len(deed.potted), opponent=deed.opponent),)


def foul_marked(book: Book, *, miss: bool | None, free_ball: bool | None) -> tuple[int, tuple[Call, ...]]:
    """Return the entry of the foul just called and its calls with a miss or a free ball added or taken away.

    Raises:
        CallRefused: the last call was no foul of snooker.
    """
    number, calls = (standing_calls(book.entries) or ((0, ()),))[-1]
    if not any(isinstance(call, snooker.Foul) for call in calls):
        raise CallRefused("a miss or a free ball is called with a foul, and the last call was none")
    marks: dict[str, Any] = {
        key: value for key, value in (("miss", miss), ("free_ball", free_ball)) if value is not None
    }
    return number, tuple(replace(call, **marks) if isinstance(call, snooker.Foul) else call for call in calls)


def witness_in(book: Book, number: int) -> Witness | None:
    """Return what the eyes said about the stroke that entry `number` calls, as its calls hold it; None: nothing."""
    calls = calls_of(book, number)
    lay = next((call for call in calls if isinstance(call, snooker.Lay)), None)
    left = next((call.after.lie for call in calls if isinstance(call, snooker.Foul | snooker.Played)), None)
    if lay is None and left is None:
        return None
    return Witness(before=lay.places if lay else None, why=lay.why if lay else "", left=left)


def offered(rules: RuleSet[Any], at: Any) -> tuple[Call, ...]:
    """Return the calls without a stroke that may be made now, from those that a person chooses among."""
    return tuple(call for call in CANDIDATES[rules.game] if _may(rules, at, call))


def _may(rules: RuleSet[Any], at: Any, call: Call) -> bool:
    try:
        rules.verify(at, call)
    except CallRefused:
        return False
    return True


def _both(make: Callable[..., Call]) -> Iterator[Call]:
    return (make(side=side) for side in (0, 1))


CANDIDATES: Final[dict[str, tuple[Call, ...]]] = {
    "snooker": (
        *(snooker.Choose(what=what) for what in (PLAY, PLAY_AGAIN, REPLACE, PLAY_REPLACED, PLACE_ANYWHERE)),
        *_both(snooker.Lots), *_both(snooker.Accept), *_both(snooker.Refuse),
    ),
    "billiards": (
        *(billiards.Choose(what=what) for what in CHOICES),
        *_both(billiards.PlaysFirst), *_both(billiards.Accept), *_both(billiards.Refuse), billiards.Miss(),
    ),
    "novuss": tuple(novuss.Picks(side=side, player=player) for side in (0, 1) for player in (0, 1)),
}  # fmt: skip
"""What comes up at the table and is chosen among beside scoring, in the order in which a desk offers it."""
