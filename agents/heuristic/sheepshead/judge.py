"""What a card is worth in the present trick (rules, sections 9.2 and 9.6).

Section 9 asks whether a trick is *secure*. Here every player still to act is given a chance to take it, by how many cards are
unseen and what the player has shown to be out of; a secure trick is one with no such chance.
"""

import numpy as np

from agents.heuristic.sheepshead.hand import ACES, VALUE, in_suit, num_trumps, strongest
from agents.heuristic.sheepshead.table import takes_lead
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, following
from envs.games.sheepshead.cards import ABOVE, BEATEN_BY, CARDS_OF_SUIT, NONE, SUIT_OF
from envs.games.sheepshead.variants import SIDES, Sides

LATER_POINTS = 3.0
"""Card points that a player still to act is expected to add."""
MATE_HELPS = 0.6
"""Chance that a mate who can take the trick does."""
BOSS_KEPT, DECAY = 14.0, 0.85
"""What it costs to part with the highest trump, in card points; each higher one unseen multiplies that."""
TRUMP_KEPT = 4.0
"""What any trump costs besides: it takes a trick of fail."""
ACE_KEPT = 6.0
"""What it costs to part with the highest card of a fail suit."""


@kernel
def is_boss(view: np.record, card: int) -> bool:
    """Whether a card is trump and stronger than every unseen one."""
    return bool(SUIT_OF[view.order, card] == TRUMP and ABOVE[view.order, card] & view.unseen == 0)


@kernel
def winning_cards(view: np.record, cards: int) -> int:
    """Those of the cards that take the lead of the trick."""
    found = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if takes_lead(view, card):
            found |= 1 << card
    return found


@kernel
def _none_of(view: np.record, count: int) -> float:
    """Chance that one player holds none of so many unseen cards."""
    total = num_cards(int(view.unseen))
    chance = 1.0
    for k in range(count):
        left = total - k - int(view.cards_left)
        if left <= 0:
            return 0.0
        chance *= left / (total - k)
    return chance


@kernel
def chance_to_beat(view: np.record, player: int, card: int) -> float:
    """Chance that a player whose cards are hidden can beat a card; NONE is an under card."""
    order, unseen = int(view.order), int(view.unseen)
    led = int(view.led) if view.led >= 0 else int(SUIT_OF[order, card])
    voids = int(view.voids[player])
    is_trump = card >= 0 and SUIT_OF[order, card] == TRUMP
    higher = (int(ABOVE[order, card]) if card >= 0 else int(CARDS_OF_SUIT[order, led])) & unseen
    has_higher = 1.0 - _none_of(view, num_cards(higher))
    if led == TRUMP:
        return 0.0 if voids >> TRUMP & 1 else has_higher
    cannot_follow = 1.0 if voids >> led & 1 else _none_of(view, num_cards(in_suit(order, led, unseen)))
    if voids >> TRUMP & 1:
        ruffs = 0.0
    elif is_trump:
        ruffs = cannot_follow * has_higher
    else:
        ruffs = cannot_follow * (1.0 - _none_of(view, num_trumps(order, unseen)))
    follows = 0.0 if is_trump or voids >> led & 1 else has_higher
    return min(1.0, follows + ruffs)


@kernel
def _can_reply(view: np.record, cards: int, card: int) -> bool:
    """Whether one of these cards, all known, can follow and beat a card."""
    order = int(view.order)
    led = int(view.led) if view.led >= 0 else int(SUIT_OF[order, card])
    cards = following(cards, int(CARDS_OF_SUIT[order, led]))
    if SUIT_OF[order, card] in (led, TRUMP):
        return bool(cards & int(BEATEN_BY[order, card]) != 0)
    return cards != 0


@kernel
def share_of(view: np.record, holder: int, card: int) -> float:
    """Chance that the own side gets the trick if this card of this player is the best so far; NONE is an under card."""
    stays, turns = 1.0, 1.0
    for k in range(1, view.players):
        if view.after >> k & 1:
            can = chance_to_beat(view, k, card)
            stays *= 1.0 - can * (1.0 - view.mates[k])
            turns *= 1.0 - can * view.mates[k] * MATE_HELPS
    if view.players == 2:
        if _can_reply(view, int(view.open_after), card):
            stays = 0.0
        if _can_reply(view, int(view.own_after), card):
            turns *= 1.0 - MATE_HELPS
    mate = 1.0 if holder == 0 else float(view.mates[holder])
    return mate * stays + (1.0 - mate) * (1.0 - turns)


@kernel
def cost_of(view: np.record, card: int) -> float:
    """What it costs to part with a card, in card points."""
    higher = num_cards(int(ABOVE[view.order, card]) & int(view.unseen))
    if SUIT_OF[view.order, card] != TRUMP:
        return ACE_KEPT if higher == 0 and (1 << card) & ACES else 0.0
    cost = BOSS_KEPT
    for _ in range(higher):
        cost *= DECAY
    return TRUMP_KEPT + cost


@kernel
def num_after(view: np.record) -> int:
    """Cards still to be added to the trick after the observer's."""
    units = 4 if SIDES[view.variant] == Sides.BATTERY else int(view.players)
    return units - 1 - int(view.trick_size)


@kernel
def most_worth(view: np.record, cards: int) -> int:
    """The card that is worth most: what the trick then brings on average, less what it costs to part with the card.

    Of equal ones the weakest.
    """
    expected = float(view.trick_points) + LATER_POINTS * num_after(view)
    others = share_of(view, int(view.winner), int(view.best)) if view.led >= 0 else 0.0
    chosen, most = NONE, -1e9
    while cards != 0:
        card = strongest(int(view.order), cards)
        cards &= ~(1 << card)
        share = share_of(view, 0, card) if takes_lead(view, card) else others
        worth = (2.0 * share - 1.0) * (expected + VALUE[view.order, card]) - cost_of(view, card)
        if worth >= most:
            chosen, most = card, worth
    return int(chosen)
