"""`dicedeck play`: typed games, as a person or a pipe types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import Answer, assert_refused, dicedeck
from support.positions import impeachment, lane, position

TOY = "support.toy_game:GAME"
AGENTS = ("--opponent", "random", "--hint", "random")


def play(*lines: str, game: str = "impeachment", options: tuple[str, ...] = (), seat: str = "pro") -> Answer:
    return dicedeck("play", game, *AGENTS, "--seat", seat, "--seed", "4", *options, typed="\n".join(lines) + "\n")


def test_a_whole_game_by_numbers_ends_with_a_summary() -> None:
    answer = play(*["1"] * 60)
    assert answer.code == 0
    assert "wins after" in answer.text
    assert "You win." in answer.text or "You lose." in answer.text
    assert "Pro you" in answer.text and "Con random" in answer.text
    assert "issue pile:" in answer.text


def test_a_whole_game_with_everything() -> None:
    options = ("-o", "tactics=true", "-o", "conviction=total", "-o", "bias=true")
    answer = play(*["1"] * 250, options=options)
    assert (answer.code, answer.err) == (0, "")
    assert "wins after" in answer.text


def test_output_is_plain_when_piped() -> None:
    assert "\x1b" not in play("help", "hint", "explain", "quit").out


def test_the_other_hand_is_not_shown() -> None:
    answer = play("quit")
    hidden = impeachment().new_initial_state(4).to_dict()["hands"]["con"]
    assert "Con's hand: 7 issue cards" in answer.out
    assert not set(hidden) & set(answer.out.split())


def test_names_may_be_short() -> None:
    hand = impeachment().new_initial_state(4).to_dict()["hands"]["pro"]
    answer = play(f"{hand[0].lower()} j3", "log")
    assert answer.out.count(f"Pro (you): place {hand[0]} J3") == 2


def test_undo_takes_back_the_replies_too() -> None:
    answer = play("1", "1", "undo", "undo", "log", "undo")
    assert_refused(answer, "nothing to undo")
    assert answer.out.count("0 actions so far") == 2
    assert answer.out.count("Pro (you)") == 2


def test_hint_is_a_legal_action() -> None:
    answer = play("hint", "quit")
    hint = answer.out.partition("random would play: ")[2].splitlines()[0]
    state = impeachment().new_initial_state(4)
    assert state.string_to_action(hint) in state.legal_actions()


def test_explain_names_the_observation_and_the_features() -> None:
    answer = play("explain", "explain 1", "quit")
    assert "own_hand_count 1" in answer.text
    assert "cards in the own hand / 7" in answer.text
    assert "card_rank" in answer.text


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "new" / "position.json"
    answer = play("1", "1", f"save {file}", "1", "quit")
    assert f"saved to {file}" in answer.out
    assert json.loads(file.read_text())["game"] == "impeachment"
    again = play(f"load {file}", "quit")
    assert again.out.count("taken: ") == 2
    begun = dicedeck("play", "impeachment", *AGENTS, "--seat", "pro", "--load", str(file), typed="quit\n")
    table = answer.out.split("actions so far")[3].partition("to choose")[0]
    assert table in begun.out
    assert table in again.out


def test_rules_can_be_read_at_the_table() -> None:
    assert "# Impeachment" in play("rules", "quit").out


def test_comments_and_empty_lines_are_skipped() -> None:
    assert play("# a comment", "", "quit  # leave").code == 0


def test_the_end_of_the_input_leaves_the_table() -> None:
    assert play("1").code == 0


def test_secret_picks_stay_secret(tmp_path: Path) -> None:
    """Con, an agent, is in the middle of a Poll; its picks are not named to Pro."""
    start = position({}, con="S5 S6", pro="H9 HT", pile="D4 D5 D6 D7 D8", phase="poll", to_move="con")
    file = tmp_path / "poll.json"
    file.write_text(json.dumps(start))
    answer = play("quit", options=("-o", "tactics=true", "--load", str(file)))
    assert answer.out.count("Con (random): pick a card") == 4


@pytest.mark.parametrize("seat", ["con", "Con", "player_1", "1"])
def test_seats_have_several_names(seat: str) -> None:
    answer = play("quit", seat=seat)
    assert "Con: you" in answer.out
    assert "Pro (random): place" in answer.out


def test_two_people_see_their_own_pictures() -> None:
    state = impeachment().new_initial_state(4)
    hands = state.to_dict()["hands"]
    first, second = play("1", "quit", seat="all").out.split("Pro (you)")
    assert f"Pro's hand: {' '.join(hands['pro'])}" in first
    assert f"Con's hand: {' '.join(hands['con'])}" in second
    assert "Pro's hand: 7 issue cards" in second


def test_agents_alone_play_to_the_end() -> None:
    answer = play(seat="none")
    assert "wins after" in answer.text
    assert "you" not in answer.out.split("log")[0].split("help")[0].lower().replace("your", "")


def test_games_from_outside_can_be_played() -> None:
    answer = play(*["1"] * 8, game=TOY, seat="0")
    assert answer.code == 0
    assert "return" in answer.text


def test_errors_of_a_pipe_end_the_game() -> None:
    for line, words in [
        ("place S5 J77", ("no action is called", "did you mean")),
        ("99", ("there is no choice 99", "1 to 63")),
        ("p", ("could be", "more")),
        ("save", ("name a file",)),
    ]:
        assert_refused(play(line), *words)


def test_illegal_action_names_legal_ones() -> None:
    lanes = {1: lane("S5 S6 S7", "H4 D4 C3", taken_by="pro")}
    state = impeachment().from_dict(position(lanes, pro="D2", con="D3"))
    with pytest.raises(ValueError, match="legal are for instance: place D2"):
        state.apply_action(state.string_to_action("place D2 J1"))
