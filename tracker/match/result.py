"""How a match stands by how its frames ended: one rule for the table in play, the matches played before and the hub."""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.domain.law.ruling import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """Who has won it, and whether it goes on."""

    won: tuple[int, int]
    """Frames won by each side."""
    winner: int | None
    """The side that cannot be caught any more, or was awarded all; None: it goes on, or nobody has won it."""
    over: bool
    """Decided, or all frames played, or abandoned."""


def match_result(outcomes: Sequence[Outcome | None], best_of: int | None, *, abandoned: bool) -> MatchResult:
    """Return how a match stands.

    Args:
        outcomes: how each of its frames ended, in order; None: it goes on.
        best_of: frames agreed; None: no number was, and it is never decided but by an award.
        abandoned: it was ended as it stood, which nobody wins.
    """
    ended = [outcome for outcome in outcomes if outcome is not None]
    winners = [outcome.winner for outcome in ended]
    won = winners.count(0), winners.count(1)
    award = next((outcome for outcome in ended if outcome.ends_match), None)
    winner = award.match_winner if award else _uncatchable(won, best_of)
    all_played = best_of is not None and len(ended) >= best_of
    over = abandoned or award is not None or winner is not None or all_played
    return MatchResult(won=won, winner=None if abandoned else winner, over=over)


def _uncatchable(won: tuple[int, int], best_of: int | None) -> int | None:
    most = max(won)
    return won.index(most) if best_of is not None and 2 * most > best_of else None
