"""Random numbers by counter: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).

Every number is a pure function of a key and a counter, so that any deal can be drawn on its own. Arithmetic is on uint64 with
32-bit words: products fit, so that compiled and plain Python give the same numbers. (In int64 they would overflow, which
compilers may take never to happen.)

A *stream* is one uint64, the position of the next number; drawing advances it in place.
"""

import secrets

import numpy as np

from envs.core.jit import kernel

Word = int | np.int64
WORD = 0xFFFFFFFF
_LOW = np.uint64(WORD)
_HALF = np.uint64(32)
_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)

DECK, DEALER, SEATS, AGENT, STREAM = 0, 1, 2, 3, 4
"""What a number is drawn for: the last word of the counter."""

MAX_SEED = 2**63 - 1


class SeedError(ValueError):
    """A seed that is not a whole number from 0 to 2**63 - 1."""


def check_seed(seed: int | None) -> int:
    """Return the seed itself, or a fresh one from the operating system for None."""
    if seed is None:
        return secrets.randbits(63)
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed <= MAX_SEED:
        raise SeedError(f"seed {seed!r} is not a whole number from 0 to {MAX_SEED}")
    return int(seed)


@kernel
def philox(key: int, counter: tuple[Word, Word, Word, Word]) -> tuple[int, int, int, int]:
    """Four random 32-bit words, from a key of 64 bits and a counter of four words of 32."""
    key0 = np.uint64(int(key) & WORD)
    key1 = np.uint64((int(key) >> 32) & WORD)
    c0, c1, c2, c3 = np.uint64(counter[0]), np.uint64(counter[1]), np.uint64(counter[2]), np.uint64(counter[3])
    for _ in range(10):
        product0 = _MULTIPLIER_0 * c0
        product1 = _MULTIPLIER_1 * c2
        c0 = (product1 >> _HALF) ^ c1 ^ key0
        c1 = product1 & _LOW
        c2 = (product0 >> _HALF) ^ c3 ^ key1
        c3 = product0 & _LOW
        key0 = (key0 + _WEYL_0) & _LOW
        key1 = (key1 + _WEYL_1) & _LOW
    return int(np.int64(c0)), int(np.int64(c1)), int(np.int64(c2)), int(np.int64(c3))


@kernel
def below(word: int, bound: int) -> int:
    """Map a 32-bit word to 0 .. bound - 1 (bias under bound / 2**32)."""
    return (word * bound) >> 32


@kernel
def draw_one(seed: int, row: int, number: int, purpose: int) -> int:
    """The 32-bit word that belongs to one deal and purpose."""
    return philox(seed, (0, number, row, purpose))[0]


@kernel
def shuffle(deck: np.ndarray, seed: int, row: int, number: int) -> None:
    """Write the shuffled pack of one deal, a permutation: of a seed (63 bits), a row (32 bits), and a number in the row."""
    size = len(deck)
    for card in range(size):
        deck[card] = card
    words = (0, 0, 0, 0)
    for i in range(size - 1):
        if i & 3 == 0:
            words = philox(seed, (i >> 2, number, row, DECK))
        word = words[0]
        words = (words[1], words[2], words[3], 0)
        j = i + below(word, size - i)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card


@kernel
def next_word(streams: np.ndarray, i: int) -> int:
    """Draw a 32-bit word from stream i and advance it."""
    stream = streams[i]
    streams[i] = stream + np.uint64(1)
    low = np.int64(stream & np.uint64(WORD))
    high = np.int64(stream >> np.uint64(32))
    return philox(0, (low, high, 0, STREAM))[0]


@kernel
def next_below(streams: np.ndarray, i: int, bound: int) -> int:
    """Draw from 0 .. bound - 1 and advance stream i."""
    return below(next_word(streams, i), bound)


@kernel
def next_uniform(streams: np.ndarray, i: int) -> float:
    """Draw a float from [0, 1) with 32 random bits and advance stream i."""
    return next_word(streams, i) / 4294967296.0


@kernel
def _seed_streams(streams: np.ndarray, seed: int, first_row: int) -> None:
    for i in range(len(streams)):
        words = philox(seed, (0, 0, first_row + i, AGENT))
        streams[i] = (np.uint64(words[0]) << np.uint64(32)) | np.uint64(words[1])


def make_streams(count: int, seed: int, first_row: int = 0) -> np.ndarray:
    """Independent streams of random numbers, one a row: what agents and `Game.determinize` draw from.

    Args:
        count: number of streams.
        seed: 0 to 2**63 - 1.
        first_row: row number of the first stream; row r has the same stream in every batch.

    Returns:
        uint64 [count].
    """
    streams = np.zeros(count, np.uint64)
    _seed_streams(streams, seed, first_row)
    return streams
