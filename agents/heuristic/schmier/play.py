"""The play of the cards (rules, 9.4 and 9.5)."""

import numpy as np

from agents.heuristic.schmier.orders import GIVE, RICHEST, THROW, VALUE
from envs.core.cards import NO_CARD, lowest, num_cards, read_cards, read_flag
from envs.core.jit import kernel
from envs.core.tricks import greatest, least, sum_of
from envs.games.schmier.cards import (
    ALL_CARDS,
    BEATEN_BY,
    CAPTURED,
    NUM_CARDS,
    NUM_PLAYERS,
    PACK,
    POWER,
    TRUMPS,
)
from envs.games.schmier.observation import At, read_buried

PARTNER = NUM_PLAYERS // 2
_TENS = PACK.parse_set("TC TD TH TS")


@kernel
def choose_card(observation: np.ndarray, trump: int, hand: int, legal: int) -> int:
    """The card to play."""
    in_trick = read_cards(observation, At.TRICK, NUM_CARDS)
    unseen = _unseen(observation, trump, hand)
    return _follow(observation, trump, legal, unseen, in_trick) if in_trick != 0 else _lead(trump, legal, unseen)


@kernel
def _unseen(observation: np.ndarray, trump: int, hand: int) -> int:
    """Cards that others may still hold, or have discarded."""
    seen = hand | read_cards(observation, At.DISCARDED, NUM_CARDS) | read_buried(observation, trump)
    for k in range(NUM_PLAYERS):
        seen |= read_cards(observation, At.PLAYED + NUM_CARDS * k, NUM_CARDS)
    return ALL_CARDS & ~seen


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
        return greatest(POWER, trump, boss_trumps)
    if num_cards(unseen & trumps) <= 4:
        unbeaten = _bosses(trump, legal & ~trumps, unseen & ~trumps)
        if unbeaten != 0:
            return greatest(RICHEST, trump, unbeaten)
    if boss_trumps != 0:
        return greatest(POWER, trump, boss_trumps)
    return least(THROW, trump, legal)


@kernel
def _follow(observation: np.ndarray, trump: int, legal: int, unseen: int, in_trick: int) -> int:
    """The card to play to a trick (9.5)."""
    winner = read_flag(observation, At.WINNING, NUM_PLAYERS)
    best = lowest(in_trick & read_cards(observation, At.PLAYED + NUM_CARDS * winner, NUM_CARDS))
    is_open = num_cards(in_trick) < NUM_PLAYERS - 1
    if winner == PARTNER and (not is_open or int(BEATEN_BY[trump, best]) & unseen == 0):
        return least(GIVE, trump, legal)
    winners = legal & int(BEATEN_BY[trump, best])
    value = sum_of(VALUE[trump], in_trick)
    chosen = NO_CARD
    if winners != 0:
        chosen = _win_open(trump, winners, unseen, value) if is_open else _win_last(trump, winners, value)
    return chosen if chosen != NO_CARD else least(THROW, trump, legal)


@kernel
def _win_last(trump: int, winners: int, value: int) -> int:
    """The card with which the last player wins, or NO_CARD (9.5, 2)."""
    if value + VALUE[trump, greatest(VALUE, trump, winners)] < 4:
        return NO_CARD
    captured = winners & int(CAPTURED[trump])
    if captured != 0:
        return least(GIVE, trump, captured)
    tens = winners & _TENS
    return least(POWER, trump, tens if tens != 0 else winners)


@kernel
def _win_open(trump: int, winners: int, unseen: int, value: int) -> int:
    """The card with which to win while an opponent is still to play, or NO_CARD (9.5, 3)."""
    bosses = _bosses(trump, winners, unseen)
    if bosses != 0 and value >= 4:
        return least(POWER, trump, bosses)
    if value < 10:
        return NO_CARD
    others = winners & ~int(CAPTURED[trump]) & ~_TENS
    return greatest(POWER, trump, others if others != 0 else winners)
