"""Action spaces as a list of named blocks, each with its shape: ``place`` is 54 x 9, ``pass`` is one action ...

An action is an int: the block's start plus the C-order index inside its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from dicedeck.envs.core.errors import ActionNameError, GameDefinitionError, did_you_mean


@dataclass(frozen=True)
class Block:
    """One kind of action: its name, the sizes of its choices, and how one of its actions reads."""

    name: str
    shape: tuple[int, ...]
    text: Callable[..., str]  # the indices inside ``shape`` -> the action's exact name
    note: str = ""  # for the table in RULES.md

    @property
    def size(self) -> int:
        return prod(self.shape)


class ActionTable:
    """The blocks of an action space in order; encode and decode are each other's inverse."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
        self.starts: dict[str, int] = {}
        start = 0
        for block in self.blocks:
            if block.name in self.starts:
                raise GameDefinitionError(f"two action blocks are called {block.name!r}")
            self.starts[block.name] = start
            start += block.size
        self.num_actions = start
        self._names: tuple[str, ...] | None = None
        self._ids: dict[str, int] = {}

    def encode(self, name: str, *indices: int) -> int:
        """The action of block ``name`` with these indices."""
        block = next(b for b in self.blocks if b.name == name)
        offset = int(np.ravel_multi_index(indices, block.shape)) if block.shape else 0
        return self.starts[name] + offset

    def decode(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The block's name and the indices of ``action``."""
        for block in self.blocks:
            offset = action - self.starts[block.name]
            if 0 <= offset < block.size:
                return block.name, tuple(int(i) for i in np.unravel_index(offset, block.shape)) if block.shape else ()
        raise ActionNameError(f"action {action} does not exist; actions are 0 to {self.num_actions - 1}")

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every action, in order."""
        if self._names is None:
            self._names = tuple(
                block.text(*(int(i) for i in index)) for block in self.blocks for index in np.ndindex(*block.shape)
            )
            self._ids = {name: action for action, name in enumerate(self._names)}
            if len(self._ids) != len(self._names):
                raise GameDefinitionError("two actions have the same name")
        return self._names

    def parse(self, text: str) -> int:
        """The action with this name; letter case and extra blanks do not matter.

        Raises:
            ActionNameError: names the closest actions.
        """
        names = self.names
        wanted = " ".join(text.split())
        if wanted in self._ids:
            return self._ids[wanted]
        folded = {name.casefold(): action for name, action in self._ids.items()}
        if wanted.casefold() in folded:
            return folded[wanted.casefold()]
        raise ActionNameError(f"no action is called {text!r}{did_you_mean(wanted, names)}")

    def markdown(self) -> str:
        """The table of blocks for RULES.md."""
        rows = ["| block | actions | ids | example | notes |", "| --- | --- | --- | --- | --- |"]
        for block in self.blocks:
            start = self.starts[block.name]
            ids = f"{start}" if block.size == 1 else f"{start}-{start + block.size - 1}"
            size = " x ".join(str(n) for n in block.shape) or "1"
            rows.append(f"| {block.name} | {size} | {ids} | `{block.text(*(0,) * len(block.shape))}` | {block.note} |")
        return "\n".join(rows)
