"""How a hand of Schmier is told. Plain Python, for people."""

from typing import Any

from envs.games.schmier.cards import ACE, JOKER, LEFT, NUM_PLAYERS, NUM_TEAMS, PACK, RIGHT, SUIT_NAMES, TWO
from envs.games.schmier.options import Options
from envs.games.schmier.scene import scene
from envs.games.schmier.state import ACTIONS, PHASES


def tell_decision(before: Any, action: int, after: Any, options: Options) -> list[str]:
    """One line for what was said; an exchange, the dealer's choice and a trick in one line when they are complete."""
    name, phase, seat, dealer = ACTIONS[action], PHASES[before.phase], int(before.player), int(after.dealer)
    if phase == "bid":
        return [f"player_{seat} passes." if name == "pass" else f"player_{seat} bids {name[len('bid_') :]}."]
    if phase == "trump":
        return [f"player_{seat} names {SUIT_NAMES[after.trump]}."]
    if phase == "play":
        return _tell_trick(before, after, options)
    lines = [_tell_exchange(after, seat)] if phase == "exchange" and after.player != seat else []
    if PHASES[after.phase] == "play":
        buried = PACK.format_set(int(after.discarded[dealer])) or "nothing"
        lines.append(f"player_{dealer} takes {PACK.format_set(int(after.drawn[dealer]))} and buries {buried}.")
    return lines


def _tell_exchange(after: Any, seat: int) -> str:
    discarded, drawn = PACK.format_set(int(after.discarded[seat])), PACK.format_set(int(after.drawn[seat]))
    return f"player_{seat} discards {discarded} and draws {drawn}." if discarded else f"player_{seat} exchanges nothing."


def _tell_trick(before: Any, after: Any, options: Options) -> list[str]:
    if after.num_tricks == before.num_tricks:
        return []
    table = scene(after, options)
    cards = ", ".join(f"player_{seat} {card}" for seat, card in table.last_trick)
    points = int(after.game_points.sum()) - int(before.game_points.sum())
    return [f"Trick {after.num_tricks}: {cards}. player_{table.last_winner} wins {points}."]


def tell_end(state: Any, options: Options) -> list[str]:
    """Who got which hand point, and what the teams score."""
    if state.bidder < 0:
        return [f"Nobody bids: {_team(int(state.dealer) % NUM_TEAMS)} lose {options.all_pass_set}."]
    trump = int(state.trump)
    cards = {"ace": ACE[trump], "2": TWO[trump], "right bauer": RIGHT[trump], "left bauer": LEFT[trump], "joker": JOKER}
    lines = [_tell_card(state, name, int(card)) for name, card in cards.items()]
    for what, points in (("Game", state.game_points), ("Hand", state.points)):
        lines.append(f"{what} points: {', '.join(f'{_team(team)} {points[team]}' for team in range(NUM_TEAMS))}.")
    team = int(state.bidder) % NUM_TEAMS
    made = "make it" if state.points[team] >= state.bid else "are set"
    return [*lines, f"{_team(team)} bid {state.bid} and {made}."]


def _tell_card(state: Any, name: str, card: int) -> str:
    """Who has played or won a card that carries a hand point."""
    seat = next((seat for seat in range(NUM_PLAYERS) if int(state.played[seat]) >> card & 1), None)
    if seat is None:
        return f"The {name} was not played."
    if name in ("ace", "2"):
        return f"player_{seat} played the {name} of trumps."
    return f"player_{state.trick_winners[(state.order[card] - 1) // NUM_PLAYERS]} won the {name}."


def _team(team: int) -> str:
    return f"player_{team} and player_{team + NUM_TEAMS}"
