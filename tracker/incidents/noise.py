"""The parameters by which what was seen is weighed: fitted on drawn strokes, read from one file, never tuned by hand.

What strokes by lot cannot tell is held near what whole frames tell (`HELD_SD` of `bench.fit_odds`).
`noise.toml` beside this file holds each with its unit and what it means, and when and by which command it was fitted
(`python -m bench.fit_odds`).
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from tracker.domain import parameters
from tracker.domain.parameters import NATS, of

FILE: Final = "noise.toml"
SIGMAS, GROSS_SIGMAS = 3.0, 4.0
"""What differs by no more than so many standard deviations may be the same; and where so much is looked at that some of
it differs by that alone, by no more than so many. Conventional, not fitted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Falls:
    """What became of a ball that was lost on its way."""

    place_mm: float = of("mm", "how far its way may pass beside a pocket's mouth it fell into (1 sigma)")
    turn: float = of("mm per mm", "how far its way, drawn on, leads astray for each mm of it")
    sent_turn: float = of("mm per mm", "the same of a ball that was not seen to move, by what sent it")
    astray: float = of(NATS, "that something turned a ball on its way, so that it may have fallen anywhere")
    reach_mm: float = of("mm", "how far short of a pocket a ball seems to roll out that fell into it (1 sigma)")
    jaws_mm: float = of("mm", "how far from the hole a ball is lost that falls whichever way it went (1 sigma)")
    missed: float = of("nats per picture", "a picture of open cloth that misses a ball on its way to a pocket")
    pocket: float = of(NATS, "that a lost ball fell into a pocket that its way leads to")
    resting: float = of(NATS, "the same of one that was lost where it lay")
    after_pocket: float = of(NATS, "that a ball is still on the table that following lost on its way into a pocket")
    after_vanished: float = of(NATS, "the same where open cloth was in view in its place")
    after_present: float = of(NATS, "the same where nothing shows that it has gone")
    away: float = of(
        "nats per doubling", "that it is still on the table, for each time that it stays away twice as long"
    )
    again: float = of(NATS, "the same, where a ball of its colour came into view soon after")
    clear: float = of(NATS, "the same, once all the cloth about was in view for a second with nobody before it")
    jaws_miss: float = of(NATS, "that eyes miss a ball which hangs between the jaws, however long they look")
    stops_mm: float = of(
        "mm", "with what way to spare a ball that is lost there hangs there yet (scale of a logistic curve)"
    )
    unwatched: float = of(NATS, "that a ball which was hidden to the end, and met there, fell")
    off: float = of(NATS, "that a ball left the table which was lost on its way over a cushion")
    beyond: float = of("nats per sighting", "the same, for each sighting of it beyond a cushion, three at most")
    flew: float = of(NATS, "the same, where it went on there as a ball flies")
    past: float = of("nats per 60 mm", "the same, by how far it passed the nearest pocket's mouth, twice 60 mm at most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Firsts:
    """What the cue-ball met first."""

    heat: float = of("nats per nat", "how much less than a nat of misfit a nat counts: errors of neighbours are alike")
    tail: float = of(NATS, "what a misfit amounts to from where on more of it counts less and less")
    otherwise: float = of(NATS, "that a ball sets off for no known reason while the cue-ball is on its way")
    alone: float = of(NATS, "that a ball which begins to move with others was set going by none of those told of")
    loosely: float = of(NATS, "that a touch does not do what smooth balls do: at a cushion, in a pack, a jaw")
    far: float = of(NATS, "that a ball was met though nothing shows that the cue-ball was there")
    cue_hidden: float = of(NATS, "that a ball which set off while the cue-ball was out of view was met by it")
    farther: float = of("log of nats", "misfit at which that happens half as often")
    moment_s: float = of("s", "how far simple physics errs between two touches (1 sigma)")
    mixed: float = of(NATS, "that a move of a ball beside the cue-ball is none: their sightings were mixed up")
    watched: float = of(
        NATS, "that a ball was touched which was watched and not seen to move, beyond what `grazes` says"
    )
    unwatched: float = of(NATS, "the same of one that was out of view, beyond what `beyond` says")
    left: float = of(NATS, "that a ball was touched which was seen to have gone from its place, but not going")
    turned: float = of(NATS, "that a ball which nobody saw lay where the cue-ball turned, away from all that is known")
    in_jaws: float = of(NATS, "the same before a pocket, whose jaws may have turned it")
    emerged: float = of(NATS, "the same where a ball then came into view on a way that leads back to there")
    agrees: float = of(NATS, "that a ball was met first which the ways of all balls together name, too")
    temper: float = of("nats per nat", "how much of a nat a nat of all this is worth")
    mistaken: float = of(NATS, "that all this is about something else: a ball taken for another one")
    unexplained: float = of(NATS, "the same, where the likeliest is no touch that foretells what was seen")


@dataclass(frozen=True, slots=True, kw_only=True)
class Touching:
    """Whether two balls met as it is told."""

    knock: float = of(NATS, "that two balls met, one of which was knocked on its way")
    set_off: float = of(NATS, "the same of a ball that was set off from rest")
    relayed: float = of(NATS, "the same where the other passed on what it got too soon to be seen moving")
    place: float = of("nats per sigma^2", "by how far the ways miss each other")
    time: float = of("nats per sigma^2", "by how far the moments differ that way and knock tell")
    push: float = of("nats per sigma^2", "by how far the knock differs from what smooth balls give each other")
    late: float = of("nats per picture", "by how badly its moment is known (1 sigma)")
    cue: float = of(NATS, "where the cue-ball is one of them")
    arrival: float = of(NATS, "that a ball which came to rest beside another touched it")
    arrival_odds: float = of("nats per nat", "of what `grazes` says of that")
    pack: float = of(NATS, "that balls in a pack met which pushes explain")
    pack_worth: float = of("nats per doubling", "of what the push explains (nats)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinds:
    """Of which colour a ball is."""

    temper: float = of("nats per nat", "how much of a nat of all looks at a ball a nat is worth: looks err together")
    taken: float = of(NATS, "that a ball has a colour of which another one is that there is one of")
    named: float = of(NATS, "that it has the name that it gets where all balls on the table are named at once")
    mistaken: float = of(NATS, "that looks tell nothing, for each colour")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Whether balls were struck, or moved by a hand."""

    struck: float = of(NATS, "that balls which moved were struck")
    abrupt: float = of("nats per nat", "by the logarithm of the first pace over the fastest quarter's")
    pace: float = of("nats per nat", "by the logarithm of the greatest speed in m/s")
    white: float = of(NATS, "where the cue-ball moved first")
    met: float = of(NATS, "where balls met")
    bounced: float = of(NATS, "where none met, but one came off a cushion")
    single: float = of(NATS, "where no ball but one moved: most strokes drive another on, hands carry one at a time")
    at_once: float = of("nats per nat", "by how much likelier its first places are if it left at its full pace")
    left_in_view: float = of(NATS, "where the ball that moved first was seen to set off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """All parameters."""

    falls: Falls
    firsts: Firsts
    touching: Touching
    kinds: Kinds
    hands: Hands


PARTS: Final = {"falls": Falls, "firsts": Firsts, "touching": Touching, "kinds": Kinds, "hands": Hands}


@lru_cache(maxsize=1)
def noise() -> Noise:
    """Return the parameters as they were fitted; read once."""
    return parsed((files("tracker.incidents") / FILE).read_text("utf-8"))


def parsed(text: str) -> Noise:
    """Return the parameters that a file holds.

    Raises:
        KeyError: one is missing.
    """
    made: dict[str, Any] = parameters.parsed(text, PARTS)
    return Noise(**made)
