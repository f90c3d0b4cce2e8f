"""A scene collection for OBS Studio: scenes with the camera and our graphics over it, each graphic a browser source.

OBS imports it under *Scene Collection, Import*. Its keys are those that OBS 28 and newer write themselves (obs-studio,
`OBSBasic::SaveScene`, `obs_scene_save`); uuids, which OBS 29.0 drops and later ones keep, are made from names, so
that the same table always gives the same file.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode
from uuid import NAMESPACE_URL, uuid5

TOP_LEFT: Final = 5
FITTED_INSIDE: Final = 2
MADE_BY: Final = 28 << 24
"""The version of OBS whose settings these are."""
CAMERA: Final = "Camera (put yours here)"
PARTS: Final = {
    "Cuewatch: score": "score", "Cuewatch: table from above": "table", "Cuewatch: event": "title",
    "Cuewatch: players": "players", "Cuewatch: statistics": "statistics", "Cuewatch: replay": "replay",
}  # fmt: skip
"""Sources, each with the graphic that it shows; no scene is called as one of them, for OBS has one list of names."""
SCENES: Final = {
    "Play": ("score", "title"),
    "Play with the table from above": ("score", "table", "title"),
    "Players": ("players", "title"),
    "Between frames": ("statistics", "title"),
    "Replay": ("replay",),
}
"""Scenes, each with its graphics, the lowest first, over the camera."""
QUICK: Final = (("Cut", False), ("Fade", False), ("Fade", True))
"""Quick transitions of the studio mode that OBS gives a new collection: name, and whether to black."""
MODULES: Final = {
    "output-timer": {
        "autoStartRecordTimer": False, "autoStartStreamTimer": False, "pauseRecordTimer": True,
        "recordTimerHours": 0, "recordTimerMinutes": 0, "recordTimerSeconds": 30,
        "streamTimerHours": 0, "streamTimerMinutes": 0, "streamTimerSeconds": 30,
    },
}  # fmt: skip
"""Settings of OBS's own tools that a new collection has: what is left out OBS reads as 0."""
ANEW: Final = ("players", "statistics", "replay")
"""Graphics that come in anew whenever their scene does."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """Where the graphics of a table come from, and how large they are wanted."""

    origin: str
    """`http://club.local:8080`."""
    table: str
    lines: int = 1080
    lang: str = "en"
    token: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the canvas."""
        return self.lines * 16 // 9, self.lines

    def address(self, part: str) -> str:
        """Return where a graphic is."""
        asked = {"part": part, "lang": self.lang} | ({"token": self.token} if self.token else {})
        return f"{self.origin.rstrip('/')}/overlay/{quote(self.table, safe='')}?{urlencode(asked)}"


def scene_collection(stream: Stream) -> Json:
    """Return the collection, to be written as JSON."""
    graphics = [_graphic(stream, name, part) for name, part in PARTS.items()]
    names = {part: name for name, part in PARTS.items()}
    scenes = [_scene(stream, name, (CAMERA, *(names[part] for part in over))) for name, over in SCENES.items()]
    first = next(iter(SCENES))
    return {
        "name": f"Cuewatch table {stream.table}", "current_scene": first, "current_program_scene": first,
        "scene_order": [{"name": name} for name in SCENES], "sources": [_camera(stream), *graphics, *scenes],
        "groups": [], "transitions": [], "quick_transitions": list(_quick()), "saved_projectors": [],
        "current_transition": "Fade", "transition_duration": 300, "preview_locked": False, "scaling_enabled": False,
        "scaling_level": 0, "scaling_off_x": 0.0, "scaling_off_y": 0.0, "modules": MODULES,
    }  # fmt: skip


def _quick() -> Iterable[Json]:
    for number, (name, to_black) in enumerate(QUICK, 1):
        yield {"name": name, "duration": 300, "hotkeys": [], "id": number, "fade_to_black": to_black}


def _camera(stream: Stream) -> Json:
    settings = {"is_local_file": False, "input": "", "looping": False, "restart_on_activate": False}
    return _source(stream, CAMERA, "ffmpeg_source", settings)


def _graphic(stream: Stream, name: str, part: str) -> Json:
    width, height = stream.size
    settings = {
        "url": stream.address(part), "width": width, "height": height, "fps_custom": False, "css": "",
        "shutdown": part in ANEW, "restart_when_active": part in ANEW, "reroute_audio": False,
    }  # fmt: skip
    return _source(stream, name, "browser_source", settings)


def _scene(stream: Stream, name: str, over: Sequence[str]) -> Json:
    items = list(_items(stream, over))
    return _source(stream, name, "scene", {"custom_size": False, "id_counter": len(items), "items": items})


def _items(stream: Stream, names: Iterable[str]) -> Iterable[Json]:
    width, height = stream.size
    for number, name in enumerate(names, 1):
        yield {
            "name": name, "source_uuid": _uuid(stream, name), "id": number, "visible": True, "locked": name != CAMERA,
            "rot": 0.0, "align": TOP_LEFT, "pos": {"x": 0.0, "y": 0.0}, "scale": {"x": 1.0, "y": 1.0},
            "bounds_type": FITTED_INSIDE, "bounds_align": 0, "bounds": {"x": float(width), "y": float(height)},
            "crop_left": 0, "crop_top": 0, "crop_right": 0, "crop_bottom": 0, "group_item_backup": False,
            "scale_filter": "disable", "blend_method": "default", "blend_type": "normal",
            "show_transition": {"duration": 0}, "hide_transition": {"duration": 0}, "private_settings": {},
        }  # fmt: skip


def _source(stream: Stream, name: str, kind: str, settings: Json) -> Json:
    return {
        "prev_ver": MADE_BY, "name": name, "uuid": _uuid(stream, name), "id": kind, "versioned_id": kind,
        "settings": settings, "mixers": 0 if kind == "scene" else 255, "sync": 0, "flags": 0, "volume": 1.0,
        "balance": 0.5, "enabled": True, "muted": False, "push-to-mute": False, "push-to-mute-delay": 0,
        "push-to-talk": False, "push-to-talk-delay": 0, "hotkeys": {}, "deinterlace_mode": 0,
        "deinterlace_field_order": 0, "monitoring_type": 0, "private_settings": {},
    }  # fmt: skip


def _uuid(stream: Stream, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"cuewatch/{stream.table}/{name}"))
