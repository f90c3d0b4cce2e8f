"""The networks that ship are those that the registry describes, and answer in the layout it states."""

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.training.tables.regions import REGIONS
from tracker.calibrate.features.cushions.bands import COLUMNS, ROWS
from tracker.calibrate.features.cushions.told import TOLD
from tracker.domain.table.ball import SNOOKER
from tracker.networks import quiet
from tracker.store.kits import find_kit

MODELS = Path(__file__).parents[2] / "models"
REGISTRY = tomllib.loads((MODELS / "registry.toml").read_text("utf-8"))
ENTRIES = REGISTRY["model"]
DETECTORS = [entry for entry in ENTRIES if entry["name"] in REGISTRY["detectors"]]
CUSHIONS = [entry for entry in ENTRIES if entry["name"] in REGISTRY["cushions"]]
TABLES = [entry for entry in ENTRIES if entry["name"] in REGISTRY["tables"]]
SMALL_MB = 6
KINDS = {"balls": SNOOKER, "pucks": find_kit("novuss").kinds}
"""By what a network is for, as its name begins."""


def session(entry: dict[str, Any]) -> Any:
    return quiet.onnxruntime().InferenceSession(str(MODELS / entry["file"]), providers=["CPUExecutionProvider"])


def answer(entry: dict[str, Any], picture: np.ndarray) -> np.ndarray:
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB).transpose(2, 0, 1)[None].astype(np.float32) / 255
    return np.asarray(session(entry).run(None, {"images": planes})[0])


def painted(what: str) -> np.ndarray:
    """A red ball on green cloth, or a dark puck on pale wood, at (200, 120)."""
    return painted_table() if what == "balls" else painted_board()


def painted_board(radius_px: int = 10) -> np.ndarray:
    """Pale wood with a line on it and a dark puck, seen from above, its hole as pale as the wood, at (200, 120)."""
    picture = np.full((256, 320, 3), (140, 190, 215), np.uint8)
    cv2.line(picture, (0, 220), (320, 220), (40, 50, 60), 1, cv2.LINE_AA)
    cv2.circle(picture, (200, 120), radius_px, (35, 45, 90), -1, cv2.LINE_AA)
    cv2.circle(picture, (200, 120), radius_px // 3, (140, 190, 215), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))


def painted_table(radius_px: int = 8) -> np.ndarray:
    """A plain green cloth with a shaded red ball at (200, 120)."""
    picture = np.full((256, 320, 3), (25, 130, 20), np.uint8)
    for part in range(radius_px, 0, -1):
        light = 1 - part / radius_px
        cv2.circle(picture, (200, 120), part, (20 + 30 * light, 15 + 25 * light, 120 + 90 * light), -1, cv2.LINE_AA)
    cv2.circle(picture, (200, 117), 1, (240, 240, 250), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))


def test_every_network_that_is_asked_for_something_is_described() -> None:
    asked = {*REGISTRY["detectors"], *REGISTRY["colours"], *REGISTRY["tables"], *REGISTRY["cushions"]}
    assert asked == {entry["name"] for entry in ENTRIES}


@pytest.mark.parametrize("entry", TABLES, ids=lambda entry: str(entry["name"]))
@pytest.mark.parametrize("size", [(288, 512), (512, 288), (64, 96)])
def test_what_sees_tables_tells_every_region_of_a_picture_of_any_multiple_of_32(
    entry: dict[str, Any], size: tuple[int, int]
) -> None:
    told = answer(entry, np.zeros((*size, 3), np.uint8))
    assert tuple(entry["sees"]) == REGIONS
    assert told.shape == (1, len(REGIONS), size[0] // 2, size[1] // 2)
    assert 0 <= told.min() <= told.max() <= 1


@pytest.mark.parametrize("entry", CUSHIONS, ids=lambda entry: str(entry["name"]))
def test_what_sees_cushions_tells_of_each_row_how_likely_nose_and_wood_run_there(entry: dict[str, Any]) -> None:
    bands = np.random.default_rng(1).uniform(0, 1, (6, 6, ROWS, COLUMNS)).astype(np.float32)
    told = np.asarray(session(entry).run(None, {"bands": bands})[0])
    assert tuple(entry["sees"]) == TOLD
    assert told.shape == (6, len(TOLD), ROWS, COLUMNS // 2)
    assert told.sum(axis=2) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["name"]))
class TestEveryNetwork:
    def test_its_file_is_the_one_described_and_small(self, entry: dict[str, Any]) -> None:
        content = (MODELS / entry["file"]).read_bytes()
        assert sha256(content).hexdigest() == entry["sha256"]
        assert len(content) < SMALL_MB * 2**20

    def test_it_has_a_card_that_names_its_licence(self, entry: dict[str, Any]) -> None:
        card = (MODELS / f"{entry['name']}.md").read_text("utf-8")
        assert "AGPL-3.0" in card
        assert entry["license"].startswith("AGPL-3.0")


def kinds_of(entry: dict[str, Any]) -> list[str]:
    return list(KINDS[entry["name"].split("-")[0]])


@pytest.mark.parametrize("entry", DETECTORS, ids=lambda entry: str(entry["name"]))
class TestEachDetector:
    def test_it_knows_our_kinds_in_our_order(self, entry: dict[str, Any]) -> None:
        told = session(entry).get_modelmeta().custom_metadata_map
        assert told["kinds"].split(",") == entry["sees"] == kinds_of(entry)
        assert float(told["canonical_px"]) == entry["ball_px"]

    @pytest.mark.parametrize("size", [(256, 320), (96, 64), (512, 1024)])
    def test_it_takes_any_multiple_of_32(self, entry: dict[str, Any], size: tuple[int, int]) -> None:
        height, width = size
        out = answer(entry, np.zeros((height, width, 3), np.uint8))
        assert out.shape == (1, 4 + len(kinds_of(entry)), height * width // 64)

    def test_it_sees_a_piece_where_one_is_and_of_which_kind(self, entry: dict[str, Any]) -> None:
        what = entry["name"].split("-")[0]
        out = answer(entry, painted(what))[0]
        best = int(out[4:].max(axis=0).argmax())
        assert kinds_of(entry)[int(out[4:, best].argmax())] == {"balls": "red", "pucks": "b"}[what]
        assert out[:2, best] == pytest.approx([200.5, 120.5], abs=1.5)
        assert out[2:4, best] == pytest.approx([entry["ball_px"] + 1] * 2, abs=4)

    def test_a_bare_bed_holds_none(self, entry: dict[str, Any]) -> None:
        rng = np.random.default_rng(1)
        bed = (25, 130, 20) if entry["name"].startswith("balls") else (140, 190, 215)
        bare = np.full((256, 320, 3), bed) + rng.normal(0, 3, (256, 320, 1))
        assert answer(entry, bare.clip(0, 255).astype(np.uint8))[0, 4:].max() < 0.2
