"""Random numbers that live inside a game's state: xoshiro256++ (Blackman and Vigna, 2019), seeded by splitmix64.

Every function takes ``rng``, an array of four uint64, and changes it in place. A state holds several such generators
(its field ``rng`` has one row per cause), so that in duplicate games an extra dice roll does not shift the deals.
All constants are uint64: in compiled code uint64 mixed with a signed integer turns into a float.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedeck.envs.core.dtypes import Array, Words
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.jit import rule

DEAL = 0
"""Row of ``rng`` for shuffles and draws."""
DICE = 1
"""Row of ``rng`` for dice."""
POLICY = 2
"""Row of ``rng`` for random play (playouts, random opponents)."""
STREAMS = 3

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_U11, _U17, _U23, _U27, _U30, _U31 = (np.uint64(k) for k in (11, 17, 23, 27, 30, 31))
_U32, _U45, _U63, _U64 = (np.uint64(k) for k in (32, 45, 63, 64))


def checked_seed(seed: Any) -> int:
    """A seed as compiled code takes it; another type would compile everything anew.

    Raises:
        DicedeckError: it is not a whole number from 0 to 2**63 - 1.
    """
    if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**63:
        raise DicedeckError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
    return int(seed)


@rule
def seed_streams(rng: Words, seed: int) -> None:
    """Fill every row of ``rng`` from one integer seed."""
    z = np.uint64(seed)
    for stream in range(rng.shape[0]):
        for i in range(4):
            z = np.uint64(z + _GOLDEN)
            w = z
            w = np.uint64((w ^ (w >> _U30)) * _MIX1)
            w = np.uint64((w ^ (w >> _U27)) * _MIX2)
            rng[stream, i] = w ^ (w >> _U31)


@rule
def next_u64(rng: Words) -> np.uint64:
    """The next 64 random bits."""
    total = np.uint64(rng[0] + rng[3])
    result = np.uint64(np.uint64((total << _U23) | (total >> (_U64 - _U23))) + rng[0])
    t = np.uint64(rng[1] << _U17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= t
    rng[3] = np.uint64((rng[3] << _U45) | (rng[3] >> (_U64 - _U45)))
    return result


@rule
def next_seed(rng: Words) -> int:
    """A non-negative random seed, for the next game of a batch."""
    return int(next_u64(rng) & np.uint64(0x7FFFFFFFFFFFFFFF))


@rule
def randbelow(rng: Words, n: int) -> int:
    """A random integer in 0 .. n-1 (multiply and shift on 32 bits: the bias is under n / 2**32)."""
    return int(((next_u64(rng) >> _U32) * np.uint64(n)) >> _U32)


@rule
def random_unit(rng: Words) -> float:
    """A random float in [0, 1) with 53 random bits."""
    return float(next_u64(rng) >> _U11) * (1.0 / 9007199254740992.0)


@rule
def roll_die(rng: Words) -> int:
    """A die: 1 .. 6."""
    return randbelow(rng, 6) + 1


@rule
def shuffle(rng: Words, cards: Array, n: int) -> None:
    """Shuffle cards[0 .. n-1] in place."""
    for i in range(n - 1, 0, -1):
        j = randbelow(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
