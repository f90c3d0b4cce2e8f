"""What the cue-ball met first in a stroke, how sure that is, and what a person should look at where it is not.

No ball moves before the first contact, so only those that began to move first can have been met first: `hypotheses`
weighs them. A ball that did not visibly move was touched only if it was brushed or reached by a hair: `grazes`. What
was met is what is likeliest; where that is not likely enough, the pictures do not decide: the candidates are named.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.domain.strokes.stroke import Doubt, Touch
from tracker.incidents.explain.stages import FirstMet, Names

ASK_BELOW = 0.95
"""What is less likely than this is told with a doubt: a person may look."""
WORTH_NAMING = 0.03
"""From here on something is named among what may have been."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstContact:
    """What the cue-ball met first."""

    hit: Names
    """The ball, or two met together; none."""
    sure: float
    touches: tuple[Touch, ...] = ()
    """The same as touches, where it is told when and where."""


def first_told(contact: FirstMet, cue_ball: str) -> FirstContact:
    """Return a first contact as a fact, with its touches as the fit tells them that speaks for it most.

    Where it is not likely enough the moment would be that of a guess, and is left out.
    """
    fit = contact.fit if contact.odds >= ASK_BELOW else None
    touches = () if fit is None else tuple(
        Touch(at_us=round(fit.at_s * 1e6), balls=(cue_ball, ball), at=fit.at, sure=contact.odds) for ball in contact.hit
    )  # fmt: skip
    return FirstContact(hit=contact.hit, sure=contact.odds, touches=touches)


def doubts(found: Sequence[FirstMet]) -> tuple[Doubt, ...]:
    """Return the doubt about a first contact, where it is not sure enough."""
    best = found[0]
    if best.odds >= ASK_BELOW:
        return ()
    named = [c for c in found if c.odds >= WORTH_NAMING]
    said = ", ".join(f"{' and '.join(c.hit) or 'nothing'} {c.odds:.0%}" for c in named)
    margin = next((c.margin for c in named if c.margin), "")
    return (Doubt(about="first_hit", why=f"cannot tell what was met first: {said}", margin=margin,
                  candidates=tuple(c.hit for c in named)),)  # fmt: skip
