"""A frame is understood as a whole: what follows settles what was in doubt, and the score never stops."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.strokes.alternatives import Alternatives, Reading
from tracker.domain.strokes.stroke import Bounce, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.match.book.book import replay
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import POLICY, Amended, Asked, Called, Header, Suggested
from tracker.match.decoder.lattice import Layer, log_sum
from tracker.match.decoder.weighing import weigh_names
from tracker.match.desk.desk import Desk, Policy, open_desk, resume_desk
from tracker.rules import shelf
from tracker.rules.snooker.frame.calls import Foul, Played

RULES = shelf.find("snooker-2024")
SPOTS = {ball: RULES.kit.spots[f"{ball}-spot"] for ball in ("yellow", "green", "brown", "blue", "pink", "black")}
REDS = tuple(Point(300 + 130 * n, 2200 + 37 * n) for n in range(6))
CUE = tuple(Point(700 + 23 * n, 1200 + 91 * n) for n in range(12))
"""Where the cue-ball comes to rest after each stroke."""


def table(reds: int, white: Point | None, without: Sequence[str] = (), **elsewhere: Point) -> Standing:
    """Return balls at rest: colours on their spots, but for those `without` and those `elsewhere`."""
    places = {ball: elsewhere.get(ball, spot) for ball, spot in SPOTS.items() if ball not in without}
    balls = [*places.items(), *(("red", at) for at in REDS[:reds])] + ([("white", white)] if white else [])
    return Standing(at_us=0, places=tuple(Place(ball=ball, at=at, sd_mm=2.0) for ball, at in balls))


def stroke(number: int, first: str = "", *pots: str) -> Stroke:
    at_us = number * 20_000_000
    fell = tuple(Pot(at_us=at_us + 1, ball=ball, pocket="top-left", sure=0.9) for ball in pots)
    return Stroke(
        number=number, began_us=at_us, ended_us=at_us + 2, cue_ball="white", origin=CUE[number - 1],
        first_hit=(first,) if first else (), potted=fell,
    )  # fmt: skip


def seen(before: Standing | None, *readings: tuple[Stroke, Standing, float, str], **more: Any) -> Alternatives:
    """Return what was seen: readings with their log-odds, and what sets each apart."""
    made = (Reading(stroke=what, standing=after, log_odds=odds, why=why) for what, after, odds, why in readings)
    return Alternatives(readings=tuple(made), before=before, **more)


def sure(before: Standing | None, what: Stroke, after: Standing) -> Alternatives:
    return seen(before, (what, after, 0.0, ""))


def desk_of(reds: int = 6, policy: Policy | None = None, on: str | None = "red", **start: Any) -> Desk[Any]:
    begun = Start(**{"reds": reds, "on": on, "places": table(reds, CUE[0]).places} | start)
    header = Header(rulebook=RULES.name, setup=Setup(names=("Anna", "Bo"), start=begun))
    return open_desk(RULES, header, policy)


def after(desk: Desk[Any], *strokes: Alternatives) -> Desk[Any]:
    for one in strokes:
        desk, _ = desk.see(one)
    return desk


RED_IN = sure(table(6, CUE[0]), stroke(1, "red", "red"), table(5, CUE[1]))
PINK_UNSURE = seen(
    table(5, CUE[1]),
    (stroke(2, "pink"), table(5, CUE[2], without=["pink"]), 0.0, ""),
    (stroke(2, "pink", "pink"), table(5, CUE[2], without=["pink"]), -2.0, "the pink fell into the top-left pocket"),
)
"""A player's back hides the pocket: the pink is rather taken to lie behind him."""


def test_a_doubtful_stroke_does_not_stop_the_score() -> None:
    next_one = sure(table(5, CUE[2]), stroke(3, "red", "red"), table(4, CUE[3]))
    desk = after(desk_of(policy=Policy()), RED_IN, PINK_UNSURE)
    assert desk.scoreline.points == (1, 0)
    assert after(desk, next_one).scoreline.points != (1, 0)


def test_a_colour_that_is_put_back_on_its_spot_was_potted() -> None:
    desk = after(desk_of(policy=Policy()), RED_IN, PINK_UNSURE)
    assert desk.scoreline.points == (1, 0)
    assert [one.stroke for one in desk.provisional] == [2]
    desk = after(desk, sure(table(5, CUE[2]), stroke(3, "red", "red"), table(4, CUE[3])))
    assert desk.scoreline.points == (8, 0)
    (amended,) = [entry for entry in desk.book.entries if isinstance(entry, Amended)]
    assert amended.by == POLICY
    assert "the pink fell into the top-left pocket" in amended.why
    assert desk.provisional[0].stroke == 2, "it may have lain on its spot all the time"
    blue = sure(table(4, CUE[3]), stroke(4, "blue", "blue"), table(4, CUE[4], without=["blue"]))
    assert after(desk, replace(blue, same_player=4.0)).scoreline.points == (13, 0)


def test_a_pink_that_stays_away_and_is_found_where_it_lay_was_not_potted() -> None:
    rested = Point(500.0, 3000.0)
    behind = table(5, CUE[2], pink=rested)
    told = seen(
        table(5, CUE[1]),
        (stroke(2, "pink", "pink"), table(5, CUE[2], without=["pink"]), 0.0, ""),
        (stroke(2, "pink"), behind, -1.5, "the pink came to rest behind the player"),
    )
    desk = after(desk_of(policy=Policy()), RED_IN, told)
    assert desk.scoreline.points == (7, 0)
    desk = after(desk, sure(behind, stroke(3, "red"), table(5, CUE[3], pink=rested)))
    assert (desk.scoreline.points, desk.scoreline.striker) == ((1, 0), 0)


def test_a_colour_that_comes_into_view_on_its_spot_in_the_next_stroke_was_put_back() -> None:
    """A blue seen to fall; somebody stands before its spot as the next stroke begins, and moves away in it."""
    hung = table(6, CUE[1], blue=Point(1740.0, 3500.0))
    told = seen(
        table(6, CUE[0]),
        (stroke(1, "red", "blue"), table(6, CUE[1], without=["blue"]), 4.0, ""),
        (stroke(1, "red"), replace(hung, hidden=("blue",)), 0.0, "the blue did not fall"),
    )
    covered = table(6, CUE[1], without=["blue"])
    still_covered = sure(covered, stroke(2, "red"), table(6, CUE[2], without=["blue"]))
    shown = sure(covered, stroke(2, "red"), table(6, CUE[2]))
    begun = after(desk_of(policy=Policy()), told)
    assert begun.scoreline.points == (0, 5)
    assert after(begun, still_covered).scoreline.points == (0, 0), "its spot seems empty: it rather hangs in the jaws"
    assert after(begun, shown).scoreline.points == (0, 5)


def test_what_a_later_foul_would_cost_speaks_for_the_reading_that_makes_it_fair() -> None:
    """A red in doubt: if it fell a colour was on, and the blue met first is no foul."""
    told = seen(
        table(6, CUE[0]),
        (stroke(1, "red"), table(5, CUE[1]), 0.0, ""),
        (stroke(1, "red", "red"), table(5, CUE[1]), -0.5, "a red fell"),
    )
    desk = after(desk_of(policy=Policy()), told)
    assert desk.scoreline.points == (0, 0)
    blue = sure(table(5, CUE[1]), stroke(2, "blue", "blue"), table(5, CUE[2], without=["blue"]))
    assert after(desk, blue).scoreline.points == (6, 0)


EVEN = seen(
    table(6, CUE[0]),
    (stroke(1, "red"), table(6, CUE[1]), 0.0, ""),
    (stroke(1, "blue"), table(6, CUE[1]), -0.1, "the blue was met first"),
)


def quiet(first: int, count: int) -> list[Alternatives]:
    """Return safety strokes by turns after `first` strokes, in which no ball but the cue-ball moves."""
    return [sure(table(6, CUE[n - 1]), stroke(n, "red"), table(6, CUE[n])) for n in range(first + 1, first + 1 + count)]


def test_what_stays_even_is_asked_once_with_both_scores_and_the_frame_goes_on() -> None:
    even = replace(EVEN, readings=(EVEN.readings[0], replace(EVEN.readings[1], log_odds=3.3)))
    desk = after(desk_of(policy=Policy()), even, *quiet(1, 7))
    questions = [entry.text for entry in desk.book.entries if isinstance(entry, Asked)]
    assert len(questions) == 1
    assert "stroke 1" in questions[0]
    assert "0–0" in questions[0]
    assert "0–5" in questions[0]
    assert desk.asked == tuple(questions)
    called = [entry for entry in desk.book.entries if isinstance(entry, Called)]
    assert len(called) == 8


@pytest.mark.parametrize(("option", "points"), [(0, (0, 0)), (1, (0, 5))], ids=["the likelier", "the other"])
def test_either_answer_to_a_question_is_one_amendment_by_a_person(option: int, points: tuple[int, int]) -> None:
    even = replace(EVEN, readings=(EVEN.readings[0], replace(EVEN.readings[1], log_odds=3.3)))
    desk = after(desk_of(policy=Policy()), even, *quiet(1, 7))
    (question,) = desk.questions
    assert [one.points for one in question.options] == [(0, 0), (0, 5)]
    assert sum(one.probability for one in question.options) == pytest.approx(1.0, abs=0.01)
    assert question.called is not None
    desk = desk.amend(question.called, question.options[option].calls)
    assert (desk.scoreline.points, desk.questions) == (points, ())
    assert 1 not in [one.stroke for one in desk.provisional]


def test_an_answer_settles_the_question_and_is_never_touched() -> None:
    desk = after(desk_of(policy=Policy()), EVEN, *quiet(1, 2))
    first = next(entry.number for entry in desk.book.entries if isinstance(entry, Called))
    desk = desk.amend(first, (Foul(points=5),))
    assert desk.scoreline.points == (0, 5)
    desk = after(desk, *quiet(3, 4))
    assert desk.scoreline.points == (0, 5)
    assert desk.asked == ()
    by_program = [e for e in desk.book.entries if isinstance(e, Amended) and e.by == POLICY and e.entry == first]
    assert by_program == []


def test_what_a_person_undid_stays_undone() -> None:
    desk = after(desk_of(policy=Policy()), RED_IN)
    number = next(entry.number for entry in desk.book.entries if isinstance(entry, Called))
    desk = desk.strike_out(number)
    assert desk.scoreline.points == (0, 0)
    assert desk.redo().scoreline.points == (1, 0)
    desk = after(desk, sure(table(5, CUE[1]), stroke(2, "red"), table(5, CUE[2])))
    assert desk.scoreline.points == (0, 0)
    assert desk.redo().scoreline.points == (1, 7), "a red potted, then a red met first"


def test_a_stroke_that_nobody_saw_is_supposed_where_a_red_is_gone_and_all_lies_otherwise() -> None:
    """The red is potted out of view, then the black is seen to be: 1 and 7."""
    moved = table(5, CUE[5], blue=Point(1200.0, 1500.0))
    black = sure(moved, stroke(2, "black", "black"), table(5, CUE[2], without=["black"], blue=Point(1200.0, 1500.0)))
    desk = after(desk_of(policy=Policy()), quiet(0, 1)[0], black)
    assert desk.scoreline.points == (0, 8)
    later = sure(
        table(5, CUE[2], blue=Point(1200.0, 1500.0)), stroke(3, "red", "red"),
        table(4, CUE[3], blue=Point(1200.0, 1500.0)),
    )  # fmt: skip
    assert after(desk, later).scoreline.points == (0, 9)


@pytest.mark.parametrize(
    ("first", "points"), [("black", (7, 0)), ("red", (1, 0))], ids=["a colour was on", "a red was on"]
)
def test_a_recording_that_begins_in_mid_frame_is_settled_by_what_is_played(first: str, points: tuple[int, int]) -> None:
    left = table(6, CUE[1], without=[first]) if first != "red" else table(5, CUE[1])
    desk = after(desk_of(on=None, policy=Policy()), sure(table(6, CUE[0]), stroke(1, first, first), left))
    assert desk.scoreline.points == points


def test_hands_that_moved_the_balls_are_no_stroke() -> None:
    cleaned = seen(table(6, CUE[0]), (stroke(1, ""), table(6, CUE[0]), 0.0, ""), hand=2.0)
    desk = after(desk_of(policy=Policy()), cleaned)
    assert (desk.scoreline.points, desk.scoreline.striker) == ((0, 0), 0)
    red = sure(table(6, CUE[0]), stroke(2, "red", "red"), table(5, CUE[1]))
    assert after(desk, red).scoreline.points == (1, 0)


def test_a_white_that_a_hand_holds_yet_is_missing_without_a_stroke() -> None:
    """The white is lifted to be cleaned, which looks rather like a stroke into a pocket; then it lies where it lay."""
    red = sure(table(6, CUE[0]), stroke(1, "red", "red"), table(5, CUE[1]))
    in_off = (stroke(2, "", "white"), table(5, None), 0.0, "")
    lifted = seen(table(5, CUE[1]), in_off, hand=-2.3)
    black = replace(stroke(3, "black", "black"), origin=CUE[1])
    on = sure(table(5, CUE[1]), black, table(5, CUE[3], without=["black"]))
    desk = after(desk_of(policy=Policy()), red, lifted, on)
    assert (desk.scoreline.points, desk.scoreline.striker) == ((1 + 7, 0), 0)


def test_a_red_that_is_gone_after_hands_moved_the_white_alone_leaves_it_open_who_took_it() -> None:
    """What a hand moved it may hold yet; a red that lay elsewhere may have been potted by a stroke that nobody saw."""
    red = sure(table(6, CUE[0]), stroke(1, "red", "red"), table(5, CUE[1]))
    handled = seen(table(5, CUE[1]), (stroke(2, ""), table(4, CUE[2]), 0.0, ""), hand=1.0)
    black = sure(table(4, CUE[2]), stroke(3, "black", "black"), table(4, CUE[3], without=["black"]))
    assert [one.stroke for one in after(desk_of(policy=Policy()), red, handled, black).provisional] == [2, 3]


def test_a_red_that_is_gone_once_hands_were_seen_was_potted_out_of_view_as_the_strokes_after_it_show() -> None:
    """The player stands before a red in the jaws; what is seen of her stroke looks like hands that move the white."""
    hidden = seen(table(5, CUE[0]), (stroke(1, ""), table(5, CUE[1]), 0.0, ""), hand=3.0)
    frame = [sure(table(5, CUE[1]), stroke(2, "black", "black"), table(5, CUE[2], without=["black"]))]
    frame += [sure(table(5, CUE[2]), stroke(3, "red", "red"), table(4, CUE[3]))]
    assert after(desk_of(policy=Policy()), hidden, *frame).scoreline.points == (1 + 7 + 1, 0)


def test_a_hand_that_moves_the_white_says_nothing_of_a_red_that_nobody_sees() -> None:
    """A red before a pocket fell rather than not, out of view; it is told to lie there yet until somebody sees that."""
    fell = (stroke(1, "red", "red"), table(5, CUE[1]), 0.0, "")
    lay = (stroke(1, "red"), replace(table(6, CUE[1]), hidden=("red",)), -1.0, "the red lay where it was hidden")
    unsure = seen(table(6, CUE[0]), fell, lay)
    unseen = replace(table(6, CUE[1]), hidden=("red",))
    handled = seen(unseen, (stroke(2, ""), table(6, CUE[1]), 0.0, ""), hand=3.0)
    desk = after(desk_of(policy=Policy()), unsure, handled)
    assert (desk.scoreline.points, desk.scoreline.striker) == ((1, 0), 0)


def test_balls_that_lie_elsewhere_afterwards_were_struck_though_it_looked_like_a_hand() -> None:
    moved = seen(table(6, CUE[0]), (stroke(1, "red"), table(6, CUE[5]), 0.0, ""), hand=1.0)
    desk = after(desk_of(policy=Policy()), moved)
    assert (desk.scoreline.points, desk.scoreline.striker) == ((0, 0), 1)


def test_a_red_that_was_hidden_as_the_recording_began_is_potted_like_any_other() -> None:
    """One red is seen at first, and two from the second stroke on: both are potted, each with a colour after it."""
    frame = (
        sure(table(1, CUE[0]), stroke(1, "red"), table(2, CUE[1])),
        sure(table(2, CUE[1]), stroke(2, "red", "red"), table(1, CUE[2])),
        sure(table(1, CUE[2]), stroke(3, "blue", "blue"), table(1, CUE[3], without=["blue"])),
        sure(table(1, CUE[3]), stroke(4, "red", "red"), table(0, CUE[4])),
        sure(table(0, CUE[4]), stroke(5, "black", "black"), table(0, CUE[5], without=["black"])),
    )
    desk = after(desk_of(reds=1, on=None, policy=Policy()), *frame)
    assert max(desk.scoreline.points) == sum(desk.scoreline.points) == 1 + 5 + 1 + 7


@pytest.mark.parametrize(("rests_at", "points"), [(CUE[0], (0, 0)), (CUE[5], (0, 4))])
def test_what_leaves_the_cue_ball_where_it_lay_was_hardly_a_stroke(rests_at: Point, points: tuple[int, int]) -> None:
    """Somebody walks past, and sightings stray; it looks like a stroke that met nothing."""
    struck = replace(stroke(1, ""), origin=CUE[0])
    passing = seen(table(6, CUE[0]), (struck, table(6, rests_at), 0.0, ""), hand=-3.0)
    assert after(desk_of(policy=Policy()), passing).scoreline.points == points


def test_a_white_that_is_carried_back_after_a_miss_is_no_stroke_but_the_balls_put_back() -> None:
    """A foul and a miss; then the white goes back by a hand, which looks a little like a stroke."""
    missed = sure(table(6, CUE[0]), stroke(1, ""), table(6, CUE[1]))
    carried = seen(table(6, CUE[1]), (stroke(2, ""), table(6, CUE[0]), 0.0, ""), hand=-2.0)
    again = sure(table(6, CUE[0]), stroke(3, "red", "red"), table(5, CUE[2]))
    desk = after(desk_of(policy=Policy()), missed, carried, again)
    assert desk.scoreline.points == (1, 4)


def test_in_the_shoot_out_the_white_may_lie_anywhere_after_a_foul() -> None:
    rules = shelf.find("shoot-out-2024")
    begun = Start(reds=6, on="red", places=table(6, CUE[0]).places)
    desk = open_desk(rules, Header(rulebook=rules.name, setup=Setup(names=("Anna", "Bo"), start=begun)), Policy())
    missed = sure(table(6, CUE[0]), stroke(1, ""), table(6, CUE[1]))
    expected = rules.expected(after(desk, missed).position)
    assert expected.in_hand == {"white"}
    assert expected.anywhere
    assert not RULES.expected(after(desk_of(policy=Policy()), missed).position).anywhere


def test_in_the_shoot_out_a_hand_at_the_white_after_a_foul_has_placed_it_though_it_lies_where_it_lay() -> None:
    rules = shelf.find("shoot-out-2024")
    begun = Start(reds=6, on="red", places=table(6, CUE[0]).places)
    desk = open_desk(rules, Header(rulebook=rules.name, setup=Setup(names=("Anna", "Bo"), start=begun)), Policy())
    by_hand = Point(CUE[1].x_mm + 12, CUE[1].y_mm + 12)
    bounced = (Bounce(at_us=20_000_001, ball="white", cushion="top", sure=1.0),)
    met = {ball: replace(stroke(1, ball), cushions=bounced) for ball in ("pink", "red")}
    pink = seen(
        table(6, CUE[0]), (met["pink"], table(6, CUE[1]), -0.02, ""),
        (met["red"], table(6, CUE[1]), -4.0, "the pink was the red"),
    )  # fmt: skip
    placed = seen(table(6, CUE[1]), (stroke(2, ""), table(6, by_hand), 0.0, ""), hand=1.5)
    then = sure(table(6, by_hand), stroke(3, "red", "red"), table(5, CUE[2]))
    assert after(desk, pink, placed, then).scoreline.points == (0, 7)


def test_balls_may_be_put_back_one_after_the_other() -> None:
    """A foul and a miss moved the white and the green: the white is back as the hand is told, the green only later."""
    off = Point(35, 3190)
    missed = sure(table(6, CUE[0]), stroke(1, "green"), table(6, CUE[1], green=off))
    carried = seen(
        table(6, CUE[1], green=off), (stroke(2, ""), table(6, CUE[0], green=off), 0.0, ""), hand=0.0,
        same_player=-4.0, earlier_players=(),
    )  # fmt: skip
    again = sure(table(6, CUE[0]), stroke(3, "red", "red"), table(5, CUE[2]))
    desk = after(desk_of(policy=Policy()), missed, carried)
    assert desk.scoreline.points == (0, 4), "the white that a hand brings back is no stroke that fouls"
    desk = after(desk, again)
    assert (desk.scoreline.points, desk.scoreline.striker) == ((1, 4), 0)


@pytest.mark.parametrize(
    ("met_at", "points"),
    [
        (SPOTS["yellow"], (1, 4)),  # towards the brown, which lies behind it
        (Point(850, 1690), (1, 5)),  # towards the blue
    ],
)
def test_after_a_miss_with_a_colour_on_the_striker_meant_another_one_where_he_played_to(
    met_at: Point, points: tuple[int, int]
) -> None:
    """The yellow was met first and all balls were put back: so it was not the yellow that was meant."""
    lies: dict[str, Any] = (
        {"yellow": met_at, "brown": Point(1390, 600)} if met_at == SPOTS["yellow"] else {"yellow": met_at}
    )
    red = sure(table(6, CUE[0], **lies), stroke(1, "red", "red"), table(5, CUE[1], **lies))
    touch = Touch(at_us=40_000_001, balls=("white", "yellow"), at=met_at, sure=1.0)
    struck = replace(stroke(2, "yellow"), touches=(touch,))
    moved = table(5, CUE[2], **{**lies, "yellow": Point(300, 400)})
    missed = sure(table(5, CUE[1], **lies), struck, moved)
    back = sure(table(5, CUE[1], **lies), stroke(3, "blue"), table(5, CUE[4], **lies))
    desk = after(desk_of(policy=Policy(), places=table(6, CUE[0], **lies).places), red, missed, back)
    assert desk.scoreline.points == points


def test_the_other_player_at_the_table_says_that_the_visit_ended() -> None:
    """A red may have fallen; but the one who plays next has another waistcoat."""
    told = seen(
        table(6, CUE[0]),
        (stroke(1, "red", "red"), table(5, CUE[1]), 0.0, ""),
        (stroke(1, "red"), table(5, CUE[1]), -1.0, "no ball fell"),
    )
    other = replace(sure(table(5, CUE[1]), stroke(2, "red"), table(5, CUE[2])), same_player=-5.0)
    same = replace(sure(table(5, CUE[1]), stroke(2, "blue"), table(5, CUE[2])), same_player=5.0)
    assert after(desk_of(policy=Policy()), told).scoreline.points == (1, 0)
    assert after(desk_of(policy=Policy()), told, other).scoreline.points == (0, 0)
    assert after(desk_of(policy=Policy()), told, same).scoreline.points == (1, 0)


def test_a_turn_that_was_lost_sight_of_is_found_again_by_who_plays_on() -> None:
    """Hardly anything speaks for the pot of a red behind somebody's back, but for who plays the strokes after it.

    Anna pots it, the pink, and plays safe; then Bo plays safe. Each stroke says how it compares with those before it.
    """
    told = seen(
        table(6, CUE[1]),
        (stroke(2, "red"), table(6, CUE[2]), 0.0, ""),
        (stroke(2, "red", "red"), table(5, CUE[2]), -6.5, "a red fell"),
    )
    unlike, like = -3.0, 1.6
    strokes = [
        (sure(table(6, CUE[0]), stroke(1, "red"), table(6, CUE[1])), ()),
        (told, (unlike,)),
        (seen(None, (stroke(3, "pink"), table(5, CUE[3]), 0.0, "")), (like, unlike)),
        (seen(None, (stroke(4, "red"), table(5, CUE[4]), 0.0, "")), (unlike, unlike, like)),
        (seen(None, (stroke(5, "red"), table(5, CUE[5]), 0.0, "")), (unlike, like, like, unlike)),
    ]
    watched = [
        replace(one, same_player=players[0], earlier_players=players[1:]) if players else one
        for one, players in strokes
    ]
    desk = after(desk_of(policy=Policy()), *watched)
    assert desk.scoreline.points == (0, 1)
    shortsighted = [replace(one, earlier_players=()) for one in watched]
    assert after(desk_of(policy=Policy()), *shortsighted).scoreline.points != (0, 1), "or this shows nothing"


def test_with_a_referee_nothing_is_called_and_what_waits_is_weighed_again() -> None:
    desk = after(desk_of(), RED_IN, PINK_UNSURE)
    assert desk.scoreline.points == (0, 0)
    assert desk.expected_scoreline.points == (1, 0)
    desk = after(desk, sure(table(5, CUE[2]), stroke(3, "red", "red"), table(4, CUE[3])))
    assert desk.scoreline.points == (0, 0)
    assert desk.expected_scoreline.points == (8, 0)
    suggested = [entry for number in desk.waiting if isinstance(entry := desk.book.entry(number), Suggested)]
    mains = [one.ruling.main for one in suggested]
    assert [main and main.value for main in mains] == [1, 6, 1]


def test_one_tap_takes_all_that_is_certain_up_to_the_first_that_is_not() -> None:
    desk = after(desk_of(), RED_IN, PINK_UNSURE)
    assert desk.certain == 1
    desk = desk.accept_settled()
    assert (desk.scoreline.points, desk.certain) == ((1, 0), 0)
    assert len(desk.waiting) == 1
    with pytest.raises(CallRefused, match="nothing that waits is certain yet"):
        desk.accept_settled()


def test_the_referees_answer_weighs_what_waits_after_it_again() -> None:
    desk = after(desk_of(), EVEN, *quiet(1, 1))
    first = desk.waiting[0]
    desk = desk.call((Played(points=1, potted=("red",)),), about=first)
    suggestion = desk.book.entry(desk.waiting[0])
    assert isinstance(suggestion, Suggested)
    assert suggestion.ruling.main is not None
    assert suggestion.ruling.main.say.startswith("FOUL")


def whole_frame() -> list[Alternatives]:
    return [RED_IN, PINK_UNSURE, sure(table(5, CUE[2]), stroke(3, "red", "red"), table(4, CUE[3])), EVEN, *quiet(4, 3)]


def test_told_at_once_or_stroke_by_stroke_or_read_from_its_book_a_frame_is_the_same() -> None:
    desk = after(desk_of(policy=Policy()), *whole_frame())
    again, trouble = resume_desk(RULES, book_from_text(book_to_text(desk.book)), Policy())
    assert trouble is None
    assert again.understood.positions[-1] == desk.understood.positions[-1]
    assert [round(one.probability, 9) for row in again.understood.outcomes for one in row] == [
        round(one.probability, 9) for row in desk.understood.outcomes for one in row
    ]
    assert replay(RULES, desk.book).position == desk.position


def test_probabilities_of_a_strokes_outcomes_add_up_to_one() -> None:
    desk = after(desk_of(policy=Policy()), *whole_frame())
    for row in desk.understood.outcomes:
        assert sum(one.probability for one in row) == pytest.approx(1.0)


def whole_log_probability(layers: Sequence[Layer[Any]]) -> float:
    """The sum over all ways through the layers, on one scale throughout."""
    sums = [node.sum for node in layers[0]]
    for layer in layers[1:]:
        sums = [log_sum(sums[arc.origin] + arc.weight for arc in node.arcs) for node in layer]
    return log_sum(sums)


@pytest.mark.parametrize("strokes", [0, 1, 4])
def test_how_likely_all_that_was_seen_is_does_not_hang_on_the_scale_of_each_layer(strokes: int) -> None:
    decoding = after(desk_of(), *whole_frame()[:strokes]).decoding
    assert decoding.log_evidence == pytest.approx(whole_log_probability(decoding.layers))


def colour_was_on(first: str, scores: tuple[int, int]) -> float:
    """How likely a colour was on as a recording began in mid-frame, by its first stroke and the score then."""
    met = sure(table(6, CUE[0]), stroke(1, first), table(6, CUE[1]))
    desk = after(desk_of(policy=Policy(), on=None, scores=scores), met)
    (outcomes,) = desk.understood.outcomes
    fair = [one.probability for one in outcomes if not any(isinstance(call, Foul) for call in one.choice.calls)]
    return sum(fair) if first != "red" else 1 - sum(fair)


@pytest.mark.parametrize(
    ("likelier", "less_likely"),
    [
        pytest.param(("black", (8, 0)), ("black", (0, 0)), id="who has no points has potted no red before"),
        pytest.param(("black", (0, 0)), ("yellow", (0, 0)), id="a colour that players choose, and one they seldom do"),
        pytest.param(("yellow", (0, 0)), ("red", (0, 0)), id="a colour met, and a red met"),
    ],
)
def test_what_was_on_as_a_recording_began_is_told_by_what_is_met_and_by_the_score(
    likelier: tuple[str, tuple[int, int]], less_likely: tuple[str, tuple[int, int]]
) -> None:
    assert colour_was_on(*likelier) > colour_was_on(*less_likely) + 0.005


def last_black(strokes_before: int, then: Sequence[Alternatives] = ()) -> Desk[Any]:
    """Return a recording of the last black, missed so often, then lost to view, and hidden rather than potted."""
    gone = [ball for ball in SPOTS if ball != "black"]
    lost = table(0, CUE[strokes_before + 1], without=[*gone, "black"])
    desk = desk_of(0, Policy(), "black", colours=("black",), places=table(0, CUE[0], gone).places, scores=(30, 35))
    played = [
        sure(table(0, CUE[n], gone), stroke(n + 1, "black"), table(0, CUE[n + 1], gone)) for n in range(strokes_before)
    ]
    number = strokes_before + 1
    unseen = seen(
        table(0, CUE[strokes_before], gone),
        (stroke(number, "black"), lost, 0.0, ""),
        (stroke(number, "black", "black"), lost, -1.0, "the black fell into the top-left pocket"),
    )
    return after(desk, *played, unseen, *then)


@pytest.mark.parametrize(("strokes_before", "over", "asked"), [(0, False, 1), (10, True, 0)])
def test_a_recording_that_ends_seldom_breaks_off_before_the_frame_is_over(
    strokes_before: int, over: bool, asked: int
) -> None:
    desk = last_black(strokes_before)
    assert not desk.scoreline.over
    ended = desk.closed(ended=True)
    assert ended.scoreline.over == over
    assert len(ended.asked) == asked
    assert resume_desk(RULES, book_from_text(book_to_text(ended.book)), Policy())[0].scoreline == ended.scoreline


def test_a_recording_that_ends_says_nothing_where_play_has_gone_on() -> None:
    gone = [ball for ball in SPOTS if ball != "black"]
    back = sure(table(0, CUE[11], gone), stroke(12, "black"), table(0, CUE[0], gone))
    desk = last_black(10, [back])
    assert desk.closed(ended=True).scoreline == desk.scoreline


def test_that_a_camera_is_lost_says_nothing() -> None:
    desk = last_black(10).closed(ended=False)
    assert not desk.scoreline.over
    assert len(desk.asked) == 1


def test_what_a_referee_has_not_answered_is_weighed_by_the_end_too() -> None:
    book = last_black(10).closed(ended=True).book
    waits = replace(book, entries=tuple(one for one in book.entries if not isinstance(one, Called | Amended)))
    waits = replace(waits, entries=tuple(replace(one, number=n) for n, one in enumerate(waits.entries, 1)))
    desk, _ = resume_desk(RULES, waits)
    assert desk.expected_scoreline.over


ELSEWHERE = Place(ball="yellow", at=Point(520.0, 1500.0), sd_mm=2.0)


@pytest.mark.parametrize(
    ("sentence", "before", "after_red", "points"),
    [
        (
            "six reds and the yellow lay there: it was no seventh red",
            table(6, CUE[0]), table(6, CUE[1], without=["yellow"]), (0, 4),
        ),
        (
            "of five reds and two yellows one was the sixth red",
            replace(table(5, CUE[0]), places=(*table(5, CUE[0]).places, ELSEWHERE)), table(5, CUE[1]), (1, 0),
        ),
    ],
)  # fmt: skip
def test_a_ball_is_taken_for_another_only_as_the_balls_that_lay_there_allow(
    sentence: str, before: Standing, after_red: Standing, points: tuple[int, int]
) -> None:
    was_red = Reading(
        stroke=stroke(1, "red", "red"), standing=after_red, log_odds=-6.8, why="the yellow was the red",
        renamed=(("yellow", "red"),),
    )  # fmt: skip
    as_named = Reading(stroke=stroke(1, "yellow", "yellow"), standing=after_red)
    told = Alternatives(readings=(as_named, was_red), before=before)
    desk = after(desk_of(policy=Policy()), told)
    assert desk.scoreline.points == points, sentence
    assert not desk.provisional, sentence


def test_what_did_not_add_up_for_long_is_explained_by_another_name() -> None:
    """A yellow too many and a red too few since before the last stroke: that yellow was rather the red."""
    off = (("red", -1), ("yellow", 1))
    assert weigh_names(off, off, (("yellow", "red"),)) > 0.0
    assert weigh_names((), (), (("yellow", "red"),)) < -10.0
    assert weigh_names((), (), (("pink", "blue"), ("blue", "pink"))) == 0.0
