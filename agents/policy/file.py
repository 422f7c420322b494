"""Policy files: the weights of a policy network and what they are for, in one safetensors file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from agents.policy.network import Architecture, Network
from agents.policy.tensors import TensorFileError, read_tensors, write_tensors
from envs.core.options import to_plain
from envs.game import Game

FORMAT = 1
MOST_BYTES = 2**29
"""Of a policy file; usual ones have a megabyte."""


_PRECISIONS = (np.float32, np.float16)


class PolicyFileError(ValueError):
    """A policy file that is damaged, of another program version, or for another game."""


class PolicyMeta(msgspec.Struct, frozen=True):
    """What stands in a policy file's header."""

    format: int
    game: str
    options: dict[str, Any]
    layout: str
    architecture: Architecture
    training: dict[str, Any]


def write_policy(path: Path, network: Network, game: Game, training: Mapping[str, Any]) -> None:
    """Save a policy, with the table it learned at and a summary for people: steps, seed, versions, scores."""
    options = to_plain(game.options)
    meta = PolicyMeta(FORMAT, game.id, options, game.layout.hash, network.architecture, dict(training))
    write_tensors(path, network.weights, {"kind": "policy", **msgspec.to_builtins(meta)})


def read_policy(path: Path, game: Game) -> tuple[Network, PolicyMeta]:
    """Load a policy for a table.

    The table's options may differ from those it learned with as long as observations and actions mean the same.

    Raises:
        PolicyFileError: what is wrong with the file, or why it does not fit the game.
    """
    try:
        tensors, header = read_tensors(path, MOST_BYTES)
    except TensorFileError as error:
        raise PolicyFileError(f"policy file {error}") from None
    if header.get("kind") != "policy":
        raise PolicyFileError(f"policy file {path} holds no policy but a {header.get('kind')}")
    if header.get("format") != FORMAT:
        raise PolicyFileError(f"policy file {path} has format {header.get('format')}; this program reads format {FORMAT}")
    try:
        meta = msgspec.convert(header, PolicyMeta)
    except msgspec.ValidationError as error:
        raise PolicyFileError(f"policy file {path} has a wrong header: {error}") from None
    _check_fits(path, meta, game)
    unfit = [name for name, array in tensors.items() if array.dtype not in _PRECISIONS or not np.isfinite(array).all()]
    if unfit:
        raise PolicyFileError(f"policy file {path}: {unfit[0]} holds what is no finite number of 32 or 16 bits")
    tensors = {name: array.astype(np.float32) for name, array in tensors.items()}
    try:
        return Network(meta.architecture, tensors), meta
    except ValueError as error:
        raise PolicyFileError(f"policy file {path}: weights and architecture do not fit: {error}") from None


def _check_fits(path: Path, meta: PolicyMeta, game: Game) -> None:
    """Raise PolicyFileError unless observations and actions mean to the policy what they mean at the table."""
    theirs, _, version = meta.game.rpartition("-v")
    _, _, our_version = game.id.rpartition("-v")
    if theirs.partition("/")[0] != game.name:
        raise PolicyFileError(f"policy file {path} plays {meta.game}; this table is {game.id}")
    if version != our_version:
        raise PolicyFileError(f"policy file {path} plays version {version} of {game.name}; this table is {game.id}")
    if meta.layout != game.layout.hash:
        ours = to_plain(game.options)
        differing = [
            f"{k}={meta.options[k]!r} (here {v!r})" for k, v in ours.items() if k in meta.options and meta.options[k] != v
        ]
        reason = f"it learned with {', '.join(differing)}" if differing else "the program changed since it learned"
        raise PolicyFileError(
            f"policy file {path} expects observations of layout {meta.layout}; {game.id} has {game.layout.hash}: {reason}"
        )
    if meta.architecture.num_actions != game.num_actions or meta.architecture.observation_size != game.observation_size:
        raise PolicyFileError(
            f"policy file {path} has {meta.architecture.num_actions} actions and {meta.architecture.observation_size} inputs; "
            f"{game.id} has {game.num_actions} and {game.observation_size}"
        )
