"""A record as JSON. What has its usual value is left out where it would only be noise."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.card_rpg.actions import held_name
from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_CARDS,
    N_FIGURES,
    N_PILE,
    N_ROWS,
    N_STATUSES,
    N_TOWN,
    NONE,
    VALUE_NAMES,
)
from dicedeck.envs.card_rpg.options import CHOICE_NAMES, ENDING_NAMES, PHASE_NAMES, Phase
from dicedeck.envs.card_rpg.position.names import (
    ACTION_NAMES,
    HEALTH_NAMES,
    OPS_NAMES,
    PERSONAL_NAMES,
    RANK_NAMES,
    SOURCE_NAMES,
    USE_NAMES,
    card_name,
    name_of_figure,
    names_of_bits,
    row_name,
    seat_names,
)
from dicedeck.envs.card_rpg.rules.figures import is_npc
from dicedeck.envs.card_rpg.state import TASK_NAMES, B, Place, State
from dicedeck.envs.card_rpg.tables import Tables

Json = dict[str, Any]


def to_dict(tables: Tables, s: State) -> Json:
    """The position."""
    seats = seat_names(s)
    position: Json = {
        "to_move": seats[s.player],
        "phase": PHASE_NAMES[s.phase],
        "adventure": int(s.adventure) + 1,
        "adventures_won": int(s.adventures_won),
        "adventure_steps": int(s.step_count - s.adventure_steps),
        "round": int(s.round_number),
        "first": seats[s.first],
        "turn": int(s.turn),
        "dungeon": bool(s.dungeon),
        "depth": int(s.depth),
        "leads": int(s.leads),
        "succeeded": int(s.succeeded),
        "beaten": int(s.beaten),
        "situation": _situation(tables, s),
        "situation_piles": {
            "town": [tables.situation_keys[k] for k in s.deck[: s.deck_count[0]][::-1]],
            "dungeon": [tables.situation_keys[k] for k in s.deck[N_TOWN : N_TOWN + s.deck_count[1]][::-1]],
        },
        "fight": _fight(s),
        "pile": [card_name(tables, s, card) for card in s.pile[: s.pile_count][::-1]],
        "discards": _cards_at(tables, s, Place.DISCARD),
        "pcs": [_pc(tables, s, seat) for seat in range(s.pcs)],
        "foes": _foes(tables, s),
        "master": _hand(tables, s, MASTER),
        "attempted": bool(s.attempted),
        "attacked": bool(s.attacked),
        "decision": _decision(tables, s),
        "action": _action(tables, s),
        "damage": _damage(tables, s),
        "tasks": [
            {"task": TASK_NAMES[s.task[k]], "args": [int(n) for n in s.task_args[k]]}
            for k in range(s.task_count - 1, -1, -1)
        ],
    }
    if s.phase == Phase.OVER:
        position["result"] = ENDING_NAMES[s.ending]
    return position


def _cards_at(tables: Tables, s: State, place: int) -> list[str]:
    found = [card for card in range(N_CARDS) if s.places[card] == place]
    return [card_name(tables, s, card) for card in sorted(found, key=lambda card: (card >= N_PILE, s.kind_of[card]))]


def _without(entry: Json, **usual: Any) -> Json:
    """The entry without what has its usual value."""
    return {key: value for key, value in entry.items() if key not in usual or value != usual[key]}


def _situation(tables: Tables, s: State) -> Json | None:
    if s.situation == NONE:
        return None
    entry = {
        "card": tables.situation_keys[s.situation],
        "face_down": bool(s.face_down),
        "done": bool(s.situation_done),
        "known_to": [name for seat, name in enumerate(seat_names(s)) if s.situation_known >> seat & 1],
        "passed": [f"pc_{seat}" for seat in range(s.pcs) if s.passed[seat]],
    }
    return _without(entry, done=False, known_to=[], passed=[])


def _fight(s: State) -> Json | None:
    return {"final": bool(s.final), "new": bool(s.fight_new)} if s.fight else None


# ---------------------------------------------------------------- figures


def _pc(tables: Tables, s: State, seat: int) -> Json:
    entry: Json = {"character": tables.character_keys[s.who[seat]]} | _figure(tables, s, seat)
    entry |= _hand(tables, s, seat)
    raised = s.last_raised[seat]
    more = {
        "last_raised": None if raised == NONE else VALUE_NAMES[raised],
        "may_raise": bool(s.grown[seat]),
        "may_change": bool(s.old[seat]),
    }
    return entry | _without(more, last_raised=None, may_raise=False, may_change=False)


def _foes(tables: Tables, s: State) -> list[Json | None]:
    """By their places; null for one that has left."""
    last = max((figure for figure in range(MOST_PCS, N_FIGURES) if s.here[figure]), default=MOST_PCS - 1)
    return [_foe(tables, s, figure) if s.here[figure] else None for figure in range(MOST_PCS, last + 1)]


def _foe(tables: Tables, s: State, figure: int) -> Json:
    key, keys = ("rival", tables.character_keys) if s.rival[figure] else ("npc", tables.npc_keys)
    entry: Json = {
        key: keys[s.who[figure]],
        "number": int(s.number[figure]),
        "rank": RANK_NAMES[s.rank[figure]],
        "acted": bool(s.acted[figure]),
    }
    entry = _without(entry, number=1, rank="plain", acted=False)
    return entry | _figure(tables, s, figure)


def _figure(tables: Tables, s: State, figure: int) -> Json:
    ability = s.ability[figure]
    charmer = s.charmer[figure]
    entry: Json = {
        "level": int(s.level[figure]),
        "values": [int(n) for n in s.values[figure]],
        "ability": None if ability == NONE else tables.character_keys[ability],
        "ability_used": bool(s.ability_used[figure]),
        "health": HEALTH_NAMES[s.health[figure]],
        "statuses": [tables.status_keys[k] for k in range(N_STATUSES) if s.statuses[figure, k]],
        "charmer": None if charmer == NONE else seat_names(s)[charmer],
        "hidden": bool(s.hidden[figure]),
        "once_used": bool(s.once_used[figure]),
        "shielding": bool(s.shielding[figure]),
        "extra": int(s.extra[figure]),
        "rows": [_row(tables, s, figure, row) for row in range(N_ROWS)],
    }
    if not any(entry["rows"]):
        entry["rows"] = []
    if is_npc(s, figure) and ability == NONE:
        del entry["ability"]
    flags = dict.fromkeys(("ability_used", "hidden", "once_used", "shielding"), False)
    return _without(entry, **flags, statuses=[], charmer=None, extra=0, rows=[])


def _row(tables: Tables, s: State, figure: int, row: int) -> Json | None:
    if s.row_size[figure, row] == 0:
        return None
    entry = {
        "cards": [card_name(tables, s, card) for card in s.row_cards[figure, row, : s.row_size[figure, row]]],
        "used": bool(s.row_used[figure, row]),
        "acted": int(s.row_acted[figure, row]),
        "copies": row_name(tables, s, int(s.row_copy[figure, row])),
    }
    return _without(entry, used=False, acted=0, copies=None)


def _hand(tables: Tables, s: State, hand: int) -> Json:
    """What belongs to a hand: its cards, who knows some of them, personal weapons, experience."""
    place = int(Place.HAND) + hand
    first = N_PILE + 2 * hand
    known = [
        {"card": card_name(tables, s, card), "to": to}
        for card in sorted((c for c in range(N_CARDS) if s.places[c] == place), key=lambda c: int(s.kind_of[c]))
        if (to := _knowing(s, card, hand))
    ]
    entry: Json = {
        "hand": _cards_at(tables, s, place),
        "known": sorted(known, key=lambda row: (row["card"], row["to"])),
        "personal": [_built(tables, s, first + k) for k in range(2)],
        "aside": [PERSONAL_NAMES[k] for k in range(2) if s.places[first + k] == Place.ASIDE],
        "experience": int(s.experience[hand]),
    }
    return _without(entry, known=[], personal=[None, None], aside=[], experience=0)


def _knowing(s: State, card: int, hand: int) -> list[str]:
    """Who knows that the card is in the hand, apart from its owner."""
    owner = min(hand, int(s.pcs))
    return [name for seat, name in enumerate(seat_names(s)) if seat != owner and s.known[card] >> seat & 1]


def _built(tables: Tables, s: State, card: int) -> Json | None:
    row = s.built[card - N_PILE]
    if row[B.KIND] == NONE:
        return None
    entry = {
        "weapon": tables.weapon_keys[row[B.KIND]],
        "level": int(row[B.LEVEL]),
        "modifier": int(row[B.MODIFIER]),
        "additional": int(row[B.ADDITIONAL]),
        "critical": int(row[B.CRITICAL]),
        "npc": None if row[B.NPC] == NONE else tables.npc_keys[row[B.NPC]],
    }
    return _without(entry, modifier=0, additional=0, critical=0, npc=None)


# ---------------------------------------------------------------- what is going on


def _decision(tables: Tables, s: State) -> Json:
    """What the seat is asked about."""
    entry = {
        "about": name_of_figure(tables, s, int(s.subject)),
        "choice": CHOICE_NAMES[s.choice],
        "allowed": names_of_bits(tables, s, int(s.allowed)),
        "may_pass": bool(s.may_pass),
        "item": None if s.held_item == NONE else tables.item_keys[s.held_item],
        "user": name_of_figure(tables, s, int(s.lead)),
        "held": None if s.held == NONE else held_name(tables, int(s.held)),
        "held_row": int(s.held_row) + 1,
        "partner": None if s.partner == NONE else f"pc_{s.partner}",
        "offered": None if s.offered == NONE else card_name(tables, s, int(s.offered)),
        "asked": None if s.asked == NONE else card_name(tables, s, int(s.asked)),
        "free_point": bool(s.free_point),
    }
    usual = dict.fromkeys(("about", "item", "user", "held", "partner", "offered", "asked"))
    return _without(entry, **usual, choice="nothing", allowed=[], may_pass=False, held_row=1, free_point=False)


def _action(tables: Tables, s: State) -> Json | None:
    """The action in hand."""
    if s.actor == NONE:
        return None
    keys: tuple[tuple[str, ...], ...] = (tables.weapon_keys, tables.item_keys, tables.npc_keys, tables.npc_keys)
    entry: Json = {
        "by": name_of_figure(tables, s, int(s.actor)),
        "source": SOURCE_NAMES[s.source],
        "row": int(s.source_row) + 1,
        "effect_of": OPS_NAMES[s.ops],
        "card": keys[s.ops][s.ops_row],
        "kind": ACTION_NAMES[s.kind],
        "use": USE_NAMES[s.use],
        "modifier": int(s.modifier),
        "bonus": int(s.bonus),
        "per_hidden": bool(s.per_hidden),
        "unguardable": bool(s.unguardable),
        "critical": int(s.critical),
        "goal": int(s.goal),
        "steered": bool(s.steered),
        "targets": names_of_bits(tables, s, int(s.targets)),
        "hits": names_of_bits(tables, s, int(s.hits)),
        "crits": names_of_bits(tables, s, int(s.crits)),
        "dice": int(s.dice),
        "rolls": int(s.rolls),
        "asked": int(s.next_asked),
    }
    usual: Json = dict.fromkeys(("per_hidden", "unguardable", "steered"), False)
    usual |= dict.fromkeys(("bonus", "modifier", "critical", "goal", "dice", "rolls", "asked"), 0)
    return _without(entry, **usual, row=1, targets=[], hits=[], crits=[])


def _damage(tables: Tables, s: State) -> Json | None:
    """The damage that somebody is asked about."""
    if s.damage_to == NONE:
        return None
    entry = {
        "to": name_of_figure(tables, s, int(s.damage_to)),
        "by": name_of_figure(tables, s, int(s.damage_by)),
        "flags": int(s.damage_flags),
    }
    return _without(entry, by=None, flags=0)
