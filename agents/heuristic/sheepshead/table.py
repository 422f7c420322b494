"""The table as a player sees it when a card is to be played (rules, section 9.2).

A decision first reads the observation into a *view*. Players count from the observer, 0; sets of players are bits.
"""

import numpy as np

from agents.heuristic.sheepshead.hand import VALUE, in_suit
from agents.heuristic.sheepshead.sides import find_sides
from envs.core.cards import lowest, num_cards, read_cards
from envs.core.hands import cards_in_order
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, beats, following
from envs.games.sheepshead.actions import Call
from envs.games.sheepshead.cards import ACE_OF, BEATEN_BY, CARD_POINTS, CARDS_OF_SUIT, NONE, NUM_CARDS, SUIT_OF, TEN_OF
from envs.games.sheepshead.layout import CALL_OF_SHOWN, First, Seen, at, bits_of, cards_of
from envs.games.sheepshead.variants import DESIGNATED, MAX_PLAYERS, PACK_OF, PLAYERS, SIDES, Sides

_NUMBERS = (
    *("variant", "order", "players"),
    *("hand", "legal", "unseen"),  # sets; two players: what lies face up is seen
    *("cards_left", "tricks_done", "own_tricks"),  # cards in the own hand, finished tricks, those the observer won
    *("led", "best", "winner", "trick_points", "trick_size"),  # suit, card, player; NONE while there is none
    "after",  # set of players still to act in the trick whose cards are hidden
    *("open_after", "own_after"),  # two players: what the other table, or the own second unit, may still play from
    *("role", "picker", "call", "called_suit", "is_opened"),  # role below; `call` by `Call`
    "has_partner",  # somebody else is, or may be, on the own side
    *("side_points", "rest_points", "most_points"),  # card points: own side, in no finished trick, the most of one player
    *("suspects", "missing"),  # set of players who act like partners; partners who have not shown themselves
    *("picker_showed", "designated", "first"),  # suits; cards that make sides; who played the first of them
)
VIEW = np.dtype(
    (
        np.record,
        [
            *((name, np.int64) for name in _NUMBERS),
            ("voids", np.int64, (MAX_PLAYERS,)),  # suits each player could not follow
            ("points", np.int64, (MAX_PLAYERS,)),  # card points in the tricks of each player
            ("mates", np.float64, (MAX_PLAYERS,)),  # chance that each player is on the observer's side
        ],
    )
)


@kernel
def look(observation: np.ndarray, action_mask: np.ndarray, view: np.record) -> None:
    """Read an observation into a view of zeros."""
    variant = int(observation[First.VARIANT])
    view.variant = variant
    view.order = observation[First.TRUMPS]
    view.players = PLAYERS[variant]
    view.legal = read_cards(action_mask, 0, NUM_CARDS)
    view.hand = bits_of(observation, Seen.HAND)
    view.cards_left = num_cards(view.hand)
    view.picker, view.called_suit, view.first = NONE, NONE, NONE
    if SIDES[variant] == Sides.FIRST_PLAYED:
        view.designated = DESIGNATED[variant]
    _look_at_cards(observation, view)
    if view.players == 2:
        _look_at_tricks(observation, view, 0)
        _look_at_units(observation, view)
    else:
        _look_at_picker(observation, view)
        _look_at_tricks(observation, view, int(observation[at(observation, Seen.UNDER_ORDER)]))
        view.after = ((1 << (view.players - view.trick_size)) - 1) & ~1
        find_sides(observation, view)
    _narrow(view)


@kernel
def _look_at_cards(observation: np.ndarray, view: np.record) -> None:
    known = int(view.hand)
    for k in range(view.players):
        known |= cards_of(observation, Seen.PLAYED, k)
        view.points[k] = observation[at(observation, Seen.CARD_POINTS) + k]
        view.tricks_done += observation[at(observation, Seen.TRICKS_WON) + k]
    view.own_tricks = observation[at(observation, Seen.TRICKS_WON)]
    if view.players == 2:
        known |= cards_of(observation, Seen.UP, 0) | cards_of(observation, Seen.UP, 1)
    else:
        known |= bits_of(observation, Seen.BURIED) | bits_of(observation, Seen.UNDER)
    view.unseen = int(PACK_OF[view.variant]) & ~known


@kernel
def _look_at_picker(observation: np.ndarray, view: np.record) -> None:
    """Who picked, and what was called."""
    picker = bits_of(observation, Seen.PICKER)
    if picker != 0:
        view.picker = lowest(picker)
    calls = bits_of(observation, Seen.CALL)
    if calls != 0:
        view.call = CALL_OF_SHOWN[lowest(calls)]
    suits = bits_of(observation, Seen.CALLED_SUIT)
    if suits != 0 and view.call <= Call.UNKNOWN:
        view.called_suit = lowest(suits)
    view.is_opened = observation[at(observation, Seen.OPENED)]


# --- Tricks ----------------------------------------------------------------------------------------------------------------


@kernel
def _look_at_tricks(observation: np.ndarray, view: np.record, under_order: int) -> None:
    """Go through all cards played: the present trick, and what earlier ones tell."""
    start = at(observation, Seen.ORDER)
    cards = np.full(NUM_CARDS, NONE, np.int64)
    cards_in_order(observation[start : start + NUM_CARDS], cards)
    units = units_of(view)
    _clear_trick(view)
    for place in range(NUM_CARDS):
        is_under = place + 1 == under_order
        if cards[place] < 0 and not is_under:
            break
        _add_card(observation, view, NONE if is_under else int(cards[place]))
        if view.trick_size == units:
            _clear_trick(view)


@kernel
def units_of(view: np.record) -> int:
    """Cards in a trick."""
    return 4 if SIDES[view.variant] == Sides.BATTERY else int(view.players)


@kernel
def _clear_trick(view: np.record) -> None:
    view.led, view.best, view.winner = NONE, NONE, NONE
    view.trick_points, view.trick_size = 0, 0


@kernel
def _add_card(observation: np.ndarray, view: np.record, card: int) -> None:
    """Add a card to the trick; NONE is the picker's under card, which beats nothing."""
    is_under = card < 0
    player = int(view.picker) if is_under else _player_of(observation, view, card)
    suit = int(view.called_suit) if is_under else int(SUIT_OF[view.order, card])
    if view.trick_size == 0:
        view.led, view.winner = suit, player
    elif suit != view.led and view.players > 2:
        view.voids[player] |= 1 << int(view.led)
    elif player == view.picker and suit != TRUMP:
        view.picker_showed |= 1 << suit
    takes = not is_under and takes_lead(view, card)
    if not is_under:
        _suspect(view, player, card, takes)
        view.trick_points += VALUE[view.order, card]
        if int(view.designated) >> card & 1 and view.first < 0:
            view.first = player
    if takes:
        view.best, view.winner = card, player
    view.trick_size += 1


@kernel
def _player_of(observation: np.ndarray, view: np.record, card: int) -> int:
    played_at = at(observation, Seen.PLAYED)
    for k in range(view.players):
        if observation[played_at + NUM_CARDS * k + card] != 0:
            return k
    return 0


@kernel
def takes_lead(view: np.record, card: int) -> bool:
    """Whether a card takes the lead of the trick."""
    if view.best < 0:
        return bool(SUIT_OF[view.order, card] in (view.led, TRUMP) or view.led < 0)
    return beats(BEATEN_BY, int(view.order), card, int(view.best))


@kernel
def _suspect(view: np.record, player: int, card: int, takes: bool) -> None:
    """Suspect who leads trump, or gives points to the picker or before the picker acts, of being the secret partner."""
    if view.trick_size == 0:
        if SUIT_OF[view.order, card] == TRUMP:
            view.suspects |= 1 << player
    elif view.picker >= 0 and CARD_POINTS[card] >= 10:
        places_to_picker = (int(view.picker) - player) % int(view.players)
        is_picker_to_come = 0 < places_to_picker < view.players - view.trick_size
        if view.winner == view.picker or (is_picker_to_come and not takes):
            view.suspects |= 1 << player


# --- Two players -----------------------------------------------------------------------------------------------------------


@kernel
def _look_at_units(observation: np.ndarray, view: np.record) -> None:
    """What is still to be played to a trick of two players: open cards are known, the other hand is not.

    A trick goes hand, hand, table, table or the other way round; who acts first also acts third.
    """
    other_up = cards_of(observation, Seen.UP, 1)
    if SIDES[view.variant] == Sides.STACKS:
        view.open_after = other_up if view.trick_size == 0 else 0
        return
    size = int(view.trick_size)
    is_hand = observation[at(observation, Seen.PLACE)] != 0
    if size < 2:
        view.own_after = cards_of(observation, Seen.UP, 0) if is_hand else int(view.hand)
    if size == 0 or (size == 1 and not is_hand) or (size == 2 and is_hand):
        view.after = 0b10
    if size == 0 or (size == 1 and is_hand) or (size == 2 and not is_hand):
        view.open_after = other_up


# --- Legal cards -----------------------------------------------------------------------------------------------------------


@kernel
def _narrow(view: np.record) -> None:
    """Follow suit and keep the duties of the called card also where a rule of the table leaves illegal cards unmasked."""
    legal = int(view.legal)
    if view.led >= 0:
        legal = following(legal, int(CARDS_OF_SUIT[view.order, view.led]))
    suit = int(view.called_suit)
    if suit >= 0 and view.is_opened == 0 and view.call != Call.UNKNOWN:
        legal = _keep_duty(view, suit, legal)
    view.legal = legal


@kernel
def _keep_duty(view: np.record, suit: int, legal: int) -> int:
    """Leave the card that must be played to the called suit, and away from it (3.8)."""
    held = in_suit(view.order, suit, int(view.hand))
    ace = held & 1 << int(ACE_OF[suit])
    if view.picker != 0:
        kept = held & 1 << int(TEN_OF[suit]) if view.call == Call.TEN else ace
    elif ace != 0 or (num_cards(held) == 1 and view.led >= 0):
        kept = ace if ace != 0 else held
    else:
        kept = 0
    if kept == 0:
        return legal
    if view.led == suit:
        return kept if legal & kept else legal
    narrowed = legal & ~(held & ~kept) if view.led < 0 else legal & ~kept
    return narrowed if narrowed != 0 else legal
