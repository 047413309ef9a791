"""The party as text, as far as it has been built."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.kamigakari.build.catalogue import N_ADDS, Adds, Catalogue
from dicedeck.envs.kamigakari.build.rules.sums import main_stat, sum_up
from dicedeck.envs.kamigakari.build.sizes import PHASE_NAMES, Phase
from dicedeck.envs.kamigakari.build.state import N_STATS, State
from dicedeck.envs.kamigakari.codes import ATTRIBUTE_NAMES, MOST_PCS, NONE, VALUE_NAMES
from dicedeck.envs.kamigakari.tables.words import STATS

SHORT = ("acc", "eva", "cas", "res", "ins", "phys", "mag", "arm", "bar", "ini", "mov", "siz", "bnd")
assert len(SHORT) == len(VALUE_NAMES)


def phase(s: State) -> str:
    return PHASE_NAMES[s.phase]


def render(s: State, viewer: int | None, catalogue: Catalogue, fights: tuple[str, ...]) -> str:
    """Nothing is hidden, so every viewer sees the same."""
    count = f"{s.step_count} action" + "s" * int(s.step_count != 1)
    if s.phase == Phase.OVER:
        rows = [f"Kamigakari, building: the party has fought, after {count}"]
        rows += [f"  {name}: won {s.won[k]} of {s.games}" for k, name in enumerate(fights)]
    else:
        rows = [f"Kamigakari, building at level {s.level}: pc_{s.pc} ({PHASE_NAMES[s.phase]}), {count} so far"]
        rows.append(f"  judged by: {', '.join(fights)}, {s.games} games each")
    if s.paying != NONE:
        rows.append(f"  paying for {catalogue.names['weapon_effects'][s.paying]}: {s.points} points more")
    stock = [f"{name} x {s.stock[k]}" for k, name in enumerate(catalogue.names["materials"]) if s.stock[k]]
    rows.append(f"  materials: {', '.join(stock) or '-'}")
    for pc in range(MOST_PCS):
        rows += _pc(s, pc, catalogue.names)
    return "\n".join(rows)


def _pc(s: State, pc: int, names: dict[str, list[str]]) -> list[str]:
    if s.people[pc] == NONE:
        return [f"  pc_{pc} -"]
    titles = [names["titles"][title] for title in (s.main[pc], s.sub[pc]) if title != NONE]
    stats = " ".join(f"{STATS[k]} {main_stat(s, pc, k)}" for k in range(N_STATS))
    adds = np.zeros(N_ADDS, np.int32)
    sum_up(s, pc, adds)
    values = " ".join(f"{short} {adds[k]}" for k, short in enumerate(SHORT))
    rows = [
        f"  pc_{pc} {names['peoples'][s.people[pc]]} {' / '.join(titles)}",
        f"    {stats}",
        f"    hp {adds[Adds.HP]} {values}",
        f"    talents: {', '.join(names['talents'][k] for k in np.flatnonzero(s.talent[pc]))}",
    ]
    gear = [
        names[kind][held[pc]]
        for kind, held in (("weapons", s.weapon), ("armours", s.armour), ("charms", s.charm), ("jobs", s.job))
        if held[pc] != NONE
    ]
    if gear:
        rows.append(f"    {', '.join(gear)}; {s.gold[pc]} G left")
    built = [f"{name} x {n}" for name, n in zip(names["weapon_effects"], s.bought[pc] + s.earned[pc]) if n]
    built += [ATTRIBUTE_NAMES[adds[Adds.ATTRIBUTE]]] if adds[Adds.ATTRIBUTE] else []
    built += [f"fused {names['materials'][s.fused[pc]]}"] if s.fused[pc] != NONE else []
    return rows + ([f"    weapon: {', '.join(built)}"] if built else [])
