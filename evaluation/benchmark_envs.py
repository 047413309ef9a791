"""Speed of the environments around the games: Gymnasium, PettingZoo, vector environments."""

from __future__ import annotations

from dicedeck.evaluation.benchmark import Mode

ENVIRONMENT_MODES: tuple[Mode, ...] = ()
