"""Words of the notation for seats, figures, cards and rows."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import figure_name, kind_name
from dicedeck.envs.card_rpg.cards import N_FIGURES, N_PILE, N_ROWS, NONE
from dicedeck.envs.card_rpg.rules.figures import name_of
from dicedeck.envs.card_rpg.state import State
from dicedeck.envs.card_rpg.tables import Tables

HEALTH_NAMES = ("unhurt", "wounded", "disabled", "dead")
RANK_NAMES = ("plain", "mid_boss", "boss")
SOURCE_NAMES = ("row", "own", "item")
OPS_NAMES = ("weapon", "item", "npc", "fallback", "success", "failure")
USE_NAMES = ("physical", "magic", "either", "absolute", "constant")
ACTION_NAMES = (
    "nothing", "damage", "status", "heal", "cleanse", "guard", "counter", "gather", "request", "disarm", "set_trap",
    "hide", "command",
)  # fmt: skip
PERSONAL_NAMES = ("personal_1", "personal_2")
MASTER_SEAT = "gm_0"


def seat_names(s: State) -> list[str]:
    """All seats, that of the other side too where nobody sits there."""
    return [*(f"pc_{seat}" for seat in range(s.pcs)), MASTER_SEAT]


def figure_names(tables: Tables, s: State) -> dict[str, int]:
    """The figures that take part, by name."""
    return {figure_name(tables, int(name_of(s, figure))): figure for figure in range(N_FIGURES) if s.here[figure]}


def name_of_figure(tables: Tables, s: State, figure: int) -> str | None:
    return None if figure == NONE else figure_name(tables, int(name_of(s, figure)))


def names_of_bits(tables: Tables, s: State, bits: int) -> list[str]:
    return [name for name, figure in figure_names(tables, s).items() if bits >> figure & 1]


def card_name(tables: Tables, s: State, card: int) -> str:
    """A card by its kind, a personal weapon by its number."""
    return PERSONAL_NAMES[(card - N_PILE) % 2] if card >= N_PILE else kind_name(tables, int(s.kind_of[card]))


def row_name(tables: Tables, s: State, code: int) -> str | None:
    """``goblin row 1`` for figure * N_ROWS + row."""
    if code == NONE:
        return None
    return f"{name_of_figure(tables, s, code // N_ROWS)} row {code % N_ROWS + 1}"
