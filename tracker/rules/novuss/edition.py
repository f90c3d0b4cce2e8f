"""The novuss book posted in 2015: its clauses, and the rulebook that they make together with a board."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.domain.book.conduct import Conduct
from tracker.domain.book.scoreline import Scoreline, Tally
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput, CallRefused
from tracker.domain.frozen import replace
from tracker.domain.law.branch import Branch, Expected
from tracker.domain.law.call import Call
from tracker.domain.law.rulebook import Sentence
from tracker.domain.law.ruling import Outcome, Ruling
from tracker.domain.strokes.stroke import Place, Standing, Stroke
from tracker.domain.table.kit import Kit
from tracker.rules.desk import GameDesk
from tracker.rules.novuss import branches as following
from tracker.rules.novuss import clauses as c
from tracker.rules.novuss import law
from tracker.rules.novuss.board import BOARD, STRIKER, checked
from tracker.rules.novuss.calls import VOCABULARY
from tracker.rules.novuss.clauses import PENALTY, SET, TURN, Clause, reported
from tracker.rules.novuss.desk import DESK
from tracker.rules.novuss.facts import Facts
from tracker.rules.novuss.judge import Bench, judge
from tracker.rules.novuss.position import EACH, Position
from tracker.rules.novuss.reports import Report, rule_on
from tracker.rules.novuss.sentences import read_all
from tracker.rules.novuss.told import DIRECT, NOTHING, REBOUND, Told

FIRST = frozenset({"first_hit", "cushions"})
POTS = frozenset({"potted"})
GONE = frozenset({"off_table"})
LIES = frozenset({"places"})

CLAUSES: Final = (
    Clause(id="NOV-5.9", cite="N5 ¶9", costs=SET, reads=frozenset(), test=c.strikes_first_out_of_turn),
    Clause(id="NOV-5.11", cite="N5 ¶11", costs=SET, reads=frozenset(), test=c.strikes_first_out_of_turn_in_doubles),
    Clause(id="NOV-5.2", cite="N5 ¶2", costs=SET, reads=FIRST, test=c.hits_several_out_of_blind_zone),
    Clause(id="NOV-5.5", cite="N5 ¶5", costs=SET, reads=FIRST, test=c.moves_others_from_blind_zone),
    Clause(id="NOV-5.4", cite="N5 ¶4", costs=SET, reads=frozenset(), test=c.breaks_rules_knowingly),
    Clause(id="NOV-6.a", cite="N6 ¶2", costs=PENALTY, reads=FIRST, test=c.misses_all),
    Clause(id="NOV-6.b", cite="N6 ¶3", costs=PENALTY, reads=FIRST, test=c.hits_opponent_directly),
    Clause(id="NOV-6.c", cite="N6 ¶4", costs=PENALTY, reads=FIRST, test=c.rebounds_on_opponent),
    Clause(id="NOV-6.d", cite="N6 ¶5", costs=PENALTY, reads=POTS, test=c.pockets_striker),
    Clause(id="NOV-6.e", cite="N6 ¶6", costs=PENALTY, reads=GONE, test=c.drives_striker_off),
    Clause(id="NOV-6.f", cite="N6 ¶7", costs=PENALTY, reads=FIRST, test=c.rebounds_short_with_dark_only),
    Clause(id="NOV-6.h", cite="N6 ¶9", costs=PENALTY, reads=FIRST, test=c.hits_dark_directly),
    Clause(id="NOV-6.i", cite="N6 ¶10", costs=PENALTY, reads=FIRST, test=c.rebounds_short),
    Clause(id="NOV-6.l", cite="N6 ¶12", costs=PENALTY, reads=FIRST, test=c.hits_blind_zone_first),
    Clause(id="NOV-6.q", cite="N6 ¶17", costs=PENALTY, reads=GONE, test=c.drives_opponent_off),
    Clause(id="NOV-6.r", cite="N6 ¶18", costs=PENALTY, reads=frozenset(), test=c.breaks_striker),
    Clause(id="NOV-3.11", cite="N3 ¶11", costs=PENALTY, reads=FIRST, test=c.attacks_centre),
    Clause(id="NOV-3.17", cite="N3 ¶17", costs=PENALTY, reads=FIRST, test=c.attacks_blind_zone),
    Clause(id="NOV-9.3", cite="N9 ¶3", costs=PENALTY, reads=FIRST, test=c.attacks_blind_zone_in_doubles),
    reported("NOV-6.j", "N6 ¶11", "double-hit", PENALTY, "the striker hit twice"),
    reported("NOV-6.m", "N6 ¶13", "striker-in-motion", PENALTY, "the striker touched while pucks still moved"),
    reported("NOV-6.n", "N6 ¶14", "puck-touched", PENALTY, "a puck or the striker touched in motion"),
    Clause(id="NOV-7.1", cite="N7 ¶1", costs=TURN, reads=POTS, test=c.pockets_none),
    Clause(id="NOV-7.2", cite="N7 ¶2", costs=TURN, reads=POTS, test=c.pockets_opponents),
    Clause(id="NOV-7.3", cite="N7 ¶3", costs=TURN, reads=GONE, test=c.drives_puck_off),
    Clause(id="NOV-7.5", cite="N7 ¶5", costs=TURN, reads=LIES, test=c.slides_back),
)
"""All run on every stroke; of several findings that cost the same the earlier one is cited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition: its name, and its clauses."""

    name: str
    title: str
    clauses: tuple[Clause, ...]


NOVUSS_2015: Final = Edition(name="novuss-2015", title="Novuss, rules posted in March 2015", clauses=CLAUSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Novuss:
    """Novuss by one edition on one board; a `RuleSet[Position]`."""

    edition: Edition
    kit: Kit
    vocabulary: tuple[type[Call], ...] = VOCABULARY

    @property
    def name(self) -> str:
        """Name on the shelf."""
        return self.edition.name

    @property
    def game(self) -> str:
        """The game that it is a book of."""
        return "novuss"

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
        """What the book says, as far as the program acts on it, in the order of the book."""
        return read_all(self.edition.clauses)

    def opening(self, setup: Setup) -> Position:
        """Return the position before the first stroke that the book will see.

        Raises:
            BadInput: the setup has balls that the game does not, or pairs of unlike size.
        """
        sides = tuple(len(players) for players in setup.players)
        if setup.reds is not None or sides not in ((0, 0), (1, 1), (2, 2)):
            raise BadInput(f"setup: novuss has eight pucks a player and one or two players a side, not {sides}")
        if any(setup.handicap):
            raise BadInput("setup: novuss counts pucks, and is played without a handicap")
        full = EACH * max(1, sides[0])
        fresh = Position(
            names=setup.names, players=setup.players, seats=setup.frame - 1, starter=setup.starter,
            rightful=setup.starter, pucks=(full, full), light=(full, full), agreed=setup.frames, sets=setup.totals,
            conduct=setup.conduct,
        )  # fmt: skip
        return fresh if setup.start is None else _picked_up(fresh, setup.start)

    def judge(self, state: Position, seen: Stroke, standing: Standing, told: Told = NOTHING) -> Ruling:
        """Return advice on a stroke; `told` is what officials say about it."""
        return judge(Bench(clauses=self.edition.clauses, kit=self.kit, apply=self.apply), state, seen, standing, told)

    def report(self, state: Position, report: Report) -> Ruling:
        """Return the ruling on an act that is no stroke.

        Raises:
            CallRefused: the book does not know this fault.
        """
        return rule_on(state, report)

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
        """Return what the referee says aloud with the call; the book prescribes no words, these are ours."""
        return law.after(state, call).said

    def outcome(self, state: Position) -> Outcome | None:
        """Return who won the set, or the game, and why; None while it goes on."""
        if not state.over:
            return None
        return Outcome(
            winner=state.winner, because=state.because, ends_match=state.game_over, match_winner=state.game_winner
        )

    def conduct(self, state: Position) -> Conduct:
        """Return what each side has been warned for in this game."""
        return state.conduct

    def scoreline(self, state: Position) -> Scoreline:
        """Return what a scoreboard shows: the pucks that each side has off the board."""
        a, b = (state.all - left for left in state.pucks)
        return Scoreline(
            names=state.names, points=(a, b), striker=state.striker, on="none" if state.over else "",
            visit=state.visit, remaining=0 if state.over else state.pucks[state.striker], over=state.over,
            winner=state.winner, unit="pucks", part="set", player=_player_of(state),
            counts=tuple(Tally(kind="owed", number=owed, side=side) for side, owed in enumerate(state.debt) if owed),
        )  # fmt: skip

    def kit_for(self, setup: Setup) -> Kit:
        """Return the board with eight pucks for each player (N8 ¶3, N9 ¶6)."""
        each = EACH * max(1, len(setup.players[0]))
        return replace(self.kit, pieces={STRIKER: 1, "a": each, "b": each})

    def seats(self, setup: Setup) -> tuple[tuple[str, str], ...]:
        """Return at which edges the players of each side sit (N2 ¶2, N8 ¶2, N9 ¶1)."""
        at = self.opening(replace(setup, start=None))
        return tuple((at.edge_of(side, player), "AB"[side]) for player in range(at.team) for side in (0, 1))

    def points_by(self, places: Sequence[Place]) -> tuple[int, int]:
        """Return how many pucks each side has off the board: not all of them, or the set were over."""
        lying, each = [law.side_of(place.ball) for place in places], self.kit.pieces["a"]
        a, b = (min(max(each - lying.count(side), 0), each - 1) for side in (0, 1))
        return a, b

    def between(self, state: Position, before: Standing | None) -> tuple[Branch, ...]:
        """Return what may have been said before the next stroke with nobody hearing it: the judge infers it."""
        return (Branch(),)

    def branches(self, state: Position, seen: Stroke, standing: Standing) -> tuple[Branch, ...]:
        """Return what a stroke may come to: direct and as a rebound, where the first of its way was not seen."""
        facts = Facts(at=state, stroke=seen, standing=standing, told=NOTHING, kit=self.kit)
        kinds = (None,) if seen.is_origin_known or not facts.is_direct else (DIRECT, REBOUND)
        rulings = {kind: self.judge(state, seen, standing, Told(kind=kind)) for kind in kinds}
        return tuple(branch for kind, ruling in rulings.items() for branch in following.branches(ruling, kind))

    def missed(self, state: Position, before: Standing) -> tuple[Branch, ...]:
        """Return what one stroke that nobody saw may have come to."""
        return following.missed(state, before, self.apply)

    def expected(self, state: Position) -> Expected:
        """Return how the table must look at rest before the next stroke."""
        return following.expected(state, self.kit)

    def signature(self, state: Position) -> Hashable:
        """Return what two positions share from which the law goes on alike."""
        return following.signature(state)


def _player_of(state: Position) -> str:
    """Return who of a pair plays next, or nothing where there is one a side."""
    return state.players[state.striker][state.player] if state.team > 1 else ""


def on_table(edition: Edition, kit: Kit = BOARD) -> Novuss:
    """Return the rulebook of `edition` on the board of `kit`.

    Raises:
        BadInput: the kit is no novuss board.
    """
    return Novuss(edition=edition, kit=checked(kit))


def _picked_up(fresh: Position, start: Start) -> Position:
    """Return the position in the middle of a set, with so many pucks off the board.

    Raises:
        BadInput: there are not so many.
    """
    if not 0 <= start.player < fresh.team:
        raise BadInput(f"setup: of {fresh.team} a side there is no player {start.player + 1}")
    pucks = fresh.all - start.scores[0], fresh.all - start.scores[1]
    if not all(0 < left <= fresh.all for left in pucks):
        raise BadInput(f"setup: of {fresh.all} pucks a side {start.scores} cannot be off the board in mid-set")
    turn = 2 * (fresh.team + start.player) + (start.striker - fresh.starter) % 2
    later = replace(fresh, turn=turn, strokes=2, visit=start.visit)
    return replace(later.having(pucks=pucks, light=pucks), lie=start.places or None)
