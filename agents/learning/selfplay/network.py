"""The network that learns: one stack of layers for the policy and the value, with a head for each."""

import math

import numpy as np
import torch
from torch import Tensor, nn

from agents.policy import Architecture
from agents.policy.network import scale_of
from envs.core.layout import Layout

_ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}
_NEVER = -1e9
"""Logit of an illegal action: its probability is zero, and so is its share of the entropy."""


class ActorCritic(nn.Module):
    """Observations to logits of the actions and the score that is to be expected."""

    def __init__(self, architecture: Architecture, layout: Layout, precision: torch.dtype, hidden_size: int) -> None:
        """Draw fresh weights from torch's global generator.

        Args:
            architecture: of the policy.
            layout: of the observations.
            precision: of the products; weights are float32.
            hidden_size: with how many numbers more than the policy a critic of its own sees the table; 0: there is none.
        """
        super().__init__()
        self._precision = precision
        self.factors: Tensor
        self.register_buffer("factors", torch.from_numpy(scale_of(layout)))
        self.policy = _stack(architecture.observation_size, architecture)
        width = architecture.net[-1] if architecture.net else architecture.observation_size
        self.action = _linear(width, architecture.num_actions, 0.01)
        self.score = _linear(width, 1, 1.0)
        self.critic: nn.Sequential | None = None
        if hidden_size:
            self.critic = _stack(architecture.observation_size + hidden_size, architecture)
            self.critic.append(_linear(width if architecture.net else width + hidden_size, 1, 1.0))

    def forward(self, observations: Tensor, masks: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of the actions, scores, and scores for those who see all cards.

        Args:
            observations: int8 [rows, size].
            masks: bool [rows, num_actions].
            hidden: int8 [rows, hidden_size].

        Returns:
            float32 [rows, num_actions], about -1e9 where an action is illegal; float32 [rows]; float32 [rows], which is the
            same again where there is no critic.
        """
        with torch.autocast(observations.device.type, self._precision, enabled=self._precision != torch.float32):
            scaled = observations * self.factors.to(self._precision)
            features = self.policy(scaled)
            logits, scores = self.action(features).float(), self.score(features).float().squeeze(1)
            judged = scores
            if self.critic is not None:
                judged = self.critic(torch.cat([scaled, hidden.to(scaled.dtype)], dim=1)).float().squeeze(1)
        return torch.log_softmax(logits.masked_fill(~masks, _NEVER), dim=1), scores, judged


def weights_of(state: dict[str, Tensor]) -> dict[str, np.ndarray]:
    """A state of the network by the names in `agents.policy.network`, where policy and value have a stack each."""
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in state.items()}
    weights = {name: array for name, array in weights.items() if not name.startswith("critic.")}
    shared = {f"value.{name.removeprefix('policy.')}": array for name, array in weights.items() if name.startswith("policy.")}
    return weights | shared


def _stack(size: int, architecture: Architecture) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in architecture.net:
        layers += [_linear(size, width, math.sqrt(2)), _ACTIVATIONS[architecture.activation]()]
        size = width
    return nn.Sequential(*layers)


def _linear(size: int, width: int, gain: float) -> nn.Linear:
    layer = nn.Linear(size, width)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
