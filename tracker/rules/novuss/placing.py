"""Where pucks are put: those that left the board into the circle, penalty pucks at the edge opposite the offender.

Sources: N2 ¶14 (circle), N6 ¶21 and N9 ¶5 (penalty pucks). Places are names here; `board.py` knows the millimetres.
"""

from typing import Final

from tracker.rules.novuss.calls import Off
from tracker.rules.novuss.position import OPPOSITE, Put

PENALTY: Final = "penalty"
CENTRE: Final = "centre"
BESIDE: Final = {"near": ("left", "right"), "far": ("left", "right"), "left": ("near", "far"), "right": ("near", "far")}


def places_for(side: str) -> tuple[str, ...]:
    """Return the places for a puck that left over `side`, the first free one to be taken (N2 ¶14)."""
    if not side:
        return (CENTRE,)
    circle = (side, *BESIDE[side], OPPOSITE[side])
    return (CENTRE, *(f"circle-{point}" for point in circle), f"cross-{side}")


def put_back(off: tuple[Off, ...], occupied: tuple[str, ...]) -> tuple[tuple[Put, ...], tuple[str, ...]]:
    """Return where these pucks are put, in order, and the named places that are taken then.

    A puck whose side is not known, with the centre taken, and one that finds all its places taken, get no place: the
    book has the referee put it near the centre line, toward where it left.
    """
    puts: list[Put] = []
    for puck in off:
        place = next((place for place in places_for(puck.side) if place not in occupied), "")
        puts.append(Put(ball=puck.ball, place=place))
        occupied = (*occupied, place) if place else occupied
    return tuple(puts), occupied


def penalty_pucks(count: int, edge: str, side: int) -> tuple[Put, ...]:
    """Return `count` penalty pucks of `side`, put on the centre line against the board at `edge`."""
    return (Put(ball=PENALTY, place=f"{edge}-board", side=side),) * count
