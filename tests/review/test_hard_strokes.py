"""A stroke that a person calls otherwise than the program is a hard one; the owner takes them out as a folder."""

import json
from pathlib import Path

import pytest
from browsing import BEGIN
from room_fixtures import Cuewatch

from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Doubt, Place, Pot, Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.book.codec import book_from_text
from tracker.match.desk.desk import Policy
from tracker.match.steps import AcceptSuggestion, ByHand, MarkFoul, PassOver, See, Step
from tracker.review.hard import HardStroke, hard_strokes
from tracker.rules.desk import Fouled, Scored
from tracker.rules.snooker.frame.calls import Played
from tracker.store.database.books import book_of
from tracker.store.database.footage import StoredClip, keep_clip
from tracker.store.database.matches import StoredMatch, keep_match
from tracker.store.database.opening import open_database
from tracker.store.database.people import ClubTable, keep_table

STANDING = Standing(at_us=9_000_000, places=(Place(ball="white", at=Point(700.0, 900.0), sd_mm=2.0),))
RED_IN = Stroke(
    number=1, began_us=1_000_000, ended_us=9_000_000, cue_ball="white", origin=Point(889.0, 600.0), first_hit=("red",),
    potted=(Pot(at_us=3_000_000, ball="red", pocket="top-left", sure=0.97),),
)  # fmt: skip
FOUL = Stroke(
    number=2, began_us=20_000_000, ended_us=25_000_000, cue_ball="white", origin=Point(889.0, 600.0),
    first_hit_sure=0.8, doubts=(Doubt(about="first_hit", why="nothing, or a red", margin="1 mm"),),
)  # fmt: skip
SEE_RED, SEE_FOUL = (See(seen=Alternatives.certain(stroke, STANDING)) for stroke in (RED_IN, FOUL))


def played(*steps: Step, policy: Policy | None = None) -> Table:
    table = Table("1", Memory(), lambda: 7, policy)
    for step in (BEGIN, *steps):
        table.do(step)
    return table


def hard(table: Table) -> tuple[HardStroke, ...]:
    match = table.moment.match
    assert match is not None
    return hard_strokes(match.frame.desk)


@pytest.mark.parametrize(
    ("steps", "entries"),
    [
        ((SEE_RED, AcceptSuggestion(number=2)), []),
        ((SEE_RED, ByHand(deed=Scored(potted=("red",)), about=2)), []),
        ((SEE_RED, ByHand(deed=Scored(), about=2)), [1]),
        ((SEE_RED, ByHand(deed=Fouled(points=4), about=2)), [1]),
        ((SEE_RED, AcceptSuggestion(number=2), ByHand(deed=Scored(), instead=3)), [1]),
        ((SEE_RED, AcceptSuggestion(number=2), ByHand(deed=Scored(potted=("red",)), instead=3)), []),
        ((SEE_RED, PassOver(number=2)), [1]),
        ((SEE_FOUL, AcceptSuggestion(number=2), MarkFoul(miss=True)), []),
        ((ByHand(deed=Scored(potted=("red",))), ByHand(deed=Scored(), instead=1)), []),
    ],
    ids=[
        "accepted", "keyed as suggested", "keyed otherwise", "keyed a foul", "accepted and amended",
        "amended to the same", "passed over", "a miss is the referee's", "seen by nobody",
    ],
)  # fmt: skip
def test_a_stroke_is_hard_where_a_person_called_otherwise(steps: tuple[Step, ...], entries: list[int]) -> None:
    assert [one.seen.number for one in hard(played(*steps))] == entries


def test_where_the_camera_calls_what_a_person_corrects_is_hard_and_what_it_amends_itself_is_not() -> None:
    table = played(SEE_RED, policy=Policy())
    assert hard(table) == ()
    table.do(ByHand(deed=Scored(), instead=3))
    (one,) = hard(table)
    assert isinstance(one.told[0], Played)
    assert one.told != one.called


def test_the_owner_takes_them_out_with_what_was_kept_of_them(cuewatch: Cuewatch, tmp_path: Path) -> None:
    match = played(SEE_RED, ByHand(deed=Scored(), about=2)).moment.match
    assert match is not None
    book = match.frame.desk.book
    with open_database(tmp_path / "club.db") as database:
        keep_table(database, ClubTable(name="1"))
        stored = StoredMatch(table="1", rulebook="snooker-2024", sides=(("Anna",), ("Bo",)), begun_us=1)
        number = keep_match(database, stored, [book]).number
        clips = tmp_path / "recordings" / "1" / "clips"
        clips.mkdir(parents=True)
        (clips / "x.mp4").write_bytes(b"pictures")
        keep_clip(database, StoredClip(
            id="x", table="1", epoch=1, sequence=1, purpose="review", file="clips/x.mp4", began_us=1, ended_us=2,
            kept_us=3,
        ))  # fmt: skip
        assert book_of(database, "1", 1).entries == book.entries
    status, out, _ = cuewatch("matches", "hard-strokes", "--db", tmp_path / "club.db", "--out", tmp_path / "hard")
    assert status == 0
    folder = tmp_path / "hard" / f"match-{number}-frame-1-entry-1"
    assert out.split() == [str(folder)]
    assert (folder / "clip.mp4").read_bytes() == b"pictures"
    told = json.loads((folder / "stroke.json").read_text("utf-8"))
    assert (told["entry"], told["stroke"], told["told"] != told["called"]) == (1, 1, True)
    assert book_from_text((folder / "book.jsonl").read_text("utf-8")).entries == book.entries
