"""From nothing to eight tables scored in a Debian that has nothing of ours, by the steps of docs/club.md.

    sudo python -m bench.bare_debian WHEEL [--tables 8] [--cameras 8] [--folder DIR] [--write]

WHEEL is what `python -m build --wheel` made. debootstrap makes a Debian 12 in DIR, which is booted: systemd runs there
as process 1, in namespaces of its own (`unshare`), with the network of this machine. What follows is what a club does,
each step timed: the packages of Debian and of Python are fetched, the club is asked for and described, its cameras
tried, its service installed, started by systemd and scored. Cameras are drawn films of the table, one a table. What pip
and apt go by on this machine (their files, and what the environment says to them) holds there too. In the end the units
are looked at (`systemd-analyze verify`), the program is killed, and hung, to see systemd start it anew, and all is
booted again.
"""

import argparse
import json
import os
import pwd
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from bench.halls import processor_ms
from bench.measured import ROOT, machine, put_section
from tests.servers import answers, free_port, wait_until

MARK: Final = "bench.bare_debian"
SUITE: Final = "bookworm"
HOME: Final = pwd.getpwuid(0).pw_dir
"""Of the superuser, there as here."""
GOES_BY: Final = (
    "/etc/pip.conf",
    f"{HOME}/.config/pip/pip.conf",
    "/etc/apt/apt.conf.d",
    "/etc/resolv.conf",
    "/etc/hosts",
)
"""What pip, apt and the network go by on this machine."""
SOURCES: Final = ("/etc/apt/sources.list", "/etc/apt/sources.list.d")
FILM: Final = ROOT / "sample_videos" / "a-frame.mp4"
CLUB: Final = f"{HOME}/crown"
FILMS: Final = "/srv/films"
"""The service sees nothing in anybody's home."""
PROGRAM: Final = "/opt/cuewatch/bin/cuewatch"
SERVED: Final = "/var/lib/cuewatch"
BOOT_S, SERVES_S, WATCHED_S = 300.0, 900.0, 1200.0
USER, PASSWORD = "Eva", "a trial of an evening"
STEPS: Final = (
    {"do": "begin-match", "names": ["Eva", "Bo"], "best_of": 5}, {"do": "score", "potted": ["red"]},
    {"do": "score", "potted": ["black"]}, {"do": "score", "potted": ["red"]},
)  # fmt: skip


@dataclass(kw_only=True)
class Debian:
    """A Debian that was booted."""

    root: Path
    pid: int
    """Of its process 1, as this machine counts."""
    steps: list[tuple[str, float, float]] = field(default_factory=list)
    """What was done, what it took (s), and of the processors (s)."""

    def do(self, said: str, *command: str, given: str = "") -> str:
        """Run a command there as a step of the guide; return what it printed.

        Raises:
            SystemExit: it failed.
        """
        with self.step(said):
            return self.run(*command, given=given)

    @contextmanager
    def step(self, said: str) -> Iterator[None]:
        """Keep what a step takes."""
        began_s, used_s = time.monotonic(), self.processor_s()
        yield
        self.took(said, time.monotonic() - began_s, self.processor_s() - used_s)

    def took(self, said: str, seconds: float, processor_s: float) -> None:
        """Keep what a step took."""
        self.steps.append((said, seconds, processor_s))
        print(f"{seconds:6.1f} s  {processor_s:6.1f} s  {said}", flush=True)

    def processor_s(self) -> float:
        """Return the processor time of all that was done there so far."""
        ours = resource.getrusage(resource.RUSAGE_CHILDREN)  # what was run there is ours, what systemd runs is not
        return ours.ru_utime + ours.ru_stime + processor_ms(self.pid) / 1000

    def run(self, *command: str, given: str = "") -> str:
        """Run a command there; return what it printed.

        Raises:
            SystemExit: it failed.
        """
        inside = ("nsenter", "-t", str(self.pid), "--mount", "--uts", "--ipc", "--pid", "--root", "env", "-C", HOME)
        done = subprocess.run(
            [*inside, *command], input=given, capture_output=True, text=True, check=False, env=passed()
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
        return done.stdout


def passed() -> dict[str, str]:
    """Return what of this machine's environment is said to programs there."""
    ours = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return ours | {"PATH": path, "HOME": HOME, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def made(root: Path) -> None:
    """Make a Debian in a folder, unless one is there: a plain one, as it is installed on a computer."""
    if (root / "etc/debian_version").exists():
        return
    subprocess.run(["debootstrap", "--include=ca-certificates,systemd-sysv,dbus", SUITE, str(root)], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip


def goes_by_ours(root: Path) -> None:
    """Have pip and apt there ask whom they ask here."""
    certificate = os.environ.get("PIP_CERT", "")
    for name in (*GOES_BY, *SOURCES, *filter(None, [certificate])):
        source, target = Path(name), root / name.lstrip("/")
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        elif name in SOURCES:
            target.unlink(missing_ok=True)  # what debootstrap has written there stands in the other


@contextmanager
def booted(root: Path) -> Iterator[Debian]:
    """Boot a Debian: its systemd is process 1 of namespaces of its own."""
    subprocess.run(["umount", "-R", "-q", str(root)], check=False)
    subprocess.run(["mount", "--bind", str(root), str(root)], check=True)
    script = f"""
set -e
mount --make-rprivate /
mount -t proc proc {root}/proc
mount -t sysfs -o ro sysfs {root}/sys
mount -t tmpfs tmpfs {root}/dev -o mode=755
for one in null zero full random urandom tty; do touch {root}/dev/$one; mount --bind /dev/$one {root}/dev/$one; done
mkdir {root}/dev/pts {root}/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts {root}/dev/pts; ln -s pts/ptmx {root}/dev/ptmx
mount -t tmpfs tmpfs {root}/dev/shm
ln -s /proc/self/fd {root}/dev/fd
mount -t tmpfs tmpfs {root}/run -o mode=755
mount -t tmpfs tmpfs {root}/sys/fs/cgroup
{CGROUPS.format(root=root)}
exec chroot {root} /usr/bin/env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd \\
  --log-target=journal systemd.unit=multi-user.target
"""
    inner = [
        "unshare",
        "--mount",
        "--uts",
        "--ipc",
        "--pid",
        "--cgroup",
        "--fork",
        "--kill-child",
        "bash",
        "-c",
        script,
    ]
    with (root.parent / "boot.log").open("wb") as log:
        outer = subprocess.Popen(inner, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        debian = Debian(root=root, pid=_first_of(outer.pid))
        wait_until(lambda: _is_up(debian), f"systemd is up (see {root.parent / 'boot.log'})", BOOT_S)
        yield debian
    finally:
        outer.kill()
        outer.wait()
        subprocess.run(["umount", "-R", "-q", str(root)], check=False)


CGROUPS: Final = """
if mount -t cgroup2 cgroup2 {root}/sys/fs/cgroup 2>/dev/null && [ -w {root}/sys/fs/cgroup/cgroup.procs ] \\
    && grep -q . {root}/sys/fs/cgroup/cgroup.controllers; then :; else
  umount {root}/sys/fs/cgroup 2>/dev/null || true
  mount -t tmpfs tmpfs {root}/sys/fs/cgroup -o mode=755
  mkdir {root}/sys/fs/cgroup/systemd
  mount -t cgroup -o none,name=systemd cgroup {root}/sys/fs/cgroup/systemd
fi
"""
"""One tree of control groups, or the old one that systemd alone has: enough for it to know its services by."""


def _first_of(outer: int) -> int:
    """Return the process that `unshare` has begun, as this machine counts."""
    children = Path(f"/proc/{outer}/task/{outer}/children")
    wait_until(lambda: children.read_text().split(), "the namespaces are there")
    return int(children.read_text().split()[0])


def _is_up(debian: Debian) -> bool:
    with suppress(SystemExit):
        debian.run("systemctl", "is-system-running")
        return True
    with suppress(SystemExit):  # something that a bare container cannot have may have failed
        return "multi-user.target" in debian.run("systemctl", "list-units", "--type=target", "--state=active")
    return False


def answers_of(tables: int, cameras: int, port: int) -> str:
    """Return what is typed to `cuewatch club init`; the first tables have a camera."""
    each = "".join(f"{n}\n\n\n{f'{FILMS}/{n}.mp4' if n <= cameras else ''}\n" for n in range(1, tables + 1))
    return f"Crown Club\n{tables}\n{each}{port}\n"


def packages(debian: Debian, wheel: Path) -> None:
    """Fetch and install what the program needs, and the program."""
    shutil.copyfile(wheel, debian.root / "root" / wheel.name)
    shutil.copyfile(ROOT / "constraints.txt", debian.root / "root/constraints.txt")
    apt = "apt-get -qq update && apt-get -qq install -y python3-venv"
    debian.do("apt-get update; apt-get install python3-venv", "sh", "-c", apt)
    debian.do("python3 -m venv /opt/cuewatch", "python3", "-m", "venv", "/opt/cuewatch")
    pip = "/opt/cuewatch/bin/pip install -q --no-cache-dir -c constraints.txt"
    debian.do("pip install of the wheel, every package fetched", "sh", "-c", f"{pip} ./{wheel.name}")


def installed(debian: Debian, tables: int, cameras: int, port: int) -> None:
    """Do what docs/club.md says of a club, up to a service that is served."""
    debian.run("mkdir", "-p", CLUB, FILMS)
    for n in range(1, cameras + 1):
        shutil.copyfile(FILM, debian.root / f"{FILMS}/{n}.mp4".lstrip("/"))
    debian.run("ln", "-sf", PROGRAM, "/usr/local/bin/cuewatch")
    inside = f"cd {CLUB} && cuewatch"
    debian.do("cuewatch club init, the answers typed at once", "sh", "-c", f"{inside} club init",
              given=answers_of(tables, cameras, port))  # fmt: skip
    said = debian.do(f"cuewatch club check: {cameras} cameras", "sh", "-c", f"{inside} club check --pictures check")
    print(said, end="")
    debian.do("cuewatch club install", "sh", "-c", f"{inside} club install")
    debian.do("cuewatch users add", "runuser", "-u", "cuewatch", "--", "cuewatch", "users", "add", USER, "--role",
              "admin", "--db", f"{SERVED}/club.db", given=f"{PASSWORD}\n")  # fmt: skip
    with debian.step("systemctl enable --now, until the page answers"):
        debian.run("systemctl", "enable", "--now", "cuewatch.service", "cuewatch-backup.timer")
        wait_until(lambda: answers(port), "the service answers", SERVES_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Somebody who is signed in."""

    port: int
    opener: OpenerDirector

    def asked(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return what is answered.

        Raises:
            OSError: it is refused, or nobody answers.
        """
        head = {"Content-Type": "application/json", "X-Cuewatch": "1"}
        data = None if body is None else json.dumps(body).encode()
        with self.opener.open(Request(f"http://127.0.0.1:{self.port}{path}", data, head), timeout=60) as answer:
            told: dict[str, Any] = json.loads(answer.read() or b"{}")
            return told


def signed_in(port: int) -> Desk:
    """Sign in as the first admin."""
    desk = Desk(port=port, opener=build_opener(HTTPCookieProcessor()))
    desk.asked("/api/session", {"name": USER, "password": PASSWORD})
    return desk


def scored(debian: Debian, desk: Desk, tables: int, cameras: int) -> None:
    """Begin a match at every table and score in it, once every camera is watched."""
    with debian.step(f"until the tables of {cameras} cameras are found and watched"):
        wait_until(lambda: watched(desk) == cameras, "every table is watched", WATCHED_S)
    with debian.step("a match begun and nine points scored at each"):
        for n in range(1, tables + 1):
            for step in STEPS:
                desk.asked(f"/api/tables/{n}/steps", {"step": step})


def watched(desk: Desk) -> int:
    """Return at how many tables a picture has been looked at."""
    with suppress(OSError):
        cameras: list[dict[str, Any]] = desk.asked("/api/care").get("cameras", [])
        return sum((one["pictures"] or 0) > 0 for one in cameras)
    return 0


def points(desk: Desk, tables: int) -> list[tuple[int, ...]]:
    """Return the points at each table."""
    states = (desk.asked(f"/api/tables/{n}/state") for n in range(1, tables + 1))
    return [tuple(state["frame"]["points"]) for state in states]


def outlived(debian: Debian, desk: Desk, tables: int) -> None:
    """Have the program killed, and hang, and see it start anew with every score."""
    was = points(desk, tables)
    for said, signal_said, longest_s in (
        ("killed (SIGKILL), until systemd has it serve again", "KILL", SERVES_S),
        ("stopped (SIGSTOP), until the watchdog has it serve again", "STOP", SERVES_S),
    ):
        before = main_pid(debian)
        with debian.step(said):
            debian.run("systemctl", "kill", f"--signal={signal_said}", "--kill-who=main", "cuewatch.service")
            wait_until(lambda: main_pid(debian) not in ("0", before), "systemd starts it anew", longest_s)  # noqa: B023
            wait_until(lambda: answers_whole(desk), "it serves again", longest_s)
        if points(desk, tables) != was:
            raise SystemExit(f"the scores are not as they were: {was}, {points(desk, tables)}")


def answers_whole(desk: Desk) -> bool:
    """Tell whether a page is answered, not only a line taken."""
    with suppress(OSError):
        return bool(desk.asked("/health"))
    return False


def main_pid(debian: Debian) -> str:
    """Return the main process of the service, as systemd knows it."""
    return debian.run("systemctl", "show", "--property=MainPID", "--value", "cuewatch.service").strip()


def looked_at(debian: Debian, port: int, folder: Path) -> None:
    """Keep what a person sees of it: all tables on the first page, one camera as it was tried."""
    with suppress(FileNotFoundError):  # no table has a camera
        shutil.copyfile(debian.root / f"{CLUB}/check/table-1.png".lstrip("/"), folder / "bare-check.png")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only pictures want it

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"http://127.0.0.1:{port}/login?lang=en")
        page.locator("input[name=name]").fill(USER)
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("button[type=submit], form button").first.click()
        page.wait_for_url(lambda address: "/login" not in address)
        page.goto(f"http://127.0.0.1:{port}/?lang=en")
        page.wait_for_timeout(8000)  # till every camera has shown what it sees
        page.screenshot(path=folder / "bare-club.png")
        browser.close()


def played_on(debian: Debian, chosen: argparse.Namespace, port: int) -> Desk:
    """Have a club installed, scored, photographed and tried hard; return who is signed in there."""
    installed(debian, chosen.tables, chosen.cameras, port)
    desk = signed_in(port)
    scored(debian, desk, chosen.tables, chosen.cameras)
    whole_s, work_s = sum(took for _, took, _ in debian.steps), sum(work for _, _, work in debian.steps)
    debian.took(f"**all of it, from a Debian to {chosen.tables} tables scored**", whole_s, work_s)
    if chosen.pictures:
        looked_at(debian, port, chosen.pictures)
    units = ("cuewatch.service", "cuewatch-backup.service", "cuewatch-backup.timer")
    print(debian.do("systemd-analyze verify of the three units: nothing to say", "systemd-analyze", "verify", *units))
    print(debian.run("systemd-analyze", "security", "--no-pager", "cuewatch.service").splitlines()[-1])
    debian.do("systemctl start cuewatch-backup: a backup while it plays", "systemctl", "start", "cuewatch-backup")
    outlived(debian, desk, chosen.tables)
    return desk


def main() -> int:
    """Do all of it, print what each step took, and with --write put it into docs/MEASURED.md."""
    options = argparse.ArgumentParser(description="From nothing to eight tables scored, in a Debian of its own.")
    options.add_argument("wheel", type=Path, help="what `python -m build --wheel` made")
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--cameras", type=int, default=8, help="so many of the tables are watched")
    options.add_argument("--folder", type=Path, help="where the Debian is made, and stays; left out: nowhere")
    options.add_argument("--pictures", type=Path, help="a folder for pictures of it (Playwright, Chromium)")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    chosen = options.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("a Debian is made and booted by root alone")
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="bare-debian-"))
    root, port = folder / "root", free_port()
    made(root)
    goes_by_ours(root)
    with booted(root) as debian:
        packages(debian, chosen.wheel)
        desk = played_on(debian, chosen, port)
        steps = debian.steps
    with booted(root) as debian, debian.step("booted again: it has started by itself"):
        wait_until(lambda: answers_whole(desk), "it has started with the machine", SERVES_S)
    table = "".join(f"| {said} | {took:.0f} | {work:.0f} |\n" for said, took, work in (*steps, *debian.steps))
    told = f"`python -m bench.bare_debian WHEEL`, {date.today()}, {machine()}; load {os.getloadavg()[1]:.0f}."
    text = f"{told}\n\n| step | took, s | of the processors, s |\n|---|---|---|\n{table}"
    print(text)
    if chosen.write:
        put_section(MARK, "A club in a bare Debian", text)
    if not chosen.folder:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
