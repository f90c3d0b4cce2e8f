"""Random frames of each game: whatever is done, the law holds together, and the frame comes to its end.

Theory: the properties of the rules' issue. No stroke and no order of steps is answered otherwise than with a position
or with a refusal; the same book gives the same score; undoing restores; points given are points in calls; the balls on
the table are those of the kit, less those rightly gone; every frame ends. The seed of a frame that fails is shown.

The frames are the same ones in every run, so that a red gate always tells of the change before it: two thousand of each
game. `make frames` plays ten thousand of each, fresh ones (FRESH_FRAMES=1), to look for what these leave untouched.
"""

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.conftest import FRESH
from tests.frames.wild import Wild, play
from tests.frames.wild_billiards import BILLIARDS
from tests.frames.wild_novuss import NOVUSS
from tests.frames.wild_snooker import SNOOKER
from tracker.match.book.book import replay
from tracker.match.book.entries import StruckOut
from tracker.rules import shelf

FRAMES = (
    ("snooker-2024", SNOOKER, 0.25),
    ("snooker-2022", SNOOKER, 0.15),
    ("snooker-legacy", SNOOKER, 0.2),
    ("six-reds-2024", SNOOKER, 0.15),
    ("six-reds-2022", SNOOKER, 0.1),
    ("shoot-out-2024", SNOOKER, 0.15),
    ("billiards-2024", BILLIARDS, 1.0),
    ("novuss-2015", NOVUSS, 1.0),
)
"""Rulebooks, how their frames are played, and which share of their game's frames is theirs."""
OF_EACH_GAME = 10_000 if FRESH else 2000


def test_every_rulebook_is_played() -> None:
    assert {name for name, _, _ in FRAMES} == set(shelf.names())


@pytest.mark.parametrize(("name", "wild", "share"), FRAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_any_frame_adds_up_ends_and_replays(name: str, wild: Wild, share: float) -> None:
    rules: Any = shelf.find(name)

    @settings(max_examples=round(share * OF_EACH_GAME), deadline=None, phases=(Phase.reuse, Phase.generate))
    @given(st.integers(0, 2**48))
    def holds(seed: int) -> None:
        frame = play(rules, wild, seed)
        assert frame.at.over
        again = replay(rules, frame.book)
        assert (again.position, again.trouble) == (frame.at, None)
        undone = replay(rules, frame.book.having(StruckOut(number=0, entry=len(frame.book.entries))))
        assert (undone.position, undone.trouble) == (frame.positions[-2], None)

    holds()
