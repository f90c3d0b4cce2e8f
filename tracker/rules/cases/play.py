"""Plays a written case step by step and compares what comes out with what the referee wrote, whatever the game.

A game says in which words a case is written, where it starts, how each step is taken and what can be asked afterwards
(`GamePlay`); everything else is the same for all games, and is here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tracker.domain.errors import CallRefused
from tracker.rules.cases.form import Case, CaseWords

R = TypeVar("R")
"""A game's own case in the playing: position, what was said, and what a later step needs of an earlier one."""

Same = Callable[[Any, Any], bool]
"""Tells whether what was wanted is what was got."""


class NotYet(Exception):
    """A case needs law that is not written yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlay(Generic[R]):
    """How one game plays its cases."""

    words: CaseWords
    """What it adds to the case format."""
    start: Callable[[Any, Case], R]
    """From the rulebook and the case to the run before the first step."""
    steps: Mapping[str, Callable[[R, Any], R]]
    """How each step is taken; a step that is not here is not in the law yet."""
    got: Mapping[str, Callable[[R], Any]]
    """What a run has to show for each key of `after`; a key that is not here is not in the law yet."""
    same: Mapping[str, Same] = field(default_factory=dict)
    """How the values of a key are compared, where they need not be equal."""


def play_case(game: GamePlay[R], rules: Any, case: Case) -> tuple[str, ...]:
    """Return what is not as written; empty when the case holds.

    Raises:
        NotYet: the case needs law that is not written yet.
        CallRefused: a step before the last one may not be taken.
    """
    refuse_unknown("after", case.after, game.got.keys() | {"allowed", "refused"})
    run = game.start(rules, case)
    for step, value in case.play[:-1]:
        run = _take(game, run, step, value)
    step, value = case.play[-1]
    refusal = ""
    try:
        run = _take(game, run, step, value)
    except CallRefused as refused:
        refusal = str(refused)
    return (*_verdict_on_last(case, step, refusal), *_faults(game, run, case.after))


def refuse_unknown(part: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Do nothing if all keys given are known.

    Raises:
        NotYet: one is not.
    """
    if unknown := sorted(set(given) - set(known)):
        raise NotYet(f"{part} key {unknown[0]!r} is not in the law yet")


def _take(game: GamePlay[R], run: R, step: str, value: Any) -> R:
    if step not in game.steps:
        raise NotYet(f"step {step!r} is not in the law yet")
    return game.steps[step](run, value)


def _verdict_on_last(case: Case, step: str, refusal: str) -> tuple[str, ...]:
    wanted = "refused" in case.after
    named = case.after.get("refused", case.after.get("allowed", step))
    if named != step:
        return (f"expected the last step to be {named}, got {step}",)
    if bool(refusal) == wanted:
        return ()
    return (f"expected {step} to be {'refused' if wanted else 'allowed'}, got {refusal or 'no refusal'}",)


def _faults(game: GamePlay[R], run: R, after: Mapping[str, Any]) -> tuple[str, ...]:
    found = ((key, wanted, game.got[key](run)) for key, wanted in after.items() if key in game.got)
    return tuple(
        f"expected {key} = {wanted!r}, got {got!r}"
        for key, wanted, got in found
        if not game.same.get(key, _equal)(wanted, got)
    )


def _equal(wanted: Any, got: Any) -> bool:
    return bool(wanted == got)


def in_any_order(wanted: Any, got: Any) -> bool:
    """Tell whether two lists hold the same things."""
    return sorted(wanted) == sorted(got)


def same_player(wanted: Any, got: Any) -> bool:
    """Tell whether this is the player; a side stands for any of its players."""
    return bool(wanted == got or (got is not None and wanted == got[0]))


def same_places(wanted: Any, got: Any) -> bool:
    """Tell whether `got` (ball: spot's name, place in mm) has the balls of `wanted`, each at that spot or place."""
    return wanted.keys() == got.keys() and all(_same_place(wanted[ball], *got[ball]) for ball in wanted)


def _same_place(wanted: Any, spot: str, at_mm: tuple[float, float]) -> bool:
    """Tell whether a spot by name is that spot, or a place lies within 1 mm."""
    if isinstance(wanted, str):
        return wanted == spot
    return all(abs(w - g) <= 1.0 for w, g in zip(wanted, at_mm, strict=True))
