"""What halls and the hub say to each other, as JSON: lines of books, how far each book is, what is to be sent again.

A hall is a stranger to the hub: what it sends is read strictly, and what cannot be kept never gets near the database.
"""

from dataclasses import asdict, dataclass, replace
from typing import Annotated, Final, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from tracker.domain.errors import BadInput
from tracker.store.mirror.lines import HEADER, LENGTH, NOTHING, Head, MatchFacts, SentLine, digest

STREAM: Final = "BOOKS"
LINES: Final = "books"
"""Subjects below it are of one book each: `books.TABLE.EPOCH`."""
HEADS: Final = "heads"
WANTED: Final = "wanted"
LARGEST: Final = 2**53
LONGEST, MOST_PLAYERS = 200, 16
"""So much of a name is said of a match, and of so many players a side, for what is searched and listed; the whole
stands in the header."""
MOST_HEADS: Final = 1000
"""So many go into one message."""


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("it holds what no database keeps")
    text.encode()  # half a letter is no text: its own words say so
    return text


Text = Annotated[str, AfterValidator(_storable)]
Name = Annotated[str, Field(pattern=r"^[\w-]{1,20}$")]
Words = Annotated[Text, AfterValidator(lambda text: text[:LONGEST])]
Side = Annotated[tuple[Words, ...], AfterValidator(lambda names: names[:MOST_PLAYERS])]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Last = Annotated[int, Field(ge=NOTHING, le=LARGEST)]
Mark = Annotated[str, Field(max_length=LENGTH, pattern="^[0-9a-f]*$")]


class Message(BaseModel):
    """What is said in one message."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)  # a newer program may say more

    version: Annotated[Literal[1], Field(alias="schema")]


Said = TypeVar("Said", bound=Message)


class _Match(BaseModel):
    number: Count
    frame: Count
    title: Words
    rulebook: Words
    sides: tuple[Side, Side]
    best_of: Count | None
    begun_us: Count
    label: Words
    kit: Words


class _Line(Message):
    table: Name
    epoch: Count
    number: Count
    text: Annotated[Text, Field(min_length=2, pattern=r"^\{[^\n\r]*\}$")]
    at_us: Count
    before: Mark
    ended_us: Count | None
    match: _Match | None = None


class _Heads(Message):
    now_us: Count
    newest: bool = False
    books: Annotated[tuple[tuple[Name, Count, Last, Mark], ...], Field(max_length=MOST_HEADS)]


def subject_of(line: SentLine) -> str:
    """Return the subject under which a line is sent."""
    return f"{LINES}.{line.table}.{line.epoch}"


def line_name(line: SentLine, attempt: int = 0) -> str:
    """Return what tells a line from every other (`Nats-Msg-Id`); one that is asked for again is another."""
    return digest(f"{line.table} {line.epoch} {line.number} {line.at_us} {attempt}", line.after)


def line_said(line: SentLine) -> bytes:
    """Return a line as it is sent."""
    said = {"schema": 1, **asdict(line)}
    return _Line.model_validate(said).model_dump_json(by_alias=True).encode()


def line_heard(said: bytes) -> SentLine:
    """Return a line that was sent.

    Raises:
        BadInput: it is none.
    """
    heard = read_message(_Line, said)
    if (heard.number == HEADER) != (heard.match is not None):
        raise BadInput("a line of a book: what is said of a match comes with the header, and with nothing else")
    facts = None if heard.match is None else MatchFacts(**heard.match.model_dump())
    return SentLine(**heard.model_dump(exclude={"match", "version"}), match=facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """How far books are, as somebody tells it."""

    heads: tuple[Head, ...]
    now_us: int
    """What the clock of whoever tells it shows."""
    newest: bool = False
    """Each is the newest of its table."""


def heads_said(telling: Telling) -> tuple[bytes, ...]:
    """Return how far books are, in as many messages as that takes."""
    heads = telling.heads
    parts = [heads[at : at + MOST_HEADS] for at in range(0, len(heads), MOST_HEADS)] or [()]
    return tuple(_heads_said(replace(telling, heads=part)) for part in parts)


def heads_heard(said: bytes) -> Telling:
    """Return how far books are.

    Raises:
        BadInput: that was not said.
    """
    heard = read_message(_Heads, said)
    books = (Head(table=table, epoch=epoch, sequence=last, digest=mark) for table, epoch, last, mark in heard.books)
    return Telling(heads=tuple(books), now_us=heard.now_us, newest=heard.newest)


def _heads_said(telling: Telling) -> bytes:
    books = [(one.table, one.epoch, one.sequence, one.digest) for one in telling.heads]
    said = {"schema": 1, "now_us": telling.now_us, "newest": telling.newest, "books": books}
    return _Heads.model_validate(said).model_dump_json(by_alias=True).encode()


def read_message(kind: type[Said], said: bytes) -> Said:
    """Return what was said.

    Raises:
        BadInput: it is something else.
    """
    try:
        return kind.model_validate_json(said)
    except (ValidationError, ValueError) as trouble:
        raise BadInput(f"what was sent is no {kind.__name__.strip('_').lower()} of ours: {_why(trouble)}") from trouble


def _why(trouble: Exception) -> str:
    if isinstance(trouble, ValidationError):
        first = trouble.errors(include_input=False, include_url=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return str(trouble)
