"""A stand-in for what a review asks of the server, answered in the browser: strokes, pictures by number, verdicts."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import cv2
import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WIDTH, HEIGHT = 320, 180
FIRST, MANY, EVERY_US = 100, 60, 40_000
STROKES = "/api/tables/1/strokes"


def shade(number: int) -> int:
    """Return how bright the picture of this number is: no two near each other are alike."""
    return 20 + 3 * (number % 75)


def jpeg(number: int) -> bytes:
    picture = np.full((HEIGHT, WIDTH, 3), shade(number), np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def incident(kind: str, number: int, *balls: str, **more: Any) -> dict[str, Any]:
    at_us = (number - FIRST) * EVERY_US
    plain = {"margin": "", "why": "", "x_mm": 900.0, "y_mm": 900.0, "x_px": 160.0, "y_px": 90.0}
    return {"kind": kind, "at_us": at_us, "picture": number, "sure": 1.0, "balls": list(balls)} | plain | more


def stroke(sequence: int, **more: Any) -> dict[str, Any]:
    """Return a stroke with sixty pictures, numbered from 100."""
    line = {"epoch": 1, "sequence": sequence, "number": sequence, "began_us": 0, "ended_us": MANY * EVERY_US}
    told = [
        incident("strike", 102, "white"), incident("touch", 118, "white", "red", sure=0.93, margin="4 ms"),
        incident("cushion", 125, "white"), incident("touch", 131, "white", "blue"), incident("pot", 140, "red"),
        incident("rest", 155, "white", x_px=None, y_px=None),
    ]  # fmt: skip
    return line | {
        "title": f"Call {sequence}", "has_pictures": True, "verdict": None, "width": WIDTH, "height": HEIGHT,
        "pictures": [{"number": FIRST + n, "at_us": n * EVERY_US} for n in range(MANY)],
        "outline_px": [[20, 20], [300, 20], [300, 160], [20, 160]], "incidents": told,
        "tracks": [
            {"ball": "white", "track": 1, "points": [[100 + n, 50 + 2 * n, 60, 0, 0, True] for n in range(60)]},
            {"ball": "red", "track": 2, "points": [[100 + n, 90, 60 + n, 900, 860 + n, True] for n in range(40)]},
            {"ball": "red", "track": 3, "points": [[100, 200, 60, 1500, 860, True]]},
        ],
        "first_contact": {"balls": ["red"], "sure": 0.93, "why": "", "margin": "4 ms"}, "doubts": [],
        "verdicts": [], "clips": [], "why_no_pictures": "",
    } | more  # fmt: skip


LISTED = ("epoch", "sequence", "number", "began_us", "ended_us", "title", "has_pictures", "verdict")


@dataclass
class Archive:
    """What the stand-in keeps; `asked` has the numbers of the pictures that were asked for, in order."""

    strokes: list[dict[str, Any]]
    pictures: Callable[[int], bytes] = jpeg
    asked: list[int] = field(default_factory=list)
    clips: list[dict[str, Any]] = field(default_factory=list)
    late: frozenset[str] = frozenset()
    """Addresses, from the strokes on, that are not answered until `release`."""
    waiting: "list[Route]" = field(default_factory=list)

    def answer(self, route: "Route") -> None:
        """Answer one request."""
        path = urlsplit(route.request.url).path.removeprefix(STROKES)
        if path in self.late:
            return self.waiting.append(route)
        if not path:
            return route.fulfill(json=[{name: one[name] for name in LISTED} for one in self.strokes])
        _, sequence, *rest = path.strip("/").split("/")
        one = next(one for one in self.strokes if one["sequence"] == int(sequence))
        if found := re.fullmatch(r"pictures/(\d+)\.jpg", "/".join(rest)):
            self.asked.append(int(found[1]))
            return route.fulfill(body=self.pictures(int(found[1])), content_type="image/jpeg")
        said = json.loads(route.request.post_data or "null")
        if rest == ["verdict"]:
            one["verdict"] = said | {"by": "Eva", "at_us": 1_700_000_000_000_000}
            one["verdicts"].append(one["verdict"])
            return route.fulfill(json=one["verdict"])
        if rest == ["clips"]:
            self.clips.append(said)
            return route.fulfill(json={"id": "c1"})
        return route.fulfill(json=one)

    def release(self) -> None:
        """Answer what waits."""
        self.late = frozenset()
        while self.waiting:
            self.answer(self.waiting.pop(0))

    def stand_in(self, page: "Page") -> None:
        """Answer for the server on this page."""
        page.route(lambda address: urlsplit(address).path.startswith(STROKES), self.answer)
