"""What is true of a clip, in the shapes that the program itself writes: strokes, calibration, places."""

from typing import Any

import numpy as np

from models.training.clips.story import Story, is_on_table, place_of
from models.training.clips.takes import Take
from models.training.strokes import STEP_S, Played
from tracker.domain.law.call import Suggestion
from tracker.domain.strokes.stroke import Bounce, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.domain.time import micros
from tracker.geometry.calibration import Calibration
from tracker.geometry.camera import Camera
from tracker.store.calibrations import calibration_record
from tracker.store.strokes import stroke_record

TOUCHING_MM = 0.1
"""Two balls whose gap is less than this touch."""


def stroke_of(story: Story, number: int) -> tuple[Stroke, Standing]:
    """Return stroke `number`, counted from 1, as facts, and the balls at rest after it."""
    told = story.told[number - 1]
    return facts_of(told.played, told.at_s, number, story.kit, in_hand=told.in_hand)


def facts_of(
    played: Played, at_s: float, number: int, kit: Kit, *, cue: str = "white", in_hand: bool = False
) -> tuple[Stroke, Standing]:
    """Return what was played at a moment as facts, and the balls at rest after it; `cue` was struck."""
    names = played.names
    met = [m for m in played.touches if cue in (names[m.balls[0]], names[m.balls[1]])]
    first_s = min((m.at_s for m in met), default=0.0)
    met_first = dict.fromkeys(sum(m.balls) - names.index(cue) for m in met if m.at_s - first_s < STEP_S / 2)
    stroke = Stroke(
        number=number,
        began_us=micros(at_s),
        ended_us=micros(at_s + played.lasts_s),
        cue_ball=cue,
        origin=Point(*map(float, played.places_mm[0, names.index(cue)])),
        in_hand=in_hand,
        touches=tuple(
            Touch(at_us=micros(at_s + m.at_s), balls=_named(played, m.balls, cue), at=Point(*m.at_mm), sure=1.0)
            for m in played.touches
        ),
        first_hit=tuple(names[ball] for ball in met_first),
        cushions=tuple(
            Bounce(at_us=micros(at_s + b.at_s), ball=names[b.ball], cushion=b.cushion, sure=1.0) for b in played.bounces
        ),
        potted=tuple(
            Pot(at_us=micros(at_s + float(p.at_s)), ball=names[p.ball], pocket=p.pocket, sure=1.0) for p in played.pots
        ),
        off_table=tuple(names[gone.ball] for gone in played.left),
        jumped=jumped(played, kit, cue),
    )
    return stroke, _standing(played, stroke.ended_us, kit)


def _named(played: Played, balls: tuple[int, int], cue: str) -> tuple[str, str]:
    """Return the names of two balls that met, the cue-ball first."""
    a, b = played.names[balls[0]], played.names[balls[1]]
    return (b, a) if b == cue else (a, b)


def _standing(played: Played, at_us: int, kit: Kit) -> Standing:
    last = played.places_mm[-1]
    left = [(i, name) for i, name in enumerate(played.names) if not np.isnan(last[i, 0])]
    places = tuple(Place(ball=name, at=Point(float(last[i, 0]), float(last[i, 1])), sd_mm=0.0) for i, name in left)
    return Standing(at_us=at_us, places=places, touching=touching(played.names, last, kit))


def touching(names: tuple[str, ...], places: np.ndarray[Any, Any], kit: Kit) -> tuple[tuple[str, str], ...]:
    """Return the pairs of balls at (n, 2) places that touch."""
    pairs = []
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            gap = float(np.linalg.norm(places[i] - places[j])) - kit.radius_of(names[i]) - kit.radius_of(names[j])
            if gap < TOUCHING_MM:
                pairs.append((names[i], names[j]))
    return tuple(pairs)


def jumped(played: Played, kit: Kit, cue: str = "white") -> tuple[str, ...]:
    """Return the balls that the cue-ball passed over, in order: it came past them in the air and covered them."""
    white = played.names.index(cue)
    if not np.any(played.heights_mm):
        return ()
    ahead = played.places_mm - played.places_mm[:, white : white + 1]
    covers = np.linalg.norm(ahead, axis=2) < [kit.radius_of(cue) + kit.radius_of(name) for name in played.names]
    way = np.gradient(played.places_mm[:, white], played.times_s, axis=0)
    before = np.einsum("tnc,tc->tn", ahead, way) > 0
    past = covers[1:] & before[:-1] & ~before[1:] & (played.heights_mm[1:, white : white + 1] > 0)
    return tuple(played.names[i] for i in np.argsort(np.argmax(past, axis=0), kind="stable") if past[:, i].any())


def places(story: Story, t_s: float) -> list[list[float] | None]:
    """Return for each ball its place in mm while it counts on the table, else None."""
    rows: list[list[float] | None] = []
    for ball in range(len(story.balls)):
        at = place_of(story, ball, t_s) if is_on_table(story, ball, t_s) else None
        rows.append(None if at is None else [round(at[0], 2), round(at[1], 2)])
    return rows


def aloft(story: Story, t_s: float) -> dict[str, Any]:
    """Return, where balls are in the air, their numbers with x, y and z of their centres; else nothing."""
    centres = {ball: place_of(story, ball, t_s) for ball in range(len(story.balls))}
    flying = {ball: at for ball, at in centres.items() if at and at[2] > story.kit.lies_mm + 1e-9}
    held = [respot.ball for respot in story.respots]
    rows = {str(ball): [round(v, 1) for v in at] for ball, at in flying.items() if ball not in held}
    return {"aloft": rows} if rows else {}


def strokes_of(story: Story) -> list[dict[str, Any]]:
    """Return the strokes as lines of strokes.jsonl, with the calls that are expected."""
    records = []
    for number, told in enumerate(story.told, 1):
        stroke, standing = stroke_of(story, number)
        e = told.expected
        calls = [Suggestion(say=e.say, value=e.value, cite=e.cite, why=e.why, sure=1.0, ask=False)]
        calls += [Suggestion(say=word, value=None, cite="", why="", sure=1.0, ask=False) for word in e.beside]
        records.append(stroke_record(stroke, standing, calls))
    return records


def truth_of(take: Take, camera: Camera, times_s: list[float], visible: list[list[float]]) -> dict[str, Any]:
    """Return all that is true of a clip whose pictures were taken at `times_s`."""
    story = take.story
    calibration = Calibration(table=story.kit.name, camera=camera, error_px=0.0, error_mm=0.0, found_by="points")
    return {
        "schema": 1,
        "clip": take.name,
        "table": story.kit.name,
        "apply": {"on": take.on, "score": list(take.score)},
        "rate": take.rate,
        "calibration": calibration_record(calibration, story.kit),
        "balls": [name for name, _ in story.balls],
        "pictures": [
            {"picture": i, "t_s": round(t, 6), "places_mm": places(story, t), "visible": visible[i], **aloft(story, t)}
            for i, t in enumerate(times_s)
        ],
        "respots": [
            {"t_s": round(r.at_s, 3), "ball": story.balls[r.ball][0], "at_mm": list(r.at_mm)} for r in story.respots
        ],
        "strokes": strokes_of(story),
    }
