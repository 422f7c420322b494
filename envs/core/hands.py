"""Hidden hands: counting the ways to hand out the cards that somebody does not see, and drawing one of them.

*Holders* are whatever may have such cards: hands, a skat, a stock, what was discarded. Holder h lacks `room[h]` cards and has
none of the set `barred[h]`. All ways to hand the unseen cards out are equally likely, unless a game weights them:

    plan, ways = plan_hands(unseen, 0, room, barred, 0, 0)
    count_ways(plan, ways, 0, len(ways) - 1)
    draw_hands(plan, ways, unseen, room, got, streams, i)

or, in one call, `hand_out`. Holders who are barred from the same cards are one *group*. Cards from which somebody is barred
are handed out one by one, the others at the end. A *state* is how many cards each group lacks; `ways[k, s]` is the number of
ways to go on from state s with the k-th of these cards: the sum over the groups that can get it. The group that can get most of
them is the *rest*: what it lacks follows from what the others lack. How a group's cards are shared among its holders is left to
the end; there are as many ways to do so whatever they are. Counts are float64, good to fifteen digits.

Where a game knows more than who is barred from what, it names the cards that matter as `first`, and holders whose share of
them matters as `apart`, each a group of its own. What of these cards a group has got is told by the states of the row behind
them, so that is where the game multiplies the weight of each state (see `next_state`):

    plan, ways = plan_hands(unseen, first, room, barred, apart, 0)
    count_ways(plan, ways, num_cards(first), len(ways) - 1)
    ...  # ways[num_cards(first), s] *= ...
    count_ways(plan, ways, 0, num_cards(first))
"""

from enum import IntEnum

import numpy as np

from envs.core.cards import lowest, nth_card, num_cards
from envs.core.jit import kernel, large_kernel
from envs.core.rng import next_below, next_uniform

MAX_CARDS = 64
ONE_BY_FACTORIAL = 1.0 / np.cumprod(np.concatenate([[1.0], np.arange(1.0, MAX_CARDS)]))


class Row(IntEnum):
    """Rows of a plan."""

    GROUP = 0
    """By holder: the number of its group, -1 where it lacks nothing."""
    BARRED = 1
    """By group: the unseen cards that it cannot get."""
    MOST = 2
    """By group: how many of the cards that are handed out one by one it can get."""
    LEAST = 3
    """By group: how many cards it still lacks when it has got so many."""
    STRIDE = 4
    """By group: what each card more that it lacks adds to the number of a state; 0 for the rest."""
    ORDER = 5
    """The cards that are handed out one by one."""
    SIZES = 6
    """See `Size`."""


class Size(IntEnum):
    """Entries of the row SIZES."""

    GROUPS = 0
    REST = 1
    """Number of the group whose lack follows from the others'."""
    LOOSE = 2
    """How many cards are handed out at the end."""


NUM_ROWS = len(Row)


@kernel
def choose(n: int, k: int) -> float:
    """Ways to choose k of n cards; 0 where that cannot be done."""
    return float(np.rint(ONE_BY_FACTORIAL[k] * ONE_BY_FACTORIAL[n - k] / ONE_BY_FACTORIAL[n])) if 0 <= k <= n else 0.0


@kernel
def cards_in_order(places: np.ndarray, cards: np.ndarray) -> int:
    """Write the cards that have been played, from the first to the last.

    Args:
        places: int8 [cards], when each card was played, from 1 on; 0: not yet.
        cards: int64, as many as can be played.

    Returns:
        How many.
    """
    count = 0
    for card in range(len(places)):
        if places[card] > 0:
            cards[int(places[card]) - 1] = card
            count += 1
    return count


# --- Counting --------------------------------------------------------------------------------------------------------------


@large_kernel
def plan_hands(
    unseen: int, first: int, room: np.ndarray, barred: np.ndarray, apart: int, spare: int
) -> tuple[np.ndarray, np.ndarray]:
    """Group the holders and number the states.

    Args:
        unseen: card set to be handed out.
        first: those of them that are to be handed out first, one by one.
        room: int64 [holders].
        barred: int64 [holders], card sets.
        apart: holders as bits, each of whom is to be a group of its own.
        spare: most cards by which `room` of a group may be less when hands are drawn than it is now.

    Returns:
        The plan, int64 [NUM_ROWS, 64], and `ways`, float64 [cards handed out one by one + 1, states], its last row counted.
    """
    plan = np.zeros((NUM_ROWS, MAX_CARDS), np.int64)
    some = first
    num_groups = 0
    for holder in range(len(room)):
        plan[Row.GROUP, holder] = -1
        if room[holder] > 0:
            some |= int(barred[holder]) & unseen
            num_groups = _join_group(plan, num_groups, holder, int(room[holder]), int(barred[holder]) & unseen, apart)
    if num_groups == 0:
        first = some = 0
    plan[Row.SIZES, Size.GROUPS] = num_groups
    plan[Row.SIZES, Size.LOOSE] = num_cards(unseen & ~some)
    num_some = num_cards(some)
    rest = some & ~first
    for k in range(num_some):
        card = lowest(first if first != 0 else rest)
        first &= ~(1 << card)
        rest &= ~(1 << card)
        plan[Row.ORDER, k] = card
    ways = np.empty((num_some + 1, _number_states(plan, some, spare)))
    _count_loose(plan, ways[num_some])
    return plan, ways


@kernel
def _join_group(plan: np.ndarray, num_groups: int, holder: int, room: int, barred: int, apart: int) -> int:
    """Put a holder into a group, whose room is noted as LEAST; returns how many groups there are."""
    group = num_groups
    for other in range(holder):
        known = int(plan[Row.GROUP, other])
        if known >= 0 and plan[Row.BARRED, known] == barred and (apart >> holder | apart >> other) & 1 == 0:
            group = known
    plan[Row.GROUP, holder] = group
    plan[Row.BARRED, group] = barred
    plan[Row.LEAST, group] += room
    return max(num_groups, group + 1)


@kernel
def _number_states(plan: np.ndarray, some: int, spare: int) -> int:
    """Find the rest, and the strides of the other groups; returns the number of states."""
    num_groups = int(plan[Row.SIZES, Size.GROUPS])
    rest = 0
    for group in range(num_groups):
        most = min(int(plan[Row.LEAST, group]), num_cards(some & ~int(plan[Row.BARRED, group])) + spare)
        plan[Row.MOST, group] = most
        plan[Row.LEAST, group] -= most
        if most > plan[Row.MOST, rest]:
            rest = group
    plan[Row.SIZES, Size.REST] = rest
    num_states = 1
    for group in range(num_groups):
        if group != rest:
            plan[Row.STRIDE, group] = num_states
            num_states *= int(plan[Row.MOST, group]) + 1
    return num_states


@kernel
def first_state(plan: np.ndarray, cards: int, lacks: np.ndarray) -> None:
    """Write what each group lacks in state 0 when so many cards are still to be handed out: int64 [groups]."""
    rest = int(plan[Row.SIZES, Size.REST])
    for group in range(len(lacks)):
        lacks[group] = plan[Row.LEAST, group] if group != rest else 0
    if len(lacks) > 0:
        lacks[rest] = cards - lacks.sum()


@kernel
def next_state(plan: np.ndarray, lacks: np.ndarray) -> None:
    """Go on to the state of the next number; the rest lacks less than nothing where that state cannot be."""
    rest = int(plan[Row.SIZES, Size.REST])
    for group in range(len(lacks)):
        if group != rest:
            if lacks[group] < plan[Row.LEAST, group] + plan[Row.MOST, group]:
                lacks[group] += 1
                lacks[rest] -= 1
                return
            lacks[group] = plan[Row.LEAST, group]
            lacks[rest] += plan[Row.MOST, group]


@kernel
def _count_loose(plan: np.ndarray, ways: np.ndarray) -> None:
    """Count the ways to hand out the cards that every group can get: a multinomial coefficient a state."""
    num_loose = int(plan[Row.SIZES, Size.LOOSE])
    lacks = np.zeros(plan[Row.SIZES, Size.GROUPS], np.int64)
    first_state(plan, num_loose, lacks)
    for state in range(len(ways)):
        count = 1.0 / ONE_BY_FACTORIAL[num_loose]
        for group in range(len(lacks)):
            count *= ONE_BY_FACTORIAL[lacks[group]] if lacks[group] >= 0 else 0.0
        ways[state] = count
        next_state(plan, lacks)


@large_kernel
def count_ways(plan: np.ndarray, ways: np.ndarray, begin: int, end: int) -> None:
    """Count the rows from `begin` on to the one before `end`, which is counted, and may have been weighted."""
    for k in range(end - 1, begin - 1, -1):
        card = int(plan[Row.ORDER, k])
        here, after = ways[k], ways[k + 1]
        can_be_rest = int(plan[Row.BARRED, plan[Row.SIZES, Size.REST]]) >> card & 1 == 0
        for state in range(len(here)):
            here[state] = after[state] if can_be_rest else 0.0
        for group in range(plan[Row.SIZES, Size.GROUPS]):
            stride = int(plan[Row.STRIDE, group])
            if stride > 0 and int(plan[Row.BARRED, group]) >> card & 1 == 0:
                _add_group(here, after, stride, stride * (int(plan[Row.MOST, group]) + 1))


@kernel
def _add_group(here: np.ndarray, after: np.ndarray, stride: int, span: int) -> None:
    """Add the ways in which a group gets the card; whether it lacks one changes every `span` states."""
    for start in range(0, len(here), span):
        for state in range(start + stride, start + span):
            here[state] += after[state - stride]


@kernel
def state_of(plan: np.ndarray, room: np.ndarray) -> int:
    """Number of the state in which the holders lack so many cards."""
    state = 0
    for group in range(plan[Row.SIZES, Size.GROUPS]):
        state -= int(plan[Row.LEAST, group] * plan[Row.STRIDE, group])
    for holder in range(len(room)):
        if plan[Row.GROUP, holder] >= 0:
            state += int(room[holder] * plan[Row.STRIDE, plan[Row.GROUP, holder]])
    return state


# --- Drawing ---------------------------------------------------------------------------------------------------------------


@large_kernel
def draw_hands(
    plan: np.ndarray, ways: np.ndarray, unseen: int, room: np.ndarray, got: np.ndarray, streams: np.ndarray, i: int
) -> None:
    """Draw who gets which card, each way with the chance that its weight gives it.

    Args:
        plan: from `plan_hands`.
        ways: all rows counted.
        unseen: card set, as planned.
        room: int64 [holders], as planned or less by `spare` in all.
        got: int64 [holders], card sets; written.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    lacks = np.zeros(plan[Row.SIZES, Size.GROUPS], np.int64)
    cards = np.zeros(len(lacks), np.int64)
    shares = np.zeros(len(lacks))
    for holder in range(len(room)):
        if plan[Row.GROUP, holder] >= 0:
            lacks[plan[Row.GROUP, holder]] += room[holder]
    state = state_of(plan, room)
    loose = unseen
    for k in range(len(ways) - 1):
        card = int(plan[Row.ORDER, k])
        _write_shares(plan, ways[k + 1], state, card, lacks, shares)
        group = draw_index(shares, streams, i)
        if shares[group] == 0.0:  # hands that cannot be
            group = int(plan[Row.SIZES, Size.REST])
        state -= int(plan[Row.STRIDE, group])
        lacks[group] -= 1
        cards[group] |= 1 << card
        loose &= ~(1 << card)
    for group in range(len(lacks)):
        some = pick(loose, int(lacks[group]), streams, i)
        cards[group] |= some
        loose &= ~some
    for holder in range(len(room)):
        group = int(plan[Row.GROUP, holder])
        got[holder] = pick(int(cards[group]), int(room[holder]), streams, i) if group >= 0 else 0
        if group >= 0:
            cards[group] &= ~int(got[holder])


@kernel
def _write_shares(plan: np.ndarray, after: np.ndarray, state: int, card: int, lacks: np.ndarray, shares: np.ndarray) -> None:
    """Write in how many ways one can go on after each group gets a card."""
    for group in range(len(lacks)):
        is_barred = int(plan[Row.BARRED, group]) >> card & 1 != 0
        can_get_it = not is_barred and lacks[group] > plan[Row.LEAST, group]
        shares[group] = after[state - plan[Row.STRIDE, group]] if can_get_it else 0.0


@large_kernel
def hand_out(unseen: int, room: np.ndarray, barred: np.ndarray, got: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw who gets which card, every way being equally likely: plan, count and draw in one."""
    plan, ways = plan_hands(unseen, 0, room, barred, 0, 0)
    count_ways(plan, ways, 0, len(ways) - 1)
    draw_hands(plan, ways, unseen, room, got, streams, i)


@large_kernel
def pick(cards: int, count: int, streams: np.ndarray, i: int) -> int:
    """A random subset of this many cards; of all, if there are fewer."""
    size = num_cards(cards)
    is_short = 2 * count <= size  # draw what is picked, or what is not, whichever is less
    left = cards
    for _ in range(count if is_short else size - count):
        left &= ~(1 << pick_card(left, streams, i))
    return cards & ~left if is_short else left


@kernel
def draw_index(shares: np.ndarray, streams: np.ndarray, i: int) -> int:
    """An index of float64 shares, each with the chance that its share gives it; 0 where all are 0."""
    point = next_uniform(streams, i) * shares.sum()
    chosen = 0
    for index in range(len(shares)):
        if shares[index] > 0.0 and point >= 0.0:
            chosen = index
            point -= shares[index]
    return chosen


@kernel
def pick_card(cards: int, streams: np.ndarray, i: int) -> int:
    """A random card of a set that is not empty."""
    return nth_card(cards, next_below(streams, i, num_cards(cards)))


# --- Back into the pack ----------------------------------------------------------------------------------------------------


@kernel
def write_packet(deck: np.ndarray, start: int, size: int, cards: int) -> int:
    """Write the lowest cards of a set to deck[start : start + size], in ascending order; returns the others."""
    for k in range(min(size, num_cards(cards))):
        deck[start + k] = lowest(cards)
        cards &= cards - 1
    return cards


@large_kernel
def write_shuffled(deck: np.ndarray, start: int, stride: int, cards: int, streams: np.ndarray, i: int) -> None:
    """Write a card set in random order to every `stride`-th place of the pack, from `start` on."""
    while cards != 0:
        card = pick_card(cards, streams, i)
        deck[start] = card
        cards &= ~(1 << card)
        start += stride
