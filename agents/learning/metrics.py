"""What a run writes down after each update: a row of `metrics.csv` and points of TensorBoard's curves."""

import csv
import io
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

from agents.policy.tensors import write_whole

METRICS = {
    "step": "decisions of the learner so far",
    "update": "updates so far",
    "eval/score": "score per deal of the policy (likeliest actions) among baseline agents, each seat as often",
    "eval/difference": "that score less what the baseline earns in the same seats of the same deals",
    "eval/ci_low": "lower end of the difference's 95 % interval",
    "eval/ci_high": "upper end of the difference's 95 % interval",
    "eval/win_rate": "share of these deals that the policy wins",
    "rollout/ep_rew_mean": "mean score of the learner in its last deals of training, in game points",
    "rollout/ep_len_mean": "mean number of its decisions in these deals",
    "train/imitation_loss": "mean surprise at the teacher's choice (cross-entropy, nats), while there is a teacher",
    "train/agreement": "share of decisions in which the policy's likeliest action is the teacher's",
    "train/approx_kl": "how far the last epoch has moved from the policy that played (KL divergence, nats)",
    "train/clip_fraction": "share of decisions whose probability moved beyond the clip range",
    "train/entropy_loss": "minus the mean entropy of the policy at its decisions (nats)",
    "train/explained_variance": "share of the returns' variance that the value net foresees; 1 is perfect",
    "train/learning_rate": "step size of the optimiser",
    "train/loss": "loss of the last minibatch",
    "train/policy_gradient_loss": "mean loss of the policy",
    "train/value_loss": "mean squared error of the value net, in scaled rewards",
    "opponents/snapshots": "snapshots of the learner taken so far",
}
"""Columns of `metrics.csv` and what they mean. Times are only in TensorBoard: a repeated run writes the same file."""


class MetricsFile(KVWriter):
    """`metrics.csv`: fixed columns, a whole row at a time."""

    def __init__(self, path: Path, last_step: int) -> None:
        """Open the file, and cut what was written after a step.

        Args:
            path: file; made if there is none.
            last_step: of the checkpoint the run goes on from; -1 for a new run.
        """
        kept = [row for row in read_metrics(path) if int(row["step"]) <= last_step] if path.exists() else []
        text = io.StringIO()
        writer = csv.DictWriter(text, list(METRICS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
        write_whole(path, text.getvalue().encode())
        self._path = path

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        """Append a row."""
        values = {**key_values, "step": step}
        cells = [str(values[name]) if name in values else "" for name in METRICS]
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(",".join(cells) + "\n")

    def close(self) -> None:
        """Nothing is left open."""


class Curves(TensorBoardOutputFormat):
    """TensorBoard's event files; what was written after a step is hidden."""

    def __init__(self, folder: Path, last_step: int) -> None:
        """Open a new file beside those that are there."""
        self.writer = SummaryWriter(log_dir=str(folder), purge_step=last_step + 1 if last_step >= 0 else None)
        self._is_closed = False


def make_logger(folder: Path, last_step: int) -> Logger:
    """The logger of a run, into its folder; see `MetricsFile` for `last_step`."""
    return Logger(str(folder), [MetricsFile(folder / "metrics.csv", last_step), Curves(folder / "tensorboard", last_step)])


def read_metrics(path: Path) -> list[dict[str, str]]:
    """The whole rows of a `metrics.csv`, column to text; a last row that was not finished is left out."""
    text = path.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text[: text.rfind("\n") + 1])))
    return [{name: row.get(name) or "" for name in METRICS} for row in rows if row.get("step", "").isdecimal()]
