"""What may stand in `club.toml`: the club, its tables with their cameras, its network and its storage.

Paths are taken from the folder in which the file lies. A camera's password never stands in it: it is in the environment
or in a file of its own.
"""

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from tracker.capture.process.opening import check_source, is_live
from tracker.cli.passwords import password_in, with_credentials
from tracker.cli.typed import checked_name, corners
from tracker.domain.errors import CuewatchError, or_why, printable
from tracker.domain.table.kit import End
from tracker.rules import shelf
from tracker.store.kits import DEFAULT_TABLE, find_kit

MOST_TABLES: Final = 64


def _network(text: str) -> str:
    ip_network(text)  # its own words say what is wrong
    return text


Words = Annotated[str, Field(max_length=80), AfterValidator(printable)]
Number = Annotated[int, Field(strict=True)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ClubPart(_Part):
    """`[club]`: the club itself."""

    name: Annotated[Words, Field(examples=["Riverside Snooker Club"])] = ""


class StoragePart(_Part):
    """`[storage]`: where all is kept."""

    database: Annotated[str, Field(min_length=1, examples=["club.db"])] = "club.db"
    recordings: Annotated[str, Field(min_length=1, examples=["recordings"])] = "recordings"
    """Holds a folder for each table."""


class NetworkPart(_Part):
    """`[network]`: where it is served, and by which names."""

    host: Annotated[str, Field(min_length=1, examples=["0.0.0.0"])] = "127.0.0.1"
    port: Annotated[Number, Field(ge=1, le=65_535, examples=[8080])] = 8080
    names: Annotated[list[str], Field(examples=[["club.local"]])] = []
    proxies: Annotated[
        list[Annotated[str, AfterValidator(_network)]], Field(examples=[["192.168.1.2", "10.0.0.0/24"]])
    ] = []
    """Machines whose word is taken on who asks (`X-Forwarded-For`); a proxy on this machine always is trusted."""


class VisionPart(_Part):
    """`[vision]`: what sees."""

    runtime: Annotated[Literal["openvino", "onnxruntime"] | None, Field(examples=["openvino"])] = None


class TablePart(_Part):
    """`[[tables]]`: a table, and the camera over it if there is one."""

    name: Annotated[str, AfterValidator(or_why(checked_name)), Field(examples=["1"])]
    label: Annotated[Words, Field(examples=["by the window"])] = ""
    rules: Annotated[str, AfterValidator(or_why(shelf.find)), Field(examples=["snooker-2024"])] = shelf.DEFAULT
    kit: Annotated[str, AfterValidator(or_why(find_kit)), Field(examples=["snooker-12ft"])] = DEFAULT_TABLE
    camera: Annotated[str, Field(examples=["rtsp://192.168.1.21/stream1"])] = ""
    realtime: Annotated[bool, Field(examples=[True])] = True
    """A video file in place of a camera is played as fast as it was taken."""
    user: Annotated[str, Field(max_length=200, examples=["viewer"])] = ""
    password_env: Annotated[str, Field(examples=["TABLE_1_PASSWORD"])] = ""
    password_file: Annotated[str, Field(examples=["secrets/table-1"])] = ""
    calibration: Annotated[str, Field(examples=["table-1.calibration.json"])] = ""
    corners: Annotated[str, AfterValidator(lambda text: or_why(corners)(text) if text else text),
                       Field(examples=["410,180 870,180 1180,660 100,660"])] = ""  # fmt: skip
    baulk: Annotated[End | None, Field(examples=["left"])] = None
    """Where in the camera's picture Baulk lies; of a board, where its side A is."""
    record: Annotated[bool, Field(examples=[True])] = True
    record_gb: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False, examples=[50])] = 50.0
    accept_sure: Annotated[bool, Field(examples=[False])] = False
    scorers: Annotated[list[Words] | None, Field(examples=[["Eva", "Bo"]])] = None
    """Who may score here, of those whose role lets them score; left out: all of them."""
    paused: Annotated[bool, Field(examples=[True])] = False

    @model_validator(mode="before")
    @classmethod
    def _on_a_board_by_its_rulebook(cls, said: Any) -> Any:
        rules = said.get("rules") if isinstance(said, dict) and "kit" not in said else None
        board = shelf.board_of(rules) if rules in shelf.names() else None
        return said if board is None else {**said, "kit": board}

    @field_validator("camera")
    @classmethod
    def _camera_can_be(cls, camera: str, info: ValidationInfo) -> str:
        if not camera:
            return camera
        if "://" in camera and _holds_password(camera):
            raise ValueError(
                "a password stands in the address: leave it out, and write user, and password_env or password_file"
            )
        return or_why(check_source)(camera if is_live(camera) else str(_beside(info, camera)))

    @field_validator("password_env")
    @classmethod
    def _password_is_set(cls, name: str) -> str:
        if name and name not in os.environ:
            raise ValueError(f"the environment holds no {name}: set it where the program is started")
        return name

    @field_validator("password_file")
    @classmethod
    def _password_can_be_read(cls, name: str, info: ValidationInfo) -> str:
        return name and or_why(lambda one: password_in(_beside(info, one)))(name)

    @field_validator("calibration")
    @classmethod
    def _calibration_can_be_read(cls, name: str, info: ValidationInfo) -> str:
        if not name:
            return name
        from tracker.store.calibrations import read_calibration  # noqa: PLC0415  a score kept by hand need not wait

        path, kit = _beside(info, name), info.data.get("kit")
        try:
            table = read_calibration(path).table
        except CuewatchError as trouble:
            raise ValueError(str(trouble)) from trouble
        if kit and table != kit:
            raise ValueError(f"{path} is for table {table}, not {kit}: say kit = {table!r}, or make another")
        return name

    @model_validator(mode="after")
    def _goes_together(self) -> "TablePart":
        if self.password_env and self.password_file:
            raise ValueError("password_env and password_file both stand there: leave one out")
        if (self.user or self.password_env or self.password_file) and "://" not in self.camera:
            raise ValueError("user and password are for a camera with an address: write camera, or leave them out")
        return self


class HubPart(_Part):
    """`[hub]`: where the books of this hall go besides."""

    hall: Annotated[str, Field(min_length=1, max_length=31, examples=["crown"])]
    address: Annotated[str, Field(pattern="^(tls|nats)://[^/@]+$", examples=["tls://hub.example.org:4222"])]
    leaf: Annotated[bool, Field(examples=[True])] = False
    """The address is that of a leaf node on this machine."""
    password_file: Annotated[str, Field(min_length=1, examples=["secrets/hub"])]
    certificate: Annotated[str, Field(examples=["hub.pem"])] = ""
    recordings: Annotated[bool, Field(examples=[True])] = False
    """The hub may fetch the recording of a stroke when somebody asks for it there."""

    @field_validator("password_file")
    @classmethod
    def _hubs_password_can_be_read(cls, name: str, info: ValidationInfo) -> str:
        return or_why(lambda one: password_in(_beside(info, one)))(name)

    @field_validator("certificate")
    @classmethod
    def _certificate_is_there(cls, name: str, info: ValidationInfo) -> str:
        if name and not _beside(info, name).is_file():
            raise ValueError(f"there is no file {_beside(info, name)}: bring it from the hub")
        return name


class ClubFile(_Part):
    """The whole of `club.toml`."""

    club: ClubPart = ClubPart()
    storage: StoragePart = StoragePart()
    network: NetworkPart = NetworkPart()
    vision: VisionPart = VisionPart()
    hub: Annotated[HubPart | None, Field(examples=["[hub]"])] = None
    tables: Annotated[list[TablePart], Field(min_length=1, max_length=MOST_TABLES, examples=["[[tables]]"])]

    @field_validator("tables")
    @classmethod
    def _each_has_its_own(cls, tables: list[TablePart]) -> list[TablePart]:
        for what in ("name", "camera"):
            said = [value for table in tables if (value := getattr(table, what))]
            if twice := next((value for number, value in enumerate(said) if value in said[:number]), None):
                raise ValueError(f"two tables have the {what} {twice!r}: give each its own")
        return tables


def source_of(table: TablePart, folder: Path) -> str:
    """Return what watches a table, as `serve --source` takes it: a path, or an address with user and password in it.

    Raises:
        BadInput: the file with the password cannot be read.
    """
    if "://" not in table.camera:
        return table.camera if is_live(table.camera) else str(folder / table.camera)
    if not (table.user or table.password_env or table.password_file):
        return table.camera
    file = table.password_file
    secret = password_in(folder / file) if file else os.environ.get(table.password_env, "")
    return with_credentials(table.camera, table.user, secret)


def _holds_password(address: str) -> bool:
    user, at, _ = address.partition("://")[2].rpartition("@")
    return bool(at) and ":" in user


def _beside(info: ValidationInfo, name: str) -> Path:
    context: Any = info.context
    return Path(context) / name if context else Path(name)
