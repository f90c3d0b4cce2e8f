"""What a person says of the game that a recording shows, checked before anything is watched."""

import argparse
from dataclasses import replace
from typing import Any

from tracker.cli.finding import kit_for
from tracker.cli.typed import setup_of
from tracker.domain.book.setup import Setup, Start
from tracker.domain.errors import BadInput
from tracker.rules import shelf
from tracker.rules.ruleset import RuleSet


def checked_terms(options: argparse.Namespace) -> Setup:
    """Return what is agreed: what the sides are called, and how many points win.

    Raises:
        UnknownName: there is no such rulebook or table.
        BadInput: a name cannot be shown, or the rulebook is not played so: on such a table, with such a ball on, to a
            number of points.
    """
    terms = replace(setup_of(options.players), target=options.target)
    rules = shelf.find_for(kit_for(options), options.rules)
    if terms.target is not None and _is_the_same(rules, terms, replace(terms, target=None)):
        raise BadInput(f"--target {terms.target}: {rules.name} is not played to a number of points: leave it out")
    begun = replace(terms, start=Start())
    if options.on is not None and _is_the_same(rules, replace(terms, start=Start(on=options.on)), begun):
        raise BadInput(f"--on {options.on}: by {rules.name} no ball is on: leave it out")
    return terms


def _is_the_same(rules: RuleSet[Any], one: Setup, other: Setup) -> bool:
    """Say whether two setups differ in nothing that the rulebook knows of."""
    return bool(rules.opening(one) == rules.opening(other))
