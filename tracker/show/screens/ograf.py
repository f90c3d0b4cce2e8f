"""The overlay as an EBU OGraf package: a zip with the manifest, the graphic and all that it loads, and nothing else.

Source: EBU OGraf specification, version 1 (https://ograf.ebu.io).
"""

from collections.abc import Callable
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FILES: Final = (
    "cuewatch.ograf.json", "graphic.mjs", "overlay.js", "overlay.css", "tokens.css", "balls.js", "flags.js",
    "flags.woff2", "live.js", "words.js", "graphic-words.js", "theme.js", "popups.js",
)  # fmt: skip
"""The manifest first; the graphic and the modules and style sheets that it loads, by addresses beside its own."""
MADE: Final = (2026, 1, 1, 0, 0, 0)
"""One date for all, so that the same files always make the same package."""


def ograf_package(read: Callable[[str], bytes]) -> bytes:
    """Return the package; `read` gives the file of a name."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as package:
        for name in FILES:
            package.writestr(ZipInfo(f"cuewatch/{name}", MADE), read(name), ZIP_DEFLATED)
    return made.getvalue()
