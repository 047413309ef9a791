"""What is going on in a position: the decision, the action in hand, the damage."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import N_HELD, held_name
from dicedeck.envs.card_rpg.cards import MOST_PCS, N_NPCS, N_PILE, N_ROWS, NONE
from dicedeck.envs.card_rpg.options import CHOICE_NAMES, Phase
from dicedeck.envs.card_rpg.position.names import (
    ACTION_NAMES,
    OPS_NAMES,
    SOURCE_NAMES,
    USE_NAMES,
    card_name,
    seat_names,
)
from dicedeck.envs.card_rpg.position.parts import Parts, whole
from dicedeck.envs.card_rpg.position.people import MOST_BUILT, MOST_VALUE
from dicedeck.envs.card_rpg.rules.damage import MOST_FLAGS
from dicedeck.envs.card_rpg.state import Place
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader


def read_decision(parts: Parts) -> None:
    s, entry = parts.s, parts.reader.mapping("decision")
    s.subject = parts.figure(entry, "about")
    if s.subject == NONE and s.player < s.pcs and s.phase != Phase.OVER:
        s.subject = s.player
    s.choice = entry.choice("choice", CHOICE_NAMES, "nothing")
    s.allowed = parts.bits(entry, "allowed")
    s.may_pass = entry.flag("may_pass")
    s.held_item = entry.optional_choice("item", parts.tables.item_keys, NONE)
    s.lead = parts.figure(entry, "user")
    s.held = entry.optional_choice("held", [held_name(parts.tables, k) for k in range(N_HELD)], NONE)
    s.held_row = whole(entry, "held_row", 1, N_ROWS, 1) - 1
    s.partner = entry.optional_choice("partner", seat_names(s)[:-1], NONE)
    s.free_point = entry.flag("free_point")
    turn = (s.first + s.turn) % s.pcs
    s.offered = _hand_card(parts, entry, "offered", int(turn))
    s.asked = _hand_card(parts, entry, "asked", int(s.partner))
    entry.finish()


def _hand_card(parts: Parts, entry: Reader, key: str, seat: int) -> int:
    name = entry.get(key)
    if name is None:
        return NONE
    for card in range(N_PILE):
        if parts.s.places[card] == int(Place.HAND) + seat and card_name(parts.tables, parts.s, card) == name:
            return card
    raise PositionError(entry.path(key), f"{name!r} is no card of that hand")


def read_action(parts: Parts) -> None:
    s, tables = parts.s, parts.tables
    if parts.reader.get("action") is None:
        return
    entry = parts.reader.mapping("action")
    s.actor = parts.required(entry, "by")
    s.source = entry.choice("source", SOURCE_NAMES, "row")
    s.source_row = whole(entry, "row", 1, max(N_NPCS, N_ROWS), 1) - 1
    s.ops = entry.choice("effect_of", OPS_NAMES, "weapon")
    keys: tuple[tuple[str, ...], ...] = (
        tables.weapon_keys, tables.item_keys, tables.npc_keys, tables.npc_keys, tables.situation_keys,
        tables.situation_keys,
    )  # fmt: skip
    s.ops_row = entry.choice("card", keys[s.ops], "")
    s.kind = entry.choice("kind", ACTION_NAMES, "damage")
    s.use = entry.choice("use", USE_NAMES, "physical")
    s.modifier = whole(entry, "modifier", -MOST_VALUE, MOST_VALUE, 0)
    s.bonus = whole(entry, "bonus", -MOST_VALUE, MOST_VALUE, 0)
    s.per_hidden = entry.flag("per_hidden")
    s.unguardable = entry.flag("unguardable")
    s.critical = entry.count("critical", most=MOST_BUILT)
    s.goal = entry.count("goal", most=MOST_VALUE)
    s.steered = entry.flag("steered")
    s.targets = parts.bits(entry, "targets")
    s.hits = parts.bits(entry, "hits")
    s.crits = parts.bits(entry, "crits")
    s.dice = entry.count("dice", most=20)
    s.rolls = entry.count("rolls", most=20)
    s.next_asked = entry.count("asked", most=2 * MOST_PCS + 1)
    entry.finish()


def read_damage(parts: Parts) -> None:
    s = parts.s
    if parts.reader.get("damage") is None:
        return
    entry = parts.reader.mapping("damage")
    s.damage_to = parts.required(entry, "to")
    s.damage_by = parts.figure(entry, "by")
    s.damage_flags = entry.count("flags", most=MOST_FLAGS)
    entry.finish()
