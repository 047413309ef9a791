"""What reactions are worth to a PC: defence, specials, dice lent to a friend."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_KNOWN,
    NONE,
    Code,
    Duration,
    Kind,
    Op,
    Row,
)
from dicedeck.envs.kamigakari.core.damage import reduced
from dicedeck.envs.kamigakari.fight.moves import (
    A_BURN,
    A_DESTROY,
    A_PASS,
    A_TALENT,
)
from dicedeck.envs.kamigakari.fight.outlook import (
    DAMAGE,
    FELL,
    N_OUTLOOK,
    judge_best,
    weigh_attack,
)
from dicedeck.envs.kamigakari.fight.policy.swaps import (
    FACE_PRICE,
    FALLING,
    worth_of_outlook,
)
from dicedeck.envs.kamigakari.fight.policy.worth import (
    price_of_cost,
)
from dicedeck.envs.kamigakari.fight.rules.figures import value_of
from dicedeck.envs.kamigakari.fight.rules.harm import DEFENCE_VALUE
from dicedeck.envs.kamigakari.fight.rules.rolling import BASE_DICE
from dicedeck.envs.kamigakari.fight.state import Moment, State

LEAST_HELP = 0.6


@rule
def react(s: State, figure: int, mask: Mask) -> int:
    """The reaction that is worth most above its cost."""
    if mask[A_BURN]:
        return A_BURN
    if mask[A_DESTROY] and s.hp[s.victim] > 60:
        return A_DESTROY
    best = A_PASS
    most = LEAST_HELP
    for slot in range(MOST_KNOWN):
        if mask[A_TALENT + slot]:
            row = s.known[figure, slot]
            worth = worth_of_reaction(s, figure, row) - price_of_cost(s, figure, row)
            if worth > most:
                most = worth
                best = A_TALENT + slot
    return best


@rule
def worth_of_reaction(s: State, figure: int, row: int) -> float:
    if s.moment == Moment.DAMAGED:
        return worth_of_defence(s, figure, row)
    if s.moment == Moment.ATTACKED:
        return worth_of_dodging(s, row)
    if s.moment == Moment.HITS:
        return worth_of_pressing(s, row)
    if s.moment == Moment.STUNNED:
        return FALLING
    return worth_of_loan(s, figure)


@rule
def cost_of_harm(s: State, figure: int, less: int, halved: bool) -> float:
    """HP that the damage in hand would cost the figure, and its falling."""
    amount = reduced(s.harm, value_of(s, figure, DEFENCE_VALUE[s.harm_kind]), less, halved)
    return float(min(amount, s.hp[figure]) + (FALLING if amount >= s.hp[figure] else 0.0))


@rule
def worth_of_defence(s: State, figure: int, row: int) -> float:
    less = s.less
    halved = s.halved
    victim = s.victim
    now = cost_of_harm(s, victim, less, halved)
    rest = 0.0
    first = s.rows[row, Row.FIRST_OP]
    for op in range(first, first + s.rows[row, Row.OPS]):
        code = s.ops[op, Op.CODE]
        if code == Code.REDUCE:
            less += s.ops[op, Op.A]
        elif code == Code.HALVE:
            halved = True
        elif code == Code.TAKE:
            victim = figure
        elif code == Code.MOD:
            rest += 0.5
    return now - cost_of_harm(s, victim, less, halved) + rest


@rule
def worth_of_dodging(s: State, row: int) -> float:
    """An enemy's attack is less likely to hit the subject: what its values change is tried out."""
    before = harm_expected(s)
    first = s.rows[row, Row.FIRST_OP]
    n = s.rows[row, Row.OPS]
    for op in range(first, first + n):
        if s.ops[op, Op.CODE] == Code.MOD:
            s.mods[Duration.CHECK, dodger(s, op), s.ops[op, Op.A]] += s.ops[op, Op.B]
    after = harm_expected(s)
    for op in range(first, first + n):
        if s.ops[op, Op.CODE] == Code.MOD:
            s.mods[Duration.CHECK, dodger(s, op), s.ops[op, Op.A]] -= s.ops[op, Op.B]
    return before - after


@rule
def dodger(s: State, op: int) -> int:
    """Whom the change reaches: the attacker where it takes something away, else the subject."""
    return int(s.user) if s.ops[op, Op.B] < 0 else int(s.subject)


@rule
def harm_expected(s: State) -> float:
    outlook = np.zeros(N_OUTLOOK, np.float64)
    if s.ops[s.attack, Op.A] == Kind.HEAL:
        return 0.0
    weigh_attack(s, s.user, s.attack, s.subject, BASE_DICE, s.spirit[s.subject], outlook)
    return float(outlook[DAMAGE] + FALLING * outlook[FELL])


@rule
def worth_of_pressing(s: State, row: int) -> float:
    """More damage for a hit, as far as the victim has HP to lose."""
    more = 0.0
    first = s.rows[row, Row.FIRST_OP]
    for op in range(first, first + s.rows[row, Row.OPS]):
        code = s.ops[op, Op.CODE]
        if code == Code.DAMAGE:
            more += s.ops[op, Op.A]
        elif code == Code.DIE:
            more += max(s.ops[op, Op.A] - s.highest, 0) * max(s.ops[s.attack, Op.B], 0)
        elif code == Code.MOD:
            more -= s.ops[op, Op.B]
        elif code == Code.SURPLUS:
            more += FACE_PRICE[3]
    return min(more, float(s.hp[s.victim])) if s.victim != NONE else 0.0


@rule
def worth_of_loan(s: State, figure: int) -> float:
    """What the best swap from the friend's pool adds to the roller's own best."""
    own = np.zeros(N_OUTLOOK, np.float64)
    lent = np.zeros(N_OUTLOOK, np.float64)
    judge_best(s, s.spirit[s.roller], own)
    judge_best(s, s.spirit[figure], lent)
    return float(worth_of_outlook(s, lent) - worth_of_outlook(s, own) - FACE_PRICE[3])
