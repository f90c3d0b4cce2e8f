"""The files of the pages lie in rooms that a newcomer finds: none is crowded, and none holds what no page loads."""

import re
from collections import Counter
from os.path import normpath
from pathlib import Path, PurePosixPath

from bench.house import FULL
from tracker.web.routes.pages import FOLDER

LOADED = re.compile(
    r'"((?:\w[\w./-]*|\.[\w./-]+)\.(?:m?js|css|woff2|png)|/web/[\w./-]+\.(?:m?js|css|svg|webmanifest))"'
)
"""What a page, a script, a style sheet or a manifest loads: from beside itself, or from `/web/`."""
PAGE = re.compile(r"""["']([\w/-]+\.html|[\w.]+\.ograf\.json|offline/worker\.js)["']""")
"""What the program hands out by itself."""

SHARED = "elements/", "server/", "words/"
"""Rooms of what several screens load."""


def files() -> frozenset[str]:
    return frozenset(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file())


def loaded_by(name: str) -> frozenset[str]:
    """The files that a file loads, whether they are there or not."""
    if name.endswith((".woff2", ".png", ".svg")):
        return frozenset()
    room, found = PurePosixPath(name).parent, LOADED.findall((FOLDER / name).read_text("utf-8"))
    return frozenset(one.removeprefix("/web/") if one.startswith("/") else normpath(room / one) for one in found)


def handed_out() -> frozenset[str]:
    """The pages and the manifest that modules of ours name."""
    room = Path(FOLDER).parents[1]
    texts = [file.read_text("utf-8") for part in ("web", "show/screens") for file in (room / part).rglob("*.py")]
    return frozenset(found for text in texts for found in PAGE.findall(text)) & files()


def test_no_room_of_the_pages_is_crowded() -> None:
    kinds = Counter((PurePosixPath(name).parent.as_posix(), PurePosixPath(name).suffix) for name in files())
    assert {kind: count for kind, count in kinds.items() if count > FULL} == {}


def test_whatever_a_page_loads_is_there() -> None:
    assert {name: gone for name in sorted(files()) if (gone := loaded_by(name) - files())} == {}


def test_what_is_shared_needs_no_screen() -> None:
    shared = [name for name in files() if name.startswith(SHARED)]
    assert {
        name: away for name in shared if (away := {one for one in loaded_by(name) if not one.startswith(SHARED)})
    } == {}


def test_every_file_is_loaded_by_some_page() -> None:
    found = set[str]()
    left = set(handed_out())
    while left:
        found.add(name := left.pop())
        left |= loaded_by(name) - found
    assert files() - found == frozenset()
