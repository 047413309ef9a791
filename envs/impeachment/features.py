"""What the player to move knows of one legal action: what it is, and the arithmetic that the rules imply.

"Before" and "after" are the state of the justice without and with the action. The record is changed for a moment to
look at "after", and put back. Chances are those of ``odds``: with the cards that the player sees and nothing else.
"""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.cards import N_CARDS, N_RANKS, N_SUITED, N_SUITS, rank_of, suit_of
from dicedeck.envs.core.dtypes import Array, Floats
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
from dicedeck.envs.impeachment.cards import (
    EVIDENCE,
    HAND_SIZE,
    MAX_SIDE,
    N_FORMATIONS,
    N_JUSTICES,
    NOBODY,
    SIDE_SIZE,
    WITNESS,
    Conviction,
)
from dicedeck.envs.impeachment.chances import Known, pools_of
from dicedeck.envs.impeachment.formations import formation_of, sum_of
from dicedeck.envs.impeachment.notes import (
    BEFORE,
    GAME,
    HERE,
    LOSES,
    NOTED,
    OWN,
    ROW,
    SWING,
    THEIR_BEST,
    THEIRS,
    WHOLE,
    WINS,
    WITHOUT,
    best_value,
    for_player,
    free_slots,
    game_with,
    look_at_all,
    look_at_theirs,
    look_without,
    new_notes,
    open_chance,
    own_chance,
    sum_lead,
)
from dicedeck.envs.impeachment.odds import is_ahead
from dicedeck.envs.impeachment.outs import BITS, OUTS, SUITED, count_cards, reach
from dicedeck.envs.impeachment.rules.justices import (
    favourite_of,
    is_complete,
    is_proven,
    public_cards,
    put_on_side,
    side_size,
    take_off_side,
)
from dicedeck.envs.impeachment.rules.turn import justice_of
from dicedeck.envs.impeachment.state import State

N_KINDS = 15
MAX_SUM = 52.0
LAST = N_FORMATIONS - 1
GAIN = 3.0
"""Chances to win the game change little by one action: their changes are written so many times as large."""


class Features:
    """All in [-1, 1]. What concerns a justice is zero for actions without one."""

    kind: Annotated[Floats, N_KINDS]  # 1 at the action's block
    card_rank: float  # rank of the card / 13
    card_suit: Annotated[Floats, N_SUITS]  # 1 at its suit
    card_joker: float  # 1 for a joker
    elsewhere: float  # best formation that the card would complete at another justice / 6
    justice: Annotated[Floats, N_JUSTICES]  # 1 at the justice

    own_missing: Annotated[Floats, MAX_SIDE]  # cards that the own side lacks after: 1 at 0, 1, 2, 3 or more
    their_missing: Annotated[Floats, MAX_SIDE]  # likewise the opponent's side
    mud: float  # 1 under Mudslinging after
    deliberation: float  # 1 under Deliberation after
    bias: float  # 1: equal ranks go to the player, -1: to the opponent
    first: float  # 1: the own side is complete and was first after, -1: the opponent's
    sum_lead: float  # own sum less the opponent's, as they lie after / 52

    own_best: float  # best formation that the own side has a chance of after / 6
    their_best: float  # best formation that the opponent can reach by what the player sees / 6
    their_best_sum: float  # its largest sum / 52
    own_chances: Annotated[Floats, N_FORMATIONS]  # chance of at least each formation after
    their_chances: Annotated[Floats, N_FORMATIONS]  # likewise the opponent's

    chance_before: float  # chance to win the justice before, from -1 to 1
    chance_after: float  # ... after
    chance_gain: float  # after less before, chances from 0 to 1
    result: float  # 1: the player takes the justice at once, -1: the opponent
    certain: float  # 1: nothing that the player cannot see takes the justice from them after, -1: lost for certain
    proves: float  # 1: taken at once by proof (Conviction)

    wins_game: float  # 1: the player has won the game on taking this justice
    loses_game: float  # 1: ... the opponent on taking it
    con_row: float  # Con's row of adjacent justices, were this one Con's / 3
    swing: float  # chance to win the game with this justice less that without, by the chances at the others
    value: float  # swing * chance_gain
    game: float  # chance to win the game before, by the chances at the justices, from -1 to 1
    game_gain: float  # GAIN times what the action adds to it: a card that is played is missing at the other justices
    card_cost: float  # GAIN times what it would cost to be without the card
    own_free: float  # cards that the own sides can still take after / 27
    hand: float  # issue cards in the own hand / 7
    jokers: float  # jokers in the own hand / 2


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write the features of one legal action of the player to move into ``out`` (zeroed)."""
    describe(s, action, new_notes(), out)


def feature_rows(states: Array, owners: Array, actions: Array, flat: Floats, records: Array) -> None:
    """``action_features`` of many actions; those of one state share the notes on its justices. An entry point."""
    notes = new_notes()
    for k in range(len(actions)):
        if k > 0 and owners[k] != owners[k - 1]:
            notes[:, NOTED] = 0.0
        flat[k, :] = 0
        describe(states[owners[k]], actions[k], notes, records[k])


@rule
def describe(s: State, action: int, notes: Array, out: Features) -> None:
    known = pools_of(s, s.player)
    out.hand = count_cards(known[0]) / HAND_SIZE
    out.jokers = count_cards(known[0] & ~SUITED) / 2
    out.own_free = free_slots(s, s.player) / (N_JUSTICES * SIDE_SIZE)
    if action < A_PASS:
        out.kind[0] = 1
        describe_placing(s, action // N_JUSTICES, action % N_JUSTICES, known, notes, out)
    elif action == A_PASS:
        out.kind[1] = 1
    else:
        describe_tactic(s, action, known, notes, out)


@rule
def describe_tactic(s: State, action: int, known: Known, notes: Array, out: Features) -> None:
    if action < A_EVIDENCE:
        out.kind[2] = 1
        describe_placing(s, WITNESS, action - A_WITNESS, known, notes, out)
    elif action < A_MUD:
        out.kind[3] = 1
        describe_placing(s, EVIDENCE, action - A_EVIDENCE, known, notes, out)
    elif action < A_DELIBERATION:
        out.kind[4] = 1
        describe_mud(s, action - A_MUD, known, notes, out)
    elif action < A_POLL:
        out.kind[5] = 1
        describe_deliberation(s, action - A_DELIBERATION, known, notes, out)
    elif action <= A_DEAL:
        out.kind[6 + action - A_POLL] = 1
    elif action < A_TO:
        out.kind[8] = 1
        describe_removal(s, s.player, action - A_RETRACT, known, notes, out)
    elif action < A_TO_DISCARD:
        out.kind[9] = 1
        describe_placing(s, s.held, action - A_TO, known, notes, out)
    elif action == A_TO_DISCARD:
        out.kind[10] = 1
        describe_card(s, s.held, NOBODY, out)
    elif action < A_PICK:
        out.kind[11] = 1
        describe_removal(s, 1 - s.player, action - A_FLAW, known, notes, out)
    elif action < A_DRAW_ISSUE:
        out.kind[12] = 1
        describe_card(s, action - A_PICK, NOBODY, out)
    else:
        out.kind[13 + action - A_DRAW_ISSUE] = 1


# ---------------------------------------------------------------- kinds of actions


@rule
def describe_card(s: State, card: int, justice: int, out: Features) -> None:
    """The card itself, and what it would complete at another justice."""
    if card < N_SUITED:
        out.card_rank = rank_of(card) / N_RANKS
        out.card_suit[suit_of(card)] = 1
    elif card < N_CARDS:
        out.card_joker = 1
    best = 0
    for j in range(N_JUSTICES):
        if j != justice and s.side_count[j, s.player] == 2 and s.taken_by[j] == NOBODY and not s.deliberation[j]:
            for formation in range(LAST, best, -1):
                if OUTS[s.sides[j, s.player, 0], s.sides[j, s.player, 1], formation] & BITS[card]:
                    best = formation
                    break
    out.elsewhere = best / LAST


@rule
def describe_cost(s: State, card: int, known: Known, notes: Array, out: Features) -> int:
    """What it costs to be without the card. Returns the row of the notes on the game without it."""
    if card >= N_CARDS or not known[0] & BITS[card]:
        return WHOLE
    row = WITHOUT + card
    if notes[row, NOTED] == 0.0:
        look_without(s, card, known, notes)
    out.card_cost = scaled_gain(notes[WHOLE, GAME] - notes[row, GAME])
    return row


@rule
def scaled_gain(gain: float) -> float:
    return min(1.0, max(-1.0, GAIN * gain))


@rule
def describe_placing(s: State, card: int, justice: int, known: Known, notes: Array, out: Features) -> None:
    """A card, from the hand or taken up by a Retract, on the own side."""
    describe_card(s, card, justice, out)
    out.justice[justice] = 1
    player = s.player
    place = s.where[card]
    outlook = s.outlook[justice, player]
    look_before(s, justice, known, notes, out)
    game_row = describe_cost(s, card, known, notes, out)
    put_on_side(s, justice, player, card)
    out.own_free -= 1.0 / (N_JUSTICES * SIDE_SIZE)
    look_after(s, justice, (known[0] & ~BITS[card], known[1], known[2]), False, game_row, notes, out)
    take_off_side(s, justice, player, card)
    s.outlook[justice, player] = outlook
    s.where[card] = place


@rule
def describe_removal(s: State, owner: int, card: int, known: Known, notes: Array, out: Features) -> None:
    """A placed card is taken off its side (Retract, Flaw)."""
    justice = justice_of(s, owner, card)
    describe_card(s, card, justice, out)
    out.justice[justice] = 1
    side = s.sides[justice, owner].copy()
    outlook = s.outlook[justice, owner]
    first = s.completed_first[justice]
    look_before(s, justice, known, notes, out)
    take_off_side(s, justice, owner, card)
    look_after(s, justice, known, True, WHOLE, notes, out)
    s.sides[justice, owner, :] = side
    s.side_count[justice, owner] += 1
    s.outlook[justice, owner] = outlook
    s.completed_first[justice] = first


@rule
def describe_mud(s: State, justice: int, known: Known, notes: Array, out: Features) -> None:
    out.justice[justice] = 1
    look_before(s, justice, known, notes, out)
    s.mud[justice] = 1
    look_after(s, justice, known, True, WHOLE, notes, out)
    s.mud[justice] = 0


@rule
def describe_deliberation(s: State, justice: int, known: Known, notes: Array, out: Features) -> None:
    out.justice[justice] = 1
    first = s.completed_first[justice]
    look_before(s, justice, known, notes, out)
    s.deliberation[justice] = 1
    s.completed_first[justice] = NOBODY
    look_after(s, justice, known, True, WHOLE, notes, out)
    s.deliberation[justice] = 0
    s.completed_first[justice] = first


# ---------------------------------------------------------------- a justice, before and after


@rule
def look_before(s: State, justice: int, known: Known, notes: Array, out: Features) -> None:
    """What is so before, the same for all actions at this justice."""
    note = notes[justice]
    if note[NOTED] == 0.0:
        look_at_all(s, known, notes)
    out.game = 2.0 * notes[WHOLE, GAME] - 1.0
    out.chance_before = 2.0 * note[BEFORE] - 1.0
    out.bias = for_player(favourite_of(s, justice), s.player)
    out.swing = note[SWING]
    out.con_row = note[ROW]
    out.wins_game = note[WINS]
    out.loses_game = note[LOSES]


@rule
def look_after(
    s: State, justice: int, known: Known, theirs_too: bool, game_row: int, notes: Array, out: Features
) -> None:
    """What is so after.

    Args:
        theirs_too: the action also changes what the opponent's side can become.
        game_row: of the notes on the game with what the action leaves in the hand.
    """
    player = s.player
    note = notes[justice]
    if theirs_too:
        note = notes[HERE]
        look_at_theirs(s, justice, known, note)
    chance = own_chance(s, justice, known, note)
    out.chance_after = 2.0 * chance - 1.0
    out.chance_gain = chance - (out.chance_before + 1.0) / 2.0
    out.value = out.swing * out.chance_gain
    for formation in range(N_FORMATIONS):
        out.own_chances[formation] = note[OWN + formation]
        out.their_chances[formation] = note[THEIRS + formation]
    describe_sides(s, justice, out)
    describe_reach(s, justice, known, int(note[THEIR_BEST]), out)
    complete = is_complete(s, justice, player)
    settled = complete and is_complete(s, justice, 1 - player)
    after = game_with(s, justice, chance if settled else open_chance(chance), notes[game_row])
    out.game_gain = scaled_gain(after - notes[WHOLE, GAME])
    if settled:
        out.result = 1.0 if chance > 0.5 else -1.0
    elif complete and s.conviction != Conviction.OFF:
        size = side_size(s, justice)
        s.outlook[justice, player] = reach(s.sides[justice, player], size, size, 0)
        out.proves = is_proven(s, justice, player, public_cards(s))


@rule
def describe_sides(s: State, justice: int, out: Features) -> None:
    """What both sides lack, and what lies on the justice."""
    player = s.player
    size = side_size(s, justice)
    out.own_missing[min(size - s.side_count[justice, player], MAX_SIDE - 1)] = 1
    out.their_missing[min(size - s.side_count[justice, 1 - player], MAX_SIDE - 1)] = 1
    out.mud = s.mud[justice]
    out.deliberation = s.deliberation[justice]
    out.first = for_player(s.completed_first[justice], player)
    out.sum_lead = sum_lead(s, justice) / MAX_SUM


@rule
def describe_reach(s: State, justice: int, known: Known, theirs: int, out: Features) -> None:
    """The best that both sides can become, and whether that settles the justice."""
    player = s.player
    for formation in range(N_FORMATIONS):
        if out.own_chances[formation] > 0.0:
            out.own_best = formation / LAST
    out.their_best = max(formation_of(theirs), 0) / LAST
    out.their_best_sum = sum_of(theirs) / MAX_SUM if theirs >= 0 else 0.0
    complete = is_complete(s, justice, player)
    if complete or is_complete(s, justice, 1 - player):
        best = best_value(s, justice, player, known[0] | (known[2] & SUITED))
        ahead = is_ahead(s, justice, player, best, theirs)
        if complete and ahead:
            out.certain = 1
        elif not ahead and is_complete(s, justice, 1 - player):
            out.certain = -1
