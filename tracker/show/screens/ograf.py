"""The overlay as an EBU OGraf package: a zip with manifest, graphic and all that it loads, a thumbnail and a readme.

Source: EBU OGraf specification, version 1 (https://ograf.ebu.io).
"""

from collections.abc import Callable
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FILES: Final = (
    "cuewatch.ograf.json", "overlay/ograf.mjs", "overlay/thumbnail.png", "overlay/overlay.js", "overlay/overlay.css",
    "overlay/popups.js", "overlay/theme.js", "overlay/words.js", "elements/age.js", "elements/balls.js",
    "elements/flags.js", "elements/flags.woff2", "elements/fonts.js", "elements/noto-sans-sc.woff2",
    "elements/tokens.css", "server/live.js", "words/words.js",
)  # fmt: skip
"""The manifest first, above all others: renderers take its folder for the graphic. Then the graphic, and the modules,
style sheets and fonts that it loads, by addresses beside its own."""
README: Final = """# Cuewatch: the score as an OGraf graphic

For renderers of EBU OGraf, specification 1. Import the zip, or unpack it into the folder of graphics:
`cuewatch.ograf.json` is the manifest.

The graphic shows the score of one table, live, and needs to reach the Cuewatch server that keeps it. Its data:

| | |
|---|---|
| `server` | address of the server, such as `http://192.168.1.20:8080`; empty: where this graphic was loaded from |
| `table` | the club's name of the table |
| `token` | what lets a graphic on another machine read: `cuewatch tokens add NAME --table TABLE` |
| `size` | `large`, a bar along the bottom; `small`, two lines in a corner |
| `place` | `left`, `right`: the corner of the small one |
| `lang` | `en`, `it`, `sv`, `zh` |

It has one step: *play* brings it in, *stop* takes it off, *update* changes its data while it is on air. It is drawn for
1920x1080, and as sharp at 3840x2160. The score stays while the line to the server is lost. Free software,
AGPL-3.0-or-later.
"""
MADE: Final = (2026, 1, 1, 0, 0, 0)
"""One date for all, so that the same files always make the same package."""


def ograf_package(read: Callable[[str], bytes]) -> bytes:
    """Return the package; `read` gives the file of a path."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as package:
        for name in FILES:
            package.writestr(ZipInfo(f"cuewatch/{name}", MADE), read(name), ZIP_DEFLATED)
        package.writestr(ZipInfo("cuewatch/README.md", MADE), README, ZIP_DEFLATED)
    return made.getvalue()
