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
from agents.evaluation.report import collect_evaluation, evaluation_page
from agents.evaluation.report.plots import check_plots, write_plots
from agents.evaluation.results import Estimate, Results
from agents.learning.folder import versions, write_json
from envs import notation
from envs.agent import short_names
from envs.cli.called import called, label
from envs.core.options import parse_assignments


def main(arguments: Sequence[str] | None = None) -> int:
    """Evaluate as the command line says; returns the exit status."""
    args = parse(arguments)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of numpy in the workers: they share the cores
    try:
        game = envs.load_game(args.game, **parse_assignments(args.options))
        check_outputs(args)
        print(f"{args.deals} deals of {game.id}, every seating, seed {args.seed}", file=sys.stderr)
        game.kernels  # noqa: B018 (compiled before the workers start)
        with tqdm(total=args.deals, unit="deal", disable=args.quiet) as bar:
            extras = Extras(statistics=bool(args.report or args.json), record=args.record_deals if args.record else 0)
            results = tournament(
                game, args.agents, args.deals, args.seed, processes=args.processes, progress=bar.update, extras=extras
            )
    except (ValueError, OSError) as error:
        print(f"{label('evaluate')}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{label('evaluate')}: interrupted; nothing was written", file=sys.stderr)
        return 128 + signal.SIGINT
    print_tables(results)
    summary = collect_evaluation(results, game, args.seed, versions())
    if args.json:
        write_json(Path(args.json), summary)
    if args.report:
        Path(args.report).write_text(evaluation_page(summary), encoding="utf-8")
    if args.plots:
        write_plots(Path(args.plots), summary)
    if args.record:
        lines = [notation.to_line(game, state, specs) for state, specs in results.recorded]
        Path(args.record).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


def check_outputs(args: argparse.Namespace) -> None:
    """Raise an error now for files that could not be written after all the work."""
    for file in filter(None, (args.json, args.report, args.record)):
        if not Path(file).parent.is_dir():
            raise FileNotFoundError(f"there is no folder for {file}")
    if args.plots:
        check_plots()
        if Path(args.plots).exists() and not Path(args.plots).is_dir():
            raise NotADirectoryError(f"{args.plots} is no folder")


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog=called("evaluate"), description=__doc__)
    parser.add_argument("--game", required=True, metavar="ID", help=f"one of: {', '.join(envs.list_games())}")
    parser.add_argument(
        "--agents", required=True, nargs="+", metavar="SPEC", help="agents such as random, heuristic, policy:PATH"
    )
    parser.add_argument("--deals", type=two_or_more, default=2000, metavar="N", help="deals to play with every seating (2000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the stream of deals (1)")
    parser.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE", help="options of the game")
    parser.add_argument(
        "--processes", type=positive, default=os.cpu_count() or 1, metavar="N", help="that share the work (all cores)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.add_argument("--report", metavar="FILE.html", help="write a page with the results and statistics of play")
    parser.add_argument("--plots", metavar="DIR", help="write pictures of the results as PNG files into this folder")
    parser.add_argument("--record", metavar="FILE.jsonl", help=f"write hand records, to be looked at with `{called('view')}`")
    parser.add_argument(
        "--record-deals", type=positive, default=20, metavar="N", help="deals to record, at every table each (20)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
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


def print_tables(results: Results) -> None:
    """Show scores and pairs on screen."""
    console = Console()
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


def table_of(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table that fits into 80 columns of text: numbers at the right and whole, a long name of an agent over several lines."""
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
    for heading in headings:
        if heading in {"agent", "among"}:
            table.add_column(heading, overflow="fold", min_width=9)
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def half_of(estimate: Estimate) -> str:
    """Half the width of the 95 % interval as text."""
    return f"± {estimate.ci95[1] - estimate.mean:.2f}"
