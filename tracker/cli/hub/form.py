"""What may stand in `hub.toml`: the federation, its database, its NATS server, its network and its halls.

Paths are taken from the folder in which the file lies; passwords lie in files of their own.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from tracker.cli.club.reading import line_of
from tracker.domain.errors import BadInput

FILE: Final = "hub.toml"
HALL: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")


def checked_hall(name: str) -> str:
    """Return the name of a hall.

    Raises:
        ValueError: it cannot stand in addresses and subjects.
    """
    if not HALL.fullmatch(name):
        raise ValueError(f"hall {name!r}: small letters, digits and -, a letter first, at most 31, are due")
    return name


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FederationPart(_Part):
    """`[federation]`: what it is called."""

    name: Annotated[str, Field(max_length=80)] = ""


class DatabasePart(_Part):
    """`[database]`: where books are kept."""

    address: str = "postgresql:///cuewatch"
    password_file: str = ""


class NatsPart(_Part):
    """`[nats]`: the hub's NATS server, and by which name halls reach it."""

    host: str = "localhost"
    port: Annotated[int, Field(ge=1, le=65_535)] = 4222
    leaf_port: Annotated[int, Field(ge=1, le=65_535)] = 7422
    tls: bool = True


class HubNetworkPart(_Part):
    """`[network]`: where the pages are served."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65_535)] = 8090
    names: list[str] = []
    proxies: list[str] = []


class HallPart(_Part):
    """`[[halls]]`: a hall that feeds the hub."""

    name: Annotated[str, AfterValidator(checked_hall)]
    label: Annotated[str, Field(max_length=80)] = ""
    leaf: bool = False
    """It runs a leaf node of its own."""
    page: Annotated[str, Field(max_length=200, pattern=r"^(https?://[^\s\"'<>?#]+)?$")] = ""
    """Where its own pages are, as whoever looks at the hub reaches them: recordings are there."""


class HubFile(_Part):
    """The whole of `hub.toml`."""

    federation: FederationPart = FederationPart()
    database: DatabasePart = DatabasePart()
    nats: NatsPart = NatsPart()
    network: HubNetworkPart = HubNetworkPart()
    halls: list[HallPart] = []

    @field_validator("halls")
    @classmethod
    def _each_is_another(cls, halls: list[HallPart]) -> list[HallPart]:
        names = [hall.name for hall in halls]
        if twice := next((name for number, name in enumerate(names) if name in names[:number]), None):
            raise ValueError(f"two halls have the name {twice!r}: give each its own")
        return halls


def read_hub(path: Path) -> HubFile:
    """Return what stands in a hub's file.

    Raises:
        BadInput: it is not there, no TOML, or holds what cannot be used; the message names the line.
    """
    try:
        text = path.read_text("utf-8")
        return HubFile.model_validate(tomllib.loads(text))
    except (OSError, UnicodeDecodeError) as trouble:
        raise BadInput(f"{path} cannot be read: `cuewatch hub init` writes one") from trouble
    except tomllib.TOMLDecodeError as trouble:
        raise BadInput(f"{path} is no TOML: {trouble}: mend that line") from trouble
    except ValidationError as trouble:
        raise BadInput(_fault(path, text, trouble.errors()[0])) from trouble


def _fault(path: Path, text: str, error: Any) -> str:
    line, key = line_of(text, error["loc"]), ".".join(map(str, error["loc"]))
    why = str(error["msg"]).removeprefix("Value error, ")
    return f"{path}{f', line {line}' if line else ''}: {key}: {why}: see docs/hub.md"
