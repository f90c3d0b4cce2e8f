"""A program that is forked in tests: it says what it was given, and ends as it is told."""

import os
import sys


def main() -> None:
    """Say its words and what a descriptor leads to, then do as the line that comes says."""
    fd = int(sys.argv[1])
    print(sys.argv, os.pread(fd, 100, 0).decode(), os.getppid(), flush=True)
    match sys.stdin.readline().strip():
        case "break":
            raise RuntimeError("broken")
        case "exit":
            sys.exit(7)
        case "":
            os._exit(3)
