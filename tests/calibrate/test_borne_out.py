"""Of cushions seen along part of their length some are something else; marks on which balls stand are not."""

import numpy as np
import pytest

from tracker.calibrate.features.edges import Measured
from tracker.calibrate.features.lines import TableEdge, cushion_lines, mark_lines
from tracker.calibrate.fit.settle import WHOLE, borne_out
from tracker.store.kits import find_kit

KIT = find_kit()
CUSHIONS, MARKS = cushion_lines(KIT), mark_lines(KIT)


def seen(line: TableEdge, share: float) -> Measured:
    return Measured(
        line=line, which=np.zeros(0, np.intp), pixels=np.zeros((0, 2)), normals=np.zeros((0, 2)), seen_share=share,
        strength=9.0, scatter_px=0.2, px_per_mm=0.4,
    )  # fmt: skip


@pytest.mark.parametrize(("whole", "is_left_out"), [(6, True), (4, True), (3, False)])
def test_a_cushion_seen_in_part_is_left_out_where_enough_others_are_whole(whole: int, is_left_out: bool) -> None:
    lines = [*(seen(line, WHOLE) for line in CUSHIONS[:whole]), seen(CUSHIONS[whole], WHOLE - 0.05)]
    assert len(borne_out(tuple(lines))) == whole + (not is_left_out)


def test_a_mark_on_which_balls_stand_is_kept() -> None:
    lines = (*(seen(line, 0.9) for line in CUSHIONS[:4]), *(seen(line, 0.4) for line in MARKS))
    assert borne_out(lines) == lines
