"""The network of a policy, as it is exported and played with, and its twin inside Stable-Baselines3."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from envs.core.layout import Layout

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


def scale_of(layout: Layout) -> np.ndarray:
    """What each number of an observation is multiplied by, so that it stays within -1 .. 1: float32 [observation_size]."""
    largest = np.maximum(np.abs(layout.low.astype(np.float32)), np.abs(layout.high.astype(np.float32)))
    return (1.0 / np.maximum(largest, 1.0)).astype(np.float32)


class Scale(BaseFeaturesExtractor):
    """Scales observations; Stable-Baselines3's features extractor."""

    def __init__(self, observation_space: spaces.Box, factors: Sequence[float]) -> None:
        """Keep the factors beside the weights."""
        super().__init__(observation_space, features_dim=len(factors))
        self.register_buffer("factors", torch.tensor(factors, dtype=torch.float32))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Scaled observations: float32 [rows, size]."""
        return observations * self.factors  # type: ignore[operator]


class PolicyNetwork(nn.Module):
    """Scaling, the policy's layers and head, the value's layers and head. Weights are float32.

    Attributes:
        architecture: observation_size, net, activation, num_actions: all that is needed to build it again.
    """

    def __init__(self, observation_size: int, net: Sequence[int], activation: str, num_actions: int) -> None:
        """Build the layers, with zeros where weights will be loaded. Draws no random numbers: a run's are not disturbed."""
        super().__init__()
        self.architecture = {
            "observation_size": observation_size,
            "net": list(net),
            "activation": activation,
            "num_actions": num_actions,
        }
        self.register_buffer("factors", torch.ones(observation_size))
        self.policy = _layers(observation_size, net, activation)
        self.action = _linear([observation_size, *net][-1], num_actions)
        self.value = _layers(observation_size, net, activation)
        self.score = _linear([observation_size, *net][-1], 1)
        self.requires_grad_(False)
        self.eval()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Logits of the actions, legal or not.

        Args:
            observations: float32 [rows, observation_size], not scaled.

        Returns:
            float32 [rows, num_actions].
        """
        features = observations * self.factors  # type: ignore[operator]
        return self.action(self.policy(features))  # type: ignore[no-any-return]

    def load_from(self, policy: nn.Module) -> None:
        """Copy the weights of a Stable-Baselines3 actor-critic policy of the same architecture."""
        self.load_state_dict({ours: policy.state_dict()[theirs] for ours, theirs in _names(policy).items()})

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Weights by name, copied."""
        return {name: tensor.numpy().copy() for name, tensor in self.state_dict().items()}

    def load_arrays(self, arrays: dict[str, np.ndarray]) -> None:
        """Copy weights that `to_arrays` gave; raises RuntimeError if names or shapes differ."""
        self.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in arrays.items()})


def policy_arguments(layout: Layout, net: Sequence[int], activation: str) -> dict[str, Any]:
    """The `policy_kwargs` that make Stable-Baselines3 build the same network."""
    return {
        "net_arch": list(net),
        "activation_fn": ACTIVATIONS[activation],
        "features_extractor_class": Scale,
        "features_extractor_kwargs": {"factors": scale_of(layout).tolist()},
    }


def _layers(size: int, net: Sequence[int], activation: str) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in net:
        layers += [_linear(size, width), ACTIVATIONS[activation]()]
        size = width
    return nn.Sequential(*layers)


def _linear(inputs: int, outputs: int) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, device="meta").to_empty(device="cpu")
    for parameter in layer.parameters():
        nn.init.zeros_(parameter)
    return layer


def _names(policy: nn.Module) -> dict[str, str]:
    """Our name of each weight to Stable-Baselines3's."""
    names = {}
    for theirs in policy.state_dict():
        if re.match(r"(pi|vf)_features_extractor\.", theirs):
            continue  # the same module under another name
        ours = theirs.removeprefix("features_extractor.").removeprefix("mlp_extractor.")
        for old, new in {"policy_net": "policy", "value_net": "value", "action_net": "action"}.items():
            ours = re.sub(rf"^{old}\.", f"{new}.", ours)
        names["score" + ours.removeprefix("value") if theirs.startswith("value_net.") else ours] = theirs
    return names
