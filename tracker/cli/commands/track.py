"""`cuewatch track`: a clip in, a called and scored frame out."""

import argparse
import sys

from rich.console import Console

from tracker.cli.recording.follow import follow_source
from tracker.cli.recording.views import SOURCE
from tracker.show.run.summary import print_summary


def run(options: argparse.Namespace) -> int:
    """Track a source, write its run folder, print what happened; 1 where a live source was lost on the way."""
    view = follow_source(options)
    print_summary(view, Console())
    lost = [doubt for doubt in view.doubts if doubt.about == SOURCE]
    for doubt in lost:
        print(f"cuewatch: {doubt.why}; {doubt.margin}", file=sys.stderr)
    return 1 if lost else 0
