"""The pot, and the poker showdown for what is left of it at the end of a sitting (rules, section 5.8)."""

from enum import IntEnum

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel, large_kernel
from envs.core.rng import below, philox
from envs.core.state import NOBODY
from envs.games.sheepshead.actions import Phase
from envs.games.sheepshead.cards import CARDS, NUM_CARDS, SUITS
from envs.games.sheepshead.options import Options, PokerDeck, PotAnte, PotNewPlayer, PotOnLoss, PotSettlement, PotSplit, PotTake
from envs.games.sheepshead.state import MAX_SHARES, SHARE_PARTS, num_players, pay, seat_of
from envs.games.sheepshead.variants import PACK_OF

RANKS = "23456789TJQKA"
NUM_RANKS = len(RANKS)
FULL_PACK = 4 * NUM_RANKS
POKER_CARD = np.array([NUM_RANKS * SUITS.index(card[1]) + RANKS.index(card[0]) for card in CARDS], np.int64)
"""Number of a card in the full pack: suit by suit, rank by rank."""
HAND = 5


class Poker(IntEnum):
    """Kinds of poker hands, the weakest first."""

    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)


_MIX_IN, _DRAW = 5, 6


# --- Filling, taking and dividing it -----------------------------------------------------------------------------------------


@kernel
def share_size(options: np.record) -> int:
    """Units of one share: all shares of a sitting are equal."""
    return num_players(options) - int(options.pot_ante == PotAnte.LEASTER_LOSERS)


@kernel
def add_shares(state: np.record, count: int) -> None:
    """Add shares that have been paid."""
    state.shares = min(int(state.shares) + count, MAX_SHARES)


@kernel
def ante(state: np.record, options: np.record) -> None:
    """After a hand that nobody picked everybody pays one unit into the pot, if that is the rule."""
    if options.pot != 0 and options.pot_ante == PotAnte.ALL_PLAYERS:
        for position in range(num_players(options)):
            pay(state, options, position, -1)
        add_shares(state, 1)


@kernel
def move_pot(state: np.record, options: np.record, is_won: bool) -> None:
    """Pay the P-side from the pot, or let it pay."""
    shares = int(state.shares)
    at_stake = shares if options.pot_take == PotTake.ALL else 1
    if is_won:
        _split(state, options, at_stake * share_size(options))
        state.shares = shares - at_stake
        return
    if options.pot_on_loss == PotOnLoss.DOUBLE:
        at_stake = shares
    elif options.pot_on_loss == PotOnLoss.ADD_SHARE:
        at_stake = 1
    at_stake = min(at_stake, MAX_SHARES - shares)
    _split(state, options, -at_stake * share_size(options))
    add_shares(state, at_stake)


@kernel
def _split(state: np.record, options: np.record, units: int) -> None:
    """Divide what comes from the pot among picker and partners; a negative amount goes into it."""
    partners = num_cards(int(state.side)) - 1
    parts = partners + (2 if options.pot_split == PotSplit.TWO_TO_ONE else 1)
    sign = 1 if units > 0 else -1
    share = abs(units) // parts if partners > 0 else 0
    for position in range(num_players(options)):
        if state.side >> position & 1 and position != state.picker:
            pay(state, options, position, sign * share)
    pay(state, options, int(state.picker), units - sign * share * partners)


@kernel
def settle_shares(state: np.record, options: np.record, shares: int, winners: int) -> None:
    """Pay shares of the pot out to some positions, in equal parts."""
    part = shares * share_size(options) * SHARE_PARTS // num_cards(winners)
    for position in range(num_players(options)):
        if winners >> position & 1:
            seat = seat_of(state, options, position)
            state.settled[seat] = int(state.settled[seat]) + part
    state.shares = int(state.shares) - shares


def join_pot(options: Options, shares: int, num_players: int) -> tuple[int, float, list[int]]:
    """What happens to a pot when a player joins the table (5.8, `pot_new_player`).

    >>> join_pot(Options(pot=True), shares=2, num_players=5)
    (-2, 0.0, [5, 5])

    Args:
        options: of the table.
        shares: in the pot.
        num_players: before the newcomer.

    Returns:
        What the newcomer gets (they pay, so it is not positive), what each of the others gets, and the shares then, in units.
    """
    size = num_players - (options.pot_ante == PotAnte.LEASTER_LOSERS)
    if options.pot_new_player == PotNewPlayer.ADD_PER_SHARE:
        return -shares, 0.0, [size + 1] * shares
    return 0, shares * size / num_players, []


# --- The showdown ------------------------------------------------------------------------------------------------------------


@kernel
def poker_value(cards: np.ndarray) -> int:
    """Value of five cards, numbers in the full pack: greater beats less, equal hands are equal."""
    counts = np.zeros(NUM_RANKS, np.int64)
    is_flush = True
    for card in cards:
        counts[card % NUM_RANKS] += 1
        is_flush = is_flush and card // NUM_RANKS == cards[0] // NUM_RANKS
    straight = _straight(counts)
    if straight >= 0:
        return (Poker.STRAIGHT_FLUSH if is_flush else Poker.STRAIGHT) * NUM_RANKS**HAND + straight
    kind = _kind_by_equals(counts)
    if is_flush:
        kind = max(kind, Poker.FLUSH)
    ranks = 0
    for count in range(4, 0, -1):
        for rank in range(NUM_RANKS - 1, -1, -1):
            if counts[rank] == count:
                for _ in range(count):
                    ranks = ranks * NUM_RANKS + rank
    return kind * NUM_RANKS**HAND + ranks


@kernel
def _straight(counts: np.ndarray) -> int:
    """Highest rank of five in a row, or -1; the ace also stands below the two."""
    run = int(counts[NUM_RANKS - 1] > 0)
    for rank in range(NUM_RANKS):
        run = run + 1 if counts[rank] > 0 else 0
        if run == HAND:
            return rank
    return -1


@kernel
def _kind_by_equals(counts: np.ndarray) -> int:
    """The kind of a hand by how many cards of it are of equal rank."""
    most, pairs = 0, 0
    for rank in range(NUM_RANKS):
        most = max(most, counts[rank])
        pairs += int(counts[rank] == 2)
    if most == 4:
        return Poker.FOUR
    if most == 3:
        return Poker.FULL_HOUSE if pairs == 1 else Poker.THREE
    return Poker.HIGH_CARD + pairs


@kernel
def write_full_pack(deck: np.ndarray, out: np.ndarray) -> None:
    """Shuffle a full pack of 52 into `out`, by numbers that the deck handed in decides."""
    key = 0
    for i in range(NUM_CARDS):
        words = philox(key, (int(deck[i]), i, 0, _MIX_IN))
        key = words[0] << 31 ^ words[1]
    for i in range(FULL_PACK):
        out[i] = i
    for i in range(FULL_PACK - 1):
        j = i + below(philox(key, (i, 0, 0, _DRAW))[0], FULL_PACK - i)
        card = out[i]
        out[i] = out[j]
        out[j] = card


@large_kernel
def decide_pot(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal five open cards to everybody; the best hands get the pot or its oldest share."""
    players = num_players(options)
    pack = np.zeros(FULL_PACK, np.int64)
    in_play = 0
    for i in range(NUM_CARDS):
        if int(PACK_OF[options.variant]) >> int(deck[i]) & 1:
            pack[in_play] = POKER_CARD[int(deck[i])]
            in_play += 1
    if options.poker_deck == PokerDeck.FULL52 or in_play < HAND * players:
        write_full_pack(deck, pack)
    best, winners = -1, 0
    hand = np.zeros(HAND, np.int64)
    for position in range(players):
        for i in range(HAND):
            hand[i] = pack[position + i * players]
        value = poker_value(hand)
        if value > best:
            best, winners = value, 0
        if value == best:
            winners |= 1 << position
    shares = int(state.shares) if options.pot_settlement == PotSettlement.POKER_ALL else 1
    settle_shares(state, options, shares, winners)
    state.player = NOBODY
    state.phase = Phase.OVER if state.shares == 0 else Phase.DEALING
