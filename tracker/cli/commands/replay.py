"""`cuewatch replay`: the score from a match book, without any video."""

import argparse
import json

from rich.console import Console

from tracker.cli.typed import read_text
from tracker.match.book.replaying import replay_text
from tracker.show.run.summary import score_words


def run(options: argparse.Namespace) -> int:
    """Print the score that a book comes to; 1 when an entry no longer fits (the good half is kept)."""
    replayed = replay_text(read_text(options.book), options.rules, options.book)
    if options.json:
        print(json.dumps(replayed.as_json(), ensure_ascii=False))
        return 1 if replayed.trouble else 0
    console = Console(soft_wrap=True)
    for number, words, points in replayed.steps:
        console.print(f"{number:>5}  {', '.join(words):<28} {points[0]}–{points[1]}")
    console.print(score_words(replayed.score))
    if replayed.trouble:
        console.print(f"Stopped: {replayed.trouble}")
    return 1 if replayed.trouble else 0
