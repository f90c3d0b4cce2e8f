"""What is forked is as what is started on its own: it has its descriptors, its pipes and its own end."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, socketpair

import pytest

from tracker.capture.starting.forking import Forked
from tracker.capture.starting.programs import PYTHON, Child, Program
from tracker.live.supervision.forks import ENVIRONMENT

MODULE = "forked_program"
LATE_S = 60.0
SERVERS = {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "pydantic", "rich", "reportlab"}


@contextmanager
def served(*modules: str) -> Iterator[tuple[int, Child]]:
    """Give the line to a process that forks, and that process."""
    ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
    with ours:
        with theirs:
            fd = theirs.fileno()
            server = Program(command=(*PYTHON, "tracker.capture.starting.fork_server", str(fd), *modules))
            child = server.started((fd,), talks=False)
        yield ours.fileno(), child
    try:
        assert child.wait(LATE_S) in (0, -signal.SIGKILL)
    finally:
        child.kill()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[tuple[Program, int]]:
    """Give the program, and a descriptor for it."""
    file = tmp_path / "given"
    file.write_text("the very file")
    fd = os.open(file, os.O_RDONLY)
    yield Program(command=(*PYTHON, MODULE, str(fd))), fd
    os.close(fd)


def said(child: Child) -> tuple[list[str], str]:
    """What it says of itself."""
    assert child.stdout is not None
    line = child.stdout.readline().decode()
    words, end = line.split("]", 1)
    return ast.literal_eval(words + "]"), end


def ended(child: Child, last: str) -> tuple[int, str]:
    """How it ends when it is told a line, and what it logs."""
    assert child.stdin is not None
    assert child.stderr is not None
    assert child.stdout is not None
    with child.stdout, child.stderr:
        with child.stdin:
            child.stdin.write(last.encode())
        return child.wait(LATE_S), child.stderr.read().decode()


def let_go(child: Child) -> None:
    """Close its pipes."""
    for pipe in filter(None, (child.stdin, child.stdout, child.stderr)):
        pipe.close()


@pytest.fixture
def line() -> Iterator[int]:
    with served(MODULE) as (line, _):
        yield line


@pytest.mark.parametrize(
    ("last", "status", "log"), [("go\n", 0, ""), ("break\n", 1, "RuntimeError: broken"), ("exit\n", 7, ""), ("", 3, "")]
)
def test_it_has_what_it_is_given_and_ends_as_if_started_on_its_own(
    program: tuple[Program, int], line: int, last: str, status: int, log: str
) -> None:
    with_line = replace(program[0], forks=line)
    child = with_line.started((program[1],))
    assert isinstance(child, Forked)
    words, end = said(child)
    assert words == [MODULE, str(program[1])]
    assert "the very file" in end
    assert str(os.getpid()) not in end.split()
    assert child.poll() is None
    got, logged = ended(child, last)
    assert (got, child.returncode, child.poll()) == (status, status, status)
    assert log in logged


def test_one_that_is_killed_takes_nobody_with_it(program: tuple[Program, int], line: int) -> None:
    with_line = replace(program[0], forks=line)
    first, second = with_line.started((program[1],)), with_line.started((program[1],))
    with pytest.raises(subprocess.TimeoutExpired):
        first.wait(0.05)
    first.kill()
    assert first.wait(LATE_S) == -signal.SIGKILL
    first.kill()
    third = with_line.started((program[1],))
    assert isinstance(third, Forked)
    assert [ended(second, "go\n")[0], ended(third, "exit\n")[0]] == [0, 7]
    let_go(first)


def test_without_a_server_that_has_it_a_program_is_started_on_its_own() -> None:
    with served("json") as (line, server):
        program = Program(command=(*PYTHON, "json.tool", "--help"), forks=line)
        before = program.started()
        server.kill()
        server.wait(LATE_S)
        after = program.started()
    for child in (before, after):
        assert isinstance(child, subprocess.Popen)
        assert ended(child, "")[0] == 0


def test_what_watches_a_table_is_forked_from_a_process_that_has_no_threads_and_serves_no_pages() -> None:
    script = "import os, sys; from tracker.live.supervision.forks import *; from importlib import import_module\n"
    script += "for module in (*FORKED, NETWORKS): import_module(module)\n"
    script += "print(len(os.listdir('/proc/self/task')), *sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={**os.environ, **ENVIRONMENT}
    )
    threads, *modules = done.stdout.split()
    assert int(threads) == 1
    assert not {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "pydantic", "rich", "reportlab"} & set(
        modules
    )
