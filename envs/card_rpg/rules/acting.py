"""An action from the choice of a row to its effects: use, targets, windows around the roll (CARD-13)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_PHYSICAL,
)
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_FIGURES,
    NONE,
    Action,
    N,
    Op,
    Use,
    W,
    Who,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import row_critical, row_modifier, row_npc, weapon_of
from dicedeck.envs.card_rpg.rules.checks import roll, settle_roll
from dicedeck.envs.card_rpg.rules.context import (
    aim_of,
    find_op,
    is_rolled,
    npc_ops,
    op_number,
    possible_targets,
    printed_target,
)
from dicedeck.envs.card_rpg.rules.figures import is_bit, is_npc, lose_status, status_with, steering_seat
from dicedeck.envs.card_rpg.rules.tasks import decide, decide_figure, forget_choice, push, seat_of
from dicedeck.envs.card_rpg.rules.windows import AFTER, BEFORE, DONE, RESOLVE, ROLL, TARGETS, USE, ask_after, ask_before
from dicedeck.envs.card_rpg.state import Health, Ops, Source, State, Task
from dicedeck.envs.core.jit import rule

# ---------------------------------------------------------------- beginning and end


@rule
def forget_action(s: State) -> None:
    """There is no action in hand; whoever steered it lets go."""
    if s.actor != NONE and s.steered:
        let_go(s, s.actor)
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
    s.ops = max(ops, Ops.NPC.value)
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
    """Paralysis loses this action; a steered one ends the charm, but stays with the one who steers it."""
    paralysis = status_with(s, figure, Op.FORBID, 3)
    if paralysis != NONE:
        lose_status(s, figure, paralysis)
        return True
    if steered:
        charm = status_with(s, figure, Op.STEER, 0)
        if charm != NONE:
            s.statuses[figure, charm] = 0
    return False


@rule
def let_go(s: State, figure: int) -> None:
    """A steered action is over: unless it has been charmed again the figure is its own (CARD-86a)."""
    if status_with(s, figure, Op.STEER, 0) == NONE:
        s.charmer[figure] = NONE


@rule
def lose_steered(s: State, figure: int) -> None:
    """The other side lets the action of a charmed figure go by; an NPC has had its own action then."""
    loses_action(s, figure, 1)
    let_go(s, figure)
    s.acted[figure] = 1


@rule
def chooser(s: State) -> int:
    """Who makes the choices of the action in hand."""
    if s.steered:
        return steering_seat(s, s.actor)
    return seat_of(s, s.actor)


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


# ---------------------------------------------------------------- effects


@rule
def resolve(s: State) -> None:
    """What the action does, from left to right: target by target all that it does to them, before or after it what it
    does to the user; a missed situation card fails (CARD-20)."""
    if s.goal > 0:
        resolve_situation(s)
        return
    if s.hits == 0:
        return
    first = 0
    while first < MOST_OPS and not touches_targets(s, first):
        first += 1
    for back in range(MOST_OPS):
        k = MOST_OPS - 1 - back
        if k == first:
            push_on_targets(s)
        elif op_number(s, s.ops, s.ops_row, k, 0) != Op.NONE and not touches_targets(s, k):
            push(s, Task.EFFECT, s.ops, s.ops_row, k, s.actor)


@rule
def push_on_targets(s: State) -> None:
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
