"""Deck of Fate, FATE-24 and FATE-21: the reset by the Fool, in every place where he can turn up."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.fate import (
    CARDS,
    begin,
    char,
    deck_of_fate,
    discards,
    fate,
    get,
    hand,
    incident,
    legal,
    pc,
    play,
    position,
    successes,
    to_move,
    vp,
)

pytestmark = [pytest.mark.nojit, pytest.mark.rule("FATE-24")]


def everywhere(state: State) -> list[str]:
    given = state.to_dict()
    found = [*given["deck"], *given["discards"]]
    for entry in given["pcs"]:
        found += entry["hand"]
        for row in entry["fate"]:
            found += [row["card"], *row.get("cards", [])]
    return found


def assert_reset(state: State, sizes: list[int]) -> None:
    """All hands are full again, no discards but what came later, the Fool in the deck, every card once."""
    assert sorted(everywhere(state)) == sorted(CARDS)
    assert "FOOL" in get(state, "deck")
    assert [len(hand(state, seat)) for seat in range(len(sizes))] == sizes


QUIET = 40
"""Seeds that are tried; those in which a redrawn card has an effect of its own are left out of narrow claims."""


def is_quiet(state: State) -> bool:
    pcs = get(state, "pcs")
    plain = all(not entry["fate"] and not entry["luck"] and not entry["misfortune"] for entry in pcs)
    return plain and not discards(state)


def quiet_resets(given: dict[str, Any], *actions: str, **options: Any) -> list[State]:
    """The position played with many seeds, only those after whose reset nothing else happened."""
    found = []
    for seed in range(QUIET):
        state = play(begin(given, seed, **options), *actions)
        if state.phase() in ("free", "play") and is_quiet(state):
            found.append(state)
    assert found
    return found


# Where he turns up


@pytest.mark.rule("FATE-21")
def test_as_difficulty_the_check_succeeds_then_all_is_shuffled() -> None:
    given = position(
        pc("C2 C3 C4 C5", stats="-5 0 0 0", fate="CHARIOT"), pc("P2 P3 P4 P5", cls="mercenary", vp=4),
        deck="FOOL", discards="W2 W3 W4",
    )  # fmt: skip
    for state in quiet_resets(given, "play C2", "accept"):
        assert successes(state) == 1
        assert_reset(state, [4, 4])
        assert fate(state) == {}
        assert len(get(state, "deck")) == 78 - 8


def test_the_result_is_scored_before_the_reset_and_the_incident_ends_after_it() -> None:
    given = position(pc("C2 C3 C4 C5", luck=True), deck="FOOL", incident={"number": 1, "goal": 1})
    state = play(begin(given), "play C2", "accept")
    assert (to_move(state), successes(state), incident(state, "resolved")) == ("pc_0 keep", 1, 0)


def test_drawn_while_filling() -> None:
    given = position(pc("S9 C3 C4 C5"), pc("P2 P3 P4 P5"), deck="C2 FOOL", discards="W2 W3 W4")
    for state in quiet_resets(given, "play S9", "accept"):
        assert_reset(state, [4, 4])
        assert len(get(state, "deck")) == 78 - 8


def test_drawn_for_cycle() -> None:
    given = position(pc("S9 C3 C4 C5", mp=1), deck="FOOL", discards="W2", phase="free")
    for state in quiet_resets(given, "cycle", "discard C3"):
        assert_reset(state, [4])
        assert to_move(state) == "pc_0 free"


@pytest.mark.rule("FATE-33")
def test_drawn_by_hanged_man_and_the_draw_goes_on() -> None:
    """The Fool is no card: two are drawn all the same, then one is discarded."""
    given = position(pc("S9 C3 C4 C5"), deck="C2 HANGED FOOL")
    seen = 0
    for seed in range(QUIET):
        state = play(begin(given, seed), "play S9", "accept")
        if is_quiet(state) and state.phase() == "discard":
            seen += 1
            assert len(hand(state)) == 5
            play(state, sorted(legal(state))[0])
            assert len(hand(state)) == 4 and len(discards(state)) == 1
    assert seen


@pytest.mark.rule("FATE-34")
def test_drawn_by_death_and_the_draw_goes_on() -> None:
    """Two of four cards drawn when the Fool comes: two again, then the other two."""
    given = position(pc("S9 C3 C4 C5"), deck="C2 DEATH W5 W6 FOOL")
    for state in quiet_resets(given, "play S9", "accept"):
        assert_reset(state, [4])


@pytest.mark.rule("FATE-48")
def test_drawn_by_the_thief() -> None:
    given = position(pc("S9 C3 C4 C5", cls="thief"), deck="C2 FOOL")
    seen = 0
    for seed in range(QUIET):
        state = play(begin(given, seed), "play S9", "accept")
        if is_quiet(state) and state.phase() == "discard":
            seen += 1
            assert len(hand(state)) == 5
    assert seen


@pytest.mark.rule("FATE-31")
def test_taken_by_the_wheel() -> None:
    given = position(pc("WHEEL C3 C4 C5"), deck="C6 C7 FOOL", phase="free")
    state = play(begin(given), "wheel")
    assert "pick FOOL" in legal(state)
    for state in quiet_resets(given, "wheel", "pick FOOL"):
        assert_reset(state, [4])
        assert to_move(state) == "pc_0 free"


@pytest.mark.rule("FATE-35")
@pytest.mark.parametrize("deck", ["FOOL", "W5 FOOL", "W5 W6 FOOL"])
def test_laid_on_temperance(deck: str) -> None:
    """Temperance and the cards on it go back, no more are laid."""
    given = position(pc("TEMPERANCE C3 C4 C5"), deck=deck, phase="free")
    for state in quiet_resets(given, "temperance"):
        assert fate(state) == {}
        assert_reset(state, [4])


@pytest.mark.rule("FATE-35", "FATE-23")
def test_laid_on_temperance_with_luck() -> None:
    """In the middle of the reset the position can be written and read."""
    given = position(pc("TEMPERANCE C3 C4 C5", luck=True), deck="W5 FOOL", phase="free")
    state = play(begin(given), "temperance")
    assert (to_move(state), get(state, "resolving"), get(state, "laid")) == ("pc_0 keep", ["TEMPERANCE"], ["W5"])
    again = state.game.from_dict(state.to_dict())
    assert again.to_dict() == state.to_dict()
    assert "resolving" not in play(state, "keep C4").to_dict()
    assert "C4" in hand(state) or "DEATH" in discards(state)


@pytest.mark.rule("FATE-30", "FATE-46", "FATE-47")
@pytest.mark.parametrize(
    ("who", "actions"),
    [
        (pc("HERMIT C3 C4 C5"), ["hermit", "bottom FOOL", "pick C6", "pick C7", "pick C8", "pick C9"]),
        (pc("C2 C3 C4 C5", cls="shaman", mp=1), ["peek", "bottom FOOL"]),
        (pc("C2 C3 C4 C5", cls="alchemist", mp=1),
         ["arrange", "pick C6", "pick C7", "pick C8", "pick C9", "pick FOOL"]),
    ],
)  # fmt: skip
def test_a_fool_that_is_looked_at_does_nothing(who: dict[str, Any], actions: list[str]) -> None:
    state = begin(position(who, deck="FOOL C6 C7 C8 C9 W5", discards="W2 W3", phase="free"))
    play(state, *actions)
    assert {"W2", "W3"} <= discards(state)
    assert state.phase() == "free"


def test_in_the_opening_he_is_not_in_the_deck() -> None:
    """He is shuffled in after the hands are filled (FATE-4)."""
    for seed in range(30):
        state = deck_of_fate(pcs=5).new_initial_state(seed)
        assert incident(state, "number") == 1
        assert state.to_dict().get("fool_aside", False) is (state.phase() != "free")


# What happens then


def test_fortunes_end() -> None:
    given = position(pc("C2 C3 C4 C5", misfortune=True), pc("P2 P3 P4 P5", luck=True), deck="FOOL")
    state = play(begin(given), "play C2", "discard C3", "accept")
    assert to_move(state) == "pc_1 keep"
    for state in quiet_resets(given, "play C2", "discard C3", "accept", "keep none"):
        assert not char(state)["misfortune"] and not char(state, 1)["luck"]


@pytest.mark.rule("FATE-23")
def test_lucky_pcs_keep_a_card_in_seat_order_and_draw_one_fewer() -> None:
    given = position(
        pc("C2 C3 C4 C5", luck=True), pc("W2 W3 W4 W5"), pc("P2 P3 P4 P5", luck=True), deck="FOOL", discards="S2 S3"
    )
    state = play(begin(given), "play C2", "accept")
    assert (to_move(state), legal(state)) == ("pc_0 keep", {"keep C3", "keep C4", "keep C5", "keep none"})
    play(state, "keep C4")
    assert to_move(state) == "pc_2 keep"
    for state in quiet_resets(given, "play C2", "accept", "keep C4", "keep P5"):
        assert "C4" in hand(state) and "P5" in hand(state, 2)
        assert_reset(state, [4, 4, 4])


@pytest.mark.rule("FATE-60")
def test_a_kept_card_is_secret() -> None:
    given = position(pc("C2 C3 C4 C5", luck=True), pc("P2 P3 P4 P5", luck=True), deck="FOOL")
    state = play(begin(given), "play C2", "accept")
    assert state.action_to_string(state.string_to_action("keep C4"), viewer=1) == "keep a card"
    assert state.action_to_string(state.string_to_action("keep none"), viewer=1) == "keep none"
    worlds = [play(state.clone(), f"keep {card}") for card in ("C3", "C4")]
    assert len({world.observation_tensor(1).tobytes() for world in worlds}) == 1
    assert "C4(kept)" in worlds[1].to_string(0)


@pytest.mark.rule("FATE-60")
@pytest.mark.parametrize("partners", [1, 2])
def test_a_card_that_one_player_knows_is_kept_as_secretly(partners: int) -> None:
    """pc_0 has once seen W2; which card pc_1 keeps, pc_0 learns neither by what is said nor by what is shown."""
    others = [pc("S7 S8 S9") for _ in range(partners - 1)]
    given = position(
        pc("C2 C3 C4 C5"), pc("W2 W3 W4 W5", luck=True, mp=1), *others, phase="free", to_move="pc_1", deck="FOOL",
        known={"pc_0": ["W2"]},
    )  # fmt: skip
    start = play(begin(given), "cycle", "discard W5")
    known_to_all = partners == 1
    seen = []
    for card in ("W2", "W3"):
        state = start.clone()
        told = state.action_to_string(state.string_to_action(f"keep {card}"), viewer=0)
        assert told == (f"keep {card}" if known_to_all and card == "W2" else "keep a card")
        play(state, f"keep {card}")
        seen.append((state.observation_tensor(0).tobytes(), state.to_string(0)))
    assert (seen[0] == seen[1]) != known_to_all


def test_as_many_as_were_counted_or_vp_if_that_is_lower() -> None:
    given = position(pc("C2 C3 C4 C5 C6 C7", vp=3), pc("P2 P3"), deck="FOOL")
    for state in quiet_resets(given, "play C2", "accept"):
        assert [len(hand(state, seat)) for seat in (0, 1)] == [3, 4]


def test_redrawn_cards_take_effect_one_at_a_time() -> None:
    """With many seeds every effect comes up, and all hands end full."""
    given = position(pc("C2 C3 C4 C5"), pc("P2 P3 P4 P5"), deck="FOOL")
    seen: set[str] = set()
    for seed in range(60):
        state = play(begin(given, seed), "play C2", "accept")
        while state.phase() in ("discard", "keep", "loss"):
            seen.add(state.phase())
            play(state, sorted(legal(state))[0])
        seen |= {*fate(state), *fate(state, 1)} | (discards(state) & {"DEVIL", "STAR", "MOON", "DEATH", "HANGED"})
        for seat in range(2):
            assert len(hand(state, seat)) == vp(state, seat)
        assert "FOOL" in get(state, "deck")
    assert seen >= {"EMPEROR", "CHARIOT", "TOWER", "WORLD", "DEVIL", "STAR", "MOON", "DEATH", "HANGED", "discard"}


def test_the_fool_is_out_of_the_deck_while_hands_are_drawn_again() -> None:
    given = position(pc("C2 C3 C4 C5"), pc("P2 P3 P4 P5"), deck="FOOL")
    found = 0
    for seed in range(60):
        state = play(begin(given, seed), "play C2", "accept")
        if state.phase() == "discard" and get(state, "fool_aside"):
            found += 1
            assert "FOOL" not in get(state, "deck")
            assert [row["task"] for row in get(state, "tasks")][-1] == "checked"
    assert found


def test_he_may_come_back_at_once() -> None:
    """Shuffled in on top, he resets again: the draw goes on in any case."""
    given = position(pc("S9 C3 C4 C5"), deck="C2 FOOL")
    for seed in range(60):
        state = play(begin(given, seed), "play S9", "accept")
        assert state.phase() in ("free", "discard", "keep", "loss")
        assert sorted(everywhere(state)) == sorted(CARDS) or state.phase() != "free"
