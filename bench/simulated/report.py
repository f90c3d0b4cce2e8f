"""The table of many simulated frames, and what went wrong in those that came out wrong."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bench.simulated.scored import Result

HEAD = (
    "| frames of | rates | frames | final score right | as the desk says | winner right | strokes' points right | "
    "questions a frame | amendments a frame | ms a stroke |\n|---|---|---|---|---|---|---|---|---|---|"
)


def table(results: Sequence[Result]) -> str:
    """Return a line for each kind of frame and rate, and one for all kinds together."""
    factors = sorted({one.factor for one in results})
    kinds = list(dict.fromkeys(one.kind for one in results))
    lines = [HEAD]
    for factor in factors:
        own = [one for one in results if one.factor == factor]
        lines += [_line(kind, factor, [one for one in own if one.kind == kind]) for kind in kinds]
        lines += [_line("**all**", factor, own)]
    return "\n".join(lines)


def _line(name: str, factor: float, own: Sequence[Result]) -> str:
    count, strokes = len(own), sum(one.strokes for one in own)
    told = sum(one.told for one in own)
    cells = (
        name, rate_words(factor), str(count), share(one.score_right for one in own),
        f"{100 * sum(one.probability for one in own) / count:.1f} %", share(one.winner_right for one in own),
        f"{100 * sum(one.strokes_right for one in own) / strokes:.2f} %",
        f"{sum(one.questions for one in own) / count:.2f}", f"{sum(one.amendments for one in own) / count:.2f}",
        f"{1000 * sum(one.seconds for one in own) / max(1, told):.1f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def rate_words(factor: float) -> str:
    """Return a factor as people say it."""
    return "none" if factor == 0 else f"× {factor:g}"


def share(right: Iterable[bool]) -> str:
    """Return how many are right, in per cent and in numbers."""
    all_of = list(right)
    return f"{100 * sum(all_of) / max(1, len(all_of)):.1f} % ({sum(all_of)})"


def causes(results: Sequence[Result]) -> str:
    """Return what was corrupted where the points of wrong frames first went wrong, by rate, with seeds to look at."""
    lines = ["| rates | where the points first went wrong | frames | for instance |", "|---|---|---|---|"]
    for factor in sorted({one.factor for one in results}):
        wrong = [one for one in results if one.factor == factor and not one.score_right]
        counted = Counter(", ".join(one.troubles) for one in wrong)
        for name, count in counted.most_common(12):
            example = next(f"{one.kind} {one.seed}" for one in wrong if ", ".join(one.troubles) == name)
            lines.append(f"| {rate_words(factor)} | {name} | {count} | {example} |")
    return "\n".join(lines)


def wrong(results: Sequence[Result]) -> list[str]:
    """Return the frames whose score is wrong, the one first of which the desk is surest, with what was corrupted."""
    ordered = sorted((one for one in results if not one.score_right), key=lambda one: -one.probability)
    return [
        f"{one.kind} {one.seed} {rate_words(one.factor)}: {one.probability:.3f} sure; {', '.join(one.troubles)}"
        for one in ordered
    ]


def crashes(results: Sequence[Result]) -> list[str]:
    """Return what the desk fell over, each once, with how often and where."""
    counted = Counter(one.crashed for one in results if one.crashed)
    first = {one.crashed: f"{one.kind} {one.seed} × {one.factor:g}" for one in reversed(results)}
    return [f"{count} frames: {name} ({first[name]})" for name, count in counted.most_common()]
