"""Views, the random agent, act_many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import Agent, View, act_many, view_of
from dicedeck.envs.core.errors import DicedeckError
from support.positions import impeachment


def test_view_tells_what_the_player_to_move_knows() -> None:
    state = impeachment().new_initial_state(seed=1)
    view = view_of(state)
    assert isinstance(view, View)
    assert view.game == state.game
    assert view.player == state.current_player() == 0
    assert view.legal_actions == state.legal_actions()
    assert np.array_equal(view.mask, state.legal_actions_mask())
    assert np.array_equal(view.observation, state.observation_tensor(0))
    assert np.array_equal(view.features(), state.action_features())
    assert view.action_name(view.legal_actions[0]) == state.action_to_string(view.legal_actions[0])
    assert view.resample(5) == state.resample(0, 5)


def test_view_holds_no_state() -> None:
    view = view_of(impeachment().new_initial_state(seed=1))
    open_names = {name for name in vars(view) if not name.startswith("_")}
    assert open_names == {"game", "player"}
    assert all(callable(value) for name, value in vars(view).items() if name.startswith("_"))


def test_view_does_not_follow_the_game() -> None:
    state = impeachment().new_initial_state(seed=1)
    view = view_of(state)
    legal, features = state.legal_actions(), state.action_features()
    state.apply_action(legal[0])
    assert view.legal_actions == legal
    assert np.array_equal(view.features(), features)


def test_no_view_of_a_finished_game() -> None:
    state = impeachment().new_initial_state(seed=1)
    agent = load_agent("random", state.game, seed=2)
    while not state.is_terminal():
        state.apply_action(agent.act(view_of(state)))
    with pytest.raises(DicedeckError, match="over"):
        view_of(state)


def test_random_agent_is_decided_by_its_seed() -> None:
    view = view_of(impeachment().new_initial_state(seed=1))
    agent = load_agent("random", view.game, seed=3)
    assert isinstance(agent, Agent)
    first = [agent.act(view) for _ in range(50)]
    agent.reset(3)
    assert [agent.act(view) for _ in range(50)] == first
    assert len(set(first)) > 20
    assert set(first) <= set(view.legal_actions)


class Together:
    name = "together"

    def reset(self, seed: int) -> None: ...

    def act(self, view: View) -> int:
        raise AssertionError("act_many was to be used")

    def act_many(self, views: Sequence[View]) -> list[int]:
        return [view.legal_actions[-1] for view in views]


def test_act_many_asks_once_or_one_by_one() -> None:
    views = [view_of(impeachment().new_initial_state(seed)) for seed in range(3)]
    assert act_many(Together(), views) == [view.legal_actions[-1] for view in views]
    alone, many = load_agent("random", views[0].game, 1), load_agent("random", views[0].game, 1)
    assert act_many(many, views) == [alone.act(view) for view in views]
