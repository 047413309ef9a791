"""Output: whether it can be written is found out before the work begins."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile


def check_output_folder(folder: Path) -> None:
    """Find out before the work begins whether results can be written; leaves nothing behind.

    Raises:
        OSError: the folder cannot be made or written to.
    """
    existing = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    missing = [parent for parent in (folder.absolute(), *folder.absolute().parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise type(error)(error.errno, f"cannot write to this folder ({error.strerror})", str(folder)) from None
    finally:
        for parent in missing:
            if parent != existing and parent.is_dir() and not any(parent.iterdir()):
                parent.rmdir()


def check_output_file(file: Path) -> None:
    """Likewise for one file.

    Raises:
        OSError: the file is a folder, or its folder cannot be made or written to.
    """
    if file.is_dir():
        raise IsADirectoryError(21, "is a folder; name a file", str(file))
    check_output_folder(file.parent)
