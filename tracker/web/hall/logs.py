"""The log: a line of JSON for each request and each happening, and never a query, a header or a body.

Addresses of cameras and tokens of overlays stand in queries and headers: what is not written cannot leak.
"""

import json
import logging
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tracker.live.log import LOG, say

REQUEST: Final = "request"
LINES: Final = 100
"""Of the log that are held for the admin's page."""


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON; what was given as `extra={"said": {...}}` stands beside the words."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        line |= getattr(record, "said", {})
        if record.exc_info and record.exc_info[0]:
            line["trouble"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Recent(logging.Handler):
    """Holds the last lines of the log for whoever looks after the program; requests would push all else out."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self._lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Take a line in."""
        if record.getMessage() != REQUEST:
            self._lines.append(self.format(record))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The last lines, the newest last."""
        return [json.loads(line) for line in tuple(self._lines)]


@contextmanager
def logged_to_stderr(recent: Recent, level: int = logging.INFO) -> Iterator[None]:
    """Write what this program and its web server log as lines of JSON to stderr, and the last of it to `recent`."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    before = [(logger, logger.handlers, logger.level) for logger in (LOG, logging.getLogger("uvicorn"))]
    for logger, _, _ in before:
        logger.handlers = [lines, recent]
        logger.setLevel(level)
    try:
        yield
    finally:
        for logger, handlers, was in before:
            logger.handlers = handlers
            logger.setLevel(was)


class LoggedRequests:
    """Writes method, path, status and time of every request; an error of ours gets its trace."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write what came of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            ms = round((perf_counter() - began) * 1000, 1)
            say(REQUEST, method=scope["method"], path=scope["path"], status=status, ms=ms)
