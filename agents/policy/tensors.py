"""Files of named arrays with JSON beside them, in the safetensors format: reading one runs no code.

A file appears under its name only when it is whole: it is written under another one, flushed to the disk and renamed.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

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


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at every moment the old one or the whole new one is there."""
    partial = path.with_name(f".{path.name}.partial")
    with partial.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)


def read_tensors(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Read what `write_tensors` wrote.

    Raises:
        TensorFileError: missing, damaged or foreign; says which.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TensorFileError(f"{path} cannot be read: {error.strerror}") from None
    try:
        tensors = load(data)
        size = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + size]).get("__metadata__", {})
    except (SafetensorError, ValueError, KeyError) as error:
        raise TensorFileError(f"{path} is damaged or no safetensors file: {error}") from None
    if _META not in header:
        raise TensorFileError(f"{path} was not written by this project: its header has no {_META!r} entry")
    if header.get(_DIGEST) != _digest(tensors, header[_META]):
        raise TensorFileError(f"{path} is damaged: its content does not fit the checksum in its header")
    return tensors, json.loads(header[_META])


def _digest(tensors: Mapping[str, np.ndarray], text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        digest.update(f"{name} {tensors[name].dtype} {tensors[name].shape}".encode())
        digest.update(tensors[name].tobytes())
    return digest.hexdigest()
