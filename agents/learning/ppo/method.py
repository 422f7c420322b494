"""The settings of masked PPO."""

from typing import Annotated, ClassVar

from msgspec import Meta

from agents.learning import settings
from agents.learning.trainer import Method
from agents.policy import Architecture
from envs.game import Game

MOST_DECISIONS = 2**24
"""Of an update: more would fill the memory of most machines."""


class MaskablePPO(Method, frozen=True, tag="maskable_ppo"):
    """Stable-Baselines3's PPO, with actions masked."""

    about: ClassVar[str] = "masked PPO (Stable-Baselines3)"
    trainer: ClassVar[str] = "agents.learning.ppo.trainer:PPOTrainer"

    n_steps: Annotated[int, Meta(ge=1, description="decisions at each table between two updates")] = 32
    batch_size: Annotated[int, Meta(ge=2, description="decisions in a minibatch; num_envs * n_steps must be a multiple")] = 1024
    epochs: settings.Epochs = 4
    learning_rate: settings.LearningRate = 1e-3
    learning_rate_decay: settings.LearningRateDecay = "linear"
    gamma: Annotated[
        float, Meta(gt=0, le=1, description="discount a decision; 1: only the score counts, not when it comes")
    ] = 1.0
    gae_lambda: settings.GaeLambda = 0.98
    clip_range: settings.ClipRange = 0.2
    ent_coef: settings.EntCoef = 0.005
    vf_coef: settings.VfCoef = 0.5
    max_grad_norm: settings.MaxGradNorm = 0.5
    net: Annotated[
        settings.Widths, Meta(max_length=16, description="widths of the hidden layers, of the policy and of the value net")
    ] = (128, 128)
    activation: settings.Activation = "relu"
    reward_scale: Annotated[float, Meta(gt=0, description="rewards, in game points, are divided by this for learning")] = 100.0

    def steps_per_update(self, num_envs: int) -> int:
        """See `Method`."""
        return num_envs * self.n_steps

    def architecture(self, game: Game) -> Architecture:
        """See `Method`."""
        return Architecture(game.observation_size, self.net, self.activation, game.num_actions)

    def find_conflict(self, num_envs: int, device: str) -> str | None:
        """See `Method`."""
        not_finite = settings.find_not_finite(
            self, ("learning_rate", "clip_range", "ent_coef", "vf_coef", "max_grad_norm", "reward_scale")
        )
        if not_finite:
            return not_finite
        steps = self.steps_per_update(num_envs)
        if steps > MOST_DECISIONS:
            return f"num_envs * method.n_steps: {steps} decisions of an update are impossible; possible: up to {MOST_DECISIONS}"
        if steps % self.batch_size:
            return (
                f"method.batch_size: {self.batch_size} does not divide the {steps} decisions of an update "
                f"(num_envs * n_steps = {num_envs} * {self.n_steps})"
            )
        return settings.find_missing_device(device)  # Stable-Baselines3 would take another one
