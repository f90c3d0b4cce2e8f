"""The door: who asks, by which session, token or machine; how one signs in and out."""

import time
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from threading import Lock
from typing import Final

from tracker.domain.errors import NotAllowed, TooManyAttempts
from tracker.domain.roles import Role
from tracker.store.database.opening import Database
from tracker.store.database.tokens import table_of_token
from tracker.store.database.users import Session, end_session, has_users, keep_session, user_named, user_of_session
from tracker.web.access.attempts import Attempts
from tracker.web.access.rights import Who
from tracker.web.access.secrets import hashed_word, is_password, new_word

SESSION_S: Final = 12 * 3600
"""How long one stays signed in: an evening and its night, not the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What a request brings that may tell who asks; empty: nothing."""

    address: str
    """The machine that asks."""
    session: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Knows everybody who may come in."""

    database: Database | None = None
    """Where users are kept; None: there are none."""
    names: frozenset[str] = frozenset({"localhost"})
    """What this machine is known by, in small letters, beside its addresses in figures."""
    attempts: Attempts = field(default_factory=Attempts)
    one_by_one: Lock = field(default_factory=Lock)
    """A check of a password takes 64 MiB, and its failure must count before the next."""

    def who(self, given: Credentials) -> Who:
        """Return who asks: by session, by token, or because the request comes from this very machine."""
        here = is_here(given.address)
        if self.database is None or not has_users(self.database):
            return Who(role=Role.ADMIN if here else Role.NOBODY)
        if given.session and (user := user_of_session(self.database, hashed_word(given.session), _now_us())):
            return Who(role=user.role, name=user.name)
        if given.token and (table := table_of_token(self.database, hashed_word(given.token))):
            return Who(role=Role.VIEWER, only=table)
        return Who(role=Role.VIEWER if here else Role.NOBODY)

    def sign_in(self, name: str, password: str, given: Credentials) -> tuple[Who, str]:
        """Return who has signed in, and the word by which the browser is known from now on.

        Raises:
            TooManyAttempts: it has been tried too often; nothing was checked.
            NotAllowed: name and password do not go together.
        """
        if self.database is None:
            raise NotAllowed("nobody has a password here yet")
        with self.one_by_one:
            network = network_of(given.address)  # not the name alone: a stranger elsewhere would lock its owner out
            keys = (f"name {name} from {network}", f"address {network}")
            if pause_s := self.attempts.pause_s(keys, time.monotonic()):
                raise TooManyAttempts(f"too many attempts: try again in {ceil(pause_s)} s", pause_s)
            user = user_named(self.database, name)
            if not is_password(password, user.password_hash if user else None) or user is None:
                self.attempts.failed(keys, time.monotonic())
                raise NotAllowed("this name and this password do not go together")
            self.attempts.succeeded(keys)
        self.sign_out(given)
        word, now_us = new_word(), _now_us()
        expires_us = now_us + SESSION_S * 1_000_000
        keep_session(
            self.database,
            Session(token_hash=hashed_word(word), user=user.name, created_us=now_us, expires_us=expires_us),
        )
        return Who(role=user.role, name=user.name), word

    def sign_out(self, given: Credentials) -> None:
        """End the session of this browser, if it has one."""
        if self.database is not None and given.session:
            end_session(self.database, hashed_word(given.session))


def is_here(address: str) -> bool:
    """Tell whether an address is this very machine's."""
    known = _known(address)
    return known is not None and known.is_loopback


def network_of(address: str) -> str:
    """Return what stands for one machine: of IPv6 its network, in which it may call itself by any of 2^64 addresses."""
    known = _known(address)
    if isinstance(known, IPv6Address) and not known.is_loopback:
        return str(IPv6Network((int(known), 64), strict=False))
    return str(known or address)


def _known(address: str) -> IPv4Address | IPv6Address | None:
    try:
        known = ip_address(address)
    except ValueError:
        return None
    return (isinstance(known, IPv6Address) and known.ipv4_mapped) or known


def _now_us() -> int:
    return time.time_ns() // 1000
