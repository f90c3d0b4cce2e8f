"""Frozen values with something in them changed, made by copying their slots: `dataclasses.replace`, and faster.

That one hands all fields by name to a constructor, which sets them by name. The decoder tries so many calls on
positions of the law, which have fifty fields and differ in few, that a third of its time went into it. What is checked
is the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a value of a dataclass with slots, with some of its fields changed.

        Raises:
            TypeError: it has no such field.
            ValueError: its class refuses what it is changed to.
        """
        kind = type(value)
        read, put = _slots(kind)
        made = object.__new__(kind)
        for set_field, held in zip(put.values(), read(value), strict=False):
            set_field(made, held)
        for name, new in changes.items():
            if name not in put:
                raise TypeError(f"{kind.__name__} has no field {name!r}")
            put[name](made, new)
        if hasattr(kind, "__post_init__"):
            made.__post_init__()
        return made


@cache
def _slots(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, Callable[[Any, Any], None]]]:
    """Return what reads all fields of a class at once, in their order, and what sets each."""
    names = [one.name for one in fields(kind)]
    read = attrgetter(*names, "__class__")  # two names at least, so that it gives a tuple
    return read, {name: getattr(kind, name).__set__ for name in names}


__all__ = ["replace"]
