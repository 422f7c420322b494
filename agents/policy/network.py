"""A policy's network as it plays: a forward pass in numpy, for networks of this size at least as fast as torch."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from envs.core.layout import Layout

_ACTIVATIONS: dict[str, Callable[..., np.ndarray]] = {"relu": functools.partial(np.maximum, np.float32(0.0)), "tanh": np.tanh}


@dataclass(frozen=True)
class Architecture:
    """All that is needed to build a network: two stacks of layers, for the policy and for the value, each with its head."""

    observation_size: int
    net: tuple[int, ...]
    """Widths of the hidden layers."""
    activation: Literal["relu", "tanh"]
    num_actions: int

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of each array by name; a layer's weights are [outputs, inputs]."""
        shapes: dict[str, tuple[int, ...]] = {"factors": (self.observation_size,)}
        for stack, head, outputs in (("policy", "action", self.num_actions), ("value", "score", 1)):
            names = [*(f"{stack}.{2 * number}" for number in range(len(self.net))), head]
            widths = [self.observation_size, *self.net, outputs]
            for name, size, width in zip(names, widths, widths[1:], strict=False):
                shapes |= {f"{name}.weight": (width, size), f"{name}.bias": (width,)}
        return shapes


class Network:
    """Observations to logits of the actions.

    Attributes:
        architecture: see there.
        weights: float32 by name, as in `Architecture.shapes`; `load` changes them.
    """

    def __init__(self, architecture: Architecture, weights: Mapping[str, np.ndarray] | None = None) -> None:
        """Take these weights, or zeros where some will be loaded."""
        self.architecture = architecture
        if weights is None:
            weights = {name: np.zeros(shape, np.float32) for name, shape in architecture.shapes().items()}
        self.load(weights)

    def load(self, weights: Mapping[str, np.ndarray]) -> None:
        """Copy weights; raises ValueError if names or shapes differ."""
        expected, found = self.architecture.shapes(), {name: array.shape for name, array in weights.items()}
        for name in sorted({*expected, *found}):
            if expected.get(name) != found.get(name):
                raise ValueError(f"{name} has shape {found.get(name)}; expected: {expected.get(name)}")
        self.weights = {name: np.array(weights[name], np.float32) for name in expected}
        names = [*(f"policy.{2 * number}" for number in range(len(self.architecture.net))), "action"]
        layers = [(self.weights[f"{name}.weight"].T, self.weights[f"{name}.bias"]) for name in names]
        layers[0] = (layers[0][0] * self.weights["factors"][:, None], layers[0][1])
        self._layers = [(np.ascontiguousarray(weight), bias) for weight, bias in layers]

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Logits of the actions, legal or not: float32 [rows, num_actions]."""
        activate = _ACTIVATIONS[self.architecture.activation]
        values = observations.astype(np.float32)
        with np.errstate(over="ignore", invalid="ignore"):  # the weights of a learner that ran away may be infinite
            for number, (weight, bias) in enumerate(self._layers):
                if number:
                    activate(values, out=values)
                values = values @ weight
                values += bias
        return values


def scale_of(layout: Layout) -> np.ndarray:
    """The `factors` that keep each number of an observation within -1 .. 1: float32 [observation_size]."""
    largest = np.maximum(np.abs(layout.low.astype(np.float32)), np.abs(layout.high.astype(np.float32)))
    return (1.0 / np.maximum(largest, 1.0)).astype(np.float32)
