"""The figure that an action is aimed at."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import A_ACT, A_ASK, A_OFFER, A_TARGET, N_NAMES, T_FOE
from dicedeck.envs.card_rpg.cards import MOST_PCS, N_ROWS, NONE
from dicedeck.envs.card_rpg.features.layout import Features
from dicedeck.envs.card_rpg.observation import cut, observe_values, seen_as
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.rules.figures import figure_named, has_status, unused_rows
from dicedeck.envs.card_rpg.state import Health, State
from dicedeck.envs.core.jit import rule


@rule
def target_of(s: State, action: int) -> int:
    """The figure that the action is aimed at."""
    if action >= A_TARGET and action < A_TARGET + N_NAMES:
        return figure_named(s, action - A_TARGET)
    if action >= A_ACT and action < A_ACT + N_NAMES - T_FOE:
        return figure_named(s, action - A_ACT + T_FOE)
    if action >= A_OFFER and action < A_ASK:
        return (action - A_OFFER) % MOST_PCS
    if s.phase >= Phase.DAMAGE and s.phase <= Phase.RIPOSTE:
        return int(s.damage_by) if s.phase == Phase.RIPOSTE else int(s.damage_to)
    if s.phase == Phase.ASK or s.phase == Phase.AGREE:
        return int(s.subject) if s.phase == Phase.ASK else int(s.partner)
    if s.phase == Phase.BEFORE_ROLL or s.phase == Phase.AFTER_ROLL or s.phase == Phase.SHIFT:
        return int(s.actor)
    return NONE


@rule
def describe_target(s: State, figure: int, out: Features) -> None:
    out.target[seen_as(s, s.player, figure)] = 1
    own = (figure < MOST_PCS) == (s.player < s.pcs)
    out.own_side = 1 if own else -1
    out.target_health = (Health.DEAD.value - s.health[figure]) / 3
    out.target_level = cut(s.level[figure] / 10)
    out.target_rank = s.rank[figure] / 2
    observe_values(s, figure, out.target_values)
    out.target_guards = unused_rows(s, figure) / N_ROWS
    out.target_ill = has_status(s, figure)
    out.target_acted = s.acted[figure]
