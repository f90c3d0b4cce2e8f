"""What some tests need of the machine beside Python: a browser for the pages, a server for the network camera.

Where it is missing such a test is skipped, so that anybody can run the rest; in the gate (`.ci/run`), which installs it
all and says so, the test fails: a gate that leaves out what it was to hold tells nothing.
"""

import os
from typing import NoReturn

import pytest

ALL_INSTALLED = "CUEWATCH_ALL_INSTALLED"
"""Set (to anything but nothing): whoever runs the tests says that this machine has all that they need."""


def missing(what: str) -> NoReturn:
    """End a test that cannot be run: `what` says what is missing, and how it is installed."""
    if os.environ.get(ALL_INSTALLED):
        pytest.fail(f"{what} ({ALL_INSTALLED} is set, so this is no reason to skip)", pytrace=False)
    pytest.skip(what)
