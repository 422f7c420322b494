"""Which card to play in a Null (rules, 9.3); how its declarer plays the rules leave open."""

from agents.heuristic.skat_family.hands import WORTHLESS, unsafe_cards
from envs.core.cards import NO_CARD, lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, greatest, least
from envs.games.skat_family.cards import ABOVE, BEATEN_BY, CARDS_OF_SUIT, POWER, Kind


@kernel
def lead_null(cards: int, unseen: int, is_declarer: bool) -> int:
    """The card to lead."""
    return _lead_as_declarer(cards, unseen) if is_declarer else _lead_as_defender(cards)


@kernel
def _lead_as_declarer(cards: int, unseen: int) -> int:
    """The card most likely to be beaten: many unseen cards of its suit above it, few below."""
    best = NO_CARD
    most = WORTHLESS
    left = cards
    while left != 0:
        card = lowest(left)
        left &= left - 1
        above = num_cards(unseen & int(ABOVE[Kind.NULL, card]))
        in_suit = num_cards(unseen & int(CARDS_OF_SUIT[Kind.NULL, card // 8]))
        value = 16 * (5 * above - 3 * in_suit) - int(POWER[Kind.NULL, card])
        if above > 0 and value > most:
            best = card
            most = value
    return best if best != NO_CARD else least(POWER, Kind.NULL, cards)


@kernel
def _lead_as_defender(cards: int) -> int:
    """The lowest card of the shortest suit (9.3)."""
    chosen = cards
    length = 0
    for suit in range(TRUMP):
        holding = cards & int(CARDS_OF_SUIT[Kind.NULL, suit])
        held = num_cards(holding)
        if held > 0 and (length == 0 or held < length):
            chosen = holding
            length = held
    return least(POWER, Kind.NULL, chosen)


@kernel
def follow_null(
    legal: int, led: int, best: int, is_declarer: bool, is_declarer_winning: bool, has_declarer_played: bool
) -> int:
    """The card to play to a trick.

    Rule:
        The declarer stays below with the highest card that can; void, they get rid of the most dangerous card. Defenders let
        the declarer's card win if they can, else throw high cards; before the declarer plays, they stay low (9.3).
    """
    below = legal & ~int(BEATEN_BY[Kind.NULL, best])
    is_void = legal & int(CARDS_OF_SUIT[Kind.NULL, led // 8]) == 0
    if is_declarer and is_void:
        unsafe = unsafe_cards(Kind.NULL, legal)
        return greatest(POWER, Kind.NULL, unsafe if unsafe != 0 else legal)
    if is_declarer:
        return greatest(POWER, Kind.NULL, below) if below != 0 else least(POWER, Kind.NULL, legal)
    if not is_void and not has_declarer_played:
        return least(POWER, Kind.NULL, legal)
    return greatest(POWER, Kind.NULL, below if is_declarer_winning and below != 0 and not is_void else legal)
