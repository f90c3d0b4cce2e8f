"""The recording of a stroke comes from its hall when somebody asks at the hub, whole or not at all."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import client_of
from halls import CROWN, GATE, NOW_US, Federation, HallAtWork, at_work, brought

from tests.servers import Postgres, wait_until
from tracker.domain.book.setup import Setup
from tracker.domain.errors import UnknownName
from tracker.domain.roles import Role
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.hub.recordings import lending
from tracker.hub.recordings.fetching import Fetching, FetchOrder, Progress
from tracker.hub.recordings.lending import Lend
from tracker.hub.recordings.words import MOST_BYTES, PART_BYTES, RecordingWanted, Why
from tracker.hub.scores import Scores
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import EntryName, Header
from tracker.match.steps import BeginMatch, See
from tracker.store.database.opening import Database
from tracker.store.database.users import User, keep_user
from tracker.web.access.door import Door
from tracker.web.federation.application import create_hub
from tracker.web.federation.channels import HubChannels

FILM = b"\0\0\0\x18ftypisom" + bytes(range(256)) * 700
PATIENCE_S = 60
LEAST = 0.02


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    folder = tmp_path_factory.mktemp("federation")
    nowhere = Postgres(programs=folder, folder=folder)
    federation = Federation(folder=folder, postgres=nowhere, halls=(CROWN, GATE), address="none")
    federation.start()
    yield federation
    federation.stop()


def wanted(hall: str, sequence: int = 7) -> FetchOrder:
    asked = RecordingWanted(version=1, table="1", epoch=2, sequence=sequence, by="Eva")
    return FetchOrder(hall=hall, file=f"{hall}-{sequence}.mp4", wanted=asked)


def fetching(federation: Federation, folder: Path) -> Fetching:
    return Fetching(folder, {one.name: one.server for one in federation.orders()})


def fetched(fetches: Fetching, order: FetchOrder, until: Callable[[Progress], bool] = lambda now: True) -> Progress:
    """Have a recording fetched; return how far it has come, once it comes no more or as far as that."""

    async def run() -> Progress:
        fetches.begin(order)
        async with asyncio.timeout(PATIENCE_S):
            while (now := fetches.progress(order.file)).state == "coming" or not until(now):
                await asyncio.sleep(LEAST)
        return now

    return asyncio.run(run())


def answering(fetches: Fetching, hall: str) -> Progress:
    """Return what comes of it once the hall is heard: it may be just coming in."""
    while (now := fetched(fetches, wanted(hall))).why is Why.AWAY:
        pass
    return now


def film_of(entry: EntryName, path: Path) -> bool:
    if (entry.table, entry.epoch) != ("1", 2):
        raise UnknownName("no such stroke")
    path.write_bytes(FILM)
    return entry.sequence == 7


@pytest.mark.parametrize("hall", ["crown", "gate"])
def test_a_recording_comes_from_its_hall_as_it_is_there(hall: str, federation: Federation, tmp_path: Path) -> None:
    asked: list[EntryName] = []

    def lend(entry: EntryName, path: Path) -> bool:
        asked.append(entry)
        return film_of(entry, path)

    fetches = fetching(federation, tmp_path / "hub")
    with at_work(hall, tmp_path / "hall.db", federation.feed_order(hall), lend=lend):
        assert answering(fetches, hall) == Progress(state="here", size=len(FILM), come=len(FILM))
        assert fetched(fetches, wanted(hall)).state == "here"
        assert fetched(fetches, wanted(hall, 8)).why is Why.NONE
    assert [one.sequence for one in asked] == [7, 8]  # what is here is not asked for again
    assert fetches.path(f"{hall}-7.mp4").read_bytes() == FILM
    assert fetched(fetches, wanted(hall, 9)).why is Why.AWAY
    assert [one.name for one in (tmp_path / "hub").iterdir()] == [f"{hall}-7.mp4"]


def no_video(_entry: EntryName, path: Path) -> bool:
    return bool(path.write_bytes(b"<html>" * 100))


def too_long(_entry: EntryName, path: Path) -> bool:
    with path.open("wb") as file:
        return bool(file.truncate(MOST_BYTES + 1))


def full(_entry: EntryName, _path: Path) -> bool:
    raise OSError("no space left on device")


def stranger(_entry: EntryName, _path: Path) -> bool:
    raise UnknownName("no such stroke")


@pytest.mark.parametrize(
    ("lend", "why"),
    [
        (None, Why.OFF), (no_video, Why.BROKEN), (too_long, Why.LARGE), (full, Why.NONE), (stranger, Why.UNKNOWN),
    ],
)  # fmt: skip
def test_why_there_is_none_is_told(lend: Lend | None, why: Why, federation: Federation, tmp_path: Path) -> None:
    fetches = fetching(federation, tmp_path / "hub")
    with at_work("gate", tmp_path / "hall.db", federation.feed_order("gate"), lend=lend):
        assert answering(fetches, "gate") == Progress(state="failed", why=why)
    assert list((tmp_path / "hub").glob("*")) == []


def test_of_a_recording_that_breaks_off_nothing_stays_and_it_can_be_had_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lending, "LENT_S", 5.0)
    lent: list[Path] = []
    nowhere = Postgres(programs=tmp_path, folder=tmp_path)
    federation = Federation(folder=tmp_path, postgres=nowhere, halls=(GATE,), address="none")
    federation.start()
    fetches, long = fetching(federation, tmp_path / "fetched"), FILM + bytes(200 * PART_BYTES)

    def lend(_entry: EntryName, path: Path) -> bool:
        lent.append(path)
        return bool(path.write_bytes(long))

    async def broken_off() -> Progress:
        while (now := fetches.begin(order)).why is Why.AWAY or now.come < PART_BYTES:
            await asyncio.sleep(0)
        federation.nats.stop()
        while (now := fetches.progress(order.file)).state == "coming":
            await asyncio.sleep(LEAST)
        return now

    order = wanted("gate")
    with at_work("gate", tmp_path / "hall.db", federation.feed_order("gate"), lend=lend):
        assert asyncio.run(broken_off()) == Progress(state="failed", why=Why.AWAY)
        assert list((tmp_path / "fetched").iterdir()) == []
        wait_until(lambda: not any(path.exists() for path in lent), "the hall lets go of what it lent")
        federation.nats.start()
        answering(fetches, "gate")
        assert fetches.path(order.file).read_bytes() == long
    federation.stop()


def test_who_may_judge_asks_for_a_recording_by_the_stroke_in_the_book(
    crown: HallAtWork, hub: Database, tmp_path: Path
) -> None:
    table = Table("1", Stored(crown.database, lambda: NOW_US // 1000), lambda: NOW_US // 1000)
    table.do(BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo")))))
    stroke = Stroke(number=1, began_us=1_200_000, ended_us=1_600_000, cue_ball="white", origin=Point(889.0, 600.0))
    table.do(See(seen=Alternatives.certain(stroke, Standing(at_us=2_000_001, places=()))))
    brought(crown, hub)
    scores = Scores(database=hub, federation="League", now_us=lambda: NOW_US)
    app = create_hub(scores, HubChannels(hub, lambda: NOW_US // 1000), Fetching(tmp_path, {}), Door(database=hub))
    (line,) = client_of(app).get("/api/tables/crown:1/strokes").json()
    address = f"/api/tables/crown:1/strokes/{line['epoch']}/{line['sequence']}/recording"
    assert client_of(app).get(address).json()["state"] == "none"
    assert client_of(app).get(f"{address}.mp4").status_code == 404
    refused = client_of(app).post(address, json={})
    assert (refused.status_code, refused.json()) == (404, {"refused": "the hub hears no hall 'crown'"})
    assert client_of(app).post("/api/tables/crown:1/strokes/9/1/recording", json={}).status_code == 404
    (tmp_path / f"crown.{line['epoch']}.{line['sequence']}.1.mp4").write_bytes(FILM)
    assert client_of(app).get(f"{address}.mp4", headers={"Range": "bytes=4-7"}).content == b"ftyp"
    for role in (Role.ADMIN, Role.SCORER):
        keep_user(hub, User(name=role.name, role=role, password_hash="-", created_us=1))
    away = client_of(app, "192.0.2.7")
    assert {away.get(f"{address}.mp4").status_code, away.post(address, json={}).status_code} == {401}
