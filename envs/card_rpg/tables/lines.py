"""How a line of each file becomes a row."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.card_rpg.cards import (
    N_ACTIONS_KINDS,
    NONE,
    VALUE_NAMES,
    Action,
    Limit,
    Moment,
    Scope,
    Use,
    When,
)
from dicedeck.envs.card_rpg.tables.cells import Cells
from dicedeck.envs.card_rpg.tables.grammar import word
from dicedeck.envs.card_rpg.tables.rows import (
    NOT_PERSONAL,
    VARIABLE,
    BadStatus,
    Character,
    Item,
    Npc,
    OwnAction,
    Situation,
    Values,
    Weapon,
)

MOST_MODIFIER = 9
MOST_LEVEL = 20
MOST_VALUE = 40
MOST_DEPTH = 5
LEAST_TARGET, MOST_TARGET = 2, 20
MOST_COPIES = 10
"""Cards of one line."""
OFFERED = (Action.GATHER, Action.REQUEST, Action.DISARM, Action.SET_TRAP, Action.HIDE, Action.DAMAGE)
"""Actions that a situation may ask for."""
OWN_USES = (Use.PHYSICAL, Use.MAGIC, Use.ABSOLUTE)
NPC_FLAGS = ("unguardable", "once_per_fight", "not_boss")
LIMITS = {
    "": Limit.NONE,
    "once per turn": Limit.TURN,
    "once per round": Limit.ROUND,
    "once per fight": Limit.FIGHT,
}


def _triggers() -> dict[str, tuple[When, Action, int]]:
    """What may stand in the column ``when``: what calls the ability, action and use that the check must have."""
    triggers = {
        "check:wounded": (When.CHECK_WOUNDED, Action.NOTHING, NONE),
        "check:ally": (When.CHECK_ALLY, Action.NOTHING, NONE),
        "before_roll:damage": (When.BEFORE_ROLL, Action.DAMAGE, NONE),
        "after_roll:failed": (When.AFTER_ROLL, Action.NOTHING, NONE),
        "cleanup:no_attack": (When.CLEANUP, Action.NOTHING, NONE),
        "situation_success": (When.SITUATION_SUCCESS, Action.NOTHING, NONE),
        "fight_start": (When.FIGHT_START, Action.NOTHING, NONE),
        "damage:other_ally": (When.DAMAGE_OTHER, Action.NOTHING, NONE),
        "damage:self": (When.DAMAGE_SELF, Action.NOTHING, NONE),
        "disables": (When.DISABLES, Action.NOTHING, NONE),
    }
    for kind in (Action.GATHER, Action.REQUEST, Action.DISARM, Action.HIDE, Action.DAMAGE, Action.STATUS):
        triggers[f"check:{word(kind)}"] = (When.CHECK, kind, NONE)
        for use in (Use.PHYSICAL, Use.MAGIC):
            triggers[f"check:{word(kind)}:{word(use)}"] = (When.CHECK, kind, int(use))
    return triggers


TRIGGERS = _triggers()


def read_weapon(cells: Cells) -> Weapon:
    modifier, level, kind = cells.text("modifier"), cells.text("personal_level"), cells.text("action")
    unguardable, critical = _weapon_flags(cells)
    return Weapon(
        **_names(cells),
        rule=cells.text("rule"),
        count=cells.number("count", 0, MOST_COPIES),
        use=cells.member("use", Use),
        modifier=0 if modifier == "-n" else cells.number("modifier", -MOST_MODIFIER, MOST_MODIFIER, blank=0),
        per_hidden=modifier == "-n",
        additional=cells.number("additional", 0, MOST_MODIFIER, blank=0),
        kind=cells.member("action", [k for k in Action if k != Action.NOTHING]) if kind else int(Action.NOTHING),
        moment=cells.member("moment", (Moment.ACTION, Moment.REACTION, Moment.ALWAYS)),
        effect=cells.effect("effect"),
        unguardable=unguardable,
        critical=critical,
        level=VARIABLE if level == "variable" else cells.number("personal_level", 1, MOST_LEVEL, blank=NOT_PERSONAL),
        note=cells.text("note"),
    )


def _weapon_flags(cells: Cells) -> tuple[bool, int]:
    unguardable, critical = False, 0
    for flag in cells.parts("flags", ";"):
        if flag == "unguardable":
            unguardable = True
        elif flag.startswith("critical:"):
            critical = cells.whole("flags", flag.removeprefix("critical:"), 1, 5)
        else:
            raise cells.wrong("flags", f"{flag!r} is none of unguardable, critical:n; join them by ';'")
    return unguardable, critical


def read_item(cells: Cells) -> Item:
    return Item(
        **_names(cells),
        rule=cells.text("rule"),
        count=cells.number("count", 0, MOST_COPIES),
        moment=cells.member("moment", (Moment.ACTION, Moment.AFTER_ROLL, Moment.BEFORE_ROLL, Moment.DAMAGE)),
        scope=cells.member("scope", Scope),
        effect=cells.effect("effect"),
        others_only=cells.choice("others_only", ("", "yes")) == "yes",
        note=cells.text("note"),
    )


def read_status(cells: Cells) -> BadStatus:
    return BadStatus(
        **_names(cells),
        rule=cells.text("rule"),
        count=cells.number("count", 0, MOST_COPIES),
        effect=cells.effect("effect"),
        lasts=cells.needed("lasts"),
    )


def read_character(cells: Cells) -> Character:
    when, kind, use = TRIGGERS[cells.choice("when", TRIGGERS)]
    return Character(
        **_names(cells),
        values=_values(cells),
        ability=cells.needed("ability"),
        when=int(when),
        kind=int(kind),
        use=use,
        effect=cells.effect("effect"),
        limit=int(LIMITS[cells.choice("limit", LIMITS)]),
        text=cells.needed("text"),
    )


def read_npc(cells: Cells) -> Npc:
    flags = [cells.choice("flags", NPC_FLAGS, flag) for flag in cells.parts("flags", ";")]
    return Npc(
        **_names(cells),
        level=cells.number("level", 1, MOST_LEVEL),
        values=_values(cells),
        action=cells.needed("action"),
        own=OwnAction(
            cells.member("use", OWN_USES),
            cells.number("modifier", -MOST_MODIFIER, MOST_MODIFIER, blank=0),
            cells.effect("effect"),
        ),
        unguardable="unguardable" in flags,
        once="once_per_fight" in flags,
        not_boss="not_boss" in flags,
        fallback=_fallback(cells),
        text=cells.text("text"),
    )


def _fallback(cells: Cells) -> OwnAction | None:
    parts = cells.parts("fallback", "|")
    if not parts:
        return None
    if len(parts) != 3:
        raise cells.wrong("fallback", f"{cells.text('fallback')!r}: write use|modifier|effect")
    return OwnAction(
        cells.member("fallback", (Use.PHYSICAL, Use.MAGIC), parts[0]),
        cells.whole("fallback", parts[1], -MOST_MODIFIER, MOST_MODIFIER),
        cells.effect("fallback", parts[2]),
    )


def read_situation(cells: Cells) -> Situation:
    in_dungeon = cells.choice("stage", ("town", "dungeon")) == "dungeon"
    for name in ("facedown_gather", "depth_success", "depth_failure"):
        if not in_dungeon and cells.text(name):
            raise cells.wrong(name, "a card of the town has none; leave it empty")
    return Situation(
        **_names(cells),
        in_dungeon=in_dungeon,
        facedown=cells.number("facedown_gather", LEAST_TARGET, MOST_TARGET) if in_dungeon else 0,
        targets=_targets(cells),
        success=cells.effect("success"),
        depth_success=cells.number("depth_success", -MOST_DEPTH, MOST_DEPTH, blank=0),
        failure=cells.effect("failure"),
        depth_failure=cells.number("depth_failure", -MOST_DEPTH, MOST_DEPTH, blank=0),
        text=cells.text("text"),
    )


def _targets(cells: Cells) -> tuple[int, ...]:
    """The targets of ``gather:8|request:9``."""
    targets = [0] * N_ACTIONS_KINDS
    for part in cells.parts("actions", "|"):
        kind, _, target = part.partition(":")
        action = cells.member("actions", OFFERED, kind)
        if targets[action]:
            raise cells.wrong("actions", f"{kind} stands there twice")
        targets[action] = cells.whole("actions", target, LEAST_TARGET, MOST_TARGET)
    if not any(targets):
        raise cells.wrong("actions", "no action is offered; write kind:target, joined by '|'")
    return tuple(targets)


def _names(cells: Cells) -> dict[str, Any]:
    return {"key": cells.needed("key"), "name": cells.needed("name"), "original": cells.text("original")}


def _values(cells: Cells) -> Values:
    first, second, third, fourth = (cells.number(name, 0, MOST_VALUE) for name in VALUE_NAMES)
    return first, second, third, fourth
