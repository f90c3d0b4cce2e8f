"""What the sample clips say is true agrees with itself, with the recordings and with the law."""

import json
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from tracker.domain.book.setup import Setup, Start
from tracker.domain.strokes.stroke import Place, Pot, Standing, Stroke, Touch
from tracker.domain.table.ball import COLOURS
from tracker.domain.table.plane import Point
from tracker.domain.time import micros
from tracker.rules.shelf import find
from tracker.store.calibrations import read_calibration
from tracker.store.kits import find_kit

SAMPLES = Path(__file__).parents[2] / "sample_videos"
CLIPS = sorted(folder.name for folder in SAMPLES.iterdir() if folder.is_dir())


def truth_of(clip: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAMPLES / clip / "truth.json").read_text("utf-8"))
    return found


def test_there_are_six_clips_and_they_are_small() -> None:
    assert len(CLIPS) >= 6
    assert all((SAMPLES / clip / "clip.mp4").stat().st_size < 3_000_000 for clip in CLIPS)
    assert sum(file.stat().st_size for file in SAMPLES.rglob("*") if file.is_file()) < 15_000_000


@pytest.mark.parametrize("clip", CLIPS)
def test_every_picture_has_its_truth(clip: str) -> None:
    truth = truth_of(clip)
    with av.open(str(SAMPLES / clip / "clip.mp4")) as container:
        stream = container.streams.video[0]
        times = [float(packet.pts * packet.time_base) for packet in container.demux(stream) if packet.pts is not None]
        assert [stream.width, stream.height] == truth["calibration"]["image_size"]
    assert np.allclose(sorted(times), [picture["t_s"] for picture in truth["pictures"]], atol=1e-3)


@pytest.mark.parametrize("clip", CLIPS)
def test_the_calibration_reads_back(clip: str) -> None:
    assert read_calibration(SAMPLES / clip / "calibration.json", (1280, 720)).table == truth_of(clip)["table"]


@pytest.mark.parametrize("clip", CLIPS)
def test_balls_never_overlap_and_go_only_by_a_pot_or_through_the_air(clip: str) -> None:
    truth = truth_of(clip)
    kit = find_kit(truth["table"])
    hands = [hand for stroke in truth["strokes"] for hand in stroke.get("between", ())]
    pots = [pot["t_s"] for stroke in truth["strokes"] for pot in stroke["potted"]]
    pots += [hand["t_s"] for hand in hands if hand["what"] == "taken"]
    back = [spot["t_s"] for spot in truth["respots"]] + [one["t_s"] for one in hands if one["what"] == "in hand"]
    in_hand = truth["pictures"][0]["places_mm"].count(None)
    cleaned = sum(hand["what"] in ("cleaned", "taken") for hand in hands)  # lifted for a while
    off = sum(len(stroke["off_table"]) for stroke in truth["strokes"])
    lifted = sum(hand["what"] == "taken" for hand in truth.get("frame", {}).get("reaches", ()))  # as the film ends
    for picture in truth["pictures"]:
        places = np.array([at for at in picture["places_mm"] if at is not None])
        away = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e6 * np.eye(len(places))
        assert away.min() > kit.touching_mm - 0.3
        gone = in_hand + sum(t <= picture["t_s"] for t in pots) - sum(t <= picture["t_s"] for t in back)
        gone += len(picture.get("aloft", {}))
        assert gone <= picture["places_mm"].count(None) <= gone + off + cleaned + lifted
    assert gone + off <= truth["pictures"][-1]["places_mm"].count(None) <= gone + off + lifted


@pytest.mark.parametrize("clip", CLIPS)
def test_the_white_is_two_radii_from_what_it_meets_first(clip: str) -> None:
    truth = truth_of(clip)
    kit = find_kit(truth["table"])
    for stroke in truth["strokes"]:
        touch = stroke["touches"][0]
        nearest = min(truth["pictures"], key=lambda picture: abs(picture["t_s"] - touch["t_s"]))
        aloft = {int(i): at[:2] for i, at in nearest.get("aloft", {}).items()}
        there = dict(enumerate(nearest["places_mm"])) | aloft
        names = [i for i, name in enumerate(truth["balls"]) if name == touch["balls"][1]]
        gaps = [np.hypot(*(np.array(there[i]) - touch["at_mm"])) for i in names if there[i]]
        assert abs(min(gaps) - kit.touching_mm) < 25


@pytest.mark.parametrize("clip", CLIPS)
def test_the_law_makes_the_calls_that_the_truth_expects(clip: str) -> None:
    truth = truth_of(clip)
    frame = truth.get("frame")
    book = find(frame["rules"], find_kit(truth["table"])) if frame else find(kit=find_kit(truth["table"]))
    reds = truth["balls"].count("red")
    first = zip(truth["balls"], truth["pictures"][0]["places_mm"], strict=True)
    places = tuple(Place(ball=ball, at=Point(*at), sd_mm=0.0) for ball, at in first if at)
    score, on = tuple(truth["apply"]["score"]), truth["apply"]["on"]
    start = Start(scores=score, reds=reds, colours=COLOURS, on=on, places=places)
    state = book.opening(Setup() if frame else Setup(start=start))
    for record in truth["strokes"]:
        stroke, standing = facts_of(record)
        ruling = book.judge(state, stroke, standing)
        main = record["calls"][0]
        assert ruling.main is not None
        assert (ruling.main.say, ruling.main.value) == (main["say"], main["value"])
        for call in ruling.calls:
            state = book.apply(state, call)


def facts_of(record: dict[str, Any]) -> tuple[Stroke, Standing]:
    """Return a line of strokes.jsonl as a stroke and the balls at rest after it."""
    places = tuple(Place(ball=ball, at=Point(*at), sd_mm=0.0) for ball, spots in record["rest"].items() for at in spots)
    pots = tuple(Pot(at_us=micros(p["t_s"]), ball=p["ball"], pocket=p["pocket"], sure=1.0) for p in record["potted"])
    touches = [
        Touch(at_us=micros(t["t_s"]), balls=tuple(t["balls"]), at=Point(*t["at_mm"]), sure=1.0)
        for t in record["touches"]
    ]
    stroke = Stroke(
        number=record["stroke"],
        began_us=micros(record["began_s"]),
        ended_us=micros(record["ended_s"]),
        cue_ball=record["cue_ball"],
        in_hand=record["in_hand"],
        touches=tuple(touches),
        origin=Point(*record["from_mm"]),
        first_hit=tuple(record["first_hit"]),
        off_table=tuple(record["off_table"]),
        jumped=tuple(record["jumped"]),
        potted=pots,
        rest={ball: tuple(Point(*at) for at in spots) for ball, spots in record["rest"].items()},
    )
    touching = tuple((a, b) for a, b in record["touching"])
    return stroke, Standing(at_us=stroke.ended_us, places=places, touching=touching)
