"""Games and their states: what a user of the suite holds in the hand.

A game's folder describes it by a ``GameSpec``; ``spec.load(**options)`` settles the rule options and gives a ``Game``,
which makes states and batches of states. Names follow OpenSpiel.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from dicedeck.envs.core import jit, kernels
from dicedeck.envs.core.dtypes import Array, Floats, Mask, Record, as_records, new_records
from dicedeck.envs.core.errors import DicedeckError, GameDefinitionError, IllegalActionError, PositionError
from dicedeck.envs.core.layout import Layout
from dicedeck.envs.core.notation import check_heading
from dicedeck.envs.core.rng import checked_seed, seed_streams
from dicedeck.envs.core.spec import GameSpec, Options
from dicedeck.envs.core.symmetry import Symmetry, as_it_is

if TYPE_CHECKING:
    from dicedeck.envs.core.playout import Batch

AutoReset = Literal["same_step", "next_step", "disabled"]


@functools.lru_cache(maxsize=128)
def load(spec: GameSpec, options: Options) -> Game:
    """The game with these options; the same object each time, with its compiled kernels."""
    return Game(spec, options)


class Game:
    """A game with its rules settled. Games are equal when name, version and options are."""

    def __init__(self, spec: GameSpec, options: Options) -> None:
        variant = spec.variant(options)
        self.spec = spec
        self.options = options
        self.variant = variant
        self.name, self.title, self.version = spec.name, spec.title, spec.version
        self.utility, self.hidden_information = variant.utility or spec.utility, spec.hidden_information
        self.min_utility, self.max_utility = variant.bounds or (spec.min_utility, spec.max_utility)
        self.players, self.roles = variant.players, variant.roles
        self.num_players = len(variant.players)
        self.actions = variant.actions
        self.num_actions = variant.actions.num_actions
        self.max_steps = variant.max_steps
        self.state_dtype = spec.state_dtype()
        self.layout = Layout(variant.observation)
        self.observation_size = self.layout.size
        self.feature_layout = Layout(variant.features)
        self.feature_size = self.feature_layout.size
        self.template = new_records(self.state_dtype, 1)
        variant.rules.configure(self.template.view(np.recarray)[0], options)

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.option_values().items())
        return f"load_game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.spec, self.options) == (other.spec, other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.options))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (self.name, *self.spec.place(), self.options.model_dump())

    def option_values(self) -> dict[str, Any]:
        """The options that differ from their defaults, as plain JSON."""
        return self.options.model_dump(mode="json", exclude_defaults=True)

    @functools.cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together: all of a co-operative game; else those of a kind (``pc_0``, ``pc_1``).

        Where all players are of one kind, each is on its own side.
        """
        seats = range(self.num_players)
        if self.utility == "identical":
            return (tuple(seats),)
        kinds = [name.rpartition("_")[0] for name in self.players]
        if len(set(kinds)) == 1:
            return tuple((seat,) for seat in seats)
        return tuple(tuple(seat for seat in seats if kinds[seat] == kind) for kind in dict.fromkeys(kinds))

    @functools.cached_property
    def side_names(self) -> tuple[str, ...]:
        """What each side is called: its seat's role; for several seats what their roles have in common."""
        return tuple(_common_name([self.roles[seat] for seat in side]) for side in self.sides)

    @functools.cached_property
    def kernels(self) -> dict[str, Any]:
        """The compiled entry points of ``core/kernels.py``, bound to this game."""
        rows = self.variant.rules.feature_rows
        own = {"features_of": rows} if rows else {}
        return {name: self.bind(template) for name, template in {**kernels.KERNELS, **own}.items()}

    @functools.cached_property
    def _names(self) -> dict[str, Any]:
        """The free names of kernel templates: the game's rules and the helpers over them."""
        names: dict[str, Any] = {name: getattr(self.variant.rules, name) for name in _RULE_NAMES}
        for name, helper in kernels.HELPERS.items():
            names[name] = jit.rule(jit.rebind(helper, names, self._label))
        return names

    @property
    def _label(self) -> str:
        return f"{self.name}_{self.variant.label}"

    def bind(self, template: Callable[..., Any], label: str = "", **extra: Any) -> Any:
        """A compiled entry point over this game: ``template``'s free names are the game's rules, and ``extra``.

        Kernels that share a template and a game but not their ``extra`` need a ``label`` each.
        """
        sources = jit.sources_of(self.variant.rules.step, template)
        return jit.bind(template, {**self._names, **extra}, f"{self._label}{label}", sources)

    @functools.cached_property
    def digest(self) -> str:
        """Short hash of name, version, options, action names and layouts: what a trained policy depends on."""
        facts = [self.name, str(self.version), self.options.model_dump_json(), *self.actions.names]
        facts += [f"{slot.name}{slot.shape}" for slot in (*self.layout.slots, *self.feature_layout.slots)]
        return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]

    @functools.cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Names for cards and places under which it is the same game; those that it has come first."""
        if self.variant.symmetries is None:
            return (as_it_is(self.observation_size, self.feature_size),)
        return self.variant.symmetries(self.layout, self.feature_layout)

    # ------------------------------------------------------------ states

    def new_initial_state(self, seed: int = 0) -> State:
        """The start of a game. The same seed gives the same game, on every machine."""
        state = State(self)
        self.kernels["reset_states"](self.template, state.records, np.array([checked_seed(seed)], np.int64), _CHOSEN)
        state.refresh()
        return state

    def new_batch(self, n: int, seed: int = 0, autoreset: AutoReset = "same_step", observations: bool = True) -> Batch:
        """``n`` games that are stepped together; game i is dealt from ``seed`` + i."""
        from dicedeck.envs.core.playout import Batch

        return Batch(self, n, seed, autoreset, observations)

    def from_dict(self, position: dict[str, Any], seed: int = 0) -> State:
        """The state that a position describes; ``seed`` is for what is still to be drawn or rolled.

        Raises:
            PositionError: names the field and what is wrong with it.
        """
        if not isinstance(position, dict):
            raise PositionError("position", f"expected a mapping, found {type(position).__name__}")
        check_heading(self, position)
        state = State(self)
        state.records[0] = self.template[0]
        seed_streams(state.record.rng, checked_seed(seed))
        body = {key: value for key, value in position.items() if key not in ("game", "version", "options")}
        self.variant.notation.from_dict(state.record, body)
        state.refresh()
        return state

    def from_bytes(self, data: bytes) -> State:
        """The state that ``State.to_bytes`` wrote.

        Raises:
            PositionError: the bytes are not those of a state of this game.
        """
        if len(data) != self.state_dtype.itemsize:
            raise PositionError("bytes", f"{self.name} needs {self.state_dtype.itemsize} bytes, found {len(data)}")
        state = State(self)
        state.raw[:] = np.frombuffer(data, np.uint8)
        state.refresh()
        return state

    # ------------------------------------------------------------ actions

    def checked_actions(self, actions: Sequence[int] | Array) -> Array:
        """A list of action numbers as compiled code takes it: int64[len(actions)].

        Raises:
            IllegalActionError: it is no list of whole numbers, or one of them is no action of the game.
        """
        try:
            numbers = [operator.index(action) for action in actions]
        except TypeError:
            raise IllegalActionError(f"a list of action numbers is needed, not {actions!r}") from None
        if not all(0 <= action < self.num_actions for action in numbers):
            raise IllegalActionError(f"{self.name} has actions 0 to {self.num_actions - 1}, not all of {numbers}")
        return np.array(numbers, np.int64)

    def action_to_string(self, action: int) -> str:
        if not 0 <= action < self.num_actions:
            raise IllegalActionError(f"{self.name} has actions 0 to {self.num_actions - 1}, not {action}")
        return self.actions.names[action]

    def string_to_action(self, text: str) -> int:
        return self.actions.parse(text)


class State:
    """One game in progress: a single numpy record, changed in place by ``apply_action``."""

    __slots__ = ("_mask", "game", "raw", "records")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.raw = np.zeros(game.state_dtype.itemsize, np.uint8)
        """The record's bytes: the snapshot, the hash and the equality."""
        self.records: Array = as_records(self.raw, game.state_dtype)
        """The same memory as an array of one record, for kernels."""
        self._mask: Mask = np.zeros(game.num_actions, np.int8)

    def __repr__(self) -> str:
        over = self.is_terminal()
        now = "over" if over else f"{self.game.players[self.current_player()]} to move, {self.phase()}"
        return f"<State of {self.game!r}: {self.step_count} actions played, {now}>"

    def refresh(self) -> None:
        """Work the mask out again, after the record was changed by hand."""
        self.game.kernels["masks_of"](self.records, self._mask.reshape(1, -1))

    @property
    def record(self) -> Record:
        """The record itself: ``state.record.player`` and so on. Look, do not touch."""
        return self.records.view(np.recarray)[0]

    # ------------------------------------------------------------ whose move, what is legal

    @property
    def terminated(self) -> bool:
        return bool(self.records["terminated"][0])

    @property
    def truncated(self) -> bool:
        return bool(self.records["truncated"][0])

    @property
    def step_count(self) -> int:
        return int(self.records["step_count"][0])

    def is_terminal(self) -> bool:
        """Over, by the rules (``terminated``) or by a cap (``truncated``)."""
        return self.terminated or self.truncated

    def current_player(self) -> int:
        """The seat that decides now; -1 when the game is over."""
        return -1 if self.is_terminal() else int(self.records["player"][0])

    def legal_actions(self) -> list[int]:
        """The legal actions of the player to move, ascending; none when the game is over."""
        actions: list[int] = self._mask.view(np.bool_).nonzero()[0].tolist()
        return actions

    def legal_actions_mask(self) -> Mask:
        """int8[num_actions], 1 where legal; all 0 when the game is over."""
        return self._mask.copy()

    # ------------------------------------------------------------ moving on

    def apply_action(self, action: int) -> None:
        """Play an action of the player to move.

        Raises:
            IllegalActionError: it is not legal now; the state is unchanged.
        """
        try:
            index = operator.index(action)
        except TypeError:
            raise TypeError(f"an action is a number, not {action!r}; string_to_action turns a name into one") from None
        if not (0 <= index < self.game.num_actions and self._mask[index]):
            raise IllegalActionError(self._why_illegal(index))
        self.game.kernels["step_one"](self.records, index, self._mask)

    def _why_illegal(self, action: int) -> str:
        game = self.game
        if not 0 <= action < game.num_actions:
            return f"{game.name} has actions 0 to {game.num_actions - 1}, not {action}"
        name = game.action_to_string(action)
        if self.is_terminal():
            return f"{name!r} is illegal: the game is over"
        legal = [game.action_to_string(a) for a in self.legal_actions()]
        near = sorted(legal, key=lambda text: _likeness(text, name), reverse=True)[:4]
        player = game.players[self.current_player()]
        return f"{name!r} is illegal for {player} in phase {self.phase()!r}; legal are for instance: {', '.join(near)}"

    def phase(self) -> str:
        return self.game.variant.notation.phase(self.record)

    def rewards(self) -> list[float]:
        """What the last action brought each player."""
        rewards: list[float] = self.records["rewards"][0, : self.game.num_players].tolist()
        return rewards

    def returns(self) -> list[float]:
        """What the game has brought each player so far."""
        returns: list[float] = self.records["returns"][0, : self.game.num_players].tolist()
        return returns

    def resample(self, player: int, seed: int) -> State:
        """A state that ``player`` cannot tell from this one: all hidden, and all future randomness, drawn anew.

        It depends on ``seed`` and on what the player knows, on nothing else.
        """
        other = self.clone()
        seat = self._checked_seat(player)
        self.game.kernels["resample_states"](other.records, seat, checked_seed(seed))
        if self.current_player() != seat:
            other.refresh()
        return other

    # ------------------------------------------------------------ what is seen

    def observation_tensor(self, player: int | None = None) -> Floats:
        """float32[observation_size], what ``player`` sees (default: the player to move, at the end the last one)."""
        game = self.game
        seats = self.records["player"] if player is None else np.array([self._checked_seat(player)], np.int32)
        flat = np.empty((1, game.observation_size), np.float32)
        game.kernels["observe_states"](self.records, seats, flat, as_records(flat, game.layout.dtype))
        seen: Floats = flat[0]
        return seen

    def _checked_seat(self, player: int) -> int:
        """A seat that exists: compiled code would read past the array without a word."""
        seat = operator.index(player)
        if not 0 <= seat < self.game.num_players:
            raise DicedeckError(f"{self.game.name} has players 0 to {self.game.num_players - 1}, not {seat}")
        return seat

    def explain(self, player: int | None = None) -> dict[str, Any]:
        """The observation by name: every piece that is not zero."""
        return self.game.layout.explain(self.observation_tensor(player))

    def action_features(self, actions: Sequence[int] | None = None) -> Floats:
        """float32[len(actions), feature_size] for the player to move (default: for each legal action, ascending)."""
        game = self.game
        chosen = np.flatnonzero(self._mask) if actions is None else game.checked_actions(actions)
        flat = np.empty((len(chosen), game.feature_size), np.float32)
        owners = np.zeros(len(chosen), np.int64)
        records = as_records(flat, game.feature_layout.dtype)
        game.kernels["features_of"](self.records, owners, chosen, flat, records)
        return flat

    def action_to_string(self, action: int, viewer: int | None = None) -> str:
        """The action's name; for a ``viewer`` other than the player to move only what they learn of it."""
        name = self.game.action_to_string(action)
        seen = self.game.variant.notation.seen_action
        if viewer is None:
            return name
        seat = self._checked_seat(viewer)
        return name if seen is None else seen(self.record, action, seat)

    def string_to_action(self, text: str) -> int:
        return self.game.string_to_action(text)

    def to_string(self, player: int | None = None) -> str:
        """A text picture: all of it, or only what ``player`` knows."""
        seat = None if player is None else self._checked_seat(player)
        return self.game.variant.notation.render(self.record, seat)

    def __str__(self) -> str:
        return self.to_string()

    # ------------------------------------------------------------ copies

    def clone(self) -> State:
        """An independent copy, hidden cards and random numbers included: for replay. For planning use ``resample``."""
        other = object.__new__(State)
        other.game = self.game
        other.raw = self.raw.copy()
        other.records = as_records(other.raw, self.game.state_dtype)
        other._mask = self._mask.copy()
        return other

    def to_bytes(self) -> bytes:
        return self.raw.tobytes()

    def to_dict(self) -> dict[str, Any]:
        """The position in the game's notation (JSON); the random numbers are not in it."""
        heading = {"game": self.game.name, "version": self.game.version, "options": self.game.option_values()}
        return {**heading, **self.game.variant.notation.to_dict(self.record)}

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_state, (self.game, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.game, self.to_bytes()))


_CHOSEN = np.ones(1, np.int8)
_RULE_NAMES = ("setup", "legal", "step", "observe", "action_features", "resample")


def _likeness(a: str, b: str) -> tuple[int, int]:
    """How many words two action names share, place by place, and how many letters."""
    words = sum(x == y for x, y in zip(a.split(), b.split()))
    return words, sum(x == y for x, y in zip(a, b))


def _restore_state(game: Game, data: bytes) -> State:
    return game.from_bytes(data)


def _common_name(roles: list[str]) -> str:
    """``Characters`` for Character 1, Character 2 ..."""
    if len(roles) == 1:
        return roles[0]
    kinds = dict.fromkeys(role.rstrip("0123456789 ") for role in roles)
    return " and ".join(f"{kind}s" for kind in kinds)


def _restore_game(name: str, module: str, attribute: str, options: dict[str, Any]) -> Game:
    spec = getattr(importlib.import_module(module), attribute, None)
    if not isinstance(spec, GameSpec) or spec.name != name:
        raise GameDefinitionError(f"module {module} no longer defines the game {name!r} as {attribute}")
    return spec.load(**options)
