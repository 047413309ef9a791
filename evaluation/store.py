"""The match store: a file in which every game of every match is kept, so that no game is played twice.

It is an SQLite database, which any tool for SQLite reads. A match is known by all that decides its games: game,
version, options, digest, agents, seatings, seed, the limit for a move, and the source text of the game and of the
agents. So after an edit of a rule or of a bot its games are played anew.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import dicedeck.agents
from dicedeck.agents.checkpoint import find_checkpoint, read_checkpoint
from dicedeck.envs.core import jit
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import AgentSource, GameRecord, Seating

if TYPE_CHECKING:
    from dicedeck.evaluation.match import Pairing
    from dicedeck.evaluation.workers import Players

APPLICATION = 0x0D1CEDEC
"""Marks our files (SQLite's ``application_id``)."""
SCHEMA = 1
"""Goes up when the tables change (``user_version``)."""
WAIT = 10.0
"""Seconds to wait while another process writes."""

_TABLES = """
CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,  -- of a checkpoint's weights, or of spec, version of dicedeck and digest of the game
    spec TEXT NOT NULL
);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,      -- JSON: those that differ from their defaults
    digest TEXT NOT NULL,
    sides TEXT NOT NULL,        -- JSON: agents.id behind each number of a seating
    seed INTEGER NOT NULL,
    move_limit REAL             -- seconds, NULL for none
);
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches (id),
    pair INTEGER NOT NULL,
    seating TEXT NOT NULL,      -- JSON: for each seat who sits there, an index in matches.sides
    deal_seed INTEGER NOT NULL,
    returns TEXT NOT NULL,      -- JSON, for each seat; likewise illegal and move_time
    length INTEGER NOT NULL,
    illegal TEXT NOT NULL,
    fault TEXT NOT NULL,
    move_time TEXT NOT NULL,    -- mean seconds for a move
    PRIMARY KEY (match, pair, seating)
) WITHOUT ROWID;
"""


class StoreError(DicedeckError):
    """A match store that cannot be used; says why."""


class MatchStore:
    """A store on disk; made when it is not there. Several processes may use it.

    Args:
        wait: seconds to wait while another process writes.

    Raises:
        StoreError: the file is something else, of another version, locked, or cannot be written.
    """

    def __init__(self, path: str | Path, wait: float = WAIT) -> None:
        self.path = Path(path)
        with self._plainly():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=wait, isolation_level=None)
        try:
            with self._plainly():
                self._prepare()
        except StoreError:
            self.close()
            raise

    def _prepare(self) -> None:
        application, tables = self._number("application_id"), self._tables()
        if not tables and application == 0:
            with self._transaction():
                if not self._tables():  # nobody else was quicker
                    for statement in _TABLES.split(";\n"):
                        self._database.execute(statement)
                    self._database.execute(f"PRAGMA application_id = {APPLICATION}")
                    self._database.execute(f"PRAGMA user_version = {SCHEMA}")
        elif application != APPLICATION:
            raise StoreError(f"{self.path} is no match store of dicedeck; name another file, or one that is not there")
        schema = self._number("user_version")
        if schema != SCHEMA:
            raise StoreError(
                f"{self.path} has the layout {schema}, this version of dicedeck reads {SCHEMA}; name another file"
            )
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")

    def match(self, players: Players, pairing: Pairing, move_limit: float | None = None) -> StoredMatch:
        """The games of one match.

        Raises:
            StoreError: an agent that is given by a function: a name for what it does is needed.
        """
        game = players.game
        sides = [players.sources[who] for who in pairing.sides]
        hashes = [agent_hash(source, game) for source in sides]
        facts = [game.name, game.version, game.option_values(), game.digest, source_hash(game), hashes]
        key = _hash([*facts, pairing.seatings, players.seed, move_limit])
        with self._plainly(), self._transaction():
            found = self._database.execute("SELECT id FROM matches WHERE key = ?", (key,)).fetchone()
            if found is None:
                numbers = [self._agent(str(source), digest) for source, digest in zip(sides, hashes)]
                row = (key, game.name, game.version, json.dumps(game.option_values()), game.digest)
                found = self._database.execute(
                    "INSERT INTO matches (key, game, version, options, digest, sides, seed, move_limit) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                    (*row, json.dumps(numbers), players.seed, move_limit),
                ).fetchone()
        return StoredMatch(self, int(found[0]), [players.names[who] for who in pairing.sides], pairing.seatings)

    def _agent(self, spec: str, digest: str) -> int:
        self._database.execute("INSERT OR IGNORE INTO agents (hash, spec) VALUES (?, ?)", (digest, spec))
        return int(self._database.execute("SELECT id FROM agents WHERE hash = ?", (digest,)).fetchone()[0])

    def count(self) -> int:
        """All games in the store."""
        with self._plainly():
            return int(self._database.execute("SELECT count(*) FROM games").fetchone()[0])

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> MatchStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # ------------------------------------------------------------ SQLite

    def select(self, query: str, values: Iterable[Any]) -> list[tuple[Any, ...]]:
        with self._plainly():
            return self._database.execute(query, tuple(values)).fetchall()

    def insert(self, query: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """All rows in one transaction."""
        with self._plainly(), self._transaction():
            self._database.executemany(query, rows)

    def _number(self, pragma: str) -> int:
        return int(self._database.execute(f"PRAGMA {pragma}").fetchone()[0])

    def _tables(self) -> int:
        return int(self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """What goes wrong with the file, in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"match store {self.path}: {_mended(str(error))}") from None
        except OSError as error:
            raise StoreError(f"match store {self.path}: {error.strerror or error}") from None


class StoredMatch:
    """The games of one match in a store."""

    def __init__(self, store: MatchStore, number: int, names: Sequence[str], seatings: Sequence[Seating]) -> None:
        self._store = store
        self._number = number
        self._names = names
        self._seatings = tuple(seatings)

    def games(self, pairs: int) -> dict[int, list[GameRecord]]:
        """The stored games of the first ``pairs`` deals, for each deal in the order of the seatings."""
        rows = self._store.select(
            "SELECT pair, seating, deal_seed, returns, length, illegal, fault, move_time FROM games "
            "WHERE match = ? AND pair < ?",
            (self._number, pairs),
        )
        records = sorted((self._record(*row) for row in rows), key=self._place)
        found: dict[int, list[GameRecord]] = {}
        for record in records:
            found.setdefault(record.pair, []).append(record)
        return {pair: games for pair, games in found.items() if len(games) == len(self._seatings)}

    def _place(self, record: GameRecord) -> tuple[int, int]:
        return record.pair, self._seatings.index(record.seating)

    def _record(
        self, pair: int, seating: str, seed: int, returns: str, length: int, illegal: str, fault: str, time: str
    ) -> GameRecord:
        seats = tuple(json.loads(seating))
        return GameRecord(
            pair=pair,
            seating=seats,
            seats=tuple(self._names[who] for who in seats),
            seed=seed,
            returns=tuple(json.loads(returns)),
            length=length,
            illegal=tuple(json.loads(illegal)),
            fault=fault,
            move_time=tuple(json.loads(time)),
        )

    def add(self, games: Iterable[GameRecord]) -> None:
        """Keep games, all of them or (should the process be killed) none."""
        rows = [
            (
                self._number,
                record.pair,
                json.dumps(record.seating),
                record.seed,
                json.dumps(record.returns),
                record.length,
                json.dumps(record.illegal),
                record.fault,
                json.dumps(record.move_time),
            )
            for record in games
        ]
        self._store.insert("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _mended(problem: str) -> str:
    """What SQLite says, with what to do about it."""
    hints = {
        "locked": "another program is using it; try again when that has finished",
        "not a database": "is no match store; name another file, or one that is not there",
        "unable to open": "cannot be opened; is it a folder, or write-protected?",
    }
    return next((f"{hint} ({problem})" for word, hint in hints.items() if word in problem), problem)


# ---------------------------------------------------------------- identities


def agent_hash(source: AgentSource, game: Game) -> str:
    """What tells agents apart: a checkpoint's weights, wherever they lie; else spec, version and the game's digest.

    Raises:
        StoreError: an agent given by a function.
        CheckpointError: a damaged checkpoint.
    """
    if not isinstance(source, str):
        raise StoreError("only agents named by a spec can be stored, not functions that make an agent")
    place, _, setting = source.strip().partition(",")
    if find_checkpoint(Path(place)) is not None:
        checkpoint = read_checkpoint(Path(place))
        weights = checkpoint.fact("files", dict)["policy"]["sha256"]
        return _hash(["checkpoint", weights, checkpoint.facts.get("network"), setting])
    return _hash(["spec", source.strip(), dicedeck.__version__, game.digest, _outside_hash(source.strip())])


def _outside_hash(spec: str) -> str:
    """Of the files around ``my_module:make``; empty for agents of this package."""
    module, _, name = spec.partition(":")
    make = getattr(sys.modules.get(module), name, None) if name else None
    return _folder_hash(jit.sources_of(make) or ()) if callable(make) else ""


def source_hash(game: Game) -> str:
    """Of all files that decide how a game is played: its rules, the engine, the agents with their weights."""
    agents = Path(dicedeck.agents.__file__).resolve().parent
    rules = jit.sources_of(game.variant.rules.step) or ()
    return _folder_hash((*rules, agents))


@functools.cache
def _folder_hash(folders: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".safetensors"):
                digest.update(path.relative_to(folder.parent).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _hash(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]
