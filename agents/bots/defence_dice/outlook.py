"""What the planner expects of a position between two rounds: a logistic model of some sums."""

from __future__ import annotations

from enum import IntEnum, auto
from math import comb

import numpy as np

from dicedeck.agents.bots.defence_dice.steward import chances_of
from dicedeck.envs.core.cards import is_joker, rank_of, suit_of
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import (
    KING, KING_NUMBERS, N_DECK, N_PENS, N_TRACKS, PEN_SIZE, QUEEN, TRACK_SIZE, Ending, Phase
)
from pathlib import Path
WEIGHTS = np.load("/tmp/weights.npy") if Path("/tmp/weights.npy").exists() else np.zeros((4, 400))
from dicedeck.envs.defence_dice.characters import MOST_DICE
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.field import dice_on_enemies
from dicedeck.envs.defence_dice.skill_tables import N_SKILLS
from dicedeck.envs.defence_dice.state import State


class Sum(IntEnum):
    """What is looked at."""

    ONE = 0
    NEED = auto()
    NEED_SQUARED = auto()
    NEED_MOST = auto()
    PRESSURE = auto()
    PRESSURE_SQUARED = auto()
    CROWD = auto()
    CROWD_SQUARED = auto()
    SIX = auto()
    SEVEN = auto()
    OVERRUN = auto()
    DECK = auto()
    DECK_SQUARED = auto()
    ONE_JOKER = auto()
    TWO_JOKERS = auto()
    NEED_ONE_JOKER = auto()
    NEED_TWO_JOKERS = auto()
    FREE = auto()
    FREE_SQUARED = auto()
    LOCKED = auto()
    SPENT = auto()
    LAID_UP = auto()
    XP = auto()
    NO_XP = auto()
    FREE_DECK = auto()
    XP_DECK = auto()
    HP = auto()
    FRONT_HP = auto()
    LONE_KINGS = auto()
    LONE_KING_RUN = auto()
    RUN_DECK = auto()
    ESCORTED = auto()
    ESCORTS = auto()
    KINGS_TO_COME = auto()
    KING_NUMBERS = auto()
    KING_NUMBERS_SQUARED = auto()
    QUEENS = auto()
    OVERKILLED = auto()
    PRISONERS = auto()
    PROSPECTS = auto()
    SKILLS = auto()


N_SUMS = Sum.SKILLS + 2 * N_SKILLS


def _run_chances() -> Floats:
    """float32[MOST_DICE + 1]: the chance that so many dice show all of 1 to 5 or all of 2 to 6."""
    chances = []
    for n in range(MOST_DICE + 1):
        lacking = [sum((-1) ** k * comb(m, k) * (6 - k) ** n for k in range(m + 1)) / 6**n for m in (5, 6)]
        chances.append(2 * lacking[0] - lacking[1])
    found: Floats = np.array(chances, np.float32)
    return found


RUN_CHANCES = _run_chances()


@rule
def sums_of(s: State, x: Array) -> None:
    """Fill x[N_SUMS]."""
    x[:] = 0
    deck = s.deck_count / N_DECK
    free = count(s.rolled) + s.back
    x[Sum.ONE] = 1
    x[Sum.DECK] = deck
    x[Sum.DECK_SQUARED] = deck * deck
    x[Sum.ONE_JOKER] = s.jokers_out == 1
    x[Sum.TWO_JOKERS] = s.jokers_out == 2
    x[Sum.FREE] = free / 6
    x[Sum.FREE_SQUARED] = free * free / 36
    x[Sum.FREE_DECK] = free / 6 * deck
    x[Sum.LOCKED] = dice_on_enemies(s) / 6
    x[Sum.SPENT] = s.spent / 6
    x[Sum.XP] = min(s.xp, 8) / 4
    x[Sum.NO_XP] = s.xp == 0
    x[Sum.XP_DECK] = min(s.xp, 8) / 4 * deck
    x[Sum.OVERKILLED] = s.overkill_count / 10 if s.jokers_out < 2 else 0.0
    add_tracks(s, x, RUN_CHANCES[min(free, MOST_DICE)], deck)
    add_pens(s, x)
    for skill in range(N_SKILLS):
        if s.owned[skill]:
            x[Sum.SKILLS + 2 * skill] = 1
            x[Sum.SKILLS + 2 * skill + 1] = deck
            x[Sum.LAID_UP] += count(s.slots[skill]) / 3


@rule
def add_tracks(s: State, x: Array, run_chance: float, deck: float) -> None:
    to_come = np.zeros(N_TRACKS, np.int32)
    for k in range(s.deck_count):
        if not is_joker(s.deck[k]):
            to_come[suit_of(s.deck[k])] += 1
            x[Sum.KINGS_TO_COME] += rank_of(s.deck[k]) == KING
    if s.jokers_out < 2:
        for k in range(s.overkill_count):
            to_come[suit_of(s.overkill[k])] += 1
    need = 0.0
    for suit in range(N_TRACKS):
        n = s.track_count[suit]
        lacking = max(0, n + to_come[suit] - TRACK_SIZE)
        need += lacking
        x[Sum.NEED_SQUARED] += lacking * lacking / 50
        x[Sum.NEED_MOST] = max(x[Sum.NEED_MOST], lacking / 6)
        x[Sum.CROWD] += n / 10
        x[Sum.CROWD_SQUARED] += n * n / 50
        if n >= 6 and to_come[suit] > 0:
            x[Sum.SIX] += 1
            x[Sum.SEVEN] += n == 7
            x[Sum.OVERRUN] += (n == 7) * to_come[suit] / max(1, s.deck_count)
        add_enemies(s, x, suit, run_chance, deck)
    designs = (s.deck_count + 1) / (1 + s.jokers_out)
    x[Sum.NEED] = need / 10
    x[Sum.PRESSURE] = need / designs
    x[Sum.PRESSURE_SQUARED] = min(4.0, need / designs) ** 2
    x[Sum.NEED_ONE_JOKER] = need / 10 * (s.jokers_out == 1)
    x[Sum.NEED_TWO_JOKERS] = need / 10 * (s.jokers_out == 2)


@rule
def add_enemies(s: State, x: Array, suit: int, run_chance: float, deck: float) -> None:
    n = s.track_count[suit]
    front = 0
    for column in range(n):
        card = s.tracks[suit, column]
        if rank_of(card) == KING:
            laid = (KING_NUMBERS - s.hp_left[card]) / KING_NUMBERS
            x[Sum.KING_NUMBERS] = max(x[Sum.KING_NUMBERS], laid)
            x[Sum.KING_NUMBERS_SQUARED] = max(x[Sum.KING_NUMBERS_SQUARED], laid * laid)
            if n == 1:
                x[Sum.LONE_KINGS] += 1
                x[Sum.LONE_KING_RUN] = run_chance
                x[Sum.RUN_DECK] = run_chance * deck
            else:
                x[Sum.ESCORTED] += 1
                x[Sum.ESCORTS] += (n - 1) / 6
            continue
        front = s.hp_left[card]
        x[Sum.HP] += front / 50
        x[Sum.QUEENS] += rank_of(card) == QUEEN
    x[Sum.FRONT_HP] += front / 30


@rule
def add_pens(s: State, x: Array) -> None:
    for pen in range(N_PENS):
        x[Sum.PRISONERS] += s.pen_count[pen] / 6
        if s.pen_count[pen] == PEN_SIZE:
            x[Sum.PROSPECTS] += chances_of(s, s.pens[pen, 0], s.pens[pen, 1]) / 20


@rule
def expected_return(s: State) -> float:
    """-1 to 1; at the end what the game has brought."""
    if s.phase == Phase.OVER:
        return 1.0 if s.ending == Ending.KING or s.ending == Ending.DECK else -1.0
    x = np.empty(N_SUMS, np.float32)
    sums_of(s, x)
    weights = WEIGHTS[2 * s.character + s.king_laid]
    total = 0.0
    for k in range(N_SUMS):
        total += x[k] * weights[k]
    return 2.0 / (1.0 + np.exp(-total)) - 1.0
