"""Handing unseen cards out uniformly: counting the ways exactly, place by place and group by group of equal cards."""

import numpy as np

from envs.core.cards import lowest, nth_card, num_cards
from envs.core.jit import kernel, large_kernel
from envs.core.rng import next_below, next_uniform
from envs.games.sheepshead.cards import NUM_CARDS
from envs.games.sheepshead.variants import MAX_PLAYERS

NUM_PLACES = MAX_PLAYERS + 5
"""Where an unseen card can be: the hand of a position, or one of five places that `hidden` names."""
FACTORIAL = np.array([float(np.prod(np.arange(1, n + 1, dtype=np.float64))) for n in range(NUM_CARDS + 1)])


@large_kernel
def pick_some(cards: int, count: int, streams: np.ndarray, i: int) -> int:
    """A random subset of this many cards."""
    picked = 0
    for _ in range(count):
        rest = cards & ~picked
        picked |= 1 << nth_card(rest, next_below(streams, i, num_cards(rest)))
    return picked


# --- Counting -----------------------------------------------------------------------------------------------------------------


@large_kernel
def group_cards(unseen: int, allowed: np.ndarray, all_places: int, groups: np.ndarray, places: np.ndarray) -> int:
    """Sort the unseen cards that cannot be everywhere into groups of equals.

    Args:
        unseen: card set.
        allowed: int64 [NUM_CARDS], place set of each card.
        all_places: places with room.
        groups: int64 [NUM_CARDS]; card set of each group, written.
        places: int64 [NUM_CARDS]; where its cards can be, written.

    Returns:
        Number of groups.
    """
    count = 0
    while unseen != 0:
        card = lowest(unseen)
        unseen &= unseen - 1
        where = int(allowed[card]) & all_places
        if where == all_places:
            continue
        found = False
        for group in range(count):
            if places[group] == where:
                groups[group] |= 1 << card
                found = True
                break
        if not found:
            groups[count] = 1 << card
            places[count] = where
            count += 1
    return count


@large_kernel
def count_ways(
    room: np.ndarray, num_groups: int, places: np.ndarray, sizes: np.ndarray, steps: np.ndarray, num_free: int, ways: np.ndarray
) -> None:
    """Write for every place how many ways there are to fill it and those after it (see `_fill_shares`)."""
    counts = np.zeros(num_groups, np.int64)
    taken = np.zeros(num_groups, np.int64)
    ways[NUM_PLACES, 0] = 1.0
    for place in range(NUM_PLACES - 1, -1, -1):
        if room[place] == 0:
            for index in range(ways.shape[1]):  # numba takes seconds to compile an assignment of a whole row
                ways[place, index] = ways[place + 1, index]
        else:
            _fill_shares(
                place, int(room[place]), num_groups, places, sizes, steps, num_free, ways[place + 1], ways[place], counts, taken
            )


@kernel
def _fill_shares(
    place: int, room: int, num_groups: int, places: np.ndarray, sizes: np.ndarray, steps: np.ndarray, free: int,
    after: np.ndarray, here: np.ndarray, counts: np.ndarray, taken: np.ndarray,
) -> None:  # fmt: skip
    """Count the ways to fill this place and those after it, for every number of cards that each group may have left.

    Args:
        place: number of the place.
        room: cards it takes.
        num_groups: groups.
        places: int64 [groups], where a group's cards can be.
        sizes: int64 [groups].
        steps: int64 [groups], what one card of a group adds to an index.
        free: cards of no group, which can be everywhere.
        after: float64 [indices], the ways of the places after this one.
        here: float64 [indices]; written.
        counts: int64 [groups], scratch.
        taken: int64 [groups], scratch.
    """
    for index in range(len(here)):
        here[index] = 0.0
        _read_index(index, num_groups, steps, counts, taken)
        is_more, used, target, weight = True, 0, index, 1.0
        while is_more:
            if room - used <= free and after[target] > 0.0:
                here[index] += weight * after[target] / FACTORIAL[room - used]
            is_more, used, target, weight = _next_share(
                place, room, num_groups, places, steps, counts, taken, used, target, weight
            )


@kernel
def _read_index(index: int, num_groups: int, steps: np.ndarray, counts: np.ndarray, taken: np.ndarray) -> None:
    """Write how many cards of each group an index stands for; none of them is taken yet."""
    rest = index
    for group in range(num_groups - 1, -1, -1):
        counts[group] = rest // steps[group]
        rest -= counts[group] * steps[group]
        taken[group] = 0


@kernel
def _next_share(
    place: int, room: int, num_groups: int, places: np.ndarray, steps: np.ndarray, counts: np.ndarray, taken: np.ndarray,
    used: int, target: int, weight: float,
) -> tuple[bool, int, int, float]:  # fmt: skip
    """Go to the next way to take cards of the groups for a place, counting up like the wheels of a meter.

    Args:
        place: number of the place.
        room: cards it takes.
        num_groups: groups.
        places: as for `_fill_shares`.
        steps: likewise.
        counts: int64 [groups], cards there are.
        taken: int64 [groups], cards this place takes; written.
        used: all that are taken.
        target: index of what is left.
        weight: 1 / the product of the factorials of `taken`.

    Returns:
        Whether there is another way; used, target and weight then.
    """
    for group in range(num_groups):
        if places[group] >> place & 1 == 1 and taken[group] < counts[group] and used < room:
            taken[group] += 1
            return True, used + 1, target - int(steps[group]), weight / taken[group]
        used -= int(taken[group])
        target += int(taken[group] * steps[group])
        weight *= FACTORIAL[taken[group]]
        taken[group] = 0
    return False, used, target, weight


# --- Drawing ------------------------------------------------------------------------------------------------------------------


@kernel
def _draw_counts(
    place: int, room: int, num_groups: int, places: np.ndarray, steps: np.ndarray, free: int, after: np.ndarray, index: int,
    point: float, counts: np.ndarray, taken: np.ndarray,
) -> int:  # fmt: skip
    """Draw how many cards of each group a place gets, each with its share of the ways; returns the index that is left.

    Args:
        place: number of the place.
        room: cards it takes.
        num_groups: groups.
        places: as for `_fill_shares`.
        steps: likewise.
        free: likewise.
        after: likewise.
        index: cards that each group has left.
        point: uniform in the ways of this place and index.
        counts: int64 [groups], scratch.
        taken: int64 [groups]; written.
    """
    _read_index(index, num_groups, steps, counts, taken)
    is_more, used, target, weight = True, 0, index, 1.0
    last = index
    best = np.zeros(num_groups, np.int64)
    while is_more:
        if room - used <= free and after[target] > 0.0:
            point -= weight * after[target] / FACTORIAL[room - used]
            last = target
            for group in range(num_groups):
                best[group] = taken[group]
            if point < 0.0:
                break
        is_more, used, target, weight = _next_share(place, room, num_groups, places, steps, counts, taken, used, target, weight)
    for group in range(num_groups):
        taken[group] = best[group]
    return last


@large_kernel
def hand_out(
    unseen: int, room: np.ndarray, num_groups: int, groups: np.ndarray, places: np.ndarray, steps: np.ndarray, ways: np.ndarray,
    got: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw what every place gets.

    Args:
        unseen: card set to hand out.
        room: int64 [NUM_PLACES].
        num_groups: groups of cards that cannot be everywhere.
        groups: int64 [groups], their card sets.
        places: int64 [groups].
        steps: int64 [groups].
        ways: float64 [NUM_PLACES + 1, indices], by `count_ways`.
        got: int64 [NUM_PLACES], card sets; written.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    left = groups[:num_groups].copy()
    free = unseen
    for group in range(num_groups):
        free &= ~int(groups[group])
    counts = np.zeros(num_groups, np.int64)
    taken = np.zeros(num_groups, np.int64)
    index = ways.shape[1] - 1
    for place in range(NUM_PLACES):
        got[place] = 0
        if room[place] == 0:
            continue
        size = int(room[place])
        point = next_uniform(streams, i) * ways[place, index]
        index = _draw_counts(
            place, size, num_groups, places, steps, num_cards(free), ways[place + 1], index, point, counts, taken
        )
        for group in range(num_groups):
            some = pick_some(int(left[group]), int(taken[group]), streams, i)
            left[group] &= ~some
            got[place] |= some
        some = pick_some(free, size - num_cards(int(got[place])), streams, i)
        free &= ~some
        got[place] |= some
