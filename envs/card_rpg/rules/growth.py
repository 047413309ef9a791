"""Before and between adventures: growth, abilities, personal weapons (CARD-4, CARD-5, CARD-28)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import A_ABILITY, A_BUILD, A_BUILD_COMMAND, A_PASS, A_RAISE, A_STRENGTHEN
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_PCS,
    N_CHARACTERS,
    N_PILE,
    N_VALUES,
    NONE,
    C,
    N,
    Op,
    W,
)
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.rules.tasks import decide, push
from dicedeck.envs.card_rpg.state import B, Health, Place, State, Task
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow

RAISE, ABILITY, FIRST_WEAPON, SECOND_WEAPON, READY = range(5)
"""Stages of a seat between adventures."""
PRICE = 10
"""Times level squared."""
FREE_CHOICE = (0, 2, 9)
"""Sword, spear and bolt: at level 1 the modifier or the additional one is 1 higher."""
MODIFIER, ADDITIONAL, CRITICAL = range(3)
MOST_LEVEL = 10
"""Of a personal weapon."""

# ---------------------------------------------------------------- characters


@rule
def make_character(s: State, seat: int, row: int) -> None:
    """A level-1 character (CARD-4)."""
    s.here[seat] = 1
    s.who[seat] = row
    s.level[seat] = 1
    s.ability[seat] = row
    s.last_raised[seat] = NONE
    for value in range(N_VALUES):
        s.values[seat, value] = s.characters[row, C.VALUES + value]


@rule
def random_character(s: State) -> int:
    """A character that nobody plays, if there is one."""
    free = 0
    known = 0
    for row in range(N_CHARACTERS):
        known += int(s.characters[row, C.EXISTS] != 0)
        free += int(s.characters[row, C.EXISTS] != 0 and not is_played(s, row))
    left = randbelow(s.rng[DEAL], free if free > 0 else known)
    for row in range(N_CHARACTERS):
        if s.characters[row, C.EXISTS] and (free == 0 or not is_played(s, row)):
            if left == 0:
                return row
            left -= 1
    return 0


@rule
def is_played(s: State, row: int) -> bool:
    for seat in range(s.pcs):
        if s.here[seat] and s.who[seat] == row:
            return True
    return False


@rule
def new_characters(s: State) -> None:
    """Players of dead PCs begin with new ones; the experience stays (CARD-28)."""
    for seat in range(s.pcs):
        if s.health[seat] == Health.DEAD:
            s.here[seat] = 0
    for seat in range(s.pcs):
        if s.here[seat] == 0:
            make_character(s, seat, random_character(s))


# ---------------------------------------------------------------- stages


@rule
def between(s: State, seat: int, stage: int) -> None:
    """The next choice of a seat: growth after a won adventure, ability, two personal weapons."""
    if seat > s.pcs:
        push(s, Task.ADVENTURE, 0, 0, 0, 0)
        return
    if stage >= READY or (seat == s.pcs and s.rivals == 0):
        push(s, Task.BETWEEN, seat + 1, 0, 0, 0)
        return
    push(s, Task.BETWEEN, seat, stage + 1, 0, 0)
    if stage == RAISE:
        if seat < s.pcs and s.adventure > 0 and s.grown[seat]:
            decide(s, Phase.RAISE, seat, seat)
    elif stage == ABILITY:
        if seat < s.pcs and s.adventure > 0 and s.old[seat]:
            decide(s, Phase.ABILITY, seat, seat)
    elif can_build(s, seat):
        decide(s, Phase.BUILD, seat, own_figure(s, seat))


@rule
def own_figure(s: State, seat: int) -> int:
    """The PC of a seat; the game master has none."""
    return NONE if seat == s.pcs else int(seat)


@rule
def hand_of_seat(s: State, seat: int) -> int:
    return MASTER if seat == s.pcs else int(seat)


@rule
def raise_value(s: State, seat: int, value: int) -> None:
    s.level[seat] += 1
    s.values[seat, value] += 1
    s.last_raised[seat] = value
    s.grown[seat] = 0


@rule
def choose_ability(s: State, seat: int, row: int) -> None:
    s.ability[seat] = row
    s.old[seat] = 0


# ---------------------------------------------------------------- building


@rule
def price(level: int) -> int:
    return PRICE * level * level


@rule
def first_slot(s: State, seat: int) -> int:
    return 2 * hand_of_seat(s, seat)


@rule
def left_to_spend(s: State, seat: int, but: int) -> int:
    """Experience that the seat's other personal weapons leave."""
    left = int(s.experience[hand_of_seat(s, seat)])
    for k in range(2):
        slot = first_slot(s, seat) + k
        if slot != but and s.built[slot, B.KIND] != NONE:
            left -= price(s.built[slot, B.LEVEL])
    return left


@rule
def free_slot(s: State, seat: int) -> int:
    """NONE if there are two weapons already."""
    for k in range(2):
        if s.built[first_slot(s, seat) + k, B.KIND] == NONE:
            return first_slot(s, seat) + k
    return NONE


@rule
def slot_in_work(s: State, seat: int) -> int:
    """The weapon that was begun last."""
    second = first_slot(s, seat) + 1
    return second if s.built[second, B.KIND] != NONE else second - 1


@rule
def can_build(s: State, seat: int) -> bool:
    """Level 1 is the cheapest."""
    return free_slot(s, seat) != NONE and left_to_spend(s, seat, NONE) >= price(1)


@rule
def weapon_level(s: State, kind: int) -> int:
    """The level of an unstrengthened personal weapon; 0: none can be built."""
    return int(s.weapons[kind, W.LEVEL])


@rule
def command_level(s: State, npc: int) -> int:
    """Level n does the action of an NPC of level 2n or less (CARD-69a)."""
    return (int(s.npcs[npc, N.LEVEL]) + 1) // 2


@rule
def may_build(s: State, seat: int, kind: int) -> bool:
    level = weapon_level(s, kind)
    return bool(level > 0 and price(level) <= left_to_spend(s, seat, NONE))


@rule
def may_build_command(s: State, seat: int, npc: int) -> bool:
    return bool(s.npcs[npc, N.LEVEL] > 0 and price(command_level(s, npc)) <= left_to_spend(s, seat, NONE))


@rule
def build(s: State, seat: int, kind: int, level: int, npc: int) -> None:
    """A personal weapon, which may then be strengthened."""
    slot = free_slot(s, seat)
    s.built[slot, B.KIND] = kind
    s.built[slot, B.LEVEL] = level
    s.built[slot, B.MODIFIER] = 0
    s.built[slot, B.ADDITIONAL] = 0
    s.built[slot, B.CRITICAL] = 0
    s.built[slot, B.NPC] = npc
    s.free_point = is_free_choice(kind)
    ask_strength(s, seat)


@rule
def is_free_choice(kind: int) -> bool:
    return bool(kind in FREE_CHOICE)


@rule
def ask_strength(s: State, seat: int) -> None:
    """As long as something can be strengthened."""
    if s.free_point or can_strengthen(s, seat, MODIFIER) or can_strengthen(s, seat, CRITICAL):
        decide(s, Phase.STRENGTHEN, seat, own_figure(s, seat))


@rule
def has_modifier(s: State, kind: int) -> bool:
    """Whether the weapon is rolled; Command rolls as its NPC does."""
    return bool(s.weapons[kind, W.USE] <= 2 and kind != COMMAND)


@rule
def can_strengthen(s: State, seat: int, what: int) -> bool:
    """+1 on a modifier costs a level, a critical value two (daggers only)."""
    slot = slot_in_work(s, seat)
    kind = s.built[slot, B.KIND]
    if kind == NONE:
        return False
    if s.free_point:
        return what != CRITICAL
    if what == CRITICAL and s.weapons[kind, W.CRITICAL] == 0:
        return False
    level = int(s.built[slot, B.LEVEL]) + (2 if what == CRITICAL else 1)
    if level > MOST_LEVEL or price(level) > left_to_spend(s, seat, slot):
        return False
    return has_modifier(s, kind) and (what != ADDITIONAL or is_stackable(s, kind))


@rule
def is_stackable(s: State, kind: int) -> bool:
    """Only damage cards print an additional modifier."""
    return bool(s.weapons[kind, W.ADDITIONAL] > 0 or s.weapons[kind, W.COUNT] > 1)


@rule
def strengthen(s: State, seat: int, what: int) -> None:
    slot = slot_in_work(s, seat)
    if not s.free_point:
        s.built[slot, B.LEVEL] += 2 if what == CRITICAL else 1
    s.free_point = 0
    column = B.MODIFIER if what == MODIFIER else B.ADDITIONAL if what == ADDITIONAL else B.CRITICAL
    s.built[slot, column] += 1
    ask_strength(s, seat)


@rule
def drop_built(s: State) -> None:
    """Personal weapons are chosen anew before each adventure."""
    for slot in range(2 * (MOST_PCS + 1)):
        s.built[slot, :] = 0
        s.built[slot, B.KIND] = NONE
        s.built[slot, B.NPC] = NONE
        s.places[N_PILE + slot] = Place.NOWHERE


# ---------------------------------------------------------------- answers


@rule
def answer_growth(s: State, phase: int, action: int) -> None:
    """A choice between adventures."""
    seat = int(s.player)
    if phase == Phase.RAISE:
        raise_value(s, seat, action - A_RAISE)
    elif phase == Phase.ABILITY:
        choose_ability(s, seat, action - A_ABILITY)
    elif phase == Phase.STRENGTHEN:
        if action == A_PASS:
            s.free_point = 0
        else:
            strengthen(s, seat, action - A_STRENGTHEN)
    elif action == A_PASS:
        s.task_args[s.task_count - 1, 1] = READY
    elif action >= A_BUILD_COMMAND:
        npc = action - A_BUILD_COMMAND
        build(s, seat, COMMAND, command_level(s, npc), npc)
    else:
        kind = action - A_BUILD
        build(s, seat, kind, weapon_level(s, kind), NONE)


@rule
def learns(s: State, row: int) -> bool:
    """An ability that can be chosen: that of any character card."""
    return bool(s.characters[row, C.EXISTS] != 0 and s.characters[row, C.OP] != Op.NONE)
