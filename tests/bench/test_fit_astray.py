"""How often found tables lie elsewhere is fitted to how far off they are."""

import tomllib

import numpy as np
import pytest

from bench.fit_astray import FoundTable, fitted, lost, told, written
from tracker.calibrate.features.pockets import CushionGap
from tracker.calibrate.fit.astray import AstrayOdds
from tracker.domain import parameters
from tracker.store.kits import find_kit

POCKET, SD_MM = find_kit().pockets[-1], 4.0
TRUE = AstrayOdds(base=-1.0, nats=-0.5, far=0.012)


def made_up(count: int) -> list[FoundTable]:
    """Return tables that lie off as the odds have it; of every other one a middle pocket is read."""
    chance = np.random.default_rng(5)
    tables = []
    for seed in range(count):
        nats, place_mm, length_mm = chance.normal(3, 2.5), chance.uniform(1, 3), 3000.0
        is_astray = chance.random() < TRUE.told(nats, length_mm, None).chance
        scale_mm = np.hypot(place_mm, is_astray * TRUE.far * length_mm)
        x_mm, y_mm = chance.normal(0, scale_mm / np.sqrt(2), 2)
        off_mm, read_mm = float(np.hypot(x_mm, y_mm)), float(y_mm + chance.normal(0, SD_MM))
        gap = CushionGap(pocket=POCKET, at_mm=read_mm, sd_mm=SD_MM, wide_mm=90.0) if seed % 2 else None
        one = FoundTable(seed=seed, off_mm=off_mm, place_mm=place_mm, length_mm=length_mm, nats=nats, gap=gap)
        tables.append(one)
    return tables


def test_the_odds_that_tables_were_made_by_are_found_again() -> None:
    tables = made_up(2000)
    by = fitted(tables)
    assert by.base == pytest.approx(TRUE.base, abs=0.4)
    assert by.nats == pytest.approx(TRUE.nats, abs=0.15)
    assert by.far == pytest.approx(TRUE.far, rel=0.15)
    assert lost(tables, by) <= lost(tables, TRUE)


def test_what_is_said_is_told_beside_what_would_be_said_without() -> None:
    text = told("made up", made_up(300), TRUE)
    assert "300 tables" in text
    assert text.count("unsaid") == 2


def test_the_file_holds_what_was_fitted_and_by_which_command() -> None:
    text = written(TRUE, 300, "python -m bench.fit_astray --first 7100 --count 400 --write")
    assert parameters.parsed(text, {"astray": AstrayOdds})["astray"] == TRUE
    assert tomllib.loads(text)["tables"] == 300
    assert tomllib.loads(text)["command"].startswith("python -m bench.fit_astray")
