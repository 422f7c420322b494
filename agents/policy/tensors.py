"""Files of named arrays with JSON beside them, in the safetensors format: reading one runs no code.

A file appears under its name only when it is whole.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from envs.core.files import read_bounded, reason, write_whole
from envs.core.text import read_json

MOST_BYTES = 2**32
"""Of a file; the checkpoint of a large network with many tables has some hundred megabytes."""
_META = "stichwerk"
_DIGEST = "sha256"


class TensorFileError(ValueError):
    """A file that is missing, damaged, or was not written by this project."""


def write_tensors(path: Path, tensors: Mapping[str, np.ndarray], meta: Mapping[str, Any]) -> None:
    """Write arrays and, in the file's own header, what JSON can hold and a digest of both."""
    text = json.dumps(meta)
    arrays = {name: np.asarray(tensor, order="C") for name, tensor in tensors.items()}
    data = save(arrays, {_META: text, _DIGEST: _digest(arrays, text)})
    write_whole(path, data)


def read_tensors(path: Path, most: int = MOST_BYTES) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read what `write_tensors` wrote, in a file of so many bytes at most.

    Raises:
        TensorFileError: missing, damaged or foreign; says which.
    """
    try:
        data = read_bounded(path, most, is_regular=True)
    except (OSError, ValueError) as error:
        raise TensorFileError(f"{path} cannot be read: {reason(error)}") from None
    try:
        tensors = load(data)
        size = int.from_bytes(data[:8], "little")
        header = read_json(data[8 : 8 + size]).get("__metadata__") or {}
    except (SafetensorError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise TensorFileError(f"{path} is damaged or no safetensors file: {error}") from None
    if _META not in header:
        raise TensorFileError(f"{path} was not written by this project: its header has no {_META!r} entry")
    if header.get(_DIGEST) != _digest(tensors, header[_META]):
        raise TensorFileError(f"{path} is damaged: its content does not fit the checksum in its header")
    try:
        meta = read_json(header[_META])
    except ValueError as error:
        raise TensorFileError(f"{path} has a wrong header: {error}") from None
    if not isinstance(meta, dict):
        raise TensorFileError(f"{path} has a wrong header: an object is needed")
    return tensors, meta


def _digest(tensors: Mapping[str, np.ndarray], text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        digest.update(f"{name} {tensors[name].dtype} {tensors[name].shape}".encode())
        digest.update(tensors[name].tobytes())
    return digest.hexdigest()
