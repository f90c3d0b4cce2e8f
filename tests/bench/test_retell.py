"""What was seen of a clip once is told from again as the program tells it from the clip."""

from pathlib import Path

import pytest

from bench.retell import main
from tracker.cli.main import main as program

CLIP = Path(__file__).parents[2] / "sample_videos" / "0002-blue-first" / "clip.mp4"
TOLD = [str(CLIP), "--on", "red", "--score", "0", "0"]


def test_what_is_told_from_what_was_seen_is_what_the_program_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, runs = tmp_path / "kept" / "clip.pickle", (tmp_path / "program", tmp_path / "seen", tmp_path / "again")
    assert program(["track", *TOLD, "--out", str(runs[0])]) == 0
    assert main([str(kept), *TOLD, "--out", str(runs[1])]) == 0
    seen_at = kept.stat().st_mtime_ns
    assert main([str(kept), *TOLD, "--out", str(runs[2])]) == 0
    assert kept.stat().st_mtime_ns == seen_at, "nothing is looked at again"
    for name in ("tracks.csv", "strokes.jsonl", "book.jsonl", "score.json"):
        assert len({(run / name).read_text("utf-8") for run in runs}) == 1, name
