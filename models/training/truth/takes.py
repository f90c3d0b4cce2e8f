"""How a found stroke becomes a clip: who judges it, from where it is filmed, at which rate, size and bit rate.

Camera, rate, bit rate, cloth and whether the player is seen go round with the number of the stroke, so that a few
strokes of each stratum already show all of them. From the seventh stroke on so do the set of balls, the shutter and
the exposure, which wanders, or flickers line by line. Any stroke can be drawn at either size.
"""

from dataclasses import replace

import numpy as np

from models.training.clips.exposure import STEADY, Exposure
from models.training.clips.story import Expected, Story, StoryStroke
from models.training.clips.takes import WAISTCOAT, Take, hall
from models.training.clips.truth import stroke_of
from models.training.painter.cameras import SIZE
from models.training.painter.looks import AGED, AGED_GLOSS
from models.training.painter.scene import Look
from models.training.truth.naming import HELD_OUT, name_of
from models.training.truth.strata import STRATA, Stratum, find
from models.training.truth.views import CAMERAS, stand
from tracker import __version__
from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.alternatives import Alternatives
from tracker.domain.strokes.stroke import Place
from tracker.domain.table.ball import COLOURS, RED
from tracker.domain.table.plane import Point
from tracker.match.book.entries import Header
from tracker.match.desk.desk import Policy, open_desk
from tracker.rules import shelf
from tracker.store.kits import find_kit

SMALL = 6
"""So many strokes of a stratum are drawn at 1280 x 720, in one shutter and light; the others at 1920 x 1080."""
LARGE = (1920, 1080)
RULES, ON = "snooker-2024", "red"
STRUCK_S, STAYS_S = 1.8, 1.0
RATES = (25, 30, 50)
CRFS = (20, 30)
CLOTHS = ((22.0, 150.0, 20.0), (60.0, 120.0, 30.0), (150.0, 100.0, 24.0))
SHUTTERS_S = (1 / 250, 1 / 125, 1 / 60)
EXPOSURES = (STEADY, Exposure(drift=0.12), Exposure(drift=0.04, bands=0.06, lamp_hz=100.06))
NOT_YET = Expected(say="", value=None, cite="", why="")


def take_of(stratum: Stratum, number: int, size: tuple[int, int] | None = None) -> Take:
    """Return clip `number` of a stratum, the same for the same number; `size` instead of its own."""
    kit = find_kit()
    balls, strike, played = find(stratum, kit, number)
    turn = number + number // HELD_OUT + STRATA.index(stratum)
    rng = np.random.default_rng([147, STRATA.index(stratum), number])
    at_s = STRUCK_S + float(rng.uniform(0, 1 / min(RATES)))
    told = StoryStroke(
        at_s=at_s, strike=strike, played=played, ids=tuple(range(len(balls))), expected=NOT_YET, clothes=WAISTCOAT,
        feathers=0, is_in_view=turn % 4 != 0,
    )  # fmt: skip
    story = Story(kit=kit, balls=balls, told=(told,), lasts_s=told.rest_s + STAYS_S)
    camera = CAMERAS[turn % 3]
    look = replace(
        hall(kit, 11 * (1 + turn % 2), is_overhead=camera == "overhead"), cloth=CLOTHS[turn // 2 % 3], strips=()
    )
    exposure = STEADY
    if number >= SMALL:
        look, exposure = varied(look, number, STRATA.index(stratum))
    return Take(
        name=name_of(stratum.name, number),
        story=replace(story, told=(replace(told, expected=ruled(story)),)),
        stand=stand(rng, camera),
        look=look,
        rate=RATES[(turn + turn // 3) % 3],
        on=ON,
        size=size or (SIZE if number < SMALL else LARGE),
        crf=CRFS[turn // 3 % 2],
        exposure=exposure,
    )


def varied(look: Look, number: int, stratum: int) -> tuple[Look, Exposure]:
    """Return how a stroke looks with its set of balls and shutter, and how its exposure changes."""
    if (number + stratum // 3) % 2:
        look = replace(look, balls=AGED, gloss=AGED_GLOSS)
    shutter_s = SHUTTERS_S[(number + stratum // 2) % len(SHUTTERS_S)]
    return replace(look, shutter_s=shutter_s), EXPOSURES[(number // HELD_OUT + 2 * stratum) % len(EXPOSURES)]


def ruled(story: Story) -> Expected:
    """Return what the judge says when told the one stroke of a story as it truly was, red being on.

    So a call is wrong only by what was seen; whether the law is right, the rule cases say.
    """
    stroke, standing = stroke_of(story, 1)
    setup = Setup(start=_start(story))
    header = Header(rulebook=RULES, setup=setup, table=story.kit.name, software=f"cuewatch {__version__}")
    desk = open_desk(shelf.find(RULES, story.kit), header, Policy())
    main, *beside = desk.see(Alternatives.certain(stroke, standing))[1].suggestions
    words = tuple(one.say for one in beside if one.value is None)
    return Expected(say=main.say, value=main.value, cite=main.cite, why=main.why, beside=words)


def _start(story: Story) -> Start:
    names = [name for name, _ in story.balls]
    return Start(
        reds=names.count(RED),
        colours=tuple(ball for ball in COLOURS if ball in names),
        on=ON,
        places=tuple(Place(ball=name, at=Point(*at), sd_mm=0.0) for name, at in story.balls),
    )
