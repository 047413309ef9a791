"""Kamigakari, KAMI-43: the reward of building is the share of fights won, with the same dice for every party."""

from __future__ import annotations

import tomllib
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.rng import DICE, next_seed, seed_streams
from dicedeck.envs.kamigakari.build.rules.judging import blank_fights
from dicedeck.envs.kamigakari.fight.moves import TABLE
from dicedeck.envs.kamigakari.fight.policy.auto import play_fight
from dicedeck.envs.kamigakari.fight.state import Ending, write_battle
from dicedeck.envs.kamigakari.tables import load_fight
from support.kami_build import PLAIN, building, play
from support.kami_tables import READY

pytestmark = pytest.mark.nojit

KEYS = ("people", "main", "sub", "free", "talents", "weapon", "armour", "charm", "job")


def party(**changes: Any) -> dict[str, Any]:
    """The ready party, but for the last decision of its last PC; changes are for the first one."""
    pcs = [{key: row[key] for key in KEYS} for row in tomllib.loads(READY.read_text(encoding="utf-8"))["pcs"]]
    pcs[0] |= changes
    return {"pcs": [*({**entry, "done": True} for entry in pcs[:3]), pcs[3]]}


@pytest.mark.rule("KAMI-43")
def test_the_reward_is_the_share_of_fights_won() -> None:
    """The fights of the environment are those that the policy plays with the ready party's own file."""
    game = building(games=2, fights="conductor")
    state = game.from_dict(party(), seed=11)
    rng = np.array(state.record.rng)
    play(state, "done")
    assert state.is_terminal() and not state.truncated
    won = 0
    for _ in range(2):
        fights = blank_fights()
        fight = fights.view(np.recarray)[0]
        write_battle(fight, load_fight("conductor"))
        seed_streams(fight.rng, next_seed(rng[DICE]))
        play_fight(fight, np.zeros(TABLE.num_actions, np.int8))
        won += int(fight.ending == Ending.WON)
    assert state.to_dict()["won"] == {"conductor": won}
    assert state.returns() == [won / 2]


@pytest.mark.rule("KAMI-43")
def test_two_parties_meet_the_same_dice() -> None:
    """What has been decided does not touch the random numbers of the fights."""
    game = building(games=1)
    one = game.from_dict(party(), seed=5)
    other = game.from_dict(party(weapon="great_maul", armour="street_clothes"), seed=5)
    assert np.array_equal(one.record.rng, other.record.rng)
    start = game.new_initial_state(5)
    assert np.array_equal(play(start, "people hollow", "title gatebreaker A").record.rng[DICE], one.record.rng[DICE])
    play(one, "done")
    play(other, "done")
    assert np.array_equal(one.record.rng, other.record.rng)


@pytest.mark.rule("KAMI-43")
def test_a_party_without_armour_and_sense_loses() -> None:
    """Four PCs of the same kind with the wrong weapon for their titles, against a ruler."""
    poor = {
        "people": "hollow", "main": "bellkeeper B", "sub": "bellkeeper A", "free": {"luck": 2, "agility": 2},
        "talents": ["no_nerves", "soft_chime", "call_back", "good_omen", "dirge", "echo"],
        "weapon": "paired_knives", "armour": "street_clothes", "charm": "chalk", "job": "courier",
    }  # fmt: skip
    state = building(games=1, fights="conductor").from_dict({"pcs": [poor | {"done": True}] * 3 + [poor]}, seed=3)
    play(state, "done")
    assert state.returns() == [0.0] and state.to_dict()["won"] == {"conductor": 0}


@pytest.mark.rule("KAMI-43")
def test_nothing_is_paid_before_the_end() -> None:
    state = building().from_dict({"pcs": [PLAIN]})
    play(state, "done")
    assert state.rewards() == [0.0] and not state.is_terminal() and state.phase() == "people"
