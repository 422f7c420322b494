"""`python -m envs replay`: recorded deals told in prose, or step by step."""

import argparse

from envs.cli.records import Deals, add_choice_of_deals
from envs.cli.style import terminal_style
from envs.core.text import shown
from envs.narration import narrate
from envs.notation import Replay
from envs.render.text import describe


def add_to(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the command."""
    command = commands.add_parser("replay", help="tell recorded deals (hand records, or SGF lines of the Skat server)")
    add_choice_of_deals(command)
    command.add_argument("--steps", action="store_true", help="list the decisions between two pictures of the table instead")
    command.add_argument("--seat", type=int, metavar="N", help="the same with what this seat sees (default: all cards)")
    command.set_defaults(run=replay)


def replay(args: argparse.Namespace) -> int:
    """Print recorded deals."""
    deals = Deals(args)
    for deal in deals:
        record = deal.record
        if args.seat is not None and args.seat not in range(deal.game.num_players):
            raise ValueError(f"seat {args.seat}; possible: 0 to {deal.game.num_players - 1}")
        print(f"deal {record.line}{f', {record.part}' if record.part else ''}: {deal.game.id}")
        for seat, agent in enumerate(record.agents):
            print(f"  player_{seat} is {shown(agent or 'a person')}")
        if args.steps or args.seat is not None:
            print_steps(deal, args.seat)
        else:
            print(f"\n{narrate(deal.deal_game, deal.states, deal.actions)}\n")
        if deal.ending:
            print(f"There it ends: {deal.ending}.\n")
    return deals.status(args.program)


def print_steps(deal: Replay, seat: int | None) -> None:
    """The table before and after, and every decision by its name, as one seat notices it or in full."""
    game, style = deal.game, terminal_style()
    print(describe(game.scene(deal.states[0], seat), style))
    for state, action in zip(deal.states, deal.actions, strict=False):
        name = game.actions.name(action) if seat is None else game.heard(state, seat, action)
        print(f"  player_{game.current_player(state)}: {style.words(name) or 'something secret'}")
    if deal.is_thrown_in:
        print("The cards are thrown in and dealt again.\n")
    else:
        print(f"{describe(game.scene(deal.states[-1], seat), style)}\n")
