"""Defence Dice: one player, dice against four tracks of enemies. The rules are in RULES.md."""

from __future__ import annotations

from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.defence_dice.actions import TABLE
from dicedeck.envs.defence_dice.cards import MAX_STEPS, Options
from dicedeck.envs.defence_dice.features import Features, action_features
from dicedeck.envs.defence_dice.observation import Observation, observe
from dicedeck.envs.defence_dice.position import from_dict, to_dict
from dicedeck.envs.defence_dice.render import phase, render
from dicedeck.envs.defence_dice.rules.hidden import resample
from dicedeck.envs.defence_dice.rules.legal import legal
from dicedeck.envs.defence_dice.rules.setup import setup
from dicedeck.envs.defence_dice.rules.turn import step
from dicedeck.envs.defence_dice.state import State, configure


def variant(options: Options) -> Variant:
    """All options are fields of the record: one code, one action space, one observation."""
    return Variant(
        label="solo",
        players=("player_0",),
        roles=("Defender",),
        actions=TABLE,
        max_steps=MAX_STEPS,
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
    name="defence_dice",
    title="Defence Dice",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="identical",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=True,
    about="One player: dice and skills hold four tracks of enemies off, until a king falls or the deck is empty.",
    fullest=Options(character="mage", king="laid"),
)
