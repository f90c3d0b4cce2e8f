"""Add a table to a club's file while it is served: a block at its end; what stands there stays to the letter."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tracker.cli.club.asking import AskedTable, keep_secret, secret_file, table_lines
from tracker.cli.club.reading import club_from
from tracker.cli.club.serving import serving_by_file
from tracker.cli.serving import ServedTable
from tracker.domain.errors import BadInput
from tracker.store.files import write_whole
from tracker.web.hall.hall import NewTable


def write_table(path: Path, new: NewTable) -> ServedTable:
    """Write a table down in a club's file, which keeps its rights; return it as the file says it is to be served.

    Raises:
        BadInput: the file cannot be read or written, another table there has this name or this camera, or the camera
            can be none.
    """
    asked = AskedTable(
        name=new.name, kit=new.kit, rules=new.rulebook, camera=new.camera, label=new.label, user=new.user,
        password=new.password,
    )  # fmt: skip
    folder = path.absolute().parent
    try:
        text, rights = path.read_text("utf-8").rstrip("\n"), path.stat().st_mode & 0o777
        grown = "\n".join((text, *table_lines(asked))) + "\n"
        with _secret_of(asked, folder):
            served = serving_by_file(club_from(grown, path), folder).tables[-1]
            write_whole(path, grown)
            path.chmod(rights)
    except (OSError, UnicodeDecodeError) as trouble:
        raise BadInput(f"{path.name} cannot be read or written: check its rights and the disk") from trouble
    return served


@contextmanager
def _secret_of(asked: AskedTable, folder: Path) -> Iterator[None]:
    """Keep the password of a table's camera, if it has one; it is gone again where what follows fails.

    Raises:
        BadInput: another's password lies there.
    """
    if not asked.password:
        yield
        return
    secret = folder / secret_file(asked)
    if secret.exists():
        raise BadInput(f"{secret_file(asked)} is there already: give the table another name")
    try:
        keep_secret(secret, asked.password)
        yield
    except BaseException:
        secret.unlink(missing_ok=True)
        raise
