"""The files of the NATS servers: the hub's with an account for each hall, and that of a hall's leaf node.

An account is a world of its own: nothing that is sent in it is seen in another. In its own a hall may send lines, say
how far its books are, hear what is wanted, and answer; a leaf may besides have its stream mirrored. Passwords are 256
bits of chance, so that the server keeps them as they are in a file for itself alone. Source: docs.nats.io (accounts,
leaf nodes, JetStream domains), tried with nats-server 2.9.10.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tracker.hub.recordings.words import ASKED, PARTS
from tracker.hub.streams import DELIVER
from tracker.hub.wire import HEADS, LINES, WANTED

ACCOUNTS: Final = "accounts.conf"
"""Stands beside the hub's file, which includes it."""
DOMAIN: Final = "hub"


@dataclass(frozen=True, slots=True, kw_only=True)
class HallAccount:
    """The account of a hall, with the passwords of the hall and of the hub in it."""

    name: str
    password: str = field(repr=False)
    hub_password: str = field(repr=False)
    is_leaf: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HubPlaces:
    """Where the hub's NATS server listens and keeps what."""

    folder: str
    """Of its streams."""
    certificate: str = ""
    """With `key`: files of its own for TLS; empty: none, for tests alone."""
    key: str = ""
    host: str = "0.0.0.0"
    port: int = 4222
    leaf_port: int = 7422
    most_gb: int = 20


def hub_user(hall: str) -> str:
    """Return what the hub is called in a hall's account."""
    return f"hub.{hall}"


def hub_conf(places: HubPlaces) -> str:
    """Return the file of the hub's server."""
    tls = (
        f"tls {{ cert_file: {_text(places.certificate)}, key_file: {_text(places.key)} }}" if places.certificate else ""
    )
    return f"""# Written by `cuewatch hub init`.
listen: {_text(f"{places.host}:{places.port}")}
server_name: hub
{tls}
jetstream {{ store_dir: {_text(places.folder)}, domain: {DOMAIN}
  max_file_store: {places.most_gb}G, max_memory_store: 64M }}
leafnodes {{ listen: {_text(f"{places.host}:{places.leaf_port}")}
  {tls} }}
include {_text(ACCOUNTS)}
"""


def accounts_conf(halls: Iterable[HallAccount]) -> str:
    """Return the file of the halls' accounts."""
    accounts = "\n".join(map(_account, halls))
    return f"# Written by `cuewatch hub add-hall`: a change made here by hand is lost.\naccounts {{\n{accounts}\n}}\n"


def leaf_conf(hall: HallAccount, address: str, certificate: str, folder: str, *, port: int = 4222) -> str:
    """Return the file of a hall's leaf node; `address` is the hub's for leaf nodes, `tls://HOST:PORT`."""
    host = address.partition("://")[2]
    is_safe = address.startswith("tls://")
    tls = f", tls: {{ ca_file: {_text(certificate)} }}" if is_safe and certificate else ""
    url = f"{'tls' if is_safe else 'nats-leaf'}://{hall.name}:{hall.password}@{host}"
    user = f"{{user: {_text(hall.name)}, password: {_text(hall.password)}}}"
    return f"""# Written by `cuewatch hub add-hall`: for the computer of the hall.
listen: {_text(f"127.0.0.1:{port}")}
server_name: {_text(f"leaf-{hall.name}")}
jetstream {{ store_dir: {_text(folder)}, domain: {_text(hall.name)}, max_file_store: 1G, max_memory_store: 16M }}
accounts {{ hall {{ jetstream: enabled, users: [{user}] }} }}
leafnodes {{ remotes: [
  {{ url: {_text(url)}, account: hall, deny_exports: [{_text(f"{LINES}.>")}]{tls} }}
] }}
"""


def _account(hall: HallAccount) -> str:
    sends = [f"{LINES}.>", HEADS, "_INBOX.>"]
    hears = [WANTED, ASKED, PARTS, "_INBOX.>"]
    if hall.is_leaf:  # its lines come by the mirror alone, and what that needs passes
        sends = [HEADS, "_INBOX.>", "$JSC.R.>", "_R_.>", f"{DELIVER}.>", "$JS.FC.>"]
        hears = [WANTED, ASKED, PARTS, "_INBOX.>", f"$JS.{hall.name}.API.>", "$JS.ACK.>", "$JS.FC.>"]
    may = f"{{publish: {json.dumps(sends)}, subscribe: {json.dumps(hears)}}}"
    return (
        f"  {_text(hall.name)} {{ jetstream: enabled, users: [\n"
        f"    {{user: {_text(hub_user(hall.name))}, password: {_text(hall.hub_password)}}}\n"
        f"    {{user: {_text(hall.name)}, password: {_text(hall.password)}, permissions: {may}}}\n  ] }}"
    )


def _text(text: str) -> str:
    """Return a text as the server's files have it."""
    return json.dumps(text)
