"""Read `club.toml`, and say of each fault in which line it stands, at which key, and what to write.

TOML's own reader tells no lines; the line of a key is the first one up to which the file, read alone, holds that key.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from tracker.cli.club.form import ClubFile
from tracker.domain.errors import BadInput

Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFault:
    """Something in the file that cannot be used."""

    file: Path
    line: int | None
    key: str
    why: str

    def __str__(self) -> str:
        """Return it as one line."""
        at = f"{self.file}, line {self.line}" if self.line else str(self.file)
        return f"{at}: {self.key}: {self.why}" if self.key else f"{at}: {self.why}"


class ClubUnreadable(BadInput):
    """The file cannot be used; the message is the first fault, `faults` are all."""

    def __init__(self, faults: Sequence[SettingFault]) -> None:
        more = f" (and {len(faults) - 1} more: `cuewatch club check` lists all)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")
        self.faults = tuple(faults)


def read_club(path: Path) -> ClubFile:
    """Return what stands in a club's file.

    Raises:
        ClubUnreadable: it is not there, no TOML, or holds what cannot be used.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        why = trouble.strerror.lower() if isinstance(trouble, OSError) and trouble.strerror else "it is no UTF-8 text"
        raise ClubUnreadable([_whole(path, f"cannot be read ({why}): `cuewatch club init` writes one")]) from trouble
    return club_from(text, path)


def club_from(text: str, path: Path) -> ClubFile:
    """Return what stands in the text of a club's file, which lies, or is to lie, at `path`.

    Raises:
        ClubUnreadable: it is no TOML, or holds what cannot be used.
    """
    try:
        return ClubFile.model_validate(tomllib.loads(text), context=path.absolute().parent)
    except tomllib.TOMLDecodeError as trouble:
        raise ClubUnreadable([_whole(path, f"is no TOML: {trouble}: mend that line")]) from trouble
    except ValidationError as trouble:
        raise ClubUnreadable([_fault(path, text, error) for error in trouble.errors()]) from trouble
    except RecursionError:
        raise ClubUnreadable([_whole(path, "holds lists in lists without end: take them out")]) from None


def line_of(text: str, key: Key) -> int | None:
    """Return the line in which a key has come to stand, or of it the part that is there at all; None: none of it is."""
    lines = text.split("\n")
    for length in range(len(key), 0, -1):
        for number in range(1, len(lines) + 1):
            try:
                data = tomllib.loads("\n".join(lines[:number]))
            except tomllib.TOMLDecodeError:
                continue  # cut off within a value that goes over several lines
            if _holds(data, key[:length]):
                return number
    return None


def _holds(data: Any, key: Key) -> bool:
    for part in key:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _whole(path: Path, why: str) -> SettingFault:
    return SettingFault(file=path, line=None, key="", why=why)


def _fault(path: Path, text: str, error: Any) -> SettingFault:
    key: Key = error["loc"]
    return SettingFault(file=path, line=line_of(text, key), key=".".join(map(_part, key)), why=_why(error, key))


def _part(part: str | int) -> str:
    return str(part + 1) if isinstance(part, int) else part


def _why(error: Any, key: Key) -> str:
    """Return what is wrong and what to write in its place."""
    write = _example(key)
    match error["type"]:
        case "missing":
            return f"is missing: write {write}"
        case "extra_forbidden":
            known = _known(key[:-1])
            near = get_close_matches(str(key[-1]), known, 1)
            return f"there is no such key: {f'write {near[0]}' if near else 'use one of ' + ', '.join(known)}"
        case "value_error":
            return str(error["msg"]).removeprefix("Value error, ")
        case _:
            said = str(error["msg"]).replace("Input should be", "it should be")
            return f"{said[0].lower()}{said[1:]}: write {write}" if write else said


def _example(key: Key) -> str:
    name, field = next(iter(reversed(list(_fields(key)))), ("", None))
    if field is None or not field.examples:
        return ""
    example = field.examples[0]
    return example if example == "[[tables]]" else f"{name} = {_toml(example)}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _fields(key: Key) -> Iterator[tuple[str, FieldInfo]]:
    """Give each field that a key leads through, with its name."""
    model: type[BaseModel] | None = ClubFile
    for part in key:
        if isinstance(part, int) or model is None:
            continue
        field = model.model_fields.get(part)
        if field is None:
            return
        yield part, field
        model = _model_in(field)


def _known(key: Key) -> list[str]:
    models: list[type[BaseModel]] = [ClubFile, *(model for _, field in _fields(key) if (model := _model_in(field)))]
    return list(models[-1].model_fields)


def _model_in(field: FieldInfo) -> type[BaseModel] | None:
    kinds = (field.annotation, *get_args(field.annotation))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
