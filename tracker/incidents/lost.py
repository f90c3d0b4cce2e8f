"""What became of the balls that were lost in a stroke: potted, off the table, or nobody can tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracker.domain.ball import WHITE
from tracker.domain.kit import Kit
from tracker.domain.stroke import Doubt, Pot
from tracker.geometry.paths import Path
from tracker.incidents.flights import Flight
from tracker.incidents.leaving import Fate, Watch, leave_of, weighed
from tracker.incidents.passing import Lain, passed, rest_through, way_of
from tracker.incidents.pots import Loss, loss_of, lost_doubt, pot_from, sent_by
from tracker.incidents.touches import Meeting

LIKELY = 0.5
"""A pot less sure than this is not told, only doubted."""
WEAK = 0.6
"""A pot less sure than this is told with a doubt."""
MAY_BE_MET = 0.1
"""Odds from which on a ball that nobody watched may have been met."""
TIMED_US = 50_000
"""A pass is timed so well: a ball that lay still later than that was not met."""
SHORT_US = 300_000
"""A ball that was lost so shortly before the end is not missed yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """The balls that went in a stroke, in the order of their going, and the doubts about them."""

    potted: tuple[Pot, ...]
    off_table: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def lost(flights: Sequence[Flight], met: Sequence[Meeting], paths: Sequence[Path], kit: Kit, watch: Watch) -> Lost:
    """Return what became of every ball that was lost in its flight."""
    losses = [with_way(loss, met) for f in flights if (loss := loss_of(f, watch.until_us, kit)) is not None]
    fates = [fate_of(loss, paths, kit, watch) for loss in losses]
    fallen = sorted((fate.pot for fate in fates if fate.pot is not None), key=lambda p: p.at_us)
    left = sorted((fate.left for fate in fates if fate.left is not None), key=lambda one: one.at_us)
    return Lost(
        potted=tuple(p for p in fallen if p.sure >= LIKELY),
        off_table=tuple(one.loss.flight.ball for one in left),
        doubts=(
            *(d for fate in fates for d in fate.doubts),
            *(weak_doubt(p) for p in fallen if p.sure < WEAK),
            *unwatched(flights, paths, kit, watch.until_us),
        ),
    )


def unwatched(flights: Sequence[Flight], paths: Sequence[Path], kit: Kit, until_us: int) -> Iterator[Doubt]:
    """Give the doubt about each ball that was hidden where it lay, to the end, and that may have been met there."""
    going = {f.path.track for f in flights}
    for path in paths:
        rest = rest_through(path, flights[0]) if path.track not in going and path.ball != WHITE else None
        if rest is None or until_us - int(path.at_us[rest.last]) <= SHORT_US:
            continue
        lain = Lain(path=path, rest=rest)
        came = [one for f in flights if not f.unseen for one in passed(way_of(f, until_us, kit), [lain], kit)]
        if any(one.odds > MAY_BE_MET and one.at_us > lain.left_us - TIMED_US for one in came):
            why = f"{path.ball} was hidden to the end, and may have been met and potted"
            yield Doubt(about="potted", why=why, candidates=((), (path.ball,)))


def fate_of(loss: Loss, paths: Sequence[Path], kit: Kit, watch: Watch) -> Fate:
    """Return what became of one lost ball."""
    pot, leave = pot_from(loss, kit), leave_of(loss, kit, watch.strays)
    if leave is not None and (leave.seen or pot is None) and loss.away_us > SHORT_US:
        return weighed(leave, pot, paths)
    if pot is not None:
        return Fate(pot=pot)
    return Fate(doubts=(lost_doubt(loss),) if loss.away_us > SHORT_US else ())


def weak_doubt(pot: Pot) -> Doubt:
    """Return the doubt about a pot that is not much likelier than not."""
    why = f"{pot.ball} may have fallen into {pot.pocket}, or be hidden"
    return Doubt(about="potted", why=why, candidates=((pot.ball,), ()))


def with_way(loss: Loss, met: Sequence[Meeting]) -> Loss:
    """Return a loss with the way on which it was sent, where the ball was not seen to move."""
    senders = [m for m in met if m.met is loss.flight] if loss.flight.unseen else []
    return sent_by(loss, min(senders, key=lambda m: m.misfit)) if senders else loss
