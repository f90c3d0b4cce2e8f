"""Hard strokes: those that a person called otherwise than the program, for whoever would have it see better.

What is compared is what the calls come to, points, ball on and who plays next: what the judge leaves to the referee
(was it a miss?) makes no stroke a hard one.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call
from tracker.history.sheets import day_words, kept_frames
from tracker.live.table.table import rules_for
from tracker.match.book.book import replacing, seen_about
from tracker.match.book.codec import book_to_text, plain
from tracker.match.book.entries import POLICY, Amended, Called, EntryName, Noted, Seen, Suggested
from tracker.match.desk.desk import Desk, resume_desk
from tracker.match.desk.positions import with_before
from tracker.rules.ruleset import RuleSet, apply_all
from tracker.store.database.matches import StoredFrame, StoredMatch, matches
from tracker.store.database.opening import Database
from tracker.store.database.reviews import clips_showing, evidence_of

SCHEMA: Final = 1
Files = Mapping[str, str | bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class HardStroke:
    """A stroke, what the program made of it, and what a person called; nothing: there was none."""

    seen: Seen
    told: tuple[Call, ...]
    called: tuple[Call, ...]


def hard_strokes(desk: Desk[Any]) -> tuple[HardStroke, ...]:
    """Return the hard strokes of a book in order."""
    return tuple(sorted((*_called_otherwise(desk), *_refused(desk)), key=lambda one: one.seen.number))


def _called_otherwise(desk: Desk[Any]) -> Iterator[HardStroke]:
    book, newest, told = desk.book, replacing(desk.book.entries), _told(desk)
    for before, step in with_before(desk):
        stands, seen = book.entry(newest[step.entry]), seen_about(book, step.entry)
        if isinstance(stands, Called | Amended) and stands.by != POLICY and seen is not None and seen.number in told:
            advice = told[seen.number]
            if _comes_to(desk.rules, before, advice) != _score(desk.rules, step.position):
                yield HardStroke(seen=seen, told=advice, called=stands.calls)


def _refused(desk: Desk[Any]) -> Iterator[HardStroke]:
    """Give the strokes whose suggestion was passed over, and of which nothing was called."""
    entries, told = desk.book.entries, _told(desk)
    called = {seen.number for step in desk.steps if (seen := seen_about(desk.book, step.entry)) is not None}
    suggested = {one.number: one.about for one in entries if isinstance(one, Suggested)}
    passed = {suggested[one.about] for one in entries if isinstance(one, Noted) and one.about in suggested}
    for entry in entries:
        if isinstance(entry, Seen) and entry.number in passed - called:
            yield HardStroke(seen=entry, told=told[entry.number], called=())


def _told(desk: Desk[Any]) -> dict[int, tuple[Call, ...]]:
    """Return what the program last made of each stroke by itself: what it suggested, or called, or amended."""
    told: dict[int, tuple[Call, ...]] = {}
    for entry in desk.book.entries:
        if isinstance(entry, Suggested):
            told[entry.about] = entry.ruling.calls
        elif isinstance(entry, Called | Amended) and entry.by == POLICY:
            seen = seen_about(desk.book, entry.number)
            told |= {} if seen is None else {seen.number: entry.calls}
    return told


def _comes_to(rules: RuleSet[Any], before: Any, calls: tuple[Call, ...]) -> object:
    try:
        return _score(rules, apply_all(rules, before, calls)[0])
    except CallRefused:
        return None


def _score(rules: RuleSet[Any], position: Any) -> object:
    line = rules.scoreline(position)
    return line.points, line.on, line.striker, line.over


def exported(database: Database, recordings: Path) -> Iterator[tuple[str, Files]]:
    """Give each hard stroke of all matches: the name of a folder, and what lies in it.

    Args:
        database: where the books lie.
        recordings: the folder in which each table has its own, with the clips that were kept.
    """
    for match in matches(database):
        for frame, book in kept_frames(database, match.number):
            desk, _ = resume_desk(rules_for(book.header), book)
            for one in hard_strokes(desk):
                name = f"match-{match.number}-frame-{frame.number}-entry-{one.seen.number}"
                clip = _clip(database, recordings, _name(frame, one))
                files: dict[str, str | bytes] = {"book.jsonl": book_to_text(book)}
                yield name, files | {"stroke.json": _text(database, match, frame, one)} | clip


def _name(frame: StoredFrame, one: HardStroke) -> EntryName:
    return EntryName(table=frame.table, epoch=frame.epoch, sequence=one.seen.number)


def _clip(database: Database, recordings: Path, entry: EntryName) -> dict[str, str | bytes]:
    """Return the pictures that were kept of a stroke, as the camera sent them."""
    for kept in clips_showing(database, entry):
        file = recordings / entry.table / kept.file
        if kept.purpose != "export" and file.is_file():
            return {"clip.mp4": file.read_bytes()}
    return {}


def _text(database: Database, match: StoredMatch, frame: StoredFrame, one: HardStroke) -> str:
    evidence = evidence_of(database, _name(frame, one))
    told = {
        "schema": SCHEMA, "match": match.number, "date": day_words(match.begun_us), "table": frame.table,
        "rulebook": match.rulebook, "frame": frame.number, "entry": one.seen.number, "stroke": one.seen.stroke.number,
        "began_us": one.seen.stroke.began_us, "ended_us": one.seen.stroke.ended_us,
        "told": list(map(plain, one.told)), "called": list(map(plain, one.called)),
        "evidence": json.loads(evidence) if evidence else None,
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
