"""Bring a hub into its service's folder: its file, its passwords and certificate, what its halls are given."""

import shutil
from pathlib import Path
from typing import Final

from tracker.cli.hub.form import read_hub
from tracker.cli.hub.making import BUNDLES, CERTIFICATE, KEY, NATS, SECRETS, write_servers
from tracker.cli.service.installing import HUB, bring_file
from tracker.domain.errors import BadInput

PACKAGED_NATS: Final = Path("/usr/sbin/nats-server")
"""Where Debian's package has it."""


def nats_program(*, packaged: bool = False) -> Path:
    """Return the NATS server that the hub's service runs; where units are `packaged`, that of Debian.

    Raises:
        BadInput: there is none.
    """
    found = str(PACKAGED_NATS) if packaged else shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if found is None:
        raise BadInput("nats-server is not installed: apt-get install nats-server")
    return Path(found)


def bring(hub: Path, folder: Path = HUB.folder) -> tuple[str, ...]:
    """Copy a hub's file with all that belongs to it into the service's folder, and write its servers' files there.

    Returns:
        The names of what was brought.

    Raises:
        BadInput: its file cannot be used, or names a password that lies elsewhere or nowhere.
    """
    named = read_hub(hub).database.password_file
    files = [path for inner in (SECRETS, BUNDLES) for path in sorted((hub.parent / inner).rglob("*")) if path.is_file()]
    files += [path for path in (hub.parent / NATS / name for name in (CERTIFICATE, KEY)) if path.is_file()]
    if named and hub.parent / named not in files:
        raise BadInput(f"database.password_file: {named} does not lie in {hub.parent / SECRETS}: put it there")
    names = [str(path.relative_to(hub.parent)) for path in files]
    for name in names:
        bring_file(hub.parent / name, folder / name)
    (folder / NATS).mkdir(mode=0o700, parents=True, exist_ok=True)
    bring_file(hub, folder / HUB.file)
    write_servers(folder / HUB.file)
    return (HUB.file, *names)
