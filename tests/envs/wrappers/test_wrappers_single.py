"""One seat as a Gymnasium environment."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from dicedeck.agents import loader
from dicedeck.agents.protocol import view_of
from dicedeck.envs import SingleAgentEnv, State
from dicedeck.envs.core.errors import DicedeckError, IllegalActionError, OptionError
from dicedeck.envs.core.playout import Sampler
from dicedeck.envs.wrappers.folded import ResetNeeded
from support.variants import Options
from support.wrapping import BAD_SEEDS, CASES, HILL, PAYING, TRICKS, Scripted, decide, load

contract = pytest.mark.contract
every_case = pytest.mark.parametrize(("name", "options"), CASES)
WITHOUT_CHANCE = {"kamigakari_build"}
"""Games in which every seed gives the same."""
Transition = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


def play(env: SingleAgentEnv, info: dict[str, Any], key: int = 0) -> list[Transition]:
    """The transitions of a game from here to its end."""
    transitions: list[Transition] = []
    while not transitions or not (transitions[-1][2] or transitions[-1][3]):
        transitions.append(env.step(decide(info["action_mask"], key, len(transitions))))
        info = transitions[-1][4]
    return transitions


def assert_same(first: list[Transition], second: list[Transition]) -> None:
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        assert one[4].keys() == other[4].keys()
        np.testing.assert_array_equal(one[4]["action_mask"], other[4]["action_mask"])
        assert one[4]["seat"] == other[4]["seat"]


# ---------------------------------------------------------------- what every game keeps


@contract
@every_case
def test_gymnasium_accepts_it(name: str, options: Options) -> None:
    spec = EnvSpec("dicedeck/Test-v0", "dicedeck.envs:SingleAgentEnv")
    env = gymnasium.make(spec, game=name, seat="random", illegal="lose", render_mode="ansi", **options)
    check_env(env.unwrapped)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_sb3_accepts_it(name: str, options: Options) -> None:
    from stable_baselines3.common.env_checker import check_env as check_for_sb3

    check_for_sb3(SingleAgentEnv(name, illegal="lose", **options), warn=True)


@contract
@every_case
def test_seed_decides_everything(name: str, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (np.random, random):
        for function in ("random", "randint", "shuffle", "choice", "seed"):
            monkeypatch.setattr(module, function, lambda *args, **kwargs: pytest.fail("global random numbers"))
    games = []
    for seed in (3, 3, 4):
        env = SingleAgentEnv(name, seat="random", **options)
        first, info = env.reset(seed=seed)
        rows = [(first, 0.0, False, False, info), *play(env, info)]
        second, info = env.reset()
        games.append([*rows, (second, 0.0, False, False, info), *play(env, info)])
    assert_same(games[0], games[1])
    if name not in WITHOUT_CHANCE:
        assert [row[0].tobytes() for row in games[0]] != [row[0].tobytes() for row in games[2]]


@contract
@every_case
def test_other_players_moves_are_folded_in(name: str, options: Options) -> None:
    """The environment against agents does what the rules do when the agents are asked by hand."""
    game = load(name, options)
    for seat in range(game.num_players):
        agent = Scripted()
        env = SingleAgentEnv(game, seat=seat, opponents=agent)
        observation, info = env.reset(seed=8)
        assert info["seat"] == seat
        state = env.state
        assert state.current_player() == seat
        for step, (*_, reward, terminated, truncated, after) in enumerate(play(env, info)):
            assert_sees(state, seat, observation, info["action_mask"])
            paid = by_hand(state, seat, decide(info["action_mask"], 0, step), Scripted(), first=step == 0)
            assert reward == pytest.approx(paid)
            assert (terminated, truncated) == (state.terminated, state.truncated)
            observation, info = _[0], after
        assert_sees(state, seat, observation, info["action_mask"])
        assert state == env.state
        assert seat not in agent.asked


def assert_sees(state: State, seat: int, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> None:
    np.testing.assert_array_equal(observation, state.observation_tensor(seat))
    np.testing.assert_array_equal(mask, state.legal_actions_mask())
    assert mask.dtype == np.int8
    assert np.abs(observation).max() <= 1


def by_hand(state: State, seat: int, action: int, agent: Scripted, first: bool) -> float:
    """Play a decision and the replies to it; what the seat is paid, before its first decision included."""
    paid = state.returns()[seat] if first else 0.0
    while True:
        state.apply_action(action)
        paid += state.rewards()[seat]
        if state.is_terminal() or state.current_player() == seat:
            return paid
        action = agent.act(view_of(state))


@contract
@every_case
def test_random_opponents_play_legal_games(name: str, options: Options) -> None:
    """Rewards add up to the game's returns; every game ends; nobody else than the seat is asked."""
    env = SingleAgentEnv(name, seat="random", **options)
    seats = set()
    for seed in range(30):
        _, info = env.reset(seed=seed)
        rows = play(env, info, key=seed)
        state = env.state
        assert state.is_terminal()
        assert sum(row[1] for row in rows) == pytest.approx(state.returns()[env.seat])
        assert not rows[-1][4]["action_mask"].any()
        assert all(row[4]["action_mask"].any() for row in rows[:-1])
        seats.add(env.seat)
    assert seats == set(range(env.game.num_players))


@contract
@every_case
def test_masks_have_one_meaning(name: str, options: Options) -> None:
    env = SingleAgentEnv(name, **options)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == [bool(one) for one in info["action_mask"]]
    assert env.action_space.sample(info["action_mask"]) in env.state.legal_actions()


@contract
@every_case
@pytest.mark.parametrize("opponents", ["random", "agent"])
def test_copies_go_on_in_the_same_way(name: str, options: Options, opponents: str) -> None:
    env = SingleAgentEnv(name, seat="random", opponents=Scripted() if opponents == "agent" else "random", **options)
    sampler = Sampler(5)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(seed):
            *_, terminated, truncated, info = env.step(sampler.one(info["action_mask"]))
            if terminated or truncated:
                _, info = env.reset()
        copies = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        rows = [play(one, info) for one in [env, *copies]]
        nexts = [play(one, one.reset()[1]) for one in [env, *copies]]
        for i in range(1, 4):
            assert_same(rows[0], rows[i])
            assert_same(nexts[0], nexts[i])


@contract
@every_case
def test_returned_arrays_are_new_ones(name: str, options: Options) -> None:
    env = SingleAgentEnv(name, **options)
    observation, info = env.reset(seed=2)
    arrays = [(observation, info["action_mask"])] + [(row[0], row[4]["action_mask"]) for row in play(env, info)]
    for i, (seen, mask) in enumerate(arrays):
        assert all(not np.shares_memory(seen, other) for other, _ in arrays[:i])
        assert all(not np.shares_memory(mask, other) for _, other in arrays[:i])


@contract
@every_case
def test_no_option_of_a_game_is_called_like_one_of_an_environment(name: str, options: Options) -> None:
    taken = {"game", "seat", "opponents", "illegal", "render_mode", "num_envs", "autoreset_mode", "max_episode_steps"}
    assert taken.isdisjoint(load(name, options).spec.options.model_fields)


# ---------------------------------------------------------------- single points


def test_a_seed_deals_the_same_game_as_in_new_initial_state() -> None:
    env = SingleAgentEnv(TRICKS)
    env.reset(seed=11)
    assert env.state == env.game.new_initial_state(seed=11)


@pytest.mark.nojit
@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    env = SingleAgentEnv(TRICKS)
    with pytest.raises(DicedeckError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1"):
        env.reset(seed=seed)
    seven: Any = np.int64(7)
    env.reset(seed=seven)
    assert env.state == load(TRICKS, {}).new_initial_state(7)


@pytest.mark.parametrize("seat", [1, np.int64(1), "player_1", "Younger", "younger"])
def test_seats_have_names(seat: int | str) -> None:
    assert SingleAgentEnv(TRICKS, seat=seat).seat == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": 2}, "seats 0 to 1, not 2"),
        ({"seat": "yunger"}, r"no seat 'yunger'; did you mean 'younger'\? \(seats: player_0, player_1, Elder"),
        ({"opponents": ["random", "random"]}, "has 1 other players, but 2"),
        ({"opponents": [3]}, "a spec such as 'random' or an agent, not int"),
        ({"opponents": "nobody"}, "no agent is called 'nobody'"),
        ({"illegal": "ignore"}, "choose from raise, lose"),
        ({"render_mode": "rgb_array"}, "choose from ansi, human"),
        ({"exchanges": True}, "did you mean 'exchange'"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SingleAgentEnv(TRICKS, **arguments)


def test_a_loaded_game_takes_no_options() -> None:
    with pytest.raises(OptionError, match="takes no options, but got exchange"):
        SingleAgentEnv(load(TRICKS, {}), exchange=False)


def test_illegal_action_raises_and_changes_nothing() -> None:
    env = SingleAgentEnv(TRICKS)
    _, info = env.reset(seed=1)
    before = env.state
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action, message in ((wrong, "is illegal for player_0 in phase 'lead'"), (99, "not 99"), (-1, "not -1")):
        with pytest.raises(IllegalActionError, match=message):
            env.step(action)
    assert env.state == before
    env.step(decide(info["action_mask"], 1))


def test_illegal_action_loses() -> None:
    env = SingleAgentEnv(TRICKS, illegal="lose")
    observation, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (env.game.min_utility, True, False)
    assert info["illegal_action"] == env.game.action_to_string(wrong)
    assert not info["action_mask"].any()
    np.testing.assert_array_equal(after, observation)
    with pytest.raises(ResetNeeded):
        env.step(0)
    assert "illegal_action" not in env.reset()[1]


@pytest.mark.nojit
@pytest.mark.parametrize("action", [10**30, -(10**30), 2**63])
def test_actions_too_large_to_be_written_down_are_illegal(action: int) -> None:
    env = SingleAgentEnv(TRICKS)
    env.reset(seed=1)
    before = env.state.to_bytes()
    with pytest.raises(IllegalActionError, match=f"not {action}"):
        env.step(action)
    assert env.state.to_bytes() == before
    env = SingleAgentEnv(TRICKS, illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["illegal_action"]) == (-1, True, f"action {action}")


def test_illegal_action_brings_the_total_to_the_minimum() -> None:
    env = SingleAgentEnv(PAYING, seat=1, heroes=2, opponents="random", illegal="lose")
    for seed in range(20):
        env.reset(seed=seed)
        rows = [env.step(0)]
        if not (rows[0][2] or rows[0][3]):
            rows.append(env.step(7))
            assert rows[1][4]["illegal_action"] == "action 7"
            assert sum(row[1] for row in rows) == env.game.min_utility
        env.reset()
        assert env.step(7)[1] == env.game.min_utility


def test_steps_need_a_reset() -> None:
    env = SingleAgentEnv(HILL)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before step"):
        env.step(0)
    _, info = env.reset(seed=1)
    play(env, info)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the episode is over"):
        env.step(0)


def test_actions_are_whole_numbers() -> None:
    env = SingleAgentEnv(HILL)
    env.reset(seed=1)
    env.step(np.int32(1))
    env.step(np.array(1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        env.step(0.5)  # type: ignore[arg-type]


def test_games_that_end_before_the_first_decision_are_dealt_again() -> None:
    env = SingleAgentEnv(PAYING, seat=3, heroes=4)
    for seed in range(50):
        env.reset(seed=seed)
        assert env.state.current_player() == 3


def test_mixed_opponents_and_their_seeds() -> None:
    agents = [Scripted(), Scripted()]
    env = SingleAgentEnv(HILL, seat=1, heroes=4, opponents=[agents[0], "random", agents[1]])
    for seed in (5, 6, 5):
        _, info = env.reset(seed=seed)
        play(env, info)
    assert [set(agent.asked) for agent in agents] == [{0}, {3}]
    assert agents[0].seeds[0] == agents[0].seeds[2] != agents[0].seeds[1]
    assert agents[0].seeds != agents[1].seeds


def test_opponents_by_spec_and_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(loader.AGENTS, "scripted", "support.wrapping:make_scripted")
    env = SingleAgentEnv(TRICKS, opponents="scripted")
    _, info = env.reset(seed=1)
    env.step(decide(info["action_mask"], 1))
    agent = Scripted()
    env.set_opponents(agent)
    _, info = env.reset()
    play(env, info)
    assert agent.asked


class Broken(Scripted):
    def act(self, view: Any) -> int:
        return -5


def test_an_opponents_illegal_action_is_its_own_fault() -> None:
    env = SingleAgentEnv(TRICKS, opponents=Broken(), illegal="lose")
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"opponent scripted: .*not -5"):
        for _ in range(3):
            info = env.step(decide(info["action_mask"] * (np.arange(20) < 10), 1))[4]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = SingleAgentEnv(TRICKS, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.state.to_string(0)
    assert env.render() != str(env.state), "the other's cards are hidden"
    assert capsys.readouterr().out == ""
    env = SingleAgentEnv(TRICKS, render_mode="human")
    _, info = env.reset(seed=1)
    env.step(decide(info["action_mask"], 1))
    assert capsys.readouterr().out.count("pile") == 2
    with pytest.warns(UserWarning, match="needs a render_mode"):
        SingleAgentEnv(TRICKS).render()
