"""Player characters: what one is built of, whether the rules allow it, what it comes to (KAMI-40 to KAMI-42).

Pure functions over a ``Character``. A file of a party holds four of them; the build environment puts them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from dicedeck.envs.core.errors import did_you_mean
from dicedeck.envs.kamigakari.tables.grammar import Op
from dicedeck.envs.kamigakari.tables.library import Tables
from dicedeck.envs.kamigakari.tables.operations import ANY_ATTRIBUTE
from dicedeck.envs.kamigakari.tables.rows import Row, Talent
from dicedeck.envs.kamigakari.tables.words import ATTRIBUTES, CONSTANT, STATS, VALUES, WEAPON_VALUES

FREE_POINTS = 4
MOST_FREE = 2
"""Free points on one main stat."""
PEOPLE_FIRST, MAIN_FIRST, SUB_FIRST = 1, 3, 2
"""Talents of level 1 that a new PC has of its people, main title and sub title."""
RAISED = 2
"""Main stats that a level raises by 1, different ones."""
HIGH_EVERY = 5
"""Every so many levels a high talent and a talent of the people come on top."""
MOST_LEVEL = 5


class Built(BaseModel):
    """An effect that has been built into the weapon."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    effect: str
    attribute: str = ""
    """For effects that leave it open."""
    paid: tuple[str, ...] = ()
    """Materials it was paid with; none: with G."""


class Character(Row):
    """A PC as it is built."""

    file: ClassVar[str] = "party"
    name: str = ""
    people: str
    main: str
    """A title with its form: ``wardblade A``."""
    sub: str
    free: dict[str, Annotated[int, Field(ge=0, le=MOST_FREE)]]
    raised: tuple[tuple[str, ...], ...] = ()
    """For each level above 1 the main stats raised by it."""
    weapon: str
    built: tuple[Built, ...] = ()
    fused: str = ""
    """A material whose own effect the weapon has."""
    armour: str
    charm: str
    job: str
    talents: tuple[str, ...]

    @property
    def row_key(self) -> tuple[str, ...]:
        return (self.name or f"{self.people} {self.main} {self.sub}",)


Complaint = tuple[str, str]
"""A field, and what is wrong with it."""

# ---------------------------------------------------------------- what the rules allow


def problems(who: Character, tables: Tables, level: int) -> list[Complaint]:
    """What the building rules have against a character of this level; unknown words come first and alone."""
    unknown = list(_unknown(who, tables))
    if unknown:
        return unknown
    return [*_of_titles(who), *_of_stats(who, level), *_of_talents(who, tables, level), *_of_weapon(who, tables)]


def _unknown(who: Character, tables: Tables) -> Iterator[Complaint]:
    """Words that no table has."""
    places: dict[str, tuple[str, Mapping[str, object]]] = {
        "people": (who.people, tables.peoples),
        "main": (who.main, tables.titles),
        "sub": (who.sub, tables.titles),
        "weapon": (who.weapon, tables.weapons),
        "armour": (who.armour, tables.armours),
        "charm": (who.charm, tables.charms),
        "job": (who.job, tables.jobs),
    }
    for field, (word, known) in places.items():
        if word not in known:
            yield field, f"{word!r} is none of {', '.join(known)}{did_you_mean(word, known)}"
    if who.fused and who.fused not in tables.materials:
        yield "fused", f"{who.fused!r} is no material{did_you_mean(who.fused, tables.materials)}"
    for talent in who.talents:
        if talent not in tables.talents:
            yield "talents", f"{talent!r} is no talent{did_you_mean(talent, tables.talents)}"
    for k, built in enumerate(who.built):
        if built.effect not in tables.weapon_effects:
            known = tables.weapon_effects
            yield f"built[{k}].effect", f"{built.effect!r} is no weapon effect{did_you_mean(built.effect, known)}"
        for material in built.paid:
            if material not in tables.materials:
                yield f"built[{k}].paid", f"{material!r} is no material{did_you_mean(material, tables.materials)}"


def _of_titles(who: Character) -> Iterator[Complaint]:
    """The same title twice only as A and B (KAMI-40)."""
    if who.main == who.sub:
        yield "sub", f"{who.sub} is the main title too; take its other form or another title"


def _of_stats(who: Character, level: int) -> Iterator[Complaint]:
    """Free points, and two different stats a level (KAMI-42)."""
    for stat in (*who.free, *(stat for pair in who.raised for stat in pair)):
        if stat not in STATS:
            yield "free" if stat in who.free else "raised", f"{stat!r} is none of {', '.join(STATS)}"
    if sum(who.free.values()) != FREE_POINTS:
        yield "free", f"{sum(who.free.values())} free points; a PC has {FREE_POINTS}, at most {MOST_FREE} on one stat"
    if len(who.raised) != level - 1:
        yield (
            "raised",
            f"{len(who.raised)} entries; a PC of level {level} has one for each of {level - 1} levels gained",
        )
    for k, pair in enumerate(who.raised):
        if len(pair) != RAISED or len(set(pair)) != RAISED:
            yield f"raised[{k}]", f"a level raises {RAISED} different main stats, not {', '.join(pair) or 'none'}"


def talent_count(level: int) -> int:
    """Talents of a PC of this level."""
    return PEOPLE_FIRST + MAIN_FIRST + SUB_FIRST + (level - 1) + 2 * (level // HIGH_EVERY)


def source_of(row: Talent) -> str:
    """A people, or a title with its form."""
    return f"{row.source} {row.form}".strip()


def _of_talents(who: Character, tables: Tables, level: int) -> Iterator[Complaint]:
    """How many of which source (KAMI-40, KAMI-42); each level gained may also have exchanged one for another."""
    rows = [tables.talents[key] for key in who.talents]
    twice = [key for key, n in Counter(who.talents).items() if n > 1]
    if twice:
        yield "talents", f"{', '.join(twice)} twice"
    if len(rows) != talent_count(level):
        yield "talents", f"{len(rows)} talents; a PC of level {level} has {talent_count(level)}"
    for row in rows:
        if source_of(row) not in (who.people, who.main, who.sub) or row.level > level:
            yield "talents", f"{row.key} is not open to {who.people}, {who.main}, {who.sub} of level {level}"
    high = sum(row.is_high for row in rows)
    if high != level // HIGH_EVERY:
        yield "talents", f"{high} high talents; a PC of level {level} has {level // HIGH_EVERY}"
    people = [row for row in rows if not row.form]
    if len(people) != PEOPLE_FIRST + level // HIGH_EVERY or not any(row.level == 1 for row in people):
        yield "talents", f"{len(people)} talents of the people; its first one, and one more every {HIGH_EVERY} levels"
    exchanged = level - 1
    for title, first in ((who.main, MAIN_FIRST), (who.sub, SUB_FIRST)):
        owned = sum(source_of(row) == title for row in rows)
        if owned < first - exchanged:
            yield "talents", f"{owned} talents of {title}; at least {first - exchanged} are needed"


def _of_weapon(who: Character, tables: Tables) -> Iterator[Complaint]:
    """Effects as often as they may be, attributes where they are left open, payment that is enough (KAMI-41)."""
    for effect, n in Counter(built.effect for built in who.built).items():
        if n > tables.weapon_effects[effect].times:
            yield "built", f"{effect} {n} times; at most {tables.weapon_effects[effect].times}"
    for k, built in enumerate(who.built):
        row = tables.weapon_effects[built.effect]
        is_open = any(ANY_ATTRIBUTE in op.args for op in row.ops)
        if is_open != (built.attribute in ATTRIBUTES) or (built.attribute and not is_open):
            wanted = f"write one of {', '.join(ATTRIBUTES)}" if is_open else "leave it out"
            yield f"built[{k}].attribute", f"{built.attribute!r} for {built.effect}; {wanted}"
        if built.paid:
            yield from _of_payment(built, k, tables)


def _of_payment(built: Built, k: int, tables: Tables) -> Iterator[Complaint]:
    row = tables.weapon_effects[built.effect]
    for material in built.paid:
        kind = tables.materials[material].kind
        if row.material_kind not in (kind, "any"):
            yield f"built[{k}].paid", f"{material} is {kind}; {built.effect} takes {row.material_kind}"
    points = sum(tables.materials[material].points for material in built.paid)
    if points < row.points:
        yield f"built[{k}].paid", f"{points} points; {built.effect} takes {row.points}, or {row.price} G"


def price(who: Character, tables: Tables) -> int:
    """G that the gear has cost; what was paid with materials is free."""
    gear = tables.weapons[who.weapon].price + tables.armours[who.armour].price + tables.charms[who.charm].price
    return gear + sum(tables.weapon_effects[built.effect].price for built in who.built if not built.paid)


def materials_used(who: Character) -> Counter[str]:
    """Materials paid or fused."""
    used = Counter(material for built in who.built for material in built.paid)
    used.update([who.fused] if who.fused else [])
    return used


def merged(weapons: Sequence[Sequence[Built]], tables: Tables) -> tuple[Built, ...]:
    """The effects of several weapons on one, for one kushimitama (KAMI-41): each as often as it may be."""
    kept: list[Built] = []
    count: Counter[str] = Counter()
    for built in (effect for weapon in weapons for effect in weapon):
        if count[built.effect] < tables.weapon_effects[built.effect].times:
            kept.append(built)
            count[built.effect] += 1
    return tuple(kept)


# ---------------------------------------------------------------- what it comes to


def main_stats(who: Character, tables: Tables) -> dict[str, int]:
    """Those of the people, free points and levels."""
    stats = dict(zip(STATS, tables.peoples[who.people].stats))
    for stat, points in who.free.items():
        stats[stat] += points
    for pair in who.raised:
        for stat in pair:
            stats[stat] += 1
    return stats


def lasting_ops(who: Character, tables: Tables) -> list[Op]:
    """Of constant talents and gear, of the cover job, and of all that is built into the weapon."""
    holders = [tables.talents[key] for key in who.talents]
    found = [op for row in holders if row.timing == CONSTANT for op in row.ops]
    charm = tables.charms[who.charm]
    found += charm.ops if charm.timing == CONSTANT else ()
    found += tables.jobs[who.job].ops
    found += [op for built in who.built for op in tables.weapon_effects[built.effect].ops]
    return found + list(tables.materials[who.fused].ops if who.fused else ())


def combat_values(who: Character, tables: Tables) -> dict[str, int]:
    """Every combat value with all that always holds, ``bonds`` (more than the fight gives) and ``hp`` too."""
    stats = main_stats(who, tables)
    values = dict.fromkeys(VALUES, 0)
    for key, row in tables.values.items():
        values[key] = row.base + (ceil(stats[row.main_stat] / row.divisor) if row.main_stat else 0)
    gear = (tables.titles[who.main], tables.titles[who.sub], tables.weapons[who.weapon], tables.armours[who.armour])
    for piece in gear:
        for key in VALUES:
            values[key] += int(getattr(piece, key, 0))
    for op in lasting_ops(who, tables):
        if op.name == "mod" and op.args[1] in values:
            values[str(op.args[1])] += int(op.args[2])
    return values


def weapon_bonus(who: Character, tables: Tables) -> dict[str, int]:
    """``rank``, ``magic_rank`` and ``range`` that are built into the weapon."""
    bonus = dict.fromkeys(WEAPON_VALUES, 0)
    for op in lasting_ops(who, tables):
        if op.name == "mod" and op.args[0] == "weapon":
            bonus[str(op.args[1])] += int(op.args[2])
    return bonus


def weapon_attribute(who: Character, tables: Tables) -> str:
    """The attribute of weapon attacks: what was fused, else what was chosen last, else what effects fix, else none."""
    for op in tables.materials[who.fused].ops if who.fused else ():
        if op.name == "attribute":
            return str(op.args[1])
    chosen = [built.attribute for built in who.built if built.attribute]
    effects = {built.effect for built in who.built}
    ops = [op for key, row in tables.weapon_effects.items() if key in effects for op in row.ops]
    fixed = [str(op.args[1]) for op in ops if op.name == "attribute" and ANY_ATTRIBUTE not in op.args]
    return ["", *fixed, *chosen][-1]
