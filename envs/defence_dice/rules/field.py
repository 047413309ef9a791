"""Enemies on their tracks: who is in front, damage, escort, protection (DEF-3, DEF-11 to DEF-21, DEF-28)."""

from __future__ import annotations

from dicedeck.envs.core.cards import N_RANKS, NO_CARD, rank_of, suit_of
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import (
    FULL_HP,
    HIGH_RUN,
    JACK,
    KING,
    KING_NUMBERS,
    LOW_RUN,
    N_FACES,
    N_TRACKS,
    NONE,
    QUEEN,
    TRACK_SIZE,
)
from dicedeck.envs.defence_dice.rules.dice import count, faces_of, pips
from dicedeck.envs.defence_dice.state import State

# ---------------------------------------------------------------- tracks


@rule
def is_king(card: int) -> bool:
    return rank_of(card) == KING


@rule
def is_queen(card: int) -> bool:
    return rank_of(card) == QUEEN


@rule
def queen_of(suit: int) -> int:
    return suit * N_RANKS + QUEEN - 1


@rule
def king_of(suit: int) -> int:
    return suit * N_RANKS + KING - 1


@rule
def front_of(s: State, suit: int) -> int:
    """The frontmost enemy with HP left, NONE when there is none (DEF-11, DEF-28)."""
    for column in range(s.track_count[suit] - 1, -1, -1):
        if s.hp_left[s.tracks[suit, column]] > 0:
            return int(s.tracks[suit, column])
    return NONE


@rule
def is_escorted(s: State, card: int) -> bool:
    """A king with any other card on its track, also one whose HP is used up (DEF-16)."""
    return bool(is_king(card) and s.track_count[suit_of(card)] > 1)


@rule
def enter(s: State, card: int) -> bool:
    """A new enemy comes to its suit's track; False when it would be the eighth there (DEF-13 to DEF-15, DEF-21)."""
    suit = suit_of(card)
    if s.track_count[suit] == TRACK_SIZE:
        return False
    assign_track(s, suit)
    column = column_of_new(s, card)
    for k in range(s.track_count[suit], column, -1):
        s.tracks[suit, k] = s.tracks[suit, k - 1]
    s.tracks[suit, column] = card
    s.track_count[suit] += 1
    return True


@rule
def column_of_new(s: State, card: int) -> int:
    """Jacks go to the very front, others to column 1, or to column 2 when a king sits there."""
    suit = suit_of(card)
    if rank_of(card) == JACK:
        return int(s.track_count[suit])
    return int(s.track_count[suit] > 0 and is_king(s.tracks[suit, 0]))


@rule
def assign_track(s: State, suit: int) -> None:
    """A suit gets the next free track when its first card appears, and keeps it (DEF-3)."""
    for track in range(N_TRACKS):
        if s.track_order[track] == suit:
            return
        if s.track_order[track] == NONE:
            s.track_order[track] = suit
            return


@rule
def leave(s: State, suit: int, column: int) -> None:
    """Take a card off its track with everything on it: dice come back, marks go to the supply (DEF-9)."""
    card = s.tracks[suit, column]
    s.back += count(s.dice[card])
    s.dice[card, :] = 0
    s.marks[card, :] = 0
    s.executed[card] = 0
    s.hp_left[card] = FULL_HP[card]
    s.track_count[suit] -= 1
    for k in range(column, s.track_count[suit]):
        s.tracks[suit, k] = s.tracks[suit, k + 1]
    s.tracks[suit, s.track_count[suit]] = NO_CARD


# ---------------------------------------------------------------- damage


@rule
def numbers_on(s: State, card: int) -> int:
    """The numbers that dice and marks on an enemy show, as bits."""
    return faces_of(s.dice[card]) | faces_of(s.marks[card])


@rule
def fits_run(bits: int, face: int) -> bool:
    """A king takes a number that is not there and that keeps five consecutive ones possible (DEF-17)."""
    more = bits | 1 << face
    return more != bits and (more & ~LOW_RUN == 0 or more & ~HIGH_RUN == 0)


@rule
def is_barred(s: State, suit: int, face: int) -> bool:
    """The suit's queen has the number on her: nothing that shows it helps against her suit or her (DEF-19)."""
    return bool(s.dice[queen_of(suit), face] + s.marks[queen_of(suit), face] > 0)


@rule
def can_mark(s: State, card: int, face: int) -> bool:
    """A skill's damage die has an effect on the enemy (DEF-17, DEF-19, DEF-28)."""
    if s.hp_left[card] <= 0 or is_barred(s, suit_of(card), face):
        return False
    return not is_king(card) or fits_run(numbers_on(s, card), face)


@rule
def mark(s: State, card: int, face: int) -> None:
    s.marks[card, face] += 1
    s.hp_left[card] -= 1 if is_king(card) else face + 1


@rule
def lay_dice(s: State, card: int) -> None:
    """Put the chosen dice on the enemy."""
    for face in range(N_FACES):
        s.dice[card, face] += s.chosen[face]
        s.chosen[face] = 0
    work_out_hp(s, card)


@rule
def work_out_hp(s: State, card: int) -> None:
    """HP less all damage, for a king the numbers still missing."""
    if not is_king(card):
        s.hp_left[card] = FULL_HP[card] - pips(s.dice[card]) - pips(s.marks[card]) - s.executed[card]
        return
    bits = numbers_on(s, card)
    missing = KING_NUMBERS
    for face in range(N_FACES):
        missing -= bits >> face & 1
    s.hp_left[card] = missing


@rule
def dice_on_enemies(s: State) -> int:
    n = 0
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit]):
            card = s.tracks[suit, column]
            if s.hp_left[card] != FULL_HP[card]:
                n += count(s.dice[card])
    return n


@rule
def retrieve(s: State) -> None:
    """The player's dice come back off all enemies, the kings included; marks stay (DEF-10)."""
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit]):
            card = s.tracks[suit, column]
            s.back += count(s.dice[card])
            s.dice[card, :] = 0
            work_out_hp(s, card)
