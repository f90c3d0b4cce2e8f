"""Strokes told while a match goes on are those told of its recording, however long the match, whatever jitters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from makers import STEP_S, Eye, Truth, look, play

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.ball import SNOOKER
from tracker.geometry.mouths import MouthsLook
from tracker.geometry.paths import Path, TrackPoint, rows
from tracker.geometry.sightings import Bystander, Openness, Sightings, Stray, blind
from tracker.incidents.search.strokes import strokes
from tracker.live.messages import Missed, Struck
from tracker.live.strokes.worker_main import answered
from tracker.live.vision_process.seeking import Observation
from tracker.live.vision_process.stroke_worker import StrokeWorker
from tracker.pipeline.live_window import KEPT_US, LONGEST_US, REST_US, begin, forget, ingest
from tracker.pipeline.look_back import parted_us, watch_of
from tracker.pipeline.recorded import gathered, recorded
from tracker.store.kits import find_kit
from tracker.tracking.follow import follow, start
from tracker.tracking.stitch import stitch

KIT = find_kit("snooker-12ft")
TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737),
         ("pink", 300, 2600))  # fmt: skip


LASTS_S, STRUCK_S, RATE = 8.0, 0.5, 25
CLEAR = Eye(rate=RATE, noise_mm=1.0)


UNKNOWN: Any = None
"""The calibration of the camera: nothing that is told here asks for one."""
Pair = tuple[Stroke, Standing]
Soon = tuple[list[Pair], list[int]]
"""The strokes told, and how late (µs) each was."""
Live = tuple[list[Alternatives], int]
"""The strokes told, and the most pictures that were kept."""


@lru_cache
def played(count: int) -> list[Truth]:
    """Return strokes one after the other, each played from where the one before left the balls."""
    balls: tuple[tuple[str, float, float], ...] = TABLE
    truths: list[Truth] = []
    for n in range(count):
        truths.append(play(balls, 600, (77, 250, 140, 310)[n % 4], STRUCK_S, lasts_s=LASTS_S, kit=KIT))
        end = truths[-1].places_mm[-1]
        balls = tuple(
            (b, float(at[0]), float(at[1]))
            for b, at in zip(truths[-1].balls, end, strict=True)
            if not np.isnan(at).any()
        )
    return truths


def strokes_on(count: int, gap_s: float | None = None, eye: Eye = CLEAR) -> list[Sightings]:
    """Return what a camera sees of strokes, struck `gap_s` after the one before came to rest, else seconds later."""
    seen: list[Sightings] = []
    truths = played(count)
    for n, truth in enumerate(truths):
        pictures = look(truth, replace(eye, seed=n + 1))
        if gap_s is not None:
            first = round(RATE * max(STRUCK_S - gap_s, 0)) if n else 0
            until = round(RATE * (rested_s(truth) + max(gap_s - STRUCK_S, 0))) if n + 1 < count else None
            pictures = pictures[first:until]
        number, shift_us = len(seen), (seen[-1].at_us + 1_000_000 // RATE if seen else 0) - pictures[0].at_us
        seen += [replace(s, picture=number + i, at_us=s.at_us + shift_us) for i, s in enumerate(pictures)]
    return seen


def rested_s(truth: Truth) -> float:
    """Return when the last ball came to rest, or fell."""
    steps = np.abs(np.diff(np.nan_to_num(truth.places_mm), axis=0)).max(axis=(1, 2))
    return float(np.flatnonzero(steps > 0)[-1] + 1) * STEP_S


def facts(told: Sequence[Pair]) -> list[tuple[object, ...]]:
    return [
        (stroke.number, stroke.first_hit, [(p.ball, p.pocket) for p in stroke.potted], len(stroke.cushions),
         sorted(place.ball for place in standing.places))
        for stroke, standing in told
    ]  # fmt: skip


def pairs(told: Iterable[Alternatives]) -> list[Pair]:
    return [(one.likeliest.stroke, one.likeliest.standing) for one in told]


def told_soon(seen: Sequence[Sightings], told: int = 0) -> Soon:
    """Return the strokes told, and how late each was but those that the end told."""
    newest: list[int] = []
    strokes: list[Pair] = []
    late_us: list[int] = []

    def feed() -> Iterator[Sightings]:
        for sightings in seen:
            newest[:] = [sightings.at_us]
            yield sightings
        newest.clear()

    for part in recorded(feed(), begin(KIT, None, told)):
        strokes += pairs(part.told)
        late_us += [newest[0] - stroke.ended_us for stroke, _ in pairs(part.told) if newest]
    return strokes, late_us


def told_live(seen: Sequence[Sightings]) -> Live:
    """Return what the eyes at a table tell, each question answered before the next picture, and the most they kept."""
    told: list[Struck | Missed] = []
    most = 0
    with StrokeWorker(begin(KIT, None), None, answered, told.append) as worker:
        for sightings in seen:
            worker.take(Observation(sightings=sightings, calibration=UNKNOWN, taken_ms=0.0))
            if worker._back is not None:
                worker._back.result()
            window = worker.newest
            most = max(most, len(window.pictures) + len(window.strays) + len(window.following.retired))
    return [one.seen for one in told if isinstance(one, Struck)], most


@pytest.fixture(scope="module")
def session() -> list[Sightings]:
    return strokes_on(3)


@pytest.fixture(scope="module")
def soon(session: list[Sightings]) -> Soon:
    return told_soon(session)


@pytest.fixture(scope="module")
def live(session: list[Sightings]) -> Live:
    return told_live(session)


def test_the_strokes_are_those_of_all_pictures_taken_together(session: list[Sightings], soon: Soon) -> None:
    assert facts(soon[0]) == facts(of_all_at_once(session))
    assert [stroke.number for stroke, _ in soon[0]] == [1, 2, 3]


def test_live_and_recorded_are_the_same_to_the_last_digit(session: list[Sightings], live: Live) -> None:
    recording = gathered(recorded(session, begin(KIT, None)), KIT, 0.0)
    assert recording.told == tuple(live[0])


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9, 0.95, 0.98, 1.0])
def test_a_recording_that_ends_while_balls_roll_tells_that_stroke(
    session: list[Sightings], soon: Soon, share: float
) -> None:
    """However its rolling is reckoned to go on after the last picture."""
    last, _ = soon[0][2]
    until_us = last.began_us + share * (last.ended_us - last.began_us)
    cut = [seen for seen in session if seen.at_us <= until_us]
    told = gathered(recorded(cut, begin(KIT, None)), KIT, 0.0).told
    assert [one.likeliest.stroke.number for one in told] == [1, 2, 3]


def test_who_plays_is_told_from_stroke_to_stroke_live_as_recorded(session: list[Sightings], soon: Soon) -> None:
    dresses = [np.eye(6, dtype=np.float32)[k] * 90 for k in (1, 1, 4)]
    struck_us = [stroke.began_us for stroke, _ in soon[0]]
    watched = [
        replace(seen, bystander=Bystander(at_us=seen.at_us, colours=dress))
        if (dress := next((d for d, us in zip(dresses, struck_us, strict=True) if 0 < us - seen.at_us < 600_000), None))
        is not None
        else seen
        for seen in session
    ]
    told = gathered(recorded(watched, begin(KIT, None)), KIT, 0.0).told
    first, same, other = (one.same_player for one in told)
    assert first == 0
    assert same > 1
    assert other < -3
    assert told == tuple(told_live(watched)[0])


def test_a_stroke_is_told_soon_after_all_balls_rest(soon: Soon) -> None:
    assert max(soon[1]) < 2 * REST_US


@pytest.mark.parametrize(("gap_s", "noise_mm"), [(0.4, 1.0), (0.8, 0.5), (1.1, 2.0), (2.5, 2.0)])
def test_a_stroke_played_soon_after_the_last_is_told_by_itself(gap_s: float, noise_mm: float) -> None:
    told, late_us = told_soon(strokes_on(3, gap_s, Eye(rate=RATE, noise_mm=noise_mm)))
    assert [stroke.number for stroke, _ in told] == [1, 2, 3]
    assert [stroke.first_hit for stroke, _ in told] == [((t.first_hit,) if t.first_hit else ()) for t in played(3)]
    assert [len(stroke.potted) for stroke, _ in told] == [len(t.of("pot")) for t in played(3)]
    assert max(late_us) < 2 * REST_US


@pytest.mark.parametrize("from_x_mm", [300, 880])
def test_somebody_leaning_over_the_table_between_two_strokes_makes_no_third(from_x_mm: int) -> None:
    rest_s = min(map(rested_s, played(2)))
    eye = Eye(rate=RATE, hides=lambda t, x, y: (t > rest_s or t < STRUCK_S + 0.2) and x > from_x_mm)
    seen = strokes_on(2, 0.7, eye)
    assert [stroke.first_hit for stroke, _ in told_soon(seen)[0]] == [s.first_hit for s, _ in of_all_at_once(seen)]


def test_what_is_kept_does_not_grow(session: list[Sightings], live: Live) -> None:
    assert live[1] < 0.6 * len(session)


def test_every_ball_on_the_table_has_a_place_in_every_picture_under_one_number(session: list[Sightings]) -> None:
    balls = by_picture(gathered(recorded(session, begin(KIT, None)), KIT, 0.0).paths)
    assert len(balls) == len(session)
    still = {"blue", "black", "brown"}
    assert all(still <= {row.ball for row in rows_of} for rows_of in balls)
    assert all(len({row.track for row in rows_of}) == len(rows_of) for rows_of in balls)
    for ball in still:
        assert len({row.track for rows_of in balls for row in rows_of if row.ball == ball}) == 1


def by_picture(paths: Sequence[Path]) -> list[list[TrackPoint]]:
    found: dict[int, list[TrackPoint]] = {}
    for row in rows(paths):
        found.setdefault(row.picture, []).append(row)
    return list(found.values())


def test_a_ball_hidden_since_before_anything_kept_still_lies_there() -> None:
    still = look(play(TABLE, 0.0, 0, lasts_s=12.0, kit=KIT), Eye(rate=25, hides=lambda t, x, y: t > 4 and y > 3000))
    recording = gathered(recorded(still, begin(KIT, None)), KIT, 0.0)
    assert not recording.told
    assert sorted(path.ball for path in recording.paths) == sorted(ball for ball, _, _ in TABLE)
    (black,) = [path for path in recording.paths if path.ball == "black"]
    assert len(black) == len(still)
    assert not black.seen[-150:].any()


def test_a_table_at_rest_keeps_little() -> None:
    window = begin(KIT, None)
    for sightings in look(play(TABLE, 0.0, 0, lasts_s=12.0, kit=KIT), CLEAR):
        window = forget(ingest(window, sightings))
    assert len(window.pictures) < 2 * KEPT_US / 40_000 + 2


def test_an_empty_table_with_a_hand_beyond_its_cushions_keeps_nothing_old() -> None:
    window = begin(KIT, None)
    for n in range(1000):
        hand = Stray(
            at_us=n * 40_000, place_mm=np.array([-200.0, 500.0]), colour_odds=np.full(8, 0.125), kinds=SNOOKER, sure=0.5
        )
        window = forget(ingest(window, replace(blind(n, n * 40_000, SNOOKER), table_seen=True, strays=(hand,))))
        assert window.pictures == ()
        assert len(window.strays) * 40_000 < 2 * KEPT_US + 100_000


@pytest.mark.parametrize(("moved_us", "most_us"), [(None, 2 * KEPT_US), (0, LONGEST_US)], ids=["at rest", "moved"])
@pytest.mark.parametrize("watched", [False, True], ids=["nobody by it", "somebody by it"])
def test_a_bare_table_keeps_nothing_old_and_tells_nothing(watched: bool, moved_us: int | None, most_us: int) -> None:
    most = most_us * RATE // 1_000_000 + 2
    window = first = replace(begin(KIT, None), moved_us=moved_us)
    seen = bare_table(most + 10 * RATE, watched)
    for sightings in seen:
        window = forget(ingest(window, sightings))
        assert max(len(window.cloth_shown), len(window.bystanders), len(window.mouths)) <= most
    assert not any(part.told for part in recorded(seen, first))


def test_what_the_mouths_look_like_is_kept_while_the_table_is_where_it_should_be() -> None:
    window = begin(KIT, None)
    for n, seen in enumerate(bare_table(6, watched=False)):
        window = ingest(window, replace(seen, table_seen=n != 3, mouths=seen.mouths if n % 2 else None))
    mouths = watch_of(window).mouths
    assert mouths is not None
    assert mouths.at_us.tolist() == [n * 1_000_000 // RATE for n in (1, 5)]


def bare_table(count: int, watched: bool) -> list[Sightings]:
    """Return so many pictures of nothing but cloth, and somebody who stands by where it is `watched`."""
    cloth = Openness(cell_mm=100.0, cloth=np.ones((36, 18), np.uint8))
    times = [n * 1_000_000 // RATE for n in range(count)]
    shown = [Bystander(at_us=at_us, colours=np.zeros(6, np.float32)) if watched else None for at_us in times]
    return [
        replace(
            blind(n, at_us, SNOOKER),
            table_seen=True,
            openness=cloth,
            bystander=who,
            mouths=MouthsLook(at_us=at_us, colours=np.zeros((6, 1, 3), np.float32)),
        )
        for n, (at_us, who) in enumerate(zip(times, shown, strict=True))
    ]


def test_balls_laid_on_a_table_that_was_long_bare_are_those_before_the_first_stroke() -> None:
    bare, laid = bare_table(12 * RATE, watched=False), look(play(TABLE, 0.0, 0, lasts_s=4.0, kit=KIT), CLEAR)
    after_us = bare[-1].at_us + 1_000_000 // RATE - laid[0].at_us
    seen = [*bare, *(replace(one, picture=len(bare) + n, at_us=one.at_us + after_us) for n, one in enumerate(laid))]
    recording = gathered(recorded(seen, begin(KIT, None)), KIT, 0.0)
    assert sorted(place.ball for place in recording.opening.places) == sorted(ball for ball, _, _ in TABLE)


def test_eyes_that_go_on_count_strokes_on(session: list[Sightings]) -> None:
    told, _ = told_soon(session[: round(LASTS_S * RATE)], told=7)
    assert [stroke.number for stroke, _ in told] == [8]


HEAP_MM = (1500.0, 3000.0)


def with_heap_ball(seen: Sequence[Sightings], every: int, jitter_mm: float) -> list[Sightings]:
    """Add a red that the first stroke drives a little way, and that is seen seldom, and nowhere twice, from then on."""
    rng, out = np.random.default_rng(5), []
    for n, one in enumerate(seen):
        at_s = one.at_us / 1e6
        gone_s = np.clip(at_s - STRUCK_S - 0.6, 0, 1.0)
        place = rng.normal(HEAP_MM, 1.0) + np.array([120 * gone_s - 60 * gone_s**2, 0])
        if at_s > STRUCK_S + 1.0:
            place += rng.normal(0, jitter_mm, 2)
            if n % every:
                out.append(one)
                continue
        odds = np.full((1, 8), 0.02)
        odds[0, SNOOKER.index("red")] = 0.86
        out.append(
            replace(
                one, places_mm=np.vstack([one.places_mm, place]), colour_odds=np.vstack([one.colour_odds, odds]),
                spread_mm2=np.concatenate([one.spread_mm2, np.eye(2)[None]]), sure=np.append(one.sure, 0.9),
                centres_px=np.vstack([one.centres_px, place / 3.0]), radii_px=np.append(one.radii_px, 9.0),
                openness=None,
            )
        )  # fmt: skip
    return out


@pytest.mark.parametrize(("every", "jitter_mm"), [(1, 3.0), (1, 6.0), (4, 1.6), (9, 1.6)])
def test_a_ball_of_the_heap_that_never_seems_to_rest_keeps_no_stroke_waiting(
    session: list[Sightings], every: int, jitter_mm: float
) -> None:
    seen = with_heap_ball(session, every, jitter_mm)
    told, late_us = told_soon(seen)
    assert [stroke.first_hit for stroke, _ in told] == [((t.first_hit,) if t.first_hit else ()) for t in played(3)]
    assert [len(stroke.potted) for stroke, _ in told] == [len(t.of("pot")) for t in played(3)]
    assert max(late_us) < LASTS_S * 1e6
    assert [stroke for stroke, _ in told] == [one.likeliest.stroke for one in told_live(seen)[0]]


def of_all_at_once(seen: Sequence[Sightings]) -> list[Pair]:
    state, pictures = start(KIT), []
    for sightings in seen:
        state = follow(state, sightings)
        pictures.append(state.points)
    return strokes(stitch(pictures, state), KIT)


def test_how_long_the_table_is_watched_counts_from_when_it_is_first_in_view() -> None:
    cut = replace(CLEAR, cut=(0.0, 1.0))
    window = begin(KIT, UNKNOWN)
    for sightings in look(played(1)[0], cut):
        window = ingest(window, sightings)
        assert (window.watch.in_view_us is None) == (sightings.at_us < 1_000_000)
    assert window.watch.in_view_us == pytest.approx(1_000_000, abs=1e6 / RATE)


@pytest.mark.parametrize(
    ("end_s", "next_s", "due_s"),
    [(20.0, None, 20.3), (20.0, 30.0, 20.3), (20.0, 20.4, 20.2), (20.0, 20.0, 20.0)],
    ids=["nothing followed", "long before the next", "soon before it", "as it began"],
)
def test_a_stroke_is_parted_from_the_next_before_that_began(end_s: float, next_s: float | None, due_s: float) -> None:
    later = () if next_s is None else (round(1e6 * next_s),)
    assert parted_us(round(1e6 * end_s), later) == round(1e6 * due_s)
