"""The settings of PPO by self-play."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from agents.learning import settings
from agents.learning.trainer import Method
from agents.policy import Architecture
from envs.game import Game

MOST_TABLES = 2**16
"""More would fill the memory of most machines with the decisions of an update."""


class SelfPlayPPO(Method, frozen=True, tag="selfplay_ppo"):
    """PPO on whole deals in which the learner plays all seats, or most; an update is one episode at each table."""

    about: ClassVar[str] = "masked PPO by self-play: whole deals, every seat learns; `num_envs` of 1024 or more are fast"
    trainer: ClassVar[str] = "agents.learning.selfplay.trainer:SelfPlayTrainer"

    self_share: Annotated[
        float, Meta(ge=0, le=1, description="share of the seats that the learner plays; the rest goes to `opponents`")
    ] = 1.0
    batch_size: Annotated[int, Meta(ge=2, description="decisions in a minibatch, about")] = 4096
    epochs: settings.Epochs = 2
    learning_rate: settings.LearningRate = 1e-3
    learning_rate_decay: settings.LearningRateDecay = "linear"
    gae_lambda: settings.GaeLambda = 0.95
    clip_range: settings.ClipRange = 0.2
    ent_coef: settings.EntCoef = 0.01
    ent_coef_end: Annotated[
        Annotated[float, Meta(ge=0)] | None,
        Meta(description="weight of the entropy bonus that is reached, evenly, at total_steps; null: it stays"),
    ] = None
    explore: Annotated[
        float, Meta(ge=0, lt=1, description="share of decisions that are taken blindly: no legal action dies out")
    ] = 0.0
    vf_coef: settings.VfCoef = 0.5
    max_grad_norm: settings.MaxGradNorm = 0.5
    net: Annotated[
        settings.Widths, Meta(max_length=16, description="widths of the hidden layers, which policy and value share")
    ] = (256, 256)
    critic: Annotated[
        Literal["seat", "table"],
        Meta(description="who judges decisions: seat sees what the policy sees; table, of its own net, the other hands too"),
    ] = "seat"
    activation: settings.Activation = "relu"
    precision: Annotated[
        Literal["float32", "bfloat16"],
        Meta(
            description="precision of the network's products; bfloat16 is fast where the processor has it, very slow elsewhere"
        ),
    ] = "bfloat16"
    reward_scale: Annotated[
        Annotated[float, Meta(gt=0)] | None,
        Meta(description="scores are divided by this for learning; null: by their spread in the first update"),
    ] = None
    average: Annotated[
        float,
        Meta(ge=0, lt=1, description="the policy that plays elsewhere is a running mean, which keeps this share each update"),
    ] = 0.0

    def steps_per_update(self, num_envs: int) -> int:
        """See `Method`; how many decisions whole deals take is seen only when they are played."""
        return 1

    def architecture(self, game: Game) -> Architecture:
        """See `Method`."""
        return Architecture(game.observation_size, self.net, self.activation, game.num_actions)

    def find_conflict(self, num_envs: int, device: str) -> str | None:
        """See `Method`."""
        keys = ("learning_rate", "clip_range", "ent_coef", "ent_coef_end", "vf_coef", "max_grad_norm", "reward_scale")
        if num_envs > MOST_TABLES:
            return f"num_envs: {num_envs} tables are impossible with this method; possible: up to {MOST_TABLES}"
        return settings.find_not_finite(self, keys) or settings.find_missing_device(device)
