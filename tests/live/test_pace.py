"""How many pictures are looked at a second, and when that is said to be too few."""

import pytest

from tracker.live.supervision.pace import Pace, paced
from tracker.show.screens.sight import Sight


def watched(seconds: int, came: float, looked_at: float) -> Pace:
    """The pace of a camera that gives so many pictures a second, of which so many are looked at."""
    pace = Pace()
    for s in range(seconds + 1):
        told = Sight(table="1", camera="live", pictures=round(came * s), dropped=round((came - looked_at) * s))
        pace = paced(pace, told, float(s))
    return pace


@pytest.mark.parametrize(
    ("case", "came", "looked_at", "is_crowded"),
    [
        ("every picture is looked at", 25, 25, False),
        ("half of them, and those are enough", 25, 12, False),
        ("too few of many", 25, 5, True),
        ("a slow camera that is looked at whole is no fault of the processors", 5, 5, False),
    ],
)
def test_a_table_is_crowded_where_too_few_pictures_are_looked_at_for_want_of_processors(
    case: str, came: float, looked_at: float, is_crowded: bool
) -> None:
    pace = watched(30, came, looked_at)
    assert pace.rate == pytest.approx(looked_at), case
    assert pace.passed_over == pytest.approx(1 - looked_at / came), case
    assert pace.is_crowded is is_crowded, case


def test_nothing_is_said_before_enough_has_come_or_while_no_picture_comes() -> None:
    assert watched(3, 25, 5).rate is None
    assert not watched(3, 25, 5).is_crowded
    lost = paced(watched(30, 25, 5), Sight(table="1", camera="lost", pictures=750, dropped=600), 31.0)
    assert lost == Pace()


def test_another_process_at_the_camera_counts_from_the_beginning() -> None:
    anew = paced(watched(30, 25, 5), Sight(table="1", camera="live", pictures=20, dropped=0), 31.0)
    assert anew == Pace()
