"""Agent specs and what is said about wrong ones."""

from __future__ import annotations

import pytest

from dicedeck.agents.loader import agent_names, load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError, parse_spec
from support.positions import impeachment


def test_a_spec_has_name_budget_and_settings() -> None:
    spec = parse_spec(" mcts:200, rollout=greedy,c=0.7 ")
    assert (spec.name, spec.budget, spec.settings) == ("mcts", "200", {"rollout": "greedy", "c": "0.7"})
    assert spec.whole_budget(50) == 200
    assert spec.number("c", 1.0, 0.0, 10.0) == 0.7
    assert spec.number("d", 1.0, 0.0, 10.0) == 1.0
    assert spec.choice("rollout", "random", ["random", "greedy"]) == "greedy"


def test_an_agent_is_called_by_its_spec() -> None:
    assert load_agent("random", impeachment()).name == "random"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("randm", "did you mean 'random'"),
        ("nobody", "random, mcts, greedy, strategist, trained"),
        ("random:5", "takes no budget"),
        ("random,x=2", "no setting 'x'"),
        ("random,x", "name\\[:budget\\]"),
        ("mcts:", "name\\[:budget\\]"),
        ("", "name\\[:budget\\]"),
        ("runs/nowhere/checkpoint", "no such checkpoint"),
        ("nothing.safetensors", "no such checkpoint"),
        ("runs/nowhere/checkpoint,play=sample", "no such checkpoint"),
        ("no_module:make", "cannot import 'no_module'"),
        ("support.players:nobody", "has no function or class 'nobody'"),
        ("builtins:repr", "which has no name, reset and act"),
    ],
)
def test_a_wrong_spec_is_explained_in_one_line(spec: str, said: str) -> None:
    with pytest.raises(AgentSpecError, match=said) as error:
        load_agent(spec, impeachment())
    assert "\n" not in str(error.value)


def test_settings_are_checked() -> None:
    spec = parse_spec("mcts:2x,c=hot,rollout=greed,seats=3.5")
    for ask in (
        lambda: spec.whole_budget(10),
        lambda: spec.number("c", 1.0, 0.0, 10.0),
        lambda: spec.choice("rollout", "random", ["random", "greedy"]),
        lambda: spec.whole("seats", 1, 1, 4),
        lambda: spec.check(["c", "rollout"], budget=True),
    ):
        with pytest.raises(AgentSpecError, match="agent 'mcts:2x"):
            ask()


def test_agents_of_a_game_are_listed() -> None:
    assert agent_names(impeachment()) == ["random", "mcts", "greedy", "strategist"]


def test_an_agent_of_ones_own_is_named_by_its_place() -> None:
    agent = load_agent("support.players:first", impeachment())
    assert agent.name == "support.players:first"
    assert agent.act(view_of(impeachment().new_initial_state(1))) >= 0
