"""`cuewatch hub`: write a hub's files, name halls in them, serve the federation's pages."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from tracker.cli.hub.form import HallPart, HubFile, read_hub
from tracker.cli.hub.making import NATS, account, add_hall, make_hub
from tracker.cli.passwords import password_in, with_credentials
from tracker.domain.errors import BadInput


def run(options: argparse.Namespace) -> int:
    """Do what is asked of a hub; return the exit status."""
    return ACTIONS[options.action](options)


def _init(options: argparse.Namespace) -> int:
    path = Path(options.config)
    written = make_hub(path, options.name, options.host, tls=not options.without_tls)
    print(f"Wrote {', '.join(map(str, written))}.")
    print(f"Next: `cuewatch hub add-hall NAME`, then `nats-server -c {path.absolute().parent / NATS / 'hub.conf'}`")
    return 0


def _add_hall(options: argparse.Namespace) -> int:
    try:
        hall = HallPart(name=options.hall, label=options.label or options.hall, leaf=options.leaf)
    except ValidationError as trouble:
        raise BadInput(str(trouble.errors()[0]["msg"]).removeprefix("Value error, ")) from trouble
    written = add_hall(Path(options.config), hall)
    print(f"Wrote {', '.join(map(str, written))}.")
    print(f"Next: `nats-server --signal reload`, restart `cuewatch hub serve`, and bring halls/{hall.name} to the hall")
    return 0


def _serve(options: argparse.Namespace) -> int:
    """Take in what halls send, and serve the pages, until somebody stops it.

    Raises:
        BadInput: the file, the database or the address cannot be used; or others could come in while nobody has a
            password.
    """
    from tracker.cli.databases import database_at  # noqa: PLC0415  `init` need not wait for what serves
    from tracker.cli.hub.serving import hall_orders, serve_hub  # noqa: PLC0415

    path = Path(options.config)
    hub, folder = read_hub(path), path.absolute().parent
    with database_at(_address(hub, folder)) as database:
        return serve_hub(hub, database, hall_orders(hub, folder, [account(folder, hall) for hall in hub.halls]))


def _address(hub: HubFile, folder: Path) -> str:
    """Return the address of the database, with its password if a file holds one."""
    file, address = hub.database.password_file, hub.database.address
    if not file:
        return address
    user = address.partition("://")[2].rpartition("@")[0]
    return with_credentials(address, user, password_in(folder / file))


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {"init": _init, "add-hall": _add_hall, "serve": _serve}
