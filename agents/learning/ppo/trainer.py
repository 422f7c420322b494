"""Masked PPO as a trainer: Stable-Baselines3's loop taken apart, so that an update is one call, and its whole state."""
# ruff: noqa: SLF001 (Stable-Baselines3 keeps what is needed here in private attributes)

import io
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from agents.learning.ppo.imitation import TaughtPPO
from agents.learning.ppo.method import MaskablePPO
from agents.learning.ppo.network import policy_arguments, weights_of
from agents.learning.torch_state import arrays_of, load_optimizer, optimizer_arrays, tensors_of
from agents.learning.trainer import State, Task, Trainer
from agents.policy import Network
from envs.core.files import write_whole
from envs.sb3 import SB3VecEnv

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
    "train/loss",
    "train/policy_gradient_loss",
    "train/value_loss",
)
"""The README explains them."""
EXPORTED = "maskable_ppo.zip"
RECENT_DEALS = 2000
"""`rollout/ep_rew_mean` is the mean over this many."""


class ScaledRewards(VecEnvWrapper):
    """Rewards divided by a constant; the scores in the infos stay in game points."""

    def __init__(self, venv: VecEnv, scale: float) -> None:
        """Wrap."""
        super().__init__(venv)
        self._scale = np.float32(scale)

    def reset(self) -> Any:
        """See VecEnv."""
        return self.venv.reset()

    def step_wait(self) -> VecEnvStepReturn:
        """See VecEnv."""
        observations, rewards, dones, infos = self.venv.step_wait()
        return observations, rewards / self._scale, dones, infos


def build_model(method: MaskablePPO, task: Task) -> TaughtPPO:
    """The learner with fresh weights; sets torch's number of threads and seeds torch, numpy and the environment."""
    torch.set_num_threads(task.threads)
    rate = method.learning_rate
    return TaughtPPO(
        "MlpPolicy",
        ScaledRewards(SB3VecEnv(task.tables), method.reward_scale),
        teacher=task.teacher,
        taught_steps=task.taught_steps,
        learning_rate=(lambda left: rate * left) if method.learning_rate_decay == "linear" else rate,
        n_steps=method.n_steps,
        batch_size=method.batch_size,
        n_epochs=method.epochs,
        gamma=method.gamma,
        gae_lambda=method.gae_lambda,
        clip_range=method.clip_range,
        ent_coef=method.ent_coef,
        vf_coef=method.vf_coef,
        max_grad_norm=method.max_grad_norm,
        stats_window_size=RECENT_DEALS,
        policy_kwargs=policy_arguments(task.game.layout, method.net, method.activation),
        seed=task.seed,
        device=task.device,
    )


class PPOTrainer(Trainer):
    """See `Trainer`."""

    metrics = METRICS

    def __init__(self, method: MaskablePPO, task: Task) -> None:
        """Build the learner and deal at its tables."""
        self._model = model = build_model(method, task)
        self._tables: SB3VecEnv = model.env.venv  # type: ignore[union-attr]
        self._architecture = method.architecture(task.game)
        self._advance = _Advance()
        model.set_logger(Logger(None, []))
        self._total, self._callback = model._setup_learn(task.total_steps, self._advance)

    @property
    def steps(self) -> int:
        """See `Trainer`."""
        return self._model.num_timesteps

    def update(self, advance: Callable[[int], object]) -> dict[str, float]:
        """See `Trainer`."""
        model = self._model
        self._advance.advance = advance
        assert model.env is not None  # noqa: S101 (tells mypy so)
        model.collect_rollouts(model.env, self._callback, model.rollout_buffer, model.n_steps)
        # By the steps before the update, so that the last one still learns.
        model._update_current_progress_remaining(model.num_timesteps - model.n_steps * model.n_envs, self._total)
        model.train()
        noted, excluded = model.logger.name_to_value, model.logger.name_to_excluded
        found = {name: value for name, value in noted.items() if "tensorboard" not in excluded[name]}
        model.logger.dump(model.num_timesteps)
        deals = model.ep_info_buffer
        if deals:
            found["rollout/ep_rew_mean"] = float(np.mean([deal["r"] for deal in deals]))
            found["rollout/ep_len_mean"] = float(np.mean([deal["l"] for deal in deals]))
        return found

    def policy(self) -> Network:
        """See `Trainer`."""
        return Network(self._architecture, weights_of(self._model.policy))

    def export(self, folder: Path) -> None:
        """See `Trainer`: the model, for `MaskablePPO.load`."""
        stream = io.BytesIO()
        self._model.save(stream, exclude=["_teacher", "_taught_steps"])
        write_whole(folder / EXPORTED, stream.getvalue())

    def get_state(self) -> State:
        """See `Trainer`."""
        model = self._model
        arrays: dict[str, Any] = arrays_of(model.policy.state_dict(), "policy.")
        arrays |= optimizer_arrays(model.policy.optimizer, "optimizer.")
        arrays |= {f"env.{name}": array for name, array in self._tables.get_state().items()}
        arrays["torch_random"] = torch.get_rng_state().numpy()
        if model.device.type == "cuda":
            arrays["cuda_random"] = torch.cuda.get_rng_state(model.device).numpy()
        arrays["last_observations"] = np.asarray(model._last_obs)
        arrays["episode_starts"] = np.asarray(model._last_episode_starts, np.uint8)
        # What Stable-Baselines3 shuffles minibatches with: name, uint32 [624], and three numbers.
        kind, arrays["numpy_random"], *rest = np.random.get_state(legacy=True)  # noqa: NPY002
        values = {
            "steps": model.num_timesteps,
            "gradient_steps": model._n_updates,
            "recent_deals": [{"r": float(deal["r"]), "l": float(deal["l"])} for deal in model.ep_info_buffer or ()],
            "numpy_random": [kind, *rest],
        }
        return arrays, values

    def set_state(self, arrays: Mapping[str, np.ndarray], values: Mapping[str, Any]) -> None:
        """See `Trainer`."""
        model = self._model
        model.policy.load_state_dict(tensors_of(arrays, "policy."))
        load_optimizer(model.policy.optimizer, arrays, "optimizer.")
        self._tables.set_state({key.removeprefix("env."): array for key, array in arrays.items() if key.startswith("env.")})
        torch.set_rng_state(torch.from_numpy(arrays["torch_random"].copy()))
        if model.device.type == "cuda" and "cuda_random" in arrays:
            torch.cuda.set_rng_state(torch.from_numpy(arrays["cuda_random"].copy()), model.device)
        model.num_timesteps = int(values["steps"])
        model._n_updates = int(values["gradient_steps"])
        model._last_obs = arrays["last_observations"].copy()
        model._last_episode_starts = arrays["episode_starts"].astype(bool)
        model.ep_info_buffer = deque(values["recent_deals"], maxlen=model._stats_window_size)
        kind, *rest = values["numpy_random"]
        np.random.set_state((kind, arrays["numpy_random"], *rest))  # noqa: NPY002


class _Advance(BaseCallback):
    """Says how many decisions were taken at each step."""

    advance: Callable[[int], object]

    def _on_step(self) -> bool:
        self.advance(self.training_env.num_envs)
        return True
