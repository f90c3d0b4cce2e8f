"""How a recording begins, by what its first pictures show: never more than a set of balls, whatever they seem to show.

A camera may show a sixteenth red, a ball of another game, or not the ball that a person says is on. None of that is a
bad input: the frame is picked up with what can be, and what cannot is told.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any, Final

from tracker.domain.book.setup import Setup, Start
from tracker.domain.law.branch import Expected
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Doubt, Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import distance_mm
from tracker.rules.ruleset import RuleSet

ABOUT_BALLS = "balls"
"""What a doubt is about where more, or fewer, balls were seen than there can be."""
MOST_NAMED = 3
"""Of so many balls at most a sentence names the places."""
NO_TERMS: Final = Setup()
"""Nothing was agreed: two sides without names of their own."""
SHOWN_LATER: Final = log((19 / 880) / (76 / 33_523))
"""By so many nats a ball that is shown later is rather one that was not seen among others than one that is seen where
none is: of 880 in clusters eyes miss 19 (`bench.touching`), for 33,523 they see 76 too many (`bench.samples`, snooker).
"""
ON_SPOT_MM: Final = 40.0
"""A ball this near to where the law has it as a game begins lies there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a frame begins with, and what was seen that does not fit it."""

    setup: Setup
    doubts: tuple[Doubt, ...] = ()
    log_prior: float = 0.0
    """Against a beginning with just the balls that the first pictures show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayer:
    """Who plays the first stroke that is seen."""

    side: int = 0
    player: int = 0
    """Which of a pair."""
    cue_ball: str = ""
    """What is struck; empty: the first of the kit's."""


def openings(opening: Standing, told: Sequence[Alternatives], kit: Kit) -> tuple[Standing, ...]:
    """Return what may have lain on the table as a recording begins: what was seen, and what most strokes show.

    A red that comes into view when the others have scattered lay among them: nobody takes one back from a pocket. What
    was taken for one by the first pictures alone was none.
    """
    if not kit.sequence or not told:
        return (opening,)
    (kind,) = kit.several
    lay = sorted((place for place in opening.places if place.ball == kind), key=lambda place: place.sd_mm)
    usual = min(usual_count(told, kind), kit.pieces[kind])
    if usual == len(lay):
        return (opening,)
    places = tuple(place for place in opening.places if place.ball != kind or place in lay[:usual])
    hidden = (kind,) * (usual - len(lay))
    return opening, replace(opening, places=places, hidden=(*opening.hidden, *hidden))


def usual_count(told: Sequence[Alternatives], kind: str) -> int:
    """Return how many balls of a kind there were at first by most strokes: those that lie, and those that have gone."""
    fell, counts = 0, Counter[int]()
    for stroke, standing in ((one.likeliest.stroke, one.likeliest.standing) for one in told):
        fell += sum(pot.ball == kind for pot in stroke.potted)
        counts[fell + sum(place.ball == kind for place in standing.places)] += 1
    return max(counts, key=lambda count: (counts[count], count))


def opening_setup(
    opening: Standing,
    rules: RuleSet[Any],
    score: tuple[int, int] | None,
    on: str | None,
    *,
    first: FirstPlayer = FirstPlayer(),
    terms: Setup = NO_TERMS,
) -> Opening:
    """Return how the recording begins: a whole frame where all balls lie as one begins, else in the middle of one.

    Args:
        opening: the balls at rest before the first stroke, those that are hidden among it.
        rules: the book that is played by, with the balls that the game is played with.
        score: the points as they stood, by a person's word; None: not known but by the balls.
        on: the ball on, likewise; what is not the name of a ball is left for the rulebook to refuse.
        first: who plays the first stroke (`who_may_begin`).
        terms: what was agreed, the names of the sides among it, the one at the table first.
    """
    kit, striker, player = rules.kit, first.side, first.player
    setup = named_from(replace(terms, starter=striker), striker, player)
    places, surplus = within_set(opening.places, kit)
    lying = Counter(place.ball for place in places) + Counter(opening.hidden)
    reds = sum(lying[ball] for ball in kit.several) if kit.sequence else 0
    colours = tuple(ball for ball in kit.sequence if any(place.ball == ball for place in places))
    log_prior = SHOWN_LATER if opening.hidden else 0.0
    doubts = tuple(surplus_doubt(ball, more, kit, opening.at_us) for ball, more in surplus.items())
    if (
        score is None
        and on is None
        and not player
        and is_as_begun(places, rules.expected(rules.opening(setup)), opening.hidden)
    ):
        return Opening(setup=setup, doubts=doubts, log_prior=log_prior)
    reds, colours, unseen = with_ball_on(reds, with_all_up(reds, colours, kit), on, kit)
    cue_ball = first.cue_ball or kit.cue_balls[0]
    touching = tuple(ball for pair in opening.touching if cue_ball in pair for ball in pair if ball != cue_ball)
    told = rules.points_by(places) if score is None else (score[striker], score[1 - striker])
    start = Start(
        scores=told, striker=striker, player=player, reds=reds, colours=colours, on=on, places=places,
        touching=touching,
    )  # fmt: skip
    return Opening(
        setup=replace(setup, starter=0, start=start), doubts=(*doubts, *unseen), log_prior=log_prior
    )  # fmt: skip


def who_may_begin(first: Stroke, rules: RuleSet[Any], terms: Setup) -> tuple[FirstPlayer, ...]:
    """Return who may have played the first stroke that is seen, one at least.

    It is told by whose cue-ball is struck, or by the place that it is struck from, where the law has one for each.
    Where that was not seen it may have been anybody. Of players who have neither the one that is named first is meant.
    """
    cue_balls = rules.kit.cue_balls
    if len(cue_balls) > 1:
        return (FirstPlayer(side=cue_balls.index(first.cue_ball), cue_ball=first.cue_ball),)
    players = [(side, player) for player in range(max(1, len(terms.players[0]))) for side in (0, 1)]
    each = [FirstPlayer(side=side, player=player, cue_ball=first.cue_ball) for side, player in players]
    places = [place_of(one, rules, terms) for one in each]
    if not any(place.struck_from for place in places):
        return (each[0],)
    own = [one for one, place in zip(each, places, strict=True) if place.lets_strike_from(first.origin, ON_SPOT_MM)]
    return tuple(own if own and first.is_origin_known else each)


def place_of(one: FirstPlayer, rules: RuleSet[Any], terms: Setup) -> Expected:
    """Return how the law has the table before a player's first stroke, the place to strike from among it."""
    return rules.expected(rules.opening(replace(terms, start=Start(striker=one.side, player=one.player))))


def named_from(setup: Setup, side: int, player: int) -> Setup:
    """Return a setup with the names that were given: whoever is named first is at the table, the others follow."""
    team = len(setup.players[0])
    turns = [setup.players[turn % 2][turn // 2] for turn in range(2 * team)]
    ahead = side + 2 * player
    one, two = (tuple(turns[(seat - ahead) % (2 * team)] for seat in range(of, 2 * team, 2)) for of in (0, 1))
    return replace(setup, names=(setup.names[side], setup.names[1 - side]), players=(one, two))


def is_as_begun(places: Sequence[Place], begins: Expected, hidden: Sequence[str] = ()) -> bool:
    """Say whether the balls lie as a frame begins by law: as many of each, and those whose place is known there.

    A ball that is in hand then may lie on the table already, or not yet; `hidden` ones lie nobody sees where.
    """
    counts = Counter(place.ball for place in places) + Counter(hidden)
    if any(counts[ball] != due and ball not in begins.in_hand for ball, due in begins.counts.items()):
        return False
    placed = [due for due in begins.places or () if due.ball not in begins.in_hand]
    return all(
        any(one.ball == due.ball and distance_mm(one.at, due.at) < ON_SPOT_MM for one in places) for due in placed
    )


def within_set(places: Iterable[Place], kit: Kit) -> tuple[tuple[Place, ...], dict[str, list[Place]]]:
    """Return the places of as many balls of each kind as the set has, the best known ones, and the others by kind."""
    kept: list[Place] = []
    surplus: dict[str, list[Place]] = {}
    given = list(places)
    for place in sorted(given, key=lambda place: place.sd_mm):
        room = sum(other.ball == place.ball for other in kept) < kit.pieces.get(place.ball, 0)
        (kept if room else surplus.setdefault(place.ball, [])).append(place)
    return tuple(place for place in given if any(place is one for one in kept)), surplus


def with_all_up(reds: int, colours: tuple[str, ...], kit: Kit) -> tuple[str, ...]:
    """Return the colours that were seen with those that must be up, too: all while a red is, else all above the least.

    One that was not seen is hidden, or is about to be put back.
    """
    if not (reds or colours):
        return colours
    return kit.sequence if reds else kit.sequence[kit.sequence.index(colours[0]) :]


def with_ball_on(
    reds: int, colours: tuple[str, ...], on: str | None, kit: Kit
) -> tuple[int, tuple[str, ...], tuple[Doubt, ...]]:
    """Return reds and colours with the ball that a person says is on, and all that must be up with it."""
    if kit.sequence and on in kit.several and not reds:
        doubt = Doubt(about=ABOUT_BALLS, why=f"a {on} is said to be on, and none was seen at the start")
        return 1, kit.sequence, (doubt,)
    if reds or on is None or on not in kit.sequence or on in colours:
        return reds, colours, ()
    up = kit.sequence[kit.sequence.index(on) :]
    doubt = Doubt(about=ABOUT_BALLS, why=f"the {on} is said to be on, and was not seen at the start")
    return reds, tuple(ball for ball in kit.sequence if ball in colours or ball in up), (doubt,)


def surplus_doubt(ball: str, more: list[Place], kit: Kit, at_us: int) -> Doubt:
    """Return the doubt about balls that are more than the set has, with where and when."""
    where = ", ".join(f"({place.at.x_mm:.0f}, {place.at.y_mm:.0f})" for place in more[:MOST_NAMED])
    others = f" and {len(more) - MOST_NAMED} more" if len(more) > MOST_NAMED else ""
    has = kit.pieces.get(ball, 0)
    why = f"{has + len(more)} x {ball} seen at rest, and the game has {has}: at {where} mm{others}"
    return Doubt(about=ABOUT_BALLS, why=why, margin=f"at {at_us / 1e6:.2f} s")
