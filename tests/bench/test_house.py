"""What the bench of the house counts is there: circles, named numbers, functions and full folders."""

from pathlib import Path

from bench.house import house_of

FILES = {
    "live/table.py": "from tracker.web import pages\nLIMIT, OTHER_MM = 3, -2.5\nNAME = 'no number'\n",
    "web/pages.py": "from tracker.domain.ball import RED\nfrom tracker.live.log import told\n",
    "live/log.py": 'def told():\n    """Say it."""\n    a = 1\n    return a\n',
    "domain/ball.py": "RED = 'red'\nCOUNT: int = 15\nSAME = COUNT\n",
}


def test_a_circle_of_packages_is_found_though_no_module_imports_itself(tmp_path: Path) -> None:
    house = house_of(made(tmp_path))
    assert set(house.circles) == {frozenset({"tracker.live", "tracker.web"})}


def test_numbers_functions_and_modules_are_counted(tmp_path: Path) -> None:
    house = house_of(made(tmp_path))
    assert (house.numbers["live"], house.numbers["domain"]) == (2, 1)
    assert house.functions == (2,)
    assert house.modules["tracker/live"] == 2


def made(folder: Path) -> Path:
    for name, text in FILES.items():
        file = folder / "tracker" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        (file.parent / "__init__.py").touch()
    return folder
