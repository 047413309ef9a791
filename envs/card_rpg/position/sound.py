"""Whether a position that was read can be played on from; each complaint names the field."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.card_rpg.actions import TABLE
from dicedeck.envs.card_rpg.cards import MASTER, MOST_PCS, N_FIGURES, N_ROWS, N_TOWN, NONE, I, Op
from dicedeck.envs.card_rpg.options import CHOICE_NAMES, PHASE_NAMES, Choice, Phase
from dicedeck.envs.card_rpg.rules import foes_turn, pc_turn
from dicedeck.envs.card_rpg.rules.cards_in_play import held_card
from dicedeck.envs.card_rpg.rules.ending import party_is_down
from dicedeck.envs.card_rpg.rules.legal import legal
from dicedeck.envs.card_rpg.rules.pc_turn import can_clear
from dicedeck.envs.card_rpg.state import Health, Ops, Source, State, Task
from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.errors import PositionError

OF_MASTER = (Phase.SET, Phase.ACT, Phase.FOE_ACTION)
OF_TURN = (Phase.GO, Phase.OFFER, Phase.AGREE, Phase.ACTION, Phase.REMOVE)
"""Decisions of the PC whose turn it is."""
IN_ACTION = (Phase.USE, Phase.BEFORE_ROLL, Phase.AFTER_ROLL, Phase.SHIFT)
OF_ACTION = (Choice.ATTACK, Choice.ALLY, Choice.HIDE)
OF_DAMAGE = (Phase.DAMAGE, Phase.HELP, Phase.CONSENT, Phase.RIPOSTE)
WITHOUT_FIGURE = (Phase.SET, Phase.ACT)
BOSS_CHOICES = (Choice.PLOT, Choice.CLEAR, Choice.BOSS)


def complain(s: State) -> None:
    """Raises PositionError for the first thing that cannot be."""
    if s.phase == Phase.OVER:
        return
    _check_party(s)
    _check_fight(s)
    _check_mover(s)
    _check_subject(s)
    _check_choice(s)
    _check_action(s)
    _check_tasks(s)
    mask: Mask = np.zeros(TABLE.num_actions, np.int8)
    legal(s, mask)
    if not mask.any():
        raise PositionError("phase", f"there is nothing to do in phase {_phase(s)}")


def _phase(s: State) -> str:
    return repr(PHASE_NAMES[s.phase])


def _check_party(s: State) -> None:
    if party_is_down(s):
        raise PositionError("pcs", "every PC is disabled or dead, so the phase is 'over'")
    for seat in range(s.pcs):
        if s.health[seat] == Health.DEAD and (s.hand_count[seat] or s.row_size[seat].any()):
            raise PositionError(f"pcs[{seat}].health", "a dead PC has no cards")
    if s.round_number < 1 and s.phase > Phase.ABILITY:
        raise PositionError("round", "the first round is 1")


def _check_fight(s: State) -> None:
    foes = [figure for figure in range(MOST_PCS, N_FIGURES) if s.here[figure]]
    if s.fight and not foes:
        raise PositionError("foes", "a fight needs foes")
    if s.situation != NONE and (s.situation >= N_TOWN) != bool(s.dungeon):
        raise PositionError("situation.card", "is no card of the stage; 'dungeon' says which")
    if s.face_down and not s.dungeon:
        raise PositionError("situation.face_down", "cards of the town lie open")
    if s.hidden[:N_FIGURES].any() and not s.fight:
        raise PositionError("fight", "figures are hidden in a fight only")


def _check_mover(s: State) -> None:
    of_master = s.player == s.pcs
    if s.phase in OF_MASTER and not of_master:
        raise PositionError("to_move", f"a game master decides in phase {_phase(s)}")
    if of_master:
        return
    if s.health[s.player] == Health.DEAD and s.phase > Phase.ABILITY:
        raise PositionError("to_move", f"pc_{s.player} is dead")
    if s.phase in OF_TURN or s.phase in (Phase.PLOT, Phase.DISCARD):
        if s.turn == s.pcs or pc_turn.pc_at(s, int(s.turn)) != s.player:
            raise PositionError("turn", f"it is not pc_{s.player}'s turn")
        if s.subject != s.player and s.phase != Phase.AGREE:
            raise PositionError("decision.about", f"is pc_{s.player} in phase {_phase(s)}")


def _check_subject(s: State) -> None:
    """The figure that the decision is about."""
    needed = s.phase not in WITHOUT_FIGURE and s.choice not in BOSS_CHOICES
    if s.player == s.pcs and s.phase in (Phase.PLOT, Phase.DISCARD, *(range(Phase.RAISE + 2))):
        needed = False
    if needed and s.subject == NONE:
        raise PositionError("decision.about", f"is needed in phase {_phase(s)}")
    if s.phase == Phase.FOE_ACTION and s.subject < MOST_PCS:
        raise PositionError("decision.about", "is the foe that acts")
    if s.phase == Phase.STEER and s.charmer[s.subject] == NONE:
        raise PositionError("decision.about", "is a charmed figure; its 'charmer' says whose charm it is")
    if s.phase == Phase.ASK and (s.partner != s.player or s.offered == NONE):
        raise PositionError("decision.partner", "in phase 'ask' it is the one to move, and 'offered' is a card")
    if s.phase == Phase.AGREE and (s.partner == NONE or NONE in (s.offered, s.asked)):
        raise PositionError("decision.partner", "phase 'agree' needs 'partner', 'offered' and 'asked'")


def _check_choice(s: State) -> None:
    """What is chosen, and from what."""
    cleared = s.phase == Phase.PLOT and s.choice == Choice.CLEAR
    choosing = s.phase in (Phase.TARGET, Phase.ROW) or cleared
    if choosing != (s.choice != Choice.NOTHING) or (s.allowed != 0) != (s.phase == Phase.TARGET):
        raise PositionError("decision.choice", "goes with 'allowed' in phase 'target', alone with phase 'row'")
    if s.phase == Phase.ROW and s.choice not in (Choice.DROP, Choice.COPY):
        raise PositionError("decision.choice", "in phase 'row' it is 'drop' or 'copy'")
    if s.phase == Phase.TARGET and s.choice in (Choice.DROP, Choice.NOTHING):
        raise PositionError("decision.choice", f"no figure is chosen for {CHOICE_NAMES[s.choice]!r}")
    if s.choice == Choice.COPY and s.phase == Phase.ROW and s.lead == NONE:
        raise PositionError("decision.user", "is the figure whose Copy it is")
    if s.choice in (Choice.PLOT, Choice.CLEAR, Choice.BOSS) and s.player != s.pcs and not cleared:
        raise PositionError("decision.choice", "is the game master's")
    if s.choice == Choice.PLOT and (s.held == NONE or held_card(s, MASTER, int(s.held)) == NONE):
        raise PositionError("decision.held", "is a card of the game master's hand")
    if s.choice == Choice.CLEAR and int(s.allowed) & ~int(can_clear(s, True)):
        raise PositionError("decision.allowed", "all rows of those foes must be taken")
    if s.choice == Choice.ITEM and (s.held_item == NONE or s.lead == NONE):
        raise PositionError("decision.item", "needs the item, and under 'user' who uses it")
    if s.phase == Phase.SHIFT and (s.held_item == NONE or s.items[s.held_item, I.OPS] != Op.SHIFT):
        raise PositionError("decision.item", "is one that moves the dice")
    if s.choice == Choice.REDIRECT and s.damage_to == NONE:
        raise PositionError("damage", "is needed: it is to be moved")


def _check_action(s: State) -> None:
    tasks = [Task(int(task)) for task in s.task[: s.task_count]]
    needed = s.phase in IN_ACTION or s.choice in OF_ACTION or Task.ACT in tasks or Task.EFFECT in tasks
    if needed and s.actor == NONE:
        raise PositionError("action", f"is needed in phase {_phase(s)}")
    if s.actor != NONE and s.ops >= Ops.SUCCESS:
        raise PositionError("action.effect_of", "situations are no actions")
    if s.actor != NONE and s.source == Source.ROW and s.source_row >= N_ROWS:
        raise PositionError("action.row", f"is 1 to {N_ROWS}")
    if (s.phase in OF_DAMAGE or s.choice == Choice.REDIRECT) != (s.damage_to != NONE):
        raise PositionError("damage", "is given exactly while somebody is asked about it")


def _check_tasks(s: State) -> None:
    """The next task fits the decision: its answer changes it."""
    if s.task_count == 0:
        raise PositionError("tasks", f"phase {_phase(s)} is in the middle of something; say what follows")
    task, first, second = int(s.task[s.task_count - 1]), *(int(n) for n in s.task_args[s.task_count - 1, :2])
    of_master = s.player == s.pcs
    wanted: Task | None = None
    if s.phase in IN_ACTION or s.choice in OF_ACTION:
        wanted = Task.ACT
    elif s.phase == Phase.HELP:
        wanted = Task.HELP
    elif s.phase <= Phase.ABILITY:
        wanted = Task.BETWEEN
    elif s.phase in (Phase.ACT, Phase.FOE_ACTION) or (of_master and s.phase in (Phase.PLOT, Phase.DISCARD)):
        wanted = Task.FOES
    elif s.phase in (Phase.ACTION, Phase.PLOT, Phase.DISCARD):
        wanted = Task.TURN
    if wanted is not None and task != wanted:
        raise PositionError("tasks", f"the first one in phase {_phase(s)} is '{wanted.name.lower()}'")
    if s.phase == Phase.ACTION and (first != s.turn or second != pc_turn.ACT):
        raise PositionError("tasks", f"the turn goes on with {int(s.turn)}, {pc_turn.ACT}")
    if s.phase == Phase.ACT and first != foes_turn.ACT:
        raise PositionError("tasks", f"the turn of the other side goes on with {foes_turn.ACT}")
    if s.phase <= Phase.ABILITY and first != s.player:
        raise PositionError("tasks", f"'between' goes on with the seat {int(s.player)}")
    for k in range(s.task_count):
        if s.task[k] == Task.TURN and s.task_args[k, 0] > s.pcs:
            raise PositionError("tasks", f"places in the round are 0 to {int(s.pcs)}")
        if s.task[k] == Task.SITUATION and s.situation == NONE:
            raise PositionError("tasks", "there is no situation card in play")
