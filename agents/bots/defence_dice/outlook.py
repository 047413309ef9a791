"""What is to be expected of a position between two rounds: a logistic model of some forty sums.

Its weights (``weights.py``) are fitted by ``fit.py`` to how the steward's games ended.
"""

from __future__ import annotations

from enum import IntEnum, auto
from math import comb

import numpy as np
from numpy.typing import NDArray

from dicedeck.agents.bots.defence_dice.pens import chances_of_pen
from dicedeck.agents.bots.defence_dice.weights import VARIANTS, WEIGHTS
from dicedeck.envs.core.cards import is_joker, suit_of
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import (
    KING_NUMBERS,
    N_DECK,
    N_FACES,
    N_PENS,
    N_TRACKS,
    PEN_SIZE,
    TRACK_SIZE,
    Ending,
    Phase,
)
from dicedeck.envs.defence_dice.characters import CHARACTER_NAMES, MOST_DICE
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.field import dice_on_enemies, is_king, is_queen
from dicedeck.envs.defence_dice.skill_tables import N_SKILLS, SKILL_NAMES
from dicedeck.envs.defence_dice.state import State


class Sum(IntEnum):
    """What is summed up; ``sums_of`` scales all to about 1. *Need* is how many enemies of a suit must still fall."""

    ONE = 0  # 1
    NEED = auto()  # over all suits
    NEED_SQUARED = auto()  # of each suit
    NEED_MOST = auto()  # the largest of a suit
    PRESSURE = auto()  # need for each step that still reveals cards
    PRESSURE_SQUARED = auto()
    CROWD = auto()  # cards on the tracks
    CROWD_SQUARED = auto()  # of each track
    SIX = auto()  # tracks with six cards or more and one to come
    SEVEN = auto()  # ... with seven
    OVERRUN = auto()  # the chance that the next card is an eighth
    DECK = auto()  # cards in the deck
    DECK_SQUARED = auto()
    ONE_JOKER = auto()  # 1 when one is out
    TWO_JOKERS = auto()  # 1 when both are
    NEED_ONE_JOKER = auto()  # need, when one is out
    NEED_TWO_JOKERS = auto()
    FREE = auto()  # dice of this round
    FREE_SQUARED = auto()
    FREE_DECK = auto()  # times the deck
    LOCKED = auto()  # dice on enemies
    SPENT = auto()  # dice
    LAID_UP = auto()  # dice on skills
    XP = auto()
    NO_XP = auto()  # 1 when there is none
    XP_DECK = auto()
    HP = auto()  # left of all enemies but kings
    FRONT_HP = auto()  # ... of the front ones
    LONE_KINGS = auto()  # kings without escort
    LONE_KING_RUN = auto()  # with one: the chance that the dice show a run of five
    RUN_DECK = auto()  # ... times the deck
    ESCORTED = auto()  # kings with escort
    ESCORTS = auto()  # cards in front of them
    KINGS_TO_COME = auto()
    NUMBERS = auto()  # the most of a king's five numbers that lie there
    NUMBERS_SQUARED = auto()
    QUEENS = auto()  # on the tracks
    OVERKILLED = auto()  # enemies that a joker will bring back
    PRISONERS = auto()  # in the pens
    PROSPECTS = auto()  # cards that would complete a pen, weighted by XP
    SKILLS = auto()  # from here on for each skill: 1 when owned, and the deck when owned


N_SUMS = Sum.SKILLS + 2 * N_SKILLS
SUM_NAMES = [name for name in Sum.__members__ if name != "SKILLS"]
SUM_NAMES += [f"{skill}{of_deck}" for skill in SKILL_NAMES for of_deck in ("", " DECK")]
"""The names of all sums, as in ``WEIGHTS``."""


def _table() -> NDArray[np.float64]:
    """float64[2 * characters, N_SUMS]: the weights by character and king option, 0 where none is known."""
    known = dict(zip(VARIANTS, np.array(list(WEIGHTS.values())).T))
    places = {name: k for k, name in enumerate(WEIGHTS)}
    table = np.zeros((2 * len(CHARACTER_NAMES), N_SUMS))
    for row, variant in enumerate((c, king) for c in CHARACTER_NAMES for king in ("at_once", "laid")):
        weights = known.get(" ".join(variant), next(iter(known.values())))
        table[row] = [weights[places[name]] if name in places else 0.0 for name in SUM_NAMES]
    return table


def _run_chances() -> Floats:
    """float32[MOST_DICE + 1]: the chance that so many dice show all of 1 to 5 or all of 2 to 6."""
    chances = []
    for n in range(MOST_DICE + 1):
        five, six = (sum((-1) ** k * comb(m, k) * (N_FACES - k) ** n for k in range(m + 1)) / 6**n for m in (5, 6))
        chances.append(2 * five - six)
    found: Floats = np.array(chances, np.float32)
    return found


TABLE = _table()
RUN_CHANCES = _run_chances()


@rule
def expected_return(s: State) -> float:
    """-1 to 1; at the end what the game has brought."""
    if s.phase == Phase.OVER:
        return 1.0 if s.ending == Ending.KING or s.ending == Ending.DECK else -1.0
    x = np.empty(N_SUMS, np.float32)
    sums_of(s, x)
    total = 0.0
    for k in range(N_SUMS):
        total += x[k] * TABLE[2 * s.character + s.king_laid, k]
    return float(2.0 / (1.0 + np.exp(-total)) - 1.0)


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
    add_need(s, x)
    add_enemies(s, x, RUN_CHANCES[min(free, MOST_DICE)], deck)
    for pen in range(N_PENS):
        x[Sum.PRISONERS] += s.pen_count[pen] / 6
        if s.pen_count[pen] == PEN_SIZE:
            x[Sum.PROSPECTS] += chances_of_pen(s, s.pens[pen, 0], s.pens[pen, 1]) / 20
    for skill in range(N_SKILLS):
        if s.owned[skill]:
            x[Sum.SKILLS + 2 * skill] = 1
            x[Sum.SKILLS + 2 * skill + 1] = deck
            x[Sum.LAID_UP] += count(s.slots[skill]) / 3


@rule
def add_need(s: State, x: Array) -> None:
    """The cards of each suit, on its track and still to come, against the room for them."""
    to_come = np.zeros(N_TRACKS, np.int32)
    for k in range(s.deck_count):
        if not is_joker(s.deck[k]):
            to_come[suit_of(s.deck[k])] += 1
            x[Sum.KINGS_TO_COME] += is_king(s.deck[k])
    for k in range(s.overkill_count if s.jokers_out < 2 else 0):
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
        if n >= TRACK_SIZE - 1 and to_come[suit] > 0:
            x[Sum.SIX] += 1
            x[Sum.SEVEN] += n == TRACK_SIZE
            x[Sum.OVERRUN] += (n == TRACK_SIZE) * to_come[suit] / max(1, s.deck_count)
    pressure = need * (1 + s.jokers_out) / (s.deck_count + 1)
    x[Sum.NEED] = need / 10
    x[Sum.PRESSURE] = pressure
    x[Sum.PRESSURE_SQUARED] = min(4.0, pressure) ** 2
    x[Sum.NEED_ONE_JOKER] = need / 10 * (s.jokers_out == 1)
    x[Sum.NEED_TWO_JOKERS] = need / 10 * (s.jokers_out == 2)


@rule
def add_enemies(s: State, x: Array, run_chance: float, deck: float) -> None:
    for suit in range(N_TRACKS):
        front = 0
        for column in range(s.track_count[suit]):
            card = s.tracks[suit, column]
            if is_king(card):
                add_king(s, x, card, s.track_count[suit] - 1, run_chance, deck)
                continue
            front = s.hp_left[card]
            x[Sum.HP] += front / 50
            x[Sum.QUEENS] += is_queen(card)
        x[Sum.FRONT_HP] += front / 30


@rule
def add_king(s: State, x: Array, card: int, escorts: int, run_chance: float, deck: float) -> None:
    laid = (KING_NUMBERS - s.hp_left[card]) / KING_NUMBERS
    x[Sum.NUMBERS] = max(x[Sum.NUMBERS], laid)
    x[Sum.NUMBERS_SQUARED] = max(x[Sum.NUMBERS_SQUARED], laid * laid)
    if escorts == 0:
        x[Sum.LONE_KINGS] += 1
        x[Sum.LONE_KING_RUN] = run_chance
        x[Sum.RUN_DECK] = run_chance * deck
    else:
        x[Sum.ESCORTED] += 1
        x[Sum.ESCORTS] += escorts / 6


@rule
def judge_by_outlook(s: State, player: int, scratch: Array, returns: Array) -> None:
    """returns[0] = what is to be expected from here on."""
    returns[0] = expected_return(s)
