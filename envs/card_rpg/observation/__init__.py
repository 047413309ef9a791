"""What a player sees, as named numbers in [-1, 1]."""

from __future__ import annotations

from dicedeck.envs.card_rpg.observation.layout import Observation
from dicedeck.envs.card_rpg.observation.writing import MUCH_MODIFIER, cut, observe, observe_values, seen_as

__all__ = ["MUCH_MODIFIER", "Observation", "cut", "observe", "observe_values", "seen_as"]
