"""Impeachment: nine justices, poker-like formations, jokers on one side. The rules are in RULES.md."""

from __future__ import annotations

from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.impeachment import actions
from dicedeck.envs.impeachment.cards import Options
from dicedeck.envs.impeachment.features import Features, action_features, feature_rows
from dicedeck.envs.impeachment.observation import Observation, TacticsObservation, observe, observe_tactics
from dicedeck.envs.impeachment.position import from_dict, to_dict
from dicedeck.envs.impeachment.render import phase, render, seen_action
from dicedeck.envs.impeachment.rules.hidden import resample
from dicedeck.envs.impeachment.rules.legal import legal
from dicedeck.envs.impeachment.rules.setup import setup
from dicedeck.envs.impeachment.rules.turn import step
from dicedeck.envs.impeachment.state import State, configure
from dicedeck.envs.impeachment.symmetries import symmetries

BASE_STEPS = 54
"""Every step places a card."""
CONVICTION_STEPS = 54 + 55
"""... or passes, at most once between two placements and once more."""
TACTICS_STEPS = 62 + 63 + 62 + 4 + 4 + 1
"""62 cards used, passes between them, a choice of pile after each, the picks of Poll and Deal, a Retract's target."""


def variant(options: Options) -> Variant:
    """Tactics decide the size of action space and observation; Conviction adds the pass."""
    table = actions.FULL if options.tactics else actions.BASE if options.conviction == "off" else actions.CONVICTION
    steps = TACTICS_STEPS if options.tactics else BASE_STEPS if options.conviction == "off" else CONVICTION_STEPS
    return Variant(
        label="tactics" if options.tactics else "base",
        players=("player_0", "player_1"),
        roles=("Pro", "Con"),
        actions=table,
        max_steps=steps,
        observation=TacticsObservation if options.tactics else Observation,
        features=Features,
        rules=Rules(
            configure=configure,
            setup=setup,
            legal=legal,
            step=step,
            observe=observe_tactics if options.tactics else observe,
            action_features=action_features,
            feature_rows=feature_rows,
            resample=resample,
        ),
        notation=Notation(to_dict=to_dict, from_dict=from_dict, render=render, phase=phase, seen_action=seen_action),
        symmetries=symmetries,
    )


GAME = GameSpec(
    name="impeachment",
    title="Impeachment",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="zero_sum",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=True,
    about="Two players, nine justices, formations of three cards; Pro has the jokers and needs six, Con needs four.",
    fullest=Options(tactics=True, conviction="total", bias=True),
)
