"""Kamigakari, building: four characters are built and equipped, then fights judge them. The rules are in RULES.md."""

from __future__ import annotations

from functools import partial

from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.kamigakari.build.actions import action_table
from dicedeck.envs.kamigakari.build.catalogue import load_catalogue
from dicedeck.envs.kamigakari.build.features import Features, action_features
from dicedeck.envs.kamigakari.build.observation import Observation, observe
from dicedeck.envs.kamigakari.build.options import Options, fights_of
from dicedeck.envs.kamigakari.build.position import from_dict, to_dict
from dicedeck.envs.kamigakari.build.render import phase, render
from dicedeck.envs.kamigakari.build.rules.hidden import resample
from dicedeck.envs.kamigakari.build.rules.legal import legal
from dicedeck.envs.kamigakari.build.rules.turn import setup, step
from dicedeck.envs.kamigakari.build.sizes import MAX_STEPS
from dicedeck.envs.kamigakari.build.state import State, configure


def variant(options: Options) -> Variant:
    """Tables and fights are fields of the record: one code; only names depend on the tables."""
    catalogue = load_catalogue(options.tables)
    table = action_table(catalogue)
    fights = fights_of(options)
    return Variant(
        label="build",
        players=("builder_0",),
        roles=("Builder",),
        actions=table,
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
        notation=Notation(
            to_dict=partial(to_dict, catalogue=catalogue, table=table, fights=fights),
            from_dict=partial(from_dict, catalogue=catalogue, table=table, fights=fights),
            render=partial(render, catalogue=catalogue, fights=fights),
            phase=phase,
        ),
    )


GAME = GameSpec(
    name="kamigakari_build",
    title="Kamigakari: building",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="identical",
    min_utility=0.0,
    max_utility=1.0,
    hidden_information=False,
    about="Four characters are built and equipped within a budget; the reward is the share of fights that they win.",
    fullest=Options(level=5, games=1, fights="default"),
)
