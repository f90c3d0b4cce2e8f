"""Clips that were sent for review: each in a folder under a random name, with what is known of it beside it.

uploads/3f…a9/upload.json   who sent it, when, how it stands
              given         as it came; gone once it was checked
              clip.mp4      the copy that our own encoder wrote
              run/          the run folder, with its report.html
"""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Final, Literal

from tracker.store.files import write_whole

State = Literal["arriving", "waiting", "checking", "watching", "done", "refused"]
UNDER_WAY: Final = ("arriving", "waiting", "checking", "watching")
NOTE, GIVEN, CLIP, RUN, REPORT = "upload.json", "given", "clip.mp4", "run", "report.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A clip that was sent for review."""

    id: str
    """Random, and the name of its folder; nothing that was sent is in any name."""
    by: str
    """Who sent it; empty: nobody had to sign in."""
    at_us: int
    size: int = 0
    """Bytes, as it came."""
    state: State = "arriving"
    why: str = ""
    """Why it was refused, in one line."""

    @property
    def is_under_way(self) -> bool:
        """Whether something is still to be done with it."""
        return self.state in UNDER_WAY


class Uploads:
    """The clips in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, by: str, at_us: int) -> Upload:
        """Make room for a clip and return it; its folder is for its owner alone.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        upload = Upload(id=token_hex(16), by=by, at_us=at_us)
        self.of(upload).mkdir(mode=0o700)
        return self.keep(upload)

    def keep(self, upload: Upload) -> Upload:
        """Keep how a clip stands, and return it."""
        write_whole(self.of(upload) / NOTE, json.dumps(asdict(upload), ensure_ascii=False) + "\n")
        return upload

    def left(self) -> tuple[Upload, ...]:
        """Return all clips as they are to go on after a restart, the oldest first; those that had not arrived go."""
        left = sorted(self._kept(), key=lambda one: one.at_us)
        for one in left:
            if one.state == "arriving":
                self.remove(one)
        return tuple(
            self.keep(replace(one, state="waiting")) if one.is_under_way else one
            for one in left
            if one.state != "arriving"
        )

    def remove(self, upload: Upload) -> None:
        """Delete a clip with all that was made of it."""
        shutil.rmtree(self.of(upload), ignore_errors=True)

    def of(self, upload: Upload) -> Path:
        """Return the folder of a clip."""
        return self.folder / upload.id

    def _kept(self) -> Iterator[Upload]:
        for note in self.folder.glob(f"*/{NOTE}"):
            try:
                upload = Upload(**json.loads(note.read_text("utf-8")))
            except (OSError, ValueError, TypeError):  # not ours, or half of one: it is left as it lies
                continue
            if upload.id == note.parent.name:
                yield upload
