"""Rules of thumb for Skat before play: what a hand may bid, hand or skat, what to discard and declare (rules, 9.1).

These functions know no observation: they work on card sets and small numbers. Strengths are in quarters of section 9's X.
"""

from agents.heuristic.skat_family.hands import ACES, GRAND_HAND_LIMIT, WORTHLESS, grand_strength, suit_strength, unsafe_cards
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP
from envs.games.skat_family.cards import CARD_POINTS, CARDS_OF_SUIT, POWER, Kind
from envs.games.skat_family.scoring import BASE_VALUE, NULL_VALUE, matadors

SUIT_LIMIT, SUIT_HAND_LIMIT = 24, 32
GRAND_LIMIT = 26
"""Strengths from which a game is played: 6.0, 8.0 and 6.5; `GRAND_HAND_LIMIT` is the fourth (9.1)."""
NO_GAME = -1
NULL_OUVERT_HAND_VALUE = int(NULL_VALUE[1, 1])


@kernel
def _strength(kind: int, cards: int) -> int:
    return grand_strength(cards) if kind == Kind.GRAND else suit_strength(kind, cards)


@kernel
def highest_bid(cards: int) -> int:
    """The highest value worth reaching with ten cards; 0: pass (9.1)."""
    best = 0
    for kind in range(Kind.DIAMONDS + 1):
        strength = suit_strength(kind, cards)
        if strength >= SUIT_LIMIT:
            multiplier = min(matadors(cards, kind), 4) + 1 + int(strength >= SUIT_HAND_LIMIT)
            best = max(best, int(BASE_VALUE[kind]) * multiplier)
    if grand_strength(cards) >= GRAND_LIMIT:
        best = max(best, int(BASE_VALUE[Kind.GRAND]) * (matadors(cards, Kind.GRAND) + 1))
    unsafe = num_cards(unsafe_cards(Kind.NULL, cards))
    if unsafe <= 1:
        best = max(best, NULL_OUVERT_HAND_VALUE if unsafe == 0 else 23)
    return best


@kernel
def game_from_hand(cards: int, bid: int) -> int:
    """Kind of game to play without the skat, NULL for an ouvert one, or NO_GAME (9.1-2)."""
    if bid <= NULL_OUVERT_HAND_VALUE and unsafe_cards(Kind.NULL, cards) == 0:
        return Kind.NULL
    best = NO_GAME
    most = 0
    for kind in range(Kind.GRAND + 1):
        strength = _strength(kind, cards)
        excess = strength - (GRAND_LIMIT - 2 if kind == Kind.GRAND else SUIT_LIMIT)
        is_playable = strength >= (GRAND_HAND_LIMIT if kind == Kind.GRAND else SUIT_HAND_LIMIT)
        if is_playable and int(BASE_VALUE[kind]) * (matadors(cards, kind) + 2) >= bid and excess > most:
            best = kind
            most = excess
    return best


@kernel
def _discard_value(kind: int, twelve: int, pair: int) -> int:
    """Worth of discarding a pair for a suit game or Grand, in halves (9.1-3)."""
    trumps = int(CARDS_OF_SUIT[kind, TRUMP])
    value = -60 * num_cards(pair & trumps)
    rest = pair & ~trumps
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        value += -24 if ACES >> card & 1 else int(CARD_POINTS[card])
    for suit in range(TRUMP):
        holding = twelve & int(CARDS_OF_SUIT[kind, suit])
        left = holding & ~pair
        if left != holding:
            is_bare_ten = num_cards(left) == 1 and CARD_POINTS[lowest(left)] == 10
            value += 12 if left == 0 else -12 if is_bare_ten else 0
    return value


@kernel
def _null_discard_value(twelve: int, pair: int) -> int:
    """The fewer unsafe cards are left in Null the better, then the higher the ranks discarded."""
    ranks = int(POWER[Kind.NULL, lowest(pair)]) + int(POWER[Kind.NULL, lowest(pair & (pair - 1))])
    return ranks - 100 * num_cards(unsafe_cards(Kind.NULL, twelve & ~pair))


@kernel
def _best_discard(kind: int, twelve: int) -> int:
    """The pair to discard for a kind of game."""
    best = 0
    most = WORTHLESS
    first = twelve
    while first != 0:
        one = first & -first
        first &= first - 1
        second = first
        while second != 0:
            pair = one | second & -second
            second &= second - 1
            value = _null_discard_value(twelve, pair) if kind == Kind.NULL else _discard_value(kind, twelve, pair)
            if value > most:
                best = pair
                most = value
    return best


@kernel
def plan_with_skat(twelve: int, bid: int) -> tuple[int, int, bool]:
    """What to discard and declare (9.1-3): the pair, the kind of game, and whether it is a Null ouvert."""
    chosen = NO_GAME
    discard = 0
    best = WORTHLESS
    for kind in range(Kind.GRAND + 1):
        pair = _best_discard(kind, twelve)
        rating = _strength(kind, twelve & ~pair) - (GRAND_LIMIT if kind == Kind.GRAND else SUIT_LIMIT)
        if int(BASE_VALUE[kind]) * (matadors(twelve, kind) + 1) < bid:
            rating -= 24
        if rating > best:
            chosen = kind
            discard = pair
            best = rating
    pair = _best_discard(Kind.NULL, twelve)
    unsafe = num_cards(unsafe_cards(Kind.NULL, twelve & ~pair))
    if unsafe == 0 and bid <= 46 and best < 12:
        return pair, Kind.NULL, True
    if unsafe <= 1 and bid <= 23 and best < 2:
        return pair, Kind.NULL, False
    return discard, chosen, False
