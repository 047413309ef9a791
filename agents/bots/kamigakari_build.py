"""A scripted builder of Kamigakari's parties.

``ready`` builds the suite's ready party of the level, or another one from a file: ``ready,party=my_party.toml``. Beyond
what the file tells, as at levels that have no ready party, it decides at random.
"""

from __future__ import annotations

import random
from typing import Any

from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game
from dicedeck.envs.kamigakari.tables.characters import Character
from dicedeck.envs.kamigakari.tables.library import load_tables
from dicedeck.envs.kamigakari.tables.scenario import load_party_file, names_of

GEAR = ("weapon", "armour", "charm", "job")


class ReadyBuilder:
    """Takes the decisions of a party's file one after the other."""

    def __init__(self, name: str, members: list[Character]) -> None:
        self.name = name
        self._plans = [plan_of(who) for who in members]
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, view: View) -> int:
        legal = view.legal_actions
        pcs = view.resample(0).to_dict()["pcs"]
        plan = self._plans[len(pcs) - 1] if len(pcs) <= len(self._plans) else []
        step = decisions_in(pcs[-1])
        if step < len(plan):
            for action in legal:
                if view.action_name(action) == plan[step]:
                    return action
        return legal[int(self._random.random() * len(legal))]


def plan_of(who: Character) -> list[str]:
    """The names of the decisions that build a character, in their order; its people's first talent comes by itself."""
    plan = [f"people {who.people}", f"title {who.main}", f"title {who.sub}"]
    plan += [f"point {stat}" for stat, n in who.free.items() for _ in range(n)]
    plan += [f"point {stat}" for pair in who.raised for stat in pair]
    first = {row.key for row in load_tables().talents_of(who.people) if row.level == 1}
    plan += [f"talent {key}" for key in who.talents if key not in first]
    plan += [f"{piece} {getattr(who, piece)}" for piece in GEAR]
    for built in who.built:
        plan.append(f"{'earn' if built.paid else 'buy'} {built.effect}")
        plan += [f"attribute {built.attribute}"] if built.attribute else []
        plan += [f"use {material}" for material in built.paid]
    plan += [f"fuse {who.fused}"] if who.fused else []
    return [*plan, "done"]


def decisions_in(entry: dict[str, Any]) -> int:
    """How many decisions a PC of a position has behind it."""
    count: int = sum(key in entry for key in ("people", "main", "sub", *GEAR))
    count += sum(entry.get("free", {}).values()) + len(entry.get("raised", [])) + len(entry.get("building", []))
    return count + max(len(entry.get("talents", [])) - 1, 0)


def make_ready(spec: AgentSpec, game: Game) -> ReadyBuilder:
    """``party=NAME|PATH``: the file of a party."""
    spec.check(["party"])
    ready = [name for name in names_of("parties") if name.startswith("ready_")]
    level = min(int(game.option_values().get("level", 1)), len(ready))
    name = spec.settings.get("party", f"ready_{level}")
    return ReadyBuilder(spec.text, load_party_file(name, load_tables())[1])
