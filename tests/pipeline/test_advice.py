"""Advice before a camera is bought: what is in view, what is decided, what helps; and any camera gets an answer."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.stands import stands
from tracker.domain.advice import Stand
from tracker.domain.errors import BadInput
from tracker.domain.table.plane import Point
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import rodrigues
from tracker.geometry.stand import camera_of, rotation_vector, stand_of
from tracker.pipeline.advice import advise, advise_on, fitting_lens, outlook, touch_told
from tracker.store.kits import find_kit

KIT = find_kit()
MIDDLE = Point(KIT.width_mm / 2, KIT.length_mm / 2)
STANDS = {
    "end": Stand(at_mm=(889, -3000, 2500), towards_mm=MIDDLE, lens_deg=55, size_px=(1920, 1080)),
    "over": Stand(at_mm=(889, 1784.5, 3200), towards_mm=MIDDLE, lens_deg=67, size_px=(1920, 1080)),
    "corner": Stand(at_mm=(-1500, -1500, 2500), towards_mm=MIDDLE, lens_deg=75, size_px=(1280, 720)),
    "side": Stand(at_mm=(-2500, 1784, 2500), towards_mm=MIDDLE, lens_deg=66, size_px=(1280, 720)),
}


def kinds(stand: Stand) -> list[str]:
    return [remark.kind for remark in advise(stand, KIT).remarks]


def test_all_is_in_view_from_afar_and_a_cut_table_is_told_with_what_is_missing_and_a_wider_lens() -> None:
    assert kinds(STANDS["end"])[0] == "whole"
    cut = advise(replace(STANDS["end"], lens_deg=30), KIT)
    remark = next(r for r in cut.remarks if r.kind == "cut")
    assert {"bottom-left", "bottom-right"} <= set(remark.names)
    assert not {"bottom-left", "bottom-right"} & set(cut.pots)
    assert cut.changes[0].kind == "wider"
    assert len(outlook(cut.changes[0].stand, KIT).pots) == 6


def test_where_the_table_would_not_be_found_nothing_is_said_to_be_told() -> None:
    away = advise(replace(STANDS["end"], towards_mm=Point(-9000, -9000)), KIT)
    assert [r.kind for r in away.remarks] == ["cut", "not-found"]
    assert away.pots == ()
    assert away.in_view == 0


def test_a_low_camera_is_told_to_be_low_and_raising_it_helps() -> None:
    low = advise(replace(STANDS["end"], at_mm=(889, -3000, 700)), KIT)
    assert {"cushion", "flat"} <= {r.kind for r in low.remarks}
    assert low.pots == ()
    raised = next(c for c in low.changes if c.kind == "raise")
    assert "flat" not in {r.kind for r in advise(raised.stand, KIT).remarks}
    assert raised.pots_told == 6


@pytest.mark.parametrize(
    ("name", "steep_deg", "stand"), [pytest.param(*one, id=f"{one[0]} {one[1]}") for one in stands(KIT)]
)
def test_an_error_is_foretold_from_where_drawn_tables_were_found_well(
    name: str, steep_deg: float, stand: Stand
) -> None:
    lens_deg = fitting_lens(stand, KIT)
    assert lens_deg is not None, name
    x, y, z = stand.at_mm
    foreseen = outlook(replace(stand, at_mm=(x, y, z + 1.0), lens_deg=lens_deg), KIT).prospects
    assert all(np.isfinite(one.error_mm) for one in foreseen) is (steep_deg >= 18)


def test_from_above_touching_balls_are_told_far_more_often_than_from_behind_an_end() -> None:
    over, end = (outlook(STANDS[name], KIT) for name in ("over", "end"))
    assert over.touch_told > 4 * end.touch_told
    more = outlook(replace(STANDS["over"], size_px=(3840, 2160)), KIT)
    assert more.touch_told > over.touch_told
    assert touch_told(5.0) == 0
    assert touch_told(0.05) > 0.9


def test_what_is_proposed_is_better_by_its_own_outlook() -> None:
    for stand in STANDS.values():
        here = outlook(stand, KIT)
        for change in advise(stand, KIT).changes:
            assert change.worst_mm < here.worst_mm or change.touch_told > here.touch_told
            assert change.pots_told >= len(here.pots)


@settings(max_examples=25, deadline=None)
@given(
    at=st.tuples(st.floats(-9000, 9000), st.floats(-9000, 9000), st.floats(150, 6000)),
    towards=st.tuples(st.floats(-500, 2500), st.floats(-500, 4000)),
    lens=st.floats(5, 120),
    size=st.tuples(st.integers(240, 4000), st.integers(240, 4000)),
)
def test_any_camera_gets_an_answer(
    at: tuple[float, float, float], towards: tuple[float, float], lens: float, size: tuple[int, int]
) -> None:
    stand = Stand(at_mm=at, towards_mm=Point(*towards), lens_deg=lens, size_px=size)
    found = outlook(stand, KIT)
    assert len(found.prospects) == 12
    assert 0 <= found.in_view <= 1
    assert all(p.error_mm >= p.sighting_mm > 0 for p in found.prospects)
    fits = fitting_lens(stand, KIT)
    if fits is not None and fits > 5:
        assert outlook(replace(stand, lens_deg=fits), KIT).in_view == 1


@given(turn=st.tuples(*[st.floats(-10, 10)] * 3))
def test_a_rotation_comes_back_out_of_its_vector(turn: tuple[float, float, float]) -> None:
    matrix = rodrigues(np.array(turn))
    assert np.allclose(rodrigues(rotation_vector(matrix)), matrix, atol=1e-6)


@pytest.mark.parametrize(
    ("at", "lens", "size", "word"),
    [
        ((0.0, 0.0, float("nan")), 50, (1920, 1080), "millimetres"),
        ((0.0, 9e4, 100.0), 50, (1920, 1080), "millimetres"),
        ((0.0, 0.0, 2000.0), 0, (1920, 1080), "lens"), ((0.0, 0.0, 2000.0), 179, (1920, 1080), "lens"),
        ((0.0, 0.0, 2000.0), 50, (10, 10), "1920x1080"),
    ],
)  # fmt: skip
def test_what_no_camera_is_is_refused_in_a_line(
    at: tuple[float, float, float], lens: float, size: tuple[int, int], word: str
) -> None:
    with pytest.raises(BadInput, match=word):
        Stand(at_mm=at, towards_mm=MIDDLE, lens_deg=lens, size_px=size)


@pytest.mark.parametrize("z", [-500.0, 0.0, 60.0])
def test_a_camera_below_the_cushions_is_refused(z: float) -> None:
    with pytest.raises(BadInput, match="raise it"):
        camera_of(replace(STANDS["end"], at_mm=(889.0, -3000.0, z)), KIT)


@pytest.mark.parametrize("table", ["snooker-6ft", "billiards-12ft", "1820x910x48"])
def test_every_kit_has_an_outlook(table: str) -> None:
    kit = find_kit(table)
    stand = Stand(
        at_mm=(kit.width_mm / 2, kit.length_mm / 2, 2500), towards_mm=Point(kit.width_mm / 2, kit.length_mm / 2),
        lens_deg=80, size_px=(1920, 1080),
    )  # fmt: skip
    found = advise(stand, kit)
    assert len(found.prospects) == len(kit.pockets) + len(kit.spots)
    assert found.remarks[0].kind == "whole"


@pytest.mark.parametrize("stand", STANDS)
def test_of_a_camera_that_is_there_balls_are_as_far_off_as_its_calibration_says(stand: str) -> None:
    def worst_mm(error_mm: float) -> float:
        camera = camera_of(STANDS[stand], KIT)
        known = Calibration(table=KIT.name, camera=camera, error_px=0.4, error_mm=error_mm, found_by="auto")
        return advise_on(known, KIT).worst_mm

    assert worst_mm(40.0) == pytest.approx(2 * worst_mm(20.0), rel=0.05)
    assert worst_mm(20.0) > 20.0


@pytest.mark.parametrize("stand", STANDS)
def test_where_a_camera_stands_is_read_off_it(stand: str) -> None:
    due = STANDS[stand]
    told = stand_of(camera_of(due, KIT))
    assert told.at_mm == pytest.approx(due.at_mm, abs=1)
    assert told.lens_deg == pytest.approx(due.lens_deg, abs=0.1)
    assert tuple(told.towards_mm) == pytest.approx(tuple(due.towards_mm), abs=1)
