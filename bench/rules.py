"""What the law costs: a judge call with 22 balls and the cue-ball in hand, and the replay of a frame of 400 entries.

Run from the project root: `python bench/rules.py`. Prints one line for each, in milliseconds of
the processor's time (best of several runs).
"""

from collections.abc import Callable
from time import process_time
from timeit import repeat

from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke
from tracker.domain.table.ball import RED, WHITE
from tracker.domain.table.plane import Point
from tracker.match.book.book import replay
from tracker.match.book.codec import book_from_text, book_to_text
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Policy, open_desk
from tracker.rules import shelf
from tracker.rules.snooker.places.table import TWELVE_FEET

ROWS_MM = 45.466


def rack() -> tuple[Place, ...]:
    """All balls on their spots, the reds in their triangle; the reds hidden from the D as well as they can be."""
    reds = [
        Place(ball=RED, at=Point(889 + 52.6 * (i - row / 2), 2729.3 + ROWS_MM * row), sd_mm=1.0)
        for row in range(5)
        for i in range(row + 1)
    ]
    return (*reds, *(Place(ball=name[:-5], at=at, sd_mm=1.0) for name, at in TWELVE_FEET.spots.items()))


def stroke(first: str, *pots: str) -> Stroke:
    fallen = tuple(Pot(at_us=1, ball=ball, pocket="top-left", sure=1.0) for ball in pots)
    return Stroke(
        number=1, began_us=0, ended_us=2, cue_ball=WHITE, origin=Point(700, 1200), first_hit=(first,), potted=fallen
    )


def best_ms(job: Callable[[], object], times: int) -> float:
    return min(repeat(job, number=times, repeat=5, timer=process_time)) / times * 1000


def main() -> None:
    rules = shelf.find()
    lie = rack()
    cue = Place(ball=WHITE, at=Point(700, 1200), sd_mm=1.0)
    at = rules.opening(Setup(start=Start(on=RED, places=(*lie, cue))))
    in_off = stroke("blue", WHITE)
    foul = best_ms(lambda: rules.judge(at, in_off, Standing(at_us=2, places=lie)), 20)
    behind = (*(p for p in lie if p.ball != "blue"), Place(ball="blue", at=Point(708, 1265), sd_mm=1.0), cue)
    snookered = rules.opening(Setup(start=Start(on=RED, places=behind)))
    unlucky = best_ms(lambda: rules.judge(snookered, in_off, Standing(at_us=2, places=lie)), 20)
    corner = (
        Place(ball=RED, at=Point(40, 3530), sd_mm=1.0),
        Place(ball="black", at=Point(80, 3465), sd_mm=1.0),
        *(p for p in lie if p.ball not in (RED, "black")),
    )
    alone = rules.opening(Setup(start=Start(reds=1, on=RED, places=(*corner, cue))))
    buried = best_ms(lambda: rules.judge(alone, in_off, Standing(at_us=2, places=corner)), 20)
    hidden = (*lie, *(Place(ball="black", at=Point(889 + 53.0 * i, 1100), sd_mm=1.0) for i in range(-16, 17)))
    worst = best_ms(lambda: rules.judge(at, in_off, Standing(at_us=2, places=hidden)), 5)
    print(f"judge, 22 balls, in-off with free-ball test from hand   {foul:7.2f} ms")
    print(f"judge, as above, and no red in sight before the stroke  {unlucky:7.2f} ms")
    print(f"judge, the last red hidden from the whole of the D      {buried:7.2f} ms")
    print(f"judge, as above with a wall of 33 more balls before it  {worst:7.2f} ms")
    desk = open_desk(rules, Header(rulebook=rules.name), Policy())
    while len(desk.book.entries) < 400:
        desk, _ = desk.see(Alternatives.certain(stroke(RED), Standing(at_us=2, places=(*lie, cue))))
    text = book_to_text(desk.book)
    replay_ms = best_ms(lambda: replay(rules, desk.book), 5)
    read_ms = best_ms(lambda: book_from_text(text), 1)
    print(f"replay of {len(desk.book.entries)} entries {replay_ms:38.2f} ms")
    print(f"read that book from {len(text) // 1000} kB of text {read_ms:27.2f} ms")


if __name__ == "__main__":
    main()
