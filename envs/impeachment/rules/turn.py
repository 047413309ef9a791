"""A turn: play a card or a tactic, take justices, draw (IMP-6, IMP-9, IMP-10, IMP-22, IMP-23, IMP-27 to IMP-32)."""

from __future__ import annotations

from enum import IntEnum

from dicedeck.envs.core.cards import NO_CARD
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
    A_WITNESS,
)
from dicedeck.envs.impeachment.cards import (
    DEAL,
    DEAL_SIZE,
    DELIBERATION,
    EVIDENCE,
    FLAW,
    MUD,
    N_JUSTICES,
    NOBODY,
    POLL,
    RETRACT,
    WITNESS,
    Conviction,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.rules.hands import add_to_hand, discard, draw_issue, draw_tactic, remove_from_hand
from dicedeck.envs.impeachment.rules.justices import (
    STALE,
    end_by_passes,
    put_on_side,
    take_justices,
    take_off_side,
    update_outlooks,
)
from dicedeck.envs.impeachment.rules.legal import can_place_issue, poll_size
from dicedeck.envs.impeachment.state import State


class Next(IntEnum):
    """What follows a choice."""

    CHOICE = 0
    """Another choice of the same turn."""
    SETTLE = 1
    """The table has changed: take justices, then draw."""
    DRAW = 2
    END = 3
    """The turn is over."""
    GAME_OVER = 4


@rule
def step(s: State, action: int) -> None:
    """One choice of the player to move, then all that follows from it without a choice."""
    following = choose(s, action)
    update_outlooks(s)
    if following == Next.SETTLE:
        take_justices(s)
        following = Next.GAME_OVER if s.terminated else Next.DRAW
    if following == Next.DRAW:
        following = draw(s)
    if following == Next.END:
        end_turn(s)


@rule
def choose(s: State, action: int) -> int:
    if s.phase == Phase.PLAY:
        return play(s, action)
    if s.phase == Phase.DRAW:
        return draw_chosen(s, action)
    if s.phase == Phase.POLL:
        return pick_for_poll(s, action - A_PICK)
    if s.phase == Phase.DEAL:
        return pick_for_deal(s, action - A_PICK)
    return put_held_card(s, action - A_TO)


# ---------------------------------------------------------------- the parts of a turn


@rule
def play(s: State, action: int) -> int:
    """Use one card of the hand, or pass."""
    if action == A_PASS:
        return pass_turn(s)
    s.last_passed = False
    if action < A_PASS:
        return place(s, action // N_JUSTICES, action % N_JUSTICES)
    s.tactics_used[s.player] += 1
    return use_tactic(s, action)


@rule
def place(s: State, card: int, justice: int) -> int:
    """A card from the hand to the own side of a justice (IMP-6, IMP-25, IMP-26)."""
    remove_from_hand(s, s.player, card)
    put_on_side(s, justice, s.player, card)
    return Next.SETTLE


@rule
def pass_turn(s: State) -> int:
    """A pass draws nothing; two in a row end the game (IMP-10, IMP-20)."""
    if s.last_passed:
        end_by_passes(s)
        return Next.GAME_OVER
    s.last_passed = True
    return Next.END


@rule
def draw(s: State) -> int:
    """Fill the hand up; a choice of the pile only when both hold cards (IMP-9, IMP-22)."""
    if s.issue_count > 0 and s.tactic_count > 0:
        s.phase = Phase.DRAW
        return Next.CHOICE
    if s.issue_count > 0:
        draw_issue(s, s.turn)
    elif s.tactic_count > 0:
        draw_tactic(s, s.turn)
    return Next.END


@rule
def draw_chosen(s: State, action: int) -> int:
    if action == A_DRAW_ISSUE:
        draw_issue(s, s.turn)
    else:
        draw_tactic(s, s.turn)
    return Next.END


@rule
def end_turn(s: State) -> None:
    s.phase = Phase.PLAY
    s.turn = 1 - s.turn
    s.player = s.turn
    skip_if_stuck(s)


@rule
def skip_if_stuck(s: State) -> None:
    """The base game has no pass: who can place nothing (only in a loaded position) is skipped."""
    if s.tactics or s.conviction != Conviction.OFF or can_place_issue(s, s.turn):
        return
    if can_place_issue(s, 1 - s.turn):
        s.turn = 1 - s.turn
        s.player = s.turn
    else:
        end_by_passes(s)


# ---------------------------------------------------------------- tactics


@rule
def use_tactic(s: State, action: int) -> int:
    if action < A_EVIDENCE:
        return place(s, WITNESS, action - A_WITNESS)
    if action < A_MUD:
        return place(s, EVIDENCE, action - A_EVIDENCE)
    if action < A_DELIBERATION:
        return lay_mud(s, action - A_MUD)
    if action < A_POLL:
        return lay_deliberation(s, action - A_DELIBERATION)
    if action == A_POLL:
        return start_poll(s)
    if action == A_DEAL:
        return start_deal(s)
    if action < A_TO:
        return take_up(s, action - A_RETRACT)
    return flaw(s, action - A_FLAW)


@rule
def lay_mud(s: State, justice: int) -> int:
    """Only sums count there from now on (IMP-27)."""
    remove_from_hand(s, s.player, MUD)
    s.where[MUD] = Place.TABLE
    s.mud[justice] = 1
    return Next.SETTLE


@rule
def lay_deliberation(s: State, justice: int) -> int:
    """Four cards a side from now on; a side of three is complete no longer (IMP-28)."""
    remove_from_hand(s, s.player, DELIBERATION)
    s.where[DELIBERATION] = Place.TABLE
    s.deliberation[justice] = 1
    s.completed_first[justice] = NOBODY
    s.outlook[justice, :] = STALE
    return Next.SETTLE


@rule
def start_poll(s: State) -> int:
    """Look at the top cards; only the player who did so knows them (IMP-29)."""
    remove_from_hand(s, s.player, POLL)
    discard(s, POLL)
    s.phase = Phase.POLL
    s.known_pile[s.player] = max(s.known_pile[s.player], poll_size(s))
    s.known_pile[1 - s.player] = 0
    return Next.CHOICE


@rule
def pick_for_poll(s: State, card: int) -> int:
    """The first pick ends up on top, the last lowest."""
    s.picks[s.pick_count] = card
    s.pick_count += 1
    if s.pick_count < poll_size(s):
        return Next.CHOICE
    for k in range(s.pick_count):
        s.issue_pile[s.issue_count - 1 - k] = s.picks[k]
    clear_picks(s)
    return Next.DRAW


@rule
def clear_picks(s: State) -> None:
    s.picks[:] = NO_CARD
    s.pick_count = 0


@rule
def start_deal(s: State) -> int:
    remove_from_hand(s, s.player, DEAL)
    discard(s, DEAL)
    s.phase = Phase.DEAL
    return Next.CHOICE


@rule
def pick_for_deal(s: State, card: int) -> int:
    """Two picks of the player whose turn it is, then two of the opponent, then the exchange (IMP-30)."""
    s.picks[s.pick_count] = card
    s.pick_count += 1
    if s.pick_count < 2 * DEAL_SIZE:
        s.player = s.turn if s.pick_count < DEAL_SIZE else 1 - s.turn
        return Next.CHOICE
    s.player = s.turn
    exchange(s)
    return Next.DRAW


@rule
def exchange(s: State) -> None:
    """Swap the picked cards; both remember what they handed over."""
    for k in range(2 * DEAL_SIZE):
        remove_from_hand(s, s.turn if k < DEAL_SIZE else 1 - s.turn, s.picks[k])
    for k in range(2 * DEAL_SIZE):
        giver = s.turn if k < DEAL_SIZE else 1 - s.turn
        add_to_hand(s, 1 - giver, s.picks[k])
        s.known_hand[giver, s.picks[k]] = 1
    s.first_deal_done = True
    clear_picks(s)


@rule
def take_up(s: State, card: int) -> int:
    """Retracted Testimony: the card is in nobody's hand until ``put_held_card`` (IMP-31)."""
    remove_from_hand(s, s.player, RETRACT)
    discard(s, RETRACT)
    s.held_from = justice_of(s, s.player, card)
    take_off_side(s, s.held_from, s.player, card)
    s.held = card
    s.where[card] = Place.HELD
    s.phase = Phase.RETRACT
    return Next.CHOICE


@rule
def put_held_card(s: State, justice: int) -> int:
    """To another justice, or (index N_JUSTICES) to the discards; the whole Retract is one change (IMP-41)."""
    card = s.held
    s.held = NO_CARD
    s.held_from = NOBODY
    if justice == N_JUSTICES:
        discard(s, card)
    else:
        put_on_side(s, justice, s.player, card)
    return Next.SETTLE


@rule
def flaw(s: State, card: int) -> int:
    """Procedural Flaw: an opponent's placed card is discarded (IMP-32)."""
    remove_from_hand(s, s.player, FLAW)
    discard(s, FLAW)
    take_off_side(s, justice_of(s, 1 - s.player, card), 1 - s.player, card)
    discard(s, card)
    return Next.SETTLE


@rule
def justice_of(s: State, player: int, card: int) -> int:
    """Where a placed card lies."""
    for justice in range(N_JUSTICES):
        for i in range(s.side_count[justice, player]):
            if s.sides[justice, player, i] == card:
                return justice
    return NOBODY
