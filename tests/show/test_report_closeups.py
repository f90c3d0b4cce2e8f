"""The picture of the first contact in the match sheet: inside the file, described in words, small."""

import re
from base64 import b64decode
from dataclasses import replace

import cv2
import makers_show as make
import numpy as np

from tracker.show.pictures.closeup import CLOSE_PX, MOST_BYTES, jpeg
from tracker.show.run.words import Closeup
from tracker.show.sheets.report import report

NOISE = np.random.default_rng(5).integers(0, 255, (CLOSE_PX, CLOSE_PX, 3), np.uint8)


def sheet(words: str = "white and red") -> str:
    first, *rest = make.strokes()
    close = Closeup(jpeg=jpeg(np.full((CLOSE_PX, CLOSE_PX, 3), 90, np.uint8)), words=words)
    return report(replace(make.run(), strokes=(replace(first, closeup=close), *rest)))


def test_the_picture_stands_in_the_file_itself_and_can_be_opened() -> None:
    sources = re.findall(r'<img src="([^"]*)"', sheet())
    assert len(sources) == 1
    kind, _, coded = sources[0].partition(";base64,")
    assert kind == "data:image/jpeg"
    picture = cv2.imdecode(np.frombuffer(b64decode(coded), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (CLOSE_PX, CLOSE_PX, 3)


def test_the_picture_is_described_and_its_words_cannot_break_the_sheet() -> None:
    assert 'alt="white &amp; &lt;red&gt; &quot;1&quot;"' in sheet('white & <red> "1"')


def test_a_stroke_without_a_picture_has_no_empty_frame() -> None:
    assert "<figure" not in report(make.run())


def test_even_the_busiest_picture_is_small() -> None:
    assert len(jpeg(NOISE)) < MOST_BYTES
