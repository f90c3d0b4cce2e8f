"""Routes for whoever looks after the program: how cameras fare, what the log said last, and how full the disk is."""

import shutil
from typing import Any

from fastapi import APIRouter

from tracker import __version__
from tracker.capture.recording.parts import days
from tracker.web.hall.hall import Hall, Kept
from tracker.web.routes.tables import HallHere

router = APIRouter(tags=["service"])


@router.get("/api/care")
def care(hall: HallHere) -> dict[str, Any]:
    """Return how the program fares; nothing in it is secret, and no path of this machine is told."""
    return {
        "version": __version__,
        "cameras": [_camera(hall, name) for name in hall.channels],
        "disk": [_disk(kept) for kept in hall.kept],
        "log": hall.recent.lines,
    }


def _camera(hall: Hall, name: str) -> dict[str, Any]:
    channel = hall.channels[name]
    sight = channel.sight.newest
    return {
        "table": name, "camera": sight.camera, "why": sight.why or sight.not_kept, "view": sight.view,
        "pictures": sight.pictures, "dropped": sight.dropped, "recording": sight.recording,
        "restarts": sight.restarts, "viewers": channel.viewers,
    }  # fmt: skip


def _disk(kept: Kept) -> dict[str, Any]:
    """Return how full the disk is where something is kept; a folder yet to come will lie where its parent does."""
    there = next(path for path in (kept.path, *kept.path.absolute().parents) if path.exists())
    total, _, free = shutil.disk_usage(there)
    oldest = next(iter(days(kept.path)), None) if kept.is_recording else None
    return {
        "what": kept.what, "table": kept.table, "free_bytes": free, "total_bytes": total,
        "spare_bytes": kept.spare_bytes, "keep_days": kept.keep_days,
        "oldest": "-".join(oldest.parts[-3:]) if oldest else "",
    }  # fmt: skip
