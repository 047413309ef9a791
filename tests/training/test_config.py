"""Training configs: what is wrong is named with its line and how to mend it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.training.config import ConfigError, config_names, find_config, load_config, parse_config


def test_defaults_need_only_a_game() -> None:
    config = parse_config("game: impeachment")
    assert config.opponents == {"self": 1.0}
    assert config.load_game().num_actions == 486


def test_options_choose_the_variant() -> None:
    config = parse_config("game: impeachment\noptions: {tactics: true, conviction: total}")
    assert config.load_game().option_values() == {"tactics": True, "conviction": "total"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "game: impeachment\nppo:\n  learning_rte: 3",
            "config x.yaml, line 3: ppo.learning_rte is no setting; did you mean 'learning_rate' or",
        ),
        ("gme: impeachment", "config x.yaml, line 1: gme is no setting; did you mean 'game'? (known here: learner, g"),
        ("seed: 1", "config x.yaml: game is missing"),
        ("game: impechment", "config x.yaml, line 1: no game is called 'impechment'; did you mean 'impeachment'?"),
        ("game: impeachment\noptions:\n  tactic: true", "config x.yaml, line 2: impeachment has no option 'tactic'"),
        ("game: impeachment\nnetwork: {hidden: [0]}", "config x.yaml, line 2: network.hidden.0=0: should be greater"),
        ("game: impeachment\ngame: x", "config x.yaml, line 2: game stands there twice"),
        ("game: impeachment\nppo:\n  clip: 0.1\n  clip: 0.2", "config x.yaml, line 4: clip stands there twice"),
        ("a: [", "config x.yaml, line 1: no valid YAML"),
        ("- 1", "config x.yaml: expected settings such as 'game: impeachment'"),
        ("", "config x.yaml: expected settings such as 'game: impeachment'"),
        ("1: 2", "config x.yaml, line 1: 1 is no setting"),
        ("game: impeachment\nppo: {minibatch: 99999}", "config x.yaml: ppo.minibatch is 99999, more than the 4096 of"),
        ("game: impeachment\nopponents: {}", "config x.yaml: opponents is empty; name at least one agent"),
        ("game: impeachment\nopponents: {random: -1}", "config x.yaml, line 2: opponents.random=-1: should be greater"),
        (
            "game: impeachment\ntotal_steps: many",
            "config x.yaml, line 2: total_steps='many': should be a valid integer",
        ),
        ("game: !!python/name:os.system impeachment", "config x.yaml, line 1: aliases and tags are not used here"),
        ("game: impeachment\noptions: &a {bias: *a}", "config x.yaml, line 2: aliases and tags are not used here"),
        ("game: impeachment\nx: " + "[" * 3000 + "]" * 3000, "config x.yaml: lists within lists without end"),
        ("? [1, 2]\n: 3", "config x.yaml, line 1: the name of a setting is a word"),
        (
            "game: impeachment\noptions: {conviction: off}",
            "config x.yaml, line 2: impeachment: option convict",
        ),
        (
            "game: impeachment\nppo: {learning_rate: .inf}",
            "config x.yaml, line 2: ppo.learning_rate=inf: should be",
        ),
        ("game: impeachment\nopponents: {self: .inf}", "config x.yaml, line 2: opponents.self=inf: should be a finite"),
        (
            "game: impeachment\nnetwork: {hidden: [10000000000]}",
            "config x.yaml, line 2: network.hidden.0=10000000000",
        ),
        (
            "game: impeachment\nlearner: sb3\nnetwork: {kind: flat}\nppo: {envs: 5, steps: 13, minibatch: 64}",
            "config x.yaml: ppo.minibatch is 64: of the 65 of ppo.envs x ppo.steps one is left",
        ),
        (
            "game: impeachment\ntraining_options: {tactics: true}",
            "config x.yaml, line 1: training_options change num_actions from 486 to",
        ),
        ("game: impeachment\nlearner: dqn", "config x.yaml, line 2: learner='dqn': should be 'ppo' or 'sb3'"),
        ("game: impeachment\nlearner: sb3", "config x.yaml: learner sb3 has a flat network only; write network: {kind"),
    ],
)
def test_a_wrong_config_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "x.yaml")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_config_is_found_by_path_or_by_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("game: impeachment\ntotal_steps: 7")
    assert load_config(file).total_steps == 7
    assert find_config("impeachment/sb3_demo") == find_config("impeachment/sb3_demo.yaml")
    assert find_config("impeachment/sb3_demo").is_file()


@pytest.mark.parametrize("name", ["impeachment/sb3_dmo", "nothing/here", "", "."])
def test_an_unknown_config_lists_the_shipped_ones(name: str) -> None:
    with pytest.raises(ConfigError, match=r"shipped: .*impeachment/") as caught:
        load_config(name)
    assert ("did you mean 'impeachment/sb3_demo'" in str(caught.value)) == name.endswith("dmo")


def test_a_binary_file_is_no_config(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(ConfigError, match=r"mine\.yaml: cannot be read: it is no text file"):
        load_config(file)


@pytest.mark.parametrize("name", config_names())
def test_shipped_configs_are_valid(name: str) -> None:
    assert load_config(name).game == name.partition("/")[0]


def test_the_game_that_is_learnt_from_may_pay_otherwise() -> None:
    config = parse_config("game: defence_dice\ntraining_options: {reward: shaped}")
    assert config.load_game().option_values() == {}
    assert config.load_practice().option_values() == {"reward": "shaped"}
