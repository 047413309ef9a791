"""The numbers that tell what the player to move knows of one action."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.card_rpg.actions import N_BLOCKS
from dicedeck.envs.card_rpg.cards import (
    N_ACTIONS_KINDS,
    N_CHARACTERS,
    N_FIGURES,
    N_KINDS,
    N_SITUATIONS,
    N_STATUSES,
    N_VALUES,
)
from dicedeck.envs.core.dtypes import Floats


class Features:
    """All in [-1, 1]. PCs are counted from the player to move, foes by their places."""

    block: Annotated[Floats, N_BLOCKS]  # 1 at the action's block
    card: Annotated[Floats, N_KINDS]  # 1 at the kind of card that it plays, takes or gives away
    stacks: float  # 1 when a row takes it on top of its name
    weapon: Annotated[Floats, N_ACTIONS_KINDS]  # 1 at what the card or row is for
    use: Annotated[Floats, 5]  # 1 at how it is used
    modifier: float  # its modifier / 6
    reaction: float  # 1 for guard and counter cards, -1 for constant ones
    unguardable: float  # 1
    critical: float  # / 3
    row_size: float  # cards of the row it is about / 4
    row_used: float  # 1

    chance: float  # that the action, or the one in hand, succeeds
    damage: float  # damages expected / 2
    disables: float  # chance that it disables, guards counted
    guards: float  # unused rows of the target / 2
    hits: float  # targets / 5
    gain: float  # how much better the roll gets for the own side
    fails: float  # what a failure of the situation costs: its damage, a fight
    deeper: float  # depth that a success gains / 2

    target: Annotated[Floats, N_FIGURES]  # 1 at the figure that it is aimed at
    own_side: float  # 1 when that is of the own side, -1 when not
    target_health: float  # damages that it can take / 2
    target_level: float  # / 10
    target_rank: float  # 0.5 mid-boss, 1 boss
    target_values: Annotated[Floats, N_VALUES]  # / 16
    target_guards: float  # unused rows / 2
    target_ill: float  # 1 with a bad status
    target_acted: float  # 1 after its own action

    lethal: float  # 1 when the damage asked about disables or kills
    guards_left: float  # own unused rows after it / 2
    situation: Annotated[Floats, N_SITUATIONS]  # 1 at the situation card
    status: Annotated[Floats, N_STATUSES]  # 1 at the bad status
    ability: Annotated[Floats, N_CHARACTERS]  # 1 at the ability
    value: Annotated[Floats, N_VALUES]  # 1 at the value raised
    strength: Annotated[Floats, 3]  # 1 at what is strengthened
    level: float  # of the weapon built / 5
