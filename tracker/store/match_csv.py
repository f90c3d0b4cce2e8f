"""A match as a table for a spreadsheet: a row for each call that stands, with the score after it.

The columns are a promise to other programs (docs/exports.md says what each holds); new ones are added at the end.
"""

import csv
import io
from collections.abc import Iterable

from tracker.domain.time import seconds
from tracker.match.book.ledger import LedgerLine, at_table

SCHEMA = 1
COLUMNS = (
    "schema", "frame", "entry", "t_s", "player", "said", "calls", "made", "points_a", "points_b", "score_a",
    "score_b", "next", "on", "break", "remaining", "over", "winner", "foul", "by", "amended",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to a spreadsheet, whoever typed it as a name."""


def match_csv(frames: Iterable[tuple[int, Iterable[LedgerLine]]]) -> str:
    """Return the text of the table; each frame is its number and the lines of its ledger."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(_row(number, line) for number, lines in frames for line in lines)
    return text.getvalue()


def _row(frame: int, line: LedgerLine) -> tuple[object, ...]:
    after = line.after
    called = "; ".join(type(call).__name__ for call in line.calls)
    return (
        SCHEMA, frame, line.entry, "" if line.at_us is None else f"{seconds(line.at_us):.4f}",
        cell(line.player), "; ".join(line.said), called, "; ".join(line.made),
        *line.gains, *after.points, "" if after.over else cell(at_table(after)), after.on, after.visit,
        "" if after.remaining is None else after.remaining, int(after.over),
        "" if after.winner is None else cell(after.names[after.winner]), int(line.is_foul), line.by,
        int(line.is_amended),
    )  # fmt: skip


def cell(text: str) -> str:
    """Return words that a spreadsheet takes for words."""
    return f"'{text}" if text.startswith(FORMULA) else text
