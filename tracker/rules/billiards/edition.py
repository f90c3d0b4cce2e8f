"""The book of English billiards, together with a table, as a rulebook of the shelf."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from tracker.domain.book.conduct import Conduct
from tracker.domain.book.scoreline import Scoreline
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.law.rulebook import Sentence
from tracker.domain.law.ruling import Outcome, Ruling
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.rules.billiards import branches as following
from tracker.rules.billiards.desk import DESK
from tracker.rules.billiards.game.baulk import in_time
from tracker.rules.billiards.game.calls import VOCABULARY
from tracker.rules.billiards.game.position import BALLS, CUE_BALLS, Counts, Position, fresh
from tracker.rules.billiards.game.table import BILLIARDS_TABLE
from tracker.rules.billiards.game.told import NOTHING, Told
from tracker.rules.billiards.judge.clauses import Clause
from tracker.rules.billiards.judge.judge import Bench, judge
from tracker.rules.billiards.judge.reports import Report, rule_on
from tracker.rules.billiards.law import law
from tracker.rules.billiards.law.conduct import lost_ahead
from tracker.rules.billiards.law.limits import shown_counts
from tracker.rules.billiards.law.spotting import red_stands_on
from tracker.rules.billiards.law.voice import may_touch, words_of
from tracker.rules.billiards.sentences import GENERAL
from tracker.rules.desk import GameDesk
from tracker.rules.reading import in_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition: its name, its title and its clauses."""

    name: str
    title: str
    clauses: tuple[Clause, ...]
    """What is a foul."""
    general: tuple[Sentence, ...] = GENERAL
    """What it says beside its fouls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Billiards:
    """English billiards by one edition on one table; a `RuleSet[Position]`."""

    edition: Edition
    kit: Kit = field(default_factory=lambda: BILLIARDS_TABLE)
    vocabulary: tuple[type[Call], ...] = VOCABULARY

    @property
    def name(self) -> str:
        """Name on the shelf."""
        return self.edition.name

    @property
    def game(self) -> str:
        """The game that it is a book of."""
        return "billiards"

    @property
    def desk(self) -> GameDesk:
        """What the game tells a referee's desk."""
        return DESK

    @property
    def title(self) -> str:
        """One line about the book, for people."""
        return self.edition.title

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """What the book says, in its order."""
        fouls = (
            Sentence(id=clause.id, cite=clause.cite, says=clause.says, is_told=bool(clause.faults))
            for clause in self.edition.clauses
        )
        return tuple(sorted((*self.edition.general, *fouls), key=in_order))

    def opening(self, setup: Setup) -> Position:
        """Return the position before the first stroke that the book will see.

        Raises:
            BadInput: the sides are not of one size, or the target is no number of points, or reached by a handicap.
        """
        if len(setup.players[0]) != len(setup.players[1]):
            raise BadInput("setup: both sides must have the same number of players")
        if setup.target is not None and setup.target <= 0:
            raise BadInput(f"setup: a game to {setup.target} points cannot be played")
        if setup.target is not None and max(setup.handicap) >= setup.target:
            raise BadInput(
                f"setup: with a handicap of {max(setup.handicap)} a game to {setup.target} points is won already"
            )
        terms = Position(
            kit=self.kit, names=setup.names, players=setup.players, target=setup.target, starter=setup.starter,
            timed=setup.time_limit_s is not None, crossing_rule=setup.baulk_line_crossing,
            several_games=(setup.frames or 1) > 1,
            carried=setup.totals if setup.aggregate and setup.frame == setup.frames else (0, 0),
            conduct=setup.conduct.begun, handicap=setup.handicap,
        )  # fmt: skip
        opened_at = fresh(terms, setup.starter)
        if setup.conduct.ahead:
            return lost_ahead(opened_at, setup.conduct.ahead[0])
        return opened_at if setup.start is None else _picked_up(opened_at, setup.start)

    def judge(self, state: Position, seen: Stroke, standing: Standing, told: Told = NOTHING) -> Ruling:
        """Return advice on a stroke; `told` is what officials say about it."""
        return judge(Bench(clauses=self.edition.clauses, apply=self.apply), state, seen, standing, told)

    def report(self, state: Position, report: Report) -> Ruling:
        """Return the ruling on a fault that an official saw while no stroke was played."""
        return rule_on(state, report, self.edition.clauses)

    def verify(self, state: Position, call: Call) -> None:
        """Do nothing if the call may be made.

        Raises:
            CallRefused: with the reason.
        """
        if why := law.why_not(state, call):
            raise CallRefused(why)

    def apply(self, state: Position, call: Call) -> Position:
        """Return the position after the call.

        Raises:
            CallRefused: it may not be made; nothing has changed.
        """
        self.verify(state, call)
        return law.after(state, call)

    def words(self, state: Position, call: Call) -> tuple[str, ...]:
        """Return what the referee says aloud with the call."""
        return words_of(state, call, may_touch(state, call) and law.after(state, call).lifted)

    def outcome(self, state: Position) -> Outcome | None:
        """Return who won and why, or None while the game goes on."""
        if not state.over:
            return None
        ends = state.match_winner is not None
        return Outcome(winner=state.winner, because=state.because, ends_match=ends, match_winner=state.match_winner)

    def conduct(self, state: Position) -> Conduct:
        """Return what stands against the sides, as far as it lasts beyond the game."""
        return state.conduct

    def scoreline(self, state: Position) -> Scoreline:
        """Return what a scoreboard shows; billiards has no ball on, and no last point on the table."""
        return Scoreline(
            names=state.names, points=state.scores, striker=state.striker, on="", visit=state.visit,
            remaining=None, over=state.over, winner=state.winner, part="game",
            player=state.player if state.order else "", counts=() if state.over else shown_counts(state),
        )  # fmt: skip

    def kit_for(self, setup: Setup) -> Kit:
        """Return the table and its balls: however many play, they are the same."""
        return self.kit

    def seats(self, setup: Setup) -> tuple[tuple[str, str], ...]:
        """Return nothing: players walk round the table."""
        return ()

    def points_by(self, places: Sequence[Place]) -> tuple[int, int]:
        """Return no points: the balls do not tell who made them."""
        return 0, 0

    def between(self, state: Position, before: Standing | None) -> tuple[Branch, ...]:
        """Return what may have been said before the next stroke with nobody hearing it."""
        return following.between(state)

    def branches(self, state: Position, seen: Stroke, standing: Standing) -> tuple[Branch, ...]:
        """Return what a stroke may come to."""
        return following.branches(self.judge(state, seen, standing))

    def missed(self, state: Position, before: Standing) -> tuple[Branch, ...]:
        """Return what one stroke that nobody saw may have come to."""
        return following.missed(state, before, self.apply)

    def expected(self, state: Position) -> Expected:
        """Return how the table must look at rest before the next stroke."""
        return following.expected(state)

    def signature(self, state: Position) -> Hashable:
        """Return what two positions share from which the law goes on alike."""
        return following.signature(state)


def on_table(edition: Edition, kit: Kit = BILLIARDS_TABLE) -> Billiards:
    """Return the rulebook of `edition` on the table of `kit`, with the three balls of billiards."""
    return Billiards(edition=edition, kit=replace(kit, pieces=BILLIARDS_TABLE.pieces, cue_balls=CUE_BALLS))


def _picked_up(at: Position, start: Start) -> Position:
    """Return the position in the middle of a game; a ball that is not seen on the table is in-hand.

    Raises:
        BadInput: the start has balls that billiards does not.
    """
    seen = {place.ball for place in start.places}
    if not seen <= set(BALLS):
        raise BadInput(f"setup: {', '.join(sorted(seen))} cannot lie on a billiards table: use {', '.join(BALLS)}")
    cue = CUE_BALLS[start.striker]
    hidden = tuple(ball for ball in CUE_BALLS if seen and ball not in seen and ball != cue)
    lie = tuple(place for place in start.places if place.ball != cue or not start.in_hand) or None
    return replace(
        at, scores=start.scores, striker=start.striker, begun=(True, True), strokes=1, visit=start.visit, lie=lie,
        off=(*hidden, *((cue,) if start.in_hand else ())), red_on=red_stands_on(lie, at.kit),
        counts=Counts(windows=in_time(start.visit) if at.crossing_rule else ()),
    )  # fmt: skip
