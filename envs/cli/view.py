"""`python -m envs view`: recorded deals as a page to step through, and the data of that page (`envs.render.page`).

Every deal has one list of scenes for each way to look at it: all cards open, and what each seat may see. A list holds the first
scene whole and of each later one only what is different.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from envs.agent import Judge, as_agent, judge_of, short_names
from envs.cli.outputs import Outputs, add_force, files_of
from envs.cli.records import Deals, add_choice_of_deals
from envs.core.scene import Scene, Seat
from envs.core.text import shown
from envs.game import Game
from envs.notation import Replay
from envs.render.page import write_page

ODDS_DIGITS = 4
"""Places after the point of a probability on the page."""
MOST_DEALS = 200
"""A page of so many deals has some megabytes and is written in a minute."""


def add_to(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the command."""
    command = commands.add_parser("view", help="write recorded deals as a page to step through in a browser")
    add_choice_of_deals(command)
    command.add_argument(
        "--output", type=Path, metavar="HTML", help="where the page is written (default: FILE with the ending .html)"
    )
    command.add_argument(
        "--advisers",
        nargs="+",
        default=[],
        metavar="SPEC",
        help="agents of the records whose thoughts are shown too, as the records name them (policy:PATH)",
    )
    command.add_argument(
        "--regret",
        action="store_true",
        help="show how many card points each card gave away, against play with open cards (slow)",
    )
    command.add_argument(
        "--max-deals", type=int, default=MOST_DEALS, metavar="N", help=f"show at most N deals (default: {MOST_DEALS})"
    )
    add_force(command)
    command.set_defaults(run=view)


def view(args: argparse.Namespace) -> int:
    """Write a page that shows recorded deals."""
    if args.max_deals < 1:
        raise ValueError(f"--max-deals {args.max_deals}; possible: from 1 on")
    output = args.output or args.file.with_suffix(".html")
    Outputs(args.program, [args.file, *files_of(args.advisers)], force=args.force).add(output)
    chosen = Deals(args)
    deals = iter(chosen)
    data = page_data(islice(deals, args.max_deals), shown(args.file.name), args.advisers, regret=args.regret)
    if not data["deals"]:
        raise ValueError(f"{args.file} holds no such deals")
    if next(deals, None) is not None:
        data["notes"].append(f"These are the first {args.max_deals} deals of the file; --max-deals N puts more on a page.")
    write_page(output, data)
    for note in data["notes"]:
        print(note, file=sys.stderr)
    print(f"{output}: {len(data['deals'])} deal{'s' if len(data['deals']) > 1 else ''}; open it in a browser")
    return chosen.status(args.program)


# --- The data ---


class Minds:
    """The agents whose thoughts are shown, where records name them; each is made once for each table.

    A record alone makes no agent: it may name any file and any amount of work.

    Attributes:
        problems: spec to why its thoughts are not shown.
    """

    def __init__(self, advisers: Iterable[str] = ()) -> None:
        """Show the thoughts of the agents with these specs."""
        self.problems: dict[str, str] = {}
        self._advisers = set(advisers)
        self._agents: dict[tuple[str, str, str], Any] = {}

    def odds(self, deal: Replay, step: int) -> list[float] | None:
        """Probabilities of the legal actions of a step, by number; None if nobody says any."""
        table, state = deal.game, deal.states[step]
        seat = table.current_player(state)
        spec = deal.record.agents[seat] if deal.record.agents else None
        agent = self._agent(spec, table) if spec else None
        if agent is None:
            return None
        legal = table.legal_actions(state)
        found = agent.probabilities(table.observe(state, seat), table.action_mask(state))
        return [round(float(share), ODDS_DIGITS) for share in found[legal]]

    def _agent(self, spec: str, table: Game) -> Any:
        """The agent, or None if it has no probabilities, cannot be made, or was not asked for."""
        if spec not in self._advisers:
            if spec.startswith("policy:"):
                self.problems[spec] = f"ask for it with --advisers {spec}"
            return None
        key = (spec, table.id, str(table.options))
        if key not in self._agents:
            self._agents[key] = None
            try:
                agent = as_agent(spec, table)
            except (ImportError, OSError, ValueError) as error:
                self.problems[spec] = str(error)
                return None
            if hasattr(agent, "probabilities"):
                self._agents[key] = agent
            else:
                self.problems[spec] = "it does not weigh its actions"
        return self._agents[key]


class Judges:
    """Who says what cards gave away, one for each table; nobody, if that was not asked for.

    Attributes:
        problems: id of a game to why it is not shown there.
    """

    def __init__(self, asked: bool) -> None:
        """Remember whether to say anything."""
        self.problems: dict[str, str] = {}
        self._asked = asked
        self._judges: dict[tuple[str, str], Judge | None] = {}

    def regret(self, deal: Replay, step: int) -> dict[str, Any]:
        """`lost`, the card points that a step gave away, and `best`, what would have lost none; empty if it lost none."""
        game, state = deal.game, deal.states[step]
        legal = game.legal_actions(state)
        judge = self._judge(game) if self._asked and len(legal) > 1 else None
        if judge is None:
            return {}
        lost = judge.regret(np.repeat(state.array, len(legal)), np.array(legal))
        given = lost[legal.index(deal.actions[step])]
        if not given > 0:  # nor if it cannot be told
            return {}
        return {"lost": int(given), "best": [game.actions.name(legal[i]) for i in np.flatnonzero(lost == 0)]}

    def _judge(self, game: Game) -> Judge | None:
        key = (game.id, str(game.options))
        if key not in self._judges:
            self._judges[key] = None
            try:
                self._judges[key] = judge_of(game)
            except (ImportError, ValueError) as error:
                self.problems[game.id] = str(error)
        return self._judges[key]


def page_data(replays: Iterable[Replay], title: str, advisers: Sequence[str] = (), *, regret: bool = False) -> dict[str, Any]:
    """What the page shows, deal by deal, with the thoughts of advisers whom records name, and what cards gave away."""
    minds, judges = Minds(advisers), Judges(regret)
    deals = [deal_data(replay, minds, judges) for replay in replays]
    for spec in advisers:
        if not any(spec in deal["agents"] for deal in deals):
            minds.problems[spec] = "it plays in none of these deals"
    notes = [f"What {shown(spec)} thought is not shown: {shown(why)}" for spec, why in minds.problems.items()]
    notes += [f"What cards gave away is not shown: {why}" for why in judges.problems.values()]
    specs = list(dict.fromkeys(spec for deal in deals for spec in deal["agents"] if spec is not None))
    names = dict(zip(specs, map(shown, short_names(specs)), strict=True))
    return {"title": title, "notes": notes, "names": names, "deals": deals}


def deal_data(deal: Replay, minds: Minds, judges: Judges) -> dict[str, Any]:
    """One deal, as the page takes it.

    Returns:
        `number` of the line; `game` and `options`; `agents`, or an empty list; `scores`, what the deal paid each seat, empty if
        it did not end; `thrown_in`; `ending`, what broke off a deal of an archive; `scenes`, a list for each view, all
        cards open first; `steps`, an object for each action: who took it, `heard` (what each view notices of it, open first),
        `legal` and `odds` where they are known, and `lost` and `best` where card points were given away.
    """
    table, seats = deal.game, range(deal.game.num_players)
    scenes = [[table.scene(state, viewer) for state in deal.states] for viewer in (None, *seats)]
    scores = [seat.score for seat in scenes[0][-1].seats]
    return {
        "number": deal.record.line,
        "game": table.id,
        "options": table.changes,
        "agents": list(deal.record.agents),
        "scores": [] if None in scores else scores,
        "thrown_in": deal.is_thrown_in,
        "ending": deal.ending,
        "scenes": [_differences(views) for views in scenes],
        "steps": [_step(deal, number, minds) | judges.regret(deal, number) for number in range(len(deal.actions))],
    }


def _step(deal: Replay, number: int, minds: Minds) -> dict[str, Any]:
    table, state, action = deal.game, deal.states[number], deal.actions[number]
    name = table.actions.name(action)
    step: dict[str, Any] = {
        "player": table.current_player(state),
        "heard": [name, *(table.heard(state, seat, action) for seat in range(table.num_players))],
    }
    odds = minds.odds(deal, number)
    if odds is not None:
        step |= {"legal": [table.actions.name(legal) for legal in table.legal_actions(state)], "odds": odds}
    return step


def _differences(scenes: Sequence[Scene]) -> list[dict[str, Any]]:
    """The first scene whole, of each other what is not as before it; of seats likewise, as [number, what]."""
    first = vars(scenes[0]) | {"seats": [[number, vars(seat)] for number, seat in enumerate(scenes[0].seats)]}
    return [first, *(_changes(before, after) for before, after in pairwise(scenes))]


def _changes(before: Scene, after: Scene) -> dict[str, Any]:
    changes = _changed_fields(before, after)
    if "seats" in changes:
        pairs = enumerate(zip(before.seats, after.seats, strict=True))
        changes["seats"] = [[number, _changed_fields(*pair)] for number, pair in pairs if pair[0] != pair[1]]
    return changes


def _changed_fields(before: Scene | Seat, after: Scene | Seat) -> dict[str, Any]:
    return {name: value for name, value in vars(after).items() if value != getattr(before, name)}
