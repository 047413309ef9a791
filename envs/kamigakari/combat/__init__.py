"""Kamigakari, combat: a fight on the grid, its dice swapped with a pool that also pays for powers. See RULES.md."""

from __future__ import annotations

from functools import partial

from dicedeck.envs.core.dtypes import Record
from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.kamigakari.combat.actions import TABLE
from dicedeck.envs.kamigakari.combat.features import Features, action_features
from dicedeck.envs.kamigakari.combat.observation import Observation, observe
from dicedeck.envs.kamigakari.combat.options import Options
from dicedeck.envs.kamigakari.combat.position import from_dict, to_dict
from dicedeck.envs.kamigakari.combat.render import phase, render, seen_action
from dicedeck.envs.kamigakari.combat.rules import legal, resample, setup, step
from dicedeck.envs.kamigakari.fight.state import MAX_STEPS, State, write_battle
from dicedeck.envs.kamigakari.tables import load_fight


def configure(s: Record, options: Options) -> None:
    """Write the options into an empty record: all that a fight is made of is in it."""
    write_battle(s, load_fight(options.fight, options.party))
    s.gm = options.gm
    s.shaped = options.reward == "shaped"
    if options.max_turns is not None:
        s.max_turns = options.max_turns


def variant(options: Options) -> Variant:
    """One action space, one observation and one code for all fights, parties and talents."""
    battle = load_fight(options.fight, options.party)
    seats = range(battle.pcs)
    return Variant(
        label="fight",
        players=(*(f"pc_{seat}" for seat in seats), *["gm_0"] * options.gm),
        roles=(*(f"Character {seat + 1}" for seat in seats), *["Game master"] * options.gm),
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
        notation=Notation(
            to_dict=to_dict,
            from_dict=from_dict,
            render=partial(render, battle),
            phase=phase,
            seen_action=partial(seen_action, battle),
        ),
        utility=None if not options.gm else "zero_sum" if battle.pcs == 1 else "general",
    )


GAME = GameSpec(
    name="kamigakari_combat",
    title="Kamigakari: combat",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="identical",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=False,
    about="Up to four characters fight on a grid; rolled dice are swapped with a pool that also pays for their powers.",
    fullest=Options(fight="queen", gm=True, reward="shaped", max_turns=2),
)
