"""What an enemy's fall is worth, and the use of a skill: it is tried out on a copy."""

from __future__ import annotations

from dicedeck.agents.bots.defence_dice.taste import WIN, Taste
from dicedeck.envs.core.cards import rank_of, suit_of
from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import N_FACES, N_TRACKS, NONE
from dicedeck.envs.defence_dice.odds import prize
from dicedeck.envs.defence_dice.rules.deck import reveals_due
from dicedeck.envs.defence_dice.rules.field import is_king, is_queen
from dicedeck.envs.defence_dice.rules.skills import carry_out, may_choose, power_of
from dicedeck.envs.defence_dice.skill_tables import CHANCE, CHOICES, N_CHOICES, SLOTS
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State


@rule
def worth_of_fall(s: State, card: int, captured: bool, taste: Taste) -> float:
    """What it brings that the enemy leaves its track in the next Attack."""
    if is_king(card):
        return WIN
    length = s.track_count[suit_of(card)]
    worth = taste.crowd * length + taste.rank * rank_of(card)
    if captured:
        worth += taste.capture + taste.prize * max(prize(s, card), 0)
    else:
        worth += taste.gone if s.jokers_out == 2 else taste.overkill
    if length >= 6:
        worth += taste.brink
    if is_queen(card):
        worth += taste.queen
    if length == 2 and is_king(s.tracks[suit_of(card), 0]):
        worth += taste.lone_king
    return float(worth)


@rule
def best_use(s: State, skill: int, pick: int, scratch: Array, taste: Taste) -> tuple[float, int, int]:
    """The most that a filled skill can bring and the choices that it takes; ``pick`` is the first if it is made."""
    kind = CHOICES[skill, 0]
    best = (-1e9, NONE, NONE)
    if kind == Choice.LOOK:
        return (taste.spent * SLOTS[skill], NONE, NONE)
    if kind == Choice.NOTHING:
        return (worth_of_use(s, skill, NONE, NONE, scratch, taste), NONE, NONE)
    if kind == Choice.ENEMY or kind == Choice.FRONT:
        for suit in range(N_TRACKS):
            for column in range(s.track_count[suit]):
                best = better_use(s, skill, pick, s.tracks[suit, column], best, scratch, taste)
        return best
    for option in range(N_FACES):
        best = better_use(s, skill, pick, option, best, scratch, taste)
    return best


@rule
def better_use(
    s: State, skill: int, pick: int, first: int, best: tuple[float, int, int], scratch: Array, taste: Taste
) -> tuple[float, int, int]:
    """The better of ``best`` and the uses that begin with this choice."""
    if (pick != NONE and pick != first) or not may_choose(s, skill, NONE, first):
        return best
    for second in range(N_FACES if N_CHOICES[skill] == 2 else 1):
        if N_CHOICES[skill] == 2 and not may_choose(s, skill, first, second):
            continue
        last = second if N_CHOICES[skill] == 2 else NONE
        worth = worth_of_use(s, skill, first, last, scratch, taste)
        if worth > best[0]:
            best = (worth, first, last)
    return best


@rule
def worth_of_use(s: State, skill: int, first: int, second: int, scratch: Array, taste: Taste) -> float:
    """What it brings, less the dice."""
    scratch[1] = s
    after = scratch[1]
    carry_out(after, skill, first, second)
    worth = taste.recovered * (after.back - s.back) + taste.held * (reveals_due(s) - reveals_due(after))
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit]):
            card = s.tracks[suit, column]
            if after.hp_left[card] == s.hp_left[card]:
                continue
            if after.hp_left[card] <= 0:
                worth += worth_of_fall(s, card, after.hp_left[card] == 0, taste)
            elif is_king(card):
                worth += taste.number
            else:
                worth += taste.pip * (s.hp_left[card] - after.hp_left[card])
    if CHANCE[skill]:
        worth *= power_of(s, skill) / N_FACES
    return float(worth + taste.spent * SLOTS[skill])
