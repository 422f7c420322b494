"""The few words needed to play deals of Skat through the engine.

Dealer is seat 2 of three (3 of four) unless a test says otherwise, so that seat 0 is forehand, seat 1 middlehand and seat 2
rearhand, and scores by seat read as in the worked examples of the rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import envs

FOREHAND_AT_18 = ["pass", "pass", "bid_18"]
ALL_PASS = ["pass", "pass", "pass"]


@cache
def _table(options: tuple[tuple[str, Any], ...]) -> Any:
    thawed = {name: list(value) if isinstance(value, tuple) else value for name, value in options}
    return envs.load_game(f"skat/{thawed.pop('preset', 'schieber_ramsch')}-v0", **thawed)


def table(**options: Any) -> Any:
    """Load the game under these options, the same object each time; `preset` names another preset than `schieber_ramsch`."""
    frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return _table(tuple(sorted(frozen.items())))


def match(**options: Any) -> Any:
    """Load the game as a list of deals."""
    return table(episode="match", **options)


def played(game: Any, deck: str | Sequence[str], actions: Iterable[str], **deal: Any) -> Any:
    """Deal the deck, take the actions and return the state."""
    pack = deck.split() if isinstance(deck, str) else list(deck)
    state = game.deal(deck=pack, **{"dealer": game.num_players - 1, **deal})
    game.play(state, list(actions))
    return state


def legal(game: Any, state: Any) -> set[str]:
    """Names of the legal actions."""
    return {game.actions.name(action) for action in game.legal_actions(state)}


def forehand_for(bid: int) -> list[str]:
    """The bidding after which forehand has to reach this value: rearhand calls it, forehand holds it."""
    return FOREHAND_AT_18 if bid == 18 else ["pass", f"bid_{bid}", "hold", "pass"]


def declaring(contract: str, skat: str, bid: int = 18) -> list[str]:
    """Forehand plays this contract: from the hand, or with the skat, of which he discards both cards again."""
    is_hand = len(contract) > 1 and contract != "NO"
    words = ["hand"] if is_hand else ["take", *skat.split()]
    return [*forehand_for(bid), *words, f"declare_{contract}"]


def scores(game: Any, deck: str, actions: Iterable[str], **deal: Any) -> list[float]:
    """Play a whole deal and return what it pays F, M and R."""
    state = played(game, deck, actions, **deal)
    assert game.is_terminal(state)
    return list(game.returns(state))


def finish_deal(game: Any, state: Any, wishes: Mapping[int, str] | None = None) -> Any:
    """Play the present deal of a match to its end, anyhow; a seat does what it wishes when it can."""
    number = int(state.deals)
    wishes = wishes or {}
    while not game.is_terminal(state) and int(state.deals) == number:
        names = legal(game, state)
        dull = [wishes.get(game.current_player(state), ""), "pass", "push", "no_grand_hand", "no_kontra", "no_announce"]
        chosen = next((name for name in dull if name in names), min(names))
        game.play(state, [chosen])
    return state
