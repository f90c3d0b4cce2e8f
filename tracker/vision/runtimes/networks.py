"""Find the trained network that came with the program, make sure it is the right one, and start it.

`models/registry.toml` names each network, its file, the file's SHA-256 and the kinds of ball it tells apart, in the
order of its scores. ONNX Runtime runs it, or OpenVINO where that is installed and asked for.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.table.kit import Kit
from tracker.vision.colours import ColourReader
from tracker.vision.detector import Detector, Likes

REGISTRY = "registry.toml"
DETECTORS: Final = "detectors"
READERS: Final = "colours"
"""Lists of the registry: what points at balls, and what tells their colours, the usual one first."""
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
    return packaged if (packaged / REGISTRY).is_file() else Path(__file__).parents[3] / "models"


def network_for(kinds: Sequence[str], folder: Path | None = None) -> Network:
    """Return the network that points at balls of these kinds and tells them apart.

    Raises:
        BadInput: none does, or there is no registry, or it cannot be read.
    """
    listed = _listed(DETECTORS, folder or models_folder())
    found = next((network for network in listed if set(kinds) <= set(network.sees)), None)
    if found is None:
        raise BadInput(f"no network tells {', '.join(kinds)}: a game of these cannot be seen yet")
    return found


def is_seen(kit: Kit, folder: Path | None = None) -> bool:
    """Say whether a camera can be set up over a table: some network tells what is played with.

    Raises:
        BadInput: there is no registry, or it cannot be read.
    """
    return any(set(kit.kinds) <= set(network.sees) for network in _listed(DETECTORS, folder or models_folder()))


def must_be_seen(kit: Kit) -> None:
    """Do nothing if a camera can be set up over a table.

    Raises:
        BadInput: none can; or there is no registry, or it cannot be read.
    """
    if not is_seen(kit):
        raise BadInput(f"table {kit.name!r}: no camera tells {', '.join(kit.kinds)} yet; name a table for balls")


def is_foretold(kit: Kit, folder: Path | None = None) -> bool:
    """Say whether it is foretold what a camera would make of a table: of flat pieces it is not, as yet.

    Raises:
        BadInput: there is no registry, or it cannot be read.
    """
    return not kit.disc_mm and is_seen(kit, folder)


def must_be_foretold(kit: Kit) -> None:
    """Do nothing if it is foretold what a camera would make of a table.

    Raises:
        BadInput: it is not; or there is no registry, or it cannot be read.
    """
    must_be_seen(kit)
    if not is_foretold(kit):
        raise BadInput(
            f"table {kit.name!r}: what a camera would make of a board is not foretold; name a table for balls,"
            " or set the camera up and look"
        )


def with_network_kinds(kit: Kit) -> Kit:
    """Return a table with all kinds that its network tells: of those that the game has not there is none on it.

    What looks like one of them, a hand or the tip of a cue, is told from the game's own balls by that.

    Raises:
        BadInput: no network tells all that is played with; or there is no registry, or it cannot be read.
    """
    others = {kind: 0 for kind in network_for(kit.kinds).sees if kind not in kit.pieces}
    return replace(kit, pieces={**kit.pieces, **others}) if others else kit


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


def open_detector(kinds: Sequence[str] = (), *, at_once: int = 1, runtime: str | None = None) -> Detector:
    """Return a running detector that tells these kinds of ball.

    `runtime` is `onnxruntime`, which None stands for, or `openvino`. It looks at up to `at_once` pictures at the same
    time, each on one thread of its own: two cores get more from two pictures than from the halves of one, and what is
    seen does not depend on how many there are.

    Raises:
        BadInput: the network or the runtime is not there, or no network tells all of the kinds.
        UnknownName: nobody has heard of the runtime.
    """
    network = network_for(kinds)
    weights = read_weights(network)
    wanted = runtime or "onnxruntime"
    if wanted not in ("openvino", "onnxruntime"):
        raise UnknownName(f"runtime {wanted!r} is not known: use openvino or onnxruntime")
    if find_spec(wanted) is None:
        raise BadInput(f"runtime {wanted} is not installed: pip install 'cuewatch[{wanted}]'")
    likes = Likes(sees=network.sees, ball_px=network.ball_px, colours=open_colours(network.sees))
    if wanted == "openvino":
        from tracker.vision.runtimes.open_vino import OpenVinoDetector  # noqa: PLC0415  only where it is wanted

        return OpenVinoDetector(weights, at_once, likes)
    from tracker.vision.runtimes.onnx_runtime import OnnxDetector  # noqa: PLC0415

    return OnnxDetector(weights, likes)


def open_colours(kinds: Sequence[str], folder: Path | None = None) -> ColourReader | None:
    """Return what was learnt about the colours of such balls, or None where the registry names no such network.

    Raises:
        BadInput: it is named, but is missing or not the right one.
    """
    listed = _listed(READERS, folder or models_folder())
    network = next((network for network in listed if set(kinds) <= set(network.sees)), None)
    if network is None:
        return None
    from tracker.vision.runtimes.onnx_runtime import OnnxColours  # noqa: PLC0415

    return OnnxColours(read_weights(network), network.sees)


def _listed(which: str, folder: Path) -> list[Network]:
    """Return the networks of one of the registry's lists."""
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
