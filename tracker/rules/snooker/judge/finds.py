"""Errors that come to light: a colour missing, on a wrong spot or put up by mistake, a red put up for a colour.

Theory: Section 3 Rules 2(b), 7(b)-(d), 8(g), 9(a) and 10(d). What is found once a frame is over changes nothing.
"""

from dataclasses import dataclass

from tracker.domain.errors import CallRefused
from tracker.domain.law.call import Call, Suggestion
from tracker.domain.law.ruling import Ruling
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.kit import Kit
from tracker.rules.snooker.frame.calls import PutBack, PutUp, TakeOff
from tracker.rules.snooker.frame.position import Position
from tracker.rules.snooker.places.spotting import spot_colours


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """What came to light: `what` is one of the words below, `ball` the ball that it is about."""

    what: str
    """`colour_missing`, `colour_misplaced`, `colour_spotted_in_error`, `red_spotted_for`, `now_touching`, `fell`."""
    ball: str
    identified: bool = False
    """Of a red put up for a colour: it is known which one it is."""
    gone: bool = False
    """That red has left the table since."""


def rule_on_find(at: Position, find: Find, kit: Kit) -> Ruling:
    """Return what the referee does about it; no colour is spotted once the frame is over or tied (SNK-3.7.c.i).

    Raises:
        CallRefused: it is no error of this game.
    """
    if find.what not in FINDS or (find.what not in OF_ANY_BALL and find.ball not in COLOURS):
        raise CallRefused(f"{find.what} {find.ball} is nothing that comes to light in snooker")
    if at.over or (at.respotted and find.what not in OF_ANY_BALL):
        return Ruling(suggestions=(), calls=())
    calls, cite, why = FINDS[find.what](at, find, kit)
    said = Suggestion(say="REPLACE" if calls else "PLAY ON", value=None, cite=cite, why=why, sure=1.0, ask=False)
    spots = tuple(call.place for call in calls if isinstance(call, PutUp))
    return Ruling(suggestions=(said,), calls=calls, spots=spots)


OF_ANY_BALL = ("now_touching", "fell")
"""What happens to a re-spotted black as to any other ball."""

Answer = tuple[tuple[Call, ...], str, str]
"""The calls, the paragraph and the reason."""


def _spot(at: Position, colour: str, kit: Kit) -> PutUp:
    lying = (place.at for place in at.lie or () if place.ball != colour)
    place: Place = spot_colours((colour,), lying, kit)[0]
    return PutUp(place=place)


def _missing(at: Position, find: Find, kit: Kit) -> Answer:
    """3.7(c)(i): a colour missing by an earlier oversight is spotted when it is noticed, and nobody pays."""
    return (_spot(at, find.ball, kit),), "3.7(c)(i)", f"the {find.ball} is missing: it is spotted, nobody pays"


def _misplaced(at: Position, find: Find, kit: Kit) -> Answer:
    """3.2(b), 3.7(c), 3.10(d): a wrong spot is put right before the next stroke, and stays once that is played."""
    just = at.just.spotted if at.just else COLOURS if at.opening else ()
    if find.ball in just:
        return (_spot(at, find.ball, kit),), "3.7(j)", f"the {find.ball} stands on a wrong spot, no stroke played since"
    return (), "3.7(c)", f"a stroke was played with the {find.ball} so: it counts as correctly spotted"


def _in_error(at: Position, find: Find, kit: Kit) -> Answer:
    """3.7(b): a colour potted for good and put up again comes off; its points count once the next stroke is played."""
    just = at.just
    potted_now = just is not None and just.by == at.striker and find.ball in just.potted
    if potted_now and just is not None and find.ball not in just.spotted:
        why = f"the {find.ball} should not have been on the table: its points do not count before the next stroke"
        return (TakeOff(ball=find.ball, unscored=just.points),), "3.7(b)", why
    calls = (TakeOff(ball=find.ball),) if find.ball in at.colours else ()
    return calls, "3.7(b)", f"the {find.ball} was put up by mistake: off it comes, and points already made count"


def _red_for(at: Position, find: Find, kit: Kit) -> Answer:
    """3.7(d): a red put up for a colour comes off where it is known, the colour missing and the red still there."""
    missing = find.ball not in at.colours
    up = (_spot(at, find.ball, kit),) if missing else ()
    if find.identified and missing and not find.gone:
        return (TakeOff(ball=RED), *up), "3.7(d)(i)", f"the red put up for the {find.ball} comes off"
    return up, "3.7(d)(ii)", f"the red put up for the {find.ball} stays: sixteen reds"


def _touching(at: Position, find: Find, kit: Kit) -> Answer:
    """3.8(g): a ball that moved against the cue-ball, or away from it, before the stroke is put back."""
    return (PutBack(balls=(find.ball,)),), "3.8(g)", f"the {find.ball} moved since it was examined: it is put back"


def _fell(at: Position, find: Find, kit: Kit) -> Answer:
    """3.9(a): a ball that falls in when no stroke is in progress is put back; all points count."""
    return (PutBack(balls=(find.ball,)),), "3.9(a)", f"the {find.ball} fell in between strokes: it is put back"


FINDS = {
    "colour_missing": _missing,
    "colour_misplaced": _misplaced,
    "colour_spotted_in_error": _in_error,
    "red_spotted_for": _red_for,
    "now_touching": _touching,
    "fell": _fell,
}
"""What can come to light."""
