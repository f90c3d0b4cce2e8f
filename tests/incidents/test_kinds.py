"""Of which colour a ball is, by all looks at it: never of a kind of which there is none on the table."""

from dataclasses import replace

import pytest
from made_ways import seen, still

from tracker.domain.table.kit import Kit
from tracker.incidents.explain.kinds import kinds_of
from tracker.incidents.noise import noise
from tracker.store.kits import find_kit

BILLIARDS = find_kit("billiards-12ft")
TOLD_APART = replace(BILLIARDS, pieces={**BILLIARDS.pieces, "brown": 0})


@pytest.mark.parametrize("kit", [BILLIARDS, TOLD_APART], ids=["its own kinds", "and a brown, of which there is none"])
def test_a_ball_is_of_a_kind_that_is_on_the_table(kit: Kit) -> None:
    looks = {kind: 0.0 if kind in ("brown", "red") else -40.0 for kind in kit.kinds}
    ball = replace(seen(still((900, 900)), "red"), kinds=looks)
    share = dict(zip(kit.kinds, kinds_of(ball, [ball], kit, noise().kinds).tolist(), strict=True))
    assert share.get("brown", 0.0) == 0.0
    assert share["red"] == pytest.approx(1.0, abs=0.02)
