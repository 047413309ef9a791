"""The rows of ``skills.py``, checked and laid out as arrays for the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

import numpy as np

from dicedeck.envs.core.errors import GameDefinitionError
from dicedeck.envs.defence_dice.cards import N_FACES, TRACK_SIZE
from dicedeck.envs.defence_dice.characters import CHARACTER_NAMES
from dicedeck.envs.defence_dice.skills import (
    CHOSEN,
    COMMON,
    POWER,
    SKILLS,
    Area,
    Choice,
    Condition,
    Effect,
    Need,
    Skill,
    Verb,
)

MOST_SLOTS = 3
MOST_CHOICES = 2
MOST_EFFECTS = 2
MOST_COST = 9
CODE_BASE = MOST_SLOTS + 1
"""A handful of up to three dice as a number: the sum of CODE_BASE ** (n - 1) over its dice."""
N_CODES = CODE_BASE**N_FACES
CODE_OF_FACE = np.array([CODE_BASE**face for face in range(N_FACES)], np.int32)

HOLDS: dict[Need, Callable[[Sequence[int], int], bool]] = {
    Need.AT_LEAST: lambda dice, amount: min(dice) >= amount,
    Need.AT_MOST: lambda dice, amount: max(dice) <= amount,
    Need.ODD: lambda dice, _: all(n % 2 == 1 for n in dice),
    Need.SAME_PARITY: lambda dice, _: len({n % 2 for n in dice}) == 1,
    Need.SAME: lambda dice, _: len(set(dice)) == 1,
    Need.RUN: lambda dice, _: sorted(dice) == list(range(min(dice), min(dice) + len(dice))),
    Need.SUM: lambda dice, amount: sum(dice) >= amount,
}
"""What each need means, for dice that fill all slots."""

TARGETS = (Choice.ENEMY, Choice.FRONT)
SEQUENCES: tuple[tuple[Choice, ...], ...] = (
    (),
    (Choice.ENEMY,),
    (Choice.FRONT,),
    (Choice.TRACK,),
    (Choice.LOOK,),
    (Choice.TRACK, Choice.TRACK),
    (Choice.ENEMY, Choice.NUMBER),
    (Choice.FRONT, Choice.NUMBER),
    (Choice.DIE, Choice.FACE),
)
"""The choices that a skill may ask for, in this order."""


def is_met(skill: Skill, dice: Sequence[int]) -> bool:
    """Whether these dice fill the slots and meet every condition."""
    return len(dice) == skill.slots and all(HOLDS[c.need](dice, c.amount) for c in skill.conditions)


def fillings(skill: Skill) -> Iterator[tuple[int, ...]]:
    """All dice, in ascending order, that meet the skill's condition."""
    for dice in combinations_with_replacement(range(1, N_FACES + 1), skill.slots):
        if is_met(skill, dice):
            yield dice


# ---------------------------------------------------------------- checking rows


def validate_skills(rows: Sequence[Skill]) -> None:
    """Complain about the first row that cannot be played.

    Raises:
        GameDefinitionError: names the row, the field and what is wrong with it.
    """
    names = [row.name for row in rows]
    for row in rows:
        for problem in _problems(row, names):
            raise GameDefinitionError(f"skills: row {row.name!r}: {problem}")


def _problems(row: Skill, names: list[str]) -> Iterator[str]:
    if not row.name or row.name != " ".join(str(row.name).split()):
        yield "the name must be words with single blanks between them"
    if names.count(row.name) > 1:
        yield "another row has the same name"
    if row.owner not in (COMMON, *CHARACTER_NAMES):
        yield f"owner {row.owner!r} is none of {', '.join((COMMON, *CHARACTER_NAMES))}"
    if not _is_whole(row.cost, 1, MOST_COST):
        yield f"cost must be a whole number from 1 to {MOST_COST}, not {row.cost!r}"
    if not _is_whole(row.slots, 1, MOST_SLOTS):
        yield f"slots must be a whole number from 1 to {MOST_SLOTS}, not {row.slots!r}"
        return
    yield from _condition_problems(row)
    if tuple(row.choices) not in SEQUENCES:
        known = "; ".join(" ".join(c.name.lower() for c in choices) or "none" for choices in SEQUENCES)
        yield f"choices {row.choices!r} are none of: {known}"
        return
    if not 1 <= len(row.effects) <= MOST_EFFECTS:
        yield f"effects: {len(row.effects)} rows, 1 to {MOST_EFFECTS} are possible"
    for number, effect in enumerate(row.effects):
        for problem in _effect_problems(row, effect):
            yield f"effects[{number}]: {problem}"


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_a(value: object, kind: type) -> bool:
    return isinstance(value, kind)


def _condition_problems(row: Skill) -> Iterator[str]:
    needs_amount = (Need.AT_LEAST, Need.AT_MOST, Need.SUM)
    for number, condition in enumerate(row.conditions):
        if not _is_a(condition, Condition) or not _is_a(condition.need, Need):
            yield f"conditions[{number}]: {condition!r} is no condition"
            return
        if condition.need in needs_amount and not _is_whole(condition.amount, 1, N_FACES * MOST_SLOTS):
            yield f"conditions[{number}]: {condition.need.name} needs an amount, not {condition.amount!r}"
            return
    if not any(fillings(row)):
        yield f"conditions: no {row.slots} dice meet them"


def _effect_problems(row: Skill, effect: Effect) -> Iterator[str]:
    choices = tuple(row.choices)
    if not _is_a(effect, Effect) or not _is_a(effect.verb, Verb) or effect.verb == Verb.NOTHING:
        yield f"{effect!r} is no effect"
    elif effect.verb == Verb.HIT:
        yield from _hit_problems(choices, effect)
    elif effect.verb == Verb.CAPTURE and choices not in ((Choice.ENEMY,), (Choice.FRONT,)):
        yield "CAPTURE needs one enemy to be chosen"
    elif effect.verb == Verb.TURN and choices != (Choice.DIE, Choice.FACE):
        yield "TURN needs a die and a number to be chosen"
    elif effect.verb == Verb.BURY and choices != (Choice.LOOK,):
        yield "BURY needs a look at the deck"
    elif effect.verb in (Verb.RECOVER, Verb.HOLD) and not _is_whole(effect.amount, 1, 99):
        yield f"{effect.verb.name} needs an amount from 1 to 99, not {effect.amount!r}"


def _hit_problems(choices: tuple[Choice, ...], effect: Effect) -> Iterator[str]:
    needed = {
        Area.TARGET: choices[:1] in ((Choice.ENEMY,), (Choice.FRONT,)),
        Area.TRACK: choices == (Choice.TRACK,),
        Area.BOTH: choices == (Choice.TRACK, Choice.TRACK),
        Area.EVERY: True,
    }
    if not needed.get(effect.area, False):
        yield f"a hit on area {effect.area!r} does not go with the choices {choices!r}"
    if not _is_whole(effect.depth, 1, TRACK_SIZE):
        yield f"depth must be a whole number from 1 to {TRACK_SIZE}, not {effect.depth!r}"
    if effect.number == CHOSEN and Choice.NUMBER not in choices:
        yield "its number is to be chosen, but the skill does not ask for one"
    if not _is_whole(effect.number, CHOSEN, N_FACES):
        yield f"number must be POWER, CHOSEN or 1 to {N_FACES}, not {effect.number!r}"


validate_skills(SKILLS)

# ---------------------------------------------------------------- the arrays of the rules

N_SKILLS = len(SKILLS)
SKILL_NAMES = tuple(row.name for row in SKILLS)
SKILL_IDS = {name: skill for skill, name in enumerate(SKILL_NAMES)}
COST = np.array([row.cost for row in SKILLS], np.int32)
SLOTS = np.array([row.slots for row in SKILLS], np.int32)
CHANCE = np.array([row.chance for row in SKILLS], np.int32)
FOR_CHARACTER = np.array([[row.owner in (COMMON, name) for row in SKILLS] for name in CHARACTER_NAMES], np.int32)
"""1 where the character may buy the skill."""
N_CHOICES = np.array([len(row.choices) for row in SKILLS], np.int32)
CHOICES = np.zeros((N_SKILLS, MOST_CHOICES), np.int32)
VERB = np.zeros((N_SKILLS, MOST_EFFECTS), np.int32)
AREA = np.zeros((N_SKILLS, MOST_EFFECTS), np.int32)
DEPTH = np.zeros((N_SKILLS, MOST_EFFECTS), np.int32)
NUMBER = np.full((N_SKILLS, MOST_EFFECTS), POWER, np.int32)
AMOUNT = np.zeros((N_SKILLS, MOST_EFFECTS), np.int32)
FITS = np.zeros((N_SKILLS, N_CODES), np.int8)
"""1 where the dice of a code lie rightly on the skill: some dice in the free slots would meet its condition."""

for _skill, _row in enumerate(SKILLS):
    CHOICES[_skill, : len(_row.choices)] = _row.choices
    for _k, _effect in enumerate(_row.effects):
        VERB[_skill, _k] = _effect.verb
        AREA[_skill, _k] = _effect.area
        DEPTH[_skill, _k] = _effect.depth
        NUMBER[_skill, _k] = _effect.number
        AMOUNT[_skill, _k] = _effect.amount
    for _dice in fillings(_row):
        for _kept in range(1 << _row.slots):
            FITS[_skill, sum(CODE_OF_FACE[n - 1] for i, n in enumerate(_dice) if _kept >> i & 1)] = 1


def skills_markdown() -> str:
    """The table of skills for RULES.md."""
    rows = ["| skill | whose | XP | slots | dice and effect |", "| --- | --- | --- | --- | --- |"]
    rows += [f"| {row.name} | {row.owner} | {row.cost} | {row.slots} | {row.text} |" for row in SKILLS]
    return "\n".join(rows)
