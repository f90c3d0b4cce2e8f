"""How sure the frame as a whole makes a suggestion: never rounded up to certain, and asked where it is not settled."""

import pytest

from tracker.domain.law.call import Suggestion
from tracker.domain.law.ruling import Ruling
from tracker.match.decoder.lattice import Choice
from tracker.match.desk.revising import SETTLED, advice

RED = Suggestion(say="1", value=1, cite="3.3(g)", why="red potted, red on", sure=1.0, ask=False)
CHOICE = Choice(reading=None, calls=(), ruling=Ruling(suggestions=(RED,), calls=()))


@pytest.mark.parametrize(
    ("chance", "sure", "asked"),
    [(1.0, 1.0, False), (0.99999, 0.9999, False), (0.973, 0.973, False), (0.9, 0.9, True)],
)
def test_what_is_left_of_doubt_is_not_rounded_away(chance: float, sure: float, asked: bool) -> None:
    main = advice(CHOICE, chance, SETTLED, has_policy=True).main
    assert main is not None
    assert (main.sure, main.ask) == (sure, asked)
