"""Start the network that points at balls, and what was learnt of their colours, for what is played with.

ONNX Runtime runs them, or OpenVINO where that is installed and asked for.
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.table.kit import Kit
from tracker.networks.registry import DETECTORS, Network, listed, models_folder, read_weights
from tracker.vision.colours import ColourReader
from tracker.vision.detector import Detector, Likes

READERS: Final = "colours"
"""The registry's list of what tells the colours of balls."""


def network_for(kinds: Sequence[str], folder: Path | None = None) -> Network:
    """Return the network that points at balls of these kinds and tells them apart.

    Raises:
        BadInput: none does, or there is no registry, or it cannot be read.
    """
    among = listed(DETECTORS, folder or models_folder())
    found = next((network for network in among if set(kinds) <= set(network.sees)), None)
    if found is None:
        raise BadInput(f"no network tells {', '.join(kinds)}: a game of these cannot be seen yet")
    return found


def is_seen(kit: Kit, folder: Path | None = None) -> bool:
    """Say whether a camera can be set up over a table: some network tells what is played with.

    Raises:
        BadInput: there is no registry, or it cannot be read.
    """
    return any(set(kit.kinds) <= set(network.sees) for network in listed(DETECTORS, folder or models_folder()))


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
    among = listed(READERS, folder or models_folder())
    network = next((network for network in among if set(kinds) <= set(network.sees)), None)
    if network is None:
        return None
    from tracker.vision.runtimes.onnx_runtime import OnnxColours  # noqa: PLC0415

    return OnnxColours(read_weights(network), network.sees)
