"""A stroke as a case writes it, turned into what the eyes would see and what officials would say."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tracker.domain.strokes.stroke import Bounce, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import RED, SNOOKER, WHITE
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.rules.cases.play import refuse_unknown
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.frame.told import Fall, Jump, Told

SIDE: Final = {"A": 0, "B": 1}
KEYS: Final = frozenset(
    {"from", "hits", "potted", "off", "cushions", "rest", "touching", "moved_touching", "path", "snookered"}
    | {"snookered_by", "early", "early_ball", "jumped", "rebounded", "balanced", "into", "fell", "unseen", "by"}
)
"""What the law of ordinary play can be told about a stroke; a ball that came back out (`rebounded`) was not potted."""


def kind_of(ball: str) -> str:
    """Return a ball's kind: `red3` is a red."""
    return RED if ball.startswith(RED) else ball


def _named(balls: Any) -> tuple[str, ...]:
    return tuple(balls) if isinstance(balls, list) else (balls,)


def _kinds(balls: Any) -> tuple[str, ...]:
    return tuple(kind_of(ball) for ball in _named(balls))


def stroke_of(value: Mapping[str, Any], at: Position, kit: Kit) -> tuple[Stroke, Standing]:
    """Return the stroke that a case describes, played in `at`, and how the balls stood after it.

    Raises:
        NotYet: it holds a word of another game.
    """
    refuse_unknown("stroke", value, KEYS)
    hits = [_kinds(hit) for hit in value.get("hits", [])]
    potted = [pot if isinstance(pot, str) else pot["ball"] for pot in value.get("potted", [])]
    potted = [*potted, *(ball for ball in value.get("balanced", []) if ball not in potted)]
    lie = _lie_after(at, value.get("rest", {}), (*potted, *_named(value.get("off", []))), kit)
    stroke = Stroke(
        number=1,
        began_us=0,
        ended_us=1,
        cue_ball=WHITE,
        origin=_origin(value, at, kit),
        in_hand=at.in_hand,
        touches=tuple(
            Touch(at_us=i, balls=(WHITE, b), at=Point(0, 0), sure=1.0) for i, h in enumerate(hits) for b in h
        ),
        first_hit=hits[0] if hits else (),
        cushions=tuple(Bounce(at_us=0, ball=kind_of(b), cushion="top", sure=1.0) for b in value.get("cushions", [])),
        potted=tuple(Pot(at_us=i, ball=kind_of(b), pocket="top-left", sure=1.0) for i, b in enumerate(potted)),
        off_table=_kinds(value.get("off", [])),
    )
    touching = tuple((WHITE, kind_of(ball)) for ball in value.get("touching", []) if ball != WHITE)
    return stroke, Standing(at_us=1, places=lie or (), touching=touching)


def told_of(value: Mapping[str, Any]) -> Told:
    """Return what the case says about a stroke in place of what the places would show."""
    jumped = value.get("jumped")
    jump = None
    if jumped is not None:
        over = kind_of(jumped.get("over", ""))
        jump = Jump(over=over, after_contact=jumped.get("first", False), beyond=jumped.get("far_side", True))
    fell = value.get("fell")
    by = value.get("by")
    return Told(
        by=SIDE[by[0]] if by else None,
        player=by or "",
        fell=fell and Fall(ball=kind_of(fell["ball"]), would_be_hit=fell.get("would_be_hit", False)),
        unseen=value.get("unseen", False),
        path=value.get("path"),
        snookered=value.get("snookered", True if value.get("snookered_by") in SNOOKER else None),
        snookered_by=value.get("snookered_by"),
        into=value.get("into"),
        moved_touching=value.get("moved_touching"),
        jump=jump,
        early=value.get("early"),
        early_ball=kind_of(value.get("early_ball", "")),
    )


def _origin(value: Mapping[str, Any], at: Position, kit: Kit) -> Point:
    """Return where the cue-ball was struck: as written, or where it lay, or on the Baulk-line."""
    if "from" in value:
        return Point(*value["from"])
    lay = [place.at for place in at.lie or () if place.ball == WHITE]
    return lay[0] if lay else kit.spots["brown-spot"]


def places_of(given: Mapping[str, Any], reds: int, colours: tuple[str, ...], kit: Kit) -> tuple[Place, ...] | None:
    """Return all balls' places before a stroke: as written, other colours on their own spots.

    None where the reds are not all written down: a table known in part answers no question.
    """
    places = [place for ball, at in given.items() for place in _placed(ball, at)]
    placed = Counter(place.ball for place in places)
    if placed[RED] != reds:
        return None
    home = [Place(ball=c, at=kit.spots[f"{c}-spot"], sd_mm=0.0) for c in colours if not placed[c]]
    return (*places, *home)


def _placed(ball: str, at: Any) -> tuple[Place, ...]:
    many = at if at and isinstance(at[0], list) else [at]
    return tuple(Place(ball=kind_of(ball), at=Point(*one), sd_mm=0.0) for one in many)


def _lie_after(at: Position, rest: Mapping[str, Any], gone: tuple[str, ...], kit: Kit) -> tuple[Place, ...] | None:
    """Return all balls' places after a stroke: as written in `rest`, the others where they were.

    `gone` are the balls that left the table. Single reds (`red2`) are counted in the order in which they were written.
    Where the places before were not known the colours are taken to be at home. None where that leaves a red unknown.
    """
    before = at.lie
    if before is None:
        before = tuple(Place(ball=c, at=kit.spots[f"{c}-spot"], sd_mm=0.0) for c in at.colours)
    numbered = _numbered(before)
    moved = {*rest, *gone}
    stayed = (place for name, place in numbered if name not in moved and place.ball not in moved)
    now = (place for ball, where in rest.items() for place in _placed(ball, where))
    after = (*now, *stayed)
    count = Counter(place.ball for place in after)
    reds = at.reds - sum(kind_of(ball) == RED for ball in gone)
    known = count[RED] == reds and (count[WHITE] or WHITE in gone)
    return after if known else None


def _numbered(lie: tuple[Place, ...]) -> list[tuple[str, Place]]:
    """Return the balls with their names; reds by number, in order."""
    reds = iter(range(1, len(lie) + 1))
    return [(f"{RED}{next(reds)}" if place.ball == RED else place.ball, place) for place in lie]
