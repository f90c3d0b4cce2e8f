"""Everything can be scored by hand: what a person keys in comes to the calls that the law wants."""

import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.match.book.entries import Header
from tracker.match.desk.by_hand import offered
from tracker.match.frames import Match, begin_frame, begin_match
from tracker.match.steps import AcceptSuggestion, ByHand, MakeCalls, MarkFoul, Redo, Step, Undo, taken
from tracker.rules import shelf
from tracker.rules.billiards.game.calls import Misconduct
from tracker.rules.desk import Deed, Fouled, Scored
from tracker.rules.novuss.calls import GameLost
from tracker.rules.snooker.frame.calls import Choose, Forfeit

COLOURS = ("yellow", "green", "brown", "blue", "pink", "black")


def pot(*balls: str) -> Scored:
    return Scored(potted=balls)


END = Scored()


def played(rulebook: str, *deeds: Deed | Step, setup: Setup | None = None) -> Match:
    header = Header(rulebook=rulebook, setup=setup or Setup())
    match = begin_match(lambda header: shelf.find(header.rulebook), header, 1)
    for deed in deeds:
        step = deed if isinstance(deed, Step) else ByHand(deed=deed)
        match = taken(match, step, lambda header: shelf.find(header.rulebook))
    return match


def points(match: Match) -> tuple[int, int]:
    return match.frame.desk.scoreline.points


def test_a_maximum_break_is_fifteen_times_red_and_black_and_the_colours() -> None:
    deeds = [pot("red"), pot("black")] * 15 + [pot(colour) for colour in COLOURS]
    match = played("snooker-2024", *deeds)
    assert points(match) == (147, 0)
    assert match.frame.over


def test_a_player_who_goes_on_after_a_foul_has_chosen_to_play() -> None:
    match = played("snooker-2024", Fouled(points=4, gone=("white",)), pot("red"), pot("blue"), END)
    assert points(match) == (0, 10)
    assert played("snooker-2024", Fouled(points=4), Fouled(points=5)).frame.desk.scoreline.points == (5, 4)


def test_a_free_ball_is_marked_on_the_foul_and_counts_as_the_ball_on() -> None:
    match = played("snooker-2024", Fouled(points=4), MarkFoul(free_ball=True), pot("brown"), pot("black"))
    assert points(match) == (0, 4 + 1 + 7)
    again = played("snooker-2024", Fouled(points=4), MarkFoul(free_ball=True), Undo(), Redo(), pot("brown"))
    assert points(again) == (0, 5)
    with pytest.raises(CallRefused, match="brown is not on"):
        played("snooker-2024", Fouled(points=4), pot("brown"))
    with pytest.raises(CallRefused, match="the last call was none"):
        played("snooker-2024", pot("red"), MarkFoul(miss=True))


def test_where_nobody_said_what_was_on_the_first_pot_says_it() -> None:
    for reds, ball, on in ((3, "red", "colour"), (3, "pink", "red"), (0, "yellow", "green")):
        setup = Setup(start=Start(reds=reds))
        assert played("snooker-2024", pot(ball), setup=setup).frame.desk.scoreline.on == on


def test_billiards_is_scored_by_cannons_pots_and_in_offs() -> None:
    match = played(
        "billiards-2024", END, pot("red"), Scored(cannon=True, in_off="red"), Fouled(gone=("yellow",)), pot("red")
    )
    assert points(match) == (5, 8)


def test_novuss_is_scored_by_pucks() -> None:
    match = played("novuss-2015", pot("puck", "puck"), END, Scored(potted=("puck",), opponent=1))
    assert points(match) == (3, 1)
    assert points(taken(match, ByHand(deed=Fouled()), lambda header: shelf.find(header.rulebook))) == (2, 1)


def test_what_may_be_chosen_is_offered_and_nothing_else() -> None:
    desk = played("snooker-2024", Fouled(points=4)).frame.desk
    choices = [call.what for call in offered(desk.rules, desk.position) if isinstance(call, Choose)]
    assert choices == ["play", "play-again"]
    match = played("snooker-2024", Fouled(points=4), MakeCalls(calls=(Choose(what="play-again"),)))
    assert match.frame.desk.scoreline.striker == 0
    for rulebook in ("billiards-2024", "novuss-2015"):
        desk = played(rulebook).frame.desk
        for call in offered(desk.rules, desk.position):
            desk.rules.apply(desk.position, call)


@pytest.mark.parametrize(
    ("rulebook", "call"),
    [
        ("snooker-2024", Forfeit(side=0, what="unsporting", game=True)),
        ("billiards-2024", Misconduct(side=0, kind="serious-unsporting", match=True)),
        ("novuss-2015", GameLost(side=0, because="late")),
    ],
)
def test_a_match_awarded_as_a_whole_is_over(rulebook: str, call: Call) -> None:
    match = played(rulebook, MakeCalls(calls=(call,)), setup=Setup(frames=9))
    assert (match.over, match.winner) == (True, 1)
    with pytest.raises(CallRefused, match="match is over"):
        begin_frame(match)


def test_what_is_refused_has_its_reason() -> None:
    with pytest.raises(CallRefused, match="black is not on"):
        played("snooker-2024", pot("black"))
    with pytest.raises(CallRefused, match="nothing to undo"):
        played("snooker-2024", Undo())
    with pytest.raises(CallRefused, match="no entry 1"):
        played("snooker-2024", AcceptSuggestion(number=1))
