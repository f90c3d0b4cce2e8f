"""What the screens call the players: short names and flags, as the club keeps them, at hand for every state."""

from collections.abc import Mapping
from dataclasses import replace

from tracker.show.screens.state import PublicState
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, players


class Roster:
    """The players of the club by name; read when the program starts and whenever one of them changes."""

    def __init__(self, database: Database | None = None) -> None:
        self._database = database
        self._players: Mapping[str, Player] = {}
        self.read()

    def read(self) -> None:
        """Read anew what is kept.

        Raises:
            DatabaseUnusable: it cannot be read any more.
        """
        if self._database is not None:
            self._players = {player.name: player for player in players(self._database)}

    def called(self, state: PublicState) -> PublicState:
        """Return a state with what the club calls the two sides."""
        if state.match is None:
            return state
        first, second = (self._players.get(name, Player(name=name)) for name in state.match.names)
        match = replace(
            state.match, short_names=(first.short_name, second.short_name), countries=(first.country, second.country)
        )
        return replace(state, match=match)
