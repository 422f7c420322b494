"""The files that a command writes: one rule for all.

An output is never an input, and no two outputs are one file. A file that is there is replaced only with `--force`; to a file of
hand records deals are appended. All are tried before the work begins, and a failure at the end loses no other output.
"""

import argparse
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from envs.cli.program import WRONG, complain
from envs.core.text import read_json

_FIRST_LINE = 2**16


class OutputError(ValueError):
    """An output that cannot be written, or may not be."""


def add_force(command: argparse.ArgumentParser) -> None:
    """Add the argument."""
    command.add_argument("--force", action="store_true", help="replace files that are there")


def files_of(specs: Iterable[str]) -> list[Path]:
    """The files that specs of agents name.

    >>> [str(path) for path in files_of(["heuristic", "policy:runs/a", "my/agents.py:Greedy:depth=2"])]
    ['runs/a', 'my/agents.py']
    """
    named = [re.fullmatch(r"policy:(.+)|(.+\.py):\w+(?::.*)?", spec, re.DOTALL) for spec in specs]
    return [Path(found[1] or found[2]) for found in named if found]


class Outputs:
    """The outputs of one call of a command, each checked as it is named."""

    def __init__(self, name: str, inputs: Iterable[Path] = (), *, force: bool = False) -> None:
        """Have none yet.

        Args:
            name: of the program, for messages.
            inputs: files that are read.
            force: replace what is there.
        """
        self._name, self._force = name, force
        self._taken = {_real(path): "is read" for path in inputs}
        self.status = 0
        """Exit status: 0 as long as all could be written."""

    def add(self, path: Path) -> None:
        """A file that is written whole.

        Raises:
            OutputError: it may not or cannot be written.
        """
        self._take(path)
        if path.exists() and not self._force:
            raise OutputError(f"{path} is there already: --force replaces it, or choose another name")
        _try_to_write(path)

    def add_records(self, path: Path) -> None:
        """A file of hand records, which is appended to.

        Raises:
            OutputError: it may not or cannot be written, or holds something else.
        """
        self._take(path)
        is_new = not path.exists()
        try:
            with path.open("ab+") as stream:
                stream.seek(0)
                first = stream.read(_FIRST_LINE).lstrip().partition(b"\n")[0]
        except OSError as error:
            raise OutputError(f"{path} cannot be written: {error.strerror}") from None
        if is_new:
            Path(os.path.realpath(path)).unlink()
        if first and not _is_record(first):
            raise OutputError(f"{path} holds something else than hand records: deals cannot be appended to it")

    def add_folder(self, folder: Path, names: Iterable[str]) -> None:
        """Files of these names in a folder, which is made if it is not there.

        Raises:
            OutputError: one of them may not or cannot be written.
        """
        if folder.is_dir():
            for name in names:
                self.add(folder / name)
        elif folder.exists():
            raise OutputError(f"{folder} is no folder")
        else:
            self._take(folder)
            _try_to_write(folder)

    def write(self, write: Callable[[], object]) -> None:
        """Write one of them; a failure is told in one line, and the others are written all the same."""
        try:
            write()
        except (ValueError, OSError) as error:
            complain(self._name, error)
            self.status = WRONG

    def _take(self, path: Path) -> None:
        real = _real(path)
        if real in self._taken:
            raise OutputError(f"{path} cannot be written: it {self._taken[real]} by the same command")
        self._taken[real] = "is written"
        if path.is_dir():
            raise OutputError(f"{path} cannot be written: it is a folder")
        if path.exists() and not path.is_file():
            raise OutputError(f"{path} cannot be written: it is no regular file")


def _real(path: Path) -> tuple[int, int] | str:
    """The same for all names of a file."""
    try:
        found = path.stat()
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def _try_to_write(path: Path) -> None:
    """Raise OutputError if no file of this name can be made; what is there stays as it is."""
    if not path.parent.is_dir():
        raise OutputError(f"{path} cannot be written: there is no folder {path.parent}")
    trial = path.with_name(f".{path.name}.partial")
    try:
        with trial.open("wb"):
            pass
        trial.unlink()
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from None


def _is_record(line: bytes) -> bool:
    """Whether a first line is a hand record, perhaps one whose writer was killed."""
    try:
        fields = read_json(line)
    except ValueError:
        return line.startswith(b'{"record": ')
    return isinstance(fields, dict) and isinstance(fields.get("game"), str)
