"""Books and matches in a file and in a database of PostgreSQL, the same of both: books grow, two writers never mix."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from tests.servers import Postgres, postgres_server
from tracker.domain.book.setup import Setup
from tracker.domain.errors import BadInput, BookTaken, DatabaseUnusable, UnknownName
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.match.book.book import Book
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import Entry, Header, Noted
from tracker.store.calibrations import calibration_text
from tracker.store.database import schema
from tracker.store.database.books import book_of, since
from tracker.store.database.dialects.postgres import open_postgres
from tracker.store.database.footage import (
    StoredCalibration,
    StoredClip,
    StrokeTime,
    calibrations_of,
    clip_named,
    keep_calibration,
    keep_clip,
    keep_stroke,
)
from tracker.store.database.matches import (
    Ended,
    StoredFrame,
    StoredMatch,
    begin_book,
    frames_of,
    go_on,
    keep_match,
    latest_frame,
    match_numbered,
    matches,
)
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table, tables
from tracker.store.database.players import Player, change_player, keep_player, players, remove_player
from tracker.store.database.reviews import strokes_of
from tracker.store.kits import find_kit

KIT = find_kit()
CALIBRATION = Calibration(
    table=KIT.name,
    camera=Camera(
        image_size=(1280, 720),
        matrix=np.array([[2600.0, 0, 639.5], [0, 2600.0, 359.5], [0, 0, 1]]),
        distortion=np.zeros(5),
        rotation=np.array([2.0, 0.1, 0.05]),
        translation=np.array([-900.0, 700.0, 9000.0]),
    ),
    error_px=0.3,
    error_mm=1.2,
    found_by="auto",
)
HEADER = Header(rulebook="snooker-2024")
MATCH = StoredMatch(table="1", rulebook="snooker-2024", sides=(("Ada", "Di"), ("Ben",)), begun_us=5, best_of=3)
BOOKS = Path(__file__).parents[1] / "books"
Opening = Callable[[], Database]
"""Opens a database that is new for each test, as often as is asked."""


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres_server() as running:
        yield running


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    if request.param == "SQLite":
        return lambda: open_database(tmp_path / "club.db")
    address = request.getfixturevalue("server").new_database()
    return lambda: open_postgres(address)


@pytest.fixture
def database(opening: Opening) -> Iterator[Database]:
    with opening() as opened:
        keep_table(opened, ClubTable(name="1", label="Table one", club="The Crown"))
        begin_book(opened, StoredFrame(match=0, table="1", header=HEADER, begun_us=6), match=MATCH)
        yield opened


def notes(first: int, last: int, text: str = "") -> tuple[Entry, ...]:
    return tuple(Noted(number=number, text=text) for number in range(first, last + 1))


def test_what_the_migrations_make_is_what_the_schema_says(database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []


def test_a_database_opens_again_with_all_it_held(database: Database, opening: Opening) -> None:
    go_on(database, ("1", 1), notes(1, 3), at_us=7)
    with opening() as again:
        assert book_of(again, "1", 1) == book_of(database, "1", 1)


def test_a_database_that_is_being_written_opens(database: Database, opening: Opening) -> None:
    with database.writing(), opening() as again:
        assert tables(again) == tables(database)


def test_programs_that_open_a_new_database_at_once_all_get_it(opening: Opening) -> None:
    with ThreadPoolExecutor(6) as pool:
        opened = list(pool.map(lambda _: opening(), range(6)))
    assert [tables(one) for one in opened] == [()] * 6
    for one in opened:
        one.close()


@pytest.mark.parametrize("name", sorted(path.stem for path in BOOKS.glob("*.jsonl")))
def test_a_book_comes_out_as_it_went_in(database: Database, name: str) -> None:
    text = (BOOKS / f"{name}.jsonl").read_text("utf-8")
    book = book_from_text(text)
    frame = begin_book(database, StoredFrame(match=1, table="1", header=book.header, begun_us=9), book.entries[:3])
    go_on(database, (frame.table, frame.epoch), book.entries[3:], at_us=10)
    assert book_to_text(book_of(database, frame.table, frame.epoch)) == text


def test_a_screen_asks_for_what_is_newer(database: Database) -> None:
    go_on(database, ("1", 1), notes(1, 4), at_us=7)
    assert since(database, "1", 1, 2) == notes(3, 4)
    assert since(database, "1", 1, 4) == ()
    with pytest.raises(UnknownName, match="epoch 2"):
        since(database, "1", 2, 0)


def test_a_second_writer_fails_and_nothing_mixes(database: Database, opening: Opening) -> None:
    go_on(database, ("1", 1), notes(1, 2), at_us=7)
    with opening() as second:
        go_on(second, ("1", 1), notes(3, 4, "theirs"), at_us=8)
        with pytest.raises(BookTaken, match="ends at entry 4, not 2"):
            go_on(database, ("1", 1), notes(3, 3, "ours"), at_us=9)
    assert book_of(database, "1", 1).entries == notes(1, 2) + notes(3, 4, "theirs")


def test_writers_at_the_same_time_take_turns_or_fail(database: Database, opening: Opening) -> None:
    """Each writes as long as the book is as it left it, and reads it again where it is not; all it kept is there."""

    def write(name: str) -> int:
        kept = 0
        with opening() as own:
            for _ in range(25):
                last = len(book_of(own, "1", 1).entries)
                try:
                    go_on(own, ("1", 1), notes(last + 1, last + 2, name), at_us=8)
                except BookTaken:
                    continue
                kept += 1
        return kept

    names = ("one", "two", "three")
    with ThreadPoolExecutor(len(names)) as pool:
        kept = dict(zip(names, pool.map(write, names), strict=True))
    texts = [entry.text for entry in book_of(database, "1", 1).entries if isinstance(entry, Noted)]
    assert texts[::2] == texts[1::2]
    assert {name: texts[::2].count(name) for name in names} == kept


def test_an_entry_out_of_order_is_never_written(database: Database) -> None:
    with pytest.raises(ValueError, match="entry 3 is given where 2 is due"):
        go_on(database, ("1", 1), notes(1, 1) + notes(3, 3), at_us=7)
    assert book_of(database, "1", 1) == Book(header=HEADER)


def test_a_frame_begun_again_stands_in_place_of_it_and_of_all_after_it(database: Database) -> None:
    first = latest_frame(database, "1")
    assert first is not None
    second, third = (begin_book(database, StoredFrame(match=1, table="1", header=HEADER, begun_us=8)) for _ in range(2))
    again = begin_book(database, replace(second, header=replace(HEADER, software="corrected"), begun_us=9))
    assert [(f.number, f.epoch) for f in (first, second, third, again)] == [(1, 1), (2, 2), (3, 3), (2, 4)]
    assert frames_of(database, 1) == (first, again)
    assert latest_frame(database, "1") == again
    assert book_of(database, "1", 2).header == HEADER
    assert begin_book(database, StoredFrame(match=1, table="1", header=HEADER, begun_us=10)).number == 3


def test_epochs_are_those_of_a_table(database: Database) -> None:
    keep_table(database, ClubTable(name="2"))
    other = replace(MATCH, table="2")
    begun = begin_book(database, StoredFrame(match=0, table="2", header=HEADER, begun_us=8), match=other)
    assert (begun.number, begun.epoch) == (1, 1)


def test_matches_come_back_newest_first_with_their_players(database: Database) -> None:
    later = keep_match(database, replace(MATCH, sides=(("Eve",), ("Ada",)), begun_us=50, title="Final"), ())
    go_on(database, ("1", 1), (), 60, Ended(match=later.number, at_us=60))
    assert matches(database) == (replace(later, ended_us=60), replace(MATCH, number=1))
    assert match_numbered(database, 1).names == ("Ada & Di", "Ben")
    go_on(database, ("1", 1), (), 70, Ended(match=later.number, at_us=None))
    assert match_numbered(database, later.number) == later
    assert [player.name for player in players(database)] == ["Ada", "Ben", "Di", "Eve"]


def test_what_is_not_there_is_named(database: Database) -> None:
    with pytest.raises(UnknownName, match="there is no match 9"):
        match_numbered(database, 9)
    with pytest.raises(UnknownName, match="there is no match 9"):
        begin_book(database, StoredFrame(match=9, table="1", header=HEADER, begun_us=8))
    with pytest.raises(UnknownName, match="there is no match 9"):
        go_on(database, ("1", 1), (), 7, Ended(match=9, at_us=7))
    with pytest.raises(UnknownName, match="table '7' is not known: use one of 1"):
        keep_match(database, replace(MATCH, table="7"), ())
    with pytest.raises(UnknownName, match="epoch 9"):
        go_on(database, ("1", 9), notes(1, 1), at_us=7)


def test_a_table_keeps_what_changed(database: Database) -> None:
    keep_table(database, ClubTable(name="1", label="By the window", kit="snooker-10ft", club="The Crown"))
    assert tables(database) == (ClubTable(name="1", label="By the window", kit="snooker-10ft", club="The Crown"),)


def test_a_player_has_a_short_name_a_flag_and_a_handicap_and_may_be_called_otherwise(database: Database) -> None:
    ada = Player(name="Ada Lovelace", short_name="Ada", country="GB-ENG", handicap=-7)
    change_player(database, "Ada", ada)
    assert players(database) == (ada, Player(name="Ben"), Player(name="Di"))
    assert match_numbered(database, 1).sides == (("Ada Lovelace", "Di"), ("Ben",))


def test_a_player_is_there_once_and_stays_once_he_has_played(database: Database) -> None:
    keep_player(database, Player(name="Eve"))
    refused: tuple[Callable[[], None], ...] = (
        lambda: keep_player(database, Player(name="Eve")), lambda: change_player(database, "Eve", Player(name="Ben")),
        lambda: remove_player(database, "Ben"),
    )  # fmt: skip
    for act in refused:
        with pytest.raises(BadInput, match=r"there is one already|has played"):
            act()
    remove_player(database, "Eve")
    with pytest.raises(UnknownName, match="there is no player 'Eve'"):
        remove_player(database, "Eve")
    assert [player.name for player in players(database)] == ["Ada", "Ben", "Di"]


def begin_otherwise(database: Database, *names: str, frame: int, frames: int = 3) -> None:
    """Begin a frame of match 1 with these names in its book: for the first time, or again."""
    header = Header(rulebook="snooker-2024", setup=Setup(names=(names[0], names[1]), frame=frame, frames=frames))
    begun = StoredFrame(match=1, number=frame, table="1", header=header, begun_us=9)
    begin_book(database, begun, (), match=None)


def test_a_beginning_that_is_corrected_corrects_who_plays_and_for_how_many_frames(database: Database) -> None:
    begin_otherwise(database, "Cat", "Dan", frame=1, frames=5)
    assert match_numbered(database, 1).sides == (("Cat",), ("Dan",))
    assert match_numbered(database, 1).best_of == 5
    change_player(database, "Cat", Player(name="Catherine"))
    begin_otherwise(database, "Cat", "Dan", frame=2, frames=5)
    assert match_numbered(database, 1).sides == (("Catherine",), ("Dan",)), "the books say the same as before"


def test_strokes_and_clips_belong_to_entries(database: Database) -> None:
    go_on(database, ("1", 1), notes(1, 2), at_us=7)
    stroke = StrokeTime(table="1", epoch=1, sequence=2, began_us=100, ended_us=200)
    clip = StoredClip(
        id="c1", table="1", epoch=1, sequence=2, purpose="foul", file="a.mp4", began_us=90, ended_us=210, kept_us=1
    )
    keep_stroke(database, stroke)
    keep_stroke(database, replace(stroke, ended_us=220))
    keep_clip(database, clip)
    export = replace(clip, id="c0", epoch=None, sequence=None, purpose="export", began_us=10)
    keep_clip(database, export)
    assert strokes_of(database, "1", 1) == {2: replace(stroke, ended_us=220)}
    assert (clip_named(database, "c0"), clip_named(database, "c1")) == (export, clip)
    assert clip_named(database, "../c1") is None
    for wrong in (replace(clip, id="c2", sequence=3), replace(clip, id="c2", table="5")):
        with pytest.raises(UnknownName):
            keep_clip(database, wrong)
    with pytest.raises(UnknownName, match="no entry 9"):
        keep_stroke(database, replace(stroke, sequence=9))


def test_every_calibration_that_was_kept_stays_the_newest_first(database: Database) -> None:
    text = calibration_text(CALIBRATION, KIT)
    first = StoredCalibration(table="1", source="camera:0", text=text, kept_us=7)
    second = replace(first, kept_us=9, how="pointed", set_by="Eva")
    for one in (first, second):
        keep_calibration(database, one)
    assert [replace(one, id=0) for one in calibrations_of(database, "1", "camera:0")] == [second, first]
    assert calibrations_of(database, "1", "camera:1") == ()
    with pytest.raises(UnknownName):
        keep_calibration(database, replace(first, table="5"))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET line = '{}' WHERE sequence = 1",
        "DELETE FROM entries",
        "INSERT INTO entries SELECT table_name, epoch, 9, line, 0 FROM entries WHERE sequence = 1",
        "INSERT INTO entries SELECT table_name, epoch, 1, line, 0 FROM entries WHERE sequence = 1",
        "INSERT INTO entries VALUES ('1', 7, 1, '', 0)",
        "UPDATE frames SET header = '{}'",
        "DELETE FROM frames",
    ],
)
def test_no_program_can_change_a_line(database: Database, sql: str) -> None:
    go_on(database, ("1", 1), notes(1, 2), at_us=7)
    before = book_of(database, "1", 1)
    with pytest.raises(IntegrityError), database.engine.begin() as connection:
        connection.exec_driver_sql(sql)
    assert book_of(database, "1", 1) == before


def test_a_database_that_a_newer_program_has_written_is_refused_and_left_as_it_is(opening: Opening) -> None:
    with opening() as database, database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseUnusable, match="newer cuewatch"):
        opening()
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == "9999"
    database.close()


def test_another_programs_database_on_a_server_is_refused_and_left_as_it_is(server: Postgres) -> None:
    address = server.new_database()
    server.run("psql", address, "-c", "CREATE TABLE songs (name text)")
    with pytest.raises(DatabaseUnusable, match="another program"):
        open_postgres(address)
    server.run("psql", address, "-c", "DROP TABLE songs")
    open_postgres(address).close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://club:hunter2@127.0.0.1:1/club", "see that the server runs"),
        ("sqlite:///club.db", "no address of a PostgreSQL database"),
        ("club", "cannot be read"),
    ],
)
def test_a_server_that_is_not_there_is_told_in_one_line_without_the_password(address: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as raised:
        open_postgres(address)
    assert "\n" not in str(raised.value)
    assert "hunter2" not in str(raised.value)


def test_a_server_that_starts_anew_is_written_to_again(server: Postgres) -> None:
    with open_postgres(server.new_database()) as database:
        keep_table(database, ClubTable(name="1"))
        server.stop()
        with pytest.raises(DatabaseUnusable):
            keep_table(database, ClubTable(name="2"))
        server.start()
        keep_table(database, ClubTable(name="3"))
        assert [table.name for table in tables(database)] == ["1", "3"]
