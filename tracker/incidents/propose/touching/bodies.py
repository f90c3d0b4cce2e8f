"""The balls that another may meet: on their way, at rest, or just sent off by a touch that is told already."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tracker.geometry.paths import Path
from tracker.incidents.propose.touching.contact import GIVEN_SHARE
from tracker.incidents.propose.touching.meeting import Meeting
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece
from tracker.incidents.segment.rests import Rest, rests_of, tolerance_of
from tracker.incidents.segment.ways import way_of

SENT_S = 0.05
"""A ball that passes on what it got does so within this time."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Body:
    """A ball that another may meet: on its way, or at rest."""

    flight: Flight
    pieces: tuple[Piece, ...]


def on_their_way(flights: Sequence[Flight]) -> list[Body]:
    """Return the balls in flight."""
    return [Body(flight=f, pieces=way_of(f).pieces) for f in flights]


def at_rest(flights: Sequence[Flight], paths: Sequence[Path]) -> list[Body]:
    """Return the balls at rest, each with the flight that ended the rest, if any."""
    leaving = {(f.path, f.before): f for f in flights if f.before is not None}
    rests = [(path, rest) for path in paths for rest in rests_of(path, tolerance_of(path))]
    return [
        Body(flight=leaving.get((path, rest)) or stay(path, rest), pieces=(lying(path, rest),)) for path, rest in rests
    ]


def stay(path: Path, rest: Rest) -> Flight:
    """Return the flight of a ball that stayed where it was."""
    ended_us = int(path.at_us[rest.last])
    return Flight(
        path=path, first=rest.last, last=rest.last, onset_us=ended_us, onset_sd_us=0, ended_us=ended_us,
        before=rest, after=rest, tolerance_mm=tolerance_of(path),
    )  # fmt: skip


def lying(path: Path, rest: Rest) -> Piece:
    """Return the piece of a ball at rest."""
    first_s, last_s = path.at_s[[rest.first, rest.last]].tolist()
    return Piece(
        first_s=first_s, last_s=last_s, about_s=first_s, known=np.array([rest.place, (0.0, 0.0), (0.0, 0.0)]),
        spread=np.diag([rest.sd_mm**2, 0.0, 0.0]), count=rest.last - rest.first + 1,
    )  # fmt: skip


def sent(m: Meeting) -> Piece:
    """Return the first moment of the way of a ball that was met."""
    assert m.met.before is not None
    at_s, place = m.at_us / 1e6, m.met.before.place
    return Piece(
        first_s=at_s, last_s=at_s + SENT_S, about_s=at_s, known=np.array([place, m.sent_mm_s, (0.0, 0.0)]),
        spread=np.diag([m.met.before.sd_mm**2, (GIVEN_SHARE * float(np.hypot(*m.sent_mm_s))) ** 2, 0.0]), count=1,
    )  # fmt: skip


def gone_on(met: Sequence[Meeting]) -> list[Body]:
    """Return the first moments of the ways of balls that met another one, from there on."""
    return [Body(flight=m.mover, pieces=(left(m),)) for m in met if any(m.left_mm_s)]


def left(m: Meeting) -> Piece:
    """Return the first moment of the way of a ball that met another one."""
    at_s, noise = m.at_us / 1e6, m.mover.tolerance_mm / 4
    return Piece(
        first_s=at_s, last_s=at_s + SENT_S, about_s=at_s, known=np.array([m.at, m.left_mm_s, (0.0, 0.0)]),
        spread=np.diag([noise**2, (GIVEN_SHARE * float(np.hypot(*m.sent_mm_s))) ** 2, 0.0]), count=1,
    )  # fmt: skip
