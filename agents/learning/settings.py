"""Settings that methods of learning have in common: type, limits and line of help; each method has its own defaults."""

import math
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

LearningRate = Annotated[float, Meta(gt=0, description="step size of the optimiser (Adam) at the start")]
LearningRateDecay = Annotated[
    Literal["linear", "constant"], Meta(description="linear: falls towards zero at total_steps; constant: stays")
]
Epochs = Annotated[int, Meta(ge=1, description="times each update goes through its decisions")]
GaeLambda = Annotated[float, Meta(ge=0, le=1, description="advantages: 0 trusts the value net, 1 the outcomes")]
ClipRange = Annotated[float, Meta(gt=0, description="how far an update may move an action's probability (ratio - 1)")]
EntCoef = Annotated[float, Meta(ge=0, description="weight of the entropy bonus, which keeps the policy trying")]
VfCoef = Annotated[float, Meta(ge=0, description="weight of the value net's loss")]
MaxGradNorm = Annotated[float, Meta(gt=0, description="longest gradient of a minibatch; longer ones are cut")]
Widths = tuple[Annotated[int, Meta(ge=1, le=8192)], ...]
Activation = Annotated[Literal["relu", "tanh"], Meta(description="function between the layers of the network")]


def find_not_finite(settings: Struct, keys: Sequence[str]) -> str | None:
    """The first of some settings that is a number without end, as "key: why"; None if all are finite."""
    for key in keys:
        value = getattr(settings, key)
        if value is not None and not math.isfinite(value):
            return f"method.{key}: {value} is impossible: a finite number is needed"
    return None


def find_missing_device(device: str) -> str | None:
    """Says so if a device is not there."""
    if device == "cpu":
        return None
    import torch

    return None if torch.cuda.is_available() else "device: cuda is not available here; possible: cpu"
