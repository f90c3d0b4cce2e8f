"""A disk that is really full, under each of those that write: what was called is in the hall, and gets to the hub."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from halls import CROWN, GATE, Federation, assert_alike, at_work, is_sent

from tests.servers import Postgres, postgres_server, temporary_folder, wait_until
from tracker.domain.errors import DatabaseUnusable

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """Give a disk of that size in memory; only root may mount one."""
    with temporary_folder() as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False)
        if os.geteuid() != 0 or mounted.returncode != 0:
            pytest.skip("no disk can be mounted here: only root may, outside of most containers")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Leave no byte free on a disk meanwhile."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        for size in (1 << 16, 1 << 12, 1):
            with suppress(OSError):
                while True:
                    file.write(b"x" * size)
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def serving(folder: Path, postgres: Postgres) -> Iterator[Federation]:
    made = Federation(folder=folder, postgres=postgres, halls=(CROWN, GATE))
    made.start()
    try:
        yield made
    finally:
        made.stop()


def test_the_disk_of_postgresql_is_full(tmp_path: Path) -> None:
    with small_disk("80m") as disk, postgres_server() as postgres:
        postgres.stop()
        subprocess.run(["mv", postgres.folder / "data", disk / "data"], check=True)
        (postgres.folder / "data").symlink_to(disk / "data")
        postgres.start()
        with (
            serving(tmp_path, postgres) as federation,
            federation.hub() as hub,
            at_work("gate", tmp_path / "gate.db", federation.feed_order("gate")) as gate,
        ):
            book = gate.plays("maximum", entries=5)
            assert_alike(hub, gate)
            with filled(disk):
                gate.notes(*book, *(f"{number} " + "word " * 2000 for number in range(20)))
                gate.plays("six-reds")
                wait_until(lambda: is_sent(gate), "the hall waits for no disk of the hub")
            gate.notes(*book, "and there is room again")
            assert_alike(hub, gate)


def test_the_disk_of_the_hubs_nats_is_full(postgres: Postgres, tmp_path: Path) -> None:
    """It writes nothing more then until it is started anew (2.9.10): somebody makes room, and does that."""
    with small_disk("8m") as disk, serving(tmp_path, postgres) as federation:
        federation.nats.stop()
        (tmp_path / "hub").rename(tmp_path / "before")
        (tmp_path / "hub").symlink_to(disk)
        federation.nats.start()
        with federation.hub() as hub, at_work("gate", tmp_path / "gate.db", federation.feed_order("gate")) as gate:
            book = gate.plays("maximum", entries=5)
            assert_alike(hub, gate)
            with filled(disk):
                gate.notes(*book, *(f"{number} " + "word " * 2000 for number in range(20)))
            federation.nats.stop()
            federation.nats.start()
            gate.notes(*book, "and there is room again")
            assert_alike(hub, gate)


def test_the_disk_of_a_hall_is_full(postgres: Postgres, tmp_path: Path) -> None:
    with (
        small_disk("4m") as disk,
        serving(tmp_path, postgres) as federation,
        federation.hub() as hub,
        at_work("gate", disk / "gate.db", federation.feed_order("gate")) as gate,
    ):
        book = gate.plays("maximum", entries=5)
        assert_alike(hub, gate)
        with filled(disk), pytest.raises(DatabaseUnusable):
            gate.notes(*book, *("word " * 20_000 for _ in range(40)))
        gate.notes(*book, "and there is room again")
        assert_alike(hub, gate)
