"""The folder of a run: its name, and what lies in it."""

import contextlib
import errno
import itertools
import os
import platform
import shutil
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from filelock import FileLock, Timeout

from agents.learning.config import Config, to_yaml
from envs.core.files import write_whole

CONFIG = "config.yaml"
POLICY = "policy.safetensors"
METRICS = "metrics.csv"
LOCK = ".lock"
PROGRAMS = ("stichwerk", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium")


class RunFolderError(ValueError):
    """A run's folder that exists already, or one that holds no run."""


def new_run(config: Config) -> tuple[Config, Path]:
    """Make the folder of a new run and save the config in it, with the run's name.

    Raises:
        RunFolderError: a run of that name exists, or the folder cannot be made.
    """
    parent = Path(config.folder)
    stem = config.game.rpartition("-v")[0].replace("/", "-")
    names = [config.name] if config.name else (f"{stem}-{number}" for number in itertools.count(1))
    try:
        parent.mkdir(parents=True, exist_ok=True)
        for name in names:
            named = msgspec.structs.replace(config, name=name)
            if not (parent / name).exists() or _is_empty(parent / name):
                with contextlib.suppress(FileExistsError):
                    _make_folder(parent / name, named)
                    return named, parent / name
    except OSError as error:
        raise RunFolderError(f"{error.filename}: the run's folder cannot be made: {error.strerror}") from None
    folder = parent / str(config.name)
    if not (folder / CONFIG).is_file():
        raise RunFolderError(f"{folder} exists already and holds no run: choose another name=...")
    raise RunFolderError(f"{folder} exists already: go on with --resume {folder}, or choose another name=...")


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None


def _make_folder(folder: Path, config: Config) -> None:
    """Make a folder that from the beginning holds the config, so that the run can be resumed whenever it is killed.

    Raises:
        FileExistsError: another program has made it in the meantime.
    """
    draft = folder.with_name(f".{folder.name}.{os.getpid()}.partial")
    draft.mkdir(exist_ok=True)
    try:
        write_whole(draft / CONFIG, to_yaml(config).encode())
        draft.rename(folder)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        if error.errno in {errno.EEXIST, errno.ENOTEMPTY}:
            raise FileExistsError(*error.args) from None
        raise


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other programs out of a run's folder; a program that is killed lets go of it.

    Raises:
        RunFolderError: another program is in it.
    """
    lock = FileLock(folder / LOCK, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise RunFolderError(f"{folder} is in use: another program trains there") from None
    try:
        yield
    finally:
        (folder / LOCK).unlink(missing_ok=True)
        lock.release()


def find_run(folder: Path) -> Path:
    """The saved config of a run; raises RunFolderError if there is none."""
    if not (folder / CONFIG).is_file():
        raise RunFolderError(f"{folder} holds no run: there is no {CONFIG} in it")
    return folder / CONFIG


def write_json(path: Path, values: Mapping[str, Any]) -> None:
    """Write JSON with indents; what is no number is null."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(values, enc_hook=np.generic.item), indent=2) + b"\n")


def versions() -> dict[str, str]:
    """Versions of Python and of the programs whose arithmetic a run depends on."""
    found = {"python": platform.python_version()}
    for name in PROGRAMS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed" if name != "stichwerk" else "from source"
    return found
