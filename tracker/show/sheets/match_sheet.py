"""The match sheet of a whole match: frames, breaks, fouls and every call, with the strokes drawn that were seen.

One HTML file for a person to read, print and keep; nothing is fetched from anywhere, and the same match gives the same
file.
"""

from collections.abc import Sequence
from itertools import groupby

from tracker.domain.table.kit import Kit
from tracker.show.markup import Html, tag
from tracker.show.plan import Plan
from tracker.show.run.summary import counted
from tracker.show.run.timeline import incident_words, incidents
from tracker.show.sheets.match_view import (
    CALLS,
    FOULS,
    BreakView,
    CallView,
    Column,
    FrameView,
    MatchView,
    call_words,
    high_break,
    points_words,
    winner_words,
)
from tracker.show.sheets.sheet import PLACES, legend, sheet, table_symbols
from tracker.show.sheets.strokemap import stroke_map


def match_html(match: MatchView) -> str:
    """Return the whole match sheet as the text of an HTML file."""
    parts = (_head(match), _score(match), _frames(match), *(_frame(frame, match.kit) for frame in match.frames))
    words = f"{PLACES} The score rests on the calls alone; times are those of the recording."
    foot = tag("footer", tag("p", words))
    return sheet(f"Match sheet: {match.name}", table_symbols(match.kit), tag("main", *parts), foot)


def _head(match: MatchView) -> Html:
    facts = tag("p", " · ".join(match.facts), class_="faint")
    return tag("header", tag("p", "Match sheet", class_="over"), tag("h1", match.name), facts)


def _score(match: MatchView) -> Html:
    lead = max(match.frames_won)
    sides = [
        tag(
            "div",
            tag("span", name, class_="name"),
            tag("span", str(won), class_="points"),
            tag("span", "frame won" if won == 1 else "frames won", class_="state"),
            class_="side active" if won == lead != min(match.frames_won) else "side",
        )
        for name, won in zip(match.names, match.frames_won, strict=True)
    ]
    return tag("section", *sides, class_="board", aria_label="Score")


def _frames(match: MatchView) -> Html:
    if not match.frames:
        return tag("p", "No frame was begun.", class_="none")
    heads = ("Frame", *match.names, "Winner", "Highest break")
    head = tag("tr", *(tag("th", name, scope="col") for name in heads))
    rows = [_frame_row(frame) for frame in match.frames]
    return tag("section", tag("h2", "Frames"), tag("table", tag("thead", head), tag("tbody", *rows), class_="breaks"))


def _frame_row(frame: FrameView) -> Html:
    score, best = frame.score, high_break(frame)
    return tag(
        "tr",
        tag("th", tag("a", str(frame.number), href=f"#frame-{frame.number}"), scope="row"),
        *(tag("td", str(points), class_="num") for points in score.points),
        tag("td", winner_words(frame)),
        tag("td", f"{best.points} ({best.player})" if best else "–"),
    )


def _frame(frame: FrameView, kit: Kit | None) -> Html:
    number, score = frame.number, frame.score
    title = f"Frame {number}: {score.names[0]} {points_words(score.points)} {score.names[1]}"
    trouble = tag("p", tag("strong", "Please look"), f" {frame.trouble}", class_="look") if frame.trouble else Html("")
    return tag(
        "section",
        tag("h2", title),
        tag("p", frame.because, class_="faint") if frame.because else Html(""),
        trouble,
        _titled("Breaks", _breaks_table(frame.breaks)),
        _titled("Fouls", _calls_table(frame.fouls, FOULS)),
        _folded(counted(len(frame.calls), "call"), _calls_table(frame.calls, CALLS)),
        _maps(frame, kit),
        id=f"frame-{number}",
    )


def _breaks_table(made: Sequence[BreakView]) -> Html:
    if not made:
        return Html("")
    head = tag("tr", *(tag("th", name, scope="col") for name in ("Player", "Break", "With")))
    rows = [
        tag("tr", tag("th", one.player, scope="row"), tag("td", str(one.points), class_="num"), tag("td", _listed(one)))
        for one in made
    ]
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="breaks")


def _listed(made: BreakView) -> str:
    return ", ".join(made.made)


def _titled(title: str, content: Html) -> Html:
    return tag("div", tag("h3", title), content) if content else content


def _folded(title: str, *content: Html) -> Html:
    return tag("details", tag("summary", title), *content) if any(content) else Html("")


def _calls_table(calls: Sequence[CallView], columns: Sequence[Column]) -> Html:
    if not calls:
        return Html("")
    head = tag("tr", *(tag("th", column.head, scope="col") for column in columns))
    rows = [tag("tr", *(_cell(column, call) for column in columns)) for call in calls]
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="calls-made")


def _cell(column: Column, call: CallView) -> Html:
    return tag("td", column.say(call), class_="num" if column.is_number else None)


def _maps(frame: FrameView, kit: Kit | None) -> Html:
    """Draw the strokes that were seen, visit by visit."""
    if kit is None or not frame.strokes:
        return Html("")
    plan = Plan(kit=kit, upright=False)
    visits = [
        tag("div", tag("h3", player), tag("div", *(_map(call, plan, frame.number) for call in calls), class_="grid"))
        for player, calls in groupby(frame.strokes, key=lambda call: call.player)
    ]
    return _folded(counted(len(frame.strokes), "stroke map"), legend(kit), *visits)


def _map(call: CallView, plan: Plan, frame: int) -> Html:
    if call.stroke is None:
        return Html("")
    found = incidents(call.stroke, plan.kit)
    drawn = stroke_map(call.stroke, found, plan, within=f"-{frame}")
    title = tag("b", f"{call.entry} · {call_words(call)} · {points_words(call.after.points)}")
    return tag("figure", drawn, tag("figcaption", title, " ", incident_words(found), class_="faint"))
