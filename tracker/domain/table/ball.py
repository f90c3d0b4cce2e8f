"""The balls by the names a referee uses; a name is a plain string so that every game may bring its own pieces."""

from typing import Final

WHITE: Final = "white"
YELLOW: Final = "yellow"
GREEN: Final = "green"
BROWN: Final = "brown"
BLUE: Final = "blue"
PINK: Final = "pink"
BLACK: Final = "black"
RED: Final = "red"

COLOURS: Final = (YELLOW, GREEN, BROWN, BLUE, PINK, BLACK)
"""The six colours in ascending order of value."""

SNOOKER: Final = (WHITE, YELLOW, GREEN, BROWN, BLUE, PINK, BLACK, RED)
"""Snooker's eight kinds, in the order of its kits."""
