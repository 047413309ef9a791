"""Both bots as one rule: the tactician in the seats of PCs, the schemer in the game master's."""

from __future__ import annotations

from dicedeck.agents.bots.card_rpg.schemer import scheme
from dicedeck.agents.bots.card_rpg.tactician import fallback, wish
from dicedeck.envs.card_rpg.rules.legal import legal
from dicedeck.envs.card_rpg.state import State
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.jit import rule


@rule
def choose_scripted(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """A legal action of the player to move."""
    mask[:] = 0
    legal(s, mask)
    action = scheme(s, mask) if s.player == s.pcs else wish(s, mask)
    if action >= 0 and mask[action]:
        return action
    return fallback(mask)
