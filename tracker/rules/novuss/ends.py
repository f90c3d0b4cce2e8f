"""How a set and a game end, and how a set begins again.

Theory: N8 ¶3 to ¶6, N4, N10 ¶6.
"""

from tracker.domain.frozen import replace
from tracker.domain.law.ruling import Outcome
from tracker.rules.novuss.position import EXCHANGED, Position, changed


def end_set(at: Position, winner: int, because: str, said: tuple[str, ...]) -> Position:
    """Return the position with the set over for `winner`, and the game with it if that decides it (N10 ¶6)."""
    sets = changed(at.sets, winner, 1)
    game = None if at.agreed is None else game_result(sets, at.agreed)
    return replace(
        at, over=True, winner=winner, because=because if game is None else f"{because}; {game.because}", said=said,
        sets=sets, game_over=game is not None, game_winner=None if game is None else game.winner, cleared=None,
        chooser=None,
    )  # fmt: skip


def end_game(at: Position, winner: int, because: str) -> Position:
    """Return the position with the game over for `winner`, whatever the sets; a set that was won stays won (N4)."""
    lost = replace(at, game_over=True, game_winner=winner, said=(*at.said, "GAME LOST"))
    if at.over:
        return replace(lost, because=f"{at.because}; {because}")
    return replace(lost, over=True, winner=winner, because=because)


def play_again(at: Position, how: str) -> Position:
    """Return the opening of the set that is played again; `exchanged`: sides and first strike change (N8 ¶4 to ¶6)."""
    starter = 1 - at.rightful if how == EXCHANGED else at.rightful
    opened = 0 if how == EXCHANGED or at.out_of_turn else at.opened
    full = (at.all, at.all)
    return Position(
        names=at.names, players=at.players, seats=at.seats + (how == EXCHANGED), starter=starter, rightful=starter,
        turn=opened, opened=opened, pucks=full, light=full, conduct=at.conduct, sets=at.sets, agreed=at.agreed,
        replay=how,
    )  # fmt: skip


def game_result(won: tuple[int, int], sets: int) -> Outcome | None:
    """Return how a game of so many sets ended, or None while it goes on (N10 ¶6); a level game is drawn."""
    for side in (0, 1):
        if 2 * won[side] > sets:
            return Outcome(winner=side, because="more than half of the sets won")
    return Outcome(winner=None, because="the sets are level") if sum(won) >= sets else None
