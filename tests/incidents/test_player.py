"""Who plays is told by looks: alike, unlike, or not seen, and then nothing is claimed."""

import numpy as np
import pytest

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.geometry.sightings import Bystander
from tracker.incidents.explain.player import ALIKE, MOST, looks_after, player_at, same_player, with_players

STRIPES = 12
AT_US = 10_000_000


def dressed(*colours: int, hands: float = 0.15) -> np.ndarray:
    """Return 200 pixels of skin, which all players share, and of these colours."""
    look = np.full(STRIPES, 1e-6, np.float32)
    look[0] += 200 * hands
    for colour in colours:
        look[colour] += 200 * (1 - hands) / len(colours)
    return look


def seen(at_us: int, colours: np.ndarray) -> Bystander:
    return Bystander(at_us=at_us, colours=colours)


def stroke_at(at_us: int, cue_ball: str = "white") -> Alternatives:
    stroke = Stroke(number=1, began_us=at_us, ended_us=at_us + 3_000_000, cue_ball=cue_ball, origin=Point(0.0, 0.0))
    return Alternatives.certain(stroke, Standing(at_us=at_us + 3_000_000, places=()))


def told(looks: list[np.ndarray | None], cue_ball: str = "white") -> list[float]:
    strokes = [stroke_at((n + 1) * AT_US, cue_ball) for n in range(len(looks))]
    people = [seen((n + 1) * AT_US - 500_000, look) for n, look in enumerate(looks) if look is not None]
    return [stroke.same_player for stroke in with_players(strokes, people, ())]


WAISTCOAT, PINK, GREEN = dressed(3, 4), dressed(3, 5), dressed(7, 8)


def test_another_dress_speaks_for_another_player_and_the_same_for_the_same() -> None:
    first, same, other, back = told([WAISTCOAT, WAISTCOAT, GREEN, WAISTCOAT])
    assert first == 0
    assert same > 1
    assert other < -3
    assert back < -3


def test_a_sleeve_alone_is_still_that_players() -> None:
    assert told([dressed(3, 4, 4), dressed(4, 4, 3)])[1] > 1


def test_where_a_look_is_missing_nothing_is_claimed_until_there_are_two_again() -> None:
    assert told([WAISTCOAT, None, GREEN, GREEN])[:3] == [0, 0, 0]
    assert told([WAISTCOAT, None, GREEN, GREEN])[3] > 1
    assert told([None, None]) == [0, 0]


def test_who_plays_is_told_whichever_ball_he_struck() -> None:
    assert told([WAISTCOAT, GREEN], cue_ball="yellow")[1] < -3


@pytest.mark.parametrize(("before_us", "counts"), [(4_000_000, False), (1_000_000, True), (20_000, False), (-1, False)])
def test_only_who_is_down_on_the_stroke_counts_not_the_referee_before_it(before_us: int, counts: bool) -> None:
    assert (player_at(AT_US, [seen(AT_US - before_us, WAISTCOAT)]) is not None) == counts


def test_no_likeness_and_no_difference_is_worth_more_than_it_may_be() -> None:
    alike, unlike = player_at(AT_US, [seen(AT_US - 500_000, WAISTCOAT)]), np.eye(STRIPES)[11]
    assert same_player(alike, alike) == pytest.approx(-np.log(ALIKE), abs=0.01)
    assert same_player(alike, unlike) == -MOST


def test_who_played_before_is_known_across_two_tellings() -> None:
    before = player_at(AT_US, [seen(AT_US - 500_000, GREEN)])
    people = [seen(2 * AT_US - 500_000, WAISTCOAT)]
    assert with_players([stroke_at(2 * AT_US)], people, (before,))[0].same_player < -3


def test_a_player_who_comes_back_is_known_by_the_strokes_before_the_others() -> None:
    looks = [WAISTCOAT, GREEN, GREEN, WAISTCOAT]
    strokes = [stroke_at((n + 1) * AT_US) for n in range(len(looks))]
    people = [seen((n + 1) * AT_US - 500_000, look) for n, look in enumerate(looks)]
    before, last, first = with_players(strokes, people, ())[-1].players
    assert before < -3
    assert last < -3
    assert first > 1


def test_strokes_are_compared_across_tellings_as_in_one() -> None:
    looks = [WAISTCOAT, GREEN, GREEN, WAISTCOAT, GREEN]
    strokes = [stroke_at((n + 1) * AT_US) for n in range(len(looks))]
    people = [seen((n + 1) * AT_US - 500_000, look) for n, look in enumerate(looks)]
    kept = looks_after(strokes[:2], people, ())
    assert with_players(strokes[2:], people, kept) == with_players(strokes, people, ())[2:]
