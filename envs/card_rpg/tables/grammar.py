"""Effects: operations joined by ``;``, such as ``damage(target,1);status(target,fall)``, read into numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from dicedeck.envs.card_rpg.cards import ALL, MOST_OPS, Action, Fight, Op, Status, Value, Who
from dicedeck.envs.core.errors import did_you_mean


@dataclass(frozen=True)
class Operation:
    """One operation as the rules have it: the code, whom it touches, two arguments."""

    code: Op
    who: Who = Who.NOBODY
    a: int = 0
    b: int = 0


class EffectError(ValueError):
    """An effect that cannot be read; the message says what is wrong and what would be right."""


Parameter = Callable[[str], int]
"""Reads one argument; raises EffectError."""


def word(member: IntEnum) -> str:
    """``all_foes`` for ``Who.ALL_FOES``."""
    return member.name.lower()


def one_of(numbers: dict[str, int], kind: str) -> Parameter:
    """An argument that is one of these words."""

    def read(text: str) -> int:
        if text not in numbers:
            raise EffectError(f"{text!r} is no {kind}{did_you_mean(text, numbers)} (write {', '.join(numbers)})")
        return numbers[text]

    return read


def member_of(members: Iterable[IntEnum], kind: str) -> Parameter:
    """An argument that names one of these."""
    return one_of({word(member): int(member) for member in members}, kind)


def number(least: int, most: int, everything: bool = False) -> Parameter:
    """A whole number, never 0; with ``everything`` also ``-all``."""

    def read(text: str) -> int:
        if everything and text == "-all":
            return -ALL
        if not re.fullmatch(r"[+-]?[0-9]{1,3}", text) or not least <= int(text) <= most or int(text) == 0:
            also = ", or -all" if everything else ""
            raise EffectError(f"{text!r} is no number from {least} to {most} other than 0{also}")
        return int(text)

    return read


def who(*members: Who) -> Parameter:
    return member_of(members, "figure for this operation")


@dataclass(frozen=True)
class Form:
    """One way to write an operation: its parameters in order, and where in ``Operation`` each goes."""

    code: Op
    parameters: tuple[tuple[str, Parameter], ...] = ()
    first: str = ""
    """The first argument where it only tells forms of one name apart (``roll(shift,1)``)."""


MOST_DAMAGE = 3
MOST_CARDS = 9
MOST_BONUS = 9
_figure = (
    "who",
    who(
        Who.SELF, Who.ACTOR, Who.TARGET, Who.ATTACKER, Who.ALLY, Who.OTHER_ALLY, Who.FOE, Who.ALL_FOES, Who.PARTY
    ),
)  # fmt: skip
_count = ("a", number(1, MOST_CARDS))
_once = ("b", number(1, 1))
_state = ("a", one_of({"wounded": 1, "disabled": 2}, "state to be healed"))
_succeeding = (Action.GATHER, Action.REQUEST, Action.DISARM, Action.SET_TRAP)

FORMS: dict[str, tuple[Form, ...]] = {
    "none": (Form(Op.NONE),),
    "damage": (Form(Op.DAMAGE, (_figure, ("a", number(1, MOST_DAMAGE)))),),
    "status": (Form(Op.STATUS, (_figure, ("a", member_of(Status, "bad status")))),),
    "heal": (Form(Op.HEAL, (_figure, _state)),),
    "cleanse": (Form(Op.CLEANSE, (_figure,)),),
    "hide": (Form(Op.HIDE, (("who", who(Who.ALLIES_N, Who.ALL_ALLIES)),)),),
    "guard": (Form(Op.GUARD, (("who", who(Who.SELF, Who.ALLY, Who.OTHER_ALLY)),)),),
    "redirect": (Form(Op.REDIRECT, (("who", who(Who.SELF, Who.OTHER_ALLY)), ("a", who(Who.SELF, Who.OTHER_ALLY)))),),
    "bonus": (
        Form(
            Op.BONUS,
            (
                ("who", who(Who.SELF, Who.OTHER_ALLY)),
                ("a", member_of(Value, "value")),
                ("b", number(-MOST_BONUS, MOST_BONUS)),
            ),
        ),
    ),
    "forbid": (
        Form(Op.FORBID, (("a", one_of({"guard": 1, "counter": 2}, "thing to be forbidden for good")),)),
        Form(Op.FORBID, (("a", one_of({"action": 3}, "thing to be forbidden once")), _once)),
    ),
    "steer": (Form(Op.STEER, (_once,)),),
    "cards": (Form(Op.CARDS, (_figure, ("a", number(-MOST_CARDS, MOST_CARDS, everything=True)))),),
    "take": (Form(Op.TAKE, (_figure, _count)),),
    "recover": (Form(Op.RECOVER, (_figure, _count)),),
    "give_hand": (Form(Op.GIVE_HAND, (("who", who(Who.SELF)), ("a", who(Who.MASTER)))),),
    "drop_row": (Form(Op.DROP_ROW, (_figure,)),),
    "untap": (Form(Op.UNTAP, (_figure,)),),
    "extra_use": (Form(Op.EXTRA_USE, (_once,)),),
    "copy_row": (Form(Op.COPY_ROW, (("who", who(Who.ANY)),)),),
    "own_action": (Form(Op.OWN_ACTION, (("a", one_of({"npc": 0}, "source of an action")),)),),
    "widen": (Form(Op.WIDEN),),
    "roll": (
        Form(Op.SHIFT, (_once,), first="shift"),
        Form(Op.AGAIN, (("who", who(Who.SELF, Who.OTHER)),), first="again"),
    ),
    "succeed": (Form(Op.SUCCEED, (("a", member_of(_succeeding, "action that can succeed")),)),),
    "ignore_situation": (Form(Op.IGNORE),),
    "fight": (Form(Op.FIGHT, (("a", member_of(Fight, "kind of fight")),)),),
}
NAMES = {form.code: name for name, forms in FORMS.items() for form in forms}
"""How each operation is written."""
_CALL = re.compile(r"([a-z_]+)\(([^()]*)\)")


def parse_effect(text: str) -> tuple[Operation, ...]:
    """The operations of an effect, without those that do nothing.

    Raises:
        EffectError: says which operation cannot be read, and why.
    """
    operations = [parse_operation(part.strip()) for part in text.split(";")] if text.strip() else []
    operations = [operation for operation in operations if operation.code != Op.NONE]
    if len(operations) > MOST_OPS:
        raise EffectError(f"{len(operations)} operations, at most {MOST_OPS} are possible")
    return tuple(operations)


def parse_operation(text: str) -> Operation:
    """One operation.

    Raises:
        EffectError: likewise.
    """
    found = _CALL.fullmatch(text)
    if found is None:
        raise EffectError(f"{text!r} is no operation; write name(argument,...), operations joined by ';'")
    name, inside = found.groups()
    if name not in FORMS:
        raise EffectError(f"there is no operation {name!r}{did_you_mean(name, FORMS)} (known: {', '.join(FORMS)})")
    arguments = [part.strip() for part in inside.split(",")] if inside.strip() else []
    form = _form_for(name, arguments)
    values = {"who": 0, "a": 0, "b": 0}
    for (place, read), argument in zip(form.parameters, arguments[bool(form.first) :]):
        try:
            values[place] = read(argument)
        except EffectError as error:
            raise EffectError(f"{text}: {error}") from None
    return Operation(form.code, Who(values["who"]), values["a"], values["b"])


def _form_for(name: str, arguments: list[str]) -> Form:
    """The form that has so many arguments, and begins with the right word where that matters."""
    for form in FORMS[name]:
        if len(form.parameters) + bool(form.first) == len(arguments):
            if not form.first or form.first == arguments[0]:
                return form
    ways = " or ".join(_written(name, form) for form in FORMS[name])
    raise EffectError(f"{name}({','.join(arguments)}): write {ways}")


_PLACEHOLDERS = {"who": "who", "a": "what", "b": "n"}


def _written(name: str, form: Form) -> str:
    """``damage(who,what)``."""
    words = [form.first] * bool(form.first) + [_PLACEHOLDERS[place] for place, _ in form.parameters]
    return f"{name}({','.join(words)})"


def has_code(operations: Iterable[Operation], *codes: Op) -> bool:
    """Whether one of the operations is one of these."""
    return any(operation.code in codes for operation in operations)
