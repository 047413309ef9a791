"""What a player sees, as numbers in [-1, 1]; the observer comes first everywhere."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.cards import N_CARDS, N_JOKERS, N_SUITED, NO_CARD
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import (
    CON,
    EVIDENCE,
    HAND_SIZE,
    MAX_SIDE,
    N_FORMATIONS,
    N_JUSTICES,
    N_TACTICS,
    POLL_SIZE,
    PRO,
    WITNESS,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.formations import formation_of, sum_of
from dicedeck.envs.impeachment.rules.hands import is_issue, issue_cards_in_hand
from dicedeck.envs.impeachment.rules.justices import favourite_of
from dicedeck.envs.impeachment.rules.legal import may_use_tactic
from dicedeck.envs.impeachment.state import State

MAX_SUM = 52.0


class Observation:
    """Games without tactics."""

    is_pro: float  # 1 when the observer is Pro
    to_move: float  # 1 when the observer decides now
    hand: Annotated[Floats, N_CARDS]  # 1 for each card in the own hand
    table: Annotated[Floats, N_JUSTICES, N_CARDS]  # 1 for each card on the own side of a justice, -1 on the opponent's
    own_count: Annotated[Floats, N_JUSTICES]  # cards on the own side / 4
    their_count: Annotated[Floats, N_JUSTICES]  # cards on the opponent's side / 4
    own_formation: Annotated[Floats, N_JUSTICES, N_FORMATIONS]  # 1 at the best rank that the own side can still reach
    their_formation: Annotated[Floats, N_JUSTICES, N_FORMATIONS]  # likewise the opponent's side (0: other .. 6)
    own_sum: Annotated[Floats, N_JUSTICES]  # the largest sum with that rank / 52
    their_sum: Annotated[Floats, N_JUSTICES]  # likewise the opponent's
    completed_first: Annotated[Floats, N_JUSTICES]  # 1: own side is complete and was first, -1: the opponent's
    taken: Annotated[Floats, N_JUSTICES]  # 1: taken by the observer, -1: by the opponent
    bias: Annotated[Floats, N_JUSTICES]  # 1: equal ranks go to the observer, -1: to the opponent
    unseen: Annotated[Floats, N_CARDS]  # 1 for each card in the opponent's hand or the pile
    own_taken: float  # justices taken by the observer / 9
    their_taken: float  # justices taken by the opponent / 9
    con_adjacent: float  # Con's longest row of adjacent justices / 9
    issue_pile: float  # cards in the issue pile / 52
    own_hand_count: float  # cards in the own hand / 7
    their_hand_count: float  # cards in the opponent's hand / 7
    their_jokers: float  # unplayed jokers in the opponent's hand / 2
    last_passed: float  # 1 when the turn before this one was a pass


class TacticsObservation(Observation):
    """Games with tactics: what was seen, handed over and discarded, and decisions half made."""

    phase: Annotated[Floats, 6]  # 1 at the phase
    own_turn: float  # 1 when it is the observer's turn
    own_tactics: Annotated[Floats, N_TACTICS]  # 1 for each tactic in the own hand
    own_wild: Annotated[Floats, N_JUSTICES, 2]  # Witness, Evidence on the own side
    their_wild: Annotated[Floats, N_JUSTICES, 2]  # ... on the opponent's side
    mud: Annotated[Floats, N_JUSTICES]  # 1 where Mudslinging lies
    deliberation: Annotated[Floats, N_JUSTICES]  # 1 where Deliberation lies
    tactics_seen: Annotated[Floats, N_TACTICS]  # 1 for each tactic on the table or discarded
    discarded: Annotated[Floats, N_CARDS]  # 1 for each issue card among the discards
    tactic_pile: float  # cards in the tactic pile / 8
    their_tactics: float  # tactics in the opponent's hand / 8
    lead_in_tactics: float  # tactics used by the observer less the opponent's / 8
    may_use_tactic: float  # 1 when the observer may use one by IMP-24
    first_deal_done: float  # 1 after a Political Deal
    held: Annotated[Floats, N_CARDS]  # 1 at the card taken up by a Retract
    picked: Annotated[Floats, N_CARDS]  # own picks so far in a Poll or Deal: 1, 1/2, 1/3, 1/4 by order
    pick_count: float  # picks made so far, by both / 4
    known_hand: Annotated[Floats, N_CARDS]  # 1 for each card known to be in the opponent's hand
    shown_hand: Annotated[Floats, N_CARDS]  # 1 for each own card that the opponent knows
    known_pile: Annotated[Floats, POLL_SIZE, N_CARDS]  # the cards known on top of the issue pile, next one first
    their_known_pile: float  # how many cards on top of it the opponent knows / 4


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    """Write what ``player`` sees into a zeroed observation."""
    other = 1 - player
    their_hand = Place.PRO_HAND + other
    obs.is_pro = player == PRO
    obs.to_move = s.player == player and s.phase != Phase.OVER
    for justice in range(N_JUSTICES):
        observe_justice(s, player, justice, obs)
    for card in range(N_CARDS):
        obs.unseen[card] = (s.where[card] == Place.PILE) | (s.where[card] == their_hand)
    obs.their_jokers = (obs.unseen[N_SUITED] + obs.unseen[N_SUITED + 1]) / N_JOKERS
    obs.own_taken = taken_count(s, player) / N_JUSTICES
    obs.their_taken = taken_count(s, other) / N_JUSTICES
    for slot in range(s.hand_count[player]):
        if is_issue(s.hand[player, slot]):
            obs.hand[s.hand[player, slot]] = 1
    obs.con_adjacent = longest_row(s, CON) / N_JUSTICES
    obs.issue_pile = s.issue_count / N_SUITED
    obs.own_hand_count = s.hand_count[player] / HAND_SIZE
    obs.their_hand_count = s.hand_count[other] / HAND_SIZE
    obs.last_passed = s.last_passed


@rule
def observe_justice(s: State, player: int, justice: int, obs: Observation) -> None:
    other = 1 - player
    for i in range(s.side_count[justice, player]):
        if is_issue(s.sides[justice, player, i]):
            obs.table[justice, s.sides[justice, player, i]] = 1
    for i in range(s.side_count[justice, other]):
        if is_issue(s.sides[justice, other, i]):
            obs.table[justice, s.sides[justice, other, i]] = -1
    obs.own_count[justice] = s.side_count[justice, player] / MAX_SIDE
    obs.their_count[justice] = s.side_count[justice, other] / MAX_SIDE
    obs.own_formation[justice, formation_of(s.outlook[justice, player])] = 1
    obs.their_formation[justice, formation_of(s.outlook[justice, other])] = 1
    obs.own_sum[justice] = sum_of(s.outlook[justice, player]) / MAX_SUM
    obs.their_sum[justice] = sum_of(s.outlook[justice, other]) / MAX_SUM
    obs.completed_first[justice] = for_observer(s.completed_first[justice], player)
    obs.taken[justice] = for_observer(s.taken_by[justice], player)
    obs.bias[justice] = for_observer(favourite_of(s, justice), player)


@rule
def for_observer(owner: int, player: int) -> int:
    """1 for the observer, -1 for the opponent, 0 for nobody."""
    return int(owner == player) - int(owner == 1 - player)


@rule
def taken_count(s: State, player: int) -> int:
    """How many justices the player has taken."""
    count = 0
    for justice in range(N_JUSTICES):
        count += int(s.taken_by[justice] == player)
    return count


@rule
def longest_row(s: State, player: int) -> int:
    """The most adjacent justices that the player has taken."""
    longest = 0
    row = 0
    for justice in range(N_JUSTICES):
        row = row + 1 if s.taken_by[justice] == player else 0
        longest = max(longest, row)
    return longest


@rule
def observe_tactics(s: State, player: int, obs: TacticsObservation) -> None:
    """``observe``, and what the Tactics variant adds."""
    observe(s, player, obs)
    other = 1 - player
    obs.phase[s.phase] = 1
    obs.own_turn = s.turn == player
    for slot in range(s.hand_count[player]):
        if not is_issue(s.hand[player, slot]):
            obs.own_tactics[s.hand[player, slot] - N_CARDS] = 1
    observe_wild(s, player, obs)
    for justice in range(N_JUSTICES):
        obs.mud[justice] = s.mud[justice]
        obs.deliberation[justice] = s.deliberation[justice]
    for k in range(N_TACTICS):
        obs.tactics_seen[k] = s.where[N_CARDS + k] >= Place.TABLE
    for card in range(N_CARDS):
        obs.discarded[card] = s.where[card] == Place.DISCARDED
    for card in range(N_CARDS):
        obs.known_hand[card] = s.known_hand[player, card]
    for card in range(N_CARDS):
        obs.shown_hand[card] = s.known_hand[other, card]
    if s.held != NO_CARD:
        obs.held[s.held] = 1
    obs.tactic_pile = s.tactic_count / N_TACTICS
    obs.their_tactics = (s.hand_count[other] - issue_cards_in_hand(s, other)) / N_TACTICS
    obs.lead_in_tactics = (s.tactics_used[player] - s.tactics_used[other]) / N_TACTICS
    obs.may_use_tactic = may_use_tactic(s, player)
    obs.first_deal_done = s.first_deal_done
    observe_picks(s, player, obs)
    for k in range(min(s.known_pile[player], POLL_SIZE)):
        obs.known_pile[k, s.issue_pile[s.issue_count - 1 - k]] = 1
    obs.their_known_pile = s.known_pile[other] / POLL_SIZE


@rule
def observe_wild(s: State, player: int, obs: TacticsObservation) -> None:
    """Where the Witness and the Evidence lie."""
    if s.where[WITNESS] != Place.TABLE and s.where[EVIDENCE] != Place.TABLE:
        return
    for justice in range(N_JUSTICES):
        for i in range(MAX_SIDE):
            if s.sides[justice, player, i] >= WITNESS:
                obs.own_wild[justice, s.sides[justice, player, i] - WITNESS] = 1
            if s.sides[justice, 1 - player, i] >= WITNESS:
                obs.their_wild[justice, s.sides[justice, 1 - player, i] - WITNESS] = 1


@rule
def observe_picks(s: State, player: int, obs: TacticsObservation) -> None:
    """Own picks only: the other's are secret until they are carried out (IMP-29, IMP-30)."""
    obs.pick_count = s.pick_count / 4
    for k in range(s.pick_count):
        picker = s.turn if s.phase == Phase.POLL or k < 2 else 1 - s.turn
        if picker == player:
            obs.picked[s.picks[k]] = 1.0 / (k % 2 + 1 if s.phase == Phase.DEAL else k + 1)
