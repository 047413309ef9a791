"""Text pictures: of everything, or of what one player knows; and how a move reads to the one who watches it."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import A_AGREE, A_ASK, A_OFFER, A_SET, A_SET_RANDOM, action_table, held_name
from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_CARDS,
    N_FIGURES,
    N_PILE,
    N_ROWS,
    N_STATUSES,
    N_VALUES,
    NONE,
    Action,
    S,
)
from dicedeck.envs.card_rpg.options import CHOICE_NAMES, ENDING_NAMES, PHASE_NAMES, Choice, Phase
from dicedeck.envs.card_rpg.position.names import (
    ACTION_NAMES,
    HEALTH_NAMES,
    OPS_NAMES,
    RANK_NAMES,
    card_name,
    name_of_figure,
    names_of_bits,
    row_name,
    seat_names,
)
from dicedeck.envs.card_rpg.rules.checks import total_bonus
from dicedeck.envs.card_rpg.rules.context import is_rolled
from dicedeck.envs.card_rpg.rules.figures import rows_of, value_of
from dicedeck.envs.card_rpg.state import Health, Ops, Place, State
from dicedeck.envs.card_rpg.tables import Tables

_SHOWN = 8
"""Cards of the pile that are shown, the next one first."""


def phase(s: State) -> str:
    """``target (attack)`` where a figure or a row is chosen."""
    name = PHASE_NAMES[s.phase]
    return f"{name} ({CHOICE_NAMES[s.choice]})" if s.phase in (Phase.TARGET, Phase.ROW) else name


def seen_action(tables: Tables, s: State, action: int, viewer: int) -> str:
    """What the viewer learns of an action of the player to move: trades and cards face down are secret (CARD-11)."""
    names = action_table(tables).names
    if viewer == s.player:
        return names[action]
    if A_OFFER <= action < A_ASK:
        partner = (action - A_OFFER) % MOST_PCS
        return names[action] if viewer == partner else f"offer a card to pc_{partner}"
    if A_ASK <= action < A_AGREE:
        return names[action] if viewer == s.subject else "ask a card"
    if A_SET <= action < A_SET_RANDOM and s.dungeon:
        return "set a card"
    return names[action]


def render(tables: Tables, s: State, viewer: int | None = None) -> str:
    """Course, situation, PCs, foes, the action in hand; without a viewer all hands and the pile lie open."""
    lines = [_heading(tables, s), _course(s), *_situation(tables, s, viewer), *_cards(tables, s, viewer)]
    for figure in range(N_FIGURES):
        if s.here[figure]:
            lines += _figure(tables, s, figure, viewer)
    lines += [*_master(tables, s, viewer), *_action(tables, s), *_decision(tables, s, viewer)]
    return "\n".join(line.rstrip() for line in lines)


def _heading(tables: Tables, s: State) -> str:
    count = f"{s.step_count} action" + "s" * int(s.step_count != 1)
    if s.phase == Phase.OVER:
        return f"C.A.R.D. RPG: {ENDING_NAMES[s.ending]} after {count}"
    about = name_of_figure(tables, s, int(s.subject))
    seat = seat_names(s)[s.player]
    told = f" about {about}" if about not in (None, seat) else ""
    return f"C.A.R.D. RPG: {seat} decides ({phase(s)}{told}), {count} so far"


def _course(s: State) -> str:
    row = f"  round {s.round_number}"
    if s.campaign > 1:
        row = f"  adventure {s.adventure + 1} of {s.campaign} ({s.adventures_won} won), round {s.round_number}"
    turn = f"pc_{(s.first + s.turn) % s.pcs}" if s.turn < s.pcs else "the other side"
    place = f"dungeon, depth {s.depth} of {s.pcs}" if s.dungeon else f"town, leads {s.leads} of {s.pcs}"
    fight = ", final fight" if s.fight and s.final else ", fight" if s.fight else ""
    return f"{row}, turn of {turn}; {place}{fight}; cards succeeded {s.succeeded}"


# ---------------------------------------------------------------- situation and pile


def _situation(tables: Tables, s: State, viewer: int | None) -> list[str]:
    if s.situation == NONE:
        return []
    if s.face_down and viewer is not None and not s.situation_known >> viewer & 1:
        return [f"  situation: face down, gather {s.situations[s.situation, S.FACEDOWN]}{_passed(s)}"]
    row = s.situations[s.situation]
    offered = [f"{ACTION_NAMES[k]} {row[S.TARGETS + k]}" for k in range(len(Action)) if row[S.TARGETS + k]]
    shown = " (face down)" if s.face_down else " (done)" if s.situation_done else ""
    return [f"  situation: {tables.situation_keys[s.situation]}{shown}: {', '.join(offered)}{_passed(s)}"]


def _passed(s: State) -> str:
    names = [f"pc_{seat}" for seat in range(s.pcs) if s.passed[seat]]
    return f"; passed: {', '.join(names)}" if names else ""


def _cards(tables: Tables, s: State, viewer: int | None) -> list[str]:
    shown = ""
    if viewer is None and s.pile_count:
        top = [card_name(tables, s, card) for card in s.pile[: s.pile_count][::-1][:_SHOWN]]
        shown = f": {', '.join(top)} ..."
    return [f"  pile {s.pile_count}{shown}", f"  discards: {_listed(tables, s, Place.DISCARD)}"]


def _listed(tables: Tables, s: State, place: int) -> str:
    """Cards of a place with their numbers: ``2 sword, axe``."""
    names = [card_name(tables, s, card) for card in range(N_CARDS) if s.places[card] == place]
    return _counted(names) or "-"


def _counted(names: list[str]) -> str:
    return ", ".join(f"{n} {name}" if (n := names.count(name)) > 1 else name for name in dict.fromkeys(names))


# ---------------------------------------------------------------- figures


def _figure(tables: Tables, s: State, figure: int, viewer: int | None) -> list[str]:
    own = [int(value_of(s, figure, k)) for k in range(N_VALUES)]
    marks = [HEALTH_NAMES[s.health[figure]]] if s.health[figure] else []
    marks += [RANK_NAMES[s.rank[figure]]] if s.rank[figure] else []
    marks += [tables.status_keys[k] for k in range(N_STATUSES) if s.statuses[figure, k]]
    marks += ["hidden"] * bool(s.hidden[figure]) + ["acted"] * bool(s.acted[figure])
    marks += ["takes the next damage"] * bool(s.shielding[figure])
    kind = f" {tables.character_keys[s.who[figure]]}" if figure < MOST_PCS else ""
    ability = f", {tables.abilities[s.ability[figure]]}{' (used)' * bool(s.ability_used[figure])}"
    text = f"  {name_of_figure(tables, s, figure)}{kind} level {s.level[figure]}"
    text += f"  physical {own[0]:+d}/{own[1]} magic {own[2]:+d}/{own[3]}"
    text += ability if s.ability[figure] != NONE else ""
    lines = [text + (f"  [{', '.join(marks)}]" if marks else "")]
    lines += [_row(tables, s, figure, row) for row in range(rows_of(s, figure)) if s.row_size[figure, row]]
    if figure < MOST_PCS and s.health[figure] != Health.DEAD:
        lines.append(f"    hand: {_hand(tables, s, figure, viewer)}")
    return lines


def _row(tables: Tables, s: State, figure: int, row: int) -> str:
    cards = [card_name(tables, s, card) for card in s.row_cards[figure, row, : s.row_size[figure, row]]]
    copied = row_name(tables, s, int(s.row_copy[figure, row]))
    used = " (used)" * bool(s.row_used[figure, row])
    return f"    row {row + 1}: {_counted(cards)}{f' as {copied}' if copied else ''}{used}"


def _hand(tables: Tables, s: State, hand: int, viewer: int | None) -> str:
    """The cards that the viewer knows, and how many others there are."""
    cards = [card for card in range(N_CARDS) if s.places[card] == int(Place.HAND) + hand]
    shown = [card for card in cards if _is_shown(s, card, hand, viewer)]
    names = [_personal(tables, s, card) if card >= N_PILE else card_name(tables, s, card) for card in shown]
    hidden = len(cards) - len(shown)
    return ", ".join([_counted(names)] * bool(names) + [f"{hidden} unknown"] * bool(hidden)) or "-"


def _personal(tables: Tables, s: State, card: int) -> str:
    """``personal_1 (sword)``."""
    return f"{card_name(tables, s, card)} ({tables.weapon_keys[s.built[card - N_PILE, 0]]})"


def _is_shown(s: State, card: int, hand: int, viewer: int | None) -> bool:
    """Personal weapons and the hand of the written policy are open to all."""
    if viewer is None or card >= N_PILE or hand == (MASTER if viewer == s.pcs else viewer):
        return True
    return bool(s.known[card] >> viewer & 1) or (hand == MASTER and not s.gm)


def _master(tables: Tables, s: State, viewer: int | None) -> list[str]:
    return [f"  {seat_names(s)[-1]} hand: {_hand(tables, s, MASTER, viewer)}"] if s.gm or s.hand_count[MASTER] else []


# ---------------------------------------------------------------- the action in hand


def _action(tables: Tables, s: State) -> list[str]:
    if s.actor == NONE:
        return []
    keys = tables.weapon_keys if s.ops == Ops.WEAPON else tables.item_keys if s.ops == Ops.ITEM else tables.npc_keys
    row = f"  {name_of_figure(tables, s, int(s.actor))} uses {keys[s.ops_row]} ({OPS_NAMES[s.ops]})"
    if s.goal:
        row += f" against {s.goal}"
    elif s.targets:
        row += f" on {', '.join(names_of_bits(tables, s, int(s.targets)))}"
    if is_rolled(s) and s.ops != Ops.ITEM:
        row += f", 2D6{total_bonus(s):+d}"
    if s.rolls:
        row += f": dice {s.dice}, hits {', '.join(names_of_bits(tables, s, int(s.hits))) or 'nobody'}"
    return [row]


def _decision(tables: Tables, s: State, viewer: int | None) -> list[str]:
    lines = []
    if s.damage_to != NONE:
        by = name_of_figure(tables, s, int(s.damage_by))
        lines.append(f"  damage to {name_of_figure(tables, s, int(s.damage_to))}{f' by {by}' if by else ''}")
    if s.held_item != NONE:
        lines.append(f"  item in hand: {tables.item_keys[s.held_item]}")
    if s.held != NONE and viewer in (None, s.player):
        lines.append(f"  to be plotted: {held_name(tables, int(s.held))} in row {s.held_row + 1}")
    if s.offered != NONE:
        seats = (None, int(s.partner), int((s.first + s.turn) % s.pcs))
        card = card_name(tables, s, int(s.offered)) if viewer in seats else "a card"
        asked = ""
        if s.asked != NONE:
            asked = f" for {card_name(tables, s, int(s.asked)) if viewer in seats else 'a card'}"
        lines.append(f"  trade: {card} to pc_{s.partner}{asked}")
    if s.choice in (Choice.DROP, Choice.COPY) and s.phase == Phase.ROW:
        rows = [row + 1 for row in range(N_ROWS) if s.row_size[s.subject, row]]
        lines.append(f"  a row of {name_of_figure(tables, s, int(s.subject))}: {', '.join(map(str, rows))}")
    return lines
