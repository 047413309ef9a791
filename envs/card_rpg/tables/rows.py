"""The rows of the tables: one class for each file."""

from __future__ import annotations

from dataclasses import dataclass

from dicedeck.envs.card_rpg.tables.grammar import Operation

Effect = tuple[Operation, ...]
Values = tuple[int, int, int, int]
"""Physical action and defence, magic action and defence."""
NOT_PERSONAL = 0
"""``level`` of a weapon that cannot be built."""
VARIABLE = -1
"""``level`` of Command: chosen when it is built."""


@dataclass(frozen=True)
class Named:
    key: str
    name: str
    original: str


@dataclass(frozen=True)
class Weapon(Named):
    rule: str
    count: int
    use: int
    modifier: int
    per_hidden: bool
    """Minus the number of figures to be hidden."""
    additional: int
    kind: int
    moment: int
    effect: Effect
    unguardable: bool
    critical: int
    level: int
    note: str


@dataclass(frozen=True)
class Item(Named):
    rule: str
    count: int
    moment: int
    scope: int
    effect: Effect
    others_only: bool
    note: str


@dataclass(frozen=True)
class BadStatus(Named):
    rule: str
    count: int
    effect: Effect
    lasts: str


@dataclass(frozen=True)
class Character(Named):
    values: Values
    ability: str
    when: int
    kind: int
    """Action that the check must have."""
    use: int
    """Use that the check must have; NONE for any."""
    effect: Effect
    limit: int
    text: str


@dataclass(frozen=True)
class OwnAction:
    """What an NPC does on its side's turn."""

    use: int
    modifier: int
    effect: Effect


@dataclass(frozen=True)
class Npc(Named):
    level: int
    values: Values
    action: str
    own: OwnAction
    unguardable: bool
    once: bool
    """Its own action once per fight."""
    not_boss: bool
    fallback: OwnAction | None
    text: str


@dataclass(frozen=True)
class Situation(Named):
    in_dungeon: bool
    facedown: int
    """Target of gather while it lies face down; 0 in town."""
    targets: tuple[int, ...]
    """By Action, 0 where it is not offered."""
    success: Effect
    depth_success: int
    failure: Effect
    depth_failure: int
    text: str
