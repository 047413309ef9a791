"""Up the Hill: a dice game for one to six heroes who win or lose together; all is open, every action rolls a die."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.dtypes import Floats, Mask, Record, Words
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.core.rng import DICE, roll_die
from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.core.spec import Options as BaseOptions

MAX_HEROES = 6
HEIGHT = 10
ROUNDS = 6
WALK, RUN = range(2)
ACTIONS = ActionTable([Block("walk", (), lambda: "walk"), Block("run", (), lambda: "run")])


class Options(BaseOptions):
    """How many heroes there are."""

    heroes: Literal[1, 2, 3, 4, 5, 6] = 1


class State:
    """One hero moves after the other."""

    rng: Annotated[Words, 3, 4]
    player: int
    terminated: bool
    truncated: bool
    step_count: int
    rewards: Annotated[Floats, MAX_HEROES]
    returns: Annotated[Floats, MAX_HEROES]
    heroes: int
    height: int
    last_roll: int
    rounds: int


def configure(s: Record, options: Options) -> None:
    s.heroes = options.heroes


@rule
def setup(s: State) -> None:
    s.last_roll = roll_die(s.rng[DICE])


@rule
def legal(s: State, mask: Mask) -> None:
    mask[WALK] = 1
    mask[RUN] = 1


@rule
def step(s: State, action: int) -> None:
    """Walking climbs one step; running climbs two on a roll above the last one, and falls two otherwise."""
    roll = roll_die(s.rng[DICE])
    if action == WALK:
        s.height += 1
    else:
        s.height = max(0, s.height + (2 if roll > s.last_roll else -2))
    s.last_roll = roll
    s.player += 1
    if s.player == s.heroes:
        s.player = 0
        s.rounds += 1
    if s.height >= HEIGHT:
        finish(s, 1)
        s.terminated = True
    elif s.rounds == ROUNDS:
        finish(s, -1)
        s.truncated = True


@rule
def finish(s: State, reward: int) -> None:
    for hero in range(s.heroes):
        s.rewards[hero] = reward


class Observation:
    """The same for all, but for whose move it is."""

    to_move: float  # 1 when the observer decides now
    height: float  # / 12
    last_roll: float  # / 6
    rounds: float  # / 6


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    obs.to_move = s.player == player and not s.terminated and not s.truncated
    obs.height = s.height / (HEIGHT + 2)
    obs.last_roll = s.last_roll / 6
    obs.rounds = s.rounds / ROUNDS


class Features:
    """Of one action."""

    chance: float  # that it climbs


@rule
def action_features(s: State, action: int, out: Features) -> None:
    out.chance = 1.0 if action == WALK else (6 - s.last_roll) / 6


@rule
def resample(s: State, player: int) -> None:
    """Only the dice to come are unknown, and those are new."""


def to_dict(s: Record) -> dict[str, Any]:
    return {key: int(getattr(s, key)) for key in ("player", "height", "last_roll", "rounds")}


def from_dict(s: Record, position: dict[str, Any]) -> None:
    reader = Reader(position)
    s.player = reader.count("player", most=s.heroes - 1)
    s.height = reader.count("height", most=HEIGHT + 1)
    s.last_roll = reader.count("last_roll", most=6)
    s.rounds = reader.count("rounds", most=ROUNDS)
    reader.finish()
    if s.rounds == ROUNDS and s.player != 0:
        raise PositionError("player", "nobody moves after the last round")
    if s.height >= HEIGHT or s.rounds == ROUNDS:
        s.terminated = s.height >= HEIGHT
        s.truncated = not s.terminated
        s.rewards[: s.heroes] = s.returns[: s.heroes] = 1 if s.terminated else -1


def render(s: Record, player: int | None) -> str:
    return f"height {s.height} of {HEIGHT}, last roll {s.last_roll}, {ROUNDS - s.rounds} rounds left"


def phase(s: Record) -> str:
    return "over" if s.terminated or s.truncated else "climb"


def variant(options: Options) -> Variant:
    heroes = range(options.heroes)
    return Variant(
        label=f"heroes{options.heroes}",
        players=tuple(f"pc_{hero}" for hero in heroes),
        roles=tuple(f"Hero {hero + 1}" for hero in heroes),
        actions=ACTIONS,
        max_steps=ROUNDS * options.heroes,
        observation=Observation,
        features=Features,
        rules=Rules(
            configure=configure,
            setup=setup,
            legal=legal,
            step=step,
            observe=observe,
            action_features=action_features,
            resample=resample,
        ),
        notation=Notation(to_dict=to_dict, from_dict=from_dict, render=render, phase=phase),
    )


GAME = GameSpec(
    name="up_the_hill",
    title="Up the Hill",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="identical",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=False,
)
