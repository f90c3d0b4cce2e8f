"""No folder of the program is so full that a newcomer finds nothing in it."""

from collections import Counter
from pathlib import Path

from bench.house import FULL

ROOM = Path(__file__).parents[2] / "tracker"


def test_no_folder_of_modules_is_crowded() -> None:
    modules = [file for file in ROOM.rglob("*.py") if file.name != "__init__.py"]
    full = Counter(file.parent.relative_to(ROOM).as_posix() for file in modules)
    assert {folder: count for folder, count in full.items() if count > FULL} == {}
