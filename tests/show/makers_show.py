"""A believable piece of a frame to show: a red, a black, a foul that needs a look, an in-off and a safety."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from math import dist

from tracker.domain.book.scoreline import Scoreline
from tracker.domain.law.call import Suggestion
from tracker.domain.strokes.stroke import Bounce, Doubt, Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.kit import Kit
from tracker.domain.table.plane import Point
from tracker.show.run.words import BallMark, Route, RunView, StrokeNote, StrokeView, TableView
from tracker.store.kits import find_kit

NAMES = ("Ann Weir", "Bo Larsen")
PICTURE_US = 33_333

SPOTTED = {
    "yellow": (1181.0, 737.0),
    "green": (597.0, 737.0),
    "brown": (889.0, 737.0),
    "blue": (889.0, 1784.5),
    "pink": (889.0, 2676.75),
    "black": (889.0, 3245.0),
}
REDS = ((760.0, 2790.0), (812.5, 2835.0), (1010.0, 2760.0), (1190.0, 3020.0), (420.0, 2905.0), (1480.0, 2350.0))


def kit() -> Kit:
    return find_kit("snooker-12ft")


def place(ball: str, x: float, y: float) -> Place:
    return Place(ball=ball, at=Point(x, y), sd_mm=0.4)


def standing(
    at_us: int, white: tuple[float, float], reds: Iterable[tuple[float, float]], **moved: tuple[float, float]
) -> Standing:
    colours = [place(name, *at) for name, at in (SPOTTED | moved).items()]
    return Standing(at_us=at_us, places=(place("white", *white), *colours, *(place("red", *at) for at in reds)))


def route(ball: str, began_us: int, ways: list[tuple[float, float]], track: int = 1, hidden: range = range(0)) -> Route:
    """A ball along `ways`, at a picture's pace; pictures in `hidden` are predicted."""
    points: list[Point] = []
    for a, b in pairwise(ways):
        steps = max(2, int(dist(a, b) / 70))
        points += [Point(a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps) for i in range(steps)]
    points.append(Point(*ways[-1]))
    times = tuple(began_us + i * PICTURE_US for i in range(len(points)))
    return Route(
        track=track,
        ball=ball,
        times_us=times,
        points=tuple(points),
        seen=tuple(i not in hidden for i in range(len(points))),
    )


def when(way: Route, at: tuple[float, float]) -> int:
    """The time at which a route is nearest to a place."""
    nearest = min(range(len(way.points)), key=lambda i: dist(way.points[i], at))
    return way.times_us[nearest]


def line(points: tuple[int, int], striker: int, on: str, visit: int, remaining: int) -> Scoreline:
    return Scoreline(names=NAMES, points=points, striker=striker, on=on, visit=visit, remaining=remaining)


def call(say: str, value: int | None, cite: str, why: str, *, sure: float = 0.97, ask: bool = False) -> Suggestion:
    return Suggestion(say=say, value=value, cite=cite, why=why, sure=sure, ask=ask)


def pack() -> tuple[tuple[float, float], ...]:
    """Fifteen reds in their triangle, the apex touching the pink but for a hair."""
    rows = ((row, place) for row in range(5) for place in range(row + 1))
    return tuple((889 + (place - row / 2) * 53, 2731 + row * 46) for row, place in rows)


def break_off() -> StrokeView:
    """Full table: twenty-two balls, the cue-ball in hand, one red nudged out of the pack."""
    white = route("white", 1_000_000, [(1035, 700), (1000, 2900), (1180, 3542), (1751, 2600), (1300, 250)])
    met = when(white, (1000, 2900))
    red = route("red", met, [pack()[14], (1400, 3100)], track=20)
    ended = white.times_us[-1] + 500_000
    stroke = Stroke(
        number=1, began_us=1_000_000, ended_us=ended, cue_ball="white", origin=Point(1035, 700), in_hand=True,
        touches=(Touch(at_us=met, balls=("white", "red"), at=Point(1001, 2880), sure=0.98),),
        first_hit=("red",), first_hit_sure=0.98,
        cushions=(Bounce(at_us=when(white, (1180, 3542)), ball="white", cushion="top", sure=0.97),),
    )  # fmt: skip
    return StrokeView(
        stroke=stroke,
        routes=(white, red),
        start=standing(1_000_000, (1035, 700), pack()),
        end=standing(ended, (1300, 250), (*pack()[:14], (1400.0, 3100.0))),
        before=line((0, 0), 0, "red", 0, 147),
        after=line((0, 0), 1, "red", 0, 147),
    )


def red_potted() -> StrokeView:
    white = route("white", 2_480_000, [(640, 1620), (1150, 2940), (1420, 3300), (1751, 3542), (1610, 3260)])
    red = route("red", when(white, (1150, 2940)), [(1190, 3020), (1778, 3569)], track=11)
    began, ended = white.times_us[0], white.times_us[-1] + 900_000
    stroke = Stroke(
        number=1, began_us=began, ended_us=ended, cue_ball="white", origin=Point(640, 1620),
        touches=(Touch(at_us=when(white, (1150, 2940)), balls=("white", "red"), at=Point(1160, 2964), sure=0.99),),
        first_hit=("red",), first_hit_sure=0.99,
        cushions=(Bounce(at_us=when(white, (1751, 3542)), ball="white", cushion="top", sure=0.93),),
        potted=(Pot(at_us=red.times_us[-1], ball="red", pocket="top-right", sure=0.99),),
    )  # fmt: skip
    return StrokeView(
        stroke=stroke,
        suggestions=(call("1", 1, "3.3(b)(ii)", "red potted, red on"),),
        routes=(white, red),
        start=standing(began, (640, 1620), REDS),
        end=standing(ended, (1610, 3260), [at for at in REDS if at != (1190.0, 3020.0)]),
        before=line((24, 31), 0, "red", 0, 75),
        after=line((25, 31), 0, "colour", 1, 74),
    )


def black_potted() -> StrokeView:
    began = 14_900_000
    white = route(
        "white", began, [(1610, 3260), (943, 3252), (860, 3542), (500, 2300), (430, 2010)], hidden=range(19, 27)
    )
    black = route("black", when(white, (943, 3252)), [(889, 3245), (0, 3569)], track=8)
    reds = [at for at in REDS if at != (1190.0, 3020.0)]
    ended = began + 5_400_000
    stroke = Stroke(
        number=2, began_us=began, ended_us=ended, cue_ball="white", origin=Point(1610, 3260),
        touches=(Touch(at_us=when(white, (943, 3252)), balls=("white", "black"), at=Point(941, 3252), sure=0.98),),
        first_hit=("black",), first_hit_sure=0.98,
        cushions=(Bounce(at_us=when(white, (860, 3542)), ball="white", cushion="top", sure=0.97),),
        potted=(Pot(at_us=black.times_us[-1], ball="black", pocket="top-left", sure=0.99),),
    )  # fmt: skip
    return StrokeView(
        stroke=stroke,
        suggestions=(call("8", 7, "3.3(b)(iii)", "black potted; nomination inferred from first contact", sure=0.96),),
        routes=(white, black),
        start=standing(began, (1610, 3260), reds),
        end=standing(ended, (430, 2010), reds),
        before=line((25, 31), 0, "colour", 1, 74),
        after=line((32, 31), 0, "red", 8, 67),
    )


def blue_first() -> StrokeView:
    began = 31_200_000
    white = route("white", began, [(430, 2010), (838, 1810), (1300, 1900), (1751, 2260), (1480, 2680)])
    blue = route("blue", when(white, (838, 1810)), [(889, 1784.5), (1350, 1290), (1500, 1130)], track=6)
    red = route("red", when(white, (1751, 2260)), [(1480, 2350), (1430, 2440)], track=15)
    reds = [at for at in REDS if at != (1190.0, 3020.0)]
    why = "the cue-ball was hidden by the player's arm"
    doubt = Doubt(about="first_hit", why=why, margin="4 ms", candidates=(("blue",), ("red",)))
    moved = [at for at in reds if at != (1480.0, 2350.0)] + [(1430.0, 2440.0)]
    ended = began + 6_100_000
    stroke = Stroke(
        number=3, began_us=began, ended_us=ended, cue_ball="white", origin=Point(430, 2010),
        touches=(
            Touch(at_us=when(white, (838, 1810)), balls=("white", "blue"), at=Point(840, 1808), sure=0.71),
            Touch(at_us=when(white, (1480, 2680)), balls=("white", "red"), at=Point(1530, 2370), sure=0.83),
        ),
        first_hit=("blue",), first_hit_sure=0.71,
        cushions=(Bounce(at_us=when(white, (1751, 2260)), ball="white", cushion="right", sure=0.98),),
        doubts=(doubt,),
    )  # fmt: skip
    return StrokeView(
        stroke=stroke,
        suggestions=(call("FOUL", 5, "3.11(b)(iv)", "blue hit first, red on", sure=0.71, ask=True),),
        routes=(white, blue, red),
        start=standing(began, (430, 2010), reds),
        end=standing(ended, (1480, 2680), moved, blue=(1500.0, 1130.0)),
        before=line((32, 31), 0, "red", 8, 67),
        after=line((32, 36), 1, "red", 0, 67),
    )


def in_off() -> StrokeView:
    began = 52_000_000
    white = route("white", began, [(1480, 2680), (1060, 2740), (0, 3569)])
    red = route("red", when(white, (1060, 2740)), [(1010, 2760), (700, 3540), (560, 3200)], track=12)
    reds = [at for at in REDS if at not in ((1190.0, 3020.0), (1480.0, 2350.0))] + [(1430.0, 2440.0)]
    after = [at for at in reds if at != (1010.0, 2760.0)] + [(560.0, 3200.0)]
    ended = began + 4_000_000
    stroke = Stroke(
        number=4, began_us=began, ended_us=ended, cue_ball="white", origin=Point(1480, 2680),
        touches=(Touch(at_us=when(white, (1060, 2740)), balls=("white", "red"), at=Point(1061, 2745), sure=0.99),),
        first_hit=("red",), first_hit_sure=0.99,
        cushions=(Bounce(at_us=when(red, (700, 3540)), ball="red", cushion="top", sure=0.98),),
        potted=(Pot(at_us=white.times_us[-1], ball="white", pocket="top-left", sure=0.99),),
    )  # fmt: skip
    end = standing(ended, (0, 0), after, blue=(1500.0, 1130.0))
    return StrokeView(
        stroke=stroke,
        suggestions=(call("FOUL", 4, "3.11(b)(vii)", "in-off: the cue-ball went into top-left"),),
        routes=(white, red),
        start=standing(began, (1480, 2680), reds, blue=(1500.0, 1130.0)),
        end=replace(end, places=end.places[1:]),
        before=line((32, 36), 1, "red", 0, 67),
        after=line((36, 36), 0, "red", 0, 67),
    )


def safety() -> StrokeView:
    began = 78_300_000
    white = route("white", began, [(760, 640), (1430, 2390), (1751, 3010), (1450, 3542), (700, 700), (668, 560)])
    red = route("red", when(white, (1430, 2390)), [(1430, 2440), (1480, 2640)], track=15)
    ended = began + 9_200_000
    reds = [(760.0, 2790.0), (812.5, 2835.0), (420.0, 2905.0), (1430.0, 2440.0), (560.0, 3200.0)]
    after = [(1480.0, 2640.0) if at == (1430.0, 2440.0) else at for at in reds]
    stroke = Stroke(
        number=5, began_us=began, ended_us=ended, cue_ball="white", origin=Point(760, 640), in_hand=True,
        touches=(Touch(at_us=when(white, (1430, 2390)), balls=("white", "red"), at=Point(1425, 2388), sure=0.97),),
        first_hit=("red",), first_hit_sure=0.97,
        cushions=(
            Bounce(at_us=when(white, (1751, 3010)), ball="white", cushion="right", sure=0.96),
            Bounce(at_us=when(white, (1450, 3542)), ball="white", cushion="top", sure=0.9),
        ),
        moved_between=("blue",),
    )  # fmt: skip
    doubt = Doubt(
        about="touching",
        why="white and green lie closer than the picture tells",
        margin="0.8 mm",
        candidates=(("white", "green"), ()),
    )
    end = standing(ended, (642, 712), after)
    return StrokeView(
        stroke=stroke,
        routes=(replace(white, points=(*white.points[:-1], Point(642, 712))), red),
        start=standing(began, (760, 640), reds),
        end=replace(end, touching=(("white", "green"),), doubts=(doubt,)),
        before=line((36, 36), 0, "red", 0, 67),
        after=line((36, 36), 1, "red", 0, 67),
    )


def open_score(line: Scoreline | None, why: tuple[str, ...]) -> Scoreline:
    """Return a score that may yet be amended, and why."""
    assert line is not None
    return replace(line, provisional=why)


def strokes() -> tuple[StrokeView, ...]:
    return red_potted(), black_potted(), blue_first(), in_off(), safety()


def table() -> TableView:
    return TableView(
        kit=kit(),
        viewpoint="behind the Top end, 2.9 m above the cloth, looking down at 35°",
        error_px=0.71,
        error_mm=1.44,
        found_by="auto",
        image_size=(1280, 720),
        notes=("the left cushion is half hidden by a player",),
    )


def run() -> RunView:
    views = strokes()
    return RunView(
        clip="club night, table 2.mp4",
        made="21 November 2026",
        rulebook="snooker-2024",
        table=table(),
        strokes=views,
        opening=views[0].start,
        final=views[-1].after,
        length_us=95_000_000,
        pictures=2850,
        assumed=("the score was 24–31 when the clip begins (--score)",),
        files=(("run folder", "runs/club-night"), ("match sheet", "runs/club-night/report.html")),
    )


def marks(view: StrokeView) -> tuple[BallMark, ...]:
    """The balls before a stroke, put on a picture of 1280 x 720 as a camera high above would see them."""
    places = view.start.places if view.start else ()
    return tuple(
        BallMark(ball=p.ball, u_px=40 + p.at.y_mm / 3, v_px=60 + p.at.x_mm / 3, r_px=9.0, at=p.at, sd_mm=p.sd_mm)
        for p in places
    )


def unsettled() -> RunView:
    """The run with a third stroke that stays even, and a second that was called otherwise first."""
    words = "blue hit first, red on (36–36), or no score (36–31)?"
    first, second, third, *later = strokes()
    open_ = (f"stroke 3: {words}",)
    third = replace(third, provisional=words, after=open_score(third.after, open_))
    after = [replace(v, before=open_score(v.before, open_), after=open_score(v.after, open_)) for v in later]
    return replace(
        run(), strokes=(first, second, third, *after), final=after[-1].after,
        asked=(StrokeNote(stroke=3, words=words),),
        amended=(StrokeNote(stroke=2, words="the black was put back on its spot: it was potted"),),
    )  # fmt: skip
