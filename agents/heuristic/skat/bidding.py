"""Rules of thumb for Skat before play: what a hand may bid, hand or skat, what to discard and declare (rules, 9.1).

These functions know no observation: they work on card sets and small numbers. How likely a game is won is said in log-odds, in
hundredths: 0 is even, 100 is 73 %. What it is worth are thousandths of a point in tournament scoring.
"""

import numpy as np

from agents.heuristic.skat_family.hands import ACES, KINGS, TENS, WORTHLESS, unsafe_cards
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP
from envs.games.skat_family.cards import CARD_POINTS, CARDS_OF_SUIT, JACKS, PACK, POWER, Kind
from envs.games.skat_family.scoring import BASE_VALUE, NULL_VALUE, matadors

NO_GAME = -1
NULL_OUVERT_HAND_VALUE = int(NULL_VALUE[1, 1])
_NULL, _NULL_OUVERT = int(NULL_VALUE[0, 0]), int(NULL_VALUE[1, 0])

# --- How likely a game is won ----------------------------------------------------------------------------------------------
# The weights were fitted by logistic regression to 300,000 games, among them many with a bad discard, played by heuristics.

_CONSTANT = np.array([-377, -14])
"""In a suit game, and in Grand; so are all pairs below."""
_JACK = np.array([[49, 74, 103, 118], [35, 35, 35, 73]])
"""Each jack, from diamonds to clubs."""
_JACKS_FROM_LOW = np.array([PACK.parse_set(jack) for jack in ("JD", "JH", "JS", "JC")])
_TWO_JACKS = 56
_TRUMP_ACE, _TRUMP_TEN, _SEVENTH_TRUMP, _EIGHTH_TRUMP = 103, 81, 49, 36
_POINT = np.array([10, 15])
"""Each card point that is put away."""
_SIDE_WEIGHTS = {
    "ace": (176, 156),
    "ten with the ace": (-97, -62),
    "king with both": (-125, -149),
    "ten without the ace": (79, 135),
    "king alone": (8, 29),
    "loser": (-74, -117),
    "ace with losers": (-56, -45),
    "single loser": (60, 49),
    "void": (202, 159),
}
"""Cards of a suit that is not trump; an ace, and the ten and king that follow it down, are no losers."""


def _side_odds(game: int, holding: int) -> int:
    """What the cards of a suit that is not trump say, by their eight bits."""
    holding &= ~JACKS
    size = holding.bit_count()
    ace, ten, king = (holding & rank != 0 for rank in (ACES, TENS, KINGS))
    says = {
        "ace": ace,
        "ten with the ace": ace and ten,
        "king with both": ace and ten and king,
        "ten without the ace": ten and not ace,
        "king alone": king and not ace and not ten,
        "loser": size - ace - (ace and ten) - (ace and ten and king),
        "ace with losers": ace and not ten and size > 1,
        "single loser": size == 1 and not ace and not ten,
        "void": size == 0,
    }
    return sum(_SIDE_WEIGHTS[what][game] * int(count) for what, count in says.items())


_SIDE_ODDS = np.array([[_side_odds(game, holding) for holding in range(256)] for game in range(2)])


@kernel
def log_odds(kind: int, cards: int) -> int:
    """Log-odds that the declarer who plays these ten cards wins a suit game or Grand, if the skat has no card points."""
    is_grand = int(kind == Kind.GRAND)
    odds = int(_CONSTANT[is_grand])
    for i in range(4):
        if cards & _JACKS_FROM_LOW[i]:
            odds += _JACK[is_grand, i]
    trumps = cards & int(CARDS_OF_SUIT[kind, TRUMP])
    if is_grand:
        odds += _TWO_JACKS if num_cards(trumps) >= 2 else 0
    else:
        odds += _TRUMP_ACE if trumps & ACES else 0
        odds += _TRUMP_TEN if trumps & TENS else 0
        odds += _SEVENTH_TRUMP * max(0, num_cards(trumps) - 6) + _EIGHTH_TRUMP * max(0, num_cards(trumps) - 7)
    for suit in range(TRUMP):
        if suit != kind:
            odds += _SIDE_ODDS[is_grand, cards >> 8 * suit & 255]
    return int(odds)


_MOST_ODDS = 600
_CHANCE = np.array([round(1000 / (1 + np.exp(-odds / 100))) for odds in range(-_MOST_ODDS, _MOST_ODDS + 1)])
_NULL_CHANCE_BEFORE_SKAT = np.array([980, 880, 740, 540, *[0] * 7])
_NULL_CHANCE = np.array([980, 750, 510, 280, 100, *[0] * 6])
"""That a Null is won, by the number of unsafe cards among the ten."""
_OUVERT_CHANCE = 970
"""The same of an ouvert one, which is played without unsafe cards only."""


@kernel
def _chance(odds: int) -> int:
    """Chance in thousandths."""
    return int(_CHANCE[min(max(odds, -_MOST_ODDS), _MOST_ODDS) + _MOST_ODDS])


@kernel
def _chance_with_skat(odds: int) -> int:
    """Chance to win with the skat that is still to be taken."""
    return _chance(178 + 65 * odds // 100)


@kernel
def _chance_by_hand(odds: int) -> int:
    """Chance to win without seeing the skat."""
    return _chance(80 + 88 * odds // 100)


@kernel
def _worth(value: int, chance: int) -> int:
    """What a declarer can expect of a game of this value, in thousandths of a point, by Seeger and Fabian's counting (5.4)."""
    return chance * (value + 50) - (1000 - chance) * (2 * value + 50)


# --- What to bid and play --------------------------------------------------------------------------------------------------

_BID_LIMIT = 0
"""What a game must be worth to be bid, in thousandths of a point."""


@kernel
def highest_bid(cards: int) -> int:
    """The highest value worth reaching with ten cards; 0: pass (9.1)."""
    best = 0
    for kind in range(Kind.GRAND + 1):
        odds = log_odds(kind, cards)
        value = int(BASE_VALUE[kind]) * (matadors(cards, kind) + 1)
        if _worth(value, _chance_with_skat(odds)) >= _BID_LIMIT:
            best = max(best, value)
        value += int(BASE_VALUE[kind])
        if _worth(value, _chance_by_hand(odds)) >= _BID_LIMIT:
            best = max(best, value)
    unsafe = num_cards(unsafe_cards(Kind.NULL, cards))
    if unsafe == 0:
        best = max(best, NULL_OUVERT_HAND_VALUE)
    elif _worth(_NULL, int(_NULL_CHANCE_BEFORE_SKAT[unsafe])) >= _BID_LIMIT:
        best = max(best, _NULL)
    return best


@kernel
def game_from_hand(cards: int, bid: int) -> int:
    """Kind of game to play without the skat, NULL for an ouvert one, or NO_GAME (9.1-2)."""
    best = NO_GAME
    by_hand = with_skat = WORTHLESS
    for kind in range(Kind.GRAND + 1):
        odds = log_odds(kind, cards)
        value = int(BASE_VALUE[kind]) * (matadors(cards, kind) + 1)
        if value >= bid:
            with_skat = max(with_skat, _worth(value, _chance_with_skat(odds)))
        value += int(BASE_VALUE[kind])
        worth = _worth(value, _chance_by_hand(odds))
        if value >= bid and worth > by_hand:
            best = kind
            by_hand = worth
    unsafe = num_cards(unsafe_cards(Kind.NULL, cards))
    if bid <= _NULL:
        with_skat = max(with_skat, _worth(_NULL, int(_NULL_CHANCE_BEFORE_SKAT[unsafe])))
    if bid <= NULL_OUVERT_HAND_VALUE and unsafe == 0:
        worth = _worth(NULL_OUVERT_HAND_VALUE, _OUVERT_CHANCE)
        if worth > by_hand:
            best = Kind.NULL
            by_hand = worth
    return best if by_hand >= with_skat else NO_GAME


@kernel
def _points_of(cards: int) -> int:
    points = 0
    while cards != 0:
        points += int(CARD_POINTS[lowest(cards)])
        cards &= cards - 1
    return points


@kernel
def _worth_of_discard(kind: int, twelve: int, pair: int, bid: int) -> int:
    """What a suit game or Grand is worth with this pair put away: trumps are the last to go, a value below the bid is lost."""
    odds = log_odds(kind, twelve & ~pair) + int(_POINT[int(kind == Kind.GRAND)]) * _points_of(pair)
    chance = _chance(odds - 1000 * num_cards(pair & int(CARDS_OF_SUIT[kind, TRUMP])))
    value = int(BASE_VALUE[kind]) * (matadors(twelve, kind) + 1)
    return _worth(value, chance) if value >= bid else _worth(bid, 0) + chance


@kernel
def _worth_of_null(cards: int, pair: int, bid: int) -> tuple[int, bool]:
    """What a Null is worth with these ten cards, a little more where high cards were put away; and whether it is ouvert."""
    unsafe = num_cards(unsafe_cards(Kind.NULL, cards))
    ranks = int(POWER[Kind.NULL, lowest(pair)]) + int(POWER[Kind.NULL, lowest(pair & (pair - 1))])
    worth = _worth(_NULL, int(_NULL_CHANCE[unsafe])) + ranks
    if unsafe == 0 and bid <= _NULL_OUVERT:
        return _worth(_NULL_OUVERT, _OUVERT_CHANCE) + ranks, True
    return worth if bid <= _NULL else _worth(bid, 0), False


@kernel
def plan_with_skat(twelve: int, bid: int) -> tuple[int, int, bool]:
    """What to discard and declare (9.1-3): the pair, the kind of game, and whether it is a Null ouvert."""
    chosen = NO_GAME
    discard = 0
    is_chosen_ouvert = False
    best = WORTHLESS
    first = twelve
    while first != 0:
        one = first & -first
        first &= first - 1
        second = first
        while second != 0:
            pair = one | second & -second
            second &= second - 1
            for kind in range(Kind.GRAND + 1):
                worth = _worth_of_discard(kind, twelve, pair, bid)
                if worth > best:
                    best, chosen, discard, is_chosen_ouvert = worth, kind, pair, False
            worth, is_ouvert = _worth_of_null(twelve & ~pair, pair, bid)
            if worth > best:
                best, chosen, discard, is_chosen_ouvert = worth, int(Kind.NULL), pair, is_ouvert
    return discard, chosen, is_chosen_ouvert
