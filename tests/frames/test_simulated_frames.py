"""Simulated frames are frames: the law holds in them, what is seldom happens, and made-up eyes are honest."""

from collections import Counter
from itertools import combinations, pairwise
from math import exp

import pytest

from bench.simulated.eyes import look
from bench.simulated.frame import KINDS, Frame, rules_of
from bench.simulated.play import play
from bench.simulated.rates import MEASURED, PERFECT
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.plane import distance_mm
from tracker.match.book.book import Book, replay
from tracker.match.book.entries import Called, Header
from tracker.rules.snooker.frame.calls import Choose, Foul, Lots, NominateFree

SNOOKER = tuple(kind for kind in KINDS if kind not in ("billiards-2024", "novuss-2015"))
FEW = range(12)


@pytest.fixture(scope="module")
def frames() -> dict[str, list[Frame]]:
    return {kind: [play(kind, seed) for seed in FEW] for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_frame_and_the_same_sight_of_it(kind: str, frames: dict[str, list[Frame]]) -> None:
    again = play(kind, 3)
    assert again == frames[kind][3]
    assert look(again, MEASURED) == look(frames[kind][3], MEASURED)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_called_comes_to_the_true_score(kind: str, frames: dict[str, list[Frame]]) -> None:
    rules = rules_of(kind)
    for frame in frames[kind]:
        book = Book(header=Header(rulebook=rules.name, setup=frame.setup))
        for struck in frame.strokes:
            book = book.having(Called(number=0, calls=struck.calls))
        book = book.having(Called(number=0, calls=frame.closing))
        played = replay(rules, book)
        assert played.trouble is None
        assert rules.scoreline(played.position) == frame.final
        assert [rules.scoreline(step.position).points for step in played.steps[:-1]] == [
            s.points for s in frame.strokes
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_balls_lie_in_one_place(kind: str, frames: dict[str, list[Frame]]) -> None:
    kit = rules_of(kind).kit
    for struck in (struck for frame in frames[kind] for struck in frame.strokes):
        for standing in (struck.before, struck.standing):
            places = [place.at for place in standing.places]
            assert all(distance_mm(a, b) > kit.touching_mm - 0.01 for a, b in combinations(places, 2))


@pytest.mark.parametrize("kind", SNOOKER)
def test_what_falls_is_gone_and_colours_come_back(kind: str, frames: dict[str, list[Frame]]) -> None:
    for frame in frames[kind]:
        for struck in frame.strokes:
            gone = [*(pot.ball for pot in struck.stroke.potted), *struck.stroke.off_table]
            lay, lies = (Counter(p.ball for p in one.places) for one in (struck.before, struck.standing))
            assert lay - lies == Counter(gone)
        for one, after in pairwise(frame.strokes):
            put_up = Counter(p.ball for p in after.before.places) - Counter(p.ball for p in one.standing.places)
            assert not put_up[RED] or Choose(what="replace") in after.calls
            assert set(put_up) <= {*COLOURS, "white", RED}


def test_what_is_seldom_happens_too() -> None:
    calls = Counter(_kinds(play("snooker-2024", seed)) for seed in range(150))
    seen = Counter(name for names, count in calls.items() for name in names for _ in range(count))
    assert seen.keys() >= {"lots", "replace", "play-again", "free ball", "taken", "miss", "in mid-frame", "conceded"}


def _kinds(frame: Frame) -> frozenset[str]:
    """What was called in a frame, of the things that are seldom."""
    calls = [call for struck in frame.strokes for call in struck.calls]
    return frozenset(
        {call.what for call in calls if isinstance(call, Choose)}
        | {"lots" for call in calls if isinstance(call, Lots)}
        | {"taken" for call in calls if isinstance(call, NominateFree)}
        | {"miss" for call in calls if isinstance(call, Foul) and call.miss}
        | {"free ball" for call in calls if isinstance(call, Foul) and call.free_ball}
        | ({"in mid-frame"} if frame.told.start is not None else set())
        | ({"conceded"} if frame.closing else set())
    )


def test_nobody_tells_the_desk_what_was_on_in_mid_frame() -> None:
    picked_up = [frame for seed in range(40) if (frame := play("snooker-2024", seed)).told.start is not None]
    assert picked_up
    for frame in picked_up:
        start = frame.told.start
        assert start is not None
        assert (start.on, start.places) == (None, ())


@pytest.mark.parametrize("kind", KINDS)
def test_eyes_that_see_everything_tell_the_facts(kind: str, frames: dict[str, list[Frame]]) -> None:
    for frame in frames[kind]:
        sights = look(frame, PERFECT)
        assert [sight.of for sight in sights] == list(range(len(frame.strokes)))
        for sight, struck in zip(sights, frame.strokes, strict=True):
            (reading,) = sight.alternatives.readings
            assert (reading.stroke.first_hit, reading.stroke.potted) == (struck.stroke.first_hit, struck.stroke.potted)
            assert (reading.standing, sight.alternatives.before) == (struck.standing, struck.before)


def test_made_up_odds_are_honest() -> None:
    """Of all readings told with a probability, as many are true; at three times the measured rates, for there are more.

    What is told as good as sure and is wrong, as seldom as that is, is no odds of anything and left out.
    """
    told: list[tuple[float, bool]] = []
    for kind, seed in ((kind, seed) for kind in KINDS for seed in range(100, 125)):
        for sight in look(play(kind, seed), MEASURED.times(3)):
            if "first contact told wrong" in sight.troubles:
                continue
            true = len(sight.alternatives.readings) if sight.truth is None else sight.truth
            odds = sight.alternatives.log_probabilities
            told += [(exp(log_p), number == true) for number, log_p in enumerate(odds) if len(odds) > 1]
    assert len(told) > 4000
    assert calibration_error(told) < 0.02


def calibration_error(told: list[tuple[float, bool]], parts: int = 10) -> float:
    """The expected calibration error: how far told and true shares are apart, in equal parts of the scale."""
    error = 0.0
    for part in range(parts):
        own = [(p, true) for p, true in told if part <= p * parts < part + 1 or (p == 1.0 and part == parts - 1)]
        if own:
            error += abs(sum(p for p, _ in own) - sum(true for _, true in own))
    return error / len(told)


def test_who_played_is_told_as_often_right_as_it_says() -> None:
    told: list[tuple[float, bool]] = []
    for seed in range(100, 180):
        frame = play("snooker-2024", seed)
        seen = [sight for sight in look(frame, MEASURED) if sight.of is not None]
        for before, sight in pairwise(seen):
            odds = sight.alternatives.same_player
            if odds and before.of is not None and sight.of is not None:
                same = frame.strokes[before.of].side == frame.strokes[sight.of].side
                told.append((1.0 / (1.0 + exp(-odds)), same))
    assert len(told) > 800
    assert calibration_error(told) < 0.02


def test_lost_strokes_and_hands_are_among_what_is_told() -> None:
    sights = [sight for seed in range(30) for sight in look(play("snooker-2024", seed), MEASURED.times(10))]
    troubles = Counter(name for sight in sights for name in sight.troubles)
    assert troubles.keys() >= {
        "stroke lost before", "hand taken for a stroke", "hand asked", "first contact asked",
        "first contact told wrong", "pot lost to view", "ball hidden at rest", "colour asked",
    }  # fmt: skip
    assert all((sight.of is None) == (sight.truth is None) for sight in sights)
