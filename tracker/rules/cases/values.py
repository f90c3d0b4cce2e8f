"""What a value in a rule case may be: checks that are put together to the keys and words of the case format."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Check = Callable[[Any], str | None]
"""Returns what is wrong with a value, or None."""

Keys = Mapping[str, Check]
"""The keys that a table of a case may have, each with what its value may be."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def one_of(*words: str) -> Check:
    """Return a check that a value is one of `words`."""
    allowed = frozenset(words)
    return lambda value: None if isinstance(value, str) and value in allowed else f"unknown word {value!r}"


def _kind(kind: type | tuple[type, ...], name: str) -> Check:
    def check(value: Any) -> str | None:
        is_bool = isinstance(value, bool) and kind is not bool
        return None if isinstance(value, kind) and not is_bool else f"{value!r} is not {name}"

    return check


def each(check: Check) -> Check:
    """Return a check of every item of a list; items may be lists themselves."""

    def check_each(value: Any) -> str | None:
        if not isinstance(value, list):
            return f"{value!r} is not a list"
        found = ((check_each if isinstance(item, list) else check)(item) for item in value)
        return next((trouble for trouble in found if trouble), None)

    return check_each


def either(*checks: Check) -> Check:
    """Return a check that a value suits at least one of `checks`."""

    def check_either(value: Any) -> str | None:
        troubles = [check(value) for check in checks]
        return None if None in troubles else troubles[0]

    return check_either


def table(keys: Keys) -> Check:
    """Return a check of a table with these keys and no others."""

    def check_table(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"{value!r} is not a table"
        for key, item in value.items():
            if key not in keys:
                return f"unknown key {key!r}"
            if trouble := keys[key](item):
                return f"{key}: {trouble}"
        return None

    return check_table


def other_table(*keys: str) -> Check:
    """Return a check of a table with none of these keys, whatever else is in it."""

    def check_other(value: Any) -> str | None:
        is_other = isinstance(value, dict) and not value.keys() & set(keys)
        return None if is_other else f"{value!r} is not a table of that kind"

    return check_other


def anything(value: Any) -> str | None:
    """Check nothing: what plays the case reads the value."""
    return None


def in_one(parts: Iterable[Keys]) -> Keys:
    """Return all keys of these parts; a key of several of them may have a value that suits any one."""
    found: dict[str, list[Check]] = {}
    for part in parts:
        for key, check in part.items():
            found.setdefault(key, []).append(check)
    return {key: either(*checks) for key, checks in found.items()}


BOOL, INT = _kind(bool, "true or false"), _kind(int, "a whole number")
NUMBER, TEXT = _kind((int, float), "a number"), _kind(str, "text")
PLACE = each(NUMBER)
SIDES = ("A", "B", "A1", "A2", "B1", "B2")
SIDE = one_of(*SIDES)
BY_SIDE = table(dict.fromkeys(SIDES, INT))
