"""C.A.R.D. RPG: a party against darkness, played by cards before each figure. The rules are in RULES.md."""

from __future__ import annotations

from functools import partial

from dicedeck.envs.card_rpg.actions import action_table
from dicedeck.envs.card_rpg.features import Features, action_features
from dicedeck.envs.card_rpg.observation import Observation, observe
from dicedeck.envs.card_rpg.options import MOST_STEPS, Options
from dicedeck.envs.card_rpg.position import from_dict, to_dict
from dicedeck.envs.card_rpg.render import phase, render, seen_action
from dicedeck.envs.card_rpg.rules.hidden import resample
from dicedeck.envs.card_rpg.rules.legal import legal
from dicedeck.envs.card_rpg.rules.turn import setup, step
from dicedeck.envs.card_rpg.state import State, configure
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant


def variant(options: Options) -> Variant:
    """One code and one size for all options; the tables give the names."""
    tables = load_tables(options.tables)
    seats = range(options.pcs)
    gm = int(options.mode == "gm")
    return Variant(
        label="all",
        players=(*(f"pc_{seat}" for seat in seats), *["gm_0"] * gm),
        roles=(*(f"Character {seat + 1}" for seat in seats), *["Game master"] * gm),
        actions=action_table(tables),
        max_steps=MOST_STEPS * options.campaign,
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
            to_dict=partial(to_dict, tables),
            from_dict=partial(from_dict, tables),
            render=partial(render, tables),
            phase=phase,
            seen_action=partial(seen_action, tables),
        ),
        utility=None if not gm else "zero_sum" if options.pcs == 1 else "general",
        bounds=(-float(options.campaign), float(options.campaign)),
    )


GAME = GameSpec(
    name="card_rpg",
    title="C.A.R.D. RPG",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="identical",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=True,
    about="One to five characters with cards for weapons, from town into the dungeon; perhaps against a game master.",
    fullest=Options(mode="gm", pcs=4, campaign=2, experience=40, rivals=1, max_rounds=12),
)
