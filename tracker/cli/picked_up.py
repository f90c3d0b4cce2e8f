"""A frame that is on when `cuewatch serve` begins: it is picked up with the score and the ball on that a person names.

The match begins at once, so that no stroke is lost; how many reds are up is told by the balls as soon as they are seen
at rest, and the beginning is corrected by that.
"""

import argparse
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from tracker.cli.serving import Serving
from tracker.cli.typed import checked_score, setup_of
from tracker.domain.book.setup import Start
from tracker.domain.errors import BadInput, CuewatchError
from tracker.domain.strokes.stroke import Standing
from tracker.live.log import say
from tracker.live.table.table import Table, rules_for
from tracker.match.book.entries import Header
from tracker.match.steps import BeginMatch, CorrectBeginning
from tracker.pipeline.opening import opening_setup

LOOK_S: Final = 0.5
SAME: Final = 3
"""So many looks in a row must see the same balls before they are believed to be all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedUp:
    """What a person says of a frame that is on."""

    header: Header
    score: tuple[int, int]
    on: str | None


def picked_up_of(options: argparse.Namespace, serving: Serving) -> PickedUp | None:
    """Return what the options of `serve` say of a frame that is on; None: nothing.

    Raises:
        BadInput: no camera watches the table, or nobody can have such a score or name.
        UnknownName: there is no such rulebook or kit.
    """
    if options.score is None and options.on is None:
        if options.players is not None:
            raise BadInput(
                "--players: name those of a frame that is on, with --score or --on; others begin at the desk"
            )
        return None
    order = serving.tables[0].order
    if order is None or options.source is None:
        raise BadInput(
            "--score and --on pick up a frame that a camera watches: name its --source; else begin at the desk"
        )
    score = checked_score(options.score) or (0, 0)
    setup = replace(setup_of(options.players), start=Start(scores=score, on=options.on))
    header = Header(rulebook=serving.rulebook, table=order.kit, setup=setup)
    rules_for(header).opening(setup)  # a ball that cannot be on is said before anything is served
    return PickedUp(header=header, score=score, on=options.on)


@contextmanager
def picking_up(picked: PickedUp | None, tables: Sequence[Table]) -> Iterator[None]:
    """Have the frame played at the first table until the block is left; a match that was kept there goes on instead."""
    table = tables[0]
    match = table.moment.match
    if picked is None:
        yield
        return
    if match is not None and not match.over:
        say("--score and --on are not used: a match is being played at the table", table=table.name)
        yield
        return
    begun = table.do(BeginMatch(header=picked.header)).at
    closing = threading.Event()
    looker = threading.Thread(target=_look, args=(table, picked, begun, closing), name="picks up", daemon=True)
    looker.start()
    try:
        yield
    finally:
        closing.set()
        looker.join()


def _look(table: Table, picked: PickedUp, begun: tuple[int, int], closing: threading.Event) -> None:
    """Look until the same balls have been seen at rest a few times, and correct the beginning of the frame by them.

    Once a stroke was told, or something called, it is no beginning any more that they would tell.
    """
    seen: list[Counter[str]] = []
    while not closing.wait(LOOK_S) and table.moment.at == begun:
        standing = table.moment.standing
        seen = [*seen, Counter(place.ball for place in standing.places)][-SAME:] if standing else []
        if standing and len(seen) == SAME and all(one == seen[0] for one in seen):
            _correct(table, picked, standing)
            return


def _correct(table: Table, picked: PickedUp, standing: Standing) -> None:
    opening = opening_setup(standing, rules_for(picked.header), picked.score, picked.on)
    assert opening.setup.start is not None  # a score, or a ball on, was named
    start = replace(opening.setup.start, places=())  # by the time that somebody plays they may lie elsewhere
    for doubt in opening.doubts:
        say("picked up in doubt", table=table.name, why=doubt.why)
    try:
        table.do(CorrectBeginning(changes={"start": start}))
    except CuewatchError as trouble:
        say("the frame could not be picked up by the balls that are seen", table=table.name, why=str(trouble))
