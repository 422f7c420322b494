"""The network that learns: one stack of layers for the policy and the value, with a head for each."""

import math
from typing import cast

import numpy as np
import torch
from torch import nn

from agents.policy import Architecture
from agents.policy.network import scale_of
from envs.core.layout import Layout

_ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}
_NEVER = -1e9
"""Logit of an illegal action: its probability is zero, and so is its share of the entropy."""


class ActorCritic(nn.Module):
    """Observations to logits of the actions and the score that is to be expected."""

    def __init__(self, architecture: Architecture, layout: Layout) -> None:
        """Draw fresh weights from torch's global generator."""
        super().__init__()
        self.factors: torch.Tensor
        self.register_buffer("factors", torch.from_numpy(scale_of(layout)))
        layers: list[nn.Module] = []
        widths = [architecture.observation_size, *architecture.net]
        for size, width in zip(widths, architecture.net, strict=False):
            layers += [_linear(size, width, math.sqrt(2)), _ACTIVATIONS[architecture.activation]()]
        self.policy = nn.Sequential(*layers)
        self.action = _linear(widths[-1], architecture.num_actions, 0.01)
        self.score = _linear(widths[-1], 1, 1.0)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the actions and scores.

        Args:
            observations: int8 [rows, size].
            masks: bool [rows, num_actions].

        Returns:
            float32 [rows, num_actions], about -1e9 where an action is illegal; float32 [rows].
        """
        features = observations.float()
        if len(self.policy):  # scaling the weights of the first layer is less work than scaling observations
            first = cast(nn.Linear, self.policy[0])
            features = self.policy[1:](nn.functional.linear(features, first.weight * self.factors, first.bias))
        else:
            features = features * self.factors
        logits = self.action(features).masked_fill(~masks, _NEVER)
        return torch.log_softmax(logits, dim=1), self.score(features).squeeze(1)


def weights_of(state: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """A state of the network by the names in `agents.policy.network`, where policy and value have a stack each."""
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in state.items()}
    shared = {f"value.{name.removeprefix('policy.')}": array for name, array in weights.items() if name.startswith("policy.")}
    return weights | shared


def _linear(size: int, width: int, gain: float) -> nn.Linear:
    layer = nn.Linear(size, width)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
