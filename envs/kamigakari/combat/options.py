"""Rule options of Kamigakari's fights."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from dicedeck.envs.core.spec import Options as BaseOptions
from dicedeck.envs.kamigakari.codes import MOST_TURNS
from dicedeck.envs.kamigakari.tables import load_fight


class Options(BaseOptions):
    """The fight, the party, who moves the enemies, what is paid."""

    fight: str = "default"
    """A file of ``configs/kamigakari/fights``, or a path that ends in ``.toml``."""
    party: str | None = None
    """Likewise of ``configs/kamigakari/parties``; left out: the ready party of the fight's level."""
    gm: bool = False
    """An agent moves the enemies, in the last seat."""
    reward: Literal["outcome", "shaped"] = "outcome"
    """Shaped: the change of half the difference of the shares of HP left is paid as well; it adds up to 0."""
    max_turns: Annotated[int, Field(ge=1, le=MOST_TURNS)] | None = None
    """After so many turns the fight is cut off; left out: those of the fight."""

    @model_validator(mode="after")
    def _is_sound(self) -> Options:
        load_fight(self.fight, self.party)
        return self
