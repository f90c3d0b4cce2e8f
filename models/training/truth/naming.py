"""What a clip's name says: its stratum, its number, and so whether it is held out."""

HELD_OUT = 3
"""Of so many strokes of a stratum the last is held out: nothing may be tuned on it."""


def name_of(stratum: str, number: int) -> str:
    """Return the name of clip `number`, from 0, of a stratum."""
    return f"{stratum}-{number:02d}"


def parts_of(name: str) -> tuple[str, int]:
    """Return stratum and number of a clip's name.

    Raises:
        ValueError: it is no such name.
    """
    stratum, _, number = name.rpartition("-")
    return stratum, int(number)


def is_held_out(number: int) -> bool:
    """Say whether stroke `number` of a stratum is held out."""
    return number % HELD_OUT == HELD_OUT - 1
