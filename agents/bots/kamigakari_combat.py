"""The scripted bots of Kamigakari's fights. Everything lies open there; only the dice to come are not known.

- ``brawler`` goes for the nearest enemy with what promises most damage; it burns essence, swaps dice and defends as
  the tactician does, but neither helps others nor cares where it stands;
- ``tactician`` weighs every decision by its expected value one decision ahead, with the exact best swap; it is the
  policy by which the rules play a party (``envs/kamigakari/fight/policy/party.py``). ``tactician,swaps=no`` never
  exchanges a die: the difference is what dice control is worth.

Where they are asked to move the enemies they do so as the rules would without a game master.
"""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.scripted import Choice, ScriptedBot
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, MOST_KNOWN, N_SQUARES, NONE, Status
from dicedeck.envs.kamigakari.core.grid import FAR, apart
from dicedeck.envs.kamigakari.fight.moves import (
    A_ACCEPT,
    A_DISENGAGE,
    A_DONE,
    A_FULL_MOVE,
    A_MOVE,
    A_PASS,
    A_SHAKE,
    A_SQUARE,
    A_STOP,
    A_TALENT,
    A_TARGET,
    A_WEAPON,
)
from dicedeck.envs.kamigakari.fight.outlook import DAMAGE, N_OUTLOOK, weigh_deed
from dicedeck.envs.kamigakari.fight.policy.enemies import enemy_action
from dicedeck.envs.kamigakari.fight.policy.party import choose_payment, choose_transcendence, party_action
from dicedeck.envs.kamigakari.fight.policy.reactions import react
from dicedeck.envs.kamigakari.fight.policy.swaps import choose_swap
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, has, is_pc, stands
from dicedeck.envs.kamigakari.fight.rules.legal import legal
from dicedeck.envs.kamigakari.fight.rules.movement import ends_of_move
from dicedeck.envs.kamigakari.fight.rules.rolling import BASE_DICE
from dicedeck.envs.kamigakari.fight.rules.rows import is_attack
from dicedeck.envs.kamigakari.fight.state import Phase, State


@rule
def choose_tactician(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """Expected value one decision ahead, with the exact best swap."""
    return party_action(s, mask, True) if is_pc(s.figure) else enemy_action(s)


@rule
def choose_without_swaps(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The same without exchanging dice."""
    return party_action(s, mask, False) if is_pc(s.figure) else enemy_action(s)


@rule
def choose_brawler(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The nearest enemy, the most damage; no help before it comes to blows, no care for where it stands."""
    if not is_pc(s.figure):
        return enemy_action(s)
    mask[:] = 0
    legal(s, mask)
    phase = s.phase
    figure = s.figure
    if phase == Phase.PREPARE:
        return come_near(s, figure, mask)
    if phase == Phase.ATTACK:
        return strike(s, figure, mask)
    if phase == Phase.SQUARE:
        return A_SQUARE + nearest_square(s)
    if phase == Phase.TARGET:
        return nearest_target(s, figure, mask)
    if phase == Phase.PAY:
        return choose_payment(mask)
    if phase == Phase.BEFORE:
        return choose_transcendence(s, figure, mask, True)
    if phase == Phase.ROLL:
        return choose_swap(s)
    if phase == Phase.LEND:
        return A_ACCEPT
    if phase == Phase.DECLARE:
        return A_STOP
    return react(s, figure, mask) if phase == Phase.REACT else A_PASS


@rule
def come_near(s: State, figure: int, mask: Mask) -> int:
    """Up, or nearer, where nobody can be struck from here."""
    if has(s, figure, Status.PRONE):
        return A_SHAKE
    return A_MOVE if mask[A_MOVE] and nearest_gap(s, figure, s.square[figure]) > 1 else A_PASS


@rule
def strike(s: State, figure: int, mask: Mask) -> int:
    outlook = np.zeros(N_OUTLOOK, np.float64)
    best = NONE
    most = 0.0
    for slot in range(MOST_KNOWN + 1):
        action = A_WEAPON if slot == MOST_KNOWN else A_TALENT + slot
        if mask[action] == 0:
            continue
        row = s.weapon[figure] if slot == MOST_KNOWN else s.known[figure, slot]
        if is_attack(s, row):
            weigh_deed(s, figure, row, BASE_DICE, True, outlook)
            if outlook[DAMAGE] > most:
                most = outlook[DAMAGE]
                best = action
    if best != NONE:
        return best
    if mask[A_FULL_MOVE]:
        return A_FULL_MOVE
    return A_DISENGAGE if mask[A_DISENGAGE] else A_PASS


@rule
def nearest_gap(s: State, figure: int, square: int) -> int:
    """Squares from there to the nearest foe that stands."""
    near = FAR
    for other in range(MOST_FIGURES):
        if are_foes(figure, other) and stands(s, other):
            near = min(near, apart(square, s.square[other]))
    return int(near)


@rule
def nearest_square(s: State) -> int:
    weight = np.empty(N_SQUARES, np.int32)
    if ends_of_move(s, weight) == 0:
        return int(s.square[s.mover])
    best = NONE
    least = 2 * FAR
    for square in range(N_SQUARES):
        if weight[square] < FAR:
            gap = nearest_gap(s, s.mover, square)
            if gap < least:
                least = gap
                best = square
    return int(best)


@rule
def nearest_target(s: State, figure: int, mask: Mask) -> int:
    best = NONE
    least = 2 * FAR
    for other in range(MOST_FIGURES):
        if mask[A_TARGET + other] and apart(s.square[figure], s.square[other]) < least:
            least = apart(s.square[figure], s.square[other])
            best = A_TARGET + other
    return best if best != NONE else A_DONE


ROLLOUTS: dict[str, Choice] = {"tactician": choose_tactician, "brawler": choose_brawler}
"""What ``mcts`` can play on with; the first is the default."""


def make_brawler(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_brawler)


def make_tactician(spec: AgentSpec, game: Game) -> ScriptedBot:
    """``swaps=no``: never exchanging dice."""
    spec.check(["swaps"])
    swaps = spec.choice("swaps", "yes", ("yes", "no"))
    return ScriptedBot(spec.text, game, choose_tactician if swaps == "yes" else choose_without_swaps)
