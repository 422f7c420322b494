"""The few words needed to play deals of Sheepshead through the engine.

The dealer is the last seat unless a test says otherwise, so that seat 0 is forehand and scores by seat read as in the worked
examples of the rules.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import envs
from envs.games.sheepshead.tables import DECKS, ROWS
from sheepshead_replays import Replay


@cache
def _table(variant: str, options: tuple[tuple[str, Any], ...]) -> Any:
    thawed = {name: list(value) if isinstance(value, tuple) else value for name, value in options}
    return envs.load_game(f"sheepshead/{variant}-v0", **thawed)


def table(variant: str, **options: Any) -> Any:
    """Load the game under these options, the same object each time."""
    frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return _table(variant, tuple(sorted(frozen.items())))


def with_die(deck: Sequence[str], die: int) -> list[str]:
    """Put the two sixes, which are not dealt, where they make the die fall so."""
    rest = [card for card in deck if card not in ("6C", "6S")]
    for first in range(34):
        for second in range(34):
            if first != second and 1 + (first * 33 + second - int(second > first)) % 6 == die:
                whole: list[str] = []
                cards = iter(rest)
                for place in range(34):
                    whole.append("6C" if place == first else "6S" if place == second else next(cards))
                return whole
    raise AssertionError


def filled(variant: str, hands: Sequence[str], blind: str = "") -> list[str]:
    """A deck with these hands (forehand's first) and this blind; places left out are filled with the other cards in order."""
    row = ROWS[variant]
    wanted = [h.split() for h in hands] + [[] for _ in range(row.players - len(hands))]
    used = {card for hand in wanted for card in hand} | set(blind.split())
    rest = [card for card in DECKS[row.deck] if card not in used]
    deck = []
    for hand in wanted:
        while len(hand) < row.hand:
            hand.append(rest.pop(0))
        deck += hand
    laid = blind.split()
    while len(laid) < row.blind:
        laid.append(rest.pop(0))
    return deck + laid


def deck_of(replay: Replay) -> list[str]:
    """The deck of a replay."""
    if replay.variant in ("p2_1", "p2_2"):
        piles = [*replay.down, *replay.up, *replay.hands]
        return " ".join(piles).split()
    deck = " ".join(replay.hands).split() + replay.blind.split()
    return with_die(deck, replay.die) if replay.die else deck


def said(text: str) -> list[str]:
    """Actions of a text in which commas separate them."""
    return [word.strip() for word in text.split(",") if word.strip()]


def cards_of(trick: str) -> list[str]:
    """Actions of a trick of a replay."""
    cards = [word.partition(":")[2] for word in trick.partition(">")[0].split()]
    return ["play_under" if card.endswith("*") else card for card in cards]


def started(game: Any, deck: Sequence[str], actions: Iterable[str] = (), **deal: Any) -> Any:
    """Deal the deck, take the actions and return the state."""
    state = game.deal(seed=0, deck=list(deck), **{"dealer": game.num_players - 1, **deal})
    game.play(state, list(actions))
    return state


def legal(game: Any, state: Any) -> set[str]:
    """Names of the legal actions."""
    return {game.actions.name(action) for action in game.legal_actions(state)}
