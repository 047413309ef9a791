"""Deck of Fate, FATE-44 to FATE-51: the eight classes."""

from __future__ import annotations

import pytest

from support.fate import (
    CLASSES,
    MAX_VP,
    begin,
    char,
    clock,
    deck_of_fate,
    discards,
    done,
    fate,
    get,
    hand,
    legal,
    mp,
    pc,
    play,
    position,
    succeeds,
    successes,
    to_move,
    top,
    vp,
)

pytestmark = pytest.mark.nojit

HARM = "guile spotlight harm"
ABILITIES = {"peek": "shaman", "arrange": "alchemist", "bless pc_0": "monk"}


@pytest.mark.rule("FATE-44", "FATE-46", "FATE-47", "FATE-50", "FATE-57")
@pytest.mark.parametrize("cls", CLASSES)
def test_abilities_belong_to_their_class_and_cost_a_point(cls: str) -> None:
    hand_ = " ".join(f"C{n}" for n in range(2, 2 + MAX_VP[cls]))
    state = begin(position(pc(hand_, cls, mp=1), phase="free"))
    assert legal(state) == {"cycle", "done", *(name for name, owner in ABILITIES.items() if owner == cls)}
    assert legal(begin(position(pc(hand_, cls, mp=0), phase="free"))) == {"done"}


@pytest.mark.rule("FATE-45")
@pytest.mark.parametrize("life", range(1, 6))
def test_the_berserker_adds_missing_vp(life: int) -> None:
    for number in range(6, 10):
        assert succeeds("C5", f"P{number}", cls="berserker", vp=life) is (5 + 5 - life >= number)


@pytest.mark.rule("FATE-44")
@pytest.mark.parametrize("cls", CLASSES)
def test_nobody_else_does(cls: str) -> None:
    assert succeeds("C5", "P6", cls=cls, vp=1) is (cls == "berserker")


# Shaman


@pytest.mark.rule("FATE-46")
def test_the_shaman_looks_at_the_top_card() -> None:
    state = begin(position(pc("C2 C3 C4 C5", "shaman", mp=2), pc("P2 P3 P4 P5"), deck="TOWER W5", phase="free"))
    play(state, "peek")
    assert legal(state) == {"leave", "bottom TOWER"}
    assert get(state, "known") == {"pc_0": ["TOWER"], "pc_1": []}
    left = play(state.clone(), "leave")
    assert (top(left), get(left, "known")["pc_0"], mp(left)) == (["TOWER"], ["TOWER"], 1)
    play(state, "bottom TOWER")
    assert (top(state), get(state, "deck")[-1], get(state, "known")["pc_0"]) == (["W5"], "TOWER", ["TOWER"])


# Alchemist


@pytest.mark.rule("FATE-47")
def test_the_alchemist_arranges_five_cards() -> None:
    state = begin(position(pc("C2 C3 C4", "alchemist", mp=1), deck="W2 W3 W4 W5 W6 S7", phase="free"))
    play(state, "arrange")
    assert legal(state) == {f"pick W{n}" for n in range(2, 7)}
    play(state, "pick W5", "pick W2")
    assert legal(state) == {"pick W3", "pick W4", "pick W6"}
    play(state, "pick W6", "pick W3", "pick W4")
    assert top(state, 6) == ["W5", "W2", "W6", "W3", "W4", "S7"]
    assert set(get(state, "known")["pc_0"]) == {"W2", "W3", "W4", "W5", "W6"}
    assert to_move(state) == "pc_0 free"


@pytest.mark.rule("FATE-47", "FATE-30")
def test_a_look_shows_as_many_cards_as_the_deck_has() -> None:
    given = position(pc("C2 C3 C4", "alchemist", mp=1), deck="W2 W3", phase="free")
    rest = [card for card in given["deck"] if card not in ("W2", "W3", "FOOL")]
    given |= {"deck": ["W2", "W3", "FOOL"], "discards": rest}
    state = play(begin(given), "arrange")
    assert legal(state) == {"pick W2", "pick W3", "pick FOOL"}
    play(state, "pick FOOL", "pick W3", "pick W2")
    assert get(state, "deck") == ["FOOL", "W3", "W2"]


@pytest.mark.rule("FATE-60", "FATE-47")
def test_what_others_knew_of_arranged_cards_is_gone() -> None:
    known = {"pc_1": ["W3", "S7"]}
    given = position(
        pc("C2 C3 C4", "alchemist", mp=1), pc("P2 P3 P4 P5"), deck="W2 W3 W4 W5 W6 S7", phase="free", known=known
    )
    state = play(begin(given), "arrange")
    assert get(state, "known") == {"pc_0": ["W2", "W3", "W4", "W5", "W6"], "pc_1": ["S7"]}


# Thief


@pytest.mark.rule("FATE-48")
def test_the_thief_draws_two_and_discards_one_after_the_own_check() -> None:
    state = begin(position(pc("S9 C3 C4 C5", "thief"), deck="C2 W5 W6 W7"))
    play(state, "play S9", "accept")
    assert (to_move(state), hand(state)) == ("pc_0 discard", {"C3", "C4", "C5", "W5", "W6"})
    assert legal(state) == {f"discard {card}" for card in hand(state)}
    play(state, "discard C3")
    assert (hand(state), top(state)) == ({"C4", "C5", "W5", "W6"}, ["W7"])


@pytest.mark.rule("FATE-48")
def test_further_cards_of_that_fill_come_singly() -> None:
    state = begin(position(pc("S9 C3 C4 C5", "thief", misfortune=True), deck="C2 W5 W6 W7 W8"))
    play(state, "play S9", "discard C3", "accept", "discard W5")
    assert (hand(state), top(state)) == ({"C4", "C5", "W6", "W7"}, ["W8"])


@pytest.mark.rule("FATE-48")
def test_the_thiefs_effects_come_one_by_one() -> None:
    state = begin(position(pc("S9 C3 C4 C5", "thief"), deck="C2 DEVIL W6 W7 W8"))
    play(state, "play S9", "accept")
    assert (vp(state), to_move(state), len(hand(state))) == (3, "pc_0 discard", 3)
    play(state, sorted(legal(state))[0])
    assert (len(hand(state)), top(state)) == (3, ["W8"])


@pytest.mark.rule("FATE-48")
def test_not_for_free_actions_nor_after_others_checks() -> None:
    state = begin(position(pc("S9 C3 C4", "thief", vp=3, mp=1), deck="W5", phase="free"))
    assert to_move(play(state, "heal")) == "pc_0 free"
    given = position(pc("C2 C3 C4", "thief"), pc("S9 P3 P4 P5"), deck="C5 W5 W6", to_move="pc_1")
    state = play(begin(given), "play S9", "accept")
    assert to_move(state) == "pc_0 free"
    assert hand(state) == {"C2", "C3", "C4", "W5"}


@pytest.mark.rule("FATE-48", "FATE-54")
def test_not_when_nothing_is_filled_after_the_check() -> None:
    """A hand above VP: the ability does not wait for a later fill."""
    given = position(pc("S9 C3 C4 C5 C6", "thief", vp=4, mp=1), pc("P2 P3 P4 P5"), deck="C2 W5 W6")
    state = done(play(begin(given), "play S9", "accept"))
    assert hand(state) == {"C3", "C4", "C5", "C6"} and to_move(state) != "pc_0 discard"


# Assassin


@pytest.mark.rule("FATE-49")
def test_the_assassin_plays_another_card_against_the_same_difficulty() -> None:
    given = position(pc("C2 S9 C4 C5 C6", "assassin", fate="EMPEROR"), deck="JUSTICE W5 W6", check=HARM)
    state = play(begin(given), "play C2", "retry")
    assert (vp(state), hand(state), "C2" in discards(state)) == (4, {"S9", "C4", "C5", "C6"}, True)
    assert fate(state) == {"EMPEROR": None}
    play(state, "play S9")
    assert "retry" not in legal(state)
    play(state, "accept")
    assert (successes(state), vp(state), hand(state)) == (1, 4, {"C4", "C5", "C6", "W5"})


@pytest.mark.rule("FATE-49")
def test_only_the_last_try_counts() -> None:
    given = position(pc("C2 C3 C4 C5 C6", "assassin", failures=1), deck="JUSTICE W5 W6", check=HARM)
    state = play(begin(given), "play C2", "retry", "play C3", "accept")
    assert (vp(state), mp(state), char(state)["failures"]) == (3, 1, 0)


@pytest.mark.rule("FATE-49")
def test_bonuses_already_paid_stay() -> None:
    given = position(pc("C2 C7 C4 C5 C6", "assassin", mp=2), deck="JUSTICE W5 W6")
    state = play(begin(given), "play C2", "boost", "boost", "retry", "play C7", "accept")
    assert successes(state) == 1  # 7 + 4


@pytest.mark.rule("FATE-49", "FATE-23")
def test_misfortune_costs_no_further_card() -> None:
    given = position(pc("C2 C3 C4 C5 C6", "assassin", misfortune=True), deck="JUSTICE W5")
    state = play(begin(given), "play C2", "discard C3", "retry", "play C4")
    assert to_move(state) == "pc_0 react"


@pytest.mark.rule("FATE-49", "FATE-18")
def test_the_difficulty_may_not_be_redrawn_after_a_retry() -> None:
    state = begin(position(pc("C2 SN C4 C5 C6", "assassin", stats="-5 0 0 0"), deck="CT W5"))
    play(state, "play C2", "retry", "play SN")
    assert "redraw" not in legal(state)


@pytest.mark.rule("FATE-49")
@pytest.mark.parametrize(("life", "hand_", "wanted"), [(1, "C2 C3", False), (2, "C2 C3", True), (2, "C2", False)])
def test_a_retry_needs_vp_2_and_another_card(life: int, hand_: str, wanted: bool) -> None:
    state = play(begin(position(pc(hand_, "assassin", vp=life), deck="JUSTICE")), "play C2")
    assert ("retry" in legal(state)) is wanted


@pytest.mark.rule("FATE-49")
def test_no_retry_while_the_check_succeeds_and_none_for_others() -> None:
    assert "retry" not in legal(play(begin(position(pc("C9 C3", "assassin"), deck="C2")), "play C9"))
    assert "retry" not in legal(play(begin(position(pc("C2 C3", "thief"), deck="JUSTICE")), "play C2"))


# Monk


@pytest.mark.rule("FATE-50")
def test_the_monk_blesses_and_cleanses() -> None:
    given = position(pc("C2 C3 C4 C5", mp=2), pc("P2 P3 P4 P5", misfortune=True, luck=True), pc("", vp=0), phase="free")
    state = begin(given)
    assert legal(state, "bless") == {"bless pc_0"}
    assert legal(state, "cleanse") == {"cleanse pc_1"}
    play(state, "bless pc_0", "cleanse pc_1")
    assert (char(state)["luck"], char(state, 1)["misfortune"], char(state, 1)["luck"]) == (True, False, True)
    assert mp(state) == 0


# Clown


@pytest.mark.rule("FATE-51")
def test_the_clown_swaps_whoever_is_ahead_once() -> None:
    state = play(begin(position(pc("C9 C3 C4 C5", "clown", mp=2), deck="C2")), "play C9")
    assert "swap" in legal(state)
    play(state, "swap")
    assert (legal(state), get(state, "check")["played"], get(state, "check")["difficulty"]) == (
        {"boost", "accept"}, "C2", "C9",
    )  # fmt: skip
    assert clock(play(state, "accept")) == 1


@pytest.mark.rule("FATE-51", "FATE-18")
def test_a_knight_that_is_now_played_may_redraw() -> None:
    state = play(begin(position(pc("C9 C3 C4 C5", "clown", mp=1), deck="SN W6")), "play C9", "swap")
    assert "redraw" in legal(state)
    play(state, "redraw")
    assert (get(state, "check")["difficulty"], "C9" in discards(state)) == ("W6", True)


@pytest.mark.rule("FATE-51", "FATE-18")
def test_not_if_this_check_had_a_redraw() -> None:
    state = play(begin(position(pc("CN C3 C4 C5", "clown", mp=1), deck="W6 SN")), "play CN", "redraw", "swap")
    assert "redraw" not in legal(state)


@pytest.mark.rule("FATE-51", "FATE-16")
def test_an_ace_that_becomes_the_difficulty_is_1() -> None:
    state = begin(position(pc("CA C3 C4 C5", "clown", mp=1, stats="-1 0 0 0"), deck="W2"))
    assert successes(play(state, "play CA", "swap", "accept")) == 1  # 2 - 1 against 1


@pytest.mark.rule("FATE-51")
def test_bonuses_already_paid_stay_after_a_swap() -> None:
    state = begin(position(pc("C9 C3 C4 C5", "clown", mp=5), deck="C2"))
    play(state, "play C9", "boost", "boost", "boost", "swap")
    assert successes(play(state, "boost", "accept")) == 1  # 2 + 8 against 9


@pytest.mark.rule("FATE-51", "FATE-24")
def test_not_against_the_fool_nor_without_a_point() -> None:
    assert "swap" not in legal(play(begin(position(pc("C9 C3", "clown", mp=1), deck="FOOL")), "play C9"))
    assert "swap" not in legal(play(begin(position(pc("C9 C3", "clown", mp=0), deck="C2")), "play C9"))


def test_every_class_can_be_played_alone() -> None:
    for name in CLASSES:
        state = deck_of_fate(pcs=1, classes=(name,)).new_initial_state(3)
        assert char(state)["class"] == name
