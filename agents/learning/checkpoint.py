"""Checkpoints: all that a run needs to go on as if it had never stopped, taken between two updates."""
# ruff: noqa: SLF001 (Stable-Baselines3 keeps what a resumed run needs in private attributes)

from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.learning.opponents import OpponentPool
from agents.policy.tensors import TensorFileError, read_tensors, write_tensors
from envs.core.options import to_plain
from envs.game import Game

FORMAT = 1
KEPT = 2


class CheckpointError(ValueError):
    """No usable checkpoint, or one that does not fit what is to go on."""


class Resumable(Protocol):
    """An environment whose tables can be saved."""

    def get_state(self) -> dict[str, np.ndarray]:
        """All that it needs to go on."""

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Go on from there."""


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """How far a run has come; what a checkpoint holds besides arrays."""

    step: int = 0
    update: int = 0
    gradient_steps: int = 0
    seconds: float = 0.0
    last_evaluation: dict[str, float] | None = None
    recent_deals: list[dict[str, float]] = msgspec.field(default_factory=list)
    numpy_random: list[Any] = msgspec.field(default_factory=list)


class Checkpoint(msgspec.Struct):
    """A checkpoint as it was read."""

    path: Path
    tensors: dict[str, np.ndarray]
    identity: dict[str, Any]
    progress: Progress
    versions: dict[str, str]
    skipped: list[str] = msgspec.field(default_factory=list)
    """What was wrong with newer ones."""


def identity_of(game: Game) -> dict[str, Any]:
    """What must be the same for a run to go on."""
    return {"game": game.id, "options": to_plain(game.options), "layout": game.layout.hash, "num_actions": game.num_actions}


def save_checkpoint(
    folder: Path,
    model: MaskablePPO,
    env: Resumable,
    pool: OpponentPool,
    progress: Progress,
    game: Game,
    versions: Mapping[str, str],
) -> Path:
    """Write a checkpoint and remove all but the newest ones.

    Args:
        folder: of the run's checkpoints.
        model: the learner, between two updates.
        env: the tables it plays at.
        pool: its opponents.
        progress: how far it is; what the model knows of it is brought up to date here.
        game: the rules.
        versions: of the programs, for a note when others resume.

    Returns:
        The file.
    """
    _note_progress(model, progress)
    tensors = dict(_tensors_of(model))
    tensors |= {f"env.{name}": array for name, array in env.get_state().items()}
    tensors |= {f"opponents.{name}": array for name, array in pool.get_state().items()}
    meta = {
        "kind": "checkpoint",
        "format": FORMAT,
        "identity": identity_of(game),
        "progress": msgspec.to_builtins(progress),
        "versions": dict(versions),
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{progress.step:012}.safetensors"
    write_tensors(path, tensors, meta)
    for old in sorted(folder.glob("*.safetensors"))[:-KEPT]:
        old.unlink()
    return path


def load_checkpoint(folder: Path, game: Game) -> Checkpoint | None:
    """Read the newest checkpoint that is whole; None if none was written yet, so that the run begins anew.

    Raises:
        CheckpointError: all are damaged, or it is of another game, options, version or layout.
    """
    paths = sorted(folder.glob("*.safetensors"), reverse=True)
    problems = []
    for path in paths:
        try:
            found = _read(path)
        except (TensorFileError, msgspec.ValidationError) as error:
            problems.append(str(error))
            continue
        _check_identity(found, game)
        found.skipped = problems
        return found
    if problems:
        raise CheckpointError(f"no usable checkpoint: {'; '.join(problems)}")
    return None


def restore(checkpoint: Checkpoint, model: MaskablePPO, env: Resumable, pool: OpponentPool) -> Progress:
    """Put everything back as it was.

    Raises:
        CheckpointError: the network or the number of tables is another one.
    """
    tensors, progress = checkpoint.tensors, checkpoint.progress
    try:
        _restore_tensors(tensors, model)
        env.set_state(_with_prefix(tensors, "env."))
        pool.set_state(_with_prefix(tensors, "opponents."))
    except (KeyError, RuntimeError, ValueError) as error:
        raise CheckpointError(f"{checkpoint.path} does not fit this config: {' '.join(str(error).split())}") from None
    model.num_timesteps = progress.step
    model._n_updates = progress.gradient_steps
    model._last_obs = tensors["last_observations"].copy()
    model._last_episode_starts = tensors["episode_starts"].astype(bool)
    model.ep_info_buffer = deque(progress.recent_deals, maxlen=model._stats_window_size)
    model.ep_success_buffer = deque(maxlen=model._stats_window_size)
    kind, position, has_gauss, gauss = progress.numpy_random
    np.random.set_state((kind, tensors["numpy_random"], position, has_gauss, gauss))  # noqa: NPY002 (what SB3 draws from)
    return progress


def _note_progress(model: MaskablePPO, progress: Progress) -> None:
    kind, _, *rest = _numpy_random()
    progress.step = model.num_timesteps
    progress.gradient_steps = model._n_updates
    progress.recent_deals = [{"r": float(deal["r"]), "l": float(deal["l"])} for deal in model.ep_info_buffer or ()]
    progress.numpy_random = [kind, *rest]


def _numpy_random() -> Any:
    """State of the generator that Stable-Baselines3 shuffles minibatches with: name, uint32 [624], and three numbers."""
    return np.random.get_state(legacy=True)  # noqa: NPY002


def _tensors_of(model: MaskablePPO) -> Iterator[tuple[str, np.ndarray]]:
    for name, tensor in model.policy.state_dict().items():
        yield f"policy.{name}", tensor.cpu().numpy()
    for number, state in model.policy.optimizer.state_dict()["state"].items():
        for name, tensor in state.items():
            yield f"optimizer.{number}.{name}", tensor.cpu().numpy()
    yield "torch_random", torch.get_rng_state().numpy()
    if model.device.type == "cuda":
        yield "cuda_random", torch.cuda.get_rng_state(model.device).numpy()
    yield "numpy_random", np.asarray(_numpy_random()[1])
    yield "last_observations", np.asarray(model._last_obs)
    yield "episode_starts", np.asarray(model._last_episode_starts, np.uint8)


def _restore_tensors(tensors: dict[str, np.ndarray], model: MaskablePPO) -> None:
    torch_tensors = {name: torch.from_numpy(array.copy()) for name, array in _with_prefix(tensors, "policy.").items()}
    model.policy.load_state_dict(torch_tensors)
    state: dict[Any, dict[str, torch.Tensor]] = {}
    for key, array in _with_prefix(tensors, "optimizer.").items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = torch.from_numpy(array.copy())
    groups = model.policy.optimizer.state_dict()["param_groups"]
    model.policy.optimizer.load_state_dict({"state": state, "param_groups": groups})
    torch.set_rng_state(torch.from_numpy(tensors["torch_random"].copy()))
    if model.device.type == "cuda" and "cuda_random" in tensors:
        torch.cuda.set_rng_state(torch.from_numpy(tensors["cuda_random"].copy()), model.device)


def _with_prefix(tensors: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {key.removeprefix(prefix): array for key, array in tensors.items() if key.startswith(prefix)}


def _read(path: Path) -> Checkpoint:
    tensors, meta = read_tensors(path)
    if meta.get("kind") != "checkpoint" or meta.get("format") != FORMAT:
        raise TensorFileError(f"{path} is no checkpoint of format {FORMAT}")
    return Checkpoint(path, tensors, meta["identity"], msgspec.convert(meta["progress"], Progress), meta["versions"])


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
