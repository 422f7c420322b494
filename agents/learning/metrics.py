"""What a run writes down after each update: a row of `metrics.csv` and points of TensorBoard's curves."""

import csv
import io
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tensorboard.compat.proto.event_pb2 import Event, SessionLog
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.event_file_writer import EventFileWriter

from envs.core.files import write_whole

METRICS = (
    "step",
    "update",
    "eval/score",
    "eval/difference",
    "eval/ci_low",
    "eval/ci_high",
    "eval/win_rate",
    "opponents/snapshots",
)
"""Columns of `metrics.csv` in every run; a trainer has more, and the README explains all. Times are only in TensorBoard, so
that a repeated run writes the same file."""


class MetricsFile:
    """`metrics.csv`: fixed columns, a whole row at a time."""

    def __init__(self, path: Path, columns: Sequence[str], last_step: int) -> None:
        """Open the file with the trainer's columns beside `METRICS`, and cut what was written after a step; -1: all of it."""
        self._path = path
        self._columns = [*METRICS, *columns]
        kept = [row for row in read_metrics(path) if int(row["step"]) <= last_step] if path.exists() else []
        text = io.StringIO()
        writer = csv.DictWriter(text, self._columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(kept)
        write_whole(path, text.getvalue().encode())

    def write(self, values: Mapping[str, float]) -> None:
        """Append a row."""
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(",".join(str(values.get(name, "")) for name in self._columns) + "\n")


class Curves:
    """TensorBoard's event files; what was written after a step is hidden."""

    def __init__(self, folder: Path, last_step: int) -> None:
        """Open a new file beside those that are there."""
        self._writer = EventFileWriter(str(folder))
        if last_step >= 0:
            start = SessionLog(status=SessionLog.START)
            self._writer.add_event(Event(wall_time=time.time(), step=last_step + 1, session_log=start))

    def write(self, values: Mapping[str, float]) -> None:
        """Add points at the values' step."""
        points = [
            Summary.Value(tag=name, simple_value=value) for name, value in values.items() if name not in {"step", "update"}
        ]
        self._writer.add_event(Event(wall_time=time.time(), step=int(values["step"]), summary=Summary(value=points)))
        self._writer.flush()

    def close(self) -> None:
        """Write what is left."""
        self._writer.close()


def read_metrics(path: Path) -> list[dict[str, str]]:
    """The whole rows of a `metrics.csv`, column to text; a row that is damaged or was not finished is left out."""
    header, *lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    columns = header.rstrip("\r").split(",")
    rows = [line.rstrip("\r").split(",") for line in lines[:-1]]
    return [dict(zip(columns, row, strict=True)) for row in rows if len(row) == len(columns) and _are_numbers(columns, row)]


def _are_numbers(columns: Sequence[str], row: Sequence[str]) -> bool:
    """Whether each column of a row holds a number or nothing, and one of them is the step."""
    try:
        for text in row:
            float(text or 0)
    except ValueError:
        return False
    return "step" in columns and row[columns.index("step")].isdecimal()


def find_loss(path: Path, updates: int) -> str | None:
    """What a run that has done so many updates misses in its `metrics.csv`, as one line; None if all is there."""
    if not path.exists():
        return f"{path} is missing: it begins anew after update {updates:,}"
    found = {row.get("update", "") for row in read_metrics(path)}
    kept = sum(text.isdecimal() and int(text) <= updates for text in found)
    return f"{path} is damaged: {updates + 1 - kept:,} of {updates + 1:,} rows are lost" if kept <= updates else None
