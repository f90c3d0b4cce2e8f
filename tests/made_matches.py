"""Matches that people play by the desk, for tests of what follows from them: Anna against Bo, under any rulebook."""

from typing import Any

from tracker.domain.book.setup import Setup
from tracker.domain.law.call import Call
from tracker.match.book.entries import Header
from tracker.match.desk.acts import Act, acts
from tracker.match.frames import Match, begin_frame, begin_match
from tracker.rules import shelf
from tracker.rules.billiards.game import calls as billiards
from tracker.rules.novuss import calls as novuss
from tracker.rules.ruleset import RuleSet
from tracker.rules.snooker.frame import calls as snooker

ANNA, BO = 0, 1


def rules_for(header: Header) -> RuleSet[Any]:
    return shelf.find(header.rulebook)


def match_under(rulebook: str, **setup: Any) -> Match:
    agreed = {"frames": 9} | ({"target": 100} if rulebook.startswith("billiards") else {}) | setup
    terms = Setup(names=("Anna", "Bo"), **agreed)
    return begin_match(rules_for, Header(rulebook=rulebook, setup=terms, table=shelf.find(rulebook).kit.name), 1)


def calling(match: Match, *calls: Call) -> Match:
    return match.with_desk(match.frame.desk.call(calls))


def reporting(match: Match, what: str, by: int) -> Match:
    """Return the match after the referee has done what the desk offers for it."""
    return calling(match, *offered(match, what, by).calls)


def offered(match: Match, what: str, by: int) -> Act:
    desk = match.frame.desk
    return next(act for act in acts(desk.rules, desk.position) if (act.name, act.by) == (what, by))


def ending(match: Match, winner: int) -> Match:
    """Return the match with the present frame won by `winner` in the way that its game has."""
    lost = 1 - winner
    match match.frame.header.rulebook.split("-")[0]:
        case "billiards":
            return calling(match, billiards.Concede(side=lost), billiards.Accept(side=winner))
        case "novuss":
            return calling(match, novuss.SetLost(side=lost))
    if match.frame.desk.scoreline.striker == winner:
        match = calling(match, snooker.Played(points=0))
    beaten = (snooker.Penalty(side=lost, points=7),) * (22 if match.frame.desk.position.terms.penalties else 0)
    return calling(match, *beaten, snooker.Concede(side=lost), snooker.Accept(side=winner))


def won_by(*winners: int, rulebook: str = "snooker-2024", **setup: Any) -> Match:
    """Return a match whose frames these have won, the last of them being the present one."""
    match = ending(match_under(rulebook, **setup), winners[0])
    for winner in winners[1:]:
        match = ending(begin_frame(match), winner)
    return match


def abandoned(match: Match) -> Match:
    return match.with_desk(match.frame.desk.abandon())


def awarded(match: Match, to: int) -> Match:
    """Return the match awarded between two frames, since the other side was unsporting again and again."""
    for _ in range(3):
        match = reporting(match, "unsporting", 1 - to)
    return match


STANDING: dict[str, tuple[Match, int | None, bool]] = {
    # the match, who has won it, and whether it is over
    "goes on": (won_by(ANNA, frames=3), None, False),
    "decided": (won_by(ANNA, ANNA, frames=3), ANNA, True),
    "level, all frames played": (won_by(ANNA, BO, frames=2), None, True),
    "level set of novuss": (won_by(ANNA, BO, rulebook="novuss-2015", frames=2), None, True),
    "awarded": (awarded(won_by(ANNA, frames=9), to=BO), BO, True),
    "abandoned": (abandoned(begin_frame(won_by(ANNA, frames=9))), None, True),
    "of no number of frames": (won_by(ANNA, ANNA, frames=None), None, False),
}
"""How a match may stand, and what all that tell of it are to say."""
