"""Where an operation makes sense: what timing, trigger and target a row must have for it."""

from __future__ import annotations

from collections.abc import Sequence

from dicedeck.envs.kamigakari.tables.grammar import Op
from dicedeck.envs.kamigakari.tables.operations import ANY_ATTRIBUTE, walk
from dicedeck.envs.kamigakari.tables.words import (
    ALWAYS,
    BAKED,
    CONSTANT,
    DEFENCE_TRIGGERS,
    REACTIONS,
)

DAMAGED = ("self_damaged", "ally_damaged")
NEEDS_TRIGGER: dict[str, tuple[str, ...]] = {
    "reduce": DAMAGED,
    "halve": DAMAGED,
    "take": ("ally_damaged",),
    "swap": ("ally_check_rolled",),
    "die": ("own_attack_hits",),
}
"""Operations that are nothing without one of these triggers."""
NOT_IN_REACTIONS = ("attack", "on_hit", "move", "timing")
"""A reaction never opens further choices."""


def check_context(ops: Sequence[Op], timing: str, trigger: str, reach: str, target: str) -> None:
    """Complain about what does not go together.

    Raises:
        ValueError: begins with the field to be mended.
    """
    _check_trigger(timing, trigger, target)
    _check_aim(ops, reach, target)
    if timing == CONSTANT:
        _check_constant(ops, reach, target)
        return
    for op in walk(ops):
        _check_timing(op, timing)
        needed = needed_triggers(op)
        if needed and trigger not in needed:
            raise ValueError(f"effect: {op} needs the trigger {' or '.join(needed)}")
        if "target" in op.args and target == "self" and not trigger and not _has_attack(ops):
            raise ValueError(f"effect: {op}: the row's target is self, so nothing else is a target; write self")


def needed_triggers(op: Op) -> tuple[str, ...]:
    """The triggers that an operation must have one of; none: any will do."""
    if op.name == "mod" and op.args[0] == "damage":
        return ("own_attack_hits",)
    if op.name == "dice":
        return ("own_check_rolled",) if op.args[0] == "reroll" else ("own_check_before",)
    return NEEDS_TRIGGER.get(op.name, ())


def _check_trigger(timing: str, trigger: str, target: str) -> None:
    if timing in REACTIONS and not trigger:
        raise ValueError(f"trigger: a talent of the timing {timing} needs one")
    if timing not in REACTIONS and trigger:
        raise ValueError(f"trigger: only the timings {' and '.join(REACTIONS)} have one; leave it empty")
    if timing == "defence" and trigger not in DEFENCE_TRIGGERS:
        raise ValueError(
            f"trigger: {trigger} is not for defence; write {', '.join(DEFENCE_TRIGGERS)}, or timing special"
        )
    if trigger.startswith("own_check") and target != "self":
        raise ValueError(f"target: a talent of the trigger {trigger} is about its user; write self, and the range self")


def _check_aim(ops: Sequence[Op], reach: str, target: str) -> None:
    if (reach == "self") != (target == "self"):
        raise ValueError("range: range self and target self go together")
    for op in ops:
        if op.name != "attack":
            continue
        if target == "self":
            raise ValueError("target: an attack is on others; write foe:n, area, foes or weapon")
        if (op.args[0] == "heal") != target.startswith("ally") and not target.startswith("any"):
            wanted = "ally:n or any:n" if op.args[0] == "heal" else "foe:n, any:n, area, foes or weapon"
            raise ValueError(f"target: {target} does not suit {op}; write {wanted}")


def _check_constant(ops: Sequence[Op], reach: str, target: str) -> None:
    if (reach, target) != ("self", "self"):
        raise ValueError("range: a constant talent works on its user; write self and self")
    for op in ops:
        lasting = op.name in ("immune", "give") or (op.name in ("mod", "attribute") and op.args[-1] == ALWAYS)
        if not lasting or op.args[0] != "self":
            raise ValueError(
                f"effect: {op} does not always hold; constant talents take mod(self,value,n,always), "
                "attribute(self,kind,always), immune(self,status), give(self,status)"
            )
        if ANY_ATTRIBUTE in op.args:
            raise ValueError(f"effect: {op}: name the attribute; it is chosen for weapon effects only")


def _check_timing(op: Op, timing: str) -> None:
    if op.name == "immune" or ALWAYS in op.args:
        raise ValueError(f"effect: {op} holds always; write the timing constant, or another duration")
    if op.name == "mod" and op.args[0] == "weapon":
        raise ValueError(f"effect: {op} is for weapon effects and materials")
    if op.name == "mod" and (len(op.args) == 3 or op.args[1] in BAKED):
        raise ValueError(
            f"effect: {op}: write mod(who,value,n,duration); {' and '.join(BAKED)} change by constants only"
        )
    if op.name == "attribute" and (op.args[0] == "weapon" or op.args[1] == ANY_ATTRIBUTE):
        raise ValueError(f"effect: {op} is for weapon effects and materials")
    if op.name == "attack" and timing != "attack":
        raise ValueError(f"effect: {op} needs the timing attack")
    if timing in REACTIONS and op.name in NOT_IN_REACTIONS:
        raise ValueError(f"effect: {op.name} cannot stand in a reaction (timing {timing})")


def _has_attack(ops: Sequence[Op]) -> bool:
    return any(op.name == "attack" for op in ops)


def check_gear(ops: Sequence[Op], open_attribute: bool) -> None:
    """What is built into a weapon always holds: values of the weapon or its bearer, an attribute (KAMI-41).

    Raises:
        ValueError: says what may be written.
    """
    for op in ops:
        if op.name == "mod" and op.args[0] in ("weapon", "self") and len(op.args) == 3:
            continue
        if op.name == "attribute" and op.args[0] == "weapon" and op.args[-1] == ALWAYS:
            if op.args[1] != ANY_ATTRIBUTE or open_attribute:
                continue
        raise ValueError(
            f"effect: {op} cannot be built into a weapon; mod(weapon,value,n), mod(self,value,n), "
            "attribute(weapon,kind,always) can"
        )
