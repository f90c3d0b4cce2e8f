"""Where a label goes in a picture: as near as it can be to what it names, covering neither a ball nor another label."""

from collections.abc import Iterator, Sequence

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in px."""

GAPS_PX = (4, 22, 44, 72, 108)


def free_box(around: Box, size: tuple[int, int], taken: Sequence[Box], limit: tuple[int, int]) -> Box:
    """Return the nearest free place for a label of `size` beside the box `around`, inside a picture of size `limit`.

    Where all places are taken it is the first that lies inside, and where none does, the one above.
    """
    inside = [box for box in _places(around, *size) if _within(box, limit)]
    free = (box for box in inside if not any(overlap(box, other) for other in taken))
    return next(free, inside[0] if inside else next(_places(around, *size)))


def _places(around: Box, wide: int, high: int) -> Iterator[Box]:
    left, top, right, bottom = around
    x, y = (left + right - wide) // 2, (top + bottom - high) // 2
    for gap in GAPS_PX:
        above, below, after, before = top - gap - high, bottom + gap, right + gap, left - gap - wide
        corners = ((x, above), (x, below), (after, y), (before, y), (after, above), (before, above), (after, below))
        for x0, y0 in (*corners, (before, below)):
            yield x0, y0, x0 + wide, y0 + high


def _within(box: Box, limit: tuple[int, int]) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= limit[0] and box[3] <= limit[1]


def overlap(a: Box, b: Box) -> bool:
    """Say whether two boxes share any pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def is_far(around: Box, box: Box) -> bool:
    """Say whether a label stands so far off that only a line shows what it names."""
    gap = GAPS_PX[0] + 1
    left, top, right, bottom = around
    return not overlap((left - gap, top - gap, right + gap, bottom + gap), box)
