"""Cards as numbers and text, and sets of cards as bits of an int64."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from envs.core.jit import PLAIN, kernel

NO_CARD = -1


class CardError(ValueError):
    """A text that is no card of the pack, or cards that are no pack."""


class Pack:
    """The cards of a game, numbered 0, 1, ... in the order given.

    >>> pack = Pack(["7C", "8C", "QS"])
    >>> pack.parse("QS"), pack.format(0)
    (2, '7C')
    """

    def __init__(self, cards: Sequence[str]) -> None:
        """Number the cards, given as text: rank, then suit."""
        self.cards = tuple(cards)
        self._number_by_text = {text: number for number, text in enumerate(self.cards)}

    def __len__(self) -> int:
        return len(self.cards)

    def format(self, card: int) -> str:
        """Text of a card number."""
        return self.cards[card]

    def parse(self, text: str) -> int:
        """Card number of a text; raises CardError."""
        number = self._number_by_text.get(str(text).upper())
        if number is None:
            raise CardError(f"{text!r} is no card of this pack; its cards are {' '.join(self.cards)}")
        return number

    def format_set(self, cards: int) -> str:
        """Cards of a set, in the pack's order."""
        return " ".join(self.cards[card] for card in members(cards))

    def parse_set(self, text: str) -> int:
        """Set of the cards named in a text, separated by blanks."""
        return set_of(self.parse(word) for word in text.split())

    def deck(self, cards: Iterable[int | str]) -> np.ndarray:
        """Check a whole shuffled pack, every card once, as text or number: int8 [cards]; raises CardError."""
        numbers = [self.parse(card) if isinstance(card, str) else int(card) for card in cards]
        wrong = sorted(set(numbers) ^ set(range(len(self))))
        if wrong or len(numbers) != len(self):
            names = " ".join(self.format(n) if 0 <= n < len(self) else str(n) for n in wrong)
            raise CardError(
                f"a deck holds each of the {len(self)} cards once; this one has {len(numbers)} cards"
                + (f", missing or unknown: {names}" if names else ", some of them twice")
            )
        return np.array(numbers, np.int8)


def members(cards: int) -> list[int]:
    """Card numbers in a set, ascending.

    >>> members(0b1010)
    [1, 3]
    """
    return [card for card in range(64) if int(cards) >> card & 1]


def set_of(cards: Iterable[int]) -> int:
    """Set of the card numbers."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


if PLAIN:

    def num_cards(cards: int) -> int:
        """Number of cards in a set."""
        return int(cards).bit_count()

    def lowest(cards: int) -> int:
        """Lowest card number in a set that is not empty."""
        return (int(cards) & -int(cards)).bit_length() - 1

    def _put_word(out: np.ndarray, start: int, word: np.uint64) -> None:
        out[start : start + 8] = np.frombuffer(np.uint64(word).tobytes(), np.int8)

    def _get_word(source: np.ndarray, start: int) -> np.uint64:
        return np.uint64(np.frombuffer(source[start : start + 8].tobytes(), np.uint64)[0])

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def num_cards(_context: Any, cards: Any) -> Any:
        """Number of cards in a set: the processor's instruction."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(_context: Any, cards: Any) -> Any:
        """Lowest card number in a set that is not empty: the processor's instruction."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def _put_word(_context: Any, out: Any, start: Any, word: Any) -> Any:
        """Store eight bytes at any position of an int8 array at once."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(64).as_pointer())
            builder.store(args[2], place, align=1)
            return context.get_dummy_value()

        return types.void(out, types.intp, types.uint64), generate

    @intrinsic
    def _get_word(_context: Any, source: Any, start: Any) -> Any:
        """Load eight bytes from any position of an int8 array at once."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(64).as_pointer())
            return builder.load(place, align=1)

        return types.uint64(source, types.intp), generate


_BYTES_BY_BITS = np.array([sum((i >> bit & 1) << (8 * bit) for bit in range(8)) for i in range(256)], np.uint64)
"""Eight bits spread over the eight bytes of a word."""


@kernel
def write_cards(out: np.ndarray, start: int, cards: int, num_bytes: int) -> None:
    """Write a card set as zeros and ones, eight at a time: int8 out[start : start + 8 * num_bytes]."""
    for i in range(num_bytes):
        _put_word(out, start + 8 * i, _BYTES_BY_BITS[(cards >> (8 * i)) & 255])


@kernel
def copy_words(out: np.ndarray, start: int, source: np.ndarray, num_words: int) -> None:
    """Copy the first 8 * num_words of int8 values, eight at a time, to out[start : start + 8 * num_words]."""
    for i in range(num_words):
        _put_word(out, start + 8 * i, _get_word(source, 8 * i))


@kernel
def read_cards(vector: np.ndarray, start: int, count: int) -> int:
    """The card set that stands as non-zeros in vector[start : start + count]."""
    cards = 0
    for i in range(count):
        if vector[start + i] != 0:
            cards |= 1 << i
    return cards


@kernel
def read_flag(vector: np.ndarray, start: int, count: int) -> int:
    """Which of the flags in vector[start : start + count] is set: the first, from 0; -1 if none is."""
    for i in range(count):
        if vector[start + i] != 0:
            return i
    return -1


@kernel
def nth_card(cards: int, n: int) -> int:
    """The n-th lowest card of a set, counted from 0; n is less than the number of cards."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)
