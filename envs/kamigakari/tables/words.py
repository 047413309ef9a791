"""The words that the tables may use. Where the rules have a number for one, it comes from ``codes.py``."""

from __future__ import annotations

from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    POLICY_NAMES,
    STATUS_NAMES,
    TRIGGER_NAMES,
    VALUE_NAMES,
    Status,
)

STATS = ("body", "agility", "intellect", "spirit", "luck")
"""Main stats."""
VALUES = (*VALUE_NAMES, "hp")
"""What effects may change; ``hp`` is the most hit points and changes for good only."""
BAKED = ("hp", "bonds")
"""Values that only what always holds may change."""
COMBAT_VALUES = tuple(name for name in VALUES if name != "bonds")
WEAPON_VALUES = ("physical_damage", "magic_damage", "accuracy", "casting", "rank", "magic_rank", "range")
"""What an effect on a weapon can raise."""
GIVEN = STATUS_NAMES[: Status.STUN]
"""Statuses that effects give; stun and worse come from damage only."""
REMOVED = STATUS_NAMES
ATTRIBUTES = ATTRIBUTE_NAMES[1:]
CONSTANT = "constant"
TIMINGS = ("start", "prepare", "attack", "end", "defence", "special", CONSTANT)
REACTIONS = ("defence", "special")
TRIGGERS = TRIGGER_NAMES[1:]
DEFENCE_TRIGGERS = ("self_attacked", "ally_attacked", "self_damaged", "ally_damaged")
ALWAYS = "always"
DURATIONS = ("check", "turn", "next_turn", "fight", ALWAYS)
ATTACK_KINDS = ("weapon", "physical", "magic", "heal", "special")
WHO = ("self", "target", "foes", "allies")
POLICIES = POLICY_NAMES
FORMS = ("A", "B")
WEAPON_KINDS = ("physical", "magic")
MATERIAL_KINDS = ("fang", "ink", "feather", "shell")
