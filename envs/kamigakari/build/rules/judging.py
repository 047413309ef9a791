"""The fights that judge a party: every fight so many times, with the same dice for every party (KAMI-43)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Array, dtype_of, new_records
from dicedeck.envs.core.jit import JIT, rule
from dicedeck.envs.core.rng import DICE, next_seed, seed_streams
from dicedeck.envs.kamigakari.build.rules.arming import write_fight
from dicedeck.envs.kamigakari.build.state import State
from dicedeck.envs.kamigakari.fight.moves import TABLE
from dicedeck.envs.kamigakari.fight.policy.auto import play_fight
from dicedeck.envs.kamigakari.fight.state import Ending
from dicedeck.envs.kamigakari.fight.state import State as Fight

FIGHT = dtype_of(Fight)
N_DECISIONS = TABLE.num_actions


def _blank_in_python() -> Array:
    return new_records(FIGHT, 2)


def _blank_compiled() -> Array:
    return np.zeros(2, FIGHT)


blank_fights = rule(_blank_compiled) if JIT else _blank_in_python
"""Two empty fights: one that is written down, one that is played."""


@rule
def judge(s: State) -> None:
    """Every seed is drawn, whatever comes of the fights: parties built from the same start meet the same dice."""
    fights = blank_fights()
    mask = np.zeros(N_DECISIONS, np.int8)
    won = 0
    for k in range(s.fights):
        fights[0] = blank_fights()[0]
        write_fight(s, k, fights[0])
        for _ in range(s.games):
            fights[1] = fights[0]
            seed_streams(fights[1].rng, next_seed(s.rng[DICE]))
            play_fight(fights[1], mask)
            if fights[1].ending == Ending.WON:
                s.won[k] += 1
                won += 1
    s.terminated = True
    s.rewards[0] = won / (s.fights * s.games)
