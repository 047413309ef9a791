"""Which talents a PC may take (KAMI-40, KAMI-42).

A new PC has the first talent of its people, three of the main title, two of the sub title. Every level brings one more,
and may have exchanged one for another: so many fewer of either title are possible.
"""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.build.sizes import MOST_TITLES
from dicedeck.envs.kamigakari.build.state import State
from dicedeck.envs.kamigakari.codes import NONE
from dicedeck.envs.kamigakari.tables.characters import HIGH_EVERY, MAIN_FIRST, SUB_FIRST


@rule
def own_talents(s: State, pc: int, source: int, high: int) -> int:
    """Talents of a people or title that the PC has, high ones or others."""
    count = 0
    for talent in range(s.talents):
        if s.talent[pc, talent] and s.talent_source[talent] == source and s.talent_high[talent] == high:
            count += 1
    return count


@rule
def talents_left(s: State, pc: int) -> int:
    """Talents that the PC is still to take."""
    wanted = 1 + MAIN_FIRST + SUB_FIRST + s.level - 1 + 2 * (s.level // HIGH_EVERY)
    for talent in range(s.talents):
        if s.talent[pc, talent]:
            wanted -= 1
    return int(wanted)


@rule
def may_take(s: State, pc: int, talent: int) -> bool:
    """Not yet taken, open to the PC, and room for it beside those that are still needed."""
    source = s.talent_source[talent]
    if s.talent[pc, talent] or s.talent_level[talent] > s.level:
        return False
    if source == MOST_TITLES + s.people[pc]:
        return own_talents(s, pc, source, 0) < 1 + s.level // HIGH_EVERY
    if source != s.main[pc] and source != s.sub[pc]:
        return False
    if s.talent_high[talent]:
        high = own_talents(s, pc, s.main[pc], 1) + own_talents(s, pc, s.sub[pc], 1)
        return high < s.level // HIGH_EVERY
    main = own_talents(s, pc, s.main[pc], 0)
    sub = own_talents(s, pc, s.sub[pc], 0)
    room = MAIN_FIRST + SUB_FIRST + s.level - 1 - main - sub
    still_main = max(MAIN_FIRST - (s.level - 1) - main, 0)
    still_sub = max(SUB_FIRST - (s.level - 1) - sub, 0)
    needed = still_sub if source == s.main[pc] else still_main
    return bool(room > needed)


@rule
def take_first(s: State, pc: int) -> None:
    """The first talent of the people comes by itself."""
    for talent in range(s.talents):
        if s.talent_source[talent] == MOST_TITLES + s.people[pc] and s.talent_level[talent] == 1:
            s.talent[pc, talent] = 1


@rule
def is_people_talent(s: State, talent: int) -> bool:
    return bool(s.talent_source[talent] != NONE and s.talent_source[talent] >= MOST_TITLES)
