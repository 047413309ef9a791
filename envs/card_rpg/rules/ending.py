"""The end of an adventure and of the game: rewards, experience, the next one (CARD-27, CARD-28)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import MASTER, MOST_PCS, NONE
from dicedeck.envs.card_rpg.options import Ending, Phase
from dicedeck.envs.card_rpg.rules.fight import clear_foes, count_foes
from dicedeck.envs.card_rpg.rules.growth import drop_built, new_characters
from dicedeck.envs.card_rpg.rules.setup import forget_decision, tidy_figures
from dicedeck.envs.card_rpg.rules.tasks import drop_all, push
from dicedeck.envs.card_rpg.state import Health, Place, State, Task
from dicedeck.envs.core.jit import rule


@rule
def party_is_down(s: State) -> bool:
    """Every PC disabled or dead."""
    for seat in range(s.pcs):
        if s.health[seat] < Health.DISABLED:
            return False
    return True


@rule
def end_adventure(s: State, ending: int) -> None:
    """Pay, count experience; after the last adventure the game is over."""
    pay(s, 1.0 if ending == Ending.WON else -1.0)
    count_foes(s)
    gain = int(s.succeeded) + int(s.beaten) // int(s.pcs)
    for seat in range(s.pcs):
        s.experience[seat] += gain
    s.experience[MASTER] += gain * 3 // 2
    s.adventures_won += ending == Ending.WON
    drop_all(s)
    forget_decision(s)
    if s.adventure + 1 >= s.campaign:
        s.phase = Phase.OVER
        s.ending = ending
        s.truncated = ending == Ending.CAP
        if s.player == s.pcs and not s.gm:
            s.player = 0  # nobody sits at the other side
        s.terminated = ending != Ending.CAP
        return
    prepare_next(s, ending)


@rule
def pay(s: State, reward: float) -> None:
    """+1 or -1 to the party, the negative to the game master."""
    for seat in range(s.pcs):
        s.rewards[seat] = reward
    if s.gm:
        s.rewards[s.pcs] = -reward


@rule
def prepare_next(s: State, ending: int) -> None:
    """Growth for those that have lived, new characters for the others; then choices."""
    for seat in range(MOST_PCS):
        lives = seat < s.pcs and s.health[seat] != Health.DEAD
        s.old[seat] = lives
        s.grown[seat] = lives and ending == Ending.WON
    clear_foes(s)
    new_characters(s)
    tidy_figures(s)
    drop_built(s)
    forget_cards(s)
    s.adventure += 1
    s.adventure_steps = s.step_count
    s.phase = Phase.RESOLVING
    push(s, Task.BETWEEN, 0, 0, 0, 0)


@rule
def forget_cards(s: State) -> None:
    """Nothing of the table is left until the next adventure is dealt."""
    s.row_cards[:] = NONE
    s.row_size[:] = 0
    s.row_used[:] = 0
    s.row_acted[:] = 0
    s.row_copy[:] = NONE
    s.places[:] = Place.NOWHERE
    s.known[:] = 0
    s.hand_count[:] = 0
    s.pile[:] = NONE
    s.pile_count = 0
