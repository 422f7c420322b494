"""Where compiled kernels are kept: a file for each kernel and set of types, in a folder for each content of the sources.

A kernel is read from any place that a process knows, so that what was installed compiled serves everybody, and written to the
first place that can be written. A file that is not whole counts as missing and is written again. Where nothing can be written,
each process compiles for itself.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba.core import serialize
from numba.core.compiler import CompileResult

_ENVS = Path(__file__).resolve().parent.parent
_DIGEST_SIZE = hashlib.sha256().digest_size
_problems: list[str] = []
"""Why kernels of this process are not kept, if that failed; it is said once."""


class KernelCache:
    """The compiled forms of one function, as numba's dispatcher asks for them (see `numba.core.caching.FunctionCache`).

    Numba's own cache can only be read where it can be written, ends every later process when one of its files is damaged, and
    counts a source as edited when it was copied.
    """

    def __init__(self, function: Callable[..., Any], source_folder: Path) -> None:
        """Know where they lie."""
        self._function, self._source_folder = function, source_folder
        self._is_kept = self._is_read = function.__closure__ is None  # what a closure holds is not in the name of a file

    @property
    def cache_path(self) -> str:
        """The folder that is written, as text."""
        return str(cache_folder(self._source_folder))

    def load_overload(self, signature: Any, target: Any) -> Any:
        """A compiled form, or None if there is no whole one."""
        target.refresh()
        name = self._name(signature, target.codegen())
        folders = cache_folders(self._source_folder) if self._is_read else ()
        for folder in folders:
            data = _read_checked(folder / name)
            if data is not None:
                return CompileResult._rebuild(target, *pickle.loads(data))  # noqa: S301, SLF001 (written by us, in our folder)
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled form; where that fails, it is said and this process goes on with it."""
        folder = cache_folder(self._source_folder)
        if folder is None or _problems or not self._is_kept or compiled.library.has_dynamic_globals or compiled.lifted:
            return
        data = serialize.dumps(compiled._reduce())  # noqa: SLF001 (numba's own cache does so)
        path = folder / self._name(signature, compiled.codegen)
        partial = path.with_suffix(f".{os.getpid()}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(hashlib.sha256(data).digest() + data)
            partial.replace(path)
        except OSError as error:
            _problems.append(f"Compiled kernels cannot be kept in {folder}: {error.strerror}.")
            print(f"\n{_problems[0]}", file=sys.stderr, flush=True)
            with contextlib.suppress(OSError):
                partial.unlink()

    def flush(self) -> None:
        """Compile anew from now on."""
        self._is_read = False

    def _name(self, signature: Any, codegen: Any) -> str:
        """Name of the file of a form: it differs by types, processor, and version of Python and numba."""
        function, code = self._function, self._function.__code__
        parts = (signature, codegen.magic_tuple(), code.co_code, sys.implementation.cache_tag, numba.__version__)
        key = hashlib.sha256(repr(parts).encode()).hexdigest()[:20]
        return f"{_as_name(f'{function.__module__}.{function.__qualname__}')}-{code.co_firstlineno}-{key}.nbk"


def _as_name(text: str) -> str:
    return "".join(letter if letter.isalnum() or letter == "." else "_" for letter in text)


def _read_checked(path: Path) -> bytes | None:
    """What was written to a file, or None if it is not there or damaged; damaged machine code could end the process."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, content = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
    return content if hashlib.sha256(content).digest() == digest else None


# --- Places ---


@functools.cache
def cache_folders(source_folder: Path) -> tuple[Path, ...]:
    """All folders in which compiled kernels of a source folder may lie."""
    name = _folder_name(source_folder)
    known = [base / name for base in _bases()]
    written = cache_folder(source_folder)
    return tuple(known if written in known or written is None else [*known, written])


@functools.cache
def cache_folder(source_folder: Path) -> Path | None:
    """Where compiled kernels of a source folder are kept; None if nothing can be written.

    That is NUMBA_CACHE_DIR if it is set, or beside `envs`, or in the user's cache, or in the folder for temporary files: the
    first that can be written.
    """
    name = _folder_name(source_folder)
    folders = (base / name for base in _bases())
    return next(filter(_can_be_written, folders), None) or _temporary(name)


@functools.cache
def _folder_name(source_folder: Path) -> str:
    """A name that stands for numba's settings and for the sources that kernels may come from.

    Kernels may call those of the core, of their own folder and of their family's beside it; outside the games, of every game.
    """
    games = _ENVS / "games"
    sources = [*(_ENVS / "core").rglob("*.py"), *source_folder.glob("*.py"), *source_folder.parent.glob("*_family/*.py")]
    if games not in source_folder.parents:
        sources += games.rglob("*.py")
    digest = hashlib.sha256()
    for path in sorted(set(sources)):
        digest.update(path.read_bytes())
    for setting in sorted(key for key in os.environ if key.startswith("NUMBA_") and key != "NUMBA_CACHE_DIR"):
        digest.update(f"{setting}={os.environ[setting]}".encode())
    return f"kernels-{digest.hexdigest()[:16]}"


def _bases() -> list[Path]:
    """Where folders of kernels may lie, the first choice first."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(given).absolute()] if given else []
    bases.append(_ENVS / "__pycache__")
    with contextlib.suppress(RuntimeError):  # a user without a home
        bases.append(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stichwerk")
    return bases


def _can_be_written(folder: Path) -> bool:
    """Whether a folder, or the nearest one above it that is there, can be written."""
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _temporary(name: str) -> Path | None:
    """A folder for temporary files that belongs to this user alone: kernels of a stranger would be run."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    try:
        base = Path(tempfile.gettempdir()) / f"stichwerk-{user}"
        base.mkdir(mode=0o700, exist_ok=True)
        found = base.lstat()
    except OSError:
        return None
    is_own = stat.S_ISDIR(found.st_mode) and (os.name == "nt" or (found.st_uid == user and not found.st_mode & 0o022))
    return base / name if is_own else None


# --- Compiled once ---


def compile_once(name: str, work: Callable[[], None], source_folder: Path) -> None:
    """Do what loads or compiles kernels; where they must be compiled, say so on screen, and let one process do it for all.

    Args:
        name: what is compiled, as the message names it ("the rules of ramsch").
        work: calls every kernel once.
        source_folder: where the kernels stand.
    """
    folder, folders = cache_folder(source_folder), cache_folders(source_folder)
    stem = _as_name(name)
    mark = f"{stem}-numba{numba.__version__}.ready"
    if not _is_there(folders, mark):
        with _locked(folder, stem, name):
            if not _is_there(folders, mark):
                started = time.perf_counter()
                print(f"Compiling {name} ({_how_long(folder)}) ...", end=" ", file=sys.stderr, flush=True)
                work()
                print(f"done in {time.perf_counter() - started:.0f} s.", file=sys.stderr, flush=True)
                if folder and not _problems:
                    with contextlib.suppress(OSError):
                        folder.mkdir(parents=True, exist_ok=True)
                        (folder / mark).touch()
                return
    work()


def _is_there(folders: Iterable[Path], mark: str) -> bool:
    return any((folder / mark).exists() for folder in folders)


def _how_long(folder: Path | None) -> str:
    """For how long what is compiled will be kept, in words."""
    if folder is None:
        return "again in every process, for no folder can be written: NUMBA_CACHE_DIR=FOLDER names another one"
    is_temporary = folder.parent not in _bases()
    return f"kept in {folder.parent}: NUMBA_CACHE_DIR=FOLDER names another folder" if is_temporary else "only this once"


@contextlib.contextmanager
def _locked(folder: Path | None, stem: str, name: str) -> Iterator[None]:
    """Keep other processes that compile the same out of this block; one that ends lets go.

    Where the system has no such locks, each process works for itself.
    """
    with contextlib.ExitStack() as stack:
        if folder is not None:
            with contextlib.suppress(ImportError, OSError):
                import fcntl

                folder.mkdir(parents=True, exist_ok=True)
                stream = stack.enter_context((folder / f"{stem}.lock").open("ab"))
                try:
                    fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    print(f"Waiting until another process has compiled {name} ...", file=sys.stderr, flush=True)
                    fcntl.flock(stream, fcntl.LOCK_EX)
        yield
