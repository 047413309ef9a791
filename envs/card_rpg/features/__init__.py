"""What the player to move knows of one action: chances, damage, guards, the card and the figure it is about."""

from __future__ import annotations

from dicedeck.envs.card_rpg.features.action import action_features
from dicedeck.envs.card_rpg.features.layout import Features

__all__ = ["Features", "action_features"]
