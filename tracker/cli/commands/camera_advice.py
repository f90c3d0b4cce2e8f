"""`cuewatch camera-advice`: what a camera that nobody has bought yet would see, and what it would decide."""

import argparse
import json
import re
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tracker.domain.advice import Stand
from tracker.domain.errors import BadInput
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.stand import camera_of
from tracker.pipeline.advice import advise
from tracker.show.advice import advice_record, change_sentences, headings, remark_sentences, rows
from tracker.show.advice_words import HEADINGS, in_language
from tracker.show.pictures.foreseen import foreseen, marked
from tracker.store.files import write_whole, write_whole_image
from tracker.store.kits import DEFAULT_TABLE, find_kit
from tracker.vision.runtimes.networks import must_be_foretold

SIZE = re.compile(r"(\d{1,5})x(\d{1,5})")


def run(options: argparse.Namespace) -> int:
    """Print the advice; with `--out` also write it, and the picture."""
    kit = find_kit(options.table or DEFAULT_TABLE)
    must_be_foretold(kit)
    stand, language = stand_of(options, kit), options.lang
    camera, advice = camera_of(stand, kit), advise(stand, kit)
    console = Console(soft_wrap=True, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for k, heading in enumerate(headings(language)):
        table.add_column(heading, justify="right" if k else "left", no_wrap=not k, overflow="fold")
    for row in rows(advice, language):
        table.add_row(*row)
    console.print(table)
    for head, sentences in (
        ("remarks", remark_sentences(advice, language)),
        ("changes", change_sentences(advice, language)),
    ):
        console.print(f"\n{in_language(HEADINGS[head], language)}:")
        for sentence in sentences:
            console.print(f"- {sentence}", markup=False)
    if options.out:
        folder = Path(options.out)
        folder.mkdir(parents=True, exist_ok=True)
        record = json.dumps(advice_record(advice, language), ensure_ascii=False, indent=1)
        write_whole_image(folder / "advice.png", marked(foreseen(camera, kit), camera, kit, advice))
        write_whole(folder / "advice.json", record + "\n")
        console.print(f"\nWrote {folder / 'advice.png'} and {folder / 'advice.json'}.", markup=False)
    return 0


def stand_of(options: argparse.Namespace, kit: Kit) -> Stand:
    """Return the stand that a person typed.

    Raises:
        BadInput: something in it is none.
    """
    size = SIZE.fullmatch(options.size)
    if size is None:
        raise BadInput(
            f'--size "{options.size}" is no size of a picture: write width x height in pixels, as in 1920x1080'
        )
    towards = Point(*options.towards) if options.towards else Point(kit.width_mm / 2, kit.length_mm / 2)
    x, y, z = options.at
    return Stand(at_mm=(x, y, z), towards_mm=towards, lens_deg=options.lens, size_px=(int(size[1]), int(size[2])))
