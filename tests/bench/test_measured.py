"""A part of the measurements replaces its own rows and leaves the others as they were."""

from bench.measured import merged

HEAD = "| on | measure | reach | measured |\n|---|---|---|---|"
OLD = f"""{HEAD}
| stills (5) | found | 5 | 3 |
| clips (2) | pots | 2 | 1 |

What fell short:

- **stills (5), found**: 1 and 2
- **clips (2), pots**: 2
"""


def test_a_row_measured_again_takes_the_place_of_the_old_one() -> None:
    new = merged(OLD, ["| stills (5) | found | 5 | 4 |"], ["- **stills (5), found**: 1"], HEAD)
    assert new == OLD.replace("| 3 |", "| 4 |").replace("1 and 2", "1")


def test_what_no_longer_falls_short_is_no_longer_told() -> None:
    new = merged(OLD, ["| stills (5) | found | 5 | 5 |"], [], HEAD)
    assert "**stills (5), found**" not in new
    assert "**clips (2), pots**" in new


def test_a_new_row_comes_last() -> None:
    new = merged(OLD, ["| speed | pictures | 30 | 31 |"], [], HEAD)
    assert new.index("clips (2) | pots") < new.index("speed | pictures") < new.index("What fell short")
