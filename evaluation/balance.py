"""How hard a game is, and how fair between its roles, when one agent plays all seats."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from dicedeck.agents.loader import load_agent
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game, State
from dicedeck.evaluation.games import side_returns
from dicedeck.evaluation.match import AgentSource, Progress, agent_seeds, is_shared, play_deals, play_game
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.evaluation.statistics import Estimate, mean_interval, wilson, win_shares


class BalanceError(DicedeckError):
    """A question about roles that a game does not answer, or a count of actions that it does not have."""


def role_shares(
    game: Game,
    spec: AgentSource,
    pairs: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> dict[str, Estimate]:
    """The share of games that each side wins when one agent plays all seats (a shared win counts in parts).

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
    shares = win_shares(side_returns(game, [record.returns for record in games]))
    return {name: mean_interval(column, seed=seed) for name, column in zip(game.side_names, shares.T)}


# ---------------------------------------------------------------- games that all seats win or lose together


@dataclass(frozen=True)
class Difficulty:
    """How an agent fares in a solo or co-operative game."""

    agent: str
    wins: Estimate
    """Share of games with a return above 0, with Wilson's interval."""
    endings: dict[str, int]
    """How the games ended, by the name of the last phase, the most frequent first."""
    actions: float
    """Mean number of decisions."""
    rounds: float | None
    """Mean number of rounds; None where the game counts none."""
    counted: dict[str, int]
    """Games in which each action of the block that is counted was taken, the most frequent first."""


def difficulty(
    game: Game,
    spec: AgentSource,
    games: int,
    seed: int = 0,
    count: str | None = None,
    progress: Progress | None = None,
) -> Difficulty:
    """Let one agent play ``games`` deals in all seats: the first games of ``play_match`` with this seed.

    Args:
        count: the name of a block of actions, such as ``buy``.
        progress: called with (games done, games in all).

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        BalanceError: a game in which seats compete, no games, or a block that does not exist.
    """
    if not is_shared(game):
        raise BalanceError(f"{game.name}: the seats compete, so there are shares of roles and no common win rate")
    blocks = [block.name for block in game.actions.blocks]
    if count is not None and count not in blocks:
        raise BalanceError(f"{game.name} has no block of actions {count!r} (blocks: {', '.join(blocks)})")
    if games < 1:
        raise BalanceError(f"at least 1 game must be played, not {games}")
    seats = range(game.num_players)
    agents = [load_agent(spec, game) if isinstance(spec, str) else spec(game) for _ in seats]
    seating = (0,) * game.num_players
    tally = _Tally(count)
    for deal in range(games):
        played = play_game(
            game, agents, derive_seed(seed, deal, "deal"), agent_seeds(seed, deal, seating), tally.see_action
        )
        tally.add(played.state, played.returns, played.fault)
        if progress is not None:
            progress(deal + 1, games)
    return tally.result(agents[0].name)


class _Tally:
    """What happened in the games so far."""

    def __init__(self, count: str | None) -> None:
        self.count = count
        self.games = 0
        self.won = 0
        self.actions = 0
        self.rounds = 0
        self.has_rounds = False
        self.endings: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        self._this_game: set[str] = set()

    def see_action(self, state: State, action: int) -> None:
        if self.count is not None and state.game.actions.decode(action)[0] == self.count:
            self._this_game.add(state.action_to_string(action))

    def add(self, end: State, returns: list[float], fault: str) -> None:
        """A game that is over."""
        self.games += 1
        self.won += sum(returns) > 0
        self.actions += end.step_count
        names = end.records.dtype.names or ()
        self.has_rounds = "rounds" in names
        self.rounds += int(end.records["rounds"][0]) if self.has_rounds else 0
        self.endings[fault or end.phase()] += 1
        self.counted.update(self._this_game)
        self._this_game.clear()

    def result(self, agent: str) -> Difficulty:
        return Difficulty(
            agent=agent,
            wins=wilson(self.won, self.games),
            endings=dict(self.endings.most_common()),
            actions=self.actions / self.games,
            rounds=self.rounds / self.games if self.has_rounds else None,
            counted=dict(self.counted.most_common()),
        )
