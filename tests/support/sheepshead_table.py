"""The few words needed to play deals of Sheepshead through the engine.

The dealer is the last seat unless a test says otherwise, so that seat 0 is forehand and scores by seat read as in the worked
examples of the rules.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

import envs
from envs.game import as_plain_view
from envs.games.sheepshead import scoring
from envs.games.sheepshead.actions import Kind
from envs.games.sheepshead.cards import DECKS, NONE, PACK
from envs.games.sheepshead.state import STATE
from envs.games.sheepshead.variants import ROWS
from sheepshead_replays import Replay


@cache
def _table(variant: str, options: tuple[tuple[str, Any], ...]) -> Any:
    thawed = {name: list(value) if isinstance(value, tuple) else value for name, value in options}
    return envs.load_game(f"sheepshead/{variant}-v0", **thawed)


def table(variant: str, **options: Any) -> Any:
    """Load the game under these options, the same object each time."""
    frozen = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return _table(variant, tuple(sorted(frozen.items())))


def die_of(deck: Sequence[str]) -> int:
    """The die of `p7_4` and `p7_6`: the places of the two sixes, which are not dealt, decide it."""
    first, second = deck.index("6C"), deck.index("6S")
    return 1 + (first * 33 + second - int(second > first)) % 6


def with_die(deck: Sequence[str], die: int) -> list[str]:
    """Put the two sixes where they make the die fall so."""
    rest = [card for card in deck if card not in ("6C", "6S")]
    decks = ([*rest[:place], "6S", *rest[place:], "6C"] for place in range(len(rest)))
    return next(deck for deck in decks if die_of(deck) == die)


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


# --- Kernels on a state that is set up by hand ---


def bare(variant: str = "p5", **changes: Any) -> tuple[Any, Any]:
    """A blank state and the options of a table, as kernels take them."""
    game = table(variant, **changes)
    state = as_plain_view(np.zeros(1, STATE))[0]
    for name in ("picker", "other", "called_suit", "called_card", "under", "under_winner", "first", "second", "top", "cracked"):
        state[name] = NONE
    for name in ("led", "best", "offender", "blind_to"):
        state[name] = NONE
    state["kind"] = Kind.NORMAL
    state["dealer"] = game.num_players - 1
    return state, game.options_array[0]


def cards(text: str) -> int:
    """Set of the cards."""
    return PACK.parse_set(text)


def units(
    variant: str, side: Sequence[int], points: int, tricks: int, *, picker: int | None = 0, top: int | None = None,
    bury: str = "", state_fields: Sequence[tuple[str, int]] = (), **options: Any,
) -> list[int]:  # fmt: skip
    """Scores by seat of a hand with these sides, card points and tricks of the P-side."""
    state, record = bare(variant, **options)
    state["side"] = sum(1 << p for p in side)
    state["picker"] = NONE if picker is None else picker
    state["top"] = NONE if top is None else top
    state["card_points"][side[0]], state["tricks_won"][side[0]] = points, tricks
    state["buried"][side[0]] = cards(bury)
    for name, value in state_fields:
        state[name] = value
    scoring.finish(state, record)
    return list(state["scores"][: ROWS[variant].players].tolist())
