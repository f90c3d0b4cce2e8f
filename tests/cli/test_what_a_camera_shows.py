"""Whatever a camera shows of a table `track` leaves a run folder: too many balls, none, half a stroke, stills."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest
from room_fixtures import Cuewatch, Film

from bench.samples import SAMPLES
from models.training.painter.cameras import Stand, camera_at
from models.training.painter.layouts import opening
from models.training.painter.looks import random_look
from models.training.painter.paint import Painter
from models.training.painter.scene import DrawnBall
from tracker.capture.picture import Image
from tracker.store.kits import find_kit

KIT = find_kit("snooker-12ft")
MORE_REDS = ((450.0, 1400.0), (1300.0, 1150.0))


def painted(balls: Iterable[tuple[str, tuple[float, float]]]) -> Image:
    """Return the picture of a table with balls at (x, y) mm, from behind the Top end."""
    camera = camera_at(KIT, Stand(azimuth_deg=0, elevation_deg=40, distance_mm=8500))
    look = random_look(np.random.default_rng(7), KIT, "broadcast", (1280, 720))
    drawn = tuple(DrawnBall(ball=name, at_mm=(*place, KIT.ball_radius_mm)) for name, place in balls)
    return Painter(KIT, camera, look).paint(drawn, seed=1).picture


def tracked(cuewatch: Cuewatch, source: Path, *options: object) -> tuple[Path, str]:
    status, out, err = cuewatch("track", source, "--out", "run", *options)
    assert (status, "Traceback" in err) == (0, False), err
    return Path("run"), " ".join(out.split())


def started(run: Path) -> Counter[str]:
    """Return how many balls of each kind the book of a run begins with, as the last row of its tracks has them."""
    lines = [line.split(",") for line in (run / "tracks.csv").read_text().splitlines()[1:]]
    last = max((int(line[0]) for line in lines), default=0)
    return Counter(line[3] for line in lines if int(line[0]) == last)


def test_two_reds_too_many_are_a_doubt_with_a_place_and_a_time(cuewatch: Cuewatch, film: Film) -> None:
    picture = painted([*opening(KIT), *(("red", at) for at in MORE_REDS)])
    run, said = tracked(cuewatch, film([picture] * 25))
    assert started(run) == {"red": 15, **{ball: 1 for ball in KIT.pieces if ball != "red"}}
    assert said.count("please look: balls: what looks like one red more than the set has was left out, at (") == 2
    assert "from 0.00 s to 0.96 s" in said


def test_more_reds_than_six_reds_is_played_with_are_a_doubt(cuewatch: Cuewatch, film: Film) -> None:
    _, said = tracked(cuewatch, film([painted(opening(KIT))] * 25), "--rules", "six-reds-2024")
    assert said.count("please look: balls: what looks like one red more than the set has was left out, at (") == 9


def test_a_table_without_balls_gives_a_run_without_strokes(cuewatch: Cuewatch, film: Film) -> None:
    run, _ = tracked(cuewatch, film([painted(())] * 25))
    assert (run / "strokes.jsonl").read_text() == ""
    assert json.loads((run / "score.json").read_text())["points"] == [0, 0]


@pytest.mark.parametrize("option", [("--start", 1.2), ("--end", 1.2)], ids=["from", "up to"])
def test_half_a_stroke_gives_a_run(cuewatch: Cuewatch, option: tuple[str, float]) -> None:
    run, _ = tracked(cuewatch, next(SAMPLES.glob("0001*")) / "clip.mp4", *option)
    assert (run / "report.html").is_file()


def test_a_folder_of_pictures_gives_a_run(cuewatch: Cuewatch, tmp_path: Path) -> None:
    balls = opening(KIT)
    folder = tmp_path / "pictures"
    folder.mkdir()
    for n in range(5):
        cv2.imwrite(str(folder / f"{n}.png"), painted(balls[: len(balls) - 3 * n]))
    run, _ = tracked(cuewatch, folder)
    assert (run / "tracks.csv").is_file()


@pytest.mark.parametrize("on", ["red", "colour", "pink"])
def test_a_ball_that_a_person_says_is_on_need_not_be_seen(cuewatch: Cuewatch, film: Film, on: str) -> None:
    _, said = tracked(
        cuewatch, film([painted([("white", (900.0, 700.0)), ("black", (889.0, 3245.0))])] * 25), "--on", on
    )
    assert ("was not seen at the start" in said or "none was seen" in said) is (on != "colour")


def test_one_picture_with_reds_too_many_shows_a_set_and_tells_of_the_others(cuewatch: Cuewatch, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "reds.png"), painted([*opening(KIT), *(("red", at) for at in MORE_REDS)]))
    status, out, _ = cuewatch("look", tmp_path / "reds.png", "--json")
    record = json.loads(out)
    assert (status, record["counts"]["red"], len(record["left_out"])) == (0, 15, 2)
    _, out, _ = cuewatch("look", tmp_path / "reds.png")
    assert " ".join(out.split()).count("please look: what looks like one red more than the set has, at (") == 2
