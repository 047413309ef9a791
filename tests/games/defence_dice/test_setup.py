"""Defence Dice, DEF-1 to DEF-5: components, the deck, tracks, characters, the first roll."""

from __future__ import annotations

from typing import Any

import pytest

from support.defence import (
    CARDS,
    OPTION_SETS,
    RANKS,
    SUITS,
    begin,
    defence_dice,
    get,
    legal,
    may_place,
    play,
    position,
    track,
)

pytestmark = pytest.mark.nojit

SEEDS = range(8)
JOKERS = ["X1", "X2"]


@pytest.mark.rule("DEF-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_deck_has_52_enemies_and_two_jokers(seed: int) -> None:
    deck = get(defence_dice().new_initial_state(seed), "deck")
    assert sorted(deck) == sorted(CARDS + JOKERS)


@pytest.mark.rule("DEF-1")
@pytest.mark.parametrize("hp", range(1, 11))
def test_hp_is_the_rank(hp: int) -> None:
    """Every die is needed as long as the others leave HP: hp ones are legal, one more is not."""
    card = "S" + RANKS[hp - 1]
    state = begin(position(card, rolled="1" * 12))
    assert may_place(state, card, "1" * hp)
    assert not may_place(state, card, "1" * (hp + 1))


@pytest.mark.rule("DEF-1", "DEF-21")
def test_a_jack_has_11_hp() -> None:
    state = begin(position("SJ", rolled="6541"))
    assert may_place(state, "SJ", "65")
    assert not may_place(state, "SJ", "651")


@pytest.mark.rule("DEF-2")
@pytest.mark.parametrize("seed", SEEDS)
def test_three_piles_with_a_joker_in_each_of_the_lower_two(seed: int) -> None:
    deck = get(defence_dice().new_initial_state(seed), "deck")
    piles = deck[:18], deck[18:36], deck[36:]
    assert [sum(card in JOKERS for card in pile) for pile in piles] == [0, 1, 1]
    assert get(defence_dice().new_initial_state(seed), "segments") == [18, 18, 18, 0]


@pytest.mark.rule("DEF-2")
def test_jokers_and_cards_fall_everywhere_in_their_piles() -> None:
    decks = [get(defence_dice().new_initial_state(seed), "deck") for seed in range(300)]
    for pile in (range(18, 36), range(36, 54)):
        places = {k for deck in decks for k in pile if deck[k] in JOKERS}
        assert places == set(pile)
    assert {deck[k] for deck in decks for k in (18, 35, 53)} >= {"X1", "X2"}
    assert {deck[0] for deck in decks} == set(CARDS)


@pytest.mark.rule("DEF-3")
def test_a_suit_gets_the_next_free_track_and_keeps_it() -> None:
    state = begin(position(rolled="6", deck="D5 S5 D6 HA C7 SA H2 D2"))
    for expected in (["D"], ["D", "S"], ["D", "S"], ["D", "S", "H"], ["D", "S", "H", "C"]):
        play(state, "pass")
        assert [row["suit"] for row in get(state, "tracks")] == expected
        if state.phase() != "design":
            break


@pytest.mark.rule("DEF-3")
def test_a_track_stays_its_suits_when_it_is_empty() -> None:
    state = begin(position("D3", "S9", rolled="36", deck="D5 C6 H2", xp=0))
    play(state, "target D3", "die 3", "confirm", "target S9", "die 6", "confirm", "pen 1")
    assert get(state, "round") == 2
    assert [row["suit"] for row in get(state, "tracks")] == ["D", "S", "C"]
    assert track(state, "D") == ["D5"]


@pytest.mark.rule("DEF-4")
@pytest.mark.parametrize("options", OPTION_SETS)
def test_a_character_has_its_dice_and_one_xp(options: dict[str, Any]) -> None:
    start = defence_dice(**options).new_initial_state(seed=3)
    assert len(get(start, "rolled")) == {"warrior": 6, "mage": 6}[options["character"]]
    assert (get(start, "xp"), get(start, "back"), get(start, "spent")) == (1, 0, 0)
    assert (start.phase(), get(start, "round"), get(start, "tracks"), get(start, "skills")) == ("design", 1, [], {})


@pytest.mark.rule("DEF-4", "DEF-25")
@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_first_xp_buys_a_skill_of_cost_1(options: dict[str, Any]) -> None:
    start = defence_dice(**options).new_initial_state(seed=3)
    own = {"warrior": {"Cleave", "Precision"}, "mage": {"Fortune Cookie", "Frost", "Transmute"}}
    common = {"Long Shot", "Twin Strike", "Second Wind", "Regroup", "Scout"}
    assert legal(start) == {"pass"} | {f"buy {name}" for name in common | own[options["character"]]}


@pytest.mark.rule("DEF-5")
def test_the_first_roll_shows_every_number_equally_often() -> None:
    shown = [n for seed in range(500) for n in get(defence_dice().new_initial_state(seed), "rolled")]
    for n in range(1, 7):
        assert 420 < shown.count(n) < 580


@pytest.mark.rule("DEF-5")
def test_only_usable_dice_are_rolled() -> None:
    """Dice on an enemy, on a skill, or spent are not."""
    given = position("S9:3", rolled="", back=2, spent=1, phase="cleanup", xp=1, skills={"Cleave": "6"}, deck="H2 H3")
    state = play(begin(given), "finish")
    assert len(get(state, "rolled")) == 2
    assert (get(state, "spent"), get(state, "back")) == (1, 0)
    assert get(state, "skills") == {"Cleave": [6]}
    assert get(state, "tracks")[0]["enemies"][0]["dice"] == [3]


def test_games_from_different_seeds_differ() -> None:
    starts = [defence_dice().new_initial_state(seed).to_dict() for seed in range(20)]
    assert len({str(start["deck"]) for start in starts}) == 20
    assert len({str(sorted(start["rolled"])) for start in starts}) > 10
    assert SUITS == "SHDC"
