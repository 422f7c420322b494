"""The state of networks and optimisers as arrays by name, for checkpoints, and back."""

from collections.abc import Mapping

import numpy as np
import torch


def arrays_of(tensors: Mapping[str, torch.Tensor], prefix: str) -> dict[str, np.ndarray]:
    """Arrays of tensors, with a prefix before each name."""
    return {f"{prefix}{name}": tensor.detach().cpu().numpy() for name, tensor in tensors.items()}


def tensors_of(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, torch.Tensor]:
    """Copies of the arrays whose names begin with a prefix, without it."""
    found = {key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)}
    return {name: torch.from_numpy(array.copy()) for name, array in found.items()}


def optimizer_arrays(optimizer: torch.optim.Optimizer, prefix: str) -> dict[str, np.ndarray]:
    """What an optimiser remembers of each parameter; its settings are not in it."""
    remembered = optimizer.state_dict()["state"]
    tensors = {f"{number}.{name}": tensor for number, state in remembered.items() for name, tensor in state.items()}
    return arrays_of(tensors, prefix)


def load_optimizer(optimizer: torch.optim.Optimizer, arrays: Mapping[str, np.ndarray], prefix: str) -> None:
    """Make an optimiser remember what `optimizer_arrays` gave."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, tensor in tensors_of(arrays, prefix).items():
        number, _, name = key.partition(".")
        state.setdefault(int(number), {})[name] = tensor
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})
