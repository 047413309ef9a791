"""One seat in many games at once as a Gymnasium vector environment."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from dicedeck.envs import DicedeckVectorEnv, SingleAgentEnv
from dicedeck.envs.core.errors import DicedeckError, IllegalActionError, OptionError
from dicedeck.envs.core.playout import Sampler
from dicedeck.envs.wrappers.folded import ResetNeeded
from support.variants import Options
from support.wrapping import BAD_SEEDS, CASES, HILL, PAYING, TRICKS, Crowd, Scripted, decide

contract = pytest.mark.contract
every_case = pytest.mark.parametrize(("name", "options"), CASES)
N = 5
DECISIONS = 180
"""Enough that some game ends, also where one player makes all decisions."""


@dataclass
class Row:
    """A transition of one game: what was seen, what was done, what came of it."""

    seen: bytes
    mask: bytes
    seat: int
    action: int
    reward: float
    terminated: bool
    truncated: bool
    after: bytes


Rows = list[list[Row]]


def action_of(mask: NDArray[np.int8], i: int, rows: list[Row]) -> int:
    """The same stream of actions in every environment: by game and number of the decision."""
    return decide(mask, i, len(rows))


def play_singles(make: Any) -> Rows:
    """N single environments, each begun anew when its game is over."""
    table: Rows = []
    for i in range(N):
        env: SingleAgentEnv = make()
        seen, info = env.reset(seed=20 + i)
        rows: list[Row] = []
        while len(rows) < DECISIONS:
            action = action_of(info["action_mask"], i, rows)
            mask, seat = info["action_mask"].tobytes(), info["seat"]
            after, reward, terminated, truncated, info = env.step(action)
            rows.append(Row(seen.tobytes(), mask, seat, action, reward, terminated, truncated, after.tobytes()))
            seen = after
            if terminated or truncated:
                seen, info = env.reset()
        table.append(rows)
    return table


def play_vector(envs: DicedeckVectorEnv) -> Rows:
    """The same transitions from a vector environment in any autoreset mode."""
    mode = envs.metadata["autoreset_mode"]
    table: Rows = [[] for _ in range(N)]
    seen, infos = envs.reset(seed=20)
    idle = np.zeros(N, np.bool_)
    while min(len(rows) for rows in table) < DECISIONS:
        masks, seats = infos["action_mask"], infos["seat"]
        actions = np.array([0 if idle[i] else action_of(masks[i], i, table[i]) for i in range(N)])
        after, rewards, terminated, truncated, infos = envs.step(actions)
        over = terminated | truncated
        for i in np.flatnonzero(~idle):
            ended = over[i] and mode is AutoresetMode.SAME_STEP
            end = infos["final_obs"][i] if ended else after[i]
            judged = (rewards[i].item(), bool(terminated[i]), bool(truncated[i]))
            before = (seen[i].tobytes(), masks[i].tobytes(), int(seats[i]), int(actions[i]))
            table[i].append(Row(*before, *judged, end.tobytes()))
        seen = after
        if mode is AutoresetMode.NEXT_STEP:
            assert not rewards[idle].any() and not over[idle].any()
            idle = over
        elif mode is AutoresetMode.DISABLED and over.any():
            seen, infos = envs.reset(options={"reset_mask": over})
    return [rows[:DECISIONS] for rows in table]


@contract
@every_case
@pytest.mark.parametrize("seat", ["random", 0])
def test_all_autoreset_modes_and_single_environments_agree(name: str, options: Options, seat: int | str) -> None:
    """One stream of actions, the same transitions: in three modes and in N single environments."""
    expected = play_singles(lambda: SingleAgentEnv(name, seat=seat, **options))
    assert any(row.terminated or row.truncated for rows in expected for row in rows)
    for mode in AutoresetMode:
        envs = DicedeckVectorEnv(name, N, seat=seat, autoreset_mode=mode, **options)
        assert play_vector(envs) == expected, mode


@contract
@every_case
def test_agents_as_opponents_agree_too(name: str, options: Options) -> None:
    expected = play_singles(lambda: SingleAgentEnv(name, seat="random", opponents=Scripted(), **options))
    for mode in AutoresetMode:
        crowd = Crowd()
        envs = DicedeckVectorEnv(name, N, seat="random", opponents=crowd, autoreset_mode=mode, **options)
        assert play_vector(envs) == expected, mode
        if envs.game.num_players > 1:
            assert max(crowd.sizes) > 1, "games that wait are put to the agent together"
        assert len(crowd.seeds) <= envs.game.num_players - 1, "reset with all games, not with each"


@contract
@every_case
def test_copies_go_on_in_the_same_way(name: str, options: Options) -> None:
    for mode in AutoresetMode:
        envs = DicedeckVectorEnv(name, N, seat="random", autoreset_mode=mode, **options)
        _, infos = envs.reset(seed=1)
        _, _, terminated, truncated, infos = envs.step(Sampler(1)(infos["action_mask"]))
        if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
            _, infos = envs.reset(options={"reset_mask": terminated | truncated})
        actions = np.maximum(Sampler(2)(infos["action_mask"]), 0)
        copies = [envs.clone(), copy.deepcopy(envs), pickle.loads(pickle.dumps(envs)), envs]
        results = [one.step(actions)[:4] for one in copies]
        for result in results[1:]:
            for one, other in zip(results[0], result, strict=True):
                np.testing.assert_array_equal(one, other)
        rows = [play_vector(one) for one in copies]
        assert rows[1:] == rows[:1] * 3


@contract
@every_case
def test_shapes_kinds_and_new_arrays(name: str, options: Options) -> None:
    envs = DicedeckVectorEnv(name, N, autoreset_mode="SameStep", **options)
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    kept = [(seen, seen.copy(), infos["action_mask"], infos["action_mask"].copy())]
    for _ in range(envs.game.max_steps):
        actions = Sampler(1)(infos["action_mask"])
        assert envs.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert envs.observation_space.contains(seen)
        assert [array.dtype.name for array in (rewards, terminated, truncated)] == ["float64", "bool", "bool"]
        assert infos["action_mask"].dtype == np.int8
        assert infos["action_mask"].any(axis=1).all()
        assert infos["_action_mask"].all() and infos["_seat"].all()
        np.testing.assert_array_equal(envs.action_masks(), infos["action_mask"])
        kept.append((seen, seen.copy(), infos["action_mask"], infos["action_mask"].copy()))
        over = terminated | truncated
        assert ("final_obs" in infos) == over.any()
        if over.any():
            check_final(envs, infos, over)
    for now, then, mask_now, mask_then in kept:
        np.testing.assert_array_equal(now, then)
        np.testing.assert_array_equal(mask_now, mask_then)


def check_final(envs: DicedeckVectorEnv, infos: dict[str, Any], over: NDArray[np.bool_]) -> None:
    for key in ("_final_obs", "_final_info"):
        np.testing.assert_array_equal(infos[key], over)
    final = infos["final_info"]
    np.testing.assert_array_equal(final["_action_mask"], over)
    assert not final["action_mask"].any()
    for i, observation in enumerate(infos["final_obs"]):
        assert (observation is not None) == over[i]
        assert observation is None or envs.single_observation_space.contains(observation)


# ---------------------------------------------------------------- single points


@pytest.mark.parametrize("mode", [*AutoresetMode, "NextStep", "SAME_STEP", "disabled"])
def test_autoreset_mode_is_told(mode: AutoresetMode | str) -> None:
    envs = DicedeckVectorEnv(TRICKS, 2, autoreset_mode=mode)
    assert isinstance(envs.metadata["autoreset_mode"], AutoresetMode)


def test_unknown_autoreset_mode() -> None:
    with pytest.raises(OptionError, match="choose from NEXT_STEP, SAME_STEP, DISABLED"):
        DicedeckVectorEnv(TRICKS, 2, autoreset_mode="never")


def test_without_autoreset_finished_games_must_be_reset() -> None:
    envs = DicedeckVectorEnv(HILL, 3, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(ResetNeeded, match="reset all games before some"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    _, infos = envs.reset(seed=[1, 1, 2])
    over = np.zeros(3, np.bool_)
    while not over.any():
        before, _, terminated, truncated, infos = envs.step(np.zeros(3, np.int64))
        over = terminated | truncated
    assert not infos["action_mask"][over].any()
    with pytest.raises(ResetNeeded, match="games 0, 1"):
        envs.step(np.zeros(3, np.int64))
    states = [envs.state(i) for i in range(3)]
    seen, _ = envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert [envs.state(i) == state for i, state in enumerate(states)] == [False, True, True]
    np.testing.assert_array_equal(seen[1:], before[1:])


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0, 0]), np.zeros(3, np.bool_)])
def test_wrong_reset_masks(mask: Any) -> None:
    envs = DicedeckVectorEnv(TRICKS, 3)
    envs.reset(seed=1)
    with pytest.raises(OptionError, match=r"reset_mask must be bool\[3\]"):
        envs.reset(options={"reset_mask": mask})


def test_wrong_numbers() -> None:
    with pytest.raises(OptionError, match="num_envs must be at least 1"):
        DicedeckVectorEnv(TRICKS, 0)
    with pytest.raises(OptionError, match="max_episode_steps must be at least 1"):
        DicedeckVectorEnv(TRICKS, 2, max_episode_steps=0)
    envs = DicedeckVectorEnv(TRICKS, 3)
    with pytest.raises(OptionError, match="2 seeds are given for 3 games"):
        envs.reset(seed=[1, 2])
    envs.reset(seed=1)
    for actions in (np.zeros(2, np.int64), np.zeros(3)):
        with pytest.raises(IllegalActionError, match="step needs 3 integer actions"):
            envs.step(actions)


def test_illegal_action_raises_and_changes_nothing() -> None:
    envs = DicedeckVectorEnv(TRICKS, 3)
    _, infos = envs.reset(seed=1)
    actions = Sampler(1)(infos["action_mask"])
    wrong = actions.copy()
    wrong[1:] = 99
    before = [envs.state(i) for i in range(3)]
    with pytest.raises(IllegalActionError, match="game 1: three_tricks has actions 0 to 19, not 99"):
        envs.step(wrong)
    assert [envs.state(i) for i in range(3)] == before
    envs.step(actions)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_illegal_action_loses(mode: AutoresetMode) -> None:
    envs = DicedeckVectorEnv(TRICKS, 3, illegal="lose", autoreset_mode=mode)
    seen, infos = envs.reset(seed=1)
    actions = Sampler(1)(infos["action_mask"])
    actions[1] = 99
    after, rewards, terminated, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert told["illegal_action"].tolist() == [None, "action 99", None]
    assert told["_illegal_action"].tolist() == [False, True, False]
    last = infos["final_obs"][1] if mode is AutoresetMode.SAME_STEP else after[1]
    np.testing.assert_array_equal(last, seen[1])
    if mode is not AutoresetMode.DISABLED:
        actions = Sampler(2)(infos["action_mask"])
        _, rewards, terminated, _, infos = envs.step(actions)
        assert rewards[1] == 0 and not terminated[1] and "illegal_action" not in infos


def test_time_limit() -> None:
    """As Gymnasium's TimeLimit: the learner's own decisions count, and the end is a truncation."""
    envs = DicedeckVectorEnv(HILL, 2, heroes=3, seat=1, max_episode_steps=2, autoreset_mode="disabled")
    envs.reset(seed=1)
    assert not envs.step(np.zeros(2, np.int64))[3].any()
    _, rewards, terminated, truncated, infos = envs.step(np.zeros(2, np.int64))
    assert truncated.all() and not terminated.any() and not rewards.any()
    assert not infos["action_mask"].any()
    assert not envs.state(0).is_terminal()
    envs.reset()
    assert not envs.step(np.zeros(2, np.int64))[3].any()


def test_rewards_before_the_first_decision_count() -> None:
    envs = DicedeckVectorEnv(PAYING, 64, heroes=4, seat="random", autoreset_mode="disabled")
    _, infos = envs.reset(seed=1)
    total = np.zeros(64)
    for _ in range(30):
        _, rewards, terminated, truncated, infos = envs.step(Sampler(1)(infos["action_mask"]))
        total += rewards
        over = terminated | truncated
        for i in np.flatnonzero(over).tolist():
            assert total[i] == pytest.approx(envs.state(i).returns()[infos["seat"][i]])
            total[i] = 0
        if over.any():
            _, infos = envs.reset(options={"reset_mask": over})


def test_make_vec_takes_it_without_a_warning() -> None:
    keywords: dict[str, Any] = {"seat": "random", "tactics": True, "autoreset_mode": AutoresetMode.SAME_STEP}
    envs = gymnasium.make_vec(
        "dicedeck/Impeachment-v0", num_envs=3, vectorization_mode="vector_entry_point", **keywords
    )
    assert isinstance(envs, DicedeckVectorEnv)
    assert envs.spec is not None and envs.spec.id == "dicedeck/Impeachment-v0"
    _, infos = envs.reset(seed=1)
    envs.step(Sampler(1)(infos["action_mask"]))
    envs.close()


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    envs = DicedeckVectorEnv(TRICKS, 2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(envs.state(i).to_string(0) for i in range(2))
    envs.render_mode = "human"
    assert envs.render() is None
    assert capsys.readouterr().out.count("pile") == 2


@pytest.mark.nojit
def test_seeds_of_numpy_are_seeds() -> None:
    def dealt(seed: Any) -> list[bytes]:
        envs = DicedeckVectorEnv(TRICKS, 3)
        envs.reset(seed=seed)
        return [envs.state(i).to_bytes() for i in range(3)]

    games = dealt([4, 5, 6])
    assert len(set(games)) == 3
    for same in (4, np.int64(4), np.uint64(4), np.array([4, 5, 6]), (4, np.int32(5), 6)):
        assert dealt(same) == games
    assert dealt(np.array([2**63 - 1, 0, 5], np.uint64)) == dealt([2**63 - 1, 0, 5])


@pytest.mark.nojit
@pytest.mark.parametrize("seed", [*BAD_SEEDS, [-1, 1, 2], [1.5, 2, 3], ["a", 1, 2], [1, 2**63, 3], 2**63 - 2])
def test_what_is_no_seed_is_refused_and_nothing_has_changed(seed: Any) -> None:
    envs = DicedeckVectorEnv(TRICKS, 3)
    seen, _ = envs.reset(seed=1)
    before = [envs.state(i).to_bytes() for i in range(3)]
    with pytest.raises(DicedeckError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1|seeds are given"):
        envs.reset(seed=seed)
    assert [envs.state(i).to_bytes() for i in range(3)] == before
    assert np.array_equal(envs._games.observations, seen)
