"""The process that watches a clip sent for review, as `cuewatch track` does, and writes its run folder.

    python -m tracker.cli.recording.watch_upload CLIP FOLDER

It says in lines of JSON how far it is, and in one why nothing came of it.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from tracker.cli.options import parser
from tracker.cli.recording.follow import follow_source
from tracker.domain.errors import CuewatchError


def main() -> None:
    """Watch one clip."""
    clip, folder = sys.argv[1:]
    try:
        follow_source(parser().parse_args(["track", clip, "--out", folder]), told)
    except CuewatchError as trouble:
        _tell(refused=str(trouble))


@contextmanager
def told(_label: str, total: int, _console: Console) -> Iterator[Callable[[int], None]]:
    """Tell how much is done instead of showing it."""
    yield lambda done: _tell(share=min(1.0, done / total) if total else 0.0)


def _tell(**said: Any) -> None:
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
