"""How wide cushions are is read before it is known what table they are on, a large one or a small one."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from drawn_table import BLUE, GREEN, RED, Colour, drawn, standing_at

from tracker.calibrate.features.cushions.widths import cushion_widths
from tracker.calibrate.features.lines import Cushion, cushion_lines
from tracker.calibrate.fit.softened import shade_of_cloth, softened
from tracker.calibrate.kits import BETWEEN_JAWS, cushion_odds, fitting, mouth_odds
from tracker.store.kits import find_kit, snooker_kits


@pytest.mark.parametrize(
    ("name", "cloth"), [("snooker-12ft", GREEN), ("snooker-9ft", RED), ("snooker-6ft", BLUE), ("snooker-4ft6", RED)]
)
def test_the_edge_that_runs_along_all_cushions_is_the_nose(name: str, cloth: Colour) -> None:
    kit = find_kit(name)
    scale = kit.length_mm / 3569
    camera = standing_at(kit, (kit.width_mm / 2 + 900 * scale, 9000 * scale, 4300 * scale), 1.9)
    soft = softened(drawn(kit, camera, cloth))
    shade = np.asarray(soft.colours @ shade_of_cloth(soft, camera, cushion_lines(kit)).astype(np.float32), np.float32)
    widths_mm = cushion_widths(shade, camera, Cushion(width_mm=kit.cushion_mm), kit)
    assert widths_mm[0] == pytest.approx(kit.cushion_mm, rel=0.1)


def test_the_kit_is_taken_whose_cushions_are_as_wide_and_then_as_they_are_seen() -> None:
    for kit in snooker_kits():
        taken = fitting(snooker_kits(), None, kit, 1.03 * kit.cushion_mm / kit.length_mm)[0]
        assert taken.cushion_mm / taken.length_mm == pytest.approx(1.03 * kit.cushion_mm / kit.length_mm)
        assert abs(np.log(taken.length_mm / kit.length_mm)) < 0.2
    full = find_kit()
    assert fitting([full], None, full, 2.0 * full.cushion_mm / full.length_mm) == [full]  # no maker's are so wide


def test_pockets_and_cushions_speak_for_the_table_that_has_them() -> None:
    for kit in (find_kit("snooker-12ft"), find_kit("small-1881"), find_kit("snooker-4ft6")):
        mouth = float(np.exp(BETWEEN_JAWS)) * kit.pockets[2].mouth_mm / kit.length_mm  # as it is read
        rivals = [other for other in snooker_kits() if other.name != kit.name]
        assert all(mouth_odds(kit, [mouth, mouth]) >= mouth_odds(other, [mouth, mouth]) for other in rivals)
        width = kit.cushion_mm / kit.length_mm
        assert all(cushion_odds(kit, width) >= cushion_odds(other, width) for other in rivals)
    assert mouth_odds(find_kit(), []) == 0.0
