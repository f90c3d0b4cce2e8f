"""Whatever is asked of the routes, the answer is never an error of the program (by schemathesis)."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from browsing import from_here
from hypothesis import HealthCheck, settings

from tracker.domain.roles import Role
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.plane import Point
from tracker.live.messages import Struck
from tracker.live.table.keeping import Memory
from tracker.live.table.stored import Stored
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, See
from tracker.review.archive import Archive
from tracker.review.uploads.reviewing import Reviewing, Tools
from tracker.store.database.opening import open_database
from tracker.store.uploads import Uploads
from tracker.web.access.door import Credentials, Door
from tracker.web.access.rights import Who
from tracker.web.application import create_app
from tracker.web.hall.hall import Hall, hall_of

if TYPE_CHECKING:
    from schemathesis import Case

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")


class Everybody(Door):
    """A door at which whoever asks is an admin, whatever users there come to be."""

    def who(self, given: Credentials) -> Who:
        return Who(role=Role.ADMIN)


HALL = hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024")
FOLDER = TemporaryDirectory()
REVIEWING = Reviewing(
    Uploads(Path(FOLDER.name) / "uploads"), lambda: 7, tools=Tools(transcode=("true",), watch=("true",))
)
HALL = replace(HALL, reviewing=REVIEWING.__enter__())
DATABASE = open_database(Path(FOLDER.name) / "club.db")


def reviewed() -> Hall:
    """A hall with a stroke that is kept, in entry 1 of epoch 1."""
    stroke = Stroke(number=1, began_us=10, ended_us=20, cue_ball="white", origin=Point(1.0, 2.0))
    rest, table = Standing(at_us=21, places=()), Table("1", Stored(DATABASE, lambda: 7), lambda: 7)
    archive = Archive(DATABASE)
    table.do(BeginMatch(header=Header(rulebook="snooker-2024")))
    moment = table.do(See(seen=Alternatives.certain(stroke, rest)))
    archive.keep(moment, Struck(seen=Alternatives.certain(stroke, rest), evidence="{}"))
    return hall_of([table], lambda: 7, "snooker-2024", archive)


DOOR = Everybody(database=DATABASE, names=frozenset({"testserver", "localhost"}))
ENDLESS = r"/events$"
APP = from_here(create_app(HALL, door=DOOR))
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP).exclude(path_regex=ENDLESS)
REVIEW = from_here(create_app(reviewed(), door=DOOR))
STROKE = schemathesis.openapi.from_asgi("/openapi.json", REVIEW).include(path_regex=r"/strokes/")


@SCHEMA.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_no_request_makes_the_program_fail(case: "Case[Any]") -> None:
    if "table" in case.path_parameters:
        case.path_parameters["table"] = "1"
    response = case.call(headers={"X-Cuewatch": "1"})
    assert response.status_code < 500
    assert response.status_code not in (401, 403) or case.path == "/api/session"


@STROKE.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_nor_does_any_request_about_a_stroke_that_there_is(case: "Case[Any]") -> None:
    case.path_parameters |= {"table": "1", "epoch": 1, "sequence": 1}
    response = case.call(headers={"X-Cuewatch": "1"})
    assert response.status_code < 500
    assert response.status_code == 200 or (case.method, case.path.endswith("{sequence}")) != ("GET", True)
