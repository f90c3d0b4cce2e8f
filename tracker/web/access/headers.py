"""What every answer tells the browser to refuse: scripts that are not ours, being framed, guessing at types.

Source: Content Security Policy Level 3 (W3C). A script that stands in a page is allowed by its hash, since SPX reads
its definition there.
"""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
FRAMED: Final = ("/overlay/", "/board/")
"""Graphics are shown in frames by controllers such as SPX; they hold nothing that can be clicked."""
REPORTS: Final = re.compile(r"/api/uploads/[^/]+/report")
SEALED: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; sandbox"
)
"""A report shows what a stranger's clip shows: nothing in it runs, asks for anything, or is of our own origin."""
PLAIN: Final = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


def policy(scripts: str, *, is_framed: bool) -> str:
    """Return the policy, with the hashes of `scripts` that stand in pages."""
    parts = (
        "default-src 'none'", f"script-src 'self' {scripts}".strip(), "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:", "font-src 'self'", "media-src 'self' blob:", "connect-src 'self'",
        "manifest-src 'self'", "worker-src 'self'",
        "form-action 'self'", "base-uri 'none'", *(() if is_framed else ("frame-ancestors 'none'",)),
    )  # fmt: skip
    return "; ".join(parts)


def hashes_in(folder: Path) -> str:
    """Return the sources that allow each script standing in a page of this folder or of one in it, and no other."""
    texts = (text for page in sorted(folder.rglob("*.html")) for text in INLINE.findall(page.read_text("utf-8")))
    return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts)


class SecurityHeaders:
    """Adds to every answer what it tells the browser to refuse."""

    def __init__(self, app: ASGIApp, pages: Path) -> None:
        self.app = app
        scripts = hashes_in(pages)
        self._policies = {framed: policy(scripts, is_framed=framed) for framed in (False, True)}

    def _policy(self, path: str) -> str:
        return SEALED if REPORTS.fullmatch(path) else self._policies[path.startswith(FRAMED)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to its answer."""

        async def adding(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_framed = scope["path"].startswith(FRAMED)
                MutableHeaders(scope=message).update(
                    PLAIN | {"Content-Security-Policy": self._policy(scope["path"])}
                    | ({} if is_framed else {"X-Frame-Options": "DENY"})
                )  # fmt: skip
            await send(message)

        await self.app(scope, receive, adding)
