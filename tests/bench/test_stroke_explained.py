"""The page that explains one stroke: made anew it says what was true, and what each room of incidents made of it."""

import xml.etree.ElementTree as ET

import pytest

from bench.stroke_explained import PAGE, SEED, drawing, explained, page
from tracker.store.kits import find_kit

KIT = find_kit()


def test_the_page_tells_a_stroke_from_its_ways_to_its_odds_and_what_was_true() -> None:
    one = explained(SEED, KIT)
    text = page(one, KIT)
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("## ")
    ]
    assert "| 2.564 s | white met pink |" in text
    assert text.rstrip().endswith("True was: pink met first; green into bottom-left potted.")
    assert ET.fromstring(drawing(one, KIT)).tag.endswith("svg")


def test_a_recording_in_which_nobody_strikes_has_no_page() -> None:
    with pytest.raises(ValueError, match="seed 5: nobody strikes"):
        explained(5, KIT)
