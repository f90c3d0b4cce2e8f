"""A network that is missing, or not the right one, is refused in one line that says what to do."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from tracker.capture.sources.source import open_source
from tracker.domain.errors import BadInput
from tracker.networks.registry import read_weights
from tracker.vision.runtimes.networks import network_for, open_detector
from tracker.vision.runtimes.onnx_runtime import OnnxDetector

BALLS = ("red", "white")
ENTRY = """detectors = ["balls"]
[[model]]
name = "balls"
file = "balls.onnx"
sha256 = "{digest}"
sees = ["red", "yellow", "green", "brown", "blue", "pink", "black", "white"]
"""


def folder_with(tmp_path: Path, weights: bytes, digest: str) -> Path:
    (tmp_path / "registry.toml").write_text(ENTRY.format(digest=digest))
    (tmp_path / "balls.onnx").write_bytes(weights)
    return tmp_path


def test_the_default_network_is_found_and_its_bytes_are_checked(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"weights", sha256(b"weights").hexdigest())
    assert read_weights(network_for(BALLS, folder)) == b"weights"


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"tampered", sha256(b"weights").hexdigest())
    with pytest.raises(BadInput, match="SHA-256 differs"):
        read_weights(network_for(BALLS, folder))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"weights", "0" * 64)
    (folder / "balls.onnx").unlink()
    with pytest.raises(BadInput, match="is missing"):
        read_weights(network_for(BALLS, folder))


def test_a_missing_registry_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no list of networks"):
        network_for(BALLS, tmp_path)


def test_a_game_that_no_network_tells_is_said(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"weights", "0" * 64)
    with pytest.raises(BadInput, match="no network tells jack, red"):
        network_for(("jack", "red"), folder)


def test_a_game_is_seen_by_the_first_network_that_tells_all_of_its_kinds(tmp_path: Path) -> None:
    more = '[[model]]\nname = "{0}"\nfile = "{0}.onnx"\nsha256 = ""\nsees = [{1}]\n'
    told = {"two": '"a", "b"', "three": '"b", "a", "c"', "more": '"a", "b", "c", "d"'}
    text = f"detectors = {list(told)}\n" + "".join(more.format(*each) for each in told.items())
    (tmp_path / "registry.toml").write_text(text)
    assert network_for(("a", "c"), tmp_path).name == "three"
    assert network_for(("a",), tmp_path).name == "two"


def test_what_is_not_installed_by_default_is_not_needed_and_said_how_to_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert isinstance(open_detector(), OnnxDetector)
    with pytest.raises(BadInput, match=r"pip install 'cuewatch\[openvino\]'"):
        open_detector(runtime="openvino")


@pytest.mark.parametrize(
    "part", [np.s_[:704], np.s_[192:480, 448:864], np.s_[256:352, 544:640]], ids=["a whole picture", "a tile", "a ball"]
)
def test_both_runtimes_see_the_same_in_a_picture_of_any_size(part: slice | tuple[slice, slice]) -> None:
    pytest.importorskip("openvino")
    clip = Path(__file__).parents[2] / "sample_videos" / "0001-red-then-black" / "clip.mp4"
    picture = next(open_source(str(clip)).pictures()).image[part]
    one, other = (open_detector(runtime=name).detect(picture) for name in ("onnxruntime", "openvino"))
    assert len(one) == len(other) > 0
    order, same = np.lexsort(one.centres_px.round().T), np.lexsort(other.centres_px.round().T)
    assert one.centres_px[order] == pytest.approx(other.centres_px[same], abs=0.5)
    assert one.sure[order] == pytest.approx(other.sure[same], abs=0.02)


AT_ONCE = """
import sys, threading
import numpy as np
from tracker.vision.runtimes.networks import open_detector

sys.setswitchinterval(1e-6)
detector = open_detector(at_once=4, runtime=sys.argv[1])
blank, ready = np.zeros((64, 64, 3), np.uint8), threading.Barrier(4)
threads = [threading.Thread(target=lambda: (ready.wait(), detector.detect(blank)), daemon=True) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(30)
    assert not thread.is_alive(), "stuck"
"""


@pytest.mark.parametrize("runtime", ["openvino", "onnxruntime"])
def test_threads_that_look_for_the_first_time_at_once_do_not_lock_each_other_out(runtime: str) -> None:
    pytest.importorskip(runtime)
    command, root = [sys.executable, "-c", AT_ONCE, runtime], Path(__file__).parents[2]
    for _ in range(3):  # what this guards against locked up two times in five
        subprocess.run(command, cwd=root, check=True, timeout=90)
