"""The few words needed to play deals of Ramsch through the engine.

Dealer is seat 2 unless a test says otherwise, so that seat 0 is forehand, seat 1 middlehand and
seat 2 rearhand, and scores by seat read as in the worked examples of the rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import envs
from ramsch_deals import GRAND_PLAYS, GRAND_WITH_2, LOSER_55, Deal

DEALER = 2
NOBODY_DECLARES = ["no_grand_hand"] * 3
NOBODY_ANNOUNCES = ["no_announce"] * 3


@cache
def _table(options: tuple[tuple[str, Any], ...]) -> Any:
    thawed = {name: list(value) if isinstance(value, tuple) else value for name, value in options}
    return envs.load_game("ramsch/schieberamsch-v0", **thawed)


def table(**options: Any) -> Any:
    """Load the game under these options, the same object each time."""
    frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return _table(tuple(sorted(frozen.items())))


def played(game: Any, deck: str | Sequence[str], actions: Iterable[str], **deal: Any) -> Any:
    """Deal the deck, take the actions and return the state."""
    pack = deck.split() if isinstance(deck, str) else list(deck)
    state = game.deal(deck=pack, **{"dealer": DEALER, **deal})
    game.play(state, list(actions))
    return state


def legal(game: Any, state: Any) -> set[str]:
    """Names of the legal actions."""
    return {game.actions.name(action) for action in game.legal_actions(state)}


def shove(deal: Deal, pushes: int) -> list[str]:
    """Send the skat round: the first take it and pass the same cards on, the last push."""
    return ["take", *deal.skat.split()] * (3 - pushes) + ["push"] * pushes


def announce(who: str) -> list[str]:
    """Let those named announce a Jungfrau, the others of F, M and R not."""
    return ["announce_jungfrau" if position in who else "no_announce" for position in "FMR"]


def ramsch_actions(deal: Deal, pushes: int = 3, announcers: str = "") -> list[str]:
    """All of a Ramsch without a GRAND_HAND phase."""
    return [*shove(deal, pushes), *announce(announcers), *deal.plays.split()]


def ramsch_scores(deal: Deal, pushes: int = 3, announcers: str = "", **options: Any) -> list[float]:
    """Play the Ramsch and return what it pays F, M and R."""
    game = table(**{"grand_hand_rule": "off", **options})
    state = played(game, deal.deck, ramsch_actions(deal, pushes, announcers))
    assert game.is_terminal(state)
    return list(game.returns(state))


def grand_hand_scores(deck: str, plays: str, *said: str, **options: Any) -> list[float]:
    """Pay for the Grand Hand of forehand; `said` is all that is said between it and the lead."""
    game = table(**options)
    state = played(game, deck, ["grand_hand", *said, *plays.split()])
    assert game.is_terminal(state)
    return list(game.returns(state))


def next_deal(game: Any, deal: Deal | str, actions: Iterable[str], **carry: Any) -> Any:
    """Play a deal of a match and return the state at the start of the next one, or at the end.

    Args:
        game: With `episode="match"`.
        deal: What is dealt by seat 2.
        actions: All of it.
        carry: What stands from the deals before, by the name of the state's field.
    """
    deck = deal.deck if isinstance(deal, Deal) else deal
    return played(game, deck, actions, carry=carry)


def finish_deal(game: Any, state: Any, *, declarer: int | None = None) -> Any:
    """Play the present deal of a match to its end, anyhow.

    Args:
        game: With `episode="match"`.
        state: Before or in the deal; stepped on.
        declarer: Seat that declares a Grand Hand when it is asked; nobody else does.
    """
    number = int(state.deals)
    while not game.is_terminal(state) and int(state.deals) == number:
        wants = "grand_hand" if game.current_player(state) == declarer else "no_grand_hand"
        names = legal(game, state)
        dull = [name for name in (wants, "push", "no_kontra", "no_announce") if name in names]
        game.step(state, game.actions.number(dull[0] if dull else min(names)))
    return state


def asked_for_grand_hand(game: Any, state: Any) -> list[int]:
    """Play the present deal as a Ramsch and tell which seats were asked for a Grand Hand."""
    asked = []
    while "no_grand_hand" in legal(game, state):
        asked.append(int(game.current_player(state)))
        game.step(state, game.actions.number("no_grand_hand"))
    finish_deal(game, state)
    return asked


def match(**options: Any) -> Any:
    """Load the game as a list of deals."""
    return table(episode="match", **options)


def after_ramsch(deal: Deal = LOSER_55, pushes: int = 3, *, carry: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Play a Ramsch of a list, with what the deals before left, and return the state after it."""
    game = match(grand_hand_rule="off", **options)
    return next_deal(game, deal, ramsch_actions(deal, pushes), **(carry or {}))


def after_grand_hand(points: int, *said: str, carry: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Play a Grand Hand of a list by forehand, for these card points, and return the state after it."""
    game = match(**options)
    actions = ["grand_hand", *said, *GRAND_PLAYS[points].split()]
    return next_deal(game, GRAND_WITH_2, actions, **(carry or {}))


def movers_and_choices(game: Any, state: Any, actions: Iterable[str]) -> list[tuple[int, set[str]]]:
    """Tell who is to move before each action, and between what; cards are left out."""
    seen = []
    for action in [*actions, None]:
        names = legal(game, state)
        words = {name for name in names if len(name) > 2}
        seen.append((game.current_player(state), words))
        if action is not None:
            game.play(state, [action])
    return seen
