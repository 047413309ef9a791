"""A fast policy to play games out with: every placement is rated by tables alone, no tactic is used."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import N_SUITED
from dicedeck.envs.core.dtypes import Array, Floats, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.kernels import pick_legal
from dicedeck.envs.core.rng import random_unit
from dicedeck.envs.impeachment.actions import A_DRAW_ISSUE, A_DRAW_TACTIC
from dicedeck.envs.impeachment.cards import N_FORMATIONS, N_JUSTICES, NOBODY, Phase
from dicedeck.envs.impeachment.formations import VALUE_BASE
from dicedeck.envs.impeachment.outs import MADE, N_PLACED, OUTS, RANKS
from dicedeck.envs.impeachment.rules.hands import issue_cards_in_hand
from dicedeck.envs.impeachment.rules.justices import side_size
from dicedeck.envs.impeachment.rules.legal import legal
from dicedeck.envs.impeachment.state import State

WORTH = np.array([0.05, 0.12, 0.22, 0.42, 0.58, 0.7, 0.9], np.float32)
"""Roughly the chance to win a justice with each formation."""
EMPTY_WORTH = 0.65
"""... and with an empty side."""
MISSED = 0.62
"""Roughly the chance that one given card does not come."""
KEPT = 0.3
"""How much of its worth a card loses by being played: of equal gains the cheapest card is played."""
NOISE = 0.05


def _pairs() -> Floats:
    """float32[56, 56]: what two cards on a side are worth while all others may still come."""
    worth = np.zeros((N_PLACED, N_PLACED))
    missed = np.ones((N_PLACED, N_PLACED))
    for formation in range(N_FORMATIONS - 1, -1, -1):
        outs = OUTS[:, :, formation]
        count = np.array([(outs >> card) & 1 for card in range(N_SUITED)]).sum(0)
        worth += missed * (1.0 - MISSED**count) * WORTH[formation]
        missed *= MISSED**count
    pairs: Floats = (worth + missed * WORTH[0]).astype(np.float32)
    return pairs


PAIRS = _pairs()
SINGLES = np.sort(PAIRS, 1)[:, -14:].mean(1)
"""float32[56]: one card alone, by its fourteen best partners."""


@rule
def choose_quick(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The placement with the largest gain by the tables; an issue card drawn; anything else at random."""
    if s.phase == Phase.PLAY:
        action = best_placement(s, rng)
        if action >= 0:
            return action
    elif s.phase == Phase.DRAW:
        return A_DRAW_ISSUE if s.issue_count > 0 else A_DRAW_TACTIC
    mask[:] = 0
    legal(s, mask)
    return pick_legal(mask, rng)


@rule
def best_placement(s: State, rng: Words) -> int:
    """-1 when no issue card can be placed."""
    player = s.player
    n = issue_cards_in_hand(s, player)  # the tactics come behind them
    best = -1
    best_gain = -np.inf
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] != NOBODY or s.side_count[justice, player] >= side_size(s, justice):
            continue
        noise = NOISE * random_unit(rng)
        for slot in range(n):
            card = s.hand[player, slot]
            gain = noise + gain_by_tables(s, justice, card) - KEPT * SINGLES[card]
            if gain > best_gain:
                best_gain = gain
                best = card * N_JUSTICES + justice
    return best


@rule
def gain_by_tables(s: State, justice: int, card: int) -> float:
    """What the card adds to the own side; nothing at a lost justice, nor as a fourth card."""
    player = s.player
    count = s.side_count[justice, player]
    if count == 0:
        return float(SINGLES[card]) - EMPTY_WORTH
    a = s.sides[justice, player, 0]
    target = -1
    if s.side_count[justice, 1 - player] == side_size(s, justice):
        target = s.outlook[justice, 1 - player]
        if s.outlook[justice, player] <= target:
            return 0.0
    if count == 1:
        return float(PAIRS[a, card] - SINGLES[a])
    if count > 2:
        return 0.0
    b = s.sides[justice, player, 1]
    formation = int(MADE[a, b, card])
    if target < 0:
        return float(WORTH[formation] - PAIRS[a, b])
    value = formation * VALUE_BASE + RANKS[a] + RANKS[b] + RANKS[card]
    return (1.0 if value > target else 0.0) - float(PAIRS[a, b])
