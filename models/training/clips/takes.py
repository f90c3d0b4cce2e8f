"""The sample clips: what is to happen in each, found by aiming and a small search that a seed fixes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from models.training.clips import aiming
from models.training.clips.aiming import Balls
from models.training.clips.exposure import STEADY, Exposure
from models.training.clips.story import Expected, Respot, Story, StoryStroke
from models.training.painter.cameras import SIZE, Stand
from models.training.painter.layouts import anywhere, is_free, spot
from models.training.painter.looks import BALLS, SPREAD, bgr
from models.training.painter.people import Clothes
from models.training.painter.scene import Lamp, Look, Strip
from models.training.strokes import Played, Strike, play
from tracker.domain.table.ball import COLOURS
from tracker.domain.table.kit import Kit
from tracker.store.kits import find_kit

REFEREE = Clothes(sleeve=(38.0, 34.0, 34.0), back=(30.0, 28.0, 28.0), glove=(236.0, 240.0, 242.0))
WAISTCOAT = Clothes()
DARK = Clothes(sleeve=(60.0, 42.0, 38.0), back=(48.0, 36.0, 34.0), hair=(18.0, 20.0, 24.0), skin=(80.0, 105.0, 160.0))
TRIES = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """A clip to be made."""

    name: str
    story: Story
    stand: Stand
    look: Look
    rate: int
    on: str
    score: tuple[int, int] = (0, 0)
    size: tuple[int, int] = SIZE
    crf: int = 23
    """How hard the pictures are pressed: H.264's constant rate factor, more is worse."""
    exposure: Exposure = STEADY


def table(rng: np.random.Generator, kit: Kit, reds: int, away: tuple[str, ...] = ()) -> Balls:
    """Return a frame in progress: the white first, colours on their spots but those in `away`, reds by chance."""
    placed = [(name, spot(kit, name)) for name in COLOURS if name not in away]
    for name in (*away, *["red"] * reds):
        at = anywhere(rng, kit, placed)
        if at is not None:
            placed.append((name, at))
    white = anywhere(rng, kit, placed)
    return (("white", white or (300.0, 300.0)), *placed)


def tables(seed: int, kit: Kit, reds: int, away: tuple[str, ...] = ()) -> Iterator[tuple[np.random.Generator, Balls]]:
    """Yield positions by chance, the same for the same seed."""
    for number in range(TRIES):
        rng = np.random.default_rng([seed, number])
        yield rng, table(rng, kit, reds, away)


def told(
    played: Played, strike: Strike, ids: tuple[int, ...], expected: Expected, at_s: float, clothes: Clothes
) -> StoryStroke:
    """Return a stroke of a story."""
    return StoryStroke(at_s=at_s, strike=strike, played=played, ids=ids, expected=expected, clothes=clothes)


def first_met(played: Played) -> int | None:
    """Return the ball that the white met first, or None."""
    return next((met.balls[1] if met.balls[0] == 0 else met.balls[0] for met in played.touches if 0 in met.balls), None)


def _pots_one(
    kit: Kit, balls: Balls, rng: np.random.Generator, target: int, longest_s: float
) -> tuple[Strike, Played] | None:
    """Find a stroke that pots just that ball into a top pocket, moves no other but the white, and is soon over."""
    for pocket in kit.pockets[-2:]:
        speed, follow = float(rng.uniform(1400, 2600)), float(rng.uniform(-0.9, 0.5))
        found = aiming.pot(kit, balls, target, pocket, (speed, follow))
        if (
            found
            and aiming.potted(found[1]) == (target,)
            and aiming.stirred(found[1]) <= {0, target}
            and found[1].lasts_s < longest_s
        ):
            return found
    return None


def _with_a_chance(rng: np.random.Generator, kit: Kit, balls: Balls) -> tuple[Balls, int] | None:
    """Return the position with one red near the top and the white behind it, for a pot; None where there is no room."""
    reds = [i for i, (name, at) in enumerate(balls) if name == "red" and 2350 < at[1] < 3300]
    if not reds or any(at[1] > kit.length_mm - 150 for _, at in balls):
        return None  # a ball under the near cushion would be half hidden from this camera
    target, pocket = reds[0], kit.pockets[-1 - int(rng.integers(2))]
    meet = aiming.ghost(kit, balls[target][1], pocket.fall)
    way = aiming.angle_to(pocket.fall, meet) + rng.uniform(-0.6, 0.6)
    x, y = meet + rng.uniform(250, 900) * np.array([np.cos(way), np.sin(way)])
    white = (float(x), float(y))
    return ((("white", white), *balls[1:]), target) if is_free(kit, list(balls[1:]), white) else None


def red_then_black() -> Take:
    """Return the break: a red is potted, then the black, which a referee puts back on its spot."""
    kit = find_kit()
    for rng, start in tables(1, kit, reds=6):
        chance = _with_a_chance(rng, kit, start)
        first = _pots_one(kit, chance[0], rng, chance[1], 6.2) if chance else None
        if chance is None or first is None:
            continue
        balls, left = chance[0], aiming.rest_of(first[1])
        after = tuple((balls[i][0], at) for i, at in left)
        black = next(i for i, (name, _) in enumerate(after) if name == "black")
        for _ in range(3):
            second = _pots_one(kit, after, rng, black, 6.2)
            if second:
                return _red_black_take(kit, balls, first, (second, tuple(i for i, _ in left)))
    raise AssertionError("no position was found: raise TRIES")


def _red_black_take(
    kit: Kit, balls: Balls, first: tuple[Strike, Played], then: tuple[tuple[Strike, Played], tuple[int, ...]]
) -> Take:
    (second, ids), everyone = then, tuple(range(len(balls)))
    one = Expected(say="1", value=1, cite="3.3(g)", why="red potted, red on")
    seven = Expected(say="7", value=7, cite="3.3(h)(i)", why="black potted, a colour on")
    a = told(first[1], first[0], everyone, one, 3.0, WAISTCOAT)
    b = told(second[1], second[0], ids, seven, a.rest_s + 2.5, WAISTCOAT)
    black = next(i for i, (name, _) in enumerate(balls) if name == "black")
    side = kit.width_mm + 260.0 if balls[0][1][0] < kit.width_mm / 2 else -260.0
    back = Respot(
        at_s=b.rest_s + 1.5,
        ball=black,
        at_mm=spot(kit, "black"),
        shoulder_mm=(side, kit.length_mm + 40.0, 470.0),
        clothes=REFEREE,
    )
    story = Story(kit=kit, balls=balls, told=(a, b), respots=(back,), lasts_s=back.at_s + 1.7)
    stand = Stand(azimuth_deg=1.2, elevation_deg=29, distance_mm=9200, fill=0.88, lift=0.01, roll_deg=0.2, k1=-0.03)
    return Take(name="0001-red-then-black", story=story, stand=stand, look=hall(kit, 11), rate=30, on="red")


def blue_first() -> Take:
    """Red is on, but the blue is met first: a foul, five away."""
    kit = find_kit()
    for rng, balls in tables(2, kit, reds=5):
        blue = next(i for i, (name, _) in enumerate(balls) if name == "blue")
        offset = rng.uniform(-0.6, 0.6) * kit.touching_mm
        strike = _thin(kit, balls, blue, offset, float(rng.uniform(900, 1500)))
        others = aiming.without(balls, (0, blue))
        if not aiming.is_clear(kit, balls[0][1], balls[blue][1], others) or not aiming.stands_well(
            kit, balls[0][1], strike.angle
        ):
            continue
        played = play(kit, balls, strike)
        if not played.pots and first_met(played) == blue and played.lasts_s < 6.5 and len(played.bounces) >= 2:
            expected = Expected(say="FOUL AND A MISS", value=5, cite="3.11(b)(iv)", why="blue hit first, red on")
            stroke = told(played, strike, tuple(range(len(balls))), expected, 3.2, DARK)
            story = Story(kit=kit, balls=balls, told=(stroke,), lasts_s=stroke.rest_s + 1.5)
            stand = Stand(azimuth_deg=181.5, elevation_deg=33, distance_mm=7800, fill=0.9, lift=-0.02, k1=-0.05)
            return Take(name="0002-blue-first", story=story, stand=stand, look=hall(kit, 22), rate=30, on="red")
    raise AssertionError("no position was found: raise TRIES")


def _thin(kit: Kit, balls: Balls, target: int, offset_mm: float, speed: float) -> Strike:
    """Return a stroke at a ball, aimed `offset_mm` to the left of its middle."""
    start, ball = np.array(balls[0][1]), np.array(balls[target][1])
    way = (ball - start) / np.linalg.norm(ball - start)
    aim = ball + offset_mm * np.array([-way[1], way[0]])
    return Strike(angle=aiming.angle_to(start, aim), speed_mm_s=speed, follow=0.2)


def in_off() -> Take:
    """Return the in-off: the cue-ball meets a red and goes into a pocket itself, a foul, four away."""
    kit = find_kit()
    for rng, balls in tables(3, kit, reds=4, away=("pink",)):
        reds = [i for i, (name, _) in enumerate(balls) if name == "red"]
        target = int(rng.choice(reds))
        strike = replace(
            _thin(kit, balls, target, rng.uniform(-0.97, 0.97) * kit.touching_mm, float(rng.uniform(1200, 2200))),
            follow=0.6,
        )
        if not aiming.is_clear(kit, balls[0][1], balls[target][1], aiming.without(balls, (0, target))):
            continue
        if not aiming.stands_well(kit, balls[0][1], strike.angle) or not _may_go_in_off(kit, balls, target, strike):
            continue
        played = play(kit, balls, strike)
        if aiming.potted(played) == (0,) and first_met(played) == target and played.lasts_s < 6.5:
            expected = Expected(say="FOUL", value=4, cite="3.11(a)(vii)", why="cue-ball in-off, red on")
            stroke = told(played, strike, tuple(range(len(balls))), expected, 3.2, WAISTCOAT)
            story = Story(kit=kit, balls=balls, told=(stroke,), lasts_s=stroke.rest_s + 1.5)
            stand = Stand(azimuth_deg=38, elevation_deg=40, distance_mm=5600, fill=0.98, k1=-0.06)
            return Take(name="0003-in-off", story=story, stand=stand, look=hall(kit, 33), rate=50, on="red")
    raise AssertionError("no position was found: raise TRIES")


def _may_go_in_off(kit: Kit, balls: Balls, target: int, strike: Strike) -> bool:
    """Say whether the cue-ball, off that ball along the tangent or a little ahead of it, could run near a pocket."""
    start, ball = np.array(balls[0][1]), np.array(balls[target][1])
    way = np.array([np.cos(strike.angle), np.sin(strike.angle)])
    side = (ball - start) @ np.array([-way[1], way[0]])
    if abs(side) >= kit.touching_mm:
        return False
    meet = start + way * ((ball - start) @ way - np.sqrt(kit.touching_mm**2 - side**2))
    line = (ball - meet) / kit.touching_mm
    off = way - (way @ line) * line + 0.25 * way
    off /= np.linalg.norm(off)
    aims = [np.array(p.fall) - meet for p in kit.pockets]
    return any(off @ aim > 0 and abs(off[0] * aim[1] - off[1] * aim[0]) < 90 for aim in aims)


def safety_with_arm() -> Take:
    """Return the safety: a fair stroke without a pot, while the player's arm hides a ball for some seconds."""
    kit = find_kit()
    for rng, start in tables(4, kit, reds=7):
        found = _safety(rng, kit, start)
        if found:
            balls, strike, played = found
            expected = Expected(say="NO SCORE", value=0, cite="2.5(a)", why="fair stroke, no pot, red on")
            stroke = replace(
                told(played, strike, tuple(range(len(balls))), expected, 4.2, DARK), stays_s=1.6, feathers=3
            )
            story = Story(kit=kit, balls=balls, told=(stroke,), lasts_s=stroke.rest_s + 1.5)
            stand = Stand(azimuth_deg=-2.5, elevation_deg=35, distance_mm=8200, fill=0.86, lift=0.03, k1=-0.02)
            return Take(name="0004-safety-with-arm", story=story, stand=stand, look=hall(kit, 44), rate=30, on="red")
    raise AssertionError("no position was found: raise TRIES")


def _safety(rng: np.random.Generator, kit: Kit, start: Balls) -> tuple[Balls, Strike, Played] | None:
    """Return a position and a stroke up the table off a red, with one more red under the player's arm."""
    white = (float(rng.uniform(400, kit.width_mm - 400)), float(rng.uniform(kit.length_mm - 950, kit.length_mm - 620)))
    balls: Balls = (("white", white), *start[1:])
    target = next(i for i, (name, _) in enumerate(balls) if name == "red")
    strike = _thin(kit, balls, target, rng.uniform(-0.9, 0.9) * kit.touching_mm, float(rng.uniform(1800, 2800)))
    ahead = np.array([np.cos(strike.angle), np.sin(strike.angle)])
    x, y = np.array(white) - 500 * ahead + 75 * np.array([-ahead[1], ahead[0]])
    under = (float(x), float(y))
    if (
        not -2.4 < strike.angle < -0.7
        or not is_free(kit, list(start[1:]), white)
        or not is_free(kit, list(balls), under)
    ):
        return None
    balls = (*balls, ("red", under))
    if not aiming.is_clear(kit, white, balls[target][1], aiming.without(balls, (0, target))) or not has_room(
        balls[:-1], strike
    ):
        return None
    played = play(kit, balls, strike)
    fits = (
        not played.pots and first_met(played) == target and played.lasts_s < 8.0 and played.places_mm[-1][0][1] < 1200
    )
    return (balls, strike, played) if fits and len(balls) - 1 not in aiming.stirred(played) else None


def has_room(balls: Balls, strike: Strike) -> bool:
    """Say whether the cue can come to the white: no ball near it, nor under the cue's first half metre."""
    white = np.array(balls[0][1])
    way = np.array([np.cos(strike.angle), np.sin(strike.angle)])
    for _, at in balls[1:]:
        away = np.array(at) - white
        along = float(np.clip(away @ -way, 0, 500))
        if np.hypot(*away) < 110 or np.hypot(*(away + along * way)) < 70:
            return False
    return True


def two_cushions_touching() -> Take:
    """Seen from above: two cushions, then a red; the cue-ball comes to rest touching another ball."""
    kit = find_kit()
    for rng, balls in tables(5, kit, reds=6):
        strike = Strike(angle=float(rng.uniform(-np.pi, np.pi)), speed_mm_s=float(rng.uniform(1300, 2300)), follow=0.3)
        if not aiming.stands_well(kit, balls[0][1], strike.angle) or not has_room(balls, strike):
            continue
        played = play(kit, balls, strike)
        met = next((m for m in played.touches if 0 in m.balls), None)
        before = [b for b in played.bounces if b.ball == 0 and met and b.at_s < met.at_s and not b.is_jaw]
        if (
            met is None
            or played.pots
            or len(before) < 2
            or played.lasts_s > 7.5
            or balls[first_met(played) or 0][0] != "red"
        ):
            continue
        more = _touching_ball(kit, played, balls)
        if more is None:
            continue
        all_balls = (*balls, ("red", more))
        again = play(kit, all_balls, strike)
        gap = np.linalg.norm(again.places_mm[-1][0] - again.places_mm[-1][-1]) - kit.touching_mm
        if gap < 0.02 and len(again.touches) <= len(played.touches) + 1 and not again.pots:
            return _overhead_take(kit, all_balls, strike, again)
    raise AssertionError("no position was found: raise TRIES")


def _touching_ball(kit: Kit, played: Played, balls: Balls) -> tuple[float, float] | None:
    """Return a place for one more ball that the cue-ball comes to rest against and that nothing else meets."""
    trail, end = played.places_mm, played.places_mm[-1][0]
    ahead = end - played.at(played.lasts_s - 0.4)[0]
    way = np.arctan2(ahead[1], ahead[0])
    for turn in (0.0, 0.3, -0.3, 0.6, -0.6):
        place = end + (kit.touching_mm + 0.004) * np.array([np.cos(way + turn), np.sin(way + turn)])
        nearest = float(np.nanmin(np.linalg.norm(trail - place, axis=2)))
        at = (float(place[0]), float(place[1]))
        if nearest >= kit.touching_mm and is_free(kit, [], at):
            return at
    return None


def _overhead_take(kit: Kit, balls: Balls, strike: Strike, played: Played) -> Take:
    expected = Expected(
        say="NO SCORE", value=0, cite="2.5(a)", why="fair stroke, no pot, red on", beside=("TOUCHING BALL",)
    )
    stroke = told(played, strike, tuple(range(len(balls))), expected, 3.2, WAISTCOAT)
    story = Story(kit=kit, balls=balls, told=(stroke,), lasts_s=stroke.rest_s + 1.5)
    stand = Stand(azimuth_deg=90.6, elevation_deg=86, distance_mm=4300, fill=0.97, k1=-0.05, roll_deg=0.3)
    look = hall(kit, 55, is_overhead=True)
    return Take(name="0005-two-cushions-touching", story=story, stand=stand, look=look, rate=50, on="red")


CLOTHS = {11: (22.0, 150.0, 20.0), 22: (40.0, 132.0, 30.0), 33: (60.0, 140.0, 48.0), 44: (20.0, 165.0, 34.0)}
FLOORS = {11: (35.0, 30.0, 110.0), 22: (110.0, 60.0, 40.0), 33: (70.0, 74.0, 80.0), 44: (90.0, 120.0, 160.0)}


def hall(kit: Kit, seed: int, *, is_overhead: bool = False) -> Look:
    """Return a plain look of a hall: a green cloth, a row of lamps, the usual balls, little noise."""
    rng = np.random.default_rng(seed)
    balls = {name: bgr(*(np.array(BALLS[name]) + rng.uniform(-0.4, 0.4, 3) * np.array(SPREAD[name]))) for name in BALLS}
    word = Strip(
        box_px=(28, 668, 168, 696), colours=((40.0, 32.0, 28.0),), texts=(f"TABLE {seed // 11}",), opacity=0.85
    )
    height = 2600.0 if is_overhead else 1700.0
    lamps = tuple(
        Lamp(centre_mm=(kit.width_mm / 2, kit.length_mm * y, height), half_size_mm=(330.0, 330.0), power=0.42)
        for y in (1 / 6, 1 / 2, 5 / 6)
    )
    return Look(
        cloth=CLOTHS.get(seed, (70.0, 150.0, 60.0)),
        floor=FLOORS.get(seed, (60.0, 60.0, 66.0)),
        wall=(float(rng.uniform(30, 120)), float(rng.uniform(30, 120)), float(rng.uniform(30, 120))),
        wood=(28.0, 36.0, 74.0),
        leather=(120.0, 165.0, 205.0),
        line=(150.0, 200.0, 160.0),
        balls=balls,
        lamps=lamps,
        ambient=0.34,
        falloff=0.16,
        has_full_plates=seed % 2 == 0,
        wall_mm=None if is_overhead or seed % 3 == 0 else 2600.0,
        boards=2,
        grain=1.2,
        blur_px=0.55,
        noise=1.5,
        gains=(1.02, 1.0, 0.98),
        jpeg=0,
        strips=() if is_overhead else (word,),
        seed=seed,
    )


TAKES: tuple[Callable[[], Take], ...] = (red_then_black, blue_first, in_off, safety_with_arm, two_cushions_touching)
