"""Watch the clips that `make truth` draws and say, kind of stroke by kind of stroke, how well incidents are told.

    python -m bench.incidents [--truth DIR] [--only thin-cuts] [--all | --to-tune] [--seen DIR] [--keep DIR] [--write]

Only the clips held out are watched (every third stroke of a stratum), so that nothing was tuned on them; `--all` takes
every clip, `--to-tune` the others. A clip whose run folder under --keep is newer than the clip is not watched again;
`--seen` tells from what `bench.sightings` has kept. With --write the tables go into docs/MEASURED.md and the figures
into tests/clips/baseline.toml. Switches, HOTA and IDF1 need TrackEval (`pip install trackeval`).
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import kept as seen_before
from bench.baseline import INCIDENTS, Figures, baseline, compare, numbers, write_baseline
from bench.clips import chosen, clip_options, is_newer
from bench.found import WEIGHED, Found, measured
from bench.incident_tables import markdown
from bench.measured import put_section
from bench.reach import summed
from models.training.truth.naming import parts_of
from tracker.cli.evaluation import identity, places
from tracker.cli.evaluation.run_and_truth import read_run, read_truth
from tracker.cli.options import parser
from tracker.cli.recording.follow import follow_source
from tracker.domain.errors import TableNotFound


def watched(clip: Path, runs: Path) -> Found | None:
    """Return what is found of a clip, watched first where its run is not there; None where the table was not found."""
    out = runs / clip.name
    if not is_newer(out / "report.html", clip / "clip.mp4"):
        given = ["track", str(clip / "clip.mp4"), "--out", str(out), "--on", "red", "--score", "0", "0"]
        try:
            follow_source(parser().parse_args(given))
        except TableNotFound:
            return None
    return compared(clip, out)


def retold(clip: Path, seen: Path, runs: Path) -> Found | None:
    """Return what is told of a clip from what was seen of it before; None where the table was not found."""
    kept = seen_before.load(seen / f"{clip.name}.pickle")
    if kept is None:
        return None
    seen_before.tell(kept, runs / clip.name)
    return compared(clip, runs / clip.name)


def compared(clip: Path, out: Path) -> Found:
    """Compare a run folder with the truth of its clip."""
    return measured(parts_of(clip.name)[0], read_run(out), read_truth(clip / "truth.json"))


def figures(found: Mapping[str, Found | None]) -> Figures:
    """Return what is kept of the measures of all clips together; less is better in each."""
    seen = [one for one in found.values() if one is not None]
    first, pots, calls = (summed([getattr(one, what) for one in seen]) for what in ("first", "pots", "calls"))
    tracks = identity.figures([one.identity for one in seen])
    kept: dict[str, float | None] = {
        "tables_lost": len(found) - len(seen),
        "strokes_missed": first["missed"],
        "first_contacts_wrong": first["wrong"],
        "first_contacts_asked": first["asked"],
        "pots_missed": pots["due"] - pots["ball"],
        "pots_false": pots["told"] - pots["ball"],
        "pockets_wrong": pots["ball"] - pots["pocket"],
        "calls_wrong": calls["wrong"],
        "calls_asked": calls["asked"],
        "touching_wrong": Counter(verdict.word for one in seen for verdict in one.touching)["wrong"],
        "missed_balls": sum(one.missed for one in seen),
        "false_balls": sum(one.false for one in seen),
        "wrong_colour_balls": sum(n for one in seen for (true, told), n in one.said.items() if true != told),
        "identity_switches": tracks["switches"] if tracks else None,
    }
    for kind in WEIGHED:
        counts = summed([one.counts[kind, "1 picture"] for one in seen])
        kept |= {f"{kind}_{word}_within_a_picture": counts[word] for word in ("missed", "false")}
    for where in ("rest", "moving"):
        kept[f"{where}_mean_mm"] = places.summed(places.together([one.off[where] for one in seen]))["mean_mm"]
    return {name: value for name, value in kept.items() if value is not None}


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch, measure, print, and with --write keep tables and figures; 1 where there is no clip."""
    options = _options(arguments)
    clips = list(chosen(options))
    if not clips:
        print(f"{options.truth}: no such clips; make them with `make truth`", file=sys.stderr)
        return 1
    unseen = [clip for clip in clips if options.seen and not (options.seen / f"{clip.name}.pickle").is_file()]
    if unseen:
        print(f"left out, not seen yet: {', '.join(clip.name for clip in unseen)}", file=sys.stderr)
    clips = [clip for clip in clips if clip not in unseen]
    with tempfile.TemporaryDirectory() as scratch:
        out = options.keep or Path(scratch)
        found = {clip.name: retold(clip, options.seen, out) if options.seen else watched(clip, out) for clip in clips}
    which = "all" if options.all else "to tune on" if options.to_tune else "held out"
    section = markdown(found, which)
    print(section)
    name, now = f"{INCIDENTS}, {len(clips)} clips {which}", figures(found)
    kept = baseline()
    for verdict, changed in zip(("worse", "better"), compare(numbers(kept.get(name, {})), now), strict=True):
        print("".join(f"{name}: {verdict}, {one}\n" for one in changed), end="")
    if options.write:
        write_baseline({**{old: one for old, one in kept.items() if not old.startswith(INCIDENTS)}, name: now})
        put_section("bench.incidents", "Incidents, by kind of stroke", section)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = clip_options("Measure how well incidents are told, by kind of stroke.")
    options.add_argument("--seen", type=Path, metavar="DIR", help="tell from what `bench.sightings` kept here")
    options.add_argument("--keep", type=Path, metavar="DIR", help="keep the run folders here, and use those there are")
    options.add_argument("--write", action="store_true", help="keep the tables in docs/MEASURED.md")
    return options.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
