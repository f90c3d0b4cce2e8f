"""Writes a hub's files: `hub.toml`, passwords, the certificate, the NATS server's; and what a hall is given."""

import secrets
import subprocess
from pathlib import Path
from typing import Final

from tracker.cli.hub.form import HallPart, HubFile, read_hub
from tracker.cli.passwords import password_in
from tracker.domain.errors import BadInput
from tracker.hub.configuring import ACCOUNTS, HallAccount, HubPlaces, accounts_conf, hub_conf, leaf_conf

SECRETS: Final = "secrets"
NATS: Final = "nats"
BUNDLES: Final = "halls"
CERTIFICATE, KEY = "hub.pem", "hub.key"
DAYS: Final = "3650"

HUB: Final = """[federation]
name = "{name}"

[database]
address = "postgresql:///cuewatch"       # password_file = "secrets/database" where the server wants one

[nats]
host = "{host}"                          # by which halls reach it
port = 4222
leaf_port = 7422
tls = {tls}

[network]
host = "127.0.0.1"                       # "0.0.0.0": others come in once there is an admin
port = 8090
"""
CLUB: Final = """
[hub]                                    # in club.toml
hall = "{hall}"
address = "{address}"
leaf = {leaf}
password_file = "secrets/hub"
{certificate}recordings = true                        # the hub may fetch the recording of a stroke; false: none
"""


def make_hub(path: Path, name: str, host: str, *, tls: bool) -> tuple[Path, ...]:
    """Write a new hub's files beside `path`; return those written.

    Raises:
        BadInput: there is one already, or no certificate can be made.
    """
    if path.exists():
        raise BadInput(f"{path} is there already: change it by hand, or name another with --config")
    folder = path.absolute().parent
    for inner in (SECRETS, NATS, BUNDLES):
        (folder / inner).mkdir(mode=0o700, parents=True, exist_ok=True)
    certificate = _certified(folder / NATS, host) if tls else ()
    path.write_text(HUB.format(name=name, host=host, tls=str(tls).lower()), "utf-8")
    return (path, *certificate, *write_servers(path))


def add_hall(path: Path, hall: HallPart) -> tuple[Path, ...]:
    """Name a hall in a hub's file, give it passwords, and write what it is to be given; return the files written.

    Raises:
        BadInput: there is one of that name, or the file cannot be used.
    """
    hub, folder = read_hub(path), path.absolute().parent
    if any(one.name == hall.name for one in hub.halls):
        raise BadInput(f"there is a hall {hall.name!r} already: give this one another name")
    for name in (hall.name, f"hub.{hall.name}"):
        _write_private(folder / SECRETS / name, secrets.token_urlsafe(32))
    label = hall.label.replace("\\", "\\\\").replace('"', '\\"')
    part = f'\n[[halls]]\nname = "{hall.name}"\nlabel = "{label}"\nleaf = {str(hall.leaf).lower()}\n'
    path.write_text(path.read_text("utf-8").rstrip("\n") + f"\n{part}", "utf-8")
    return (*write_servers(path), *_bundle(folder, hub, hall))


def account(folder: Path, hall: HallPart) -> HallAccount:
    """Return the account of a hall.

    Raises:
        BadInput: its passwords cannot be read.
    """
    own, hubs = (password_in(folder / SECRETS / name) for name in (hall.name, f"hub.{hall.name}"))
    return HallAccount(name=hall.name, password=own, hub_password=hubs, is_leaf=hall.leaf)


def write_servers(path: Path) -> tuple[Path, ...]:
    """Write the files of the hub's NATS server anew."""
    hub, folder = read_hub(path), path.absolute().parent
    nats = folder / NATS
    places = HubPlaces(
        folder=str(nats / "streams"), port=hub.nats.port, leaf_port=hub.nats.leaf_port,
        certificate=str(nats / CERTIFICATE) if hub.nats.tls else "", key=str(nats / KEY) if hub.nats.tls else "",
    )  # fmt: skip
    written = {
        nats / "hub.conf": hub_conf(places),
        nats / ACCOUNTS: accounts_conf(account(folder, h) for h in hub.halls),
    }
    for file, text in written.items():
        _write_private(file, text)
    return tuple(written)


def _bundle(folder: Path, hub: HubFile, hall: HallPart) -> tuple[Path, ...]:
    """Write what a hall is given: its password, the hub's certificate, what stands in its file, its leaf's file."""
    given, scheme = folder / BUNDLES / hall.name, "tls" if hub.nats.tls else "nats"
    (given / SECRETS).mkdir(mode=0o700, parents=True, exist_ok=True)
    own = account(folder, hall)
    there = "nats://127.0.0.1:4222" if hall.leaf else f"{scheme}://{hub.nats.host}:{hub.nats.port}"
    pinned = hub.nats.tls and not hall.leaf
    files = {
        given / SECRETS / "hub": own.password,
        given / "club-hub.toml": CLUB.format(
            hall=hall.name, address=there, leaf=str(hall.leaf).lower(),
            certificate=f'certificate = "{CERTIFICATE}"\n' if pinned else "",
        ).lstrip("\n"),
    }  # fmt: skip
    if hub.nats.tls:
        files[given / CERTIFICATE] = (folder / NATS / CERTIFICATE).read_text("utf-8")
    if hall.leaf:
        leaf = f"{scheme}://{hub.nats.host}:{hub.nats.leaf_port}"
        files[given / "leaf.conf"] = leaf_conf(own, leaf, "hub.pem" if hub.nats.tls else "", "streams")
    for file, text in files.items():
        _write_private(file, text)
    return tuple(files)


def _certified(folder: Path, host: str) -> tuple[Path, Path]:
    """Make a certificate for the hub that halls are given to know it by.

    Raises:
        BadInput: there is no openssl.
    """
    certificate, key = folder / CERTIFICATE, folder / KEY
    kind = "IP" if host.replace(".", "").isdecimal() or ":" in host else "DNS"
    asked = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", DAYS,
        "-subj", f"/CN={host}", "-addext", f"subjectAltName={kind}:{host}", "-keyout", str(key),
        "-out", str(certificate),
    ]  # fmt: skip
    try:
        subprocess.run(asked, check=True, capture_output=True, text=True)
    except FileNotFoundError as trouble:
        raise BadInput("openssl is not installed: apt-get install openssl, or --without-tls for a trial") from trouble
    except subprocess.CalledProcessError as trouble:
        why = (trouble.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise BadInput(f"no certificate for {host} could be made ({why}): name the hub by --host") from trouble
    key.chmod(0o600)
    return certificate, key


def _write_private(file: Path, text: str) -> None:
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_text(text, "utf-8")
