"""C.A.R.D. RPG: the arithmetic in observation and features, against dice counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.card_rpg.actions import TABLE, action_table
from dicedeck.envs.card_rpg.odds import AT_LEAST, chance
from dicedeck.envs.card_rpg.rules.figures import value_of
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.core.game import State
from support.card import begin, card_rpg, foe, pc, play, position

pytestmark = pytest.mark.nojit

TWO_DICE = [a + b for a in range(1, 7) for b in range(1, 7)]


def features(state: State, action: str) -> Any:
    """The features of a legal action by name."""
    row = state.action_features([state.string_to_action(action)])
    return state.game.feature_layout.records(row)[0]


def counted(number: int, bonus: int, critical: int = 0) -> float:
    """The same chance by counting: 12 (less the critical value) always, 2 never."""
    won = [total for total in TWO_DICE if total >= 12 - critical or (total > 2 and total + bonus >= number)]
    return len(won) / 36


def test_chances_are_those_of_two_dice() -> None:
    assert [round(float(AT_LEAST[n]) * 36) for n in range(2, 13)] == [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1]
    for number in range(0, 20):
        for bonus in range(-3, 8):
            for critical in range(4):
                assert chance(number, bonus, critical) == pytest.approx(counted(number, bonus, critical))


def test_a_row_shows_its_best_target() -> None:
    foes = [foe("goblin", values=[0, 9, 0, 7]), foe("ogre", values=[0, 12, 0, 10], health="wounded")]
    state = begin(position(pc(rows="sword sword / bolt", values=[2, 8, 1, 8]), foes=foes))
    sword = features(state, "use row 1")
    assert sword.chance == pytest.approx(counted(12, 3)) and sword.disables == pytest.approx(counted(12, 3))
    assert sword.modifier == pytest.approx(1 / 6) and sword.row_size == pytest.approx(0.5)


def test_a_target_shows_chance_guards_and_whether_it_falls() -> None:
    foes = [foe("goblin", rows="axe / bow", health="wounded"), foe("ogre", health="wounded"), foe("zombie")]
    state = play(begin(position(pc(rows="dagger", values=[1, 8, 0, 8]), foes=foes)), "use row 1")
    goblin, ogre, zombie = (features(state, f"target {name}") for name in ("goblin", "ogre", "zombie"))
    assert goblin.chance == pytest.approx(counted(10, 1, 1)) and goblin.guards == 1 and goblin.disables == 0
    assert ogre.chance == pytest.approx(counted(12, 1, 1)) and ogre.disables == ogre.chance
    assert zombie.guards == 0 and zombie.disables == 0 and zombie.damage == pytest.approx(zombie.chance / 2)
    assert goblin.own_side == -1 and goblin.target_rank == 1 and goblin.target_guards == 1


def test_guards_show_what_is_at_stake() -> None:
    given = position(
        pc(rows="sword / axe", health="wounded"), pc("bow"), foes=[foe("goblin"), foe("zombie")], phase="act"
    )
    state = begin({**given, "to_move": "gm_0"}, dice=[12], mode="gm")
    play(state, "act goblin", "target pc_0")
    assert features(state, "guard row 1").lethal == 1
    assert features(state, "guard row 1").guards_left == 0.5 and features(state, "take it").guards_left == 1


def test_situations_show_the_chance_and_the_price_of_failure() -> None:
    state = begin(position(pc(rows="disarm", values=[1, 8, 0, 8]), pc("axe"), situation="pitfall"))
    row = features(state, "use row 1")
    assert row.chance == pytest.approx(counted(8, 1)) and row.fails == 1
    seen = state.game.layout.records(state.observation_tensor(0)[None])[0]
    assert seen.targets[9] == pytest.approx(8 / 12) and seen.stakes[3] == 1


def test_windows_show_what_a_new_roll_is_worth() -> None:
    given = position(pc("grimoire", rows="sword"), foes=[foe("goblin"), foe("ogre")])
    state = play(begin(given, dice=[5]), "use row 1", "target goblin")
    assert state.phase() == "after_roll"
    assert features(state, "use grimoire").gain == pytest.approx(counted(10, 0))
    assert features(state, "pass").chance == 0


def test_values_are_seen_with_rows_and_statuses() -> None:
    given = position(
        pc(rows="war_armour / mage_armour", statuses=["fall"]), pc("axe"), situation="academy", phase="plot"
    )
    given["pcs"][0]["hand"] = ["sword"]
    state = begin(given)
    seen = state.game.layout.records(state.observation_tensor(0)[None])[0]
    assert [round(float(n) * 16) for n in seen.values[0]] == [1, 6, 1, 9]
    other = state.game.layout.records(state.observation_tensor(1)[None])[0]
    assert [round(float(n) * 16) for n in other.values[1]] == [1, 6, 1, 9], "the observer comes first"


# ---------------------------------------------------------------- actions and options


def test_names_and_numbers_are_each_others_inverse() -> None:
    names = TABLE.names
    assert len(set(names)) == TABLE.num_actions
    assert all(TABLE.parse(name) == action for action, name in enumerate(names))
    assert action_table(load_tables("standard")) is TABLE


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"characters": ("mage",)}, "1 entries"),
        ({"characters": ("mage", "nobody", None)}, "no character"),
        ({"rivals": 1}, "mode='gm'"),
        ({"mode": "gm", "pcs": 2, "rivals": 3}, "only 2 enemies"),
        ({"tables": "/nowhere"}, "nowhere"),
        ({"pcs": 6}, "pcs"),
        ({"max_rounds": 0}, "max_rounds"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        card_rpg(**options)


def test_characters_as_on_a_command_line() -> None:
    assert card_rpg(pcs=2, characters="mage, king").option_values()["characters"] == ["mage", "king"]


def test_before_the_deal_no_card_lies_anywhere() -> None:
    state = card_rpg(pcs=4, experience=40).new_initial_state(0)
    seen = state.game.layout.records(state.observation_tensor()[None])[0]
    assert state.to_dict()["phase"] == "build"
    assert not any(seen[name].any() for name in ("hand", "shown", "master_shown", "discards", "unseen"))


def test_values_are_seen_with_what_adds_to_them() -> None:
    state = begin(position(pc(rows="war_armour / bolt", statuses=["fall", "pressure"]), foes=[foe("goblin")]))
    seen = state.game.layout.records(state.observation_tensor()[None])[0]
    rules = state.records[0]
    assert [round(16 * float(value)) for value in seen.values[0]] == [value_of(rules, 0, k) for k in range(4)]
