"""The position of snooker from which a written case starts: its `setup` and its `before`, in the format's words."""

from collections.abc import Mapping
from typing import Any, Final

from tracker.domain.book.setup import Setup
from tracker.domain.frozen import replace
from tracker.domain.table.ball import BLACK, BLUE, COLOURS, WHITE
from tracker.rules.cases.play import refuse_unknown
from tracker.rules.cases.warned import conduct_of
from tracker.rules.snooker.cases.shootout import clock_of, shootout_of
from tracker.rules.snooker.cases.stroke import SIDE, places_of
from tracker.rules.snooker.cases.words import ANYWHERE, THREE_MISS
from tracker.rules.snooker.edition import Snooker
from tracker.rules.snooker.frame.position import COLOUR, PLAY, PLAY_AGAIN, MissRun, Position
from tracker.rules.snooker.judge.remarks import balls_against
from tracker.rules.snooker.law.misses import after_miss
from tracker.rules.snooker.law.turns import seated

SETUP_KEYS: Final = frozenset({"players", "reds", "aggregate", "totals", "level", "starter", "frame", "frames"})
BEFORE_KEYS: Final = frozenset(
    {"striker", "scores", "break", "reds", "colours", "on", "nominated", "opening", "in_hand", "free_ball"}
    | {"after_foul_by", "respotted_black", "places", "miss_run", "warned", "consultation", "clock"}
)
WITH_BLUE: Final = frozenset({"shootout"})
"""Keys of a game in which the blue settles a tie."""


def side_of(player: str) -> int:
    """Return the side of a side's or a player's name: `B2` is of side 1."""
    return SIDE[player[0]]


def setup_of(given: Mapping[str, Any]) -> Setup:
    """Return what the case agrees before the frame."""
    players = given.get("players", {})
    return Setup(
        players=(tuple(players.get("A", ())), tuple(players.get("B", ()))),
        reds=given.get("reds"),
        starter=side_of(given.get("starter", "A")),
        aggregate=given.get("aggregate", False),
        totals=_by_side(given.get("totals", {}), 0),
        level=given.get("level", "professional"),
        frame=given.get("frame", 1),
        frames=given.get("frames"),
    )


def position_of(rules: Snooker, setup: Mapping[str, Any], before: Mapping[str, Any]) -> Position:
    """Return the position that a case starts from; what is left out is as at the opening."""
    refuse_unknown("setup", setup, SETUP_KEYS)
    refuse_unknown("before", before, BEFORE_KEYS | (WITH_BLUE if rules.edition.terms.blue_shootout else set()))
    opening = rules.opening(setup_of(setup))
    opens = before.get("opening", not before)
    on = _on(before)
    in_order = on in COLOURS  # the colours are played in order: no red is up, and none below the one on
    left = (BLUE,) if "shootout" in before else COLOURS[COLOURS.index(on) :] if in_order else COLOURS
    colours = before.get("colours", left)
    at = replace(
        _at_table(opening, before.get("striker", "A")),
        scores=_by_side(before.get("scores", {}), 0),
        visit=before.get("break", 0),
        reds=before.get("reds", 0 if in_order else opening.reds),
        colours=tuple(colour for colour in COLOURS if colour in colours),
        opening=opens,
        strokes=0 if opens else None,
        in_hand=bool(before.get("in_hand", opens)),
        clock=clock_of(before.get("clock")),
        shootout=shootout_of(before.get("shootout")),
        anywhere=before.get("in_hand") == ANYWHERE,
        nominated=before.get("nominated", ""),
        free_ball=before.get("free_ball", False),
        respotted=before.get("respotted_black", False),
    )
    at = _warned(replace(at, on=on or at.fresh_on), before)
    if "places" in before:
        lie = places_of(before["places"], at.reds, at.colours, rules.kit)
        against = () if at.in_hand else balls_against(WHITE, lie or (), rules.kit)
        at = replace(at, lie=lie, touching=tuple(dict.fromkeys(against)))
    return _after_foul(at, before)


def _on(before: Mapping[str, Any]) -> str:
    """Return the ball on as far as the case says it, or lets it be seen; nothing: what the balls left give."""
    if "shootout" in before:
        return BLUE
    seen = COLOUR if "nominated" in before else BLACK if before.get("respotted_black") else ""
    return str(before.get("on", seen))


def _at_table(at: Position, striker: str) -> Position:
    """Return the position with that side or player at the table."""
    seat = at.order.index(striker) if striker in at.order else (side_of(striker) - at.striker) % 2
    return seated(at, seat)


def _warned(at: Position, before: Mapping[str, Any]) -> Position:
    """Return the position with the Warnings that stand and the run of misses."""
    words = _by_side(before.get("warned", {}), "")
    run = _run_of(before.get("miss_run"))
    for side, word in enumerate(words):
        if word == THREE_MISS:
            run = replace(run, warned=True) if run else MissRun(by=side, failures=2, full_ball=True, warned=True)
    return replace(at, conduct=conduct_of(before.get("warned", {})), run=run)


def _after_foul(at: Position, given: Mapping[str, Any]) -> Position:
    """Return the position in which the foul of `after_foul_by` has just ended and the other side must choose."""
    if "after_foul_by" not in given:
        return at
    by = given["after_foul_by"]
    before = _at_table(at, by)
    choices = (PLAY, PLAY_AGAIN, *(after_miss(before, at.run, before) if at.run else ()))
    then = seated(before, before.seat + 1)
    return replace(then, offender=before.striker, culprit=by, choices=choices, original=before, miss=at.run is not None)


def _by_side(given: Mapping[str, Any], absent: Any) -> tuple[Any, Any]:
    """Return what is given for each side; a player's name speaks of his side."""
    of = {side_of(name): value for name, value in given.items()}
    return of.get(0, absent), of.get(1, absent)


def _run_of(data: Mapping[str, Any] | None) -> MissRun | None:
    if data is None:
        return None
    return MissRun(
        by=side_of(data["by"]),
        failures=data.get("failures", 1),
        full_ball=data.get("full_ball", False),
        warned=data.get("warned", False),
    )
