"""Named observations: an annotated class of float32 fields, seen at the same time as one flat vector.

    class Observation:
        hand: Annotated[Floats, 54]        # 1 for each card in the observer's hand

Rules write ``obs.hand[card] = 1``; the flat vector is the same memory, so nobody counts offsets by hand.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dicedeck.envs.core.dtypes import Floats, dtype_of
from dicedeck.envs.core.errors import GameDefinitionError


@dataclass(frozen=True)
class Slot:
    """One named piece of a flat vector: ``vector[start:stop].reshape(shape)``."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    note: str


class Layout:
    """The named pieces of a flat float32 vector that an annotated class describes."""

    def __init__(self, cls: type) -> None:
        self.dtype = dtype_of(cls)
        notes = _field_notes(cls)
        slots: list[Slot] = []
        start = 0
        for name in self.dtype.names or ():
            field = self.dtype[name]
            if field.base != np.float32:
                raise GameDefinitionError(f"{cls.__name__}.{name}: observations and features are float32 throughout")
            stop = start + prod(field.shape)
            slots.append(Slot(name, start, stop, field.shape, notes.get(name, "")))
            start = stop
        self.slots = tuple(slots)
        self.size = start

    def __getitem__(self, name: str) -> Slot:
        return next(slot for slot in self.slots if slot.name == name)

    def records(self, flat: Floats) -> Any:
        """The same memory as records: ``flat`` is float32[n, size], the result has n elements."""
        return flat.view(self.dtype)[..., 0].view(np.recarray)

    def explain(self, vector: Floats) -> dict[str, Any]:
        """What ``vector`` (float32[size]) says: every named piece that is not all zero.

        A piece of one number maps to it, a longer one to ``{index: value}`` of the entries that are set.
        """
        said: dict[str, Any] = {}
        for slot in self.slots:
            piece = np.asarray(vector[slot.start : slot.stop]).reshape(slot.shape)
            if not piece.any():
                continue
            if not slot.shape:
                said[slot.name] = float(piece)
                continue
            said[slot.name] = {
                (index[0] if len(index) == 1 else tuple(index)): round(float(piece[tuple(index)]), 6)
                for index in np.argwhere(piece).tolist()
            }
        return said

    def markdown(self) -> str:
        """The table of pieces for RULES.md."""
        rows = ["| name | from | to | shape | meaning |", "| --- | --- | --- | --- | --- |"]
        for slot in self.slots:
            shape = " x ".join(str(n) for n in slot.shape) or "1"
            rows.append(f"| {slot.name} | {slot.start} | {slot.stop - 1} | {shape} | {slot.note} |")
        return "\n".join(rows)


def _field_notes(cls: type) -> dict[str, str]:
    """The comment at the end of each field's line, from the class's source and its bases'."""
    notes: dict[str, str] = {}
    for base in reversed(cls.__mro__[:-1]):
        for line in inspect.getsource(base).splitlines():
            found = re.match(r"\s+(\w+): .*?#\s*(.+)$", line)
            if found:
                notes[found[1]] = found[2]
    return notes
