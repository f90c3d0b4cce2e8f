"""The camera's newest picture as the referee's desk shows it: small, and several times a second while a desk looks.

It is never kept, and players' screens are not given it.
"""

import json
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Still:
    """One picture, scaled down."""

    jpeg: bytes
    width: int
    """Of the picture as the camera took it, px."""
    height: int
    taken_ms: int
    """Server's clock (Unix, ms) when it came from the camera."""


@lru_cache(maxsize=4)
def still_event(still: Still) -> bytes:
    """Return it as a server-sent event: JSON, the JPEG in base 64."""
    words = {"taken_ms": still.taken_ms, "width": still.width, "height": still.height}
    data = json.dumps(words | {"jpeg": b64encode(still.jpeg).decode()}, separators=(",", ":"))
    return b"event: picture\ndata: %b\n\n" % data.encode()
