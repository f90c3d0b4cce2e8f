"""What the club keeps for its screens, at hand for every state: short names and flags of players, how graphics look."""

from collections.abc import Mapping
from dataclasses import replace

from tracker.show.screens.look import Look, look_from
from tracker.show.screens.state import PublicState
from tracker.store.database.looks import kept_look
from tracker.store.database.opening import Database
from tracker.store.database.players import Player, players


class Roster:
    """The players of the club by name, and the look of its graphics; read at the start and whenever one changes."""

    def __init__(self, database: Database | None = None) -> None:
        self._database = database
        self._players: Mapping[str, Player] = {}
        self.look = Look()
        """How the graphics look."""
        self.read()

    def read(self) -> None:
        """Read anew what is kept.

        Raises:
            DatabaseUnusable: it cannot be read any more.
        """
        if self._database is not None:
            self._players = {player.name: player for player in players(self._database)}
            self.look = look_from(kept_look(self._database))

    def called(self, state: PublicState) -> PublicState:
        """Return a state with what the club calls the two sides, and what tells how its graphics look."""
        if state.match is None:
            return replace(state, look=self.look.mark)
        first, second = (self._players.get(name, Player(name=name)) for name in state.match.names)
        match = replace(
            state.match, short_names=(first.short_name, second.short_name), countries=(first.country, second.country)
        )
        return replace(state, match=match, look=self.look.mark)
