"""Files that appear whole or not at all: what cannot be written is told by the name that it was to have."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tracker.store.files import write_whole, write_whole_lines


@pytest.mark.parametrize("where", ["nowhere/score.json", "file/score.json", "folder"])
@pytest.mark.parametrize(
    "write",
    [lambda path: write_whole(path, "{}"), lambda path: write_whole_lines(path, ["{}\n"])],
    ids=["whole", "line by line"],
)
def test_what_cannot_be_written_is_told_by_its_own_name(
    write: Callable[[Path], None], where: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory") as trouble:
        write(tmp_path / where)
    assert trouble.value.filename == str(tmp_path / where)
    assert ".part" not in str(trouble.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_lines_that_end_in_an_error_leave_what_was_there(tmp_path: Path) -> None:
    def lines() -> list[str]:
        raise FileNotFoundError(2, "No such file", "elsewhere")

    (tmp_path / "ways.csv").write_text("before\n")
    with pytest.raises(FileNotFoundError) as trouble:
        write_whole_lines(tmp_path / "ways.csv", (line for _ in range(1) for line in lines()))
    assert trouble.value.filename == "elsewhere"
    assert [path.name for path in tmp_path.iterdir()] == ["ways.csv"]
    assert (tmp_path / "ways.csv").read_text() == "before\n"
