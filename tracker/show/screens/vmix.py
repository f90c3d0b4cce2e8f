"""The score as a vMix data source reads it: a list of flat rows, here one row, every value a text or a number."""

from tracker.show.screens.state import FrameLine, MatchLine, PublicState

Row = dict[str, str | int]


def vmix_rows(state: PublicState) -> list[Row]:
    """Return one row with the score; without a match its fields are empty."""
    return [{"table": state.table, **_match_row(state.match), **_frame_row(state.frame), **_high_row(state)}]


def _match_row(match: MatchLine | None) -> Row:
    names, won = (match.names, match.won) if match else (("", ""), (0, 0))
    best_of = match.best_of if match and match.best_of else ""
    short, flags = (match.short_names, match.countries) if match else (("", ""), ("", ""))
    return {
        "name1": names[0], "name2": names[1], "frames1": won[0], "frames2": won[1], "best_of": best_of,
        "short1": short[0] or names[0], "short2": short[1] or names[1], "country1": flags[0], "country2": flags[1],
    }  # fmt: skip


def _frame_row(frame: FrameLine | None) -> Row:
    if frame is None:
        frame = FrameLine(
            number=0, part="", unit="", points=(0, 0), striker=0, player="", on="", visit=0, made=(), remaining=None,
            snookers=0, behind=None, over=True,
        )  # fmt: skip
    at_table = ("" if frame.over else "1") if frame.striker == 0 else ""
    other = ("" if frame.over else "1") if frame.striker == 1 else ""
    return {
        "frame": frame.number, "points1": frame.points[0], "points2": frame.points[1], "at_table1": at_table,
        "at_table2": other, "player": frame.player, "on": frame.on, "break": frame.visit, "balls": " ".join(frame.made),
        "remaining": "" if frame.remaining is None else frame.remaining, "snookers": frame.snookers,
        "strip": " ".join(f"{one.kind} {'' if one.value is None else one.value}".strip() for one in frame.strips),
        "provisional": "1" if frame.provisional else "",
    }  # fmt: skip


def _high_row(state: PublicState) -> Row:
    high = state.high
    return {"high_break": high.points if high else "", "high_break_by": high.player if high else ""}
