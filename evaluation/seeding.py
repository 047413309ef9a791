"""Seeds that follow from other seeds, the same on every machine and in every process."""

from __future__ import annotations

import hashlib


def derive_seed(*parts: int | str) -> int:
    """A seed of 63 bits from numbers and words; another one for any other parts, unrelated to look at."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") >> 1
