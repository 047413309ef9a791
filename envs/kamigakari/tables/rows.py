"""The rows of the tables, each checked by itself; ``library.py`` checks what rows say of one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from dicedeck.envs.core.errors import did_you_mean
from dicedeck.envs.kamigakari.tables.contexts import check_context, check_gear
from dicedeck.envs.kamigakari.tables.grammar import Op
from dicedeck.envs.kamigakari.tables.operations import read_effect
from dicedeck.envs.kamigakari.tables.phrases import aim_numbers, cost_numbers, limit_numbers, reach_numbers
from dicedeck.envs.kamigakari.tables.words import (
    ATTRIBUTES,
    COMBAT_VALUES,
    FORMS,
    MATERIAL_KINDS,
    POLICIES,
    STATS,
    TIMINGS,
    TRIGGERS,
    WEAPON_KINDS,
)

PEOPLE_POINTS = 28
"""Main stats of a people together."""
LEVELS = (1, 3, 5)
"""Levels of talents; those of level 5 are high ones."""


def _word(words: Sequence[str], what: str, empty: bool = False) -> AfterValidator:
    """One of some words (or nothing); the complaint lists them."""

    def check(value: str) -> str:
        if value not in words and not (empty and value == ""):
            told = ", ".join(words) + (", or nothing" if empty else "")
            raise ValueError(f"{value!r} is no {what}{did_you_mean(value, words)}; write {told}")
        return value

    return AfterValidator(check)


def _phrase(read: Callable[[str], object]) -> AfterValidator:
    """A text that ``read`` can read."""

    def check(value: str) -> str:
        read(value)
        return value

    return AfterValidator(check)


def _whole(least: int, most: int) -> BeforeValidator:
    """A whole number of a range, from the text of a cell."""

    def read(value: Any) -> Any:
        text = str(value).strip()
        if not text.lstrip("+-").isdigit() or not least <= int(text) <= most:
            raise ValueError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return BeforeValidator(read)


Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Stat = Annotated[int, _whole(1, 15)]
Change = Annotated[int, _whole(-20, 20)]
Points = Annotated[int, _whole(0, 999)]
Price = Annotated[int, _whole(0, 99_999)]
Timing = Annotated[str, _word(TIMINGS, "timing")]
Trigger = Annotated[str, _word(TRIGGERS, "trigger", empty=True)]
Ops = tuple[Op, ...]


class Row(BaseModel):
    """One row of a file; its name in complaints is the key."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    file: ClassVar[str]

    @property
    def row_key(self) -> tuple[str, ...]:
        """What no other row of the file has."""
        return (str(vars(self)["key"]),)


class EffectRow(Row):
    """A row whose effect is read."""

    effect: str

    @field_validator("effect")
    @classmethod
    def _is_an_effect(cls, value: str) -> str:
        read_effect(value)
        return value

    @property
    def ops(self) -> Ops:
        return read_effect(self.effect)


class CombatValue(Row):
    """How a combat value comes from a main stat."""

    file: ClassVar[str] = "values.csv"
    key: Annotated[str, _word(COMBAT_VALUES, "combat value")]
    main_stat: Annotated[str, _word(STATS, "main stat", empty=True)]
    divisor: Annotated[float, Field(ge=0, le=10)]
    base: Change
    text: str = ""

    @model_validator(mode="after")
    def _divides(self) -> CombatValue:
        if self.main_stat and self.divisor == 0:
            raise ValueError("divisor: is 0 though there is a main_stat; write 2 for half the stat, 0.5 for twice it")
        if 2 * self.divisor % 1:
            raise ValueError(f"divisor: {self.divisor} is no multiple of 0.5")
        return self


class People(Row):
    file: ClassVar[str] = "peoples.csv"
    key: Key
    name: Name
    text: str = ""
    body: Stat
    agility: Stat
    intellect: Stat
    spirit: Stat
    luck: Stat

    @property
    def stats(self) -> tuple[int, ...]:
        return tuple(int(getattr(self, stat)) for stat in STATS)

    @model_validator(mode="after")
    def _has_its_points(self) -> People:
        if sum(self.stats) != PEOPLE_POINTS:
            raise ValueError(f"body: the main stats sum to {sum(self.stats)}; a people has {PEOPLE_POINTS}")
        return self


class Title(Row):
    """One form of a title: additions to combat values."""

    file: ClassVar[str] = "titles.csv"
    key: Key
    name: Name
    form: Annotated[str, _word(FORMS, "form")]
    accuracy: Change = 0
    evasion: Change = 0
    casting: Change = 0
    resistance: Change = 0
    insight: Change = 0
    physical_damage: Change = 0
    magic_damage: Change = 0
    hp: Change = 0
    initiative: Change = 0
    move: Change = 0
    armour: Change = 0
    barrier: Change = 0

    @property
    def row_key(self) -> tuple[str, ...]:
        return self.key, self.form


class Talent(EffectRow):
    file: ClassVar[str] = "talents.csv"
    source: Key
    form: Annotated[str, _word(FORMS, "form", empty=True)]
    level: Annotated[int, _whole(1, 5)]
    key: Key
    name: Name
    timing: Timing
    trigger: Trigger
    cost: Annotated[str, _phrase(cost_numbers)]
    range: Annotated[str, _phrase(reach_numbers)]
    target: Annotated[str, _phrase(aim_numbers)]
    limit: Annotated[str, _phrase(limit_numbers)]

    @field_validator("level")
    @classmethod
    def _is_a_level(cls, value: int) -> int:
        if value not in LEVELS:
            raise ValueError(f"{value} is no level of talents; write 1, 3, or 5 for a high talent")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> Talent:
        check_context(self.ops, self.timing, self.trigger, self.range, self.target)
        return self

    @property
    def is_high(self) -> bool:
        return self.level == LEVELS[-1] and self.form != ""


class Weapon(Row):
    file: ClassVar[str] = "weapons.csv"
    key: Key
    name: Name
    kind: Annotated[str, _word(WEAPON_KINDS, "kind of weapon")]
    range: Annotated[str, _phrase(reach_numbers)]
    target: Annotated[str, _phrase(aim_numbers)]
    rank: Annotated[int, _whole(0, 10)]
    accuracy: Change = 0
    evasion: Change = 0
    casting: Change = 0
    physical_damage: Change = 0
    magic_damage: Change = 0
    barrier: Change = 0
    price: Price

    @model_validator(mode="after")
    def _can_be_aimed(self) -> Weapon:
        if self.range in ("self", "weapon"):
            raise ValueError("range: a weapon has a range of its own; write engaged, a number of squares, or move-n")
        if self.target in ("self", "weapon") or self.target.startswith("ally"):
            raise ValueError("target: a weapon is for foes; write foe:1 to foe:8, area or foes")
        return self


class Armour(Row):
    file: ClassVar[str] = "armours.csv"
    key: Key
    name: Name
    armour: Change = 0
    barrier: Change = 0
    evasion: Change = 0
    move: Change = 0
    initiative: Change = 0
    price: Price


class Item(EffectRow):
    """What a cover job brings along."""

    file: ClassVar[str] = "items.csv"
    key: Key
    name: Name
    timing: Timing
    trigger: Trigger
    limit: Annotated[str, _phrase(limit_numbers)]

    @model_validator(mode="after")
    def _fits_together(self) -> Item:
        check_context(self.ops, self.timing, self.trigger, "self", "self")
        return self


class Charm(Item):
    file: ClassVar[str] = "charms.csv"
    price: Price


class Job(EffectRow):
    """A cover job: a feature that always holds, and an item (KAMI-40)."""

    file: ClassVar[str] = "jobs.csv"
    key: Key
    name: Name
    text: str = ""
    item: Key

    @model_validator(mode="after")
    def _always_holds(self) -> Job:
        check_context(self.ops, "constant", "", "self", "self")
        return self


class WeaponEffect(EffectRow):
    file: ClassVar[str] = "weapon_effects.csv"
    key: Key
    name: Name
    times: Annotated[int, _whole(1, 9)]
    price: Price
    points: Annotated[int, _whole(1, 999)]
    material_kind: Annotated[str, _word((*MATERIAL_KINDS, "any"), "kind of material")]

    @model_validator(mode="after")
    def _is_built_in(self) -> WeaponEffect:
        check_gear(self.ops, open_attribute=True)
        return self


class Material(Row):
    file: ClassVar[str] = "materials.csv"
    key: Key
    name: Name
    enemy: Key
    kind: Annotated[str, _word(MATERIAL_KINDS, "kind of material")]
    points: Annotated[int, _whole(1, 999)]
    price: Price
    effect_when_fused: str

    @field_validator("effect_when_fused")
    @classmethod
    def _is_built_in(cls, value: str) -> str:
        check_gear(read_effect(value), open_attribute=False)
        return value

    @property
    def ops(self) -> Ops:
        return read_effect(self.effect_when_fused)


class Enemy(Row):
    file: ClassVar[str] = "enemies.csv"
    key: Key
    name: Name
    level: Annotated[int, _whole(1, 20)]
    hp: Annotated[int, _whole(1, 999)]
    armour: Points
    barrier: Points
    accuracy: Points
    evasion: Points
    casting: Points
    resistance: Points
    physical_damage: Points
    magic_damage: Points
    die: Annotated[int, _whole(1, 6)]
    initiative: Annotated[int, _whole(1, 30)]
    move: Annotated[int, _whole(0, 12)]
    size: Annotated[int, _whole(0, 9)]
    weakness: Annotated[str, _word(ATTRIBUTES, "attribute", empty=True)]
    essence: Annotated[int, _whole(0, 22)]
    insight: Points
    policy: Annotated[str, _word(POLICIES, "policy")]


class EnemyAction(EffectRow):
    file: ClassVar[str] = "enemy_actions.csv"
    enemy: Key
    name: Name
    timing: Timing
    trigger: Trigger
    range: Annotated[str, _phrase(reach_numbers)]
    target: Annotated[str, _phrase(aim_numbers)]
    limit: Annotated[str, _phrase(limit_numbers)]

    @property
    def row_key(self) -> tuple[str, ...]:
        return self.enemy, self.name

    @model_validator(mode="after")
    def _fits_together(self) -> EnemyAction:
        if any(op.name in ("dice", "die", "swap") for op in self.ops):
            raise ValueError("effect: enemies do not roll, so dice, die and swap do nothing for them")
        if any(op.name == "attack" and op.args[0] == "weapon" for op in self.ops):
            raise ValueError("effect: enemies have no weapons; write attack(physical,rank=n) or attack(magic,rank=n)")
        for field, value in (("range", self.range), ("target", self.target)):
            if value == "weapon":
                raise ValueError(f"{field}: enemies have no weapons; write it out")
        check_context(self.ops, self.timing, self.trigger, self.range, self.target)
        return self


class Budget(Row):
    """What a party has to build with at a level: G for each PC, materials for all together."""

    file: ClassVar[str] = "budgets.csv"
    level: Annotated[int, _whole(1, 5)]
    gold: Annotated[int, _whole(0, 99_999)]
    materials: str = ""

    @property
    def row_key(self) -> tuple[str, ...]:
        return (str(self.level),)

    @property
    def stock(self) -> tuple[str, ...]:
        return tuple(self.materials.split("|")) if self.materials else ()
