"""The Monte Carlo search."""

from __future__ import annotations

import pytest

from dicedeck.agents.bots.impeachment.search import WIDTH
from dicedeck.agents.loader import load_agent
from dicedeck.agents.mcts import MonteCarlo
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs.core.game import State
from support.positions import begin, impeachment, lane, position
from support.toy_game import GAME as TOY_GAME

PLAIN = "rollout=random,candidates=all,judge=none"


def winning(state: State, spec: str) -> str:
    agent = load_agent(spec, state.game, seed=5)
    return state.action_to_string(agent.act(view_of(state)))


@pytest.mark.parametrize("spec", ["mcts:20", f"mcts:20,{PLAIN}"])
def test_it_finds_the_winning_move(spec: str) -> None:
    """C7 at J3 makes three adjacent ones for Con, HA loses everything."""
    lanes = {3: lane("S2 D2 H2", "C5 C6"), 6: lane("HK DK", "S3 D9 H5")}
    state = begin(position(lanes, pro="SK", con="C7 HA", con_has="1 2", pro_has="4 5 7 8 9", to_move="con"))
    assert winning(state, spec) == "place C7 J3"


@pytest.mark.parametrize("spec", ["mcts:200", f"mcts:600,{PLAIN}"])
def test_it_finds_a_win_in_two_moves(spec: str) -> None:
    """Con wins if C6 and C7 go to J3, and HA does not."""
    lanes = {3: lane("S2 D2 H2", "C5"), 6: lane("HK DK", "S3")}
    state = begin(position(lanes, pro="SK", con="C6 C7 HA", con_has="1 2", pro_has="4 5 7 8 9", to_move="con"))
    assert winning(state, spec) in ("place C6 J3", "place C7 J3", "place HA J6")


@pytest.mark.parametrize(("spec", "simulations"), [("mcts:50", 50), (f"mcts:150,{PLAIN}", 150)])
def test_the_budget_is_kept_and_visits_are_shown(spec: str, simulations: int) -> None:
    state = impeachment().new_initial_state(seed=2)
    agent = load_agent(spec, state.game)
    assert isinstance(agent, MonteCarlo)
    action = agent.act(view_of(state))
    assert sum(agent.last_visits.values()) == simulations
    assert len(agent.last_visits) == (len(state.legal_actions()) if PLAIN in spec else WIDTH)
    assert set(agent.last_visits) <= set(state.legal_actions())
    assert max(agent.last_values, key=lambda a: agent.last_values[a]) == action
    assert all(-1 <= value <= 1 for value in agent.last_values.values())


def test_a_forced_move_takes_no_simulations() -> None:
    lanes = {3: lane("S2 D2", "C5 C6"), 6: lane("HK DK SK", "S3 D9 H5", taken_by="pro")}
    state = begin(position(lanes, pro="H2", con="C7", con_has="1 2", pro_has="4 5 7 8 9", to_move="con"))
    agent = load_agent("mcts", state.game)
    assert isinstance(agent, MonteCarlo)
    assert [agent.act(view_of(state))] == state.legal_actions()
    assert agent.last_visits == {}


def test_it_plays_a_game_that_it_knows_nothing_of() -> None:
    """By random playouts; against random moves in Three Tricks it wins most games."""
    game = TOY_GAME.load()
    agents = load_agent("mcts:60", game), load_agent("random", game)
    won = 0
    for seed in range(100):
        state = game.new_initial_state(seed)
        for agent in agents:
            agent.reset(seed)
        seat = seed % 2
        while not state.is_terminal():
            state.apply_action(agents[state.current_player() != seat].act(view_of(state)))
        won += state.returns()[seat] > 0
    assert won >= 60


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("mcts:many", "budget 'many' must be a whole number"),
        ("mcts:0", "budget '0' must be a whole number from 1"),
        ("mcts,rollout=gredy", "did you mean 'greedy'.*quick, greedy, strategist, random"),
        ("mcts,depth=-1", "depth '-1' must be a whole number"),
        ("mcts,c=-1", "c=-1 must be a number"),
        ("mcts,width=3", "no setting 'width'"),
    ],
)
def test_wrong_settings_are_explained(spec: str, said: str) -> None:
    with pytest.raises(AgentSpecError, match=said):
        load_agent(spec, impeachment())
