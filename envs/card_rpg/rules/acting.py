"""An action from the choice of a row to its effects: use, targets, windows around the roll (CARD-13)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_ITEM,
    A_PASS,
    A_PHYSICAL,
    A_UP,
)
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_FIGURES,
    NONE,
    Action,
    C,
    I,
    Moment,
    N,
    Op,
    Use,
    W,
    When,
    Who,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import row_critical, row_modifier, row_npc, weapon_of
from dicedeck.envs.card_rpg.rules.checks import roll, settle_roll, shift_value
from dicedeck.envs.card_rpg.rules.context import (
    aim_of,
    find_op,
    is_rolled,
    npc_ops,
    op_number,
    possible_targets,
    printed_target,
)
from dicedeck.envs.card_rpg.rules.figures import (
    ability_for,
    is_bit,
    is_npc,
    leader,
    lose_status,
    same_side,
    side_start,
    spend_ability,
    stands,
    status_with,
)
from dicedeck.envs.card_rpg.rules.items import item_with, spend_item
from dicedeck.envs.card_rpg.rules.tasks import decide, decide_figure, forget_choice, push, seat_of
from dicedeck.envs.card_rpg.state import Health, Ops, Source, State, Task
from dicedeck.envs.core.jit import rule

USE, TARGETS, BEFORE, ROLL, AFTER, RESOLVE, DONE = range(7)
"""Stages of an action; a window comes back to its stage until nobody has anything to say."""

# ---------------------------------------------------------------- beginning and end


@rule
def forget_action(s: State) -> None:
    """There is no action in hand."""
    s.actor = NONE
    s.source = 0
    s.source_row = 0
    s.ops = 0
    s.ops_row = 0
    s.kind = 0
    s.use = 0
    s.modifier = 0
    s.bonus = 0
    s.per_hidden = 0
    s.unguardable = 0
    s.critical = 0
    s.goal = 0
    s.steered = 0
    s.targets = 0
    s.hits = 0
    s.crits = 0
    s.dice = 0
    s.rolls = 0
    s.next_asked = 0


@rule
def begin_row(s: State, figure: int, row: int, steered: int) -> None:
    """A row is used as an action; paralysis loses it, charm ends with it (CARD-86a)."""
    weapon = weapon_of(s, figure, row)
    if s.row_used[figure, row]:
        s.extra[figure] += 1
    s.row_used[figure, row] = 1
    s.row_acted[figure, row] += 1
    if loses_action(s, figure, steered):
        return
    if s.weapons[weapon, W.KIND] == Action.COMMAND:
        take_npc_action(s, figure, row_npc(s, figure, row), steered)
        s.source = Source.ROW
        s.source_row = row
        push(s, Task.ACT, USE, 0, 0, 0)
        return
    forget_action(s)
    s.actor = figure
    s.source = Source.ROW
    s.source_row = row
    s.ops = Ops.WEAPON
    s.ops_row = weapon
    s.kind = s.weapons[weapon, W.KIND]
    s.use = s.weapons[weapon, W.USE]
    s.modifier = row_modifier(s, figure, row)
    s.per_hidden = s.weapons[weapon, W.PER_HIDDEN]
    s.unguardable = s.weapons[weapon, W.UNGUARDABLE]
    s.critical = row_critical(s, figure, row)
    begin(s, steered)


@rule
def begin(s: State, steered: int) -> None:
    s.steered = steered
    if not (s.kind == Action.HEAL or s.kind == Action.CLEANSE):
        s.goal = printed_target(s, s.kind)
    if s.goal > 0:
        s.attempted = 1
    if s.actor < MOST_PCS and (s.kind == Action.DAMAGE or s.kind == Action.STATUS):
        s.attacked = 1
    push(s, Task.ACT, USE, 0, 0, 0)


@rule
def begin_own(s: State, figure: int, steered: int) -> None:
    """An NPC's own action: it is tapped first, which is the same as wounded (CARD-15)."""
    s.acted[figure] = 1
    if loses_action(s, figure, steered):
        return
    if is_npc(s, figure) and s.health[figure] == Health.UNHURT:
        s.health[figure] = Health.WOUNDED
    take_npc_action(s, figure, s.who[figure], steered)
    s.source = Source.OWN
    push(s, Task.ACT, USE, 0, 0, 0)


@rule
def take_npc_action(s: State, figure: int, npc: int, steered: int) -> None:
    """The action of an NPC card becomes the one in hand, or its fallback where the first cannot be done."""
    ops = npc_ops(s, npc, figure, steered)
    forget_action(s)
    s.actor = figure
    s.ops = max(ops, int(Ops.NPC))
    s.ops_row = npc
    if ops == Ops.FALLBACK:
        s.kind = s.npcs[npc, N.FALLBACK_KIND]
        s.use = s.npcs[npc, N.FALLBACK_USE]
        s.modifier = s.npcs[npc, N.FALLBACK_MODIFIER]
    else:
        s.kind = s.npcs[npc, N.KIND]
        s.use = s.npcs[npc, N.USE]
        s.modifier = s.npcs[npc, N.MODIFIER]
        s.unguardable = s.npcs[npc, N.UNGUARDABLE]
        s.once_used[figure] |= s.npcs[npc, N.ONCE]
    s.steered = steered
    if figure < MOST_PCS and (s.kind == Action.DAMAGE or s.kind == Action.STATUS):
        s.attacked = 1


@rule
def loses_action(s: State, figure: int, steered: int) -> bool:
    """Paralysis loses this action; a steered one ends the charm."""
    paralysis = status_with(s, figure, Op.FORBID, 3)
    if paralysis != NONE:
        lose_status(s, figure, paralysis)
        return True
    if steered:
        lose_status(s, figure, status_with(s, figure, Op.STEER, 0))
    return False


@rule
def chooser(s: State) -> int:
    """Who makes the choices of the action in hand."""
    if s.steered:
        return steering_seat(s, s.actor)
    return seat_of(s, s.actor)


@rule
def steering_seat(s: State, figure: int) -> int:
    """The other side: for a foe the PC who charmed it, or the first that stands (CARD-86a)."""
    if figure < MOST_PCS:
        return int(s.pcs)
    if s.charmer[figure] != NONE and s.charmer[figure] < s.pcs and stands(s, s.charmer[figure]):
        return int(s.charmer[figure])
    for seat in range(s.pcs):
        if stands(s, seat):
            return seat
    return 0


# ---------------------------------------------------------------- stages


@rule
def act(s: State, stage: int) -> None:
    """Go through the stages of the action in hand up to the next decision."""
    if stage == USE:
        push(s, Task.ACT, TARGETS, 0, 0, 0)
        if s.use == Use.EITHER:
            decide(s, Phase.USE, chooser(s), s.actor)
    elif stage == TARGETS:
        push(s, Task.ACT, BEFORE, 0, 0, 0)
        ask_targets(s)
    elif stage == BEFORE:
        ask_before(s)
    elif stage == ROLL:
        s.next_asked = 0
        if s.kind == Action.HIDE and s.per_hidden:
            s.modifier -= count_bits(s.targets)
        if is_rolled(s):
            roll(s)
        else:
            settle_roll(s)
        push(s, Task.ACT, AFTER, 0, 0, 0)
    elif stage == AFTER:
        ask_after(s)
    elif stage == RESOLVE:
        push(s, Task.ACT, DONE, 0, 0, 0)
        resolve(s)
    else:
        forget_action(s)


@rule
def count_bits(bits: int) -> int:
    count = 0
    for figure in range(N_FIGURES):
        count += int(is_bit(bits, figure))
    return count


@rule
def ask_targets(s: State) -> None:
    """Everybody, the only one there is, or a choice."""
    figure = s.actor
    if s.goal > 0:
        s.targets = 1 << figure
        return
    aim = aim_of(s, s.ops, s.ops_row)
    possible = possible_targets(s, s.ops, s.ops_row, s.kind, figure, s.steered)
    if find_op(s, s.ops, s.ops_row, Op.REDIRECT) != NONE or aim == Who.SELF:
        s.targets = 1 << figure
    elif aim == Who.ALL_FOES or aim == Who.ALL_ALLIES:
        s.targets = possible
    elif aim == Who.ALLIES_N:
        decide_figure(s, Choice.HIDE, chooser(s), figure, possible, False)
    elif possible != 0:
        choice = Choice.ALLY if aim == Who.ALLY or aim == Who.OTHER_ALLY else Choice.ATTACK
        decide_figure(s, choice, chooser(s), figure, possible, False)


@rule
def add_hidden(s: State, figure: int) -> None:
    """One more to be hidden; then perhaps another (CARD-61)."""
    allowed = s.allowed & ~(1 << figure)
    s.targets |= 1 << figure
    forget_choice(s)
    if allowed != 0:
        decide_figure(s, Choice.HIDE, chooser(s), s.actor, allowed, True)


# ---------------------------------------------------------------- windows


@rule
def ask_before(s: State) -> None:
    """The actor, then others of its side, before the roll (CARD-84, CARD-92)."""
    start = side_start(s.actor)
    while s.next_asked <= MOST_PCS:
        k = s.next_asked
        s.next_asked += 1
        figure = s.actor if k == 0 else start + (s.actor - start + k) % MOST_PCS
        if (k == 0 or figure != s.actor) and has_before(s, figure):
            push(s, Task.ACT, BEFORE, 0, 0, 0)
            decide(s, Phase.BEFORE_ROLL, seat_of(s, figure), figure)
            return
    push(s, Task.ACT, ROLL, 0, 0, 0)


@rule
def has_before(s: State, figure: int) -> bool:
    return widening_item(s, figure) != NONE or before_ability(s, figure) != NONE


@rule
def can_widen(s: State, figure: int) -> bool:
    """A row with one target that could have more."""
    if figure != s.actor or s.source != Source.ROW or s.goal > 0 or s.kind == Action.HIDE:
        return False
    aim = aim_of(s, s.ops, s.ops_row)
    if aim != Who.TARGET and aim != Who.ALLY and aim != Who.OTHER_ALLY:
        return False
    return widened(s) & ~s.targets != 0


@rule
def widened(s: State) -> int:
    """Bits of all that the row could be aimed at, on the side of its target."""
    possible = possible_targets(s, s.ops, s.ops_row, s.kind, s.actor, s.steered)
    bits = 0
    for figure in range(N_FIGURES):
        for target in range(N_FIGURES):
            if is_bit(possible, figure) and is_bit(s.targets, target) and same_side(figure, target):
                bits |= 1 << figure
    return bits


@rule
def widening_item(s: State, figure: int) -> int:
    if figure != s.actor:
        return NONE
    item = item_with(s, figure, Moment.BEFORE_ROLL, Op.WIDEN, NONE)
    return item if item != NONE and can_widen(s, figure) else NONE


@rule
def before_ability(s: State, figure: int) -> int:
    """The character row of an ability that may be used before this roll; NONE."""
    if not stands(s, figure):
        return NONE
    if figure == s.actor:
        row = ability_for(s, figure, When.BEFORE_ROLL)
        fits = row != NONE and (s.characters[row, C.KIND] == Action.NOTHING or s.characters[row, C.KIND] == s.kind)
        return row if fits and can_widen(s, figure) else NONE
    return ability_for(s, figure, When.CHECK_ALLY) if is_rolled(s) else NONE


@rule
def answer_before(s: State, action: int) -> None:
    """An item or an ability before the roll; the same figure may have more."""
    figure = s.subject
    if action == A_PASS:
        return
    s.next_asked -= 1
    if action >= A_ABILITY:
        row = action - A_ABILITY
        spend_ability(s, figure)
        if s.characters[row, C.WHEN] == When.CHECK_ALLY:
            s.bonus += s.characters[row, C.OP + 3]
            s.next_asked += 1
        else:
            s.targets = widened(s)
    else:
        spend_item(s, figure, action - A_ITEM)
        s.targets = widened(s)


@rule
def ask_after(s: State) -> None:
    """The actor, its side, the other side, once the dice lie (CARD-70, CARD-78, CARD-79)."""
    while is_rolled(s) and s.next_asked < 2 * MOST_PCS + 1:
        k = s.next_asked
        s.next_asked += 1
        figure = asked_after(s, k)
        if figure != NONE and has_after(s, figure):
            push(s, Task.ACT, AFTER, 0, 0, 0)
            decide(s, Phase.AFTER_ROLL, seat_of(s, figure), figure)
            return
    push(s, Task.ACT, RESOLVE, 0, 0, 0)


@rule
def asked_after(s: State, k: int) -> int:
    """The k-th figure to be asked; of the foes only the actor and the one who speaks for the others."""
    start = side_start(s.actor)
    if k == 0:
        return int(s.actor)
    if k <= MOST_PCS:
        figure = start + (s.actor - start + k) % MOST_PCS
    else:
        figure = MOST_PCS - start + k - MOST_PCS - 1
    if figure == s.actor or (figure >= MOST_PCS and figure != leader(s, s.actor)):
        return NONE
    return int(figure)


@rule
def has_after(s: State, figure: int) -> bool:
    if not stands(s, figure):
        return False
    return shifting_item(s, figure) != NONE or rerolling_item(s, figure) != NONE or retry_ability(s, figure) != NONE


@rule
def shift_size(s: State, item: int) -> int:
    return int(s.items[item, I.OPS + 3])


@rule
def shifting_item(s: State, figure: int) -> int:
    """An item that moves the dice total, where that is good for the figure's side."""
    item = item_with(s, figure, Moment.AFTER_ROLL, Op.SHIFT, NONE)
    if item == NONE:
        return NONE
    helps = shift_helps(s, figure, shift_size(s, item)) or shift_helps(s, figure, -shift_size(s, item))
    return item if helps else NONE


@rule
def shift_helps(s: State, figure: int, by: int) -> bool:
    """More for the own side's roll, less for the other's."""
    change = shift_value(s, s.dice + by) - shift_value(s, s.dice)
    return bool(change > 0 if same_side(figure, s.actor) else change < 0)


@rule
def is_unlucky(s: State, figure: int) -> bool:
    """The roll, not yet thrown again, could be better for the figure's side."""
    if s.rolls != 1:
        return False
    return bool(s.hits != s.targets if same_side(figure, s.actor) else s.hits != 0)


@rule
def rerolling_item(s: State, figure: int) -> int:
    if not is_unlucky(s, figure):
        return NONE
    return item_with(s, figure, Moment.AFTER_ROLL, Op.AGAIN, Who.SELF if figure == s.actor else Who.OTHER)


@rule
def retry_ability(s: State, figure: int) -> int:
    """The jester's: an own roll that has failed altogether."""
    if figure != s.actor or s.rolls != 1 or s.hits != 0:
        return NONE
    return ability_for(s, figure, When.AFTER_ROLL)


@rule
def answer_after(s: State, action: int) -> None:
    """Change the roll; then all are asked anew."""
    figure = s.subject
    if action == A_PASS:
        return
    s.next_asked = 0
    if action >= A_ABILITY:
        spend_ability(s, figure)
        roll(s)
        return
    item = action - A_ITEM
    spend_item(s, figure, item)
    if s.items[item, I.OPS] == Op.SHIFT:
        s.held_item = item
        decide(s, Phase.SHIFT, seat_of(s, figure), figure)
    else:
        roll(s)


@rule
def shift_dice(s: State, action: int) -> None:
    """The dice total itself moves, so 2, 12 and criticals can come and go."""
    by = shift_size(s, s.held_item)
    s.dice += by if action == A_UP else -by
    s.held_item = NONE
    settle_roll(s)


# ---------------------------------------------------------------- effects


@rule
def resolve(s: State) -> None:
    """What the action does to each that it hit, then to the user; a missed situation card fails (CARD-20)."""
    if s.goal > 0:
        resolve_situation(s)
        return
    if s.hits == 0:
        return
    for back in range(MOST_OPS):
        k = MOST_OPS - 1 - back
        if op_number(s, s.ops, s.ops_row, k, 0) != Op.NONE and not touches_targets(s, k):
            push(s, Task.EFFECT, s.ops, s.ops_row, k, s.actor)
    for back in range(N_FIGURES):
        figure = N_FIGURES - 1 - back
        if is_bit(s.hits, figure):
            push_effects(s, figure)


@rule
def push_effects(s: State, figure: int) -> None:
    for back in range(MOST_OPS):
        k = MOST_OPS - 1 - back
        if touches_targets(s, k):
            push(s, Task.EFFECT, s.ops, s.ops_row, k, figure)


@rule
def touches_targets(s: State, k: int) -> bool:
    """Whether the k-th operation is done to each target: all but those on the user."""
    who = op_number(s, s.ops, s.ops_row, k, 1)
    code = op_number(s, s.ops, s.ops_row, k, 0)
    if code == Op.NONE or code == Op.SUCCEED or code == Op.REDIRECT:
        return False
    return bool(who != Who.SELF or s.targets == 1 << s.actor)


@rule
def resolve_situation(s: State) -> None:
    """Success with the user's own operations in order, or failure."""
    if s.hits == 0:
        push(s, Task.SUCCEED, 0, s.actor, 0, 0)
        return
    done = False
    for back in range(MOST_OPS):
        k = MOST_OPS - 1 - back
        code = op_number(s, s.ops, s.ops_row, k, 0)
        if code == Op.SUCCEED:
            push(s, Task.SUCCEED, s.kind, s.actor, 0, 0)
            done = True
        elif code == Op.CARDS or code == Op.GIVE_HAND:
            push(s, Task.EFFECT, s.ops, s.ops_row, k, s.actor)
    if not done:
        push(s, Task.SUCCEED, s.kind, s.actor, 0, 0)


# ---------------------------------------------------------------- the answers


@rule
def choose_use(s: State, action: int) -> None:
    s.use = Use.PHYSICAL if action == A_PHYSICAL else Use.MAGIC
