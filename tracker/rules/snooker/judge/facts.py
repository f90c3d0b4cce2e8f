"""One stroke as the clauses read it: what was on, what was met and what fell, with how sure each of them is."""

from collections.abc import Iterable
from dataclasses import dataclass

from tracker.domain.strokes.stroke import Standing, Stroke
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.kit import Kit
from tracker.rules.snooker.frame.position import COLOUR, VALUE, Position
from tracker.rules.snooker.frame.told import Told

LEAST = 4
"""No foul costs less (SNK-3.11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The position in which the stroke was played (all inferences made), the stroke, and what officials said of it."""

    at: Position
    stroke: Stroke
    standing: Standing
    told: Told
    kit: Kit
    broken: tuple[str, ...] = ()
    """Ids of the clauses that were found broken, for those that ask whether any other was."""

    @property
    def cue(self) -> str:
        """The cue-ball's name."""
        return self.stroke.cue_ball

    @property
    def potted(self) -> tuple[str, ...]:
        """Object balls that fell, in order."""
        return tuple(pot.ball for pot in self.stroke.potted if pot.ball != self.cue)

    @property
    def off(self) -> tuple[str, ...]:
        """Object balls that left the table."""
        return tuple(ball for ball in self.off_table if ball != self.cue)

    @property
    def off_table(self) -> tuple[str, ...]:
        """Balls forced off the table; before 2022 one that the striker picked up is forced off it (ED-08)."""
        lifted = (fault.ball for fault in self.told.faults if fault.name == "ball-picked-up")
        return (*self.stroke.off_table, *(lifted if self.at.terms.lifted_is_off else ()))

    @property
    def reds_gone(self) -> int:
        """Reds that left the table, as many as the book has on it at most."""
        return min(self.at.reds, (*self.potted, *self.off).count(RED))

    @property
    def cue_in(self) -> bool:
        """The cue-ball fell."""
        return any(pot.ball == self.cue for pot in self.stroke.potted)

    @property
    def cue_off(self) -> bool:
        """The cue-ball left the table."""
        return self.cue in self.off_table

    @property
    def cue_gone(self) -> bool:
        """The cue-ball is in hand after the stroke."""
        return self.cue_in or self.cue_off

    @property
    def waited_for(self) -> tuple[str, ...]:
        """Colours that were not back on their spots when the stroke was played."""
        if self.told.early != "spotting":
            return ()
        if self.told.early_ball:
            return (self.told.early_ball,)
        return self.at.just.spotted if self.at.just else ()

    @property
    def unscored(self) -> int:
        """Points of the stroke before that do not count: the striker went on before its colour was back (3.3(h))."""
        just = self.at.just
        if self.told.early != "spotting" or just is None or just.by != self.at.striker or not just.spotted:
            return 0
        return 0 if self.at.terms.unspotted_scores else just.points

    @property
    def falls_in_the_way(self) -> bool:
        """A ball fell in unhit that this stroke would have hit: all balls go back (SNK-3.9.b)."""
        return self.told.fell is not None and self.told.fell.would_be_hit

    @property
    def stand_in(self) -> str:
        """Four-handed: who played though it was not his turn; empty: nobody did, or nobody of that name plays."""
        player = self.told.player
        return player if player in self.at.order and player != self.at.player else ""

    def reported(self, *faults: str) -> bool:
        """Tell whether an official reports one of these faults in the stroke."""
        return any(fault.name in faults for fault in self.told.faults)

    @property
    def target(self) -> str:
        """The one kind of ball on, free ball aside: red, or a colour; empty: none named."""
        return self.at.nominated if self.at.on == COLOUR else self.at.on

    @property
    def may_hit(self) -> frozenset[str]:
        """Kinds of ball that the cue-ball may meet first, alone."""
        return frozenset({self.at.free or self.target} - {""})

    @property
    def may_pot(self) -> frozenset[str]:
        """Kinds of ball that may fall."""
        return frozenset({self.at.free, self.target} - {""})

    @property
    def on_value(self) -> int:
        """Value of the ball on; 0 while no colour has been named."""
        return self.at.on_value

    @property
    def touching_on(self) -> bool:
        """The cue-ball lay against the ball on, so that playing away counts as hitting it (SNK-3.8.c)."""
        return bool(self.may_hit & set(self.at.touching))

    @property
    def first_sure(self) -> float:
        """How sure the kind of ball met first is: two candidates of one kind take nothing away from it."""
        rivals = [doubt for doubt in self.stroke.doubts if doubt.about == "first_hit"]
        same = all(
            {frozenset(hit) for hit in doubt.candidates} == {frozenset(self.stroke.first_hit)} for doubt in rivals
        )
        touch = next((touch.sure for touch in self.stroke.touches if touch.balls[0] == self.cue), 0.0)
        return max(self.stroke.first_hit_sure, touch) if rivals and same else self.stroke.first_hit_sure

    def value(self, ball: str) -> int:
        """Return a ball's value in this stroke: a free ball counts as the ball that it stands for."""
        return self.on_value if ball == self.at.free else VALUE.get(ball, 0)

    def dearest(self, balls: Iterable[str]) -> int:
        """Return the penalty for a foul that concerns `balls` (ALG-PENALTY, groups b and c)."""
        return max(LEAST, self.on_value, *map(self.value, balls))

    def counted(self) -> tuple[str, ...]:
        """Return the potted balls that score if the stroke is fair (SNK-3.3.g, 3.12.c–e)."""
        fair = tuple(ball for ball in self.potted if ball in self.may_pot)
        if self.at.on == RED:
            return fair
        return fair[:1] if self.target not in fair else (self.target,)

    def pot_sure(self) -> float:
        """Return how sure the least sure pot is."""
        return min((pot.sure for pot in self.stroke.potted), default=1.0)


def named(balls: Iterable[str]) -> str:
    """Return balls as a referee lists them: `blue and black`."""
    return " and ".join(balls)


def on_in_words(facts: Facts) -> str:
    """Return what was on, in words."""
    if facts.at.free:
        return f"{facts.at.free} as free ball for {facts.target}"
    if facts.at.on == COLOUR:
        return f"{facts.at.nominated} nominated" if facts.at.nominated else "a colour on, none nominated"
    return f"{facts.at.on} on"


def is_colour(ball: str) -> bool:
    """Tell whether the ball is one of the six colours."""
    return ball in COLOURS
