"""The log of this program: what happened, in a few words, with its details beside them.

Where it goes, and in what form, is for whoever runs the program (`web.hall.logs`).
"""

import logging
from typing import Any, Final

LOG: Final = logging.getLogger("cuewatch")


def say(words: str, **said: Any) -> None:
    """Write a happening with its details."""
    LOG.info(words, extra={"said": said})
