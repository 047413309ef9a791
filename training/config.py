"""Settings of a training run: a YAML file, checked before anything starts.

Every class refuses keys that it does not have. ``load_config`` turns each complaint into one line that names the file,
the line, the setting and how to mend it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import dicedeck.configs
from dicedeck.agents.loader import load_agent
from dicedeck.envs import Game, load_game
from dicedeck.envs.core.errors import DicedeckError, OptionError, did_you_mean

_QUOTES = " (YAML reads on, off, yes and no as true or false; the word itself needs quotes)"
CONFIGS = Path(dicedeck.configs.__file__).parent
SELF = "self"
"""The opponent that stands for the policy in training."""
SNAPSHOTS = "snapshots"
"""The opponent that stands for earlier versions of it: those that it loses to most often are met most often."""

Share = Annotated[float, Field(ge=0, le=1)]
Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Above = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Positive = Annotated[int, Field(gt=0)]
Widths = Annotated[tuple[Annotated[int, Field(gt=0, le=65_536)], ...], Field(min_length=1)]


class ConfigError(DicedeckError):
    """A training config that cannot be used; the message says where and how to mend it."""


class Section(BaseModel):
    """A group of settings: unknown keys are refused, nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NetworkConfig(Section):
    """The policy network; the classes are in ``agents/networks.py``."""

    kind: Literal["scorer", "flat"] = "scorer"
    """``scorer``: one scorer for all legal actions, over their features and the encoded observation. ``flat``: two
    multilayer perceptrons over the observation, one for the value and one with an output for every action."""
    hidden: Widths = (128, 64)
    """Width of each layer over the observation."""
    scorer: Widths = (64,)
    """Width of each layer of the scorer."""
    activation: Literal["relu", "tanh"] = "relu"
    memory: Annotated[int, Field(ge=0, le=4096)] = 0
    """Width of a gated recurrent unit (scorer only), for games in which the past is hidden; 0: none."""
    per_role: bool = False
    """A network for each role instead of one for all (learner ppo)."""

    def shape(self) -> dict[str, Any]:
        """What ``build_network`` takes, and a checkpoint remembers."""
        return self.model_dump(mode="json", exclude=set() if self.kind == "scorer" else {"scorer", "memory"})


class PPOConfig(Section):
    """Proximal policy optimisation; annealed settings go linearly from the first value to the ``_end`` one."""

    envs: Positive = 64
    """Games played side by side."""
    steps: Positive = 64
    """Decisions of the learner in each game between two updates."""
    epochs: Positive = 4
    minibatch: Positive = 1024
    learning_rate: Above = 7e-4
    learning_rate_end: Weight = 1e-4
    entropy: Weight = 0.03
    """Weight of the entropy bonus. With hidden information it should not reach 0."""
    entropy_end: Weight = 0.01
    gamma: Share = 1.0
    """Discount; games end by themselves, so 1."""
    gae_lambda: Share = 0.95
    clip: Annotated[float, Field(gt=0, lt=1)] = 0.2
    value_weight: Weight = 0.5
    max_gradient: Above = 0.5
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """Of the large matrix products in training (learner ppo): ``auto`` takes bfloat16 on processors that have it."""
    average: bool = False
    """Whether the policy that is measured and kept is the moving average of the learner's weights (learner ppo)."""
    average_rate: Share = 0.02
    """What part of the way that average moves towards the learner with each update; more in the first updates."""
    magnet_kl: Weight = 0.0
    """Weight of the divergence from that average (learner ppo)."""


class ImitationConfig(Section):
    """A start by example (learner ppo): before its own games the learner sees those of another agent."""

    agent: str
    """The spec of the agent that plays them, in all seats."""
    games: Positive
    epochs: Positive = 4
    learning_rate: Above = 1e-3


class SnapshotConfig(Section):
    """Earlier versions of the policy, kept as opponents."""

    every: Positive = 20_000
    """Steps between two snapshots."""
    keep: Positive = 8
    """The newest ones, among which an opponent is chosen."""


class EvaluationConfig(Section):
    """Matches during training: the points of the learning curve."""

    every: Positive = 50_000
    """Steps between two points; the start and the end have one as well."""
    pairs: Positive = 50
    """Duplicate pairs against each opponent."""
    against: tuple[str, ...] = ("random",)
    """Agent specs."""


class TrainingConfig(Section):
    """A whole training run."""

    learner: Literal["ppo", "sb3"] = "ppo"
    """``ppo``: masked PPO by self-play (``training/ppo.py``). ``sb3``: MaskablePPO of sb3-contrib, the baseline."""
    game: str
    options: dict[str, Any] = {}
    """Rule options of the game."""
    training_options: dict[str, Any] = {}
    """Options that differ while learning only, such as a reward on the way; actions and layouts must stay the same."""
    seed: int = 0
    total_steps: Positive = 300_000
    """Decisions of the learner. The run ends with the first update that reaches them."""
    network: NetworkConfig = NetworkConfig()
    ppo: PPOConfig = PPOConfig()
    imitation: ImitationConfig | None = None
    opponents: dict[str, Above] = {SELF: 1.0}
    """Agent specs, ``self`` and ``snapshots``, with their shares of the games. In games with ``self`` the learner ppo
    learns from all seats; sb3 always has one, and ``self`` is its newest version or a snapshot. In all other games a
    seat is drawn for the learner and the opponent has the rest."""
    snapshots: SnapshotConfig = SnapshotConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    checkpoint_every: Positive = 50_000
    """Steps between two checkpoints."""

    @model_validator(mode="after")
    def _check(self) -> TrainingConfig:
        rollout = self.ppo.envs * self.ppo.steps
        if self.ppo.minibatch > rollout:
            raise ValueError(f"ppo.minibatch is {self.ppo.minibatch}, more than the {rollout} of ppo.envs x ppo.steps")
        if not self.opponents:
            raise ValueError("opponents is empty; name at least one agent, such as self: 1")
        if self.network.kind == "flat" and self.network.memory:
            raise ValueError("network.memory needs network.kind: scorer")
        if self.learner == "sb3" and self.network.per_role:
            raise ValueError("learner sb3 has one network for all roles; leave network.per_role out")
        if self.learner == "sb3" and self.network.kind != "flat":
            raise ValueError("learner sb3 has a flat network only; write network: {kind: flat, ...}, or learner: ppo")
        if self.learner == "sb3" and (self.ppo.minibatch == 1 or rollout % self.ppo.minibatch == 1):
            raise ValueError(
                f"ppo.minibatch is {self.ppo.minibatch}: of the {rollout} of ppo.envs x ppo.steps one is left "
                "alone, and learner sb3 cannot learn from a single one"
            )
        if self.learner == "sb3" and self.imitation:
            raise ValueError("learner sb3 does not learn by example; leave imitation out, or write learner: ppo")
        if self.learner == "sb3" and SNAPSHOTS in self.opponents:
            raise ValueError("with learner sb3, self stands for snapshots too; leave snapshots out of opponents")
        return self

    def load_game(self) -> Game:
        """The game with the options of this run: what the policy is for and is measured in."""
        return load_game(self.game, **self.options)

    def load_practice(self) -> Game:
        """The game that is learnt from.

        Raises:
            OptionError: ``training_options`` change more than what is paid or how the game goes.
        """
        game, practice = self.load_game(), load_game(self.game, **{**self.options, **self.training_options})
        for fact in ("players", "num_actions", "observation_size", "feature_size"):
            here, there = getattr(game, fact), getattr(practice, fact)
            if here != there:
                raise OptionError(f"training_options change {fact} from {here} to {there}; a policy cannot be for both")
        return practice


def shares_of(total: int, weights: Mapping[str, float]) -> dict[str, int]:
    """``total`` games by weight, at least one for each, the rest by largest remainder."""
    whole = sum(weights.values())
    exact = {name: max(1.0, total * weight / whole) for name, weight in weights.items()}
    counts = {name: int(share) for name, share in exact.items()}
    while sum(counts.values()) > max(total, len(weights)):
        counts[max(counts, key=lambda name: counts[name])] -= 1
    for name in sorted(exact, key=lambda name: counts[name] - exact[name])[: max(0, total - sum(counts.values()))]:
        counts[name] += 1
    return counts


# ---------------------------------------------------------------- files


def config_names() -> list[str]:
    """The configs that come with the package, such as ``impeachment/sb3_demo``."""
    return sorted(path.relative_to(CONFIGS).with_suffix("").as_posix() for path in CONFIGS.rglob("*.yaml"))


def load_config(path_or_name: str | Path) -> TrainingConfig:
    """The config in a YAML file, or one that comes with the package (``impeachment/sb3_demo``).

    Raises:
        ConfigError: in one line the file, the setting and how to mend it.
    """
    path = find_config(path_or_name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text file"
        raise ConfigError(f"config {path}: cannot be read: {reason}") from None
    return parse_config(text, str(path))


def find_config(path_or_name: str | Path) -> Path:
    """The file that is meant."""
    path = Path(path_or_name)
    shipped = CONFIGS / path.with_name(path.name.removesuffix(".yaml") + ".yaml") if path.name else CONFIGS
    for candidate in (path, shipped):
        if candidate.is_file():
            return candidate
    known = config_names()
    hint = did_you_mean(str(path_or_name).removesuffix(".yaml"), known)
    raise ConfigError(f"there is no config {str(path_or_name)!r}{hint} (shipped: {', '.join(known)}; or give a file)")


def parse_config(text: str, source: str = "config") -> TrainingConfig:
    """The config that a YAML text describes; ``source`` is what errors call it."""
    root = _compose(text, source)
    try:
        config = TrainingConfig.model_validate(yaml.safe_load(text))
    except ValidationError as error:
        first = min(error.errors(), key=lambda found: found["type"] == "missing")
        location = tuple(part for part in first["loc"] if part != "[key]")
        raise ConfigError(f"config {source}{_line_of(root, location)}: {_complaint(first, location)}") from None
    try:
        config.load_practice()
    except DicedeckError as error:
        line = _line_of(root, ("options",)) or _line_of(root, ("game",))
        hint = _QUOTES if any(isinstance(value, bool) for value in config.options.values()) else ""
        raise ConfigError(f"config {source}{line}: {error}{hint}") from None
    _refuse_unknown_agents(config, root, source)
    return config


def _refuse_unknown_agents(config: TrainingConfig, root: yaml.Node, source: str) -> None:
    """Before anything starts: an evaluation would find out only after the first part of the training."""
    game = config.load_game()
    named = [(("opponents", spec), spec) for spec in config.opponents if spec not in (SELF, SNAPSHOTS)]
    named += [(("evaluation", "against"), spec) for spec in config.evaluation.against]
    named += [(("imitation", "agent"), config.imitation.agent)] if config.imitation else []
    for place, spec in named:
        try:
            load_agent(spec, game)
        except DicedeckError as error:
            raise ConfigError(f"config {source}{_line_of(root, place)}: {place[0]}: {error}") from None


def _compose(text: str, source: str) -> yaml.MappingNode:
    """The YAML tree, for line numbers; refuses what is no mapping and keys that stand twice."""
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.AliasToken | yaml.TagToken):
                line = token.start_mark.line + 1
                raise ConfigError(f"config {source}, line {line}: aliases and tags are not used here; write it out")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise ConfigError(f"config {source}{where}: no valid YAML: {getattr(error, 'problem', error)}") from None
    except RecursionError:
        raise ConfigError(f"config {source}: lists within lists without end") from None
    if not isinstance(root, yaml.MappingNode):
        raise ConfigError(f"config {source}: expected settings such as 'game: impeachment'")
    _refuse_doubles(root, source)
    return root


def _refuse_doubles(node: yaml.Node, source: str) -> None:
    if not isinstance(node, yaml.MappingNode):
        return
    seen: set[str] = set()
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise ConfigError(f"config {source}, line {key.start_mark.line + 1}: the name of a setting is a word")
        if key.value in seen:
            raise ConfigError(f"config {source}, line {key.start_mark.line + 1}: {key.value} stands there twice")
        seen.add(key.value)
        _refuse_doubles(value, source)


def _line_of(root: yaml.Node, location: Sequence[int | str]) -> str:
    """``, line 7`` for the deepest part of a location that the file has; empty when it has none."""
    node, line = root, ""
    for part in location:
        if not isinstance(node, yaml.MappingNode):
            break
        found = [pair for pair in node.value if pair[0].value == str(part)]
        if not found:
            break
        key, node = found[0]
        line = f", line {key.start_mark.line + 1}"
    return line


def _complaint(error: Any, location: tuple[int | str, ...]) -> str:
    """What is wrong, and the nearest right thing."""
    name = ".".join(str(part) for part in location)
    if error["type"] == "extra_forbidden":
        known = _settings_of(location[:-1])
        return f"{name} is no setting{did_you_mean(str(location[-1]), known)} (known here: {', '.join(known)})"
    if error["type"] == "invalid_key":
        return f"{name} is no setting (settings are words)"
    if error["type"] == "missing":
        return f"{name} is missing"
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    message = error["msg"].replace("Input should be", "should be")
    return f"{name}={error['input']!r}: {message}"


def _settings_of(location: Sequence[int | str]) -> list[str]:
    """The settings of the section at a location."""
    section: Any = TrainingConfig
    for part in location:
        section = section.model_fields[part].annotation
    return list(section.model_fields)
