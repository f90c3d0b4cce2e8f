"""Which games can be drawn, by the names of their rulebooks."""

from typing import cast

from models.training.frames.billiards import Billiards
from models.training.frames.novuss import Novuss
from models.training.frames.play import Game
from models.training.frames.snooker import Snooker
from tracker.rules import shelf
from tracker.rules.billiards.edition import Billiards as BilliardsBook
from tracker.rules.novuss.edition import Novuss as NovussBook
from tracker.rules.snooker.edition import Snooker as SnookerBook
from tracker.store.kits import find_kit


def game_of(rules: str, *, four: bool = False, target: int | None = None) -> Game:
    """Return the game that a rulebook is about, on its usual table; `target`: the points that win, in billiards.

    Raises:
        UnknownName: no rulebook has this name.
        ValueError: that game cannot be drawn.
    """
    match shelf.find(rules).game:
        case "snooker":
            kit = find_kit()
            return Snooker(rules=cast(SnookerBook, shelf.find(rules, kit)), kit=kit, four=four)
        case "billiards":
            kit = find_kit("billiards-12ft")
            return Billiards(rules=cast(BilliardsBook, shelf.find(rules, kit)), kit=kit, target=target)
        case "novuss":
            kit = find_kit("novuss")
            return Novuss(rules=cast(NovussBook, shelf.find(rules, kit)), kit=kit)
    raise ValueError(f"{rules}: this game cannot be drawn")
