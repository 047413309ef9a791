"""A trained policy to hand on: weights and facts without the training's memory, and a model card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from dicedeck.agents.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from dicedeck.agents.files import write_file
from dicedeck.agents.policy import load_policy, network_of
from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import MatchResult, Progress, play_match
from dicedeck.training.config import CONFIGS, SELF, TrainingConfig, load_config

CARD = "README.md"
_PASSED_ON = ("learner", "steps", "seconds", "updates", "forced", "imitated", "network", "config")


def export_policy(
    run: Path,
    folder: Path,
    opponents: Sequence[str],
    pairs: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[MatchResult]:
    """Write the policy of a run into a folder of its own, measure it there, and write its model card.

    Args:
        opponents: whom it is measured against, by duplicate pairs.

    Raises:
        CheckpointError: there is no checkpoint, it is damaged, or the folder cannot be written to.
    """
    checkpoint = read_checkpoint(run)
    there = checkpoint.fact("game", dict)
    game = load_game(str(there.get("name")), **there.get("options", {}))
    policy = network_of(read_checkpoint(run, game), game).state_dict()
    facts = {name: checkpoint.facts[name] for name in _PASSED_ON if name in checkpoint.facts}
    weights = {name: value.numpy().astype(np.float16) for name, value in policy.items()}  # half the size, as strong
    write_checkpoint(folder, game, facts, {"policy": weights})
    matches = [
        play_match(game, str(folder), opponent, pairs, seed, workers, progress=progress) for opponent in opponents
    ]
    write_file(folder / CARD, model_card(read_checkpoint(folder, game), game, matches))
    return matches


def model_card(checkpoint: Checkpoint, game: Game, matches: Sequence[MatchResult]) -> str:
    """What the policy is, how it came about, and how strong it is (in one match or more), as Markdown."""
    config = checkpoint.fact("config", dict)
    network = checkpoint.fact("network", dict)
    entry = checkpoint.fact("files", dict)["policy"]
    options = ", ".join(f"{name}={value}" for name, value in game.option_values().items()) or "defaults"
    met = ", ".join(config.get("opponents", {SELF: 1}))
    rows = [_row(match) for match in matches]
    roles = [f" as {role} |" for role in matches[0].per_role]
    looks = len(load_policy(checkpoint.folder, game).looks)
    judged = f", judged under {looks} symmetries of the game" if looks > 1 else ""
    return "\n".join(
        [
            f"# A policy for {game.title}",
            "",
            f"Plays `{game.name}` (version {game.version}, options: {options}). Load it by the folder's path, or as "
            "`trained` where it lies in the package.",
            "",
            "| | |",
            "| --- | --- |",
            f"| learner | {config.get('learner')}, config {_name_of(config)} |",
            f"| network | {', '.join(f'{name} {value}' for name, value in network.items())} |",
            *_beginning(checkpoint, config),
            f"| decisions learnt from | {checkpoint.fact('steps', int):,} |",
            f"| seconds of training | {checkpoint.fact('seconds', float):,.0f}, evaluations included |",
            f"| met in training | {met} |",
            f"| seed | {config.get('seed')} |",
            f"| weights | {entry['name']}, SHA-256 `{entry['sha256']}` |",
            f"| game and layouts | digest `{game.digest}` |",
            "",
            f"Scores over {matches[0].pairs:,} duplicate pairs each, seed {matches[0].seed}, 95 % intervals; the "
            f"likeliest action is played{judged}.",
            "",
            f"| against | score |{''.join(roles)}",
            f"| --- | --- |{' --- |' * len(roles)}",
            *rows,
            "",
            "Its config:",
            "",
            "```yaml",
            yaml.safe_dump(config, sort_keys=False).rstrip(),
            "```",
            "",
        ]
    )


def _beginning(checkpoint: Checkpoint, config: dict[str, Any]) -> list[str]:
    """A row of the card, when the learner began by the example of another agent."""
    imitated = checkpoint.facts.get("imitated")
    if not imitated:
        return []
    agent, games = config["imitation"]["agent"], config["imitation"]["games"]
    return [
        f"| began by the example of | {agent}: {imitated['decisions']:,} decisions in {games:,} games, "
        f"{imitated['agreement']:.0%} alike in the end |"
    ]


def _row(match: MatchResult) -> str:
    roles = "".join(f" {estimate.value:.1%} |" for estimate in match.per_role.values())
    return f"| {match.opponent} | {match.estimate} |{roles}"


def _name_of(config: dict[str, Any]) -> str:
    """The shipped config that this is, its seed aside."""
    used = TrainingConfig.model_validate(config)
    for path in sorted(CONFIGS.rglob("*.yaml")):
        if load_config(path).model_copy(update={"seed": used.seed}) == used:
            return f"`{path.relative_to(CONFIGS).with_suffix('').as_posix()}`"
    return "of its own (below)"
