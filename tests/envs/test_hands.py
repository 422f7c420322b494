"""Hidden hands are counted and drawn as slow code finds them by writing every way down."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, factorial
from typing import NamedTuple

import numpy as np
import pytest
from scipy.stats import chi2

from envs.core.hands import (
    Row,
    Size,
    cards_in_order,
    choose,
    count_ways,
    draw_hands,
    draw_index,
    first_state,
    hand_out,
    next_state,
    pick,
    pick_card,
    plan_hands,
    state_of,
    write_packet,
    write_shuffled,
)
from envs.core.rng import make_streams
from sizes import sized

PROBLEMS = sized(400)
DRAWS = 40
"""For each way that there is."""
LEAST_P = 1e-6

Way = tuple[int, ...]
"""Card sets by holder."""


def members(cards: int) -> list[int]:
    return [card for card in range(53) if cards >> card & 1]


def set_of(cards: object) -> int:
    return sum(1 << card for card in cards)  # type: ignore[attr-defined]


class Problem(NamedTuple):
    """Cards to hand out."""

    unseen: int
    room: list[int]
    barred: list[int]

    def ways(self) -> Iterator[Way]:
        """All ways to hand them out."""

        def give(holder: int, left: int) -> Iterator[Way]:
            if holder == len(self.room):
                yield ()
                return
            for some in itertools.combinations(members(left & ~self.barred[holder]), self.room[holder]):
                for others in give(holder + 1, left & ~set_of(some)):
                    yield set_of(some), *others

        return give(0, self.unseen)

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.array(self.room, np.int64), np.array(self.barred, np.int64), np.zeros(len(self.room), np.int64)


def random_problem(chance: random.Random, most_cards: int = 8) -> Problem:
    """A few cards anywhere in a pack, for some holders; others lack nothing."""
    cards = chance.sample(range(53), chance.randint(1, most_cards))
    holders = chance.randint(1, 5)
    room = [0] * holders
    for _ in cards:
        room[chance.randrange(holders)] += 1
    suits = [set_of(card for card in range(53) if card % 4 == suit) for suit in range(4)]
    kinds = [0, 0, *suits, suits[0] | suits[1], set_of(cards[:1]), set_of(range(53)) if chance.random() < 0.2 else 0]
    return Problem(set_of(cards), room, [chance.choice(kinds) for _ in room])


def p_value(seen: Counter[Way], chances: dict[Way, float]) -> float:
    """Chi-square of draws against chances that add up to one."""
    assert set(seen) <= {way for way, chance in chances.items() if chance > 0}
    draws = seen.total()
    chances = {way: chance for way, chance in chances.items() if chance > 0}
    total = sum((seen[way] - draws * chance) ** 2 / (draws * chance) for way, chance in chances.items())
    return float(chi2.sf(total, len(chances) - 1)) if len(chances) > 1 else 1.0


def shares(plan: np.ndarray, room: np.ndarray) -> float:
    """Ways to share what each group gets among its holders."""
    result = 1.0
    for group in range(plan[Row.SIZES, Size.GROUPS]):
        rooms = [int(room[h]) for h in range(len(room)) if plan[Row.GROUP, h] == group]
        result *= factorial(sum(rooms)) / np.prod([factorial(n) for n in rooms])
    return result


def test_ways_are_counted_exactly():
    """From the first row on; a problem that has no way counts none."""
    chance = random.Random(1)
    some_have_none = False
    for _ in range(PROBLEMS):
        problem = random_problem(chance)
        room, barred, _ = problem.arrays()
        plan, ways = plan_hands(problem.unseen, 0, room, barred, 0, 0)
        count_ways(plan, ways, 0, len(ways) - 1)
        count = sum(1 for _ in problem.ways())
        assert ways[0, state_of(plan, room)] * shares(plan, room) == pytest.approx(count, rel=1e-12), problem
        some_have_none = some_have_none or count == 0
    assert some_have_none


def test_without_bars_everything_is_one_group_and_one_state():
    plan, ways = plan_hands(2**40 - 1, 0, np.array([10, 0, 20, 10]), np.array([1 << 50, 3, 1 << 51, 0]), 0, 0)
    assert ways.shape == (1, 1)
    assert plan[Row.SIZES, Size.GROUPS] == 1
    assert plan[Row.GROUP, :4].tolist() == [0, -1, 0, 0]


def test_whole_packs_are_counted():
    """Two hands of ten and a skat, the second hand without eight cards."""
    room, barred = np.array([10, 10, 2]), np.array([0, 255, 0])
    plan, ways = plan_hands(2**22 - 1, 0, room, barred, 0, 0)
    count_ways(plan, ways, 0, len(ways) - 1)
    assert ways[0, state_of(plan, room)] * shares(plan, room) == pytest.approx(comb(14, 10) * comb(12, 2))


def test_every_way_is_equally_likely():
    chance = random.Random(2)
    done = 0
    while done < sized(40):
        problem = random_problem(chance, 6)
        fit = list(problem.ways())
        if not 2 <= len(fit) <= 60:
            continue
        room, barred, got = problem.arrays()
        streams = make_streams(1, done)
        seen: Counter[Way] = Counter()
        for _ in range(DRAWS * len(fit)):
            hand_out(problem.unseen, room, barred, got, streams, 0)
            seen[tuple(got.tolist())] += 1
        assert p_value(seen, dict.fromkeys(fit, 1 / len(fit))) > LEAST_P, problem
        done += 1


def weigh(plan: np.ndarray, row: np.ndarray, left: int, first: Problem, weight: Callable[[list[int]], float]) -> None:
    """Multiply a row by what the game makes of the cards that each holder, apart, has got so far."""
    lacks = np.zeros(plan[Row.SIZES, Size.GROUPS], np.int64)
    first_state(plan, left, lacks)
    for state in range(len(row)):
        if lacks.min() >= 0:
            got = [first.room[h] - lacks[plan[Row.GROUP, h]] if first.room[h] else 0 for h in range(len(first.room))]
            row[state] *= weight(got) if min(got) >= 0 else 0.0
        next_state(plan, lacks)


def test_a_game_can_weight_what_becomes_of_the_first_cards():
    """Each holder that has k of them has a weight of its own for it."""
    chance = random.Random(3)
    done = 0
    while done < sized(40):
        problem = random_problem(chance, 6)
        first = set_of(chance.sample(members(problem.unseen), chance.randint(1, problem.unseen.bit_count())))
        weights = [[chance.choice([0.0, 1.0, 2.0, 5.0]) for _ in range(7)] for _ in problem.room]

        def weight(got: list[int], weights: list[list[float]] = weights) -> float:
            return float(np.prod([weights[holder][count] for holder, count in enumerate(got)]))

        fit = {way: weight([(cards & first).bit_count() for cards in way]) for way in problem.ways()}
        total = sum(fit.values())
        if total == 0 or not 2 <= len(fit) <= 60:
            continue
        room, barred, got = problem.arrays()
        plan, ways = plan_hands(problem.unseen, first, room, barred, 2**5 - 1, 0)
        count_ways(plan, ways, first.bit_count(), len(ways) - 1)
        weigh(plan, ways[first.bit_count()], (problem.unseen & ~first).bit_count(), problem, weight)
        count_ways(plan, ways, 0, first.bit_count())
        assert ways[0, state_of(plan, room)] == pytest.approx(total)
        streams = make_streams(1, done)
        seen: Counter[Way] = Counter()
        for _ in range(DRAWS * len(fit)):
            draw_hands(plan, ways, problem.unseen, room, got, streams, 0)
            seen[tuple(got.tolist())] += 1
        assert p_value(seen, {way: share / total for way, share in fit.items()}) > LEAST_P, problem
        done += 1


def test_with_spare_the_same_count_serves_holders_that_lack_less():
    """What a holder lacks less, another one lacks more: the rest, or a holder planned with as much room."""
    chance = random.Random(4)
    done = 0
    while done < sized(100):
        problem = random_problem(chance)
        room, barred, _ = problem.arrays()
        less = room.copy()
        holder = chance.randrange(len(room))
        less[holder] -= chance.randint(0, min(2, room[holder]))
        plan, ways = plan_hands(problem.unseen, 0, room, barred, 0, 2)
        if plan[Row.GROUP, holder] < 0:
            continue
        rest = [h for h in range(len(room)) if plan[Row.GROUP, h] == plan[Row.SIZES, Size.REST]]
        if holder in rest:
            continue
        more = less.copy()
        more[rest[0]] += room[holder] - less[holder]
        count_ways(plan, ways, 0, len(ways) - 1)
        count = sum(1 for _ in Problem(problem.unseen, more.tolist(), problem.barred).ways())
        assert ways[0, state_of(plan, less)] * shares(plan, more) == pytest.approx(count), problem
        done += 1


def test_hands_that_cannot_be_are_drawn_all_the_same():
    """So that they can be refused when the history is played on them."""
    room, barred, got = np.array([2, 1, -1]), np.array([7, 7, 0]), np.zeros(3, np.int64)
    hand_out(7, room, barred, got, make_streams(1, 1), 0)
    assert got[0] & got[1] == 0
    assert got[0] | got[1] <= 7
    hand_out(1, room, barred, got, make_streams(1, 1), 0)
    hand_out(0, room, barred, got, make_streams(1, 1), 0)
    assert got.tolist() == [0, 0, 0]
    none = np.zeros(3, np.int64)
    plan, ways = plan_hands(7, 7, none, barred, 0, 0)
    draw_hands(plan, ways, 7, none, got, make_streams(1, 1), 0)
    assert got.tolist() == [0, 0, 0]


@pytest.mark.parametrize("count", range(6))
def test_every_subset_is_equally_likely(count):
    cards = 0b1011001 | 1 << 52
    streams = make_streams(1, count)
    seen = Counter((pick(cards, count, streams, 0),) for _ in range(sized(20_000)))
    subsets = [(set_of(some),) for some in itertools.combinations(members(cards), count)]
    assert p_value(seen, dict.fromkeys(subsets, 1 / len(subsets))) > LEAST_P
    assert {members(some)[0] for (some,) in [(1 << pick_card(cards, streams, 0),) for _ in range(500)]} == set(members(cards))


def test_a_subset_larger_than_the_set_is_the_set():
    assert pick(0b101, 7, make_streams(1, 1), 0) == 0b101


def test_an_index_is_drawn_with_its_share():
    streams = make_streams(1, 9)
    shares = np.array([0.0, 1.0, 0.0, 3.0])
    seen = Counter((draw_index(shares, streams, 0),) for _ in range(sized(5000)))
    assert p_value(seen, {(1,): 0.25, (3,): 0.75}) > LEAST_P
    assert draw_index(np.zeros(3), streams, 0) == 0


def test_ways_to_choose_are_whole_numbers():
    assert [[choose(n, k) for k in range(-1, n + 2)] for n in range(40)] == [
        [comb(n, k) if k >= 0 else 0 for k in range(-1, n + 2)] for n in range(40)
    ]


def test_cards_are_read_in_the_order_of_their_places():
    cards = np.full(4, -1)
    assert cards_in_order(np.array([0, 3, 1, 0, 2], np.int8), cards) == 3
    assert cards.tolist() == [2, 4, 1, -1]


def test_packets_stand_in_the_pack_one_after_the_other():
    deck = np.zeros(6, np.int8)
    rest = write_packet(deck, 1, 3, 0b111001000)
    assert (deck.tolist(), rest) == ([0, 3, 6, 7, 0, 0], 1 << 8)


def test_shuffled_cards_stand_at_every_so_manieth_place():
    streams = make_streams(1, 5)
    orders = Counter()
    for _ in range(sized(6000)):
        deck = np.full(6, -1, np.int8)
        write_shuffled(deck, 1, 2, 0b100110, streams, 0)
        assert deck[::2].tolist() == [-1] * 3
        orders[tuple(deck[1::2].tolist())] += 1
    assert p_value(orders, dict.fromkeys(itertools.permutations([1, 2, 5]), 1 / 6)) > LEAST_P
