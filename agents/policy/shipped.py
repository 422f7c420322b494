"""The policies that come with the project, by name: files in `weights/`, in half precision."""

from pathlib import Path

import numpy as np

from agents.policy.tensors import read_tensors, write_tensors

WEIGHTS = Path(__file__).parent / "weights"
_ENDING = ".safetensors"


def shipped_policies() -> list[str]:
    """Their names, as in `policy:NAME`."""
    return sorted(file.stem for file in WEIGHTS.glob(f"*{_ENDING}"))


def policy_path(name: str) -> Path:
    """The file of a shipped policy, or, where there is none of this name, the path that the text is."""
    return WEIGHTS / f"{name}{_ENDING}" if name in shipped_policies() else Path(name)


def ship(file: Path, name: str) -> None:
    """Put a policy file among the shipped ones, its weights rounded to half precision."""
    tensors, meta = read_tensors(file)
    write_tensors(WEIGHTS / f"{name}{_ENDING}", {key: array.astype(np.float16) for key, array in tensors.items()}, meta)
