"""One stroke as the clauses read it: which balls were met and fell, and on which side of the Baulk-line it all was.

Theory: Section 2 Rules 8 to 11, 15 to 17 and Section 3 Rule 6. A ball whose centre is on the Baulk-line is in Baulk.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Final

from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.ball import RED
from tracker.domain.table.kit import Kit
from tracker.rules.billiards.game.calls import Played
from tracker.rules.billiards.game.position import CUE_BALLS, Position
from tracker.rules.billiards.game.told import Told
from tracker.rules.billiards.law.law import score_of

BAULK_END: Final = "bottom"
"""The cushion that lies in Baulk; side cushions count as out of it where nobody says otherwise."""
TOP_END: Final = "top"
FAR_POCKETS: Final = ("top", "middle")
SPREADS: Final = 3.0
"""A margin within so many standard deviations is left to a person."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """The position in which the stroke was played, the stroke, and what officials said of it.

    What nearly every clause reads is told once, and so this has no slots.
    """

    at: Position
    stroke: Stroke
    standing: Standing
    told: Told

    @property
    def kit(self) -> Kit:
        """The table played on."""
        return self.at.kit

    @property
    def by(self) -> int:
        """Side that played the stroke."""
        return self.at.striker if self.told.by is None else self.told.by

    @property
    def cue(self) -> str:
        """The ball that this side must play with."""
        return CUE_BALLS[self.by]

    @property
    def other(self) -> str:
        """The other side's ball."""
        return CUE_BALLS[1 - self.by]

    @cached_property
    def objects(self) -> frozenset[str]:
        """Object balls that the book has on the table."""
        return frozenset({self.other, RED} - set(self.at.off))

    @property
    def in_hand(self) -> bool:
        """The stroke was played from in-hand."""
        return self.cue in self.at.off

    @cached_property
    def first(self) -> tuple[str, ...]:
        """Object balls met first; two: at the same moment."""
        return tuple(ball for ball in dict.fromkeys(self.stroke.first_hit) if ball in self.objects)

    @cached_property
    def met(self) -> tuple[str, ...]:
        """Object balls that the cue-ball met, in order."""
        later = (touch.balls[1] for touch in self.stroke.touches if touch.balls[0] == self.stroke.cue_ball)
        return tuple(dict.fromkeys((*self.first, *(ball for ball in later if ball in self.objects))))

    @property
    def gone(self) -> tuple[str, ...]:
        """Balls that fell and balls that left the table, the cue-ball among them, each once."""
        fallen = (pot.ball for pot in self.stroke.potted)
        there = (*self.objects, self.cue)
        return tuple(ball for ball in dict.fromkeys((*fallen, *self.stroke.off_table)) if ball in there)

    @cached_property
    def potted(self) -> tuple[str, ...]:
        """Object balls that fell after a ball had been met."""
        fallen = tuple(dict.fromkeys(pot.ball for pot in self.stroke.potted if pot.ball in self.objects))
        return fallen if self.met else ()

    @property
    def cue_in(self) -> bool:
        """The cue-ball fell."""
        return any(pot.ball == self.cue for pot in self.stroke.potted)

    @property
    def in_off(self) -> str:
        """The ball that the cue-ball went in-off: the first one met, the other side's where both were met at once."""
        if not self.cue_in or not self.met:
            return ""
        return self.first[0] if len(self.first) == 1 else self.other if self.first else self.met[0]

    @property
    def red_hit(self) -> bool:
        """The red was met by some ball, or is seen elsewhere than before."""
        if RED in self.met or any(RED in touch.balls for touch in self.stroke.touches):
            return True
        before, now = _place_of(RED, self.at.lie), _place_of(RED, self.places)
        return before is not None and now is not None and before.at != now.at and now.sd_mm == 0

    @property
    def played(self) -> Played:
        """The stroke as a legal one."""
        cannon = len(self.met) == 2
        return Played(
            points=score_of(cannon, self.potted, self.in_off), cannon=cannon, potted=self.potted, in_off=self.in_off,
            crossed=bool(self.crossed), red_hit=self.red_hit,
        )  # fmt: skip

    @cached_property
    def places(self) -> tuple[Place, ...] | None:
        """Where the balls came to rest, as the standing has it or else as the stroke was followed."""
        if self.standing.places:
            return self.standing.places
        rest = [Place(ball=ball, at=at, sd_mm=0.0) for ball, spots in self.stroke.rest.items() for at in spots]
        return tuple(rest) or None

    @property
    def rest_mm(self) -> float | None:
        """How far the cue-ball rests beyond the Baulk-line; below 0 or 0: in Baulk."""
        place = _place_of(self.cue, self.places)
        return None if place is None or self.cue in self.gone else place.at.y_mm - self.kit.baulk_mm

    @property
    def outside(self) -> frozenset[str] | None:
        """Object balls that lay out of Baulk; None: not known."""
        if self.told.outside is not None:
            return self.told.outside & self.objects
        lay = {place.ball: place.at.y_mm for place in self.at.lie or () if place.ball in self.objects}
        known = lay.keys() == self.objects
        return frozenset(ball for ball, y_mm in lay.items() if y_mm > self.kit.baulk_mm) if known else None

    @property
    def met_outside(self) -> bool:
        """The cue-ball met a ball that lay out of Baulk."""
        return bool(set(self.met) & (self.outside or set()))

    @property
    def bounces(self) -> tuple[int, ...]:
        """When the cue-ball met a cushion out of Baulk."""
        mine = (b for b in self.stroke.cushions if b.ball == self.stroke.cue_ball and b.cushion != BAULK_END)
        return tuple(bounce.at_us for bounce in mine)

    @property
    def _fell_in_baulk(self) -> bool:
        return any(pot.ball == self.cue and pot.pocket.startswith(BAULK_END) for pot in self.stroke.potted)

    @property
    def left(self) -> bool | None:
        """The cue-ball left Baulk; None: not known."""
        if self.told.left is not None:
            return self.told.left
        pockets = (pot.pocket for pot in self.stroke.potted if pot.ball == self.cue)
        beyond = self.rest_mm is not None and self.rest_mm > 0
        seen = beyond or self.met_outside or any(pocket.startswith(FAR_POCKETS) for pocket in pockets)
        seen = seen or any(b.ball == self.stroke.cue_ball and b.cushion == "top" for b in self.stroke.cushions)
        return True if seen else None

    @property
    def starts_in_baulk(self) -> bool:
        """The stroke began in Baulk."""
        return self.in_hand or self.stroke.origin.y_mm <= self.kit.baulk_mm

    @property
    def crossed(self) -> bool | None:
        """The cue-ball crossed the Baulk-line into Baulk; None: not known. One that rests on the line has not."""
        out = not self.starts_in_baulk or self.left
        if self.told.crossed is not None:
            return self.told.crossed and out is not False
        came_down = self.rest_mm is not None and self.rest_mm < 0
        if out and (came_down or self._fell_in_baulk or self._came_back_off_bottom):
            return True
        return None

    @property
    def _came_back_off_bottom(self) -> bool:
        """The cue-ball met the Bottom cushion after it had been out of Baulk, wherever it went then."""
        own = [bounce for bounce in self.stroke.cushions if bounce.ball == self.stroke.cue_ball]
        out_us = [bounce.at_us for bounce in own if bounce.cushion == TOP_END]
        out_us += [one.at_us for one in self.stroke.touches if set(one.balls) & (self.outside or set())]
        since_us = min(out_us, default=inf) if self.starts_in_baulk else -inf
        return any(bounce.cushion == BAULK_END and bounce.at_us > since_us for bounce in own)


def _place_of(ball: str, places: tuple[Place, ...] | None) -> Place | None:
    return next((place for place in places or () if place.ball == ball), None)


def named(balls: tuple[str, ...]) -> str:
    """Return balls as a list in words."""
    return " and ".join(balls)
