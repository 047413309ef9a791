"""Which operations effects are made of, what each takes, and where it makes sense (README of the tables, in code)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicedeck.envs.core.errors import did_you_mean
from dicedeck.envs.kamigakari.tables.grammar import EffectError, Op, Value, parse_effect
from dicedeck.envs.kamigakari.tables.words import (
    ATTACK_KINDS,
    ATTRIBUTES,
    DURATIONS,
    GIVEN,
    REMOVED,
    VALUES,
    WEAPON_VALUES,
    WHO,
)

ANY_ATTRIBUTE = "ATTRIBUTE"
"""Stands for an attribute that is chosen when the effect is bought."""
Slot = Sequence[str] | range
"""What an argument may be: one of some words, or a number of a range."""

SMALL, LARGE = range(-20, 21), range(-99, 100)
SIGNATURES: dict[str, tuple[tuple[Slot, ...], ...]] = {
    "mod": (
        (("damage",), LARGE),
        (("weapon",), WEAPON_VALUES, SMALL),
        (WHO, VALUES, SMALL, DURATIONS),
        (("self",), VALUES, SMALL),
    ),
    "dice": ((("reroll",),), (range(1, 4),)),
    "die": ((range(1, 11),),),
    "swap": ((("user",), range(1, 5)),),
    "spirit": ((WHO, ("reroll", "surplus"), range(1, 5)),),
    "heal": ((WHO, range(1, 100)),),
    "raise": ((("self", "target"), range(1, 100)),),
    "hp": ((WHO, range(-99, 0)),),
    "give": ((WHO, GIVEN),),
    "immune": ((("self",), GIVEN),),
    "reduce": ((range(1, 100),),),
    "halve": ((),),
    "take": ((),),
    "move": ((("self", "target"), range(-12, 13), ("free",)), (("self", "target"), range(-12, 13))),
    "attribute": ((("self", "target", "weapon"), (*ATTRIBUTES, ANY_ATTRIBUTE), DURATIONS),),
    "timing": ((("self", "target"), ("start", "prepare", "attack", "end")),),
}
"""For each operation but attack, on_hit and remove the argument lists that it may have."""
NAMES = (*SIGNATURES, "attack", "on_hit", "remove")
ON_HIT = ("mod", "give", "remove", "move", "hp", "heal", "spirit", "attribute")
"""What may happen to a target that is hit."""
MOST_OPS = 6
"""Of an effect, those inside on_hit counted."""

ATTACK_NAMED: dict[str, Slot] = {"acc": range(-9, 10), "rank": range(0, 11), "dmg": LARGE, "attr": ATTRIBUTES}


def read_effect(text: str) -> tuple[Op, ...]:
    """An effect whose every operation is known and has fitting arguments.

    Raises:
        EffectError: names the operation, what is wrong with it and what it takes.
    """
    ops = parse_effect(text)
    for place, op in enumerate(ops):
        check_op(op)
        if op.name == "on_hit" and (not place or ops[place - 1].name not in ("attack", "on_hit")):
            raise EffectError("on_hit(...) stands directly behind an attack(...), or behind another on_hit(...) of it")
    if sum(1 + len(op.inner) for op in ops) > MOST_OPS:
        raise EffectError(f"more than {MOST_OPS} operations")
    return ops


def walk(ops: Sequence[Op]) -> Iterator[Op]:
    """All operations, those inside on_hit too."""
    for op in ops:
        yield op
        yield from walk(op.inner)


def check_op(op: Op) -> None:
    """Complain about an operation that does not exist or is written wrongly."""
    if op.name not in NAMES:
        raise EffectError(
            f"there is no operation {op.name!r}{did_you_mean(op.name, NAMES)} (known: {', '.join(NAMES)})"
        )
    if op.name == "attack":
        _check_attack(op)
        return
    if op.named:
        raise EffectError(f"{op}: {op.name} takes nothing of the form {next(iter(op.named))}=")
    if op.name == "on_hit":
        _check_on_hit(op)
        return
    if op.inner:
        raise EffectError(f"{op}: only on_hit takes operations")
    if op.name == "remove":
        _check_remove(op)
        return
    _check_signature(op, SIGNATURES[op.name])


def _check_attack(op: Op) -> None:
    if not op.args or op.args[0] not in ATTACK_KINDS:
        raise EffectError(f"{op}: the first word is one of {', '.join(ATTACK_KINDS)}")
    for word in op.args[1:]:
        if word != "half":
            raise EffectError(f"{op}: {word!r} is not known here; 'half', or acc=, rank=, dmg=, attr=")
    for name, value in op.named.items():
        if name not in ATTACK_NAMED:
            raise EffectError(f"{op}: {name}= is not known; known are {', '.join(ATTACK_NAMED)}")
        if not _fits(value, ATTACK_NAMED[name]):
            raise EffectError(f"{op}: {name}={value} must be {_told(ATTACK_NAMED[name])}")
    if op.args[0] not in ("weapon", "special") and "rank" not in op.named:
        raise EffectError(f"{op}: an attack without the weapon names its rank=")
    if "half" in op.args and op.args[0] != "magic":
        raise EffectError(f"{op}: only magic is halved if resisted")


def _check_on_hit(op: Op) -> None:
    if not op.inner or op.args:
        raise EffectError(f"{op}: on_hit takes operations, such as on_hit(give(target,prone))")
    for inner in op.inner:
        check_op(inner)
        if inner.name not in ON_HIT:
            raise EffectError(f"{op}: {inner.name} cannot stand in on_hit; {', '.join(ON_HIT)} can")


def _check_remove(op: Op) -> None:
    words = op.args[1:]
    if len(op.args) < 2 or op.args[0] not in WHO:
        raise EffectError(f"{op}: remove(self|target, any) or remove(self|target, status, ...)")
    if words != ("any",):
        for word in words:
            if word not in REMOVED:
                raise EffectError(f"{op}: {word!r} is no status{did_you_mean(str(word), REMOVED)}")


def _check_signature(op: Op, signatures: tuple[tuple[Slot, ...], ...]) -> None:
    """The arguments fit one of the lists; the complaint is about the list that fits longest."""
    best: tuple[int, str] = (-1, "")
    for slots in signatures:
        fitting = 0
        for value, slot in zip(op.args, slots):
            if not _fits(value, slot):
                break
            fitting += 1
        if fitting == len(op.args) == len(slots):
            return
        form = f"{op.name}({', '.join(_told(slot) for slot in slots)})"
        if fitting == min(len(op.args), len(slots)):
            problem = f"{len(op.args)} arguments, it takes {len(slots)}"
        else:
            problem = f"argument {fitting + 1}, {op.args[fitting]!r}, must be {_told(slots[fitting])}"
            if not isinstance(slots[fitting], range):
                problem += did_you_mean(str(op.args[fitting]), [str(word) for word in slots[fitting]])
        if fitting > best[0]:
            best = (fitting, f"{op}: {problem}; write {form}")
    raise EffectError(best[1])


def _fits(value: Value, slot: Slot) -> bool:
    return value in slot if isinstance(slot, range) == isinstance(value, int) else False


def _told(slot: Slot) -> str:
    if isinstance(slot, range):
        return f"a number from {slot[0]} to {slot[-1]}"
    return "|".join(slot)
