"""The sample clips that ship with the program."""

from importlib.resources import files
from pathlib import Path

from tracker.domain.errors import SourceUnreadable


def sample(name: str) -> Path:
    """Return a file of `sample_videos/`: inside an installed wheel, or in a checkout.

    Raises:
        SourceUnreadable: it is in neither.
    """
    packaged = Path(str(files("tracker") / "data" / "sample_videos" / name))
    checkout = Path(__file__).parents[2] / "sample_videos" / name
    for file in (packaged, checkout):
        if file.is_file():
            return file
    raise SourceUnreadable(f"the sample clip {name} is missing: install the program again")
