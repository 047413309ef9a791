"""Named pieces over one flat vector."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from dicedeck.envs.core.dtypes import Floats, Ints
from dicedeck.envs.core.errors import GameDefinitionError
from dicedeck.envs.core.layout import Layout

pytestmark = pytest.mark.nojit


class Seen:
    to_move: float  # 1 when the observer decides
    hand: Annotated[Floats, 3]  # 1 for each card
    table: Annotated[Floats, 2, 2]  # cards / 4


class MoreSeen(Seen):
    phase: Annotated[Floats, 2]  # 1 at the phase


class NotFloat:
    hand: Annotated[Ints, 3]


def test_slots_follow_each_other() -> None:
    layout = Layout(Seen)
    assert [(s.name, s.start, s.stop, s.shape) for s in layout.slots] == [
        ("to_move", 0, 1, ()),
        ("hand", 1, 4, (3,)),
        ("table", 4, 8, (2, 2)),
    ]
    assert layout.size == 8
    assert layout["hand"].note == "1 for each card"


def test_a_derived_observation_has_its_own_pieces_first() -> None:
    layout = Layout(MoreSeen)
    assert [slot.name for slot in layout.slots] == ["phase", "to_move", "hand", "table"]
    assert layout["phase"].note == "1 at the phase"
    assert layout["table"].note == "cards / 4"


def test_only_float32_is_taken() -> None:
    with pytest.raises(GameDefinitionError, match=r"NotFloat\.hand: observations and features are float32"):
        Layout(NotFloat)


def test_record_and_vector_are_the_same_memory() -> None:
    layout = Layout(Seen)
    flat = np.zeros((2, layout.size), np.float32)
    layout.records(flat)[1].hand[2] = 1
    assert np.argwhere(flat).tolist() == [[1, 3]]


def test_explain_names_what_is_set() -> None:
    layout = Layout(Seen)
    vector = np.zeros(layout.size, np.float32)
    assert layout.explain(vector) == {}
    vector[[0, 2, 7]] = (1, 1, 0.1)
    assert layout.explain(vector) == {"to_move": 1.0, "hand": {1: 1.0}, "table": {(1, 1): 0.1}}


def test_markdown() -> None:
    assert Layout(Seen).markdown().splitlines()[2:] == [
        "| to_move | 0 | 0 | 1 | 1 when the observer decides |",
        "| hand | 1 | 3 | 3 | 1 for each card |",
        "| table | 4 | 7 | 2 x 2 | cards / 4 |",
    ]
