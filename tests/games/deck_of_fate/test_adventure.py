"""Deck of Fate, FATE-52 to FATE-57: incidents, modes, consequences, the end, the master, free actions, caps."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.core.errors import OptionError
from support.fate import (
    CONSEQUENCES,
    MODES,
    STATS,
    begin,
    clock,
    deck_of_fate,
    done,
    get,
    hand,
    incident,
    legal,
    mp,
    pc,
    play,
    played_out,
    position,
    successes,
    to_move,
    vp,
)

pytestmark = pytest.mark.nojit

FOUR = "C2 C3 C4 C5"


def party(*numbers: int, **fields: Any) -> list[dict[str, Any]]:
    """PCs with four cards of one number and class monk; number 0: out."""
    return [pc(" ".join(f"{s}{n}" for s in "CSPW"), **fields) if n else pc("", vp=0) for n in numbers]


# Incidents


@pytest.mark.rule("FATE-52")
@pytest.mark.parametrize("pcs", [1, 2, 5])
def test_the_adventures_that_come_with_the_game(pcs: int) -> None:
    for name, goal, doom in (("standard", 11 + 2 * pcs, 2), ("plain", 3 + pcs, 3 + pcs)):
        game = deck_of_fate(pcs=pcs, adventure=name)
        state = game.new_initial_state(1)
        assert (incident(state, "goal"), incident(state, "doom"), int(state.record.incidents)) == (goal, doom, 3)


@pytest.mark.rule("FATE-52")
@pytest.mark.parametrize("pcs", [1, 3, 5])
def test_goal_and_doom_grow_with_the_party(pcs: int, tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('title = "Plain"\n[[incidents]]\n[[incidents]]\ngoal = 1\ngoal_per_pc = 2\ndoom_per_pc = 0\n')
    state = deck_of_fate(pcs=pcs, adventure=str(path)).new_initial_state(1)
    assert (incident(state, "goal"), incident(state, "doom")) == (3 + pcs, 3 + pcs)
    state.records["incident"][0] = 1
    assert (incident(state, "goal"), incident(state, "doom")) == (1 + 2 * pcs, 3)


@pytest.mark.rule("FATE-53")
def test_checks_are_drawn_uniformly() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(700):
        check = deck_of_fate(pcs=1, adventure="plain").new_initial_state(seed).to_dict()["check"]
        if check:
            found[check["stat"], check["mode"], check["consequence"]] += 1
    assert len(found) == len(STATS) * len(MODES) * len(CONSEQUENCES)
    assert max(found.values()) < 3 * sum(found.values()) / 36


@pytest.mark.rule("FATE-53")
def test_weights_of_an_adventure(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    rows = '[[checks]]\nstat = "grit"\nmode = "all"\nweight = 3\n[[checks]]\nstat = "guile"\nconsequence = "harm"\n'
    path.write_text(f'title = "Weights"\n[[incidents]]\n{rows}')
    found: Counter[str] = Counter()
    for seed in range(200):
        check = deck_of_fate(pcs=1, adventure=str(path)).new_initial_state(seed).to_dict()["check"]
        if check is None:
            continue
        assert (check["stat"] == "grit" and check["mode"] == "all") or (
            check["stat"] == "guile" and check["consequence"] == "harm"
        )
        found[check["stat"]] += 1
    assert found["grit"] > 2 * found["guile"] > 0  # 9 against 3


# Modes


@pytest.mark.rule("FATE-53")
def test_spotlight_goes_round_the_living_from_pc_0() -> None:
    given = position(
        *party(2, 0, 3), phase="free", to_move="pc_2", check="guile spotlight doom", incident={"goal": 9, "doom": 9}
    )
    state = play(begin(given), "done")
    assert (to_move(state), incident(state, "spotlight")) == ("pc_0 play", "pc_1")
    state = begin(given | {"incident": {"spotlight": "pc_1"}})
    assert (to_move(play(state, "done")), incident(state, "spotlight")) == ("pc_2 play", "pc_0")


@pytest.mark.rule("FATE-53")
@pytest.mark.parametrize("mode", ["volunteer", "all"])
def test_the_pointer_moves_by_spotlight_checks_only(mode: str) -> None:
    given = position(*party(2, 3), phase="free", to_move="pc_1", check=f"guile {mode} doom")
    state = play(begin(given), "done")
    assert incident(state, "spotlight") == "pc_0"


@pytest.mark.rule("FATE-53")
def test_volunteers_are_asked_from_the_pc_after_the_last_checker() -> None:
    given = position(
        *party(2, 3, 4, 0),
        phase="free",
        to_move="pc_2",
        check="guile volunteer doom",
        incident={"last_checker": "pc_1"},
    )
    state = play(begin(given), "done")
    assert (to_move(state), legal(state)) == ("pc_2 volunteer", {"step forward", "decline"})
    play(state, "decline")
    assert to_move(state) == "pc_0 volunteer"
    play(state, "decline")
    assert (to_move(state), legal(state)) == ("pc_1 volunteer", {"step forward"})
    play(state, "step forward")
    assert (to_move(state), incident(state, "last_checker")) == ("pc_1 play", "pc_1")


@pytest.mark.rule("FATE-53")
def test_the_first_volunteer_asked_is_pc_0_and_one_alone_is_not_asked() -> None:
    given = position(*party(2, 3), phase="free", to_move="pc_1", check="guile volunteer doom")
    assert to_move(play(begin(given), "done")) == "pc_0 volunteer"
    given = position(*party(0, 3), phase="free", to_move="pc_1", check="guile volunteer doom")
    assert to_move(play(begin(given), "done")) == "pc_1 play"


def all_check(numbers: str, consequence: str = "both", **fields: Any) -> Any:
    """Three PCs with 2, 3 and 4 check against these numbers, hands being filled between."""
    cards = numbers.split()
    deck = f"{cards[0]} WP {cards[1]} WN {cards[2]} WQ"
    given = position(
        *party(2, 3, 4, **fields), deck=deck, check=f"guile all {consequence}", incident={"goal": 9, "doom": 9}
    )
    return begin(given)


@pytest.mark.rule("FATE-53")
def test_all_check_in_seat_order_and_hands_are_filled_between() -> None:
    state = all_check("C9 C5 C8")
    seats = []
    for card in ("C2", "C3", "C4"):
        seats.append(to_move(state))
        play(state, f"play {card}", "accept")
    assert seats == ["pc_0 play", "pc_1 play", "pc_2 play"]
    assert "WP" in hand(state) or vp(state) == 3
    assert (successes(state), clock(state), [vp(state, k) for k in range(3)]) == (0, 1, [3, 3, 3])


@pytest.mark.rule("FATE-53")
def test_one_success_of_all_counts_once_and_spares_the_clock() -> None:
    state = all_check("C9 CA SA")
    play(state, "play C2", "accept", "play C3", "accept", "play C4", "accept")
    assert (successes(state), clock(state), [vp(state, k) for k in range(3)]) == (1, 0, [3, 4, 4])


@pytest.mark.rule("FATE-53")
@pytest.mark.parametrize(("consequence", "life", "steps"), [("harm", 3, 0), ("doom", 4, 1), ("both", 3, 1)])
def test_consequences_of_a_check_that_all_fail(consequence: str, life: int, steps: int) -> None:
    state = all_check("C9 C8 C7", consequence)
    play(state, "play C2", "accept", "play C3", "accept", "play C4", "accept")
    assert ([vp(state, k) for k in range(3)], clock(state)) == ([life] * 3, steps)


@pytest.mark.rule("FATE-53")
@pytest.mark.parametrize(("consequence", "life", "steps"), [("harm", 3, 0), ("doom", 4, 1), ("both", 3, 1)])
def test_consequences_of_a_single_failure(consequence: str, life: int, steps: int) -> None:
    state = play(begin(position(pc(FOUR), deck="CT W5", check=f"guile spotlight {consequence}")), "play C2", "accept")
    assert (vp(state), clock(state)) == (life, steps)


@pytest.mark.rule("FATE-53")
def test_a_pc_out_before_its_turn_does_not_check() -> None:
    given = position(pc(FOUR), pc("", vp=0), pc("P2 P3 P4 P5"), deck="CT W5", check="guile all doom")
    state = play(begin(given), "play C2", "accept")
    assert to_move(state) == "pc_2 play"


# Goal, doom, the end


@pytest.mark.rule("FATE-54")
def test_doom_full_costs_everybody_a_vp_and_the_next_incident_starts() -> None:
    given = position(*party(2, 3, 0), deck="CT W5 W6", incident={"goal": 9, "doom": 1, "successes": 3})
    state = play(begin(given), "play C2", "accept")
    assert [vp(state, k) for k in range(3)] == [3, 3, 0]
    assert (incident(state, "number"), incident(state, "resolved"), successes(state), clock(state)) == (2, 0, 0, 0)
    assert mp(state) == 0 and incident(state, "checks") == 1


@pytest.mark.rule("FATE-54", "FATE-55")
def test_doom_can_be_the_end_of_all() -> None:
    given = position(pc("C2", vp=1), pc("P2", vp=1), deck="CT W5", incident={"doom": 1})
    state = play(begin(given), "play C2", "accept")
    assert (get(state, "result"), state.returns()) == ("lost", [-1.0, -1.0])


@pytest.mark.rule("FATE-55")
@pytest.mark.parametrize(("resolved", "card", "result"), [(0, "S9", "lost"), (1, "S9", "won"), (2, "C2", "won"),
                                                         (1, "C2", "lost")])  # fmt: skip
def test_won_with_at_least_half_of_three_incidents(resolved: int, card: str, result: str) -> None:
    last = {"number": 3, "goal": 1, "doom": 1, "resolved": resolved}
    state = play(begin(position(pc("S9 C2 C3 C4"), deck="C6 W5", incident=last)), f"play {card}", "accept")
    assert (get(state, "result"), state.returns()) == (result, [1.0 if result == "won" else -1.0])
    assert state.legal_actions() == []


@pytest.mark.rule("FATE-55")
def test_lost_when_all_are_out_whatever_was_resolved() -> None:
    last = {"number": 3, "goal": 5, "doom": 5, "resolved": 2}
    given = position(pc("C2", vp=1), deck="CT W5", check="guile spotlight harm", incident=last)
    assert get(play(begin(given), "play C2", "accept"), "result") == "lost"


@pytest.mark.rule("FATE-55")
def test_incidents_as_reward() -> None:
    first = {"goal": 1}
    state = begin(position(*party(9, 2), deck="C6 W5", incident=first), reward="incidents")
    play(state, "play S9", "accept")
    assert (state.rewards(), state.returns()) == ([1.0, 1.0], [1.0, 1.0])
    given = position(pc("C2", vp=1), *party(3), deck="CT W5", check="guile spotlight harm")
    state = play(begin(given, reward="incidents"), "play C2", "accept")
    assert (state.rewards(), state.is_terminal()) == ([-1.0, -1.0], False)


@pytest.mark.rule("FATE-55")
def test_a_pc_that_is_out_gets_the_teams_reward_and_no_more_turns() -> None:
    last = {"number": 3, "goal": 1, "resolved": 1}
    state = play(begin(position(*party(9, 0), deck="C6 W5", incident=last)), "play S9", "accept")
    assert state.returns() == [1.0, 1.0]
    state = begin(position(*party(9, 0), deck="C6 W5"))
    play(state, "play S9", "accept")
    while not state.is_terminal():
        assert state.current_player() == 0
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.rule("FATE-55", "FATE-56")
@pytest.mark.parametrize("reward", ["outcome", "incidents"])
def test_random_games_end_in_both_ways_and_pay_what_they_say(reward: str) -> None:
    ends: Counter[str] = Counter()
    for seed in range(8):
        state = played_out(deck_of_fate(pcs=2, master=True, reward=reward).new_initial_state(seed), seed)
        given = state.to_dict()
        ends[given["result"]] += 1
        out = sum(entry["vp"] == 0 for entry in given["pcs"])
        worth = given["incident"]["resolved"] - out if reward == "incidents" else 1 if given["result"] == "won" else -1
        assert state.returns() == [worth, worth, -worth]
    assert set(ends) <= {"won", "lost"}


# The master


@pytest.mark.rule("FATE-56", "FATE-57")
def test_the_master_chooses_one_of_three_checks_unseen_by_the_pcs() -> None:
    state = deck_of_fate(pcs=2, master=True).new_initial_state(3)
    assert (to_move(state), legal(state)) == ("master_0 check", {"check 1", "check 2", "check 3"})
    offered = get(state, "offered")
    assert len(offered) == 3 and get(state, "check") is None
    assert "check 1:" in state.to_string(2) and "check 1:" not in state.to_string(0)
    worlds = [state.resample(0, seed) for seed in range(20)]
    assert len({str(get(world, "offered")) for world in worlds}) > 10
    assert all(get(state.resample(2, seed), "offered") == offered for seed in range(5))
    action = state.string_to_action("check 2")
    assert state.action_to_string(action, viewer=0) == "a check"
    play(state, "check 2")
    assert {key: get(state, "check")[key] for key in ("stat", "mode", "consequence")} == offered[1]
    assert get(state, "offered") is None


@pytest.mark.rule("FATE-56")
def test_the_master_gets_the_opposite() -> None:
    last = {"number": 3, "goal": 1, "resolved": 1}
    state = play(begin(position(*party(9, 2), deck="C6 W5", incident=last), master=True), "play S9", "accept")
    assert state.returns() == [1.0, 1.0, -1.0]
    game = deck_of_fate(pcs=2, master=True)
    assert (game.players, game.utility) == (("pc_0", "pc_1", "master_0"), "general")
    assert (deck_of_fate(pcs=1, master=True).utility, deck_of_fate(pcs=3).utility) == ("zero_sum", "identical")


@pytest.mark.rule("FATE-55")
@pytest.mark.parametrize(("options", "bounds"), [({}, (-1, 1)), ({"reward": "incidents"}, (-3, 3)),
                                                 ({"reward": "incidents", "pcs": 5}, (-5, 5))])  # fmt: skip
def test_bounds_of_the_returns(options: dict[str, Any], bounds: tuple[int, int]) -> None:
    game = deck_of_fate(**options)
    assert (game.min_utility, game.max_utility) == bounds


# Free actions


@pytest.mark.rule("FATE-57")
def test_every_living_pc_has_a_window_in_seat_order_before_the_check() -> None:
    given = position(*party(2, 0, 3, mp=1), phase="free", check="guile spotlight doom")
    state = begin(given)
    seats = []
    while state.phase() == "free":
        seats.append(to_move(state))
        play(state, "cycle", sorted(legal(play(state.clone(), "cycle")))[0]) if mp(state, 0) else None
        play(state, "done")
    assert seats == ["pc_0 free", "pc_2 free"]
    assert to_move(state) == "pc_0 play"


@pytest.mark.rule("FATE-57")
def test_the_check_is_public_before_the_free_actions() -> None:
    state = begin(position(*party(2, 3, 4), phase="free", check="nature all doom"))
    for seat in range(3):
        seen = state.explain(seat)
        assert (seen["stat"], seen["mode"], seen["consequence"]) == ({2: 1.0}, {2: 1.0}, {1: 1.0})


@pytest.mark.rule("FATE-57")
def test_a_pc_that_dies_in_its_window_is_followed_by_the_next() -> None:
    given = position(pc("C2", vp=1, mp=1), pc("P2 P3 P4 P5"), deck="DEVIL W5", phase="free")
    state = play(begin(given), "cycle", "discard C2")
    assert (vp(state), to_move(state)) == (0, "pc_1 free")
    assert to_move(play(state, "done")) == "pc_1 play"


@pytest.mark.rule("FATE-55a")
def test_after_200_free_actions_only_done_is_legal() -> None:
    given = position(pc(FOUR, mp=9), pc("P2 P3 P4 P5", mp=9), phase="free", free_actions=199)
    state = begin(given)
    play(state, "cycle", "discard C2")
    assert legal(state) == {"done"}
    play(state, "done")
    assert "cycle" in legal(state)


@pytest.mark.rule("FATE-55a")
def test_after_60_checks_doom_is_full() -> None:
    given = position(*party(2, 3), deck="CT W5", incident={"checks": 60, "goal": 50, "doom": 50})
    state = play(begin(given), "play C2", "accept")
    assert (incident(state, "number"), [vp(state, k) for k in range(2)]) == (2, [3, 3])
    given = position(*party(9, 3), deck="C2 W5", incident={"checks": 60, "goal": 1, "doom": 50})
    state = play(begin(given), "play C9", "accept")
    assert (incident(state, "number"), incident(state, "resolved")) == (2, 1)


@pytest.mark.rule("FATE-55b")
@pytest.mark.parametrize(("reward", "returns"), [("outcome", [-1.0, 1.0]), ("incidents", [0.0, 0.0])])
def test_the_cap_on_actions_counts_as_lost(reward: str, returns: list[float]) -> None:
    state = begin(position(pc(FOUR, mp=9), phase="free"), reward=reward, master=True)
    state.records["step_count"][0] = state.game.max_steps - 1
    play(state, "cycle")
    assert (state.truncated, state.terminated, state.returns(), get(state, "result")) == (True, False, returns, "cap")
    assert state.legal_actions() == []
    again = state.game.from_dict(state.to_dict())
    assert (again.truncated, again.returns()) == (True, returns)


# Adventures as data


BAD_FILES = {
    'title = "x"': r"bad.toml: incidents: Field required",
    'title = "x"\nincidents = []': r"bad.toml: incidents: List should have at least 1 item",
    'title = "x"\n[[incidents]]\n[[incidents]]\ngoal = -1': r"bad.toml: incidents\[1\].goal: Input should be greater",
    'title = "x"\n[[incidents]]\ndoom = "many"': r"bad.toml: incidents\[0\].doom: Input should be a valid integer",
    'title = "x"\n[[incidents]]\ngaol = 3': r"bad.toml: incidents\[0\].gaol: Extra inputs are not permitted",
    'title = "x"\n[[incidents]]\ngoal = 0\ngoal_per_pc = 0': r"incidents\[0\]: Value error, goal and goal_per_pc",
    'title = "x"\n[[incidents]]\n[[checks]]\nstat = "wit"': r"bad.toml: checks\[0\].stat: Input should be 'guile'",
    'title = "x"\n[[incidents]]\n[[checks]]\n[[checks]]\nweight = 0': r"checks\[1\].weight: Input should be greater",
    'title = "x"\n[[incidents]]\n[[checks]]\nmode = "none"': r"checks\[0\].mode: Input should be 'spotlight'",
    "title = [": r"bad.toml: ",
    'title = "x"\na = ' + "[" * 3000: "bad.toml: lists within lists without end",
}


@pytest.mark.rule("FATE-52", "FATE-53")
@pytest.mark.parametrize("text", list(BAD_FILES))
def test_a_faulty_row_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(OptionError, match=BAD_FILES[text]):
        load_game("deck_of_fate", adventure=str(path))


def test_an_unknown_adventure_lists_the_known_ones() -> None:
    with pytest.raises(OptionError, match=r"no adventure 'standart'; did you mean 'standard'\? \(known: .*standard"):
        load_game("deck_of_fate", adventure="standart")


@pytest.mark.rule("FATE-53", "FATE-57")
def test_all_pcs_done_leads_to_the_check() -> None:
    state = begin(position(*party(2, 3), phase="free", check="grit all both"))
    assert to_move(done(state)) == "pc_0 play"
