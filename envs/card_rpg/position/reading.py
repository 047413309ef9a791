"""JSON as a record, read with care: every complaint names the field."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.card_rpg.actions import N_HELD, T_FOE, T_RIVAL, figure_name, held_name
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_FOES,
    MOST_PCS,
    N_CARDS,
    N_NPCS,
    N_PILE,
    N_ROWS,
    N_TOWN,
    N_VALUES,
    NONE,
    VALUE_NAMES,
    C,
    N,
)
from dicedeck.envs.card_rpg.options import (
    CHOICE_NAMES,
    ENDING_NAMES,
    MOST_CAMPAIGN,
    MOST_EXPERIENCE,
    MOST_STEPS,
    PHASE_NAMES,
    Ending,
    Phase,
)
from dicedeck.envs.card_rpg.position.dealing import Dealer
from dicedeck.envs.card_rpg.position.names import (
    ACTION_NAMES,
    HEALTH_NAMES,
    OPS_NAMES,
    PERSONAL_NAMES,
    RANK_NAMES,
    SOURCE_NAMES,
    USE_NAMES,
    card_name,
    seat_names,
)
from dicedeck.envs.card_rpg.position.sound import complain
from dicedeck.envs.card_rpg.position.tasks import read_tasks
from dicedeck.envs.card_rpg.rules.damage import MOST_FLAGS
from dicedeck.envs.card_rpg.rules.setup import clear
from dicedeck.envs.card_rpg.state import B, Health, Place, State
from dicedeck.envs.card_rpg.tables import Tables
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader

MOST_VALUE = 60
MOST_LEVEL = 40
MOST_BUILT = 30
MOST_DEPTH = 99


def from_dict(tables: Tables, s: State, position: dict[str, Any]) -> None:
    """Write the position into an empty record. Cards that it does not name lie under the pile.

    Raises:
        PositionError: names the field: a card too often, a figure that is not there, a decision that cannot be ...
    """
    reader = Reader(position)
    clear(s)
    _Reading(tables, s, reader).read()
    reader.finish()
    complain(s)


class _Reading:
    """One position that is being read."""

    def __init__(self, tables: Tables, s: State, reader: Reader) -> None:
        self.tables = tables
        self.s = s
        self.reader = reader
        self.dealer = Dealer(tables, s)
        self.names: dict[str, int] = {}

    def read(self) -> None:
        s, reader = self.s, self.reader
        s.phase = reader.choice("phase", PHASE_NAMES, default="action")
        self._read_course()
        pcs = self._entries("pcs", s.pcs)
        foes = self._foe_entries()
        for seat, pc in enumerate(pcs):
            self._read_pc(pc, seat)
        for k, foe in enumerate(foes):
            if foe is not None:
                self._read_foe(foe, MOST_PCS + k)
        master = reader.mapping("master")
        self._read_hand(master, MASTER)
        master.finish()
        for figure, entry in [*enumerate(pcs), *((MOST_PCS + k, foe) for k, foe in enumerate(foes))]:
            if entry is not None:
                self._read_rows(entry, figure)
                entry.finish()
        self.dealer.lay(reader, "discards", Place.DISCARD)
        if s.phase <= Phase.ABILITY:
            self._require_no_cards()
        else:
            self.dealer.lay_pile(reader)
        self._read_situation()
        self._read_decision()
        self._read_action()
        self._read_damage()
        read_tasks(s, reader)
        self._read_result()

    def _require_no_cards(self) -> None:
        """Between adventures nothing is dealt."""
        self.dealer.lay(self.reader, "pile", Place.PILE)
        if (self.s.places != Place.NOWHERE).any():
            raise PositionError("pile", "no cards are dealt before the adventure begins")

    # ------------------------------------------------------------ small parts

    def figure(self, reader: Reader, key: str) -> int:
        """A figure by its name, or NONE."""
        return NONE if reader.get(key) is None else self.named(reader.get(key), reader.path(key))

    def named(self, name: object, where: str) -> int:
        if not isinstance(name, str) or name not in self.names:
            raise PositionError(where, f"{name!r} is none of the figures here: {', '.join(self.names)}")
        return self.names[name]

    def bits(self, reader: Reader, key: str) -> int:
        return sum(1 << figure for figure in {self.named(name, reader.path(key)) for name in reader.names(key)})

    def seat(self, reader: Reader, key: str) -> int:
        """A seat, or NONE."""
        return reader.optional_choice(key, seat_names(self.s), NONE)

    def seats(self, reader: Reader, key: str) -> int:
        """Bits of seats."""
        bits = 0
        for name in reader.names(key):
            bits |= 1 << Reader({"": name}, reader.path(key)).choice("", seat_names(self.s), "")
        return bits

    def _entries(self, key: str, number: int) -> list[Reader]:
        entries = self.reader.mappings(key)
        if len(entries) != number:
            raise PositionError(key, f"{len(entries)} entries, there are {number}")
        return entries

    # ------------------------------------------------------------ the course of the game

    def _read_course(self) -> None:
        s, reader = self.s, self.reader
        seats = seat_names(s)
        s.player = reader.choice("to_move", seats if s.gm else seats[:-1], "pc_0")
        s.adventure = whole(reader, "adventure", 1, MOST_CAMPAIGN, 1) - 1
        if s.adventure >= s.campaign:
            raise PositionError("adventure", f"the campaign has {s.campaign}")
        s.adventures_won = reader.count("adventures_won", most=int(s.adventure) + 1)
        s.adventure_steps = -reader.count("adventure_steps", most=MOST_STEPS)
        s.round_number = whole(reader, "round", 0, int(s.max_rounds) + 1, 1)
        s.first = reader.choice("first", seats[:-1], "pc_0")
        usual = int(s.player - s.first) % int(s.pcs) if s.player < s.pcs else int(s.pcs)
        s.turn = reader.count("turn", default=usual, most=int(s.pcs))
        s.dungeon = reader.flag("dungeon")
        s.depth = reader.count("depth", most=MOST_DEPTH)
        s.leads = reader.count("leads", most=999)
        s.succeeded = reader.count("succeeded", most=999)
        s.beaten = reader.count("beaten", most=MOST_EXPERIENCE)
        s.attempted = reader.flag("attempted")
        s.attacked = reader.flag("attacked")
        if reader.get("fight") is not None:
            fight = reader.mapping("fight")
            s.fight = True
            s.final = fight.flag("final")
            s.fight_new = fight.flag("new")
            fight.finish()

    def _read_situation(self) -> None:
        s, reader = self.s, self.reader
        keys = self.tables.situation_keys
        if reader.get("situation") is not None:
            entry = reader.mapping("situation")
            s.situation = self._situation(entry, "card", entry.get("card"))
            s.face_down = entry.flag("face_down")
            s.situation_done = entry.flag("done")
            s.situation_known = self.seats(entry, "known_to")
            passed = self.seats(entry, "passed")
            for seat in range(s.pcs):
                s.passed[seat] = passed >> seat & 1
            entry.finish()
        piles = reader.mapping("situation_piles")
        for stage, key in enumerate(("town", "dungeon")):
            start = stage * N_TOWN
            names = keys[start : start + N_TOWN] if piles.get(key) is None else piles.names(key)
            cards = [self._situation(piles, key, name) for name in names if not name.startswith("unused_")]
            if piles.get(key) is None:
                cards = [card for card in cards if card != s.situation]
            if any(card // N_TOWN != stage for card in cards):
                raise PositionError(piles.path(key), f"all cards must be of the {key}")
            if len(set(cards)) < len(cards) or s.situation in cards:
                raise PositionError(piles.path(key), "each card exists once, the one in play too")
            s.deck[start : start + len(cards)] = cards[::-1]
            s.deck_count[stage] = len(cards)
        piles.finish()

    def _situation(self, reader: Reader, key: str, name: object) -> int:
        used = [word for word in self.tables.situation_keys if not word.startswith("unused_")]
        return self.tables.situation_keys.index(used[Reader({key: name}, reader.path("")[:-1]).choice(key, used, "")])

    # ------------------------------------------------------------ figures

    def _read_pc(self, entry: Reader, seat: int) -> None:
        s = self.s
        s.here[seat] = 1
        s.who[seat] = entry.choice("character", self._characters(), self._characters()[0])
        self.names[figure_name(self.tables, seat)] = seat
        raised = entry.optional_choice("last_raised", VALUE_NAMES, NONE)
        s.last_raised[seat] = raised
        s.grown[seat] = entry.flag("may_raise")
        s.old[seat] = entry.flag("may_change")
        self._read_figure(entry, seat, level=1, values=s.characters[s.who[seat], C.VALUES : C.VALUES + N_VALUES])
        self._read_hand(entry, seat)

    def _characters(self) -> list[str]:
        return [key for key in self.tables.character_keys if not key.startswith("unused_")]

    def _foe_entries(self) -> list[Reader | None]:
        """The foes by their places; their names are known from here on."""
        s, given = self.s, self.reader.get("foes", [])
        if not isinstance(given, list) or len(given) > MOST_FOES:
            raise PositionError("foes", f"expected a list of at most {MOST_FOES} foes")
        entries: list[Reader | None] = []
        for k, foe in enumerate(given):
            if foe is not None and not isinstance(foe, dict):
                raise PositionError(f"foes[{k}]", f"expected a mapping or null, found {foe!r}")
            entries.append(None if foe is None else Reader(foe, f"foes[{k}]"))
        for k, entry in enumerate(entries):
            if entry is not None:
                self._read_identity(entry, MOST_PCS + k)
        if any(entry is not None for entry in entries) and not s.fight:
            raise PositionError("foes", "there are foes only in a fight; say under 'fight' which")
        return entries

    def _read_identity(self, entry: Reader, figure: int) -> None:
        s = self.s
        if (entry.get("npc") is None) == (entry.get("rival") is None):
            raise PositionError(entry.path("npc"), "a foe is either an 'npc' or a 'rival'")
        s.here[figure] = 1
        s.number[figure] = whole(entry, "number", 1, MOST_FOES, 1)
        if entry.get("rival") is not None:
            s.rival[figure] = 1
            s.who[figure] = entry.choice("rival", self._characters(), "")
            name = figure_name(self.tables, T_RIVAL + int(s.who[figure]))
        else:
            known = [key for key in self.tables.npc_keys if not key.startswith("unused_")]
            s.who[figure] = entry.choice("npc", known, "")
            name = figure_name(self.tables, T_FOE + int(s.who[figure]))
            if s.number[figure] > 1:
                name = f"{name} {s.number[figure]}"
        if s.number[figure] > 1 and (s.rival[figure] or s.who[figure] != s.mimic):
            raise PositionError(entry.path("number"), "only mimics are numbered")
        if name in self.names:
            raise PositionError(entry.path("npc"), f"there are two of the name {name!r}")
        self.names[name] = figure

    def _read_foe(self, entry: Reader, figure: int) -> None:
        s = self.s
        s.rank[figure] = entry.choice("rank", RANK_NAMES, "plain")
        s.acted[figure] = entry.flag("acted")
        s.once_used[figure] = entry.flag("once_used")
        s.shielding[figure] = entry.flag("shielding")
        if s.rival[figure]:
            self._read_figure(entry, figure, 1, s.characters[s.who[figure], C.VALUES : C.VALUES + N_VALUES])
        else:
            npc = s.npcs[s.who[figure]]
            self._read_figure(entry, figure, int(npc[N.LEVEL]), npc[N.VALUES : N.VALUES + N_VALUES])

    def _read_figure(self, entry: Reader, figure: int, level: int, values: Ints) -> None:
        s, tables = self.s, self.tables
        s.level[figure] = whole(entry, "level", 1, MOST_LEVEL, level)
        given = entry.get("values")
        if given is None:
            given = [int(n) for n in values]
        if not isinstance(given, list) or len(given) != N_VALUES:
            raise PositionError(entry.path("values"), f"expected {N_VALUES} numbers: {', '.join(VALUE_NAMES)}")
        s.values[figure] = [
            whole(Reader({"values": n}, entry.path("")[:-1]), "values", 0, MOST_VALUE, 0) for n in given
        ]
        has_data = figure < MOST_PCS or s.rival[figure]
        own = tables.character_keys[s.who[figure]] if has_data else None
        ability = entry.get("ability", own)
        s.ability[figure] = NONE
        if ability is not None:
            s.ability[figure] = entry.choice("ability", self._characters(), own or "")
        s.ability_used[figure] = entry.flag("ability_used")
        s.health[figure] = entry.choice("health", HEALTH_NAMES, "unhurt")
        if figure >= MOST_PCS and s.health[figure] == Health.DEAD:
            raise PositionError(entry.path("health"), "a foe is at most disabled")
        for name in entry.names("statuses"):
            status = Reader({"": name}, entry.path("statuses")).choice("", tables.status_keys, "")
            s.statuses[figure, status] = 1
        s.charmer[figure] = self.seat(entry, "charmer")
        s.hidden[figure] = entry.flag("hidden")
        s.extra[figure] = entry.count("extra", most=N_ROWS)

    def _read_rows(self, entry: Reader, figure: int) -> None:
        s = self.s
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
            self.dealer.lay_row(reader, figure, k, hand)
            s.row_used[figure, k] = reader.flag("used")
            s.row_acted[figure, k] = reader.count("acted", most=9)
            s.row_copy[figure, k] = self._row_code(reader)
            reader.finish()

    def _row_code(self, reader: Reader) -> int:
        """figure * N_ROWS + row for ``goblin row 1``."""
        text = reader.get("copies")
        if text is None:
            return NONE
        if not isinstance(text, str) or " row " not in text or text[-1] not in "12":
            raise PositionError(reader.path("copies"), f"{text!r} is no row; write such as 'pc_1 row 2'")
        name, _, number = text.rpartition(" row ")
        return self.named(name, reader.path("copies")) * N_ROWS + int(number[-1]) - 1

    def _read_hand(self, entry: Reader, hand: int) -> None:
        s = self.s
        s.experience[hand] = entry.count("experience", most=MOST_EXPERIENCE)
        personal = entry.get("personal", [])
        if not isinstance(personal, list) or len(personal) > 2:
            raise PositionError(entry.path("personal"), "expected a list of at most two weapons")
        for k, weapon in enumerate(personal):
            if weapon is not None and not isinstance(weapon, dict):
                raise PositionError(f"{entry.path('personal')}[{k}]", f"expected a mapping or null, found {weapon!r}")
            if weapon is not None:
                self._read_built(Reader(weapon, f"{entry.path('personal')}[{k}]"), 2 * hand + k)
        self.dealer.lay(entry, "hand", int(Place.HAND) + hand, hand)
        s.hand_count[hand] = int((s.places == int(Place.HAND) + hand).sum())
        self.dealer.lay(entry, "aside", Place.ASIDE, hand)
        if any(name not in PERSONAL_NAMES for name in entry.names("aside")):
            raise PositionError(entry.path("aside"), "only personal weapons lie aside")
        free = [card for card in range(N_CARDS) if s.places[card] == int(Place.HAND) + hand]
        for row in entry.mappings("known"):
            matching = [card for card in free if card_name(self.tables, s, card) == row.get("card")]
            if not matching:
                raise PositionError(row.path("card"), f"{row.get('card')!r} is no card of this hand")
            s.known[matching[0]] = self.seats(row, "to")
            free.remove(matching[0])
            row.finish()

    def _read_built(self, entry: Reader, index: int) -> None:
        s = self.s
        row = s.built[index]
        row[B.KIND] = entry.choice("weapon", self.tables.weapon_keys, "")
        row[B.LEVEL] = whole(entry, "level", 1, MOST_LEVEL, 1)
        for column, key in ((B.MODIFIER, "modifier"), (B.ADDITIONAL, "additional"), (B.CRITICAL, "critical")):
            row[column] = entry.count(key, most=MOST_BUILT)
        known = [key for key in self.tables.npc_keys if not key.startswith("unused_")]
        row[B.NPC] = entry.optional_choice("npc", known, NONE)
        if (row[B.KIND] == COMMAND) != (row[B.NPC] != NONE):
            raise PositionError(entry.path("npc"), "is given for command, and for nothing else")
        entry.finish()

    # ------------------------------------------------------------ what is going on

    def _read_decision(self) -> None:
        s, entry = self.s, self.reader.mapping("decision")
        s.subject = self.figure(entry, "about")
        if s.subject == NONE and s.player < s.pcs and s.phase != Phase.OVER:
            s.subject = s.player
        s.choice = entry.choice("choice", CHOICE_NAMES, "nothing")
        s.allowed = self.bits(entry, "allowed")
        s.may_pass = entry.flag("may_pass")
        s.held_item = entry.optional_choice("item", self.tables.item_keys, NONE)
        s.lead = self.figure(entry, "user")
        s.held = entry.optional_choice("held", [held_name(self.tables, k) for k in range(N_HELD)], NONE)
        s.held_row = whole(entry, "held_row", 1, N_ROWS, 1) - 1
        s.partner = entry.optional_choice("partner", seat_names(s)[:-1], NONE)
        s.free_point = entry.flag("free_point")
        turn = (s.first + s.turn) % s.pcs
        s.offered = self._hand_card(entry, "offered", int(turn))
        s.asked = self._hand_card(entry, "asked", int(s.partner))
        entry.finish()

    def _hand_card(self, entry: Reader, key: str, seat: int) -> int:
        name = entry.get(key)
        if name is None:
            return NONE
        for card in range(N_PILE):
            if s_place(self.s, card) == int(Place.HAND) + seat and card_name(self.tables, self.s, card) == name:
                return card
        raise PositionError(entry.path(key), f"{name!r} is no card of that hand")

    def _read_action(self) -> None:
        s, tables = self.s, self.tables
        if self.reader.get("action") is None:
            return
        entry = self.reader.mapping("action")
        s.actor = self.figure(entry, "by")
        if s.actor == NONE:
            raise PositionError(entry.path("by"), "is missing")
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
        s.targets = self.bits(entry, "targets")
        s.hits = self.bits(entry, "hits")
        s.crits = self.bits(entry, "crits")
        s.dice = entry.count("dice", most=20)
        s.rolls = entry.count("rolls", most=20)
        s.next_asked = entry.count("asked", most=2 * MOST_PCS + 1)
        entry.finish()

    def _read_damage(self) -> None:
        s = self.s
        if self.reader.get("damage") is None:
            return
        entry = self.reader.mapping("damage")
        s.damage_to = self.figure(entry, "to")
        if s.damage_to == NONE:
            raise PositionError(entry.path("to"), "is missing")
        s.damage_by = self.figure(entry, "by")
        s.damage_flags = entry.count("flags", most=MOST_FLAGS)
        entry.finish()

    def _read_result(self) -> None:
        s = self.s
        ending = self.reader.optional_choice("result", ENDING_NAMES[1:], NONE) + 1
        if (ending != Ending.NOT_YET) != (s.phase == Phase.OVER):
            raise PositionError("result", "is given exactly when the phase is 'over'")
        s.ending = ending
        s.terminated = ending in (Ending.WON, Ending.LOST)
        s.truncated = ending == Ending.CAP
        done = int(s.adventure) + int(ending != Ending.NOT_YET)
        worth = 2 * int(s.adventures_won) - done
        if s.adventures_won > done:
            raise PositionError("adventures_won", f"{done} adventures are over")
        s.returns[: s.pcs] = worth
        if s.gm:
            s.returns[s.pcs] = -worth


def s_place(s: State, card: int) -> int:
    return int(s.places[card])


def whole(reader: Reader, key: str, least: int, most: int, default: int) -> int:
    """A whole number between two others."""
    value = reader.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(reader.path(key), f"expected a whole number from {least} to {most}, found {value!r}")
    return value
