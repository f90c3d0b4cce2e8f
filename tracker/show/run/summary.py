"""The strokes, the calls and the score in the terminal; every call says why, every doubt says *please look*.

Written as plain wrapped lines, without tables: it reads the same in a narrow window, in a file and by a screen reader.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from tracker.domain.book.scoreline import Scoreline, Tally
from tracker.domain.law.call import Suggestion
from tracker.domain.strokes.incident_kind import IncidentKind
from tracker.domain.strokes.incidents import CONTACT, TOUCH, declared
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.domain.time import seconds
from tracker.show.run.timeline import doubt_words, first_contact_words, percent, table_doubts
from tracker.show.run.words import RunView, StrokeView, TableView
from tracker.show.viewpoint import error_words

COUNTED: Final[Mapping[str, str]] = {
    "crossing": "the Baulk-line is due before a break of {}",
    "red-to-centre": "the red goes to the Centre Spot if potted again",
}
"""What a game counts without a limit, in words."""
FAINT, STRONG, LOOK = "dim", "bold", "bold yellow"


def print_summary(run: RunView, console: Console) -> None:
    """Print the whole run; `console` decides about width and colour (NO_COLOR, no terminal)."""
    _say(console, Text(run.clip, STRONG), _faint(f"  {run.rulebook}  {run.made}"))
    _print_table(run.table, console)
    if run.opening:
        _say(
            console,
            Text("Balls at the start: "),
            Text(standing_words(run.opening, run.table.kit if run.table else None)),
        )
    for sentence in run.assumed:
        _say(console, _faint(f"Assumed: {sentence}"))
    for doubt in run.doubts + (run.opening.doubts if run.opening else ()):
        _look(console, doubt_words(doubt), indent=0)
    for view in run.strokes:
        print_stroke(view, console)
    _print_end(run, console)


def print_stroke(view: StrokeView, console: Console) -> None:
    """Print one stroke: when, what happened, what to call, and the score after it."""
    _say(console)
    _say(console, Text(f"Stroke {view.stroke.number}", STRONG), _faint("  " + _when(view)))
    for label, words in facts(view):
        _say(console, _faint(f"{label}: "), Text(words), indent=2)
    for doubt in view.doubts:
        _look(console, doubt_words(doubt))
    for call in view.suggestions:
        _print_call(call, console)
    if not view.suggestions:
        _say(console, _faint("nothing to call"), indent=2)
    if view.provisional:
        _say(console, Text("provisional: ", STRONG), Text(view.provisional), indent=2)
    if view.after:
        _say(console, Text(score_words(view.after)), _faint(rest_words(view.after)), indent=2)


def facts(view: StrokeView) -> tuple[tuple[str, str], ...]:
    """Return what happened in a stroke as (what, words); only what there is, first contact always."""
    in_hand = ("in hand", "played from in hand" if view.stroke.in_hand else "")
    rows = (in_hand, *((kind.line, _line(kind, view)) for kind in declared() if kind.line))
    return tuple((label, words) for label, words in rows if words)


def _line(kind: IncidentKind, view: StrokeView) -> str:
    if kind.name in SUMMED_UP:
        return SUMMED_UP[kind.name](view)
    return ", ".join(_unsure(one.listed, one.sure) for one in kind.happened(view.stroke, view.end))


def labels_of_lists() -> frozenset[str]:
    """Return the labels of facts that say no more than a list of the numbered incidents does."""
    return frozenset(kind.line for kind in declared() if kind.is_numbered and kind.name not in SUMMED_UP)


def _first_contact(view: StrokeView) -> str:
    return f"{first_contact_words(view)}, {percent(view.stroke.first_hit_sure)} sure"


def also_met(stroke: Stroke) -> tuple[str, ...]:
    """Return the balls that the cue-ball met after those of its first contact: the second one makes a cannon."""
    met = (ball for touch in stroke.touches if stroke.cue_ball in touch.balls for ball in touch.balls)
    return tuple(dict.fromkeys(ball for ball in met if ball not in (stroke.cue_ball, *stroke.first_hit)))


SUMMED_UP: Final[Mapping[str, Callable[[StrokeView], str]]] = {
    CONTACT.name: _first_contact,
    TOUCH.name: lambda view: ", ".join(also_met(view.stroke)),
}
"""Kinds of whose incidents the line of facts says what they come to, and not each of them."""


def standing_words(standing: Standing, kit: Kit | None) -> str:
    """Return how many of each ball stand on the table: what is struck, the many, the others, as the kit has them."""
    counts = Counter(place.ball for place in standing.places)
    pieces = kit.pieces if kit else {}
    known = sorted(pieces, key=lambda name: (kit is not None and name not in kit.cue_balls, -pieces[name]))
    names = [name for name in known if name in counts] + sorted(set(counts).difference(known))
    return ", ".join(name if counts[name] == 1 else counted(counts[name], name) for name in names) or "none"


def counted(number: int, what: str) -> str:
    """Return a number of things: `1 call`, `2 calls`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def score_words(line: Scoreline) -> str:
    """Return the score as a marker says it: `Ann 9, Bob 0`, with the unit where it is not points."""
    unit = "" if line.unit == "points" else f" {line.unit}"
    return ", ".join(f"{name} {points}" for name, points in zip(line.names, line.points, strict=True)) + unit


def rest_words(line: Scoreline) -> str:
    """Return what stands beside a score: the winner, or who is at the table, on what, with which break."""
    if line.over:
        won = f"{line.names[line.winner]} wins" if line.winner is not None else "level"
        return f"  {line.part} over, {won}"
    visit = f"{visit_word(line)} {line.visit}" if line.visit else ""
    own = (f"{line.names[line.striker]} to play", on_words(line), visit, left_words(line))
    return "  " + listed(*own, *counted_words(line))


def visit_word(line: Scoreline) -> str:
    """Return how a game calls what is scored in one turn."""
    return "series" if line.unit == "pucks" else "break"


def counted_words(line: Scoreline) -> tuple[str, ...]:
    """Return what a game counts beside the score, in words."""
    return tuple(_count_words(one, line) for one in line.counts)


def _count_words(one: Tally, line: Scoreline) -> str:
    if one.kind == "owed":
        return f"{line.names[one.side or 0]} owes {counted(one.number, 'penalty puck')}"
    if one.most is not None:
        return f"{one.number} of {one.most} {one.kind} in succession"
    return COUNTED[one.kind].format(one.number)


def provisional_words(line: Scoreline) -> str:
    """Return how much of a score is called and not settled."""
    return f"{counted(len(line.provisional), 'stroke')} called and not settled"


def striker_words(line: Scoreline) -> str:
    """Return who is at the table, and on what where the game has a ball on."""
    return listed(line.names[line.striker], on_words(line))


def left_words(line: Scoreline) -> str:
    """Return the points left on the table; nothing in a game where there is always more to score."""
    return "" if line.remaining is None else f"{line.remaining} left"


def listed(*words: str) -> str:
    """Return what there is of `words` as a list."""
    return ", ".join(filter(None, words))


def on_words(line: Scoreline) -> str:
    """Return the ball on in words; nothing in a game that has none."""
    return "ball on not known" if line.on == "unknown" else f"on {line.on}" if line.on else ""


def say_words(call: Suggestion) -> str:
    """Return a call with its value; a bare number is the break so far and says enough."""
    return call.say if call.value is None or call.say.isdigit() else f"{call.say} {call.value}"


@contextmanager
def progress(label: str, total: int, console: Console) -> Iterator[Callable[[int], None]]:
    """Show a bar for long work and give a function that takes how much is done; silent when not in a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total or None)
        yield lambda done: bar.update(task, completed=done)


def _print_table(table: TableView | None, console: Console) -> None:
    if table:
        found = f"Table {table.kit.name} ({'corners given' if table.found_by == 'points' else 'found by itself'}): "
        error = f"; error {error_words(table.error_px, table.error_mm)}"
        _say(console, Text(found + table.viewpoint + error))
    for sentence in table_doubts(table):
        _look(console, sentence, indent=0)


def _print_call(call: Suggestion, console: Console) -> None:
    style = LOOK if call.ask else STRONG
    head = Text(("please look: " if call.ask else "call: ") + say_words(call), style)
    _say(console, head, Text(f"  {call.why}"), _faint(f"  [{call.cite}, {percent(call.sure)} sure]"), indent=2)


def _print_end(run: RunView, console: Console) -> None:
    _say(console)
    if not run.strokes:
        _say(console, Text("No stroke was seen."))
    if run.final:
        _say(console, Text(score_words(run.final), STRONG), Text(rest_words(run.final)))
        if run.final.provisional:
            _say(console, Text("provisional: ", STRONG), Text(provisional_words(run.final)))
    for note in run.amended:
        _say(console, _faint("amended: "), Text(f"stroke {note.stroke}: {note.words}"))
    for note in run.asked:
        _look(console, f"stroke {note.stroke}: {note.words}", indent=0)
    asked = sum(call.ask for view in run.strokes for call in view.suggestions)
    doubted = sum(len(view.doubts) for view in run.strokes)
    waiting = [counted(number, what) for number, what in ((asked, "call"), (doubted, "fact")) if number]
    if waiting:
        _look(console, f"{' and '.join(waiting)} for a person to settle", indent=0)
    for what, where in run.files:
        console.print(_faint(f"{what}: ") + Text(where), soft_wrap=True, highlight=False)


def _when(view: StrokeView) -> str:
    stroke = view.stroke
    span = f"{seconds(stroke.began_us):.2f}-{seconds(stroke.ended_us):.2f} s"
    before = view.before
    return f"{span}  {striker_words(before)}" if before else span


def _unsure(words: str, sure: float) -> str:
    return words if sure >= 0.95 else f"{words} ({percent(sure)} sure)"


def _look(console: Console, words: str, indent: int = 2) -> None:
    _say(console, Text("please look: ", LOOK), Text(words), indent=indent)


def _faint(words: str) -> Text:
    return Text(words, FAINT)


def _say(console: Console, *parts: Text, indent: int = 0) -> None:
    """Print wrapped text, every line of it indented and none with blanks at its end."""
    margin = Text(" " * indent)
    for line in Text.assemble(*parts).wrap(console, max(1, console.width - indent)) or [Text()]:
        line.rstrip()
        console.print(margin + line if line else line, highlight=False)
