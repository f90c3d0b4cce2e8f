"""A match book as text: JSON lines, the header first, then one entry a line. Text in, values out, and back again.

Every value is written as an object of its fields; where several kinds may stand (an entry, a call) the kind is named in
`is`. Reading is strict: an unknown key, a missing one or a value of the wrong kind is an error that names the line.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tracker.domain.book.setup import must_be_possible
from tracker.domain.errors import BadInput
from tracker.domain.law.call import Call
from tracker.match.book.book import Book
from tracker.match.book.entries import ENTRIES, SCHEMA, Entry, Header
from tracker.rules import shelf

KIND = "is"
HALF_LETTER = re.compile("[\ud800-\udfff]")
OPEN = (Entry, Call)
"""Kinds that are written with their name, since others stand in their place."""


def book_to_text(book: Book) -> str:
    """Return the book as JSON lines, ending with a newline."""
    return "".join(f"{line}\n" for line in (header_line(book.header), *map(entry_line, book.entries)))


def header_line(header: Header) -> str:
    """Return the first line of a book; where nobody said who calls, or has a start, it is as older programs read it."""
    said = plain(header)
    if header.camera_calls is None:
        del said["camera_calls"]
    if not any(header.setup.handicap):
        del said["setup"]["handicap"]
    return _json({KIND: "Header", **said})


def entry_line(entry: Entry) -> str:
    """Return one entry as a line, without the newline."""
    return _json(plain(entry))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def plain(value: Any) -> Any:
    """Return a value as JSON has it: an object of its fields; an entry or a call with its kind."""
    if is_dataclass(value) and not isinstance(value, type):
        kind = {KIND: type(value).__name__} if isinstance(value, OPEN) else {}
        return kind | {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


def book_from_text(text: str, where: str = "book") -> Book:
    """Return the book that `text` holds; `where` names its origin in messages.

    Raises:
        BadInput: a line is not what a book may hold; the message names the line and what is wrong with it.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise BadInput(f"{where}: the book is empty: its first line must be the header")
    header = _read(lines[0], where, _possible_header)
    kinds = _kinds(header.rulebook)
    entries = tuple(_read(line, where, lambda data: _value(Entry, data, kinds)) for line in lines[1:])
    for count, entry in enumerate(entries, 1):
        if entry.number != count:
            raise BadInput(
                f"{where}: line {lines[count][0]}: entry {entry.number} stands where {count} should: is one lost?"
            )
    return Book(header=header, entries=entries)


def header_from_line(line: str, where: str = "book") -> Header:
    """Return the header that `header_line` wrote; `where` names its origin in messages.

    Raises:
        BadInput: it is none.
    """
    header = _read((1, line), where, _header)
    assert isinstance(header, Header)
    return header


def entry_from_line(line: str, rulebook: str, where: str = "book") -> Entry:
    """Return the entry that `entry_line` wrote into a book under `rulebook`.

    Raises:
        BadInput: it is none that this rulebook knows; `where` names its origin in the message.
    """
    kinds = _kinds(rulebook)
    entry = _read((1, line), where, lambda data: _value(Entry, data, kinds))
    assert isinstance(entry, Entry)
    return entry


@cache
def _kinds(rulebook: str) -> Mapping[str, type]:
    """Return the kinds of entry and call that a book under this rulebook may hold, by name."""
    return {kind.__name__: kind for kind in (*ENTRIES, *shelf.find(rulebook).vocabulary)}


def call_from(data: Any, rulebook: str) -> Call:
    """Return the call that `data`, an object as `plain` makes it, describes.

    Raises:
        BadInput: it is none that this rulebook knows; the message says what is wrong with it.
    """
    try:
        call = _value(Call, data, _kinds(rulebook))
    except (ValueError, TypeError, RecursionError) as trouble:
        raise BadInput(f"call: {trouble}") from trouble
    assert isinstance(call, Call)
    return call


def _header(data: Any) -> Header:
    if not isinstance(data, dict) or data.pop(KIND, None) != "Header":
        raise ValueError("the first line must be the header")
    if data.get("schema") != SCHEMA:
        raise ValueError(f"schema {data.get('schema')} cannot be read: this program reads {SCHEMA}")
    header = _value(Header, data, {})
    assert isinstance(header, Header)
    return header


def _possible_header(data: Any) -> Header:
    """Return a header that a file brings: unlike one that we kept, it may say anything."""
    header = _header(data)
    try:
        must_be_possible(header.setup)
    except BadInput as trouble:
        raise ValueError(str(trouble)) from trouble
    return header


def _no_number(word: str) -> float:
    if word == "NaN":
        raise ValueError("NaN is no number: write one")
    return float(word)


def _read(line: tuple[int, str], where: str, build: Any) -> Any:
    try:
        return build(json.loads(line[1], parse_constant=_no_number))
    except RecursionError as trouble:
        raise BadInput(f"{where}: line {line[0]}: it holds lists in lists without end: remove it") from trouble
    except json.JSONDecodeError as trouble:
        raise BadInput(
            f"{where}: line {line[0]} is cut off or no entry of a match book ({trouble.msg}): mend or remove it"
        ) from trouble
    except (ValueError, TypeError) as trouble:
        raise BadInput(f"{where}: line {line[0]}: {trouble}") from trouble


def _value(hint: Any, data: Any, kinds: Mapping[str, type]) -> Any:
    """Return `data` as a value of the type `hint`."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either(args, data, kinds)
    if origin is tuple:
        return _tuple(args, data, kinds)
    if origin is not None and issubclass(origin, Mapping):
        return {key: _value(args[1], item, kinds) for key, item in _as(dict, data).items()}
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint, _as(dict, data), kinds)
    if isinstance(hint, type) and issubclass(hint, tuple):
        return hint(*(_value(kind, item, kinds) for kind, item in _zip(_types(hint), data)))
    return _as(hint, data)


def _either(args: tuple[Any, ...], data: Any, kinds: Mapping[str, type]) -> Any:
    if data is None and NoneType in args:
        return None
    return _value(next(arg for arg in args if arg is not NoneType), data, kinds)


def _tuple(args: tuple[Any, ...], data: Any, kinds: Mapping[str, type]) -> tuple[Any, ...]:
    if args[-1] is Ellipsis:
        return tuple(_value(args[0], item, kinds) for item in _as(list, data))
    return tuple(_value(kind, item, kinds) for kind, item in _zip(args, data))


def _zip(hints: Any, data: Any) -> list[tuple[Any, Any]]:
    wanted = list(hints)
    if len(_as(list, data)) != len(wanted):
        raise ValueError(f"{len(wanted)} values are due, not {len(data)}: {data}")
    return list(zip(wanted, data, strict=True))


def _record(hint: type, data: dict[str, Any], kinds: Mapping[str, type]) -> Any:
    named = dict(data)
    kind = hint
    if issubclass(hint, OPEN):
        name = named.pop(KIND, None)
        kind = kinds.get(str(name), hint)
        if kind is hint or not issubclass(kind, hint):
            raise ValueError(f"{name!r} is no {hint.__name__.lower()} that this rulebook knows")
    hints, known = _shape(kind)
    if unknown := sorted(set(named) - set(known)):
        raise ValueError(f"{kind.__name__} has no {unknown[0]!r}")
    missing = [n for n, f in known.items() if n not in named and f.default is MISSING and f.default_factory is MISSING]
    if missing:
        raise ValueError(f"{kind.__name__} lacks {missing[0]!r}")
    return kind(**{name: _value(hints[name], item, kinds) for name, item in named.items()})


@cache
def _types(kind: type) -> tuple[Any, ...]:
    return tuple(get_type_hints(kind).values())


@cache
def _shape(kind: type) -> tuple[Mapping[str, Any], Mapping[str, Field[Any]]]:
    """Return the types and the fields of a kind of value; looked up once, since a book holds thousands of values."""
    return get_type_hints(kind), {item.name: item for item in fields(kind)}


def _as(hint: Any, data: Any) -> Any:
    """Return `data` if it is of the plain type `hint`; a whole number may stand for a float."""
    if hint is float and isinstance(data, int) and not isinstance(data, bool):
        return data
    if not isinstance(data, hint) or (isinstance(data, bool) and hint is not bool):
        raise ValueError(f"{data!r} stands where a {hint.__name__} is due")
    if hint is str and HALF_LETTER.search(data):
        raise ValueError(f"{data!r} holds half a letter, which no file can hold")
    return data
