"""Copy and Command (CARD-69, CARD-69a)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import begin, figure, foe, get, health, legal, pc, play, position, rows, statuses, to_move


def with_copy(of: str, **fields: Any) -> dict[str, Any]:
    """A PC with a Copy that stands for another row, and a sword."""
    entry = pc(rows="copy/axe*", **fields)
    entry["rows"][0]["copies"] = of
    return entry


@pytest.mark.rule("CARD-69")
def test_copy_asks_for_a_row_when_it_is_plotted() -> None:
    given = position(pc("copy"), pc(rows="sword/bolt bolt"), pc(rows="axe"), foes=[foe("ogre", rows="club/cure")])
    state = play(begin(given | {"phase": "plot"}), "plot copy row 1")
    assert legal(state) == {"target pc_1", "target pc_2", "target ogre"}
    play(state, "target pc_1")
    assert (to_move(state), legal(state)) == ("pc_0 row (copy)", {"row 1", "row 2"})
    play(state, "row 2")
    assert figure(state, "pc_0")["rows"][0] == {"cards": ["copy"], "copies": "pc_1 row 2"}


@pytest.mark.rule("CARD-69")
def test_of_one_row_there_is_no_choice() -> None:
    given = position(pc("copy"), pc(rows="sword"), foes=[foe("ogre")], phase="plot")
    state = play(begin(given), "plot copy row 1", "target pc_1")
    assert figure(state, "pc_0")["rows"][0]["copies"] == "pc_1 row 1"


@pytest.mark.rule("CARD-69")
def test_without_another_weapon_row_copy_is_nothing() -> None:
    given = position(pc("copy"), pc(rows="grimoire"), foes=[foe("goblin")], phase="plot")
    state = play(begin(given), "plot copy row 1")
    assert (rows(state), get(state, "phase")) == (["copy", ""], "plot")
    assert "copies" not in figure(state, "pc_0")["rows"][0]


@pytest.mark.rule("CARD-69")
def test_a_copy_acts_as_the_row_does_now() -> None:
    """Two clubs: +1 +2; the club's owner has used them, which does not matter."""
    for dice, after in ((7, "wounded"), (6, "unhurt")):
        given = position(with_copy("pc_1 row 1"), pc("axe", rows="club club*"), foes=[foe("goblin")])
        state = play(begin(given, dice=[dice]), "use row 1", "target goblin")
        assert (health(state, "goblin"), rows(state)[0]) == (after, "copy*")


@pytest.mark.rule("CARD-69", "CARD-33")
def test_a_copy_has_criticals_and_flags_too() -> None:
    given = position(with_copy("pc_1 row 1"), pc("axe", rows="dagger"), foes=[foe("goblin"), foe("ogre")])
    assert health(play(begin(given, dice=[11]), "use row 1", "target goblin"), "goblin") == "disabled"
    given = position(with_copy("pc_1 row 1"), pc("axe", rows="bow"), foes=[foe("goblin", rows="axe")])
    assert health(play(begin(given, dice=[12]), "use row 1", "target goblin"), "goblin") == "wounded"


@pytest.mark.rule("CARD-69", "CARD-50")
def test_a_copy_of_armour_is_armour() -> None:
    given = position(pc(rows="sword/copy"), pc("axe", rows="war_armour"), foes=[foe("goblin")])
    given["pcs"][0]["rows"][1]["copies"] = "pc_1 row 1"
    for dice, after in ((9, "wounded"), (8, "unhurt")):
        assert health(play(begin(given, dice=[dice]), "use row 1", "target goblin"), "goblin") == after


@pytest.mark.rule("CARD-69")
def test_when_the_row_is_gone_the_copy_is_nothing() -> None:
    given = position(with_copy("pc_1 row 2"), pc("axe", rows="club"), foes=[foe("goblin")], phase="plot")
    given["pcs"][0]["hand"] = ["magic_key"]
    assert to_move(play(begin(given), "pass")) == "pc_1 offer"


@pytest.mark.rule("CARD-69", "CARD-9")
def test_it_is_chosen_anew_at_each_own_untap() -> None:
    given = position(
        pc("axe"), with_copy("pc_0 row 1", hand="axe"), foes=[foe("ogre", rows="club")], phase="plot"
    )  # fmt: skip
    given["pcs"][0]["rows"] = [{"cards": ["sword"]}]
    state = play(begin(given), "pass", "pass")
    assert (to_move(state), legal(state)) == ("pc_1 target (copy)", {"target pc_0", "target pc_1", "target ogre"})
    play(state, "target ogre")
    assert figure(state, "pc_1")["rows"][0]["copies"] == "ogre row 1"


# Command


def commander(npc: str, **fields: Any) -> dict[str, Any]:
    weapon = {"weapon": "command", "level": 3, "npc": npc}
    return pc(rows="personal_1", personal=[weapon], **fields)


def commanded(npc: str, dice: int, *actions: str, **fields: Any) -> State:
    given = position(commander(npc, **fields), foes=[foe("goblin"), foe("ogre")])
    return play(begin(given, dice=[dice]), "use row 1", *actions)


@pytest.mark.rule("CARD-69a")
def test_command_does_an_own_action_with_the_owners_values() -> None:
    """The hobgoblin's Cleave: physical +3, damage."""
    for dice, after in ((6, "wounded"), (5, "unhurt")):
        state = commanded("hobgoblin", dice, "target goblin", values=[1, 8, 0, 8])
        assert (health(state, "goblin"), health(state, "pc_0"), rows(state)[0]) == (after, "unhurt", "personal_1*")


@pytest.mark.rule("CARD-69a")
def test_command_of_several_effects_and_of_all_foes() -> None:
    state = commanded("ogre", 12, "target goblin")
    assert (health(state, "goblin"), statuses(state, "goblin")) == ("wounded", {"fall"})
    state = commanded("hellhound", 12)
    assert (health(state, "goblin"), health(state, "ogre")) == ("wounded", "wounded")


@pytest.mark.rule("CARD-69a", "CARD-18")
def test_command_is_for_fights() -> None:
    assert legal(begin(position(commander("ogre", hand="gold_bag"), situation="church")), "use row") == set()


@pytest.mark.rule("CARD-69a", "CARD-5")
def test_the_level_bounds_the_npc() -> None:
    """With 90 experience level 3 is the most: NPCs of level 6 or less."""
    names = {name.removeprefix("build command ") for name in build_choices(90) if "command" in name}
    assert {"goblin", "ogre", "siren"} <= names and not names & {"vampire", "death_knight", "wyvern", "dragonkin"}
    assert not any("command" in name for name in build_choices(9))


def build_choices(experience: int) -> set[str]:
    given = {
        "phase": "build",
        "pcs": [pc(experience=experience) | {"rows": [], "hand": []}, pc()],
        "round": 0,
    }
    if experience < 10:
        return set()
    return legal(begin(given), "build")


@pytest.mark.rule("CARD-5", "CARD-69a")
@pytest.mark.parametrize(
    ("experience", "known"),
    [(10, {"build sword", "build ward"}), (40, {"build club", "build copy"}), (250, {"build soul_strike"})],
)
def test_what_can_be_built_for_so_much_experience(experience: int, known: set[str]) -> None:
    assert known <= build_choices(experience)
    assert not known & build_choices(experience - 1)
