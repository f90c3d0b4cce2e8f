"""Advice before a camera is bought, as a person asks for it: a table, sentences, a picture, a record; or one line."""

import json
from pathlib import Path

import cv2
import pytest
from room_fixtures import Cuewatch

END = ("camera-advice", "--at", "889", "-3000", "2500", "--lens", "55")


def test_it_prints_every_place_and_what_is_decided_and_what_to_change(cuewatch: Cuewatch) -> None:
    status, out, err = cuewatch(*END)
    assert (status, err) == (0, "")
    for words in (
        "top right pocket",
        "black spot",
        "The whole table is in the picture.",
        "Pots are told at all pockets.",
    ):
        assert words in out
    assert "Hang the camera over the table’s middle" in out


def test_it_writes_a_picture_of_that_size_and_a_record(cuewatch: Cuewatch, tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    status, out, _ = cuewatch(*END, "--size", "1280x720", "--out", folder)
    assert status == 0
    assert str(folder / "advice.png") in out
    picture = cv2.imread(str(folder / "advice.png"))
    assert picture is not None
    assert picture.shape == (720, 1280, 3)
    record = json.loads((folder / "advice.json").read_text("utf-8"))
    assert record["schema"] == 1
    assert record["stand"] == {
        "at_mm": [889.0, -3000.0, 2500.0], "towards_mm": [889.0, 1784.5], "lens_deg": 55.0, "size_px": [1280, 720],
    }  # fmt: skip
    assert len(record["places"]) == 12
    assert record["pots"] == [one["name"] for one in record["places"] if one["is_pocket"]]
    assert all(one["error_mm"] > one["sighting_mm"] > 0 for one in record["places"])


def test_what_cannot_be_known_is_null_in_the_record(cuewatch: Cuewatch, tmp_path: Path) -> None:
    status, out, _ = cuewatch(*END[:-1], "20", "--out", tmp_path)
    assert status == 0
    assert "top right pocket           –" in out
    assert "Pots" not in out
    text = (tmp_path / "advice.json").read_text("utf-8")
    assert "Infinity" not in text
    assert "NaN" not in text
    assert {one["error_mm"] for one in json.loads(text)["places"]} == {None}


@pytest.mark.parametrize(("lang", "word"), [("it", "buca di testa destra"), ("sv", "höger topphål"), ("zh", "右顶袋")])
def test_it_speaks_the_languages_of_the_pages(cuewatch: Cuewatch, lang: str, word: str) -> None:
    status, out, _ = cuewatch(*END, "--lang", lang)
    assert status == 0
    assert word in out
    assert "{" not in out


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (("--lens", "200"), "lens"), (("--lens", "nan"), "lens"), (("--size", "large"), "1920x1080"),
        (("--size", "1x1"), "1920x1080"), (("--at", "889", "-3000", "20"), "raise it"),
        (("--at", "889", "-3000", "nan"), "millimetres"), (("--table", "pool"), "not known"),
        (("--towards", "1e9", "0"), "millimetres"), (("--table", "novuss"), "not foretold"),
    ],
)  # fmt: skip
def test_a_bad_value_gets_one_line(cuewatch: Cuewatch, tmp_path: Path, more: tuple[str, ...], word: str) -> None:
    status, out, err = cuewatch(*END, *more, "--out", tmp_path / "out")
    assert (status, out) == (2, "")
    assert err.startswith("cuewatch: ")
    assert err.count("\n") == 1
    assert word in err
    assert not (tmp_path / "out").exists()
