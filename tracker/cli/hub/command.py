"""`cuewatch hub`: write a hub's files, name halls in them, serve the federation's pages."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from tracker.cli.hub.form import FILE, HallPart, HubFile, read_hub
from tracker.cli.hub.installing import bring, nats_program
from tracker.cli.hub.making import NATS, account, add_hall, make_hub
from tracker.cli.passwords import password_in, with_credentials
from tracker.cli.service.installing import HUB, make_user, this_program
from tracker.domain.errors import BadInput


def run(options: argparse.Namespace) -> int:
    """Do what is asked of a hub; return the exit status."""
    return ACTIONS[options.action](options)


def _init(options: argparse.Namespace) -> int:
    path = Path(options.config or FILE)
    written = make_hub(path, options.name, options.host, tls=not options.without_tls)
    print(f"Wrote {', '.join(map(str, written))}.")
    print(f"Next: `cuewatch hub add-hall NAME`, then `nats-server -c {path.absolute().parent / NATS / 'hub.conf'}`")
    return 0


def _add_hall(options: argparse.Namespace) -> int:
    try:
        hall = HallPart(name=options.hall, label=options.label or options.hall, leaf=options.leaf)
    except ValidationError as trouble:
        raise BadInput(str(trouble.errors()[0]["msg"]).removeprefix("Value error, ")) from trouble
    written = add_hall(Path(options.config or FILE), hall)
    print(f"Wrote {', '.join(map(str, written))}.")
    print(f"Next: `nats-server --signal reload`, restart `cuewatch hub serve`, and bring halls/{hall.name} to the hall")
    return 0


def _install(options: argparse.Namespace) -> int:
    """Make the hub and its NATS server services; with `--to` only write what makes them so.

    Raises:
        BadInput: it is not root that asks, or there is no hub, no systemd, no NATS server, or no program that a service
            may run.
    """
    packaged = bool(options.to)
    programs = {"PROGRAM": this_program(options.program), "NATS": nats_program(packaged=packaged)}
    if packaged:
        for written in HUB.write_units(programs, Path(options.to)):
            print(written)
        return 0
    HUB.must_be_root()
    file = HUB.file_to_bring(options.config)
    hub = read_hub(file or HUB.folder / HUB.file)
    files = HUB.write_units(programs, None)
    make_user(files)
    HUB.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    brought = bring(file) if file is not None else ()
    HUB.give_to_user()
    print(f"Wrote {', '.join(map(str, files))}.")
    if brought:
        print(f"Copied into {HUB.folder}: {', '.join(brought)}. From now on it is {HUB.folder / HUB.file} that counts.")
    print(NEXT.format(program=programs["PROGRAM"], address=hub.database.address, user=HUB.user))
    return 0


def _serve(options: argparse.Namespace) -> int:
    """Take in what halls send, and serve the pages, until somebody stops it.

    Raises:
        BadInput: the file, the database or the address cannot be used; or others could come in while nobody has a
            password.
    """
    from tracker.cli.databases import database_at  # noqa: PLC0415  `init` need not wait for what serves
    from tracker.cli.hub.serving import hall_orders, serve_hub  # noqa: PLC0415

    path = Path(options.config or FILE)
    hub, folder = read_hub(path), path.absolute().parent
    with database_at(_address(hub, folder)) as database:
        accounts = [account(folder, hall) for hall in hub.halls]
        return serve_hub(hub, folder, database, hall_orders(hub, folder, accounts))


def _address(hub: HubFile, folder: Path) -> str:
    """Return the address of the database, with its password if a file holds one."""
    file, address = hub.database.password_file, hub.database.address
    if not file:
        return address
    user = address.partition("://")[2].rpartition("@")[0]
    return with_credentials(address, user, password_in(folder / file))


NEXT: Final = """Next, where PostgreSQL runs on this machine, a database of the hub's own there, and the first admin:
  sudo -u postgres createuser {user} && sudo -u postgres createdb -O {user} -T template0 -E UTF8 --locale C cuewatch
  sudo -u {user} {program} users add NAME --role admin --db {address}
Then start both, now and with the machine:
  sudo systemctl enable --now cuewatch-hub-nats.service cuewatch-hub.service"""
ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "init": _init, "add-hall": _add_hall, "install": _install, "serve": _serve,
}  # fmt: skip
