"""Tells the service manager that started this program, if one did, that it serves, still answers, and is stopping.

systemd names a socket in the environment, takes the program for started when it says so, and starts it anew when it
does not say within a time agreed upon that it is alive. Source: sd_notify(3), sd_watchdog_enabled(3).
"""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from tracker.live.log import say

SHARE: Final = 3
"""It is told so many times as often as it must be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceManager:
    """Whoever started this program and wants to know how it fares; by default nobody."""

    address: str = ""
    """Of its datagram socket: a path, or a name that begins with `@`."""
    patience_s: float | None = None
    """It ends a program that says nothing for so long; None: it waits for ever."""

    @classmethod
    def named_in(cls, environment: Mapping[str, str]) -> Self:
        """Return the one that the environment names."""
        patience, whose = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
        watches = patience.isdecimal() and int(patience) > 0 and whose in ("", str(os.getpid()))
        return cls(address=environment.get("NOTIFY_SOCKET", ""), patience_s=int(patience) / 1e6 if watches else None)

    @property
    def every_s(self) -> float | None:
        """How often to say that the program is alive; None: nobody wants to know."""
        return None if self.patience_s is None or not self.address else self.patience_s / SHARE

    def tell(self, *words: str) -> None:
        """Say something in its own words (`READY=1`); where it cannot be said, that is logged."""
        if not self.address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto("\n".join(words).encode(), _as_known_to_the_system(self.address))
        except OSError as trouble:
            say("the service manager cannot be told", said=list(words), why=trouble.strerror or str(trouble))


def _as_known_to_the_system(address: str) -> str:
    return f"\0{address[1:]}" if address.startswith("@") else address
