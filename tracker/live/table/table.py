"""A table and its one writer: whatever changes the score there goes through `do`, one step at a time.

The pure match gives the next match, what it added is kept in one committed transaction, and only then does anybody see
it: no screen has ever shown an entry that a power cut can lose (ADR 0007).
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any, Final, Protocol

from tracker.domain.errors import CallRefused, MovedOn
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Place, Standing
from tracker.domain.table.plane import Point
from tracker.live.table.keeping import BY_THE_EYES, Keeper, KeptCalibration, SetBy, Written
from tracker.match.book.book import seen_for, standing_calls, stands_since
from tracker.match.book.entries import POLICY, Amended, Called, Header
from tracker.match.book.undo import last_called
from tracker.match.desk.called_ahead import is_told_after
from tracker.match.desk.desk import Policy
from tracker.match.desk.putting_back import due_back
from tracker.match.desk.rests import NO_STROKE, Rests, looked, witness_of, witness_of_last
from tracker.match.frames import Match, RulesFor, resumed
from tracker.match.steps import (
    BeginFrame,
    BeginMatch,
    ByHand,
    Change,
    Interval,
    See,
    Step,
    added,
    change_by,
    entry_named,
    taken,
)
from tracker.pipeline.opening import is_as_begun
from tracker.rules import shelf
from tracker.rules.desk import Deed, Fouled, Scored, Witness
from tracker.rules.ruleset import RuleSet
from tracker.show.screens.state import LIVE, NO_CAMERA, Pixel
from tracker.store.kits import find_kit


class View(Protocol):
    """How a camera sees a table (px of its picture)."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        ...

    def outlines_px(self, places: Sequence[Point]) -> tuple[tuple[Pixel, ...], ...]:
        """Return the outline of a ball at each place."""
        ...

    def centre_px(self, place: Point) -> Pixel:
        """Return where the centre of a ball at this place is."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """All that is true of a table now."""

    table: str
    match: Match | None = None
    due_ms: int | None = None
    """Wall clock (Unix, ms) of the last change of the score; None: not since the program started."""
    camera: str = NO_CAMERA
    standing: Standing | None = None
    """The balls as they lie at this moment; None: no camera says so."""
    view: View | None = None
    """How the camera sees the table; None: it does not, or nobody knows how."""
    interval_ms: int | None = None
    """Wall clock (Unix, ms) when the interval is over; None: there is none."""
    as_of_ms: int | None = None
    """Wall clock (Unix, ms) when whoever writes at this table was heard from last; None: it is written here."""

    @property
    def at(self) -> tuple[int, int]:
        """Epoch and sequence of the state that this is."""
        return (self.match.epoch, self.match.sequence) if self.match else (0, 0)


Listener = Callable[[Moment], None]
CALLED_ALREADY: Final = "the camera has called the last stroke, and saw none since: key it in again if there was one"
ANSWERS: Final = 64
"""Answers to so many steps are kept: more than anybody keys in while a line is lost."""


class WallClock(Protocol):
    """Tells the time."""

    def __call__(self) -> int:
        """Return the wall clock (Unix, ms)."""
        ...


def rules_for(header: Header) -> RuleSet[Any]:
    """Return the rulebook that a header names, on its table, with as many balls as are played with.

    Raises:
        UnknownName: there is no such rulebook or table.
    """
    rules = shelf.find(header.rulebook, find_kit(header.table))
    return shelf.find(header.rulebook, rules.kit_for(header.setup))


class Table:
    """One table of a club. Threads may call it at the same time; listeners are called one change after another."""

    def __init__(
        self, name: str, keeper: Keeper, clock: WallClock, policy: Policy | None = None, rules: RulesFor = rules_for
    ) -> None:
        """Take up the match that the keeper has of this table.

        Raises:
            BadInput: what was kept cannot be played.
        """
        self.name = name
        self._keeper, self._clock, self._rules, self._policy = keeper, clock, rules, policy
        self._lock = RLock()
        self._listeners: tuple[Listener, ...] = ()
        self._rests = Rests()
        self._begun_us: int | None = None
        """Capture time at which the present frame was begun; None: nobody looked."""
        self._doubted: tuple[tuple[int, int], Deed] | None = None
        """What was not taken since the camera seemed to have called it already, and in which state."""
        self._made: dict[tuple[int, int], int] = {}
        """After how many looks of the eyes each entry was made, and each frame begun, by epoch and number."""
        self._taken: dict[str, Moment] = {}
        """What came of the last steps that have a word."""
        kept = keeper.kept(name)
        self._moment = Moment(table=name, match=resumed(rules, kept, policy) if kept else None)

    @property
    def moment(self) -> Moment:
        """What is true now; all of it is kept."""
        return self._moment

    def do(self, step: Step, seen: tuple[int, int] | None = None, once: str = "") -> Moment:
        """Take one step, keep it, and show it; `seen`: epoch and sequence of the state in which it was meant.

        What puts an entry right is meant for that entry: it is taken as long as nobody else has touched that since.

        `once` is a word for it: what is asked for again by the same one, since the answer was lost, is not done again,
        and what it led to then is returned. The last ones are known, until the program ends.

        Raises:
            CallRefused: it cannot be done now, or the state has moved on since; nothing has changed.
            BadInput: what it asks for cannot be played.
            CuewatchError: it could not be kept; nothing has changed.
        """
        with self._lock:
            if once in self._taken:
                return self._taken[once]
            after = self._after(step, seen)
            if isinstance(step, ByHand) and self._is_called_already(step):
                doubted, self._doubted = self._doubted, (self._moment.at, step.deed)
                if doubted != self._doubted:  # who keys it in again is believed
                    raise CallRefused(CALLED_ALREADY)
            self._keep(after)
            if isinstance(step, BeginMatch | BeginFrame):
                self._begun_us = self._rests.at_us
            self._made[after.epoch, after.sequence] = self._rests.looks
            due_ms = self._clock() if _moves(self._moment.match, after) else self._moment.due_ms
            self._show(replace(self._moment, match=after, due_ms=due_ms, interval_ms=self._interval_ms(step, after)))
            self._remember(once)
            return self._moment

    def _remember(self, once: str) -> None:
        """Know a step by its word from now on, and forget those of long ago."""
        if once:
            self._taken[once] = self._moment
            for word in list(self._taken)[:-ANSWERS]:
                del self._taken[word]

    def _interval_ms(self, step: Step, after: Match) -> int | None:
        """Return when the interval is over, if there is one after a step: it is none of the match, and is not kept."""
        if isinstance(step, Interval):
            return self._clock() + step.minutes * 60_000 if step.minutes else None
        return self._moment.interval_ms if after.frame.over and not after.over else None

    def take_up(self, as_of_ms: int) -> None:
        """Show what the keeper has by now: another writes at this table, who was heard from at that time.

        Raises:
            BadInput: what was kept cannot be played.
        """
        with self._lock:
            kept = self._keeper.kept(self.name)
            match = resumed(self._rules, kept, self._policy) if kept else None
            self._show(replace(self._moment, match=match, as_of_ms=as_of_ms))

    def is_as_of(self, as_of_ms: int) -> None:
        """Show that whoever writes at this table was heard from at that time, and had nothing new."""
        with self._lock:
            self._show(replace(self._moment, as_of_ms=as_of_ms))

    def preview(self, step: Step) -> Change:
        """Return what a step would change; nothing is done.

        Raises:
            CallRefused: it cannot be done now.
            BadInput: what it asks for cannot be played.
        """
        with self._lock:
            return change_by(self._moment.match, self._after(step, None))

    def is_free(self, wait_s: float) -> bool:
        """Tell whether a step could be taken, waiting so long for those who take one now."""
        free = self._lock.acquire(timeout=wait_s)
        if free:
            self._lock.release()
        return free

    def camera_is(self, camera: str) -> None:
        """Show how the camera fares: `none`, `starting`, `live`, `stalled`, `lost`, `ended`, `sought` or `moved`."""
        with self._lock:
            if camera != self._moment.camera:
                self._show(replace(self._moment, camera=camera))

    def balls_lie(self, standing: Standing | None, moving: Set[str] = frozenset()) -> None:
        """Show where the balls are at this moment, some `moving`; None: no camera sees them.

        While one moves that is shown only where balls are put back: a stroke is not followed ball by ball.
        """
        with self._lock:
            places, at_us = (standing.places, standing.at_us) if standing else (None, 0)
            match = self._moment.match
            cue_balls = match.frame.desk.rules.kit.cue_balls if match else self._rests.cue_balls
            self._rests = looked(replace(self._rests, cue_balls=cue_balls), at_us, places, moving)
            shown = standing if not moving or self._puts_back() else None
            if _places_in(shown) != _places_in(self._moment.standing):
                self._show(replace(self._moment, standing=shown))

    def seen_by(self, view: View | None) -> None:
        """Show how the camera sees the table; None: it does not see it where it should be."""
        with self._lock:
            if view is not self._moment.view:
                self._show(replace(self._moment, view=view))

    def keep_calibration(self, source: str, kit: str, text: str, set_by: SetBy = BY_THE_EYES) -> None:
        """Keep how a camera sees this table (the text of a `calibration.json`); `source` names it without credentials.

        Raises:
            CuewatchError: it could not be kept.
        """
        self._keeper.keep_calibration(self.name, source, kit, text, set_by)

    def calibrations(self, source: str) -> tuple[KeptCalibration, ...]:
        """Return how a camera saw this table, the newest first; empty: nobody knows.

        Raises:
            CuewatchError: nothing can be read any more.
        """
        return self._keeper.calibrations(self.name, source)

    def _puts_back(self) -> bool:
        match = self._moment.match
        return match is not None and due_back(match.frame.desk) is not None

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every new moment, in order, from now on; return what ends that."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def leave() -> None:
            with self._lock:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

        return leave

    def _after(self, step: Step, seen: tuple[int, int] | None) -> Match:
        if seen is not None and seen != self._moment.at and not self._still_stands(entry_named(step), seen):
            raise MovedOn("the score has changed since: look again")
        if isinstance(step, See) and self._was_before_frame(step.seen):
            raise CallRefused("the stroke was played before this frame began: it is not counted")
        known = step
        if isinstance(step, ByHand):
            known = replace(step, witness=self._witness(step.about), at_us=self._rests.at_us)
        return taken(self._moment.match, known, self._rules, self._policy)

    def _is_called_already(self, step: ByHand) -> bool:
        """Say whether the end of a turn, or a foul, is keyed in where the camera called last and saw no stroke since.

        The law refuses most of what is scored twice, and neither of these.
        """
        match, makes_none = self._moment.match, isinstance(step.deed, Fouled) or step.deed == Scored()
        if match is None or not makes_none or step.about or step.instead:
            return False
        if self._moment.camera != LIVE or not self._rests.lasts:
            return False
        book = match.frame.desk.book
        newest = last_called(book.entries)
        entry = None if newest is None else book.entry(newest)
        witness = self._witness(None)
        by_camera = isinstance(entry, Called | Amended) and entry.by == POLICY
        return by_camera and witness is not None and witness.why == NO_STROKE

    def _was_before_frame(self, seen: Alternatives) -> bool:
        """Say whether a stroke began before its frame was begun: the last one of the frame before, or practice.

        A match may be begun while its first stroke is played: then the balls lay as a frame begins.
        """
        match = self._moment.match
        if match is None or not is_told_after(seen.likeliest.stroke, self._begun_us):
            return False
        rules, header = match.frame.desk.rules, match.frame.header
        begins = rules.expected(rules.opening(header.setup))
        return seen.before is None or not is_as_begun(seen.before.places, begins)

    def _still_stands(self, entry: int | None, seen: tuple[int, int]) -> bool:
        """Say whether an entry stands as in a state of this frame: a stroke told meanwhile changes nothing of it."""
        match, (epoch, sequence) = self._moment.match, seen
        if entry is None or match is None or epoch != match.epoch:
            return False
        return stands_since(match.frame.desk.book.entries, entry, sequence)

    def _witness(self, about: int | None) -> Witness | None:
        """Return what the eyes say about a stroke that is keyed in, in place of suggestion `about` if there is one."""
        match = self._moment.match
        if match is None or not self._rests.looks:
            return None
        book = match.frame.desk.book
        told = None if about is None else seen_for(book, about)
        if told is not None:
            return witness_of(self._rests, told.stroke, told.standing.places)
        last = max((number for number, _ in standing_calls(book.entries)), default=0)
        return witness_of_last(self._rests, since=self._made.get((match.epoch, last), 0))

    def _keep(self, after: Match) -> None:
        before = self._moment.match
        begins = before is None or before.epoch != after.epoch
        header = after.frame.header if begins else None
        was_over = before is not None and before.over and after.first == before.first
        written = Written(
            epoch=after.epoch, first=after.first, header=header, entries=added(before, after),
            sequence=after.sequence, over=after.over if after.over != was_over else None,
        )  # fmt: skip
        self._keeper.keep(self.name, written)

    def _show(self, moment: Moment) -> None:
        self._moment = moment
        for listener in self._listeners:
            listener(moment)


def _places_in(standing: Standing | None) -> tuple[Place, ...] | None:
    return standing.places if standing else None


def _moves(before: Match | None, after: Match) -> bool:
    """Tell whether the position is another one, so that the next stroke is due from now; a remark moves nothing."""
    return before is None or before.frame.desk.position is not after.frame.desk.position
