"""A cue-ball that was stopped dead beside where it lay: struck full at a ball that all but touched it.

All of its pace goes into that ball, so that it is hardly seen to move, and no flight of its own tells of the stroke.
The other ball does: it set off as if struck, along the line of centres and away from the cue-ball (Alciatore, The
Illustrated Principles of Pool and Billiards, on stun). A hand that takes a ball starts slowly, and seldom that way.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.segment.flights import Flight
from tracker.incidents.segment.rests import Rest, rest_from, rests_of, sighted, tolerance_of

UNSEEN_MM: Final = 6.0
"""A cue-ball that came no farther than this may not be seen to move, what both places err by included."""
ASIDE_MM: Final = 5.0
"""So far beside the middle of the cue-ball leads the other ball's way, drawn back: throw, and what places err by."""
TIP_US: Final = 1_000
"""So long the tip is on the cue-ball, which moves the other after that (Marlow, The Physics of Pocket Billiards)."""
FIRST: Final = 6
"""So many sightings tell which way a ball went."""


def stunned(went: Flight, paths: Sequence[Path], kit: Kit) -> Flight | None:
    """Return the flight of the cue-ball that drove a ball on its way and stopped dead; None: none did.

    Args:
        went: the ball that set off, no other having moved before.
        paths: the lives of all balls.
        kit: the table.
    """
    for path in paths:
        rest = lain_through(path, went.onset_us) if path.is_cue_ball else None
        if rest is not None and drove(rest, path.ball, went, kit):
            return stopped_at_once(path, rest, went)
    return None


def lain_through(path: Path, at_us: int) -> Rest | None:
    """Return the rest of a ball that lay still before a time and after it."""
    rests = rests_of(path, tolerance_of(path))
    return next((rest for rest in rests if path.at_us[rest.first] < at_us < path.at_us[rest.last]), None)


def drove(rest: Rest, cue_ball: str, went: Flight, kit: Kit) -> bool:
    """Say whether a ball went straight away from where the cue-ball lay beside it."""
    own = went.indices[:FIRST]
    if went.before is None or len(own) < 2:
        return False
    line = np.array(went.before.place) - np.array(rest.place)
    way = went.path.raw_mm[own[-1]] - np.array(went.before.place)
    aside_mm = abs(float(line[0] * way[1] - line[1] * way[0])) / float(np.hypot(*way))
    gap_mm = float(np.hypot(*line)) - kit.apart_mm(cue_ball, went.ball)
    return gap_mm < UNSEEN_MM and aside_mm < ASIDE_MM and float(line @ way) > 0


def stopped_at_once(path: Path, rest: Rest, went: Flight) -> Flight | None:
    """Return the flight from one sighting to the next of a cue-ball at rest, as another ball set off.

    None where it was not seen before and after.
    """
    own = sighted(path, rest.first, rest.last)
    k = int(np.searchsorted(path.at_us[own], went.onset_us))
    if not 0 < k < len(own) - 1:
        return None
    return Flight(
        path=path, first=int(own[k]), last=int(own[k]), onset_us=went.onset_us - TIP_US,
        onset_sd_us=went.onset_sd_us, ended_us=int(path.at_us[own[k + 1]]), before=rest_from(path, own[:k]),
        after=rest_from(path, own[k + 1 :]), tolerance_mm=went.tolerance_mm,
    )  # fmt: skip
