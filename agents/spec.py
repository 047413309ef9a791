"""Agent specs: ``name[:budget][,key=value...]``, such as ``greedy``, ``mcts:200`` or ``mcts:200,rollout=greedy``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dicedeck.envs.core.errors import DicedeckError, did_you_mean


class AgentSpecError(DicedeckError):
    """A spec that names no agent, or sets something that the agent does not have."""


@dataclass(frozen=True)
class AgentSpec:
    """A spec in its parts; ``text`` is the spec itself."""

    text: str
    name: str
    budget: str | None
    settings: dict[str, str]

    def whole_budget(self, default: int, low: int = 1, high: int = 10_000_000) -> int:
        """The number behind the colon."""
        return default if self.budget is None else self._whole("budget", self.budget, low, high)

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """The setting ``key`` as a whole number from low to high."""
        return self._whole(key, self.settings[key], low, high) if key in self.settings else default

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """The setting ``key`` as a number from low to high."""
        if key not in self.settings:
            return default
        text = self.settings[key]
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise self.error(f"{key}={text} must be a number from {low:g} to {high:g}")
        return value

    def choice(self, key: str, default: str, known: Sequence[str]) -> str:
        """The setting ``key`` as one of the known words."""
        value = self.settings.get(key, default)
        if value not in known:
            raise self.error(f"{key}={value} does not exist{did_you_mean(value, known)} (known: {', '.join(known)})")
        return value

    def check(self, keys: Iterable[str] = (), budget: bool = False) -> None:
        """Refuse a budget where the agent has none, and settings that it does not have.

        Raises:
            AgentSpecError: names the settings that exist.
        """
        if self.budget is not None and not budget:
            raise self.error(f"{self.name} takes no budget, so nothing may follow a colon")
        known = list(keys)
        for key in self.settings:
            if key not in known:
                has = f"its settings: {', '.join(known)}" if known else "it has none"
                raise self.error(f"{self.name} has no setting {key!r}{did_you_mean(key, known)} ({has})")

    def error(self, problem: str) -> AgentSpecError:
        return AgentSpecError(f"agent {self.text!r}: {problem}")

    def _whole(self, key: str, text: str, low: int, high: int) -> int:
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else low - 1
        if not low <= value <= high:
            raise self.error(f"{key} {text!r} must be a whole number from {low} to {high}")
        return value


def parse_spec(text: str) -> AgentSpec:
    """The parts of a spec.

    Raises:
        AgentSpecError: it is not written ``name[:budget][,key=value...]``.
    """
    head, *pairs = text.strip().split(",")
    name, colon, budget = head.partition(":")
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip() or not value.strip() or key.strip() in settings:
            raise AgentSpecError(
                f"agent {text!r}: {pair.strip()!r} is not a new key=value (specs are name[:budget][,key=value...])"
            )
        settings[key.strip()] = value.strip()
    if not name.strip() or (colon and not budget.strip()):
        raise AgentSpecError(f"agent {text!r}: specs are name[:budget][,key=value...], such as mcts:200,rollout=greedy")
    return AgentSpec(text.strip(), name.strip(), budget.strip() if colon else None, settings)
