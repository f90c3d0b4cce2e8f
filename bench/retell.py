"""See a clip once, and keep what was seen; follow it and tell it then, and whenever this is called again.

    python -m bench.retell FILE CLIP [what `track` is told] --out DIR

What is told goes into a run folder without its match sheet. Seeing is nearly all of the work, and what follows is pure.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from bench.kept import seen_once, tell
from tracker.cli.options import parser


def main(arguments: Sequence[str] | None = None) -> int:
    """See the clip if it was not seen yet, follow and tell; 1 where no table is found."""
    path, *told = sys.argv[1:] if arguments is None else arguments
    kept = seen_once(Path(path), told)
    if kept is None:
        return 1
    tell(kept, Path(parser().parse_args(["track", *told]).out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
