"""Plays agents against one another over the same deals with every seating and prints what each gains, with 95 % intervals.

XSkat, a program from outside (opponents/README.md), sits among them in Skat and Ramsch where its library is there. Seeds are
named at each call: a change of an agent counts when it gains on deals that nobody looked at while it was made.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # of numpy in the workers: they share the cores

from rich.console import Console
from rich.table import Table
from tqdm import tqdm

import envs
from agents.evaluation.arena import tournament
from agents.evaluation.results import Estimate, Results
from agents.spec import AgentSpecError

OPPONENTS = Path(__file__).parent / "opponents"
XSKAT_VARIABLE = "STICHWERK_XSKAT"
GAMES = ("skat/isko-v0", "ramsch/schieberamsch-v0")
XSKAT_GAMES = {"skat", "ramsch"}


def main() -> int:
    """Print a table for each game; returns the exit status."""
    args = parse()
    for game_id in args.games:
        specs = {name: spec_of(name, args) for name in args.agents if plays(name, game_id, args)}
        if len(specs) < 2:
            print(f"{game_id}: one agent alone has nobody to play against", file=sys.stderr)
            continue
        try:
            results = measure(game_id, list(specs.values()), args)
        except AgentSpecError as error:
            print(f"strength.py: {error}", file=sys.stderr)
            return 2
        print_table(results, list(specs), args)
    return 0


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="of the deals; take one that was never used before")
    parser.add_argument("--games", nargs="+", default=GAMES, metavar="ID", help=f"({' '.join(GAMES)})")
    parser.add_argument(
        "--agents", nargs="+", default=["heuristic", "xskat"], metavar="SPEC", help="specs, or xskat (heuristic xskat)"
    )
    parser.add_argument("--deals", type=int, default=2000, help="played with every seating (2000)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="that share the work (all cores)")
    parser.add_argument(
        "--xskat", default=os.environ.get(XSKAT_VARIABLE, ""), metavar="FILE", help=f"XSkat's library (${XSKAT_VARIABLE})"
    )
    parser.add_argument("--cards-only", action="store_true", help="everybody bids as the heuristic does; only the cards differ")
    return parser.parse_args()


def plays(name: str, game_id: str, args: argparse.Namespace) -> bool:
    """Whether an agent takes part; says why not."""
    if name != "xskat":
        return True
    if game_id.partition("/")[0] not in XSKAT_GAMES:
        return False
    if not Path(args.xskat).is_file():
        print(f"xskat is left out: no library {args.xskat or 'is named'}; see {OPPONENTS}/README.md", file=sys.stderr)
        return False
    return True


def spec_of(name: str, args: argparse.Namespace) -> str:
    """The spec of an agent of the command line."""
    spec = f"{OPPONENTS / 'xskat.py'}:XSkat:{Path(args.xskat).resolve()}" if name == "xskat" else name
    return f"{OPPONENTS / 'cards_only.py'}:CardsOnly:{spec}" if args.cards_only else spec


def measure(game_id: str, specs: list[str], args: argparse.Namespace) -> Results:
    """Play every pair."""
    game = envs.load_game(game_id)
    game.kernels  # noqa: B018 (compiled before the workers start)
    with tqdm(total=args.deals, unit="deal", desc=game_id) as bar:
        return tournament(game, specs, args.deals, args.seed, processes=args.processes, progress=bar.update)


def print_table(results: Results, names: list[str], args: argparse.Namespace) -> None:
    """Show what one of each kind earns among the others beyond what they earn in its seats."""
    what = "cards only, " if args.cards_only else ""
    table = Table(title=f"{results.game}, {what}{results.num_deals} deals with every seating, seed {args.seed}")
    for heading in ("agent", "among", "difference per deal", "95 % interval", "ms a decision"):
        table.add_column(heading, justify="left" if heading in {"agent", "among"} else "right")
    has_partners = results.alone is not None
    for a, b in results.ordered_pairs():
        speed = f"{1e3 * results.seconds[a] / max(results.decisions[a], 1):.3f}"
        table.add_row(names[a], names[b], *texts(results.difference(a, b)), speed)
        if has_partners:
            table.add_row(f"{names[a]}, alone", names[b], *texts(results.difference_alone(a, b)), speed)
    Console(width=120).print(table)


def texts(estimate: Estimate) -> tuple[str, str]:
    """Mean and interval."""
    low, high = estimate.ci95
    return f"{estimate.mean:+.3f}", f"{low:+.3f} to {high:+.3f}"


if __name__ == "__main__":
    sys.exit(main())
