"""One config trained with several seeds, processes side by side, and what they came to together."""

import contextlib
import multiprocessing
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from agents.learning.config import Config
from agents.learning.folder import CONFIG

Program = Callable[[Sequence[str]], int]
"""What trains one run: from a command line to an exit status."""


def names_of(config: Config) -> list[str]:
    """Folders of the runs, in the folder of all."""
    return [f"seed-{seed}" for seed in range(config.seed, config.seed + config.seeds)]


def train_seeds(
    config: Config, folder: Path, overrides: Sequence[str], program: Program, must_stop: Callable[[], bool]
) -> dict[str, int]:
    """Train every seed, or go on where its run is there already; a run's output goes to a file beside its folder.

    Args:
        config: of all; it is saved in the folder.
        folder: of all.
        overrides: `key=value` that a run takes which goes on.
        program: what trains one run; a function at the top of a module.
        must_stop: asked now and then.

    Returns:
        Exit status by the name of the run.
    """
    context = multiprocessing.get_context("spawn")
    processes = {}
    for seed, name in enumerate(names_of(config), config.seed):
        new = ["--config", str(folder / CONFIG), "seeds=1", f"seed={seed}", f"folder={folder}", f"name={name}"]
        arguments = ["--resume", str(folder / name)] if (folder / name / CONFIG).is_file() else new
        processes[name] = context.Process(target=_run, args=(program, [*arguments, *overrides], folder / f"{name}.log"))
        processes[name].start()
    is_told = False
    for process in processes.values():
        while process.is_alive():
            process.join(0.2)
            if must_stop() and not is_told:
                is_told = True
                for other in processes.values():
                    other.terminate()  # a run that is asked to stop writes a checkpoint
    return {name: int(process.exitcode or 0) for name, process in processes.items()}


def _run(program: Program, arguments: Sequence[str], log: Path) -> None:
    with log.open("a", encoding="utf-8") as stream, contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        status = program(arguments)
    sys.exit(status)


def collect_seeds(config: Config, folder: Path) -> dict[str, Any]:
    """The final scores of every seed, and by opponent the mean and the spread of the differences, for `report.json`."""
    reports = {name: msgspec.json.decode((folder / name / "report.json").read_bytes()) for name in names_of(config)}
    scores: dict[str, Mapping[str, Mapping[str, float]]] = {name: report["scores"] for name, report in reports.items()}
    together = {}
    for spec in scores[names_of(config)[0]]:
        differences = [found[spec]["difference"] for found in scores.values()]
        together[spec] = {
            "mean": statistics.mean(differences),
            "spread": statistics.stdev(differences),
            "lowest": min(differences),
            "highest": max(differences),
        }
    return {"name": config.name, "config": msgspec.to_builtins(config), "scores": scores, "differences": together}
