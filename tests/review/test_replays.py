"""The stroke that a stream shows again is the one that is due, with the very pictures of the recording."""

from dataclasses import replace
from pathlib import Path

import pytest
from test_review_pictures import STROKE, Hall, decoded, film, hall, number_in, recorded

from tracker.domain.strokes.stroke import Pot
from tracker.match.steps import AcceptSuggestion
from tracker.review import replays

__all__ = ["film", "hall", "recorded"]
RED_IN = replace(
    STROKE, first_hit=("red",), touches=(), potted=(Pot(at_us=1_500_000, ball="red", pocket="top-left", sure=0.98),)
)
CLIP = "/api/tables/1/replay/{}.mp4"


@pytest.fixture
def potted(hall: Hall) -> Hall:
    hall.play(RED_IN)
    return hall


def test_nothing_is_shown_again_before_a_stroke_has_scored(potted: Hall) -> None:
    assert potted.client.get("/api/tables/1/replay").json() == {}
    assert potted.client.get("/api/tables/1/replay?of=review").json() == {}
    potted.table.do(AcceptSuggestion(number=2))
    assert potted.client.get("/api/tables/1/replay").json() == {
        "id": "1-1", "of": "pot", "stroke": 1, "player": "Anna", "made": ["red"], "verdict": "",
    }  # fmt: skip


def test_the_clip_holds_the_pictures_of_the_stroke(potted: Hall) -> None:
    answer = potted.client.get(CLIP.format("1-1"))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "video/mp4")
    numbers = [number_in(image) for image in decoded(answer.content)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert (numbers[0] <= 6, numbers[-1]) == (True, 78)
    part = potted.client.get(CLIP.format("1-1"), headers={"Range": "bytes=0-99"})
    assert (part.status_code, len(part.content)) == (206, 100)


def test_the_stroke_that_was_looked_at_again_is_shown_with_its_verdict(potted: Hall) -> None:
    given = potted.client.post("/api/tables/1/strokes/1/1/verdict", json={"verdict": "upheld"})
    assert given.status_code == 200
    told = potted.client.get("/api/tables/1/replay?of=review").json()
    assert (told["id"], told["of"], told["verdict"]) == ("1-1", "review", "upheld")


@pytest.mark.parametrize(("id", "status"), [("9-9", 404), ("1-2", 404), ("..%2Fclub.db", 404), ("x", 422)])
def test_no_other_file_is_given(potted: Hall, id: str, status: int) -> None:
    assert potted.client.get(CLIP.format(id)).status_code == status


def test_only_the_newest_clips_lie_on_the_disk(potted: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "KEPT", 1)
    shown = replays.Replays(potted.archive)
    first = shown.file(potted.table, "1-1")
    potted.play(replace(RED_IN, number=2))
    second = shown.file(potted.table, "1-3")
    assert [path.exists() for path in (first, second)] == [False, True]
    assert isinstance(first, Path)
