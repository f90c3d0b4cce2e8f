"""Whatever is killed, lost, full or put back, in the end the hub has the books of the halls, byte for byte."""

import asyncio
import gc
import re
import shutil
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path

import nats
import pytest
from halls import (
    CROWN,
    GATE,
    HOUR_US,
    Federation,
    HallAtWork,
    assert_alike,
    at_work,
    books_at,
    books_in,
    is_sent,
    now_us,
)
from nats.aio.msg import Msg
from nats.js.errors import NoStreamResponseError
from sqlalchemy import text

from tests.servers import PATIENCE_S, Postgres, wait_until
from tracker.hub import receiving
from tracker.hub.configuring import HallAccount, HubPlaces, hub_conf
from tracker.hub.streams import have_stream
from tracker.hub.wire import STREAM
from tracker.store.database.opening import Database
from tracker.store.mirror.halls import halls

pytestmark = [
    pytest.mark.slow,
    # of nats-py, which leaves a socket to the collector where a server dies while it is being joined
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module", autouse=True)
def _sockets_of_servers_that_died() -> Iterator[None]:
    """No other test is told of them (see above)."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture
def federation(postgres: Postgres, tmp_path: Path) -> Iterator[Federation]:
    made = Federation(folder=tmp_path, postgres=postgres, halls=(CROWN, GATE))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def crown(federation: Federation, tmp_path: Path) -> Iterator[HallAtWork]:
    """A hall with a leaf node."""
    with at_work("crown", tmp_path / "crown.db", federation.feed_order("crown")) as hall:
        yield hall


@pytest.fixture
def gate(federation: Federation, tmp_path: Path) -> Iterator[HallAtWork]:
    """A hall without one."""
    with at_work("gate", tmp_path / "gate.db", federation.feed_order("gate")) as hall:
        yield hall


def every_line_ever_taken(hub: Database) -> set[str]:
    with hub.reading() as connection:
        return set(connection.scalars(text("SELECT line FROM entries")))


def test_books_come_by_a_leaf_and_without_one(federation: Federation, crown: HallAtWork, gate: HallAtWork) -> None:
    with federation.hub() as hub:
        crown.puts_right(*crown.plays("maximum"))
        gate.plays("six-reds", table="1")
        gate.plays("novuss-set", table="2")
        crown.plays("four-handed")
        assert_alike(hub, crown, gate)


def test_no_line_waits_for_the_next_one(
    federation: Federation, gate: HallAtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while without any, a server may hold lines back until a batch is full or its time is up."""
    server = federation.orders()[-1].server

    async def hear() -> list[int]:
        line = await nats.connect(server.address, user=server.user, password=server.password)
        stream = line.jetstream()
        await have_stream(line, stream, gate.name, is_leaf=False)
        pulled = await stream.pull_subscribe("books.>", durable="test", stream=STREAM)
        monkeypatch.setattr(receiving, "WAIT_S", 0.2)
        came = [len(await receiving.fetched(pulled))]
        monkeypatch.setattr(receiving, "WAIT_S", 3600.0)
        for number in range(4):
            waits = asyncio.create_task(receiving.fetched(pulled))
            await asyncio.sleep(0.1)
            await stream.publish(f"books.1.{number}", b"a line")
            async with asyncio.timeout(PATIENCE_S):
                came.append(len(await waits))
        await line.close()
        return came

    assert asyncio.run(hear()) == [0, 1, 1, 1, 1]


def test_the_hubs_nats_is_killed_while_halls_write(federation: Federation, crown: HallAtWork, gate: HallAtWork) -> None:
    with federation.hub() as hub:
        books = [hall.plays("maximum", entries=20) for hall in (crown, gate)]
        federation.nats.stop(signal.SIGKILL)
        for hall, book in zip((crown, gate), books, strict=True):
            hall.notes(*book, "called while nobody heard")
        wait_until(lambda: is_sent(crown), "the leaf has taken what was called")
        assert not is_sent(gate)
        federation.nats.start()
        gate.notes(*books[1], "called after that")
        assert_alike(hub, crown, gate)


def test_a_leaf_is_killed_and_then_its_disk_is_lost(federation: Federation, crown: HallAtWork) -> None:
    leaf = federation.leaves["crown"]
    with federation.hub() as hub:
        book = crown.plays("maximum", entries=20)
        leaf.stop(signal.SIGKILL)
        crown.notes(*book, "called without a leaf")
        leaf.start()
        assert_alike(hub, crown)
        federation.nats.stop()
        crown.notes(*book, "only the leaf has taken this")
        wait_until(lambda: is_sent(crown), "the leaf has taken it")
        leaf.stop(signal.SIGKILL)
        shutil.rmtree(federation.folder / "leaf-crown")
        leaf.start()
        federation.nats.start()
        crown.notes(*book, "and this comes after")
        assert_alike(hub, crown)


def test_postgresql_is_stopped_short_and_started(federation: Federation, gate: HallAtWork, crown: HallAtWork) -> None:
    with federation.hub() as hub:
        book = gate.plays("six-reds", entries=10)
        assert_alike(hub, gate)  # by then the hub is at work: one that finds no database as it begins says so and ends
        federation.postgres.stop(signal.SIGQUIT)
        gate.notes(*book, "called meanwhile")
        crown.plays("shoot-out")
        wait_until(lambda: is_sent(crown) and is_sent(gate), "the hall waits for no database of the hub")
        federation.postgres.start()
        assert_alike(hub, crown, gate)


def test_a_hall_is_offline_for_long_and_comes_back(federation: Federation, tmp_path: Path) -> None:
    with at_work("gate", tmp_path / "gate.db", None) as hall:
        for name in ("maximum", "six-reds", "novuss-set", "billiards-to-200"):
            hall.puts_right(*hall.plays(name, table=name[:3]))
        with federation.hub() as hub, at_work("gate", tmp_path / "gate.db", federation.feed_order("gate")):
            assert_alike(hub, hall)


def test_a_hall_is_restored_from_an_older_backup_and_plays_on(federation: Federation, tmp_path: Path) -> None:
    """What was called after the backup is not in the hall any more; the hub keeps it, and shows what the hall has."""
    order, path = federation.feed_order("gate"), tmp_path / "gate.db"
    with federation.hub() as hub:
        with at_work("gate", path, order) as before:
            book = before.plays("maximum", entries=20)
            assert_alike(hub, before)
        shutil.copy(path, tmp_path / "backup.db")
        with at_work("gate", path, order) as lost:
            lost.notes(*book, "lost one", "lost two")
            lost.plays("six-reds", entries=4)
            lost.plays("shoot-out", entries=4)
            assert_alike(hub, lost)
        for name in (path, path.with_name("gate.db-wal"), path.with_name("gate.db-shm")):
            name.unlink(missing_ok=True)
        shutil.copy(tmp_path / "backup.db", path)
        with at_work("gate", path, order) as restored:
            restored.notes(*book, "called otherwise now")
            restored.plays("six-reds", entries=6)
            assert_alike(hub, restored)
            assert any("lost two" in line for line in every_line_ever_taken(hub))


def test_a_hall_is_restored_from_an_older_backup_and_writes_nothing_where_it_was_longer(
    federation: Federation, tmp_path: Path
) -> None:
    order, path = federation.feed_order("gate"), tmp_path / "gate.db"
    with federation.hub() as hub:
        with at_work("gate", path, order) as before:
            before.plays("maximum", entries=20)
            quiet = before.plays("six-reds", table="2", entries=5)
            assert_alike(hub, before)
        shutil.copy(path, tmp_path / "backup.db")
        with at_work("gate", path, order) as lost:
            lost.notes("1", 1, "lost one")
            lost.notes(*quiet, "lost two")
            lost.plays("shoot-out", table="2", entries=4)
            assert_alike(hub, lost)
        for name in (path, path.with_name("gate.db-wal"), path.with_name("gate.db-shm")):
            name.unlink(missing_ok=True)
        shutil.copy(tmp_path / "backup.db", path)
        with at_work("gate", path, order) as restored:
            restored.plays("six-reds", entries=6)
            assert_alike(hub, restored)
            assert len(books_in(restored)) == 3
            assert {"lost one", "lost two"} <= set(re.findall("lost \\w+", " ".join(every_line_ever_taken(hub))))


def test_the_hubs_database_is_restored_from_an_older_copy(
    federation: Federation, crown: HallAtWork, gate: HallAtWork
) -> None:
    with federation.hub() as hub:
        books = [hall.plays("maximum", entries=10) for hall in (crown, gate)]
        assert_alike(hub, crown, gate)
    name = federation.address.rpartition("/")[2]
    federation.postgres.run("createdb", "--template", name, f"{name}_old")
    with federation.hub() as hub:
        for hall, book in zip((crown, gate), books, strict=True):
            hall.notes(*book, "after the copy")
            hall.plays("six-reds")
        assert_alike(hub, crown, gate)
    federation.address += "_old"
    with federation.hub() as hub:
        assert_alike(hub, crown, gate)


def test_a_clock_that_is_an_hour_off_changes_no_book_and_is_known(federation: Federation, tmp_path: Path) -> None:
    def ahead() -> int:
        return now_us() + HOUR_US

    with (
        federation.hub() as hub,
        at_work("gate", tmp_path / "gate.db", federation.feed_order("gate"), clock=ahead) as hall,
    ):
        hall.plays("six-reds")
        assert_alike(hub, hall)
        known = {one.name: one for one in halls(hub)}
        assert abs(known["gate"].ahead_us - HOUR_US) < HOUR_US / 60
        assert known["gate"].heard_us is not None
        assert known["crown"].heard_us is None


def test_the_hubs_stream_has_no_room_for_what_a_hall_sends(federation: Federation, gate: HallAtWork) -> None:
    """What falls out of it before the hub has taken it is in the hall, and asked for."""

    async def shrink() -> None:
        (order,) = [one for one in federation.orders() if one.name == "gate"]
        line = await nats.connect(order.server.address, user=order.server.user, password=order.server.password)
        stream = line.jetstream()
        before = await stream.stream_info(STREAM)
        await stream.update_stream(before.config.evolve(max_bytes=4096))
        await line.close()

    with federation.hub() as hub:
        book = gate.plays("maximum", entries=3)
        assert_alike(hub, gate)
    asyncio.run(shrink())
    gate.notes(*book, *(f"remark {number}" for number in range(20)))
    gate.plays("six-reds")
    wait_until(lambda: is_sent(gate), "the hall has sent all")
    with federation.hub() as hub:
        assert_alike(hub, gate)


def test_the_halls_disk_is_full(federation: Federation, gate: HallAtWork) -> None:
    """What cannot be called cannot be sent; what was called is sent again and again, and is once at the hub."""
    with federation.hub() as hub:
        book = gate.plays("maximum", entries=5)
        assert_alike(hub, gate)
        with gate.database.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        gate.notes(*book, "a little room is left")
        assert_alike(hub, gate)
        with gate.database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        gate.notes(*book, "and now all of it")
        assert_alike(hub, gate)


def test_a_hall_neither_writes_nor_reads_in_anothers_account(federation: Federation, crown: HallAtWork) -> None:
    """Under its own name it says what it likes, which the hub takes for its own; the other's books stay as they are."""

    async def intrude() -> list[str]:
        address = f"nats://127.0.0.1:{federation.nats.port}"
        line = await nats.connect(address, user="gate", password="gate-word", allow_reconnect=False)
        heard: list[str] = []

        async def hear(message: Msg) -> None:
            heard.append(message.data.decode())

        await line.subscribe("books.>", cb=hear)
        await line.subscribe("_INBOX.>", cb=hear)
        stream = line.jetstream(timeout=1)
        with pytest.raises((NoStreamResponseError, nats.errors.Error)):
            await stream.stream_info("BOOKS")
        await stream.publish("books.1.1", b'{"schema":1,"table":"1","epoch":1,"number":1,"text":"{}"}')
        crown.plays("maximum")
        await asyncio.sleep(0.3)
        await line.close()
        with pytest.raises(nats.errors.Error):
            await nats.connect(address, user="crown", password="gate-word", allow_reconnect=False)
        return heard

    with federation.hub() as hub:
        crown.plays("six-reds", entries=3)
        assert_alike(hub, crown)
        heard = asyncio.run(intrude())
        assert_alike(hub, crown)
        assert not any("Called" in one for one in heard)
        assert books_at(hub, "gate") == {}
        assert books_in(crown)


def test_a_hall_is_added_while_the_server_runs(federation: Federation, tmp_path: Path) -> None:
    federation.halls = (*federation.halls, HallAccount(name="dock", password="dock-word", hub_password="hub-dock"))
    federation.write_accounts()
    federation.nats.reload()
    with (
        federation.hub() as hub,
        at_work("dock", tmp_path / "dock.db", federation.feed_order("dock")) as dock,
    ):
        dock.plays("maximum", entries=9)
        assert_alike(hub, dock)


def test_the_files_are_read_as_they_are_meant() -> None:
    conf = hub_conf(HubPlaces(folder="/x", certificate="/x/hub.pem", key="/x/hub.key"))
    assert conf.count('tls { cert_file: "/x/hub.pem", key_file: "/x/hub.key" }') == 2
