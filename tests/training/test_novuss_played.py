"""A set of novuss that the law leads: the same for the same seed, and its truth comes to its score."""

import json
from typing import Any

import pytest

from models.training.frames.film import write_frame
from models.training.frames.games import game_of
from models.training.frames.play import play_frame
from models.training.frames.truth import book_of, strokes_of
from models.training.frames.turns import Frame
from models.training.frames.views import shoot_for
from tracker.match.book.book import replay
from tracker.match.book.codec import book_from_text
from tracker.rules import shelf
from tracker.rules.novuss.board import in_zone_mm


@pytest.fixture(scope="module")
def played() -> Frame:
    game = game_of("novuss-2015")
    return play_frame(game, game.kit, 21, reds=2, most=4)


def test_the_calls_of_a_set_give_its_score(played: Frame) -> None:
    book: Any = shelf.find(played.rules, played.kit)
    told = replay(book, book_from_text(book_of(played)))
    assert told.trouble is None
    assert book.scoreline(told.position).points == played.scoreline == played.turns[-1].points
    assert book.outcome(told.position) == played.outcome


def test_the_judge_says_of_the_facts_what_was_called(played: Frame) -> None:
    book: Any = shelf.find(played.rules, played.kit)
    position = book.opening(played.setup)
    for turn in played.turns:
        ruling = book.judge(position, turn.stroke, turn.standing)
        assert ruling.calls == turn.ruling.calls
        for call in ruling.calls:
            position = book.apply(position, call)
        assert sum(place.ball == "a" for place in position.lie) == position.pucks[0]
    assert book.scoreline(position).points == played.scoreline


def test_the_striker_is_put_into_the_zone_of_who_plays(played: Frame) -> None:
    for turn in played.turns:
        edge = "near" if turn.striker == 0 else "far"
        assert turn.stroke.in_hand
        assert in_zone_mm(played.kit, turn.stroke.origin, edge, "striker-hole") > 0


def test_a_set_is_the_same_for_the_same_seed(played: Frame) -> None:
    game = game_of("novuss-2015")
    again = play_frame(game, game.kit, 21, reds=2, most=1)
    assert json.dumps(strokes_of(again)) == json.dumps(strokes_of(played)[:1])


def test_a_player_finds_a_stroke_where_none_leads_to_a_hole() -> None:
    """From where the striker may be put, no open puck of this set can be sent into a hole at one point of it."""
    game = game_of("novuss-2015")
    assert play_frame(game, game.kit, 6, reds=2).outcome is not None


def test_a_set_is_filmed_with_its_truth(tmp_path: Any) -> None:
    game = game_of("novuss-2015")
    frame = play_frame(game, game.kit, 21, reds=1, most=1)
    write_frame(frame, shoot_for(frame.kit, 21, "side", ("A", "B"), 4, (320, 180)), tmp_path, quiet=True)
    truth = json.loads((tmp_path / "truth.json").read_text("utf-8"))
    assert truth["table"] == "novuss"
    assert len(truth["balls"]) == 17
    assert truth["strokes"][0]["cue_ball"] == "striker"
    assert max(truth["pictures"][-1]["visible"]) > 0.9
    assert (tmp_path / "clip.mp4").stat().st_size > 5000
