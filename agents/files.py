"""Files that are replaced as a whole: whoever is killed while writing leaves the earlier one."""

from __future__ import annotations

import os
from pathlib import Path


def write_file(path: Path, content: str | bytes) -> None:
    """Write beside the file, then rename: the file is the old one or the whole new one. Its folder is made.

    Raises:
        OSError: the place cannot be written to; an earlier file is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
