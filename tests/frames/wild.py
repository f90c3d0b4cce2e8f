"""Whole frames at random: for a while anything at all is done, then the frame is played to its end.

How a game is played so it says itself (`Wild`); all else goes through the door. A frame is drawn from one seed by
Python's own generator: Hypothesis would take far longer to draw every field of every stroke.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from random import Random
from typing import Any

from tracker.domain.book.setup import Setup
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.domain.strokes.stroke import Place, Pot, Standing
from tracker.domain.table.plane import Point
from tracker.match.book.book import Book
from tracker.match.book.entries import Called, Header

Strike = tuple[Any, ...]
"""A stroke, the standing after it, and, where officials say anything, what they tell."""
Step = Strike | Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Wild:
    """How one game is played at random, and what every call in it must leave in order."""

    setup: Callable[[Random, int], Setup]
    """What is agreed for a frame; the number is how many reds the rulebook starts with, where it has any."""
    strike: Callable[[Random, Any], Strike]
    """Any stroke that may happen in a position, likely or not."""
    words: Mapping[str, Callable[[Random], Any]]
    """What may stand in the fields of calls, by the fields' names; any other field is true or false."""
    close: Callable[[Any], Step]
    """A step toward the end of the frame."""
    most: Callable[[Any], int]
    """How many such steps end any frame from a position."""
    endings: tuple[type[Call], ...]
    """Calls that end a frame at once: they are seldom drawn."""
    adds_up: Callable[[Any, Call, Any], None]
    """Checks points and balls: the position before a call, the call, the position after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A frame as far as it was played: its book, and the position at the start and after every entry."""

    book: Book
    positions: tuple[Any, ...]

    @property
    def at(self) -> Any:
        return self.positions[-1]


WILD_STEPS = 20
STROKES_IN_TEN = 7
TRIES = 3


def play(rules: Any, wild: Wild, seed: int) -> Frame:
    """Play a frame; whatever was called in it added up, and it is over unless it did not end in time."""
    rng = Random(seed)
    setup = wild.setup(rng, rules.kit.pieces.get("red", 0))
    frame = Frame(book=Book(header=Header(rulebook=rules.name, setup=setup)), positions=(rules.opening(setup),))
    for _ in range(rng.randrange(WILD_STEPS)):
        frame = after(rules, wild, frame, lambda at: any_step(rules, wild, rng, at))
    for _ in range(wild.most(frame.at)):
        frame = after(rules, wild, frame, wild.close)
    return frame


def after(rules: Any, wild: Wild, frame: Frame, choose: Callable[[Any], Step]) -> Frame:
    """Return the frame after one step more; as it was where it is over, or where the step was refused."""
    if frame.at.over:
        return frame
    step = choose(frame.at)
    if isinstance(step, Call) and is_refused(rules, frame.at, step):
        return frame
    calls = (step,) if isinstance(step, Call) else advised(rules, frame.at, step)
    at = frame.at
    for call in calls:
        rules.words(at, call)
        then = rules.apply(at, call)
        wild.adds_up(at, call, then)
        assert rules.scoreline(then).over == then.over == (rules.outcome(then) is not None)
        at = then
    return replace(frame, book=frame.book.having(Called(number=0, calls=calls)), positions=(*frame.positions, at))


def is_refused(rules: Any, at: Any, call: Call) -> bool:
    """Tell whether the law refuses a call; then it says why."""
    why = refusal(rules, at, call)
    assert why != ""
    return why is not None


def refusal(rules: Any, at: Any, call: Call) -> str | None:
    try:
        rules.verify(at, call)
    except CallRefused as refused:
        return str(refused)
    return None


def advised(rules: Any, at: Any, strike: Strike) -> tuple[Call, ...]:
    """Return what the judge would have called; it has an answer to every stroke."""
    ruling = rules.judge(at, *strike)
    assert ruling.suggestions or ruling.doubts
    calls: tuple[Call, ...] = ruling.calls
    return calls


def any_step(rules: Any, wild: Wild, rng: Random, at: Any) -> Step:
    """Return a stroke, or any call of the game, as a rule one that may be made."""
    if rng.randrange(10) < STROKES_IN_TEN:
        return wild.strike(rng, at)
    call = any_call(rules, wild, rng)
    for _ in range(TRIES):
        if not is_refused(rules, at, call):
            break
        call = any_call(rules, wild, rng)
    return call


def any_call(rules: Any, wild: Wild, rng: Random) -> Call:
    kind = rng.choice(rules.vocabulary)
    if kind in wild.endings and rng.random() < 0.8:
        kind = rng.choice(rules.vocabulary)
    call: Call = kind(**{name: wild.words.get(name, maybe)(rng) for name in names_in(kind)})
    return call


def maybe(rng: Random) -> bool:
    return rng.random() < 0.5


@cache
def names_in(kind: type[Call]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def one_of(*values: Any) -> Callable[[Random], Any]:
    """Return what draws one of `values`."""
    return lambda rng: rng.choice(values)


def some_of(values: tuple[str, ...], most: int) -> Callable[[Random], tuple[str, ...]]:
    """Return what draws up to `most` different ones of `values`."""
    return lambda rng: tuple(rng.sample(values, rng.randint(0, min(most, len(values)))))


def said(rng: Random, told: type, words: Mapping[str, Callable[[Random], Any]]) -> tuple[Any, ...]:
    """Return nothing as a rule; now and then what officials tell of one thing or two."""
    if rng.random() < 0.6:
        return ()
    names = rng.sample(tuple(words), rng.randint(1, 2))
    return (told(**{name: words[name](rng) for name in names}),)


def fallen(*balls: str) -> tuple[Pot, ...]:
    return tuple(Pot(at_us=5, ball=ball, pocket="top-left", sure=1.0) for ball in balls)


GRID = tuple(Point(x, y) for x in range(60, 1740, 60) for y in range(60, 3540, 60))
"""Places on a full-size table, so far apart that no two balls overlap."""

UNSEEN = Standing(at_us=9, places=())


def standing(rng: Random, balls: tuple[str, ...], grid: tuple[Point, ...] = GRID) -> Standing:
    """Return these balls at rest anywhere, or nothing known of them."""
    if rng.random() < 0.7:
        return UNSEEN
    sd_mm = rng.choice((0.0, 2.0))
    spots = rng.sample(grid, len(balls))
    return Standing(at_us=9, places=tuple(Place(ball=b, at=p, sd_mm=sd_mm) for b, p in zip(balls, spots, strict=True)))
