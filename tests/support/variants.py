"""The games and option sets that every general test runs over."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs import game_ids
from dicedeck.envs.core.jit import CHECKED
from dicedeck.envs.registry import find_spec
from dicedeck.envs.variants import fullest, sample_variants

Options = dict[str, Any]

EXTRA: dict[str, list[Options]] = {
    "impeachment": [{"tactics": True, "conviction": "rank"}],
}
"""Combinations worth a run of their own, besides the default game, each option changed alone, and the fullest game."""


FEW: dict[str, list[Options]] = {
    "kamigakari_build": [{"games": 1, "fights": "default"}, {"level": 5, "games": 1, "fights": "default"}],
}
"""All that is run of a game each of whose ends takes many fights; its other options change numbers, not code."""


def variants(name: str) -> list[Options]:
    """The option sets of a game, none twice."""
    if name in FEW:
        return FEW[name]
    spec = find_spec(name)
    found = [game.option_values() for game in sample_variants(spec)]
    return found + [options for options in EXTRA.get(name, []) if options not in found]


def variant_name(options: Options) -> str:
    """``base``, ``tactics``, ``conviction-total`` ..., joined by ``_``; also a file's name."""
    return "_".join(key if value is True else f"{key}-{value}" for key, value in options.items()) or "base"


VARIANTS: dict[str, list[Options]] = {name: variants(name) for name in game_ids()}
"""For each registered game its option sets."""


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """Compiling whole fights with bounds checks takes minutes; plain Python checks them too, and runs by default."""
    return [pytest.mark.slow] if CHECKED and name.startswith("kamigakari_") else []


EVERY_VARIANT = [
    pytest.param(name, options, id=f"{name}-{variant_name(options)}", marks=marks_of(name))
    for name, all_options in VARIANTS.items()
    for options in all_options
]
"""For ``parametrize(("name", "options"), EVERY_VARIANT)``."""

FULLEST = [
    pytest.param(name, fullest(find_spec(name)).option_values(), id=name, marks=marks_of(name)) for name in VARIANTS
]
"""Likewise, for tests that are slow in plain Python."""
