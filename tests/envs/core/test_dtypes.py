"""Records from annotated classes: what they look like, and what is refused."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from dicedeck.envs.core.dtypes import Floats, Ints, Words, as_records, dtype_of, new_records
from dicedeck.envs.core.errors import GameDefinitionError
from dicedeck.envs.core.jit import JIT
from support.toy_game import GAME

pytestmark = pytest.mark.nojit


class Sample:
    words: Annotated[Words, 2, 4]
    number: int
    flag: bool
    share: float
    cards: Annotated[Ints, 3]
    shares: Annotated[Floats, 2, 2]


class Derived(Sample):
    extra: int
    even: int


def test_fields_types_and_shapes() -> None:
    dtype = dtype_of(Sample)
    assert dtype.names == ("words", "number", "flag", "share", "cards", "shares")
    bases = [dtype[name].base for name in dtype.names]
    assert bases == [np.uint64, np.int32, np.int32, np.float32, np.int32, np.float32]
    assert [dtype[name].shape for name in dtype.names] == [(2, 4), (), (), (), (3,), (2, 2)]
    assert dtype.itemsize == 2 * 4 * 8 + 10 * 4


def test_own_fields_come_before_inherited_ones() -> None:
    class Small:
        first: int

    class Large(Small):
        second: int

    Small.__annotations__, Large.__annotations__ = {"first": int}, {"second": int}
    assert dtype_of(Large).names == ("second", "first")


def test_a_field_may_be_described_anew() -> None:
    base = type("Base", (), {"__annotations__": {"number": int, "cards": Annotated[Ints, 3]}})
    wider = type("Wider", (base,), {"__annotations__": {"cards": Annotated[Ints, 5]}})
    dtype = dtype_of(wider)
    assert dtype.names == ("cards", "number")
    assert dtype["cards"].shape == (5,)


@pytest.mark.parametrize("name", ["data", "size", "take", "sort", "field", "shape", "T", "item", "mean"])
def test_names_that_numpy_uses_are_refused(name: str) -> None:
    taken = type("Taken", (), {"__annotations__": {name: int}})
    with pytest.raises(GameDefinitionError, match=rf"Taken\.{name}: numpy's records use this name"):
        dtype_of(taken)


@pytest.mark.parametrize("hint", [str, list, np.int8, Annotated[Ints, 0], Annotated[Ints, "3"], list[int]])
def test_types_that_are_not_understood_are_refused(hint: Any) -> None:
    with pytest.raises(GameDefinitionError, match="write int, bool, float or Annotated"):
        dtype_of(type("Odd", (), {"__annotations__": {"entry": hint}}))


@pytest.mark.parametrize(
    "fields",
    [
        {"number": int, "words": Annotated[Words, 4]},
        {"one": int, "words": Annotated[Words, 4], "other": int},
        {"words": Annotated[Words, 4], "one": int, "more": Annotated[Words, 4], "other": int},
    ],
)
def test_holes_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(GameDefinitionError, match="put the uint64 fields first"):
        dtype_of(type("Holes", (), {"__annotations__": fields}))


def test_an_odd_number_of_small_fields_only_pads_the_end() -> None:
    dtype = dtype_of(type("Odd", (), {"__annotations__": {"words": Annotated[Words, 1], "number": int}}))
    assert dtype.itemsize == 16
    assert not new_records(dtype, 3).view(np.uint8).any()


def test_records_share_the_memory() -> None:
    dtype = dtype_of(Sample)
    memory = np.zeros(2 * dtype.itemsize, np.uint8)
    records = as_records(memory, dtype)
    records["number"][1] = 7
    assert len(records) == 2
    assert memory.any()
    assert isinstance(records, np.recarray) is not JIT


def test_games_with_the_same_classes_have_the_same_dtypes() -> None:
    """Not only equal ones: a call of a kernel would compare them field by field."""
    one, other = GAME.load(exchange=True), GAME.load(exchange=False)
    assert one.state_dtype is other.state_dtype
    assert one.layout.dtype is other.layout.dtype
    if JIT:  # recarrays have dtypes of their own
        assert one.new_initial_state().clone().records.dtype is other.new_batch(2).states.dtype is one.state_dtype
