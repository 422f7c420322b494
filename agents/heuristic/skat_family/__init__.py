"""Rules of thumb for Skat and Ramsch: what a hand is worth, and which card to play.

Source: the rules of Skat and Schieberamsch, section 9, cited by number. The functions know no observation:
they work on card sets and small numbers. Cards and kinds of game are those of `envs.games.skat_family`.

*Unseen* cards are not in the own hand, not played, and not in a skat the player knows. A *boss* is a card that wins the
present trick so far and that no unseen card of its suit beats. (Section 9 says "no unseen card". That a plain card may yet be
trumped is left aside: counting the trumps, no plain card is a boss before they are gone, and defenders do worse.)
Where section 9 leaves a tie, the lower rank comes first, then the lower card number.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from envs.core.cards import NO_CARD, lowest, members, num_cards, set_of
from envs.core.jit import kernel
from envs.games.skat_family import (
    CARD_POINTS,
    CARDS_OF_SUIT,
    CLUBS,
    GRAND,
    JACKS,
    NUM_CARDS,
    PACK,
    POWER,
    SUIT_OF,
    TRUMP,
    beats,
)

_GAMES = range(len(POWER))
_CARDS = range(NUM_CARDS)
_ACES, _TENS, _KINGS = (PACK.parse_set(f"{rank}C {rank}S {rank}H {rank}D") for rank in "ATK")
_TOP_JACK, _SECOND_JACK = PACK.parse_set("JC"), PACK.parse_set("JS")
_RANK_INDEX = np.where(POWER[GRAND] > 10, POWER[GRAND] - 10, POWER[GRAND])
"""Rank in Ramsch: 7 to A are 0 to 6, the jacks from diamonds to clubs 7 to 10."""
_WORTHLESS = -(10**6)


def _card_sets(has: Callable[[int, int, int], Any]) -> np.ndarray:
    """int64 [games, cards]: for each card the set of those others for which has(game, card, other) is true."""
    return np.array(
        [[set_of(other for other in _CARDS if has(game, card, other)) for card in _CARDS] for game in _GAMES], np.int64
    )


def _orders(key: Callable[[int, int], Any]) -> np.ndarray:
    """int8 [games, cards]: place of each card when the pack is sorted by key(game, card), then by number."""
    return np.array([np.argsort(sorted(_CARDS, key=lambda card: key(game, card))) for game in _GAMES], np.int8)


def _is_above(game: int, card: int, other: int) -> bool:
    return bool(SUIT_OF[game, card] == SUIT_OF[game, other] and POWER[game, card] < POWER[game, other])


ABOVE = _card_sets(_is_above)
"""Cards of the same suit that rank higher."""
BELOW = _card_sets(lambda game, card, other: _is_above(game, other, card))
"""Cards of the same suit that rank lower."""
BEATEN_BY = _card_sets(lambda game, card, other: beats(game, other, card))
"""Cards that take the trick from a card: those above it and, if it is no trump, all trumps."""

HIGHEST = _orders(lambda game, card: -POWER[game, card])
LOWEST = _orders(lambda game, card: POWER[game, card])
RICHEST = _orders(lambda game, card: (-CARD_POINTS[card], POWER[game, card]))
CHEAPEST = _orders(lambda game, card: (CARD_POINTS[card], SUIT_OF[game, card] == TRUMP, POWER[game, card]))
"""The least card points, then plain before trump, then the lowest rank."""


@kernel
def first_by(order: np.ndarray, game: int, cards: int) -> int:
    """The card that comes first.

    Args:
        order: int8 [games, cards], one of the orders above.
        game: kind of game.
        cards: a set that is not empty.
    """
    first = lowest(cards)
    cards &= cards - 1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if order[game, card] < order[game, first]:
            first = card
    return first


# --- What a hand is worth (9.1) --------------------------------------------------------------------------------------------

NOT_PLAYABLE = -36
"""Strength -9 of a hand that has too few trumps; strengths are in quarters of section 9's X."""
GRAND_HAND_LIMIT = 34
"""Strength (8.5) from which a Grand is declared without the skat."""


def _unsafe(game: int, holding: int) -> int:
    """Unsafe cards among those of one suit: the k-th from below, from 0, when its rank index exceeds 2k."""
    ranks = sorted((rank for rank in members(holding) if SUIT_OF[game, rank] == CLUBS), key=lambda rank: POWER[game, rank])
    return set_of(rank for k, rank in enumerate(ranks) if POWER[game, rank] > 2 * k)


_UNSAFE_BY_HOLDING = np.array([[_unsafe(game, holding) for holding in range(256)] for game in _GAMES[GRAND:]], np.int64)
"""For Grand's order, which is also that of Ramsch, and Null's: unsafe ranks by the eight bits of a suit."""


@kernel
def unsafe_cards(game: int, cards: int) -> int:
    """Cards that may win a trick their holder does not want.

    Args:
        game: NULL, or GRAND for Ramsch, where jacks are trumps and never in the result.
        cards: the hand.
    """
    unsafe = 0
    for suit in range(4):
        unsafe |= int(_UNSAFE_BY_HOLDING[game - GRAND, cards >> 8 * suit & 255]) << 8 * suit
    return unsafe


@kernel
def grand_strength(cards: int) -> int:
    """How strong ten cards are for a Grand, in quarters; NOT_PLAYABLE with fewer than two jacks."""
    jacks = num_cards(cards & JACKS)
    if jacks < 2:
        return NOT_PLAYABLE
    strength = 6 * jacks + (2 if cards & _TOP_JACK else 0)
    for suit in range(4):
        holding = cards & int(CARDS_OF_SUIT[GRAND, suit])
        has_ten = holding & _TENS != 0
        if holding & _ACES:
            strength += 7 if has_ten else 4
        elif has_ten and holding & _KINGS:
            strength += 2
    return int(strength)


@kernel
def suit_strength(game: int, cards: int) -> int:
    """How strong ten cards are for a suit game, in quarters; NOT_PLAYABLE with fewer than five trumps.

    Args:
        game: CLUBS to DIAMONDS.
        cards: the hand.
    """
    trumps = num_cards(cards & int(CARDS_OF_SUIT[game, TRUMP]))
    if trumps < 5:
        return NOT_PLAYABLE
    strength = 4 * trumps + (2 if cards & _TOP_JACK else 0) + (1 if cards & _SECOND_JACK else 0)
    for suit in range(4):
        holding = cards & int(CARDS_OF_SUIT[GRAND, suit])
        if suit == game:
            strength += 1 if holding & _ACES else 0
        elif holding == 0:
            strength += 2
        elif holding & _ACES:
            strength += 6 if holding & _TENS else 4
    return int(strength)


@kernel
def is_kontra_against_grand(cards: int) -> bool:
    """Whether a defender says Kontra: with two jacks and a plain ace (9.1-4)."""
    return num_cards(cards & JACKS) >= 2 and cards & _ACES != 0


# --- Ramsch: the skat and the Jungfrau (9.4) -------------------------------------------------------------------------------


@kernel
def is_push(cards: int) -> bool:
    """Whether the skat is pushed on unseen: with hardly an unsafe card and at most two jacks (9.4-2)."""
    num_unsafe = num_cards(unsafe_cards(GRAND, cards)) + num_cards(cards & (_TOP_JACK | _SECOND_JACK))
    return num_unsafe <= 1 and num_cards(cards & JACKS) <= 2


@kernel
def is_jungfrau(cards: int) -> bool:
    """Whether to announce that one will win no trick: without unsafe card and jack (9.4-4)."""
    return unsafe_cards(GRAND, cards) == 0 and cards & JACKS == 0


_DANGER_BY_HOLDING = np.array(
    [sum(30 + 3 * CARD_POINTS[rank] for rank in members(unsafe)) for unsafe in _UNSAFE_BY_HOLDING[0]], np.int32
)
"""What the unsafe cards of a suit cost who keeps them, in tenths, by its eight bits (9.4-3)."""


@kernel
def _passing_value(cards: int, card: int) -> int:
    """Worth of passing on a card from these cards, the danger left in them taken off; in tenths."""
    left = cards & ~(1 << card)
    value = int(CARD_POINTS[card])
    for suit in range(4):
        value -= int(_DANGER_BY_HOLDING[left >> 8 * suit & 255])
    return value


@kernel
def _best_to_pass(cards: int, allowed: int) -> tuple[int, int]:
    """The one card to pass on and its worth; (NO_CARD, lowest worth) if none is allowed."""
    best = NO_CARD
    most = _WORTHLESS
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
    """The card to pass on: of the best pair the lower, or, one having gone, the best that can join it (9.4-3).

    Args:
        cards: the hand, the first card passed on no longer in it.
        allowed: those that the rules let go, jacks perhaps included.
        is_second: one card has been passed on.
    """
    allowed &= ~JACKS
    if is_second:
        return _best_to_pass(cards, allowed)[0]
    best = NO_CARD
    most = _WORTHLESS
    while allowed != 0:
        card = lowest(allowed)
        allowed &= allowed - 1
        value = _best_to_pass(cards & ~(1 << card), allowed)[1] + int(CARD_POINTS[card])
        if value > most:
            best = card
            most = value
    return best


# --- Ramsch: play (9.4) ----------------------------------------------------------------------------------------------------


@kernel
def lead_in_ramsch(cards: int, unseen: int) -> int:
    """The card to lead: one that many unseen cards of its suit beat and that beats few (9.4-6).

    Args:
        cards: the hand.
        unseen: cards that others may hold.
    """
    best = NO_CARD
    most = _WORTHLESS
    left = cards
    while left != 0:
        card = lowest(left)
        left &= left - 1
        above = num_cards(unseen & int(ABOVE[GRAND, card]))
        below = num_cards(unseen & int(BELOW[GRAND, card]))
        value = NUM_CARDS * (2 * above - 3 * below) - int(CHEAPEST[GRAND, card])
        if above > 0 and value > most:
            best = card
            most = value
    return best if best != NO_CARD else first_by(CHEAPEST, GRAND, cards)


@kernel
def follow_in_ramsch(legal: int, led: int, best: int, is_last: bool) -> int:
    """The card to play to a trick: stay below if possible, and get rid of what is dangerous (9.4-7, 9.4-8).

    Args:
        legal: cards that may be played.
        led: card led.
        best: card that wins so far.
        is_last: both others have played.
    """
    below = legal & ~int(BEATEN_BY[GRAND, best])
    if below == 0:
        return first_by(HIGHEST if is_last else LOWEST, GRAND, legal)
    if legal & int(CARDS_OF_SUIT[GRAND, SUIT_OF[GRAND, led]]):
        return first_by(HIGHEST, GRAND, below)
    return _worst_card(below, unsafe_cards(GRAND, legal))


@kernel
def _worst_card(cards: int, unsafe: int) -> int:
    """The card one most wants to be rid of: points, half the rank, and 5 more if unsafe (9.4-8)."""
    worst = NO_CARD
    most = _WORTHLESS
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        value = 2 * int(CARD_POINTS[card]) + int(_RANK_INDEX[card]) + (10 if unsafe >> card & 1 else 0)
        if value > most:
            worst = card
            most = value
    return worst


# --- Games with a declarer: suit and Grand (9.2, 9.3) ----------------------------------------------------------------------


@kernel
def _unbeaten(game: int, cards: int, unseen: int) -> int:
    """Those of the cards that no unseen card of their suit beats: bosses, if they win the trick so far."""
    result = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if unseen & int(ABOVE[game, card]) == 0:
            result |= 1 << card
    return result


@kernel
def lead_as_declarer(game: int, cards: int, unseen: int) -> int:
    """The card a declarer leads (9.2).

    Args:
        game: CLUBS to GRAND.
        cards: the hand.
        unseen: cards that the defenders may hold.
    """
    trumps = cards & int(CARDS_OF_SUIT[game, TRUMP])
    plain = cards & ~trumps
    if trumps != 0 and unseen & int(CARDS_OF_SUIT[game, TRUMP]):
        highest = first_by(HIGHEST, game, trumps)
        if unseen & int(ABOVE[game, highest]) == 0:
            return highest
        small = trumps & ~(_ACES | _TENS)
        if game != GRAND and num_cards(trumps) >= 4 and small != 0:
            return first_by(LOWEST, game, small)
    unbeaten = _unbeaten(game, plain, unseen)
    if unbeaten != 0:
        return first_by(RICHEST, game, unbeaten)
    if plain == 0:
        return first_by(HIGHEST, game, trumps)
    return first_by(CHEAPEST, game, plain)


@kernel
def follow_as_declarer(game: int, legal: int, unseen: int, led: int, best: int, points: int, is_last: bool) -> int:
    """The card a declarer plays to a trick (9.2).

    Args:
        game: CLUBS to GRAND.
        legal: cards that may be played.
        unseen: cards that the defenders may hold.
        led: card led.
        best: card that wins so far.
        points: card points in the trick so far.
        is_last: both defenders have played.
    """
    suit = SUIT_OF[game, led]
    winners = legal & int(BEATEN_BY[game, best])
    trumps = winners & int(CARDS_OF_SUIT[game, TRUMP])
    chosen = NO_CARD
    if is_last:
        if winners & ~trumps:
            chosen = first_by(RICHEST, game, winners & ~trumps)
        elif trumps & (_ACES | _TENS) and (points >= 4 or suit == TRUMP):
            chosen = first_by(RICHEST, game, trumps & (_ACES | _TENS))
        elif trumps != 0 and (points >= 4 or suit == TRUMP):
            chosen = first_by(LOWEST, game, trumps)
    elif legal & int(CARDS_OF_SUIT[game, suit]):
        bosses = _unbeaten(game, winners, unseen)
        if bosses != 0:
            chosen = first_by(RICHEST, game, bosses)
    elif trumps != 0 and points >= 10:
        chosen = first_by(LOWEST if game == GRAND else HIGHEST, game, trumps)
    elif points >= 3:
        bosses = _unbeaten(game, trumps, unseen)
        if bosses != 0:
            chosen = first_by(LOWEST, game, bosses)
    return chosen if chosen != NO_CARD else first_by(CHEAPEST, game, legal)


@kernel
def lead_as_defender(game: int, cards: int, unseen: int, is_declarer_last: bool) -> int:
    """The card a defender leads (9.3).

    Args:
        game: CLUBS to GRAND.
        cards: the hand.
        unseen: cards that the others may hold.
        is_declarer_last: the partner plays second, the declarer third.
    """
    plain = cards & ~int(CARDS_OF_SUIT[game, TRUMP])
    if plain == 0:
        return first_by(CHEAPEST, game, cards)
    unbeaten = 0
    chosen = plain
    length = 0
    for suit in range(4):
        holding = plain & int(CARDS_OF_SUIT[game, suit])
        held = num_cards(holding)
        if held <= 4:
            unbeaten |= _unbeaten(game, holding, unseen)
        if held > 0 and (length == 0 or (held < length if is_declarer_last else held > length)):
            chosen = holding
            length = held
    if unbeaten != 0:
        return first_by(RICHEST, game, unbeaten)
    return first_by(CHEAPEST, game, chosen)


@kernel
def follow_as_defender(
    game: int, legal: int, unseen: int, best: int, is_partner_winning: bool, has_declarer_played: bool, is_last: bool
) -> int:
    """The card a defender plays to a trick (9.3).

    Args:
        game: CLUBS to GRAND.
        legal: cards that may be played.
        unseen: cards that the others may hold.
        best: card that wins so far.
        is_partner_winning: it is the partner's.
        has_declarer_played: the declarer's card lies in the trick.
        is_last: both others have played.
    """
    winners = legal & int(BEATEN_BY[game, best])
    if is_partner_winning and (has_declarer_played or unseen & int(ABOVE[game, best]) == 0):
        plain = legal & ~int(CARDS_OF_SUIT[game, TRUMP])
        return first_by(RICHEST, game, plain if plain != 0 else legal)
    chosen = NO_CARD
    if has_declarer_played and not is_partner_winning and winners != 0:
        if not is_last:
            chosen = first_by(HIGHEST, game, winners)
        elif winners & (_ACES | _TENS):
            chosen = first_by(RICHEST, game, winners & (_ACES | _TENS))
        else:
            chosen = first_by(LOWEST, game, winners)
    elif not has_declarer_played:
        bosses = _unbeaten(game, winners, unseen)
        if bosses != 0:
            chosen = first_by(RICHEST, game, bosses)
    return chosen if chosen != NO_CARD else first_by(CHEAPEST, game, legal)
