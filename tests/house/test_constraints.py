"""What is installed by `constraints.txt` is what the project asks for: nothing it needs is left to the day's newest."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def locked() -> dict[str, str]:
    """Return the versions that were tested, by name."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def asked() -> list[Requirement]:
    """Return what the program and its tests ask for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(line) for line in (*project["dependencies"], *project["optional-dependencies"]["test"])]


def test_each_requirement_is_held_to_a_version_that_it_allows() -> None:
    versions = locked()
    loose = [
        str(one)
        for one in asked()
        if (held := versions.get(canonicalize_name(one.name))) is None or not one.specifier.contains(held)
    ]
    assert loose == [], "run `make lock`"


def test_every_line_holds_one_version_and_names_no_place_to_get_it_from() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [line for line in lines if line.count("==") != 1 or "/" in line or "@" in line] == []
