"""The match sheet: one HTML file that a referee can read, print and keep, with nothing fetched from anywhere.

Same run, same file: the text holds no clock, no random names and no order that could change.
"""

from collections.abc import Sequence

from tracker.domain.book.scoreline import Scoreline
from tracker.show.markup import Html, tag
from tracker.show.run.breaks import breaks
from tracker.show.run.summary import counted, provisional_words, rest_words, say_words, standing_words
from tracker.show.run.timeline import clock, doubt_words, percent, table_doubts
from tracker.show.run.words import RunView, StrokeNote, StrokeView
from tracker.show.sheets.sheet import PLACES, legend, sheet, table_symbols
from tracker.show.sheets.sheet_stroke import stroke_card
from tracker.show.viewpoint import error_words

MANY = 10
"""More things to look at than this scroll in a box of their own."""


def report(run: RunView) -> str:
    """Return the whole match sheet as the text of an HTML file."""
    kit = run.table.kit if run.table else None
    return sheet(f"Match sheet: {run.clip}", table_symbols(kit), tag("main", *_parts(run)), _foot(run))


def _parts(run: RunView) -> tuple[Html, ...]:
    return (
        _head(run),
        _scoreboard(run.final),
        _assumed(run),
        _looks(run),
        _index(run),
        _strokes(run),
        _breaks(run),
        _notes("Questions", "questions", run.asked),
        _notes("Amended when more was seen", "amended", run.amended),
        _unseen(run),
        _facts(run),
    )


def _head(run: RunView) -> Html:
    words = (run.made, run.rulebook, counted(len(run.strokes), "stroke"), clock(run.length_us) if run.length_us else "")
    line = " · ".join(word for word in words if word)
    return tag("header", tag("p", "Match sheet", class_="over"), tag("h1", run.clip), tag("p", line, class_="faint"))


def _scoreboard(line: Scoreline | None) -> Html:
    if line is None:
        return tag("p", "No score was kept.", class_="look")
    sides = [_side(line, side) for side in (0, 1)]
    rest = tag("p", rest_words(line).strip(), class_="rest")
    open_ = tag("p", f"Provisional: {provisional_words(line)}", class_="rest open") if line.provisional else Html("")
    return tag("section", *sides, rest, open_, class_="board", aria_label="Score")


def _side(line: Scoreline, side: int) -> Html:
    at_table = not line.over and line.striker == side
    state = "winner" if line.winner == side else "at the table" if at_table else ""
    return tag(
        "div",
        tag("span", line.names[side], class_="name"),
        tag("span", str(line.points[side]), class_="points unsettled" if line.provisional else "points"),
        tag("span", state, class_="state"),
        class_="side active" if at_table or line.winner == side else "side",
    )


def _assumed(run: RunView) -> Html:
    """Say beside the score what it rests on."""
    items = [tag("li", sentence) for sentence in run.assumed]
    return tag("ul", *items, class_="assumed", aria_label="Assumed") if items else Html("")


def _looks(run: RunView) -> Html:
    """Collect at the top whatever a person must settle, each with the way to its stroke."""
    own = [*table_doubts(run.table), *map(doubt_words, run.doubts + (run.opening.doubts if run.opening else ()))]
    items = [tag("li", words) for words in own]
    if run.asked:
        what = tag("a", counted(len(run.asked), "question"), href="#questions")
        items.append(tag("li", what, "what stays even, each with both scores"))
    items += [_stroke_looks(view) for view in run.strokes if view.doubts or any(call.ask for call in view.suggestions)]
    if not items:
        return Html("")
    listed = tag("ul", *items, tabindex=0 if len(items) > MANY else None, class_="long" if len(items) > MANY else None)
    return tag("section", tag("h2", "Please look"), listed, class_="looks", id="looks")


def _stroke_looks(view: StrokeView) -> Html:
    calls = [f"{say_words(call)}: {call.why} ({percent(call.sure)} sure)" for call in view.suggestions if call.ask]
    link = tag("a", f"Stroke {view.stroke.number}", href=f"#stroke-{view.stroke.number}")
    sentences = [tag("span", words) for words in (*map(doubt_words, view.doubts), *calls)]
    return tag("li", link, *sentences)


def _index(run: RunView) -> Html:
    """List the strokes in one strip, each with what to say."""
    items = [tag("li", _index_link(view)) for view in run.strokes]
    return tag("nav", tag("ol", *items), aria_label="Strokes") if items else Html("")


def _index_link(view: StrokeView) -> Html:
    say = ", ".join(say_words(call) for call in view.suggestions) or "–"
    ask = bool(view.doubts) or any(call.ask for call in view.suggestions)
    number = tag("b", str(view.stroke.number))
    mark = tag("span", "?", class_="ask", title="please look") if ask else Html("")
    said = tag("span", say, class_="unsettled" if view.provisional else None)
    return tag("a", number, said, mark, href=f"#stroke-{view.stroke.number}")


def _notes(title: str, name: str, notes: Sequence[StrokeNote]) -> Html:
    """List something to know of strokes, each with the way to its card."""
    items = [
        tag("li", tag("a", f"Stroke {note.stroke}", href=f"#stroke-{note.stroke}"), ": ", note.words) for note in notes
    ]
    return tag("section", tag("h2", title), tag("ul", *items), class_="notes", id=name) if items else Html("")


def _strokes(run: RunView) -> Html:
    if not run.strokes:
        return tag("p", "No stroke was seen.", class_="none")
    kit = run.table.kit if run.table else None
    return tag("section", tag("h2", "Strokes"), legend(kit), *(stroke_card(view, kit) for view in run.strokes))


def _breaks(run: RunView) -> Html:
    rows = [
        tag(
            "tr",
            tag("th", made.player, scope="row"),
            tag("td", str(made.points), class_="num"),
            tag("td", _span(made.first_stroke, made.last_stroke), class_="num"),
            tag("td", ", ".join(made.balls)),
        )
        for made in breaks(run.strokes)
    ]
    if not rows:
        return Html("")
    is_of_pucks = run.final is not None and run.final.unit == "pucks"
    title, one, balls = ("Series", "Series", "Pucks") if is_of_pucks else ("Breaks", "Break", "Balls")
    head = tag("tr", *(tag("th", name, scope="col") for name in ("Player", one, "Strokes", balls)))
    return tag("section", tag("h2", title), tag("table", tag("thead", head), tag("tbody", *rows), class_="breaks"))


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _unseen(run: RunView) -> Html:
    """List what of the rulebook nothing here says, since only people can tell it."""
    if not run.unseen:
        return Html("")
    said = "Nothing of this was judged here: what hands, cues and players do is told by people, at the desk."
    rows = [tag("tr", tag("th", one.cite, scope="row"), tag("td", one.says)) for one in run.unseen]
    listed = tag("details", tag("summary", counted(len(rows), "sentence")), tag("table", tag("tbody", *rows)))
    return tag("section", tag("h2", "What no camera sees"), tag("p", said, class_="faint"), listed, class_="unseen")


def _facts(run: RunView) -> Html:
    """Say how the run was made: the table, the camera, what was taken for granted."""
    table = run.table
    rows = [
        ("Source", f"{run.clip}, {run.pictures} pictures" if run.pictures else run.clip),
        ("Rulebook", run.rulebook),
    ]
    if table:
        found = "four corners given" if table.found_by == "points" else "found by itself"
        rows += [
            ("Table", f"{table.kit.name}, {table.kit.width_mm:g} × {table.kit.length_mm:g} mm, {found}"),
            ("Camera", f"{table.viewpoint}; pictures {table.image_size[0]} × {table.image_size[1]}"),
            ("Reprojection error", error_words(table.error_px, table.error_mm)),
        ]
    pieces = "Pucks at the start" if table and table.kit.disc_mm else "Balls at the start"
    rows += [(pieces, standing_words(run.opening, table.kit if table else None))] if run.opening else []
    body = [tag("tr", tag("th", name, scope="row"), tag("td", words)) for name, words in rows]
    return tag("section", tag("h2", "How this was made"), tag("table", tag("tbody", *body), class_="made"))


def _foot(run: RunView) -> Html:
    may_change = " What is provisional may be amended by what follows; what a person calls stands."
    return tag("footer", tag("p", PLACES + (may_change if run.final and run.final.provisional else "")))
