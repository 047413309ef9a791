"""Fights: who appears, who leads them, how they begin and end (CARD-18, CARD-19, CARD-21, CARD-24, CARD-26)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_CHARACTERS,
    N_FIGURES,
    N_NPCS,
    N_VALUES,
    NONE,
    C,
    Fight,
    Limit,
    N,
    When,
)
from dicedeck.envs.card_rpg.options import Choice
from dicedeck.envs.card_rpg.rules.cards_in_play import discard_hand, discard_rows
from dicedeck.envs.card_rpg.rules.figures import (
    ability_for,
    cleanse,
    give_status,
    is_any_standing,
    multiplied_level,
    renew_abilities,
    spend_ability,
    stands,
)
from dicedeck.envs.card_rpg.rules.situations import first_standing, succeed_card
from dicedeck.envs.card_rpg.rules.tasks import decide_figure, push
from dicedeck.envs.card_rpg.state import B, Health, Rank, State, Task
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow

ABOVE = 5
"""An enemy may be so many levels above the highest living PC."""

# ---------------------------------------------------------------- the beginning


@rule
def begin_fight(s: State, kind: int, final: int) -> None:
    """Foes appear, the strongest lead them, then abilities of the beginning and perhaps their turn."""
    s.fight = 1
    s.final = final
    s.fight_new = 1
    for figure in range(N_FIGURES):
        s.once_used[figure] = 0
        renew_abilities(s, figure, Limit.FIGHT)
    draw_foes(s, kind)
    name_leaders(s)
    if kind == Fight.PARTY_FIRST:
        for figure in range(MOST_PCS, N_FIGURES):
            if s.here[figure]:
                s.health[figure] = Health.WOUNDED
    if kind == Fight.FOES_FIRST:
        push(s, Task.FOES, 0, 1, 0, 0)
    push(s, Task.SOOTHE, 0, 0, 0, 0)
    if final:
        name_boss(s)


@rule
def highest_level(s: State) -> int:
    """Of the PCs that are not dead."""
    best = 1
    for seat in range(s.pcs):
        if s.health[seat] != Health.DEAD:
            best = max(best, s.level[seat])
    return best


@rule
def draw_foes(s: State, kind: int) -> None:
    """As many as there were PCs at the start of the adventure; too strong ones are drawn again (CARD-24)."""
    most = highest_level(s) + ABOVE
    for k in range(s.pcs):
        figure = MOST_PCS + k
        clear_foe(s, figure)
        s.here[figure] = 1
        s.number[figure] = 1
        if kind == Fight.MIMIC and s.mimic != NONE:
            s.number[figure] = k + 1
            make_npc(s, figure, s.mimic)
        elif k >= s.pcs - s.rivals:
            make_rival(s, figure)
        else:
            make_npc(s, figure, random_npc(s, k, most))


@rule
def clear_foe(s: State, figure: int) -> None:
    s.here[figure] = 0
    s.who[figure] = NONE
    s.rival[figure] = 0
    s.number[figure] = 0
    s.level[figure] = 0
    s.values[figure, :] = 0
    s.ability[figure] = NONE
    s.ability_used[figure] = 0
    s.health[figure] = 0
    s.rank[figure] = 0
    s.hidden[figure] = 0
    s.acted[figure] = 0
    s.once_used[figure] = 0
    s.shielding[figure] = 0
    s.extra[figure] = 0
    cleanse(s, figure)


@rule
def random_npc(s: State, k: int, most: int) -> int:
    """A card that is not on the table yet, of a level that may appear; each is there once."""
    count = 0
    for npc in range(N_NPCS):
        count += int(may_appear(s, npc, k, most))
    if count == 0:
        return lowest_npc(s)
    left = randbelow(s.rng[DEAL], count)
    for npc in range(N_NPCS):
        if may_appear(s, npc, k, most):
            if left == 0:
                return npc
            left -= 1
    return 0


@rule
def may_appear(s: State, npc: int, k: int, most: int) -> bool:
    if s.npcs[npc, N.LEVEL] == 0 or s.npcs[npc, N.LEVEL] > most:
        return False
    for figure in range(MOST_PCS, MOST_PCS + k):
        if s.who[figure] == npc and s.rival[figure] == 0:
            return False
    return True


@rule
def lowest_npc(s: State) -> int:
    """Tables of one's own may have too few weak ones; then the weakest card stands for all."""
    best = 0
    for npc in range(N_NPCS):
        if s.npcs[npc, N.LEVEL] > 0 and (s.npcs[best, N.LEVEL] == 0 or s.npcs[npc, N.LEVEL] < s.npcs[best, N.LEVEL]):
            best = npc
    return best


@rule
def make_npc(s: State, figure: int, npc: int) -> None:
    s.who[figure] = npc
    s.level[figure] = s.npcs[npc, N.LEVEL]
    for value in range(N_VALUES):
        s.values[figure, value] = s.npcs[npc, N.VALUES + value]


@rule
def make_rival(s: State, figure: int) -> None:
    """A character that no PC and no other rival is; its level counts the game master's weapons (CARD-26)."""
    count = 0
    for row in range(N_CHARACTERS):
        count += int(is_free(s, row))
    left = randbelow(s.rng[DEAL], max(count, 1))
    s.rival[figure] = 1
    s.who[figure] = 0
    for row in range(N_CHARACTERS):
        if is_free(s, row):
            if left == 0:
                s.who[figure] = row
            left -= 1
    s.ability[figure] = s.who[figure]
    s.level[figure] = 1
    for value in range(N_VALUES):
        s.values[figure, value] = s.characters[s.who[figure], C.VALUES + value]
    for k in range(2):
        if s.built[2 * MASTER + k, B.KIND] != NONE:
            s.level[figure] += s.built[2 * MASTER + k, B.LEVEL]


@rule
def is_free(s: State, row: int) -> bool:
    if s.characters[row, C.EXISTS] == 0:
        return False
    for figure in range(N_FIGURES):
        if s.here[figure] and s.who[figure] == row and (figure < MOST_PCS or s.rival[figure]):
            return False
    return True


@rule
def name_leaders(s: State) -> None:
    """All of the highest level are mid-bosses."""
    best = top_level(s)
    for figure in range(MOST_PCS, N_FIGURES):
        if s.here[figure] and s.level[figure] == best:
            s.rank[figure] = Rank.MID_BOSS


@rule
def top_level(s: State) -> int:
    best = 0
    for figure in range(MOST_PCS, N_FIGURES):
        if s.here[figure]:
            best = max(best, s.level[figure])
    return best


@rule
def name_boss(s: State) -> None:
    """In the final fight one of them is the boss: the game master's choice, else drawn."""
    bits = 0
    count = 0
    for figure in range(MOST_PCS, N_FIGURES):
        if s.rank[figure] > 0:
            bits |= 1 << figure
            count += 1
    if s.gm and count > 1:
        decide_figure(s, Choice.BOSS, s.pcs, NONE, bits, False)
        return
    left = randbelow(s.rng[DEAL], max(count, 1))
    for figure in range(MOST_PCS, N_FIGURES):
        if s.rank[figure] > 0:
            if left == 0:
                s.rank[figure] = Rank.BOSS
            left -= 1


@rule
def soothe(s: State, following: int) -> None:
    """PCs whose ability strikes at the beginning choose a foe that leads nobody (CARD-92)."""
    bits = 0
    for figure in range(MOST_PCS, N_FIGURES):
        if stands(s, figure) and s.rank[figure] == 0:
            bits |= 1 << figure
    for seat in range(following, s.pcs):
        if bits != 0 and stands(s, seat) and ability_for(s, seat, When.FIGHT_START) != NONE:
            push(s, Task.SOOTHE, seat + 1, 0, 0, 0)
            decide_figure(s, Choice.FIGHT_START, seat, seat, bits, True)
            return


@rule
def soothe_foe(s: State, seat: int, figure: int) -> None:
    row = s.ability[seat]
    spend_ability(s, seat)
    give_status(s, figure, s.characters[row, C.OP + 2], seat)


# ---------------------------------------------------------------- the end


@rule
def is_won(s: State) -> bool:
    """A fight ends when one side has nobody standing."""
    return bool(s.fight != 0 and not is_any_standing(s, MOST_PCS))


@rule
def end_fight(s: State) -> None:
    """Experience, the table cleared; then the card that led to it counts as succeeded."""
    count_foes(s)
    clear_foes(s)
    for seat in range(MOST_PCS):
        s.hidden[seat] = 0
        s.shielding[seat] = 0
        s.once_used[seat] = 0
    if s.situation != NONE:
        seat = actor_now(s)
        succeed_card(s, seat)


@rule
def actor_now(s: State) -> int:
    """The PC whose turn it is, else the first that stands."""
    if s.turn < s.pcs:
        seat = (int(s.first) + int(s.turn)) % int(s.pcs)
        if stands(s, seat):
            return seat
    return first_standing(s)


@rule
def count_foes(s: State) -> None:
    """The levels of defeated foes, multiplied, wait for the end of the adventure (CARD-28)."""
    for figure in range(MOST_PCS, N_FIGURES):
        if s.here[figure] and not stands(s, figure):
            s.beaten += multiplied_level(s, figure)


@rule
def clear_foes(s: State) -> None:
    for figure in range(MOST_PCS, N_FIGURES):
        discard_rows(s, figure)
        clear_foe(s, figure)
    if not s.gm:
        discard_hand(s, MASTER)
    s.fight = 0
    s.final = 0
