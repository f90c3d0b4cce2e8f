"""The process from which others of this program are forked: it has imported what they need, and does nothing else.

    python -m tracker.capture.starting.fork_server LINE MODULE …     (LINE: the descriptor through which it is asked)

What is imported once lies in memory once, until somebody writes to it: a forked process has its own copy of those
pages alone that it changes. Nothing here reads a camera or sees a picture, so nothing that befalls one befalls this;
and each process lives and dies as if it had been started on its own. It ends when nobody is left who could ask.
"""

import gc
import os
import selectors
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from fcntl import F_DUPFD_CLOEXEC, fcntl
from importlib import import_module
from socket import recv_fds, send_fds, socket
from typing import Final, NoReturn

from tracker.capture.starting.forking import BITE, asked_for
from tracker.capture.starting.programs import named

MOST_FDS: Final = 64
"""Descriptors that may come with a question."""


def main() -> None:
    """Import the modules, then fork."""
    named("forks")
    line, modules = socket(fileno=int(sys.argv[1])), sys.argv[2:]
    for module in modules:
        import_module(module)
    gc.collect()
    gc.freeze()  # else the first collection of each process would write to all that is here, and so copy it
    serve(line, modules)


def serve(line: socket, modules: Sequence[str]) -> None:
    """Fork what is asked for, and tell how each process ended, until nobody is left who could ask."""
    with selectors.DefaultSelector() as watch:
        watch.register(line, selectors.EVENT_READ)
        while True:
            for key, _ in watch.select():
                if key.fileobj is not line:
                    _tell_end(watch, key)
                elif not _took(line, watch, modules):
                    return


def _took(line: socket, watch: selectors.BaseSelector, modules: Sequence[str]) -> bool:
    """Do what is asked for; return whether anybody was there to ask.

    A question about a module that is not here is answered by hanging up.
    """
    said, fds, _, _ = recv_fds(line, BITE, MOST_FDS)
    if not said:
        return False
    words, numbers = asked_for(said)
    if words[0] in modules:
        _fork(words, numbers, fds, watch)
    for fd in fds:
        os.close(fd)
    return True


def _fork(words: list[str], numbers: list[int], fds: list[int], watch: selectors.BaseSelector) -> None:
    try:
        pid = os.fork()
    except OSError:
        return  # no room for one at this moment
    if pid == 0:
        _live(words, numbers, fds, watch)
    handle, answers = os.pidfd_open(pid), socket(fileno=os.dup(fds[0]))
    watch.register(handle, selectors.EVENT_READ, (pid, answers))
    with suppress(OSError):  # who asked is gone
        send_fds(answers, [str(pid).encode()], [handle])


def _tell_end(watch: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
    watch.unregister(key.fileobj)
    pid, answers = key.data
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with answers, suppress(OSError):
        answers.send(str(status).encode())
    os.close(key.fd)


def _live(words: list[str], numbers: list[int], fds: list[int], watch: selectors.BaseSelector) -> NoReturn:
    """Be the new process, to its end."""
    status = 1
    try:
        os.setsid()  # Ctrl-C is for the server, which then ends what it has started
        _take(fds[1:], numbers, [key.fd for key in watch.get_map().values()])
        sys.argv = words
        import_module(words[0]).main()
        status = 0
    except SystemExit as asked:
        status = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _take(fds: list[int], numbers: list[int], others: list[int]) -> None:
    """Have descriptors under these numbers, and let go of those that are the other's."""
    moved = [fcntl(fd, F_DUPFD_CLOEXEC, max(numbers) + 1) for fd in fds]
    for fd in (*fds, *others):
        os.close(fd)
    for fd, number in zip(moved, numbers, strict=True):
        os.dup2(fd, number, inheritable=number < 3)
        os.close(fd)


if __name__ == "__main__":
    main()
