"""The process that looks back tells what we would tell ourselves, is replaced when it breaks, and ends when we do."""

import os
import select
import subprocess
import sys

import pytest
from makers import Eye, look, play

from models.training.painter.cameras import Stand, camera_at
from tracker.capture.starting.programs import Program
from tracker.geometry.calibration import Calibration
from tracker.live.strokes import worker_client
from tracker.live.strokes.worker_client import CannotTell, LookBackRequest, WorkerClient
from tracker.live.strokes.worker_main import answered
from tracker.pipeline.live_window import begin, ingest, remaining
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")
TABLE = (("white", 700, 700), ("red", 889, 1500), ("blue", 889, 1784.5), ("brown", 889, 737))
BREAKS = """import os, sys
from multiprocessing.connection import Connection
with Connection(int(sys.argv[-1])) as line:
    line.recv()
    os._exit(3)
"""
HANGS = "import time; time.sleep(600)"


@pytest.fixture(scope="module")
def question() -> LookBackRequest:
    camera = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=40, distance_mm=8500))
    by = Calibration(table=KIT.name, camera=camera, error_px=0.3, error_mm=1.0, found_by="auto")
    window = begin(KIT, by)
    for sightings in look(play(TABLE, 600, 77, lasts_s=6.0, kit=KIT), Eye(rate=25)):
        window = ingest(window, sightings)
    rest = remaining(window)
    assert rest is not None
    return LookBackRequest(window=window, rest=rest, by=by)


def test_it_tells_what_we_would_with_its_evidence_and_without_the_ways(question: LookBackRequest) -> None:
    ours = answered(question)
    with WorkerClient() as process:
        theirs = process.ask(question)
        assert process.ask(question).evidence == theirs.evidence
    assert theirs.back.told == ours.back.told
    assert theirs.back.told[0].likeliest.stroke.first_hit == ("red",)
    assert theirs.evidence == ours.evidence
    assert theirs.evidence[0]
    assert not theirs.back.paths


@pytest.mark.parametrize("program", [BREAKS, HANGS])
def test_one_that_breaks_or_hangs_is_replaced(
    question: LookBackRequest, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(worker_client, "WITHIN_S", 0.5)
    monkeypatch.setattr(worker_client, "PARTING_S", 0.1)
    with WorkerClient(Program(command=(sys.executable, "-c", program))) as process:
        first = process._child
        with pytest.raises(CannotTell, match="by hand"):
            process.ask(question)
        assert first.returncode is not None
        assert process._child.poll() is None
        second = process._child
    assert second.returncode is not None


def test_it_ends_when_the_eyes_are_killed() -> None:
    program = "import os, time; from tracker.live.strokes.worker_client import WorkerClient\n"
    program += "print(WorkerClient()._child.pid, flush=True); time.sleep(600)"
    with subprocess.Popen((sys.executable, "-c", program), stdout=subprocess.PIPE) as eyes:
        assert eyes.stdout is not None
        pid = int(eyes.stdout.readline())
        gone = os.pidfd_open(pid)
        eyes.kill()
    assert select.select([gone], [], [], 30)[0]
    os.close(gone)
