"""Add a table to a club's file while it is served: a block at its end; what stands there stays to the letter."""

from pathlib import Path

from tracker.cli.club.asking import AskedTable, table_lines
from tracker.cli.club.reading import club_from
from tracker.domain.errors import BadInput
from tracker.store.files import write_whole
from tracker.web.hall.hall import NewTable


def write_table(path: Path, new: NewTable) -> None:
    """Write a table down in a club's file, which keeps its rights.

    Raises:
        BadInput: the file cannot be read or written, or another table there has this name.
    """
    lines = table_lines(AskedTable(name=new.name, kit=new.kit, rules=new.rulebook, camera="", label=new.label))
    try:
        text, rights = path.read_text("utf-8").rstrip("\n"), path.stat().st_mode & 0o777
        grown = "\n".join((text, *lines)) + "\n"
        club_from(grown, path)
        write_whole(path, grown)
        path.chmod(rights)
    except (OSError, UnicodeDecodeError) as trouble:
        raise BadInput(f"{path.name} cannot be read or written: check its rights and the disk") from trouble
