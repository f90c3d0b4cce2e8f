"""What all sheets share: one HTML file with its own colours and styles, the empty table, the legend.

Nothing is fetched from anywhere, and the same values give the same text.
"""

from importlib.resources import files
from typing import Final

from tracker.domain.table.kit import Kit
from tracker.show.markup import Html, tag
from tracker.show.palette import LETTERS, RGB, is_light, letter, named
from tracker.show.plan import Plan, table_symbol
from tracker.show.sheets.strokemap import paint

SCHEMA: Final = 1
PLACES: Final = (
    "Places are centres of balls in millimetres from the Baulk end's left corner, x to the right, y to the Top."
)


def sheet(title: str, *body: Html) -> str:
    """Return the whole text of an HTML file."""
    head = tag(
        "head",
        Html('<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'),
        Html('<meta name="color-scheme" content="light dark">'),
        Html(f'<meta name="schema" content="{SCHEMA}">'),
        tag("title", title),
        tag("style", Html(_colours() + _stylesheet())),
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", *body), lang="en") + "\n"


def table_symbols(kit: Kit | None) -> Html:
    """Return the empty table, lying and upright, for the drawings of strokes to stand on."""
    plans = [Plan(kit=kit, upright=upright) for upright in (False, True)] if kit else []
    return tag("svg", *map(table_symbol, plans), width=0, height=0, aria_hidden="true", class_="store")


def legend(kit: Kit | None) -> Html:
    """Say what the drawings of strokes show, with the balls that the game is played with; None: not known."""
    known = tuple(LETTERS)
    own = () if kit is None else (name for name, count in kit.pieces.items() if count)
    names = known if kit is None else sorted(own, key=lambda name: known.index(name) if name in known else 99)
    balls = [
        tag(
            "span", tag("i", letter(name), class_=f"chip {paint(name)} {'dark' if is_light(name) else ''}"), named(name)
        )
        for name in names
    ]
    words = (
        "Ring: where it stood. Full: where it lies. Dashed: hidden, as predicted. "
        "White circle: what was struck, at first contact. Numbers: the list under the table."
    )
    return tag("p", *balls, tag("span", words, class_="faint"), class_="legend")


def _stylesheet() -> str:
    return (files("tracker.show.sheets") / "report.css").read_text("utf-8")


def _colours() -> str:
    """Return each ball's colour for the style sheet: `fill` for balls, `stroke` for paths and rings."""
    rules = [f".{paint(name)}{{--ball:rgb({r},{g},{b})}}" for name, (r, g, b) in RGB.items()]
    return "".join(rules) + ".b-other{--ball:rgb(150,150,158)}\n"
