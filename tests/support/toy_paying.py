"""A short Up the Hill that pays on the way: it may end before a hero's first decision, and pays heroes before it."""

from __future__ import annotations

import dataclasses
from typing import Any

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.spec import GameSpec, Variant
from support import toy_dice
from support.toy_dice import step as climb

ENOUGH = 3


@rule
def step(s: Any, action: int) -> None:
    """A run pays the runner and costs the next hero."""
    mover = s.player
    climb(s, action)
    s.rewards[mover] += 0.5 * action
    s.rewards[(mover + 1) % s.heroes] -= 0.25 * action
    if s.height >= ENOUGH and not s.truncated:
        s.terminated = True


def variant(options: Any) -> Variant:
    plain = toy_dice.variant(options)
    rules = dataclasses.replace(plain.rules, step=step)
    return dataclasses.replace(plain, label=f"paying{options.heroes}", rules=rules)


GAME: GameSpec = dataclasses.replace(
    toy_dice.GAME, name="paying_hill", variant=variant, utility="general", min_utility=-9.0, max_utility=9.0
)
