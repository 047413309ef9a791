"""The action space of a fight: the same for all options."""

from __future__ import annotations

from dicedeck.envs.kamigakari.fight.moves import TABLE

__all__ = ["TABLE"]
