"""Engagement: clusters, who hinders whom, ranges (KAMI-20 to KAMI-22)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, Reach, Row, Status, Value
from dicedeck.envs.kamigakari.core.grid import apart
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, has, stands, value_of
from dicedeck.envs.kamigakari.fight.state import State


@rule
def cluster_of(s: State, figure: int) -> int:
    """Bits of all figures that neighbouring squares link to this one, itself included (KAMI-22)."""
    members = 1 << figure
    if not stands(s, figure):
        return members
    grown = True
    while grown:
        grown = False
        for other in range(MOST_FIGURES):
            if members >> other & 1 or not stands(s, other):
                continue
            for member in range(MOST_FIGURES):
                if members >> member & 1 and apart(s.square[member], s.square[other]) == 1:
                    members |= 1 << other
                    grown = True
                    break
    return members


@rule
def range_between(s: State, cluster: int, figure: int, other: int) -> int:
    """Squares apart; 1 inside a cluster (``cluster``: that of ``figure``), however long it is."""
    if figure == other:
        return 0
    return 1 if cluster >> other & 1 else apart(s.square[figure], s.square[other])


@rule
def is_in_range(s: State, cluster: int, row: int, figure: int, other: int) -> bool:
    """Whether a row of the figure reaches another figure from where it stands."""
    reach = s.rows[row, Row.REACH]
    if reach == Reach.SELF:
        return figure == other
    if reach == Reach.BATTLEFIELD:
        return True
    far = s.rows[row, Row.REACH_N] if reach == Reach.SQUARES else 1
    return range_between(s, cluster, figure, other) <= far


@rule
def sizes_in(s: State, cluster: int, figure: int, foes: bool) -> int:
    """The total size of one side in a cluster."""
    n = 0
    for other in range(MOST_FIGURES):
        if cluster >> other & 1 and stands(s, other) and are_foes(figure, other) == foes:
            n += value_of(s, other, Value.SIZE)
    return n


@rule
def is_hindered(s: State, figure: int) -> bool:
    """Engaged with a foe, and its side of the cluster is no larger: it may not leave (KAMI-21, 22)."""
    if value_of(s, figure, Value.SIZE) == 0:
        return False
    cluster = cluster_of(s, figure)
    foes = sizes_in(s, cluster, figure, True)
    if foes == 0 and not has_foe(cluster, figure):
        return False
    return sizes_in(s, cluster, figure, False) <= foes


@rule
def has_foe(cluster: int, figure: int) -> bool:
    for other in range(MOST_FIGURES):
        if cluster >> other & 1 and are_foes(figure, other):
            return True
    return False


@rule
def may_stop(s: State, foe: int, mover: int) -> bool:
    """Whether a foe beside the way may declare engagement on the mover (KAMI-21, 22, 30)."""
    if not stands(s, foe) or not are_foes(foe, mover) or s.ignored >> foe & 1:
        return False
    if has(s, mover, Status.FLYING) or has(s, foe, Status.IMMOBILE):
        return False
    reach = value_of(s, foe, Value.SIZE)
    own = value_of(s, mover, Value.SIZE)
    return bool(s.declared[foe] < reach and own != 0 and own <= reach)
