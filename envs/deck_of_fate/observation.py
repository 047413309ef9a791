"""What a player sees, as numbers in [-1, 1]. PCs are listed from the observer on, round the table.

The master has no hand; where it chooses a card for a lost VP it sees that hand in place of its own.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.dtypes import Floats, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.adventure import CONSEQUENCE_NAMES, MODE_NAMES, Mode
from dicedeck.envs.deck_of_fate.cards import (
    CHARIOT,
    DIFFICULTY_NUMBER,
    EMPEROR,
    FOOL,
    MOST_NUMBER,
    N_CARDS,
    N_MAJORS,
    N_RANKS,
    N_STATS,
    N_SUITS,
    NO_CARD,
    NONE,
    TEMPERANCE,
    TOWER,
    USES,
    WORLD,
)
from dicedeck.envs.deck_of_fate.classes import MOST_PCS, MOST_VP, N_CLASSES
from dicedeck.envs.deck_of_fate.odds import chance_of_weight, chances_of_hand, own_hand, weigh_deck
from dicedeck.envs.deck_of_fate.options import LOOK, MOST_CHECKS, MOST_PLAYERS, N_PHASES, OFFERED, Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import in_fate
from dicedeck.envs.deck_of_fate.rules.checking import (
    consequence_of,
    is_ahead,
    lasting_bonus,
    mode_of,
    points_ahead,
    stat_of,
)
from dicedeck.envs.deck_of_fate.rules.life import next_around
from dicedeck.envs.deck_of_fate.state import Place, State

MUCH_MP = 10
MUCH_NEEDED = 10
MUCH_BONUS = 20
N_NUMBERS = MOST_NUMBER + 1
FIRST_RANK = np.searchsorted(DIFFICULTY_NUMBER[N_MAJORS : N_MAJORS + N_RANKS], range(N_NUMBERS + 1)).astype(np.int32)
"""For each number the first rank that counts as much or more as a difficulty."""


class Observation:
    """PC k is the observer for k = 0, then the next seats; for the master it is pc_k."""

    is_master: float  # 1 for the master
    to_move: float  # 1 when the observer decides now
    mover: Annotated[Floats, MOST_PLAYERS]  # 1 at the PC who decides; the last one is the master
    phase: Annotated[Floats, N_PHASES]  # 1 at the phase
    options: Annotated[Floats, 4]  # 1 with master, simple, late_fool, open_hands

    hand: Annotated[Floats, N_CARDS]  # 1 for each card in the own hand
    chance: Annotated[Floats, N_CARDS]  # for each of them that it succeeds in this check against the next difficulty
    discarded: Annotated[Floats, N_CARDS]  # 1 for each discard
    on_temperance: Annotated[Floats, N_CARDS]  # 1 for each card on Temperance
    on_table: Annotated[Floats, N_CARDS]  # 1 at the card played, -1 at the difficulty
    deck_known: Annotated[Floats, N_CARDS]  # 1/n for the n-th card from the top where known, below the middle -1/n
    known_hands: Annotated[Floats, N_CARDS]  # (k+1)/5 for a card known to be in the hand of PC k; own: kept
    unseen: Annotated[Floats, N_CARDS]  # 1 for each card that may be the next difficulty
    next_number: Annotated[Floats, N_NUMBERS]  # chance that the next difficulty is at most 0 .. 21
    next_suit: Annotated[Floats, N_SUITS]  # chance that it is of cups, swords, pentacles, wands
    deck_count: float  # cards / 78

    stat: Annotated[Floats, N_STATS]  # 1 at the check's stat
    mode: Annotated[Floats, len(MODE_NAMES)]  # 1 at spotlight, volunteer, all
    consequence: Annotated[Floats, len(CONSEQUENCE_NAMES)]  # 1 at harm, doom, both
    checker: Annotated[Floats, MOST_PCS]  # 1 at the PC who checks, as far as it is sure
    difficulty_number: float  # / 21
    outcome: float  # 1: the check succeeds as it stands, -1: it fails
    lead: float  # value less difficulty / 20, where nothing is automatic
    bonus: float  # paid for the check / 20
    changed: Annotated[Floats, 3]  # 1 after redraw, swap, retry
    any_success: float  # 1 when some PC has succeeded in a check of all
    best_chance: float  # the best of ``chance``
    mean_chance: float  # the mean of ``chance``

    alive: Annotated[Floats, MOST_PCS]  # 1 for each living PC
    vocation: Annotated[Floats, MOST_PCS, N_CLASSES]  # 1 at the class
    stats: Annotated[Floats, MOST_PCS, N_STATS]  # / 5
    at_stake: Annotated[Floats, MOST_PCS]  # stat of the check and lasting bonuses / 10
    vp: Annotated[Floats, MOST_PCS]  # / 6
    wounds: Annotated[Floats, MOST_PCS]  # VP below the maximum / 6
    mp: Annotated[Floats, MOST_PCS]  # / 10
    hand_count: Annotated[Floats, MOST_PCS]  # / 6
    luck: Annotated[Floats, MOST_PCS]  # 1 with luck
    misfortune: Annotated[Floats, MOST_PCS]  # 1 with misfortune
    failed_once: Annotated[Floats, MOST_PCS]  # 1 when the last check was a failure that has not been counted
    emperor: Annotated[Floats, MOST_PCS]  # 1 when it lies in front of the PC
    temperance: Annotated[Floats, MOST_PCS]  # likewise
    chariot: Annotated[Floats, MOST_PCS]  # uses left / 3
    tower: Annotated[Floats, MOST_PCS]  # uses left / 3
    world: Annotated[Floats, MOST_PCS]  # uses left / 3
    counted: Annotated[Floats, MOST_PCS]  # cards in hand when the Fool came / 6, while hands are drawn again
    next_spotlight: Annotated[Floats, MOST_PCS]  # 1 at the PC who has the next spotlight

    goal_left: float  # successes that the incident still needs / 10
    doom_left: float  # steps of its clock left / 10
    goal: float  # successes / 10
    doom: float  # steps / 10
    checks_left: float  # until the cap of 60 / 60
    resolved: float  # incidents resolved / incidents
    lost: float  # incidents lost / incidents
    incidents_left: float  # this one included / incidents
    still_needed: float  # incidents to be resolved for a win / incidents

    looking: float  # cards that are looked at / 5
    placed: float  # ... and put back / 5
    aim: Annotated[Floats, MOST_PCS]  # 1 at the PC whose current fate or hand is chosen from
    window: Annotated[Floats, MOST_PCS]  # 1 at the PC whose free actions go on
    offered_stat: Annotated[Floats, OFFERED, N_STATS]  # for the master: the checks to choose from
    offered_mode: Annotated[Floats, OFFERED, len(MODE_NAMES)]  # likewise
    offered_consequence: Annotated[Floats, OFFERED, len(CONSEQUENCE_NAMES)]  # likewise


class OpenObservation(Observation):
    """With ``open_hands``; zero for the master."""

    hands: Annotated[Floats, MOST_PCS, N_CARDS]  # 1 for each card in the hand of PC k; the first row is zero


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    """Write what ``player`` sees into a zeroed observation."""
    obs.is_master = player == s.pcs
    obs.to_move = s.player == player and s.phase != Phase.OVER
    obs.mover[MOST_PCS if s.player == s.pcs else from_observer(s, player, s.player)] = 1
    obs.phase[s.phase] = 1
    obs.options[0] = s.master
    obs.options[1] = s.simple
    obs.options[2] = s.late_fool
    obs.options[3] = s.open_hands
    weights = np.empty(N_CARDS, np.int32)
    chances = np.empty(2, np.float32)
    weigh_deck(s, player, weights, chances)
    observe_next(s, weights, chances, obs)
    observe_cards(s, player, obs)
    if s.check != NONE:
        observe_check(s, player, obs)
        if player != s.pcs:
            observe_chances(s, player, weights, chances, obs)
    for seat in range(s.pcs):
        observe_pc(s, seat, from_observer(s, player, seat), obs)
    observe_incident(s, obs)
    observe_choice(s, player, obs)


@rule
def observe_open(s: State, player: int, obs: OpenObservation) -> None:
    """``observe``, and the other hands."""
    observe(s, player, obs)
    if player == s.pcs:
        return
    for card in range(N_CARDS):
        place = s.places[card]
        if place >= Place.HAND and place < Place.FATE:
            seat = (place - Place.HAND) % MOST_PCS
            if seat != player:
                obs.hands[from_observer(s, player, seat), card] = 1


@rule
def from_observer(s: State, player: int, seat: int) -> int:
    """Where a PC stands in the lists of an observer."""
    return int(seat) if player == s.pcs else int((seat - player + s.pcs) % s.pcs)


# ---------------------------------------------------------------- cards


@rule
def observe_next(s: State, weights: Ints, chances: Floats, obs: Observation) -> None:
    """The next difficulty: which card it may be, and chances of numbers and suits."""
    for card in range(N_CARDS):
        obs.unseen[card] = weights[card] > 0
    for number in range(N_NUMBERS):
        total = weights[number]
        for suit in range(N_SUITS):
            for k in range(FIRST_RANK[number], FIRST_RANK[number + 1]):
                total += weights[N_MAJORS + suit * N_RANKS + k]
        before = obs.next_number[number - 1] if number > 0 else 0.0
        obs.next_number[number] = min(before + chance_of_weight(total, chances), 1.0)
    for suit in range(N_SUITS):
        total = 0
        for k in range(N_RANKS):
            total += weights[N_MAJORS + suit * N_RANKS + k]
        obs.next_suit[suit] = min(chance_of_weight(total, chances), 1.0)


@rule
def observe_cards(s: State, player: int, obs: Observation) -> None:
    """The own hand, what lies open, and what is known of deck and other hands."""
    own = own_hand(s, player)
    known = 0
    for card in range(N_CARDS):
        obs.hand[card] = s.places[card] == own
        obs.discarded[card] = s.places[card] == Place.DISCARD
        known |= s.known[card]
    if s.places[TEMPERANCE] >= Place.FATE or s.places[TEMPERANCE] == Place.RESOLVING:
        for card in range(N_CARDS):
            obs.on_temperance[card] = s.places[card] == Place.ON_TEMPERANCE
    obs.deck_count = s.deck_count / N_CARDS
    if known >> player & 1:
        observe_known(s, player, obs)
    if s.phase == Phase.KEEP or s.places[FOOL] == Place.ASIDE or s.late_fool:
        for card in range(N_CARDS):
            if player < s.pcs and s.places[card] == Place.KEPT + player:
                obs.known_hands[card] = 1 / MOST_PCS


@rule
def observe_known(s: State, player: int, obs: Observation) -> None:
    """Cards that the player can place, in the deck and in other hands."""
    for card in range(N_CARDS):
        place = s.places[card]
        if s.known[card] >> player & 1 and place >= Place.HAND and place < Place.FATE:
            obs.known_hands[card] = (from_observer(s, player, (place - Place.HAND) % MOST_PCS) + 1) / MOST_PCS
    for slot in range(s.deck_count):
        card = s.deck[slot]
        if s.known[card] >> player & 1:
            from_top = s.deck_count - slot
            obs.deck_known[card] = 1 / from_top if from_top <= slot + 1 else -1 / (slot + 1)


# ---------------------------------------------------------------- the check


@rule
def observe_check(s: State, player: int, obs: Observation) -> None:
    obs.stat[stat_of(s.check)] = 1
    obs.mode[mode_of(s.check)] = 1
    obs.consequence[consequence_of(s.check)] = 1
    obs.any_success = s.any_success
    if s.checker != NONE:
        obs.checker[from_observer(s, player, s.checker)] = 1
    elif mode_of(s.check) == Mode.SPOTLIGHT and s.phase != Phase.OVER:
        obs.checker[from_observer(s, player, next_around(s, s.spotlight))] = 1
    obs.bonus = min(s.bonus / MUCH_BONUS, 1.0)
    obs.changed[0] = s.redrawn
    obs.changed[1] = s.swapped
    obs.changed[2] = s.retried
    if s.played != NO_CARD:
        obs.on_table[s.played] = 1
    if s.difficulty != NO_CARD:
        obs.on_table[s.difficulty] = -1
        obs.difficulty_number = DIFFICULTY_NUMBER[s.difficulty] / MOST_NUMBER
        if s.played != NO_CARD:
            obs.outcome = 1 if is_ahead(s) else -1
            obs.lead = scaled_lead(points_ahead(s, s.played, 0))


@rule
def scaled_lead(points: int) -> float:
    """Value less difficulty / 20, from -1 to 1."""
    return min(max(points / MUCH_BONUS, -1.0), 1.0)


@rule
def observe_chances(s: State, player: int, weights: Ints, chances: Floats, obs: Observation) -> None:
    """For each card of the own hand."""
    cards = np.empty(N_CARDS, np.int32)
    wins = np.empty(N_CARDS, np.float32)
    n = chances_of_hand(s, player, weights, chances, cards, wins)
    total = 0.0
    for k in range(n):
        obs.chance[cards[k]] = wins[k]
        obs.best_chance = max(obs.best_chance, wins[k])
        total += wins[k]
    if n > 0:
        obs.mean_chance = min(total / n, 1.0)


# ---------------------------------------------------------------- characters and incident


@rule
def observe_pc(s: State, seat: int, k: int, obs: Observation) -> None:
    obs.alive[k] = s.vp[seat] > 0
    obs.vocation[k, s.vocation[seat]] = 1
    for stat in range(N_STATS):
        obs.stats[k, stat] = min(s.stats[seat, stat] / 5, 1.0)
    if s.check != NONE:
        stake = s.stats[seat, stat_of(s.check)] + lasting_bonus(s, seat)
        obs.at_stake[k] = min(stake / 10, 1.0)
    obs.vp[k] = s.vp[seat] / MOST_VP
    obs.wounds[k] = (s.max_vp[seat] - s.vp[seat]) / MOST_VP
    obs.mp[k] = min(s.mp[seat] / MUCH_MP, 1.0)
    obs.hand_count[k] = min(s.hand_count[seat] / MOST_VP, 1.0)
    obs.luck[k] = s.luck[seat]
    obs.misfortune[k] = s.misfortune[seat]
    obs.failed_once[k] = s.failures[seat]
    obs.counted[k] = min(s.counted[seat] / MOST_VP, 1.0)
    if s.vp[seat] == 0:
        return
    obs.emperor[k] = in_fate(s, seat, EMPEROR)
    obs.temperance[k] = in_fate(s, seat, TEMPERANCE)
    obs.chariot[k] = uses_left(s, seat, CHARIOT)
    obs.tower[k] = uses_left(s, seat, TOWER)
    obs.world[k] = uses_left(s, seat, WORLD)
    if s.phase != Phase.OVER:
        obs.next_spotlight[k] = next_around(s, s.spotlight) == seat


@rule
def uses_left(s: State, seat: int, card: int) -> float:
    return float((USES - s.uses[card]) / USES) if in_fate(s, seat, card) else 0.0


@rule
def observe_incident(s: State, obs: Observation) -> None:
    obs.goal = min(s.goal / MUCH_NEEDED, 1.0)
    obs.doom = min(s.doom / MUCH_NEEDED, 1.0)
    obs.goal_left = min(max(s.goals[s.incident] - s.goal, 0) / MUCH_NEEDED, 1.0)
    obs.doom_left = min(max(s.dooms[s.incident] - s.doom, 0) / MUCH_NEEDED, 1.0)
    obs.checks_left = (MOST_CHECKS - s.checks) / MOST_CHECKS
    obs.resolved = s.resolved / s.incidents
    obs.lost = max(s.incident - s.resolved, 0) / s.incidents
    obs.incidents_left = (s.incidents - s.incident) / s.incidents
    obs.still_needed = max((s.incidents + 1) // 2 - s.resolved, 0) / s.incidents


@rule
def observe_choice(s: State, player: int, obs: Observation) -> None:
    """Choices half made: what is looked at, whose cards are chosen from, what the master is offered."""
    obs.looking = s.looking / LOOK
    obs.placed = s.placed / LOOK
    if s.aim != NONE:
        obs.aim[from_observer(s, player, s.aim)] = 1
    if s.window != NONE:
        obs.window[from_observer(s, player, s.window)] = 1
    if player != s.pcs or s.phase != Phase.CHECK:
        return
    for k in range(OFFERED):
        obs.offered_stat[k, stat_of(s.offered[k])] = 1
        obs.offered_mode[k, mode_of(s.offered[k])] = 1
        obs.offered_consequence[k, consequence_of(s.offered[k])] = 1
