"""Clips for review on the web: sent to the disk within bounds, worked on one by one, shown by a random name."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import chromium, client_of, free_port, page_of, served
from starlette.testclient import TestClient

from tracker.domain.errors import UnknownName
from tracker.live.table.keeping import Memory
from tracker.live.table.table import Table
from tracker.review.uploads.reviewing import Arriving, Reviewing, Room, Tools
from tracker.store.uploads import Uploads
from tracker.web.access.door import Door
from tracker.web.application import create_app
from tracker.web.hall.hall import hall_of

CLIP = b"a clip" * 1000
OCTETS = {"content-type": "application/octet-stream"}
REPORT = "<p>the report of a stranger</p>"
COPIES = "import os, sys, json; os.write(json.loads(sys.argv[1])['out'], sys.stdin.buffer.read())"
TELLS = (
    "import sys, json, pathlib; f = pathlib.Path(sys.argv[2]); f.mkdir();"
    f"(f / 'report.html').write_text({REPORT!r}); print(json.dumps({{'share': 0.5}}))"
)
REFUSES = "import json; print('a word aside'); print(json.dumps({'refused': 'it is no clip'}))"
HANGS = "import time; print('{\"share\": 0.25}', flush=True); time.sleep(60)"
FAILS = "raise SystemExit(3)"
COSTS = "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)"
FLOODS = "import sys\nwhile True: sys.stdout.write('x' * 9999)"


def tools(transcode: str = COPIES, watch: str = TELLS) -> Tools:
    return Tools(transcode=(sys.executable, "-c", transcode), watch=(sys.executable, "-c", watch))


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., tuple[Reviewing, TestClient]]]:
    """Return a function that opens the clips in a folder and gives them with a client who may send some."""
    left = []

    def opens(given: Tools | None = None, **room: int) -> tuple[Reviewing, TestClient]:
        limits = Room(**{"spare_bytes": 0, "largest_bytes": 10_000} | room)
        now, uploads = (lambda: time.time_ns() // 1000), Uploads(tmp_path / "uploads")
        reviewing = Reviewing(uploads, now, room=limits, tools=given or tools())
        reviewing.__enter__()
        left.append(reviewing)
        hall = replace(hall_of([Table("1", Memory(), lambda: 7)], lambda: 7, "snooker-2024"), reviewing=reviewing)
        reviewing.counted(hall.metrics.registry)
        return reviewing, client_of(create_app(hall, door=Door()))

    yield opens
    for one in left:
        one.__exit__()


def send(client: TestClient, body: bytes | Iterator[bytes] = CLIP, status: int = 201) -> Any:
    answer = client.post("/api/uploads", content=body, headers=OCTETS)
    assert answer.status_code == status, answer.text
    return answer.json()


def state(client: TestClient, state: str, within_s: float = 30.0) -> Any:
    """Wait until the newest clip stands so, and return it."""
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s:
        clips = client.get("/api/uploads").json()["clips"]
        if clips and clips[0]["state"] == state:
            return clips[0]
        time.sleep(0.02)
    raise AssertionError(clips)


def test_a_clip_is_taken_checked_watched_and_its_report_served_sealed(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    _, client = opened()
    name = send(client)["id"]
    assert re.fullmatch("[0-9a-f]{32}", name)
    assert state(client, "done") | {"at_us": 0} == {
        "id": name, "by": "", "at_us": 0, "bytes": len(CLIP), "state": "done", "why": "", "share": 0.0,
    }  # fmt: skip
    answer = client.get(f"/api/uploads/{name}/report")
    assert answer.text == REPORT
    policy = answer.headers["content-security-policy"]
    assert all(word in policy for word in ("default-src 'none'", "sandbox", "frame-ancestors 'none'"))
    assert "script-src" not in policy
    assert (answer.headers["cache-control"], answer.headers["x-content-type-options"]) == ("no-store", "nosniff")
    assert not (tmp_path / "uploads" / name / "given").exists()
    assert (tmp_path / "uploads" / name).stat().st_mode & 0o77 == 0
    numbers = client.get("/metrics").text
    assert 'cuewatch_uploads_total{outcome="taken"} 1.0' in numbers
    assert 'cuewatch_uploads_total{outcome="done"} 1.0' in numbers
    assert "cuewatch_uploads_waiting 0.0" in numbers


@pytest.mark.parametrize(("given", "why"), [
    (tools(transcode=REFUSES), "it is no clip"),
    (tools(watch=REFUSES), "it is no clip"),
    (tools(transcode=FAILS), "it broke the program that reads it"),
    (tools(transcode=COSTS), "it takes longer than a clip may"),
])  # fmt: skip
def test_a_clip_that_cannot_be_used_is_refused_in_a_line_and_leaves_nothing(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path, given: Tools, why: str
) -> None:
    _, client = opened(given)
    name = send(client)["id"]
    assert state(client, "refused")["why"] == why
    assert client.get(f"/api/uploads/{name}/report").status_code == 404
    assert [file.name for file in (tmp_path / "uploads" / name).iterdir()] == ["upload.json"]


SAYS = {
    "a word for how much": '{"share": "much"}',
    "nothing for how much": '{"share": null}',
    "no number": '{"share": NaN}',
    "less than nothing": '{"share": -Infinity}',
    "more than any machine counts": '{"share": 1' + "0" * 400 + "}",
    "brackets without end": "[" * 100_000,
    "no text": "\xff\xfe",
    "a long story": '{"refused": "' + "x" * 5000 + '"}',
    "half a letter and a new line": '{"refused": "\\ud800\\nx"}',
    "no word for why": '{"refused": {}}',
}


@pytest.mark.parametrize("says", SAYS)
def test_a_process_that_a_clip_has_taken_over_may_say_anything(
    opened: Callable[..., tuple[Reviewing, TestClient]], says: str
) -> None:
    line = SAYS[says].encode("latin-1")
    _, client = opened(tools(transcode=f"import sys; sys.stdout.buffer.write({line!r} + bytes([10]))"))
    send(client)
    until_s = time.monotonic() + 30
    while (clip := client.get("/api/uploads").json()["clips"][0])["state"] not in ("done", "refused"):
        assert time.monotonic() < until_s
    assert 0 <= clip["share"] <= 1
    assert len(clip["why"]) <= 300
    assert clip["why"].isprintable()


@pytest.mark.parametrize("transcode", [HANGS, FLOODS])
def test_a_process_that_does_not_end_is_ended(
    opened: Callable[..., tuple[Reviewing, TestClient]], transcode: str
) -> None:
    _, client = opened(tools(transcode=transcode), checked_within_s=0.8)
    send(client)
    assert state(client, "refused")["why"] == "it takes longer than a clip may"


def test_what_a_process_started_ends_with_it(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    child = tmp_path / "child"
    hangs = f"p = subprocess.Popen(['sleep', '60']); pathlib.Path({str(child)!r}).write_text(str(p.pid)); p.wait()"
    _, client = opened(tools(transcode=f"import subprocess, pathlib; {hangs}"))
    name = send(client)["id"]
    until_s = time.monotonic() + 30
    while not (child.exists() and child.read_text()):
        assert time.monotonic() < until_s
    client.request("DELETE", f"/api/uploads/{name}", json={})
    while is_alive(int(child.read_text())):
        assert time.monotonic() < until_s
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_only_so_many_wait_and_one_that_is_worked_on_can_be_removed(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    _, client = opened(tools(watch=HANGS), under_way=2)
    first = send(client)["id"]
    assert state(client, "watching")["id"] == first
    second = send(client)["id"]
    assert "2 clips wait already" in send(client, status=409)["refused"]
    while client.get("/api/uploads").json()["clips"][1]["share"] != 0.25:
        time.sleep(0.02)
    assert client.request("DELETE", f"/api/uploads/{first}", json={}).status_code == 204
    assert state(client, "watching")["id"] == second
    while client.get("/api/uploads").json()["clips"][0]["share"] != 0.25:
        time.sleep(0.02)
    assert [folder.name for folder in (tmp_path / "uploads").iterdir()] == [second]
    assert client.request("DELETE", f"/api/uploads/{first}", json={}).status_code == 404


def test_the_clip_that_came_first_is_worked_on_first(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    _, client = opened(tools(transcode=f"import time; time.sleep(0.3); {COPIES}"))
    names = [send(client)["id"] for _ in range(3)]
    state(client, "done")
    reports = [tmp_path / "uploads" / name / "run" / "report.html" for name in names]
    assert sorted(reports, key=lambda report: report.stat().st_mtime_ns) == reports


def test_a_clip_that_is_being_sent_cannot_be_removed_under_the_hand_that_sends_it(
    opened: Callable[..., tuple[Reviewing, TestClient]],
) -> None:
    reviewing, _ = opened()
    arriving = reviewing.begin("Eva")
    with pytest.raises(UnknownName):
        reviewing.remove(arriving.upload.id, "Ida")
    arriving.write(CLIP)
    assert reviewing.arrived(arriving).size == len(CLIP)


def test_why_a_clip_was_refused_tells_no_path_of_this_machine(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    _, client = opened(tools(watch="import sys, json; print(json.dumps({'refused': f'{sys.argv[1]} shows no table'}))"))
    send(client)
    assert state(client, "refused")["why"] == "clip.mp4 shows no table"


def test_only_so_many_lie_here_and_the_disk_keeps_room(opened: Callable[..., tuple[Reviewing, TestClient]]) -> None:
    _, client = opened(all=1)
    send(client)
    assert "remove one first" in send(client, status=409)["refused"]
    _, client = opened(spare_bytes=10**18)
    assert "disk is nearly full" in send(client, status=409)["refused"]


@pytest.mark.parametrize("said", [True, False])
def test_a_clip_that_is_too_large_is_refused_and_leaves_nothing(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path, said: bool
) -> None:
    _, client = opened()
    body = b"x" * 10_001
    assert "at most" in send(client, body if said else iter([body[:5000], body[5000:]]), 413)["refused"]
    assert client.get("/api/uploads").json()["clips"] == []
    assert list((tmp_path / "uploads").iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_disk_that_is_full_at_the_last_byte_takes_nothing_and_keeps_no_place(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewing, client = opened(under_way=1)
    begin = reviewing.begin

    def begin_on_a_full_disk(by: str) -> Arriving:
        arriving = begin(by)
        arriving.file.close()
        arriving.file = Path("/dev/full").open("wb")  # noqa: SIM115  closed as the clip is
        return arriving

    monkeypatch.setattr(reviewing, "begin", begin_on_a_full_disk)
    assert "disk is full" in send(client, b"few", status=409)["refused"]
    assert list((tmp_path / "uploads").iterdir()) == []
    monkeypatch.undo()
    send(client)


def test_a_clip_as_large_as_is_taken_is_taken(opened: Callable[..., tuple[Reviewing, TestClient]]) -> None:
    _, client = opened()
    send(client, b"x" * 10_000)


def test_a_clip_whose_line_breaks_off_keeps_no_place(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    _, client = opened(under_way=1)
    pieces: list[dict[str, Any]] = [
        {"type": "http.request", "body": CLIP, "more_body": True},
        {"type": "http.disconnect"},
    ]
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/octet-stream"), (b"x-cuewatch", b"1")]
    scope = {
        "type": "http", "method": "POST", "path": "/api/uploads", "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 1), "scheme": "http", "http_version": "1.1",
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return pieces.pop(0)

    async def nobody_hears(_message: object) -> None:
        pass

    async def asks() -> None:
        await client.app(scope, receive, nobody_hears)

    asyncio.run(asks())
    assert client.get("/api/uploads").json()["clips"] == []
    assert list((tmp_path / "uploads").iterdir()) == []
    send(client)


def test_what_watches_a_clip_says_in_a_line_why_it_cannot(tmp_path: Path) -> None:
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "tracker.cli.recording.watch_upload",
        tmp_path / "none.mp4",
        tmp_path / "run",
    ]
    (line,) = subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.splitlines()
    assert "none.mp4" in json.loads(line)["refused"]


def test_an_empty_clip_is_refused(opened: Callable[..., tuple[Reviewing, TestClient]]) -> None:
    _, client = opened()
    assert "nothing was sent" in send(client, b"", 422)["refused"]


def test_what_was_not_done_goes_on_after_a_restart_and_half_a_clip_does_not(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path
) -> None:
    first, client = opened(tools(watch=HANGS))
    name = send(client)["id"]
    state(client, "watching")
    half = first.begin("Eva")
    half.write(b"half")
    half.file.close()
    first.__exit__()
    _, client = opened()
    assert state(client, "done")["id"] == name
    assert [folder.name for folder in (tmp_path / "uploads").iterdir()] == [name]


@pytest.mark.parametrize("name", ["..", "%2e%2e", "x" * 32, "0" * 32, "0" * 31, "..%2f..%2fclub.db", "0" * 32 + "%0a"])
def test_no_path_is_taken_from_a_request(
    opened: Callable[..., tuple[Reviewing, TestClient]], tmp_path: Path, name: str
) -> None:
    _, client = opened()
    (tmp_path / "report.html").write_text("secret")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "report.html").write_text("secret")
    for answer in (
        client.get(f"/api/uploads/{name}/report"),
        client.request("DELETE", f"/api/uploads/{name}", json={}),
    ):
        assert answer.status_code in (404, 405, 422)
    assert (tmp_path / "run" / "report.html").exists()


def test_a_process_sees_nothing_of_our_surroundings(
    opened: Callable[..., tuple[Reviewing, TestClient]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("A_SECRET", "of ours")
    seen = tmp_path / "seen"
    told = "{sorted(os.environ)} {os.nice(0)} {os.getcwd()} {os.getsid(0)}"
    says = f"import os, pathlib; pathlib.Path({str(seen)!r}).write_text(f'{told}')"
    _, client = opened(tools(transcode=says))
    send(client)
    state(client, "done")
    assert "A_SECRET" not in seen.read_text()
    *_, nice, folder, session = seen.read_text().split()
    assert (nice, folder) == ("19", "/")
    assert int(session) != os.getsid(0)


def test_a_clip_is_sent_on_the_page_and_its_report_opened_and_removed(tmp_path: Path) -> None:
    (tmp_path / "clip.mp4").write_bytes(CLIP)
    uploads, port = Uploads(tmp_path / "uploads"), free_port()
    with (
        Reviewing(uploads, lambda: time.time_ns() // 1000, room=Room(spare_bytes=0), tools=tools()) as reviewing,
        served(Memory(), port, reviewing=reviewing),
        chromium() as browser,
        page_of(browser, 1280, 800) as page,
    ):
        page.goto(f"http://127.0.0.1:{port}/uploads?lang=it")
        page.get_by_text("Ancora nessun filmato").wait_for()
        page.get_by_label("Video").set_input_files(str(tmp_path / "clip.mp4"))
        page.get_by_role("button", name="Invia").press("Enter")
        report = page.get_by_role("link", name="Apri il resoconto")
        report.wait_for()
        with page.context.expect_page() as opened:
            report.press("Enter")
        opened.value.get_by_text("the report of a stranger").wait_for()
        opened.value.close()
        page.get_by_role("button", name="Rimuovi").press("Enter")
        page.locator("dialog").get_by_role("button", name="Rimuovi").press("Enter")
        page.get_by_text("Ancora nessun filmato").wait_for()
        assert list((tmp_path / "uploads").iterdir()) == []
