"""Records described by annotated classes.

    class State:
        rng: Annotated[Words, 3, 4]        # numpy type of the elements, then the shape
        player: int                        # int and bool are int32, float is float32

``dtype_of(State)`` is the numpy structured type; mypy checks the names in rules through the class itself. Every number
is an int32, a uint64 or a float32: small integers would wrap without a word, and bytes would leave holes in the record,
whose bytes are its hash.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.errors import GameDefinitionError
from dicedeck.envs.core.jit import JIT

Ints = NDArray[np.int32]
Words = NDArray[np.uint64]
Floats = NDArray[np.float32]
Mask = NDArray[np.int8]
Array = NDArray[Any]
Record = Any
"""One element of a record array: attributes by name, in compiled code and (as a recarray's element) in plain Python."""

_SCALARS: dict[Any, Any] = {int: np.int32, bool: np.int32, float: np.float32}
_TAKEN = frozenset(dir(np.recarray)) | frozenset(dir(np.record))


@functools.cache
def dtype_of(cls: type) -> np.dtype[np.void]:
    """The structured dtype that an annotated class describes, fields in the order written (own ones first), no holes.

    The same object each time: a call of compiled code looks its arguments' types up, and compares equal but different
    dtypes field by field, which takes longer than most kernels do.

    Raises:
        GameDefinitionError: a field's name is also an attribute of numpy's records (``data``, ``size``, ``take`` ...),
            its type is not understood, or 8-byte fields do not come first.
    """
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    hints = get_type_hints(cls, include_extras=True)
    for name in _fields_in_order(cls):
        hint = hints[name]
        if name in _TAKEN:
            raise GameDefinitionError(f"{cls.__name__}.{name}: numpy's records use this name; choose another")
        scalar, shape = _field_type(cls, name, hint)
        fields.append((name, scalar, shape))
    dtype = np.dtype([(name, scalar, shape) for name, scalar, shape in fields], align=True)
    packed = sum(np.dtype(scalar).itemsize * int(np.prod(shape)) for _, scalar, shape in fields)
    if dtype.itemsize - packed >= 8 or (dtype.itemsize != packed and not _only_tail_padding(dtype, packed)):
        raise GameDefinitionError(f"{cls.__name__}: put the uint64 fields first, so that the record has no holes")
    return dtype


def _fields_in_order(cls: type) -> list[str]:
    """A class's own fields before those of its bases.

    So a record never begins with all of its base's fields, which numba would take for a subtype of it.
    """
    return list(dict.fromkeys(name for part in cls.__mro__ for name in inspect.get_annotations(part)))


def _field_type(cls: type, name: str, hint: Any) -> tuple[Any, tuple[int, ...]]:
    if hint in _SCALARS:
        return _SCALARS[hint], ()
    args = get_args(hint)
    if len(args) >= 2 and all(isinstance(n, int) and n > 0 for n in args[1:]):
        return get_args(get_args(args[0])[1])[0], tuple(args[1:])
    raise GameDefinitionError(f"{cls.__name__}.{name}: write int, bool, float or Annotated[Ints, shape...], not {hint}")


def _only_tail_padding(dtype: np.dtype[np.void], packed: int) -> bool:
    assert dtype.fields is not None
    return max(offset + field.itemsize for field, offset, *_ in dtype.fields.values()) == packed


def new_records(dtype: np.dtype[np.void], n: int) -> Array:
    """``n`` zeroed records."""
    return as_records(np.zeros(n * dtype.itemsize, np.uint8), dtype)


def as_records(memory: Array, dtype: np.dtype[np.void]) -> Array:
    """The same memory as an array of records: uint8[n * itemsize] or float32[n, size] in, n records out.

    Kernels take it. Without compilation it is a recarray, whose elements have attributes in plain Python too; compiled
    code takes a plain array, which is faster to hand over.
    """
    records: Array = np.ndarray(memory.nbytes // dtype.itemsize, dtype, memory)  # a view takes seven times as long
    return records if JIT else records.view(np.recarray)


def bytes_of(records: Array, i: int) -> bytes:
    """The bytes of records[i], that of game i.

    Raises:
        IndexError: there is no game i.
    """
    if not 0 <= i < len(records):
        raise IndexError(f"there are games 0 to {len(records) - 1}, not {i}")
    return records[i : i + 1].tobytes()
