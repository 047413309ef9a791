"""Agents for tests: simple ones and faulty ones."""

from __future__ import annotations

from time import sleep
from typing import Any

from dicedeck.agents.protocol import Agent, View
from dicedeck.envs import Game


class First:
    """Plays the lowest legal action, and notes how it was reset."""

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self.seeds: list[int] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, view: View) -> int:
        return view.legal_actions[0]


class Raising(First):
    def act(self, view: View) -> int:
        if len(view.legal_actions) < 40:
            raise RuntimeError("out of ideas\nand of lines")
        return view.legal_actions[-1]


class RaisingInReset(First):
    def reset(self, seed: int) -> None:
        raise OSError


class Illegal(First):
    proposal: Any = 10**6

    def act(self, view: View) -> int:
        return self.proposal  # type: ignore[no-any-return]


class Wordy(Illegal):
    proposal = "place S5 J3"


class Hanging(First):
    """Thinks for ever once it has few choices."""

    def act(self, view: View) -> int:
        while len(view.legal_actions) < 40:
            sleep(0.01)
        return view.legal_actions[-1]


class HangingAtOnce(First):
    def act(self, view: View) -> int:
        sleep(1000)
        return view.legal_actions[0]


def first(game: Game) -> Agent:
    return First()


def raising(game: Game) -> Agent:
    return Raising("raising")


def hanging(game: Game) -> Agent:
    return Hanging("hanging")


def hanging_at_once(game: Game) -> Agent:
    return HangingAtOnce("hanging")
