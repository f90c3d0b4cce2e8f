"""The overlay as an EBU OGraf package: a zip with the manifest, the graphic and all that it loads, and nothing else.

Source: EBU OGraf specification, version 1 (https://ograf.ebu.io).
"""

from collections.abc import Callable
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FILES: Final = (
    "cuewatch.ograf.json", "overlay/ograf.mjs", "overlay/overlay.js", "overlay/overlay.css", "overlay/popups.js",
    "overlay/theme.js", "overlay/words.js", "elements/balls.js", "elements/flags.js", "elements/flags.woff2",
    "elements/tokens.css", "server/live.js", "words/words.js",
)  # fmt: skip
"""The manifest first, above all others: renderers take its folder for the graphic. Then the graphic, and the modules,
style sheets and fonts that it loads, by addresses beside its own."""
MADE: Final = (2026, 1, 1, 0, 0, 0)
"""One date for all, so that the same files always make the same package."""


def ograf_package(read: Callable[[str], bytes]) -> bytes:
    """Return the package; `read` gives the file of a path."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as package:
        for name in FILES:
            package.writestr(ZipInfo(f"cuewatch/{name}", MADE), read(name), ZIP_DEFLATED)
    return made.getvalue()
