"""The quick way through a scorer gives the logits of the slow one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from dicedeck.agents.inference import quick_scorers
from dicedeck.agents.networks import Choices, PolicyNetwork, build_network
from dicedeck.agents.policy import PolicyAgent
from dicedeck.agents.protocol import view_of
from dicedeck.envs import State
from dicedeck.envs.core.dtypes import Floats
from support.toy_game import GAME

SHAPE: dict[str, Any] = {"kind": "scorer", "hidden": [24, 16], "scorer": [12, 8], "activation": "relu"}
FORMS: list[dict[str, Any]] = [{}, {"activation": "tanh"}, {"per_role": True}, {"scorer": [8]}]


def network_of(form: dict[str, Any]) -> PolicyNetwork:
    torch.manual_seed(5)
    network = build_network(GAME.load(), {**SHAPE, **form})
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return network


def states(n: int) -> list[State]:
    found: list[State] = []
    state = GAME.load().new_initial_state(3)
    while not state.is_terminal() and len(found) < n:
        found.append(state.clone())
        state.apply_action(state.legal_actions()[-1])
    return found


def torch_logits(network: PolicyNetwork, state: State) -> Floats:
    legal = np.array(state.legal_actions())
    seats = np.array([state.current_player()])
    owners = np.zeros(len(legal), np.int64)
    choices = Choices.of(state.observation_tensor()[None], owners, legal, state.action_features(), seats)
    with torch.no_grad():
        logits: Floats = network(choices).logits.numpy()
    return logits


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_logits_are_those_of_torch(form: dict[str, Any]) -> None:
    network = network_of(form)
    quick = quick_scorers(network)
    assert len(quick) == GAME.load().num_players
    seats = set()
    for state in states(12):
        seats.add(state.current_player())
        found = quick[state.current_player()](state.observation_tensor(), state.action_features())
        np.testing.assert_allclose(found, torch_logits(network, state), atol=1e-5)
    assert seats == {0, 1}


def test_an_agent_follows_weights_that_change() -> None:
    network = network_of({})
    agent = PolicyAgent("policy", network)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(torch.randn_like(parameter))
    agent.reset(0)
    for state in states(12):
        view = view_of(state)
        best = state.legal_actions()[int(torch_logits(network, state).argmax())]
        assert agent.act(view) == agent.act_many([view])[0] == best


def test_drawn_actions_have_the_networks_probabilities() -> None:
    network = network_of({})
    agent = PolicyAgent("policy", network, sample=True)
    state = states(1)[0]
    legal = state.legal_actions()
    chances = torch.softmax(torch.from_numpy(torch_logits(network, state)), 0).numpy()
    drawn = [legal.index(agent.act(view_of(state))) for _ in range(3000)]
    np.testing.assert_allclose(np.bincount(drawn, minlength=len(legal)) / 3000, chances, atol=0.04)


@pytest.mark.parametrize("form", [{"memory": 4}, {"kind": "flat"}])
def test_other_networks_go_the_slow_way(form: dict[str, Any]) -> None:
    shape = {**SHAPE, **form}
    if shape["kind"] == "flat":
        del shape["scorer"]
    network = build_network(GAME.load(), shape)
    assert quick_scorers(network) == []
    state = states(1)[0]
    assert PolicyAgent("policy", network).act(view_of(state)) in state.legal_actions()
