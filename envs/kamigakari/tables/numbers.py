"""Operations and rows as the numbers of ``codes.py``: what the compiled rules read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    BAD,
    OP_COLUMNS,
    ROW_COLUMNS,
    STATUS_NAMES,
    TIMING_NAMES,
    TRIGGER_NAMES,
    VALUE_NAMES,
    Code,
    Duration,
    Kind,
    Op,
    Row,
    When,
    Who,
)
from dicedeck.envs.kamigakari.tables import grammar
from dicedeck.envs.kamigakari.tables.phrases import AimNumbers, CostNumbers, LimitNumbers, ReachNumbers

WHO_NUMBERS = {"self": Who.USER, "target": Who.TARGET, "foes": Who.FOES, "allies": Who.ALLIES, "user": Who.USER}
KIND_NUMBERS = {"physical": Kind.PHYSICAL, "magic": Kind.MAGIC, "heal": Kind.HEAL, "special": Kind.SPECIAL}
DURATION_NUMBERS = {
    "check": Duration.CHECK,
    "turn": Duration.TURN,
    "next_turn": Duration.NEXT_TURN,
    "fight": Duration.FIGHT,
}
ON_SELF = {"dice", "die", "swap", "reduce", "halve", "take"}
"""Operations that name nobody."""


NO_COST, NO_LIMIT = CostNumbers(), LimitNumbers()


class Armed(NamedTuple):
    """What a PC's weapon and what is built into it make of its attacks."""

    kind: Kind = Kind.PHYSICAL
    rank: int = 0
    """Of attacks with the weapon."""
    magic_rank: int = 0
    """More rank for magic of every kind."""
    attribute: int = 0
    """Of attacks with the weapon."""


UNARMED = Armed()


def op_rows(ops: Sequence[grammar.Op], armed: Armed = UNARMED) -> list[list[int]]:
    """One list of OP_COLUMNS numbers for each operation; those of on_hit stand behind the attack."""
    rows: list[list[int]] = []
    for op in ops:
        if op.name == "on_hit":
            rows += [_op_row(inner, When.HIT, armed) for inner in op.inner]
        else:
            rows.append(_op_row(op, When.ONCE, armed))
    return rows


def _op_row(op: grammar.Op, when: When, armed: Armed) -> list[int]:
    row = [0] * OP_COLUMNS
    row[Op.WHEN] = when
    if op.name == "attack":
        row[Op.CODE] = Code.ATTACK
        row[Op.WHO] = Who.TARGET
        row[Op.A : Op.F + 1] = _attack(op, armed)
        return row
    who = "self" if op.name in ON_SELF or op.args[0] == "damage" else str(op.args[0])
    row[Op.WHO] = WHO_NUMBERS[who]
    row[Op.CODE], *arguments = _arguments(op)
    row[Op.A : Op.A + len(arguments)] = arguments
    return row


def _attack(op: grammar.Op, armed: Armed) -> list[int]:
    """Kind, rank, active bonus, damage bonus, attribute, halved: columns A to F."""
    with_weapon = op.args[0] == "weapon"
    kind = armed.kind if with_weapon else KIND_NUMBERS[str(op.args[0])]
    rank = int(op.named.get("rank", 0)) + (armed.rank if with_weapon else 0)
    if kind in (Kind.MAGIC, Kind.HEAL):
        rank += armed.magic_rank
    attribute = str(op.named.get("attr", ""))
    number = ATTRIBUTE_NAMES.index(attribute) if attribute else armed.attribute if with_weapon else 0
    return [kind, rank, int(op.named.get("acc", 0)), int(op.named.get("dmg", 0)), number, int("half" in op.args)]


def _arguments(op: grammar.Op) -> list[int]:
    """The code and the columns from A on of an operation that is no attack."""
    args = op.args
    if op.name == "mod" and args[0] == "damage":
        return [Code.DAMAGE, int(args[1])]
    if op.name == "mod":
        return [Code.MOD, VALUE_NAMES.index(str(args[1])), int(args[2]), DURATION_NUMBERS[str(args[3])]]
    if op.name == "dice":
        return [Code.REROLL] if args[0] == "reroll" else [Code.DICE, int(args[0])]
    if op.name == "spirit":
        return [Code.SURPLUS if args[1] == "surplus" else Code.SPIRIT_REROLL, int(args[2])]
    if op.name == "give":
        return [Code.GIVE, STATUS_NAMES.index(str(args[1]))]
    if op.name == "remove":
        return [Code.REMOVE, removed_bits(args[1:])]
    if op.name == "move":
        return [Code.MOVE, int(args[1]), int("free" in args)]
    if op.name == "attribute":
        return [Code.ATTRIBUTE, ATTRIBUTE_NAMES.index(str(args[1])), 0, DURATION_NUMBERS[str(args[2])]]
    if op.name == "timing":
        return [Code.TIMING, TIMING_NAMES.index(str(args[1]))]
    return _one_number(op)


def _one_number(op: grammar.Op) -> list[int]:
    codes = {
        "die": Code.DIE,
        "swap": Code.SWAP,
        "heal": Code.HEAL,
        "raise": Code.RAISE,
        "hp": Code.LOSE,
        "reduce": Code.REDUCE,
        "halve": Code.HALVE,
        "take": Code.TAKE,
    }
    return [codes[op.name], *([abs(int(op.args[-1]))] if op.args else [])]


def removed_bits(words: Sequence[grammar.Value]) -> int:
    """Statuses as bits; ``any`` is all bad ones."""
    if tuple(words) == ("any",):
        return sum(1 << status for status in BAD)
    return sum(1 << STATUS_NAMES.index(str(word)) for word in set(words))


@dataclass
class RowTable:
    """Rows and operations as they are collected for a fight."""

    rows: list[list[int]] = field(default_factory=list)
    ops: list[list[int]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def add(
        self,
        key: str,
        name: str,
        timing: str,
        trigger: str,
        ops: list[list[int]],
        reach: ReachNumbers,
        aim: AimNumbers,
        cost: CostNumbers = NO_COST,
        limit: LimitNumbers = NO_LIMIT,
    ) -> int:
        """The number of the new row."""
        row = [0] * ROW_COLUMNS
        row[Row.TIMING] = TIMING_NAMES.index(timing)
        row[Row.TRIGGER] = TRIGGER_NAMES.index(trigger)
        row[Row.COST], row[Row.COST_COUNT], row[Row.COST_FACE], row[Row.COST_ESSENCE] = cost
        row[Row.REACH], row[Row.REACH_N] = reach
        row[Row.AIM], row[Row.AIM_N] = aim
        row[Row.LIMIT], row[Row.LIMIT_N] = limit
        row[Row.FIRST_OP], row[Row.OPS] = len(self.ops), len(ops)
        self.rows.append(row)
        self.ops += ops
        self.names.append(name)
        self.keys.append(key)
        return len(self.rows) - 1
