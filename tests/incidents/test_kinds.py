"""Of which colour a ball is, by all looks at it: never of a kind of which there is none on the table."""

from dataclasses import replace

import pytest
from made_ways import rolls, seen, still, then

from tracker.domain.table.kit import Kit
from tracker.geometry.paths import Path
from tracker.incidents.explain.kinds import kinds_of
from tracker.incidents.noise import noise
from tracker.incidents.search.strokes import readings
from tracker.store.kits import find_kit

KIT = find_kit()
BILLIARDS = find_kit("billiards-12ft")
TOLD_APART = replace(BILLIARDS, pieces={**BILLIARDS.pieces, "brown": 0})


@pytest.mark.parametrize("kit", [BILLIARDS, TOLD_APART], ids=["its own kinds", "and a brown, of which there is none"])
def test_a_ball_is_of_a_kind_that_is_on_the_table(kit: Kit) -> None:
    looks = {kind: 0.0 if kind in ("brown", "red") else -40.0 for kind in kit.kinds}
    ball = replace(seen(still((900, 900)), "red"), kinds=looks)
    share = dict(zip(kit.kinds, kinds_of(ball, [ball], kit, noise().kinds).tolist(), strict=True))
    assert share.get("brown", 0.0) == 0.0
    assert share["red"] == pytest.approx(1.0, abs=0.02)


def looking_like(path: Path, **looks: float) -> Path:
    return replace(path, kinds={kind: looks.get(kind, -40.0) for kind in KIT.kinds})


@pytest.mark.parametrize(
    ("sentence", "looks", "struck"),
    [
        ("a white that the lamps make look like a pink is the white", {"white": -2.0, "pink": -1.0}, "white"),
        ("a pink that a hidden white drove on is the pink", {"pink": -1.0}, "pink"),
    ],
)
def test_what_sets_off_with_no_cue_ball_in_sight_was_struck_if_it_may_be_the_cue_ball(
    sentence: str, looks: dict[str, float], struck: str
) -> None:
    way = then(still((889.0, 900.0), 1.0), rolls((889.0, 900.0), (200.0, 1500.0), 1.6))
    paths = [looking_like(seen(then(way, still(way.places[-1], 1.0)), "pink", 1), **looks)]
    paths += [seen(still((600.0 + 200.0 * n, 2900.0), 3.6), "red", 2 + n) for n in range(3)]
    (told,) = readings(paths, KIT)
    (moved,) = (place.ball for place in told.likeliest.standing.places if place.ball != "red")
    assert moved == struck, sentence


def test_a_reading_says_which_balls_it_takes_for_others() -> None:
    """A ball that the cue-ball drives on looks like the brown, and a little like a red."""
    white = then(still((889.0, 600.0), 1.0), rolls((889.0, 600.0), (0.0, 1500.0), 1.6))
    brown = then(still((889.0, 1252.5), 1.4), rolls((889.0, 1252.5), (0.0, 1300.0), 1.2))
    paths = [seen(white, "white", 1), looking_like(seen(brown, "brown", 2), brown=0.0, red=-2.0)]
    paths += [seen(still((600.0 + 200.0 * n, 2900.0), 3.0), "red", 3 + n) for n in range(3)]
    (told,) = readings(paths, KIT)
    renamed = {reading.stroke.first_hit: reading.renamed for reading in told.readings}
    assert renamed[("brown",)] == ()
    assert renamed[("red",)] == (("brown", "red"),)
