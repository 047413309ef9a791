"""The variants of a game that stand for all of them: for checks, benchmarks, and compiling ahead of time."""

from __future__ import annotations

import typing
from typing import Any

from dicedeck.envs.core.game import Game
from dicedeck.envs.core.spec import GameSpec


def sample_variants(spec: GameSpec) -> list[Game]:
    """The default game, each option changed alone to each value that can be listed, and the fullest game."""
    defaults = spec.options()
    changes: list[dict[str, Any]] = [{}]
    for name, field in spec.options.model_fields.items():
        changes += [{name: value} for value in _values(field.annotation) if value != getattr(defaults, name)]
    if spec.fullest is not None:
        changes.append(spec.fullest.model_dump())
    return list(dict.fromkeys(spec.load(**change) for change in changes))


def compiled_variants(spec: GameSpec) -> list[Game]:
    """One game for each variant that is compiled on its own."""
    return list({game.variant.label: game for game in reversed(sample_variants(spec))}.values())[::-1]


def fullest(spec: GameSpec) -> Game:
    """The game with all that it has."""
    return spec.load() if spec.fullest is None else spec.load(**spec.fullest.model_dump())


def _values(annotation: Any) -> tuple[Any, ...]:
    """The values of an option: of a flag, or of a list of choices; none where they cannot be listed."""
    if typing.get_origin(annotation) is typing.Literal:
        return typing.get_args(annotation)
    return (False, True) if annotation is bool else ()
