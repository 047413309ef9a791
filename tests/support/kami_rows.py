"""A small arena in which one talent, one piece of gear or one enemy action is tried at a time.

    trial = Trial(arena("crush"), phase="attack", pc_0="4,4", enemy_0="4,3", spirit="2")
    trial.play("talent 1", "target enemy_0")
    trial.finish()
    assert trial.lost("enemy_0") == ...

pc_0 has the talent and nothing else but chalk and a crib note; pc_1 and pc_2 have no talents. Enemies are dummies that
hit always, are hit by everything but fumbles, and have no weakness, unless another kind is asked for.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from dicedeck.envs.core.game import State
from dicedeck.envs.core.rng import seed_streams
from dicedeck.envs.kamigakari.fight.state import write_battle
from dicedeck.envs.kamigakari.tables.battle import Battle, make_battle
from dicedeck.envs.kamigakari.tables.characters import Built, Character, combat_values
from dicedeck.envs.kamigakari.tables.library import Tables, load_tables, with_rows
from dicedeck.envs.kamigakari.tables.scenario import Fight
from support.kami import combat, figure

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game

ARMOUR, BARRIER, DUMMY_HP, DUMMY_DIE, DUMMY_DAMAGE = 2, 1, 200, 3, 20
DUMMY = {
    "key": "dummy", "name": "Dummy", "level": 1, "hp": DUMMY_HP, "armour": ARMOUR, "barrier": BARRIER, "accuracy": 40,
    "evasion": 3, "casting": 40, "resistance": 3, "physical_damage": DUMMY_DAMAGE, "magic_damage": DUMMY_DAMAGE,
    "die": DUMMY_DIE, "initiative": 5, "move": 4, "size": 2, "weakness": "", "essence": 1, "insight": 5,
    "policy": "nearest",
}  # fmt: skip
HIT = {
    "enemy": "dummy", "name": "Hit", "timing": "attack", "trigger": "", "range": "6", "target": "foe:1", "limit": "",
    "effect": "attack(physical,rank=1)",
}  # fmt: skip
BOLT = HIT | {"name": "Bolt", "effect": "attack(magic,rank=1)"}
PLAIN: dict[str, Any] = {
    "people": "cityborn",
    "main": "wardblade A",
    "sub": "stormcaller A",
    "free": {"body": 2, "intellect": 2},
    "weapon": "curved_sword",
    "armour": "long_coat",
    "charm": "chalk",
    "job": "student",
    "talents": (),
}


@cache
def tables() -> Tables:
    """The suite's, and the dummy."""
    cells: dict[str, Any] = {"enemies": [("dummy", DUMMY)], "enemy_actions": [("hit", HIT), ("bolt", BOLT)]}
    return with_rows(load_tables(), cells, "arena")


def pc(*talents: str, **changes: Any) -> Character:
    """A PC of no level in particular: only what the trial needs."""
    built = tuple(Built(**row) for row in changes.pop("built", ()))
    return Character(**{**PLAIN, "talents": talents, **changes, "built": built})


@cache
def arena(*talents: str, foe: str = "dummy", **changes: str) -> Battle:
    """pc_0 with these talents, two PCs without any, one enemy of the kind and two dummies."""
    fight = Fight(
        title="Arena",
        essence=10,
        party_squares=["0,0", "1,0", "2,0"],
        foes=[f"{foe} 0,8", "dummy 1,8", "dummy 2,8"],
    )
    return make_battle(fight, "arena", [pc(*talents, **changes), pc(), pc()], tables())


def arena_with(who: Character, foe: str = "dummy") -> Battle:
    """Likewise with a character of one's own."""
    fight = Fight(
        title="Arena",
        essence=10,
        party_squares=["0,0", "1,0", "2,0"],
        foes=[f"{foe} 0,8", "dummy 1,8", "dummy 2,8"],
    )
    return make_battle(fight, "arena", [who, pc(), pc()], tables())


def values(who: Character | None = None) -> dict[str, int]:
    """The combat values of pc_0 without talents, by the tables alone."""
    return combat_values(who or pc(), tables())


def given_state(battle: Battle, position: dict[str, Any], seed: int) -> State:
    """The state of a position in this battle, whatever the game's own fight is."""
    game: Game = combat()
    state = State(game)
    state.records[0] = game.template[0]
    write_battle(state.record, battle)
    seed_streams(state.record.rng, seed)
    game.variant.notation.from_dict(state.record, position)
    state.refresh()
    return state


class Trial:
    """One position in an arena, and what has become of it."""

    def __init__(
        self,
        battle: Battle,
        phase: str = "prepare",
        to_move: str = "pc_0",
        seed: int = 0,
        spirit: str = "",
        **parts: Any,
    ) -> None:
        names = [f"pc_{k}" for k in range(battle.pcs)] + [f"enemy_{k}" for k in range(battle.enemies)]
        figures = {name: parts.pop(name, None) for name in names}
        shown = {name: self._figure(name, entry) for name, entry in figures.items()}
        if shown["pc_0"]["hp"] and "spirit" not in (figures["pc_0"] if isinstance(figures["pc_0"], dict) else {}):
            shown["pc_0"]["spirit"] = [int(word) for word in spirit.split()]
        stage = {"start": "start", "end": "end"}.get(phase, "act")
        position = {"to_move": to_move, "phase": phase, "stage": stage, "figures": shown, **parts}
        self.battle = battle
        for name, entry in shown.items():
            if entry["hp"] < 0:
                entry["hp"] = int(battle.max_hp[self.seat(name)])
        self.state = given_state(battle, position, seed)
        self.before = self.state.to_dict()["figures"]
        self.dice: list[tuple[str, list[int]]] = []
        """Kind and faces of each check that has been accepted."""

    @staticmethod
    def seat(name: str) -> int:
        side, number = name.split("_")
        return int(number) + (0 if side == "pc" else 4)

    @staticmethod
    def _figure(name: str, entry: Any) -> dict[str, Any]:
        """Out, or on a square; -1 HP stand for all of them. PCs but pc_0 have no spirit dice left."""
        if entry is None:
            shown: dict[str, Any] = {"hp": 0, "status": ["out"]}
        else:
            shown = dict(figure(entry)) if isinstance(entry, str) else dict(entry)
            shown.setdefault("hp", -1)
        if name.startswith("pc"):
            shown.setdefault("spirit", [])
        return shown

    # ------------------------------------------------------------ playing

    def play(self, *names: str) -> Trial:
        for name in names:
            self.note_dice(name)
            self.state.apply_action(self.state.string_to_action(name))
        return self

    def note_dice(self, name: str) -> None:
        if name == "accept" and self.now() == "roll":
            check = self.state.to_dict()["check"]
            self.dice.append((check["kind"], [*check.get("rolled", []), *check.get("fixed", [])]))

    def legal(self, start: str = "") -> set[str]:
        names = {self.state.action_to_string(action) for action in self.state.legal_actions()}
        return {name.removeprefix(start).strip() for name in names if name.startswith(start)}

    def now(self) -> str:
        """What is being decided."""
        return str(self.state.to_dict()["phase"])

    def phase(self) -> str:
        position = self.state.to_dict()
        return f"{position['to_move']} {position['phase']}"

    def pay(self) -> Trial:
        """The first payment that is allowed, to its end."""
        while self.now() == "pay":
            self.play(min(f"pay {word}" for word in self.legal("pay")))
        return self

    def finish(self, react: bool = False) -> Trial:
        """Through payments, checks (no extra dice, no swaps) and, unless ``react``, past every reaction."""
        default = {"before": "transcend 0", "roll": "accept", "lend": "accept", "react": "pass", "declare": "let pass"}
        while self.now() in (*default, "pay"):
            if react and self.now() == "react":
                break
            if self.now() == "pay":
                self.pay()
            else:
                self.play(default[self.now()])
        return self

    # ------------------------------------------------------------ what has become of it

    def fig(self, name: str = "pc_0") -> dict[str, Any]:
        entry: dict[str, Any] = self.state.to_dict()["figures"][name]
        return entry

    def lost(self, name: str) -> int:
        """HP lost since the beginning."""
        return int(self.before[name]["hp"]) - int(self.fig(name)["hp"])

    def status(self, name: str = "pc_0") -> set[str]:
        return set(self.fig(name)["status"])

    def changes(self, name: str = "pc_0") -> dict[str, Any]:
        """Changes of values by duration."""
        found: dict[str, Any] = self.fig(name).get("changes", {})
        return found

    def active_dice(self) -> list[int]:
        """The faces of the last active check."""
        return next(dice for kind, dice in reversed(self.dice) if kind == "active")

    def apart(self, one: str, other: str) -> int:
        a, b = ([int(n) for n in self.fig(name)["square"].split(",")] for name in (one, other))
        return abs(a[0] - b[0]) + abs(a[1] - b[1])


def die_of(dice: list[int]) -> int:
    """The highest die, 10 for a critical (KAMI-3, KAMI-23)."""
    return 10 if dice.count(6) >= 2 else max(dice)


def is_fumble(dice: list[int]) -> bool:
    return dice.count(1) == len(dice)
