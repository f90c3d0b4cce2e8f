"""How a recording begins, by what its first pictures show: never more than a set of balls, whatever they seem to show.

A camera may show a sixteenth red, a ball of another game, or not the ball that a person says is on. None of that is a
bad input: the frame is picked up with what can be, and what cannot is told.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tracker.domain.ball import COLOURS, RED, WHITE
from tracker.domain.kit import Kit
from tracker.domain.setup import Setup, Start
from tracker.domain.stroke import Doubt, Place, Standing

ABOUT_BALLS = "balls"
"""What a doubt is about where more, or fewer, balls were seen than there can be."""
MOST_NAMED = 3
"""Of so many balls at most a sentence names the places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a frame begins with, and what was seen that does not fit it."""

    setup: Setup
    doubts: tuple[Doubt, ...] = ()


def opening_setup(opening: Standing, kit: Kit, score: tuple[int, int] | None, on: str | None) -> Opening:
    """Return how the recording begins: a whole frame where all balls stand on the table, else in the middle of one.

    Args:
        opening: the balls at rest before the first stroke.
        kit: the balls that the game is played with.
        score: the points as they stood, by a person's word; None: not known.
        on: the ball on, likewise; what is not the name of a ball is left for the rulebook to refuse.
    """
    places, surplus = within_set(opening.places, kit)
    reds = sum(place.ball == RED for place in places)
    colours = tuple(ball for ball in COLOURS if any(place.ball == ball for place in places))
    doubts = tuple(surplus_doubt(ball, more, kit, opening.at_us) for ball, more in surplus.items())
    if score is None and on is None and reds == kit.pieces.get(RED) and colours == COLOURS:
        return Opening(setup=Setup(), doubts=doubts)
    reds, colours, unseen = with_ball_on(reds, with_all_up(reds, colours, kit), on, kit)
    touching = tuple(ball for pair in opening.touching if WHITE in pair for ball in pair if ball != WHITE)
    start = Start(scores=score or (0, 0), reds=reds, colours=colours, on=on, places=places, touching=touching)
    return Opening(setup=Setup(start=start), doubts=(*doubts, *unseen))


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
    if not (reds or colours) or not all(kit.pieces.get(colour) for colour in COLOURS):
        return colours
    return COLOURS if reds else COLOURS[COLOURS.index(colours[0]) :]


def with_ball_on(
    reds: int, colours: tuple[str, ...], on: str | None, kit: Kit
) -> tuple[int, tuple[str, ...], tuple[Doubt, ...]]:
    """Return reds and colours with the ball that a person says is on, and all that must be up with it."""
    if on == RED and not reds and kit.pieces.get(RED, 0):
        return 1, COLOURS, (Doubt(about=ABOUT_BALLS, why="a red is said to be on, and none was seen at the start"),)
    if reds or on not in COLOURS or on in colours:
        return reds, colours, ()
    up = COLOURS[COLOURS.index(on) :]
    doubt = Doubt(about=ABOUT_BALLS, why=f"the {on} is said to be on, and was not seen at the start")
    return reds, tuple(ball for ball in COLOURS if ball in colours or ball in up), (doubt,)


def surplus_doubt(ball: str, more: list[Place], kit: Kit, at_us: int) -> Doubt:
    """Return the doubt about balls that are more than the set has, with where and when."""
    where = ", ".join(f"({place.at.x_mm:.0f}, {place.at.y_mm:.0f})" for place in more[:MOST_NAMED])
    others = f" and {len(more) - MOST_NAMED} more" if len(more) > MOST_NAMED else ""
    has = kit.pieces.get(ball, 0)
    why = f"{has + len(more)} x {ball} seen at rest, and the game has {has}: at {where} mm{others}"
    return Doubt(about=ABOUT_BALLS, why=why, margin=f"at {at_us / 1e6:.2f} s")
