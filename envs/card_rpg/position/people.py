"""Figures of a position: PCs and foes with their values, rows, hands and personal weapons."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import T_FOE, T_RIVAL, figure_name
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_FOES,
    MOST_PCS,
    N_CARDS,
    N_ROWS,
    N_VALUES,
    NONE,
    VALUE_NAMES,
    C,
    N,
)
from dicedeck.envs.card_rpg.options import MOST_EXPERIENCE
from dicedeck.envs.card_rpg.position.names import HEALTH_NAMES, PERSONAL_NAMES, RANK_NAMES, card_name
from dicedeck.envs.card_rpg.position.parts import Parts, whole
from dicedeck.envs.card_rpg.state import B, Health, Place
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader

MOST_VALUE = 60
MOST_LEVEL = 40
MOST_BUILT = 30


def read_pc(parts: Parts, entry: Reader, seat: int) -> None:
    s = parts.s
    s.here[seat] = 1
    s.who[seat] = entry.choice("character", parts.characters(), parts.characters()[0])
    parts.names[figure_name(parts.tables, seat)] = seat
    raised = entry.optional_choice("last_raised", VALUE_NAMES, NONE)
    s.last_raised[seat] = raised
    s.grown[seat] = entry.flag("may_raise")
    s.old[seat] = entry.flag("may_change")
    _read_figure(parts, entry, seat, level=1, values=s.characters[s.who[seat], C.VALUES : C.VALUES + N_VALUES])
    read_hand(parts, entry, seat)


def foe_entries(parts: Parts) -> list[Reader | None]:
    """The foes by their places; their names are known from here on."""
    s, given = parts.s, parts.reader.get("foes", [])
    if not isinstance(given, list) or len(given) > MOST_FOES:
        raise PositionError("foes", f"expected a list of at most {MOST_FOES} foes")
    entries: list[Reader | None] = []
    for k, foe in enumerate(given):
        if foe is not None and not isinstance(foe, dict):
            raise PositionError(f"foes[{k}]", f"expected a mapping or null, found {foe!r}")
        entries.append(None if foe is None else Reader(foe, f"foes[{k}]"))
    for k, entry in enumerate(entries):
        if entry is not None:
            _read_identity(parts, entry, MOST_PCS + k)
    if any(entry is not None for entry in entries) and not s.fight:
        raise PositionError("foes", "there are foes only in a fight; say under 'fight' which")
    return entries


def _read_identity(parts: Parts, entry: Reader, figure: int) -> None:
    s = parts.s
    if (entry.get("npc") is None) == (entry.get("rival") is None):
        raise PositionError(entry.path("npc"), "a foe is either an 'npc' or a 'rival'")
    s.here[figure] = 1
    s.number[figure] = whole(entry, "number", 1, MOST_FOES, 1)
    if entry.get("rival") is not None:
        s.rival[figure] = 1
        s.who[figure] = entry.choice("rival", parts.characters(), "")
        name = figure_name(parts.tables, T_RIVAL + int(s.who[figure]))
    else:
        s.who[figure] = entry.choice("npc", parts.npcs(), "")
        name = figure_name(parts.tables, T_FOE + int(s.who[figure]))
        if s.number[figure] > 1:
            name = f"{name} {s.number[figure]}"
    if s.number[figure] > 1 and (s.rival[figure] or s.who[figure] != s.mimic):
        raise PositionError(entry.path("number"), "only mimics are numbered")
    if name in parts.names:
        raise PositionError(entry.path("npc"), f"there are two of the name {name!r}")
    parts.names[name] = figure


def read_foe(parts: Parts, entry: Reader, figure: int) -> None:
    s = parts.s
    s.rank[figure] = entry.choice("rank", RANK_NAMES, "plain")
    s.acted[figure] = entry.flag("acted")
    if s.rival[figure]:
        _read_figure(parts, entry, figure, 1, s.characters[s.who[figure], C.VALUES : C.VALUES + N_VALUES])
    else:
        npc = s.npcs[s.who[figure]]
        _read_figure(parts, entry, figure, int(npc[N.LEVEL]), npc[N.VALUES : N.VALUES + N_VALUES])


def _read_figure(parts: Parts, entry: Reader, figure: int, level: int, values: Ints) -> None:
    s, tables = parts.s, parts.tables
    s.level[figure] = whole(entry, "level", 1, MOST_LEVEL, level)
    given = entry.get("values")
    if given is None:
        given = [int(n) for n in values]
    if not isinstance(given, list) or len(given) != N_VALUES:
        raise PositionError(entry.path("values"), f"expected {N_VALUES} numbers: {', '.join(VALUE_NAMES)}")
    s.values[figure] = [whole(Reader({"values": n}, entry.path("")[:-1]), "values", 0, MOST_VALUE, 0) for n in given]
    has_data = figure < MOST_PCS or s.rival[figure]
    own = tables.character_keys[s.who[figure]] if has_data else None
    ability = entry.get("ability", own)
    s.ability[figure] = NONE
    if ability is not None:
        s.ability[figure] = entry.choice("ability", parts.characters(), own or "")
    s.ability_used[figure] = entry.flag("ability_used")
    s.health[figure] = entry.choice("health", HEALTH_NAMES, "unhurt")
    if figure >= MOST_PCS and s.health[figure] == Health.DEAD:
        raise PositionError(entry.path("health"), "a foe is at most disabled")
    for name in entry.names("statuses"):
        status = Reader({"": name}, entry.path("statuses")).choice("", tables.status_keys, "")
        s.statuses[figure, status] = 1
    s.charmer[figure] = parts.seat(entry, "charmer")
    s.hidden[figure] = entry.flag("hidden")
    s.once_used[figure] = entry.flag("once_used")
    s.shielding[figure] = entry.flag("shielding")
    s.extra[figure] = entry.count("extra", most=N_ROWS)


def read_rows(parts: Parts, entry: Reader, figure: int) -> None:
    s = parts.s
    rows = entry.get("rows", [])
    most = N_ROWS if figure < MOST_PCS or s.rival[figure] else int(s.rank[figure])
    if not isinstance(rows, list) or len(rows) > N_ROWS or any(row is not None for row in rows[most:]):
        raise PositionError(entry.path("rows"), f"expected a list of at most {most} rows")
    hand = figure if figure < MOST_PCS else MASTER
    for k, row in enumerate(rows):
        where = f"{entry.path('rows')}[{k}]"
        if row is None:
            continue
        if not isinstance(row, dict):
            raise PositionError(where, f"expected a mapping or null, found {row!r}")
        reader = Reader(row, where)
        parts.dealer.lay_row(reader, figure, k, hand)
        s.row_used[figure, k] = reader.flag("used")
        s.row_acted[figure, k] = reader.count("acted", most=9)
        s.row_copy[figure, k] = _row_code(parts, reader)
        reader.finish()


def _row_code(parts: Parts, reader: Reader) -> int:
    """figure * N_ROWS + row for ``goblin row 1``."""
    text = reader.get("copies")
    if text is None:
        return NONE
    if not isinstance(text, str) or " row " not in text or text[-1] not in "12":
        raise PositionError(reader.path("copies"), f"{text!r} is no row; write such as 'pc_1 row 2'")
    name, _, number = text.rpartition(" row ")
    return parts.named(name, reader.path("copies")) * N_ROWS + int(number[-1]) - 1


def read_hand(parts: Parts, entry: Reader, hand: int) -> None:
    s = parts.s
    s.experience[hand] = entry.count("experience", most=MOST_EXPERIENCE)
    personal = entry.get("personal", [])
    if not isinstance(personal, list) or len(personal) > 2:
        raise PositionError(entry.path("personal"), "expected a list of at most two weapons")
    for k, weapon in enumerate(personal):
        if weapon is not None and not isinstance(weapon, dict):
            raise PositionError(f"{entry.path('personal')}[{k}]", f"expected a mapping or null, found {weapon!r}")
        if weapon is not None:
            _read_built(parts, Reader(weapon, f"{entry.path('personal')}[{k}]"), 2 * hand + k)
    parts.dealer.lay(entry, "hand", int(Place.HAND) + hand, hand)
    s.hand_count[hand] = int((s.places == int(Place.HAND) + hand).sum())
    parts.dealer.lay(entry, "aside", Place.ASIDE, hand)
    if any(name not in PERSONAL_NAMES for name in entry.names("aside")):
        raise PositionError(entry.path("aside"), "only personal weapons lie aside")
    free = [card for card in range(N_CARDS) if s.places[card] == int(Place.HAND) + hand]
    for row in entry.mappings("known"):
        matching = [card for card in free if card_name(parts.tables, s, card) == row.get("card")]
        if not matching:
            raise PositionError(row.path("card"), f"{row.get('card')!r} is no card of this hand")
        s.known[matching[0]] = parts.seats(row, "to")
        free.remove(matching[0])
        row.finish()


def _read_built(parts: Parts, entry: Reader, index: int) -> None:
    s = parts.s
    row = s.built[index]
    row[B.KIND] = entry.choice("weapon", parts.tables.weapon_keys, "")
    row[B.LEVEL] = whole(entry, "level", 1, MOST_LEVEL, 1)
    for column, key in ((B.MODIFIER, "modifier"), (B.ADDITIONAL, "additional"), (B.CRITICAL, "critical")):
        row[column] = entry.count(key, most=MOST_BUILT)
    row[B.NPC] = entry.optional_choice("npc", parts.npcs(), NONE)
    if (row[B.KIND] == COMMAND) != (row[B.NPC] != NONE):
        raise PositionError(entry.path("npc"), "is given for command, and for nothing else")
    entry.finish()
