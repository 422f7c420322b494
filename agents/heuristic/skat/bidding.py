"""Rules of thumb for Skat before play: what a hand may bid, hand or skat, what to discard and declare, Kontra, and Null.

Source: the rules of Skat and Schieberamsch, sections 9.1 and 9.3, cited by number. Like `skat_family` these
functions know no observation: they work on card sets and small numbers. Strengths are in quarters of section 9's X.
"""

from agents.heuristic.skat_family import (
    ABOVE,
    BEATEN_BY,
    BELOW,
    GRAND_HAND_LIMIT,
    HIGHEST,
    LOWEST,
    first_by,
    grand_strength,
    suit_strength,
    unsafe_cards,
)
from envs.core.cards import NO_CARD, lowest, num_cards
from envs.core.jit import kernel
from envs.games.skat_family import (
    BASE_VALUE,
    CARD_POINTS,
    CARDS_OF_SUIT,
    DIAMONDS,
    GRAND,
    NULL,
    PACK,
    POWER,
    TRUMP,
    matadors,
)

SUIT_LIMIT, SUIT_HAND_LIMIT = 24, 32
GRAND_LIMIT = 26
"""Strengths from which a game is played: 6.0, 8.0 and 6.5; `GRAND_HAND_LIMIT` is the fourth (9.1)."""
NO_GAME = -1
_ACES = PACK.parse_set("AC AS AH AD")
_WORTHLESS = -(10**6)


@kernel
def _strength(game: int, cards: int) -> int:
    return grand_strength(cards) if game == GRAND else suit_strength(game, cards)


@kernel
def highest_bid(cards: int) -> int:
    """The highest value worth reaching with ten cards; 0: pass (9.1)."""
    best = 0
    for game in range(DIAMONDS + 1):
        strength = suit_strength(game, cards)
        if strength >= SUIT_LIMIT:
            multiplier = min(matadors(cards, game), 4) + 1 + int(strength >= SUIT_HAND_LIMIT)
            best = max(best, int(BASE_VALUE[game]) * multiplier)
    if grand_strength(cards) >= GRAND_LIMIT:
        best = max(best, int(BASE_VALUE[GRAND]) * (matadors(cards, GRAND) + 1))
    unsafe = num_cards(unsafe_cards(NULL, cards))
    if unsafe <= 1:
        best = max(best, 59 if unsafe == 0 else 23)
    return best


@kernel
def game_from_hand(cards: int, bid: int) -> int:
    """Kind of game to play without the skat, NULL for an ouvert one, or NO_GAME (9.1-2)."""
    if bid <= 59 and unsafe_cards(NULL, cards) == 0:
        return NULL
    best = NO_GAME
    most = 0
    for game in range(GRAND + 1):
        strength = _strength(game, cards)
        excess = strength - (GRAND_LIMIT - 2 if game == GRAND else SUIT_LIMIT)
        is_playable = strength >= (GRAND_HAND_LIMIT if game == GRAND else SUIT_HAND_LIMIT)
        if is_playable and int(BASE_VALUE[game]) * (matadors(cards, game) + 2) >= bid and excess > most:
            best = game
            most = excess
    return best


@kernel
def _discard_value(game: int, twelve: int, pair: int) -> int:
    """Worth of discarding a pair, in halves (9.1-3)."""
    trumps = int(CARDS_OF_SUIT[game, TRUMP])
    value = -60 * num_cards(pair & trumps)
    rest = pair & ~trumps
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        value += -24 if _ACES >> card & 1 else int(CARD_POINTS[card])
    for suit in range(TRUMP):
        holding = twelve & int(CARDS_OF_SUIT[game, suit])
        left = holding & ~pair
        if left != holding:
            is_bare_ten = num_cards(left) == 1 and CARD_POINTS[lowest(left)] == 10
            value += 12 if left == 0 else -12 if is_bare_ten else 0
    return value


@kernel
def _best_discard(game: int, twelve: int) -> int:
    """The pair to discard for a suit game or Grand."""
    best = 0
    most = _WORTHLESS
    first = twelve
    while first != 0:
        one = first & -first
        first &= first - 1
        second = first
        while second != 0:
            pair = one | second & -second
            second &= second - 1
            value = _discard_value(game, twelve, pair)
            if value > most:
                best = pair
                most = value
    return best


@kernel
def _best_null_discard(twelve: int) -> int:
    """The pair that leaves the fewest unsafe cards in Null, of such pairs the one of the highest ranks."""
    best = 0
    most = _WORTHLESS
    first = twelve
    while first != 0:
        one = first & -first
        first &= first - 1
        second = first
        while second != 0:
            two = second & -second
            second &= second - 1
            ranks = int(POWER[NULL, lowest(one)]) + int(POWER[NULL, lowest(two)])
            value = ranks - 100 * num_cards(unsafe_cards(NULL, twelve & ~(one | two)))
            if value > most:
                best = one | two
                most = value
    return best


@kernel
def plan_with_skat(twelve: int, bid: int) -> tuple[int, int, bool]:
    """What to discard and declare (9.1-3).

    Args:
        twelve: the hand with the skat taken up.
        bid: value to reach.

    Returns:
        The pair to discard, the kind of game, and whether it is a Null ouvert.
    """
    chosen = NO_GAME
    discard = 0
    best = _WORTHLESS
    for game in range(GRAND + 1):
        pair = _best_discard(game, twelve)
        rating = _strength(game, twelve & ~pair) - (GRAND_LIMIT if game == GRAND else SUIT_LIMIT)
        if int(BASE_VALUE[game]) * (matadors(twelve, game) + 1) < bid:
            rating -= 24
        if rating > best:
            chosen = game
            discard = pair
            best = rating
    pair = _best_null_discard(twelve)
    unsafe = num_cards(unsafe_cards(NULL, twelve & ~pair))
    if unsafe == 0 and bid <= 46 and best < 12:
        return pair, NULL, True
    if unsafe <= 1 and bid <= 23 and best < 2:
        return pair, NULL, False
    return discard, chosen, False


@kernel
def is_kontra_against_suit(game: int, cards: int) -> bool:
    """Whether a defender says Kontra: with five trumps, or four and a plain ace (9.1-4)."""
    trumps = int(CARDS_OF_SUIT[game, TRUMP])
    count = num_cards(cards & trumps)
    return count >= 5 or (count == 4 and cards & _ACES & ~trumps != 0)


# --- Null: play ------------------------------------------------------------------------------------------------------------


@kernel
def lead_null_as_declarer(cards: int, unseen: int) -> int:
    """The card most likely to be beaten: many unseen cards of its suit above it, few below."""
    best = NO_CARD
    most = _WORTHLESS
    left = cards
    while left != 0:
        card = lowest(left)
        left &= left - 1
        above = num_cards(unseen & int(ABOVE[NULL, card]))
        below = num_cards(unseen & int(BELOW[NULL, card]))
        value = 16 * (2 * above - 3 * below) - int(POWER[NULL, card])
        if above > 0 and value > most:
            best = card
            most = value
    return best if best != NO_CARD else first_by(LOWEST, NULL, cards)


@kernel
def follow_null_as_declarer(legal: int, led: int, best: int) -> int:
    """Stay below with the highest card that can; void, get rid of the most dangerous card."""
    suit = int(CARDS_OF_SUIT[NULL, led // 8])
    below = legal & ~int(BEATEN_BY[NULL, best])
    if legal & suit == 0:
        unsafe = unsafe_cards(NULL, legal)
        return first_by(HIGHEST, NULL, unsafe if unsafe != 0 else legal)
    return first_by(HIGHEST, NULL, below) if below != 0 else first_by(LOWEST, NULL, legal)


@kernel
def lead_null_as_defender(cards: int) -> int:
    """The lowest card of the shortest suit (9.3)."""
    chosen = cards
    length = 0
    for suit in range(TRUMP):
        holding = cards & int(CARDS_OF_SUIT[NULL, suit])
        held = num_cards(holding)
        if held > 0 and (length == 0 or held < length):
            chosen = holding
            length = held
    return first_by(LOWEST, NULL, chosen)


@kernel
def follow_null_as_defender(legal: int, led: int, best: int, is_declarer_winning: bool, has_declarer_played: bool) -> int:
    """Let the declarer's card win if it can, else throw high cards; before he plays, stay low (9.3)."""
    if legal & int(CARDS_OF_SUIT[NULL, led // 8]) == 0:
        return first_by(HIGHEST, NULL, legal)
    if not has_declarer_played:
        return first_by(LOWEST, NULL, legal)
    below = legal & ~int(BEATEN_BY[NULL, best])
    return first_by(HIGHEST, NULL, below if is_declarer_winning and below != 0 else legal)
