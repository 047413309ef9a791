"""Every agent in every variant: legal, decided by its seeds, and blind to what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest

from dicedeck.agents.loader import agent_names, load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs import load_game
from support.positions import impeachment
from support.toy_game import GAME as TOY_GAME
from support.variants import EVERY_VARIANT, Options

if TYPE_CHECKING:
    from dicedeck.agents.protocol import Agent
    from dicedeck.envs.core.game import Game, State

FEW = 10
"""Simulations of a search in these tests."""
SEARCHES = ("mcts", "planner")


def agents_of(game: Game) -> list[Agent]:
    names = [name for name in agent_names(game) if name != "trained"]
    return [load_agent(f"{name}:{FEW}" if name in SEARCHES else name, game) for name in names]


def positions(game: Game, agents: list[Agent], n: int) -> Iterator[State]:
    """``n`` positions of games in which the agents take turns, so that all kinds of positions come up."""
    seed = 0
    while n > 0:
        state = game.new_initial_state(seed)
        for k, agent in enumerate(agents):
            agent.reset(seed + k)
        while not state.is_terminal() and n > 0:
            yield state.clone()
            n -= 1
            state.apply_action(agents[(state.step_count + seed) % len(agents)].act(view_of(state)))
        seed += 1


WITH_LIMIT = {"card_rpg", "kamigakari_combat"}
"""Games that are broken off after so many rounds."""


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
def test_agents_play_whole_games(name: str, options: Options) -> None:
    """``apply_action`` refuses what is illegal."""
    game = load_game(name, **options)
    for agent in agents_of(game):
        for seed in range(2):
            state = game.new_initial_state(seed)
            agent.reset(seed)
            while not state.is_terminal():
                state.apply_action(agent.act(view_of(state)))
            assert state.terminated or name in WITH_LIMIT


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
def test_agents_are_decided_by_their_seeds(name: str, options: Options) -> None:
    game = load_game(name, **options)
    first, second = agents_of(game), agents_of(game)
    views = [view_of(state) for state in positions(game, first[:1], 30)]
    for agent, twin in zip(first, second, strict=True):
        agent.reset(7)
        twin.reset(3)
        twin.act(views[0])
        twin.reset(7)
        assert [agent.act(view) for view in views] == [twin.act(view) for view in views]


def assert_blind(game: Game, n: int) -> None:
    """In two worlds that the mover cannot tell apart everything about a decision is the same."""
    movers, first, second = agents_of(game), agents_of(game), agents_of(game)
    differences = 0
    for k, state in enumerate(positions(game, movers, n)):
        other = state.resample(state.current_player(), seed=1000 + k)
        differences += state.to_bytes() != other.to_bytes()
        here, there = view_of(state), view_of(other)
        assert np.array_equal(here.observation, there.observation)
        assert np.array_equal(here.mask, there.mask)
        assert np.array_equal(here.features(), there.features())
        for agent, twin in zip(first, second, strict=True):
            agent.reset(k)
            twin.reset(k)
            assert agent.act(here) == twin.act(there), f"{agent.name} knows more than it may, position {k}"
    assert differences > 0.8 * n


@pytest.mark.contract
@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
def test_agents_cannot_see_what_is_hidden(name: str, options: Options) -> None:
    assert_blind(load_game(name, **options), 200)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
@pytest.mark.timeout(3600)
def test_agents_cannot_see_what_is_hidden_at_length(name: str, options: Options) -> None:
    assert_blind(load_game(name, **options), 10_000)


@pytest.mark.parametrize("name", ["greedy", "strategist"])
def test_bots_play_their_own_game_only(name: str) -> None:
    with pytest.raises(AgentSpecError, match=f"'{name}' plays impeachment, not three_tricks"):
        load_agent(name, TOY_GAME.load())


@pytest.mark.parametrize(("better", "worse", "least"), [("greedy", "random", 0.95), ("strategist", "greedy", 0.6)])
def test_the_ladder(better: str, worse: str, least: float) -> None:
    """In 60 duplicate pairs; the true rates are 99 % and 79 %."""
    game = impeachment()
    agents = load_agent(better, game), load_agent(worse, game)
    won = 0
    for seed in range(60):
        for seat in range(2):
            state = game.new_initial_state(seed)
            for agent in agents:
                agent.reset(seed)
            while not state.is_terminal():
                state.apply_action(agents[state.current_player() != seat].act(view_of(state)))
            won += state.returns()[seat] > 0
    assert won / 120 >= least
