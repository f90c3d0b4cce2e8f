"""A fit is taken for a table by what it shows together: one thing may be hidden or worn away, and none is enough."""

from dataclasses import replace

import pytest

from tracker.calibrate.fit.table_odds import LEAST_NATS, TableShown, lacking, nats_of, table_odds

SHOWN = TableShown(
    noses=0.95, wood=0.97, worst=0.9, second=0.93, misfit=-1.5, cushion=0.05, rise=0.1, cloth=0.93, beyond=0.8,
    tops=0.9, spill=0.05, holes=0.9, gaps=1.5, marks=0.8, told=0.8, lens=0.2, out=0.0, large=-1.2,
)  # fmt: skip
"""What a table shows that is well seen."""


@pytest.mark.parametrize(
    ("shown", "is_table"),
    [
        (SHOWN, True),
        (replace(SHOWN, marks=0.4), True),
        (replace(SHOWN, gaps=0.0, holes=0.6), True),
        (replace(SHOWN, worst=0.3, noses=0.85, wood=0.85), True),
        (replace(SHOWN, cloth=0.7), True),
        (replace(SHOWN, told=0.3), True),
        (replace(SHOWN, noses=0.45, wood=0.5, worst=0.1, second=0.2, holes=0.1, gaps=-1.0, marks=0.0, told=0.0), False),
        (replace(SHOWN, misfit=1.0, holes=0.0, gaps=-2.0, marks=0.0, told=0.4, noses=0.7), False),
    ],
    ids=[
        "whole",
        "marks hardly seen",
        "pockets hidden",
        "a side hidden",
        "a lamp before it",
        "a table that the network hardly tells",
        "a rug",
        "a strip for a side",
    ],
)
def test_one_thing_may_be_hidden_and_a_likeness_is_no_table(shown: TableShown, is_table: bool) -> None:
    assert (nats_of(shown, table_odds()) > LEAST_NATS) == is_table


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (replace(SHOWN, noses=0.3, wood=0.4), "cushions can be made out"),
        (replace(SHOWN, holes=-0.3, gaps=-2.0, marks=0.0), "neither pockets nor marks"),
        (replace(SHOWN, cloth=0.1), "not of one colour"),
    ],
)
def test_what_is_missing_most_is_said(shown: TableShown, why: str) -> None:
    assert why in lacking(shown)
