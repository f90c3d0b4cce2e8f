"""Which trained networks came with the program, and their weights, made sure to be the right ones.

`models/registry.toml` names each network, its file, the file's SHA-256 and what it tells apart, in the order of its
answers; and of the networks for each use which are asked, the usual one first.
"""

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from tracker.domain.errors import BadInput

REGISTRY = "registry.toml"
DETECTORS, TABLES, CUSHIONS = "detectors", "tables", "cushions"
"""Its lists of networks that point at pieces, those for balls first, and that tell where a table's cushions run."""
BALL_PX = 16.0
"""Diameter of the median ball that a network wants to see when the registry does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A trained network as the registry describes it."""

    name: str
    path: Path
    sha256: str
    sees: tuple[str, ...]
    """Names of its classes, in the order of its scores."""
    ball_px: float
    """Diameter of the median ball that it wants to see."""


def models_folder() -> Path:
    """Return the folder of networks: inside an installed wheel, or beside the package in a checkout."""
    packaged = Path(str(files("tracker"))) / "data" / "models"
    return packaged if (packaged / REGISTRY).is_file() else Path(__file__).parents[2] / "models"


def read_weights(network: Network) -> bytes:
    """Return the bytes of a network's file.

    Raises:
        BadInput: the file is missing, or is not the one that the registry describes.
    """
    try:
        content = network.path.read_bytes()
    except OSError as trouble:
        raise BadInput(f"network file {network.path} is missing: install the program again") from trouble
    if sha256(content).hexdigest() != network.sha256:
        raise BadInput(f"network file {network.path} is not the one in {REGISTRY} (SHA-256 differs): fetch it again")
    return content


def listed(which: str, folder: Path) -> list[Network]:
    """Return the networks of one of the registry's lists, the usual one first.

    Raises:
        BadInput: there is no registry, or it cannot be read.
    """
    known, names = _networks(folder), _registry(folder).get(which, [])
    try:
        return [known[name] for name in names]
    except (KeyError, TypeError) as trouble:
        raise _unreadable(folder, trouble) from trouble


def _networks(folder: Path) -> dict[str, Network]:
    """Return all networks of a registry by name."""
    try:
        return {entry["name"]: _network_from(entry, folder) for entry in _registry(folder)["model"]}
    except (KeyError, TypeError, ValueError) as trouble:
        raise _unreadable(folder, trouble) from trouble


def _unreadable(folder: Path, trouble: Exception) -> BadInput:
    return BadInput(f"{folder / REGISTRY} cannot be read ({trouble!r}): restore it from the release")


def _registry(folder: Path) -> dict[str, Any]:
    where = folder / REGISTRY
    try:
        return tomllib.loads(where.read_text("utf-8"))
    except OSError as trouble:
        raise BadInput(f"no list of networks at {where}: install the program again") from trouble
    except ValueError as trouble:
        raise BadInput(f"{where} cannot be read ({trouble}): restore it from the release") from trouble


def _network_from(entry: dict[str, Any], folder: Path) -> Network:
    return Network(
        name=str(entry["name"]), path=folder / str(entry["file"]), sha256=str(entry["sha256"]).lower(),
        sees=tuple(str(kind) for kind in entry["sees"]), ball_px=float(entry.get("ball_px", BALL_PX)),
    )  # fmt: skip
