"""Turns what is true of a table into what its screens may know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tracker.domain.book.scoreline import Scoreline, Tally
from tracker.domain.strokes.stroke import Standing
from tracker.live.table.table import Moment, View
from tracker.match.book.book import fallen, replacing, standing_calls
from tracker.match.book.codec import plain
from tracker.match.book.entries import (
    Abandoned,
    Amended,
    Asked,
    Called,
    CameraCalls,
    Entry,
    Noted,
    RecordingEnded,
    Seen,
    StruckOut,
    Suggested,
)
from tracker.match.book.ledger import at_table
from tracker.match.book.undo import last_called, last_undone
from tracker.match.desk.answers import answers_to
from tracker.match.desk.by_hand import offered
from tracker.match.desk.desk import Desk, Open
from tracker.match.desk.positions import with_before
from tracker.match.desk.putting_back import BallBack, balls_to_put_back, due_back
from tracker.match.desk.visits import Visit, highest, present_visit, visits
from tracker.match.frames import Frame, Match
from tracker.show.screens.state import (
    Advice,
    Back,
    BackLine,
    BookLine,
    CountLine,
    FrameLine,
    Ghost,
    HighBreak,
    LyingBall,
    MatchLine,
    Option,
    Other,
    PublicState,
    Question,
    RefereeState,
    Strip,
    TableLie,
    Waiting,
)

FREE_BALL: Final = "free-ball"
PLAIN: Final[Mapping[type[Entry], Callable[[Any], dict[str, Any]]]] = {
    StruckOut: lambda entry: {"kind": "struck-out", "entry": entry.entry, "words": f"entry {entry.entry} struck out"},
    Asked: lambda entry: {"kind": "asked", "words": entry.text},
    Noted: lambda entry: {"kind": "noted", "words": entry.text},
    RecordingEnded: lambda entry: {"kind": "recording-ended", "words": "the recording ends here"},
    Abandoned: lambda entry: {"kind": "abandoned", "words": "match abandoned"},
    CameraCalls: lambda entry: {"kind": "camera-calls" if entry.on else "referee-calls", "words": "who calls"},
}
"""How an entry that is no call is shown."""


def public_state(moment: Moment) -> PublicState:
    """Return what every screen of a table may know."""
    epoch, sequence = moment.at
    if moment.match is None:
        return PublicState(
            table=moment.table, epoch=epoch, sequence=sequence, camera=moment.camera, as_of_ms=moment.as_of_ms
        )
    made = visits(moment.match.frame.desk)
    return PublicState(
        table=moment.table, epoch=epoch, sequence=sequence, camera=moment.camera,
        match=_match_line(moment.match),
        frame=_frame_line(moment.match, made, moment.due_ms),
        high=_high(highest(filter(None, (moment.match.high, highest(made))))), interval_ms=moment.interval_ms,
        as_of_ms=moment.as_of_ms,
    )  # fmt: skip


def referee_state(moment: Moment) -> RefereeState:
    """Return what the referee's desk shows of a table."""
    public = public_state(moment)
    if moment.match is None:
        return RefereeState(public=public)
    desk, standing = moment.match.frame.desk, moment.standing
    return RefereeState(
        public=public,
        waiting=_all_waiting(desk),
        certain=desk.certain,
        asked=tuple(map(_question, desk.questions)),
        expected=desk.expected_scoreline.points,
        book=_book_lines(moment.match.frame),
        offered=tuple(plain(call) for call in offered(desk.rules, desk.position)),
        undo=last_called(desk.book.entries),
        redo=last_undone(desk.book.entries),
        last=tuple(map(plain, _last_calls(desk.book.entries))),
        lie=_lie(standing, desk.book.entries),
        back=_back(desk, standing, moment.view),
        starter=desk.book.header.setup.starter,
        camera_calls=desk.policy is not None,
    )


def _match_line(match: Match) -> MatchLine:
    header = match.frame.header
    return MatchLine(
        names=header.setup.names, won=match.won, best_of=match.best_of, game=match.frame.desk.rules.game,
        rulebook=header.rulebook, over=match.over, winner=match.winner, abandoned=match.abandoned,
        handicap=header.setup.handicap, players=header.setup.players, target=header.setup.target,
    )  # fmt: skip


def _frame_line(match: Match, made: tuple[Visit, ...], due_ms: int | None) -> FrameLine:
    frame = match.frame
    line, outcome = frame.desk.scoreline, frame.outcome
    return FrameLine(
        number=frame.header.setup.frame, part=line.part, unit=line.unit, points=line.points, striker=line.striker,
        player=line.player or line.names[line.striker], on=line.on, visit=line.visit, made=present_visit(made, line),
        remaining=line.remaining, snookers=line.snookers, behind=_behind(line), strips=strips_of(frame),
        due_ms=None if line.over else due_ms, high=_high(highest(made)), over=line.over, winner=line.winner,
        because=outcome.because if outcome else "", provisional=len(line.provisional), nominated=line.nominated,
        respotted=line.respotted, ball=_decisive(match, line),
        counts=() if line.over else tuple(map(_count, line.counts)),
    )  # fmt: skip


def _decisive(match: Match, line: Scoreline) -> str:
    """Return what the ball on is for the striker: the frame, or with it the match."""
    if not line.decides:
        return ""
    return "match" if match.best_of and 2 * (match.won[line.striker] + 1) > match.best_of else "frame"


def _count(one: Tally) -> CountLine:
    return CountLine(kind=one.kind, number=one.number, most=one.most, side=one.side)


def _behind(line: Scoreline) -> int | None:
    return int(line.points[0] > line.points[1]) if line.snookers else None


def _high(visit: Visit | None) -> HighBreak | None:
    return None if visit is None else HighBreak(side=visit.side, player=visit.player, points=visit.points)


def strips_of(frame: Frame) -> tuple[Strip, ...]:
    """Return what was said with the last call that stands, and a free ball for as long as it is there to be taken."""
    steps = frame.desk.steps
    said = strips(steps[-1].said) if steps else ()
    waits = frame.desk.scoreline.free_ball and all(strip.kind != FREE_BALL for strip in said)
    return (*said, Strip(kind=FREE_BALL)) if waits else said


def strips(said: Sequence[str]) -> tuple[Strip, ...]:
    """Return the referee's words as strips; a number is the value of the word before it."""
    found: list[Strip] = []
    for word in said:
        if word.isdecimal() and found:
            found[-1] = Strip(kind=found[-1].kind, value=int(word))
        else:
            found.append(Strip(kind=word.lower().replace(" ", "-")))
    return tuple(found)


def _all_waiting(desk: Desk[Any]) -> tuple[Waiting, ...]:
    entries = (desk.book.entry(number) for number in desk.waiting)
    lines = tuple(_waiting(entry, desk.book.entries) for entry in entries if isinstance(entry, Suggested))
    return (replace(lines[0], others=_others(desk, lines[0].number)), *lines[1:]) if lines else ()


def _others(desk: Desk[Any], number: int) -> tuple[Other, ...]:
    return tuple(
        Other(about=one.about, balls=one.balls, holds=one.holds, calls=tuple(map(plain, one.calls)), why=one.why)
        for one in answers_to(desk, number)
    )


def _question(one: Open) -> Question:
    options = (
        Option(words=option.words, points=option.points, sure=option.probability, calls=tuple(map(plain, option.calls)))
        for option in one.options
    )
    return Question(called=one.called or 0, stroke=one.stroke, words=one.words, options=tuple(options))


def _waiting(entry: Suggested, entries: Sequence[Entry]) -> Waiting:
    ruling = entry.ruling
    stroke: Any = getattr(entries[entry.about - 1], "stroke", None)
    advice = (
        Advice(say=one.say, value=one.value, cite=one.cite, why=one.why, sure=one.sure, ask=one.ask)
        for one in ruling.suggestions
    )
    return Waiting(
        number=entry.number, stroke=stroke.number if stroke else 0, advice=tuple(advice),
        calls=tuple(plain(call) for call in ruling.calls), doubts=ruling.doubts, notes=ruling.notes, ask=ruling.ask,
    )  # fmt: skip


def _last_calls(entries: tuple[Entry, ...]) -> tuple[Any, ...]:
    standing = standing_calls(entries)
    return standing[-1][1] if standing else ()


def _lie(standing: Standing | None, entries: Sequence[Entry]) -> TableLie | None:
    """Return where the balls lie now, or else where they lay when a stroke was seen last."""
    if standing is not None:
        return _lie_of(0, standing)
    seen = next((entry for entry in reversed(entries) if isinstance(entry, Seen)), None)
    return _lie_of(seen.stroke.number, seen.standing) if seen else None


def _lie_of(stroke: int, standing: Standing) -> TableLie:
    balls = (LyingBall(ball=one.ball, x_mm=one.at.x_mm, y_mm=one.at.y_mm) for one in standing.places)
    return TableLie(stroke=stroke, balls=tuple(balls), touching=standing.touching)


def _back(desk: Desk[Any], standing: Standing | None, view: View | None) -> Back | None:
    due = due_back(desk)
    if due is None:
        return None
    balls = balls_to_put_back(due, standing.places if standing else due.left or (), desk.rules.kit)
    ghosts = _ghosts(balls, view) if view else (None,) * len(balls)
    return Back(
        balls=tuple(map(_back_line, balls, ghosts)), only_cue_ball=due.only_cue_ball, in_hand=due.in_hand,
        chosen=due.chosen, size_px=view.size_px if view else None, is_live=standing is not None,
        is_told=standing is not None or due.left is not None, unseen=due.unseen,
    )  # fmt: skip


def _ghosts(balls: Sequence[BallBack], view: View) -> tuple[Ghost, ...]:
    outlines = view.outlines_px([one.place.at for one in balls])
    return tuple(
        Ghost(outline=outline, centre=view.centre_px(one.place.at), now=view.centre_px(one.now.at) if one.now else None)
        for one, outline in zip(balls, outlines, strict=True)
    )


def _back_line(one: BallBack, ghost: Ghost | None) -> BackLine:
    return BackLine(
        ball=one.ball, x_mm=one.place.at.x_mm, y_mm=one.place.at.y_mm, is_due=one.is_due, on_spot=one.on_spot,
        moved_mm=one.moved_mm, off_mm=one.off_mm, across_mm=one.across_mm, along_mm=one.along_mm, ghost=ghost,
    )  # fmt: skip


def _book_lines(frame: Frame) -> tuple[BookLine, ...]:
    desk = frame.desk
    struck, newest = fallen(desk.book.entries), replacing(desk.book.entries)
    points = {newest[step.entry]: desk.rules.scoreline(step.position).points for step in desk.steps}
    left_open = {newest.get(one.called or 0, 0): one.words for one in desk.provisional}
    players = _players(desk, newest)
    lines = (_book_line(entry) for entry in desk.book.entries)
    return tuple(
        replace(
            line, stands=line.number not in struck, points=points.get(line.number),
            provisional=left_open.get(line.number, ""), player=players.get(newest.get(line.number, 0), ""),
            replaced=other if (other := newest.get(line.number, line.number)) != line.number else None,
        )
        for line in lines if line
    )  # fmt: skip


def _players(desk: Desk[Any], newest: Mapping[int, int]) -> dict[int, str]:
    """Return who was at the table when an entry was called, by the entry that stands in its place now."""
    return {newest[step.entry]: at_table(desk.rules.scoreline(before)) for before, step in with_before(desk)}


def _book_line(entry: Entry) -> BookLine | None:
    """Return the line of an entry that a person may undo or read, as if it stood."""
    line = BookLine(number=entry.number, kind="", stands=True, words="")
    match entry:
        case Called(calls=calls, by=by, about=about):
            return replace(
                line, kind="called", by=by, about=about, calls=tuple(map(plain, calls)), words=call_words(calls)
            )
        case Amended(calls=calls, entry=number, by=by, why=why):
            return replace(
                line, kind="amended", entry=number, by=by, why=why, calls=tuple(map(plain, calls)),
                words=call_words(calls),
            )  # fmt: skip
        case _ if type(entry) in PLAIN:
            return replace(line, **PLAIN[type(entry)](entry))
        case _:
            return None


def call_words(calls: Sequence[Any]) -> str:
    """Return calls in short words for a person: what kind each is, and what it says that is not as always."""
    return ", ".join(_call_words(call) for call in calls)


def _call_words(call: Any) -> str:
    said = plain(call)
    details = (str(value) for key, value in said.items() if key in {"ball", "points", "what", "side", "on", "own"})
    potted = " ".join(said.get("potted", ()))
    return " ".join((str(said["is"]), *details, potted)).strip()
