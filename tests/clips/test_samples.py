"""The sample clips are followed, called and scored no worse than before: measured against what is true of them.

What the program reaches on each clip stands in baseline.toml. Worse is red; better is told at the end of the tests, and
`python -m bench.samples --write` keeps it.
"""

from typing import Any

import pytest

from bench.baseline import BASELINE, baseline, compare, numbers
from bench.samples import REMEDY, clips, figures, fingerprint, measured_all

CLIPS = {clip.name: clip for clip in clips()}


@pytest.fixture(scope="session")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Every clip, tracked once by the real program."""
    if not BASELINE.is_file():
        pytest.skip(f"nothing was measured yet to compare with: {REMEDY}")
    return measured_all(list(CLIPS.values()), tmp_path_factory.mktemp("samples"))


def test_there_are_clips_to_measure() -> None:
    assert len(CLIPS) >= 4


@pytest.mark.parametrize("name", CLIPS)
def test_no_figure_of_a_sample_clip_is_worse_than_before(
    name: str, found: dict[str, dict[str, Any]], better: list[str]
) -> None:
    kept = baseline().get(name)
    assert kept, f"no figures are kept for {name}: {REMEDY}"
    assert kept["clip"] == fingerprint(CLIPS[name]), f"{name} was made again since it was measured: {REMEDY}"
    worse, improved = compare(numbers(kept), figures(found[name]))
    better += [f"{name}, {one}" for one in improved]
    assert not worse, "; ".join(map(str, worse)) + f". What is wrong: {found[name]['wrong'] or 'places only'}"
