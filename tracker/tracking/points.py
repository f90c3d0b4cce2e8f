"""The balls of one picture as rows for the file of tracks, each under the name that the whole table gives it."""

from collections.abc import Mapping

import numpy as np

from tracker.domain.table.plane import Point
from tracker.geometry.camera import Camera
from tracker.geometry.paths import TrackPoint
from tracker.geometry.sightings import Sightings
from tracker.tracking.associate import is_open
from tracker.tracking.colours import name_table
from tracker.tracking.renew import colour_told, fix_of, shape_of
from tracker.tracking.state import Following, Track

Disc = tuple[float, float, float]


def points_of(
    tracks: tuple[Track, ...], sightings: Sightings, seen: Mapping[int, int], state: Following
) -> tuple[TrackPoint, ...]:
    """Return a point for each track; `seen` maps track numbers to sightings."""
    names = names_of(tracks, state)
    discs = {t.track: t.disc_px for t in tracks} | discs_where(tracks, seen, state)
    return tuple(point_of(t, names[t.track], sightings, seen.get(t.track), discs[t.track]) for t in tracks)


def unseen_points(tracks: tuple[Track, ...], sightings: Sightings, state: Following) -> tuple[TrackPoint, ...]:
    """Return a point for each track in a picture that shows no table."""
    names = names_of(tracks, state)
    return tuple(point_of(t, names[t.track], sightings, None, t.disc_px) for t in tracks)


def names_of(tracks: tuple[Track, ...], state: Following) -> dict[int, tuple[str, float]]:
    """Return the name of each track and how sure it is, decided over the whole table."""
    if not tracks:
        return {}
    sure = np.array([(1.0 if t.confirmed else 0.2) for t in tracks])
    names, sures = name_table(np.array([t.log_odds for t in tracks]), state.kit, sure)
    return {t.track: (name, float(s)) for t, name, s in zip(tracks, names, sures, strict=True)}


def discs_where(tracks: tuple[Track, ...], seen: Mapping[int, int], state: Following) -> dict[int, Disc]:
    """Return the discs in the picture of the balls that were not seen, where the camera is known."""
    unseen = [t for t in tracks if t.track not in seen]
    return {} if state.camera is None or not unseen else projected(unseen, state.camera, state.kit.ball_radius_mm)


def projected(tracks: list[Track], camera: Camera, radius_mm: float) -> dict[int, Disc]:
    """Return the discs that balls make in the picture where they are believed to be."""
    places = np.array([t.mean[:2] for t in tracks])
    centres = camera.project_on(places, radius_mm)
    radii = camera.ball_radius_px(places, radius_mm)
    return {t.track: (float(c[0]), float(c[1]), float(r)) for t, c, r in zip(tracks, centres, radii, strict=True)}


def point_of(track: Track, name: tuple[str, float], sightings: Sightings, j: int | None, disc: Disc) -> TrackPoint:
    """Return one ball of one picture; `j` is its sighting, None where it was not seen."""
    fix = None if j is None else fix_of(sightings, j)
    openness = sightings.openness if sightings.table_seen else None
    told, weight = (None, 0.0) if j is None else colour_told(sightings, j, track.moving)
    return TrackPoint(
        picture=sightings.picture,
        at_us=sightings.at_us,
        track=track.track,
        ball=name[0],
        at=track.at,
        sd_mm=track.sd_mm,
        u_px=disc[0],
        v_px=disc[1],
        r_px=disc[2],
        seen=fix is not None,
        sure=name[1] * (track.trust if fix else 0.5 * track.trust),
        raw=None if fix is None else Point(fix.x_mm, fix.y_mm),
        raw_sd_mm=0.0 if fix is None else fix.sd_mm,
        raw_shape=None if j is None else shape_of(sightings, j),
        open_cloth=fix is None and openness is not None and is_open(openness, *track.at),
        left_bare=track.left is not None and openness is not None and is_open(openness, *track.left),
        moving=track.moving,
        confirmed=track.confirmed,
        look=None if told is None else tuple(told.tolist()),
        look_weight=weight,
        evidence=track.evidence if sightings.table_seen else 0.0,
    )
