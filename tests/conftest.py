"""Having this file lets every test import the makers beside it.

What is drawn by chance is drawn alike in every run, so that a red gate always tells of the change before it;
FRESH_FRAMES=1 (`make frames`) draws anew, to look for what these draws leave untouched.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tracker.store.database.opening import open_database

FRESH = "FRESH_FRAMES" in os.environ

settings.register_profile("drawn alike", derandomize=not FRESH, deadline=None)  # no test fails by the clock
settings.load_profile("drawn alike")


@pytest.fixture(scope="session")
def brought_up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty database, for copying: bringing one up to date takes longer than most tests of a page."""
    file = tmp_path_factory.mktemp("database") / "club.db"
    open_database(file).close()
    return file
