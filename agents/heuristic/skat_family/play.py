"""Which card to play: in Ramsch (rules, 9.4), and for and against a declarer (9.2, 9.3)."""

import numpy as np

from agents.heuristic.skat_family.hands import ACES, TENS, WORTHLESS, unsafe_cards
from agents.heuristic.skat_family.null import follow_null, lead_null
from envs.core.cards import NO_CARD, lowest, num_cards, read_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, beats, greatest, least
from envs.games.skat_family.cards import (
    ABOVE,
    ALL_CARDS,
    BEATEN_BY,
    CARD_POINTS,
    CARDS_OF_SUIT,
    JACKS,
    NUM_ACTIVE,
    NUM_CARDS,
    POWER,
    SUIT_OF,
    Kind,
)
from envs.games.skat_family.observation import CardsAt

OWN, LEFT, RIGHT = range(NUM_ACTIVE)
"""Players as an observation orders them: the left neighbour plays after the observer, the right one before."""
NO_DECLARER = -1

_IS_JACK = JACKS >> np.arange(NUM_CARDS) & 1
COST = 1000 * (CARD_POINTS + 3 * _IS_JACK) + 100 * (SUIT_OF == TRUMP) + POWER
"""By kind of game and card: the least has the least card points, a jack counted as 5, for it wins a trick; then is plain rather
than trump, then has the lowest rank."""
_WORTH_A_TRUMP = 3
"""Card points for which a declarer trumps."""
RICHNESS = 100 * CARD_POINTS * (1 - _IS_JACK) - POWER
"""The greatest has the most card points, a jack counted as 0, then the lowest rank."""


@kernel
def choose_card(
    observation: np.ndarray, action_mask: np.ndarray, kind: int, position_at: int, declarer_at: int, took_at: int
) -> int:
    """The card to play; the last three say where the observation has the pieces `position`, `declarer` and `took`."""
    legal = read_cards(action_mask, 0, NUM_CARDS)
    unseen = unseen_cards(observation, position_at, took_at)
    left = _card_of(observation, LEFT)
    right = _card_of(observation, RIGHT)
    declarer = NO_DECLARER
    for k in range(NUM_ACTIVE):
        if observation[declarer_at + k] != 0:
            declarer = k
    if right == NO_CARD:
        return _lead(kind, declarer, legal, unseen)
    is_last = left != NO_CARD
    led = left if is_last else right
    winner = RIGHT if not is_last or beats(BEATEN_BY, kind, right, left) else LEFT
    best = right if winner == RIGHT else left
    has_played = is_last or declarer == RIGHT
    if declarer == NO_DECLARER:
        return follow_in_ramsch(legal, led, best, is_last)
    if kind == Kind.NULL:
        return follow_null(legal, led, best, declarer == OWN, winner == declarer, has_played)
    if declarer == OWN:
        points = int(CARD_POINTS[right]) + (int(CARD_POINTS[left]) if is_last else 0)
        return follow_as_declarer(kind, legal, unseen, led, best, points, is_last)
    return follow_as_defender(kind, legal, unseen, best, winner != declarer, has_played, is_last)


@kernel
def _lead(kind: int, declarer: int, hand: int, unseen: int) -> int:
    if declarer == NO_DECLARER:
        return lead_in_ramsch(hand, unseen)
    if kind == Kind.NULL:
        return lead_null(hand, unseen, declarer == OWN)
    if declarer == OWN:
        return lead_as_declarer(kind, hand, unseen)
    return lead_as_defender(kind, hand, unseen, declarer == RIGHT)


@kernel
def unseen_cards(observation: np.ndarray, position_at: int, took_at: int) -> int:
    """Cards that others may still hold: not in the hand, not played, not in a skat that the player knows."""
    seen = read_cards(observation, CardsAt.HAND, NUM_CARDS)
    for k in range(NUM_ACTIVE):
        seen |= read_cards(observation, CardsAt.PLAYED + NUM_CARDS * k, NUM_CARDS)
    if _is_last_taker(observation, position_at, took_at):
        seen |= read_cards(observation, CardsAt.PUT_AWAY, NUM_CARDS)
    return ALL_CARDS & ~seen


@kernel
def _is_last_taker(observation: np.ndarray, position_at: int, took_at: int) -> bool:
    """Whether nobody after the observer took the skat, so that what the observer put away still lies there."""
    for position in range(NUM_ACTIVE):
        if observation[position_at + position] != 0:
            for k in range(LEFT, NUM_ACTIVE - position):
                if observation[took_at + k] != 0:
                    return False
    return True


@kernel
def _card_of(observation: np.ndarray, k: int) -> int:
    """Card of a player in the present trick, or NO_CARD."""
    cards = read_cards(observation, CardsAt.TRICK + NUM_CARDS * k, NUM_CARDS)
    return lowest(cards) if cards != 0 else NO_CARD


# --- Ramsch (9.4) ----------------------------------------------------------------------------------------------------------


@kernel
def lead_in_ramsch(cards: int, unseen: int) -> int:
    """The card to lead: one that many unseen cards of its suit beat and that beats few (9.4-6)."""
    best = NO_CARD
    most = WORTHLESS
    left = cards
    while left != 0:
        card = lowest(left)
        left &= left - 1
        above = num_cards(unseen & int(ABOVE[Kind.GRAND, card]))
        in_suit = num_cards(unseen & int(CARDS_OF_SUIT[Kind.GRAND, SUIT_OF[Kind.GRAND, card]]))
        value = 20_000 * (5 * above - 3 * in_suit) - int(COST[Kind.GRAND, card])
        if above > 0 and value > most:
            best = card
            most = value
    return best if best != NO_CARD else least(COST, Kind.GRAND, cards)


@kernel
def follow_in_ramsch(legal: int, led: int, best: int, is_last: bool) -> int:
    """The card to play to a trick: stay below the best so far if possible, and get rid of what is dangerous (9.4-7, 9.4-8)."""
    below = legal & ~int(BEATEN_BY[Kind.GRAND, best])
    if below == 0:
        return greatest(POWER, Kind.GRAND, legal) if is_last else least(POWER, Kind.GRAND, legal)
    if legal & int(CARDS_OF_SUIT[Kind.GRAND, SUIT_OF[Kind.GRAND, led]]):
        return greatest(POWER, Kind.GRAND, below)
    return _worst_card(below, unsafe_cards(Kind.GRAND, legal))


@kernel
def _worst_card(cards: int, unsafe: int) -> int:
    """The card one most wants to be rid of: points, half the rank, and 5 more if unsafe (9.4-8)."""
    worst = NO_CARD
    most = WORTHLESS
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        value = 2 * int(CARD_POINTS[card]) + int(POWER[Kind.GRAND, card]) + (10 if unsafe >> card & 1 else 0)
        if value > most:
            worst = card
            most = value
    return worst


# --- Suit games and Grand (9.2, 9.3) ---------------------------------------------------------------------------------------


@kernel
def _unbeaten(kind: int, cards: int, unseen: int) -> int:
    """Those of the cards that no unseen card of their suit beats: bosses, if they win the trick so far."""
    result = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if unseen & int(ABOVE[kind, card]) == 0:
            result |= 1 << card
    return result


@kernel
def lead_as_declarer(kind: int, cards: int, unseen: int) -> int:
    """The card a declarer leads (9.2)."""
    trumps = cards & int(CARDS_OF_SUIT[kind, TRUMP])
    plain = cards & ~trumps
    if trumps != 0 and unseen & int(CARDS_OF_SUIT[kind, TRUMP]):
        highest = greatest(POWER, kind, trumps)
        if unseen & int(ABOVE[kind, highest]) == 0:
            return highest
        small = trumps & ~(ACES | TENS)
        if kind != Kind.GRAND and num_cards(trumps) >= 4 and small != 0:
            return least(POWER, kind, small)
    unbeaten = _unbeaten(kind, plain, unseen)
    if unbeaten != 0:
        return greatest(RICHNESS, kind, unbeaten)
    return greatest(POWER, kind, trumps) if plain == 0 else least(COST, kind, plain)


@kernel
def follow_as_declarer(kind: int, legal: int, unseen: int, led: int, best: int, points: int, is_last: bool) -> int:
    """The card a declarer plays to a trick that has so many card points so far (9.2)."""
    suit = SUIT_OF[kind, led]
    winners = legal & int(BEATEN_BY[kind, best])
    trumps = winners & int(CARDS_OF_SUIT[kind, TRUMP])
    chosen = NO_CARD
    if is_last:
        if winners & ~trumps:
            chosen = greatest(RICHNESS, kind, winners & ~trumps)
        elif points >= _WORTH_A_TRUMP or suit == TRUMP:
            rich = trumps & (ACES | TENS)
            chosen = greatest(RICHNESS, kind, rich) if rich != 0 else least(POWER, kind, trumps)
    elif legal & int(CARDS_OF_SUIT[kind, suit]):
        chosen = greatest(RICHNESS, kind, _unbeaten(kind, winners, unseen))
    elif points >= _WORTH_A_TRUMP and trumps != 0:
        small = trumps & ~JACKS
        if points >= 10:
            chosen = greatest(POWER, kind, small) if small != 0 else least(POWER, kind, trumps)
        else:
            chosen = least(POWER, kind, small if small != 0 else _unbeaten(kind, trumps, unseen))
    return chosen if chosen != NO_CARD else least(COST, kind, legal)


@kernel
def lead_as_defender(kind: int, cards: int, unseen: int, is_declarer_last: bool) -> int:
    """The card a defender leads, to the partner or, where the declarer is not last, to the declarer (9.3)."""
    plain = cards & ~int(CARDS_OF_SUIT[kind, TRUMP])
    if plain == 0:
        return least(COST, kind, cards)
    unbeaten = 0
    chosen = plain
    length = 0
    for suit in range(TRUMP):
        holding = plain & int(CARDS_OF_SUIT[kind, suit])
        held = num_cards(holding)
        if held <= 4:
            unbeaten |= _unbeaten(kind, holding, unseen)
        if held > 0 and (length == 0 or (held < length if is_declarer_last else held > length)):
            chosen = holding
            length = held
    return greatest(RICHNESS, kind, unbeaten) if unbeaten != 0 else least(COST, kind, chosen)


@kernel
def follow_as_defender(
    kind: int, legal: int, unseen: int, best: int, is_partner_winning: bool, has_declarer_played: bool, is_last: bool
) -> int:
    """The card a defender plays to a trick (9.3)."""
    winners = legal & int(BEATEN_BY[kind, best])
    if is_partner_winning and (has_declarer_played or unseen & int(ABOVE[kind, best]) == 0):
        plain = legal & ~int(CARDS_OF_SUIT[kind, TRUMP])
        return greatest(RICHNESS, kind, plain if plain != 0 else legal)
    chosen = NO_CARD
    if not has_declarer_played:
        chosen = greatest(RICHNESS, kind, _unbeaten(kind, winners, unseen))
    elif not is_partner_winning:
        rich = winners & (ACES | TENS)
        if not is_last:
            chosen = least(POWER, kind, winners)
        else:
            chosen = greatest(RICHNESS, kind, rich) if rich != 0 else least(POWER, kind, winners)
    return chosen if chosen != NO_CARD else least(COST, kind, legal)
