"""Who may do what: each role may do all that the ones before it may."""

from enum import IntEnum


class Role(IntEnum):
    """What somebody may do at the tables of a club."""

    NOBODY = 0
    """Sign in, and no more."""
    VIEWER = 1
    """See what every screen may show."""
    SCORER = 2
    """See the desk and keep the score: what a marker does."""
    REFEREE = 3
    """Decide: begin a match, answer what is suggested, correct anything."""
    ADMIN = 4
    """All of it; with one, the program may serve other machines."""

    @property
    def word(self) -> str:
        """As it is written on a command line and kept."""
        return self.name.lower()


GIVEN = tuple(role for role in Role if role is not Role.NOBODY)
"""The roles that a user can have."""
