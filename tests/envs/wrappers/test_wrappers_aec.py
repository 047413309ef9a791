"""All players of a game as a PettingZoo AEC environment."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections import Counter
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

from dicedeck.envs import aec_env
from dicedeck.envs.core.errors import DicedeckError, IllegalActionError
from dicedeck.envs.core.playout import Sampler
from dicedeck.envs.wrappers.aec import raw_env
from support.variants import Options
from support.wrapping import BAD_SEEDS, CASES, HILL, PAYING, TRICKS, decide

contract = pytest.mark.contract
every_case = pytest.mark.parametrize(("name", "options"), CASES)


def play(env: Any, key: int = 0) -> list[tuple[Any, ...]]:
    """What every agent is told, to the end of the game."""
    told: list[tuple[Any, ...]] = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        seen = (observation["observation"].tobytes(), observation["action_mask"].tobytes())
        told.append((agent, *seen, reward, terminated, truncated, dict(info)))
        env.step(None if terminated or truncated else decide(observation["action_mask"], key, len(told)))
    return told


# ---------------------------------------------------------------- what every game keeps


@contract
@every_case
def test_pettingzoo_accepts_it(name: str, options: Options, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # They are given to every environment with an action mask in its observation but PettingZoo's own.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation numpy array is all zeros")
        api_test(aec_env(name, **options), num_cycles=50)
        api_test(raw_env(name, **options), num_cycles=50)
    seed_test(lambda: aec_env(name, **options), num_cycles=50)


@contract
@every_case
def test_what_last_tells_adds_up(name: str, options: Options) -> None:
    """Totals from last() alone are the returns; all agents end in the same step, whoever moved last."""
    env = aec_env(name, **options)
    for seed in range(5):
        env.reset(seed=seed)
        told = play(env, seed)
        state = env.game_state
        totals: Counter[str] = Counter()
        for agent, _, _, reward, *_ in told:
            totals[agent] += reward
        returns = state.returns()
        for seat, agent in enumerate(env.possible_agents):
            assert totals[agent] == pytest.approx(returns[seat])
        ends = [row for row in told if row[4] or row[5]]
        assert sorted(row[0] for row in ends) == sorted(env.possible_agents)
        assert told[-len(ends) :] == ends
        assert {row[4:6] for row in ends} == {(state.terminated, state.truncated)}
        assert env.agents == []


@contract
@every_case
def test_agents_see_what_the_rules_say(name: str, options: Options) -> None:
    env = raw_env(name, **options)
    env.reset(seed=4)
    state = env.game.new_initial_state(seed=4)
    for agent in env.agent_iter():
        for seat, other in enumerate(env.agents):
            seen = env.observe(other)
            assert env.observation_space(other).contains(seen)
            if not state.is_terminal():
                np.testing.assert_array_equal(seen["observation"], state.observation_tensor(seat))
            moves = other == agent and not state.is_terminal()
            np.testing.assert_array_equal(seen["action_mask"], state.legal_actions_mask() * moves)
        if state.is_terminal():
            break
        assert agent == env.possible_agents[state.current_player()]
        action = decide(state.legal_actions_mask(), state.step_count)
        env.step(action)
        state.apply_action(action)
    assert state == env.game_state
    assert env.state_space.contains(env.state())


@contract
@every_case
def test_copies_go_on_in_the_same_way(name: str, options: Options) -> None:
    for make in (aec_env, raw_env):
        env = make(name, **options)
        sampler = Sampler(1)
        for moves in range(3):
            env.reset(seed=moves)
            for _ in range(moves):
                if env.agents and not env.terminations[env.agent_selection]:
                    env.step(sampler.one(env.observe(env.agent_selection)["action_mask"]))
            copies = [env, env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
            assert all(type(one) is type(env) for one in copies)
            told = [play(one) for one in copies]
            for one in copies:
                one.reset()
            again = [play(one) for one in copies]
            assert told[1:] == told[:1] * 3
            assert again[1:] == again[:1] * 3


@contract
@every_case
def test_spaces_and_facts(name: str, options: Options) -> None:
    env = aec_env(name, **options)
    game = env.unwrapped.game
    assert env.possible_agents == list(game.players)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.metadata["name"] == f"{game.name}_v{game.version}"
    assert not env.metadata["is_parallelizable"]
    assert {"render_modes", "render_fps"} <= env.metadata.keys()


# ---------------------------------------------------------------- single points


def test_pettingzoo_makes_it() -> None:
    env = pettingzoo.make("aec", "dicedeck/impeachment-v0", tactics=True)
    env.reset(seed=1)
    assert env.unwrapped.game.option_values() == {"tactics": True}
    assert pettingzoo.spec("aec", "dicedeck/impeachment").version == 0


def test_seeds() -> None:
    env = raw_env(TRICKS)
    games = []
    for seed in (5, None, None, 5, None):
        env.reset(seed=seed)
        games.append(env.game_state)
        play(env, key=len(games))
    assert games[0] == games[3] == env.game.new_initial_state(seed=5)
    assert games[1] == games[4] != games[2]


def test_guard() -> None:
    env = aec_env(TRICKS)
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.unwrapped.game_state
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


def test_illegal_action_raises_and_changes_nothing() -> None:
    env = raw_env(TRICKS)
    env.reset(seed=1)
    before = env.game_state
    wrong = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match="is illegal for player_0"):
        env.step(wrong)
    with pytest.raises(TypeError):
        env.step(None)
    assert env.game_state == before
    assert env.agent_selection == "player_0"


def test_illegal_action_loses_to_the_other() -> None:
    env = aec_env(TRICKS, illegal="lose")
    env.reset(seed=1)
    env.step(99)
    told = {}
    for agent in env.agent_iter():
        _, *rest = env.last()
        told[agent] = rest
        env.step(None)
    assert told == {"player_0": [-1, True, False, {"illegal_action": "action 99"}], "player_1": [1, True, False, {}]}


@pytest.mark.parametrize(("name", "others"), [(HILL, -1), (PAYING, 0)])
def test_illegal_action_among_more_than_two(name: str, others: float) -> None:
    """Who wins together loses together; elsewhere nobody gains by it."""
    env = raw_env(name, illegal="lose", heroes=3)
    env.reset(seed=1)
    env.step(9)
    assert env.rewards == {"pc_0": env.game.min_utility, "pc_1": others, "pc_2": others}


@pytest.mark.nojit
@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    env = raw_env(TRICKS)
    env.reset(seed=7)
    before = env.game_state
    with pytest.raises(DicedeckError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1"):
        env.reset(seed=seed)
    assert env.game_state == before
    seven: Any = np.int64(7)
    env.reset(seed=seven)
    assert env.game_state == before


def test_same_agent_may_act_again() -> None:
    env = aec_env(TRICKS)
    env.reset(seed=1)
    env.step(env.unwrapped.game.string_to_action(next(name for name in names(env) if name.startswith("exchange"))))
    assert env.agent_selection == "player_0"
    assert env.last()[1] == 0


def names(env: Any) -> list[str]:
    state = env.game_state
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env(TRICKS, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game_state)
    env = aec_env(TRICKS, render_mode="human")
    env.reset(seed=1)
    env.step(decide(env.last()[0]["action_mask"], 1))
    assert capsys.readouterr().out.count("pile") == 2
    env = aec_env(TRICKS)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="needs a render_mode"):
        env.render()
