"""The network of a policy inside Stable-Baselines3: how it is built, and its weights under the names of `agents.policy`."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from agents.policy.network import scale_of
from envs.core.layout import Layout

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


class Scale(BaseFeaturesExtractor):
    """Scales observations; Stable-Baselines3's features extractor."""

    def __init__(self, observation_space: spaces.Box, factors: Sequence[float]) -> None:
        """Keep the factors beside the weights."""
        super().__init__(observation_space, features_dim=len(factors))
        self.register_buffer("factors", torch.tensor(factors, dtype=torch.float32))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Scaled observations: float32 [rows, size]."""
        return observations * self.factors  # type: ignore[operator]


def policy_arguments(layout: Layout, net: Sequence[int], activation: str) -> dict[str, Any]:
    """The `policy_kwargs` that make Stable-Baselines3 build the network."""
    return {
        "net_arch": list(net),
        "activation_fn": ACTIVATIONS[activation],
        "features_extractor_class": Scale,
        "features_extractor_kwargs": {"factors": scale_of(layout).tolist()},
    }


def weights_of(policy: nn.Module) -> dict[str, np.ndarray]:
    """The weights of an actor-critic policy by the names in `agents.policy.network`."""
    weights = {}
    for theirs, tensor in policy.state_dict().items():
        if re.match(r"(pi|vf)_features_extractor\.", theirs):
            continue  # the same module under another name
        ours = theirs.removeprefix("features_extractor.").removeprefix("mlp_extractor.")
        for old, new in {"policy_net": "policy", "value_net": "value", "action_net": "action"}.items():
            ours = re.sub(rf"^{old}\.", f"{new}.", ours)
        weights["score" + ours.removeprefix("value") if theirs.startswith("value_net.") else ours] = tensor.cpu().numpy()
    return weights
