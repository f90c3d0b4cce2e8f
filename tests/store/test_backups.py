"""A backup that is taken while others write holds whole entries; a damaged one changes nothing, and nothing is lost."""

import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tracker.domain.errors import BadInput, DatabaseUnusable
from tracker.match.book.codec import book_to_text
from tracker.store.backups.manifest import FILES, MANIFEST, Manifest, PackedFile, is_inside, manifest_text
from tracker.store.backups.packing import Belongings, pack
from tracker.store.backups.unpacking import unpack
from tracker.store.database.books import book_of
from tracker.store.database.copying import in_use
from tracker.store.database.matches import StoredMatch, keep_match
from tracker.store.database.opening import open_database
from tracker.store.database.people import ClubTable, keep_table, tables

WRITER = Path(__file__).with_name("killed_writer.py")


def quiet(_done: int) -> None:
    """Show nobody how far it is."""


def club_db(path: Path, table: str = "1", *, played: bool = True) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_database(path) as database:
        keep_table(database, ClubTable(name=table))
        if played:
            match = StoredMatch(table=table, rulebook="snooker-2024", sides=(("A",), ("B",)), begun_us=1)
            keep_match(database, match, ())
    return path


def tables_in(path: Path) -> list[str]:
    with open_database(path) as database:
        return [table.name for table in tables(database)]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A backup of a club with a file and an upload."""
    folder = tmp_path / "club"
    club_db(folder / "club.db")
    (folder / "uploads" / "3f").mkdir(parents=True)
    (folder / "club.toml").write_text("[[tables]]\nname = '1'\n", "utf-8")
    (folder / "uploads" / "3f" / "upload.json").write_text("{}" * 500, "utf-8")
    files = {name: folder / name for name in ("club.toml", "uploads/3f/upload.json")}
    pack(Belongings(database=("club.db", folder / "club.db"), files=files), tmp_path / "backup.zip", quiet)
    return tmp_path / "backup.zip"


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Have another process call fouls as fast as it can."""
    with subprocess.Popen(
        [sys.executable, str(WRITER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        it.stdin.write(f"{path}\n")
        it.stdin.flush()
        child, has_begun = 0, False
        while not (child and has_begun):
            match it.stdout.readline().split():
                case ["child", number]:
                    child = int(number)
                case ["shown", *_]:
                    has_begun = True
        reader = Thread(target=it.stdout.read)  # it writes as long as somebody reads
        reader.start()
        try:
            yield
        finally:
            os.kill(child, signal.SIGKILL)
            it.stdin.close()
            reader.join()


def last_entry(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT coalesce(max(sequence), 0) FROM entries").fetchone()[0])


def test_a_backup_taken_while_another_program_writes_holds_its_books_up_to_a_whole_entry(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    taken: list[tuple[int, int, Path]] = []
    with writing(path):
        for number in range(8):
            before = last_entry(path)
            pack(Belongings(database=("club.db", path)), tmp_path / f"{number}.zip", quiet)
            taken.append((before, last_entry(path), tmp_path / f"{number}.zip"))
    with open_database(path) as database:
        whole = book_to_text(book_of(database, "1", 1))
    for before, after, archive in taken:
        unpack(archive, tmp_path / archive.stem, quiet)
        with open_database(tmp_path / archive.stem / "club.db") as database:
            book = book_of(database, "1", 1)
        assert whole.startswith(book_to_text(book))
        assert before <= len(book.entries) <= after
        assert len(book.entries) % 2 == 0, "both entries of a step or none"
    assert any(after > before for before, after, _ in taken), "the writer stood still meanwhile"


def test_what_was_packed_comes_back_for_its_owner_alone(archive: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    restored = unpack(archive, tmp_path / "new", quiet)
    assert restored.aside == ()
    assert tables_in(tmp_path / "new" / "club.db") == ["1"]
    for name in ("club.toml", "uploads/3f/upload.json"):
        assert (tmp_path / "new" / name).read_bytes() == (tmp_path / "club" / name).read_bytes()
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").rglob("*") if path.name[0] != "."}
    assert modes == {0o600, 0o700}
    assert not list((tmp_path / "new").glob(".restoring-*"))


def test_a_file_that_goes_while_a_backup_is_taken_is_left_out(tmp_path: Path) -> None:
    path = club_db(tmp_path / "club.db")
    belongings = Belongings(database=("club.db", path), files={"uploads/gone": tmp_path / "gone"})
    manifest = pack(belongings, tmp_path / "backup.zip", quiet)
    assert [file.name for file in manifest.files] == ["club.db"]


def test_no_backup_is_written_over_and_none_is_made_of_a_damaged_database(archive: Path, tmp_path: Path) -> None:
    before = archive.read_bytes()
    path = tmp_path / "club" / "club.db"
    with pytest.raises(BadInput, match="there already"):
        pack(Belongings(database=("club.db", path)), archive, quiet)
    assert archive.read_bytes() == before
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(DatabaseUnusable, match=r"club\.db"):
        pack(Belongings(database=("club.db", path)), tmp_path / "other.zip", quiet)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["backup.zip", "club"]


def test_a_database_with_matches_is_replaced_only_where_that_is_said_and_is_kept_beside(
    archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "there"
    path = club_db(folder / "club.db", "other")
    (folder / "club.toml").write_text("mine", "utf-8")
    with pytest.raises(BadInput, match="--over"):
        unpack(archive, folder, quiet)
    assert tables_in(path) == ["other"]
    restored = unpack(archive, folder, quiet, over=True)
    assert {one.name for one in restored.aside} == {"club-1.db", "club-1.toml"}
    assert (tables_in(path), tables_in(folder / "club-1.db")) == (["1"], ["other"])
    assert (folder / "club-1.toml").read_text("utf-8") == "mine"


def test_a_database_without_matches_makes_way(archive: Path, tmp_path: Path) -> None:
    path = club_db(tmp_path / "there" / "club.db", "other", played=False)
    assert [one.name for one in unpack(archive, tmp_path / "there", quiet).aside] == ["club-1.db"]
    assert tables_in(path) == ["1"]


def test_a_backup_takes_the_place_of_a_damaged_database(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "there" / "club.db"
    path.parent.mkdir()
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(BadInput, match="--over"):
        unpack(archive, path.parent, quiet)
    unpack(archive, path.parent, quiet, over=True)
    assert tables_in(path) == ["1"]


@pytest.mark.parametrize("way", ["uploads", "uploads/3f"])
@pytest.mark.parametrize("is_link", [False, True], ids=["a file", "a link to nowhere"])
def test_where_something_else_lies_where_a_folder_is_due_nothing_is_touched(
    way: str, is_link: bool, archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "there"
    in_the_way = folder / way
    in_the_way.parent.mkdir(parents=True)
    (folder / "club.toml").write_text("mine", "utf-8")
    if is_link:
        in_the_way.symlink_to("nowhere")
    else:
        in_the_way.write_text("a file", "utf-8")
    before = sorted(folder.rglob("*"))
    with pytest.raises(BadInput, match=f"{way} is no folder"):
        unpack(archive, folder, quiet)
    assert sorted(folder.rglob("*")) == before
    assert (folder / "club.toml").read_text("utf-8") == "mine"
    in_the_way.unlink()
    assert [one.name for one in unpack(archive, folder, quiet).aside] == ["club-1.toml"]


@pytest.mark.parametrize("how", ["a server of ours", "any program that has it open"])
def test_nothing_is_put_in_the_place_of_a_database_that_is_in_use(how: str, archive: Path, tmp_path: Path) -> None:
    path = club_db(tmp_path / "there" / "club.db", "other")
    with open_database(path) as database:
        tables(database)
        if how == "a server of ours":
            database.close()
            with in_use(path), pytest.raises(DatabaseUnusable, match="in use"):
                unpack(archive, path.parent, quiet, over=True)
        else:
            with pytest.raises(DatabaseUnusable, match="in use"):
                unpack(archive, path.parent, quiet, over=True)
    assert tables_in(path) == ["other"]
    assert [one.name for one in path.parent.glob("[!.]*")] == ["club.db"]


def test_a_damaged_archive_is_refused_in_one_line_or_comes_back_as_it_was(archive: Path, tmp_path: Path) -> None:
    whole, chance, refused = archive.read_bytes(), Random(23), 0
    cuts = [whole[: chance.randrange(len(whole))] for _ in range(40)]
    flips = []
    for _ in range(160):
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        flips.append(bytes(flipped))
    for number, content in enumerate([b"", b"PK", *cuts, *flips]):
        archive.write_bytes(content)
        folder = tmp_path / f"into-{number}"
        why = refusal(archive, folder)
        there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        if why:
            refused += 1
            assert ("\n" in why, archive.name in why) == (False, True)
            assert there.keys() <= {".club.db.lock"}
        else:
            assert there["uploads/3f/upload.json"].read_text("utf-8") == "{}" * 500
            assert tables_in(there["club.db"]) == ["1"]
        shutil.rmtree(folder, ignore_errors=True)
    assert refused > 150


@pytest.mark.parametrize("method", [12, 14, 93, 255])  # bzip2, LZMA, Zstandard, none
def test_an_archive_that_says_it_is_packed_otherwise_than_it_is_is_refused(
    archive: Path, tmp_path: Path, method: int
) -> None:
    content = bytearray(archive.read_bytes())
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        for found in re.finditer(re.escape(mark), bytes(content)):
            content[found.start() + at] = method
    archive.write_bytes(content)
    assert "is damaged" in refusal(archive, tmp_path / "into")


def refusal(archive: Path, folder: Path) -> str:
    try:
        unpack(archive, folder, quiet)
    except BadInput as trouble:
        return str(trouble)
    return ""


def crafted(target: Path, db: Path, **changes: object) -> Path:
    """Write an archive by hand: as a backup is, but for what is changed in its manifest, and with more in it."""
    more = changes.pop("more", {})
    content = db.read_bytes()
    files = {changes.pop("name", "club.db"): content}
    packed = tuple(
        PackedFile(name=str(name), size=len(text), sha256=sha256(text).hexdigest()) for name, text in files.items()
    )
    manifest = Manifest(database=packed[0].name, files=packed, made="2026-11-25T00:00:00+00:00")
    data = json.loads(manifest_text(manifest)) | changes
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{FILES}{name}", text)
        assert isinstance(more, dict)
        for name, text in more.items():
            archive.writestr(name, text)
        archive.writestr(MANIFEST, json.dumps(data))
    return target


@pytest.mark.parametrize(("changes", "why"), [
    ({"name": "../club.db"}, "outside"),
    ({"name": "/etc/passwd"}, "outside"),
    ({"name": "a/../../club.db"}, "outside"),
    ({"name": "a\nb"}, "outside"),
    ({"schema": 2, "software": "cuewatch 9.9"}, r"newer cuewatch \(cuewatch 9\.9\): update"),
    ({"schema": "x"}, "manifest"),
    ({"files": []}, "manifest"),
    ({"files": [{"name": "club.db", "size": 1, "sha256": "0" * 64}]}, "not what was put in"),
    ({"database": "other.db"}, "manifest"),
    ({"files": [{"name": name, "size": 1, "sha256": "0" * 64} for name in ("club.db", "a", "a/b")]}, "its manifest"),
    ({"more": {"files/unnamed": "x"}}, "does not hold"),
    ({"more": {"../climbs": "x"}}, "does not hold"),
])  # fmt: skip
def test_an_archive_that_is_not_as_ours_are_is_refused(changes: dict[str, object], why: str, tmp_path: Path) -> None:
    archive = crafted(tmp_path / "backup.zip", club_db(tmp_path / "club.db"), **changes)
    with pytest.raises(BadInput, match=why) as refused:
        unpack(archive, tmp_path / "into" / "deep", quiet)
    assert "\n" not in str(refused.value)
    files = [path.name for path in tmp_path.rglob("*") if path.is_file() and not path.name.startswith(".")]
    assert sorted(files) == ["backup.zip", "club.db"]


def test_a_database_of_a_newer_version_or_of_another_program_is_refused(tmp_path: Path) -> None:
    newer = club_db(tmp_path / "newer.db")
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE other (x)")
    for database, why in ((newer, "newer cuewatch.*update"), (other, "another program"), (Path(__file__), "database")):
        archive = crafted(tmp_path / f"{database.stem}.zip", database)
        with pytest.raises(DatabaseUnusable, match=f"{database.stem}.zip: its {why}|{why}") as refused:
            unpack(archive, tmp_path / "into", quiet)
        assert "restoring" not in str(refused.value)
    assert not (tmp_path / "into" / "club.db").exists()


@pytest.mark.parametrize("name", ["", ".", "..", "/", "a/", "./a", "a/..", "../a", "/a", "a//b", "\0", "a\u202eb"])
def test_names_that_lie_nowhere_in_a_folder(name: str) -> None:
    assert not is_inside(name)
    assert is_inside("uploads/3f/clip.mp4")
