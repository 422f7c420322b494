"""Plays agents against each other over the same deals with every seating and prints their scores with intervals."""

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import envs
from agents.evaluation.arena import Extras, tournament
from agents.evaluation.regret import check_regret, find_regret
from agents.evaluation.report import collect_evaluation, evaluation_page
from agents.evaluation.report.plots import PICTURES, check_plots, write_plots
from agents.evaluation.results import Estimate, Results
from agents.learning.folder import versions, write_json
from envs import notation
from envs.agent import short_names
from envs.cli.called import called, label
from envs.cli.outputs import Outputs, add_force, files_of
from envs.cli.program import run
from envs.core.files import write_whole
from envs.core.options import parse_assignments
from envs.core.text import shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Evaluate as the command line says; returns the exit status."""
    args = parse(arguments)
    return run(label("evaluate"), lambda: evaluate(args))


def evaluate(args: argparse.Namespace) -> int:
    """Play, show the scores, and write what was asked for; returns the exit status."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of numpy in the workers: they share the cores
    game = envs.load_game(args.game, **parse_assignments(args.options))
    outputs = check_outputs(args)
    if args.regret:
        check_regret(game)
    print(f"{args.deals} deals of {game.id}, every seating, seed {args.seed}", file=sys.stderr)
    game.kernels  # noqa: B018 (compiled before the workers start)
    regret = None
    extras = Extras(statistics=bool(args.report or args.json), record=args.record_deals if args.record else 0)
    try:
        with tqdm(total=args.deals, unit=" deals", disable=args.quiet) as bar:
            results = tournament(
                game, args.agents, args.deals, args.seed, processes=args.processes, progress=bar.update, extras=extras
            )
        if args.regret:
            with tqdm(total=args.regret, unit=" deals", desc="regret", disable=args.quiet) as bar:
                regret = find_regret(game, args.agents, args.regret, args.seed, processes=args.processes, progress=bar.update)
    except KeyboardInterrupt:
        print(f"{label('evaluate')}: interrupted; nothing was written", file=sys.stderr)
        return 128 + signal.SIGINT
    try:
        print_tables(results, regret)
    finally:  # also when nobody reads the tables any more
        write(args, outputs, game, results, regret)
    return outputs.status


def check_outputs(args: argparse.Namespace) -> Outputs:
    """The outputs; raises an error now for those that could not be written after all the work."""
    outputs = Outputs(label("evaluate"), files_of(args.agents), force=args.force)
    for file in filter(None, (args.json, args.report)):
        outputs.add(Path(file))
    if args.record:
        outputs.add_records(Path(args.record))
    if args.plots:
        check_plots()
        outputs.add_folder(Path(args.plots), PICTURES)
    return outputs


def write(
    args: argparse.Namespace, outputs: Outputs, game: envs.Game, results: Results, regret: Sequence[Estimate] | None
) -> None:
    """Write what was asked for."""
    summary = collect_evaluation(results, game, args.seed, versions(), regret)
    if args.json:
        outputs.write(lambda: write_json(Path(args.json), summary))
    if args.report:
        outputs.write(lambda: write_whole(Path(args.report), evaluation_page(summary).encode()))
    if args.plots:
        outputs.write(lambda: write_plots(Path(args.plots), summary))
    if args.record:
        lines = (notation.to_line(game, state, specs) for state, specs in results.recorded)
        outputs.write(lambda: notation.append(args.record, lines))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog=called("evaluate"), description=__doc__)
    parser.add_argument(
        "--game",
        required=True,
        metavar="ID",
        help=f"id of the game, such as ramsch/schieberamsch-v0; `{called('list')}` shows all",
    )
    parser.add_argument(
        "--agents",
        required=True,
        nargs="+",
        metavar="SPEC",
        help="the agents to compare: random, heuristic, pimc:worlds=N, policy:PATH or policy:NAME, FILE.py:NAME",
    )
    parser.add_argument(
        "--deals",
        type=two_or_more,
        default=2000,
        metavar="N",
        help="number of deals, each played with every seating (default: 2000)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed of the deals (default: 1)")
    parser.add_argument(
        "--options", nargs="*", default=[], metavar="KEY=VALUE", help=f"options of the game; `{called('show')} ID` lists them"
    )
    parser.add_argument(
        "--processes",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of worker processes (default: all cores)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the results as numbers to this file")
    parser.add_argument("--report", metavar="FILE.html", help="write a page with the results and statistics of play")
    parser.add_argument("--plots", metavar="DIR", help="write pictures of the results as PNG files into this folder")
    parser.add_argument(
        "--record", metavar="FILE.jsonl", help=f"append records of the first deals to this file, for `{called('view')}`"
    )
    parser.add_argument(
        "--record-deals",
        type=positive,
        default=20,
        metavar="N",
        help="number of deals to record, each at every table (default: 20)",
    )
    parser.add_argument(
        "--regret",
        type=two_or_more,
        metavar="N",
        help="tell how many card points each agent gives away in the first N deals, against play with open cards (slow)",
    )
    add_force(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress bar")
    return parser.parse_args(arguments)


def positive(text: str, low: int = 1) -> int:
    """A whole number from 1 up, or from another one."""
    with contextlib.suppress(ValueError):
        if int(text) >= low:
            return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} up")


def two_or_more(text: str) -> int:
    """A number of deals over which an interval can be told."""
    return positive(text, 2)


def print_tables(results: Results, regret: Sequence[Estimate] | None) -> None:
    """Show scores, pairs and regret on screen."""
    console = Console(markup=False)
    rows: list[tuple[str, ...]] = []
    names = short_names(results.specs)
    for a, name in enumerate(names):
        score, rating = results.score(a), results.rating(a)
        speed = f"{results.decisions[a] / max(results.seconds[a], 1e-9):,.0f}"
        shares = (f"{results.win_rate(a):.1%}", f"{rating.mean:+.2f}", half_of(rating))
        rows.append((name, f"{score.mean:+.2f}", half_of(score), *shares, speed))
    headings = ("agent", "score/deal", "95 %", "win rate", "rating", "95 %", "decisions/s")
    console.print(table_of(f"{results.game}: {results.num_deals} deals, every seating", headings, rows))
    pairs = {"one among others, against what they earn in that seat themselves": results.difference}
    if results.alone is not None:
        pairs["the same for one whose partners are of the others' kind"] = results.difference_alone
    for title, difference in pairs.items() if len(results.specs) > 1 else ():
        rows = []
        for a, b in results.ordered_pairs():
            found = difference(a, b)
            rows.append((names[a], names[b], f"{found.mean:+.2f}", half_of(found), f"{found.deals}"))
        console.print(table_of(title, ("agent", "among", "difference per deal", "95 %", "deals"), rows))
    if regret is not None:
        rows = [(name, f"{lost.mean:.2f}", half_of(lost), f"{lost.deals}") for name, lost in zip(names, regret, strict=True)]
        title = "card points given away, a seat and deal"
        console.print(table_of(title, ("agent", "regret", "95 %", "deals"), rows))


def table_of(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table that fits into 80 columns of text: numbers at the right and whole, a long name of an agent over several lines."""
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    for heading in headings:
        if heading in {"agent", "among"}:
            table.add_column(heading, overflow="fold", min_width=9)
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*map(shown, row))
    return table


def half_of(estimate: Estimate) -> str:
    """Half the width of the 95 % interval as text."""
    return f"± {estimate.ci95[1] - estimate.mean:.2f}"
