"""The doubts with which the likeliest reading of a stroke is told: one for each question that stays open."""

from collections.abc import Iterator, Sequence

from tracker.domain.strokes.stroke import Doubt
from tracker.incidents.explain.asked import Gone
from tracker.incidents.explain.first_contact import ASK_BELOW, WORTH_NAMING, doubts
from tracker.incidents.explain.losses.fates import HIDDEN, OFF, Fate, fates
from tracker.incidents.search.questions import firsts_of
from tracker.incidents.search.scene import StrokeScene


def doubts_of(scene: StrokeScene) -> Iterator[Doubt]:
    """Give the doubts about the questions that stay open."""
    if scene.asked.cue is None:
        yield Doubt(about="first_hit", why="the cue-ball was not seen to move")
    else:
        yield from doubts(firsts_of(scene))
        yield from met_doubts(scene)
    for one in scene.asked.gone:
        yield from fate_doubts(one, fates(one.missing, scene.by.falls))
    for lain in scene.asked.unwatched:
        why = f"{lain.path.ball} was hidden to the end, and may have been met and potted"
        yield Doubt(about="potted", why=why, candidates=((), (lain.path.ball,)))


def met_doubts(scene: StrokeScene) -> Iterator[Doubt]:
    """Give the doubts about balls that the cue-ball may have met after the first."""
    first = firsts_of(scene)[:1]
    for later in scene.later:
        ball, sure = later.path.ball, later.sure
        if max(sure, 1 - sure) < ASK_BELOW and not any(later.path.track in one.tracks for one in first):
            why = f"cannot tell whether the {ball} was met, too: {sure:.0%} that it was"
            yield Doubt(about="touches", why=why, candidates=((), (ball,)))


def fate_doubts(gone: Gone, found: Sequence[Fate]) -> Iterator[Doubt]:
    """Give the doubts about what became of a ball: whether it fell, and whether it left the table."""
    if found[0].sure >= ASK_BELOW:
        return
    ball = gone.missing.ball
    named = [fate for fate in found if fate.sure >= WORTH_NAMING]
    said = ", ".join(f"{words_of(fate)} {fate.sure:.0%}" for fate in named)
    margin = f"seen {gone.leave.seen} times beyond the {gone.leave.cushion} cushion" if gone.leave else ""
    for about, concerned in (("off_table", {OFF}), ("potted", {f.what for f in found} - {OFF, HIDDEN})):
        if any(fate.what in concerned for fate in named):
            yield Doubt(about=about, why=f"cannot tell what became of the {ball}: {said}", margin=margin,
                        candidates=((), (ball,)))  # fmt: skip


def words_of(fate: Fate) -> str:
    """Say what became of a ball."""
    return {HIDDEN: "hidden", OFF: "off the table"}.get(fate.what, f"in the {fate.what} pocket")
