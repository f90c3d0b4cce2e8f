"""The kinds of incidents, each declared once: a new one is a fact of `Stroke`, a declaration here, and what sees it."""

from collections.abc import Iterable
from typing import Final

from tracker.domain.strokes.incident_kind import Incident, IncidentKind, Sign
from tracker.domain.strokes.stroke import Doubt, Standing, Stroke, Touch

MEETING: Final = Sign(
    name="touch", letter="C", outline="M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z", colour="#ffd257", leads="always",
    words={"en": "Contact", "it": "Contatto", "sv": "Kontakt", "zh": "接触"},
)  # fmt: skip
"""Of the first contact and of all that follow."""


def _moved(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for ball in stroke.moved_between:
        yield Incident(at_us=stroke.began_us, balls=(ball,), words=f"{ball} is moved by hand", listed=ball)


MOVED_BALL: Final = IncidentKind(
    name="moved_ball", happened=_moved, fact="moved_between", line="moved by hand before",
)  # fmt: skip


def _strike(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    words = f"{stroke.cue_ball} is struck"
    yield Incident(at_us=stroke.began_us, balls=(stroke.cue_ball,), words=words, at=stroke.origin)


STRIKE: Final = IncidentKind(
    name="strike", happened=_strike, fact="began_us",
    sign=Sign(
        name="strike", letter="T", outline="M0-12 11.5 9H-11.5Z", sits=3, colour="#fff",
        words={"en": "Strike", "it": "Colpo", "sv": "Stöten", "zh": "出杆"},
    ),
)  # fmt: skip


def _is_contact(stroke: Stroke, touch: Touch) -> bool:
    """Tell whether the cue-ball met its first ball then, or one of two at the same moment."""
    first_us = min((one.at_us for one in stroke.touches if stroke.cue_ball in one.balls), default=None)
    return touch.at_us == first_us and stroke.cue_ball in touch.balls


def _contact(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for touch in stroke.touches:
        if _is_contact(stroke, touch):
            yield _met(touch, brief=f"first contact: {touch.balls[1]}")


def _touch(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    yield from (_met(touch) for touch in stroke.touches if not _is_contact(stroke, touch))


def _met(touch: Touch, brief: str = "") -> Incident:
    mover, met = touch.balls
    return Incident(
        at_us=touch.at_us, balls=touch.balls, words=f"{mover} meets {met}", brief=brief, met=met, at=touch.at,
        sure=touch.sure,
    )  # fmt: skip


def contact_margin(stroke: Stroke) -> str:
    """Return how long after the first contact the cue-ball met the next ball; empty: it met no other."""
    met_us = sorted(touch.at_us for touch in stroke.touches if stroke.cue_ball in touch.balls)
    return f"{(met_us[1] - met_us[0]) / 1000:.0f} ms" if len(met_us) > 1 else ""


CONTACT: Final = IncidentKind(
    name="contact", happened=_contact, fact="first_hit", doubt="first contact",
    balls_in_question=lambda stroke: stroke.first_hit, margin=contact_margin, line="first contact", is_numbered=True,
    remark="first contact", sign=MEETING,
    answers={
        "en": ("hit first", "no ball was hit"), "it": ("colpita per prima", "nessuna bilia colpita"),
        "sv": ("träffad först", "ingen boll träffad"), "zh": ("先被击中", "未击中任何球"),
    },
)  # fmt: skip


def met_by_cue_ball(stroke: Stroke) -> tuple[str, ...]:
    """Return the balls that the cue-ball met, in the order in which it first met each."""
    ordered = sorted(stroke.touches, key=lambda touch: touch.at_us)
    return tuple(dict.fromkeys(touch.balls[1] for touch in ordered if touch.balls[0] == stroke.cue_ball))


TOUCH: Final = IncidentKind(
    name="touch", happened=_touch, fact="touches", doubt="balls met", balls_in_question=met_by_cue_ball,
    line="also met", is_numbered=True, sign=MEETING,
    answers={
        "en": ("was met, too", "was not met"), "it": ("colpita anch'essa", "non colpita"),
        "sv": ("träffades också", "träffades inte"), "zh": ("也被碰到", "未被碰到"),
    },
)  # fmt: skip


def _cushion(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for bounce in stroke.cushions:
        ball, cushion = bounce.ball, bounce.cushion
        yield Incident(
            at_us=bounce.at_us, balls=(ball,), words=f"{ball} off the {cushion} cushion", brief=f"{cushion} cushion",
            listed=f"{ball} {cushion}", met=cushion, at=bounce.at, sure=bounce.sure,
        )  # fmt: skip


CUSHION: Final = IncidentKind(
    name="cushion", happened=_cushion, fact="cushions", line="cushions", is_numbered=True,
    sign=Sign(
        name="cushion", letter="B", outline="M-10-10H10V10H-10Z", colour="#8fd0ff", leads="always",
        words={"en": "Cushion", "it": "Sponda", "sv": "Vall", "zh": "碰库"},
    ),
)  # fmt: skip


def _pot(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for pot in stroke.potted:
        yield Incident(
            at_us=pot.at_us, balls=(pot.ball,), words=f"{pot.ball} into {pot.pocket}",
            listed=f"{pot.ball} -> {pot.pocket}", met=pot.pocket, sure=pot.sure,
        )  # fmt: skip


POT: Final = IncidentKind(
    name="pot", happened=_pot, fact="potted", doubt="pots",
    balls_in_question=lambda stroke: (pot.ball for pot in stroke.potted), line="potted", is_numbered=True,
    answers={
        "en": ("potted", "still on the table"), "it": ("in buca", "ancora sul tavolo"),
        "sv": ("i hål", "kvar på bordet"), "zh": ("已落袋", "仍在台上"),
    },
    sign=Sign(
        name="pot", letter="P", outline="M0-12 11.5-3.5 7 10H-7L-11.5-3.5Z", sits=0.5, colour="#8ff0b5",
        leads="always", is_end_of_way=True, words={"en": "Pot", "it": "In buca", "sv": "I hål", "zh": "落袋"},
    ),
)  # fmt: skip


def _off_table(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for ball in stroke.off_table:
        yield Incident(at_us=stroke.ended_us, balls=(ball,), words=f"{ball} leaves the table", listed=ball)


OFF_TABLE: Final = IncidentKind(
    name="off_table", happened=_off_table, fact="off_table", doubt="balls off the table",
    balls_in_question=lambda stroke: stroke.off_table, is_counted=True, line="off the table", is_when_last_seen=True,
    answers={
        "en": ("off the table", "still on the table"), "it": ("fuori dal tavolo", "ancora sul tavolo"),
        "sv": ("av bordet", "kvar på bordet"), "zh": ("已离台", "仍在台上"),
    },
    sign=Sign(
        name="off_table", letter="X", outline="M0-12.5 12.5 0 0 12.5-12.5 0Z", colour="#ff9d8f", leads="if any",
        is_end_of_way=True,
        words={"en": "Off the table", "it": "Fuori dal tavolo", "sv": "Av bordet", "zh": "离台"},
    ),
)  # fmt: skip


def _jump(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    for ball in stroke.jumped:
        yield Incident(at_us=stroke.ended_us, balls=(ball,), words=f"{ball} is jumped over", listed=ball)


JUMP: Final = IncidentKind(
    name="jump", happened=_jump, fact="jumped", is_counted=True, line="jumped",
    answers={
        "en": ("was jumped over", "was not jumped over"), "it": ("saltata", "non saltata"),
        "sv": ("överhoppad", "inte överhoppad"), "zh": ("被跳过", "未被跳过"),
    },
)  # fmt: skip


def _touching(stroke: Stroke, standing: Standing | None) -> Iterable[Incident]:
    for one, other in standing.touching if standing else ():
        words = f"{one} touches {other} at rest"
        yield Incident(at_us=stroke.ended_us, balls=(one, other), words=words, listed=f"{one} and {other}", met=other)


TOUCHING_BALLS: Final = IncidentKind(
    name="touching_balls", happened=_touching, fact="touching", line="touching at rest",
    answers={
        "en": ("touching", "not touching"), "it": ("in contatto", "non in contatto"),
        "sv": ("press", "inte press"), "zh": ("贴球", "未贴球"),
    },
)  # fmt: skip


def _rest(stroke: Stroke, _standing: Standing | None) -> Iterable[Incident]:
    yield Incident(at_us=stroke.ended_us, balls=(), words="all balls lie still")


REST: Final = IncidentKind(
    name="rest", happened=_rest, fact="rest",
    sign=Sign(
        name="rest", letter="R", outline="M-12-7H12V7H-12Z", colour="#cfd6d1",
        words={"en": "At rest", "it": "Ferme", "sv": "I vila", "zh": "静止"},
    ),
)  # fmt: skip

KINDS: tuple[IncidentKind, ...] = (
    MOVED_BALL, STRIKE, CONTACT, TOUCH, CUSHION, POT, OFF_TABLE, JUMP, TOUCHING_BALLS, REST,
)  # fmt: skip
"""All of them, in the order in which they are told."""


def declared() -> tuple[IncidentKind, ...]:
    """Return all kinds, in the order in which they are told."""
    return KINDS


def kind_told_by(fact: str) -> IncidentKind | None:
    """Return the kind that a field of Stroke or of Standing tells; None: it tells none."""
    return next((kind for kind in declared() if kind.fact == fact), None)


def counted_facts() -> tuple[str, ...]:
    """Return the facts that are written as names of balls, and counted when a run is measured."""
    return tuple(kind.fact for kind in declared() if kind.is_counted)


def signs() -> tuple[Sign, ...]:
    """Return the signs of the review, each once."""
    by_name = {kind.sign.name: kind.sign for kind in declared() if kind.sign}
    return tuple(by_name.values())


def doubted(doubt: Doubt) -> str:
    """Return what is doubted, why, and by how much, as a person reads it."""
    kind = kind_told_by(doubt.about)
    about = (kind and kind.doubt) or doubt.about.replace("_", " ")
    return f"{about}: {doubt.why}{f' ({doubt.margin})' if doubt.margin else ''}"
