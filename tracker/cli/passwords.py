"""The password of a camera that is named on the command line: kept elsewhere, since every user can read that line."""

import argparse
import os
from pathlib import Path
from urllib.parse import quote, urlsplit

from tracker.capture.addresses import shown_name
from tracker.domain.errors import BadInput
from tracker.live.log import say


def with_password(options: argparse.Namespace) -> str:
    """Return the source that the options name, with the password that they say where to find.

    Raises:
        BadInput: there is none, or the source takes none.
    """
    source: str = options.source
    if not (options.password_env or options.password_file):
        if "://" in source and urlsplit(source).password:
            say(
                "the camera's password stands in the command line, where everybody on this machine can read it: "
                "leave it out of the address and use --password-env or --password-file",
                source=shown_name(source),
            )
        return source
    if "://" not in source:
        raise BadInput(f"{source} takes no password: leave --password-env and --password-file out")
    return with_credentials(source, "", _secret(options.password_env, options.password_file))


def with_credentials(address: str, user: str, password: str) -> str:
    """Return an address with a user's name (or else the one that it holds already) and a password."""
    scheme, _, rest = address.partition("://")
    before, _, host = rest.rpartition("@")
    name = quote(user, safe="") if user else before.partition(":")[0]
    return f"{scheme}://{name}:{quote(password, safe='')}@{host}"


def password_in(path: Path) -> str:
    """Return the password in a file: its first line.

    Raises:
        BadInput: it cannot be read, or is empty.
    """
    try:
        secret = path.read_text("utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as trouble:
        why = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else "it is no text"
        raise BadInput(f"{path} cannot be read ({why.lower()}): write the password into it") from trouble
    if not secret:
        raise BadInput(f"{path} is empty: write the password into it")
    return secret


def _secret(variable: str | None, file: str | None) -> str:
    if variable and file:
        raise BadInput("--password-env and --password-file: leave one out")
    if file:
        return password_in(Path(file))
    if not os.environ.get(variable or ""):
        raise BadInput(f"--password-env {variable}: the environment holds no such password; set it, or use a file")
    return os.environ[variable or ""]
