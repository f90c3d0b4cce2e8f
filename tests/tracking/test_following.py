"""Balls followed through everything that stands between a table and its camera."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from makers import Eye, Stray, Truth, look, play, sighting

from tracker.domain.table.ball import SNOOKER
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path, TrackPoint, rows
from tracker.geometry.sightings import Openness
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.renew import RECENT, jitter_mm
from tracker.tracking.stitch import stitch

TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737),
         ("pink", 300, 2600))  # fmt: skip


@cache
def long_stroke() -> Truth:
    """The white meets the red, which comes off cushions."""
    return play(TABLE, 3200, 77, lasts_s=5.0)


@cache
def still_table() -> Truth:
    return play(TABLE, 0.0, 0, lasts_s=2.5)


def followed(truth: Truth, eye: Eye) -> tuple[tuple[Path, ...], list[tuple[TrackPoint, ...]]]:
    state, pictures = start(truth.kit), []
    for sightings in look(truth, eye):
        state = follow(state, sightings)
        pictures.append(state.points)
    return stitch(pictures, state), pictures


EYES = {
    "a clear view at 25 a second": Eye(rate=25),
    "a clear view at 50 a second": Eye(rate=50),
    "one ball in ten missed": Eye(misses=0.1, noise_mm=2),
    "phantoms in every fifth picture": Eye(clutter=0.2, noise_mm=2),
    "film turned from 25 to 30": Eye(noise_mm=2, doubled=True),
    "one look in four takes another colour": Eye(confusion=0.25),
}


@pytest.mark.parametrize("sentence", EYES)
def test_every_ball_is_one_path_of_the_right_colour_near_its_true_way(sentence: str) -> None:
    truth, eye = long_stroke(), EYES[sentence]
    paths, _ = followed(truth, eye)
    assert sorted(p.ball for p in paths) == sorted(truth.balls)
    for path in paths:
        true = truth.places_mm[(path.at_us // 1000).clip(0, len(truth.places_mm) - 1), truth.balls.index(path.ball)]
        off = np.hypot(*(path.places_mm - true).T)
        assert np.median(off) < 3 * eye.noise_mm + (60 if eye.doubled else 3)


def test_a_ball_at_rest_hardly_jitters() -> None:
    _, pictures = followed(still_table(), Eye(noise_mm=1.0))
    settled = [{p.track: np.array(p.at) for p in points} for points in pictures[15:]]
    steps = [np.hypot(*(b[k] - a[k])) for a, b in pairwise(settled) for k in a]
    assert np.median(steps) < 0.13


def test_a_ball_that_is_taken_as_told_for_a_while_is_still_known_to_jitter() -> None:
    looks = look(still_table(), Eye(noise_mm=2.0))
    state = start(still_table().kit)
    for sightings in looks[:RECENT]:
        state = follow(state, sightings)
    known = {t.track: jitter_mm(t.recent) for t in state.tracks}
    assert min(known.values()) > 0.5
    told = looks[RECENT]
    for n in range(3 * RECENT):
        again = replace(told, picture=told.picture + n, at_us=told.at_us + 40_000 * n, anew=np.zeros(len(told), bool))
        state = follow(state, again)
    assert {t.track: jitter_mm(t.recent) for t in state.tracks} == known


def test_places_at_rest_average_down_to_a_fraction_of_the_noise() -> None:
    paths, _ = followed(still_table(), Eye(noise_mm=2.0))
    truth = dict(zip(still_table().balls, still_table().places_mm[0], strict=True))
    assert max(np.hypot(*(p.places_mm[-1] - truth[p.ball])) for p in paths) < 1.0


def test_a_hidden_ball_stays_where_it_was_and_is_said_to_be_unseen() -> None:
    arm = Eye(hides=lambda t, x, y: 0.8 < t < 2.2 and abs(y - 1784.5) < 150)
    paths, _ = followed(still_table(), arm)
    blue = next(p for p in paths if p.ball == "blue")
    assert blue.end == "present"
    hidden = (blue.at_us > 900_000) & (blue.at_us < 2_100_000)
    assert not blue.seen[hidden].any()
    assert np.hypot(*(blue.places_mm[hidden] - (889, 1784.5)).T).max() < 2


def test_a_ball_behind_a_head_while_it_rolls_is_the_same_ball_after() -> None:
    head = Eye(hides=lambda t, x, y: 0.9 < t < 1.2 and y > 1500 and abs(x - 930) < 200)
    paths, _ = followed(long_stroke(), head)
    assert sorted(p.ball for p in paths) == sorted(long_stroke().balls)


def test_a_ball_that_is_lifted_off_open_cloth_is_gone() -> None:
    table = still_table()
    gone = table.places_mm.copy()
    gone[1200:, table.balls.index("blue")] = np.nan
    paths, _ = followed(Truth(table.kit, table.balls, gone, (), 0.5), Eye())
    blue = next(p for p in paths if p.ball == "blue")
    assert blue.end == "vanished"
    assert abs(blue.at_us[-1] - 1_200_000) < 60_000


def test_a_ball_that_fell_is_gone_though_the_empty_pocket_looks_a_little_like_one_for_a_moment() -> None:
    """The hole shows for a fifth of a second where the red vanished, and then nothing, and never any cloth."""
    truth = play((("white", 1316, 2888), ("red", 1600, 3300), *TABLE[2:]), 1500, 55.5, 1.5, lasts_s=6.0)
    (fell,) = truth.of("pot")
    hole = Stray(begins_s=fell.at_s + 0.01, ends_s=fell.at_s + 0.3, way=lambda t: (1794.0, 3566.0), sures=(0.9, 0.2))
    paths, _ = followed(truth, Eye(rate=25, strays=(hole,)))
    (red,) = (p for p in paths if p.ball == "red")
    assert red.end == "pocket"
    assert abs(red.at_us[red.last_seen] / 1e6 - fell.at_s) < 0.3


def test_a_sleeve_that_looks_like_a_red_for_two_seconds_is_no_ball_of_the_recording() -> None:
    table = play(TABLE, 0.0, 0, lasts_s=4.0)
    sleeve = Stray(begins_s=0.6, ends_s=2.6, way=lambda t: (700.0, 2000.0), sures=(0.85,))
    paths, _ = followed(table, Eye(rate=25, strays=(sleeve,)))
    assert sorted(p.ball for p in paths) == sorted(table.balls)


def test_of_two_sleeves_the_one_that_comes_while_the_other_moves_is_no_ball_either() -> None:
    table = play(TABLE, 0.0, 0, lasts_s=4.0)
    first = Stray(begins_s=0.6, ends_s=2.6, way=lambda t: (600.0 + 150.0 * t, 2000.0), sures=(0.85,))
    second = Stray(begins_s=1.4, ends_s=2.6, way=lambda t: (1100.0, 2500.0), sures=(0.85,))
    paths, _ = followed(table, Eye(rate=25, strays=(first, second)))
    assert sorted(p.ball for p in paths) == sorted(table.balls)


@pytest.mark.parametrize("hole_mm", [(1789.0, 3584.0), (1776.0, 3565.0)])  # beyond the edge, and hardly beyond it
def test_a_ball_that_fell_did_not_come_to_rest_in_the_pocket_that_is_taken_for_it_for_two_seconds(
    hole_mm: tuple[float, float],
) -> None:
    truth = play((("white", 1316, 2888), ("red", 1600, 3300), *TABLE[2:]), 1500, 55.5, 1.5, lasts_s=8.0)
    (fell,) = truth.of("pot")
    hole = Stray(begins_s=fell.at_s + 0.01, ends_s=fell.at_s + 2.0, way=lambda t: hole_mm, sures=(0.9, 0.35))
    paths, _ = followed(truth, Eye(rate=25, strays=(hole,)))
    (red,) = (p for p in paths if p.ball == "red")
    assert red.end == "pocket"
    assert red.at_us[red.last_seen] / 1e6 == pytest.approx(fell.at_s, abs=0.3)


@pytest.mark.parametrize(("sure", "is_back"), [(0.03, False), (0.2, False), (0.9, True)])
def test_a_ball_that_hung_in_the_jaws_and_went_does_not_come_back_as_what_the_dark_hole_shows(
    sure: float, is_back: bool
) -> None:
    """It was struck in, and no cloth shows where it hung; 0.6 s later something there may be a ball, more or less."""
    truth = play((*TABLE[:4], ("brown", 18, 43)), 0.0, 0, lasts_s=3.0)
    places = truth.places_mm.copy()
    places[1000:, truth.balls.index("brown")] = np.nan
    hole = Stray(begins_s=1.6, ends_s=3.0, way=lambda t: (14.0, 36.0), sures=(sure,))
    eye = Eye(rate=25, strays=(hole,), hides=lambda t, x, y: t > 1.0 and np.hypot(x, y) < 150)
    paths, _ = followed(replace(truth, places_mm=places), eye)
    brown = next(path for path in paths if np.hypot(*(path.places_mm[0] - (18, 43))) < 10)
    assert (brown.at_us[brown.last_seen] > 1_100_000) == is_back


def test_a_ball_that_is_gone_is_not_taken_for_what_is_hardly_a_ball_elsewhere() -> None:
    table = still_table()
    gone = table.places_mm.copy()
    gone[1200:, table.balls.index("red")] = np.nan
    chalk = Stray(begins_s=1.35, ends_s=1.38, way=lambda t: (700.0, 1600.0), sures=(0.1,))
    paths, _ = followed(Truth(table.kit, table.balls, gone, (), 0.5), Eye(strays=(chalk,)))
    red = next(p for p in paths if p.ball == "red")
    assert np.hypot(*(red.places_mm - (889, 1500)).T).max() < 10


def test_a_ball_struck_just_before_a_picture_is_followed_though_it_seemed_slow_in_that_picture() -> None:
    table, white = still_table(), still_table().balls.index("white")
    places = table.places_mm.copy()
    places[996:1400, white, 1] += 7.0 * np.arange(404)
    places[1400:, white] = np.nan
    _, pictures = followed(replace(table, places_mm=places), Eye(rate=25))
    on_way = [p for points in pictures for p in points if p.ball == "white" and 1_000_000 <= p.at_us < 1_390_000]
    assert len(on_way) >= 9
    assert all(p.seen for p in on_way)


GREEN, BROWN = ("green", 1180, 737), ("brown", 690, 3040)


@pytest.mark.parametrize(
    ("others", "goes", "is_black"),
    [
        pytest.param((GREEN, BROWN), (), True, id="the green is where it was"),
        pytest.param((BROWN,), (), False, id="no green"),
        pytest.param((GREEN, BROWN), ("brown",), False, id="the brown has gone as well"),
    ],
)
def test_a_black_that_flies_and_looks_green_is_the_black_where_it_alone_can_be(
    others: tuple[tuple[str, int, int], ...], goes: tuple[str, ...], is_black: bool
) -> None:
    way = np.array([-0.649, 0.761])  # to the left pocket at the Top
    white, black = np.array([500.0, 2983.0]) - 350 * way, (500.0, 2983.0)
    balls = (("white", *white), ("black", *black), *others)
    table = play(balls, 4000, np.degrees(np.arctan2(*way[::-1])), lasts_s=2.0)
    assert table.of("pot")
    met_s = table.of("touch")[0].at_s
    places = table.places_mm.copy()
    for ball in goes:
        places[int(1000 * met_s) :, table.balls.index(ball)] = np.nan
    mixed, state, pictures = np.full(len(SNOOKER), 0.02), start(table.kit), []
    mixed[[SNOOKER.index("green"), SNOOKER.index("black")]] = 0.76, 0.1
    for seen in look(replace(table, places_mm=places), Eye(rate=25)):
        flies = (seen.places_mm[:, 0] < 480) & (seen.at_us > 1e6 * met_s)
        state = follow(state, replace(seen, colour_odds=np.where(flies[:, None], mixed, seen.colour_odds)))
        pictures.append(state.points)
    last = next(path.places_mm[-1] for path in stitch(pictures, state) if path.ball == "black")
    assert (np.hypot(*(last - (0, 3569))) < 300) == is_black


def test_a_cut_ends_no_ball_and_begins_none() -> None:
    paths, pictures = followed(still_table(), Eye(cut=(0.8, 1.8)))
    assert sorted(p.ball for p in paths) == sorted(still_table().balls)
    assert {p.end for p in paths} == {"present"}
    assert not any(p.seen for p in pictures[30])


def test_a_ball_potted_during_a_cut_was_not_seen_to_fall() -> None:
    table = still_table()
    gone = table.places_mm.copy()
    gone[1200:, table.balls.index("pink")] = np.nan
    paths, _ = followed(Truth(table.kit, table.balls, gone, (), 0.5), Eye(cut=(0.8, 1.4)))
    assert next(p for p in paths if p.ball == "pink").end == "vanished"


def test_each_picture_has_a_row_for_each_ball() -> None:
    paths, pictures = followed(still_table(), Eye(misses=0.1))
    written = list(rows(paths))
    assert len(written) == len(pictures) * len(TABLE)
    assert [r.picture for r in written] == sorted(r.picture for r in written)


def test_following_changes_no_state_that_it_was_given() -> None:
    sightings = look(still_table(), Eye())
    before = follow(start(still_table().kit), sightings[0])
    kept = before.points
    assert follow(before, sightings[1]).points == follow(before, sightings[1]).points
    assert before.points is kept


def test_a_table_without_balls_is_followed_too() -> None:
    bare = Truth(still_table().kit, (), np.zeros((1000, 0, 2)), (), 0.5)
    assert followed(bare, Eye())[0] == ()


Looks = dict[str, float]
"""What something looks like: kinds of ball with their odds."""


class SeenAt(NamedTuple):
    """What a picture shows at a place."""

    looks: Looks
    at: tuple[float, float]
    sure: float = 0.9


def followed_to(kit: Kit, *ways: Sequence[SeenAt | None], bare: Openness | None = None) -> list[dict[int, Point]]:
    """Return where each ball is followed to, picture by picture; `ways`: of each what is seen, if anything.

    `bare`: where the bed is seen bare, once one of them is not seen.
    """
    state, told = start(kit), []
    for n, there in enumerate(zip(*ways, strict=True)):
        seen = [one for one in there if one is not None]
        odds = np.full((len(seen), len(kit.kinds)), 0.01)
        for row, one in enumerate(seen):
            odds[row, [kit.kinds.index(ball) for ball in one.looks]] = list(one.looks.values())
        openness = bare if len(seen) < len(ways) else None
        places = np.array([one.at for one in seen])
        shown = sighting(n, n / 25, places, (kit.kinds, odds), Eye(noise_mm=4.0), openness)
        state = follow(state, replace(shown, sure=np.array([one.sure for one in seen])))
        told.append({p.track: p.raw for p in state.points if p.seen and p.raw})
    return told


def track_at(told: list[dict[int, Point]], at: tuple[float, float]) -> int:
    """Return the track that begins at a place."""
    return next(track for track, where in told[0].items() if where == at)


@pytest.mark.parametrize(
    ("looks", "sure", "yellow_at", "is_its_own"),
    [
        ({"yellow": 0.93}, 0.9, (1740.0, 3503.0), True),
        ({"yellow": 0.55, "white": 0.4}, 0.9, (1740.0, 3503.0), False),
        ({"brown": 0.93}, 0.9, (1740.0, 3503.0), False),
        ({"yellow": 0.93}, 0.2, (1740.0, 3503.0), False),
        ({"yellow": 0.93}, 0.9, (1240.0, 2903.0), False),
    ],
    ids=["it looks like it", "like both", "like neither", "hardly like a ball", "it cannot have come so far"],
)
def test_what_a_struck_ball_looks_like_is_not_taken_for_the_cue_ball_that_stops_behind_it(
    looks: dict[str, float], sure: float, yellow_at: tuple[float, float], is_its_own: bool
) -> None:
    """Both go unseen as they meet; then a ball is seen on its way to a pocket, as far as the white would roll."""
    gone = (1757.0, 3534.0)
    white = [*[(1688.0, 3371.0)] * 20, (1692.0, 3380.0), (1701.0, 3409.0), (1713.0, 3438.0), None, None, None]
    told = followed_to(
        find_kit(),
        [None if at is None else SeenAt({"white": 0.93}, at) for at in white],
        [*[SeenAt({"yellow": 0.93}, yellow_at)] * 25, None],
        [*[None] * 25, SeenAt(looks, gone, sure)],
    )
    assert told[-1].get(track_at(told, yellow_at)) == (gone if is_its_own else None)


BOARD = find_kit("novuss")
STRIKER, LIGHT, DARK, STREAK = {"striker": 0.96}, {"a": 0.97}, {"b": 0.98}, {"a": 0.11, "b": 0.89}


def test_a_struck_ball_is_what_looks_like_it_nearby_not_another_that_is_blurred_into_its_colour() -> None:
    """The striker sets two pucks going at once; the light one flies off, and its streak looks dark."""
    dark, light = (164.0, 160.0), (210.0, 132.0)
    told = followed_to(
        BOARD,
        [SeenAt(STRIKER, at) for at in (*[(158.0, 70.0)] * 20, (180.0, 105.0), (195.0, 121.0))],
        [SeenAt(DARK, at) for at in (*[dark] * 20, (161.0, 181.0), (155.0, 226.0))],
        [*[SeenAt(LIGHT, light)] * 20, SeenAt(STREAK, (285.0, 214.0)), SeenAt(STREAK, (383.0, 324.0))],
    )
    assert told[-1][track_at(told, dark)] == (155.0, 226.0)


def test_the_striker_is_seen_where_it_should_be_whatever_is_left_then_for_the_puck_that_it_met() -> None:
    """It stops where the puck lay; that flies off, blurred into what might be anything."""
    puck, stops = (825.0, 764.0), (829.0, 749.0)
    came = [(469.0 + 70.0 * n, 272.0 + 96.0 * n) for n in range(5)]
    told = followed_to(
        BOARD,
        [SeenAt(STRIKER, at) for at in (*[came[0]] * 20, *came[1:], (802.0, 724.0), stops)],
        [*[SeenAt(LIGHT, puck)] * 24, None, SeenAt({"a": 0.38, "b": 0.6}, (925.0, 921.0))],
    )
    assert told[-1][track_at(told, came[0])] == stops
    assert told[-1][track_at(told, puck)] == (925.0, 921.0)


@pytest.mark.parametrize("is_covered", [True, False])
def test_a_puck_under_an_arm_is_not_the_striker_that_is_set_down_beside_it(is_covered: bool) -> None:
    """Another puck looks like the striker, so that what is set down cannot be it; what nobody covers has left."""
    puck, beside = (50.0, 968.0), (139.0, 900.0)
    cloth = np.ones((20, 20), np.uint8)
    cloth[18:, :3] = not is_covered
    told = followed_to(
        BOARD,
        [*[SeenAt(LIGHT, puck)] * 25, *[None] * 5],
        [*[None] * 29, SeenAt(STRIKER, beside)],
        [SeenAt({"striker": 0.74, "a": 0.24}, (632.0, 26.0))] * 30,
        bare=Openness(cloth=cloth, cell_mm=BOARD.width_mm / 20),
    )
    assert (told[-1].get(track_at(told, puck)) == beside) == (not is_covered)


def test_a_ball_that_left_is_told_by_bare_cloth_where_it_lay() -> None:
    _, pictures = followed(long_stroke(), Eye(noise_mm=0.5))
    bare = {point.ball: point.left_bare for point in pictures[len(pictures) // 2]}
    assert (bare["white"], bare["red"], bare["black"]) == (True, True, False)
    assert not any(point.left_bare for point in pictures[0])
    assert not any(point.left_bare for picture in followed(still_table(), Eye())[1] for point in picture)
