"""A stroke of billiards as a case writes it, turned into what the eyes would see and what officials would say."""

from collections.abc import Mapping
from typing import Any, Final

from tracker.domain.strokes.stroke import Bounce, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.plane import Point
from tracker.rules.billiards.cases.before import side_of
from tracker.rules.billiards.game.position import CUE_BALLS, Position
from tracker.rules.billiards.game.table import MIDDLE
from tracker.rules.billiards.game.told import Fell, Jump, Told
from tracker.rules.cases.play import refuse_unknown

KEYS: Final = frozenset(
    {"by", "from", "hits", "potted", "off", "cushions", "rest", "touching", "early", "early_ball", "unseen", "fell"}
    | {"balanced", "rebounded", "jumped", "crossed_baulk", "left_baulk", "into", "out_of_baulk"}
)
"""What the law can be told about a stroke; a ball that came back out (`rebounded`) was not potted."""

SOME_CUSHION: Final = "left"
"""A case says that a ball met a cushion, and not which; it met it before the ball that it names as hit."""


def stroke_of(value: Mapping[str, Any], at: Position, by: int) -> tuple[Stroke, Standing]:
    """Return the stroke that side `by` played in `at`, and how the balls stood after it.

    Raises:
        NotYet: it holds something that billiards does not know.
    """
    refuse_unknown("stroke", value, KEYS)
    cue = CUE_BALLS[by]
    hits = [tuple(hit) if isinstance(hit, list) else (hit,) for hit in value.get("hits", [])]
    pots = [pot if isinstance(pot, dict) else {"ball": pot} for pot in value.get("potted", [])]
    pots += [{"ball": ball} for ball in value.get("balanced", []) if ball not in [pot["ball"] for pot in pots]]
    stroke = Stroke(
        number=1,
        began_us=0,
        ended_us=9,
        cue_ball=cue,
        origin=_origin(value, at, cue),
        in_hand=cue in at.off,
        touches=tuple(
            Touch(at_us=i, balls=(cue, ball), at=Point(0, 0), sure=1.0) for i, hit in enumerate(hits, 1) for ball in hit
        ),
        first_hit=hits[0] if hits else (),
        cushions=tuple(Bounce(at_us=0, ball=b, cushion=SOME_CUSHION, sure=1.0) for b in value.get("cushions", [])),
        potted=tuple(Pot(at_us=8, ball=pot["ball"], pocket=pot.get("pocket", ""), sure=1.0) for pot in pots),
        off_table=tuple(value.get("off", [])),
    )
    touching = tuple((cue, ball) for ball in value.get("touching", []))
    return stroke, Standing(at_us=9, places=_lie_after(value, at), touching=touching)


def _origin(value: Mapping[str, Any], at: Position, cue: str) -> Point:
    """Return where the cue-ball was struck: as written, or where it lay, or on the Baulk-line."""
    lay = [place.at for place in at.lie or () if place.ball == cue]
    return Point(*value["from"]) if "from" in value else lay[0] if lay else at.kit.spots[MIDDLE]


def _lie_after(value: Mapping[str, Any], at: Position) -> tuple[Place, ...]:
    """Return all balls' places after a stroke: as written in `rest`, the others where they were."""
    rest = {ball: Point(*where) for ball, where in value.get("rest", {}).items()}
    lay = {place.ball: place.at for place in at.lie or ()}
    return tuple(Place(ball=ball, at=where, sd_mm=0.0) for ball, where in (lay | rest).items())


def told_of(value: Mapping[str, Any], at: Position) -> Told:
    """Return what the case says about a stroke in place of what the places would show."""
    by, jumped, fell = value.get("by"), value.get("jumped"), value.get("fell")
    side = None if by is None else side_of(by)
    wrong_partner = bool(by in at.order and side == at.striker and by != at.player)
    outside = value.get("out_of_baulk")
    return Told(
        by=side,
        out_of_turn=side not in (None, at.striker) or wrong_partner,
        crossed=value.get("crossed_baulk"),
        left=value.get("left_baulk"),
        outside=None if outside is None else frozenset(outside),
        into=value.get("into"),
        early=value.get("early"),
        jump=None if jumped is None else Jump(
            over=jumped["over"], after_contact=jumped["first"], beyond=jumped["far_side"]
        ),
        fell=None if fell is None else Fell(ball=fell["ball"], would_be_hit=fell["would_be_hit"]),
        unseen=value.get("unseen", False),
    )  # fmt: skip
