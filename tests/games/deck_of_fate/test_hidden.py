"""Deck of Fate: what a player cannot know is redrawn, what is known stays (FATE-60)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dicedeck.envs.core.game import State
from dicedeck.envs.deck_of_fate.cards import CARD_NAMES
from support.fate import begin, deck_of_fate, get, hand, legal, pc, play, played_out, position, top

pytestmark = [pytest.mark.nojit, pytest.mark.rule("FATE-60")]

EFFECTS = {"FOOL", "EMPEROR", "CHARIOT", "HANGED", "DEATH", "DEVIL", "TOWER", "STAR", "MOON", "WORLD"}
TWO = (pc("C2 C3 C4 C5"), pc("P2 P3 P4 P5"))


def worlds(state: State, seat: int, n: int = 40) -> list[State]:
    return [state.resample(seat, seed) for seed in range(n)]


def test_other_hands_and_the_deck_are_redrawn_as_large_as_they_are() -> None:
    state = begin(position(*TWO, deck="W2"))
    seen: Counter[str] = Counter()
    tops = set()
    for world in worlds(state, 0, 300):
        assert hand(world) == {"C2", "C3", "C4", "C5"}
        assert len(hand(world, 1)) == 4 and len(get(world, "deck")) == 70
        seen.update(hand(world, 1))
        tops |= set(top(world))
    assert not set(seen) & EFFECTS
    assert len(seen) == 64 and len(tops) > 60 and tops >= {"FOOL", "DEVIL"}
    assert max(seen.values()) < 45 and min(seen.values()) > 4  # each about 300 * 4 / 64 = 19


def test_the_master_knows_no_hand() -> None:
    state = begin(position(*TWO), master=True)
    assert len({frozenset(hand(world)) for world in worlds(state, 2)}) > 30


def test_the_master_knows_the_hand_that_it_chooses_from() -> None:
    given = position(pc("S2 C2 C3 SUN", misfortune=True), pc("P2 P3 P4 P5"), deck="CT", check="guile spotlight harm")
    state = play(begin(given, master=True), "play S2", "discard C2", "accept")
    assert {frozenset(hand(world)) for world in worlds(state, 2)} == {frozenset({"C3", "SUN"})}
    assert len({frozenset(hand(world, 1)) for world in worlds(state, 2)}) > 30
    assert {CARD_NAMES[card] for card in state.explain(2)["hand"]} == {"C3", "SUN"}
    play(state, "pick SUN")
    assert "hand" not in state.explain(2)
    assert len({frozenset(hand(world)) for world in worlds(state, 2)}) > 20


@pytest.mark.rule("FATE-30", "FATE-47")
def test_cards_that_were_arranged_stay_for_the_one_who_did_it() -> None:
    given = position(pc("C2 C3 C4", "alchemist", mp=1), pc("P2 P3 P4 P5"), deck="W2 W3 W4 W5 W6", phase="free")
    state = play(begin(given), "arrange", "pick W6", "pick W5", "pick W4", "pick W3", "pick W2")
    for world in worlds(state, 0):
        assert top(world, 5) == ["W6", "W5", "W4", "W3", "W2"]
    assert len({tuple(top(world, 5)) for world in worlds(state, 1)}) > 30


@pytest.mark.rule("FATE-30")
def test_in_the_middle_of_a_look() -> None:
    given = position(pc("HERMIT C3 C4 C5"), pc("P2 P3 P4 P5"), deck="W2 W3 W4 W5 W6", phase="free")
    state = play(begin(given), "hermit", "bottom W3", "pick W6")
    for world in worlds(state, 0):
        assert legal(world) == legal(state) == {f"{verb} W{n}" for n in (2, 4, 5) for verb in ("pick", "bottom")}
        assert get(world, "deck")[-1] == "W3"
    others = worlds(state, 1)
    assert len({get(world, "deck")[-1] for world in others}) > 20
    assert all(get(world, "looking") == 4 and get(world, "placed") == 1 for world in others)
    assert state.action_to_string(state.string_to_action("pick W2"), viewer=1) == "pick a card"
    assert state.action_to_string(state.string_to_action("bottom W2"), viewer=1) == "bottom a card"


@pytest.mark.rule("FATE-46")
def test_a_card_known_on_top_is_known_in_the_hand_that_draws_it() -> None:
    given = position(
        pc("C2 C3 C4 C5"), pc("S9 P3 P4 P5"), deck="C6 W5 W6", to_move="pc_1", known={"pc_0": ["C6", "W5"]}
    )
    state = play(begin(given), "play S9", "accept")
    assert "W5" in hand(state, 1)
    assert all("W5" in hand(world, 1) for world in worlds(state, 0))
    assert list(state.explain(0)["known_hands"].values()) == pytest.approx([0.4])


@pytest.mark.rule("FATE-24")
def test_a_shuffle_ends_all_knowledge() -> None:
    given = position(*TWO, deck="FOOL", known={"pc_0": ["W5", "W6"], "pc_1": ["W7"]})
    state = play(begin(given), "play C2", "accept")
    assert not any(get(state, "known").values())


@pytest.mark.rule("FATE-24", "FATE-23")
def test_a_kept_card_is_one_of_the_hand_to_the_others() -> None:
    given = position(pc("C2 C3 C4 C5", luck=True), pc("P2 P3 P4 P5", luck=True), deck="FOOL")
    state = play(begin(given), "play C2", "accept", "keep C4")
    kept = Counter(world.to_dict()["pcs"][0]["kept"][0] for world in worlds(state, 1, 60))
    assert len(kept) > 20
    assert {world.to_dict()["pcs"][0]["kept"][0] for world in worlds(state, 0)} == {"C4"}


@pytest.mark.rule("FATE-4")
def test_unopened_cards_of_the_opening_may_be_anything() -> None:
    """pc_0 decides for its Hanged Man; pc_1's hand has not taken effect yet."""
    pcs = [pc("S2 S3 S4 S5"), pc("TOWER P2 P3 P4", unopened=["TOWER", "P2", "P3", "P4"])]
    tasks = [{"task": name, "seat": seat, "amount": 0} for name, seat in
             (("opening", 1), ("fill", 0), ("fool_in", 0), ("new_check", 0))]  # fmt: skip
    given = position(*pcs, check=None, phase="discard", incident={"checks": 0}, tasks=tasks, fool_aside=True)
    state = begin(given)
    seen = set().union(*(hand(world, 1) for world in worlds(state, 0, 150)))
    assert seen >= {"TOWER", "WORLD", "DEVIL", "SUN"} and "FOOL" not in seen
    for world in worlds(state, 0, 5):
        assert world.to_dict()["pcs"][1]["unopened"]
        played_out(world, 1)


@pytest.mark.parametrize("options", [{}, {"open_hands": True}, {"master": True, "late_fool": True}, {"simple": True}])
def test_a_world_depends_on_the_seed_and_on_what_is_known_only(options: dict[str, Any]) -> None:
    game = deck_of_fate(**options)
    state = game.new_initial_state(seed=4)
    for number in range(40):
        if number % 8 == 0:
            for seat in range(game.num_players):
                world = state.resample(seat, 1)
                assert world.resample(seat, 9).to_bytes() == state.resample(seat, 9).to_bytes()
                assert world.observation_tensor(seat).tobytes() == state.observation_tensor(seat).tobytes()
        if not state.is_terminal():
            legal_ = state.legal_actions()
            state.apply_action(legal_[number * 7 % len(legal_)])


def test_seeds_give_different_worlds() -> None:
    state = deck_of_fate().new_initial_state(seed=4)
    assert len({world.to_bytes() for world in worlds(state, 0)}) == 40
