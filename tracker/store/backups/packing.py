"""Put all that a club keeps into one archive, while a server plays and writes."""

import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tracker.domain.errors import BadInput
from tracker.store.backups.manifest import FILES, MANIFEST, Manifest, PackedFile, is_inside, manifest_text
from tracker.store.database.copying import copy_database, in_use

BLOCK: Final = 1 << 20
PACKED_ALREADY: Final = frozenset({".mp4", ".mkv", ".mov", ".ts", ".jpg", ".jpeg", ".png", ".zip", ".gz"})
"""Endings of files in which nothing is left to press out."""
OnPacked = Callable[[int], None]
"""Is told how many bytes are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Belongings:
    """What a club keeps: its database, and other files by the names they have in its folder."""

    database: tuple[str, Path]
    files: Mapping[str, Path] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes, as far as they can be told."""
        paths = (self.database[1], *self.files.values())
        return sum(path.stat().st_size for path in paths if path.is_file())


def pack(belongings: Belongings, target: Path, told: OnPacked) -> Manifest:
    """Write a backup to `target`, whole or not at all, for its owner alone; return what it holds.

    The database is copied first, as it is at one moment; what it names lies there for longer than that. A file that is
    gone when its turn comes (a recording that was too old, a clip that was removed) is left out.

    Raises:
        BadInput: there is a file of that name, or one that is to be kept has a name that cannot stand there.
        DatabaseUnusable: the database is damaged, or another one is just being put in its place.
        OSError: the disk is full or cannot be written.
    """
    name, path = belongings.database
    unfinished = target.with_name(f".{target.name}.part")
    if target.exists():
        raise BadInput(f"{target} is there already: name another file, or a folder")
    if wrong := next((one for one in (name, *belongings.files) if not is_inside(one)), None):
        raise BadInput(f"{wrong!r} cannot stand in a backup: give that file another name")
    done = _Done(told)
    with in_use(path), TemporaryDirectory(prefix=".backup-", dir=target.absolute().parent) as folder:
        copy = Path(folder) / "database"
        copy_database(path, copy, told)
        try:
            handle = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w+b") as file:
                manifest = _written(file, {name: copy, **belongings.files}, name, done)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    return manifest


class _Done:
    """Counts what is done."""

    def __init__(self, told: OnPacked) -> None:
        self._told, self._bytes = told, 0

    def more(self, count: int) -> None:
        self._bytes += count
        self._told(self._bytes)


def _written(file: object, files: Mapping[str, Path], database: str, done: _Done) -> Manifest:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:  # type: ignore[call-overload]
        packed = tuple(one for name, path in files.items() if (one := _packed(archive, name, path, done)))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(database=database, files=packed, made=now)
        archive.writestr(MANIFEST, manifest_text(manifest))
    return manifest


def _packed(archive: zipfile.ZipFile, name: str, path: Path, done: _Done) -> PackedFile | None:
    """Put one file in as it is being read, and return what was read; None: it is gone."""
    try:
        source = path.open("rb")
    except FileNotFoundError:
        return None
    entry = zipfile.ZipInfo.from_file(path, FILES + name, strict_timestamps=False)
    entry.compress_type = zipfile.ZIP_STORED if path.suffix.lower() in PACKED_ALREADY else zipfile.ZIP_DEFLATED
    summed, size = sha256(), 0
    with source, archive.open(entry, "w", force_zip64=True) as kept:
        while block := source.read(BLOCK):
            summed.update(block)
            kept.write(block)
            size += len(block)
            done.more(len(block))
    return PackedFile(name=name, size=size, sha256=summed.hexdigest())
