"""An attack: an active check, then target by target passive check, damage, what a hit brings (KAMI-2 to 5, 23-28)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE, roll_die
from dicedeck.envs.core.tasks import push
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    NONE,
    Code,
    Duration,
    Kind,
    Op,
    Reach,
    Row,
    Status,
    Value,
    Who,
)
from dicedeck.envs.kamigakari.core.damage import damage, effective_rank, reduced
from dicedeck.envs.kamigakari.core.dice import CRITICAL_DIE, highest
from dicedeck.envs.kamigakari.core.essence import CONCEPT_BONDS
from dicedeck.envs.kamigakari.fight.rules.effects import apply, apply_to_all
from dicedeck.envs.kamigakari.fight.rules.figures import (
    attributes_of,
    clear_changes,
    has,
    rolls,
    stands,
    value_of,
)
from dicedeck.envs.kamigakari.fight.rules.harm import COVER, DEFENCE_VALUE, burn, crash, heal, lose_hp, two_dice
from dicedeck.envs.kamigakari.fight.rules.rolling import ACTIVE_VALUE, PASSIVE_VALUE, begin_check, total_of_check
from dicedeck.envs.kamigakari.fight.rules.rows import is_hit_op
from dicedeck.envs.kamigakari.fight.state import CheckKind, Moment, State, Task

AMBUSH_ACTIVE = 2
AMBUSH_DAMAGE = 5
DAMAGE_VALUE = np.array([Value.PHYSICAL_DAMAGE, *[Value.MAGIC_DAMAGE] * 3], np.int32)
"""What is added to its damage; nothing to that of special attacks."""


@rule
def begin_attack(s: State, op: int) -> None:
    """The attack of an operation of the deed in hand, on its targets."""
    user = s.user
    s.attack = op
    s.ambush = lies_in_ambush(s, user)
    s.active_critical = False
    s.active_fumble = False
    push(s, Task.ATTACK_OVER, user, 0)
    push(s, Task.STRIKES, 0, 0)
    kind = s.ops[op, Op.A]
    if rolls(s, user):
        begin_check(s, user, CheckKind.ACTIVE, active_bonus(s, user, op, s.ambush))
    else:
        s.active = active_bonus(s, user, op, s.ambush)
        s.highest = 1 if has(s, user, Status.PAIN) else s.die[user]
    if s.rows[s.row, Row.REACH] == Reach.MOVE and kind != Kind.HEAL:
        for figure in range(MOST_FIGURES):
            if s.targets[figure] and has(s, figure, Status.FLYING):
                crash(s, figure)


@rule
def active_bonus(s: State, user: int, op: int, ambush: bool) -> int:
    """What is added to the dice; for enemies the fixed total."""
    bonus = value_of(s, user, ACTIVE_VALUE[s.ops[op, Op.A]]) + s.ops[op, Op.C]
    return int(bonus + AMBUSH_ACTIVE * int(ambush))


@rule
def lies_in_ambush(s: State, figure: int) -> bool:
    """Its next attack is an ambush (KAMI-30)."""
    return has(s, figure, Status.AMBUSH) or has(s, figure, Status.HIDDEN)


@rule
def take_active(s: State) -> None:
    """The active check stands: its total and its die (KAMI-3, 23)."""
    s.active = total_of_check(s)
    s.active_critical = s.critical
    s.active_fumble = s.fumble
    s.highest = CRITICAL_DIE if s.critical else max(highest(s.rolled), highest(s.fixed))


@rule
def strike_next(s: State, first: int) -> None:
    """The next target, in the order of seats."""
    for figure in range(first, MOST_FIGURES):
        if s.targets[figure] and stands(s, figure):
            push(s, Task.STRIKES, figure + 1, 0)
            strike(s, figure)
            return


@rule
def strike(s: State, figure: int) -> None:
    """Healing works at once; harm asks who defends, then for the passive check."""
    s.damage_bonus = 0
    s.die_as = 0
    s.rank_bonus = 0
    s.destroyed = False
    s.less = 0
    s.halved = False
    s.victim = figure
    s.harm = 0
    s.hit = False
    if s.ops[s.attack, Op.A] == Kind.HEAL:
        if not s.active_fumble:
            heal(s, figure, damage_sum(s, figure))
        return
    push(s, Task.COMPARE, figure, 0)
    push(s, Task.PASSIVE, figure, 0)
    push(s, Task.REACTIONS, figure, Moment.ATTACKED * 16)


@rule
def ask_passive(s: State, figure: int) -> None:
    """A PC rolls, an enemy has its fixed value (KAMI-2, 4)."""
    value = value_of(s, figure, PASSIVE_VALUE[s.ops[s.attack, Op.A]])
    s.passive_critical = False
    s.passive_fumble = False
    if rolls(s, figure):
        begin_check(s, figure, CheckKind.PASSIVE, value)
    else:
        s.passive = value


@rule
def take_passive(s: State) -> None:
    s.passive = total_of_check(s)
    s.passive_critical = s.critical
    s.passive_fumble = s.fumble


@rule
def is_hit(s: State) -> bool:
    """Active wins ties; criticals succeed, fumbles fail; a critical of both sides: the active one (KAMI-2, 3, 5)."""
    if s.active_fumble:
        return False
    if s.active_critical or s.passive_fumble:
        return True
    if s.passive_critical:
        return False
    return bool(active_total(s) >= s.passive)


@rule
def active_total(s: State) -> int:
    """An enemy's fixed value follows what defenders do to it; a PC's check stands as it was rolled."""
    return int(s.active) if rolls(s, s.user) else active_bonus(s, s.user, s.attack, s.ambush)


@rule
def compare(s: State, figure: int) -> None:
    """Hit, half damage, or nothing (KAMI-27)."""
    s.hit = is_hit(s)
    half = s.ops[s.attack, Op.F] != 0 and not s.active_fumble
    if not s.hit and not half:
        return
    s.halved = not s.hit
    push(s, Task.HARM, figure, 0)
    if s.hit:
        push(s, Task.REACTIONS, s.user, Moment.HITS * 16)


@rule
def is_weak(s: State, user: int, op: int, figure: int) -> bool:
    """The attack has the attribute that the figure is weak to (KAMI-25)."""
    weakness = s.weakness[figure]
    if weakness == 0:
        return False
    return bool(s.ops[op, Op.E] == weakness or attributes_of(s, user) >> weakness & 1)


@rule
def sum_up(s: State, user: int, op: int, figure: int, die: int, rank_more: int, more: int, ambush: bool) -> int:
    """Damage rate, values, other additions (KAMI-23 to KAMI-25); that of special attacks is only what they say."""
    kind = s.ops[op, Op.A]
    bonus = s.ops[op, Op.D] + more
    if kind != Kind.SPECIAL:
        bonus += value_of(s, user, DAMAGE_VALUE[kind])
    harmful = kind != Kind.HEAL
    bonus += AMBUSH_DAMAGE * int(harmful and ambush)
    rank = effective_rank(s.ops[op, Op.B] + rank_more, harmful and is_weak(s, user, op, figure))
    return damage(die, rank, bonus)


@rule
def damage_sum(s: State, figure: int) -> int:
    """That of the attack in hand."""
    die = max(s.highest, s.die_as)
    return sum_up(s, s.user, s.attack, figure, die, s.rank_bonus, s.damage_bonus, s.ambush)


@rule
def add_up(s: State, figure: int) -> None:
    """The damage is known; who is hurt, or stands by, may answer."""
    s.harm = damage_sum(s, figure)
    s.harm_kind = s.ops[s.attack, Op.A]
    s.victim = figure
    push(s, Task.REDUCE, figure, 0)
    push(s, Task.REACTIONS, figure, Moment.DAMAGED * 16)


@rule
def deal(s: State) -> None:
    """What is left reaches whoever takes it, then what a hit brings (KAMI-26)."""
    figure = s.victim
    less = s.less + COVER * int(has(s, figure, Status.COVER))
    amount = reduced(s.harm, value_of(s, figure, DEFENCE_VALUE[s.harm_kind]), less, s.halved)
    if s.hit:
        push(s, Task.HIT_OPS, figure, s.attack + 1)
    if amount > 0:
        s.status[s.user] &= ~(1 << Status.HIDDEN)
    lose_hp(s, figure, amount)


@rule
def bring_hit_ops(s: State, figure: int, first: int) -> None:
    """The operations directly behind the attack (``on_hit``); those on the target only while it stands."""
    last = s.rows[s.row, Row.FIRST_OP] + s.rows[s.row, Row.OPS]
    if first >= last or not is_hit_op(s, first):
        return
    push(s, Task.HIT_OPS, figure, first + 1)
    who = s.ops[first, Op.WHO]
    if who == Who.FOES or who == Who.ALLIES:
        apply_to_all(s, first, s.user)
        return
    other = s.user if who == Who.USER else figure
    if stands(s, other):
        if moves_by_choice(s, first):
            push(s, Task.MOVE_OP, other, first)
        else:
            apply(s, first, s.user, other)


@rule
def moves_by_choice(s: State, op: int) -> bool:
    """A move whose square the user chooses, not a push."""
    return bool(s.ops[op, Op.CODE] == Code.MOVE and s.ops[op, Op.A] > 0)


@rule
def end_attack(s: State) -> None:
    """Ambush ends, hidden after the first attack; so does all that lasts for the check (KAMI-17, 30)."""
    s.status[s.user] &= ~(1 << Status.AMBUSH | 1 << Status.HIDDEN)
    clear_changes(s, Duration.CHECK)
    s.attack = NONE
    s.ambush = False
    s.active = 0
    s.highest = 0
    s.active_critical = False
    s.active_fumble = False
    s.passive = 0
    s.passive_critical = False
    s.passive_fumble = False
    s.hit = False
    s.rank_bonus = 0
    s.destroyed = False
    s.damage_bonus = 0
    s.die_as = 0
    s.victim = NONE
    s.harm = 0
    s.harm_kind = 0
    s.less = 0
    s.halved = False


@rule
def can_destroy_concept(s: State, figure: int, bonds: int) -> bool:
    """Seven bonds, once for each target (KAMI-14)."""
    return bool(bonds >= CONCEPT_BONDS and not s.destroyed and s.user == figure)


@rule
def destroy_concept(s: State, figure: int) -> None:
    """Rank + 1d6; it costs 2d6 of essence."""
    s.destroyed = True
    s.rank_bonus += roll_die(s.rng[DICE])
    burn(s, figure, two_dice(s))
