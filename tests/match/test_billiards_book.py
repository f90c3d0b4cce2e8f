"""The book, the desk and the summary take a game of billiards as they take any other."""

from dataclasses import replace
from io import StringIO
from math import log

import pytest
from rich.console import Console

from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.domain.law.ruling import Finding, Ruling
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import RED, WHITE, YELLOW
from tracker.domain.table.plane import Point
from tracker.match.book.book import amended
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import Called, Header
from tracker.match.book.replaying import replay_text
from tracker.match.desk.desk import Open, Policy, is_moot, open_desk, resume_desk
from tracker.match.desk.revising import CallOption
from tracker.rules import shelf
from tracker.rules.billiards.branches import branches
from tracker.rules.billiards.game.calls import Choose, Foul, Miss, Played
from tracker.show.run.summary import print_stroke, rest_words
from tracker.show.run.words import StrokeView

RULES = shelf.find("billiards-2024")
HEADER = Header(rulebook="billiards-2024", setup=Setup(names=("Ada", "Ben"), target=50), table="billiards-12ft")
LIE = tuple(
    Place(ball=ball, at=at, sd_mm=1.0)
    for ball, at in ((WHITE, Point(500, 1200)), (YELLOW, Point(900, 900)), (RED, Point(700, 2500)))
)


def red_potted() -> tuple[Stroke, Standing]:
    stroke = Stroke(
        number=1, began_us=10, ended_us=90, cue_ball=WHITE, origin=Point(889, 600), in_hand=True, first_hit=(RED,),
        touches=(Touch(at_us=20, balls=(WHITE, RED), at=Point(880, 3190), sure=1.0),),
        potted=(Pot(at_us=50, ball=RED, pocket="top-left", sure=1.0),),
    )  # fmt: skip
    return stroke, Standing(at_us=90, places=LIE[:1])


def test_a_sure_stroke_is_called_and_the_book_reads_the_same_again() -> None:
    desk, ruling = open_desk(RULES, HEADER, Policy()).see(Alternatives.certain(*red_potted()))
    assert desk.scoreline.points == (3, 0)
    assert ruling.spots[0].at == RULES.kit.spots["black-spot"]
    text = book_to_text(desk.book)
    assert book_to_text(book_from_text(text)) == text
    assert replay_text(text).score == desk.scoreline


def test_a_correction_that_breaks_what_follows_names_the_entry() -> None:
    desk = open_desk(RULES, HEADER).call((Foul(by=0),)).call((Choose(what="in-hand-spotted"),))
    book, trouble = amended(RULES, desk.book, 1, (Played(points=3, potted=(RED,)),))
    assert trouble is not None
    assert (trouble.entry, trouble.why) == (2, "there is nothing to choose: a request once made cannot be withdrawn")
    assert resume_desk(RULES, book)[0].scoreline.points == (3, 0)
    assert desk.amend(1, (Played(points=3, potted=(RED,)),)).scoreline.points == (3, 0)


def test_undoing_restores_the_score() -> None:
    desk = open_desk(RULES, HEADER).call((Played(points=3, potted=(RED,)),))
    assert isinstance(desk.book.entry(1), Called)
    assert desk.strike_out(1).scoreline.points == (0, 0)


def test_the_summary_says_a_stroke_without_a_ball_on() -> None:
    stroke, standing = red_potted()
    desk, ruling = open_desk(RULES, HEADER, Policy()).see(Alternatives.certain(stroke, standing))
    out = StringIO()
    view = StrokeView(
        stroke=stroke, suggestions=ruling.spoken, before=RULES.scoreline(RULES.opening(HEADER.setup)),
        after=desk.scoreline, end=standing,
    )  # fmt: skip
    print_stroke(view, Console(file=out, width=100))
    assert "Ada 3, Ben 0  Ada to play, break 3, the red goes to the Centre Spot if potted again" in out.getvalue()
    assert "call: 3  pot red" in out.getvalue()
    assert " on \n" not in out.getvalue()
    assert rest_words(desk.scoreline).startswith("  Ada to play, break 3")


@pytest.mark.parametrize(
    ("white", "chosen"),
    [(RULES.kit.spots["blue-spot"], "in-hand-spotted"), (Point(500, 1200), "as-left")],
    ids=["the white was spotted", "it lies as it was left"],
)
def test_how_the_balls_lie_tells_what_was_chosen_after_a_foul_that_nobody_heard(white: Point, chosen: str) -> None:
    spot = Place(ball=RED, at=RULES.kit.spots["black-spot"], sd_mm=1.0)
    nothing_hit, _ = red_potted()
    nothing_hit = replace(nothing_hit, first_hit=(), touches=(), potted=())
    first = Alternatives.certain(nothing_hit, Standing(at_us=90, places=(LIE[0], spot)))
    desk, ruling = open_desk(RULES, HEADER, Policy()).see(first)
    assert [one.say for one in ruling.suggestions] == ["FOUL"]
    cannon = replace(
        nothing_hit, number=2, began_us=200, ended_us=290, cue_ball=YELLOW, first_hit=(WHITE,),
        touches=tuple(Touch(at_us=220, balls=(YELLOW, ball), at=Point(700, 900), sure=1.0) for ball in (WHITE, RED)),
    )  # fmt: skip
    before = Standing(at_us=190, places=(replace(LIE[0], at=white), spot, replace(LIE[1], at=Point(889, 600))))
    desk, ruling = desk.see(replace(Alternatives.certain(cannon, Standing(at_us=290, places=LIE)), before=before))
    assert Choose(what=chosen, inferred=True) in ruling.calls
    assert desk.scoreline.points == (0, 4)


@pytest.mark.parametrize(("there", "against"), [
    ((LIE[0], LIE[2]), ()), (LIE[:1], ("1 red missing on the table",)),
], ids=["the yellow is to be placed yet", "the red is not there, either"])  # fmt: skip
def test_a_ball_that_its_player_has_not_placed_yet_is_not_missing_while_hands_are_at_others(
    there: tuple[Place, ...], against: tuple[str, ...]
) -> None:
    met, _ = red_potted()
    desk, _ = open_desk(RULES, HEADER, Policy()).see(
        Alternatives.certain(replace(met, potted=()), Standing(at_us=90, places=(LIE[0], LIE[2])))
    )
    lifted = replace(met, number=2, began_us=200, ended_us=290, in_hand=False, first_hit=(), touches=(), potted=())
    seen = replace(Alternatives.certain(lifted, Standing(at_us=290, places=there)), hand=20.0)
    desk, _ = desk.see(replace(seen, before=Standing(at_us=190, places=there)))
    told = desk.understood.frame[-1]
    assert told is not None
    assert told.reading is None
    assert told.against == against


@pytest.mark.parametrize(("surely", "called"), [(0.94, (0, 2)), (0.6, (0, 0))], ids=["all but sure", "nearly even"])
def test_no_ball_hit_is_a_foul_though_fouls_are_rare_where_the_pictures_show_it(
    surely: float, called: tuple[int, int]
) -> None:
    met, _ = red_potted()
    met = replace(met, potted=())
    nothing_hit = replace(met, first_hit=(), touches=())
    readings = tuple(
        Reading(stroke=stroke, standing=Standing(at_us=90, places=LIE), log_odds=log(odds))
        for stroke, odds in sorted(((nothing_hit, surely), (met, 1 - surely)), key=lambda one: -one[1])
    )
    desk, _ = open_desk(RULES, HEADER, Policy()).see(Alternatives(readings=readings))
    assert desk.scoreline.points == called


def test_how_sure_the_score_is_does_not_hang_on_whose_turn_it_is() -> None:
    """The white was struck and met the red, or a hand moved it: 0–0 either way, with Ben to play or Ada."""
    met, _ = red_potted()
    seen = Alternatives.certain(replace(met, potted=()), Standing(at_us=90, places=(LIE[0], LIE[2])))
    desk, _ = open_desk(RULES, HEADER, Policy()).see(replace(seen, hand=0.0))
    assert {node.line.striker for node in desk.decoding.layers[-1]} == {0, 1}
    assert desk.understood.probability == pytest.approx(1.0)


def test_what_happens_seldom_is_believed_less() -> None:
    def prior(call: Call, *broken: str) -> float:
        findings = tuple(Finding(clause=clause, cite="", why="", value=2) for clause in broken)
        return branches(Ruling(suggestions=(), calls=(call,), findings=findings))[0].log_prior

    fair, foul = prior(Played(points=0)), prior(Foul(by=0), "BIL-3.15.f")
    nothing_hit = prior(Foul(by=0), "BIL-3.15.o")
    assert foul < nothing_hit < fair
    assert prior(Miss()) == pytest.approx(nothing_hit)  # the same happens, of which the law makes no foul
    assert prior(Foul(by=0), "BIL-3.15.o", "BIL-3.15.f") < foul


@pytest.mark.parametrize(
    ("target", "asked"), [(50, 1), (6, 0), (7, 1)], ids=["it goes on", "it is over", "it may be over"]
)
def test_what_changes_no_score_any_more_is_marked_and_not_asked(target: int, asked: int) -> None:
    """A hazard, or with a cannon; then a hazard that ends a game to 6 either way, of which it counts 3 points or 1.

    That of a game to 7 counts 3 or 2, which is no question of its own: it is the same hazard.
    """
    desk = open_desk(RULES, replace(HEADER, setup=replace(HEADER.setup, target=target)), Policy())
    for _ in (WHITE, YELLOW):
        desk = desk.call((Played(points=0, red_hit=True),))
    stroke, standing = red_potted()
    stroke, standing = replace(stroke, in_hand=False), replace(standing, places=LIE[:2])
    both = (*stroke.touches, Touch(at_us=30, balls=(WHITE, YELLOW), at=Point(900, 900), sure=1.0))
    hazard = Reading(stroke=stroke, standing=standing, log_odds=log(0.5))
    cannon = replace(hazard, stroke=replace(stroke, touches=both), why="it met the yellow too")
    again = replace(stroke, number=2, began_us=100, ended_us=190), replace(standing, at_us=190)
    for seen in (Alternatives(readings=(hazard, cannon)), Alternatives.certain(*again)):
        desk, _ = desk.see(seen)
    desk = desk.closed(ended=True)
    assert (RULES.outcome(desk.position) is not None) == (target < 10)
    assert [one.stroke for one in desk.provisional] == [1]
    assert len(desk.asked) == asked


@pytest.mark.parametrize(("is_over", "scores", "strikers", "moot"), [
    (True, ((6, 0), (6, 0)), (0, 1), True), (True, ((6, 0), (6, 2)), (0, 0), False),
    (False, ((6, 0), (6, 0)), (0, 1), False), (False, ((6, 0), (6, 0)), (0, 0), True),
    (False, ((6, 0), (6, 2)), (0, 0), False),
], ids=["over, whose turn", "over, the score", "whose turn", "all the same", "the score"])  # fmt: skip
def test_a_question_is_moot_where_a_scoreboard_shows_the_same_either_way(
    is_over: bool, scores: tuple[tuple[int, int], tuple[int, int]], strikers: tuple[int, int], moot: bool
) -> None:
    shown = RULES.scoreline(RULES.opening(Setup()))
    lines = (replace(shown, points=points, striker=who) for points, who in zip(scores, strikers, strict=True))
    options = tuple(CallOption(words="", scoreline=line, probability=0.5, calls=()) for line in lines)
    one = Open(entry=1, called=2, stroke=1, probability=0.5, words="", options=options)
    assert is_moot(one, is_over=is_over) == moot
