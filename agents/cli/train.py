"""One training run: read the config, set up game, opponents and tables, learn, write down what came out."""

import argparse
import itertools
import shlex
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

import agents
import envs
from agents.evaluation.report import collect_report, training_page
from agents.learning.checkpoint import Checkpoint, CheckpointError, Progress, load_checkpoint
from agents.learning.config import COMMAND_LINE, Config, ConfigError, find_config, our_configs, read_config, to_yaml
from agents.learning.config_help import help_text
from agents.learning.display import ProgressBar, StopRequest
from agents.learning.folder import METRICS, POLICY, RunFolderError, find_run, locked, new_run, versions, write_json
from agents.learning.metrics import find_loss, read_metrics
from agents.learning.opponents import OpponentPool
from agents.learning.run import FINAL_SEED, Run, Stopped, final_scores, train
from agents.learning.seeds import collect_seeds, train_seeds
from agents.policy import Network, PolicyAgent, write_policy
from envs.agent import short_names
from envs.cli.called import called, label
from envs.cli.outputs import Outputs
from envs.cli.program import WRONG, complain
from envs.cli.program import run as run_program
from envs.core.files import write_whole
from envs.core.options import to_plain
from envs.core.text import shown
from envs.vector import ROTATE, Vector

EXAMPLES = """\
{0}                                 a small run of a few minutes
{0} --config ramsch_ppo seed=2 evaluation.every=20
{0} seeds=3                         three seeds side by side, with mean and spread
{0} --resume runs/NAME              go on after a stop or a kill"""
USER_ERRORS = (ConfigError, CheckpointError, RunFolderError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train as the command line says; returns the exit status."""
    args = parse(arguments)
    return run_program(label("train"), lambda: start(args), (*USER_ERRORS, OSError))


def start(args: argparse.Namespace) -> int:
    """Begin a run, or go on with one; returns the exit status."""
    config, source = read(args)
    game = load_game(config, source)
    pool = make_opponents(config, game, source)
    folder: Path = args.resume
    if not args.resume:
        config, folder = new_run(config)
    again = f"{called('train')} --resume {shlex.quote(str(folder))}"
    stop, outputs = StopRequest(), Outputs(label("train"))
    try:
        if config.seeds > 1:
            return train_many(config, folder, args.overrides if args.resume else [], stop)
        with locked(folder):
            checkpoint = load_checkpoint(folder / "checkpoints", game) if args.resume else None
            run = set_up(config, game, pool, folder, checkpoint, stop)
            with stop, closing(run.display):
                network, progress = train(run, checkpoint)
            scores = final_scores(network, game, config)
            write(run, outputs, network, progress, scores)
    except OSError as error:
        complain(label("train"), error)
        print(f"What was saved so far stands. Go on with: {again}", file=sys.stderr)
        return WRONG
    except (Stopped, KeyboardInterrupt):
        print(f"Stopped. Go on with: {again}", file=sys.stderr)
        return 128 + signal.SIGINT
    show(run, scores)
    if outputs.status:
        print(f"Write it again with: {again}", file=sys.stderr)
    return outputs.status


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog=called("train"),
        description=f"{__doc__}\n\n{EXAMPLES.format(called('train'))}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"keys, their defaults and what they mean (the config default changes some):\n\n{help_text()}",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help=f"YAML file, or the name of one of ours: {', '.join(our_configs())} (default: default)",
    )
    parser.add_argument(
        "--resume", type=Path, metavar="RUN", help="folder of a run to go on with; of the keys, only total_steps=N may be given"
    )
    parser.add_argument(
        "overrides",
        nargs="*",
        metavar="key=value",
        help="values on the command line override the file; dots reach inner keys, as in evaluation.every=20",
    )
    args = parser.parse_intermixed_args(arguments)
    if args.config and args.resume:
        parser.error("--resume takes the config that the run saved; leave --config out")
    if args.resume and not all(text.startswith("total_steps=") for text in args.overrides):
        parser.error("a run goes on with the config it began with; only total_steps=N can be given to train longer")
    return args


def read(args: argparse.Namespace) -> tuple[Config, str]:
    """The config, and where it comes from, for messages."""
    path = find_run(args.resume) if args.resume else find_config(args.config) if args.config else our_configs()["default"]
    config = read_config(path, args.overrides)
    if args.resume:
        config = msgspec.structs.replace(config, folder=str(args.resume.parent), name=args.resume.resolve().name)
    return config, f"{path} or {COMMAND_LINE}" if args.overrides else str(path)


def load_game(config: Config, source: str) -> envs.Game:
    """The rules of the table."""
    try:
        return envs.load_game(config.game, **config.options)
    except (envs.UnknownGameError, envs.OptionError) as error:
        key = "game" if isinstance(error, envs.UnknownGameError) else "options"
        raise ConfigError(f"{source}: {key}: {error}") from None


def make_opponents(config: Config, game: envs.Game, source: str) -> OpponentPool:
    """Who plays the other seats; baseline and teacher are made too: a wrong spec is found before anything is written."""
    key = "opponents"
    try:
        pool = OpponentPool(config, game)
        key = "evaluation.baseline"
        agents.make(config.evaluation.baseline, game)
        key = "imitation.teacher"
        if config.imitation.steps:
            agents.make(config.imitation.teacher, game)
    except ValueError as error:
        raise ConfigError(f"{source}: {key}: {error}") from None
    return pool


def set_up(
    config: Config, game: envs.Game, pool: OpponentPool, folder: Path, checkpoint: Checkpoint | None, stop: StopRequest
) -> Run:
    """Tables with one learning seat each, and where the run is shown and written."""
    vector = Vector(
        game, config.num_envs, learner=ROTATE, opponents=pool.agents, opponent_weights=pool.weights, threads=config.threads
    )
    print(f"{game.id}: training in {folder}", file=sys.stderr)
    progress = checkpoint.progress if checkpoint else Progress()
    if checkpoint:
        tell_of_resumption(checkpoint, folder)
    display = ProgressBar(config.evaluation.baseline, config.whole_steps, progress.step, progress.last_evaluation)
    return Run(config, game, vector, pool, folder, display, versions(), stop)


def train_many(config: Config, folder: Path, overrides: Sequence[str], stop: StopRequest) -> int:
    """Runs of several seeds, and a table of all; returns the exit status."""
    print(f"{config.game}: training seeds {config.seed} to {config.seed + config.seeds - 1} in {folder}", file=sys.stderr)
    with locked(folder), stop:
        statuses = train_seeds(config, folder, overrides, main, stop)
    failed = {name: status for name, status in statuses.items() if status}
    if set(failed.values()) == {128 + signal.SIGINT}:
        raise Stopped
    if failed:
        names = ", ".join(f"{folder / name}.log" for name in failed)
        print(f"{label('train')}: {len(failed)} of {config.seeds} runs failed: see {names}", file=sys.stderr)
        return 1
    report = collect_seeds(config, folder)
    write_json(folder / "report.json", report)
    show_seeds(config, folder, report)
    return 0


def show_seeds(config: Config, folder: Path, report: Mapping[str, Any]) -> None:
    """What each seed came to, and all together."""
    together = report["differences"]
    table = Table(title=f"{config.name}: difference per deal by seed, in game points")
    for heading in ("run", *(f"among {spec}" for spec in together)):
        table.add_column(heading, justify="left" if heading == "run" else "right")
    for name, scores in report["scores"].items():
        cells = (f"{row['difference']:+.2f} ({row['ci_low']:+.2f} to {row['ci_high']:+.2f})" for row in scores.values())
        table.add_row(name, *cells)
    table.add_section()
    table.add_row("mean and spread", *(f"{row['mean']:+.2f} ± {row['spread']:.2f}" for row in together.values()))
    console = Console(markup=False)
    console.print(table)
    console.print(f"Report: {folder / 'report.json'}", highlight=False, soft_wrap=True)


def tell_of_resumption(checkpoint: Checkpoint, folder: Path) -> None:
    """Say from where the run goes on, what is lost, and what may make it differ."""
    for problem in checkpoint.skipped:
        print(f"A newer checkpoint is left out: {shown(problem)}", file=sys.stderr)
    loss = find_loss(folder / METRICS, checkpoint.progress.update)
    if loss:
        print(shown(loss), file=sys.stderr)
    print(f"Going on at step {checkpoint.progress.step:,}.", file=sys.stderr)
    now = versions()
    changed = [f"{name} {old} -> {now.get(name)}" for name, old in checkpoint.versions.items() if now.get(name) != old]
    if changed:
        print(f"Other versions than before, numbers may differ: {', '.join(changed)}", file=sys.stderr)


def write(run: Run, outputs: Outputs, network: Network, progress: Progress, scores: Mapping[str, Mapping[str, float]]) -> None:
    """The policy, the report, and deals to look at."""
    amounts = {"step": progress.step, "update": progress.update, "seconds": progress.seconds}
    training: dict[str, Any] = {"run": run.config.name, "seed": run.config.seed, **amounts}
    training |= {"scores": dict(scores), "versions": dict(run.versions)}
    outputs.write(lambda: write_policy(run.folder / POLICY, network, run.game, training))
    outputs.write(lambda: write_report(run, amounts, scores))
    outputs.write(lambda: record(run, network))


def write_report(run: Run, amounts: Mapping[str, float], scores: Mapping[str, Mapping[str, float]]) -> None:
    """The report as JSON and as a page."""
    report = collect_report(
        name=str(run.config.name),
        game={"id": run.game.id, "options": {k: v for k, v in to_plain(run.game.options).items() if k in run.config.options}},
        config=msgspec.to_builtins(run.config),
        progress=amounts,
        scores=scores,
        metrics=read_metrics(run.folder / METRICS),
        versions=run.versions,
    )
    write_json(run.folder / "report.json", report)
    write_whole(run.folder / "report.html", training_page(report, to_yaml(run.config)).encode())


def record(run: Run, network: Network) -> None:
    """Deals to look at: the policy in each seat (in a team game: each team) in turn, the baseline in the others."""
    config, game = run.config.record, run.game
    learner = PolicyAgent(network, f"policy:{run.folder / POLICY}")
    baseline = agents.make(run.config.evaluation.baseline, game)
    tables = (
        [learner if seat in team else baseline for seat in range(game.num_players)] for team in itertools.cycle(game.teams)
    )
    seed = FINAL_SEED + run.config.seed
    deals = (line for row, table in enumerate(tables) for line in envs.notation.play(game, table, seed, row))
    write_whole(run.folder / config.file, "".join(f"{line}\n" for line in itertools.islice(deals, config.deals)).encode())


def show(run: Run, scores: Mapping[str, Mapping[str, float]]) -> None:
    """The scores as a table."""
    table = Table(title=f"{run.config.name}: one learned player among others, per deal, in game points")
    for heading in ("among", "score", "difference", "95 % interval", "wins", "deals"):
        table.add_column(heading, justify="left" if heading == "among" else "right")
    for name, row in zip(short_names(scores), scores.values(), strict=True):
        interval = f"{row['ci_low']:+.2f} to {row['ci_high']:+.2f}"
        wins = f"{100 * row['win_rate']:.1f} %"
        table.add_row(name, f"{row['score']:+.2f}", f"{row['difference']:+.2f}", interval, wins, str(int(row["deals"])))
    console = Console(markup=False)
    console.print(table)
    console.print("Difference: less what an opponent of this kind earns in the same seats of the same deals.", style="dim")
    console.print(f"Report: {run.folder / 'report.html'}", highlight=False, soft_wrap=True)
    if run.config.record.deals:
        deals = f"{run.folder / run.config.record.file} --advisers policy:{run.folder / POLICY}"
        console.print(f"Deals it played: {called('view')} {deals}", highlight=False, soft_wrap=True)
    console.print(
        f"Play on: {called('evaluate')} --game {run.game.id} --agents policy:{run.folder / POLICY} heuristic random",
        highlight=False,
        soft_wrap=True,
    )
