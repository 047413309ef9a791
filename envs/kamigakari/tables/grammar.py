"""Effects as the tables write them: ``attack(weapon,rank=1);on_hit(give(target,prone))``.

    effect    = operation { ";" operation }
    operation = name "(" [ argument { "," argument } ] ")"
    argument  = word | number | word "=" (word | number) | effect

An effect is read into a tree of ``Op``; ``operations.py`` says which operations there are and what they take.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"\s*(?:(?P<number>[+-]?\d+)|(?P<word>[A-Za-z_]+)|(?P<sign>[(),;=]))")

Value = int | str


@dataclass(frozen=True)
class Op:
    """One operation as written."""

    name: str
    args: tuple[Value, ...] = ()
    named: dict[str, Value] = field(default_factory=dict)
    inner: tuple[Op, ...] = ()

    def __str__(self) -> str:
        parts = [str(value) for value in self.args] + [f"{key}={value}" for key, value in self.named.items()]
        parts += [";".join(str(op) for op in self.inner)] if self.inner else []
        return f"{self.name}({','.join(parts)})"


MOST_LETTERS = 500
"""Of an effect: far more than its operations need."""


class EffectError(ValueError):
    """The text is no effect; the message says where."""


def parse_effect(text: str) -> tuple[Op, ...]:
    """The operations of an effect.

    Raises:
        EffectError: the text does not follow the grammar.
    """
    if len(text) > MOST_LETTERS:
        raise EffectError(f"an effect of {len(text)} letters, {text[:30]!r}...; at most {MOST_LETTERS} are possible")
    reader = _Tokens(text)
    ops = reader.effect()
    if reader.peek():
        raise EffectError(f"{reader.peek()!r} after {reader.read_so_far()!r} is too much; operations are joined by ';'")
    return ops


class _Tokens:
    """The text in pieces, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        self.ends: list[int] = [0]
        self.at = 0
        position = 0
        while text[position:].strip():
            found = TOKEN.match(text, position)
            if found is None:
                raise EffectError(f"cannot read {text[position:].strip()!r} in {text!r}")
            self.tokens.append(found[0].strip())
            position = found.end()
            self.ends.append(position)

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def read_so_far(self) -> str:
        return self.text[: self.ends[self.at]]

    def next(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            what = repr(wanted) if wanted else "something"
            found = f"found {token!r}" if token else "the text ends"
            raise EffectError(f"expected {what} after {self.read_so_far()!r}, {found}")
        self.at += 1
        return token

    def effect(self) -> tuple[Op, ...]:
        ops = [self.operation()]
        while self.peek() == ";":
            self.next()
            ops.append(self.operation())
        return tuple(ops)

    def operation(self) -> Op:
        name = self.next()
        if not name[0].isalpha():
            raise EffectError(f"expected the name of an operation, found {name!r} before {self.read_so_far()!r} ends")
        self.next("(")
        args: list[Value] = []
        named: dict[str, Value] = {}
        inner: tuple[Op, ...] = ()
        while self.peek() != ")":
            if self._begins_operation():
                inner += self.effect()
            else:
                self._argument(args, named)
            if self.peek() != ")":
                self.next(",")
        self.next(")")
        return Op(name, tuple(args), named, inner)

    def _begins_operation(self) -> bool:
        return self.at + 1 < len(self.tokens) and self.tokens[self.at + 1] == "("

    def _argument(self, args: list[Value], named: dict[str, Value]) -> None:
        value = self._value()
        if self.peek() != "=":
            args.append(value)
            return
        self.next()
        if value in named or not isinstance(value, str):
            raise EffectError(f"{value}= is {'given twice' if value in named else 'no name'}")
        named[value] = self._value()

    def _value(self) -> Value:
        token = self.next()
        if token in "(),;=":
            raise EffectError(f"expected a word or a number, found {token!r} in {self.read_so_far()!r}")
        return int(token) if token.lstrip("+-").isdigit() else token
