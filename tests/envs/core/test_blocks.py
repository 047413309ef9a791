"""Action tables: ids, blocks and names lead to one another."""

from __future__ import annotations

import pytest

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.errors import ActionNameError, GameDefinitionError

pytestmark = pytest.mark.nojit

TABLE = ActionTable(
    [
        Block("place", (3, 2), lambda card, lane: f"place C{card} L{lane}", "a card"),
        Block("pass", (), lambda: "pass"),
        Block("draw", (2,), lambda pile: f"draw {('left', 'right')[pile]}"),
    ]
)


def test_ids_are_counted_through() -> None:
    assert TABLE.num_actions == 9
    assert TABLE.starts == {"place": 0, "pass": 6, "draw": 7}
    assert TABLE.names == (
        *(f"place C{card} L{lane}" for card in range(3) for lane in range(2)),
        *("pass", "draw left", "draw right"),
    )


@pytest.mark.parametrize("action", range(9))
def test_encode_undoes_decode(action: int) -> None:
    block, indices = TABLE.decode(action)
    assert TABLE.encode(block, *indices) == action
    assert TABLE.parse(TABLE.names[action]) == action


@pytest.mark.parametrize("action", [-1, 9])
def test_actions_outside_do_not_decode(action: int) -> None:
    with pytest.raises(ActionNameError, match=f"action {action} does not exist; actions are 0 to 8"):
        TABLE.decode(action)


@pytest.mark.parametrize("text", ["place C2 L1", "PLACE c2 l1", "  place   C2 L1 "])
def test_letter_case_and_blanks_do_not_matter(text: str) -> None:
    assert TABLE.parse(text) == 5


def test_unknown_names_show_the_closest_ones() -> None:
    with pytest.raises(ActionNameError, match="no action is called 'place C2 L7'; did you mean 'place C2 L"):
        TABLE.parse("place C2 L7")
    with pytest.raises(ActionNameError, match=r"^no action is called 'xyz'$"):
        TABLE.parse("xyz")


def test_two_actions_of_one_name_are_refused() -> None:
    table = ActionTable([Block("draw", (2,), lambda pile: "draw")])
    with pytest.raises(GameDefinitionError, match="two actions have the same name"):
        _ = table.names


def test_two_blocks_of_one_name_are_refused() -> None:
    with pytest.raises(GameDefinitionError, match="two action blocks are called 'pass'"):
        ActionTable([Block("pass", (), lambda: "pass"), Block("pass", (), lambda: "pass again")])


def test_markdown() -> None:
    assert TABLE.markdown().splitlines()[2:] == [
        "| place | 3 x 2 | 0-5 | `place C0 L0` | a card |",
        "| pass | 1 | 6 | `pass` |  |",
        "| draw | 2 | 7-8 | `draw left` |  |",
    ]
