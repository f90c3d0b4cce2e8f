"""The shipped networks on a few real pictures: counts, colours and places as people marked them."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.marks import centred_px
from tracker.calibrate.find import find_table
from tracker.domain.table.ball import SNOOKER
from tracker.geometry.sightings import Sightings
from tracker.store.kits import find_kit
from tracker.tracking.colours import assign_colours
from tracker.vision.runtimes.networks import open_detector
from tracker.vision.seer import Seer

FOOTAGE = Path(__file__).parents[2].parent / "shared" / "footage"
pytestmark = pytest.mark.skipif(not FOOTAGE.is_dir(), reason="the real footage is not part of the project")
SURE_ENOUGH = 0.5


def seen_in(file: str, table: str) -> Sightings:
    picture = np.asarray(cv2.imread(str(FOOTAGE / file)), np.uint8)
    kit = find_kit(table)
    return Seer(find_table([picture], kit), kit, open_detector()).see(picture, 0, 0)


@pytest.mark.parametrize("still", ["01", "37"])
def test_the_balls_of_a_television_picture_are_counted_by_colour(still: str) -> None:
    labels = json.loads((FOOTAGE / "broadcast" / "counts.json").read_text())
    due = next(label["counts"] for label in labels if label["image"].endswith(f"{still}.jpg"))
    seen = seen_in(f"broadcast/stills/{still}.jpg", "snooker-12ft")
    kept = seen.sure > SURE_ENOUGH
    names, _ = assign_colours(seen.colour_odds[kept], find_kit(), seen.sure[kept])
    got = Counter(names)
    assert {ball: got[ball] for ball in SNOOKER} == due


def test_centres_on_the_overhead_table_are_those_that_people_marked() -> None:
    labels = json.loads((FOOTAGE / "overhead" / "truth.json").read_text())["stills"][0]
    true_px = centred_px(labels)
    seen = seen_in(f"overhead/{labels['image']}", "small-1881")
    nearest = np.linalg.norm(true_px[:, None] - seen.centres_px[None], axis=2).min(axis=1)
    assert (nearest < 3.0).mean() >= 0.6  # thrown light circles hide some from the network
    assert np.median(nearest[nearest < 3.0]) < 1.0


@pytest.mark.parametrize("runtime", ["openvino", "onnxruntime"])
def test_either_runtime_sees_the_same_balls(runtime: str) -> None:
    pytest.importorskip(runtime)
    picture = np.asarray(cv2.imread(str(FOOTAGE / "broadcast" / "stills" / "37.jpg")), np.uint8)
    found = open_detector(runtime=runtime).detect(np.ascontiguousarray(picture[96:576, 288:1024]))
    assert 19 <= (found.sure > 0.4).sum() <= 23
