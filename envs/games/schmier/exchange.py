"""The exchange of cards, and the dealer's choice from the rest of the pack (rules, 3.4 and 3.5)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.games.schmier.cards import HAND_SIZE, PROTECTED, STOCK_AT, STOCK_SIZE, TRUMPS
from envs.games.schmier.options import DealerOverflow, DiscardRule
from envs.games.schmier.play import lead_first
from envs.games.schmier.state import Action, Phase, next_seat


@kernel
def may_discard(state: np.record, options: np.record) -> int:
    """Cards that the player to exchange may still discard, perhaps none (3.4)."""
    seat = int(state.player)
    trump = int(state.trump)
    if int(state.exchanged[seat]) >= _discard_limit(state, options):
        return 0
    refused = PROTECTED[trump] if options.discard_rule == DiscardRule.NO_PROTECTED_TRUMPS else TRUMPS[trump]
    return int(state.hands[seat]) & ~int(refused)


@kernel
def _discard_limit(state: np.record, options: np.record) -> int:
    """So many may be discarded, and no more than the stock can replace."""
    return min(int(options.max_discards), STOCK_SIZE - int(state.drawn_from_stock))


@kernel
def may_keep(state: np.record, options: np.record) -> int:
    """Cards that the dealer may choose to keep (3.5)."""
    rest = int(state.discarded[int(state.dealer)])
    pool = int(state.hands[int(state.dealer)]) | rest
    trumps = int(TRUMPS[int(state.trump)])
    if num_cards(pool & trumps) > HAND_SIZE and options.dealer_overflow == DealerOverflow.EXCESS_ONLY:
        return rest & trumps
    return rest


@kernel
def kept_at_once(trump: int, pool: int) -> int:
    """Cards of the pool that the dealer has to keep (3.5)."""
    trumps = pool & int(TRUMPS[trump])
    return trumps if num_cards(trumps) <= HAND_SIZE else trumps & int(PROTECTED[trump])


@kernel
def step_exchange(state: np.record, options: np.record, action: int) -> None:
    """Discard a card; after the last one draw as many (3.4)."""
    seat = int(state.player)
    if action != Action.DONE:
        state.hands[seat] = int(state.hands[seat]) & ~(1 << action)
        state.discarded[seat] = int(state.discarded[seat]) | 1 << action
        state.exchanged[seat] += 1
        if int(state.exchanged[seat]) < _discard_limit(state, options):
            return
    _draw(state, seat, int(state.exchanged[seat]))
    state.player = next_seat(seat)
    if state.player == state.dealer:
        _take_stock(state)


@kernel
def _draw(state: np.record, seat: int, count: int) -> None:
    """Give a player the next cards of the stock."""
    first = STOCK_AT + int(state.drawn_from_stock)
    cards = 0
    for i in range(first, first + count):
        cards |= 1 << int(state.deck[i])
    state.drawn[seat] = cards
    state.hands[seat] = int(state.hands[seat]) | cards
    state.drawn_from_stock += count


@kernel
def _take_stock(state: np.record) -> None:
    """Give the dealer what is left; what has to be kept is kept at once (3.5)."""
    dealer = int(state.dealer)
    _draw(state, dealer, STOCK_SIZE - int(state.drawn_from_stock))
    pool = int(state.hands[dealer])
    kept = kept_at_once(int(state.trump), pool)
    state.hands[dealer] = kept
    state.discarded[dealer] = pool & ~kept
    state.phase = Phase.KEEP
    if num_cards(kept) == HAND_SIZE:
        lead_first(state)


@kernel
def step_keep(state: np.record, card: int) -> None:
    """Keep a card; with the sixth one play begins (3.5)."""
    dealer = int(state.dealer)
    state.hands[dealer] = int(state.hands[dealer]) | 1 << card
    state.discarded[dealer] = int(state.discarded[dealer]) & ~(1 << card)
    state.num_kept += 1
    if num_cards(int(state.hands[dealer])) == HAND_SIZE:
        lead_first(state)
