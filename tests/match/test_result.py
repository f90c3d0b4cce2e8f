"""Who has won a match, and whether it is over: the same for the table in play as for what is told of it afterwards."""

import pytest

from tests.made_matches import STANDING
from tracker.domain.law.ruling import Outcome
from tracker.match.frames import Match
from tracker.match.result import match_result
from tracker.match.statistics import MatchRecord, frame_record

A, B, LEVEL = (Outcome(winner=winner, because="") for winner in (0, 1, None))
ALL_TO_B = Outcome(winner=0, because="", ends_match=True, match_winner=1)


@pytest.mark.parametrize(
    ("outcomes", "best_of", "won", "winner", "over"),
    [
        ((), 3, (0, 0), None, False),
        ((A, None), 3, (1, 0), None, False),
        ((A, A), 3, (2, 0), 0, True),
        ((A, B), 2, (1, 1), None, True),
        ((A, B, None), 3, (1, 1), None, False),
        ((LEVEL, LEVEL), 2, (0, 0), None, True),
        ((A, A, A), None, (3, 0), None, False),
        ((A, ALL_TO_B), 9, (2, 0), 1, True),
        ((A, ALL_TO_B), None, (2, 0), 1, True),
        ((A, B, A), 2, (2, 1), 0, True),
    ],
)
def test_how_frames_ended_says_how_the_match_stands(
    outcomes: tuple[Outcome | None, ...], best_of: int | None, won: tuple[int, int], winner: int | None, over: bool
) -> None:
    result = match_result(outcomes, best_of, abandoned=False)
    assert (result.won, result.winner, result.over) == (won, winner, over)
    left = match_result(outcomes, best_of, abandoned=True)
    assert (left.won, left.winner, left.over) == (won, None, True)


@pytest.mark.parametrize(("match", "winner", "over"), STANDING.values(), ids=STANDING)
def test_a_match_in_play_and_the_record_of_it_say_the_same(match: Match, winner: int | None, over: bool) -> None:
    books = [frame.desk.book for frame in match.frames]
    record = MatchRecord(frames=tuple(map(frame_record, books)), best_of=match.best_of, ended=False)
    assert (match.winner, match.over) == (winner, over)
    assert (record.winner, record.won, record.abandoned) == (winner, match.won, match.abandoned)
