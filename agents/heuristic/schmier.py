"""Rules of thumb for Schmier (rules, section 9), cited by number.

*Unseen* cards are not in the own hand, not played, and none that the player himself discarded or saw buried. Where section 9
leaves a tie, the lowest card number comes first; among several cards that may win a trick, plain cards are weaker than
trumps; of the two bauers and the joker the one that is given first wins (9.3).
"""

from collections.abc import Callable

import numpy as np

from envs.core.cards import NO_CARD, lowest, num_cards, read_cards
from envs.core.jit import kernel
from envs.games.schmier.cards import (
    ACE,
    ALL_CARDS,
    BEATEN_BY,
    BURIABLE,
    BURIABLE_RANKS,
    CAPTURED,
    GAME_POINTS,
    JOKER,
    LEFT,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_SUITS,
    PACK,
    RIGHT,
    STRENGTH,
    SUIT_OF,
    TRUMP,
    TRUMPS,
    TWO,
)
from envs.games.schmier.play import BID, BID_1, DONE, EXCHANGE, HIGHEST_BID, KEEP, NAME_TRUMP, PASS, PLAY, TRUMP_C
from envs.games.schmier.view import BURIED_AT, DISCARDED_AT, HAND_AT, PHASE_AT, PLAYED_AT, TRICK_AT, TRUMP_AT, WINNING_AT

NOT_ASKED = -1
"""Instead of an action, where nobody is to move."""
PARTNER = NUM_PLAYERS // 2
_ACES, _TENS = (PACK.parse_set(f"{rank}C {rank}D {rank}H {rank}S") for rank in "AT")
_NEVER = 127
"""Place of cards that an order does not name."""

# --- Orders (9.2, 9.3) -----------------------------------------------------------------------------------------------------


def _orders(key: Callable[[int, int], int]) -> np.ndarray:
    """int8 [suits, cards]: for each trump suit the place of each card; the lowest comes first."""
    return np.array([[key(trump, card) for card in range(NUM_CARDS)] for trump in range(NUM_SUITS)], np.int8)


def _is_trump(trump: int, card: int) -> bool:
    return bool(SUIT_OF[trump, card] == TRUMP)


def _bauer(trump: int, card: int) -> int:
    """0 joker, 1 left bauer, 2 right bauer; -1 another card."""
    return [JOKER, int(LEFT[trump]), int(RIGHT[trump])].index(card) if int(CAPTURED[trump]) >> card & 1 else -1


def _throw(trump: int, card: int) -> int:
    rank = PACK.cards[card][0]
    if card == TWO[trump]:
        return 0
    if _bauer(trump, card) >= 0:
        return 100 + _bauer(trump, card)
    if _is_trump(trump, card):
        return {"Q": 60, "K": 61, "T": 80, "A": 90}.get(rank, 50 + "3456789".find(rank))
    return {"J": 20, "Q": 30, "K": 31, "A": 40, "T": 70}.get(rank, 10 + "23456789".find(rank))


def _give(trump: int, card: int) -> int:
    rank = PACK.cards[card][0]
    if _bauer(trump, card) >= 0:
        return _bauer(trump, card)
    if rank == "T":
        return 10 + _is_trump(trump, card)
    if card == TWO[trump]:
        return 30
    if not _is_trump(trump, card):
        return 20 + "AKQJ".index(rank) if rank in "AKQJ" else 40 + int(STRENGTH[trump, card])
    return 90 if card == ACE[trump] else 60 + int(STRENGTH[trump, card])


def _keep(trump: int, card: int) -> int:
    rank = PACK.cards[card][0]
    if _is_trump(trump, card):
        return "KQT9876543".index(rank) if rank in "KQT9876543" else _NEVER
    return 20 + "ATKQJ98765432".index(rank)


THROW = _orders(_throw)
"""What is given away when the trick is another's: from the first to the last."""
GIVE = _orders(_give)
"""What is put on a trick that the partner wins."""
KEPT_FIRST = _orders(_keep)
"""What a dealer keeps; trumps before others where he may choose."""
WEAKEST = _orders(lambda trump, card: int(STRENGTH[trump, card]) + (16 if _is_trump(trump, card) else 0))
STRONGEST = -WEAKEST
RICHEST = _orders(lambda _trump, card: -int(GAME_POINTS[card]))


@kernel
def _first_by(order: np.ndarray, trump: int, cards: int) -> int:
    """The card that comes first; of several the lowest number.

    Args:
        order: int8 [suits, cards], one of the orders above.
        trump: suit.
        cards: a set that is not empty.
    """
    first = lowest(cards)
    cards &= cards - 1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if order[trump, card] < order[trump, first]:
            first = card
    return int(first)


# --- What is asked ---------------------------------------------------------------------------------------------------------


@kernel
def choose(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """Choose a legal action.

    Args:
        observation: int8 [DEAL_OBSERVATION.size] or longer, of the player to move.
        action_mask: int8 [NUM_ACTIONS].

    Returns:
        The action, or NOT_ASKED.
    """
    hand = read_cards(observation, HAND_AT, NUM_CARDS)
    if _is_phase(observation, BID):
        return _choose_bid(hand, action_mask)
    if _is_phase(observation, NAME_TRUMP):
        return TRUMP_C + best_suit(hand)
    trump = 0
    for suit in range(NUM_SUITS):
        if observation[TRUMP_AT + suit] != 0:
            trump = suit
    if _is_phase(observation, PLAY):
        return _choose_card(observation, trump, hand, read_cards(action_mask, 0, NUM_CARDS))
    if _is_phase(observation, EXCHANGE):
        candidates = read_cards(action_mask, 0, NUM_CARDS) & ~int(TRUMPS[trump]) & ~_ACES
        return _first_by(WEAKEST, trump, candidates) if candidates != 0 else DONE
    if _is_phase(observation, KEEP):
        return _first_by(KEPT_FIRST, trump, read_cards(action_mask, 0, NUM_CARDS))
    return NOT_ASKED


@kernel
def _choose_card(observation: np.ndarray, trump: int, hand: int, legal: int) -> int:
    """The card to play."""
    in_trick = read_cards(observation, TRICK_AT, NUM_CARDS)
    unseen = _unseen(observation, trump, hand)
    return _follow(observation, trump, legal, unseen, in_trick) if in_trick != 0 else _lead(trump, legal, unseen)


@kernel
def _is_phase(observation: np.ndarray, phase: int) -> bool:
    return bool(observation[PHASE_AT + phase - BID] != 0)


@kernel
def _unseen(observation: np.ndarray, trump: int, hand: int) -> int:
    """Cards that others may still hold, or have discarded."""
    seen = hand | read_cards(observation, DISCARDED_AT, NUM_CARDS)
    for k in range(NUM_PLAYERS):
        seen |= read_cards(observation, PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
    for k in range(len(BURIABLE_RANKS)):
        if observation[BURIED_AT + k] != 0:
            seen |= 1 << int(BURIABLE[trump, k])
    return ALL_CARDS & ~seen


# --- Bidding (9.1) ---------------------------------------------------------------------------------------------------------

_LIMITS = (58, 76, 92, 112)
"""Strength from which 3, 4, 5 and 6 are bid, in twentieths."""


@kernel
def strength(trump: int, hand: int) -> int:
    """Hand points that the team may make with a hand of six dealt cards and this trump suit, in twentieths (9.1).

    Args:
        trump: suit.
        hand: card set.
    """
    king = int(ACE[trump]) - 1
    total = 22 + 4 * num_cards(hand & int(TRUMPS[trump]))
    total += 26 * (hand >> int(ACE[trump]) & 1) + 14 * (hand >> int(TWO[trump]) & 1)
    total += 13 * (hand >> int(RIGHT[trump]) & 1) + 8 * (hand >> int(LEFT[trump]) & 1)
    total += 10 * (hand >> king & 1) + 9 * (hand >> (king - 1) & 1)
    return int(total)


@kernel
def best_suit(hand: int) -> int:
    """The suit with the greatest strength, of several the first."""
    best = 0
    for suit in range(1, NUM_SUITS):
        if strength(suit, hand) > strength(best, hand):
            best = suit
    return best


@kernel
def highest_bid(hand: int) -> int:
    """The most that is bid with a hand, 0 for nothing."""
    value = strength(best_suit(hand), hand)
    bid = 0
    for i in range(len(_LIMITS)):
        if value >= _LIMITS[i]:
            bid = 3 + i
    return bid


@kernel
def _choose_bid(hand: int, action_mask: np.ndarray) -> int:
    """The lowest legal bid if the hand is worth it, or if passing is not allowed."""
    limit = highest_bid(hand)
    for bid in range(1, HIGHEST_BID + 1):
        if action_mask[BID_1 + bid - 1] != 0:
            return BID_1 + bid - 1 if bid <= limit or action_mask[PASS] == 0 else PASS
    return PASS


# --- Play (9.4, 9.5) -------------------------------------------------------------------------------------------------------


@kernel
def _bosses(trump: int, cards: int, unseen: int) -> int:
    """Those of the cards that no unseen card beats."""
    result = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if int(BEATEN_BY[trump, card]) & unseen == 0:
            result |= 1 << card
    return result


@kernel
def _lead(trump: int, legal: int, unseen: int) -> int:
    """The card to lead (9.4)."""
    trumps = int(TRUMPS[trump])
    boss_trumps = _bosses(trump, legal & trumps, unseen)
    if boss_trumps != 0 and unseen & trumps:
        return _first_by(STRONGEST, trump, boss_trumps)
    if num_cards(unseen & trumps) <= 4:
        unbeaten = _bosses(trump, legal & ~trumps, unseen & ~trumps)
        if unbeaten != 0:
            return _first_by(RICHEST, trump, unbeaten)
    if boss_trumps != 0:
        return _first_by(STRONGEST, trump, boss_trumps)
    return _first_by(THROW, trump, legal)


@kernel
def _value(trump: int, cards: int) -> int:
    """What cards are worth: game points, and 10 for each bauer and the joker (9.3)."""
    value = 10 * num_cards(cards & int(CAPTURED[trump]))
    while cards != 0:
        value += int(GAME_POINTS[lowest(cards)])
        cards &= cards - 1
    return int(value)


@kernel
def _best_card(observation: np.ndarray, in_trick: int) -> tuple[int, int]:
    """Who wins the trick so far, counted from the observer, and with which card."""
    for k in range(NUM_PLAYERS):
        if observation[WINNING_AT + k] != 0:
            return k, int(lowest(in_trick & read_cards(observation, PLAYED_AT + NUM_CARDS * k, NUM_CARDS)))
    return 0, NO_CARD


@kernel
def _follow(observation: np.ndarray, trump: int, legal: int, unseen: int, in_trick: int) -> int:
    """The card to play to a trick (9.5)."""
    winner, best = _best_card(observation, in_trick)
    is_open = num_cards(in_trick) < NUM_PLAYERS - 1
    if winner == PARTNER and (not is_open or int(BEATEN_BY[trump, best]) & unseen == 0):
        return _first_by(GIVE, trump, legal)
    winners = legal & int(BEATEN_BY[trump, best])
    value = _value(trump, in_trick)
    chosen = NO_CARD
    if winners != 0:
        chosen = _win_open(trump, winners, unseen, value) if is_open else _win_last(trump, winners, value)
    return chosen if chosen != NO_CARD else _first_by(THROW, trump, legal)


@kernel
def _win_last(trump: int, winners: int, value: int) -> int:
    """The card with which the last player wins, or NO_CARD (9.5, 2)."""
    most = 0
    cards = winners
    while cards != 0:
        most = max(most, _value(trump, cards & -cards))
        cards &= cards - 1
    if value + most < 4:
        return NO_CARD
    captured = winners & int(CAPTURED[trump])
    if captured != 0:
        return _first_by(GIVE, trump, captured)
    if winners & _TENS:
        return _first_by(WEAKEST, trump, winners & _TENS)
    return _first_by(WEAKEST, trump, winners)


@kernel
def _win_open(trump: int, winners: int, unseen: int, value: int) -> int:
    """The card with which to win while an opponent is still to play, or NO_CARD (9.5, 3)."""
    bosses = _bosses(trump, winners, unseen)
    if bosses != 0 and value >= 4:
        return _first_by(WEAKEST, trump, bosses)
    if value < 10:
        return NO_CARD
    others = winners & ~int(CAPTURED[trump]) & ~_TENS
    return _first_by(STRONGEST, trump, others if others != 0 else winners)
