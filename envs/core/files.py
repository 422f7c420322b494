"""Files that appear whole or not at all, and files of others that are read only as far as makes sense."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let what fails in this block name the file: a write to an open one does not."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at every moment the old one or the whole new one is there, flushed to the disk.

    Raises:
        OSError: it cannot be written; nothing has changed.
    """
    real = Path(os.path.realpath(path))  # what a link names is replaced, and not the link
    partial = real.with_name(f".{real.name}.partial")
    with naming(path):
        try:
            with partial.open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            partial.replace(real)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def read_bounded(path: Path, most: int, *, is_regular: bool = False) -> bytes:
    """The content of a file.

    Args:
        path: of the file.
        most: bytes; a file with more is no file of the kind that is expected.
        is_regular: refuse pipes and devices, which may never end.

    Raises:
        OSError: it cannot be read.
        ValueError: it is too large, no regular file, or has an impossible name.
    """
    if is_regular and not stat.S_ISREG(path.stat().st_mode):
        raise ValueError("no regular file")
    with path.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise ValueError(f"more than {most:,} bytes")
    return data


def reason(error: OSError | ValueError) -> str:
    """What went wrong with a file, without its name."""
    return str(getattr(error, "strerror", None) or error)
