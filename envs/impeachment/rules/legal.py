"""What the player to move may do."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.actions import (
    A_DEAL,
    A_DELIBERATION,
    A_DRAW_ISSUE,
    A_DRAW_TACTIC,
    A_EVIDENCE,
    A_FLAW,
    A_MUD,
    A_PASS,
    A_PICK,
    A_PLACE,
    A_POLL,
    A_RETRACT,
    A_TO,
    A_TO_DISCARD,
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
    POLL_SIZE,
    RETRACT,
    WITNESS,
    Phase,
)
from dicedeck.envs.impeachment.rules.hands import is_issue, issue_cards_in_hand
from dicedeck.envs.impeachment.rules.justices import can_accept
from dicedeck.envs.impeachment.state import State


@rule
def legal(s: State, mask: Mask) -> None:
    """Set mask[action] = 1 for every legal action of the player to move."""
    if s.phase == Phase.PLAY:
        allow_cards(s, mask)
    elif s.phase == Phase.DRAW:
        mask[A_DRAW_ISSUE] = 1
        mask[A_DRAW_TACTIC] = 1
    elif s.phase == Phase.POLL:
        allow_poll_picks(s, mask)
    elif s.phase == Phase.DEAL:
        allow_deal_picks(s, mask)
    elif s.phase == Phase.RETRACT:
        allow_new_place(s, mask)


@rule
def allow_cards(s: State, mask: Mask) -> None:
    """Issue cards and tactics from the hand; pass when no issue card can be placed (IMP-6, IMP-10, IMP-23)."""
    player = s.player
    for justice in range(N_JUSTICES):
        if can_accept(s, justice, player):
            for slot in range(s.hand_count[player]):
                card = s.hand[player, slot]
                if is_issue(card):
                    mask[A_PLACE + card * N_JUSTICES + justice] = 1
    if s.tactics and may_use_tactic(s, player):
        for slot in range(s.hand_count[player]):
            if not is_issue(s.hand[player, slot]):
                allow_tactic(s, mask, s.hand[player, slot])
    if mask.shape[0] > A_PASS and not can_place_issue(s, player):
        mask[A_PASS] = 1


@rule
def can_place_issue(s: State, player: int) -> bool:
    if issue_cards_in_hand(s, player) == 0:
        return False
    for justice in range(N_JUSTICES):
        if can_accept(s, justice, player):
            return True
    return False


@rule
def may_use_tactic(s: State, player: int) -> bool:
    """At most one tactic more than the opponent, this one included (IMP-24)."""
    return bool(s.tactics_used[player] <= s.tactics_used[1 - player])


@rule
def allow_tactic(s: State, mask: Mask, card: int) -> None:
    """The targets of one tactic card; without any it cannot be played (IMP-35)."""
    player = s.player
    if card == WITNESS:
        allow_placing(s, mask, A_WITNESS)
    elif card == EVIDENCE:
        allow_placing(s, mask, A_EVIDENCE)
    elif card == MUD:
        allow_open_justices(s, mask, A_MUD)
    elif card == DELIBERATION:
        allow_open_justices(s, mask, A_DELIBERATION)
    elif card == POLL and s.issue_count > 0:
        mask[A_POLL] = 1
    elif card == DEAL and min(issue_cards_in_hand(s, 0), issue_cards_in_hand(s, 1)) >= DEAL_SIZE:
        mask[A_DEAL] = 1
    elif card == RETRACT:
        allow_placed_cards(s, mask, A_RETRACT, player)
    elif card == FLAW:
        allow_placed_cards(s, mask, A_FLAW, 1 - player)


@rule
def allow_placing(s: State, mask: Mask, block: int) -> None:
    for justice in range(N_JUSTICES):
        if can_accept(s, justice, s.player):
            mask[block + justice] = 1


@rule
def allow_open_justices(s: State, mask: Mask, block: int) -> None:
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] == NOBODY:
            mask[block + justice] = 1


@rule
def allow_placed_cards(s: State, mask: Mask, block: int, owner: int) -> None:
    """Issue cards that ``owner`` has at justices not yet taken (IMP-31, IMP-32)."""
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] == NOBODY:
            for i in range(s.side_count[justice, owner]):
                if is_issue(s.sides[justice, owner, i]):
                    mask[block + s.sides[justice, owner, i]] = 1


@rule
def is_picked(s: State, card: int) -> bool:
    for i in range(s.pick_count):
        if s.picks[i] == card:
            return True
    return False


@rule
def poll_size(s: State) -> int:
    """How many cards the Poll looks at (IMP-29)."""
    return min(POLL_SIZE, s.issue_count)


@rule
def allow_poll_picks(s: State, mask: Mask) -> None:
    for k in range(poll_size(s)):
        card = s.issue_pile[s.issue_count - 1 - k]
        if not is_picked(s, card):
            mask[A_PICK + card] = 1


@rule
def allow_deal_picks(s: State, mask: Mask) -> None:
    for slot in range(s.hand_count[s.player]):
        card = s.hand[s.player, slot]
        if is_issue(card) and not is_picked(s, card):
            mask[A_PICK + card] = 1


@rule
def allow_new_place(s: State, mask: Mask) -> None:
    """Where the card taken up by a Retract may go: another justice, or the discards (IMP-31)."""
    for justice in range(N_JUSTICES):
        if justice != s.held_from and can_accept(s, justice, s.player):
            mask[A_TO + justice] = 1
    mask[A_TO_DISCARD] = 1
