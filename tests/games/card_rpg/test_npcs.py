"""Own actions of the NPCs (CARD-93). Their values are the table's; what they do stands here in words."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.card_rpg.cards import Use
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.game import State
from support.card import (
    begin,
    figure,
    foe,
    foes_turn,
    hand,
    health,
    legal,
    master_hand,
    pc,
    play,
    position,
    rows,
    statuses,
    to_move,
)

pytestmark = pytest.mark.rule("CARD-93")
NPCS = {row.key: row for row in load_tables().rows.npcs}
DAMAGE = {
    "ruffian", "goblin", "skeleton", "zombie",
}  # fmt: skip
"""One damage, no more."""
UNGUARDABLE = {
    "warlock", "minotaur", "evil_sword", "ogre", "hobgoblin", "beast", "gargoyle", "mimic", "werebeast", "hellhound",
}  # fmt: skip
DAMAGE_AND_STATUS = {"ogre": "fall", "plant": "paralysis", "vampire": "charm", "wyvern": "pressure"}
STATUS = {"scout": "fall", "medusa": "paralysis", "ghost": "charm", "warped_armour": "daze", "siren": "charm"}
AGAIN = {"troll", "death_knight"}
"""After a success it is untapped."""
ALL_DAMAGED = {"dragonkin", "hellhound", "pegasus"}
HEALERS = {"dark_priest": ("status", "curse"), "unicorn": ("damage", "")}
"""What they do when they cannot heal."""
OTHERS = {"merchant", "bodyguard", "gremlin", "swarm", "golem"}


def test_all_are_here() -> None:
    named = DAMAGE | UNGUARDABLE | AGAIN | ALL_DAMAGED | OTHERS | {*DAMAGE_AND_STATUS, *STATUS, *HEALERS}
    assert named == set(NPCS)


def victim(npc: str, fallback: bool = False, **fields: Any) -> dict[str, Any]:
    """A PC whom the NPC hits from 7 on, with the kind that it uses; with the other kind always."""
    row = NPCS[npc]
    own = row.fallback if fallback and row.fallback else row.own
    magic = own.use == Use.MAGIC
    bonus = row.values[2 if magic else 0] + own.modifier
    defences = [0, 0, 0, bonus + 7] if magic else [0, bonus + 7, 0, 0]
    return pc(values=defences, **fields)


def acts(npc: str, dice: int, *pcs: dict[str, Any], target: str = "pc_0", **fields: Any) -> State:
    """The NPC acts; a troll stands by, which is beyond help."""
    by = foe("skeleton" if npc == "troll" else "troll")
    state = play(foes_turn(*pcs, foes=[foe(npc, **fields), by], dice=[dice]), f"act {npc}")
    return play(state, f"target {target}") if f"target {target}" in legal(state) else state


@pytest.mark.parametrize("npc", sorted((DAMAGE | UNGUARDABLE | AGAIN | {*DAMAGE_AND_STATUS}) - ALL_DAMAGED))
def test_one_damage(npc: str) -> None:
    expected = {DAMAGE_AND_STATUS[npc]} if npc in DAMAGE_AND_STATUS else set()
    hit = acts(npc, 7, victim(npc, hand="axe"), pc("axe"))
    assert (health(hit, "pc_0"), statuses(hit, "pc_0"), health(hit, "pc_1")) == ("wounded", expected, "unhurt")
    missed = acts(npc, 6, victim(npc, hand="axe"), pc("axe"))
    assert (health(missed, "pc_0"), statuses(missed, "pc_0")) == ("unhurt", set())


@pytest.mark.parametrize("npc", sorted({*NPCS} - OTHERS - {*HEALERS} - ALL_DAMAGED))
@pytest.mark.rule("CARD-15")
def test_it_is_tapped_before_its_action_which_is_wounded(npc: str) -> None:
    for dice in (6, 7):
        state = acts(npc, dice, victim(npc, hand="axe"), pc("axe"))
        assert health(state, npc) == ("unhurt" if npc in AGAIN and dice == 7 else "wounded")
        assert f"act {npc}" not in legal(state)


@pytest.mark.parametrize("npc", sorted((DAMAGE | UNGUARDABLE | AGAIN | {*DAMAGE_AND_STATUS}) - ALL_DAMAGED))
@pytest.mark.rule("CARD-16")
def test_who_can_be_guarded(npc: str) -> None:
    state = acts(npc, 7, victim(npc, rows="axe"), pc("axe"))
    if npc in UNGUARDABLE:
        assert (health(state, "pc_0"), to_move(state)) == ("wounded", "gm_0 act")
        return
    assert legal(state) == {"guard row 1", "take it"}
    play(state, "guard row 1")
    expected = {DAMAGE_AND_STATUS[npc]} if npc in DAMAGE_AND_STATUS else set()
    assert (health(state, "pc_0"), statuses(state, "pc_0")) == ("unhurt", expected)  # a status is not guarded


@pytest.mark.parametrize("npc", sorted(STATUS))
def test_a_status_without_damage(npc: str) -> None:
    hit = acts(npc, 7, victim(npc, rows="axe"), pc("axe"))
    assert (health(hit, "pc_0"), statuses(hit, "pc_0"), rows(hit)) == ("unhurt", {STATUS[npc]}, ["axe", ""])
    assert statuses(acts(npc, 6, victim(npc, rows="axe"), pc("axe")), "pc_0") == set()


@pytest.mark.parametrize("npc", ["ghost", "siren", "vampire"])
@pytest.mark.rule("CARD-87")
def test_the_charmed_are_steered_by_the_other_side(npc: str) -> None:
    state = acts(npc, 7, victim(npc, hand="axe"), pc("axe"))
    assert figure(state, "pc_0")["charmer"] == "gm_0"


@pytest.mark.parametrize("npc", sorted(ALL_DAMAGED))
def test_one_roll_against_each(npc: str) -> None:
    strong = victim(npc, hand="axe")
    strong["values"] = [value + 1 for value in strong["values"]]
    party = (victim(npc, hand="axe"), strong, pc(hand="axe", values=[0, 0, 0, 0], hidden=True), victim(npc, hand="axe"))
    state = acts(npc, 7, *party)
    assert [health(state, f"pc_{seat}") for seat in range(4)] == ["wounded", "unhurt", "unhurt", "wounded"]
    assert [health(acts(npc, 6, *party), f"pc_{seat}") for seat in (0, 3)] == ["unhurt", "unhurt"]


def test_the_swarm_presses_each() -> None:
    party = (victim("swarm", hand="axe"), victim("swarm", rows="axe"), pc("axe", values=[0, 30, 0, 30]))
    state = acts("swarm", 7, *party)
    assert [statuses(state, f"pc_{seat}") for seat in range(3)] == [{"pressure"}, {"pressure"}, set()]
    assert [statuses(acts("swarm", 6, *party), f"pc_{seat}") for seat in range(2)] == [set(), set()]


def test_the_golem_damages_twice() -> None:
    assert health(acts("golem", 7, victim("golem", hand="axe"), pc("axe")), "pc_0") == "disabled"
    state = acts("golem", 7, victim("golem", rows="axe"), pc("axe"))
    assert health(play(state, "guard row 1"), "pc_0") == "wounded"
    state = acts("golem", 7, victim("golem", rows="axe/sword"), pc("axe"))
    assert health(play(state, "guard row 1", "guard row 2"), "pc_0") == "unhurt"


def test_the_merchant_takes_a_card() -> None:
    state = acts("merchant", 7, victim("merchant", hand="axe axe"), pc("bow"))
    assert (hand(state), master_hand(state), hand(state, 1)) == (["axe"], ["axe"], ["bow"])
    assert hand(acts("merchant", 6, victim("merchant", hand="axe axe"), pc("bow"))) == ["axe", "axe"]
    weapon = {"weapon": "sword", "level": 1}
    state = acts("merchant", 7, victim("merchant", hand="personal_1", personal=[weapon]), pc("bow"))
    assert hand(state) == ["personal_1"]


@pytest.mark.rule("CARD-25")
def test_without_a_game_master_what_the_merchant_takes_is_discarded() -> None:
    """pc_1 passes, the enemies' turn: the merchant's only prey is the wounded pc_0."""
    party = (victim("merchant", hand="axe", health="wounded"), pc("bow", rows="shield shield/club"))
    given = position(
        *party, foes=[foe("merchant")], phase="action", to_move="pc_1", first="pc_0", turn=1, pile="bow bow"
    )
    given["pcs"][1] |= {"rows": [{"cards": ["cure"]}]}
    state = play(begin(given, dice=[7]), "pass")
    assert "axe" not in hand(state) and "axe" in state.to_dict()["discards"]


def test_the_gremlin_drops_a_row_of_its_choice() -> None:
    state = acts("gremlin", 7, victim("gremlin", rows="axe axe/sword"), pc("bow"))
    assert (to_move(state), legal(state)) == ("gm_0 row (drop)", {"row 1", "row 2"})
    assert rows(play(state, "row 1")) == ["", "sword"]
    state = acts("gremlin", 6, victim("gremlin", rows="axe/sword"), pc("bow"))
    assert rows(state) == ["axe", "sword"]


def test_the_gremlin_needs_somebody_with_a_row() -> None:
    state = foes_turn(pc("axe"), pc(rows="grimoire"), foes=[foe("gremlin"), foe("goblin")])
    assert legal(state) == {"act goblin", "pass"}


def test_the_bodyguard_takes_the_first_damage_of_another() -> None:
    foes = [foe("bodyguard"), foe("goblin")]
    state = play(foes_turn(pc(rows="sword/axe"), pc("axe"), foes=foes, dice=[12, 12]), "act bodyguard")
    assert (to_move(state), health(state, "bodyguard"), figure(state, "bodyguard")["shielding"]) == (
        "gm_0 act", "wounded", True,
    )  # fmt: skip
    play(state, "pass")
    while to_move(state) != "pc_0 action":
        play(state, "pass")
    play(state, "use row 1", "target goblin")
    assert (health(state, "goblin"), health(state, "bodyguard")) == ("unhurt", "disabled")
    play(state, "use row 2", "target goblin")
    assert health(state, "goblin") == "wounded"


def test_the_bodyguard_needs_another_and_is_free_again_at_its_untap() -> None:
    assert "act bodyguard" not in legal(foes_turn(pc("axe"), foes=[foe("bodyguard"), foe("ogre", health="disabled")]))
    foes = [foe("bodyguard", shielding=True), foe("goblin")]
    given = position(pc("axe"), pc("axe"), foes=foes, phase="action", to_move="pc_1", turn=1)
    given["pcs"][1]["rows"] = [{"cards": ["axe"]}]
    state = play(begin(given, mode="gm"), "pass")
    assert "shielding" not in figure(state, "bodyguard")


@pytest.mark.parametrize("npc", sorted(HEALERS))
def test_healers_raise_a_disabled_ally_once_in_a_fight(npc: str) -> None:
    foes = [foe(npc), foe("goblin", health="disabled"), foe("ogre", health="disabled"), foe("zombie")]
    state = play(foes_turn(pc("axe"), foes=foes), f"act {npc}")
    assert legal(state) == {"target goblin", "target ogre"}
    play(state, "target ogre")
    assert (health(state, "ogre"), health(state, "goblin"), health(state, npc)) == ("wounded", "disabled", "wounded")
    assert figure(state, npc)["once_used"] is True


@pytest.mark.parametrize("npc", sorted(HEALERS))
@pytest.mark.parametrize("why", ["nobody", "used", "boss"])
def test_healers_that_cannot_heal_do_something_else(npc: str, why: str) -> None:
    reasons: dict[str, dict[str, Any]] = {"used": {"once_used": True}, "boss": {"rank": "mid_boss"}}
    fields = reasons.get(why, {})
    foes = [foe(npc, **fields), foe("goblin", health="unhurt" if why == "nobody" else "disabled")]
    what, status = HEALERS[npc]
    for dice in (6, 7):
        state = play(foes_turn(victim(npc, True, hand="axe"), pc("axe"), foes=foes, dice=[dice]), f"act {npc}")
        play(state, "target pc_0")
        damaged = "wounded" if what == "damage" and dice == 7 else "unhurt"
        given = {status} if what == "status" and dice == 7 else set()
        assert (health(state, "pc_0"), statuses(state, "pc_0"), health(state, npc)) == (damaged, given, "wounded")


@pytest.mark.rule("CARD-9", "CARD-15")
def test_at_its_untap_an_npc_is_unhurt_again() -> None:
    foes = [foe("goblin", health="wounded"), foe("ogre", health="wounded", acted=True)]
    given = position(pc("axe"), pc("axe"), foes=foes, phase="action", to_move="pc_1", turn=1)
    given["pcs"][1]["rows"] = [{"cards": ["axe"]}]
    state = play(begin(given, mode="gm"), "pass")
    assert (health(state, "goblin"), health(state, "ogre")) == ("unhurt", "unhurt")
    assert {"act goblin", "act ogre"} <= legal(state)
