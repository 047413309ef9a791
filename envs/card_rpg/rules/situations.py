"""Situation cards: setting, success, failure, passing, depth (CARD-8, CARD-18, CARD-20 to CARD-23)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_TOWN,
    NONE,
    Action,
    C,
    Fight,
    Op,
    S,
    When,
)
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import draw
from dicedeck.envs.card_rpg.rules.context import op_number
from dicedeck.envs.card_rpg.rules.figures import ability_for, spend_ability
from dicedeck.envs.card_rpg.rules.tasks import decide, push
from dicedeck.envs.card_rpg.state import Health, Ops, State, Task
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, shuffle

# ---------------------------------------------------------------- setting a card


@rule
def pile_start(s: State) -> int:
    """Where the pile of the stage begins in ``deck``."""
    return N_TOWN if s.dungeon else 0


@rule
def stack_situations(s: State, dungeon: int) -> None:
    """All cards of a stage, shuffled, become its pile (CARD-23)."""
    start = N_TOWN if dungeon else 0
    count = 0
    for k in range(N_TOWN):
        s.deck[start + k] = NONE
        if s.situations[start + k, S.EXISTS] and start + k != s.situation:
            s.deck[start + count] = start + k
            count += 1
    s.deck_count[dungeon] = count
    shuffle(s.rng[DEAL], s.deck[start : start + N_TOWN], count)


@rule
def ask_situation(s: State) -> None:
    """The game master chooses; without one the top card is set."""
    if s.gm:
        refill_situations(s)
        decide(s, Phase.SET, s.pcs, NONE)
    else:
        set_top(s)


@rule
def refill_situations(s: State) -> None:
    if s.deck_count[s.dungeon] == 0:
        stack_situations(s, s.dungeon)


@rule
def set_top(s: State) -> None:
    """The top card of the stage's pile."""
    refill_situations(s)
    start = pile_start(s)
    s.deck_count[s.dungeon] -= 1
    card = s.deck[start + s.deck_count[s.dungeon]]
    s.deck[start + s.deck_count[s.dungeon]] = NONE
    lay_situation(s, card)


@rule
def set_chosen(s: State, card: int) -> None:
    """A card out of the pile; those above it close up."""
    start = pile_start(s)
    found = 0
    for k in range(s.deck_count[s.dungeon]):
        if s.deck[start + k] == card:
            found = 1
        if found:
            s.deck[start + k] = s.deck[start + k + 1] if k + 1 < s.deck_count[s.dungeon] else NONE
    s.deck_count[s.dungeon] -= 1
    lay_situation(s, card)


@rule
def lay_situation(s: State, card: int) -> None:
    """Dungeon cards lie face down; a game master knows them (CARD-20)."""
    s.situation = card
    s.face_down = s.dungeon
    s.situation_done = 0
    s.situation_known = (1 << s.pcs) if s.gm else 0
    s.passed[:] = 0


@rule
def end_situation(s: State) -> None:
    s.situation = NONE
    s.face_down = 0
    s.situation_done = 0
    s.situation_known = 0
    s.passed[:] = 0


# ---------------------------------------------------------------- success and failure


@rule
def succeed_or_fail(s: State, kind: int, actor: int) -> None:
    """An attempt on the card is over; kind 0 has failed. Success on a card face down only turns it."""
    if s.situation == NONE or s.situation_done:
        return
    if kind == Action.NOTHING:
        fail_situation(s, actor)
    elif s.face_down:
        s.face_down = 0
        s.situation_known = 0
        s.passed[:] = 0
    else:
        if s.situation < N_TOWN and (kind == Action.GATHER or kind == Action.REQUEST):
            s.leads += 1
        succeed_card(s, actor)


@rule
def succeed_card(s: State, actor: int) -> None:
    """Counted, its effects carried out, then the depth changes and a dungeon card ends."""
    s.succeeded += 1
    s.situation_done = 1
    s.face_down = 0
    row = ability_for(s, actor, When.SITUATION_SUCCESS)
    if row != NONE:
        spend_ability(s, actor)
        for _ in range(s.characters[row, C.OP + 2]):
            draw(s, actor)
    push(s, Task.DEPTH, s.situations[s.situation, S.DEPTH_SUCCESS], 0, 0, 0)
    push_operations(s, Ops.SUCCESS, actor)


@rule
def push_operations(s: State, ops: int, actor: int) -> None:
    for back in range(MOST_OPS):
        k = MOST_OPS - 1 - back
        if op_number(s, ops, s.situation, k, 0) != Op.NONE:
            push(s, Task.SITUATION, ops, s.situation, k, actor)


@rule
def fail_situation(s: State, actor: int) -> None:
    """The failure effect. One that starts a fight keeps the card until the fight is won."""
    fights = False
    for k in range(MOST_OPS):
        fights |= op_number(s, Ops.FAILURE, s.situation, k, 0) == Op.FIGHT
    s.situation_known = 0
    s.face_down = 0
    if not fights:
        push(s, Task.DEPTH, s.situations[s.situation, S.DEPTH_FAILURE], 0, 0, 0)
    push_operations(s, Ops.FAILURE, actor)


@rule
def change_depth(s: State, change: int) -> None:
    """A dungeon card is over; at depth (number of PCs) the final fight begins (CARD-22)."""
    s.depth = max(s.depth + change, 0)
    if s.situation >= N_TOWN:
        end_situation(s)
    if s.dungeon and s.depth >= s.pcs and s.fight == 0:
        push(s, Task.FIGHT, Fight.EVEN, 1, 0, 0)


# ---------------------------------------------------------------- the end of a turn


@rule
def close_turn(s: State, seat: int) -> None:
    """A town card ends. In the dungeon a turn without an attempt is a pass; once all have passed the card fails."""
    if s.situation == NONE or s.fight:
        return
    if s.situation < N_TOWN:
        end_situation(s)
        return
    if s.attempted:
        return
    s.passed[seat] = 1
    for other in range(s.pcs):
        if s.health[other] != Health.DEAD and s.passed[other] == 0:
            return
    fail_situation(s, seat)


@rule
def may_go(s: State) -> bool:
    """Enough successes in town (CARD-22)."""
    return bool(s.dungeon == 0 and s.leads >= s.pcs)


@rule
def go_down(s: State) -> None:
    s.dungeon = 1
    s.depth = 0


@rule
def first_standing(s: State) -> int:
    """Who stands for the party where nobody's turn is."""
    for seat in range(MOST_PCS):
        if s.here[seat] and s.health[seat] < Health.DISABLED:
            return seat
    return 0
