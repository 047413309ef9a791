"""One action: which parts of it there is something to tell about."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.card_rpg.actions import A_REMOVE, A_ROW, A_SET, TABLE
from dicedeck.envs.card_rpg.cards import N_ROWS, N_SITUATIONS, N_STATUSES, NONE
from dicedeck.envs.card_rpg.features.cards import describe_card, describe_row
from dicedeck.envs.card_rpg.features.choices import describe_action, describe_damage, describe_growth, describe_roll
from dicedeck.envs.card_rpg.features.figures import describe_target, target_of
from dicedeck.envs.card_rpg.features.layout import Features
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.state import State
from dicedeck.envs.core.jit import rule

BLOCK_OF = np.zeros(TABLE.num_actions, np.int32)
"""The block of each action."""
for _k, _block in enumerate(TABLE.blocks):
    _start = TABLE.starts[_block.name]
    BLOCK_OF[_start : _start + _block.size] = _k


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write the features of one legal action into ``out`` (zeroed)."""
    out.block[BLOCK_OF[action]] = 1
    describe_card(s, action, out)
    if s.phase <= Phase.ABILITY:
        describe_growth(s, action, out)
    elif s.phase == Phase.SET:
        if action < A_SET + N_SITUATIONS:
            out.situation[action - A_SET] = 1
    elif s.phase <= Phase.STEER:
        describe_action(s, action, out)
    elif s.phase <= Phase.SHIFT:
        describe_roll(s, action, out)
    elif s.phase <= Phase.RIPOSTE:
        describe_damage(s, action, out)
    elif action >= A_REMOVE and action < A_REMOVE + N_STATUSES:
        out.status[action - A_REMOVE] = 1
    elif action >= A_ROW and action < A_ROW + N_ROWS:
        describe_row(s, int(s.subject), action - A_ROW, out)
    target = target_of(s, action)
    if target != NONE:
        describe_target(s, target, out)
