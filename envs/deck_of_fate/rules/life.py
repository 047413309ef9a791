"""Vital power: losing it, dying; the end of the game and what it pays (FATE-5 to FATE-7, FATE-23, FATE-55)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow
from dicedeck.envs.core.tasks import drop_all
from dicedeck.envs.deck_of_fate.cards import EMPEROR, N_CARDS, NO_CARD, PLAYED_NUMBER
from dicedeck.envs.deck_of_fate.options import Ending, Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import discard, in_fate, in_hand, move_all, nth_in_hand
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.state import Place, State


@rule
def lives(s: State, seat: int) -> bool:
    return bool(s.vp[seat] > 0)


@rule
def living(s: State) -> int:
    """How many PCs are alive."""
    n = 0
    for seat in range(s.pcs):
        n += int(s.vp[seat] > 0)
    return n


@rule
def next_living(s: State, seat: int) -> int:
    """The first living PC from the seat on, up to the last seat; ``pcs`` when there is none."""
    while seat < s.pcs and s.vp[seat] == 0:
        seat += 1
    return seat


@rule
def next_around(s: State, seat: int) -> int:
    """The first living PC from the seat on, going round the table. Some PC is alive."""
    seat %= s.pcs
    while s.vp[seat] == 0:
        seat = (seat + 1) % s.pcs
    return seat


@rule
def lose_vp(s: State, seat: int) -> None:
    """The Emperor instead, or VP - 1 and a hand card: random, chosen with luck, the master's with misfortune."""
    if not lives(s, seat):
        return
    if in_fate(s, seat, EMPEROR):
        discard(s, EMPEROR)
        return
    s.vp[seat] -= 1
    if s.vp[seat] == 0:
        leave_game(s, seat)
    elif s.hand_count[seat] > 0:
        lose_card(s, seat)


@rule
def lose_card(s: State, seat: int) -> None:
    """Which hand card goes with a lost VP (FATE-6, FATE-23)."""
    if s.luck[seat] == s.misfortune[seat]:
        discard(s, nth_in_hand(s, seat, randbelow(s.rng[DEAL], s.hand_count[seat])))
    elif s.luck[seat]:
        decide_next(s, Phase.LOSS, seat)
    elif s.master:
        s.aim = seat
        decide_next(s, Phase.MASTER_LOSS, s.pcs)
    else:
        discard(s, strongest_in_hand(s, seat))


@rule
def strongest_in_hand(s: State, seat: int) -> int:
    """The highest number when played; of equal ones the lowest id (FATE-23)."""
    best = NO_CARD
    for card in range(N_CARDS):
        if in_hand(s, seat, card) and (best == NO_CARD or PLAYED_NUMBER[card] > PLAYED_NUMBER[best]):
            best = card
    return best


@rule
def leave_game(s: State, seat: int) -> None:
    """Dead or mad: hand and current fate are discarded (FATE-7)."""
    for card in range(N_CARDS):
        if s.places[card] == Place.FATE + seat:
            discard(s, card)
    move_all(s, Place.HAND + seat, Place.DISCARD)
    move_all(s, Place.KEPT + seat, Place.DISCARD)
    if s.by_incident:
        pay(s, -1.0)
    if living(s) == 0:
        end_game(s, Ending.LOST)


@rule
def end_game(s: State, ending: int) -> None:
    """Nothing else is carried out (FATE-14)."""
    drop_all(s)
    s.phase = Phase.OVER
    s.ending = ending
    s.terminated = ending != Ending.CAP
    s.truncated = ending == Ending.CAP
    if not s.by_incident:
        pay(s, 1.0 if ending == Ending.WON else -1.0)


@rule
def pay(s: State, amount: float) -> None:
    """The PCs win and lose together, the master the opposite (FATE-55, FATE-56)."""
    for seat in range(s.pcs):
        s.rewards[seat] += amount
    if s.master:
        s.rewards[s.pcs] -= amount
