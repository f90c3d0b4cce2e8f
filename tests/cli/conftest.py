"""What tests of this room begin with."""

from room_fixtures import cuewatch, film, table_picture

__all__ = ["cuewatch", "film", "table_picture"]
