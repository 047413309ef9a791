"""The bots as rules for all seats: the tactician or the veteran plays PCs, the schemer the game master."""

from __future__ import annotations

from dicedeck.agents.bots.card_rpg.schemer import scheme
from dicedeck.agents.bots.card_rpg.tactician import fallback, wish
from dicedeck.envs.card_rpg.rules.legal import legal
from dicedeck.envs.card_rpg.state import State
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.jit import rule

PATIENCE = 25
"""Rounds that the veteran stays in town: rows grow there, and little can happen."""


@rule
def choose_scripted(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """A legal action of the player to move: the tactician, who goes down as soon as it can."""
    return choose_with(s, mask, 0)


@rule
def choose_veteran(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """Likewise, but the party prepares in town first."""
    return choose_with(s, mask, PATIENCE)


@rule
def choose_with(s: State, mask: Mask, patience: int) -> int:
    mask[:] = 0
    legal(s, mask)
    action = scheme(s, mask) if s.player == s.pcs else wish(s, mask, patience)
    if action >= 0 and mask[action]:
        return action
    return fallback(mask)
