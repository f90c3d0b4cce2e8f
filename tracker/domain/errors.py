"""Every error that this program raises on purpose.

CuewatchError                 one line for a person: what, where, and what to do
├── BadInput                  the source, file or option cannot be used (exit 2)
│   ├── SourceUnreadable      not there, empty, truncated, not a video
│   │   └── SourceLost        a live source that ended or went silent; what it had shown stands (then exit 1)
│   ├── CalibrationUnreadable a calibration that is empty, broken or for another picture size
│   ├── DatabaseUnusable      the club's database is damaged, not ours, too new, or cannot be written
│   ├── UnknownName           a table, rulebook, ball or match that nobody has heard of
│   ├── TooLarge              more was sent than is taken
│   └── TooSlow               what was being sent stopped coming
├── TableNotFound             the pictures show no table that can be trusted (exit 1)
├── BookTaken                 somebody else has written to this book; nothing has changed
├── NoRoom                    too much waits already, or the disk is full; nothing was taken
├── NotAllowed                somebody asks for what their role may not do
│   └── TooManyAttempts       a password was tried too often
└── CallRefused               a call that the law does not allow now; nothing has changed
    └── MovedOn               it was meant for a state that is not the present one any more

What happened on the table is never an error.
"""

from collections.abc import Callable


class CuewatchError(Exception):
    """Something that a person must read: the message says what, where, and what to do."""


class BadInput(CuewatchError):
    """The input cannot be used as it is."""


class SourceUnreadable(BadInput):
    """The source of pictures is missing, empty, truncated or not what was asked for."""


class SourceLost(SourceUnreadable):
    """A live source sends no more pictures; what it had shown stands."""


class CalibrationUnreadable(BadInput):
    """The calibration file is missing, empty or broken, or made for pictures of another size."""


class DatabaseUnusable(BadInput):
    """The club's database cannot be opened, read or written as it is."""


class UnknownName(BadInput):
    """A name of a table, rulebook, ball or match is not known; the message says which are, or how to list them."""


class TooLarge(BadInput):
    """More was sent than is taken; the message says how much is."""


class TooSlow(BadInput):
    """What was being sent stopped coming, or came too slowly to wait for."""


class TableNotFound(CuewatchError):
    """No table was found, or not well enough to put balls on it."""


class BookTaken(CuewatchError):
    """Another writer has added to the book since this one read it; nothing has changed."""


class CallRefused(CuewatchError):
    """The law does not allow this call in this position; the message says why."""


class MovedOn(CallRefused):
    """It was meant for another state than that of now: somebody, or a camera, has written to the book since."""


class NoRoom(CuewatchError):
    """Too much waits already, or the disk is full; nothing was taken, and later there may be room."""


class NotAllowed(CuewatchError):
    """Whoever asks may not do this; the message says which role may."""


class TooManyAttempts(NotAllowed):
    """A password was tried too often; it may be tried again after `pause_s`."""

    def __init__(self, message: str, pause_s: float) -> None:
        super().__init__(message)
        self.pause_s = pause_s


def printable(text: str) -> str:
    """Let a text through that can be shown on any screen, as forms want to hear it.

    Raises:
        ValueError: it holds what cannot be.
    """
    if not text.isprintable():
        raise ValueError("it holds what cannot be shown")
    return text


def or_why(check: Callable[[str], object]) -> Callable[[str], str]:
    """Return what lets a text through that `check` accepts, and says why not in its words, as forms want to hear it.

    What it returns raises ValueError where the check raises one of ours.
    """

    def checked(text: str) -> str:
        try:
            check(text)
        except CuewatchError as trouble:
            raise ValueError(str(trouble)) from trouble
        return text

    return checked
