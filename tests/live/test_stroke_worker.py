"""Strokes told aside are those told at once, and no picture waits for them."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Never

import pytest
from makers import Eye, look, play

from models.training.painter.cameras import Stand, camera_at
from tracker.domain.strokes.alternatives import Alternatives
from tracker.geometry.calibration import Calibration
from tracker.geometry.sightings import Sightings
from tracker.live.messages import Missed, Struck
from tracker.live.strokes.worker_client import BROKEN, CannotTell, LookBackReply, LookBackRequest
from tracker.live.strokes.worker_main import answered
from tracker.live.vision_process.seeking import Observation
from tracker.live.vision_process.stroke_worker import StrokeWorker
from tracker.pipeline.live_window import begin
from tracker.pipeline.recorded import recorded
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")
TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("black", 889, 3245), ("brown", 889, 737),
         ("pink", 300, 2600))  # fmt: skip


def calibration() -> Calibration:
    camera = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=40, distance_mm=8500))
    return Calibration(table=KIT.name, camera=camera, error_px=0.3, error_mm=1.0, found_by="auto")


def looked(sightings: Sightings, by: Any, taken_ms: float = 0.0) -> Observation:
    """Return a picture as a camera of this calibration saw it; None: what is told of it asks for none."""
    return Observation(sightings=sightings, calibration=by, taken_ms=taken_ms)


def take_all(
    seen: list[Sightings],
    by: Calibration | None,
    told: list[Struck | Missed],
    ask: Callable[[LookBackRequest], LookBackReply] = answered,
) -> None:
    with StrokeWorker(begin(KIT, by), by, ask, told.append) as known:
        for sightings in seen:
            known.take(looked(sightings, by))


@pytest.fixture(scope="module")
def seen() -> list[Sightings]:
    return look(play(TABLE, 600, 77, lasts_s=9.0, kit=KIT), Eye(rate=25))


@pytest.fixture(scope="module")
def two_strokes(seen: list[Sightings]) -> list[Sightings]:
    """Return what is seen of a stroke, and of another one from where it left the balls."""
    ball_places = play(TABLE, 600, 77, lasts_s=9.0, kit=KIT)
    balls = tuple(
        (b, float(at[0]), float(at[1])) for b, at in zip(ball_places.balls, ball_places.places_mm[-1], strict=True)
    )
    later_us = seen[-1].at_us + 40_000
    again = look(play(balls, 600, 72, lasts_s=9.0, kit=KIT), Eye(rate=25))
    return [*seen, *(replace(s, at_us=s.at_us + later_us, picture=s.picture + len(seen)) for s in again)]


@pytest.fixture(scope="module")
def at_once(seen: list[Sightings]) -> list[Alternatives]:
    return [one for part in recorded(seen, begin(KIT, calibration())) for one in part.told]


@pytest.fixture
def may_tell() -> threading.Event:
    """Return what a look back waits for, where it is held."""
    return threading.Event()


@pytest.fixture
def held(may_tell: threading.Event) -> Callable[[LookBackRequest], LookBackReply]:
    def waiting(question: LookBackRequest) -> LookBackReply:
        assert may_tell.wait(30)
        return answered(question)

    return waiting


def test_pictures_go_on_while_a_stroke_is_told_and_it_is_the_same(
    seen: list[Sightings], held: Callable[[LookBackRequest], LookBackReply], may_tell: threading.Event
) -> None:
    by = calibration()
    told: list[Struck | Missed] = []
    with StrokeWorker(begin(KIT, by, 4), by, held, told.append) as known:
        for sightings in seen:
            assert not known.take(looked(sightings, by, 1000.0))
        assert known.newest.following.at_us == seen[-1].at_us
        assert not told
        may_tell.set()
    (struck,) = told
    assert isinstance(struck, Struck)
    assert (struck.stroke.number, struck.stroke.first_hit, known.newest.told) == (5, ("red",), 5)
    assert struck.clock_us == 1_000_000 - seen[-1].at_us
    assert struck.evidence


def test_it_is_told_as_soon_as_it_is_there(seen: list[Sightings], at_once: list[Alternatives]) -> None:
    by = calibration()
    told: list[Struck | Missed] = []
    with StrokeWorker(begin(KIT, by), by, answered, told.append) as known:
        for sightings in seen:
            known.take(looked(sightings, by))
            if known._back is not None:
                known._back.result()
        assert [one.seen for one in told if isinstance(one, Struck)] == at_once
        assert known.newest.moved_us is None


def test_what_ended_before_the_camera_turned_is_told_once_and_counted(seen: list[Sightings]) -> None:
    by, anew = calibration(), calibration()
    told: list[Struck | Missed] = []
    rest_us = max(s.at_us for s in seen if s.at_us < 8_000_000)
    with StrokeWorker(begin(KIT, by), by, answered, told.append) as known:
        for sightings in seen:
            known.take(looked(sightings, by if sightings.at_us < rest_us else anew))
    assert [one.stroke.number for one in told if isinstance(one, Struck)] == [1]
    assert known.newest.told == 1


def test_a_stroke_that_the_camera_missed_for_turning_is_said_to_be_missed(seen: list[Sightings]) -> None:
    by, anew = calibration(), calibration()
    told: list[Struck | Missed] = []
    with StrokeWorker(begin(KIT, by), by, answered, told.append) as known:
        for sightings in seen:
            known.take(looked(sightings, by if sightings.at_us < 2_000_000 else anew))
    assert [type(one) for one in told][:1] == [Missed]


def test_what_goes_wrong_in_telling_is_not_swallowed(seen: list[Sightings]) -> None:
    def broken(_: object) -> Never:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        take_all(seen, None, [], broken)


def test_a_stroke_that_nobody_could_tell_is_said_to_be_missed_and_the_next_is_told(
    two_strokes: list[Sightings],
) -> None:
    asked: list[LookBackRequest] = []
    told: list[Struck | Missed] = []

    def broken_at_first(question: LookBackRequest) -> LookBackReply:
        asked.append(question)
        if len(asked) == 1:
            raise CannotTell(BROKEN)
        return answered(question)

    with StrokeWorker(begin(KIT, None), None, broken_at_first, told.append) as known:
        for sightings in two_strokes:
            known.take(looked(sightings, None))
            if known._back is not None:
                known._back.exception()
    missed, struck = told
    assert missed == Missed(why=BROKEN)
    assert isinstance(struck, Struck)
    assert struck.stroke.began_us > two_strokes[-1].at_us // 2
    assert (struck.stroke.number, struck.stroke.first_hit, struck.stroke.moved_between) == (1, ("red",), ())


def test_nothing_seen_nothing_told() -> None:
    told: list[Struck | Missed] = []
    with StrokeWorker(begin(KIT, None), None, answered, told.append):
        pass
    assert not told
