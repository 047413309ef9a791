# ruff: noqa: F821 (the free name is declared below and given a value by ``Game.bind``)
"""How parties fare, as the tables of RULES.md: ``python -m dicedeck.agents.bots.card_rpg.survey``."""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedeck.agents.bots.card_rpg.party import choose_scripted, choose_veteran
from dicedeck.agents.bots.scripted import Choice
from dicedeck.agents.bots.survey import GAMES, percent
from dicedeck.envs.card_rpg.cards import MOST_PCS
from dicedeck.envs.card_rpg.options import Ending
from dicedeck.envs.core.dtypes import Array, Mask, new_records
from dicedeck.envs.core.kernels import is_over
from dicedeck.envs.core.playout import Sampler
from dicedeck.envs.core.rng import POLICY
from dicedeck.envs.registry import load_game

choice: Choice


def choose_all(states: Array, mask: Mask, scratch: Array, party: int, master: int, actions: Array) -> None:
    """The bot's action in every game where its seat is to move; ``party`` and ``master``: 1 where it plays the bot."""
    for i in range(len(states)):
        s = states[i]
        if not is_over(s) and (master if s.player == s.pcs else party):
            actions[i] = choice(s, mask, scratch, s.rng[POLICY])


def survey(
    party: str = "tactician", master: str = "random", games: int = GAMES, seed: int = 0, **options: Any
) -> Array:
    """The final records of so many games. ``party``: random, tactician, veteran; ``master``: random, schemer.

    The bots look only at what their player knows, so they are asked on the true state.
    """
    game = load_game("card_rpg", **options)
    batch = game.new_batch(games, seed, autoreset="disabled", observations=False)
    bot = choose_veteran if party == "veteran" else choose_scripted
    kernel: Any = game.bind(choose_all, label=f"_survey_{bot.__name__}", choice=bot)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    scratch = new_records(game.state_dtype, 2)
    sampler = Sampler(seed + 1)
    while not (batch.terminated | batch.truncated).all():
        actions = sampler(batch.masks)
        kernel(batch.states, mask, scratch, int(party != "random"), int(master != "random"), actions)
        batch.step(actions)
    return batch.states


def won(states: Array) -> Array:
    found: Array = states["ending"] == Ending.WON
    return found


def party_table(games: int = GAMES) -> str:
    """Without a game master, by number of PCs."""
    rows = [
        "| PCs | random, % | tactician, % | veteran, % | rounds of the two | situation cards succeeded |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for pcs in range(1, MOST_PCS + 1):
        random, bot, old = (survey(party, games=games, pcs=pcs) for party in ("random", "tactician", "veteran"))
        rounds = [f"{states['round_number'].mean():.1f}" for states in (bot, old)]
        cards = [f"{states['succeeded'].mean():.1f}" for states in (bot, old)]
        chances = [percent(won(states)) for states in (random, bot, old)]
        rows.append(f"| {pcs} | {' | '.join(chances)} | {', '.join(rounds)} | {', '.join(cards)} |")
    return "\n".join(rows)


def master_table(games: int = GAMES, pcs: int = 3) -> str:
    """With a game master: how often the party wins."""
    rows = ["| party | against random, % | against schemer, % |", "| --- | --- | --- |"]
    for party in ("random", "tactician", "veteran"):
        cells = [percent(won(survey(party, master, games, mode="gm", pcs=pcs))) for master in ("random", "schemer")]
        rows.append(f"| {party} | {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(party_table(), master_table(), sep="\n\n")
