"""The schemer plays the game master: the written policy, with worse cards, better prey and the strongest boss."""

from __future__ import annotations

from dicedeck.agents.bots.card_rpg.acting import name_action
from dicedeck.agents.bots.card_rpg.worth import chance_of
from dicedeck.envs.card_rpg.actions import A_DISCARD, A_PASS, A_PLOT, A_SET, N_HELD
from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_OPS,
    MOST_PCS,
    N_ACTIONS_KINDS,
    N_KINDS,
    N_ROWS,
    N_SITUATIONS,
    N_WEAPONS,
    NONE,
    OP_SIZE,
    Action,
    Fight,
    Op,
    S,
    Use,
    W,
    Who,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.checks import defence_value
from dicedeck.envs.card_rpg.rules.enemies import enemy_action, plot_figure, plot_row
from dicedeck.envs.card_rpg.rules.figures import is_bit, unused_rows, value_of
from dicedeck.envs.card_rpg.state import B, Health, State
from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule


@rule
def scheme(s: State, mask: Mask) -> int:
    """What it would like to do."""
    if s.phase == Phase.SET:
        return worst_card(s, mask)
    if s.phase == Phase.PLOT:
        return best_plot(s, mask)
    if s.phase == Phase.DISCARD:
        return least_needed(s, mask)
    if s.phase == Phase.TARGET and s.choice == Choice.ATTACK and not s.steered:
        return best_prey(s, mask)
    return enemy_action(s)


# ---------------------------------------------------------------- situations


@rule
def worst_card(s: State, mask: Mask) -> int:
    """The card that promises the party least."""
    best = NONE
    most = -1e9
    for card in range(N_SITUATIONS):
        if mask[A_SET + card]:
            rating = harm_of(s, card)
            if rating > most:
                most = rating
                best = A_SET + card
    return best


@rule
def harm_of(s: State, card: int) -> float:
    """Hard to do, few ways to do it, bad to fail, little to win."""
    easiest = 20
    ways = 0
    for kind in range(N_ACTIONS_KINDS):
        number = int(s.situations[card, S.TARGETS + kind])
        if number > 0:
            easiest = min(easiest, number)
            ways += 1
    harm = 0.5 * easiest - 0.4 * ways
    harm -= 1.5 * float(s.situations[card, S.DEPTH_SUCCESS] + s.situations[card, S.DEPTH_FAILURE])
    for k in range(MOST_OPS):
        at = k * OP_SIZE
        harm += weight_of(s, card, S.FAILURE + at) + 0.6 * weight_of(s, card, S.SUCCESS + at)
    return harm


@rule
def weight_of(s: State, card: int, column: int) -> float:
    """How much an operation hurts the party."""
    code = s.situations[card, column]
    everybody = 2.0 if s.situations[card, column + 1] == Who.PARTY else 1.0
    amount = int(s.situations[card, column + 2])
    if code == Op.DAMAGE:
        return 1.2 * everybody
    if code == Op.FIGHT:
        return 0.5 if amount == Fight.PARTY_FIRST else 2.5 if amount == Fight.FOES_FIRST else 1.8
    if code == Op.STATUS:
        return 0.6 * everybody
    if code == Op.CARDS:
        return -0.3 * everybody * amount
    if code == Op.HEAL or code == Op.CLEANSE:
        return -0.5 * everybody
    return -0.3 if code == Op.RECOVER else 0.0


# ---------------------------------------------------------------- cards


@rule
def kind_held(s: State, held: int) -> int:
    return int(s.built[2 * MASTER + held - N_KINDS, B.KIND]) if held >= N_KINDS else int(held)


@rule
def weapon_worth(s: State, kind: int) -> float:
    """Of a weapon for a boss; others only guard."""
    if s.weapons[kind, W.KIND] == Action.DAMAGE:
        worth = 1.0 + 0.1 * float(s.weapons[kind, W.MODIFIER]) + 0.4 * float(s.weapons[kind, W.UNGUARDABLE])
        return worth + 0.5 * int(s.weapons[kind, W.USE] >= Use.ABSOLUTE)
    if s.weapons[kind, W.KIND] == Action.STATUS:
        return 0.7 + 0.1 * float(s.weapons[kind, W.MODIFIER])
    if s.weapons[kind, W.USE] == Use.CONSTANT or s.weapons[kind, W.KIND] == Action.GUARD:
        return 0.6
    return 0.5 if s.weapons[kind, W.KIND] == Action.COUNTER else 0.2


@rule
def best_plot(s: State, mask: Mask) -> int:
    """The best weapon that a boss has a row for."""
    best = A_PASS
    most = 0.0
    for held in range(N_HELD):
        kind = kind_held(s, held)
        if kind == NONE or kind >= N_WEAPONS:
            continue
        figure = plot_figure(s, kind)
        if figure != NONE:
            action = A_PLOT + held * N_ROWS + plot_row(s, figure, kind)
            if mask[action] and weapon_worth(s, kind) > most:
                most = weapon_worth(s, kind)
                best = action
    return best


@rule
def least_needed(s: State, mask: Mask) -> int:
    """Weapons that would only guard go first."""
    best = NONE
    least = 1e9
    for held in range(N_HELD):
        if mask[A_DISCARD + held]:
            kind = kind_held(s, held)
            worth = weapon_worth(s, kind) if kind < N_WEAPONS else 0.65
            if worth < least:
                least = worth
                best = A_DISCARD + held
    return best


# ---------------------------------------------------------------- prey


@rule
def best_prey(s: State, mask: Mask) -> int:
    """Chance times what a damage does: the wounded who have nothing to guard with."""
    best = NONE
    most = -1.0
    for figure in range(MOST_PCS):
        if is_bit(s.allowed, figure):
            number = value_of(s, figure, defence_value(s.use))
            worth = chance_of(s, s.actor, s.kind, s.use, s.modifier + s.bonus, s.critical, number)
            worth *= 1.5 if s.health[figure] == Health.WOUNDED else 0.7
            if s.unguardable == 0 and unused_rows(s, figure) > 0:
                worth *= 0.5
            if worth > most:
                most = worth
                best = figure
    return name_action(s, best, mask) if best != NONE else NONE
