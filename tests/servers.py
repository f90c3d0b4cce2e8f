"""Real servers for tests: PostgreSQL and NATS of Debian, on free ports, in folders of their own, as nobody special.

Where the programs are missing a test is skipped, in the gate it fails (`needs`).
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from tests.needs import missing

PATIENCE_S = 60.0
"""How long a server may take to answer: so long that none is given up where other work is done beside."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_until(is_so: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait until something is so; it not coming about is a failure, however long it takes is none."""
    end_s = time.monotonic() + patience_s
    while not is_so():
        if time.monotonic() > end_s:
            raise AssertionError(f"waited {patience_s:.0f} s in vain: {what}")
        time.sleep(0.02)


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder that servers may use which run as another user."""
    folder = Path(mkdtemp(prefix="cw-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def server_user() -> int | None:
    """Return whom a server runs as that refuses to be root's; None: as ourselves."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_uid
    missing("no user that a server could run as (postgres)")


@dataclass(kw_only=True)
class Postgres:
    """A PostgreSQL server that can be killed and started again."""

    programs: Path
    folder: Path
    settings: tuple[str, ...] = ()
    """As `name=value`."""
    port: int = field(default_factory=free_port)
    running: "subprocess.Popen[bytes] | None" = None
    made: int = 0

    def start(self) -> None:
        options = ("-p", str(self.port), "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1")
        more = (part for one in self.settings for part in ("-c", one))
        self.running = subprocess.Popen(
            [self.programs / "postgres", "-D", self.folder / "data", *options, *more],
            user=server_user(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
        )  # fmt: skip
        wait_until(self._is_ready, "PostgreSQL answers")

    def _is_ready(self) -> bool:
        asked = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(asked, check=False).returncode == 0

    def stop(self, how: int = signal.SIGINT) -> None:
        if self.running is not None:
            self.running.send_signal(how)
            self.running.wait()
            self.running = None

    def new_database(self) -> str:
        """Make an empty database; return its address."""
        self.made += 1
        self.run("createdb", f"d{self.made}")
        return f"postgresql://club@127.0.0.1:{self.port}/d{self.made}"

    def run(self, program: str, *arguments: str) -> None:
        access = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "club")
        subprocess.run([self.programs / program, *access, *arguments], check=True, capture_output=True)


@contextmanager
def postgres_server(*settings: str) -> Iterator[Postgres]:
    """Run a PostgreSQL server with no database in it yet; it keeps what it says it keeps, slow as a disk is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        missing("no PostgreSQL: apt-get install postgresql")
    user = server_user()
    with temporary_folder() as folder:
        if user is not None:
            os.chown(folder, user, -1)
        make = ("-D", folder / "data", "-U", "club", "-A", "trust", "--locale=C", "-E", "UTF8", "--no-sync")
        subprocess.run([found[-1], *make], user=user, check=True, capture_output=True, cwd=folder)
        server = Postgres(programs=found[-1].parent, folder=folder, settings=settings)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)


@dataclass(kw_only=True)
class Nats:
    """A NATS server by a file, that can be killed and started again."""

    program: str
    file: Path
    port: int
    running: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with (self.file.parent / f"{self.file.name}.log").open("ab") as log:
            self.running = subprocess.Popen([self.program, "-c", self.file], stdout=log, stderr=log)
        wait_until(lambda: answers(self.port), f"NATS answers on {self.port}")

    def stop(self, how: int = signal.SIGKILL) -> None:
        if self.running is not None:
            self.running.send_signal(how)
            self.running.wait()
            self.running = None

    def reload(self) -> None:
        assert self.running is not None
        self.running.send_signal(signal.SIGHUP)


def nats_program() -> str:
    found = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/bin")
    if found is None:
        missing("no NATS: apt-get install nats-server")
    return found
