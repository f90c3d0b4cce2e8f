"""When a ball met a cushion: its way was knocked back where its centre was a radius from the face.

The way before gives one moment, the way after another, and both must give the same place, which is the face but for
what the camera errs there: least squares in the moment and that error. A ball that rolled into the cushion slides as
it leaves, too briefly to be seen at times; its way drawn back then comes out too deep, by what the sliding explains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tracker.domain.strokes.stroke import Bounce
from tracker.domain.table.kit import Kit, Pocket
from tracker.domain.table.plane import Point
from tracker.geometry.jaws import outline_of
from tracker.incidents.noise import SIGMAS
from tracker.incidents.propose.rattles import rattled
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.pieces import Piece, Sighted, fitted
from tracker.incidents.segment.rests import bed_of
from tracker.incidents.segment.ways import way_of
from tracker.physics.surfaces import USUAL, Surfaces

Array = NDArray[np.float64]

FACE_MM = 2.5
"""How far off a face may seem to be at one place (1 sigma): the camera's error there."""
JAW_MM = 20.0
"""The same in the mouth of a pocket, where the face bends away."""
NEAR_MM = 12.0
"""A ball that turned farther from the face met something else, but for what the face and the ways err."""
BEFORE_MM = 40.0
"""So far before the mouth of a pocket begins what is told by letting balls go."""
HIDDEN_S, HIDDEN_MM = 0.13, 150.0
"""A ball that was hidden for longer, and might have gone farther, may have met more than cushions."""
SHOWN_S, FALLS_S = 0.1, 0.3
"""A ball that bounced shows by so much of its way where it came from; one that falls has fallen after so long."""
AGAIN_US = 50_000
"""A ball does not come back to a cushion so soon: what two joints of its way tell nearer together is one bounce."""
LEAST_MM_S = 20.0
LEAST_TURNED = 2
"""Sightings before and after a turn from which both ways are told."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Episode:
    """Pieces of a way that are told of together, and the pocket before whose mouth it happened, if any."""

    pieces: tuple[Piece, ...]
    mouth: Pocket | None
    falls: bool = False
    """The ball was not seen again after the last of them."""


def bounces(flight: Flight, kit: Kit) -> list[Bounce]:
    """Return the bounces of one flight in order of time."""
    fell_s = fallen_s(flight, kit)
    pieces = [piece for piece in split_at_faces(flight, kit) if piece.first_s < fell_s]
    falls = bool(pieces) and flight.after is None
    found = [b for one in episodes(pieces, falls, kit) for b in bounces_in(one, flight, kit)]
    return once(found)


def split_at_faces(flight: Flight, kit: Kit) -> Iterator[Piece]:
    """Give the pieces of a flight, each that turns back at a face as the two that it must be.

    Over a few sightings a sharp turn looks like a parabola; but no cloth turns a rolling ball back.
    """
    way = way_of(flight)
    for piece in way.pieces:
        at_s = turned_back_s(piece, flight, kit)
        inside = (way.seen.at_s >= piece.first_s) & (way.seen.at_s <= piece.last_s)
        came, went = (np.flatnonzero(inside & side) for side in (way.seen.at_s < at_s, way.seen.at_s > at_s))
        if min(len(came), len(went)) < LEAST_TURNED:
            yield piece
        else:
            yield fitted(way.seen.part(came))
            yield fitted(way.seen.part(went))


def turned_back_s(piece: Piece, flight: Flight, kit: Kit) -> float:
    """Return when a ball turned back at a face on one piece of its way; not a number where it did not.

    A cue-ball comes back by its spin, but no faster than a sliding ball does.
    """
    on, lasts_s = bed_of(flight.path), piece.last_s - piece.first_s
    for _, axis, face, inward in faces(flight.ball, kit):
        across = Across(piece, axis, face, inward)
        into, out = -across.speed(piece.first_s), across.speed(piece.last_s)
        if min(into, out) < LEAST_MM_S or (flight.path.is_cue_ball and into + out < on.sliding_mm_s2 * lasts_s):
            continue
        at_s = piece.first_s + lasts_s * into / (into + out)
        face_sd = face_sd_mm(piece.place(piece.last_s), kit)
        if abs(across.depth(at_s)) < NEAR_MM + SIGMAS * np.hypot(piece.sd_mm(at_s), face_sd):
            return at_s
    return float("nan")


def once(found: Sequence[Bounce]) -> list[Bounce]:
    """Return the bounces of one ball in order of time, each told once: by the surer of two that are one."""
    told: list[Bounce] = []
    for bounce in sorted(found, key=lambda b: b.at_us):
        if told and bounce.cushion == told[-1].cushion and bounce.at_us - told[-1].at_us < AGAIN_US:
            told[-1] = max(told[-1], bounce, key=lambda b: b.sure)
        else:
            told.append(bounce)
    return told


def episodes(pieces: Sequence[Piece], falls: bool, kit: Kit) -> Iterator[Episode]:
    """Give what is told of together: two pieces that follow on each other, or all that is done before one pocket.

    Args:
        pieces: those of a flight.
        falls: the ball was not seen again after the last of them.
        kit: the table.
    """
    first = 0
    while first + 1 < len(pieces):
        end = first + 1
        mouth = mouth_at(pieces[first].end, kit) or mouth_at(pieces[end].begin, kit)
        while mouth and end + 1 < len(pieces) and mouth_at(pieces[end].end, kit) is mouth:
            end += 1
        gone = falls and end + 1 == len(pieces) and mouth is not None and mouth_at(pieces[end].end, kit) is mouth
        yield Episode(pieces=tuple(pieces[first : end + 1]), mouth=mouth, falls=gone)
        falls, first = falls and not gone, end
    if falls and (mouth := mouth_at(pieces[-1].end, kit)):
        yield Episode(pieces=(pieces[-1],), mouth=mouth, falls=True)


def bounces_in(episode: Episode, flight: Flight, kit: Kit) -> list[Bounce]:
    """Return the bounces of a ball between some pieces of its way: off a plain face, or what it did near a pocket."""
    joined = list(pairwise(episode.pieces))
    plain = [b for came, went in joined for b in plain_bounces(came, went, flight, kit)]
    if episode.mouth is None and (plain or np.isinf(edge_s(episode, kit))):
        return plain
    return rattles(episode, flight, kit) or plain


def plain_bounces(came: Piece, went: Piece, flight: Flight, kit: Kit) -> list[Bounce]:
    """Return the bounces between two pieces off the faces of the cushions."""
    face_sd, on = face_sd_mm(came.place(came.last_s), kit), bed_of(flight.path)
    return [
        bounce_of(flight.ball, name, came, turn[0], turn[1])
        for name, axis, face, inward in faces(flight.ball, kit)
        if (turn := turned(Across(came, axis, face, inward), Across(went, axis, face, inward), face_sd, on))
    ]


def faces(ball: str, kit: Kit) -> tuple[tuple[str, int, float, int], ...]:
    """Return of each cushion its name, the axis across it, where a ball's centre bounces on that, and which way."""
    radius = kit.radius_of(ball)
    return (
        ("left", 0, radius, 1), ("right", 0, kit.width_mm - radius, -1),
        ("bottom", 1, radius, 1), ("top", 1, kit.length_mm - radius, -1),
    )  # fmt: skip


def bounce_of(ball: str, cushion: str, came: Piece, at_s: float, sure: float) -> Bounce:
    """Return the bounce of a ball at a time to which a piece of its way leads."""
    x_mm, y_mm = (float(axis) for axis in came.place(at_s))
    return Bounce(at_us=round(at_s * 1e6), ball=ball, cushion=cushion, sure=sure, at=Point(x_mm, y_mm))


def rattles(episode: Episode, flight: Flight, kit: Kit) -> list[Bounce]:
    """Return what a ball must have met on some pieces of its way, or before it fell: the first with its place."""
    came, went = episode.pieces[0], episode.pieces[-1]
    from_s = comes_before(came, episode.mouth) if episode.mouth else came.last_s
    shown_s = went.first_s if episode.mouth else max(went.first_s, edge_s(episode, kit))
    until_s = min(np.inf if episode.falls else min(went.last_s, shown_s + SHOWN_S), fallen_s(flight, kit))
    whole = way_of(flight).seen
    seen = whole.part(np.flatnonzero((whole.at_s > from_s) & (whole.at_s <= until_s)))
    fell_s = went.last_s + FALLS_S if episode.falls else None
    is_told = is_on_bed(came, kit) and not is_hidden(came, seen)
    found = rattled(came, seen, kit, fell_s, from_s) if is_told else ()
    places = [place_after(came, whole, found[0].at_s), *[None] * (len(found) - 1)] if found else []
    return [
        Bounce(at_us=round(b.at_s * 1e6), ball=flight.ball, cushion=b.side, sure=min(b.sure, 0.99), at=place)
        for b, place in zip(found, places, strict=True)
    ]


def place_after(came: Piece, seen: Sighted, at_s: float) -> Point:
    """Return where (mm) a ball was at a time after a piece of its way: on that, drawn on, until it was seen again.

    From then on between the sightings beside that time: a way that is drawn on for longer leads off the table.
    """
    if np.any((seen.at_s > came.last_s) & (seen.at_s < at_s)):
        x_mm, y_mm = (float(np.interp(at_s, seen.at_s, axis)) for axis in seen.places_mm.T)
    else:
        x_mm, y_mm = (float(axis) for axis in came.place(at_s))
    return Point(x_mm, y_mm)


def is_hidden(came: Piece, seen: Sighted) -> bool:
    """Say whether a ball that came so fast was not seen for so long that it may have met more than cushions."""
    longest_s = float(np.max(np.diff(seen.at_s, prepend=came.last_s), initial=0.0))
    return longest_s > HIDDEN_S and longest_s * float(np.hypot(*came.speed(came.last_s))) > HIDDEN_MM


def comes_before(came: Piece, mouth: Pocket) -> float:
    """Return when a ball came before a pocket on a piece of its way; at the end of that where it did not."""
    moments = np.linspace(came.first_s, came.last_s, 50)
    inside = [at_s for at_s in moments.tolist() if is_before(came.place(at_s), mouth)]
    return float(inside[0]) if inside else came.last_s


def is_on_bed(came: Piece, kit: Kit) -> bool:
    """Say whether a ball was still before the edge of the table where a piece of its way ends."""
    gaps, _ = outline_of(kit).gaps(came.place(came.last_s)[None], kit.ball_radius_mm)
    return bool(np.min(gaps) > -NEAR_MM / 2)


def mouth_at(at: Array, kit: Kit) -> Pocket | None:
    """Return the pocket in or before whose mouth a place lies, if any."""
    return next((p for p in kit.pockets if is_before(at, p)), None)


def is_before(at: Array, pocket: Pocket) -> bool:
    """Say whether a place lies in or before the mouth of a pocket."""
    return float(np.hypot(*(at - np.array(pocket.fall)))) < pocket.mouth_mm + BEFORE_MM


def edge_s(episode: Episode, kit: Kit) -> float:
    """Return when a ball, had it gone on, would have met the edge of the table, if by the end of all; else infinity.

    What was seen to go elsewhere nearly there may have met it; what went on as if through it has met it.
    """
    came, went = episode.pieces[0], episode.pieces[-1]
    moments = np.linspace(came.last_s, went.last_s, 100)
    gaps, _ = outline_of(kit).gaps(np.array([came.place(t) for t in moments]), kit.ball_radius_mm)
    clear = [-SIGMAS * np.hypot(came.sd_mm(t), FACE_MM) for t in moments.tolist()]
    met = np.min(gaps, axis=1) < np.where(moments <= went.first_s, NEAR_MM, clear)
    return float(moments[np.argmax(met)]) if np.any(met) else float("inf")


def fallen_s(flight: Flight, kit: Kit) -> float:
    """Return when the ball of a flight was first seen where there is no bed under it; infinite where it never was."""
    own = flight.indices
    holes = [np.hypot(*(flight.path.raw_mm[own] - np.array(p.fall)).T) < p.radius_mm for p in kit.pockets]
    inside = np.flatnonzero(np.any(holes, axis=0))
    return float(flight.path.at_s[own[inside[0]]]) if len(inside) and flight.after is None else float("inf")


def face_sd_mm(at: Array, kit: Kit) -> float:
    """Return how far off the face may be where a ball at a place comes to it (1 sigma)."""
    before_hole = any(np.hypot(*(at - np.array(p.fall))) < p.mouth_mm for p in kit.pockets)
    return JAW_MM if before_hole else FACE_MM


class Across:
    """A piece of a way as seen across one face: how deep its centre lies inside the line on which centres bounce."""

    __slots__ = ("axis", "face", "inward", "piece")

    def __init__(self, piece: Piece, axis: int, face: float, inward: int) -> None:
        self.piece, self.axis, self.face, self.inward = piece, axis, face, inward

    def depth(self, at_s: float) -> float:
        """Return the depth at a time, mm."""
        return float(self.piece.place(at_s)[self.axis] - self.face) * self.inward

    def speed(self, at_s: float) -> float:
        """Return the speed away from the face, mm/s."""
        return float(self.piece.speed(at_s)[self.axis]) * self.inward


def turned(came: Across, went: Across, face_sd: float, on: Surfaces = USUAL) -> tuple[float, float] | None:
    """Return when, and how surely, a ball turned at a face between two pieces; None where it did not."""
    at_s = (came.piece.last_s + went.piece.first_s) / 2
    for _ in range(3):
        into, out = -came.speed(at_s), went.speed(at_s)
        if into < LEAST_MM_S or out < LEAST_MM_S / 2 or not turns(came, went, at_s):
            return None
        late_s, _ = met(came, went, at_s, face_sd, on)
        span = went.piece.first_s - came.piece.last_s
        at_s = float(np.clip(at_s + late_s, came.piece.last_s - span / 2, went.piece.first_s + span / 2))
    depths_mm = np.array([came.depth(at_s), went.depth(at_s)])
    sd_mm = float(np.linalg.norm([came.piece.sd_mm(at_s), went.piece.sd_mm(at_s), face_sd]))
    limit = NEAR_MM + SIGMAS * sd_mm
    sure = min(1.0 - 0.5 * float(abs(np.mean(depths_mm))) / limit, 0.99)
    return (at_s, sure) if np.all(np.abs(depths_mm) < limit) else None


def turns(came: Across, went: Across, at_s: float) -> bool:
    """Say whether the speed across the face changes by more than it errs."""
    sd = np.hypot(came.piece.speed_sd_mm_s(at_s), went.piece.speed_sd_mm_s(at_s))
    return went.speed(at_s) - came.speed(at_s) > SIGMAS * float(sd)


def met(came: Across, went: Across, at_s: float, face_sd: float, on: Surfaces) -> tuple[float, float]:
    """Return how much later than a time a ball met the face, and how deep inside it the face seems to lie (mm)."""
    into, out = -came.speed(at_s), went.speed(at_s)
    slid_mm = max(on.cushions * into - out, 0.0) ** 2 / (2 * on.sliding_mm_s2)
    rows = np.array([[-into, -1.0], [out, -1.0], [0.0, 1.0]])
    due = np.array([-came.depth(at_s), slid_mm / 2 - went.depth(at_s), 0.0])
    sd = np.array([came.piece.sd_mm(at_s), np.hypot(went.piece.sd_mm(at_s), slid_mm / 2 + 1.0), face_sd])
    late_s, off_mm = np.linalg.lstsq(rows / sd[:, None], due / sd, rcond=None)[0]
    return float(late_s), float(off_mm)
