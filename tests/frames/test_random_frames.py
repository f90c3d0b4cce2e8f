"""Ten thousand random frames of each game: whatever is done, the law holds together, and the frame comes to its end.

Theory: the properties of the rules' issue. No stroke and no order of steps is answered otherwise than with a position
or with a refusal; the same book gives the same score; undoing restores; points given are points in calls; the balls on
the table are those of the kit, less those rightly gone; every frame ends. The seed of a frame that fails is shown.

The frames are the same ones in every run, so that a red gate always tells of the change before it; `make frames` draws
fresh ones (FRESH_FRAMES=1) to look for what these leave untouched.
"""

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.frames.wild import Wild, play
from tests.frames.wild_billiards import BILLIARDS
from tests.frames.wild_novuss import NOVUSS
from tests.frames.wild_snooker import SNOOKER
from tracker.match.book.book import replay
from tracker.match.book.entries import StruckOut
from tracker.rules import shelf

FRAMES = (
    ("snooker-2024", SNOOKER, 2500),
    ("snooker-2022", SNOOKER, 1500),
    ("snooker-legacy", SNOOKER, 2000),
    ("six-reds-2024", SNOOKER, 1500),
    ("six-reds-2022", SNOOKER, 1000),
    ("shoot-out-2024", SNOOKER, 1500),
    ("billiards-2024", BILLIARDS, 10_000),
    ("novuss-2015", NOVUSS, 10_000),
)


def test_every_rulebook_is_played() -> None:
    assert {name for name, _, _ in FRAMES} == set(shelf.names())


@pytest.mark.parametrize(("name", "wild", "frames"), FRAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_any_frame_adds_up_ends_and_replays(name: str, wild: Wild, frames: int) -> None:
    rules: Any = shelf.find(name)

    @settings(max_examples=frames, deadline=None, phases=(Phase.reuse, Phase.generate))
    @given(st.integers(0, 2**48))
    def holds(seed: int) -> None:
        frame = play(rules, wild, seed)
        assert frame.at.over
        again = replay(rules, frame.book)
        assert (again.position, again.trouble) == (frame.at, None)
        undone = replay(rules, frame.book.having(StruckOut(number=0, entry=len(frame.book.entries))))
        assert (undone.position, undone.trouble) == (frame.positions[-2], None)

    holds()
