"""The questions that the pictures of a stroke leave open, each measured once: what was met first, what became of balls.

Nothing is decided here and nothing is weighed: these are the quantities, and `telling` makes readings of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.disputes import in_order, told_otherwise
from tracker.incidents.explain.losses.missing import Missing, clear_after, missing_of, picture_s
from tracker.incidents.explain.stages import Names, Stage, stages, together
from tracker.incidents.noise import Noise
from tracker.incidents.propose.leaving import Leave, Watch, leave_of
from tracker.incidents.propose.pots import Loss, last_own, loss_of, sent_by, turned_by
from tracker.incidents.propose.touching.hints import worth
from tracker.incidents.propose.touching.meeting import Meeting, one_of_each
from tracker.incidents.propose.touching.passing import Lain, cue_way, passed, rest_through
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.out_of_view import UNWATCHED_S

MAY_BE_MET = 0.1
"""Odds from which on a ball that nobody watched may have been met."""
TIMED_US = 50_000
"""A pass is timed so well: a ball that lay still later than that was not met."""
SHORT_US = 300_000
"""A ball that was lost so shortly before the end is not missed yet."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StrokeContext:
    """What holds for all strokes of a recording."""

    paths: tuple[Path, ...]
    """The life of every ball."""
    kit: Kit
    watch: Watch
    """Where the camera stands, how long it looked, and what it saw beyond the cushions."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gone:
    """A ball that was lost: how it went, what that amounts to, and how it went over a cushion, if it may have."""

    path: Path
    missing: Missing
    leave: Leave | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwatched:
    """A ball that was hidden where it lay, to the end, and that may have been met there."""

    path: Path
    odds: float
    """That it was met."""
    clear_s: float = 0.0
    """For how long all the cloth about was in view since it was seen last, with nobody before it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StrokeEvidence:
    """What was measured of one stroke."""

    cue: Flight | None
    flights: tuple[Flight, ...]
    met: tuple[Meeting, ...]
    stages: tuple[Stage, ...]
    agreeing: frozenset[Names]
    """The first contacts that the ways of all balls together name, too."""
    gone: tuple[Gone, ...]
    unwatched: tuple[Unwatched, ...]


def asked(
    cue: Flight | None, flights: Sequence[Flight], met: Sequence[Meeting], room: StrokeContext, by: Noise
) -> StrokeEvidence:
    """Return what the pictures leave open of a stroke, measured.

    Args:
        cue: the flight of the cue-ball that the strike began; None where it was not seen to move.
        flights: all flights of the stroke.
        met: all touches that may be told of it.
        room: the lives of all balls, the table, and the camera.
        by: the parameters; they only say how far it is worth looking.
    """
    paths, kit, watch = room.paths, room.kit, room.watch
    found = stages(cue, flights, paths, kit, by.firsts, watch.in_view_us) if cue else ()
    hits = {contact.hit for contact in together(found, by.firsts)}
    agreeing = agreeing_with(hits, cue, met, flights) if cue else frozenset[Names]()
    rest_us = max((f.ended_us for f in flights if f.after is not None), default=0)
    lost = {f.path.track: loss for f in flights if (loss := loss_of(f, watch.until_us, kit, rest_us)) is not None}
    losses = [with_way(loss, met, by) for loss in lost.values()]
    return StrokeEvidence(
        cue=cue, flights=tuple(flights), met=tuple(met), stages=found, agreeing=agreeing,
        gone=tuple(gone_of(loss, paths, kit, watch) for loss in losses),
        unwatched=tuple(unwatched(flights, paths, kit, watch)),
    )  # fmt: skip


def agreeing_with(
    hits: Iterable[Names], cue: Flight, met: Sequence[Meeting], flights: Sequence[Flight]
) -> frozenset[Names]:
    """Return the first contacts that the ways of all balls name, too; none where the cue-ball was out of view before.

    What is told of a cue-ball that was not watched is what it met later: out of view it may have met another.
    """
    told = [hit for hit in hits if not told_otherwise(hit, in_order(one_of_each(met), hit), flights)]
    touched_us = min((m.at_us for m in met if cue in (m.mover, m.met)), default=cue.ended_us)
    own = cue.path.at_us[cue.indices]
    watched = np.concatenate([[cue.onset_us], own[own < touched_us], [touched_us]])
    return frozenset(told) if int(np.max(np.diff(watched), initial=0)) < UNWATCHED_S * 1e6 else frozenset()


def gone_of(loss: Loss, paths: Sequence[Path], kit: Kit, watch: Watch) -> Gone:
    """Return a loss in the quantities that tell what became of the ball."""
    leave = leave_of(loss, kit, watch.strays)
    return Gone(path=loss.flight.path, missing=missing_of(loss, paths, kit, leave, watch), leave=leave)


def with_way(loss: Loss, met: Sequence[Meeting], by: Noise) -> Loss:
    """Return a loss with the way on which a touch sent it, where its sightings tell none, or one from before that."""
    if loss.was_seen_going:
        turns = [m for m in met if m.mover == loss.flight and loss.since_us < m.at_us < loss.lost_us]
        return turned_by(loss, max(turns, key=lambda m: m.at_us)) if turns else loss
    senders = [m for m in met if m.met == loss.flight]
    return sent_by(loss, max(senders, key=lambda m: worth(m.hint, by.touching))) if senders else loss


def unwatched(flights: Sequence[Flight], paths: Sequence[Path], kit: Kit, watch: Watch) -> Iterator[Unwatched]:
    """Give each ball that was hidden where it lay, to the end, and that may have been met there."""
    going, until_us = {f.path.track for f in flights}, watch.until_us
    for path in paths:
        rest = rest_through(path, flights[0]) if path.track not in going and not path.is_cue_ball else None
        if rest is None or until_us - int(path.at_us[last_own(path)]) <= SHORT_US:
            continue
        lain = Lain(path=path, rest=rest)
        came = [one for f in flights if not f.unseen for one in passed(cue_way(f, until_us, kit), [lain], kit)]
        odds = [one.odds for one in came if one.odds > MAY_BE_MET and one.at_us > lain.left_us - TIMED_US]
        if odds:
            place = np.array(rest.place)
            clear_us = clear_after(int(path.at_us[rest.last]), place, place, watch.cloth)
            yield Unwatched(path=path, odds=max(odds), clear_s=len(clear_us) * picture_s(path))
