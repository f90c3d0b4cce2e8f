"""Keeps eyes on a table: starts them, puts what they see before the referee, and replaces them when they die.

What they tell changes the score in one way alone: a stroke goes to the table's one writer as a step like any other
(ADR 0007). Whatever becomes of them, the keys go on.
"""

import os
import random
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import IO, Any, Final, Self

from tracker.capture.addresses import scrubbed, shown_name
from tracker.capture.process.state import Patience
from tracker.capture.starting.programs import PYTHON, Child, Program
from tracker.domain.errors import CuewatchError
from tracker.domain.strokes.stroke import Place, Standing
from tracker.domain.table.plane import Point
from tracker.live.log import say
from tracker.live.messages import (
    CameraNews,
    Found,
    Looked,
    Missed,
    News,
    Order,
    Over,
    Pictured,
    Sought,
    Struck,
    news_from,
)
from tracker.live.supervision.pane import Pane, Screens
from tracker.live.supervision.shares import share_of
from tracker.live.table.table import Moment, Table, View
from tracker.match.steps import See
from tracker.show.pictures.still import Still
from tracker.show.screens.sight import AWAY, MOVED, SEEN, SOUGHT, Sight
from tracker.show.screens.state import LIVE, LOST, STALLED, STARTING

EYES: Final = (*PYTHON, "tracker.live.vision_process.main")
QUIET_S: Final = 5.0
"""Eyes that tell nothing for so long are said to be stalled."""
SILENT_S: Final = 60.0
"""Eyes that tell nothing for so long hang: they tell how the camera fares every second."""
STUCK_S: Final = 120.0
"""Eyes that look at nothing for so long although the camera is live hang, too; to find the table takes seconds."""
PARTING_S: Final = 4.0
BITE: Final = 65_536


class Nobody:
    """No screen at all."""

    viewers = 0

    def tell(self, newest: Still, /) -> None:
        """Show nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearers:
    """Who is told what the eyes tell, beside the table itself."""

    sight: Callable[[Sight], None]
    """Is given each sight."""
    evidence: Callable[[Moment, Struck], None] = lambda *_: None
    """Is given the evidence of each stroke that is in the book, and keeps it."""
    screens: Screens = field(default_factory=Nobody)
    """What a desk sees while it looks."""
    wholes: Screens = field(default_factory=Nobody)
    """Is given pictures with all their pixels, while one is wanted."""


class VisionSupervisor:
    """Eyes on one table, until it is left."""

    def __init__(
        self,
        table: Table,
        order: Order,
        hearers: Hearers,
        patience: Patience | None = None,
        command: Sequence[str] = EYES,
        forks: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Prepare to watch a table as ordered; `forks` leads to what eyes are forked from (`capture.starting`)."""
        self._pane = Pane(hearers.screens, hearers.wholes)
        self._table, self._hearers = table, hearers
        self._order = replace(order, window=self._pane.memory)
        self._view = _view_in(self._order)
        self._patience, self._command, self._forks = patience or Patience(), command, forks
        self._sight = Sight(table=table.name, camera=STARTING, strokes=order.told)
        self._child: Child | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"watching table {table.name}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ask_to_end()
        self._thread.join()
        self._pane.close()

    def ask_to_end(self) -> None:
        """Have the eyes end soon; nobody waits for it."""
        self._closing.set()
        self._ask_to_end()

    @property
    def pid(self) -> int | None:
        """The process that looks now, if one does."""
        return self._child.pid if self._child else None

    def _run(self) -> None:
        """Give the table one pair of eyes after the other, until the source has ended or we close."""
        failures, over = 0, Over(why="", final=False)
        self._show(self._sight)
        while not (over.final or self._closing.is_set()):
            began_s = time.monotonic()
            over = self._lived()
            failures = 1 if time.monotonic() - began_s > self._patience.steady_s else failures + 1
            self._broke_off(over)
            if not over.final:
                self._closing.wait(self._patience.pause_s(failures, random.random()))

    def _broke_off(self, over: Over) -> None:
        if self._closing.is_set():
            return
        say("the eyes are closed", table=self._table.name, why=over.why, final=over.final)
        ended = over.final and self._sight.camera == "ended"
        restarts = self._sight.restarts + (not over.final)
        self._show(replace(self._sight, camera=self._sight.camera if ended else LOST, why=over.why, restarts=restarts))

    def _lived(self) -> Over:
        """Live through one pair of eyes; whatever goes wrong with it, the next may do better."""
        try:
            child = self._child = self._start()
        except OSError as trouble:  # no memory, or no room for another process, at this moment
            why = (trouble.strerror or str(trouble)).lower()
            return Over(why=f"the eyes cannot be opened ({why}): score by hand", final=False)
        self._pane.begin()
        log = threading.Thread(target=self._log, args=(_pipe(child.stderr),), daemon=True)
        log.start()
        try:
            self._give_order(child)
            over = self._heard(child)
        except (ValueError, KeyError, TypeError, CuewatchError) as trouble:
            over = Over(why=f"the eyes talk nonsense: {trouble}", final=False)
        finally:
            self._end(child)
            log.join(PARTING_S)
        return over or Over(why=f"the eyes broke down (exit {child.returncode}): score by hand", final=False)

    def _start(self) -> Child:
        forks = self._forks()
        self._order = replace(self._order, forks=forks)
        fds = (self._pane.memory,) if forks is None else (self._pane.memory, forks)
        return Program(command=self._command, forks=forks, environment=share_of(self._order.among)).started(fds)

    def _give_order(self, child: Child) -> None:
        _say_to(child, self._order.to_line().encode())
        if self._closing.is_set():
            self._ask_to_end()

    def _heard(self, child: Child) -> Over | None:
        """Take what the eyes tell, until it is over or they are gone."""
        looked_s = time.monotonic()
        for line in _lines(_pipe(child.stdout)):
            if line is None:
                self._stalled()
                continue
            news = news_from(line)
            if isinstance(news, Over):
                return news
            self._take(news)
            if asked := self._pane.asks():
                _say_to(child, asked)
            looked_s = looked_s if is_idle(news) else time.monotonic()
            if time.monotonic() - looked_s > STUCK_S:
                return Over(why="the eyes hang: score by hand", final=False)
        return None

    def _stalled(self) -> None:
        """Say that nothing is known of the camera at the moment; their next word says how it fares."""
        if self._sight.camera == LIVE:
            self._show(replace(self._sight, camera=STALLED, why=f"the eyes have told nothing for {QUIET_S:g} s"))

    def _take(self, news: News) -> None:
        if isinstance(news, Pictured):
            self._pane.take(news)
            return
        if isinstance(news, Struck):
            self._put(news)
        self._order = noted(self._order, news)
        if isinstance(news, Found):
            self._view = _view_in(self._order)
            self._keep(news.calibration)
        self._show(sight_after(self._sight, news))

    def _put(self, news: Struck) -> None:
        """Put a stroke before the referee; where it cannot be, the desk says why."""
        not_kept = ""
        try:
            moment = self._table.do(See(seen=news.seen))
        except CuewatchError as trouble:
            not_kept = str(trouble)
        else:
            self._witness(moment, news)
        say("stroke", table=self._table.name, number=news.stroke.number, not_kept=not_kept)
        self._sight = replace(self._sight, not_kept=not_kept)

    def _witness(self, moment: Moment, news: Struck) -> None:
        """Keep the evidence of a stroke that every screen shows already; without it the score is as good."""
        try:
            self._hearers.evidence(moment, news)
        except CuewatchError as trouble:
            say("evidence was not kept", table=self._table.name, number=news.stroke.number, why=str(trouble))

    def _keep(self, calibration: str) -> None:
        """Keep how the camera sees the table, for the next start; without it the table is found again."""
        try:
            self._table.keep_calibration(shown_name(self._order.source), self._order.kit, calibration)
        except CuewatchError as trouble:
            say("the calibration was not kept", table=self._table.name, why=str(trouble))

    def _show(self, sight: Sight) -> None:
        if camera_of(sight) != camera_of(self._sight):
            say("camera", table=self._table.name, is_now=camera_of(sight), why=sight.why)
        self._sight = sight
        self._table.camera_is(camera_of(sight))
        self._table.seen_by(self._view if sight.view == SEEN else None)
        self._table.balls_lie(lie_of(sight), frozenset(ball.ball for ball in sight.balls if ball.moving))
        self._hearers.sight(sight)

    def _log(self, lines: IO[bytes]) -> None:
        with lines, open(lines.fileno(), "rb", closefd=False) as buffered:
            for line in buffered:
                words = scrubbed(line.decode(errors="replace").rstrip(), self._order.source)
                say("eyes", table=self._table.name, line=words)

    def _ask_to_end(self) -> None:
        child = self._child
        if child is not None and child.stdin is not None:
            with suppress(OSError, ValueError):
                child.stdin.close()

    def _end(self, child: Child) -> None:
        """End the eyes, by force where they hang; nothing of them is left."""
        self._ask_to_end()
        with suppress(subprocess.TimeoutExpired):
            child.wait(PARTING_S)
        child.kill()
        child.wait()
        _pipe(child.stdout).close()


def is_idle(news: News) -> bool:
    """Tell whether eyes that hang may tell this: how the camera fares, and pictures for a desk, come by other ways."""
    return isinstance(news, Pictured) or (isinstance(news, CameraNews) and news.camera == LIVE)


def sight_after(sight: Sight, news: News) -> Sight:
    """Return what is seen of a table after the eyes told something."""
    return replace(sight, **changed_by(news, sight))


def changed_by(news: News, sight: Sight) -> dict[str, Any]:
    """Return what news change of what is seen."""
    match news:
        case CameraNews():
            is_well = news.camera == LIVE and sight.view in (SOUGHT, MOVED)
            return asdict(news) | ({"why": sight.why} if is_well else {})
        case Sought():
            return {"view": MOVED if news.again else SOUGHT, "why": news.why}
        case Found():
            return {"view": SEEN, "why": ""}
        case Looked():
            seen = {"at_us": news.at_us, "taken_ms": news.taken_ms, "balls": news.balls}
            return seen | ({"view": SEEN, "why": ""} if news.here else {"view": MOVED if sight.view == MOVED else AWAY})
        case Struck():
            return {"strokes": news.stroke.number}
        case _:
            return {"not_kept": news.why} if isinstance(news, Missed) else {}


def camera_of(sight: Sight) -> str:
    """Return how the camera fares for the screens: one that sees no table where it should be is as good as none."""
    return sight.view if sight.camera == LIVE and sight.view in (SOUGHT, MOVED) else sight.camera


def lie_of(sight: Sight) -> Standing | None:
    """Return where the balls are now; None while nobody sees them.

    Whole millimetres: every screen of the table is told of a change, and the last tenth of one never stands still.
    """
    if sight.camera != LIVE or sight.view != SEEN or not sight.balls:
        return None
    places = (Place(ball=b.ball, at=Point(round(b.x_mm), round(b.y_mm)), sd_mm=round(b.sd_mm)) for b in sight.balls)
    return Standing(at_us=sight.at_us or 0, places=tuple(places))


def noted(order: Order, news: News) -> Order:
    """Return the order for the next eyes: they go on where these were."""
    match news:
        case Found():
            return replace(order, calibration=news.calibration)
        case Looked():
            return replace(order, number=news.number + 1, from_us=news.at_us + 1)
        case Struck():
            return replace(order, told=news.stroke.number)
        case _:
            return order


def _view_in(order: Order) -> View | None:
    """Return how the camera of an order sees the table; None while nobody knows."""
    if order.calibration is None:
        return None
    from tracker.live.supervision.camera_view import view_of  # noqa: PLC0415  a score kept by hand need not wait for it

    return view_of(order.calibration, order.kit)


def _say_to(child: Child, line: bytes) -> None:
    with suppress(OSError, ValueError):  # it is gone already: the end of its words will tell
        _pipe(child.stdin).write(line)
        _pipe(child.stdin).flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _lines(pipe: IO[bytes]) -> Iterator[str | None]:
    """Give the lines of a pipe until it ends, or nothing comes for long; None where nothing comes for a while."""
    rest, quiet_s = b"", 0.0
    while quiet_s < SILENT_S:
        if not select.select([pipe], [], [], QUIET_S)[0]:
            quiet_s += QUIET_S
            yield None
            continue
        bite, quiet_s = os.read(pipe.fileno(), BITE), 0.0
        if not bite:
            return
        *lines, rest = (rest + bite).split(b"\n")
        yield from (line.decode() for line in lines)
