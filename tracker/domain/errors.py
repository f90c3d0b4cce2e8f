"""Every error that this program raises on purpose.

CuewatchError                 one line for a person: what, where, and what to do
├── BadInput                  the source, file or option cannot be used (exit 2)
│   ├── SourceUnreadable      not there, empty, truncated, not a video
│   │   └── SourceLost        a live source that ended or went silent; what it had shown stands (then exit 1)
│   ├── CalibrationUnreadable a calibration that is empty, broken or for another picture size
│   └── UnknownName           a table, rulebook or ball that nobody has heard of
├── TableNotFound             the pictures show no table that can be trusted (exit 1)
└── CallRefused               a call that the law does not allow now; nothing has changed

What happened on the table is never an error.
"""


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


class UnknownName(BadInput):
    """A name of a table, rulebook or ball is not known; the message lists those that are."""


class TableNotFound(CuewatchError):
    """No table was found, or not well enough to put balls on it."""


class CallRefused(CuewatchError):
    """The law does not allow this call in this position; the message says why."""
