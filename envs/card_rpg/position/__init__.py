"""Positions of C.A.R.D. RPG as JSON: the notation of RULES.md, read with care and written in full."""

from __future__ import annotations

from dicedeck.envs.card_rpg.position.reading import from_dict
from dicedeck.envs.card_rpg.position.writing import to_dict

__all__ = ["from_dict", "to_dict"]
