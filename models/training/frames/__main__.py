"""Draw a whole frame: `python -m models.training.frames --rules snooker-2024 --seed 7 --view baulk --reds 3 --out DIR`.

Writes DIR/clip.mp4, DIR/truth.json, DIR/calibration.json (the true camera, to measure by) and DIR/strokes.jsonl. The
same line draws the same frame. With as many reds as the rulebook starts with, or without --reds, the frame begins with
its opening stroke; with fewer it is picked up in the middle. Of novuss (`--rules novuss-2015`) --reds are the pucks of
each player. A game of billiards is to `--target` points. `--facts`
plays the frame, prints it, and draws nothing.
"""

import argparse
import sys
import time
from pathlib import Path

import cv2

from models.training.frames.film import write_frame
from models.training.frames.games import game_of
from models.training.frames.play import MOST_STROKES, PAUSE_S, play_frame
from models.training.frames.truth import sides
from models.training.frames.turns import Frame, Turn
from models.training.frames.views import STANDS, shoot_for
from models.training.painter.cameras import SIZE
from tracker.rules import shelf

SIZES = {720: SIZE, 1080: (1920, 1080)}


def main() -> int:
    """Play the frame, draw it, and say how long that took."""
    asked = _options()
    cv2.setNumThreads(1)
    began_s = time.monotonic()
    game = game_of(asked.rules, four=asked.four, target=asked.target)
    frame = play_frame(
        game, game.kit, asked.seed, reds=asked.reds, most=asked.strokes, pause_s=(asked.pause[0], asked.pause[1])
    )
    played_s = time.monotonic() - began_s
    print(f"{len(frame.turns)} strokes, {frame.lasts_s:.0f} s, {_ends(frame)}; played in {played_s:.0f} s", flush=True)
    if asked.facts:
        for line in _lines(frame):
            print(line)
        return 0
    players = tuple(name for side in sides(frame) for name in side)
    shoot = shoot_for(frame.kit, asked.seed, asked.view, players, asked.rate, SIZES[asked.size])
    write_frame(frame, shoot, asked.out, quiet=asked.quiet)
    took_s = time.monotonic() - began_s - played_s
    pictures = int(frame.lasts_s * asked.rate)
    print(f"{asked.out}: {pictures} pictures drawn in {took_s:.0f} s, {1000 * took_s / max(pictures, 1):.0f} ms each")
    return 0


def _ends(frame: Frame) -> str:
    a, b = frame.scoreline
    if frame.outcome is None:
        return f"{a}–{b}, not over"
    return f"{a}–{b}: {frame.outcome.because}"


def _lines(frame: Frame) -> list[str]:
    """Return a line for each stroke, for a person."""
    return [_line(frame, turn) for turn in frame.turns]


def _line(frame: Frame, turn: Turn) -> str:
    met = "+".join(turn.stroke.first_hit) or "-"
    fell = " ".join(pot.ball for pot in turn.stroke.potted) or "-"
    said = ", ".join(f"{one.say} {one.value}" for one in turn.ruling.suggestions)
    hands = ", ".join(f"{hand.what} {frame.names[hand.ball]}" for hand in turn.hands)
    who = f"{turn.number:3} {turn.at_s:7.1f} s {turn.player:2} {turn.plan.kind:6}"
    return f"{who} {met:7} {fell:12} {said:28} {turn.points} {hands}"


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rules", default=shelf.DEFAULT, choices=shelf.names(), help="rulebook")
    options.add_argument("--seed", type=int, required=True, help="those from 9000 on are held out")
    options.add_argument("--view", default="baulk", choices=tuple(STANDS), help="from where it is filmed")
    options.add_argument(
        "--reds", type=int, help="reds, or pucks of each player, on the table when the film begins (default: all)"
    )
    options.add_argument(
        "--strokes", type=int, default=MOST_STROKES, metavar="MAX", help="the film ends after so many anyway"
    )
    options.add_argument("--target", type=int, metavar="POINTS", help="points that win a game of billiards")
    options.add_argument("--four", action="store_true", help="two players a side")
    options.add_argument("--rate", type=int, default=25, help="pictures a second")
    options.add_argument("--size", type=int, default=720, choices=tuple(SIZES), help="lines of a picture")
    options.add_argument("--pause", type=float, nargs=2, default=PAUSE_S, metavar=("LEAST", "MOST"),
                         help="seconds from rest to the next strike")  # fmt: skip
    options.add_argument("--facts", action="store_true", help="play and print it, draw nothing")
    options.add_argument("--quiet", action="store_true", help="show no bar")
    options.add_argument("--out", type=Path, default=Path("runs/frame"), help="folder (default: runs/frame)")
    return options.parse_args()


if __name__ == "__main__":
    sys.exit(main())
