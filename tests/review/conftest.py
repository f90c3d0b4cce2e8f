"""What tests of this room begin with."""

from room_fixtures import database, film

__all__ = ["database", "film"]
