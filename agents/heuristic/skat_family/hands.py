"""What a hand is worth, what to answer before play, and which cards to pass on (rules, 9.1 and 9.4)."""

import numpy as np

from envs.core.cards import NO_CARD, lowest, members, num_cards, set_of
from envs.core.jit import kernel
from envs.core.tricks import TRUMP
from envs.games.skat_family.cards import CARD_POINTS, CARDS_OF_SUIT, JACKS, PACK, POWER, SUIT_OF, Kind
from envs.games.skat_family.state import Phase

ACES, TENS, KINGS = (PACK.parse_set(f"{rank}C {rank}S {rank}H {rank}D") for rank in "ATK")
_TOP_JACK, _SECOND_JACK = PACK.parse_set("JC"), PACK.parse_set("JS")
WORTHLESS = -(10**6)
NOT_PLAYABLE = -36
"""Strength of a hand that has too few jacks; strengths are in quarters of section 9's X."""
_GRAND_HAND_LIMIT = 19
"""From this strength a Grand Hand is declared instead of a Ramsch."""

# --- Strength (9.1, 9.4-1) -------------------------------------------------------------------------------------------------


def _unsafe(kind: Kind, holding: int) -> int:
    """Unsafe cards among those of one suit: the k-th from below, from 0, when its rank index exceeds 2k."""
    plain = [rank for rank in members(holding) if SUIT_OF[kind, rank] == Kind.CLUBS]
    ranks = sorted(plain, key=lambda rank: POWER[kind, rank])
    return set_of(rank for k, rank in enumerate(ranks) if POWER[kind, rank] > 2 * k)


_UNSAFE_BY_HOLDING = np.array([[_unsafe(kind, holding) for holding in range(256)] for kind in (Kind.GRAND, Kind.NULL)])
"""For Grand's order, which is also that of Ramsch, and Null's: unsafe ranks by the eight bits of a suit."""


@kernel
def unsafe_cards(kind: int, cards: int) -> int:
    """Cards that may win a trick their holder does not want: in NULL, or as GRAND in Ramsch, where no jack is among them."""
    unsafe = 0
    for suit in range(TRUMP):
        unsafe |= int(_UNSAFE_BY_HOLDING[kind - Kind.GRAND, cards >> 8 * suit & 255]) << 8 * suit
    return unsafe


@kernel
def grand_strength(cards: int) -> int:
    """How strong ten cards are for a Grand Hand in Ramsch, in quarters; NOT_PLAYABLE with fewer than two jacks (9.4-1)."""
    jacks = num_cards(cards & JACKS)
    if jacks < 2:
        return NOT_PLAYABLE
    strength = 4 * jacks + (2 if cards & _TOP_JACK else 0)
    for suit in range(TRUMP):
        holding = cards & int(CARDS_OF_SUIT[Kind.GRAND, suit])
        has_ten = holding & TENS != 0
        if holding & ACES:
            strength += 7 if has_ten else 4
        elif has_ten and holding & KINGS:
            strength += 2
    return int(strength)


# --- Questions -------------------------------------------------------------------------------------------------------------


@kernel
def says_yes(phase: int, kind: int, cards: int) -> bool:
    """What is answered to a question that both games ask; nobody says Re."""
    if phase == Phase.SCHIEBEN:
        return not is_push(cards)
    if phase == Phase.JUNGFRAU:
        return is_jungfrau(cards)
    if phase == Phase.GRAND_HAND:
        return grand_strength(cards) >= _GRAND_HAND_LIMIT
    return phase == Phase.KONTRA and is_kontra(kind, cards)


@kernel
def is_kontra(kind: int, cards: int) -> bool:
    """Whether a defender says Kontra (9.1-4).

    Rule:
        Against a suit game with five trumps, or four and a plain ace; against Grand with two jacks and a plain ace.
    """
    trumps = int(CARDS_OF_SUIT[kind, TRUMP])
    count = num_cards(cards & trumps)
    has_ace = cards & ACES & ~trumps != 0
    if kind == Kind.GRAND:
        return count >= 2 and has_ace
    return kind != Kind.NULL and (count >= 5 or (count == 4 and has_ace))


@kernel
def is_push(cards: int) -> bool:
    """Whether the skat is pushed on unseen: with hardly an unsafe card and at most two jacks (9.4-2)."""
    num_unsafe = num_cards(unsafe_cards(Kind.GRAND, cards)) + num_cards(cards & (_TOP_JACK | _SECOND_JACK))
    return num_unsafe <= 1 and num_cards(cards & JACKS) <= 2


@kernel
def is_jungfrau(cards: int) -> bool:
    """Whether to announce that one will win no trick: without unsafe card and jack (9.4-4)."""
    return unsafe_cards(Kind.GRAND, cards) == 0 and cards & JACKS == 0


# --- Passing on (9.4-3) ----------------------------------------------------------------------------------------------------

_LOWEST = (-150, -50, 10, 75, 120, 155, 155)
_SECOND = (0, -180, -130, -70, -15, 15, 15)
"""What the lowest card of a suit and the next one cost who keeps them, by rank, in tenths: fitted to the scores of deals."""


def _danger(holding: int) -> int:
    """What a suit costs who keeps these cards of it, in tenths: its two lowest decide, all others can be thrown."""
    ranks = sorted(int(POWER[Kind.GRAND, rank]) for rank in members(holding & 255 & ~JACKS))
    return sum(cost[rank] for cost, rank in zip((_LOWEST, _SECOND), ranks, strict=False))


_DANGER_BY_HOLDING = np.array([_danger(holding) for holding in range(256)], np.int32)
"""By the eight bits of a suit."""


@kernel
def _passing_value(cards: int, card: int) -> int:
    """Worth of passing on a card from these cards, the danger left in them taken off; in tenths."""
    left = cards & ~(1 << card)
    value = int(CARD_POINTS[card])
    for suit in range(TRUMP):
        value -= int(_DANGER_BY_HOLDING[left >> 8 * suit & 255])
    return value


@kernel
def _best_to_pass(cards: int, allowed: int) -> tuple[int, int]:
    """The one card to pass on and its worth; (NO_CARD, lowest worth) if none is allowed."""
    best = NO_CARD
    most = WORTHLESS
    while allowed != 0:
        card = lowest(allowed)
        allowed &= allowed - 1
        value = _passing_value(cards, card)
        if value > most:
            best = card
            most = value
    return best, most


@kernel
def card_to_pass(cards: int, allowed: int, is_second: bool) -> int:
    """The card to pass on: of the best pair the lower, or, one having gone from the hand, the best that can join it.

    The rules may allow jacks to be passed on; here none is.
    """
    allowed &= ~JACKS
    if is_second:
        return _best_to_pass(cards, allowed)[0]
    best = NO_CARD
    most = WORTHLESS
    while allowed != 0:
        card = lowest(allowed)
        allowed &= allowed - 1
        value = _best_to_pass(cards & ~(1 << card), allowed)[1] + int(CARD_POINTS[card])
        if value > most:
            best = card
            most = value
    return best
