"""How fair a game is between its roles, when equally strong players meet."""

from __future__ import annotations

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.match import AgentSource, Progress, is_shared, play_deals
from dicedeck.evaluation.statistics import Estimate, mean_interval, win_shares


class BalanceError(DicedeckError):
    """A question about roles that a game does not answer."""


def role_shares(
    game: Game,
    spec: AgentSource,
    pairs: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> dict[str, Estimate]:
    """The share of games that each role wins when one agent plays all seats (a shared win counts in parts).

    Seats cannot be swapped between equals, so ``2 * pairs`` different deals are played once: as many games as a match
    of ``pairs`` duplicate pairs, all independent.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        BalanceError: a game whose seats win and lose together.
    """
    if is_shared(game):
        raise BalanceError(f"{game.name}: all seats win and lose together, so no role has a share of its own")
    seating = tuple(range(game.num_players))
    sources = [spec] * game.num_players
    games, _ = play_deals(game, sources, [seating], 2 * pairs, seed, workers, progress)
    shares = win_shares([record.returns for record in games])
    return {role: mean_interval(column, seed=seed) for role, column in zip(game.roles, shares.T)}
