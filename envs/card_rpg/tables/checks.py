"""What rows must keep beyond their cells: build rules, numbers of cards, effects in their places, nothing missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from dicedeck.envs.card_rpg.cards import N_PILE, N_TOWN, VALUE_NAMES, Action, Fight, Moment, Op, Scope, Use, When, Who
from dicedeck.envs.card_rpg.tables import contexts
from dicedeck.envs.card_rpg.tables.cells import TableError
from dicedeck.envs.card_rpg.tables.grammar import has_code
from dicedeck.envs.card_rpg.tables.lines import MOST_COPIES
from dicedeck.envs.card_rpg.tables.rows import (
    VARIABLE,
    BadStatus,
    Character,
    Effect,
    Item,
    Named,
    Npc,
    OwnAction,
    Situation,
    Weapon,
)
from dicedeck.envs.core.errors import did_you_mean

Row = TypeVar("Row", bound=Named)
Problems = Iterator[tuple[str, str]]
"""Field and what is wrong with it."""
BASE_VALUES = (0, 8, 0, 8)
"""Of every figure before its free points (CARD-4)."""
MIMIC = "mimic"
"""The NPC that ``fight(mimic)`` means."""
LEAST_NPCS, EARLY_LEVEL = 5, 6
"""So many NPCs of at most this level must be there: a party of five at level 1 meets no stronger ones (CARD-24)."""


def most_in_one(level: int) -> int:
    """Free points that a level may put into one value (CARD-4)."""
    return level // 2 + 2


def free_points(level: int) -> int:
    return level + 3


def value_problems(values: Sequence[int], level: int) -> Problems:
    """The build rule, for characters and NPCs."""
    spent = [value - base for value, base in zip(values, BASE_VALUES)]
    for name, points, base in zip(VALUE_NAMES, spent, BASE_VALUES):
        if not 0 <= points <= most_in_one(level):
            yield name, f"is {base + points}; level {level} allows {base} to {base + most_in_one(level)}"
    if sum(spent) != free_points(level):
        written = f"{' + '.join(map(str, spent))} = {sum(spent)}"
        yield VALUE_NAMES[0], f"the four values have {written} free points; level {level} has {free_points(level)}"


def weapon_problems(row: Weapon) -> Problems:
    constant, reaction = row.use == Use.CONSTANT, row.moment == Moment.REACTION
    if constant != (row.moment == Moment.ALWAYS):
        yield "moment", "constant cards have the moment always, others have action or reaction"
    if constant != (row.kind == Action.NOTHING):
        yield "action", "constant cards leave it empty, others name a kind of action"
    if (row.kind in (Action.GUARD, Action.COUNTER)) != reaction:
        yield "moment", "guard and counter are reactions, other actions are not"
    if reaction and row.use != Use.ABSOLUTE:
        yield "use", "a reaction needs no roll; write absolute"
    commands = has_code(row.effect, Op.OWN_ACTION)
    if commands != (row.key == "command") or commands != (row.kind == Action.COMMAND):
        yield "effect", "own_action(npc) goes with the row and the action command, and with nothing else"
    if commands != (row.level == VARIABLE) or (commands and row.count):
        yield "personal_level", "Command is personal only: count 0, personal_level variable, and no other row so"
    if row.critical and row.kind != Action.DAMAGE:
        yield "flags", "only a damage card has a critical"
    if row.per_hidden != any(operation.who == Who.ALLIES_N for operation in row.effect):
        yield "modifier", "-n goes with hide(allies_n), and with nothing else"
    yield from _kind_problems(row)
    yield from _effect_problems("effect", row.effect, contexts.weapon_context(row.use, row.moment))


_CODE_OF_KIND = {
    Action.DAMAGE: Op.DAMAGE,
    Action.STATUS: Op.STATUS,
    Action.HEAL: Op.HEAL,
    Action.CLEANSE: Op.CLEANSE,
    Action.GUARD: Op.GUARD,
    Action.COUNTER: Op.DAMAGE,
    Action.HIDE: Op.HIDE,
}


def _kind_problems(row: Weapon) -> Problems:
    """The kind of action tells what the effect is about."""
    kind = Action(row.kind)
    if kind in _CODE_OF_KIND and not has_code(row.effect, _CODE_OF_KIND[kind]):
        yield "effect", f"does not do what the action {kind.name.lower()} says"
    if kind in (Action.GATHER, Action.REQUEST, Action.DISARM, Action.SET_TRAP):
        if not any(operation.code == Op.SUCCEED and operation.a == kind for operation in row.effect):
            yield "effect", f"needs succeed({kind.name.lower()})"
    elif has_code(row.effect, Op.SUCCEED):
        yield "effect", "succeed(...) needs the action of the same name"
    if row.use == Use.CONSTANT and any(o.code == Op.BONUS and o.a >= len(VALUE_NAMES) for o in row.effect):
        yield "effect", f"a constant card changes one of {', '.join(VALUE_NAMES)}"


def item_problems(row: Item) -> Problems:
    yield from _effect_problems("effect", row.effect, contexts.ITEMS[Moment(row.moment)])
    if row.moment != Moment.ACTION and len(row.effect) > 1:
        yield "effect", "one operation only, except at the moment action"
    if (row.scope == Scope.SITUATION) != has_code(row.effect, Op.SUCCEED):
        yield "scope", "situation goes with succeed(...), and with nothing else"
    if (row.scope == Scope.DISCARDS) != has_code(row.effect, Op.RECOVER):
        yield "scope", "discards goes with recover(self,n), and with nothing else"
    if row.others_only and row.scope not in (Scope.OTHER_ALLY, Scope.OTHER):
        yield "others_only", "yes needs the scope other_ally or other"
    if (row.scope == Scope.FOE) != any(operation.who == Who.FOE for operation in row.effect):
        yield "scope", "foe goes with operations on foe, and with nothing else"


def status_problems(row: BadStatus) -> Problems:
    yield from _effect_problems("effect", row.effect, contexts.STATUS)
    if any(operation.code == Op.BONUS and operation.a >= len(VALUE_NAMES) for operation in row.effect):
        yield "effect", f"a bad status changes one of {', '.join(VALUE_NAMES)}"


def character_problems(row: Character) -> Problems:
    yield from value_problems(row.values, level=1)
    yield from _effect_problems("effect", row.effect, contexts.ABILITIES[When(row.when)])
    if len(row.effect) > 1:
        yield "effect", "an ability is one operation"
    for operation in row.effect:
        if operation.code == Op.BONUS and operation.a < len(VALUE_NAMES):
            yield "effect", "an ability's bonus is on check"
        if operation.code == Op.CARDS and operation.a < 0:
            yield "effect", "an ability draws cards; write a number above 0"
        if operation.code == Op.HEAL and operation.a != 1:
            yield "effect", "an ability heals wounded figures only"


def npc_problems(row: Npc) -> Problems:
    yield from value_problems(row.values, row.level)
    yield from _own_action_problems("effect", row.own, contexts.OWN_ACTION)
    if row.fallback is not None:
        yield from _own_action_problems("fallback", row.fallback, contexts.FALLBACK)
    elif row.once or any(o.code == Op.HEAL and o.who == Who.OTHER_ALLY for o in row.own.effect):
        yield "fallback", "is needed for an action that cannot always be done; write use|modifier|effect"


_FRIENDLY = (Op.HEAL, Op.REDIRECT, Op.UNTAP)


def _own_action_problems(name: str, own: OwnAction, allowed: contexts.Allowed) -> Problems:
    yield from _effect_problems(name, own.effect, allowed)
    hostile = any(operation.code not in _FRIENDLY for operation in own.effect)
    if hostile == (own.use == Use.ABSOLUTE):
        yield (
            name,
            "what is done to foes is rolled (use physical or magic), what is done to the own side is not (absolute)",
        )
    if has_code(own.effect, Op.REDIRECT) and len(own.effect) > 1:
        yield name, "redirect stands alone"


def situation_problems(row: Situation) -> Problems:
    yield from _effect_problems("success", row.success, contexts.SUCCESS, needed=False)
    yield from _effect_problems("failure", row.failure, contexts.FAILURE, needed=False)
    if has_code(row.failure, Op.FIGHT):
        if not row.in_dungeon:
            yield "failure", "fights take place in the dungeon only"
        if has_code(row.failure[:-1], Op.FIGHT):
            yield "failure", "a fight is the last operation, and the only fight"
        if row.depth_failure:
            yield "depth_failure", "is 0 for a fight; winning it counts as success"


def _effect_problems(name: str, effect: Effect, allowed: contexts.Allowed, needed: bool = True) -> Problems:
    problem = contexts.misplaced(effect, allowed)
    if problem:
        yield name, problem
    elif needed and not effect:
        yield name, "does nothing; write an operation"


def check_rows(file: str, rows: Sequence[Row], problems: Callable[[Row], Problems]) -> None:
    """Complain about the first row that breaks a rule.

    Raises:
        TableError: names file, row and field, and what would be right.
    """
    for row in rows:
        for name, problem in problems(row):
            raise TableError(file, f"row {row.key!r}", name, problem)


def in_order(file: str, rows: Sequence[Row], known: Sequence[str]) -> tuple[Row, ...]:
    """The rows in the order of the known keys, for cards that must all be there.

    Raises:
        TableError: names the key that is not known, or missing.
    """
    by_key = {row.key: row for row in rows}
    for key in by_key:
        if key not in known:
            hint = did_you_mean(key, known)
            raise TableError(file, f"row {key!r}", "key", f"is not known{hint} (keys: {', '.join(known)})")
    for key in known:
        if key not in by_key:
            raise TableError(file, f"row {key!r}", "", "is missing; copy its line from the tables of the game")
    return tuple(by_key[key] for key in known)


def check_deck(weapons: Sequence[Weapon], items: Sequence[Item]) -> None:
    """The draw pile has room for so many cards, a row on the table likewise.

    Raises:
        TableError: names the file and the field.
    """
    total = sum(row.count for row in weapons) + sum(row.count for row in items)
    if total > N_PILE:
        raise TableError("weapons.csv", "", "count", f"weapons and items are {total} cards, at most {N_PILE} fit")
    for name in dict.fromkeys(row.name for row in weapons):
        copies = sum(row.count for row in weapons if row.name == name)
        if copies > MOST_COPIES:
            problem = f"{copies} cards have the name {name!r}, at most {MOST_COPIES} are possible"
            raise TableError("weapons.csv", "", "count", problem)


def check_figures(characters: Sequence[Character], npcs: Sequence[Npc], situations: Sequence[Situation]) -> None:
    """Enough of everything for a party of five to go through the adventure.

    Raises:
        TableError: names the file and what it lacks.
    """
    if not characters:
        raise TableError("characters.csv", "", "", "has no row; one at least is needed")
    early = sum(row.level <= EARLY_LEVEL for row in npcs)
    if early < LEAST_NPCS:
        problem = f"{early} NPCs have level {EARLY_LEVEL} or less, {LEAST_NPCS} at least are needed"
        raise TableError("npcs.csv", "", "level", problem)
    for stage, dungeon in (("town", False), ("dungeon", True)):
        number = sum(row.in_dungeon == dungeon for row in situations)
        if not 1 <= number <= N_TOWN:
            problem = f"{number} rows are of the {stage}, 1 to {N_TOWN} are possible"
            raise TableError("situations.csv", "", "stage", problem)
    for row in situations:
        if any(o.code == Op.FIGHT and o.a == Fight.MIMIC for o in row.failure) and MIMIC not in [n.key for n in npcs]:
            raise TableError("npcs.csv", f"row {MIMIC!r}", "", f"is missing; situation {row.key!r} has fight(mimic)")
    if len({row.facedown for row in situations if row.in_dungeon}) > 1:
        problem = "is not the same on all cards of the dungeon; it must be, since they lie face down"
        raise TableError("situations.csv", "", "facedown_gather", problem)
    way_out = (Action.GATHER, Action.REQUEST)
    if not any(row.targets[action] for row in situations for action in way_out if not row.in_dungeon):
        raise TableError("situations.csv", "", "actions", "no card of the town offers gather or request")
    if not any(row.depth_success > 0 or row.depth_failure > 0 for row in situations):
        raise TableError("situations.csv", "", "depth_success", "no card of the dungeon leads deeper")
