"""Deck of Fate: a tarot deck, one to five characters against doom, perhaps a master. The rules are in RULES.md."""

from __future__ import annotations

from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.deck_of_fate.actions import TABLE
from dicedeck.envs.deck_of_fate.adventure import load_adventure
from dicedeck.envs.deck_of_fate.features import Features, action_features, feature_rows
from dicedeck.envs.deck_of_fate.observation import Observation, OpenObservation, observe, observe_open
from dicedeck.envs.deck_of_fate.options import MAX_STEPS, Options
from dicedeck.envs.deck_of_fate.position import from_dict, to_dict
from dicedeck.envs.deck_of_fate.render import phase, render, seen_action
from dicedeck.envs.deck_of_fate.rules.hidden import resample
from dicedeck.envs.deck_of_fate.rules.legal import legal
from dicedeck.envs.deck_of_fate.rules.setup import setup
from dicedeck.envs.deck_of_fate.rules.turn import step
from dicedeck.envs.deck_of_fate.state import State, configure


def variant(options: Options) -> Variant:
    """One action space and one code for all; with open hands the observation has them, with a master sides differ."""
    seats = range(options.pcs)
    incidents = len(load_adventure(options.adventure).incidents)
    pays_most = float(max(options.pcs, incidents)) if options.reward == "incidents" else 1.0
    return Variant(
        label="open" if options.open_hands else "closed",
        players=(*(f"pc_{seat}" for seat in seats), *["master_0"] * options.master),
        roles=(*(f"Character {seat + 1}" for seat in seats), *["Master"] * options.master),
        actions=TABLE,
        max_steps=MAX_STEPS,
        observation=OpenObservation if options.open_hands else Observation,
        features=Features,
        rules=Rules(
            configure=configure,
            setup=setup,
            legal=legal,
            step=step,
            observe=observe_open if options.open_hands else observe,
            action_features=action_features,
            feature_rows=feature_rows,
            resample=resample,
        ),
        notation=Notation(to_dict=to_dict, from_dict=from_dict, render=render, phase=phase, seen_action=seen_action),
        utility=None if not options.master else "zero_sum" if options.pcs == 1 else "general",
        bounds=(-pays_most, pays_most),
    )


GAME = GameSpec(
    name="deck_of_fate",
    title="Deck of Fate",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="identical",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=True,
    about="One to five characters check against what a tarot deck turns up; perhaps against a master as well.",
    fullest=Options(pcs=5, master=True),
)
