"""What a seat at a Schmier table cannot see, drawn uniformly among all that fits what it knows.

Equally likely is every pair of a shuffle and hidden choices (what others discarded, what the dealer kept). Which of a
player's final cards came from the stock, and which of a dealer's pool, can be chosen in equally many ways whatever the cards
are; so it is enough to hand out the unseen cards uniformly among the hands, the discards and the buried cards such that no
rule is broken.

Cards are of seven *classes*, alike for every rule. *Holders* with the same voids are one *group*; the dealer, whose buried
trumps depend on what he keeps, is a group of his own. What no group gets was discarded or buried, trumps only where the rules
let them. `_count_ways` counts, class by class from the last, the ways to fill every group; `_hand_out_classes` draws, class
by class from the first, with their shares of these ways. All counts are float64.

Seats are counted from the observer, who is 0.
"""

import numpy as np

from envs.core.cards import lowest, nth_card, num_cards, read_cards
from envs.core.jit import kernel
from envs.core.options import Episode
from envs.core.rng import next_below, next_uniform
from envs.core.state import read_number
from envs.core.tricks import TRUMP
from envs.games.schmier.cards import (
    ALL_CARDS,
    BURIABLE,
    BURIABLE_RANKS,
    CARDS_OF_SUIT,
    HAND_SIZE,
    JOKER,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_SUITS,
    NUM_TEAMS,
    PROTECTED,
    STOCK_AT,
    STOCK_SIZE,
    SUIT_OF,
    TRUMPS,
)
from envs.games.schmier.exchange import kept_at_once
from envs.games.schmier.observation import SCORE_DIGITS, At
from envs.games.schmier.options import DealerOverflow, DiscardRule, FirstLead, JokerLead
from envs.games.schmier.state import Action, Phase

# --- Constants -------------------------------------------------------------------------------------------------------------

JOKER_CLASS, PROTECTED_CLASS, OTHER_TRUMPS, FIRST_PLAIN = range(4)
"""Classes: the joker, the other trumps that nobody may discard, the rest of the trumps, then the four plain suits."""
NUM_CLASSES = FIRST_PLAIN + NUM_SUITS
TRUMP_CLASSES = 0b111

STOCK = NUM_PLAYERS
NUM_HOLDERS = NUM_PLAYERS + 1
"""The seats and the stock nobody has drawn yet."""
DISCARDS, BURIED = NUM_HOLDERS, NUM_HOLDERS + 1
NUM_PILES = NUM_HOLDERS + 2
"""What the holders have got, what others than the observer discarded, what the dealer buried or has not chosen yet."""
NO_GROUP = -1

FACTORIAL = np.cumprod(np.concatenate([[1.0], np.arange(1.0, NUM_CARDS + 1.0)]))
ONE_BY_FACTORIAL = 1.0 / FACTORIAL
MOST_OF_CLASS = 13

MEMO_CHOSEN = 7
MEMO_ORDER = 8
MEMO_SIZE = MEMO_ORDER + 36
"""Scratch for `guess` and `recall`: what each seat discarded (the dealer: kept), from 7 on how many cards the dealer has
chosen to keep, from 8 on the cards played in order."""


def _class_cards(trump: int) -> list[int]:
    trumps, protected = int(TRUMPS[trump]), int(PROTECTED[trump])
    plain = [int(CARDS_OF_SUIT[trump, suit]) for suit in range(NUM_SUITS)]
    return [1 << JOKER, protected & ~(1 << JOKER), trumps & ~protected, *plain]


CLASS_CARDS = np.array([_class_cards(trump) for trump in range(NUM_SUITS)], np.int64)

# --- What the play has shown -----------------------------------------------------------------------------------------------


@kernel
def _played_in_order(observation: np.ndarray, cards: np.ndarray) -> int:
    """Write the cards played, first to last (int64 [36]); returns how many."""
    count = 0
    for card in range(NUM_CARDS):
        if observation[At.ORDER + card] > 0:
            cards[int(observation[At.ORDER + card]) - 1] = card
            count += 1
    return count


@kernel
def _find_voids(played: np.ndarray, options: np.record, trump: int, cards: np.ndarray, count: int, voids: np.ndarray) -> None:
    """Write the classes of which a player has shown to hold none.

    Args:
        played: int64 [6], card sets by seat.
        options: of the table.
        trump: suit.
        cards: int64; the cards played, in order.
        count: how many.
        voids: int64 [NUM_HOLDERS] bit sets of classes; written.
    """
    voids[:] = 0
    for i in range(count):
        led = int(SUIT_OF[trump, cards[i - i % NUM_PLAYERS]])
        suit = int(SUIT_OF[trump, cards[i]])
        player = 0
        while int(played[player]) >> int(cards[i]) & 1 == 0:
            player += 1
        if i == 0 and options.first_lead == FirstLead.TRUMP and suit != TRUMP:
            may_have_joker = options.joker_lead == JokerLead.LAST_RESORT
            voids[player] |= TRUMP_CLASSES & ~(1 << JOKER_CLASS if may_have_joker else 0)
        if suit != led and not (options.may_trump_when_able != 0 and suit == TRUMP):
            voids[player] |= TRUMP_CLASSES if led == TRUMP else 1 << (FIRST_PLAIN + led)


# --- Counting --------------------------------------------------------------------------------------------------------------


@kernel
def _choose(n: int, k: int) -> float:
    """Ways to choose k of n cards."""
    if k < 0 or k > n:
        return 0.0
    return float(FACTORIAL[n] * ONE_BY_FACTORIAL[k] * ONE_BY_FACTORIAL[n - k])


@kernel
def _may_have_buried(overflow: int, num_kept: int, kept_trumps: int, buried: int) -> bool:
    """Whether a dealer who keeps so many cards, so many trumps among them, can have buried so many trumps (3.5)."""
    if buried == 0:
        return True
    is_all_trumps = kept_trumps == num_kept
    return kept_trumps + buried > HAND_SIZE and (is_all_trumps or overflow == DealerOverflow.FREE)


@kernel
def _split_ways(
    options: np.record, trumps: int, plain: int, num_discards: int, discarded: int, keeps: np.ndarray, kept_trumps: int
) -> float:
    """Ways to choose what others discarded among the cards that no group got, with so many trumps in it and the rest buried.

    Args:
        options: of the table.
        trumps: how many of those cards are trumps.
        plain: how many are not.
        num_discards: how many of all were discarded.
        discarded: how many trumps of them.
        keeps: int64 [4]: whether a dealer buried cards that the observer does not know, how many he keeps, how many trumps that
            he buried are shown or -1 if none would be, how many trumps he has played.
        kept_trumps: how many trumps he keeps.
    """
    buried = trumps - discarded
    if discarded > 0 and options.discard_rule == DiscardRule.NO_TRUMPS:
        return 0.0
    if buried > 0 and (keeps[0] == 0 or keeps[2] >= 0):
        return 0.0
    if keeps[0] != 0:
        all_buried = buried + max(int(keeps[2]), 0)
        if not _may_have_buried(int(options.dealer_overflow), int(keeps[1]), kept_trumps, all_buried):
            return 0.0
    return _choose(trumps, discarded) * _choose(plain, num_discards - discarded)


@kernel
def _digit(index: int, g: int, rooms: np.ndarray, strides: np.ndarray) -> int:
    """Cards still to be given to group g, in the state of that number."""
    return int(index // strides[g] % (rooms[g] + 1))


@kernel
def _rest_ways(
    options: np.record, index: int, counts: np.ndarray, num_groups: int, rooms: np.ndarray, strides: np.ndarray,
    num_discards: int, keeps: np.ndarray, only: int,
) -> float:  # fmt: skip
    """Ways to split the cards that no group gets, when the plain cards still to be given are those of state `index`.

    Args:
        options: of the table.
        index: state.
        counts: int64 [NUM_CLASSES], unseen cards.
        num_groups: how many.
        rooms: int64 by group.
        strides: int64 by group.
        num_discards: unknown cards that others discarded.
        keeps: see `_split_ways`.
        only: count only splits with so many trumps discarded; -1: all.
    """
    plain = -counts[JOKER_CLASS] - counts[PROTECTED_CLASS] - counts[OTHER_TRUMPS]
    trumps = -plain
    for c in range(NUM_CLASSES):
        plain += counts[c]
    for g in range(num_groups):
        to_come = _digit(index, g, rooms, strides)
        plain -= to_come
        trumps -= rooms[g] - to_come
    if plain < 0 or trumps < 0:
        return 0.0
    kept_trumps = int(keeps[3])
    if keeps[0] != 0:  # the dealer's group is the first
        kept_trumps += rooms[0] - _digit(index, 0, rooms, strides)
    if only >= 0:
        return _split_ways(options, trumps, plain, num_discards, only, keeps, kept_trumps)
    total = 0.0
    for discarded in range(min(trumps, num_discards) + 1):
        total += _split_ways(options, trumps, plain, num_discards, discarded, keeps, kept_trumps)
    return total


@kernel
def _count_ways(
    options: np.record, counts: np.ndarray, num_groups: int, rooms: np.ndarray, voids: np.ndarray, strides: np.ndarray,
    num_discards: int, keeps: np.ndarray, ways: np.ndarray,
) -> None:  # fmt: skip
    """Count the ways to hand out the unseen cards.

    Args:
        options: of the table.
        counts: int64 [NUM_CLASSES], unseen cards.
        num_groups: how many.
        rooms: int64 by group, cards to be given.
        voids: int64 by group, bit sets of classes it cannot get.
        strides: int64 by group; the state in which group g still gets n[g] cards has the number sum(n * strides).
        num_discards: unknown cards that others discarded.
        keeps: see `_split_ways`.
        ways: float64 [NUM_CLASSES + 1, states]; ways[c, s] becomes the number of ways to hand out the classes from c on so that
            state s is filled, the splits of what no group gets included.
    """
    states = ways.shape[1]
    ways[:] = 0.0
    ways[NUM_CLASSES, 0] = 1.0
    given = np.zeros((MOST_OF_CLASS + 1, states))
    for c in range(NUM_CLASSES - 1, -1, -1):
        n = int(counts[c])
        for s in range(states):  # numba takes seconds to compile an assignment of a whole row
            given[0, s] = ways[c + 1, s]
        given[1 : n + 1, :] = 0.0
        for g in range(num_groups):
            if voids[g] >> c & 1 == 0:
                _give_to_group(given, n, int(rooms[g]), int(strides[g]))
        first = 0 if c >= OTHER_TRUMPS else n
        for m in range(first, n + 1):
            share = FACTORIAL[n] * ONE_BY_FACTORIAL[n - m]
            for s in range(states):
                ways[c, s] += given[m, s] * share
        if c == FIRST_PLAIN:
            for s in range(states):
                if ways[c, s] > 0.0:
                    ways[c, s] *= _rest_ways(options, s, counts, num_groups, rooms, strides, num_discards, keeps, -1)


@kernel
def _give_to_group(given: np.ndarray, n: int, room: int, stride: int) -> None:
    """Let one more group get some of the n cards of a class.

    Args:
        given: float64 [at least n + 1, states]; given[m, s]: ways so far with m cards given, each divided by the factorials of
            the numbers given; changed.
        n: cards of the class.
        room: of the group.
        stride: of the group.
    """
    for m in range(n, 0, -1):
        for s in range(given.shape[1]):
            digit = s // stride % (room + 1)
            for k in range(1, min(m, digit) + 1):
                given[m, s] += given[m - k, s - k * stride] * ONE_BY_FACTORIAL[k]


# --- Drawing ---------------------------------------------------------------------------------------------------------------


@kernel
def _pick(cards: int, count: int, streams: np.ndarray, i: int) -> int:
    """A random subset of this many cards."""
    picked = 0
    for _ in range(count):
        picked |= 1 << nth_card(cards & ~picked, next_below(streams, i, num_cards(cards & ~picked)))
    return picked


@kernel
def _next_split(split: np.ndarray, most: np.ndarray, num_groups: int, n: int) -> bool:
    """Go on to the next way to give at most n alike cards to the groups; False after the last."""
    for g in range(num_groups):
        total = 0
        for other in range(num_groups):
            total += split[other]
        if split[g] < most[g] and total < n:
            split[g] += 1
            return True
        split[g] = 0
    return False


@kernel
def _draw_split(
    n: int, may_rest: bool, state: int, num_groups: int, most: np.ndarray, strides: np.ndarray, ways: np.ndarray, point: float,
    split: np.ndarray,
) -> float:  # fmt: skip
    """Draw how many of n alike cards each group gets.

    Args:
        n: cards of the class.
        may_rest: whether some may be given to no group.
        state: number of the state to be filled with this class and the ones after it.
        num_groups: how many.
        most: int64 by group, cards it can get.
        strides: int64 by group.
        ways: float64 [states], ways to go on with the classes after.
        point: stop where the weights summed up pass this one; a negative one sums up all.
        split: int64 by group; written.

    Returns:
        The sum of the weights.
    """
    split[:] = 0
    total = 0.0
    while True:
        given = 0
        rest = state
        weight = 1.0
        for g in range(num_groups):
            given += split[g]
            rest -= split[g] * strides[g]
            weight *= ONE_BY_FACTORIAL[split[g]]
        if given == n or may_rest:
            weight *= ways[rest] * ONE_BY_FACTORIAL[n - given]
            total += weight
            if weight > 0.0 and point >= 0.0 and total > point:
                return total
        if not _next_split(split, most, num_groups, n):
            return total


@kernel
def _hand_out_classes(
    unseen: int, trump: int, num_groups: int, rooms: np.ndarray, voids: np.ndarray, strides: np.ndarray, ways: np.ndarray,
    cards: np.ndarray, streams: np.ndarray, i: int,
) -> int:  # fmt: skip
    """Draw what each group gets, class by class.

    Args:
        unseen: card set.
        trump: suit.
        num_groups: how many.
        rooms: int64 by group.
        voids: int64 by group.
        strides: int64 by group.
        ways: float64 [NUM_CLASSES + 1, states], by `_count_ways`.
        cards: int64 by group, card sets; written.
        streams: uint64; streams[i] is advanced.
        i: which stream.

    Returns:
        State to be filled by the plain suits; it tells how the rest may be split.
    """
    split = np.zeros(NUM_HOLDERS, np.int64)
    most = np.zeros(NUM_HOLDERS, np.int64)
    state = ways.shape[1] - 1
    plain_state = state
    cards[:] = 0
    for c in range(NUM_CLASSES):
        if c == FIRST_PLAIN:
            plain_state = state
        alike = unseen & int(CLASS_CARDS[trump, c])
        n = num_cards(alike)
        for g in range(num_groups):
            most[g] = 0 if voids[g] >> c & 1 else min(n, _digit(state, g, rooms, strides))
        may_rest = c >= OTHER_TRUMPS
        total = _draw_split(n, may_rest, state, num_groups, most, strides, ways[c + 1], -1.0, split)
        point = next_uniform(streams, i) * total
        _draw_split(n, may_rest, state, num_groups, most, strides, ways[c + 1], point, split)
        for g in range(num_groups):
            picked = _pick(alike, int(split[g]), streams, i)
            cards[g] |= picked
            alike &= ~picked
            state -= int(split[g] * strides[g])
    return plain_state


@kernel
def _make_groups(
    room: np.ndarray, voids: np.ndarray, own_group: int, group_of: np.ndarray, rooms: np.ndarray, group_voids: np.ndarray
) -> int:
    """Put holders with the same voids into one group; returns how many groups there are.

    Args:
        room: int64 [NUM_HOLDERS], cards to be given.
        voids: int64 [NUM_HOLDERS].
        own_group: a holder that is a group of its own, the first; or -1.
        group_of: int64 [NUM_HOLDERS]; written, NO_GROUP where there is no room.
        rooms: int64 [NUM_HOLDERS], by group; written.
        group_voids: int64 [NUM_HOLDERS], by group; written.
    """
    group_of[:] = NO_GROUP
    rooms[:] = 0
    count = 0
    first = 0
    if own_group >= 0:
        group_of[own_group] = 0
        rooms[0] = room[own_group]
        group_voids[0] = voids[own_group]
        first = count = 1
    for holder in range(NUM_HOLDERS):
        if holder == own_group or room[holder] == 0:
            continue
        g = first
        while g < count and group_voids[g] != voids[holder]:
            g += 1
        if g == count:
            group_voids[g] = voids[holder]
            count += 1
        group_of[holder] = g
        rooms[g] += room[holder]
    return count


@kernel
def _set_strides(rooms: np.ndarray, num_groups: int, strides: np.ndarray) -> int:
    """Write the strides of the groups; returns the number of states."""
    size = 1
    for g in range(num_groups):
        strides[g] = size
        size *= int(rooms[g]) + 1
    return size


@kernel
def _draw_discarded_trumps(
    options: np.record, plain_state: int, counts: np.ndarray, num_groups: int, rooms: np.ndarray, strides: np.ndarray,
    num_discards: int, keeps: np.ndarray, streams: np.ndarray, i: int,
) -> int:  # fmt: skip
    """Draw how many of the trumps that no group got were discarded and not buried."""
    total = _rest_ways(options, plain_state, counts, num_groups, rooms, strides, num_discards, keeps, -1)
    point = next_uniform(streams, i) * total
    chosen = 0
    for discarded in range(num_discards + 1):
        share = _rest_ways(options, plain_state, counts, num_groups, rooms, strides, num_discards, keeps, discarded)
        if share > 0.0 and point >= 0.0:
            chosen = discarded
            point -= share
    return chosen


@kernel
def _draw_cards(
    options: np.record, trump: int, dealer: int, unseen: int, room: np.ndarray, voids: np.ndarray, num_discards: int,
    keeps: np.ndarray, is_choosing: bool, piles: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw who holds the unseen cards.

    Args:
        options: of the table.
        trump: suit; any before trumps are named.
        dealer: seat.
        unseen: card set.
        room: int64 [NUM_HOLDERS], cards to be given.
        voids: int64 [NUM_HOLDERS].
        num_discards: unknown cards that others discarded.
        keeps: see `_split_ways`.
        is_choosing: whether a dealer other than the observer is choosing; how many cards he keeps so far is then drawn.
        piles: int64 [NUM_PILES], card sets; written.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    counts = np.zeros(NUM_CLASSES, np.int64)
    for c in range(NUM_CLASSES):
        counts[c] = num_cards(unseen & int(CLASS_CARDS[trump, c]))
    group_of = np.zeros(NUM_HOLDERS, np.int64)
    rooms = np.zeros(NUM_HOLDERS, np.int64)
    group_voids = np.zeros(NUM_HOLDERS, np.int64)
    strides = np.zeros(NUM_HOLDERS, np.int64)
    cards = np.zeros(NUM_HOLDERS, np.int64)
    if is_choosing:
        _draw_num_kept(options, counts, room, voids, dealer, num_discards, keeps, streams, i)
    num_groups = _make_groups(room, voids, dealer if keeps[0] != 0 else -1, group_of, rooms, group_voids)
    ways = np.zeros((NUM_CLASSES + 1, _set_strides(rooms, num_groups, strides)))
    _count_ways(options, counts, num_groups, rooms, group_voids, strides, num_discards, keeps, ways)
    plain_state = _hand_out_classes(unseen, trump, num_groups, rooms, group_voids, strides, ways, cards, streams, i)
    piles[:] = 0
    rest = unseen
    for holder in range(NUM_HOLDERS):
        if group_of[holder] != NO_GROUP:
            picked = _pick(int(cards[group_of[holder]]), int(room[holder]), streams, i)
            cards[group_of[holder]] &= ~picked
            piles[holder] = picked
            rest &= ~picked
    num_trumps = _draw_discarded_trumps(
        options, plain_state, counts, num_groups, rooms, strides, num_discards, keeps, streams, i
    )  # fmt: skip
    trumps = rest & int(TRUMPS[trump])
    piles[DISCARDS] = _pick(trumps, num_trumps, streams, i) | _pick(rest & ~trumps, num_discards - num_trumps, streams, i)
    piles[BURIED] = rest & ~int(piles[DISCARDS])


@kernel
def _draw_num_kept(
    options: np.record, counts: np.ndarray, room: np.ndarray, voids: np.ndarray, dealer: int, num_discards: int,
    keeps: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw how many cards a dealer who is choosing keeps so far; written to room[dealer] and keeps[1]."""
    group_of = np.zeros(NUM_HOLDERS, np.int64)
    rooms = np.zeros(NUM_HOLDERS, np.int64)
    group_voids = np.zeros(NUM_HOLDERS, np.int64)
    strides = np.zeros(NUM_HOLDERS, np.int64)
    shares = np.zeros(HAND_SIZE)
    for kept in range(HAND_SIZE):
        room[dealer] = kept
        keeps[1] = kept
        num_groups = _make_groups(room, voids, dealer, group_of, rooms, group_voids)
        ways = np.zeros((NUM_CLASSES + 1, _set_strides(rooms, num_groups, strides)))
        _count_ways(options, counts, num_groups, rooms, group_voids, strides, num_discards, keeps, ways)
        shares[kept] = ways[0, -1]
    point = next_uniform(streams, i) * shares.sum()
    for kept in range(HAND_SIZE):
        if shares[kept] > 0.0 and point >= 0.0:
            room[dealer] = kept
            keeps[1] = kept
            point -= shares[kept]


# --- A deal that fits ------------------------------------------------------------------------------------------------------


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Most decisions taken in the deal that an observation shows: how many cards a dealer chose to keep is his secret."""
    return int(observation[At.DECISIONS]) + HAND_SIZE


@kernel
def _flag_at(observation: np.ndarray, start: int, size: int) -> int:
    """Which of some flags is set, or -1."""
    for k in range(size):
        if observation[start + k] != 0:
            return k
    return -1


@kernel
def _place(seat: int, dealer: int) -> int:
    """When a seat has its turn: 0 for the dealer's left neighbour, 5 for the dealer."""
    return (seat - dealer + NUM_PLAYERS - 1) % NUM_PLAYERS


@kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance.

    Args:
        state: STATE record of zeros; `dealer`, `deck` and what stands from deal to deal are what counts afterwards.
        options: of the table.
        observation: int8, of a seat in a deal that is not over; the observer becomes seat 0.
        memo: int64 [MEMO_SIZE]; written, for `recall`.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    dealer = _flag_at(observation, At.DEALER, NUM_PLAYERS)
    trump = max(_flag_at(observation, At.TRUMP, NUM_SUITS), 0)
    phase = Phase.BID + _flag_at(observation, At.PHASE, Phase.PLAY - Phase.BID + 1)
    state.dealer = dealer
    piles = np.zeros(NUM_PILES, np.int64)
    played = np.zeros(NUM_PLAYERS, np.int64)
    for k in range(NUM_PLAYERS):
        played[k] = read_cards(observation, At.PLAYED + NUM_CARDS * k, NUM_CARDS)
    _draw_piles(options, observation, dealer, trump, phase, played, memo[MEMO_ORDER:], piles, streams, i)
    piles[0] = read_cards(observation, At.HAND, NUM_CARDS)
    has_taken_stock = options.exchange != 0 and (phase in (Phase.KEEP, Phase.PLAY))
    if dealer == 0:
        piles[BURIED] = read_cards(observation, At.DISCARDED, NUM_CARDS)
    elif has_taken_stock:
        piles[BURIED] |= _shown(observation, trump)
    turn = _flag_at(observation, At.TURN, NUM_PLAYERS)
    num_drawn = 0
    for place in range(NUM_PLAYERS):
        seat = (dealer + 1 + place) % NUM_PLAYERS
        held = int(piles[seat]) | int(played[seat])
        is_done = has_taken_stock or (phase == Phase.EXCHANGE and place < _place(turn, dealer))
        if seat != dealer:
            drawn = _undo_exchange(observation, seat, held, is_done, piles, memo, streams, i)
            dealt = held & ~drawn | int(memo[seat])
        else:
            drawn = _undo_keeping(observation, seat, trump, held, has_taken_stock, piles, memo, streams, i)
            dealt = (held | int(piles[BURIED])) & ~drawn
        _write_cards(state.deck, place, NUM_PLAYERS, dealt, streams, i)
        _write_cards(state.deck, STOCK_AT + num_drawn, 1, drawn, streams, i)
        num_drawn += num_cards(drawn)
    _write_cards(state.deck, STOCK_AT + num_drawn, 1, int(piles[STOCK]), streams, i)
    state.thrown_in = observation[At.THROWN_IN]
    state.deals = int(observation[At.THROWN_IN]) + 1
    if options.episode == Episode.MATCH:
        _guess_match(state, observation)


@kernel
def _undo_exchange(
    observation: np.ndarray, seat: int, held: int, is_done: bool, piles: np.ndarray, memo: np.ndarray, streams: np.ndarray,
    i: int,
) -> int:  # fmt: skip
    """Draw what a player other than the dealer discarded (into the memo) and, returned, which of his cards he drew."""
    exchanged = int(observation[At.EXCHANGED + seat])
    if seat == 0:
        memo[0] = read_cards(observation, At.DISCARDED, NUM_CARDS)
        return int(read_cards(observation, At.DRAWN, NUM_CARDS))
    memo[seat] = _pick(int(piles[DISCARDS]), exchanged, streams, i)
    piles[DISCARDS] &= ~int(memo[seat])
    return _pick(held, exchanged, streams, i) if is_done else 0


@kernel
def _undo_keeping(
    observation: np.ndarray, seat: int, trump: int, kept: int, has_taken_stock: bool, piles: np.ndarray, memo: np.ndarray,
    streams: np.ndarray, i: int,
) -> int:  # fmt: skip
    """Note in the memo what the dealer chose to keep; draw which cards of his pool came from the stock."""
    if not has_taken_stock:
        return 0
    pool = kept | int(piles[BURIED])
    memo[seat] = kept
    memo[MEMO_CHOSEN] = num_cards(kept) - num_cards(kept_at_once(trump, pool))
    if seat == 0:
        return int(read_cards(observation, At.DRAWN, NUM_CARDS))
    return pool & ~_pick(pool, HAND_SIZE, streams, i)


@kernel
def _draw_piles(
    options: np.record, observation: np.ndarray, dealer: int, trump: int, phase: int, played: np.ndarray, order: np.ndarray,
    piles: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw who holds the unseen cards, from what an observation shows.

    Args:
        options: of the table.
        observation: int8.
        dealer: seat.
        trump: suit; any before trumps are named.
        phase: what is to be decided.
        played: int64 [6], card sets by seat.
        order: int64 [36]; written: the cards played.
        piles: int64 [NUM_PILES], card sets; written.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    room = np.zeros(NUM_HOLDERS, np.int64)
    voids = np.zeros(NUM_HOLDERS, np.int64)
    keeps = np.zeros(4, np.int64)
    has_taken_stock = options.exchange != 0 and (phase in (Phase.KEEP, Phase.PLAY))
    turn = _flag_at(observation, At.TURN, NUM_PLAYERS)
    seen = read_cards(observation, At.HAND, NUM_CARDS) | read_cards(observation, At.DISCARDED, NUM_CARDS)
    seen |= _shown(observation, trump)
    num_discards = 0
    num_drawn = 0
    for seat in range(NUM_PLAYERS):
        seen |= int(played[seat])
        exchanged = int(observation[At.EXCHANGED + seat])
        is_exchanging = phase == Phase.EXCHANGE and seat == turn
        num_drawn += exchanged if not is_exchanging else 0
        if seat != 0:
            num_discards += exchanged
            room[seat] = HAND_SIZE - num_cards(int(played[seat])) - (exchanged if is_exchanging else 0)
    room[STOCK] = STOCK_SIZE - num_drawn if not has_taken_stock else 0
    keeps[0] = 1 if has_taken_stock and dealer != 0 else 0
    keeps[1] = HAND_SIZE
    keeps[2] = num_cards(_shown(observation, trump)) if options.show_buried_trumps != 0 and phase == Phase.PLAY else -1
    keeps[3] = num_cards(int(played[dealer]) & int(TRUMPS[trump]))
    _find_voids(played, options, trump, order, _played_in_order(observation, order), voids)
    is_choosing = keeps[0] != 0 and phase == Phase.KEEP
    _draw_cards(
        options, trump, dealer, ALL_CARDS & ~seen, room, voids, num_discards, keeps, is_choosing, piles, streams, i
    )  # fmt: skip


@kernel
def _shown(observation: np.ndarray, trump: int) -> int:
    """Card set of the trumps that the dealer has shown to have buried."""
    cards = 0
    for k in range(len(BURIABLE_RANKS)):
        if observation[At.BURIED + k] != 0:
            cards |= 1 << int(BURIABLE[trump, k])
    return cards


@kernel
def _write_cards(deck: np.ndarray, start: int, stride: int, cards: int, streams: np.ndarray, i: int) -> None:
    """Write a card set in random order to every so-manieth place of the pack."""
    place = start
    while cards != 0:
        card = _pick(cards, 1, streams, i)
        deck[place] = lowest(card)
        cards &= ~card
        place += stride


@kernel
def _guess_match(state: np.record, observation: np.ndarray) -> None:
    """Read what stands from deal to deal; it is public."""
    for team in range(NUM_TEAMS):
        state.match_scores[team] = read_number(observation, At.MATCH_SCORES + SCORE_DIGITS * team, SCORE_DIGITS)
    state.hands_scored = read_number(observation, At.HANDS_SCORED, 2)
    state.deals = read_number(observation, At.DEALS, 2)


@kernel
def recall(state: np.record, _options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next, or -1 when it shows no more.

    Args:
        state: STATE record of the guessed deal, replayed up to here.
        observation: int8, as handed to `guess`.
        memo: int64 [MEMO_SIZE], as left by `guess`.
    """
    phase = state.phase
    seat = int(state.player)
    if phase == Phase.KEEP:
        if state.num_kept >= memo[MEMO_CHOSEN]:
            return -1
        return int(lowest(int(memo[seat]) & int(state.discarded[seat])))
    if int(state.log_length) - int(state.num_kept) >= observation[At.DECISIONS]:
        return -1
    if phase == Phase.PLAY:
        return int(memo[MEMO_ORDER + NUM_PLAYERS * int(state.num_tricks) + int(state.trick_size)])
    if phase == Phase.EXCHANGE:
        left = int(memo[seat]) & ~int(state.discarded[seat])
        return int(lowest(left)) if left != 0 else Action.DONE
    if phase == Phase.TRUMP:
        return Action.TRUMP_C + _flag_at(observation, At.TRUMP, NUM_SUITS)
    return Action.PASS if observation[At.PASSED + seat] else Action.BID_1 + int(observation[At.BIDS + seat]) - 1
