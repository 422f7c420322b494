"""The orders in which Schmier's cards are given away, thrown and kept, and what they are worth (rules, 9.1 to 9.3)."""

import numpy as np

from envs.core.tricks import TRUMP
from envs.games.schmier.cards import CAPTURED, GAME_POINTS, NUM_CARDS, NUM_SUITS, PACK, SUIT_OF, under_each_trump


def _order(words: str) -> np.ndarray:
    """int8 [suits, cards]: the place of each card under each trump suit, 127 of those that are not named.

    Args:
        words: t stands for the trump suit, m for the other one of its colour; a rank alone for the plain cards of that rank.
    """
    places = np.full((NUM_SUITS, NUM_CARDS), 127, np.int8)
    for trump, text in enumerate(under_each_trump(words)):
        for place, word in enumerate(text.split()):
            plain = [card for card in range(NUM_CARDS) if PACK.cards[card][0] == word and SUIT_OF[trump, card] != TRUMP]
            places[trump, plain if len(word) == 1 else PACK.parse(word)] = place
    return places


THROW = _order("2t 2 3 4 5 6 7 8 9 J Q K A 3t 4t 5t 6t 7t 8t 9t Qt Kt T Tt At JK Jm Jt")
"""What is given away when the trick is another's: from the first to the last."""
GIVE = _order("JK Jm Jt T Tt A K Q J 2t 2 3 4 5 6 7 8 9 3t 4t 5t 6t 7t 8t 9t Qt Kt At")
"""What is put on a trick that the partner wins."""
KEPT_FIRST = _order("Kt Qt Tt 9t 8t 7t 6t 5t 4t 3t A T K Q J 9 8 7 6 5 4 3 2")
"""What a dealer keeps; trumps before others where there is a choice."""
RICHEST = np.tile(GAME_POINTS, (NUM_SUITS, 1))
VALUE = RICHEST + 10 * (CAPTURED[:, None] >> np.arange(NUM_CARDS) & 1)
"""What cards in a trick are worth: game points, and 10 for each bauer and the joker (9.3)."""
