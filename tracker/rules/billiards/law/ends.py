"""How a game of billiards ends: the points agreed, the time, or a concession (Section 2 Rule 1, Section 3 Rule 5)."""

from tracker.domain.frozen import replace
from tracker.rules.billiards.game.calls import Accept, AddTime, Concede, Refuse, Time
from tracker.rules.billiards.game.position import Position


def end_on_target(at: Position) -> Position:
    """Return the position with the game over for a side that has reached the points agreed (3.5(d))."""
    if at.target is None or max(at.scores) < at.target:
        return at
    return close(at, int(at.scores[1] >= at.target), f"{at.target} points reached")


def close(at: Position, winner: int | None, because: str) -> Position:
    """Return the position with the game over; without a winner it is level."""
    return replace(at, over=True, winner=winner, because=because, choices=(), offender=None, touching=False, offer=None)


def why_not_time(at: Position, call: Time) -> str | None:
    """Refuse to end by time a game that has no time limit; its sessions may end."""
    return "this game has no time limit" if call.last and not at.timed else None


def call_time(at: Position, call: Time) -> Position:
    """End the game where the last session ends, and with the last game a match on aggregate (3.1(g), 3.5(b)).

    Level scores are for the event's own rules (3.5(c)).
    """
    if not call.last:
        return at
    a, b = (score + before for score, before in zip(at.scores, at.carried, strict=True))
    return close(at, None if a == b else int(b > a), "time" if a != b else "time, with the scores level")


def why_not_add_time(at: Position, call: AddTime) -> str | None:
    """Refuse to add time to a game without a limit, or where nobody was Warned for wasting it (Section 4 Rule 2(b))."""
    if not at.timed:
        return "this game has no time limit"
    return None if at.wasted and call.seconds > 0 else "time is added only for Time Wasting that has been dealt with"


def add_time(at: Position, call: AddTime) -> Position:
    """Remember the time to be added, of which the players are reminded on request."""
    return replace(at, added_s=at.added_s + call.seconds)


def why_not_concede(at: Position, call: Concede) -> str | None:
    """Refuse a second offer while one stands."""
    return "a concession has been offered already" if at.offer is not None else None


def concede(at: Position, call: Concede) -> Position:
    """`side` offers the game."""
    return replace(at, offer=call.side)


def why_not_answer(at: Position, call: Accept | Refuse) -> str | None:
    """Refuse an answer that is not the opponent's, or that comes after he has played on."""
    if at.offer is None:
        return "no concession stands: it is void once the opponent plays on"
    return "a player cannot answer his own offer" if at.offer == call.side else None


def accept(at: Position, call: Accept) -> Position:
    """End the game: it is conceded."""
    return close(at, call.side, "conceded")


def refuse(at: Position, call: Refuse) -> Position:
    """Drop the offer: the game goes on."""
    return replace(at, offer=None)
