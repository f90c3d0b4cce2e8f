"""What all sheets share: one HTML file with its own colours and styles, the empty table, the legend, the breaks.

Nothing is fetched from anywhere, and the same values give the same text.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from tracker.domain.kit import Kit
from tracker.show.breaks import Break
from tracker.show.markup import Html, tag
from tracker.show.palette import LETTERS, RGB
from tracker.show.plan import Plan, table_symbol
from tracker.show.strokemap import paint

PLACES: Final = (
    "Places are centres of balls in millimetres from the Baulk end's left corner, x to the right, y to the Top."
)


def sheet(title: str, *body: Html) -> str:
    """Return the whole text of an HTML file."""
    head = tag(
        "head",
        Html('<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'),
        Html('<meta name="color-scheme" content="light dark">'),
        tag("title", title),
        tag("style", Html(_colours() + _stylesheet())),
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", *body), lang="en") + "\n"


def table_symbols(kit: Kit | None) -> Html:
    """Return the empty table, lying and upright, for the drawings of strokes to stand on."""
    plans = [Plan(kit=kit, upright=upright) for upright in (False, True)] if kit else []
    return tag("svg", *map(table_symbol, plans), width=0, height=0, aria_hidden="true", class_="store")


def legend() -> Html:
    """Say what the drawings of strokes show."""
    balls = [
        tag("span", tag("i", sign, class_=f"chip {paint(name)} {'dark' if name in 'white yellow pink' else ''}"), name)
        for name, sign in LETTERS.items()
    ]
    words = (
        "Ring: where a ball stood. Full ball: where it lies. Dashed: hidden, as predicted. "
        "White circle: the cue-ball at first contact. Numbers: the list under the table."
    )
    return tag("p", *balls, tag("span", words, class_="faint"), class_="legend")


def breaks_table(made: Sequence[Break], where: str) -> Html:
    """Return a table of breaks, nothing where there was none; `where` heads the column of their numbers."""
    if not made:
        return Html("")
    head = tag("tr", *(tag("th", name, scope="col") for name in ("Player", "Break", where, "Balls")))
    return tag("table", tag("thead", head), tag("tbody", *map(_break_row, made)), class_="breaks")


def _break_row(made: Break) -> Html:
    return tag(
        "tr",
        tag("th", made.player, scope="row"),
        tag("td", str(made.points), class_="num"),
        tag("td", _span(made.first_stroke, made.last_stroke), class_="num"),
        tag("td", ", ".join(made.balls)),
    )


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _stylesheet() -> str:
    return (files("tracker.show") / "report.css").read_text("utf-8")


def _colours() -> str:
    """Return each ball's colour for the style sheet: `fill` for balls, `stroke` for paths and rings."""
    rules = [f".{paint(name)}{{--ball:rgb({r},{g},{b})}}" for name, (r, g, b) in RGB.items()]
    return "".join(rules) + ".b-other{--ball:rgb(150,150,158)}\n"
