"""What a backup holds: each file with its size and checksum, and by which version it was made.

A backup is a ZIP archive with `manifest.json` and the files themselves under `files/`, named as they lie in the club's
folder. Every checksum is the SHA-256 of the file: an archive can be checked, and unpacked, without this program.
"""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from tracker import __version__
from tracker.domain.errors import BadInput

SCHEMA: Final = 1
MANIFEST: Final = "manifest.json"
FILES: Final = "files/"
SUM: Final = re.compile(r"[0-9a-f]{64}")
REMEDY: Final = "take another backup"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedFile:
    """A file of a backup."""

    name: str
    """Its path in the club's folder, with `/` between."""
    size: int
    """Bytes."""
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds."""

    database: str
    """Which of the files is the database."""
    files: tuple[PackedFile, ...]
    made: str
    """When, as ISO 8601."""
    software: str = f"cuewatch {__version__}"

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)


def manifest_text(manifest: Manifest) -> str:
    """Return the text of `manifest.json`."""
    return json.dumps({"schema": SCHEMA, **asdict(manifest)}, ensure_ascii=False, indent=1) + "\n"


def manifest_from(text: bytes, where: str) -> Manifest:
    """Return the manifest in `text`; `where` names the archive in messages.

    Raises:
        BadInput: it is none, one of a newer version, or names a file that would not lie in the club's folder.
    """
    try:
        data = json.loads(text)
        schema = data["schema"]
        if not isinstance(schema, int):
            raise TypeError("its schema is no number")
        if schema > SCHEMA:
            made_by = str(data.get("software", ""))[:40]
            raise BadInput(f"{where} was made by a newer cuewatch ({made_by}): update the program")
        manifest = _manifest(data)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as trouble:
        raise BadInput(f"{where} is damaged (its manifest cannot be read): {REMEDY}") from trouble
    for file in manifest.files:
        if not is_inside(file.name):
            raise BadInput(f"{where} names {file.name!r}, which lies outside of its folder: it is no backup of ours")
    return manifest


def is_inside(name: str) -> bool:
    """Tell whether a file of this name lies in the folder that it is put into."""
    path = PurePosixPath(name)
    is_plain = name.isprintable() and str(path) == name
    return is_plain and name != "." and not path.is_absolute() and ".." not in path.parts


def _manifest(data: dict[str, Any]) -> Manifest:
    files = tuple(
        PackedFile(name=_text(file["name"]), size=_size(file["size"]), sha256=_text(file["sha256"]))
        for file in data["files"]
    )
    manifest = Manifest(
        database=_text(data["database"]), files=files, made=_text(data["made"]), software=_text(data["software"])
    )
    names = {file.name for file in files}
    if len(names) < len(files) or manifest.database not in names:
        raise ValueError("a file stands there twice, or the database does not")
    if any(str(parent) in names for name in names for parent in PurePosixPath(name).parents):
        raise ValueError("a file lies within another")
    if not all(SUM.fullmatch(file.sha256) for file in files):
        raise ValueError("a checksum is none")
    return manifest


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _size(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("no size")
    return value
