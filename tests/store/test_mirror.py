"""Lines of books may come to the hub in any order, twice, or never at first: in the end its books are the halls'."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from tracker.domain.errors import BadInput, BookTaken
from tracker.hub.wire import Telling, heads_heard, heads_said, line_heard, line_name, line_said
from tracker.match.book.codec import book_to_text
from tracker.match.book.entries import Header, Noted
from tracker.store.database.books import book_of
from tracker.store.database.matches import StoredFrame, StoredMatch, begin_book, go_on, matches
from tracker.store.database.opening import Database, open_database
from tracker.store.database.people import ClubTable, keep_table
from tracker.store.mirror.halls import book_text, books_of_hall, gone_beyond, know_halls, lacking
from tracker.store.mirror.lines import NOTHING, Head, SentLine
from tracker.store.mirror.taking import cut, take
from tracker.store.mirror.unsent import heads, send_again, sent, unsent

HEADER = Header(rulebook="snooker-2024")
ALL = 10_000


def begun(hall: Database, table: str, at_us: int) -> int:
    """Begin a match with one frame; return the epoch of its book."""
    keep_table(hall, ClubTable(name=table))
    match = StoredMatch(table=table, rulebook="snooker-2024", sides=(("Ada",), ("Ben",)), begun_us=at_us)
    return begin_book(hall, StoredFrame(match=0, table=table, header=HEADER, begun_us=at_us), match=match).epoch


def noted(hall: Database, table: str, epoch: int, *texts: str) -> None:
    last = len(book_of(hall, table, epoch).entries)
    go_on(hall, (table, epoch), [Noted(number=last + n, text=one) for n, one in enumerate(texts, 1)], 7)


def books_of(hall: Database) -> dict[tuple[str, int], str]:
    with hall.reading() as connection:
        names = connection.execute(text("SELECT table_name, epoch FROM frames")).all()
    return {(table, epoch): book_to_text(book_of(hall, table, epoch)) for table, epoch in names}


def books_at(hub: Database) -> dict[tuple[str, int], str]:
    return {one.book: book_text(hub, "crown", *one.book) for one in books_of_hall(hub, "crown")}


def exchanged(hall: Database, hub: Database, way: Callable[[Sequence[SentLine]], Sequence[SentLine]]) -> None:
    """Send what is not sent, by a `way` that loses, repeats and mixes; then what is asked for, until nothing is."""
    for _ in range(60):
        lines = unsent(hall, ALL)
        sent(hall, lines)
        lacks = [lack for _, lack in take(hub, [("crown", way(lines))], 5)]
        lacks += lacking(hub, "crown", heads(hall, newest=False))
        if not lacks:
            return
        send_again(hall, lacks)
    raise AssertionError("it comes to no end")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "hall.db") as opened:
        yield opened


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "hub.db") as opened:
        know_halls(opened, [("crown", "The Crown"), ("gate", "The Gate")])
        yield opened


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.lists(st.tuples(st.sampled_from("12"), st.integers(0, 6)), max_size=8))
def test_whatever_a_way_does_to_lines_the_books_are_alike(seed: int, played: list[tuple[str, int]]) -> None:
    chance = random.Random(seed)

    def way(lines: Sequence[SentLine]) -> list[SentLine]:
        come = [line for line in lines for _ in range(chance.choice((0, 1, 1, 1, 2)))]
        if chance.random() < 0.7:
            chance.shuffle(come)
        return come

    with TemporaryDirectory() as folder, ExitStack() as stack:
        hall, hub = (stack.enter_context(open_database(Path(folder) / name)) for name in ("hall.db", "hub.db"))
        know_halls(hub, [("crown", "The Crown")])
        for number, (table, entries) in enumerate(played, 1):
            epoch = begun(hall, table, number)
            noted(hall, table, epoch, *(f"{number} {entry}" for entry in range(entries)))
            exchanged(hall, hub, way)
        exchanged(hall, hub, list)
        assert books_at(hub) == books_of(hall)
        assert len(matches(hub)) == len(matches(hall))


def test_a_line_that_comes_twice_is_kept_once_and_one_too_early_is_asked_for(hall: Database, hub: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one", "two", "three")
    header, one, two, three = unsent(hall, ALL)
    assert take(hub, [("crown", (header, one, header, one, three))], 5) == (
        ("crown", Head(table="1", epoch=1, sequence=1, digest=one.after)),
    )
    assert take(hub, [("crown", (two, three, two))], 6) == ()
    assert books_at(hub) == books_of(hall)


def test_a_book_that_has_no_header_yet_is_asked_for_from_it_on(hall: Database, hub: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one")
    assert take(hub, [("crown", unsent(hall, ALL)[1:])], 5) == (
        ("crown", Head(table="1", epoch=1, sequence=NOTHING, digest="")),
    )
    assert books_at(hub) == {}


def test_a_line_after_another_book_than_is_here_is_not_kept(hall: Database, hub: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one", "two")
    header, one, two = unsent(hall, ALL)
    otherwise = replace(one, text=one.text.replace("one", "ONE"))
    lacks = take(hub, [("crown", (header, otherwise, two))], 5)
    assert [lack.sequence for _, lack in lacks] == [NOTHING]
    take(hub, [("crown", (header, one, two))], 6)
    assert books_at(hub) == books_of(hall)


def test_halls_with_tables_of_the_same_name_keep_their_books_apart(hall: Database, hub: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one")
    lines = unsent(hall, ALL)
    take(hub, [("crown", lines), ("gate", lines[:1])], 5)
    assert books_at(hub) == books_of(hall)
    assert len(book_text(hub, "gate", "1", 1).splitlines()) == 1


def test_a_hall_sends_what_is_not_sent_and_again_what_is_asked_for(hall: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one", "two")
    lines = unsent(hall, ALL)
    assert [line.number for line in lines] == [0, 1, 2]
    assert [line.before for line in lines[1:]] == [line.after for line in lines[:-1]]
    sent(hall, lines[:2])
    assert unsent(hall, ALL) == lines[2:]
    sent(hall, lines)
    assert heads(hall, newest=True) == (Head(table="1", epoch=1, sequence=2, digest=lines[-1].after),)
    send_again(hall, [Head(table="1", epoch=1, sequence=1, digest=""), Head(table="9", epoch=9, sequence=0, digest="")])
    assert unsent(hall, ALL) == lines[2:]
    send_again(hall, [Head(table="1", epoch=1, sequence=NOTHING, digest="")])
    assert unsent(hall, ALL) == lines


def test_what_is_told_of_a_book_is_all_that_there_is_of_it(hall: Database) -> None:
    """Else the hub would take a book that is on its way for one that was put back."""
    for at_us in (1, 2):
        noted(hall, "1", begun(hall, "1", at_us), "one", "two")
    lines = unsent(hall, ALL)
    sent(hall, [line for line in lines if line.number < 2])
    assert (heads(hall, newest=True), heads(hall, newest=False)) == ((), ())
    sent(hall, [line for line in lines if line.epoch == 1])
    assert [one.book for one in heads(hall, newest=False)] == [("1", 1)]
    assert heads(hall, newest=True) == ()
    sent(hall, lines)
    assert [(one.book, one.sequence) for one in heads(hall, newest=True)] == [(("1", 2), 2)]


@pytest.mark.parametrize(("epoch", "sequence"), [(1, 0), (1, 2), (2, 2), (2, 3)])
def test_books_end_where_their_hall_says_that_they_do(hall: Database, hub: Database, epoch: int, sequence: int) -> None:
    for at_us in (1, 2, 3):
        noted(hall, "1", begun(hall, "1", at_us), "one", "two", "three")
    lines = unsent(hall, ALL)
    take(hub, [("crown", lines), ("gate", lines)], 5)
    after = {(*line.book, line.number): line.after for line in lines}
    told = Head(table="1", epoch=epoch, sequence=sequence, digest=after[("1", epoch, sequence)])
    whole = Head(table="1", epoch=3, sequence=3, digest=after[("1", 3, 3)])
    assert gone_beyond(hub, "crown", [whole], newest=True) == ()
    assert gone_beyond(hub, "crown", [told], newest=True) == (told,)
    assert gone_beyond(hub, "crown", [told], newest=False) == ((told,) if sequence < 3 else ())
    assert cut(hub, "crown", [told], 6) == ()
    text = "".join(f"{line.text}\n" for line in lines if line.epoch == epoch and line.number <= sequence)
    assert {one.book for one in books_of_hall(hub, "crown")} == {("1", one) for one in range(1, epoch + 1)}
    assert book_text(hub, "crown", "1", epoch) == text
    assert len(books_of_hall(hub, "gate")) == 3
    take(hub, [("crown", lines)], 7)
    assert books_at(hub) == books_of(hall)


def test_a_book_that_is_another_one_is_asked_for_rather_than_cut(hall: Database, hub: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one", "two")
    take(hub, [("crown", unsent(hall, ALL))], 5)
    was = books_at(hub)
    told = Head(table="1", epoch=1, sequence=1, digest="ab")
    assert cut(hub, "crown", [told, replace(told, epoch=9)], 6) == (replace(told, sequence=NOTHING, digest=""),)
    assert books_at(hub) == was


def test_names_longer_than_a_list_takes_stop_no_book(hall: Database, hub: Database) -> None:
    keep_table(hall, ClubTable(name="1"))
    sides = (("A" * 3000,), tuple(f"B{number}" for number in range(40)))
    match = StoredMatch(table="1", rulebook="snooker-2024", sides=sides, begun_us=1)
    begin_book(hall, StoredFrame(match=0, table="1", header=HEADER, begun_us=1), match=match)
    take(hub, [("crown", [line_heard(line_said(line)) for line in unsent(hall, ALL)])], 5)
    assert books_at(hub) == books_of(hall)
    assert [tuple(map(len, one.sides)) for one in matches(hub)] == [(1, 16)]
    assert [len(name) for name in matches(hub)[0].sides[0]] == [200]


def test_a_hall_may_still_be_written_to_by_one_writer_alone(hall: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one")
    sent(hall, unsent(hall, ALL))
    with pytest.raises(BookTaken):
        go_on(hall, ("1", 1), [Noted(number=1, text="other")], 7)


def test_what_is_said_on_the_wire_comes_back(hall: Database) -> None:
    noted(hall, "1", begun(hall, "1", 1), 'Ünï 😀 \u0000 \\ "')
    lines = unsent(hall, ALL)
    assert tuple(line_heard(line_said(line)) for line in lines) == lines
    assert len({line_name(line) for line in lines} | {line_name(lines[0], 1)}) == 3
    for newest in (True, False):
        told = Telling(heads=(Head(table="1", epoch=1, sequence=NOTHING, digest=""),), now_us=7, newest=newest)
        assert [heads_heard(said) for said in heads_said(told)] == [told]


@pytest.mark.parametrize(
    "said",
    [b"", b"[]", b"{}", b'{"schema":2}', b"\xff", b'{"schema":1,"now_us":-1,"books":[]}', b"[" * 100_000],
)
def test_what_makes_no_sense_is_told_in_one_line(said: bytes) -> None:
    for hear in (line_heard, heads_heard):
        with pytest.raises(BadInput) as raised:
            hear(said)
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("was", "comes"),
    [
        (b'"table":"1"', b'"table":"1.>"'),
        (b'"epoch":1', b'"epoch":1e40'),
        (b'"number":1', b'"number":0'),
        (b'"text":"{', b'"text":"{\\u0000'),
        (b'"text":"{', b'"text":"{\\n'),
        (b'"before":"', b'"before":"x'),
    ],
)
def test_a_line_that_no_database_should_keep_is_refused(hall: Database, was: bytes, comes: bytes) -> None:
    noted(hall, "1", begun(hall, "1", 1), "one")
    said = line_said(unsent(hall, ALL)[1])
    assert was in said
    with pytest.raises(BadInput):
        line_heard(said.replace(was, comes, 1))
