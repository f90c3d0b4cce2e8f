"""The theme of a stream's graphics: the event's logo, title and stage, its colours and its type.

Each colour is a CSS variable of the graphics (`show/web/elements/tokens.css`); docs/streams.md says what each is for.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, Final

COLOURED: Final = (
    "ink",
    "dim",
    "shade",
    "shade-2",
    "rule",
    "brass",
    "points",
    "points-ink",
    "alarm",
    "alarm-ink",
    "free",
)
"""The variables that a theme may set, without their dashes in front."""
TYPES: Final = ("", "serif", "condensed", "mono")
"""Kinds of type that each machine has some of; empty: that of all our screens."""
LONGEST_LOGO: Final = 180_000
"""Characters of a logo's address: about 130 kB of picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """How graphics look; empty: as they do by themselves."""

    title: str = ""
    """Of the event."""
    stage: str = ""
    """Which round it is: `Final`."""
    logo: str = ""
    """A `data:` address of a picture."""
    type: str = ""
    """One of `TYPES`."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Of `COLOURED`, those that are not as they are by themselves: `#rrggbb`."""

    @property
    def mark(self) -> str:
        """What tells this theme from every other one."""
        return "" if self == Theme() else sha256(theme_text(self).encode()).hexdigest()[:12]


def theme_text(theme: Theme) -> str:
    """Return a theme as JSON."""
    return json.dumps(asdict(theme), ensure_ascii=False, sort_keys=True)


def theme_from(text: str) -> Theme:
    """Return the theme that `theme_text` wrote; what it does not know any more is left out."""
    said: dict[str, Any] = json.loads(text) if text else {}
    return Theme(
        title=str(said.get("title", "")), stage=str(said.get("stage", "")), logo=str(said.get("logo", "")),
        type=said.get("type", "") if said.get("type") in TYPES else "",
        colours={name: value for name, value in said.get("colours", {}).items() if name in COLOURED},
    )  # fmt: skip
