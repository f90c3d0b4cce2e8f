"""Put a backup back into a club's folder: checked as a whole before anything there is touched, and nothing is lost.

What stands in the way of a file with other content gets the next free numbered name beside it.
"""

import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from tracker.domain.errors import BadInput, DatabaseUnusable
from tracker.store.backups.manifest import FILES, MANIFEST, REMEDY, Manifest, PackedFile, manifest_from
from tracker.store.backups.packing import BLOCK
from tracker.store.database.copying import alone_with, holds_matches, set_database_aside
from tracker.store.database.opening import check_database
from tracker.store.files import set_aside

LONGEST_MANIFEST: Final = 64 << 20
BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError, OverflowError,
)  # fmt: skip
"""What reading a damaged archive may come to."""
OnUnpacked = Callable[[int], None]
"""Is told how many bytes are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was put back."""

    manifest: Manifest
    aside: tuple[Path, ...]
    """What stood in the way, by the names that it has now."""


def manifest_of(archive: Path) -> Manifest:
    """Return what a backup says it holds.

    Raises:
        BadInput: it is none, damaged, one of a newer version, or names a file outside of its folder.
    """
    with _read(archive) as packed:
        return _manifest(packed, archive)


def unpack(archive: Path, folder: Path, told: OnUnpacked, *, over: bool = False) -> Restored:
    """Put a backup into `folder`: nothing there is touched before all of it has been checked and written beside.

    Then file after file is moved to its place. Where the disk or the machine fails among these, those before it are new
    and the others as they were; nothing is lost even so, and the same backup can be put back once more.

    Args:
        archive: the backup.
        folder: the club's folder; made where there is none.
        told: is told how many bytes have been checked.
        over: also where a database with matches lies there.

    Raises:
        BadInput: the backup is damaged, of a newer version or none; or a database with matches is there, or a file
            where a folder is due.
        DatabaseUnusable: a program uses the database that is there, or the one in the backup is of no use.
        OSError: the disk is full or cannot be written.
    """
    manifest, folder = manifest_of(archive), folder.absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = folder / manifest.database
    _must_have_way(manifest, folder)
    _make_way(database.parent, folder)
    with alone_with(database):
        if not over and holds_matches(database):
            raise BadInput(f"{database} holds matches: add --over to put the backup in its place; it is kept beside it")
        with TemporaryDirectory(prefix=".restoring-", dir=folder) as staging:
            _stage(archive, manifest, Path(staging), told)
            return Restored(manifest=manifest, aside=tuple(_put(manifest, Path(staging), folder)))


def _stage(archive: Path, manifest: Manifest, staging: Path, told: OnUnpacked) -> None:
    """Write every file of a backup out beside where it will lie, and make sure that each is what it should be."""
    with _read(archive) as packed:
        _must_hold(packed, manifest, archive)
        done = 0
        for number, file in enumerate(manifest.files):
            _extract(packed, file, staging / str(number), archive)
            done += file.size
            told(done)
    database = _staged(manifest, staging)[manifest.database]
    try:
        check_database(database)
    except DatabaseUnusable as trouble:
        said = str(trouble).replace(f"database {database}", f"{archive}: its database")
        raise DatabaseUnusable(said.replace("name another file, or restore a copy", REMEDY)) from trouble


def _staged(manifest: Manifest, staging: Path) -> dict[str, Path]:
    return {file.name: staging / str(number) for number, file in enumerate(manifest.files)}


def _put(manifest: Manifest, staging: Path, folder: Path) -> Iterator[Path]:
    """Move what was staged to its place, the database last; give what stood in the way by its new name."""
    staged = _staged(manifest, staging)
    for name in sorted(staged, key=lambda one: one == manifest.database):
        target = folder / name
        _make_way(target.parent, folder)
        if name == manifest.database:
            kept = set_database_aside(target)
        elif target.is_file() and _same(target, staged[name]):
            continue
        else:
            kept = set_aside(target)
        _give_to_owner(staged[name], folder)
        staged[name].rename(target)
        if kept is not None:
            yield kept


def _must_have_way(manifest: Manifest, folder: Path) -> None:
    """Refuse a backup of which a file could not be put in its place.

    Raises:
        BadInput: something else than a folder lies where one is due.
    """
    on_the_way = {one for file in manifest.files for one in (folder / file.name).parents if folder in one.parents}
    for one in sorted(on_the_way):
        if os.path.lexists(one) and not one.is_dir():
            raise BadInput(f"{one} is no folder, and the backup has one of that name: give it another name")


def _make_way(path: Path, folder: Path) -> None:
    """Make the folders down to `path` where there are none, for the owner of the club's folder alone."""
    for one in (*reversed(path.parents), path):
        if one != folder and folder in one.parents and not one.exists():
            one.mkdir(mode=0o700)
            _give_to_owner(one, folder)


def _give_to_owner(path: Path, folder: Path) -> None:
    """Give a file to whom the club's folder belongs, where root puts a backup back for a service."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _same(one: Path, other: Path) -> bool:
    with one.open("rb") as left, other.open("rb") as right:
        while block := left.read(BLOCK):
            if block != right.read(BLOCK):
                return False
        return not right.read(1)


def _extract(packed: zipfile.ZipFile, file: PackedFile, target: Path, archive: Path) -> None:
    summed, size = sha256(), 0
    with packed.open(FILES + file.name) as source, _new(target) as written:
        while size <= file.size and (block := source.read(BLOCK)):
            summed.update(block)
            written.write(block)
            size += len(block)
        written.flush()
        os.fsync(written.fileno())
    if (size, summed.hexdigest()) != (file.size, file.sha256):
        raise BadInput(f"{archive} is damaged ({file.name} is not what was put in): {REMEDY}")


def _new(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _manifest(packed: zipfile.ZipFile, archive: Path) -> Manifest:
    if packed.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
        raise ValueError("its manifest is too long")
    return manifest_from(packed.read(MANIFEST), str(archive))


def _must_hold(packed: zipfile.ZipFile, manifest: Manifest, archive: Path) -> None:
    there = sorted(packed.namelist())
    if there != sorted((MANIFEST, *(FILES + file.name for file in manifest.files))):
        raise BadInput(f"{archive} is damaged (it does not hold what its manifest names): {REMEDY}")


@contextmanager
def _read(archive: Path) -> Iterator[zipfile.ZipFile]:
    """Give an archive to read; whatever is wrong in it is told in one line."""
    if not archive.is_file():
        raise BadInput(f"{archive}: there is no such file: check the name")
    try:
        with zipfile.ZipFile(archive) as packed:
            yield packed
    except (*BROKEN, OSError) as trouble:
        if isinstance(trouble, OSError) and trouble.errno is not None:  # the system's; a library for packing gives none
            raise
        raise BadInput(f"{archive} is no backup, or is damaged ({_short(trouble)}): {REMEDY}") from trouble


def _short(trouble: BaseException) -> str:
    return str(trouble).splitlines()[0][:100] if str(trouble) else type(trouble).__name__
