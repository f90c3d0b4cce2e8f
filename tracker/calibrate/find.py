"""Find the table: pictures in, a calibration out, or the reason why there is none.

Where a network tells a table to be, or a patch that may be cloth, its outline, a first guess, refinement, then which
end is Baulk; where the picture cuts a side off, the guess is made of all that the network tells. One that the picture
does not bear out (too few of its edges seen, too little cloth where the bed should be, parts of the bed out of view) is
refused, since balls placed by a wrong calibration are worse than none.
Where the table may be one of several sizes, a guess is refined by the kit that the size of the balls speaks for, and
the kits that remain are weighed once the table is found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracker.calibrate.beside import another, nearer, word_about
from tracker.calibrate.boards import GIVE_CORNERS, find_board
from tracker.calibrate.features.ball_sizes import ball_size
from tracker.calibrate.features.lines import cushion_lines
from tracker.calibrate.features.pockets import gaps
from tracker.calibrate.features.still import still_of
from tracker.calibrate.fit.finish import finish
from tracker.calibrate.fit.overlap import laid_over
from tracker.calibrate.fit.pose import Sensor, guess, rectangle
from tracker.calibrate.fit.refine import refine_near
from tracker.calibrate.fit.settle import edges_alone, settled
from tracker.calibrate.fit.softened import Softened, both_ways, softened, with_regions, with_tint
from tracker.calibrate.fit.solve import CUSHION_SPREAD_MM
from tracker.calibrate.fit.table_odds import NOTHING, UNSEEN, FitVerdict, judge, marks_of
from tracker.calibrate.kits import (
    SPOTTED_MOST,
    Share,
    contradiction,
    cushion_odds,
    doubt_of_kits,
    fitting,
    mouth_odds,
    not_for_snooker,
    rescaled,
    shares,
)
from tracker.calibrate.trials import RIVAL_COST, Trial, begun, on_wood, refined, shapes, told_shapes, widths
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import End, Kit
from tracker.geometry.calibration import Calibration
from tracker.geometry.chroma import aligned

Picture = NDArray[np.uint8]

SMALLEST_PX: Final = 160
"""A picture less high or wide than this shows no ball well enough to be placed."""
SIDES: Final = ("bottom", "top", "left", "right")
READ: Final = 0.06
"""How well the width of the cushions is read, as a share of it: 60 of 60 drawn tables to a tenth, most to 2 in 100."""
MOST_WIDTHS, MOST_SIZES = 2, 5
"""So many widths of the cushions are tried, the clearest first, and by that so many sizes of table."""
MOST_LAID: Final = 2
"""So many places in which a table lies well over what a network tells are refined."""
MOST_KITS: Final = 3
"""So many kits that are in question are fitted and weighed."""
NEARLY: Final = -3.0
"""Log odds of what may be a table for another game."""
MOST_PROMISING: Final = 2
"""Of so many guesses, the best, a side is left out in turn."""
MOST_FITS, MOST_BEGUN, MOST_MORE = 22, 44, 4
"""After so many trials in earnest, or so many that were begun, the search is given up; or so many after a good one."""
TRY_EVERY_S, TOGETHER = 0.5, 4
"""The table is sought in a few pictures half a second apart: a player who walks through hides it in few of them."""
BEYOND_DOUBT: Final = 2.5
"""A fit with these log odds is taken without trying others: most edges, marks and pockets in place."""


def find_table(pictures: Sequence[Picture], kits: Kit | Sequence[Kit], baulk: End | None = None) -> Calibration:
    """Return the calibration of the camera that took these pictures of one table.

    Args:
        pictures: one or a few (h, w, 3) BGR pictures of one view, all of one size.
        kits: the table, or all that it may be, the usual one first; then the likeliest is taken, and doubt is noted.
        baulk: where in the picture the Baulk end lies, when a person knows.

    Raises:
        TableNotFound: no table that can be trusted, or none for snooker, or no board; the message says why.
        BadInput: no pictures at all, or of different sizes.
    """
    if isinstance(kits, Kit) and kits.disc_mm:
        return find_board(pictures, kits, baulk)
    among = (kits,) if isinstance(kits, Kit) else tuple(kits)
    picture = aligned(still_of(pictures))
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    if min(sensor.width_px, sensor.height_px) < SMALLEST_PX:
        raise TableNotFound(f"a picture of {sensor.width_px}x{sensor.height_px} is too small to find a table in")
    soft = with_regions(with_tint(softened(picture)))
    best, doubts = found_in(soft, sensor, among)
    calibration = finish(soft, best.fit, best.kit, baulk)
    return replace(calibration, notes=(*calibration.notes, *doubts))


def found_in(soft: Softened, sensor: Sensor, among: Sequence[Kit]) -> tuple[Trial, tuple[str, ...]]:
    """Return the likeliest table in a picture, of one of the kits, before its ends are named; and what is in doubt.

    Raises:
        TableNotFound: no table that can be trusted, or none for snooker; the message says why.
    """
    best: Trial | None = None
    verdict = NOTHING
    nearly: list[tuple[Trial, FitVerdict]] = []
    for trial, told in _searched(soft, sensor, among):
        if told.nats >= NEARLY:
            nearly.append((trial, told))
        if told.nats > verdict.nats:
            best, verdict = trial, told
            _must_be_for_snooker(soft.picture, trial, told)
        if verdict.nats > BEYOND_DOUBT:
            break
    if nearly and not verdict.good:
        best, verdict = _reconsidered(soft, sensor, nearly)
    if best is None or not verdict.good:
        raise TableNotFound(f"no table found: {verdict.why}; show the whole table, or {GIVE_CORNERS}")
    best, other = nearer(best, another(soft, sensor, best))
    doubts = () if other is None else (word_about(other, best),)
    if len(among) > 1:
        best, likely = _sized(soft, sensor, _settled(soft, sensor, best), among)
        doubts = (*doubt_of_kits(likely), *doubts)
    kit = next(kit for kit in among if kit.name == best.kit.name)
    return replace(best, kit=kit), doubts


def all_fits(picture: Picture, kits: Sequence[Kit]) -> Iterator[tuple[Trial, FitVerdict]]:
    """Yield all fits that are made of a picture before the search is given up, good ones or not."""
    sensor = Sensor(width_px=picture.shape[1], height_px=picture.shape[0])
    yield from _searched(with_regions(with_tint(softened(picture))), sensor, kits)


def _searched(soft: Softened, sensor: Sensor, kits: Sequence[Kit]) -> Iterator[tuple[Trial, FitVerdict]]:
    """Yield the fits of what a network tells of a picture, by its outlines and as a whole, and those of its colours."""
    told, coloured = both_ways(soft)
    yield from _so_many(_judged(told, sensor, kits))
    yield from _laid(told, sensor, kits)
    yield from _so_many(_judged(coloured, sensor, kits))


def _laid(soft: Softened, sensor: Sensor, kits: Sequence[Kit]) -> Iterator[tuple[Trial, FitVerdict]]:
    """Yield the fits of tables that lie best over all that a network tells, where the picture cuts sides off."""
    shapes = [outline.in_picture(cloth.scale) for cloth, outline in told_shapes(soft) if not all(outline.seen)]
    for laid in islice(laid_over(soft, shapes, sensor, kits[0]), MOST_LAID):
        wood = Trial(fit=laid, kit=kits[0])
        size = ball_size(soft.picture, laid.camera, wood.kit) if len(kits) > 1 else None
        likely: dict[str, Kit] = {}
        for width in (laid.cushion.width_mm / wood.kit.length_mm, *widths(soft, wood)[:1]):
            for kit in fitting(kits, size, wood.kit, width)[:MOST_WIDTHS]:
                likely.setdefault(kit.name, kit)
        for kit in list(likely.values())[:MOST_KITS]:
            start = replace(rescaled(laid, wood.kit, kit), width_spread_mm=READ * kit.cushion_mm)
            fit = refine_near(soft, start, sensor, kit)
            yield Trial(fit=fit, kit=kit), judge(soft, fit, kit)


def against_the_named(picture: Picture, calibration: Calibration, told: Kit, kits: Sequence[Kit]) -> tuple[str, ...]:
    """Return what to tell a person where the picture speaks against the table that they named; mostly nothing."""
    size = None if told.disc_mm else ball_size(picture, calibration.camera, told)
    among = kits if told in kits else (*kits, told)
    return contradiction(told, shares(among, size, told)) if size is not None else ()


def _must_be_for_snooker(picture: Picture, trial: Trial, told: FitVerdict) -> None:
    """Raise TableNotFound where what is nearly a table, or one, carries the balls of another game."""
    if told.nats >= NEARLY and (why := not_for_snooker(ball_size(picture, trial.fit.camera, trial.kit), trial.kit)):
        raise TableNotFound(f"a table is seen, but not one for snooker: {why}")


def _so_many(judged: Iterator[tuple[Trial, FitVerdict]]) -> Iterator[tuple[Trial, FitVerdict]]:
    """Yield trials until enough were made in earnest, or only begun: where nothing was seen none was."""
    earnest = since_good = 0
    for trial, told in islice(judged, MOST_BEGUN):
        yield trial, told
        earnest += bool(trial.fit.seen)
        since_good += bool(trial.fit.seen) and (told.good or since_good > 0)
        if earnest >= MOST_FITS or since_good > MOST_MORE:
            return


def _reconsidered(soft: Softened, sensor: Sensor, nearly: list[tuple[Trial, FitVerdict]]) -> tuple[Trial, FitVerdict]:
    """Return the likeliest of what is nearly a table once its cushions are read: it may have lain a bit beside them."""
    promising = sorted(nearly, key=lambda one: -one[1].nats)[:MOST_PROMISING]
    read = [_settled(soft, sensor, trial) for trial, _ in promising]
    return max(((trial, judge(soft, trial.fit, trial.kit)) for trial in read), key=lambda one: one[1].nats)


def _settled(soft: Softened, sensor: Sensor, trial: Trial) -> Trial:
    """Return a trial with its cushions read, and the edges that the picture then shows of them."""
    fit = settled(soft, trial.fit, sensor, trial.kit, cushion_lines(trial.kit))
    return replace(trial, fit=edges_alone(fit))


def _sized(soft: Softened, sensor: Sensor, best: Trial, kits: Sequence[Kit]) -> tuple[Trial, list[Share]]:
    """Return the fit by the likeliest kit that could be fitted, and how likely all kits in question are.

    One that could not be fitted may still be the table: it stays in question by the size of its balls.
    """
    picture = soft.picture
    size = ball_size(picture, best.fit.camera, best.kit)
    besides = dict(zip([kit.name for kit in kits], _besides(picture, best, kits), strict=True))
    likely = shares(kits, size, best.kit, list(besides.values()))
    rivals = [share.kit for share in likely if share.odds > SPOTTED_MOST][:MOST_KITS]
    trials = {best.kit.name: best}
    for kit in rivals:
        if kit.name not in trials:
            tries = [refined(seen, _resized(best, kit), sensor) for seen in both_ways(soft)]
            trial, told = max(tries, key=lambda one: one[1].nats)
            if told.good:
                trials[kit.name] = trial
    among = [best.kit, *(kit for kit in rivals if kit.name != best.kit.name)]
    fits = [trials.get(kit.name) for kit in among]
    marks = [max(marks_of(soft, one.fit, one.kit), 0.0) if one else 0.0 for one in fits]
    weights = [besides[kit.name] + mark for kit, mark in zip(among, marks, strict=True)]
    found = shares(among, size, best.kit, weights)
    return next(trials[share.kit.name] for share in found if share.kit.name in trials), found


def _besides(picture: Picture, best: Trial, kits: Sequence[Kit]) -> list[float]:
    """Return the log odds of each kit by how wide cushions and middle pockets are against the bed."""
    length = best.kit.length_mm
    mouths = [gap.wide_mm / length for gap in gaps(picture, best.fit.camera, best.fit.cushion, best.kit)]
    width = best.fit.cushion.width_mm / length
    return [cushion_odds(kit, width) + mouth_odds(kit, mouths) for kit in kits]


def _resized(trial: Trial, kit: Kit) -> Trial:
    return replace(trial, fit=rescaled(trial.fit, trial.kit, kit), kit=kit)


def _judged(soft: Softened, sensor: Sensor, kits: Sequence[Kit]) -> Iterator[tuple[Trial, FitVerdict]]:
    """Yield cameras refined from all first guesses, then from the most promising ones with something left out of them.

    That is the width of the cushions that was read first, or a side.
    """
    tried: list[tuple[float, list[Trial]]] = []
    for first in _guesses(soft, sensor, kits[0]):
        wood = on_wood(soft, first, sensor)
        starts = list(_by_size(soft, wood, sensor, kits)) if wood is not None else []
        if not starts:
            yield first, UNSEEN
            continue
        trial, told = refined(soft, starts[0], sensor)
        tried.append((told.nats, starts))
        yield trial, told
    promising = [starts for _, starts in sorted(tried, key=lambda one: -one[0])[:MOST_PROMISING]]
    for starts in promising:
        yield from (refined(soft, other, sensor) for other in starts[1:])
    for starts, side in product(promising, () if soft.by_regions else SIDES):
        yield refined(soft, starts[0], sensor, side)


def _by_size(soft: Softened, wood: Trial, sensor: Sensor, kits: Sequence[Kit]) -> Iterator[Trial]:
    """Yield guesses by the kits that the width of the cushions and the size of the balls speak for, the likelier first.

    How wide the cushions are, is read off the picture, and may be misread.
    """
    size = ball_size(soft.picture, wood.fit.camera, wood.kit) if len(kits) > 1 else None
    likely = [fitting(kits, size, wood.kit, width) for width in widths(soft, wood)[:MOST_WIDTHS]]
    for kit in (*(kits_of[0] for kits_of in likely), *(likely[0][1:MOST_SIZES] if likely else ())):
        yield from _begun_by(wood, kit, sensor, READ * kit.cushion_mm)


def _begun_by(first: Trial, kit: Kit, sensor: Sensor, spread_mm: float = CUSHION_SPREAD_MM) -> Iterator[Trial]:
    """Yield a first guess from the same shape by another kit, whose cushions are wider or narrower on its cloth."""
    if kit == first.kit:
        yield first
        return
    corners = first.fit.camera.project(rectangle(first.kit, first.fit.cushion.width_mm))
    found = guess(corners, rectangle(kit, kit.cushion_mm), sensor)
    if found is not None and found[1] < RIVAL_COST:
        fit = replace(rescaled(first.fit, first.kit, kit), camera=found[0], width_spread_mm=spread_mm)
        yield replace(first, kit=kit, fit=fit)


def _guesses(soft: Softened, sensor: Sensor, kit: Kit) -> Iterator[Trial]:
    """Yield the cameras to begin with for the shapes that a table, or each cloth, may have, the likelier first."""
    for cloth, outline in told_shapes(soft) if soft.by_regions else shapes(soft.picture):
        yield from begun(outline.in_picture(cloth.scale), sensor, kit)
