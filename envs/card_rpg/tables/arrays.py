"""Rows as the rules have them: whole numbers in the columns that ``cards.py`` names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dicedeck.envs.card_rpg import cards
from dicedeck.envs.card_rpg.cards import NONE, OP_SIZE, Action, C, I, N, Op, S, U, W
from dicedeck.envs.card_rpg.tables.grammar import has_code
from dicedeck.envs.card_rpg.tables.rows import BadStatus, Character, Effect, Item, Npc, Situation, Weapon
from dicedeck.envs.core.dtypes import Ints


def _write_effect(row: Ints, column: int, effect: Effect) -> None:
    for k, operation in enumerate(effect):
        start = column + k * OP_SIZE
        row[start : start + OP_SIZE] = operation.code, operation.who, operation.a, operation.b


def weapon_array(rows: Sequence[Weapon]) -> Ints:
    table = np.zeros((cards.N_WEAPONS, cards.WEAPON_WIDTH), np.int32)
    names = [row.name for row in rows]
    for line, row in zip(table, rows):
        line[W.NAME] = names.index(row.name)
        line[W.COUNT] = row.count
        line[W.USE] = row.use
        line[W.MODIFIER] = row.modifier
        line[W.PER_HIDDEN] = row.per_hidden
        line[W.ADDITIONAL] = row.additional
        line[W.KIND] = row.kind
        line[W.MOMENT] = row.moment
        line[W.UNGUARDABLE] = row.unguardable
        line[W.CRITICAL] = row.critical
        line[W.LEVEL] = max(row.level, 0)
        _write_effect(line, W.OPS, row.effect)
    return table


def item_array(rows: Sequence[Item]) -> Ints:
    table = np.zeros((cards.N_ITEMS, cards.ITEM_WIDTH), np.int32)
    for line, row in zip(table, rows):
        line[I.COUNT] = row.count
        line[I.MOMENT] = row.moment
        line[I.SCOPE] = row.scope
        line[I.OTHERS_ONLY] = row.others_only
        _write_effect(line, I.OPS, row.effect)
    return table


def status_array(rows: Sequence[BadStatus]) -> Ints:
    table = np.zeros((cards.N_STATUSES, cards.STATUS_WIDTH), np.int32)
    for line, row in zip(table, rows):
        line[U.COUNT] = row.count
        _write_effect(line, U.OPS, row.effect)
    return table


def character_array(rows: Sequence[Character]) -> Ints:
    table = np.zeros((cards.N_CHARACTERS, cards.CHARACTER_WIDTH), np.int32)
    for line, row in zip(table, rows):
        line[C.EXISTS] = 1
        line[C.VALUES : C.VALUES + cards.N_VALUES] = row.values
        line[C.WHEN] = row.when
        line[C.KIND] = row.kind
        line[C.USE] = row.use
        line[C.LIMIT] = row.limit
        _write_effect(line, C.OP, row.effect)
    return table


def kind_of(effect: Effect) -> Action:
    """What an own action counts as."""
    for code, kind in ((Op.DAMAGE, Action.DAMAGE), (Op.STATUS, Action.STATUS), (Op.HEAL, Action.HEAL)):
        if has_code(effect, code):
            return kind
    return Action.NOTHING


def npc_array(rows: Sequence[Npc]) -> Ints:
    table = np.zeros((cards.N_NPCS, cards.NPC_WIDTH), np.int32)
    for line, row in zip(table, rows):
        line[N.LEVEL] = row.level
        line[N.VALUES : N.VALUES + cards.N_VALUES] = row.values
        line[N.USE] = row.own.use
        line[N.MODIFIER] = row.own.modifier
        line[N.UNGUARDABLE] = row.unguardable
        line[N.ONCE] = row.once
        line[N.NOT_BOSS] = row.not_boss
        line[N.KIND] = kind_of(row.own.effect)
        _write_effect(line, N.OPS, row.own.effect)
        line[N.FALLBACK_USE] = NONE
        if row.fallback is not None:
            line[N.FALLBACK_USE] = row.fallback.use
            line[N.FALLBACK_MODIFIER] = row.fallback.modifier
            line[N.FALLBACK_KIND] = kind_of(row.fallback.effect)
            _write_effect(line, N.FALLBACK_OPS, row.fallback.effect)
    return table


def situation_array(rows: Sequence[Situation | None]) -> Ints:
    """None where a row is not used."""
    table = np.zeros((cards.N_SITUATIONS, cards.SITUATION_WIDTH), np.int32)
    for line, row in zip(table, rows):
        if row is None:
            continue
        line[S.EXISTS] = 1
        line[S.FACEDOWN] = row.facedown
        line[S.TARGETS : S.TARGETS + cards.N_ACTIONS_KINDS] = row.targets
        line[S.DEPTH_SUCCESS] = row.depth_success
        line[S.DEPTH_FAILURE] = row.depth_failure
        _write_effect(line, S.SUCCESS, row.success)
        _write_effect(line, S.FAILURE, row.failure)
    return table
