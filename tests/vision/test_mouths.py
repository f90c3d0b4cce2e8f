"""The mouth of a pocket looks other where a ball came to hang in it, and as before whatever else goes on."""

from collections.abc import Callable

import drawn_tables
import numpy as np
import pytest

from tracker.geometry.mouths import FEWEST, MouthsLook, MouthsShown
from tracker.incidents.explain.losses.mouths import balls_of
from tracker.store.kits import find_kit
from tracker.vision.surroundings.mouths import EVERY_US, MouthsLookout

KIT = find_kit("snooker-12ft")
CALIBRATION = drawn_tables.behind_the_end(KIT)
POCKET = next(n for n, pocket in enumerate(KIT.pockets) if pocket.name == "top-right")
FALL = KIT.pockets[POCKET].fall
HANGS = (FALL.x_mm - 55.0, FALL.y_mm - 55.0)
"""Between the jaws, the hole's edge under its middle, about."""
LOOKS = 8
Picture = np.ndarray


def empty(_: int) -> Picture:
    return drawn_tables.draw(CALIBRATION, KIT, [])


def hanging(ball: str) -> Callable[[int], Picture]:
    return lambda n: drawn_tables.draw(CALIBRATION, KIT, [(ball, *HANGS)])


def brighter(n: int) -> Picture:
    return np.clip(empty(n) * 1.1, 0, 255).astype(np.uint8)


def with_passer_by(n: int) -> Picture:
    picture = empty(n)
    if n == LOOKS // 2:
        picture[:] = 40
    return picture


def looked(shown: Callable[[int], Picture], from_us: int, lookout: MouthsLookout) -> list[MouthsLook]:
    looks = (lookout.look(shown(n), from_us + n * EVERY_US) for n in range(LOOKS))
    return [look for look in looks if look is not None]


def changed_balls(before: Callable[[int], Picture], after: Callable[[int], Picture]) -> float | None:
    """Return by how many balls' area a mouth looks other in some pictures than in some before these."""
    lookout, parted_us = MouthsLookout(CALIBRATION.camera, KIT), LOOKS * EVERY_US
    shown = MouthsShown.of([*looked(before, 0, lookout), *looked(after, parted_us, lookout)])
    places = shown.changed(POCKET, parted_us, parted_us - 1)
    return None if places is None else balls_of(places, KIT, "red")


@pytest.mark.parametrize("ball", ["red", "white", "blue", "black"])
def test_a_ball_that_came_to_hang_in_it_changes_it_by_about_a_ball(ball: str) -> None:
    assert 0.5 < (changed_balls(empty, hanging(ball)) or 0.0) < 4.5


@pytest.mark.parametrize("after", [empty, brighter, with_passer_by])
def test_nothing_that_does_not_stay_there_changes_it(after: Callable[[int], Picture]) -> None:
    assert changed_balls(empty, after) == 0.0


def test_a_passer_by_keeps_no_ball_that_hangs_there_from_being_told() -> None:
    assert (changed_balls(with_passer_by, hanging("red")) or 0.0) > 0.5


def test_too_few_looks_tell_nothing() -> None:
    looks = looked(empty, 0, MouthsLookout(CALIBRATION.camera, KIT))
    assert MouthsShown.of(looks).changed(POCKET, (FEWEST - 1) * EVERY_US, LOOKS * EVERY_US // 2) is None
    assert MouthsShown.of([]).changed(POCKET, 1, 0) is None


def test_a_mouth_that_the_camera_does_not_show_tells_nothing() -> None:
    beyond = next(n for n, pocket in enumerate(KIT.pockets) if pocket.name == "bottom-left")
    camera = drawn_tables.behind_the_end(KIT).camera
    u, v = camera.project_on(np.array([KIT.pockets[beyond].fall]), KIT.ball_radius_mm)[0]
    assert 0 < u < camera.image_size[0], "the table is in view whole"
    look = MouthsLookout(camera, KIT).every(empty(0), 0)
    blind = np.array(look.colours)
    blind[beyond] = np.nan
    shown = MouthsShown.of([MouthsLook(at_us=n, colours=blind) for n in range(20)])
    assert shown.changed(beyond, 10, 10) is None
    assert shown.changed(POCKET, 10, 10) == 0.0
    assert v > 0


def test_it_is_looked_no_more_often_than_it_must_be() -> None:
    lookout, picture = MouthsLookout(CALIBRATION.camera, KIT), empty(0)
    times = range(0, 10 * EVERY_US, EVERY_US // 4)
    assert sum(lookout.look(picture, at_us) is not None for at_us in times) == 10
