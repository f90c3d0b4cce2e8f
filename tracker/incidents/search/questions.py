"""What stays open about a stroke, each question with its answers, the likeliest first.

What was met first, what else the cue-ball met where points hang on that, what became of each lost ball, which colours
they have.
"""

from collections.abc import Iterator, Set
from math import exp, log, log1p

import numpy as np

from tracker.domain.strokes.stroke import Bounce
from tracker.domain.table.plane import Point
from tracker.geometry.paths import Path
from tracker.incidents.explain.asked import Gone, Unwatched
from tracker.incidents.explain.first_contact import WORTH_NAMING
from tracker.incidents.explain.kinds import kinds_of
from tracker.incidents.explain.losses.fates import HIDDEN, OFF, Fate, fates, unseen_worth
from tracker.incidents.explain.stages import FirstMet, weighed_firsts
from tracker.incidents.explain.weigh import LEAST, PossibleAnswer
from tracker.incidents.search.later_contacts import LaterContact
from tracker.incidents.search.scene import StrokeScene, Supposition


def open_questions(scene: StrokeScene) -> Iterator[list[PossibleAnswer[Supposition]]]:
    """Give the answers to each question, the likeliest first."""
    firsts = firsts_of(scene)
    if firsts:
        yield [PossibleAnswer(answer=Supposition(first=c, why=first_words(c)), log_odds=log(c.odds)) for c in firsts]
    yield from (met_options(one) for one in scene.later if not one.if_it_fell)
    by_fall = {one.path.track for one in scene.later if one.if_it_fell}
    for one in scene.asked.gone:
        found = fates(one.missing, scene.by.falls)
        yield [fate_option(one, fate, by_fall) for fate in found if fate.log_odds > LEAST]
    for lain in scene.asked.unwatched:
        yield unwatched_options(lain, scene)
    for path in named_ones(scene):
        yield kind_options(path, scene)
    if scene.neared:
        yield bounce_options(scene.neared)


def firsts_of(scene: StrokeScene) -> tuple[FirstMet, ...]:
    """Return what may have been met first, weighed."""
    asked = scene.asked
    if asked.cue is None or not asked.stages:
        return ()
    return weighed_firsts(asked.stages, scene.by.firsts, lambda hit: hit in asked.agreeing)


def first_words(contact: FirstMet) -> str:
    """Say what was met first."""
    if not contact.hit:
        return "no ball was met"
    return f"the {' and the '.join(contact.hit)} {'were met together' if len(contact.hit) > 1 else 'was met first'}"


def met_options(one: LaterContact) -> list[PossibleAnswer[Supposition]]:
    """Return that the cue-ball met a ball after another, or did not."""
    met = Supposition(why=f"the {one.path.ball} was met, too")
    unmet = Supposition(unmet=frozenset({one.path.track}), why=f"the {one.path.ball} was not met")
    weighed = ((met, -float(np.logaddexp(0.0, -one.log_odds))), (unmet, -float(np.logaddexp(0.0, one.log_odds))))
    options = [PossibleAnswer(answer=answer, log_odds=log_odds) for answer, log_odds in weighed]
    return sorted(options, key=lambda option: -option.log_odds)


def fate_option(gone: Gone, fate: Fate, met_if_it_fell: Set[int]) -> PossibleAnswer[Supposition]:
    """Return what may have become of a ball as an answer; of some, by their tracks, it says whether they were met."""
    ball = gone.missing.ball
    if fate.what == OFF:
        why = f"the {ball} left the table over the {gone.leave.cushion if gone.leave else 'nearest'} cushion"
    else:
        why = f"the {ball} did not fall" if fate.what == HIDDEN else f"the {ball} fell into the {fate.what} pocket"
    track = gone.missing.track
    unmet = frozenset({track} & met_if_it_fell if fate.what == HIDDEN else ())
    return PossibleAnswer(answer=Supposition(fates={track: fate}, unmet=unmet, why=why), log_odds=fate.log_odds)


def unwatched_options(lain: Unwatched, scene: StrokeScene) -> list[PossibleAnswer[Supposition]]:
    """Return that a ball which was hidden to the end still lies there, or was met and fell: nobody knows where."""
    met = log(lain.odds) - log1p(lain.odds)
    worth = met + scene.by.falls.unwatched - unseen_worth(lain.clear_s, scene.by.falls)
    fell = min(-log1p(exp(-worth)), -0.1)
    at = lain.path.places_mm[-1]
    pocket = scene.kit.pocket_nearest(Point(*at))
    stays = Supposition(why=f"the {lain.path.ball} lay where it was hidden")
    fate = Fate(what=pocket.name, log_odds=fell)
    why = f"the {lain.path.ball} was met where it was hidden, and fell"
    return [
        PossibleAnswer(answer=stays, log_odds=log(-np.expm1(fell))),
        PossibleAnswer(answer=Supposition(fates={lain.path.track: fate}, why=why), log_odds=fell),
    ]


def bounce_options(bounce: Bounce) -> list[PossibleAnswer[Supposition]]:
    """Return that the one ball which came near a cushion met it, or did not: no other did."""
    met = Supposition(bounce=bounce, why=f"the {bounce.ball} met the {bounce.cushion} cushion")
    unmet = Supposition(why="no ball met a cushion")
    options = [(met, bounce.sure), (unmet, 1 - bounce.sure)]
    return [PossibleAnswer(answer=one, log_odds=log(p)) for one, p in sorted(options, key=lambda each: -each[1])]


def named_ones(scene: StrokeScene) -> list[Path]:
    """Return the balls whose colours count: those that were lost, and those that may have been met first."""
    tracks = {one.missing.track for one in scene.asked.gone}
    tracks |= {track for c in firsts_of(scene) if c.odds > WORTH_NAMING for track in c.tracks}
    return [path for path in scene.paths if path.track in tracks and path.ball != scene.base.cue_ball]


def kind_options(path: Path, scene: StrokeScene) -> list[PossibleAnswer[Supposition]]:
    """Return the colours that a ball may have; never the cue-ball's."""
    share = kinds_of(path, scene.paths, scene.kit, scene.by.kinds)
    cue_ball = scene.base.cue_ball
    each = zip(scene.kit.kinds, share, strict=True)
    found = [(kind, float(p)) for kind, p in each if kind != cue_ball or kind == path.ball]
    whole = sum(p for _, p in found)
    options = []
    for kind, p in sorted(found, key=lambda each: -each[1]):
        if p > 0 and log(p / whole) > LEAST:
            own = kind == path.ball
            names = {} if own else exchanged(path, kind, scene)
            why = f"the {path.ball} was the {path.ball}" if own else f"the {path.ball} was the {kind}"
            options.append(PossibleAnswer(answer=Supposition(names=names, why=why), log_odds=log(p / whole)))
    return options


def exchanged(path: Path, kind: str, scene: StrokeScene) -> dict[int, str]:
    """Return the names once a ball is of another kind: where there is one of that, that ball gets its name instead."""
    names = {path.track: kind}
    if scene.kit.pieces.get(kind, 0) == 1:
        names |= {p.track: path.ball for p in scene.paths if p.ball == kind}
    return names
