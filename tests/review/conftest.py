"""What tests of this room begin with."""

from room_fixtures import cuewatch, database, film

__all__ = ["cuewatch", "database", "film"]
