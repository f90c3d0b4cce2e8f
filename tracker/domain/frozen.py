"""Frozen values with something in them changed, made by copying their slots: `dataclasses.replace`, and faster.

That one hands all fields by name to a constructor, which sets them by name. The decoder tries so many calls on
positions of the law, which have fifty fields and differ in few, that a third of its time went into it. What is checked
is the same. As `dataclasses` does for its constructors, a function is written for each class that sets its fields one
after another: a loop over them takes twice as long.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
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
        copied, put, is_checked = _copying(kind)
        made = copied(value)
        for name, new in changes.items():
            if name not in put:
                raise TypeError(f"{kind.__name__} has no field {name!r}")
            put[name](made, new)
        if is_checked:
            made.__post_init__()
        return made


@cache
def _copying(kind: type[Any]) -> tuple[Callable[[Any], Any], Mapping[str, Callable[[Any, Any], None]], bool]:
    """Return what copies values of a class, what sets each of their fields, and whether they are checked then."""
    put = {one.name: getattr(kind, one.name).__set__ for one in fields(kind)}
    lines = ["def copied(value):", " made = new(kind)", *(f" set_{name}(made, value.{name})" for name in put)]
    written: dict[str, Any] = {"new": object.__new__, "kind": kind, **{f"set_{name}": put[name] for name in put}}
    exec("\n".join([*lines, " return made"]), written)
    return written["copied"], put, hasattr(kind, "__post_init__")


__all__ = ["replace"]
