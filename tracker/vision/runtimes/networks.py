"""Find the trained network that came with the program, make sure it is the right one, and start it.

`models/registry.toml` names each network, its file, the file's SHA-256 and the kinds of ball it tells apart, in the
order of its scores. OpenVINO runs it where that is installed, being a little faster on most CPUs; else ONNX Runtime.
"""

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.table.ball import SNOOKER
from tracker.vision.colours import ColourReader
from tracker.vision.detector import Detector, Likes
from tracker.vision.runtimes.boxes import kind_order

REGISTRY = "registry.toml"
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


def find_network(name: str | None = None, folder: Path | None = None) -> Network:
    """Return the network called `name`, or the registry's default one.

    Raises:
        BadInput: there is no registry, or it cannot be read.
        UnknownName: no network has this name; the message lists those that exist.
    """
    where = (folder or models_folder()) / REGISTRY
    data = _registry(where.parent)
    try:
        known = {entry["name"]: _network_from(entry, where.parent) for entry in data["model"]}
        wanted = name or data["default"]
    except (KeyError, TypeError, ValueError) as trouble:
        raise BadInput(f"{where} cannot be read ({trouble!r}): restore it from the release") from trouble
    if wanted not in known:
        raise UnknownName(f"network {wanted!r} is not known: use one of {', '.join(sorted(known))}")
    return known[wanted]


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


def open_detector(name: str | None = None, at_once: int = 1, runtime: str | None = None) -> Detector:
    """Return a running detector; `runtime` is `openvino`, `onnxruntime`, or None for the faster one installed.

    It looks at up to `at_once` pictures at the same time, each on one thread of its own: two cores get more from two
    pictures than from the halves of one, and what is seen does not depend on how many there are.

    Raises:
        BadInput: the network or the runtime is not there.
        UnknownName: nobody has heard of the network or the runtime.
    """
    network = find_network(name)
    weights, order = read_weights(network), kind_order(network.sees)
    wanted = runtime or ("openvino" if find_spec("openvino") else "onnxruntime")
    if wanted not in ("openvino", "onnxruntime"):
        raise UnknownName(f"runtime {wanted!r} is not known: use openvino or onnxruntime")
    if find_spec(wanted) is None:
        raise BadInput(f"runtime {wanted} is not installed: pip install {wanted}")
    likes = Likes(ball_px=network.ball_px, colours=open_colours())
    if wanted == "openvino":
        from tracker.vision.runtimes.open_vino import OpenVinoDetector  # noqa: PLC0415  only where it is wanted

        return OpenVinoDetector(weights, order, at_once, likes)
    from tracker.vision.runtimes.onnx_runtime import OnnxDetector  # noqa: PLC0415

    return OnnxDetector(weights, order, likes)


def open_colours(folder: Path | None = None) -> ColourReader | None:
    """Return what was learnt about the colours of balls, or None where the registry names no such network.

    Raises:
        BadInput: it is named, but is missing or not the right one.
    """
    name = _registry(folder or models_folder()).get("colours")
    if name is None:
        return None
    from tracker.vision.runtimes.onnx_runtime import OnnxColours  # noqa: PLC0415

    network = find_network(str(name), folder)
    if network.sees != SNOOKER:
        raise BadInput(f"network {network.name} names the colours in another order: restore {REGISTRY}")
    return OnnxColours(read_weights(network))


def _registry(folder: Path) -> dict[str, Any]:
    where = folder / REGISTRY
    try:
        return tomllib.loads(where.read_text("utf-8"))
    except OSError as trouble:
        raise BadInput(f"no list of networks at {where}: install the program again") from trouble
    except ValueError as trouble:
        raise BadInput(f"{where} cannot be read ({trouble}): restore it from the release") from trouble


def _network_from(entry: dict[str, Any], folder: Path) -> Network:
    sees = tuple(str(kind) for kind in entry["sees"])
    kind_order(sees)
    return Network(
        name=str(entry["name"]), path=folder / str(entry["file"]), sha256=str(entry["sha256"]).lower(),
        sees=sees, ball_px=float(entry.get("ball_px", BALL_PX)),
    )  # fmt: skip
