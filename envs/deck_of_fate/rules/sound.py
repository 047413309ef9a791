"""Whether a position that was read can be played on from; each complaint names the field."""

from __future__ import annotations

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.deck_of_fate.adventure import Mode
from dicedeck.envs.deck_of_fate.cards import FOOL, N_CARDS, NO_CARD, NONE, TEMPERANCE
from dicedeck.envs.deck_of_fate.classes import ALCHEMIST, SHAMAN
from dicedeck.envs.deck_of_fate.options import LOOKING, OFFERED, PHASE_NAMES, Ending, Phase
from dicedeck.envs.deck_of_fate.rules.checking import mode_of
from dicedeck.envs.deck_of_fate.rules.free import is_recoverable
from dicedeck.envs.deck_of_fate.state import Place, State, Task

IN_CHECK = (Phase.PLAY, Phase.COST, Phase.DIFFICULTY, Phase.REACT, Phase.RETRY)
FROM_HAND = (Phase.CYCLE, Phase.PLAY, Phase.COST, Phase.RETRY, Phase.KEEP, Phase.LOSS, Phase.DISCARD)
OF_MASTER = (Phase.CHECK, Phase.MASTER_LOSS)
IN_EFFECT = (Phase.KEEP, Phase.LOSS, Phase.MASTER_LOSS, Phase.DISCARD)
"""Decisions in the middle of an effect: what follows stands in 'tasks'."""


def complain(s: State) -> None:
    """Raises PositionError for the first thing that cannot be."""
    if s.phase == Phase.OVER:
        if s.ending == Ending.WON and not s.vp[: s.pcs].any():
            raise PositionError("result", "won, but all PCs are out")
        return
    _check_life(s)
    _check_fool(s)
    _check_mover(s)
    _check_course(s)
    _check_choice(s)
    _check_tasks(s)


def _tasks(s: State) -> list[int]:
    found: list[int] = s.task[: s.task_count].tolist()
    return found


def _count_at(s: State, place: int) -> int:
    return int((s.places == place).sum())


def _check_life(s: State) -> None:
    for seat in range(s.pcs):
        where = f"pcs[{seat}]"
        cards = sum(_count_at(s, place + seat) for place in (Place.HAND, Place.KEPT, Place.FATE))
        if s.vp[seat] == 0 and cards:
            raise PositionError(f"{where}.vp", "a PC that is out has no cards")
    if not s.vp[: s.pcs].any():
        raise PositionError("pcs", "all PCs are out, so the phase is 'over'")


def _check_fool(s: State) -> None:
    place = s.places[FOOL]
    tasks = _tasks(s)
    allowed = [Place.DECK, Place.DIFFICULTY]
    if s.late_fool or Task.RESET in tasks:
        allowed.append(Place.DISCARD)
    if Task.FOOL_IN in tasks:
        allowed = [Place.ASIDE]
    if place not in allowed:
        raise PositionError("fool_aside" if place == Place.ASIDE else "deck", "the Fool cannot be where it is")


def _check_mover(s: State) -> None:
    of_master = s.player == s.pcs
    if of_master != (s.phase in OF_MASTER):
        raise PositionError("to_move", f"{'a PC' if of_master else 'the master'} decides in phase {_phase(s)}")
    if not of_master and s.vp[s.player] == 0:
        raise PositionError("to_move", f"pc_{s.player} is out")
    if s.phase in FROM_HAND and s.hand_count[s.player] == 0:
        raise PositionError(f"pcs[{s.player}].hand", f"needs a card in phase {_phase(s)}")


def _check_course(s: State) -> None:
    """The check and its cards fit the phase."""
    tasks = _tasks(s)
    if (s.check == NONE) != (s.phase == Phase.CHECK or (s.checks == 0 and Task.NEW_CHECK in tasks)):
        problem = "is missing in" if s.check == NONE else "is not known yet, so not given, in"
        raise PositionError("check", f"{problem} phase {_phase(s)}")
    if s.phase == Phase.VOLUNTEER and mode_of(s.check) != Mode.VOLUNTEER:
        raise PositionError("check.mode", "phase 'volunteer' belongs to mode 'volunteer'")
    in_check = s.phase in IN_CHECK or Task.REACT in tasks or Task.TURN in tasks
    if s.phase in IN_CHECK and s.checker != s.player:
        raise PositionError("check.checker", f"in phase {_phase(s)} it is the PC to move")
    if in_check and s.checker == NONE:
        raise PositionError("check.checker", "a check that goes on has one")
    played = s.phase in (Phase.COST, Phase.DIFFICULTY, Phase.REACT) or (in_check and s.phase not in IN_CHECK)
    turned = s.phase in (Phase.REACT, Phase.RETRY) or Task.REACT in tasks
    for name, card, wanted in (("played", s.played, played), ("difficulty", s.difficulty, turned)):
        if (card != NO_CARD) != wanted:
            raise PositionError(f"check.{name}", f"is {'missing' if wanted else 'given'} in phase {_phase(s)}")
    if s.played == FOOL:
        raise PositionError("check.played", "the Fool is never played")
    if s.phase == Phase.DIFFICULTY and s.places[TEMPERANCE] != Place.FATE + s.player:
        raise PositionError("phase", "'difficulty' needs Temperance before the PC")


def _check_choice(s: State) -> None:
    """What is chosen from is there."""
    if s.phase == Phase.CHECK and NONE in s.offered[:OFFERED]:
        raise PositionError("offered", "the master needs checks to choose from")
    if s.phase != Phase.CHECK and (s.offered != NONE).any():
        raise PositionError("offered", "only in phase 'check'")
    if (s.aim != NONE) != (s.phase in (Phase.SUN, Phase.MASTER_LOSS)):
        raise PositionError("aim", "is given exactly in the phases 'sun' and 'master_loss'")
    place = Place.FATE if s.phase == Phase.SUN else Place.HAND
    if s.aim != NONE and not _count_at(s, place + s.aim):
        raise PositionError("aim", f"pc_{s.aim} has no card to choose")
    if s.phase == Phase.JUDGEMENT and not any(is_recoverable(s, card) for card in range(N_CARDS)):
        raise PositionError("discards", "there is none to take")
    _check_look(s)
    if s.phase == Phase.KEEP and not s.luck[s.player]:
        raise PositionError("phase", "'keep' needs luck")


def _check_look(s: State) -> None:
    if s.phase not in LOOKING:
        if s.looking or s.placed:
            raise PositionError("looking", "only while cards are looked at")
        return
    if not s.placed < s.looking <= s.deck_count or (s.phase == Phase.PEEK and s.looking > 1):
        raise PositionError("looking", "more cards than were put back, and no more than the deck has")
    if s.placed and s.phase in (Phase.WHEEL, Phase.PEEK):
        raise PositionError("placed", f"no card is put back in phase {_phase(s)}")
    needed = {Phase.ARRANGE: ALCHEMIST, Phase.PEEK: SHAMAN}.get(Phase(s.phase))
    if needed is not None and s.vocation[s.player] != needed:
        raise PositionError("phase", f"the class of pc_{s.player} has no {_phase(s)}")


def _check_tasks(s: State) -> None:
    """Each card that waits has the task that ends its waiting."""
    tasks = _tasks(s)
    if s.phase in IN_EFFECT and not tasks:
        raise PositionError("tasks", f"phase {_phase(s)} is in the middle of an effect; say what follows")
    kept = sum(_count_at(s, Place.KEPT + seat) for seat in range(s.pcs))
    if (kept or s.phase == Phase.KEEP) and (Task.KEEP not in tasks or Task.REDRAW not in tasks):
        raise PositionError("tasks", "a card is kept only while a 'keep' and a 'redraw' follow")
    for card in range(N_CARDS):
        if s.places[card] == Place.RESOLVING and not _is_put_away(s, card):
            raise PositionError("resolving", "no task follows that ends the card's effect")
    if any(s.task_who[k] >= s.pcs for k in range(s.task_count) if s.task[k] not in (Task.WINDOW, Task.KEEP)):
        raise PositionError("tasks", f"seats are 0 to {s.pcs - 1}")
    if any(s.task_who[k] < 0 for k in range(s.task_count) if s.task[k] != Task.PUT_AWAY):
        raise PositionError("tasks", f"seats are 0 to {s.pcs - 1}")
    for k in range(s.task_count):
        if s.task[k] == Task.LOOK and s.task_amount[k] not in LOOKING:
            raise PositionError("tasks", "a look is that of a phase in which cards are looked at")
        if s.task[k] == Task.PUT_AWAY and s.places[s.task_amount[k]] != Place.RESOLVING:
            raise PositionError("tasks", "only a card whose effect goes on is put away")


def _is_put_away(s: State, card: int) -> bool:
    """By its own task, by the laying, or by the reset that a Fool laid on Temperance has begun."""
    if not s.late_fool and Task.KEEP in _tasks(s):
        return True
    for k in range(s.task_count):
        if s.task[k] == Task.PUT_AWAY and s.task_amount[k] == card:
            return True
        if s.task[k] == Task.LAY and card == TEMPERANCE:
            return True
    return False


def _phase(s: State) -> str:
    return repr(PHASE_NAMES[s.phase])
