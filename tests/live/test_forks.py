"""What watches tables is forked from one process, of which nothing is left once nobody watches."""

import os
import sys
from pathlib import Path

import pytest

from tracker.live.supervision.forks import Forks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")


def children() -> set[int]:
    """Return the numbers of our own processes, those that ended and that nobody has asked about among them."""
    tasks = Path(f"/proc/{os.getpid()}/task")
    return {int(number) for task in tasks.iterdir() for number in (task / "children").read_text().split()}


def test_the_process_is_seen_out_once_nobody_can_ask_it_any_more() -> None:
    before = children()
    with Forks() as forks:
        assert forks.line() is not None
        assert len(children() - before) == 1
    assert children() <= before
