"""Situation cards (CARD-94). The numbers are the table's; what success and failure do stands here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from dicedeck.envs.card_rpg.cards import Action
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.game import State
from support.card import TOWN, begin, foe, get, hand, health, legal, pc, play, position, situation, statuses, to_move

pytestmark = pytest.mark.rule("CARD-94")
ROWS = {row.key: row for row in load_tables().rows.situations if row is not None}
CARD_FOR = {
    Action.GATHER: "search", Action.REQUEST: "threaten", Action.DISARM: "disarm", Action.SET_TRAP: "snare",
    Action.HIDE: "illusion", Action.DAMAGE: "sword",
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What an attempt changes."""

    cards: int = 0
    """Of the actor's hand."""
    others: int = 0
    """Of the hands of the others."""
    heals: str = ""
    """actor, or party."""
    cleanses: str = ""
    damages: str = ""
    status: str = ""
    """Of the actor."""
    recovers: bool = False
    depth: int = 0
    fight: str = ""


NOTHING = Outcome()
DEEPER = Outcome(depth=1)
DRAW = Outcome(cards=1)
EXPECTED: dict[str, tuple[Outcome, Outcome]] = {
    "back_alley": (DRAW, Outcome(cards=-1)),
    "academy": (DRAW, NOTHING),
    "well": (Outcome(heals="actor"), Outcome(status="fall")),
    "cottage": (NOTHING, NOTHING),
    "general_store": (Outcome(cards=2), NOTHING),
    "eerie_inn": (Outcome(heals="party"), Outcome(status="charm")),
    "shady_tavern": (DRAW, Outcome(damages="actor")),
    "inn": (Outcome(heals="actor", cleanses="actor"), NOTHING),
    "farmland": (DRAW, NOTHING),
    "church": (Outcome(heals="party"), NOTHING),
    "square": (NOTHING, NOTHING),
    "graveyard": (Outcome(recovers=True), Outcome(status="curse")),
    "guardhouse": (DRAW, Outcome(status="pressure")),
    "mansion": (Outcome(cards=2), Outcome(cards=-1)),
    "tavern": (NOTHING, Outcome(cards=-1)),
    "smithy": (Outcome(recovers=True), NOTHING),
    "stall": (DRAW, NOTHING),
    "high_street": (NOTHING, NOTHING),
    "storehouse": (DRAW, Outcome(damages="actor")),
    "fine_shop": (Outcome(cards=2, recovers=True), NOTHING),
    "passage": (DEEPER, Outcome(fight="even")),
    "maze": (DEEPER, Outcome(cards=-1, others=-1)),
    "bomb_chest": (Outcome(cards=2), Outcome(damages="party")),
    "chest": (Outcome(cards=1, others=1), NOTHING),
    "mimic_chest": (Outcome(cards=2), Outcome(fight="mimic")),
    "friendly": (Outcome(cards=1, heals="actor", depth=1), NOTHING),
    "taunting": (DEEPER, Outcome(fight="even")),
    "hostile": (DEEPER, Outcome(fight="even")),
    "ambush": (DEEPER, Outcome(fight="foes_first")),
    "careless": (Outcome(cards=1, depth=1), Outcome(fight="party_first")),
    "dead_end": (Outcome(cards=1, depth=1), Outcome(depth=-1)),
    "hidden_door": (Outcome(cards=1, depth=1), Outcome(fight="even")),
    "locked_door": (DEEPER, Outcome(fight="even")),
    "door": (DEEPER, Outcome(fight="foes_first")),
    "pitfall": (NOTHING, Outcome(damages="actor", depth=1)),
    "healing_spring": (Outcome(heals="party", cleanses="party"), NOTHING),
    "loose_footing": (DEEPER, Outcome(damages="actor", cards=-1, others=-1)),
    "arrow_wall": (DEEPER, Outcome(damages="party")),
    "stairs": (DEEPER, DEEPER),
    "falling_ceiling": (DEEPER, Outcome(damages="party")),
}


def offered(key: str) -> dict[Action, int]:
    return {action: ROWS[key].targets[action] for action in CARD_FOR if ROWS[key].targets[action]}


def attempt(key: str, action: Action, dice: int, **party: Any) -> State:
    """pc_0, with three cards, tries; two others, with two, stand by. Depth 1 of 5."""
    who = pc("axe bow club", rows=CARD_FOR[action], **party)
    others = [pc(cards, **party) for cards in ("fists fists", "bolt bolt", "bow dagger", "dagger bow")]
    given = position(who, *others, situation=key, discards="amulet", depth=0 if key in TOWN else 1)
    return play(begin(given, dice=[dice], mode="gm"), "use row 1")


def test_all_are_here() -> None:
    assert set(EXPECTED) == set(ROWS) and len(ROWS) == 40


@pytest.mark.parametrize("key", list(EXPECTED))
def test_every_action_offered_succeeds_at_its_number(key: str) -> None:
    for action, number in offered(key).items():
        assert get(attempt(key, action, number), "succeeded") == 1, action
        failed = attempt(key, action, number - 1)
        assert get(failed, "succeeded") == 0, action


@pytest.mark.parametrize("key", list(EXPECTED))
def test_what_is_not_offered_cannot_be_done(key: str) -> None:
    for action, card in CARD_FOR.items():
        state = begin(position(pc(rows=card), pc("axe"), situation=key))
        assert ("use row 1" in legal(state)) == (action in offered(key))


def check(state: State, wanted: Outcome, before: dict[str, Any]) -> None:
    """What has become of the actor and of pc_2, whose turn has not come."""
    healed, hurt = before["health"], {"unhurt": "wounded", "wounded": "disabled"}[before["health"]]
    for name, who in (("pc_0", ("actor", "party")), ("pc_2", ("party",))):
        expected = "unhurt" if wanted.heals in who else hurt if wanted.damages in who else healed
        assert health(state, name) == expected, name
        own = set() if wanted.cleanses in who else set(before["statuses"])
        assert statuses(state, name) == own | ({wanted.status} if name == "pc_0" and wanted.status else set()), name
    assert len(hand(state)) == 3 + wanted.cards + int(wanted.recovers)
    assert ("amulet" in hand(state)) == wanted.recovers
    assert len(hand(state, 2)) == 2 + wanted.others


def is_over(state: State, key: str) -> bool:
    """A card of the dungeon ends at once, one of the town with the turn."""
    return situation(state) != key or (key in TOWN and to_move(state) in ("pc_0 remove", "pc_0 discard"))


@pytest.mark.parametrize("key", list(EXPECTED))
def test_success(key: str) -> None:
    action = next(iter(offered(key)))
    state = attempt(key, action, 12, health="wounded")
    if to_move(state) == "pc_0 pick":
        play(state, "pick amulet")
    check(state, EXPECTED[key][0], {"health": "wounded", "statuses": []})
    assert get(state, "depth") == (0 if key in TOWN else 1 + EXPECTED[key][0].depth)
    assert get(state, "succeeded") == 1 and is_over(state, key)
    assert get(state, "leads") == int(key in TOWN and action in (Action.GATHER, Action.REQUEST))


@pytest.mark.parametrize("key", ["inn", "healing_spring"])
def test_what_cleanses(key: str) -> None:
    action = next(iter(offered(key)))
    who = pc("axe", rows=CARD_FOR[action], statuses=["fall", "curse"])
    given = position(who, pc("axe"), pc("axe", statuses=["daze"]), situation=key)
    state = play(begin(given, dice=[12], mode="gm"), "use row 1")
    assert statuses(state, "pc_0") == set()
    assert statuses(state, "pc_2") == (set() if EXPECTED[key][0].cleanses == "party" else {"daze"})


@pytest.mark.parametrize("key", list(EXPECTED))
def test_failure(key: str) -> None:
    action = next(iter(offered(key)))
    wanted = EXPECTED[key][1]
    state = attempt(key, action, 2)
    assert get(state, "succeeded") == 0
    fight = get(state, "fight")
    if wanted.fight:
        check_fight(state, key, wanted.fight)
        return
    assert fight is None and is_over(state, key)
    check(state, wanted, {"health": "unhurt", "statuses": []})
    assert get(state, "depth") == (0 if key in TOWN else max(1 + wanted.depth, 0))


def check_fight(state: State, key: str, kind: str) -> None:
    """One foe for each PC; the card stays in play."""
    foes = state.to_dict()["foes"]
    assert (len(foes), get(state, "fight")["final"], situation(state)) == (5, False, key)
    assert [entry.get("number", 1) for entry in foes] == ([1, 2, 3, 4, 5] if kind == "mimic" else [1] * 5)
    assert {entry["npc"] for entry in foes} == {"mimic"} if kind == "mimic" else len({e["npc"] for e in foes}) == 5
    assert (to_move(state) or "").startswith("gm_0") == (kind == "foes_first")
    tapped = {entry["health"] for entry in foes}
    assert tapped == ({"wounded"} if kind == "party_first" else {"unhurt"})


@pytest.mark.parametrize("key", [key for key, (_, failure) in EXPECTED.items() if failure.fight])
@pytest.mark.rule("CARD-21")
def test_a_fight_that_is_won_counts_as_success(key: str) -> None:
    given = position(
        pc("axe", rows="sword"), *[pc("bolt")] * 4, foes=[foe("goblin", health="wounded")], situation=key, depth=1
    )
    state = play(begin(given, dice=[12], mode="gm"), "use row 1", "target goblin")
    assert (get(state, "fight"), get(state, "succeeded")) == (None, 1)
    assert get(state, "depth") == 1 + EXPECTED[key][0].depth and situation(state) != key
    assert len(hand(state)) == 1 + EXPECTED[key][0].cards


@pytest.mark.rule("CARD-20")
def test_gathering_face_down_triggers_the_failure() -> None:
    for key in ("maze", "bomb_chest"):
        given = position(pc("axe bow", rows="search"), pc("axe"), pc("bolt bolt"), situation=f"{key} down")
        state = play(begin(given, dice=[7]), "use row 1")
        assert len(hand(state, 2)) == (1 if key == "maze" else 2)
        assert health(state, "pc_2") == ("unhurt" if key == "maze" else "wounded")


@pytest.mark.rule("CARD-21")
def test_depth_never_falls_below_zero() -> None:
    given = position(pc("axe", rows="search"), pc("axe"), situation="dead_end", depth=0)
    assert get(play(begin(given, dice=[2]), "use row 1"), "depth") == 0
