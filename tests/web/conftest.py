"""What tests of this room begin with."""

from room_fixtures import browser, cuewatch, database

__all__ = ["browser", "cuewatch", "database"]
