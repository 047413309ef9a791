"""Weapon cards that give a bad status, heal or cleanse (CARD-41 to CARD-49)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import begin, foe, foes_turn, health, legal, pc, play, position, rows, statuses, to_move


def cast(row: str, dice: int, **target: Any) -> State:
    """pc_0 uses a row against a goblin (magic defence 9); an ogre stands by."""
    given = position(pc(rows=row), foes=[foe("goblin", **target), foe("ogre")])
    return play(begin(given, dice=[dice]), "use row 1", "target goblin")


@pytest.mark.parametrize(
    ("card", "status", "number"),
    [
        pytest.param("daze", "daze", 9, marks=pytest.mark.rule("CARD-41", "CARD-86")),
        pytest.param("charm", "charm", 11, marks=pytest.mark.rule("CARD-42", "CARD-87")),
        pytest.param("paralysis", "paralysis", 10, marks=pytest.mark.rule("CARD-43", "CARD-88")),
        pytest.param("fall", "fall", 9, marks=pytest.mark.rule("CARD-44", "CARD-89")),
        pytest.param("curse", "curse", 9, marks=pytest.mark.rule("CARD-45", "CARD-90")),
        pytest.param("pressure", "pressure", 9, marks=pytest.mark.rule("CARD-46", "CARD-91")),
    ],
)
def test_a_status_from_its_number_on(card: str, status: str, number: int) -> None:
    assert statuses(cast(card, number), "goblin") == {status}
    assert statuses(cast(card, number - 1), "goblin") == set()
    assert health(cast(card, number), "goblin") == "unhurt"


@pytest.mark.rule("CARD-42", "CARD-12")
def test_two_charms_stack_with_nothing_added() -> None:
    assert statuses(cast("charm charm", 11), "goblin") == {"charm"}
    assert statuses(cast("charm charm", 10), "goblin") == set()


@pytest.mark.rule("CARD-16", "CARD-41")
def test_a_status_cannot_be_guarded() -> None:
    state = cast("daze", 9, rows="axe")
    assert (statuses(state, "goblin"), rows(state, "goblin")) == ({"daze"}, ["axe", ""])


@pytest.mark.rule("CARD-86a", "CARD-44")
def test_a_figure_has_a_status_once_and_there_are_two_cards() -> None:
    assert statuses(cast("fall", 9, statuses=["fall"]), "goblin") == {"fall"}
    others = [foe("ogre", statuses=["fall"]), foe("troll", statuses=["fall"])]
    given = position(pc(rows="fall"), foes=[foe("goblin"), *others])
    assert statuses(play(begin(given, dice=[12]), "use row 1", "target goblin"), "goblin") == set()
    given = position(pc(rows="fall"), pc(statuses=["fall"], hand="axe"), foes=[foe("goblin"), others[0]])
    assert statuses(play(begin(given, dice=[12]), "use row 1", "target goblin"), "goblin") == set()


@pytest.mark.rule("CARD-18")
def test_a_status_card_is_for_fights() -> None:
    assert legal(begin(position(pc("gold_bag", rows="daze"), situation="church")), "use row") == set()


# Healing


@pytest.mark.rule("CARD-47")
def test_cure_heals_another_who_is_wounded() -> None:
    given = position(
        pc(rows="cure", health="wounded"), pc("axe", health="wounded"), pc("axe"), pc(health="disabled"),
        foes=[foe("goblin")],
    )  # fmt: skip
    state = play(begin(given), "use row 1")
    assert legal(state) == {"target pc_1"}
    play(state, "target pc_1")
    assert [health(state, f"pc_{seat}") for seat in range(4)] == ["wounded", "unhurt", "unhurt", "disabled"]
    assert rows(state) == ["cure*", ""]


@pytest.mark.rule("CARD-47")
def test_cure_without_anybody_to_heal() -> None:
    given = position(pc("axe", rows="cure/axe", health="wounded"), pc("axe"), foes=[foe("goblin")])
    assert legal(begin(given), "use") == {"use row 2"}


@pytest.mark.rule("CARD-48")
def test_dispel_takes_all_statuses_off_one_of_the_own_side() -> None:
    given = position(
        pc(rows="dispel", statuses=["fall"]), pc("axe", statuses=["curse", "pressure"]), pc("axe"),
        foes=[foe("goblin", statuses=["daze"])],
    )  # fmt: skip
    state = play(begin(given), "use row 1")
    assert legal(state) == {"target pc_0", "target pc_1"}
    play(state, "target pc_1")
    assert [statuses(state, name) for name in ("pc_0", "pc_1", "goblin")] == [{"fall"}, set(), {"daze"}]


@pytest.mark.rule("CARD-48")
def test_dispel_on_oneself() -> None:
    given = position(pc(rows="dispel", statuses=["fall", "curse"]), foes=[foe("goblin")])
    state = play(begin(given), "use row 1", "target pc_0")
    assert statuses(state, "pc_0") == set()


@pytest.mark.rule("CARD-49")
def test_regeneration_heals_oneself() -> None:
    given = position(pc(rows="regeneration", health="wounded"), pc("axe", health="wounded"), foes=[foe("goblin")])
    state = play(begin(given), "use row 1")
    assert (health(state, "pc_0"), health(state, "pc_1"), to_move(state)) == ("unhurt", "wounded", "pc_1 plot")


@pytest.mark.rule("CARD-49")
def test_regeneration_of_one_who_is_unhurt() -> None:
    given = position(pc(rows="regeneration/axe"), pc("axe", health="wounded"), foes=[foe("goblin")])
    assert legal(begin(given), "use") == {"use row 2"}


@pytest.mark.rule("CARD-47", "CARD-48", "CARD-49", "CARD-19")
def test_foes_heal_with_their_rows_too() -> None:
    foes = [foe("ogre", rows="cure / regeneration", health="wounded"), foe("goblin", health="wounded")]
    state = play(foes_turn(pc("axe"), foes=foes), "act ogre", "use row 1")
    if legal(state, "target"):
        play(state, "target goblin")
    assert (health(state, "ogre"), health(state, "goblin")) == ("wounded", "unhurt")
    play(state, "act ogre", "use row 2")
    assert health(state, "ogre") == "unhurt"
