"""Masked PPO that learns from a teacher first."""

from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.learning.imitation import ask
from envs.agent import Agent


class TaughtPPO(MaskablePPO):
    """Masked PPO whose first decisions are corrected by a teacher; the value net learns the scores meanwhile."""

    def __init__(self, *args: Any, teacher: Agent | None, taught_steps: int, **kwargs: Any) -> None:
        """See MaskablePPO, and `Task` for the teacher."""
        self._teacher = teacher
        self._taught_steps = taught_steps
        super().__init__(*args, **kwargs)

    def train(self) -> None:
        """Learn from the decisions that were just played."""
        if self._teacher and self.num_timesteps <= self._taught_steps:
            self._ask(self._teacher)
            self._imitate()
        else:
            super().train()

    def _ask(self, teacher: Agent) -> None:
        """Write the teacher's action in place of the learner's in every decision of the buffer."""
        buffer = self.rollout_buffer
        shape = buffer.actions.shape
        observations = buffer.observations.reshape(-1, buffer.observations.shape[-1])
        masks = buffer.action_masks.reshape(len(observations), -1)
        taught = ask(teacher, observations, masks, self.seed or 0, self.num_timesteps)
        buffer.actions = taught.reshape(shape).astype(buffer.actions.dtype)

    def _imitate(self) -> None:
        """Make the teacher's actions likelier, and the value net truer."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        losses = np.zeros((0, 3))
        for _ in range(self.n_epochs):
            losses = np.array([self._follow(batch) for batch in self.rollout_buffer.get(self.batch_size)])
            self._n_updates += 1
        for name, value in zip(("imitation_loss", "agreement", "value_loss"), losses.mean(axis=0).tolist(), strict=True):
            self.logger.record(f"train/{name}", value)

    def _follow(self, batch: Any) -> tuple[float, float, float]:
        """One step of the optimiser; returns the policy's loss, how often it agrees with the teacher, and the value net's."""
        taught = batch.actions.long().flatten()
        distribution = self.policy.get_distribution(batch.observations, action_masks=batch.action_masks)
        values = self.policy.predict_values(batch.observations).flatten()
        imitation_loss = -distribution.log_prob(taught).mean()
        value_loss = torch.nn.functional.mse_loss(values, batch.returns)
        self.policy.optimizer.zero_grad()
        (imitation_loss + self.vf_coef * value_loss).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
        self.policy.optimizer.step()
        agreement = (distribution.mode() == taught).float().mean()
        return imitation_loss.item(), agreement.item(), value_loss.item()
