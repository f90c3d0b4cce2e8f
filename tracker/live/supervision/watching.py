"""The watching of one table of several: it begins, is paused, and begins again, whatever the others do."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from tracker.live.log import say
from tracker.live.messages import Order
from tracker.live.supervision.pace import Pace, paced
from tracker.live.supervision.supervisor import Hearers, VisionSupervisor
from tracker.live.table.table import Table
from tracker.rules import shelf
from tracker.show.screens.sight import Sight
from tracker.show.screens.state import NO_CAMERA
from tracker.store.kits import find_kit


class Watching:
    """Eyes on one table that can be paused; to be asked from any thread."""

    def __init__(
        self,
        table: Table,
        order: Callable[[], Order],
        hearers: Hearers,
        *,
        paused: bool = False,
        forks: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Prepare to watch a table; `order` says what new eyes are to do, at the moment when they are wanted.

        `forks` leads to the process that they are forked from then, where there is one.
        """
        self._table, self._order, self._heard, self._forks = table, order, hearers, forks
        self._hearers = replace(hearers, sight=self._hear)
        self._eyes: VisionSupervisor | None = None
        self._begun: Order | None = None
        """What the eyes were told to do."""
        self._changing = threading.Lock()
        self.is_paused = paused
        self.pace = Pace()

    def __enter__(self) -> Self:
        if not self.is_paused:
            self._begin()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._end()

    @property
    def order(self) -> Order:
        """What new eyes would be told to do now."""
        return self._order()

    def begin_anew(self) -> None:
        """Have other eyes watch the table, which see it as it is set up by now; none do while it is paused."""
        with self._changing:
            if not self.is_paused:
                self._end()
                self._begin()
        say("the camera is set up anew", table=self._table.name)

    def look_for_what_is_played(self) -> None:
        """Have other eyes watch the table where those there look for the balls of another game than is played now."""
        with self._changing:
            begun, wanted = self._begun, self._order()
            if self._eyes is None or begun is None or game_of(begun) == game_of(wanted):
                return
            self._end()
            self._begin()
        say("another game is looked for", table=self._table.name, rules=wanted.rules)

    def ask_to_end(self) -> None:
        """Have the eyes end soon; nobody waits for it."""
        if self._eyes is not None:
            self._eyes.ask_to_end()

    def pause(self, on: bool) -> None:
        """Watch the table no more, or again; the score by hand goes on either way."""
        with self._changing:
            if on == self.is_paused:
                return
            self.is_paused = on
            if on:
                self._end()
                self._rest()
            else:
                self._begin()
        say("the watching is paused" if on else "the watching goes on", table=self._table.name)

    def _begin(self) -> None:
        self._begun = self._order()
        self._eyes = VisionSupervisor(self._table, self._begun, self._hearers, forks=self._forks).__enter__()

    def _end(self) -> None:
        if self._eyes is not None:
            self._eyes.__exit__()
            self._eyes = None

    def _rest(self) -> None:
        """Show that nobody looks."""
        self.pace = Pace()
        self._table.camera_is(NO_CAMERA)
        self._table.seen_by(None)
        self._table.balls_lie(None)
        self._heard.sight(Sight(table=self._table.name))

    def _hear(self, sight: Sight) -> None:
        was, self.pace = self.pace, paced(self.pace, sight, time.monotonic())
        if self.pace.is_crowded and not was.is_crowded:
            say(
                "too many tables for this computer: pictures go by unseen; pause a table, or use a faster computer",
                table=self._table.name, looked_at_a_second=round(self.pace.rate or 0.0, 1),
                passed_over=f"{self.pace.passed_over or 0.0:.0%}",
            )  # fmt: skip
        self._heard.sight(sight)


def game_of(order: Order) -> tuple[str, dict[str, int]]:
    """Return what eyes look for: on which table, and how many of each ball."""
    kit = find_kit(order.kit)
    played = kit if order.rules is None else shelf.find(order.rules, kit).kit
    return kit.name, dict(played.pieces if order.pieces is None else order.pieces)
