"""How a game describes itself: its rules, its notation, its variants, and the facts that do not change."""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from dicedeck.envs.core.blocks import ActionTable
from dicedeck.envs.core.dtypes import Array, Floats, Mask, Record, dtype_of
from dicedeck.envs.core.errors import GameDefinitionError, OptionError, did_you_mean
from dicedeck.envs.core.layout import Layout
from dicedeck.envs.core.rng import STREAMS
from dicedeck.envs.core.symmetry import Symmetry

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game

Utility = Literal["zero_sum", "identical", "general"]


def words_of(text: str, comma: str = ",") -> list[str | None]:
    """The entries of an option that is a list, as they stand on a command line: empty ones and ``null`` are None."""
    words = [word.strip() for word in text.split(comma)]
    return [None if word in ("", "null") else word for word in words]


def _counts(annotation: Any) -> bool:
    """An option of this type takes numbers."""
    return annotation in (int, float) or any(type(choice) is int for choice in typing.get_args(annotation))


class Options(BaseModel):
    """Base of a game's rule options: each field is one option with its default; unknown ones are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _true_is_no_number(cls, values: Any) -> Any:
        """Python takes True for 1; an option that counts something does not."""
        for name, value in values.items() if isinstance(values, dict) else ():
            field = cls.model_fields.get(name)
            if isinstance(value, bool) and field is not None and _counts(field.annotation):
                raise ValueError(f"{name} is not true or false, but {value} was given")
        return values


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The functions of a game. All but the first act in place on one record and are compiled."""

    configure: Callable[[Record, Any], None]
    """Writes the options into an empty record (plain Python)."""
    setup: Callable[[Record], None]
    """Sets up a game in an empty, configured record with the random numbers that it holds."""
    legal: Callable[[Record, Mask], None]
    """Sets mask[action] = 1 for each legal action of ``s.player``; the mask comes in zeroed."""
    step: Callable[[Record, int], None]
    """Applies a legal action; sets player, rewards, terminated and truncated."""
    observe: Callable[[Record, int, Record], None]
    """Writes what a player sees into a zeroed observation."""
    action_features: Callable[[Record, int, Record], None]
    """Writes what the player to move knows of one legal action into zeroed features."""
    feature_rows: Callable[[Array, Array, Array, Floats, Array], None] | None = None
    """The same for many actions, as the kernel ``features_of`` (not compiled), where those of a state share work."""
    resample: Callable[[Record, int], None]
    """Redraws, from the record's fresh random numbers, all that a player cannot know."""


@dataclass(frozen=True, kw_only=True)
class Notation:
    """How a game is read and written (plain Python)."""

    to_dict: Callable[[Record], dict[str, Any]]
    """The position without ``game`` and ``options``."""
    from_dict: Callable[[Record, dict[str, Any]], None]
    """Writes a position into an empty, configured record; raises PositionError."""
    render: Callable[[Record, int | None], str]
    """A text picture of what a player knows, of everything for None."""
    phase: Callable[[Record], str]
    """What is being decided, in a few words."""
    seen_action: Callable[[Record, int, int], str] | None = None
    """How an action of the player to move reads to a viewer (None: by its name); a secret choice is not named."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """All that the options of a game decide."""

    label: str
    """Tells variants whose compiled code differs apart."""
    players: tuple[str, ...]
    roles: tuple[str, ...]
    actions: ActionTable
    max_steps: int
    """A proven bound on the number of actions in a game."""
    observation: type
    features: type
    rules: Rules
    notation: Notation
    symmetries: Callable[[Layout, Layout], tuple[Symmetry, ...]] | None = None
    """From the layouts of observation and features; the first changes nothing (None: there are no others)."""
    utility: Utility | None = None
    """Where options change it, as a game master does (None: the game's)."""
    bounds: tuple[float, float] | None = None
    """Likewise the least and the most that a seat can be paid in a game."""


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A game with its options still open."""

    name: str
    title: str
    version: int
    """Goes up when rules, observations, actions or rewards change."""
    options: type[Options]
    state: type
    variant: Callable[[Any], Variant]
    utility: Utility
    min_utility: float
    max_utility: float
    hidden_information: bool
    about: str = ""
    fullest: Options | None = None
    """The options of the game with all that it has, for benchmarks and checks (None: the defaults)."""

    def load(self, **options: Any) -> Game:
        """The game with these rule options.

        Raises:
            OptionError: an option that does not exist, or a value that it does not take.
        """
        from dicedeck.envs.core.game import load

        return load(self, self.parse_options(options))

    def state_dtype(self) -> np.dtype[np.void]:
        """The dtype of the game's state, which must begin with the head that every record has."""
        dtype = dtype_of(self.state)
        fields: Any = dtype.fields or {}
        for name in ("rng", "player", "terminated", "truncated", "step_count", "rewards", "returns"):
            if name not in fields:
                raise GameDefinitionError(f"{self.name}: the state has no field {name!r}")
        if fields["rng"][0].shape != (STREAMS, 4):
            raise GameDefinitionError(f"{self.name}: the state's rng must be Annotated[Words, {STREAMS}, 4]")
        return dtype

    def place(self) -> tuple[str, str]:
        """The module of ``variant``, and the variable there that holds this spec.

        Raises:
            GameDefinitionError: there is none, so that no other process could find the game.
        """
        module = self.variant.__module__
        known = vars(sys.modules[module]) if module in sys.modules else {}
        for name, value in known.items():
            if value is self:
                return module, name
        raise GameDefinitionError(
            f"{self.name} cannot be found again: no variable of {module}, where its variant is defined, is its GameSpec"
        )

    def parse_options(self, options: dict[str, Any]) -> Options:
        known = self.options.model_fields
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise OptionError(
                    f"{self.name} has no option {name!r} (options: {names}){did_you_mean(str(name), known)}"
                )
        try:
            return self.options(**options)
        except ValidationError as error:
            first = error.errors()[0]
            problem = first["msg"].removeprefix("Value error, ")
            if not first["loc"]:
                raise OptionError(f"{self.name}: {problem}") from None
            name = str(first["loc"][0])
            raise OptionError(f"{self.name}: option {name}={options.get(name, first['input'])!r}: {problem}") from None
