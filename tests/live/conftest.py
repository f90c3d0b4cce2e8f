"""What tests of this room begin with."""

from room_fixtures import film, table_picture

__all__ = ["film", "table_picture"]
