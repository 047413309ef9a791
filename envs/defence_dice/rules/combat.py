"""Enemies appear, Attack, and the joker's Attack (DEF-7, DEF-9, DEF-14, DEF-18, DEF-22, DEF-31, DEF-32)."""

from __future__ import annotations

from enum import IntEnum

from dicedeck.envs.core.cards import is_joker
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import N_TRACKS, Ending, Phase
from dicedeck.envs.defence_dice.rules.deck import put_back_overkill, reveals_due, take_top
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.field import enter, is_king, leave
from dicedeck.envs.defence_dice.state import State


class Next(IntEnum):
    """What follows in the round."""

    CHOICE = 0
    """A decision of the player."""
    ENEMIES = 1
    REPEAT = 2
    """Design again, or Attack."""
    ATTACK = 3
    PRISONERS = 4
    CLEANUP = 5
    ROLL = 6
    GAME_OVER = 7


@rule
def enemies_appear(s: State) -> int:
    """Reveal what is due, card by card; a joker breaks off and brings its Attack (DEF-7, DEF-22)."""
    due = reveals_due(s)
    s.barricade = 0
    s.frost = False
    for _ in range(due):
        if s.deck_count == 0:
            break
        card = take_top(s)
        if is_joker(card):
            s.jokers_out += 1
            s.joker_attack = True
            return Next.ATTACK
        if not enter(s, card):
            return end_game(s, Ending.OVERRUN)
        if s.deck_count == 0:
            break
    if s.deck_count == 0:
        return end_game(s, Ending.DECK)
    return Next.REPEAT


@rule
def attack(s: State) -> int:
    """Enemies whose HP is used up leave; a fallen king wins the game at once (DEF-9, DEF-18)."""
    s.back += count(s.rolled)
    s.rolled[:] = 0
    for suit in range(N_TRACKS):
        if s.track_count[suit] > 0 and is_king(s.tracks[suit, 0]) and s.hp_left[s.tracks[suit, 0]] == 0:
            return end_game(s, Ending.KING)
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit] - 1, -1, -1):
            if s.hp_left[s.tracks[suit, column]] <= 0:
                remove(s, suit, column)
    return Next.PRISONERS


@rule
def remove(s: State, suit: int, column: int) -> None:
    """Damage equal to HP: captured; above: overkilled (DEF-9). Prisoners queue by track, front first (DEF-23)."""
    card = s.tracks[suit, column]
    if s.hp_left[card] == 0:
        s.prisoners[s.prisoner_count] = card
        s.prisoner_count += 1
    else:
        s.overkill[s.overkill_count] = card
        s.overkill_count += 1
    leave(s, suit, column)


@rule
def phase_up(s: State) -> int:
    """After a joker's Attack the overkilled come back; with no card left at all the game is won (DEF-22, DEF-31)."""
    s.joker_attack = False
    put_back_overkill(s)
    if s.deck_count == 0:
        return end_game(s, Ending.DECK)
    return Next.CLEANUP


@rule
def end_game(s: State, ending: int) -> int:
    s.phase = Phase.OVER
    s.ending = ending
    s.terminated = True
    return Next.GAME_OVER
