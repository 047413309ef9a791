"""Setting up a game and an adventure (CARD-5 to CARD-7)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    HAND_LIMIT,
    MASTER,
    MOST_PCS,
    N_FIGURES,
    N_PERSONAL,
    N_PILE,
    NONE,
)
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.rules.acting import forget_action
from dicedeck.envs.card_rpg.rules.cards_in_play import draw
from dicedeck.envs.card_rpg.rules.damage import forget_damage
from dicedeck.envs.card_rpg.rules.fight import clear_foe
from dicedeck.envs.card_rpg.rules.figures import cleanse
from dicedeck.envs.card_rpg.rules.growth import make_character, random_character
from dicedeck.envs.card_rpg.rules.situations import stack_situations
from dicedeck.envs.card_rpg.rules.tasks import push
from dicedeck.envs.card_rpg.state import N_HANDS, B, Place, State, Task
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL as DEAL_STREAM
from dicedeck.envs.core.rng import DICE, randbelow, shuffle


@rule
def begin_game(s: State) -> None:
    """Characters, then building where there is experience, then the first adventure."""
    clear(s)
    for hand in range(N_HANDS):
        s.experience[hand] = s.start_experience if hand < s.pcs else 0
    s.experience[MASTER] = s.start_experience * 3 // 2
    for seat in range(s.pcs):
        if s.wished[seat] != NONE:
            make_character(s, seat, s.wished[seat])
    for seat in range(s.pcs):
        if s.wished[seat] == NONE:
            make_character(s, seat, random_character(s))
    s.phase = Phase.RESOLVING
    push(s, Task.BETWEEN, 0, 0, 0, 0)


@rule
def clear(s: State) -> None:
    """Nothing anywhere: what ``from_dict`` begins with as well."""
    s.places[:] = Place.NOWHERE
    s.pile[:] = NONE
    s.deck[:] = NONE
    for slot in range(N_PERSONAL):
        s.built[slot, B.KIND] = NONE
        s.built[slot, B.NPC] = NONE
    s.row_cards[:] = NONE
    s.row_copy[:] = NONE
    s.ability[:] = NONE
    s.last_raised[:] = NONE
    for figure in range(N_FIGURES):
        clear_foe(s, figure)
    s.situation = NONE
    forget_decision(s)


@rule
def forget_decision(s: State) -> None:
    """No choice half made, no action in hand."""
    s.subject = NONE
    s.choice = 0
    s.allowed = 0
    s.may_pass = 0
    s.held_item = NONE
    s.lead = NONE
    s.held = NONE
    s.held_row = 0
    s.partner = NONE
    s.offered = NONE
    s.asked = NONE
    forget_action(s)
    forget_damage(s)


@rule
def begin_adventure(s: State) -> None:
    """Cards shuffled and dealt, everybody unhurt, in town (CARD-6, CARD-7, CARD-22)."""
    tidy_figures(s)
    lay_out_cards(s)
    s.round_number = 1
    s.turn = 0
    s.first = 0 if s.gm else throw_for_first(s)
    s.dungeon = 0
    s.depth = 0
    s.leads = 0
    s.succeeded = 0
    s.beaten = 0
    s.situation = NONE
    stack_situations(s, 0)
    stack_situations(s, 1)
    push(s, Task.TURN, 0, 0, 0, 0)


@rule
def tidy_figures(s: State) -> None:
    for figure in range(N_FIGURES):
        s.health[figure] = 0
        s.hidden[figure] = 0
        s.ability_used[figure] = 0
        s.acted[figure] = 0
        s.once_used[figure] = 0
        s.shielding[figure] = 0
        s.extra[figure] = 0
        cleanse(s, figure)


@rule
def lay_out_cards(s: State) -> None:
    """The whole pile shuffled; hands filled to the limit, personal weapons counted in (CARD-6)."""
    s.row_cards[:] = NONE
    s.row_size[:] = 0
    s.row_used[:] = 0
    s.row_acted[:] = 0
    s.row_copy[:] = NONE
    s.known[:] = 0
    s.hand_count[:] = 0
    s.pile_count = 0
    s.pile[:] = NONE
    for card in range(N_PILE):
        s.places[card] = Place.NOWHERE
        if s.kind_of[card] != NONE:
            s.places[card] = Place.PILE
            s.pile[s.pile_count] = card
            s.pile_count += 1
    shuffle(s.rng[DEAL_STREAM], s.pile, s.pile_count)
    for slot in range(N_PERSONAL):
        s.places[N_PILE + slot] = Place.NOWHERE
        if s.built[slot, B.KIND] != NONE:
            s.places[N_PILE + slot] = Place.HAND + slot // 2
            s.hand_count[slot // 2] += 1
    for hand in range(N_HANDS):
        if hand < s.pcs or (hand == MASTER and s.gm):
            while s.hand_count[hand] < hand_limit(s, hand) and draw(s, hand):
                pass


@rule
def hand_limit(s: State, hand: int) -> int:
    """Five; the game master's personal weapons lie beside the hand (CARD-26)."""
    if hand < MOST_PCS:
        return HAND_LIMIT
    limit = HAND_LIMIT
    for k in range(2):
        limit += int(
            s.built[2 * MASTER + k, B.KIND] != NONE and s.places[N_PILE + 2 * MASTER + k] == Place.HAND + MASTER
        )
    return limit


@rule
def throw_for_first(s: State) -> int:
    """1D6 each, the highest goes first, ties throw again (CARD-7)."""
    running = (1 << s.pcs) - 1
    while True:
        best = 0
        winners = 0
        for seat in range(s.pcs):
            if (running >> seat) & 1:
                die = 1 + randbelow(s.rng[DICE], 6)
                if die > best:
                    best = die
                    winners = 0
                if die == best:
                    winners |= 1 << seat
        running = winners
        for seat in range(s.pcs):
            if running == 1 << seat:
                return seat
