"""What a player sees, written into a record."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_FOES,
    MOST_IN_ROW,
    MOST_OPS,
    MOST_PCS,
    N_ACTIONS_KINDS,
    N_FIGURES,
    N_PILE,
    N_ROWS,
    N_STATUSES,
    N_VALUES,
    NONE,
    Action,
    Moment,
    N,
    Op,
    S,
    Use,
    W,
    Who,
)
from dicedeck.envs.card_rpg.observation.layout import Observation
from dicedeck.envs.card_rpg.odds import chance, rate_row
from dicedeck.envs.card_rpg.options import N_PHASES
from dicedeck.envs.card_rpg.rules.cards_in_play import kind_of, row_modifier, weapon_of
from dicedeck.envs.card_rpg.rules.checks import number_against, total_bonus
from dicedeck.envs.card_rpg.rules.context import is_rolled, op_number, printed_target
from dicedeck.envs.card_rpg.rules.figures import add_values, is_bit
from dicedeck.envs.card_rpg.rules.growth import left_to_spend
from dicedeck.envs.card_rpg.rules.hidden import is_known, sees_situation
from dicedeck.envs.card_rpg.state import B, Health, Ops, Place, State
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule

MUCH_VALUE = 16
MUCH_MODIFIER = 6
MUCH_EXPERIENCE = 100
MOST_SHOWN = 4
SHARE = 1 / MOST_IN_ROW


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    """Write what ``player`` sees into ``obs`` (zeroed)."""
    observe_course(s, player, obs)
    observe_cards(s, player, obs)
    for figure in range(N_FIGURES):
        if s.here[figure]:
            observe_figure(s, player, figure, obs)
    observe_situation(s, player, obs)
    observe_action(s, player, obs)
    observe_growth(s, player, obs)


@rule
def seen_as(s: State, player: int, figure: int) -> int:
    """The place of a figure: the observer's PC comes first."""
    if figure >= s.pcs or player >= s.pcs:
        return figure
    return (figure - player + int(s.pcs)) % int(s.pcs)


@rule
def seat_seen_as(s: State, player: int, seat: int) -> int:
    return MASTER if seat == s.pcs else seen_as(s, player, seat)


@rule
def cut(value: float) -> float:
    return min(max(value, -1.0), 1.0)


# ---------------------------------------------------------------- the course


@rule
def observe_course(s: State, player: int, obs: Observation) -> None:
    obs.is_master = player == s.pcs
    obs.to_move = player == s.player
    obs.mover[seat_seen_as(s, player, s.player)] = 1
    if s.phase < N_PHASES:
        obs.phase[s.phase] = 1
    obs.choice[s.choice] = 1
    obs.options[0] = s.gm
    obs.options[1] = s.pcs / MOST_PCS
    obs.options[2] = (s.campaign - s.adventure) / 20
    obs.options[3] = s.rivals / MOST_FOES
    obs.dungeon = s.dungeon
    obs.depth = cut((s.pcs - s.depth) / 5)
    obs.leads = max(s.pcs - s.leads, 0) / 5
    obs.fight = s.fight
    obs.final = s.final
    obs.round_number = cut(s.round_number / 60)
    obs.succeeded = cut(s.succeeded / 20)
    place = MASTER if s.turn == s.pcs else seen_as(s, player, (s.first + s.turn) % s.pcs)
    obs.turn[place] = 1
    obs.next_turn[seen_as(s, player, s.first)] = 1
    obs.attempted = s.attempted
    obs.attacked = s.attacked
    for seat in range(s.pcs):
        obs.passed[seen_as(s, player, seat)] = s.passed[seat]
        obs.cards[seen_as(s, player, seat)] = cut(s.hand_count[seat] / 10)
    obs.cards[MASTER] = cut(s.hand_count[MASTER] / 10)


@rule
def observe_cards(s: State, player: int, obs: Observation) -> None:
    """Where the cards of the pile are, as far as it is known; personal weapons."""
    own = MASTER if player == s.pcs else player
    for card in range(N_PILE):
        place = s.places[card]
        kind = max(s.kind_of[card], 0)  # a card that does not exist lies nowhere
        obs.discards[kind] += SHARE if place == Place.DISCARD else 0.0  # sums without branches: most cards lie in these
        obs.unseen[kind] += SHARE if place == Place.PILE else 0.0
        if place >= Place.HAND and place < Place.ROW:
            observe_held(s, player, card, obs)
    obs.pile = s.pile_count / N_PILE
    for k in range(2):
        if s.places[N_PILE + 2 * own + k] == Place.HAND + own:
            obs.personal[k] = cut(s.built[2 * own + k, B.LEVEL] / 5)
        if s.built[2 * own + k, B.KIND] != NONE:
            obs.built[k, s.built[2 * own + k, B.KIND]] = cut(s.built[2 * own + k, B.LEVEL] / 5)


@rule
def observe_held(s: State, player: int, card: int, obs: Observation) -> None:
    """A card of a hand: where it is known, its holder's; else it may as well be in the pile."""
    kind = s.kind_of[card]
    place = s.places[card]
    if not is_known(s, player, card):
        obs.unseen[kind] += SHARE
    elif place == Place.HAND + (MASTER if player == s.pcs else player):
        obs.hand[kind] += SHARE
    elif place == Place.HAND + MASTER:
        obs.master_shown[kind] += SHARE
    else:
        obs.shown[kind] += SHARE


# ---------------------------------------------------------------- figures


@rule
def observe_values(s: State, figure: int, values: Floats) -> None:
    add_values(s, figure, 1 / MUCH_VALUE, values)
    for value in range(N_VALUES):
        values[value] = cut(values[value])


@rule
def observe_figure(s: State, player: int, figure: int, obs: Observation) -> None:
    at = seen_as(s, player, figure)
    observe_values(s, figure, obs.values[at])
    obs.level[at] = cut(s.level[figure] / 10)
    obs.here[at] = s.health[figure] < Health.DISABLED
    obs.wounded[at] = s.health[figure] == Health.WOUNDED
    obs.disabled[at] = s.health[figure] == Health.DISABLED
    obs.hidden[at] = s.hidden[figure]
    for status in range(N_STATUSES):
        obs.statuses[at, status] = s.statuses[figure, status]
    for row in range(N_ROWS):
        if s.row_size[figure, row] > 0:
            observe_row(s, figure, row, at, obs)
    if figure < MOST_PCS:
        obs.dead[at] = s.health[figure] == Health.DEAD
        if s.ability[figure] != NONE:
            obs.ability[at, s.ability[figure]] = -1 if s.ability_used[figure] else 1
    else:
        observe_foe(s, figure, figure - MOST_PCS, obs)


@rule
def observe_foe(s: State, figure: int, at: int, obs: Observation) -> None:
    obs.rank[at] = s.rank[figure] / 2
    obs.rival[at] = s.rival[figure]
    obs.acted[at] = s.acted[figure]
    obs.shielding[at] = s.shielding[figure]
    if s.rival[figure]:
        return
    npc = s.who[figure]
    obs.own_action[at, 0] = s.npcs[npc, N.USE] == Use.PHYSICAL
    obs.own_action[at, 1] = s.npcs[npc, N.USE] == Use.MAGIC
    obs.own_action[at, 2] = cut(s.npcs[npc, N.MODIFIER] / MUCH_MODIFIER)
    obs.own_action[at, 6] = s.npcs[npc, N.UNGUARDABLE]
    for k in range(MOST_OPS):
        code = op_number(s, Ops.NPC, npc, k, 0)
        if code == Op.DAMAGE:
            obs.own_action[at, 3] = cut(op_number(s, Ops.NPC, npc, k, 2) / 2)
        elif code == Op.STATUS:
            obs.own_action[at, 4] = 1
        elif code != Op.NONE:
            obs.own_action[at, 7] = 1
        if op_number(s, Ops.NPC, npc, k, 1) == Who.ALL_FOES:
            obs.own_action[at, 5] = 1


@rule
def observe_row(s: State, figure: int, row: int, at: int, obs: Observation) -> None:
    """Size, used, item, physical, magic, modifier, damage, status, guard, counter, constant, for situations."""
    obs.rows[at, row, 0] = cut(s.row_size[figure, row] / MOST_SHOWN)
    obs.rows[at, row, 1] = s.row_used[figure, row]
    if at == 0:
        obs.own_rows[row, kind_of(s, s.row_cards[figure, row, 0])] = 1
    weapon = weapon_of(s, figure, row)
    if weapon == NONE:
        obs.rows[at, row, 2] = 1
        return
    use = s.weapons[weapon, W.USE]
    kind = s.weapons[weapon, W.KIND]
    obs.rows[at, row, 3] = use == Use.PHYSICAL or use == Use.EITHER or use == Use.ABSOLUTE
    obs.rows[at, row, 4] = use == Use.MAGIC or use == Use.EITHER or use == Use.ABSOLUTE
    obs.rows[at, row, 5] = cut(row_modifier(s, figure, row) / MUCH_MODIFIER)
    obs.rows[at, row, 6] = kind == Action.DAMAGE
    obs.rows[at, row, 7] = kind == Action.STATUS
    obs.rows[at, row, 8] = kind == Action.GUARD
    obs.rows[at, row, 9] = kind == Action.COUNTER
    obs.rows[at, row, 10] = s.weapons[weapon, W.MOMENT] == Moment.ALWAYS
    obs.rows[at, row, 11] = kind >= Action.GATHER and kind <= Action.HIDE


# ---------------------------------------------------------------- situation and action


@rule
def observe_situation(s: State, player: int, obs: Observation) -> None:
    """The card where it is known, and what can be done now."""
    if s.situation == NONE:
        return
    obs.face_down = s.face_down
    obs.done = s.situation_done
    for kind in range(1, N_ACTIONS_KINDS):
        obs.targets[kind] = cut(printed_target(s, kind) / 12)
    if not sees_situation(s, player):
        return
    obs.situation[s.situation] = 1
    obs.stakes[0] = cut(s.situations[s.situation, S.DEPTH_SUCCESS] / 2)
    obs.stakes[1] = cut(s.situations[s.situation, S.DEPTH_FAILURE] / 2)
    for k in range(MOST_OPS):
        code = op_number(s, Ops.FAILURE, s.situation, k, 0)
        if op_number(s, Ops.SUCCESS, s.situation, k, 0) == Op.CARDS:
            obs.stakes[2] = cut(op_number(s, Ops.SUCCESS, s.situation, k, 2) / 2)
        if code == Op.DAMAGE:
            obs.stakes[3] = 1
        elif code == Op.STATUS:
            obs.stakes[4] = 1
        elif code == Op.FIGHT:
            obs.stakes[5] = 1


@rule
def observe_action(s: State, player: int, obs: Observation) -> None:
    """What the decision is about: figures, the action in hand, a damage, a trade."""
    mark(s, player, s.subject, obs.subject)
    mark(s, player, s.damage_to, obs.damage_to)
    mark(s, player, s.damage_by, obs.damage_by)
    mark(s, player, s.actor, obs.actor)
    for k in range(4):
        obs.damage_flags[k] = (s.damage_flags >> k) & 1
    if s.held_item != NONE:
        obs.held_item[s.held_item] = 1
    if player in (s.subject, s.partner) and s.offered != NONE:
        obs.trade[0, s.kind_of[s.offered]] = 1
        if s.asked != NONE:
            obs.trade[1, s.kind_of[s.asked]] = 1
    for figure in range(N_FIGURES):
        if is_bit(s.allowed, figure):
            obs.allowed[seen_as(s, player, figure)] = 1
    if s.actor != NONE:
        observe_roll(s, player, obs)
    elif player == s.player and player < s.pcs:
        for row in range(N_ROWS):
            if s.row_size[player, row] > 0:
                rate_row(s, player, row, obs.own_rates[row])
                for k in range(1, 4):
                    obs.own_rates[row, k] = min(obs.own_rates[row, k] / 2, 1.0)
                obs.own_rates[row, 4] = min(obs.own_rates[row, 4] / MOST_FOES, 1.0)


@rule
def mark(s: State, player: int, figure: int, places: Floats) -> None:
    if figure != NONE:
        places[seen_as(s, player, figure)] = 1


@rule
def observe_roll(s: State, player: int, obs: Observation) -> None:
    obs.action_kind[s.kind] = 1
    obs.action_use[s.use] = 1
    obs.action_facts[0] = cut(s.modifier / MUCH_MODIFIER)
    obs.action_facts[1] = cut(s.bonus / MUCH_MODIFIER)
    obs.action_facts[2] = s.unguardable
    obs.action_facts[3] = cut(s.critical / 3)
    obs.action_facts[4] = s.steered
    obs.action_facts[5] = cut(s.goal / 12)
    obs.dice = s.dice / 12
    obs.rolled = min(s.rolls / 2, 1.0)
    bonus = total_bonus(s) if is_rolled(s) and s.use != Use.EITHER else 0
    for figure in range(N_FIGURES):
        if is_bit(s.targets, figure):
            at = seen_as(s, player, figure)
            obs.aimed[at] = 1
            obs.hits[at] = is_bit(s.hits, figure)
            if is_rolled(s) and s.use != Use.EITHER and s.here[figure]:
                obs.odds[at] = chance(number_against(s, figure), bonus, s.critical)


@rule
def observe_growth(s: State, player: int, obs: Observation) -> None:
    hand = MASTER if player == s.pcs else player
    obs.experience = cut(s.experience[hand] / MUCH_EXPERIENCE)
    if s.experience[hand] > 0:
        obs.to_spend = cut(left_to_spend(s, player, NONE) / MUCH_EXPERIENCE)
    if player < s.pcs and s.last_raised[player] != NONE:
        obs.raised[s.last_raised[player]] = 1
