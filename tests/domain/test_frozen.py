"""What is changed in a frozen value is changed as the standard library would do it, its checks included."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.domain.book.setup import Setup
from tracker.domain.frozen import replace
from tracker.rules import shelf
from tracker.rules.billiards.game.calls import Foul


@pytest.mark.parametrize("name", shelf.names())
def test_a_position_is_changed_as_by_the_standard_library(name: str) -> None:
    at: Any = shelf.find(name).opening(Setup())
    for field in dataclasses.fields(at):
        changes: Any = {field.name: object()}
        assert replace(at, **changes) == dataclasses.replace(at, **changes)
    assert replace(at) == at


@given(st.integers(0, 1), st.booleans())
def test_a_call_that_inherits_its_fields_is_changed_too(by: int, restored: bool) -> None:
    assert replace(Foul(by=0), by=by, restored=restored) == Foul(by=by, restored=restored)


def test_what_a_class_refuses_stays_refused() -> None:
    with pytest.raises(ValueError, match="a side is 0 or 1"):
        replace(Foul(by=0), by=2)


def test_a_field_that_is_none_is_refused_by_its_name() -> None:
    with pytest.raises(TypeError, match="Foul has no field 'score'"):
        replace(Foul(by=0), score=3)  # type: ignore[call-arg]
