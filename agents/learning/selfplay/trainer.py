"""PPO by self-play as a trainer: play an episode at each table, look back, learn; all random numbers come from the update's."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from agents.learning.imitation import ask
from agents.learning.selfplay.method import SelfPlayPPO
from agents.learning.selfplay.network import ActorCritic, weights_of
from agents.learning.selfplay.play import Turns, draw_seats, other_hands, play
from agents.learning.torch_state import arrays_of, load_optimizer, optimizer_arrays, tensors_of
from agents.learning.trainer import State, Task, Trainer
from agents.policy import Network
from envs.core.rng import make_streams
from envs.tables import CALLER, Tables

METRICS = (
    "rollout/ep_rew_mean",
    "rollout/ep_len_mean",
    "train/imitation_loss",
    "train/agreement",
    "train/approx_kl",
    "train/clip_fraction",
    "train/entropy_loss",
    "train/explained_variance",
    "train/learning_rate",
    "train/policy_gradient_loss",
    "train/value_loss",
)
"""The README explains them."""


@dataclass(frozen=True)
class Decisions:
    """What is learned from, on the learner's device, a row for each decision.

    Attributes:
        observations: int8 [decisions, size].
        masks: bool [decisions, num_actions].
        hidden: int8 [decisions, some], what only the critic sees; nothing if there is none.
        actions: int64 [decisions], those taken, or the teacher's.
        log_probs: float32 [decisions], of the actions when they were taken.
        advantages: float32 [decisions], with mean 0 and spread 1.
        returns: float32 [decisions], scores as they turned out, scaled.
    """

    observations: Tensor
    masks: Tensor
    hidden: Tensor
    actions: Tensor
    log_probs: Tensor
    advantages: Tensor
    returns: Tensor

    def __len__(self) -> int:
        return len(self.actions)

    def minibatches(self, size: int, generator: torch.Generator) -> Iterator["Decisions"]:
        """All decisions once, in random order, in equal parts of about this size."""
        order = torch.randperm(len(self), generator=generator).to(self.actions.device)
        for rows in torch.tensor_split(order, max(1, round(len(self) / size))):
            yield Decisions(*(column[rows] for column in vars(self).values()))


class SelfPlayTrainer(Trainer):
    """See `Trainer`."""

    metrics = METRICS

    def __init__(self, method: SelfPlayPPO, task: Task) -> None:
        """Build the network; sets torch's number of threads and seeds its global generator."""
        torch.set_num_threads(task.threads)
        torch.manual_seed(task.seed)
        self._method, self._task = method, task
        self._tables: Tables = task.tables.tables
        self._architecture = method.architecture(task.game)
        layout, precision = task.game.layout, getattr(torch, method.precision)
        hand = layout["hand"].stop - layout["hand"].start
        hidden_size = hand * (task.game.num_players - 1) if method.critic == "table" else 0
        self._net = ActorCritic(self._architecture, layout, precision, hidden_size).to(task.device)
        self._mean = {name: tensor.clone() for name, tensor in self._net.state_dict().items()}
        self._optimizer = torch.optim.Adam(self._net.parameters(), lr=method.learning_rate, eps=1e-5)
        self._generator, self._shuffler = torch.Generator(task.device), torch.Generator()
        self._scale = method.reward_scale
        self._steps = self._updates = 0

    @property
    def steps(self) -> int:
        """See `Trainer`: decisions with a choice."""
        return self._steps

    def update(self, advance: Callable[[int], object]) -> dict[str, float]:
        """See `Trainer`."""
        method, task = self._method, self._task
        for generator in (self._generator, self._shuffler):
            generator.manual_seed(int(make_streams(1, task.seed, self._updates)[0]))
        left = max(0.0, 1.0 - self._steps / task.total_steps)
        rate = method.learning_rate * (left if method.learning_rate_decay == "linear" else 1.0)
        self._optimizer.param_groups[0]["lr"] = rate
        is_taught = task.teacher is not None and self._steps < task.taught_steps
        decisions, found = self._play(advance, is_taught)
        self._steps += len(decisions)
        self._updates += 1
        found |= self._learn(decisions, self._imitate if is_taught else self._improve, self._entropy_weight(left))
        self._update_mean()
        return {**found, "train/learning_rate": rate}

    def _entropy_weight(self, left: float) -> float:
        start, end = self._method.ent_coef, self._method.ent_coef_end
        return start if end is None else end + (start - end) * left

    # --- Playing ---

    def _play(self, advance: Callable[[int], object], is_taught: bool) -> tuple[Decisions, dict[str, float]]:
        """Play the update's deals and look back on them."""
        task, tables = self._task, self._tables
        tables.begin(task.seed, first_row=self._updates * len(tables))
        draw_seats(tables, task.tables.opponent_weights, self._method.self_share)
        seen: list[tuple[Tensor, ...]] = []

        def decide(rows: np.ndarray) -> np.ndarray:
            advance(len(rows))
            observations = torch.from_numpy(tables.observations[rows]).to(task.device)
            masks = torch.from_numpy(tables.masks[rows]).to(task.device) != 0
            hidden = torch.from_numpy(self._hidden_from(rows)).to(task.device)
            seen.append((observations, masks, hidden, *self._choose(observations, masks, hidden)))
            return seen[-1][3].cpu().numpy()

        turns = play(tables, task.tables.opponents, decide)
        observations, masks, hidden, actions, log_probs, values = (torch.cat(parts) for parts in zip(*seen, strict=True))
        if is_taught:
            assert task.teacher is not None  # noqa: S101 (tells mypy so)
            shown, legal = observations.cpu().numpy(), masks.cpu().numpy()
            actions = torch.from_numpy(ask(task.teacher, shown, legal, task.seed, self._steps)).to(task.device)
        advantages = self._look_back(turns, values)
        returns = values + advantages
        own = tables.seats == CALLER
        found = {
            "rollout/ep_rew_mean": float(turns.totals[own].mean()),
            "rollout/ep_len_mean": float(len(actions) / own.sum()),
            "train/explained_variance": float(1 - advantages.var() / returns.var()),
        }
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        return Decisions(observations, masks, hidden, actions, log_probs, advantages, returns), found

    def _hidden_from(self, rows: np.ndarray) -> np.ndarray:
        """What the critic sees beside the observations at some tables: int8 [rows, some]."""
        return other_hands(self._tables, rows) if self._method.critic == "table" else np.zeros((len(rows), 0), np.int8)

    @torch.no_grad()
    def _choose(self, observations: Tensor, masks: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Draw actions: actions, their log-probabilities, and values of the observations."""
        log_probs, _, values = self._net(observations, masks, hidden)
        if self._method.explore:
            blind = masks / masks.sum(dim=1, keepdim=True)
            log_probs = torch.log(torch.lerp(log_probs.exp(), blind, self._method.explore))
        # The largest of log-probabilities with Gumbel noise is drawn by the probabilities.
        noise = torch.empty_like(log_probs).exponential_(generator=self._generator).log_()
        actions = (log_probs - noise).argmax(dim=1)
        return actions, log_probs.gather(1, actions[:, None]).squeeze(1), values

    def _look_back(self, turns: Turns, values: Tensor) -> Tensor:
        """Advantages of the decisions, scaled as the values are; the first time the scale is set, if no setting says it."""
        if self._scale is None:
            self._scale = float(turns.totals[self._tables.seats == CALLER].std()) or 1.0
        advantages = turns.advantages(values.cpu().numpy(), self._scale, self._method.gae_lambda)
        return torch.from_numpy(advantages).to(values.device)

    # --- Learning ---

    def _learn(
        self, decisions: Decisions, find_loss: Callable[[Decisions, float], tuple[Tensor, dict[str, Tensor]]], entropy: float
    ) -> dict[str, float]:
        """Go through the decisions; returns the means of what the losses' parts were."""
        parts: list[dict[str, Tensor]] = []
        for _ in range(self._method.epochs):
            for batch in decisions.minibatches(self._method.batch_size, self._shuffler):
                loss, found = find_loss(batch, entropy)
                self._optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self._net.parameters(), self._method.max_grad_norm)
                self._optimizer.step()
                parts.append(found)
        return {f"train/{name}": float(torch.stack([part[name] for part in parts]).mean()) for name in parts[0]}

    def _improve(self, batch: Decisions, entropy_weight: float) -> tuple[Tensor, dict[str, Tensor]]:
        """PPO's loss (Schulman et al., 2017), and its parts."""
        method = self._method
        all_log_probs, *scores = self._net(batch.observations, batch.masks, batch.hidden)
        moved = all_log_probs.gather(1, batch.actions[:, None]).squeeze(1) - batch.log_probs
        ratio = moved.exp()
        clipped = ratio.clamp(1 - method.clip_range, 1 + method.clip_range)
        policy_loss = -torch.min(ratio * batch.advantages, clipped * batch.advantages).mean()
        value_loss = self._find_value_loss(scores, batch)
        entropy_loss = (all_log_probs.exp() * all_log_probs).sum(dim=1).mean()
        with torch.no_grad():
            kl = (ratio - 1 - moved).mean()
            clip_fraction = ((ratio - 1).abs() > method.clip_range).float().mean()
        loss = policy_loss + method.vf_coef * value_loss + entropy_weight * entropy_loss
        return loss, {
            "policy_gradient_loss": policy_loss.detach(),
            "value_loss": value_loss.detach(),
            "entropy_loss": entropy_loss.detach(),
            "approx_kl": kl,
            "clip_fraction": clip_fraction,
        }

    def _imitate(self, batch: Decisions, _entropy_weight: float) -> tuple[Tensor, dict[str, Tensor]]:
        """How surprising the teacher's actions are, and how wrong the values."""
        log_probs, *scores = self._net(batch.observations, batch.masks, batch.hidden)
        imitation_loss = -log_probs.gather(1, batch.actions[:, None]).mean()
        value_loss = self._find_value_loss(scores, batch)
        return imitation_loss + self._method.vf_coef * value_loss, {
            "imitation_loss": imitation_loss.detach(),
            "value_loss": value_loss.detach(),
            "agreement": (log_probs.argmax(dim=1) == batch.actions).float().mean(),
        }

    def _find_value_loss(self, scores: Sequence[Tensor], batch: Decisions) -> Tensor:
        """How wrong the policy's own scores are, and with them the critic's if it is another."""
        judges = scores if self._method.critic == "table" else scores[:1]
        return sum((nn.functional.mse_loss(values, batch.returns) for values in judges), torch.zeros(()))

    @torch.no_grad()
    def _update_mean(self) -> None:
        for name, tensor in self._net.state_dict().items():
            self._mean[name].lerp_(tensor, 1.0 - self._method.average)

    # --- What a run asks for ---

    def policy(self) -> Network:
        """See `Trainer`."""
        return Network(self._architecture, weights_of(self._mean))

    def export(self, folder: Path) -> None:
        """See `Trainer`: nothing."""

    def get_state(self) -> State:
        """See `Trainer`; the tables are not in it, for they are dealt anew by the number of the update."""
        arrays = arrays_of(self._net.state_dict(), "net.") | arrays_of(self._mean, "mean.")
        arrays |= optimizer_arrays(self._optimizer, "optimizer.")
        values = {"steps": self._steps, "updates": self._updates, "scale": self._scale, "tables": len(self._tables)}
        return arrays, values

    def set_state(self, arrays: Mapping[str, np.ndarray], values: Mapping[str, Any]) -> None:
        """See `Trainer`."""
        if values["tables"] != len(self._tables):
            raise ValueError(f"num_envs was {values['tables']}, now it is {len(self._tables)}")
        self._net.load_state_dict(tensors_of(arrays, "net."))
        for name, tensor in tensors_of(arrays, "mean.").items():
            self._mean[name].copy_(tensor)
        load_optimizer(self._optimizer, arrays, "optimizer.")
        self._steps, self._updates, self._scale = values["steps"], values["updates"], values["scale"]
