"""An edition of the snooker book as a value, and the rulebook that it makes together with a table."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

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
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.kit import Kit
from tracker.rules.desk import GameDesk
from tracker.rules.reading import in_order
from tracker.rules.snooker import branches as following
from tracker.rules.snooker.desk.game import DESK
from tracker.rules.snooker.frame.calls import Nominate
from tracker.rules.snooker.frame.position import COLOUR, UNKNOWN, Position
from tracker.rules.snooker.frame.terms import WPBSA, Terms
from tracker.rules.snooker.frame.told import NOTHING, Told
from tracker.rules.snooker.judge.clauses import Clause
from tracker.rules.snooker.judge.finds import Find, rule_on_find
from tracker.rules.snooker.judge.judge import Bench, judge
from tracker.rules.snooker.judge.nominations import nominations
from tracker.rules.snooker.judge.reports import Report, Rule, rule_on
from tracker.rules.snooker.law import law
from tracker.rules.snooker.law.clocks import Clock, rule_on_clock
from tracker.rules.snooker.law.conduct import lost_ahead
from tracker.rules.snooker.law.ends import put_up_alone
from tracker.rules.snooker.law.law import Law
from tracker.rules.snooker.law.misses import MissLaw, judge_miss
from tracker.rules.snooker.law.voice import words_of
from tracker.rules.snooker.places.spotting import spot_colours
from tracker.rules.snooker.places.table import TWELVE_FEET
from tracker.rules.snooker.sentences import GENERAL, General

NO_LAW: Law = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition: its clauses, and the numbers and switches in which editions differ."""

    name: str
    title: str
    clauses: tuple[Clause, ...]
    terms: Terms = WPBSA
    calls: Law = field(default_factory=lambda: law.LAW)
    """What may be called, and what each call does."""
    misses: MissLaw | None = judge_miss
    """When a failure to hit a ball on is a miss; None: never."""
    reports: Mapping[str, Rule] = field(default_factory=dict)
    """Faults without a stroke on which this edition rules in its own way."""
    general: tuple[General, ...] = GENERAL
    """What it says beside its penalties."""
    paragraphs: Mapping[str, str] = field(default_factory=dict)
    """Where this edition numbers a paragraph otherwise than the book of 2022 does."""

    def paragraph(self, cite: str) -> str:
        """Return the paragraph of this edition that says what `cite` says in the book of 2022."""
        return self.paragraphs.get(cite, cite)

    def citing(self, ruling: Ruling) -> Ruling:
        """Return the ruling with the paragraphs of this edition."""
        return replace(
            ruling,
            suggestions=tuple(replace(said, cite=self.paragraph(said.cite)) for said in ruling.suggestions),
            findings=tuple(replace(found, cite=self.paragraph(found.cite)) for found in ruling.findings),
        )

    def amended(
        self,
        *,
        name: str,
        title: str,
        clauses: tuple[Clause, ...] = (),
        general: tuple[General, ...] = (),
        dropped: frozenset[str] = frozenset(),
        calls: Law = NO_LAW,
        **others: Any,
    ) -> Self:
        """Return a neighbour: what is given replaces what has the same name, or is new; `dropped` are gone.

        `others` (`terms`, `misses`, `reports`, `paragraphs`) stand in place of what this edition has.
        """
        return replace(
            self, name=name, title=title, clauses=_merged(self.clauses, clauses, dropped),
            general=_merged(self.general, general, dropped), calls={**self.calls, **calls}, **others,
        )  # fmt: skip

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All that this edition says, as far as the program acts on it, in the order of the book."""
        general = (one.on(self.terms, self.paragraph) for one in self.general)
        penalties = (
            Sentence(id=c.id, cite=self.paragraph(c.cite), says=c.says, is_told=bool(c.faults)) for c in self.clauses
        )
        said = (sentence for sentence in (*general, *penalties) if sentence.says)
        return tuple(sorted(said, key=in_order))


def _merged(old: tuple[Any, ...], new: tuple[Any, ...], dropped: frozenset[str]) -> tuple[Any, ...]:
    """Return `old` with those of the same id replaced, new ones behind them, and the dropped ones gone."""
    changed = {one.id: one for one in new}
    kept = tuple(changed.get(one.id, one) for one in old if one.id not in dropped)
    known = {one.id for one in kept}
    return (*kept, *(one for one in new if one.id not in known))


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooker:
    """Snooker by one edition on one table; a `RuleSet[Position]`."""

    edition: Edition
    kit: Kit

    @property
    def name(self) -> str:
        """Name on the shelf."""
        return self.edition.name

    @property
    def game(self) -> str:
        """The game that it is a book of."""
        return "snooker"

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
        return self.edition.sentences

    @property
    def vocabulary(self) -> tuple[type[Call], ...]:
        """The kinds of call that this edition knows."""
        return tuple(self.edition.calls)

    def opening(self, setup: Setup) -> Position:
        """Return the position before the first stroke that the book will see.

        Raises:
            BadInput: the setup has balls that the game does not.
        """
        reds = self.edition.terms.reds if setup.reds is None else setup.reds
        if not 0 <= reds <= MOST_REDS:
            raise BadInput(f"setup: {reds} reds cannot be racked; use 0 to {MOST_REDS}")
        fresh = Position(
            terms=self.edition.terms, names=setup.names, striker=setup.starter, starter=setup.starter, reds=reds,
            all_reds=reds, opening=True, in_hand=True, aggregate=setup.aggregate, totals=setup.totals,
            level=setup.level, last_frame=setup.frame == setup.frames, order=order_of(setup),
            conduct=setup.conduct.begun, scores=setup.handicap, handicap=setup.handicap,
        )  # fmt: skip
        opened = replace(fresh, on=fresh.fresh_on)
        if setup.conduct.ahead:
            return lost_ahead(opened, setup.conduct.ahead[0])
        return opened if setup.start is None else _picked_up(opened, setup.start)

    def judge(self, state: Position, seen: Stroke, standing: Standing, told: Told = NOTHING) -> Ruling:
        """Return advice on a stroke; `told` is what officials say about it."""
        edition = self.edition
        bench = Bench(clauses=edition.clauses, misses=edition.misses, kit=self.kit, apply=self.apply)
        return edition.citing(judge(bench, state, seen, standing, told))

    def report(self, state: Position, report: Report) -> Ruling:
        """Return the ruling on a fault that an official saw while no stroke was played.

        Raises:
            CallRefused: the law does not know this fault without a stroke.
        """
        rule = self.edition.reports.get(report.fault, rule_on)
        return self.edition.citing(rule(state, report, self.kit, self.apply))

    def clock(self, state: Position, read: Clock) -> Ruling:
        """Return the ruling on what the clocks of a match against time show: the time foul due, and the reading."""
        return rule_on_clock(state, read)

    def find(self, state: Position, find: Find) -> Ruling:
        """Return what is to be done about an error that came to light."""
        return self.edition.citing(rule_on_find(state, find, self.kit))

    def verify(self, state: Position, call: Call) -> None:
        """Do nothing if the call may be made.

        Raises:
            CallRefused: with the reason.
        """
        if why := law.why_not(self.edition.calls, state, call):
            raise CallRefused(why)

    def apply(self, state: Position, call: Call) -> Position:
        """Return the position after the call.

        Raises:
            CallRefused: it may not be made; nothing has changed.
        """
        self.verify(state, call)
        return law.after(self.edition.calls, state, call)

    def put_up_alone(self, state: Position, call: Call, then: Position) -> tuple[Place, ...]:
        """Return the ball that stands alone on its spot since `call` led from `state` to `then`, if one does."""
        ball = put_up_alone(state, call, then)
        return spot_colours((ball,), (), self.kit) if ball else ()

    def words(self, state: Position, call: Call) -> tuple[str, ...]:
        """Return what the referee says aloud with the call."""
        return words_of(state, call)

    def outcome(self, state: Position) -> Outcome | None:
        """Return who won and why, or None while the frame goes on."""
        if not state.over:
            return None
        ends = state.game_winner is not None
        return Outcome(winner=state.winner, because=state.because, ends_match=ends, match_winner=state.game_winner)

    def conduct(self, state: Position) -> Conduct:
        """Return what stands against the sides, as far as it lasts beyond the frame."""
        return state.conduct

    def scoreline(self, state: Position) -> Scoreline:
        """Return what a scoreboard shows."""
        return Scoreline(
            names=state.names, points=state.scores, striker=state.striker, on=state.on, visit=state.visit,
            remaining=0 if state.over else state.left(state.striker), over=state.over, winner=state.winner,
            player=state.player if state.order else "", free_ball=state.free_ball is True,
            snookers=0 if state.over else state.snookers, nominated=state.free or state.nominated,
            respotted=state.respotted and not state.over, decides=state.decides,
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
        return following.between(state, self.apply, self.kit.pieces.get(RED, 0))

    def branches(self, state: Position, seen: Stroke, standing: Standing) -> tuple[Branch, ...]:
        """Return what a stroke may come to: with the colour met first nominated, or none, or any that may have been."""
        found: list[Branch] = []
        for colour, share in nominations(state, seen, self.kit):
            named = self.apply(state, Nominate(ball=colour, inferred=True)) if colour else state
            found += following.as_named(colour, share, self._rulings(named, seen, standing))
        return tuple(found)

    def _rulings(self, state: Position, seen: Stroke, standing: Standing) -> tuple[Branch, ...]:
        """Return what a stroke may come to: with the faults that the places alone do not prove, and without."""
        ruling = self.judge(state, seen, standing)
        unproved = frozenset(finding.clause for finding in ruling.findings if finding.ask and finding.sure < 1)
        if not unproved:
            return following.branches(ruling)
        fewer = tuple(clause for clause in self.edition.clauses if clause.id not in unproved)
        lenient = replace(self, edition=replace(self.edition, clauses=fewer))
        return (*following.branches(ruling), *following.branches(lenient.judge(state, seen, standing)))

    def missed(self, state: Position, before: Standing) -> tuple[Branch, ...]:
        """Return what one stroke that nobody saw may have come to."""
        return following.missed(state, before, self.kit, self.apply)

    def expected(self, state: Position) -> Expected:
        """Return how the table must look at rest before the next stroke."""
        return following.expected(state)

    def signature(self, state: Position) -> Hashable:
        """Return what two positions share from which the law goes on alike."""
        return following.signature(state)


MOST_REDS = 15


def on_table(edition: Edition, kit: Kit = TWELVE_FEET) -> Snooker:
    """Return the rulebook of `edition` on the table of `kit`, with as many reds as the edition is played with."""
    pieces = {**TWELVE_FEET.pieces, RED: edition.terms.reds}
    return Snooker(edition=edition, kit=replace(kit, pieces=pieces, cue_balls=TWELVE_FEET.cue_balls))


def order_of(setup: Setup) -> tuple[str, ...]:
    """Return the players in the order of play, or nothing where there is one a side.

    Raises:
        BadInput: the sides have not the same number of players.
    """
    first, second = setup.players[setup.starter], setup.players[1 - setup.starter]
    if len(first) != len(second):
        raise BadInput("setup: both sides need the same number of players")
    return tuple(player for pair in zip(first, second, strict=True) for player in pair) if len(first) > 1 else ()


def _picked_up(opened: Position, start: Start) -> Position:
    """Return the position in the middle of a frame; the ball on is `unknown` where neither people nor table tell it.

    Raises:
        BadInput: the start names balls that are not there.
    """
    reds = opened.reds if start.reds is None else start.reds
    up = COLOURS if start.colours is None else start.colours
    if not 0 <= reds <= MOST_REDS or not set(up) <= set(COLOURS):
        raise BadInput(f"setup: {reds} reds and {', '.join(up)} cannot lie on a snooker table")
    if not set(start.touching) <= {RED, *COLOURS}:
        raise BadInput(f"setup: {', '.join(start.touching)} cannot rest against the cue-ball: name reds and colours")
    colours = tuple(colour for colour in COLOURS if reds or colour in up)
    at = replace(
        opened, scores=start.scores, striker=start.striker, visit=start.visit, in_hand=start.in_hand, opening=False,
        reds=reds, all_reds=max(opened.all_reds, reds), colours=colours, lie=start.places or None,
        touching=start.touching, strokes=None,
    )  # fmt: skip
    if start.on is None:
        return replace(at, on=at.lowest if not reds and len(colours) < len(COLOURS) else UNKNOWN)
    known = COLOUR if start.on == COLOUR else RED if start.on == RED and reds else start.on
    if known not in (COLOUR, *colours) and not (known == RED and reds):
        raise BadInput(f"setup: ball on {start.on!r} is not on the table: use {', '.join((RED, COLOUR, *colours))}")
    return replace(at, on=known)
