"""A text picture of a fight: the board, the figures with their ranges, the pending roll."""

from __future__ import annotations

from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    KIND_NAMES,
    MOST_FIGURES,
    MOST_KNOWN,
    MOST_PCS,
    NONE,
    STATUS_NAMES,
    TIMING_NAMES,
    WIDTH,
    Aim,
    Op,
    Reach,
    Row,
    Value,
)
from dicedeck.envs.kamigakari.core.dice import total
from dicedeck.envs.kamigakari.fight.moves import A_TALENT, A_WEAPON, FIGURE_NAMES, TABLE
from dicedeck.envs.kamigakari.fight.outlook import needed
from dicedeck.envs.kamigakari.fight.rules.figures import bonds_of, initiative_of, is_there, stands, value_of
from dicedeck.envs.kamigakari.fight.state import (
    CHECK_NAMES,
    ENDING_NAMES,
    GOING_NAMES,
    MOMENT_NAMES,
    PHASE_NAMES,
    STAGE_NAMES,
    CheckKind,
    Moment,
    Phase,
    State,
)
from dicedeck.envs.kamigakari.tables import Battle

GROUND = ".#~"
WIDTH_OF_NAME = 16


def phase(s: State) -> str:
    """What is being decided."""
    if s.phase == Phase.REACT:
        return f"react ({MOMENT_NAMES[s.moment]})"
    if s.phase in (Phase.BEFORE, Phase.ROLL, Phase.LEND):
        return f"{PHASE_NAMES[s.phase]} ({CHECK_NAMES[s.check]})"
    return PHASE_NAMES[s.phase]


def seen_action(battle: Battle, s: State, action: int, viewer: int) -> str:
    """Talents are told by their names to the others; their own player knows them by number."""
    name = TABLE.names[action]
    if viewer == s.player or not A_TALENT <= action < A_WEAPON:
        return name
    row = int(s.known[s.figure, action - A_TALENT])
    return name if row == NONE else f"{name}: {battle.row_names[row]}"


def render(battle: Battle, s: State, viewer: int | None) -> str:
    """Everything lies open, so all viewers see the same."""
    rows = [_heading(battle, s), *_board(s), *_figures(battle, s), *_pending(battle, s)]
    return "\n".join(row.rstrip() for row in rows)


def _heading(battle: Battle, s: State) -> str:
    count = f"{s.step_count} action" + "s" * int(s.step_count != 1)
    if s.phase == Phase.OVER:
        return f"{battle.title}: {ENDING_NAMES[s.ending]} in turn {s.turn} after {count}"
    return (
        f"{battle.title}, turn {s.turn} of {s.max_turns}, {STAGE_NAMES[s.stage]}: "
        f"{FIGURE_NAMES[s.figure]} decides ({phase(s)}), {count} so far"
    )


# ---------------------------------------------------------------- the board


def _board(s: State) -> list[str]:
    """PCs are 0 to 3, enemies a to h, the fallen are not drawn; # obstacle, ~ rough ground."""
    rows = ["     " + " ".join(f"{column:2}" for column in range(s.grid))]
    for line in range(s.grid):
        cells = [_cell(s, line * WIDTH + column) for column in range(s.grid)]
        rows.append(f"  {line:2} " + " ".join(f"{cell:>2}" for cell in cells))
    return rows


def _cell(s: State, square: int) -> str:
    for figure in range(MOST_FIGURES):
        if s.square[figure] == square and stands(s, figure):
            return letter(figure)
    return GROUND[s.terrain[square]]


def letter(figure: int) -> str:
    return str(figure) if figure < MOST_PCS else "abcdefgh"[figure - MOST_PCS]


# ---------------------------------------------------------------- figures


def _figures(battle: Battle, s: State) -> list[str]:
    rows = []
    for figure in range(MOST_FIGURES):
        if is_there(s, figure):
            rows += _figure(battle, s, figure)
    return rows


def _figure(battle: Battle, s: State, figure: int) -> list[str]:
    name = battle.figure_names[figure]
    row = f"  {letter(figure)} {FIGURE_NAMES[figure]:8} {name:{WIDTH_OF_NAME}} HP {s.hp[figure]}/{s.max_hp[figure]}"
    status = [name for k, name in enumerate(STATUS_NAMES) if s.status[figure] >> k & 1]
    row += f"  {' '.join(status)}" if status else ""
    if not stands(s, figure):
        return [row]
    kinds = ((Value.ACCURACY, "acc"), (Value.EVASION, "eva"), (Value.CASTING, "cas"), (Value.RESISTANCE, "res"))
    values = " ".join(f"{text} {value_of(s, figure, value)}" for value, text in kinds)
    damages = f"dmg {value_of(s, figure, Value.PHYSICAL_DAMAGE)}/{value_of(s, figure, Value.MAGIC_DAMAGE)}"
    armour = f"arm {value_of(s, figure, Value.ARMOUR)}/{value_of(s, figure, Value.BARRIER)}"
    ways = f"move {value_of(s, figure, Value.MOVE)} size {value_of(s, figure, Value.SIZE)}"
    row += f"  ini {initiative_of(s, figure)} {values} {damages} {armour} {ways}"
    if s.weakness[figure]:
        row += f" weak {ATTRIBUTE_NAMES[s.weakness[figure]]}"
    if s.die[figure]:
        row += f" die {s.die[figure]}"
    rows = [row]
    if s.spirit_dice[figure]:
        wild = f" + {s.surplus[figure]} surplus" if s.surplus[figure] else ""
        rows.append(
            f"      spirit {_faces(s.spirit[figure]) or '-'}{wild}, {s.spent[figure]} spent; "
            f"essence {s.essence[figure]}, bonds {bonds_of(s, figure)}"
        )
    if figure == s.figure and s.phase != Phase.OVER:
        rows.append(f"      {'; '.join(_known(battle, s, figure))}")
    return rows


def _faces(counts: object) -> str:
    return " ".join(str(face + 1) for face in range(6) for _ in range(counts[face]))  # type: ignore[index]


def _known(battle: Battle, s: State, figure: int) -> list[str]:
    """What the figure can use, with its number, timing and range."""
    weapon = int(s.weapon[figure])
    parts = [] if weapon == NONE else [f"weapon ({_reach(s, weapon)})"]
    for slot in range(MOST_KNOWN):
        row = int(s.known[figure, slot])
        if row != NONE:
            name = battle.row_names[row]
            parts.append(f"{slot + 1} {name} ({TIMING_NAMES[s.rows[row, Row.TIMING]]}, {_reach(s, row)})")
    return parts


def _reach(s: State, row: int) -> str:
    reach, n = s.rows[row, Row.REACH], s.rows[row, Row.REACH_N]
    texts = {Reach.SELF: "self", Reach.ENGAGED: "engaged", Reach.MOVE: f"move-{n}", Reach.BATTLEFIELD: "battlefield"}
    text = texts.get(reach, f"{n} squares")
    return text + (", area" if s.rows[row, Row.AIM] == Aim.AREA else "")


# ---------------------------------------------------------------- what is pending


def _pending(battle: Battle, s: State) -> list[str]:
    if s.phase == Phase.OVER:
        return []
    rows = []
    if s.user != NONE and s.row != NONE:
        targets = ", ".join(FIGURE_NAMES[f] for f in range(MOST_FIGURES) if s.targets[f])
        aimed = f" at {targets}" if targets else ""
        rows.append(f"  deed: {FIGURE_NAMES[s.user]}, {battle.row_names[s.row]}{aimed}")
    if s.attack != NONE:
        rows.append(_attack(s))
    if s.check != CheckKind.NONE:
        rows.append(_check(s))
    if s.moment != Moment.NONE:
        rows.append(f"  moment: {FIGURE_NAMES[s.subject]} {MOMENT_NAMES[s.moment]}")
    if s.pay_row != NONE:
        rows.append(f"  to pay: {battle.row_names[s.pay_row]}, paid {_faces(s.paid) or '-'}")
    if s.mover != NONE:
        rows.append(f"  move: {FIGURE_NAMES[s.mover]}, {GOING_NAMES[s.going].replace('_', ' ')}, {s.budget} squares")
    return rows


def _attack(s: State) -> str:
    row = f"  attack: {KIND_NAMES[s.ops[s.attack, Op.A]]}, rank {s.ops[s.attack, Op.B]}, active {s.active}"
    if s.harm:
        row += f"; damage {s.harm} to {FIGURE_NAMES[s.victim]}"
        row += f", less {s.less}" * bool(s.less) + ", halved" * bool(s.halved)
    return row


def _check(s: State) -> str:
    row = f"  {CHECK_NAMES[s.check]} check of {FIGURE_NAMES[s.roller]}: {s.check_dice} dice"
    if s.phase == Phase.BEFORE:
        return f"{row} {s.check_bonus:+d} against {needed(s)}"
    row += f": {_faces(s.rolled) or '-'}"
    row += f" ({_faces(s.fixed)} fixed)" if total(s.fixed) else ""
    row += f" {s.check_bonus:+d} = {total(s.rolled) + total(s.fixed) + s.check_bonus} against {needed(s)}"
    return row + ", critical" * bool(s.critical) + ", fumble" * bool(s.fumble)
