"""Games of the learner: what it remembers of them, and whom it meets."""

from __future__ import annotations

import numpy as np
import torch

from dicedeck.agents.networks import NO_ACTION, Choices, build_network
from dicedeck.agents.policy import load_trained
from dicedeck.agents.protocol import view_of
from dicedeck.envs import load_game
from dicedeck.envs.core.playout import Sampler
from dicedeck.training.selfplay import Decisions, Pool, Table
from support.tiny_run import tiny

IMPEACHMENT = load_game("impeachment")


def test_ragged_rows_follow_their_decisions() -> None:
    counts = np.random.default_rng(0).integers(1, 6, 20)
    numbered = Decisions.none(IMPEACHMENT)
    for name in vars(numbered):
        setattr(numbered, name, np.arange(20))
    numbered.counts = counts
    numbered.actions = np.repeat(np.arange(20), counts)
    numbered.features = np.repeat(np.arange(20), counts)[:, None].astype(np.float32)
    index = np.array([7, 2, 2, 19])
    taken = numbered.take(index)
    assert taken.actions.tolist() == np.repeat(index, counts[index]).tolist()
    assert taken.features[:, 0].tolist() == taken.actions.tolist()
    assert taken.games.tolist() == index.tolist()


def test_a_table_of_logits_has_each_state_in_its_row() -> None:
    owners = np.array([0, 0, 0, 1, 2, 2])
    features = np.zeros((6, 1), np.float32)
    choices = Choices.of(np.zeros((3, 1), np.float32), owners, np.arange(6), features, np.zeros(3, np.int64))
    table = choices.table(torch.tensor([1.0, 2, 3, 4, 5, 6])).tolist()
    assert table == [[1, 2, 3], [4, NO_ACTION, NO_ACTION], [5, 6, NO_ACTION]]


def test_decisions_are_those_of_the_games() -> None:
    """Each remembered decision is legal, not forced, and made by the seat that had it, with its own features."""
    config = tiny(opponents={"self": 1.0})
    table = Table(config, config.load_game())
    network = build_network(table.game, config.network.shape())
    shadow = [table.batch.state(i) for i in range(table.batch.n)]
    decisions = table.collect(network, 0).decisions
    for tick in range(1, config.ppo.steps + 1):
        here = decisions.take(np.flatnonzero(decisions.ticks == tick))
        found = dict(zip(here.games.tolist(), range(len(here))))
        for i, state in enumerate(shadow):
            if state.is_terminal():
                continue  # this game has begun anew, on a deal of its own
            legal = state.legal_actions()
            assert (i in found) == (len(legal) > 1)
            if i in found:
                one = here.take(np.array([found[i]]))
                assert one.actions.tolist() == legal
                assert one.seats[0] == state.current_player()
                assert np.array_equal(one.features, state.action_features())
                assert np.array_equal(one.observations[0], state.observation_tensor(state.current_player()))
                state.apply_action(legal[one.chosen[0]])
            else:
                state.apply_action(legal[0])


def test_the_learner_has_one_seat_where_it_has_a_rival() -> None:
    config = tiny(opponents={"self": 1.0, "random": 1.0, "snapshots": 2.0})
    table = Table(config, config.load_game())
    assert table.rivals.tolist() == [-1, 1, 0, 0]
    seats = set()
    network = build_network(table.game, config.network.shape())
    for update in range(6):
        assert table.learns[0].all()
        assert table.learns[1:].sum(1).tolist() == [1, 1, 1]
        seats |= set(table.learns[1:].argmax(1).tolist())
        decisions = table.collect(network, update).decisions
        assert len(decisions) > 0
    assert seats == {0, 1}


def test_a_pool_prefers_whom_the_learner_loses_to() -> None:
    pool = Pool(keep=3, middle=0.0)
    for k in range(4):
        pool.add({"k": torch.tensor(k)})
    assert [int(weights["k"]) for weights in pool.weights] == [1, 2, 3]
    for _ in range(200):
        pool.note(0, 1.0)
        pool.note(2, -1.0)
    rng = np.random.default_rng(0)
    met = np.bincount([pool.choose(rng, -1.0, 1.0) for _ in range(3000)], minlength=3)
    assert met[0] < met[1] < met[2]
    assert met[0] > 0


def test_a_policy_that_is_met_plays_as_it_does_in_matches() -> None:
    """Impeachment has symmetries: the policy judges positions under several names."""
    config = tiny(game="impeachment", opponents={"trained": 1.0})
    table = Table(config, IMPEACHMENT)
    agent = load_trained(IMPEACHMENT)
    assert len(agent.looks) > 1
    rng = np.random.default_rng(0)
    sample = Sampler(0)
    for _ in range(8):  # an empty table is its own mirror image: two moves would be equally good
        table.batch.step(sample(table.batch.masks))
    for _ in range(12):
        actions = table.batch.masks.argmax(1)
        waiting = table.batch.masks.sum(1) > 1
        table._let_rivals_decide(waiting, actions, rng)
        for i in np.flatnonzero(waiting).tolist():
            assert actions[i] == agent.act(view_of(table.batch.state(i)))
        table.batch.step(actions)
