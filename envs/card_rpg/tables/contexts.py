"""Which operations may stand where: what the rules can carry out in a weapon, an item, an own action and so on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dicedeck.envs.card_rpg.cards import Moment, Op, Use, When, Who
from dicedeck.envs.card_rpg.tables.grammar import NAMES, Operation, word

Allowed = Mapping[Op, tuple[Who, ...]]
"""For each operation the figures that it may touch; () where it names none."""

_AT_FOES = (Who.TARGET, Who.ALL_FOES)
_FRIENDS = (Who.SELF, Who.ALLY, Who.OTHER_ALLY)

WEAPON_ACTION: Allowed = {
    Op.DAMAGE: _AT_FOES,
    Op.STATUS: _AT_FOES,
    Op.HEAL: _FRIENDS,
    Op.CLEANSE: _FRIENDS,
    Op.HIDE: (Who.ALLIES_N, Who.ALL_ALLIES),
    Op.SUCCEED: (),
    Op.CARDS: (Who.SELF,),
    Op.GIVE_HAND: (Who.SELF,),
    Op.DROP_ROW: (Who.TARGET,),
    Op.TAKE: (Who.TARGET,),
    Op.UNTAP: (Who.SELF,),
    Op.OWN_ACTION: (),
}
WEAPON_REACTION: Allowed = {Op.GUARD: (Who.ALLY,), Op.DAMAGE: (Who.ATTACKER,)}
WEAPON_CONSTANT: Allowed = {Op.BONUS: (Who.SELF,), Op.EXTRA_USE: (), Op.IGNORE: (), Op.COPY_ROW: (Who.ANY,)}
ITEMS: Mapping[Moment, Allowed] = {
    Moment.ACTION: {
        Op.HEAL: _FRIENDS,
        Op.CLEANSE: _FRIENDS,
        Op.UNTAP: _FRIENDS,
        Op.SUCCEED: (),
        Op.DROP_ROW: (Who.FOE,),
        Op.DAMAGE: (Who.SELF, Who.FOE),
        Op.STATUS: (Who.FOE,),
        Op.RECOVER: (Who.SELF,),
        Op.CARDS: (Who.SELF,),
    },
    Moment.AFTER_ROLL: {Op.SHIFT: (), Op.AGAIN: (Who.SELF, Who.OTHER)},
    Moment.BEFORE_ROLL: {Op.WIDEN: ()},
    Moment.DAMAGE: {Op.GUARD: (Who.SELF,), Op.REDIRECT: (Who.OTHER_ALLY,)},
}
OWN_ACTION: Allowed = {
    Op.DAMAGE: _AT_FOES,
    Op.STATUS: _AT_FOES,
    Op.TAKE: (Who.TARGET,),
    Op.DROP_ROW: (Who.TARGET,),
    Op.UNTAP: (Who.SELF,),
    Op.HEAL: (Who.SELF, Who.OTHER_ALLY),
    Op.REDIRECT: (Who.OTHER_ALLY,),
}
FALLBACK: Allowed = {Op.DAMAGE: _AT_FOES, Op.STATUS: _AT_FOES}
_PARTY = (Who.ACTOR, Who.PARTY)
SUCCESS: Allowed = {
    **dict.fromkeys((Op.CARDS, Op.HEAL, Op.CLEANSE, Op.STATUS, Op.DAMAGE), _PARTY),
    Op.RECOVER: (Who.ACTOR,),
}
FAILURE: Allowed = {**SUCCESS, Op.FIGHT: ()}
STATUS: Allowed = {Op.FORBID: (), Op.STEER: (), Op.BONUS: (Who.SELF,)}
ABILITIES: Mapping[When, Allowed] = {
    When.CHECK: {Op.BONUS: (Who.SELF,)},
    When.CHECK_WOUNDED: {Op.BONUS: (Who.SELF,)},
    When.CHECK_ALLY: {Op.BONUS: (Who.OTHER_ALLY,)},
    When.BEFORE_ROLL: {Op.WIDEN: ()},
    When.AFTER_ROLL: {Op.AGAIN: (Who.SELF,)},
    When.CLEANUP: {Op.HEAL: (Who.OTHER_ALLY,)},
    When.SITUATION_SUCCESS: {Op.CARDS: (Who.SELF,)},
    When.FIGHT_START: {Op.STATUS: (Who.FOE,)},
    When.DAMAGE_OTHER: {Op.GUARD: (Who.OTHER_ALLY,)},
    When.DAMAGE_SELF: {Op.REDIRECT: (Who.SELF,)},
    When.DISABLES: {Op.CARDS: (Who.SELF,)},
}


def weapon_context(use: int, moment: int) -> Allowed:
    if use == Use.CONSTANT:
        return WEAPON_CONSTANT
    return WEAPON_REACTION if moment == Moment.REACTION else WEAPON_ACTION


def misplaced(operations: Iterable[Operation], allowed: Allowed) -> str:
    """What is wrong with the first operation that may not stand here; nothing where all may."""
    for operation in operations:
        name = NAMES[operation.code]
        if operation.code not in allowed:
            return f"{name} cannot stand here (possible: {', '.join(NAMES[code] for code in allowed)})"
        figures = allowed[operation.code]
        if figures and operation.who not in figures:
            possible = ", ".join(word(figure) for figure in figures)
            return f"{name}({word(operation.who)}) cannot stand here (possible: {possible})"
    return ""
