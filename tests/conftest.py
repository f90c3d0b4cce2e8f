"""Having this file lets every test import the makers beside it.

What is drawn by chance is drawn alike in every run, so that a red gate always tells of the change before it;
FRESH_FRAMES=1 (`make frames`) draws anew, to look for what these draws leave untouched.
"""

import os

from hypothesis import settings

FRESH = "FRESH_FRAMES" in os.environ

settings.register_profile("drawn alike", derandomize=not FRESH, deadline=None)  # no test fails by the clock
settings.load_profile("drawn alike")
