"""What the club keeps for its screens, at hand for every state: how players and graphics are shown."""

from collections.abc import Mapping
from dataclasses import replace

from tracker.show.screens.state import PublicState
from tracker.show.screens.theme import Theme, theme_from
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, players
from tracker.store.database.themes import kept_theme


class Roster:
    """The players of the club by name, and the theme of its graphics; read at the start and whenever one changes."""

    def __init__(self, database: Database | None = None) -> None:
        self._database = database
        self._players: Mapping[str, Player] = {}
        self.theme = Theme()
        """How the graphics look."""
        self.read()

    def read(self) -> None:
        """Read anew what is kept.

        Raises:
            DatabaseUnusable: it cannot be read any more.
        """
        if self._database is not None:
            self._players = {player.name: player for player in players(self._database)}
            self.theme = theme_from(kept_theme(self._database))

    def called(self, state: PublicState) -> PublicState:
        """Return a state with what the club calls the two sides, and what tells how its graphics look."""
        if state.match is None:
            return replace(state, theme=self.theme.mark)
        first, second = map(self._side, state.match.names, state.match.players)
        match = replace(
            state.match, short_names=(first.short_name, second.short_name), countries=(first.country, second.country),
            badges=(first.badge, second.badge),
        )  # fmt: skip
        return replace(state, match=match, theme=self.theme.mark)

    def _side(self, name: str, players: tuple[str, ...]) -> Player:
        """Return a side as a player: a team has the flag and the badge that all who play in it share."""
        known = [self._players.get(one, Player(name=one)) for one in players or (name,)]
        short = " & ".join(one.short_name or one.name for one in known) if any(one.short_name for one in known) else ""
        country, badge = (_shared(values) for values in zip(*((one.country, one.badge) for one in known), strict=True))
        return Player(name=name, short_name=short, country=country, badge=badge)


def _shared(values: tuple[str, ...]) -> str:
    return values[0] if len(set(values)) == 1 else ""
