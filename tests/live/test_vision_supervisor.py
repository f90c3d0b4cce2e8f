"""Eyes at a table may see, talk nonsense or die: what they see is put before the referee, and how they fare is said."""

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Never

import cv2
import numpy as np
import pytest

from bench.samples import SAMPLES
from tracker.capture.picture import Picture
from tracker.capture.process.shared_memory import shared_memory
from tracker.capture.process.state import Patience
from tracker.cli.commands.serve import for_match
from tracker.domain.book.setup import Setup
from tracker.domain.errors import DatabaseUnusable
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.live.messages import (
    CameraNews,
    Found,
    Looked,
    News,
    Order,
    Over,
    Pictured,
    Struck,
    news_from,
    news_line,
    order_from,
)
from tracker.live.supervision import supervisor
from tracker.live.supervision.camera_view import view_of
from tracker.live.supervision.supervisor import Hearers, VisionSupervisor, lie_of, noted, sight_after
from tracker.live.supervision.watching import Watching, game_of
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Moment, Table
from tracker.live.vision_process.main import kit_of
from tracker.live.vision_process.window import DeskWindow
from tracker.match.book.book import standing_calls
from tracker.match.book.entries import Header, Suggested
from tracker.match.desk.desk import Desk
from tracker.match.desk.putting_back import due_back
from tracker.match.steps import BeginMatch, ByHand, MakeCalls, See, Undo
from tracker.rules.desk import Due, Fouled, Scored
from tracker.rules.snooker.frame.calls import After, Foul, Played
from tracker.show.pictures.still import Still
from tracker.show.screens.sight import SeenBall, Sight

SOON = Patience(first_pause_s=0.01, longest_pause_s=0.02)
ORDER = Order(source="rtsp://bob:secret@camera/live", realtime=False, kit="snooker-12ft", corners=((1.0, 2.0),))
BEGIN = BeginMatch(header=Header(rulebook="snooker-2024", setup=Setup(names=("Anna", "Bo")), table="snooker-12ft"))
LIVE = CameraNews(camera="live", pictures=7, dropped=2, recording="on")
LOOKED = Looked(
    number=41, at_us=1_640_000, taken_ms=1_795_000_000_000, here=True,
    balls=(SeenBall(ball="white", x_mm=700.5, y_mm=600.0, sd_mm=0.3, seen=True, moving=False),),
)  # fmt: skip
STRUCK = Struck(
    seen=Alternatives.certain(Stroke(
        number=3, began_us=900_000, ended_us=4_000_000, cue_ball="white", origin=Point(700, 600), first_hit=("red",),
        touches=(Touch(at_us=1_200_000, balls=("white", "red"), at=Point(800, 900), sure=0.98),),
        potted=(Pot(at_us=2_000_000, ball="red", pocket="top-left", sure=0.97),), rest={"white": (Point(1.5, 2),)},
    ),
    Standing(at_us=4_000_001, places=(Place(ball="white", at=Point(1.5, 2), sd_mm=0.5),))),
    evidence='{"width": 640}', clock_us=1_795_000_000_000_000,
)  # fmt: skip
LIE = Standing(at_us=1_640_000, places=(Place(ball="white", at=Point(700, 600), sd_mm=0),))
ENDED = Over(why="the source is at its end", final=True)


def desk_at(table: Table) -> Desk[Any]:
    assert table.moment.match is not None
    return table.moment.match.frame.desk


def due_at(table: Table) -> Due:
    due = due_back(desk_at(table))
    assert due is not None
    return due


@pytest.fixture
def table() -> Table:
    return Table("1", Memory(), lambda: 0)


@pytest.fixture
def watched(table: Table) -> Callable[..., list[Sight]]:
    """Return a function that watches with eyes that say these lines, life after life, and gives what was shown."""

    def run(*lives: str, keep: Callable[..., None] = lambda *_: None) -> list[Sight]:
        shown: list[Sight] = []
        script = "import sys\nlives = {!r}\nwhich = __import__('json').loads(sys.stdin.readline())['number']\n"
        script += "exec(lives[min(which, len(lives) - 1)])"
        with VisionSupervisor(
            table, ORDER, Hearers(sight=shown.append, evidence=keep), SOON, (sys.executable, "-c", script.format(lives))
        ):
            due_s = time.monotonic() + 20
            while not (shown and shown[-1].camera == "ended"):
                assert time.monotonic() < due_s, shown
                time.sleep(0.01)
        return shown

    return run


def says(*news: News, then: str = "") -> str:
    text = "".join(map(news_line, news))
    return f"sys.stdout.write({text!r}); sys.stdout.flush()\n{then}"


@pytest.mark.parametrize("news", [LIVE, LOOKED, STRUCK, ENDED, Found(calibration="{}")], ids=lambda n: type(n).__name__)
def test_news_go_through_a_pipe_unchanged(news: News) -> None:
    assert news_from(news_line(news)) == news


def test_an_order_goes_through_a_pipe_unchanged() -> None:
    assert order_from(ORDER.to_line()) == ORDER


def test_a_stroke_seen_waits_for_the_referee_and_nothing_is_called(
    watched: Callable[..., list[Sight]], table: Table
) -> None:
    table.do(BEGIN)
    kept = []
    shown = watched(says(LIVE, LOOKED, STRUCK, CameraNews(camera="ended"), ENDED), keep=lambda *one: kept.append(one))
    assert [(moment.at, news) for moment, news in kept] == [((1, 2), STRUCK)]
    desk = desk_at(table)
    waiting = [entry for entry in map(desk.book.entry, desk.waiting) if isinstance(entry, Suggested)]
    assert [entry.ruling.main and entry.ruling.main.say for entry in waiting] == ["1"]
    assert (desk.scoreline.points, desk.expected_scoreline.points) == ((0, 0), (1, 0))
    assert (shown[-1].strokes, shown[-1].not_kept, shown[-1].balls) == (3, "", LOOKED.balls)
    assert (shown[0].camera, table.moment.camera) == ("starting", "ended")


def test_a_stroke_before_any_match_is_said_to_be_lost(watched: Callable[..., list[Sight]], table: Table) -> None:
    kept = []
    shown = watched(says(LIVE, STRUCK, CameraNews(camera="ended"), ENDED), keep=lambda *one: kept.append(one))
    assert shown[-1].not_kept == "no match has begun at this table"
    assert kept == []
    assert table.moment.match is None


@pytest.mark.parametrize(
    "end", ["import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "print('oh dear')", "print(7)", "print('[]')"]
)
def test_eyes_that_die_or_talk_nonsense_are_replaced_and_the_keys_go_on(
    watched: Callable[..., list[Sight]], table: Table, end: str
) -> None:
    table.do(BEGIN)
    first = says(LIVE, LOOKED, then=end)

    def keyed(moment: Moment) -> None:
        if moment.camera == "lost" and moment.match is not None and moment.match.sequence == 0:
            table.do(ByHand(deed=Scored(potted=("red",))))

    table.listen(keyed)
    shown = watched(*[first] * (LOOKED.number + 1), says(LIVE, CameraNews(camera="ended"), ENDED))
    assert desk_at(table).scoreline.points == (1, 0)
    assert [one.camera for one in shown if one.camera in ("live", "lost")][1:3] == ["live", "lost"]
    assert shown[-1].restarts == 1
    assert any("score by hand" in one.why or "nonsense" in one.why for one in shown)


def test_eyes_that_look_at_nothing_are_replaced_though_a_desk_is_shown_pictures(
    watched: Callable[..., list[Sight]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STUCK_S", 0.5)
    shows = news_line(Pictured(bytes=0, width=640, height=360, taken_ms=7)) + news_line(LIVE)
    hang = f"import time\nfor _ in range(200): sys.stdout.write({shows!r}); sys.stdout.flush(); time.sleep(0.05)"
    shown = watched(says(LIVE, LOOKED, then=hang), says(CameraNews(camera="ended"), ENDED))
    assert [sight.why for sight in shown if sight.camera == "lost"] == ["the eyes hang: score by hand"]


def test_eyes_that_cannot_be_started_now_are_tried_again(table: Table, tmp_path: Path) -> None:
    shown: list[Sight] = []
    eyes = tmp_path / "eyes"
    script = f"#!{sys.executable}\nimport sys; sys.stdin.readline()\n{says(LIVE, CameraNews(camera='ended'), ENDED)}"
    with VisionSupervisor(table, ORDER, Hearers(sight=shown.append), SOON, (str(eyes),)):
        due_s = time.monotonic() + 20
        while not (shown and shown[-1].restarts > 1):
            assert time.monotonic() < due_s, shown
            time.sleep(0.01)
        assert (shown[-1].camera, "cannot be opened" in shown[-1].why) == ("lost", True)
        ready = tmp_path / "ready"
        ready.write_text(script)
        ready.chmod(0o700)
        ready.rename(eyes)
        while shown[-1].camera != "ended":
            assert time.monotonic() < due_s, shown
            time.sleep(0.01)


def test_the_next_eyes_go_on_where_the_last_ones_left_off() -> None:
    order = ORDER
    for news in (Found(calibration="{}"), LOOKED, STRUCK):
        order = noted(order, news)
    assert (order.calibration, order.number, order.from_us, order.told) == ("{}", 42, 1_640_001, 3)


def test_a_table_out_of_view_is_said() -> None:
    seen = sight_after(Sight(table="1"), LOOKED)
    away = sight_after(seen, Looked(number=42, at_us=1_680_000, taken_ms=1, here=False, balls=LOOKED.balls))
    assert (seen.view, away.view, away.balls) == ("seen", "away", LOOKED.balls)


def test_the_desk_is_told_where_the_balls_lie_while_a_camera_sees_them() -> None:
    live = sight_after(sight_after(Sight(table="1"), LIVE), LOOKED)
    assert lie_of(live) == LIE
    for other in (CameraNews(camera="lost"), replace(LOOKED, here=False)):
        assert lie_of(sight_after(live, other)) is None


def test_balls_that_move_are_followed_only_while_they_are_put_back(table: Table) -> None:
    table.do(BEGIN)
    table.balls_lie(LIE)
    table.balls_lie(LIE, {"white"})
    assert table.moment.standing is None
    table.do(MakeCalls(calls=(Played(points=0, after=After(lie=LIE.places)),)))
    table.do(MakeCalls(calls=(Foul(points=4, miss=True, after=After(lie=LIE.places)),)))
    table.balls_lie(LIE, {"white"})
    assert table.moment.standing == LIE


def lying_at(x_mm: float, at_us: int) -> Standing:
    return Standing(at_us=at_us, places=(Place(ball="white", at=Point(x_mm, 500.0), sd_mm=2.0),))


def test_a_miss_keyed_by_hand_has_the_balls_go_back_to_where_the_eyes_saw_them_before_it(table: Table) -> None:
    table.do(BEGIN)
    for x_mm, at_us in ((400.0, 1), (900.0, 2)):
        table.balls_lie(lying_at(x_mm, at_us))
        table.balls_lie(lying_at(x_mm, at_us), {"white"})
    table.do(ByHand(deed=Scored()))
    table.balls_lie(lying_at(1200.0, 3))
    table.balls_lie(lying_at(1200.0, 4), {"white"})
    table.balls_lie(lying_at(300.0, 5))
    table.do(ByHand(deed=Fouled(points=4, miss=True)))
    assert due_at(table).lie == lying_at(1200.0, 3).places
    table.do(Undo())
    table.do(ByHand(deed=Fouled(points=5, miss=True)))
    assert due_at(table).lie == lying_at(1200.0, 3).places
    table.do(ByHand(deed=Fouled(points=4, miss=True)))
    assert due_at(table).unseen == "no-stroke"


def test_a_miss_keyed_in_place_of_what_the_eyes_suggest_goes_back_to_before_the_stroke_that_they_told(
    table: Table,
) -> None:
    table.do(BEGIN)
    stroke = replace(STRUCK.stroke, began_us=250_000, ended_us=500_000)
    table.balls_lie(lying_at(400.0, 200_000))
    table.balls_lie(lying_at(600.0, 400_000), {"white"})
    table.balls_lie(lying_at(900.0, 600_000))
    table.do(See(seen=Alternatives.certain(stroke, lying_at(900.0, 500_000))))
    table.balls_lie(lying_at(900.0, 800_000), {"white"})
    table.balls_lie(lying_at(1500.0, 1_000_000))
    table.do(ByHand(deed=Fouled(points=4, miss=True), about=2))
    assert due_at(table).lie == lying_at(400.0, 1).places


def test_where_nobody_looks_a_miss_keyed_by_hand_is_called_as_ever(table: Table) -> None:
    table.do(BEGIN)
    table.do(ByHand(deed=Fouled(points=4, miss=True)))
    (foul,) = standing_calls(desk_at(table).book.entries)[-1][1]
    assert isinstance(foul, Foul)
    assert due_back(desk_at(table)) is None


class Screens:
    """Screens that look, or do not, and what they were shown."""

    def __init__(self, viewers: int) -> None:
        self.viewers = viewers
        self.shown: list[Still] = []

    def tell(self, still: Still, /) -> None:
        self.shown.append(still)


LOOKS = """
import os, time
window = order["window"]
if viewers:
    for number in range(3):
        assert sys.stdin.readline() == "look\\n"
        os.pwrite(window, bytes([number]) * 10, 0)
        print('{"Pictured": {"bytes": 10, "width": 1280, "height": 720, "taken_ms": 7}}', flush=True)
print('{"CameraNews": {"camera": "live"}}', flush=True)
"""


@pytest.mark.parametrize("viewers", [0, 2])
def test_pictures_are_asked_for_one_after_the_other_while_a_desk_looks(table: Table, viewers: int) -> None:
    screens = Screens(viewers)
    shown: list[Sight] = []
    script = f"import sys, json, select\nviewers = {viewers}\norder = json.loads(sys.stdin.readline())\n"
    script += f"{says(LIVE)}{LOOKS}\n{says(CameraNews(camera='ended'), ENDED)}"
    with VisionSupervisor(
        table, ORDER, Hearers(sight=shown.append, screens=screens), SOON, (sys.executable, "-c", script)
    ):
        due_s = time.monotonic() + 20
        while not (shown and shown[-1].camera == "ended"):
            assert time.monotonic() < due_s, shown
            time.sleep(0.01)
    assert [still.jpeg for still in screens.shown] == [bytes([n]) * 10 for n in range(3)] * (viewers > 0)
    assert all((still.width, still.height, still.taken_ms) == (1280, 720, 7) for still in screens.shown)


def test_the_window_shows_the_newest_picture_once_each_time_it_is_asked() -> None:
    image = np.full((720, 1280, 3), 90, np.uint8)
    told: queue.Queue[News] = queue.Queue()
    number = iter(range(100))
    memory = shared_memory()
    window = DeskWindow(memory, told.put)
    shower = threading.Thread(
        target=window.show, args=(lambda after, wait_s: (Picture(number=next(number), at_us=0, image=image), 5.4),)
    )
    shower.start()
    for _ in range(2):
        window.look()
        news = told.get(timeout=60)
        assert isinstance(news, Pictured)
        small = cv2.imdecode(np.frombuffer(os.pread(memory, news.bytes, 0), np.uint8), cv2.IMREAD_COLOR)
        assert small is not None
        assert small.shape == (540, 960, 3)
        assert (news.width, news.height, news.taken_ms) == (1280, 720, 5)
        assert not news.whole
    window.look(whole=True)
    whole = told.get(timeout=60)
    assert isinstance(whole, Pictured)
    assert whole.whole
    large = cv2.imdecode(np.frombuffer(os.pread(memory, whole.bytes, 0), np.uint8), cv2.IMREAD_COLOR)
    assert large is not None
    assert large.shape == image.shape
    window.close()
    shower.join(10)
    assert not shower.is_alive()
    assert told.empty()
    assert next(number) == 3
    os.close(memory)


def test_a_ghost_is_where_the_camera_has_a_ball() -> None:
    view = view_of((SAMPLES / "0002-blue-first" / "calibration.json").read_text(), "snooker-12ft")
    places = (Point(889.0, 1784.5), Point(300.0, 900.0))
    for place, outline in zip(places, view.outlines_px(places), strict=True):
        x, y = view.centre_px(place)
        assert np.mean(outline, axis=0) == pytest.approx((x, y), abs=0.3)
        assert 4 < np.ptp(outline, axis=0).mean() / 2 < 40
    assert view.size_px == (1280, 720)


def test_without_its_evidence_a_stroke_counts_as_well(watched: Callable[..., list[Sight]], table: Table) -> None:
    def keep(*_: object) -> Never:
        raise DatabaseUnusable("the disk is full")

    table.do(BEGIN)
    shown = watched(says(LIVE, STRUCK, CameraNews(camera="ended"), ENDED), keep=keep)
    assert table.moment.match is not None
    assert (shown[-1].not_kept, shown[-1].restarts, table.moment.match.sequence) == ("", 0, 2)


def test_a_lost_camera_is_told_to_the_log_with_its_reason(
    watched: Callable[..., list[Sight]], caplog: pytest.LogCaptureFixture
) -> None:
    why = "rtsp://camera is silent: check the camera and its network"
    with caplog.at_level("INFO", logger="cuewatch"):
        watched(says(LIVE, CameraNews(camera="lost", why=why), LIVE, CameraNews(camera="ended"), ENDED))
    told = [getattr(record, "said", {}) for record in caplog.records if record.message == "camera"]
    assert {"table": "1", "is_now": "lost", "why": why} in told


@pytest.mark.parametrize(
    ("header", "pieces"),
    [
        (Header(rulebook="snooker-2024", table="snooker-12ft"), None),
        (Header(rulebook="billiards-2024", table="billiards-12ft"), {"white": 1, "yellow": 1, "red": 1}),
        (Header(rulebook="novuss-2015", table="novuss"), None),
    ],
    ids=["the same game", "another game", "a game that is not played on this table"],
)
def test_the_balls_of_the_match_are_looked_for_whatever_the_club_plays_else(
    header: Header, pieces: dict[str, int] | None
) -> None:
    table = Table("1", Memory(), lambda: 7)
    club = replace(ORDER, rules="snooker-2024")
    assert for_match(club, None) is club
    table.do(BeginMatch(header=header))
    wanted = for_match(club, table.moment.match)
    assert (game_of(wanted) != game_of(club)) == (pieces is not None)
    if pieces is not None:
        assert (wanted.rules, wanted.pieces) == (header.rulebook, pieces)
        assert dict(kit_of(wanted).pieces).items() >= pieces.items()


def test_other_eyes_watch_once_a_match_of_another_game_begins(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    begun: list[str | None] = []

    class Eyes:
        def __init__(self, table: Table, order: Order, hearers: Hearers, forks: object) -> None:
            begun.append(order.rules)

        def __enter__(self) -> "Eyes":
            return self

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("tracker.live.supervision.watching.VisionSupervisor", Eyes)
    club = replace(ORDER, rules="snooker-2024")
    with Watching(table, lambda: for_match(club, table.moment.match), Hearers(sight=lambda _: None)) as watching:
        watching.look_for_what_is_played()
        billiards = Header(rulebook="billiards-2024", table="billiards-12ft")
        table.do(BeginMatch(header=billiards, abandon=True))
        watching.look_for_what_is_played()
        watching.look_for_what_is_played()
    assert begun == ["snooker-2024", "billiards-2024"]
