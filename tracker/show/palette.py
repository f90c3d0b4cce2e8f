"""Each ball's colour and letter: colour never tells alone, so a ball always carries its letter too.

The letters are those of the keys at the referee's desk: black is K and blue is L, because B is brown. Pucks of novuss
carry the letter of their player; theirs are woods, and the striker is red.
"""

from typing import Final

Rgb = tuple[int, int, int]

RGB: Final[dict[str, Rgb]] = {
    "white": (247, 243, 230),
    "red": (196, 30, 42),
    "yellow": (246, 201, 36),
    "green": (18, 148, 76),
    "brown": (126, 74, 32),
    "blue": (36, 98, 204),
    "pink": (242, 140, 170),
    "black": (24, 24, 27),
    "a": (240, 214, 164),
    "b": (74, 44, 28),
    "striker": (186, 66, 44),
}
OTHER: Final[Rgb] = (150, 150, 158)
LETTERS: Final[dict[str, str]] = {
    "white": "W",
    "red": "R",
    "yellow": "Y",
    "green": "G",
    "brown": "B",
    "blue": "L",
    "pink": "P",
    "black": "K",
    "a": "A",
    "b": "B",
    "striker": "S",
}


PUCKS: Final = ("a", "b", "striker")
"""Discs of novuss: their letters are other games' too, so that a sheet colours them by their names."""
NAMES: Final[dict[str, str]] = {"a": "light puck", "b": "dark puck"}


def named(ball: str) -> str:
    """Return how a ball is called in a sentence."""
    return NAMES.get(ball, ball)


def rgb(ball: str) -> Rgb:
    """Return the colour of a ball, 0 to 255 each; pieces that are not known are grey."""
    return RGB.get(ball, OTHER)


def bgr(ball: str) -> Rgb:
    """Return the same colour in the order that pictures use."""
    red, green, blue = rgb(ball)
    return blue, green, red


def letter(ball: str) -> str:
    """Return the letter that a ball carries."""
    return LETTERS.get(ball, ball[:1].upper() or "?")


def is_light(ball: str) -> bool:
    """Say whether dark letters and dark outlines stand out on this ball (luma of ITU-R BT.601)."""
    red, green, blue = rgb(ball)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 128
