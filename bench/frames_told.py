"""What a run tells of a whole drawn frame, against what is true of it: strokes, points, the score and the winner."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tracker.cli.evaluation.measures import differences, paired_strokes, unpaired
from tracker.cli.evaluation.run_and_truth import Run, StrokeFacts, Truth, read_run, read_truth
from tracker.match.book.book import Book, replay
from tracker.match.book.codec import book_from_text
from tracker.match.book.entries import Asked, Called, Seen
from tracker.match.desk.heard import waiting_in
from tracker.rules import shelf
from tracker.store.kits import find_kit

Points = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameComparison:
    """How well a frame was told; counts of strokes but for the score."""

    strokes: int
    found: int = 0
    extra: int = 0
    first_hits: int = 0
    """Right ones."""
    met: int = 0
    """Strokes of which it is right which ball was struck, and which balls it met: cannons are told by these."""
    pots: int = 0
    """Strokes whose pots, each with its pocket, are all right."""
    points: int = 0
    """Strokes that were called with the right points for the right side."""
    score: Points = (0, 0)
    due: Points = (0, 0)
    winner: int | None = None
    due_winner: int | None = None
    asked: int = 0
    """Questions that a person was asked, settled by later strokes or not, and calls that wait for one."""
    wrong: tuple[str, ...] = ()
    """What went wrong, in order."""
    took_s: float = 0.0

    @property
    def is_right(self) -> bool:
        """True: the final score and the winner are right, and nobody helped."""
        return self.score == self.due and self.winner == self.due_winner


def compared(run_folder: Path, truth_file: Path, took_s: float) -> FrameComparison:
    """Compare a run folder with the truth of the frame.

    Raises:
        BadInput: one of them cannot be read.
    """
    run, truth = read_run(run_folder), read_truth(truth_file)
    record = json.loads(truth_file.read_text("utf-8"))
    score = json.loads((run_folder / "score.json").read_text("utf-8"))
    book = book_from_text((run_folder / "book.jsonl").read_text("utf-8"))
    pairs = paired_strokes(run.strokes, truth.strokes)
    began = (record["frame"].get("start") or {"scores": (0, 0)})["scores"]
    called, due = points_called(book, record["table"]), points_due(record["strokes"], (began[0], began[1]))
    same = [(a, b) for a, b in pairs if called.get(a.number) == due[b.number]]
    a, b = record["frame"]["score"]
    return FrameComparison(
        strokes=len(truth.strokes),
        found=len(pairs),
        extra=len(run.strokes) - len(pairs),
        first_hits=sum(told.first_hit == true.first_hit for told, true in pairs),
        met=sum((told.cue_ball, told.met) == (true.cue_ball, true.met) for told, true in pairs),
        pots=sum(sorted(told.pots) == sorted(true.pots) for told, true in pairs),
        points=len(same),
        score=run.points,
        due=(int(a), int(b)),
        winner=score["winner"] if isinstance(score["winner"], int) else _side(score),
        due_winner=record["frame"]["winner"],
        asked=sum(isinstance(entry, Asked) for entry in book.entries) + len(waiting_in(book)),
        wrong=_wrong(run, truth, pairs, (called, due)),
        took_s=took_s,
    )


def _side(score: Mapping[str, Any]) -> int | None:
    """Return the side of the winner that score.json names."""
    return score["names"].index(score["winner"]) if score["winner"] in score["names"] else None


def points_due(strokes: Sequence[Mapping[str, Any]], before: Points = (0, 0)) -> dict[int, Points]:
    """Return what each true stroke gives to both sides, by number; `before`: the score before the first."""
    given = {}
    for stroke in strokes:
        after = (stroke["points_after"][0], stroke["points_after"][1])
        given[int(stroke["stroke"])] = (after[0] - before[0], after[1] - before[1])
        before = after
    return given


def points_called(book: Book, table: str) -> dict[int, Points]:
    """Return what each stroke was called with in the end, amendments and all; one never called is not there."""
    rules: Any = shelf.find(book.header.rulebook, find_kit(table))
    given: dict[int, Points] = {}
    before = rules.scoreline(rules.opening(book.header.setup)).points
    for step in replay(rules, book).steps:
        entry = book.entry(step.entry)
        seen = book.entry(entry.about) if isinstance(entry, Called) and entry.about else None
        after = rules.scoreline(step.position).points
        if isinstance(seen, Seen):
            a, b = given.get(seen.stroke.number, (0, 0))
            given[seen.stroke.number] = (a + after[0] - before[0], b + after[1] - before[1])
        before = after
    return given


def _wrong(
    run: Run,
    truth: Truth,
    pairs: Sequence[tuple[StrokeFacts, StrokeFacts]],
    points: tuple[Mapping[int, Points], Mapping[int, Points]],
) -> tuple[str, ...]:
    """Say what went wrong: strokes missed or invented, facts, and points where the facts were right."""
    called, due = points
    said = unpaired(pairs, run.strokes, truth.strokes)
    for told, true in pairs:
        facts = [one for one in differences(told, true) if ": call " not in one]
        said += facts
        if called.get(told.number) != due[true.number] and not facts:
            met = f"stroke {true.number}: met {_all(told.met)}, true {_all(true.met)}"
            said += [] if told.met == true.met else [met]
            got = called.get(told.number)
            words = "not called" if got is None else f"called {got[0]}–{got[1]}"
            said.append(f"stroke {true.number}: {words}, true {due[true.number][0]}–{due[true.number][1]}")
    return tuple(said)


def _all(balls: frozenset[str]) -> str:
    return " and ".join(sorted(balls)) or "nothing"


def failed(truth_file: Path, why: str, took_s: float) -> FrameComparison:
    """Return what is told of a frame that the program did not get through."""
    record = json.loads(truth_file.read_text("utf-8"))
    a, b = record["frame"]["score"]
    return FrameComparison(
        strokes=len(record["strokes"]), due=(int(a), int(b)), due_winner=record["frame"]["winner"], wrong=(why,),
        took_s=took_s,
    )  # fmt: skip


def to_json(told: FrameComparison) -> dict[str, Any]:
    """Return it as plain values."""
    return asdict(told)


def from_json(data: Mapping[str, Any]) -> FrameComparison:
    """Return what `to_json` made plain."""
    pairs = {name: tuple(data[name]) for name in ("score", "due", "wrong")}
    return FrameComparison(**{**data, **pairs})


def told_line(name: str, one: FrameComparison) -> str:
    """Return how a frame fared, for a person who waits."""
    sign = "right" if one.is_right else "WRONG"
    return (
        f"{sign} {name}: {one.score[0]}–{one.score[1]}, true {one.due[0]}–{one.due[1]}; strokes {one.found} of"
        f" {one.strokes} (+{one.extra}), first contacts {one.first_hits}, met {one.met}, pots {one.pots},"
        f" points {one.points}, {one.asked} questions, {one.took_s:.0f} s"
    )
