"""`cuewatch look`: the balls in one picture, for a person or for a machine."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tracker.capture.picture import Image
from tracker.capture.sources.folder import read_still
from tracker.cli.finding import calibration_for, kit_for
from tracker.domain.errors import TableNotFound
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.geometry.calibration import Calibration
from tracker.geometry.sightings import Sightings
from tracker.show.pictures.overlay import draw_balls
from tracker.show.run.words import BallMark
from tracker.store.calibrations import calibration_record
from tracker.store.files import write_whole_image
from tracker.tracking.colours import assign_colours
from tracker.vision.detector import Detector
from tracker.vision.runtimes.networks import open_detector, with_network_kinds
from tracker.vision.seer import Seer

SCHEMA = 1
CLOSER = (1.25, 1.5)
"""There is time for closer looks at one picture: they show balls that touch others or lie in thrown light.

Two of them, since what one misses at the edge of certainty, for a cut that lies a pixel aside, the other mostly has.
"""
SURE_ENOUGH = 0.5
"""A thing in a single picture counts as a ball from here on; a recording has more pictures to decide by."""


def run(options: argparse.Namespace) -> int:
    """Print the balls of one picture; 1 where no table was found."""
    record = seen(options)
    if options.json:
        print(json.dumps(record, ensure_ascii=False))
    else:
        _print(record, options.image)
    return 0 if record["table"] else 1


def seen(options: argparse.Namespace) -> dict[str, Any]:
    """Return what `look --json` promises, as plain values."""
    image = read_still(Path(options.image))
    try:
        calibration = calibration_for([image], options)
    except TableNotFound as trouble:
        none: dict[str, Any] = {"calibration": None, "balls": [], "left_out": [], "counts": {}}
        return {"schema": SCHEMA, "table": False, "why": str(trouble), **none}
    marks, left_out = balls(image, calibration, options)
    if options.picture:
        write_whole_image(Path(options.picture), draw_balls(image, marks))
    kit = kit_for(options, calibration)
    counts = {ball: sum(mark.ball == ball for mark in marks) for ball in kit.kinds}
    return {
        "schema": SCHEMA,
        "table": True,
        "calibration": calibration_record(calibration, kit),
        "balls": [_ball(mark) for mark in marks],
        "left_out": [_ball(mark) for mark in left_out],
        "counts": counts,
    }


def balls(
    image: Image, calibration: Calibration, options: argparse.Namespace
) -> tuple[tuple[BallMark, ...], tuple[BallMark, ...]]:
    """Return the balls of one picture, named over the whole table at once, and those that are more than the set has."""
    kit = with_network_kinds(kit_for(options, calibration))
    return balls_by(image, calibration, kit, open_detector(kit.kinds, runtime=options.runtime))


def balls_by(
    image: Image, calibration: Calibration, kit: Kit, detector: Detector
) -> tuple[tuple[BallMark, ...], tuple[BallMark, ...]]:
    """Return the same as a detector points at them."""
    sightings = Seer(calibration, kit, detector, closer=CLOSER).see(image, 0, 0)
    names, sures = assign_colours(sightings.colour_odds, kit, sightings.sure)
    marks = (_mark(sightings, i, names[i], float(sures[i])) for i in range(len(sightings)))
    return in_stock((m for m in marks if m.sure >= SURE_ENOUGH), kit)


def in_stock(marks: Iterable[BallMark], kit: Kit) -> tuple[tuple[BallMark, ...], tuple[BallMark, ...]]:
    """Return at most as many balls of a kind as the game has, the surest of them by kinds, and the others."""
    left = dict(kit.pieces)
    kept: list[BallMark] = []
    more: list[BallMark] = []
    for mark in sorted(marks, key=lambda m: (kit.kinds.index(m.ball), -m.sure)):
        left[mark.ball] -= 1
        (kept if left[mark.ball] >= 0 else more).append(mark)
    return tuple(kept), tuple(more)


def _mark(sightings: Sightings, i: int, name: str, sure: float) -> BallMark:
    (x_mm, y_mm), (u_px, v_px) = sightings.places_mm[i], sightings.centres_px[i]
    spread = sightings.spread_mm2[i]
    return BallMark(
        ball=name,
        at=Point(float(x_mm), float(y_mm)),
        sd_mm=float(((spread[0, 0] + spread[1, 1]) / 2) ** 0.5),
        u_px=float(u_px),
        v_px=float(v_px),
        r_px=float(sightings.radii_px[i]),
        sure=sure * float(sightings.sure[i]),
    )


def _ball(mark: BallMark) -> dict[str, Any]:
    at = mark.at or Point(0.0, 0.0)
    return {
        "ball": mark.ball, "x_mm": round(at.x_mm, 1), "y_mm": round(at.y_mm, 1), "sd_mm": round(mark.sd_mm or 0.0, 2),
        "u_px": round(mark.u_px, 2), "v_px": round(mark.v_px, 2), "r_px": round(mark.r_px, 2),
        "sure": round(mark.sure, 3),
    }  # fmt: skip


def _print(record: dict[str, Any], image: str) -> None:
    console = Console()
    if not record["table"]:
        console.print(f"{image}: {record['why']}")
        return
    table = Table(title=f"{len(record['balls'])} balls in {image}")
    for column in ("ball", "x mm", "y mm", "± mm", "sure"):
        table.add_column(column, justify="left" if column == "ball" else "right")
    for ball in record["balls"]:
        table.add_row(
            ball["ball"], f"{ball['x_mm']:.1f}", f"{ball['y_mm']:.1f}", f"{ball['sd_mm']:.1f}", f"{ball['sure']:.2f}"
        )
    console.print(table)
    for ball in record["left_out"]:
        where = f"({ball['x_mm']:.0f}, {ball['y_mm']:.0f}) mm"
        console.print(f"please look: what looks like one {ball['ball']} more than the set has, at {where}")
