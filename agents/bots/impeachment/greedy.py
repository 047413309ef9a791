"""The greedy bot: the move that improves one side the most, by the best formation that it can still become."""

from __future__ import annotations

from dicedeck.envs.core.cards import N_SUITED
from dicedeck.envs.core.dtypes import Array, Ints, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.actions import (
    A_DEAL,
    A_DELIBERATION,
    A_DRAW_ISSUE,
    A_EVIDENCE,
    A_FLAW,
    A_MUD,
    A_PASS,
    A_PICK,
    A_POLL,
    A_RETRACT,
    A_TO,
    A_TO_DISCARD,
    A_WITNESS,
)
from dicedeck.envs.impeachment.cards import EVIDENCE, N_JUSTICES, WITNESS, Phase
from dicedeck.envs.impeachment.chances import Known, pools_of
from dicedeck.envs.impeachment.formations import VALUE_BASE
from dicedeck.envs.impeachment.outs import BITS, RANKS, SUITED, reach
from dicedeck.envs.impeachment.rules.justices import can_accept, is_complete, side_size
from dicedeck.envs.impeachment.rules.legal import legal
from dicedeck.envs.impeachment.rules.turn import justice_of
from dicedeck.envs.impeachment.state import State

TACTIC_COST = 0.05
"""What a tactic must gain, in steps of formation."""


@rule
def choose_greedy(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The legal action with the largest gain; of equal ones the first."""
    mask[:] = 0
    legal(s, mask)
    known = pools_of(s, s.player)
    best = -1
    best_gain = -1e9
    for action in range(mask.shape[0]):
        if mask[action]:
            gain = gain_of(s, action, known)
            if gain > best_gain:
                best_gain = gain
                best = action
    return best


@rule
def gain_of(s: State, action: int, known: Known) -> float:
    if action < A_PASS:
        return gain_of_card(s, action // N_JUSTICES, action % N_JUSTICES, known)
    if action == A_PASS:
        return 0.0
    if action < A_MUD:
        card = WITNESS if action < A_EVIDENCE else EVIDENCE
        return gain_of_card(s, card, (action - A_WITNESS) % N_JUSTICES, known) - TACTIC_COST
    if action < A_DELIBERATION:
        return gain_of_mud(s, action - A_MUD, known) - TACTIC_COST
    if action < A_POLL:
        return gain_of_deliberation(s, action - A_DELIBERATION, known) - TACTIC_COST
    if action == A_POLL:
        return TACTIC_COST
    if action == A_DEAL:
        return -TACTIC_COST
    if action < A_TO:
        return gain_of_retract(s, action - A_RETRACT, known) - TACTIC_COST
    if action < A_TO_DISCARD:
        return gain_of_card(s, s.held, action - A_TO, known)
    if action == A_TO_DISCARD:
        return 0.0
    if action < A_PICK:
        return gain_of_flaw(s, action - A_FLAW, known) - TACTIC_COST
    if action < A_DRAW_ISSUE:
        return gain_of_pick(s, action - A_PICK, known)
    return 1.0 if action == A_DRAW_ISSUE else 0.0


# ---------------------------------------------------------------- sides


@rule
def potential(side: Ints, count: int, size: int, hand: int, unknown: int) -> float:
    """The formation that the side can become, from the hand alone or with luck, less what is uncertain about it."""
    missing = size - count
    sure = reach(side, count, size, hand) / VALUE_BASE
    lucky = reach(side, count, size, hand | unknown) / VALUE_BASE
    return max(sure * 0.85**missing, lucky * 0.7**missing)


@rule
def own_potential(s: State, justice: int, hand: int, unknown: int) -> float:
    return potential(s.sides[justice, s.player], s.side_count[justice, s.player], side_size(s, justice), hand, unknown)


@rule
def their_potential(s: State, justice: int, known: Known) -> float:
    other = 1 - s.player
    side = s.sides[justice, other]
    return potential(side, s.side_count[justice, other], side_size(s, justice), known[1], known[2])


@rule
def is_lost(s: State, justice: int, hand: int, unknown: int) -> bool:
    """The other's complete side is out of reach."""
    other = 1 - s.player
    if not is_complete(s, justice, other) or s.mud[justice]:
        return False
    size = side_size(s, justice)
    best = reach(s.sides[justice, s.player], s.side_count[justice, s.player], size, hand | unknown)
    return best <= reach(s.sides[justice, other], size, size, 0)


@rule
def gain_of_card(s: State, card: int, justice: int, known: Known) -> float:
    """What the card adds there; at a lost justice only its rank counts, so that useless cards go there."""
    hand = known[0] & ~BITS[card]
    unknown = known[2] & SUITED
    worth = 0.4 if card >= N_SUITED else RANKS[card] / 100.0
    if is_lost(s, justice, known[0], unknown):
        return -worth
    before = own_potential(s, justice, known[0], unknown)
    count = s.side_count[justice, s.player]
    s.sides[justice, s.player, count] = card
    s.side_count[justice, s.player] += 1
    after = 0.0 if is_lost(s, justice, hand, unknown) else own_potential(s, justice, hand, unknown)
    s.side_count[justice, s.player] = count
    s.sides[justice, s.player, count] = -1
    return after - before - worth


# ---------------------------------------------------------------- tactics


@rule
def gain_of_mud(s: State, justice: int, known: Known) -> float:
    """Good where the other's formation is ahead, but not their cards."""
    lead = their_potential(s, justice, known) - own_potential(s, justice, known[0], known[2])
    mine = 0
    theirs = 0
    for i in range(s.side_count[justice, s.player]):
        mine += RANKS[s.sides[justice, s.player, i]]
    for i in range(s.side_count[justice, 1 - s.player]):
        theirs += RANKS[s.sides[justice, 1 - s.player, i]]
    missing = s.side_count[justice, 1 - s.player] - s.side_count[justice, s.player]
    return lead if mine + 8 * missing > theirs else -1.0


@rule
def gain_of_deliberation(s: State, justice: int, known: Known) -> float:
    """Good where the other is complete and ahead."""
    if not is_complete(s, justice, 1 - s.player):
        return -1.0
    return (their_potential(s, justice, known) - own_potential(s, justice, known[0], known[2])) / 2.0


@rule
def gain_of_retract(s: State, card: int, known: Known) -> float:
    """A card from a lost justice is free to be placed again."""
    home = justice_of(s, s.player, card)
    if not is_lost(s, home, known[0], known[2]):
        return -1.0
    best = 0.0
    for justice in range(N_JUSTICES):
        if justice != home and can_accept(s, justice, s.player):
            best = max(best, gain_of_card(s, card, justice, known))
    return best


@rule
def gain_of_flaw(s: State, card: int, known: Known) -> float:
    """What the other's side loses with the card."""
    other = 1 - s.player
    justice = justice_of(s, other, card)
    count = s.side_count[justice, other]
    rest = s.sides[justice, other].copy()
    n = 0
    for i in range(count):
        if rest[i] != card:
            rest[n] = rest[i]
            n += 1
    after = potential(rest, n, side_size(s, justice), known[1], known[2])
    return their_potential(s, justice, known) - after


@rule
def gain_of_pick(s: State, card: int, known: Known) -> float:
    """Poll: the best card on top, then for the other the worst, and so on; Deal: hand over the worst."""
    best = -1e9
    for justice in range(N_JUSTICES):
        if can_accept(s, justice, s.player):
            best = max(best, gain_of_card(s, card, justice, known))
    return best if s.phase == Phase.POLL and s.pick_count % 2 == 0 else -best
