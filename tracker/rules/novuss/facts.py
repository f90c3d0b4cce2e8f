"""What a stroke came to as a player of novuss reads it: direct or rebound, what was met first, what went where.

Every fact is taken from what officials say, and else worked out from the touches, the bounces and the places. Where it
follows from neither it is None, and the judge asks. Theory: N3; the catalogue's formal model (7.1).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from tracker.domain.strokes.places import nearest_alike
from tracker.domain.strokes.stroke import Place, Standing, Stroke, Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point, distance_mm
from tracker.rules.novuss.board import STRIKER_HOLE, far_board_of, in_circle_mm, in_zone_mm
from tracker.rules.novuss.calls import Off
from tracker.rules.novuss.law import side_of
from tracker.rules.novuss.position import Pair, Position
from tracker.rules.novuss.told import (
    BLIND,
    BOTH,
    CENTRE,
    DIRECT,
    IN,
    LIGHT,
    NOTHING_HIT,
    OPPONENT,
    OUT,
    REBOUND,
    Told,
)

STRIKER = "striker"
STILL_MM = 2.0
"""A puck found this near to where it lay has not moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A stroke, the position in which it was played, and how the board stood after it."""

    at: Position
    stroke: Stroke
    standing: Standing
    told: Told
    kit: Kit

    @property
    def side(self) -> int:
        """The striker's side."""
        return self.at.striker

    @property
    def has_light(self) -> bool:
        """True: the striker has a puck that he may hit directly, from the edge at which he sits."""
        if self.at.lie is None:
            return self.at.light[self.side] > 0
        return any(side_of(p.ball) == self.side and not self.zone(p, self.at.edge) for p in self.at.lie)

    @property
    def has_dark(self) -> bool:
        """True: one of his pucks lies in the circle or in his blind zone."""
        if self.at.lie is None:
            return self.at.pucks[self.side] > self.at.light[self.side]
        return any(side_of(p.ball) == self.side and self.zone(p, self.at.edge) for p in self.at.lie)

    @property
    def met(self) -> tuple[Touch, ...]:
        """The pucks that the striker met, in order."""
        return tuple(sorted((t for t in self.stroke.touches if STRIKER in t.balls), key=lambda touch: touch.at_us))

    @property
    def first(self) -> str | None:
        """What the striker met first, by the words of `told`; None: an own puck, and its zone is not known."""
        if self.told.first is not None:
            return self.told.first
        sides = {side_of(ball) for ball in self.stroke.first_hit} - {None}
        if not sides:
            return NOTHING_HIT
        if len(sides) == 2:
            return BOTH
        return self._zone_of_first() if sides == {self.side} else OPPONENT

    def _zone_of_first(self) -> str | None:
        if not self.has_dark:
            return LIGHT
        own = [place for place in self.at.lie or () if side_of(place.ball) == self.side]
        if not own or not self.met:
            return None
        struck = min(own, key=lambda place: distance_mm(place.at, self.met[0].at))
        return {"": LIGHT, "centre": CENTRE, "blind": BLIND}[self.zone(struck, self.at.edge)]

    def zone(self, puck: Place, edge: str) -> str:
        """Return `centre`, or `blind` if the puck lies in the zone at `edge`; empty: neither."""
        if in_circle_mm(self.kit, puck.at) > 0:
            return "centre"
        return "blind" if in_zone_mm(self.kit, puck.at, edge) > 0 else ""

    @property
    def is_direct(self) -> bool:
        """True: the striker met no board before its first puck. One that met no puck at all is direct (AMB-81)."""
        if self.told.kind is not None:
            return self.told.kind == DIRECT
        return self._kind() == DIRECT

    def _kind(self) -> str:
        if not self.met and not self.stroke.first_hit:
            return DIRECT
        at_us = self.met[0].at_us if self.met else inf
        bounced = any(bounce.ball == STRIKER and bounce.at_us < at_us for bounce in self.stroke.cushions)
        return REBOUND if bounced else DIRECT

    @property
    def reached_far(self) -> bool | None:
        """The striker met the board opposite the player before the puck; None: nobody can tell."""
        if self.told.far_edge is not None or self.told.kind is not None:
            return self.told.far_edge
        far = far_board_of(self.at.edge)
        at_us = self.met[0].at_us if self.met else inf
        return any(b.ball == STRIKER and b.cushion == far and b.at_us <= at_us for b in self.stroke.cushions)

    @property
    def reached_circle(self) -> bool:
        """The striker met a puck in the circle."""
        if self.first == CENTRE:
            return True
        circle = [place.at for place in self.at.lie or () if in_circle_mm(self.kit, place.at) > 0]
        return any(distance_mm(touch.at, puck) <= 2 * self.kit.touching_mm for touch in self.met for puck in circle)

    @property
    def pocketed(self) -> Pair:
        """Own and opponent's pucks pocketed, no more than the book has on the board.

        A broken puck is pocketed if its larger part is (N2 ¶15).
        """
        sides = [side_of(pot.ball) for pot in self.stroke.potted]
        broken = self.told.broken
        if broken is not None and broken.part == IN and side_of(broken.ball) not in sides:
            sides.append(side_of(broken.ball))
        own, other = (min(sides.count(side), self.at.pucks[side]) for side in (self.side, 1 - self.side))
        return own, other

    @property
    def striker_in(self) -> bool:
        """The striker was pocketed."""
        return any(pot.ball == STRIKER for pot in self.stroke.potted)

    @property
    def striker_off(self) -> bool:
        """The striker left the board."""
        return STRIKER in self.stroke.off_table or any(puck.ball == STRIKER for puck in self.told.off or ())

    @property
    def off(self) -> tuple[Off, ...]:
        """Pucks that left the board, in the order first touched, no more than the book has left on it."""
        seen = tuple(Off(ball=ball) for ball in self.stroke.off_table)
        seen = seen if self.told.off is None else self.told.off
        if self.told.drove == "off" and not seen:
            seen = (Off(ball="ab"[1 - self.side]),)
        broken = self.told.broken
        if broken is not None and broken.part == OUT and broken.ball not in [puck.ball for puck in seen]:
            seen = (*seen, Off(ball=broken.ball))
        left = dict(zip((self.side, 1 - self.side), self.pocketed, strict=True))
        left = {side: self.at.pucks[side] - gone for side, gone in left.items()}
        kept: list[Off] = []
        for puck in seen:
            side = side_of(puck.ball)
            if side is not None and left[side] > 0:
                left[side] -= 1
                kept.append(puck)
        return tuple(kept)

    @property
    def drove_off(self) -> bool:
        """An opponent's puck left the board."""
        return any(side_of(puck.ball) == 1 - self.side for puck in self.off)

    @property
    def slid_back(self) -> bool:
        """The striker came back over the player's own zone line: the line is not to be seen through its hole."""
        if self.told.backslide is not None:
            return self.told.backslide
        rest = [place.at for place in self.standing.places if place.ball == STRIKER]
        left = bool(self.stroke.first_hit or self.stroke.cushions)
        return left and any(in_zone_mm(self.kit, at, self.at.edge, STRIKER_HOLE) > 0 for at in rest)

    @property
    def moved_others(self) -> int:
        """Pucks that moved besides the one first touched."""
        if self.told.moved is not None:
            return self.told.moved
        if self.at.lie is None or not self.standing.places:
            return 0
        return max(0, len(unmoved(self.standing.places, self.at.lie)[1]) - 1)

    @property
    def blind_out(self) -> int:
        """Own pucks that left the player's blind zone."""
        if self.told.blind_out is not None:
            return self.told.blind_out
        if self.at.lie is None or not self.standing.places:
            return 0
        gone = unmoved(self.standing.places, self.at.lie)[1]
        was = sum(side_of(p.ball) == self.side and self.zone(p, self.at.edge) == "blind" for p in gone)
        came = unmoved(self.at.lie, self.standing.places)[1]
        stays = sum(side_of(p.ball) == self.side and self.zone(p, self.at.edge) == "blind" for p in came)
        return max(0, was - stays)

    @property
    def drove(self) -> tuple[str, Place | None, Place | None]:
        """Where the opponent's puck was driven (`blind`, `centre` or nothing), its place now, and its place before.

        A move within the blind zone, or from the circle into it, counts for nothing (N3 ¶18).
        """
        if self.told.drove is not None:
            return self.told.drove, None, None
        if self.at.lie is None or not self.standing.places:
            return "", None, None
        came = [p for p in unmoved(self.at.lie, self.standing.places)[1] if side_of(p.ball) == 1 - self.side]
        gone = [p for p in unmoved(self.standing.places, self.at.lie)[1] if side_of(p.ball) == 1 - self.side]
        edges = self._opponents_edges()
        for puck, before in zip(came, nearest_alike(came, gone, lambda one: side_of(one.ball)), strict=True):
            zone = self._zone_at(puck, edges)
            if zone and not (before and self._zone_at(before, edges)):
                return zone, puck, before
        return "", None, None

    def _opponents_edges(self) -> tuple[str, ...]:
        return tuple(self.at.edge_of(1 - self.side, player) for player in range(self.at.team))

    def _zone_at(self, puck: Place, edges: tuple[str, ...]) -> str:
        zones = [zone for edge in edges if (zone := self.zone(puck, edge))]
        return zones[0] if zones else ""

    def counts(self, places: Iterable[Place], what: str) -> Pair:
        """Return how many pucks of each side lie `light` or `blind` to that side."""
        found = [0, 0]
        for puck in places:
            side = side_of(puck.ball)
            if side is not None:
                zones = {self.zone(puck, self.at.edge_of(side, player)) for player in range(self.at.team)}
                found[side] += (zones == {""}) if what == "light" else ("blind" in zones)
        return found[0], found[1]


def unmoved(among: Iterable[Place], pucks: Iterable[Place]) -> tuple[list[Place], list[Place]]:
    """Return those of `pucks` that have one of the same side in the same place in `among`, and the others."""
    lying = [(side_of(place.ball), place.at) for place in among]

    def lies(puck: Place) -> bool:
        mine = side_of(puck.ball)
        reach = max(STILL_MM, 3 * puck.sd_mm)
        return mine is None or any(side == mine and _near(at, puck.at, reach) for side, at in lying)

    known = list(pucks)
    return [puck for puck in known if lies(puck)], [puck for puck in known if not lies(puck)]


def _near(a: Point, b: Point, reach_mm: float) -> bool:
    return distance_mm(a, b) <= reach_mm
