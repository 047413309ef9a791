"""Bad statuses (CARD-86 to CARD-91, CARD-86a)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import begin, foe, foes_turn, health, legal, pc, play, position, rows, statuses, to_move

TWO = [foe("goblin"), foe("ogre")]


@pytest.mark.rule("CARD-86", "CARD-16")
def test_in_a_daze_nobody_guards() -> None:
    state = play(foes_turn(pc(rows="axe", statuses=["daze"]), foes=TWO, dice=[12]), "act goblin", "target pc_0")
    assert (health(state, "pc_0"), to_move(state)) == ("wounded", "gm_0 act")
    given = position(pc(rows="sword"), foes=[foe("ogre", rows="axe", statuses=["daze"]), foe("goblin")])
    state = play(begin(given, dice=[12]), "use row 1", "target ogre")
    assert (health(state, "ogre"), rows(state, "ogre")) == ("wounded", ["axe", ""])


@pytest.mark.rule("CARD-88")
def test_paralysis_loses_the_next_row_and_goes() -> None:
    given = position(pc(rows="sword/axe", statuses=["paralysis"]), pc("axe"), foes=TWO)
    state = play(begin(given, dice=[12]), "use row 1")
    assert (rows(state), statuses(state, "pc_0"), health(state, "goblin")) == (["sword*", "axe"], set(), "unhurt")
    play(state, "use row 2", "target goblin")
    assert health(state, "goblin") == "wounded"


@pytest.mark.rule("CARD-88", "CARD-15")
def test_paralysis_loses_an_own_action() -> None:
    state = play(foes_turn(pc("axe"), foes=[foe("goblin", statuses=["paralysis"]), foe("ogre")]), "act goblin")
    assert (to_move(state), legal(state)) == ("gm_0 act", {"act ogre", "pass"})
    assert statuses(state, "goblin") == set()


@pytest.mark.rule("CARD-88", "CARD-86a")
def test_guarding_is_no_action() -> None:
    given = foes_turn(pc(rows="axe", statuses=["paralysis"]), foes=TWO, dice=[12])
    state = play(given, "act goblin", "target pc_0", "guard row 1")
    assert (health(state, "pc_0"), statuses(state, "pc_0")) == ("unhurt", {"paralysis"})


def number_that_hits(row: str, **target: Any) -> int:
    """The least dice total with which a row hits a goblin (10 / 9)."""
    for dice in range(3, 13):
        given = position(pc(rows=row), foes=[foe("goblin", **target), foe("ogre")])
        if health(play(begin(given, dice=[dice]), "use row 1", "target goblin"), "goblin") == "wounded":
            return dice
    raise AssertionError("never")


@pytest.mark.rule("CARD-89")
def test_the_fallen_have_three_less_physical_defence() -> None:
    assert number_that_hits("sword", statuses=["fall"]) == 7 == number_that_hits("sword") - 3
    assert number_that_hits("bolt", statuses=["fall"]) == 9


@pytest.mark.rule("CARD-90")
def test_the_cursed_have_three_less_magic_defence() -> None:
    assert number_that_hits("bolt", statuses=["curse"]) == 6 == number_that_hits("bolt") - 3
    assert number_that_hits("sword", statuses=["curse"]) == 10


@pytest.mark.rule("CARD-91")
@pytest.mark.parametrize(("row", "number"), [("sword", 10), ("bolt", 9)])
def test_the_pressed_act_with_one_less(row: str, number: int) -> None:
    for dice, after in ((number + 1, "wounded"), (number, "unhurt")):
        given = position(pc(rows=row, statuses=["pressure"]), foes=TWO)
        assert health(play(begin(given, dice=[dice]), "use row 1", "target goblin"), "goblin") == after


@pytest.mark.rule("CARD-91")
def test_pressed_foes_act_with_one_less() -> None:
    """A goblin hits 8 with 2D6 + 3 from 5 on."""
    for given, number in (([], 5), (["pressure"], 6)):
        for dice, after in ((number, "wounded"), (number - 1, "unhurt")):
            foes = [foe("goblin", statuses=given), foe("ogre")]
            state = play(foes_turn(pc("axe"), foes=foes, dice=[dice]), "act goblin", "target pc_0")
            assert health(state, "pc_0") == after


# Charm


@pytest.mark.rule("CARD-87", "CARD-86a")
def test_a_charmed_pc_is_steered_by_the_game_master_once() -> None:
    """The turn of pc_0: pc_1 passes the trade and plot phases, then gm_0 chooses row and target."""
    given = position(
        pc("axe"), pc(rows="sword/axe", statuses=["charm"], charmer="gm_0"), foes=TWO, phase="plot"
    )  # fmt: skip
    state = play(begin(given, dice=[12], mode="gm"), "pass")
    while to_move(state) in ("pc_1 offer", "pc_1 plot"):
        play(state, "pass")
    assert (to_move(state), legal(state)) == ("gm_0 steer", {"use row 1", "use row 2", "pass"})
    play(state, "use row 1")
    assert {"target pc_0"} <= legal(state) <= {"target pc_0", "target goblin", "target ogre"}
    play(state, "target pc_0")
    assert (health(state, "pc_0"), statuses(state, "pc_1")) == ("wounded", set())
    assert (to_move(state), legal(state)) == ("pc_1 action", {"use row 2", "pass"})


@pytest.mark.rule("CARD-87", "CARD-25")
def test_without_a_game_master_a_charmed_pc_attacks_a_friend() -> None:
    given = position(pc("axe"), pc(rows="sword", statuses=["charm"], charmer="gm_0"), foes=TWO, phase="plot")
    state = play(begin(given, dice=[12, 2, 2]), "pass")
    for _ in range(2):
        if to_move(state) in ("pc_1 offer", "pc_1 plot"):
            play(state, "pass")
    assert statuses(state, "pc_1") == set()
    assert health(state, "pc_0") in ("wounded", "disabled")  # by pc_1, and perhaps by the foes' turn that follows


@pytest.mark.rule("CARD-87", "CARD-86a")
def test_a_charmed_foe_is_steered_by_the_one_whose_charm_it_is() -> None:
    foes = [foe("goblin", statuses=["charm"], charmer="pc_1"), foe("ogre")]
    state = play(foes_turn(pc("axe"), pc("axe"), foes=foes, dice=[12]), "act goblin")
    assert (to_move(state), legal(state)) == ("pc_1 steer", {"own action", "pass"})
    play(state, "own action")
    assert "target ogre" in legal(state)
    play(state, "target ogre")
    assert (health(state, "ogre"), statuses(state, "goblin")) == ("wounded", set())


@pytest.mark.rule("CARD-87", "CARD-42")
def test_who_charms_steers() -> None:
    given = position(pc(rows="charm"), foes=TWO)
    state = play(begin(given, dice=[12], mode="gm"), "use row 1", "target goblin")
    assert statuses(state, "goblin") == {"charm"}
    assert state.to_dict()["foes"][0]["charmer"] == "pc_0"


@pytest.mark.rule("CARD-87", "CARD-86a")
def test_the_steerer_may_let_the_action_go_by() -> None:
    foes = [foe("goblin", statuses=["charm"], charmer="pc_0"), foe("ogre")]
    state = play(foes_turn(pc("axe"), pc("axe"), foes=foes), "act goblin", "pass")
    assert (to_move(state), legal(state), statuses(state, "goblin")) == ("gm_0 act", {"act ogre", "pass"}, set())


# When they go


def cleaned_up(state: State) -> State:
    """Up to the removal of a status."""
    while to_move(state) in ("pc_0 action", "pc_0 plot"):
        play(state, "pass")
    return state


@pytest.mark.rule("CARD-14", "CARD-86a", "CARD-86", "CARD-89", "CARD-90", "CARD-91")
def test_one_status_is_removed_in_the_own_clean_up() -> None:
    given = position(pc("axe", statuses=["fall", "curse", "daze"]), pc("axe", statuses=["pressure"]), foes=TWO)
    state = cleaned_up(begin(given | {"phase": "plot"}))
    assert legal(state) == {"remove daze", "remove fall", "remove curse", "pass"}
    play(state, "remove curse")
    assert (statuses(state, "pc_0"), statuses(state, "pc_1")) == ({"fall", "daze"}, {"pressure"})
    assert to_move(state) == "pc_1 offer"


@pytest.mark.rule("CARD-86a")
def test_statuses_of_the_other_side_go_in_its_clean_up() -> None:
    foes = [foe("goblin", statuses=["fall", "curse"]), foe("ogre", statuses=["pressure"])]
    state = play(foes_turn(pc("axe", statuses=["daze"]), foes=foes, master={"hand": []}), "pass")
    assert (statuses(state, "goblin"), statuses(state, "ogre")) == (set(), set())
    assert statuses(state, "pc_0") == {"daze"}


@pytest.mark.rule("CARD-86a", "CARD-15")
def test_a_disabled_foe_gives_its_status_cards_back() -> None:
    foes = [foe("goblin", statuses=["fall"], health="wounded"), foe("ogre", statuses=["fall"]), foe("troll")]
    given = position(pc(rows="sword/fall"), pc("axe"), foes=foes)
    state = play(begin(given, dice=[12, 12]), "use row 1", "target goblin", "use row 2", "target troll")
    assert (health(state, "goblin"), statuses(state, "troll")) == ("disabled", {"fall"})
