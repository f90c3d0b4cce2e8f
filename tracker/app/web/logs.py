"""The log: a line of JSON for each request and each happening, and never a query, a header or a body.

Addresses of cameras and tokens of overlays stand in queries and headers: what is not written cannot leak.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG: Final = logging.getLogger("cuewatch")


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


def log_to_stderr(level: int = logging.INFO) -> None:
    """Write what this program and its web server log as lines of JSON to stderr."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    for logger in (LOG, logging.getLogger("uvicorn")):
        logger.handlers = [lines]
        logger.setLevel(level)


def say(words: str, **said: Any) -> None:
    """Write a happening with its details."""
    LOG.info(words, extra={"said": said})


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
            say("request", method=scope["method"], path=scope["path"], status=status, ms=ms)
