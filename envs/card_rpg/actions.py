"""The action space: one table for all options but the tables, whose keys are its names."""

from __future__ import annotations

from functools import lru_cache

from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MOST_FOES,
    MOST_PCS,
    N_CHARACTERS,
    N_ITEMS,
    N_KINDS,
    N_NPCS,
    N_ROWS,
    N_SITUATIONS,
    N_STATUSES,
    N_VALUES,
    N_WEAPONS,
    NONE,
    VALUE_NAMES,
)
from dicedeck.envs.card_rpg.tables import Tables, load_tables
from dicedeck.envs.core.blocks import ActionTable, Block

N_HELD = N_KINDS + 2
"""What a hand can hold: a kind of card, or the first or second personal weapon."""
T_FOE = MOST_PCS
"""Names of figures: PCs, NPC cards, the second to fifth mimic, rivals by their character."""
T_AGAIN = T_FOE + N_NPCS
T_RIVAL = T_AGAIN + MOST_FOES - 1
N_NAMES = T_RIVAL + N_CHARACTERS
STRENGTHS = ("modifier", "additional", "critical")


def held_name(tables: Tables, held: int) -> str:
    """A card of a hand in words."""
    return f"personal_{held - N_KINDS + 1}" if held >= N_KINDS else kind_name(tables, held)


def kind_name(tables: Tables, kind: int) -> str:
    return tables.weapon_keys[kind] if kind < N_WEAPONS else tables.item_keys[kind - N_WEAPONS]


def figure_name(tables: Tables, name: int) -> str:
    """A number of the block ``target`` in words."""
    if name < T_FOE:
        return f"pc_{name}"
    if name < T_AGAIN:
        return tables.npc_keys[name - T_FOE]
    if name < T_RIVAL:
        mimic = tables.npc_keys[tables.mimic] if tables.mimic != NONE else "mimic"
        return f"{mimic} {name - T_AGAIN + 2}"
    return f"rival {tables.character_keys[name - T_RIVAL]}"


@lru_cache(maxsize=16)
def action_table(tables: Tables) -> ActionTable:
    """The blocks with the names of these tables."""

    def held(index: int) -> str:
        return held_name(tables, index)

    def kind(index: int) -> str:
        return kind_name(tables, index)

    return ActionTable(
        [
            Block("set", (N_SITUATIONS,), lambda k: f"set {tables.situation_keys[k]}", "the game master"),
            Block("set random", (), lambda: "set random", "the top card of the pile"),
            Block("go", (), lambda: "go", "to the dungeon"),
            Block("stay", (), lambda: "stay", "in town"),
            Block("offer", (N_KINDS, MOST_PCS), lambda k, p: f"offer {kind(k)} to pc_{p}", "trade"),
            Block("ask", (N_KINDS,), lambda k: f"ask {kind(k)}", "the own card for the one offered"),
            Block("agree", (), lambda: "agree", "to the trade, to take the damage"),
            Block("refuse", (), lambda: "refuse", ""),
            Block("plot", (N_HELD, N_ROWS), lambda h, r: f"plot {held(h)} row {r + 1}", "personal weapons by number"),
            Block("discard row", (N_ROWS,), lambda r: f"discard row {r + 1}", "to make room"),
            Block("use row", (N_ROWS,), lambda r: f"use row {r + 1}", "as an action; Riposte; a guard by Shield"),
            Block("own action", (), lambda: "own action", "of the foe that acts"),
            Block("use", (N_ITEMS,), lambda i: f"use {tables.item_keys[i]}", "an item of hand or rows"),
            Block("up", (), lambda: "up", "dice total + 1"),
            Block("down", (), lambda: "down", "dice total - 1"),
            Block(
                "target", (N_NAMES,), lambda t: f"target {figure_name(tables, t)}", "whatever a figure is chosen for"
            ),
            Block("act", (N_NAMES - T_FOE,), lambda t: f"act {figure_name(tables, t + T_FOE)}", "the game master"),
            Block("row", (N_ROWS,), lambda r: f"row {r + 1}", "that is dropped or copied"),
            Block("physical", (), lambda: "physical", "a card of either use"),
            Block("magic", (), lambda: "magic", ""),
            Block("guard row", (N_ROWS,), lambda r: f"guard row {r + 1}", "cancels one damage"),
            Block("take it", (), lambda: "take it", "the damage"),
            Block("remove", (N_STATUSES,), lambda k: f"remove {tables.status_keys[k]}", "in the clean-up"),
            Block("discard", (N_HELD,), lambda h: f"discard {held(h)}", "down to the limit"),
            Block("pick", (N_KINDS,), lambda k: f"pick {kind(k)}", "from the discards"),
            Block("ability", (N_CHARACTERS,), lambda c: f"ability {tables.character_keys[c]}", "use it, or choose it"),
            Block("raise", (N_VALUES,), lambda v: f"raise {VALUE_NAMES[v]}", "growth"),
            Block("build", (COMMAND,), lambda k: f"build {kind(k)}", "a personal weapon"),
            Block("build command", (N_NPCS,), lambda n: f"build command {tables.npc_keys[n]}", "with its NPC"),
            Block("strengthen", (len(STRENGTHS),), lambda k: f"strengthen {STRENGTHS[k]}", "a personal weapon"),
            Block("pass", (), lambda: "pass", "nothing, or no more"),
        ]
    )


TABLE = action_table(load_tables("standard"))
"""The standard names; the numbers are the same for all tables."""
N_BLOCKS = len(TABLE.blocks)

A_SET = TABLE.starts["set"]
A_SET_RANDOM = TABLE.starts["set random"]
A_GO = TABLE.starts["go"]
A_STAY = TABLE.starts["stay"]
A_OFFER = TABLE.starts["offer"]
A_ASK = TABLE.starts["ask"]
A_AGREE = TABLE.starts["agree"]
A_REFUSE = TABLE.starts["refuse"]
A_PLOT = TABLE.starts["plot"]
A_DISCARD_ROW = TABLE.starts["discard row"]
A_USE_ROW = TABLE.starts["use row"]
A_OWN = TABLE.starts["own action"]
A_ITEM = TABLE.starts["use"]
A_UP = TABLE.starts["up"]
A_DOWN = TABLE.starts["down"]
A_TARGET = TABLE.starts["target"]
A_ACT = TABLE.starts["act"]
A_ROW = TABLE.starts["row"]
A_PHYSICAL = TABLE.starts["physical"]
A_MAGIC = TABLE.starts["magic"]
A_GUARD = TABLE.starts["guard row"]
A_TAKE = TABLE.starts["take it"]
A_REMOVE = TABLE.starts["remove"]
A_DISCARD = TABLE.starts["discard"]
A_PICK = TABLE.starts["pick"]
A_ABILITY = TABLE.starts["ability"]
A_RAISE = TABLE.starts["raise"]
A_BUILD = TABLE.starts["build"]
A_BUILD_COMMAND = TABLE.starts["build command"]
A_STRENGTHEN = TABLE.starts["strengthen"]
A_PASS = TABLE.starts["pass"]
