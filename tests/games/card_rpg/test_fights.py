"""C.A.R.D. RPG, CARD-19, CARD-24 to CARD-26: the other side, its leaders, the written policy, rivals."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.game import State
from support.card import (
    Position,
    begin,
    card_rpg,
    discards,
    foe,
    foes_turn,
    get,
    health,
    legal,
    master_hand,
    pc,
    play,
    played_out,
    position,
    rows,
    to_move,
)

pytestmark = pytest.mark.nojit

TABLES = load_tables("standard")
LEVELS = dict(zip(TABLES.npc_keys, TABLES.npcs[:, 0].tolist(), strict=True))

# Leaders


@pytest.mark.rule("CARD-19")
def test_each_npc_acts_once_rows_besides() -> None:
    state = foes_turn(
        pc("bow", values=[0, 40, 0, 40]), pc("axe", values=[0, 40, 0, 40]),
        foes=[foe("goblin", rows="sword / axe"), foe("zombie")], dice=[3, 3, 3, 3],
    )  # fmt: skip
    assert legal(state, "act") == {"act goblin", "act zombie"}
    play(state, "act goblin")
    assert legal(state) == {"own action", "use row 1", "use row 2"}
    play(state, "own action", "target pc_0", "act goblin")
    assert legal(state) == {"use row 1", "use row 2"}
    play(state, "use row 1", "target pc_0")
    assert health(state, "goblin") == "wounded", "by its own action only"
    play(state, "act goblin", "target pc_0")
    assert legal(state, "act") == {"act zombie"}


@pytest.mark.rule("CARD-19")
def test_rows_do_not_wound() -> None:
    state = foes_turn(pc("bow"), pc("axe"), foes=[foe("goblin", rows="sword"), foe("zombie")], dice=[3])
    play(state, "act goblin", "use row 1", "target pc_0")
    assert health(state, "goblin") == "unhurt"


@pytest.mark.rule("CARD-19")
def test_a_mid_boss_has_one_row_a_boss_two_others_none() -> None:
    for rank, plots in (("plain", set()), ("mid_boss", {"plot bow row 1"}), ("boss", {"plot bow row 1"})):
        given = position(
            pc("sword"), pc("magic_key"), foes=[foe("goblin", rank=rank), foe("ogre")], phase="plot", to_move="pc_1",
            master={"hand": ["bow"]},
        )  # fmt: skip
        state = begin(given, mode="gm")
        play(state, "pass")
        assert {name for name in legal(state, "plot") if "bow" in name} == plots, rank
    boss = foe("goblin", rows="axe")
    given = position(pc("sword"), pc("magic_key"), foes=[boss], phase="plot", to_move="pc_1", master={"hand": ["bow"]})
    state = play(begin(given, mode="gm"), "pass")
    assert "plot bow row 2" in legal(state)


@pytest.mark.rule("CARD-19")
def test_without_a_leader_no_items() -> None:
    for rank, used in (("plain", set()), ("mid_boss", {"use healing_potion"})):
        state = foes_turn(
            pc("sword"), pc("axe"), foes=[foe("goblin", rank=rank, health="wounded"), foe("ogre", acted=True)],
            master={"hand": ["healing_potion"]},
        )  # fmt: skip
        assert legal(state, "use") == used


@pytest.mark.rule("CARD-19")
def test_with_two_leaders_an_item_for_others_may_be_used_on_one_of_them() -> None:
    """The Scapegoat Charm moves a blow from one leader to the other."""
    foes = [foe("goblin", rank="mid_boss"), foe("ogre", rank="mid_boss")]
    given = position(pc(rows="soul_strike"), pc("axe"), foes=foes, master={"hand": ["scapegoat"]})
    state = play(begin(given, mode="gm"), "use row 1", "target goblin")
    assert to_move(state) == "gm_0 help" and legal(state) == {"use scapegoat", "pass"}
    play(state, "use scapegoat")
    assert (health(state, "goblin"), health(state, "ogre")) == ("unhurt", "wounded")
    alone = position(pc(rows="soul_strike"), pc("axe"), foes=foes[:1], master={"hand": ["scapegoat"]})
    state = play(begin(alone, mode="gm"), "use row 1", "target goblin")
    assert health(state, "goblin") == "wounded"


@pytest.mark.rule("CARD-19", "CARD-28")
def test_multiplied_levels_count() -> None:
    """A goblin (1), a mid-boss ogre (6 x 2), a boss troll (6 x 3): 31 levels."""
    foes = [
        foe("goblin", health="disabled"),
        foe("ogre", rank="mid_boss", health="disabled"),
        foe("troll", rank="boss", health="wounded"),
    ]
    given = position(pc(rows="soul_strike"), pc("axe"), foes=foes, fight={"final": False})
    assert get(play(begin(given), "use row 1", "target troll"), "beaten") == 31


# Who appears


def begin_fight(pcs: int, seed: int, final: bool = False, **fields: Any) -> State:
    """A fight has just begun: the last PC has passed before a Belligerent NPC, or at the last step of the way."""
    others = [pc("sword") for _ in range(pcs - 1)]
    given = position(pc(rows="search"), *others, situation="passage" if final else "hostile down", **fields)
    if pcs == 1:
        given["pcs"] = given["pcs"][:1]
    given["depth"] = pcs - 1
    return play(begin(given, dice=[8] if final else [3], seed=seed), "use row 1")


@pytest.mark.rule("CARD-24")
@pytest.mark.parametrize("pcs", [1, 2, 3, 5])
def test_as_many_enemies_as_pcs_all_different(pcs: int) -> None:
    for final in (False, True):
        foes = get(begin_fight(pcs, 0, final), "foes")
        assert len(foes) == pcs == len({entry["npc"] for entry in foes})


@pytest.mark.rule("CARD-24")
def test_the_highest_are_mid_bosses_and_one_is_the_boss_of_the_final_fight() -> None:
    bosses = []
    for final in (False, True):
        foes = get(begin_fight(5, 0, final), "foes")
        top = max(entry["level"] for entry in foes)
        for entry in foes:
            assert (entry.get("rank", "plain") != "plain") == (entry["level"] == top)
        bosses.append(sum(entry.get("rank") == "boss" for entry in foes))
    assert bosses == [0, 1]


@pytest.mark.rule("CARD-24")
def test_no_enemy_of_more_than_five_levels_above_the_highest() -> None:
    for level, most in ((1, 6), (3, 8)):
        given = position(pc(rows="search", level=level), *[pc("sword") for _ in range(4)], situation="hostile down")
        levels = set()
        for seed in range(1, 6):
            state = begin(given, dice=[3, seed + 2])
            levels |= {entry["level"] for entry in get(play(state, "use row 1"), "foes")}
        assert max(levels) <= most


@pytest.mark.rule("CARD-24")
def test_the_fallen_still_count_for_the_number() -> None:
    given = position(pc(rows="search"), pc(health="dead"), pc(health="disabled"), situation="hostile down")
    assert len(get(play(begin(given, dice=[3]), "use row 1"), "foes")) == 3


@pytest.mark.rule("CARD-24", "CARD-27")
def test_the_game_master_says_who_of_the_highest_is_the_boss() -> None:
    for total in range(3, 12):
        given = position(pc(rows="search"), *[pc("sword") for _ in range(4)], situation="passage", depth=4)
        state = play(begin(given, dice=[8, total], mode="gm"), "use row 1")
        if to_move(state) == "gm_0 target (boss)":
            break
    else:
        pytest.skip("no tie in these seeds")
    names = legal(state)
    chosen = sorted(names)[0]
    play(state, chosen)
    ranks = {entry["npc"]: entry.get("rank", "plain") for entry in get(state, "foes")}
    assert ranks[chosen.removeprefix("target ")] == "boss"
    assert all(ranks[name.removeprefix("target ")] == "mid_boss" for name in names - {chosen})


@pytest.mark.rule("CARD-94", "CARD-21")
def test_mimics_come_alone() -> None:
    given = position(pc(rows="search"), pc("sword"), pc("axe"), situation="mimic_chest down")
    state = play(begin(given, dice=[3]), "use row 1")
    assert [entry["npc"] for entry in get(state, "foes")] == ["mimic"] * 3
    state = play(begin(given, dice=[3], mode="gm"), "use row 1")
    while not str(to_move(state)).startswith("gm_0"):
        play(state, "pass")
    while state.phase() == "plot":
        play(state, "pass")
    assert {"act mimic", "act mimic 2", "act mimic 3"} <= legal(state)


# The written policy


def enemies_turn(*pcs: Position, foes: list[Position], pile: str, dice: list[int]) -> State:
    """The last PC passes; the enemies' turn has gone by when a PC is asked again."""
    given = position(*pcs, foes=foes, pile=pile, phase="plot", to_move=f"pc_{len(pcs) - 1}")
    return play(begin(given, dice=dice), "pass")


DULL = {"values": [0, 8, 0, 8]}


@pytest.mark.rule("CARD-25")
def test_three_cards_weapons_plotted_the_rest_waits() -> None:
    foes = [foe("goblin", rank="boss"), foe("zombie", rank="mid_boss")]
    state = enemies_turn(pc("club"), pc("magic_key"), foes=foes, pile="axe amulet bow", dice=[3, 3, 3])
    assert rows(state, "goblin") == ["axe", "bow*"], "the first row is kept as a guard"
    assert master_hand(state) == ["amulet"]


@pytest.mark.rule("CARD-25")
def test_all_that_was_drawn_is_discarded_at_the_next_untap() -> None:
    boss = foe("goblin", rows="axe*")
    state = enemies_turn(pc("club"), pc("magic_key"), foes=[boss], pile="sword grimoire bow", dice=[3, 3, 3, 3])
    assert "axe" in discards(state) and rows(state, "goblin")[0].rstrip("*") == "sword"


@pytest.mark.rule("CARD-25")
def test_a_row_takes_all_cards_of_its_name() -> None:
    foes = [foe("goblin", rank="mid_boss"), foe("zombie")]
    state = enemies_turn(pc("club"), pc("magic_key"), foes=foes, pile="axe axe axe", dice=[3, 3, 3, 3])
    assert rows(state, "goblin")[0].startswith("axe axe axe")


@pytest.mark.rule("CARD-25")
def test_the_prey_is_hurt_and_unguarded_then_soft() -> None:
    hurt, guarded = pc("club", health="wounded", rows="sword*"), pc("magic_key", rows="axe", health="wounded")
    state = enemies_turn(guarded, hurt, foes=[foe("goblin")], pile="search search study", dice=[12])
    assert health(state, "pc_1") == "disabled" and health(state, "pc_0") == "wounded"
    state = enemies_turn(
        pc("club", values=[0, 9, 0, 8]), pc("magic_key", values=[0, 8, 0, 9]),
        foes=[foe("goblin")], pile="search search study", dice=[12],
    )  # fmt: skip
    assert health(state, "pc_1") == "wounded"


@pytest.mark.rule("CARD-25")
def test_items_are_used_as_soon_as_they_can_be() -> None:
    """Every foe is unhurt at the beginning, acts, and is then healed of its tapping."""
    state = enemies_turn(
        pc("club"), pc("magic_key"), foes=[foe("goblin", rank="mid_boss"), foe("zombie")],
        pile="healing_potion search study", dice=[3, 3],
    )  # fmt: skip
    assert "healing_potion" in discards(state)
    assert health(state, "goblin") == "unhurt"


@pytest.mark.rule("CARD-25")
def test_foes_always_guard_and_answer() -> None:
    boss = foe("goblin", rows="riposte / axe")
    given = position(pc(rows="soul_strike"), pc("axe"), foes=[boss, foe("zombie")])
    state = play(begin(given), "use row 1", "target goblin")
    assert health(state, "goblin") == "unhurt" and rows(state, "goblin") == ["riposte*", "axe"]


@pytest.mark.rule("CARD-25")
def test_the_policy_is_the_same_for_every_seed() -> None:
    """Two games from one position with the same dice go the same way, whatever else is drawn."""
    states = [
        enemies_turn(
            pc("club"), pc("magic_key"), foes=[foe("goblin", rank="boss")], pile="axe bow sword", dice=[3, 3, 3, last]
        )
        for last in (4, 9)
    ]
    assert states[0].to_dict()["foes"] == states[1].to_dict()["foes"]


@pytest.mark.rule("CARD-25")
def test_without_a_fight_no_turn_and_no_cards() -> None:
    given = position(pc("crystal_ball"), pc("magic_key"), to_move="pc_1", phase="plot", situation="academy")
    state = play(begin(given), "pass")
    assert get(state, "round") == 2 and master_hand(state) == []
    assert to_move(state) == "pc_0 offer"


@pytest.mark.rule("CARD-25")
def test_ambushers_have_a_turn_at_once() -> None:
    given = position(pc(rows="search"), pc("sword"), situation="ambush down")
    state = play(begin(given, dice=[3, 12, 12]), "use row 1")
    healths = {health(state, "pc_0"), health(state, "pc_1")}
    acted = [entry for entry in get(state, "foes") if entry["health"] == "wounded" or entry.get("acted")]
    assert acted or healths != {"unhurt"} or state.is_terminal()
    assert get(state, "round") == 1


# Rivals


@pytest.mark.rule("CARD-26")
def test_rivals_are_characters_with_two_rows_and_an_ability() -> None:
    given = position(pc(rows="search", character="mage"), pc("sword", character="king"), situation="hostile down")
    state = play(begin(given, dice=[3], mode="gm", rivals=1), "use row 1")
    rival = get(state, "foes")[1]
    assert rival["rival"] not in ("mage", "king") and rival["ability"] == rival["rival"]
    assert rival["level"] == 1 and "npc" in get(state, "foes")[0]


RIVAL = {"rival": "warrior", "values": [2, 10, 0, 8]}


@pytest.mark.rule("CARD-26")
def test_a_rival_plots_two_rows_and_draws_one_card_more() -> None:
    rival = {**RIVAL, "rows": [{"cards": ["axe"]}]}
    given = position(
        pc("sword"), pc("magic_key"), foes=[rival, foe("goblin")], phase="plot", to_move="pc_1",
        master={"hand": ["bow"]},
    )  # fmt: skip
    state = play(begin(given, mode="gm", rivals=1), "pass")
    assert len(master_hand(state)) == 3
    assert "plot bow row 2" in legal(state)


@pytest.mark.rule("CARD-26")
def test_a_rivals_wounds_stay_and_its_level_counts_twice() -> None:
    given = position(pc("sword"), pc("magic_key"), foes=[{**RIVAL, "health": "wounded"}], phase="plot", to_move="pc_1")
    state = play(begin(given, mode="gm", rivals=1), "pass")
    assert health(state, "rival warrior") == "wounded"
    given = position(pc(rows="soul_strike"), pc("axe"), foes=[{**RIVAL, "health": "wounded", "level": 3}])
    state = play(begin(given, mode="gm", rivals=1), "use row 1", "target rival warrior")
    assert get(state, "beaten") == 6


@pytest.mark.rule("CARD-26", "CARD-5")
def test_the_game_master_builds_two_weapons_of_the_own_beside_the_hand() -> None:
    state = card_rpg(mode="gm", pcs=1, rivals=1, experience=20).new_initial_state(0)
    play(state, "pass")
    assert to_move(state) == "gm_0 build"
    play(state, "build bow", "build fists")
    assert [row["weapon"] for row in get(state, "master")["personal"]] == ["bow", "fists"]
    hand = master_hand(state)
    assert len(hand) == 7 and {"personal_1", "personal_2"} <= set(hand)


@pytest.mark.rule("CARD-26")
def test_personal_weapons_add_to_the_level_of_rivals() -> None:
    given = position(
        pc(rows="search"), pc("sword"), situation="hostile down",
        master={"hand": [], "personal": [{"weapon": "bow", "level": 2}, {"weapon": "club", "level": 3}]},
    )  # fmt: skip
    state = play(begin(given, dice=[3], mode="gm", rivals=2), "use row 1")
    assert [entry["level"] for entry in get(state, "foes")] == [6, 6]


@pytest.mark.rule("CARD-26")
def test_games_with_rivals_end() -> None:
    state = card_rpg(mode="gm", pcs=2, rivals=2, experience=90, max_rounds=8).new_initial_state(3)
    assert played_out(state, 3).is_terminal()
