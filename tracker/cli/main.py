"""The command line: runs what a person types, and says in one line why it cannot be done.

Exit status: 0 done; 1 done, but something was not found or lost; 2 bad input. Each command lives in a module of its
own in `cli.commands`, which is only imported when it is called, so that `cuewatch --help` does not wait for a neural
network.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from tracker.cli.options import parser
from tracker.cli.private_files import for_their_owner_alone
from tracker.domain.errors import BadInput, CuewatchError

DONE, NOT_FOUND, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        options = parser().parse_args(arguments)
        with for_their_owner_alone():
            return int(import_module(f"tracker.cli.commands.{options.command.replace('-', '_')}").run(options))
    except BadInput as trouble:
        return _complain(trouble, BAD_INPUT)
    except CuewatchError as trouble:
        return _complain(trouble, NOT_FOUND)
    except BrokenPipeError:
        return DONE
    except OSError as trouble:
        where = trouble.filename or "a file"
        return _complain(f"{where}: {trouble.strerror or trouble}; check the path, its rights and the disk", BAD_INPUT)
    except KeyboardInterrupt:
        return _complain("stopped; nothing was written under a final name", INTERRUPTED)


def _complain(trouble: object, status: int) -> int:
    print(f"cuewatch: {trouble}".replace("\n", " "), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
