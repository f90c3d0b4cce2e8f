"""Fit the parameters by which incidents weighs what was seen, on drawn strokes, and write them into one file.

    python -m bench.odds.kept --first 0 --count 3000         draws and follows strokes (what for: `bench.odds.drawn`)
    python -m bench.odds.evidence --until 3000               measures them
    python -m bench.fit_odds [--until 3000] [--kept DIR] [--write]

Each question has its own parameters, and they are those under which what was true of the training strokes was likeliest
(maximum likelihood; Bishop 2006, ch. 4), held to their guesses by a weak prior where the strokes say nothing. Strokes
from 3000 on are not for fitting.
"""

import argparse
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, fields, replace
from math import exp, log
from pathlib import Path as File
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.fitted import head, table
from bench.measured import ROOT
from bench.odds.drawn import HELD_OUT
from bench.odds.evidence import Evidence, read
from bench.odds.kept import KEPT
from tracker.incidents.explain.hands import struck_worth
from tracker.incidents.explain.kinds import kind_probabilities
from tracker.incidents.explain.losses.fates import fates
from tracker.incidents.explain.stages import weighed_firsts
from tracker.incidents.noise import PARTS, Falls, Firsts, Hands, Kinds, Noise, Touching, noise
from tracker.incidents.propose.touching.hints import worth

Array = NDArray[np.float64]
FILE = ROOT / "tracker" / "incidents" / "noise.toml"
POSITIVE = {
    "place_mm", "turn", "sent_turn", "reach_mm", "jaws_mm", "stops_mm", "heat", "tail", "moment_s", "temper",
    "arrival_odds", "again", "beyond", "agrees", "pack_worth", "named",
}  # fmt: skip
NEGATIVE = {"missed", "jaws_miss", "away", "place", "time", "push", "late", "taken"}
"""Parameters whose sign physics knows: they are fitted by their logarithms."""
PRIOR_SD = 3.0
"""How far (1 sigma) a parameter, or the logarithm of a positive one, may lie from where it was guessed."""
HELD_SD = {
    "tail": 0.3, "watched": 0.3, "unwatched": 0.3, "cue_hidden": 0.3, "single": 0.3, "left_in_view": 0.1,
    "place_mm": 0.05, "turn": 0.05, "sent_turn": 0.05, "astray": 0.05, "reach_mm": 0.05, "jaws_mm": 0.05,
    "missed": 0.05, "jaws_miss": 0.05, "stops_mm": 0.05, "pocket": 0.05,
    "off": 0.05, "beyond": 0.05, "flew": 0.05, "past": 0.05,
}  # fmt: skip
"""The same of what other measures tell better: few of these strokes hide a first contact (`bench.first_contact`), how
many balls are missed between the jaws is measured on pictures (`bench.jaws`: 38 of 359), how fast one comes that hangs
there on many more that do (`bench.hanging`), a fast ball is missed by one picture of television after another, and what
hands and people do in whole frames is not in them. How far a ball's way leads astray, and what shows that one flew over
a cushion, is that of strokes by lot as first fitted: to these eyes a table lies exactly where it is, and the more of
such strokes, the surer they are of a few millimetres, which a camera on television misses (its clip 06: a black that
fell was told to have left the table, 0.95 sure)."""
LEAST = 1e-7
GUESS = Noise(
    falls=Falls(
        place_mm=2.9, turn=0.022, sent_turn=0.042, astray=-2.2, reach_mm=151, jaws_mm=15.7, missed=-0.105, pocket=1.145,
        resting=0,
        after_pocket=-1, after_vanished=-0.5, after_present=0, away=-0.8, again=2, clear=-3, jaws_miss=-2.25,
        stops_mm=172, unwatched=-2,
        off=-3.7, beyond=3.2, flew=1.2, past=1.5,
    ),
    firsts=Firsts(
        heat=2, tail=10, otherwise=-7.7, alone=-2.3, loosely=-12, far=-3.9, cue_hidden=3, farther=6.9, moment_s=0.0007,
        mixed=-1.1, watched=0, unwatched=0, left=2, turned=0, in_jaws=-3, emerged=3, agrees=1, temper=1, mistaken=-6,
        unexplained=-4,
    ),
    touching=Touching(
        knock=3, set_off=3.5, relayed=2, place=-0.1, time=-0.1, push=-0.1, late=-0.5, cue=0.3, arrival=0,
        arrival_odds=1, pack=0, pack_worth=0.5,
    ),
    kinds=Kinds(temper=0.5, taken=-2, named=1, mistaken=-8),
    hands=Hands(struck=3, abrupt=1, pace=0.5, white=1, met=1, bounced=1, single=-1.05, at_once=0.3, left_in_view=-1),
)  # fmt: skip
"""What each parameter was thought to be before anything was fitted: the middle of the prior."""


def falls_nats(found: Sequence[Evidence], by: Any) -> float:
    """Return what was lost on the fates of lost balls: minus the sum of the logarithms of what came true.

    What nobody thinks of, a ball that left though its way led over no cushion, costs the same whatever is told.
    """
    lost = [(one, what) for e in found for one, what in e.missing]
    return -sum(log(max(next(f.sure for f in fates(one, by) if f.what == what), LEAST)) for one, what in lost)


def firsts_nats(found: Sequence[Evidence], by: Any) -> float:
    """Return what was lost on first contacts; where none of what is thought of was true, something else was."""
    lost = 0.0
    for one in found:
        if one.struck and one.stages:
            told = weighed_firsts(one.stages, by, one.agreeing.__contains__)
            true = sum(c.odds for c in told if frozenset(c.hit) == one.first)
            lost -= log(max(true or 1 - sum(c.odds for c in told), LEAST))
    return lost


def touching_nats(found: Sequence[Evidence], by: Any) -> float:
    """Return what was lost on touches."""
    hints = [(worth(hint, by), right) for e in found if e.struck for hint, right in e.hints]
    return float(sum(np.logaddexp(0.0, -w if right else w) for w, right in hints))


def kinds_nats(found: Sequence[Evidence], by: Any) -> float:
    """Return what was lost on colours."""
    looks = [one for e in found for one in e.kinds]
    return -sum(
        log(kind_probabilities(name, by_kind, taken, by)[list(by_kind).index(true)])
        for name, by_kind, taken, true in looks
    )


def hands_nats(found: Sequence[Evidence], by: Any) -> float:
    """Return what was lost on hands."""
    signs = [(struck_worth(e.motion, by), e.struck) for e in found]
    return float(sum(np.logaddexp(0.0, -w if struck else w) for w, struck in signs))


NATS: dict[str, Callable[[Sequence[Evidence], Any], float]] = {
    "falls": falls_nats, "firsts": firsts_nats, "touching": touching_nats, "kinds": kinds_nats, "hands": hands_nats,
}  # fmt: skip


def fitted(name: str, found: Sequence[Evidence], guess: Any) -> tuple[Any, float, float]:
    """Return the parameters of a question, and what was lost with the guess and with them."""
    names = [one.name for one in fields(guess)]
    signs = [1.0 if n in POSITIVE else -1.0 if n in NEGATIVE else 0.0 for n in names]
    start = np.array([log(abs(v)) if sign else v for sign, v in zip(signs, astuple(guess), strict=True)])

    spread = np.array([HELD_SD.get(n, PRIOR_SD) for n in names])

    def made(at: Array) -> Any:
        values = [sign * exp(v) if sign else float(v) for sign, v in zip(signs, at, strict=True)]
        return replace(guess, **dict(zip(names, values, strict=True)))

    def lost(at: Array) -> float:
        return NATS[name](found, made(at)) + float(np.sum(((at - start) / spread) ** 2)) / 2

    best = minimize(
        lost, start, method="L-BFGS-B", bounds=[(s - 12.0, s + 12.0) for s in start], options={"maxiter": 40}
    )
    return made(best.x), NATS[name](found, guess), NATS[name](found, made(best.x))


def written(by: Noise, strokes: Mapping[str, int], command: str) -> str:
    """Return the file of parameters; `strokes`: on how many each question's were fitted."""
    about = (
        "Written by a command, not by hand: what each parameter is worth was fitted, or is held near what whole\n"
        "# frames tell (tracker/incidents/noise.py; `HELD_SD` of bench.fit_odds)."
    )
    counts = ", ".join(f"{name} = {strokes[name]}" for name in PARTS)
    lines = head(command, f"strokes = {{ {counts} }}", about)
    return "\n".join([*lines, *(line for name in PARTS for line in table(name, getattr(by, name)))])


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print what was gained, and with --write keep the parameters; 1 where no stroke was measured."""
    options = argparse.ArgumentParser(description="Fit the odds of incidents on drawn strokes.")
    options.add_argument("--until", type=int, default=HELD_OUT, help="strokes before this number, at most 3000")
    options.add_argument("--only", choices=list(NATS), action="append", help="fit this question")
    options.add_argument("--kept", type=File, default=KEPT, metavar="DIR", help="where the strokes are kept")
    options.add_argument("--write", action="store_true", help="keep the parameters")
    asked = options.parse_args(arguments)
    found = read(asked.kept, 0, min(asked.until, HELD_OUT))
    if not found:
        print(f"{asked.kept}: no strokes measured; run bench.odds.kept and bench.odds.evidence", file=sys.stderr)
        return 1
    by, strokes = noise(), dict(tomllib.loads(FILE.read_text("utf-8"))["strokes"])
    for name in asked.only or NATS:
        own, before, after = fitted(name, found, getattr(GUESS, name))
        print(f"{name}: {before:.1f} nats lost as guessed, {after:.1f} fitted")
        by, strokes[name] = replace(by, **{name: own}), len(found)
    text = written(by, strokes, "python -m bench.fit_odds --write")
    if asked.write:
        FILE.write_text(text, "utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
