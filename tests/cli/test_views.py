"""What a person is told of a run as a whole."""

import json
from dataclasses import replace
from typing import Any

import doubtful
import pytest

from tracker.cli.recording.views import run_doubts, stroke_views
from tracker.domain.strokes.stroke import Place, Standing
from tracker.domain.table.plane import Point
from tracker.match.book.entries import RecordingEnded
from tracker.match.steps import See
from tracker.pipeline.judging import judge
from tracker.pipeline.watched import Watched
from tracker.show.run.timeline import doubt_words
from tracker.store.kits import find_kit
from tracker.store.runs import score_text

KIT = find_kit("snooker-12ft")


@pytest.fixture
def watched() -> Watched:
    """A hundred pictures of a white and a black that lie still."""
    lying = (("white", Point(400.0, 900.0)), ("black", KIT.spots["black-spot"]))
    places = tuple(Place(ball=ball, at=at, sd_mm=0.3) for ball, at in lying)
    return Watched(
        paths=(), opening=Standing(at_us=0, places=places), alternatives=(), seen_us=tuple(range(0, 4_000_000, 40_000)),
        lost_us=frozenset(),
    )  # fmt: skip


def told(watched: Watched) -> list[str]:
    return [doubt_words(doubt) for doubt in run_doubts(watched, judge(watched, KIT, "snooker-2024", (60, 50), None))]


def test_nothing_is_doubted_while_the_table_is_in_view(watched: Watched) -> None:
    assert told(watched) == []


def test_a_table_out_of_view_is_told_once_with_when_and_how_long(watched: Watched) -> None:
    lost = replace(watched, lost_us=frozenset(range(1_200_000, 1_600_000, 40_000)))
    assert told(lost) == ["table: lost, first at 1.20 s; nothing was followed meanwhile (10% of the pictures)"]


@pytest.mark.parametrize(
    ("how", "ends"), [({}, True), ({"cut_short": "the camera is gone"}, False), ({"is_part": True}, False)],
    ids=["recorded to its end", "a camera that was lost", "a part that was asked for"],
)  # fmt: skip
def test_a_book_says_that_the_recording_ends_where_whoever_recorded_it_stopped(
    watched: Watched, how: dict[str, Any], ends: bool
) -> None:
    book = judge(replace(watched, **how), KIT, "snooker-2024", (60, 50), None).book
    assert any(isinstance(entry, RecordingEnded) for entry in book.entries) == ends


def watched_of(*steps: See) -> Watched:
    """Return a recording of strokes of a frame with six reds."""
    return Watched(
        paths=(), opening=doubtful.table(6, doubtful.CUE[0]), alternatives=tuple(step.seen for step in steps),
        seen_us=(0,), lost_us=frozenset(),
    )  # fmt: skip


def test_a_stroke_that_is_not_settled_is_marked_and_so_is_every_score_after_it() -> None:
    watched = watched_of(doubtful.RED_IN, doubtful.PINK_UNSURE)
    judged = judge(watched, KIT, "snooker-2024", (0, 0), "red")
    red, pink = stroke_views(watched, judged)
    assert red.after is not None
    assert pink.after is not None
    assert (red.provisional, red.after.provisional) == ("", ())
    assert "(1–0)" in pink.provisional
    assert "(7–0)" in pink.provisional
    assert pink.after.provisional == judged.called.provisional == (f"stroke 2: {pink.provisional}",)
    written = json.loads(score_text(judged.called))
    assert (written["points"], written["provisional"]) == ([1, 0], list(judged.called.provisional))


def test_what_later_strokes_turned_is_told_with_its_reason() -> None:
    judged = judge(
        watched_of(doubtful.RED_IN, doubtful.PINK_UNSURE, doubtful.PINK_BACK), KIT, "snooker-2024", (0, 0), "red"
    )
    assert judged.called.points == (8, 0)
    assert [(one.stroke, one.why) for one in judged.amended] == [(2, "the pink fell into the top-left pocket")]


def test_what_stays_even_at_the_end_is_asked_and_a_settled_score_is_not_marked() -> None:
    even = judge(watched_of(doubtful.EVEN, *doubtful.quiet(2, 3)), KIT, "snooker-2024", (0, 0), "red")
    (question,) = even.asked
    assert question.startswith("stroke 1: no score (0–0), or ")
    settled = judge(watched_of(doubtful.RED_IN), KIT, "snooker-2024", (0, 0), "red")
    assert (settled.asked, json.loads(score_text(settled.called))["provisional"]) == ((), [])
