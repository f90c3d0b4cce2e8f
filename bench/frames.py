"""Whole drawn frames, end to end: draw them, track each as a user would, and compare the score with the true one.

    python -m bench.frames [--game snooker|billiards|billiards-to-100|novuss|novuss-whole] [--count N] [--only NAME]
                           [--later N | --earlier N] [--again] [--write] [--out runs/frames] [--drawn-only]
                           [--seen DIR]

Frames are drawn once and kept by name (`OUT/drawn/NAME`); what a run told is kept too, and told again only where the
clip or the program changed, or with --again. A frame that begins in mid-frame is tracked without a word about score or
ball on; a game of billiards begins with its opening stroke, and how many points win it is said. With --write the table
goes into docs/MEASURED.md. Their seeds, 8000 to 8999, are for measuring alone: nothing is tuned on them. Once a frame
that went wrong was looked into it is no longer one that nobody has seen: with --later the same stands and rulebooks are
drawn with seeds so many later, and have a table of their own. With --earlier they are drawn with training seeds, to be
looked into and never written down as measured. With --seen what is seen of each is kept: a change in following, telling
or scoring is tried on all of them in some seconds each (throw it away when seeing has changed).
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

from bench.frames_told import FrameComparison, compared, failed, from_json, to_json, told_line
from bench.measured import ROOT, machine, put_section
from bench.samples import told_of
from tracker.domain.errors import BadInput

OUT = ROOT / "runs" / "frames"
REMEDY = "python -m bench.frames --write"
LONGEST_S = 3 * 3600
LAST = 8999
"""Seeds after this are not for measuring here."""
EARLIEST = 1000
"""By so many at least training seeds are earlier: all frames here are of seeds below 9000."""
REASONS = 3
"""So many of the things that went wrong with a frame are told in the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A frame to be drawn: which, and how it is filmed."""

    rules: str
    seed: int
    view: str
    reds: int | None = None
    """On the table as it begins; None: all there are."""
    target: int | None = None
    """Points that win the game, where it is played to some."""
    rate: int = 25
    lines: int = 720
    four: bool = False
    strokes: int | None = None
    """Not the whole frame, but so many strokes of it."""

    @property
    def name(self) -> str:
        """What its folders are called."""
        size = "" if (self.lines, self.rate) == (720, 25) else f"-{self.lines}p{self.rate}"
        part = "" if self.strokes is None else f"-{self.strokes}-strokes"
        long = f"to-{self.target}" if self.target else "whole" if self.reds is None else self.reds
        return f"{self.rules}{'-four' if self.four else ''}-{self.view}-{long}-{self.seed}{size}{part}"

    @property
    def drawing(self) -> list[str]:
        """The arguments that draw it."""
        said = ["--rules", self.rules, "--seed", str(self.seed), "--view", self.view, *self.agreed]
        said += [] if self.reds is None else ["--reds", str(self.reds)]
        said += [] if self.strokes is None else ["--strokes", str(self.strokes)]
        return [*said, "--rate", str(self.rate), "--size", str(self.lines), *(["--four"] if self.four else [])]

    @property
    def agreed(self) -> list[str]:
        """The arguments that say what no picture shows, to draw and to track it by."""
        return [] if self.target is None else ["--target", str(self.target)]


SHOTS = (
    Shot(rules="snooker-2024", seed=8001, view="baulk", reds=3),
    Shot(rules="snooker-2024", seed=8002, view="overhead", reds=3),
    Shot(rules="snooker-2024", seed=8003, view="top", reds=3),
    Shot(rules="snooker-2024", seed=8004, view="corner", reds=2),
    Shot(rules="snooker-2022", seed=8005, view="baulk", reds=2),
    Shot(rules="six-reds-2024", seed=8006, view="overhead", reds=3),
    Shot(rules="snooker-legacy", seed=8007, view="baulk", reds=2),
    Shot(rules="shoot-out-2024", seed=8008, view="top", reds=2),
    Shot(rules="snooker-2024", seed=8009, view="side", reds=2),
    Shot(rules="snooker-2024", seed=8010, view="high", reds=4),
    Shot(rules="snooker-2024", seed=8011, view="low", reds=2),
    Shot(rules="snooker-2022", seed=8012, view="overhead", reds=3),
    Shot(rules="snooker-2022", seed=8013, view="top", reds=2),
    Shot(rules="snooker-legacy", seed=8014, view="corner", reds=3),
    Shot(rules="six-reds-2024", seed=8015, view="baulk", reds=6),
    Shot(rules="six-reds-2022", seed=8016, view="top", reds=2),
    Shot(rules="shoot-out-2024", seed=8017, view="corner", reds=2),
    Shot(rules="snooker-2024", seed=8018, view="baulk", reds=2, four=True),
    Shot(rules="snooker-2024", seed=8019, view="overhead", reds=2, rate=50, lines=1080),
    Shot(rules="snooker-2024", seed=8020, view="baulk", reds=2, rate=50, lines=1080),
    Shot(rules="snooker-2024", seed=8021, view="top", reds=0),
    Shot(rules="snooker-2024", seed=8022, view="corner", reds=4, rate=50),
    Shot(rules="snooker-2024", seed=8023, view="baulk", reds=15),
    Shot(rules="snooker-2024", seed=8024, view="corner", reds=15),
)


def games_of_billiards(first: int, target: int) -> tuple[Shot, ...]:
    """Return twelve games to so many points, of seeds from the first on."""
    views = ("overhead", "baulk", "top", "corner", "overhead", "baulk", "side", "high", "low", "corner", "top", "baulk")
    return tuple(
        Shot(rules="billiards-2024", seed=first + number, view=view, target=target) for number, view in enumerate(views)
    )


GAMES_OF_BILLIARDS = games_of_billiards(8201, 10)
"""As few points as time allows."""
GAMES_TO_100 = games_of_billiards(8221, 100)
"""Each is a film of half an hour."""
SETS_OF_NOVUSS = tuple(
    Shot(rules="novuss-2015", seed=8301 + number, view=view, reds=reds)
    for number, (view, reds) in enumerate(
        (("high", 2), ("overhead", 3), ("side", 2), ("corner", 2), ("high", 3), ("overhead", 2), ("side", 3),
         ("top", 2), ("high", 2), ("overhead", 2), ("corner", 3), ("baulk", 2))
    )
)  # fmt: skip
"""With two or three pucks of each player on the board, for the same reason; from beside it, for the players stand at
its near and its far edge."""
WHOLE_SETS = tuple(replace(one, seed=one.seed + 20, reds=None) for one in SETS_OF_NOVUSS)
"""From the first strike on, with all pucks on the board: each is a film of some five minutes."""
GAMES = {
    "snooker": SHOTS, "billiards": GAMES_OF_BILLIARDS, "billiards-to-100": GAMES_TO_100, "novuss": SETS_OF_NOVUSS,
    "novuss-whole": WHOLE_SETS,
}  # fmt: skip
SIDE_OF_A = "the side where player A sits"
SAID = {"novuss": SIDE_OF_A, "novuss-whole": SIDE_OF_A}
"""What else a person says of a film."""
WHAT = {
    "snooker": "frames", "billiards": "games of billiards", "billiards-to-100": "games of billiards to 100",
    "novuss": "sets of novuss", "novuss-whole": "sets of novuss with all pucks",
}  # fmt: skip
COLUMNS = (
    "frame", "strokes found, extra", "first contacts", "balls met", "pots", "points", "score", "true", "winner",
    "questions",
)  # fmt: skip


def drawn(shot: Shot, out: Path) -> Path:
    """Return the folder of a frame, drawn if it is not there yet."""
    folder = out / "drawn" / shot.name
    if not (folder / "truth.json").is_file():
        unfinished = folder.with_name(f".{shot.name}")
        shutil.rmtree(unfinished, ignore_errors=True)
        command = [sys.executable, "-m", "models.training.frames", *shot.drawing, "--quiet", "--out", str(unfinished)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        unfinished.rename(folder)
    return folder


def tracked(shot: Shot, clip: Path, out: Path, seen: Path | None = None) -> FrameComparison:
    """Track a drawn frame as a user would, and compare what is told with what is true.

    What is seen is kept in the folder `seen`, if there is one, and told from that whenever it is there.
    """
    run, began_s = out / "runs" / shot.name, time.monotonic()
    shutil.rmtree(run, ignore_errors=True)
    truth = json.loads((clip / "truth.json").read_text("utf-8"))
    program = ["tracker.cli.main", "track"] if seen is None else ["bench.retell", str(seen / f"{shot.name}.pickle")]
    said = [str(clip / "clip.mp4"), *told_of(truth), *shot.agreed, "--out", str(run)]
    command = [sys.executable, "-m", *program, *said]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=LONGEST_S)
    took_s = time.monotonic() - began_s
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        return failed(clip / "truth.json", f"exit status {done.returncode}: {why}", took_s)
    try:
        return compared(run, clip / "truth.json", took_s)
    except BadInput as trouble:
        return failed(clip / "truth.json", str(trouble), took_s)


def told(shot: Shot, out: Path, program: str, *, again: bool, seen: Path | None = None) -> FrameComparison:
    """Return what the program tells of a frame: as kept, where neither the clip nor the program changed since."""
    clip = drawn(shot, out)
    if seen is not None:
        return tracked(shot, clip, out, seen)
    key = f"{_digest([clip / 'clip.mp4', clip / 'truth.json'])}-{program}"
    kept = out / "told" / f"{shot.name}.json"
    if kept.is_file() and not again:
        before = json.loads(kept.read_text("utf-8"))
        if before["key"] == key:
            return from_json(before["told"])
    found = tracked(shot, clip, out)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"key": key, "told": to_json(found)}) + "\n", "utf-8")
    return found


def program_digest() -> str:
    """Return what tells this program from another one: its source, the networks, the tables."""
    kinds = (("tracker", "*.py"), ("tracker", "*.toml"), ("models", "*.onnx"), ("calibration", "*.toml"))
    return _digest(sorted(file for folder, kind in kinds for file in (ROOT / folder).rglob(kind)))


def _digest(files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def section(found: Sequence[tuple[Shot, FrameComparison]], later: int = 0, game: str = "snooker") -> str:
    """Return the section of docs/MEASURED.md."""
    command = REMEDY if game == "snooker" else f"{REMEDY} --game {game}"
    command += "" if len(found) == len(GAMES[game]) else f" --count {len(found)}"
    command += f" --later {later}" if later else ""
    every = [one for _, one in found]
    strokes = sum(one.strokes for one in every)
    right, points = sum(one.is_right for one in every), sum(one.points for one in every)
    said = SAID.get(game, "nothing else")
    head = [
        f"Measured {date.today().isoformat()} by `{command}` on {machine()}. Every frame is drawn by",
        f"`python -m models.training.frames`, tracked with its rulebook's name and {said}, and nobody answers.",
        f"Final score and winner right: **{right} of {len(every)}** (reach: 19 of 20). Points right:"
        f" **{points} of {strokes}** strokes (reach: 99.5 %). Questions:"
        f" **{sum(one.asked for one in every) / max(len(every), 1):.1f}** a frame (reach: 1).",
        "",
        f"| {' | '.join(COLUMNS)} |",
        "|" + "---|" * len(COLUMNS),
    ]
    wrong = [line for shot, one in found if (line := _why(shot, one))]
    return (
        "\n".join([*head, *(_row(*one) for one in found), *(["", "What went wrong:", "", *wrong] if wrong else [])])
        + "\n"
    )


def _row(shot: Shot, one: FrameComparison) -> str:
    winner = "right" if one.winner == one.due_winner else f"{_side(one.winner)}, true {_side(one.due_winner)}"
    cells = (
        f"`{shot.name}`", f"{one.found} of {one.strokes}, {one.extra}", one.first_hits, one.met, one.pots, one.points,
        f"{one.score[0]}–{one.score[1]}", f"{one.due[0]}–{one.due[1]}", winner, one.asked,
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _side(side: int | None) -> str:
    return "nobody" if side is None else "AB"[side]


def _why(shot: Shot, one: FrameComparison) -> str:
    if not one.wrong:
        return ""
    more = len(one.wrong) - REASONS
    return f"- **{shot.name}**: {'; '.join(one.wrong[:REASONS])}{f'; and {more} more' if more > 0 else ''}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, track, compare and print; 1 where a frame's score or winner is wrong."""
    options = _options(arguments)
    seeded = [replace(shot, seed=shot.seed + options.later - options.earlier) for shot in GAMES[options.game]]
    shots = [shot for shot in seeded if options.only in shot.name][: options.count]
    if not shots:
        print(f"no frame is called like {options.only!r}; the first: {seeded[0].name}", file=sys.stderr)
        return 2
    program, found = program_digest(), list[tuple[Shot, FrameComparison]]()
    with ThreadPoolExecutor(options.workers) as pool:
        if options.drawn_only:
            for done, folder in enumerate(pool.map(lambda shot: drawn(shot, options.out), shots), 1):
                print(f"[{done}/{len(shots)}] {folder}", flush=True)
            return 0
        tell_of = partial(told, out=options.out, program=program, again=options.again, seen=options.seen)
        work = zip(shots, pool.map(tell_of, shots), strict=True)
        for done, one in enumerate(work, 1):
            found.append(one)
            print(f"[{done}/{len(shots)}] {told_line(one[0].name, one[1])}", flush=True)
    table = section(found, options.later, options.game)
    if not options.earlier:
        print(table)
    if options.write:
        what = WHAT[options.game]
        mark = "bench.frames" if options.game == "snooker" else f"bench.frames.{options.game}"
        unseen = (".later", " that nobody has looked at") if options.later else ("", "")
        put_section(f"{mark}{unseen[0]}", f"On whole drawn {what}{unseen[1]}", table)
    return int(not all(one.is_right for _, one in found))


def _earlier(word: str) -> int:
    if not (word.isdecimal() and EARLIEST <= int(word) <= 8000):
        raise argparse.ArgumentTypeError(f"{EARLIEST} to 8000: seeds before 8000 are for training")
    return int(word)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", default="snooker", choices=tuple(GAMES), help="of which game (default: snooker)")
    options.add_argument("--count", type=int, metavar="N", help="only the first N frames")
    options.add_argument("--only", default="", metavar="NAME", help="only frames with this in their name")
    seeds = options.add_mutually_exclusive_group()
    seeds.add_argument("--later", type=int, default=0, metavar="N", help=f"seeds so many later, up to {LAST}")
    seeds.add_argument("--earlier", type=_earlier, default=0, metavar="N", help="training seeds, so many earlier")
    options.add_argument("--again", action="store_true", help="track again what was told before")
    options.add_argument("--drawn-only", action="store_true", help="draw what is not drawn yet, and stop")
    options.add_argument("--workers", type=int, default=1, metavar="N", help="frames at the same time (default: 1)")
    options.add_argument("--write", action="store_true", help="put the table into docs/MEASURED.md")
    options.add_argument("--seen", type=Path, metavar="DIR", help="see each once, keep that here, tell from it anew")
    options.add_argument("--out", type=Path, default=OUT, help="where clips, runs and results are kept")
    asked = options.parse_args(arguments)
    latest = LAST - max(shot.seed for shot in GAMES[asked.game])
    if not 0 <= asked.later <= latest:
        options.error(f"--later: 0 to {latest}, for seeds after {LAST} are not for this")
    if asked.write and asked.seen:
        options.error("--write: what is measured is seen, not told from what was seen before")
    if asked.write and asked.earlier:
        options.error("--write: what is told of training seeds is not written down as measured")
    return asked


if __name__ == "__main__":
    sys.exit(main())
