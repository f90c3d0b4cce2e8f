"""Type for a PDF: one face of our own for the West, embedded, and the readers' own for Chinese.

Source: PDF 32000-1:2008, 9.7.5.2 (predefined CMaps, with which a font need not be embedded).
"""

from functools import cache
from html import escape
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from typing import Any, Final
from unicodedata import east_asian_width

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

PLAIN: Final = "DejaVuSans"
BOLD: Final = "DejaVuSans-Bold"
EASTERN: Final = "STSong-Light"
INK, FAINT, ACCENT, LINE = (HexColor(value) for value in ("#1c211e", "#5d665f", "#0f5b3c", "#dcd8cc"))


@cache
def faces() -> Any:
    """Make the faces known, and return the letters that ours has."""
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, BytesIO((files("tracker.show") / "fonts" / f"{name}.ttf").read_bytes())))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    pdfmetrics.registerFont(UnicodeCIDFont(EASTERN))
    return pdfmetrics.getFont(PLAIN).face.charToGlyph


def words(text: str, size: float = 8.5, *, bold: bool = False, ink: Any = INK, before: float = 0.0) -> Any:
    """Return a paragraph of plain text, `size` in points, with `before` points of room above it."""
    letters = faces()
    runs = groupby(text, key=lambda letter: ord(letter) not in letters and east_asian_width(letter) in "WF")
    marked = "".join(_run("".join(run), eastern) for eastern, run in runs)
    style = ParagraphStyle(
        "words",
        fontName=BOLD if bold else PLAIN,
        fontSize=size,
        leading=size * 1.35,
        textColor=ink,
        spaceBefore=before,
        spaceAfter=size * 0.3 if before else 0,
    )
    return Paragraph(marked, style)


def _run(text: str, eastern: bool) -> str:
    return f'<font name="{EASTERN}">{escape(text)}</font>' if eastern else escape(text)
