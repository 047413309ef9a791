"""Masked PPO: advantages against a slow reference, exact resuming, and that it learns."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedeck.agents.checkpoint import read_checkpoint
from dicedeck.agents.loader import load_agent
from dicedeck.agents.networks import Choices, RoleNetworks, build_network
from dicedeck.agents.policy import load_policy
from dicedeck.agents.protocol import view_of
from dicedeck.envs import load_game
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.evaluation.match import play_match
from dicedeck.training.config import TrainingConfig, parse_config
from dicedeck.training.descent import minibatches
from dicedeck.training.ppo import PPORun, estimate_advantages, sequences_of
from dicedeck.training.run import TrainingResult, train
from dicedeck.training.run_log import EVALUATION, PROGRESS, read_rows
from dicedeck.training.selfplay import Decisions, Rollout
from support.tiny_run import TINY, tiny

IMPEACHMENT = load_game("impeachment")
WITH_TOYS = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TrainingResult:
    """A finished run, for tests that only look at it."""
    return train(tiny(), tmp_path_factory.mktemp("runs") / "tiny", progress=False)


# ---------------------------------------------------------------- advantages


def rollout_of(ticks: int, games: int, seats: int, seed: int) -> Rollout:
    """Made-up decisions, payments and ends; in each game at most one seat decides at a tick, some moves are forced."""
    rng = np.random.default_rng(seed)
    places = [(t, g, rng.integers(seats)) for t in range(1, ticks) for g in range(games) if rng.random() < 0.7]
    left = [(0, g, p) for g in range(games) for p in range(seats) if rng.random() < 0.5]
    when, where, who = np.array([*left, *places], np.int64).reshape(-1, 3).T
    n = len(when)
    decisions = dataclasses.replace(
        Decisions.none(IMPEACHMENT),
        ticks=when,
        games=where,
        seats=who,
        values=rng.normal(size=n).astype(np.float32),
        counts=np.zeros(n, np.int64),
    )
    rewards = np.where(rng.random((ticks, games, seats)) < 0.3, rng.normal(size=(ticks, games, seats)), 0)
    ended = rng.random((ticks, games)) < 0.15
    ended[0] = False
    return Rollout(decisions, rewards.astype(np.float32), ended, 0, [], [])


def advantages_one_by_one(rollout: Rollout, gamma: float, lam: float) -> tuple[list[float], list[bool], Floats]:
    """By the definition, decision by decision, forward in time."""
    d = rollout.decisions
    ticks, games, seats = rollout.rewards.shape
    owed = np.zeros((games, seats), np.float32)

    def after(k: int) -> tuple[float, int | None, bool]:
        """What the seat earns until its next decision, that decision, and whether the game ends before it."""
        earned = 0.0
        for tick in range(d.ticks[k], ticks):
            if tick > d.ticks[k]:
                found = np.flatnonzero((d.ticks == tick) & (d.games == d.games[k]) & (d.seats == d.seats[k]))
                if len(found):
                    return earned, int(found[0]), False
            earned += float(rollout.rewards[tick, d.games[k], d.seats[k]])
            if rollout.ended[tick, d.games[k]]:
                return earned, None, True
        return earned, None, False

    def advantage(k: int) -> float:
        earned, following, over = after(k)
        if following is None:
            return earned - float(d.values[k]) if over else 0.0
        delta = earned + gamma * float(d.values[following]) - float(d.values[k])
        return delta + gamma * lam * advantage(following)

    settled = []
    for k in range(len(d)):
        earned, following, over = after(k)
        settled.append(following is not None or over)
        if not settled[-1]:
            owed[d.games[k], d.seats[k]] = earned
    return [advantage(k) for k in range(len(d))], settled, owed


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(1, 3), st.integers(1, 3), st.integers(0, 10_000))
def test_advantages_equal_the_definition(ticks: int, games: int, seats: int, seed: int) -> None:
    rollout = rollout_of(ticks, games, seats, seed)
    if not len(rollout.decisions):
        return
    advantages, settled, owed = estimate_advantages(rollout, 0.9, 0.8)
    expected, known, left = advantages_one_by_one(rollout, 0.9, 0.8)
    assert settled.tolist() == known
    assert np.allclose(advantages[settled], np.array(expected)[settled], atol=1e-5)
    assert np.allclose(owed, left, atol=1e-5)


def test_a_win_is_good_for_the_winner_and_bad_for_the_loser() -> None:
    """One game, two decisions, seat 0 wins: the signs follow the seats, not the order of moves."""
    decisions = dataclasses.replace(
        Decisions.none(IMPEACHMENT),
        ticks=np.array([1, 2]),
        games=np.array([0, 0]),
        seats=np.array([0, 1]),
        values=np.zeros(2, np.float32),
        counts=np.zeros(2, np.int64),
    )
    rewards = np.zeros((3, 1, 2), np.float32)
    rewards[2, 0] = 1, -1
    ended = np.array([[False], [False], [True]])
    advantages, settled, _ = estimate_advantages(Rollout(decisions, rewards, ended, 0, [], []), 1.0, 0.95)
    assert advantages.tolist() == [1, -1]
    assert settled.all()


# ---------------------------------------------------------------- runs


def weights_of(folder: Path) -> dict[str, Array]:
    return read_checkpoint(folder).tensors("policy")


def test_a_run_leaves_a_curve_and_a_log(run: TrainingResult) -> None:
    assert run.steps >= 200
    assert [(curve.opponent, len(curve.steps)) for curve in run.curves] == [("random", 3)]
    rows = read_rows(run.folder / PROGRESS)
    assert int(rows[-1]["steps"]) == run.steps
    assert float(rows[0]["entropy"]) > 0
    assert {path.suffix for path in run.checkpoint.iterdir()} == {".json", ".safetensors"}


@pytest.mark.parametrize("network", ["hidden: [8], scorer: [8]", "hidden: [8], scorer: [8], memory: 4, per_role: true"])
def test_it_goes_on_exactly_where_it_stopped(network: str, tmp_path: Path) -> None:
    """Killed after three updates and resumed, it ends with the same weights, figures and curve, to the last bit."""
    text = (
        TINY.replace("hidden: [8], scorer: [8]", network)
        .replace("checkpoint_every: 64", "checkpoint_every: 1")
        .replace("every: 100", "every: 64")
    )
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    expected = train(parse_config(text), whole, progress=False)
    subprocess.run([sys.executable, "-c", STOPPING, text, str(broken)], check=True, env=WITH_TOYS)
    assert 0 < steps_of(broken) < 200
    train(parse_config(text), broken, progress=False, resume=True)
    one, two = weights_of(whole), weights_of(broken)
    assert all(np.array_equal(one[name], two[name]) for name in one)
    timed = ("seconds", "steps_per_second", "share_playing")
    for file in (PROGRESS, EVALUATION):
        first, second = (
            [{key: value for key, value in row.items() if key not in timed} for row in read_rows(folder / file)]
            for folder in (whole, broken)
        )
        assert first == second
    assert expected.steps == steps_of(broken)


TRAINING = """
import sys
from pathlib import Path
from dicedeck.training.config import parse_config
from dicedeck.training.run import train
train(parse_config(sys.argv[1]), Path(sys.argv[2]), progress=False)
"""
STOPPING = """
import os, sys
from pathlib import Path
from dicedeck.training.config import parse_config
from dicedeck.training.ppo import PPORun
from dicedeck.training.run import train
saves = 0
def save(self, original=PPORun.save):
    global saves
    original(self)
    saves += 1
    if saves == 4:
        os._exit(0)  # as dead as by kill -9
PPORun.save = save
train(parse_config(sys.argv[1]), Path(sys.argv[2]), progress=False)
"""


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    text = TINY.replace("total_steps: 200", "total_steps: 100_000_000").replace("every: 100", "every: 99_999_999")
    process = subprocess.Popen([sys.executable, "-c", TRAINING, text, str(tmp_path)], env=WITH_TOYS)
    try:
        deadline = time.monotonic() + 200
        while not (tmp_path / "checkpoint" / "checkpoint.json").exists() or steps_of(tmp_path) < 256:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    there = steps_of(tmp_path)
    config = parse_config(text).model_copy(update={"total_steps": there + 100})
    result = train(config, tmp_path, resume=True, progress=False)
    assert result.steps >= there + 100
    steps = [int(row["steps"]) for row in read_rows(tmp_path / PROGRESS)]
    assert steps == sorted(set(steps))


def steps_of(folder: Path) -> int:
    return read_checkpoint(folder).fact("steps", int)


def test_a_checkpoint_plays_by_its_path(run: TrainingResult) -> None:
    game = tiny().load_game()
    agent = load_agent(str(run.folder), game)
    views = [view_of(game.new_initial_state(seed)) for seed in range(9)]
    assert agent.act_many(views) == [agent.act(view) for view in views]  # type: ignore[attr-defined]
    assert play_match(game, f"{run.folder},play=sample", "random", 2).faults == {}
    assert load_policy(f"{run.folder},play=sample", game).sample


def test_a_flat_network_learns_too(tmp_path: Path) -> None:
    network = parse_config(TINY.replace("hidden: [8], scorer", "kind: flat, hidden: [8], scorer")).network
    result = train(tiny(network=network), tmp_path, progress=False)
    assert play_match(tiny().load_game(), str(result.checkpoint), "random", 2).faults == {}


# ---------------------------------------------------------------- learning

LEARNING = """
total_steps: 12_000
network: {hidden: [16], scorer: [16]}
ppo: {envs: 32, steps: 32, minibatch: 256, learning_rate: 3e-3}
evaluation: {every: 999_999, pairs: 1}
checkpoint_every: 999_999
"""


def test_it_learns_a_game_against_another(tmp_path: Path) -> None:
    config = parse_config(f"game: support.toy_game:GAME\n{LEARNING}")
    result = train(config, tmp_path, progress=False)
    match = play_match(config.load_game(), str(result.checkpoint), "random", 400, seed=1)
    assert match.interval.low > 0.55


@pytest.mark.parametrize(("game", "heroes"), [("toy_paying", 1), ("toy_dice", 2), ("toy_paying", 2)])
def test_it_learns_games_that_are_not_zero_sum(game: str, heroes: int, tmp_path: Path) -> None:
    """Alone, together, and with payments on the way: clearly better than random play in mean return."""
    config = parse_config(f"game: support.{game}:GAME\noptions: {{heroes: {heroes}}}\n{LEARNING}")
    result = train(config, tmp_path, progress=False)
    loaded = config.load_game()
    returns = [mean_return(loaded, spec) for spec in (str(result.checkpoint), "random")]
    assert returns[0] > returns[1] + 0.1


def mean_return(game: Any, spec: str) -> float:
    """Of all seats, when all are played by the same agent."""
    agent = load_agent(spec, game)
    total = 0.0
    for seed in range(300):
        state = game.new_initial_state(seed)
        agent.reset(seed)
        while not state.is_terminal():
            state.apply_action(agent.act(view_of(state)))
        total += float(np.mean(state.returns()))
    return total / 300


def test_values_reach_what_practice_pays() -> None:
    """Deck of Fate pays 1 for an outcome; incident by incident up to 3, so that from 3 to -3 may still come."""
    config = TrainingConfig(game="deck_of_fate", training_options={"reward": "incidents"})
    run = bare_run(config)
    assert (run.game.max_utility, run.network.scale) == (1, 6)


def bare_run(config: TrainingConfig) -> PPORun:
    """A run without a folder."""
    run = PPORun.__new__(PPORun)
    run.config, run.game, run.start = config, config.load_game(), 0
    run.build(None)
    return run


@pytest.mark.parametrize(("updates", "rate"), [(0, 1 / 2), (2, 1 / 4), (1000, 0.02)])
def test_the_average_follows_slowly(updates: int, rate: float) -> None:
    """At first it is the plain mean of what there was."""
    config = tiny()
    run = bare_run(config)
    run.updates = updates
    before = [parameter.clone() for parameter in run.average.parameters()]
    rollout = run.table.collect(run.network, 0)
    known, advantages = run._outcomes(rollout)
    run._improve(rollout, known, advantages, 0.01, 1e-2)
    moved = [
        (slow - old).abs().sum() / (fast - old).abs().sum()
        for slow, fast, old in zip(run.average.parameters(), run.network.parameters(), before)
        if (fast - old).abs().sum() > 0
    ]
    assert np.allclose([share.item() for share in moved], rate, rtol=1e-3)


# ---------------------------------------------------------------- memory, roles


def played(config: TrainingConfig) -> tuple[Rollout, PPORun]:
    """A rollout, and the run that played it."""
    run = PPORun.__new__(PPORun)
    run.config, run.game, run.start = config, config.load_game(), 0
    run.build(None)
    return run.table.collect(run.network, 0), run


def with_memory(width: int) -> TrainingConfig:
    return tiny(network=parse_config(TINY.replace("scorer: [8]", f"scorer: [8], memory: {width}")).network)


def test_a_sequence_is_what_its_decisions_were_one_by_one() -> None:
    """Learning sees the same memory, chances and values as playing did."""
    rollout, run = played(with_memory(5).model_copy(update={"opponents": {"self": 1.0}}))
    decisions, everything = rollout.decisions, np.arange(len(rollout.decisions))
    sequences = sequences_of(rollout, everything)
    assert sorted(np.concatenate(sequences).tolist()) == everything.tolist()
    assert max(len(sequence) for sequence in sequences) > 2
    index, lengths = next(minibatches(everything, sequences, 1, np.random.default_rng(0)))
    assert lengths is not None
    taken = decisions.take(index)
    with torch.no_grad():
        choices = taken.choices(lengths)
        said = run.network(choices)
        table = torch.log_softmax(choices.table(said.logits), 1)
        log_chances = table[torch.arange(len(taken)), torch.tensor(taken.chosen)].numpy()
    close = 1e-2 if run.network.brief else 1e-5
    assert np.allclose(said.values.numpy(), taken.values, atol=close)
    assert np.allclose(log_chances, taken.log_chances, atol=close)
    later = np.setdiff1d(np.arange(len(taken)), lengths.cumsum() - lengths)
    assert np.allclose(said.memory.numpy()[later - 1], taken.memory[later], atol=close)
    begun = [decisions.memory[sequence[0]].any() for sequence in sequences]
    assert not all(begun), "a new game begins with an empty memory"
    assert taken.memory[later].any(1).all()


def test_sequences_end_with_their_games() -> None:
    rollout, _ = played(tiny(opponents={"self": 1.0}))
    for sequence in sequences_of(rollout, np.arange(len(rollout.decisions))):
        part = rollout.decisions.take(sequence)
        assert len(set(part.games.tolist())) == len(set(part.seats.tolist())) == 1
        assert (np.diff(part.ticks) > 0).all()
        assert not rollout.ended[part.ticks[0] : part.ticks[-1], part.games[0]].any()


def test_each_role_may_have_a_network_of_its_own() -> None:
    game = tiny().load_game()
    network = build_network(game, {**tiny().network.shape(), "per_role": True})
    assert isinstance(network, RoleNetworks)
    state = game.new_initial_state(1)
    legal = np.array(state.legal_actions())

    def say(seat: int) -> Array:
        owners, seats = np.zeros(len(legal), np.int64), np.array([seat])
        choices = Choices.of(state.observation_tensor(0)[None], owners, legal, state.action_features(), seats)
        with torch.no_grad():
            logits: Array = network(choices).logits.numpy()
        return logits

    first, second = say(0), say(1)
    assert not np.allclose(first, second)
    with torch.no_grad():
        for parameter in network.parts[1].parameters():
            parameter.add_(1.0)
    assert np.allclose(say(0), first)
    assert not np.allclose(say(1), second)


def test_an_agent_with_memory_remembers_its_own_game(tmp_path: Path) -> None:
    config = with_memory(5)
    result = train(config, tmp_path, progress=False)
    game = config.load_game()
    assert play_match(game, str(result.checkpoint), "random", 3).faults == {}
    agent = load_policy(result.checkpoint, game)
    views = [view_of(game.new_initial_state(seed)) for seed in range(3)]
    fresh = [agent._choose([view], np.zeros((1, 5), np.float32))[1][0] for view in views]
    agent.act(views[0])
    assert np.array_equal(agent._memory[views[0].player], fresh[0])
    agent.act(views[1])
    assert not np.array_equal(agent._memory[views[1].player], fresh[1])
    agent.reset(0)
    agent.act(views[1])
    assert np.array_equal(agent._memory[views[1].player], fresh[1])
    with pytest.raises(DicedeckError, match="plays one game at a time"):
        agent.act_many(views)
