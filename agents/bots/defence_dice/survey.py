"""How hard the game is, as two tables of RULES.md: ``python -m dicedeck.agents.bots.defence_dice.survey``."""

from __future__ import annotations

from itertools import product

import numpy as np

from dicedeck.agents.bots.defence_dice.steward import choose_steward
from dicedeck.agents.bots.survey import GAMES, ends_of_games, percent
from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.defence_dice.cards import WON, Ending
from dicedeck.envs.registry import load_game

BOTS = {"random": None, "steward": choose_steward}
VARIANTS = list(product(("warrior", "mage"), ("at_once", "laid")))


def survey(bot: str, games: int = GAMES, seed: int = 0, character: str = "warrior", king: str = "at_once") -> Array:
    """The last records of so many games."""
    return ends_of_games(load_game("defence_dice", character=character, king=king), BOTS[bot], games, seed)


def markdown(games: int = GAMES) -> str:
    """Who wins how often; and how long games are and how they end."""
    found = {(bot, *variant): survey(bot, games, 0, *variant) for bot in BOTS for variant in VARIANTS}
    wins = ["| character, king | random, % | steward, % |", "| --- | --- | --- |"]
    ends = [
        "| agent | character, king | rounds | actions | king, % | deck, % | overrun, % | no dice, % |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for character, king in VARIANTS:
        cells = [percent(np.isin(found[bot, character, king]["ending"], WON)) for bot in BOTS]
        wins.append(f"| {character}, `{king}` | {' | '.join(cells)} |")
    for (bot, character, king), states in found.items():
        means = f"{states['rounds'].mean():.1f} | {states['step_count'].mean():.0f}"
        shares = [
            f"{100 * np.mean(states['ending'] == ending):.1f}"
            for ending in (Ending.KING, Ending.DECK, Ending.OVERRUN, Ending.NO_DICE)
        ]
        ends.append(f"| {bot} | {character}, `{king}` | {means} | {' | '.join(shares)} |")
    return "\n".join([*wins, "", *ends])


if __name__ == "__main__":
    print(markdown())
