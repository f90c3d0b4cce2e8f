"""What the network's own sightings are worth is held; what is only seen again or guessed is fitted to truth."""

from dataclasses import asdict

import numpy as np
import pytest

from bench.fit_sureness import GUESS, HELD, Shown, fitted, shipped_but, written
from tracker.domain.parameters import parsed
from tracker.vision.sureness import AGAIN, GUESSED, POINTED, Proposed, Sureness, sureness

EACH = 400


def shown(balls: dict[int, float], seed: int = 3, *, cloth: float = 2.0) -> Shown:
    """What was pointed at, of each kind as many, and what share of each kind were balls; `cloth`: how unlike it looks.

    What is no ball looks like the cloth, as unlike as that; a ball differs from it by 2.
    """
    rng = np.random.default_rng(seed)
    source = np.repeat([POINTED, AGAIN, GUESSED], EACH)
    is_ball = np.concatenate([rng.random(EACH) < balls[kind] for kind in (POINTED, AGAIN, GUESSED)])
    n = len(source)
    proposed = Proposed(
        score=np.full(n, 0.6), held=np.clip(rng.normal(0.3 + 0.3 * is_ball, 0.1), 0.05, 1.0), source=source,
        places=rng.uniform(0, 1700, (n, 2)), contrasts=np.where(is_ball, 2.0, cloth),
    )  # fmt: skip
    return Shown(proposed=proposed, packed=np.zeros(n, bool), away=np.where(is_ball, 0.1, 9.0))


def test_the_more_of_them_are_no_balls_the_less_they_are_worth() -> None:
    good, bad = (fitted(shown({POINTED: 0.9, AGAIN: share, GUESSED: share})) for share in (0.9, 0.1))
    assert bad.guessed_apart < good.guessed_apart - 2
    worth = [one.again + one.again_outline * np.log(0.5) for one in (good, bad)]
    assert worth[1] < worth[0] - 1


def test_what_is_held_stays_whatever_came_true() -> None:
    told = asdict(fitted(shown({POINTED: 0.05, AGAIN: 0.5, GUESSED: 0.5})))
    assert {name: told[name] for name in HELD} == {name: asdict(GUESS)[name] for name in HELD}


def test_what_looks_like_cloth_where_no_ball_is_comes_to_speak_against_one() -> None:
    share = {POINTED: 0.6, AGAIN: 0.6, GUESSED: 0.6}
    alike, unlike = (fitted(shown(share, cloth=cloth)) for cloth in (0.1, 2.0))
    worth = [min(one.cloth + one.cloth_contrast * np.log(0.1), 0) for one in (alike, unlike)]
    assert worth[0] < -4
    assert min(alike.cloth + alike.cloth_contrast * np.log(2.0), 0) > -0.5
    assert worth[0] < worth[1] - 2


def test_only_what_was_asked_for_is_fitted_anew_and_from_where_it_would_begin() -> None:
    seen = shown({POINTED: 0.9, AGAIN: 0.1, GUESSED: 0.1}, cloth=0.1)
    start = shipped_but(["cloth", "cloth_contrast"])
    told = fitted(seen, start, ["cloth", "cloth_contrast"])
    others = {"base", "score", "outline", "again", "again_outline", "guessed_apart"}
    assert {name: asdict(told)[name] for name in others} == {name: asdict(sureness())[name] for name in others}
    assert (start.cloth, start.cloth_contrast) == (GUESS.cloth, GUESS.cloth_contrast)
    assert told.cloth_contrast > GUESS.cloth_contrast


def test_the_file_is_read_back_as_it_was_fitted() -> None:
    by = fitted(shown({POINTED: 0.9, AGAIN: 0.5, GUESSED: 0.2}))
    read = parsed(written(by, 3 * EACH, "python"), {"sureness": Sureness})["sureness"]
    assert asdict(read) == pytest.approx(asdict(by), rel=1e-3)
