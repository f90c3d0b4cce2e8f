"""A folder of still pictures, taken in the order of their names as a slow film."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import PIL.Image

from tracker.capture.picture import Image, Picture
from tracker.domain.errors import SourceUnreadable

ASSUMED_RATE = 25.0
"""Stills carry no stamps that can be trusted, so they are taken to be this many a second."""

MOST_PIXELS = 50_000_000
"""More than the largest pictures of ordinary cameras and of 8K video; looking at one takes some 20 bytes a pixel."""
SCALE_DOWN = "scale it down to 8000 px or less"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """Stills of one size."""

    path: Path
    files: tuple[Path, ...]
    size: tuple[int, int]
    rate: float = ASSUMED_RATE

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name

    @property
    def total(self) -> int:
        """How many stills there are."""
        return len(self.files)

    def pictures(self) -> Iterator[Picture]:
        """Read the stills one by one."""
        for number, file in enumerate(self.files):
            image = read_still(file)
            if (image.shape[1], image.shape[0]) != self.size:
                raise SourceUnreadable(f"{file} is of another size than the pictures before it: take it out")
            yield Picture(number=number, at_us=round(number * 1e6 / self.rate), image=image)


def open_folder(path: Path, suffixes: frozenset[str]) -> Folder:
    """Return the folder at `path` as a source, its stills in natural order of their names.

    Raises:
        SourceUnreadable: it holds no still.
    """
    files = sorted((f for f in path.iterdir() if f.suffix.lower() in suffixes), key=_natural)
    if not files:
        raise SourceUnreadable(f"{path} is a folder without pictures: put stills in it, or name a video")
    height, width = read_still(files[0]).shape[:2]
    return Folder(path=path, files=tuple(files), size=(width, height))


def read_still(path: Path) -> Image:
    """Return one still as (height, width, 3) BGR.

    Raises:
        SourceUnreadable: there is no such file, it is no picture, or one too large to be decoded.
    """
    if not path.is_file():
        shown = path if ":/" not in str(path) else "an address"  # which may hold a password
        raise SourceUnreadable(f"{shown}: no such picture; check the path")
    _must_fit(path)
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise _no_picture(path)
    return image  # type: ignore[return-value]


def _must_fit(path: Path) -> None:
    """Refuse by its header alone what would fill the memory once it is decoded: a small file can hold a huge picture.

    Raises:
        SourceUnreadable: it is too large, or no picture.
    """
    try:
        with warnings.catch_warnings(action="ignore"), PIL.Image.open(path) as still:  # decodes nothing yet
            width, height = still.size
    except PIL.Image.DecompressionBombError:
        raise SourceUnreadable(f"{path} is a picture of far too many pixels: {SCALE_DOWN}") from None
    except (OSError, ValueError, SyntaxError) as trouble:
        raise _no_picture(path) from trouble
    if width * height > MOST_PIXELS:
        raise SourceUnreadable(f"{path} is a picture of {width}x{height}, too large to look at: {SCALE_DOWN}")


def _no_picture(path: Path) -> SourceUnreadable:
    return SourceUnreadable(f"{path} cannot be read as a picture: give a JPEG or PNG")


def _natural(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.name)]
