"""To look at a picture tells nobody that somebody does: neither runtime sends anything to those who made it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LOOK = """
import json, os, sys
import numpy as np
from tracker.vision.runtimes.networks import open_detector
found = open_detector(runtime=sys.argv[1]).detect(np.zeros((64, 64, 3), np.uint8))
told = [name for name in sys.modules if "telemetry" in name and sys.modules[name] is not None]
fds = [f"/proc/self/fd/{fd}" for fd in os.listdir("/proc/self/fd")]
held = [os.readlink(fd) for fd in fds if os.path.exists(fd)]
print(json.dumps([len(found), told, held]))
"""


@pytest.mark.parametrize("runtime", ["openvino", "onnxruntime"])
def test_a_runtime_neither_imports_what_sends_nor_keeps_what_is_to_be_sent(runtime: str, tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, runtime], env=home, capture_output=True, text=True, check=True, timeout=120
    )
    seen, told, held = json.loads(done.stdout)
    assert (seen, told) == (0, [])
    assert not [path for path in held if path.endswith((".db", "-wal"))]
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
