"""The address of a camera as it may be shown: it may hold a user's name and password; what is shown or kept may not."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

HIDDEN = "***"
SHORTEST = 3
"""Shorter parts of an address than this stand in every line by chance; a password is hidden however short it is."""
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://[^\s'\"<>]+", re.IGNORECASE)


def without_credentials(url: str) -> str:
    """Return `url` as it may be shown to anyone: no user, no password, no query, nothing from a `key=value` on.

    Where a password with a bare @, / or ? in it leaves open where the host begins, only the scheme is shown.
    """
    scheme, _, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    if "@" in path or ("@" in authority and re.search("[?#]", authority)):
        return f"{scheme}://hidden"
    shown = re.split("[?#]", authority.rpartition("@")[2] + slash + path)[0]
    return f"{scheme}://{re.split('[^/]*=', shown)[0]}"


def shown_name(source: str) -> str:
    """Return what to call a source of any kind: an address without its secrets, anything else as it is."""
    return without_credentials(source) if "://" in source else source


def scrubbed(line: str, source: str) -> str:
    """Return a line of a log with everything taken out that belongs to the secrets of `source`."""
    if "://" not in source:
        return line
    line = line.replace(source, without_credentials(source))
    line = ADDRESS.sub(lambda found: without_credentials(found[0]), line)
    for secret in sorted(_secrets(source), key=len, reverse=True):
        line = line.replace(secret, HIDDEN)
    return line


def _secrets(url: str) -> set[str]:
    shown = without_credentials(url)
    pieces = (piece for piece in re.split(r"[:/@?#&=;]", url) if piece not in re.split("[:/]", shown))
    long = {piece for piece in pieces if len(piece) >= SHORTEST}
    found = long | set(_passwords(url))
    return {form for secret in found for form in (secret, unquote(secret)) if form}


def _passwords(url: str) -> Iterator[str]:
    user, at, _ = url.partition("://")[2].rpartition("@")
    if at:
        yield from user.partition(":")[::2]
