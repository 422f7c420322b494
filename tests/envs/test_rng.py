"""Random numbers by counter: the published generator, and what is made of its words."""

import math

import numpy as np
import pytest
from scipy.stats import chi2

from envs.core import rng
from envs.core.rng import MAX_SEED, SeedError, make_streams
from sizes import sized

LEAST_P = 1e-6
"""Below it a comparison with chance fails; all seeds are fixed."""


def chi_square_p(counts: np.ndarray, expected: float) -> float:
    """Chance of as much or more deviation from equal counts."""
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), counts.size - 1))


# Known answers of Random123's philox4x32-10: counter, key, words.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN, ids=["zeros", "ones", "digits of pi"])
def test_philox_gives_the_published_answers(counter, key, words):
    low, high = (int(word, 16) for word in key.split())
    number = low | high << 32
    signed = np.int64(number - 2**64 if number >= 2**63 else number)  # kernels take the key as 64 bits with a sign
    result = rng.philox(signed, tuple(int(word, 16) for word in counter.split()))
    assert " ".join(f"{word:08x}" for word in result) == words


@pytest.mark.parametrize("bound", [1, 2, 3, 32, 1000])
def test_words_are_mapped_evenly_below_a_bound(bound):
    """Least and greatest word, and as many words for each number."""
    assert rng.below(0, bound) == 0
    assert rng.below(2**32 - 1, bound) == bound - 1
    starts = [-(-k * 2**32 // bound) for k in range(bound + 1)]
    assert [rng.below(start, bound) for start in starts[:-1]] == list(range(bound))
    assert [rng.below(start - 1, bound) for start in starts[1:]] == list(range(bound))


# --- Decks ---


def decks(count: int, size: int, seed: int = 1) -> np.ndarray:
    """Shuffled packs of consecutive rows."""
    result = np.zeros((count, size), np.int8)
    for row in range(count):
        rng.shuffle(result[row], seed, row, 0)
    return result


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 24, 32, 54])
def test_a_shuffled_pack_holds_every_card_once(size):
    assert (np.sort(decks(50, size), axis=1) == np.arange(size)).all()


def test_every_order_of_a_small_pack_comes_equally_often():
    count = sized(50_000)
    codes = decks(count, 5) @ np.array([625, 125, 25, 5, 1])
    orders, counts = np.unique(codes, return_counts=True)
    assert len(orders) == math.factorial(5)
    assert chi_square_p(counts, count / len(orders)) > LEAST_P


def test_every_card_comes_to_every_place_equally_often():
    count = sized(50_000)
    shuffled = decks(count, 32)
    places = np.array([np.bincount(shuffled[:, place], minlength=32) for place in range(32)])
    statistic = ((places - count / 32) ** 2 / (count / 32)).sum()
    assert chi2.sf(statistic, 31 * 31) > LEAST_P


def test_any_two_neighbours_come_equally_often():
    count = sized(50_000)
    shuffled = decks(count, 8).astype(int)
    pairs = np.bincount(shuffled[:, 3] * 8 + shuffled[:, 4], minlength=64).reshape(8, 8)
    assert (np.diag(pairs) == 0).all()
    assert chi_square_p(pairs[~np.eye(8, dtype=bool)], count / 56) > LEAST_P


def test_seed_row_and_number_each_give_other_decks():
    """Neighbouring ones and large ones too."""
    values = (0, 1, 2, 2**31, 2**32 - 1)
    seen = set()
    for seed in (*values, 2**32, MAX_SEED):
        for row in values:
            for number in values:
                deck = np.zeros(32, np.int8)
                rng.shuffle(deck, seed, row, number)
                seen.add(deck.tobytes())
    assert len(seen) == 7 * 5 * 5


def test_shuffling_depends_on_nothing_but_its_arguments():
    one, other = np.zeros(32, np.int8), np.full(32, 7, np.int8)
    rng.shuffle(one, 5, 6, 7)
    rng.shuffle(np.zeros(32, np.int8), 1, 1, 1)
    rng.shuffle(other, 5, 6, 7)
    assert (one == other).all()


# --- Streams ---


def test_a_stream_gives_its_numbers_in_order_and_is_advanced_by_one():
    streams = np.array([3, 3, 2**32 - 1, 2**64 - 1], np.uint64)
    first = [rng.next_word(streams, i) for i in range(4)]
    assert streams.tolist() == [4, 4, 2**32, 0]
    assert first[0] == first[1]
    assert len({*first, rng.next_word(streams, 0)}) == 4


def test_the_low_and_the_high_half_of_a_stream_both_count():
    streams = np.array([1, 2**32, 2**32 + 1, 2**63], np.uint64)
    assert len({rng.next_word(streams, i) for i in range(4)}) == 4


def test_numbers_below_a_bound_come_equally_often():
    count = sized(50_000)
    streams = make_streams(1, 4)
    counts = np.bincount([rng.next_below(streams, 0, 7) for _ in range(count)], minlength=7)
    assert len(counts) == 7
    assert chi_square_p(counts, count / 7) > LEAST_P


def test_floats_fill_the_interval_from_0_to_1_without_1():
    count = sized(50_000)
    streams = make_streams(1, 5)
    numbers = np.array([rng.next_uniform(streams, 0) for _ in range(count)])
    assert 0 <= numbers.min() < 0.01
    assert 0.99 < numbers.max() < 1
    assert chi_square_p(np.histogram(numbers, 20, (0, 1))[0], count / 20) > LEAST_P


def test_a_row_has_the_same_stream_in_every_batch():
    whole = make_streams(100, 8)
    assert len(set(whole.tolist())) == 100
    assert (make_streams(10, 8, first_row=37) == whole[37:47]).all()
    assert not set(make_streams(100, 9).tolist()) & set(whole.tolist())
    assert whole.dtype == np.uint64


def test_streams_and_decks_of_the_same_seed_have_nothing_to_do_with_each_other():
    """A word drawn for one purpose is none of another."""
    words = [rng.philox(8, (0, 0, 0, purpose)) for purpose in (rng.DECK, rng.DEALER, rng.SEATS, rng.AGENT, rng.STREAM)]
    assert len({word for four in words for word in four}) == 20
    assert rng.draw_one(8, 0, 0, rng.DEALER) == words[1][0]


# --- Seeds ---


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED, np.int64(5), np.uint8(5)])
def test_a_seed_is_a_whole_number_up_to_the_largest_of_64_bits(seed):
    assert rng.check_seed(seed) == seed
    assert type(rng.check_seed(seed)) is int


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.0, "1", True, [1]])
def test_anything_else_is_refused_and_the_range_named(seed):
    with pytest.raises(SeedError, match=f"0 to {MAX_SEED}"):
        rng.check_seed(seed)


def test_no_seed_is_a_fresh_one_each_time():
    seeds = {rng.check_seed(None) for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
