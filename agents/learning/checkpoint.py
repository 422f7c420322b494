"""Checkpoints: all that a run needs to go on as if it had never stopped, taken between two updates."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from agents.learning.opponents import OpponentPool
from agents.learning.trainer import Trainer
from agents.policy.tensors import TensorFileError, read_tensors, write_tensors
from envs.core.options import to_plain
from envs.game import Game

FORMAT = 2
KEPT = 2
Count = Annotated[int, msgspec.Meta(ge=0)]


class CheckpointError(ValueError):
    """No usable checkpoint, or one that does not fit what is to go on."""


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """How far a run has come."""

    step: Count = 0
    update: Count = 0
    seconds: float = 0.0
    last_evaluation: dict[str, float] | None = None


class Header(msgspec.Struct):
    """What stands in a checkpoint beside its arrays."""

    identity: dict[str, Any]
    progress: Progress
    trainer: dict[str, Any]
    versions: dict[str, str]


class Checkpoint(msgspec.Struct):
    """A checkpoint as it was read."""

    path: Path
    tensors: dict[str, np.ndarray]
    identity: dict[str, Any]
    progress: Progress
    trainer: dict[str, Any]
    versions: dict[str, str]
    skipped: list[str] = msgspec.field(default_factory=list)
    """What was wrong with newer ones."""


def identity_of(game: Game) -> dict[str, Any]:
    """What must be the same for a run to go on."""
    return {"game": game.id, "options": to_plain(game.options), "layout": game.layout.hash, "num_actions": game.num_actions}


def save_checkpoint(
    folder: Path, trainer: Trainer, pool: OpponentPool, progress: Progress, game: Game, versions: Mapping[str, str]
) -> Path:
    """Write a checkpoint into a folder, and remove all but the newest ones; returns the file.

    The versions of the programs are for a note when others resume.
    """
    arrays, values = trainer.get_state()
    tensors = {f"trainer.{name}": array for name, array in arrays.items()}
    tensors |= {f"opponents.{name}": array for name, array in pool.get_state().items()}
    meta = {
        "kind": "checkpoint",
        "format": FORMAT,
        "identity": identity_of(game),
        "progress": msgspec.to_builtins(progress),
        "trainer": values,
        "versions": dict(versions),
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{progress.step:012}.safetensors"
    write_tensors(path, tensors, meta)
    for old in _own_files(folder)[:-KEPT]:
        old.unlink()
    return path


def _own_files(folder: Path) -> list[Path]:
    """The checkpoints in a folder, oldest first; whatever else lies there is not ours to read or to remove."""
    own = [path for path in folder.glob("*.safetensors") if re.fullmatch(r"[0-9]{12,19}", path.stem) and path.is_file()]
    return sorted(own, key=lambda path: int(path.stem))


def load_checkpoint(folder: Path, game: Game) -> Checkpoint | None:
    """Read the newest checkpoint that is whole; None if none was written yet, so that the run begins anew.

    Raises:
        CheckpointError: all are damaged, or it is of another game, options, version or layout.
    """
    problems = []
    for path in reversed(_own_files(folder)):
        try:
            found = _read(path)
        except TensorFileError as error:
            problems.append(str(error))
            continue
        _check_identity(found, game)
        found.skipped = problems
        return found
    if problems:
        raise CheckpointError(f"no usable checkpoint: {'; '.join(problems)}")
    return None


def restore(checkpoint: Checkpoint, trainer: Trainer, pool: OpponentPool) -> Progress:
    """Put everything back as it was.

    Raises:
        CheckpointError: the network or the number of tables is another one, or what was saved is damaged.
    """
    try:
        trainer.set_state(_with_prefix(checkpoint.tensors, "trainer."), checkpoint.trainer)
        pool.set_state(_with_prefix(checkpoint.tensors, "opponents."))
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise CheckpointError(f"{checkpoint.path} does not fit this config: {' '.join(str(error).split())}") from None
    return checkpoint.progress


def _with_prefix(tensors: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {key.removeprefix(prefix): array for key, array in tensors.items() if key.startswith(prefix)}


def _read(path: Path) -> Checkpoint:
    tensors, meta = read_tensors(path)
    if meta.get("kind") != "checkpoint" or meta.get("format") != FORMAT:
        raise TensorFileError(f"{path} is no checkpoint of format {FORMAT}")
    try:
        header = msgspec.convert(meta, Header)
    except msgspec.ValidationError as error:
        raise TensorFileError(f"{path} has a wrong header: {error}") from None
    return Checkpoint(path, tensors, header.identity, header.progress, header.trainer, header.versions)


def _check_identity(checkpoint: Checkpoint, game: Game) -> None:
    ours = identity_of(game)
    theirs = checkpoint.identity
    differing = [key for key in ours if theirs.get(key) != ours[key]]
    if not differing:
        return
    key = differing[0]
    was, now = theirs.get(key), ours[key]
    if isinstance(now, dict) and isinstance(was, dict):
        changed = [name for name in sorted({*was, *now}) if was.get(name) != now.get(name)]
        was, now = ({name: side.get(name) for name in changed} for side in (was, now))
    raise CheckpointError(f"{checkpoint.path} cannot go on here: its {key} was {was}, now it is {now}")
