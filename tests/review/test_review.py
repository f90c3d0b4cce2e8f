"""A stroke can be looked at again: its evidence and pictures, the verdict that stays, the clips that are kept."""

from dataclasses import replace

import pytest
from browsing import client_of
from starlette.testclient import TestClient

from tracker.domain.book.setup import Setup
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.match.book.entries import Header
from tracker.match.steps import AcceptSuggestion, BeginMatch, PassOver, See
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo")), table="snooker-12ft"))
STANDING = Standing(at_us=9_000_000, places=(Place(ball="white", at=Point(700.0, 900.0), sd_mm=2.0),))
RED_IN = Stroke(
    number=1, began_us=1_000_000, ended_us=9_000_000, cue_ball="white", origin=Point(889.0, 600.0), first_hit=("red",),
    touches=(Touch(at_us=1_500_000, balls=("white", "red"), at=Point(900.0, 1500.0), sure=0.98),),
    cushions=(Bounce(at_us=2_000_000, ball="white", cushion="top", sure=1.0),),
    potted=(Pot(at_us=3_000_000, ball="red", pocket="top-left", sure=0.97),),
)  # fmt: skip
FOUL = Stroke(
    number=2, began_us=20_000_000, ended_us=25_000_000, cue_ball="white", origin=Point(889.0, 600.0),
    first_hit_sure=0.8, doubts=(Doubt(about="first_hit", why="nothing, or a red", margin="1 mm"),),
)  # fmt: skip


@pytest.fixture
def table() -> Table:
    table = Table("1", Memory(), lambda: 7)
    table.do(BEGIN)
    return table


@pytest.fixture
def client(table: Table) -> TestClient:
    return client_of(create_app(hall_of([table], lambda: 7, "snooker-2024")))


def titles_of(client: TestClient) -> list[str]:
    return [one["title"] for one in client.get("/api/tables/1/strokes").json()]


def test_strokes_are_listed_with_what_they_came_to(client: TestClient, table: Table) -> None:
    assert client.get("/api/tables/1/strokes").json() == []
    table.do(See(seen=Alternatives.certain(RED_IN, STANDING)))
    table.do(See(seen=Alternatives.certain(FOUL, STANDING)))
    assert client.get("/api/tables/1/strokes").json() == [
        {"epoch": 1, "sequence": 1, "number": 1, "began_us": 1_000_000, "ended_us": 9_000_000, "title": "1?",
         "has_pictures": False, "verdict": None},
        {"epoch": 1, "sequence": 3, "number": 2, "began_us": 20_000_000, "ended_us": 25_000_000, "title": "FOUL 7?",
         "has_pictures": False, "verdict": None},
    ]  # fmt: skip
    table.do(AcceptSuggestion(number=2))
    assert titles_of(client) == ["1", "FOUL 7?"]
    table.do(PassOver(number=4))
    assert titles_of(client) == ["1", "FOUL 7 (not called)"]


def test_a_stroke_tells_what_happened_and_what_is_in_doubt(client: TestClient, table: Table) -> None:
    table.do(See(seen=Alternatives.certain(RED_IN, STANDING)))
    told = client.get("/api/tables/1/strokes/1/1").json()
    assert [(one["kind"], one["at_us"], one["balls"]) for one in told["incidents"]] == [
        ("strike", 1_000_000, ["white"]), ("touch", 1_500_000, ["white", "red"]), ("cushion", 2_000_000, ["white"]),
        ("pot", 3_000_000, ["red"]), ("rest", 9_000_000, []),
    ]  # fmt: skip
    touch = told["incidents"][1]
    assert (touch["sure"], touch["why"], touch["x_mm"], touch["x_px"]) == (0.98, "white meets red", 900.0, None)
    assert told["first_contact"] == {"balls": ["red"], "sure": 1.0, "why": "", "margin": ""}
    assert (told["pictures"], told["has_pictures"]) == ([], False)
    second = Touch(at_us=1_523_400, balls=("white", "blue"), at=Point(900.0, 1500.0), sure=0.9)
    table.do(See(seen=Alternatives.certain(replace(RED_IN, touches=(*RED_IN.touches, second)), STANDING)))
    told = client.get("/api/tables/1/strokes/1/3").json()
    assert told["first_contact"]["margin"] == told["incidents"][1]["margin"] == "23 ms"
    assert told["why_no_pictures"]


@pytest.mark.parametrize("address", ["1/2", "1/99", "7/1"])
def test_what_is_no_stroke_is_not_found(client: TestClient, table: Table, address: str) -> None:
    table.do(See(seen=Alternatives.certain(RED_IN, STANDING)))
    answer = client.get(f"/api/tables/1/strokes/{address}")
    assert answer.status_code == 404
    assert answer.json()["refused"].startswith("no stroke was seen in entry")
