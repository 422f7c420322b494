"""Cards as numbers and text, and sets of them as bits, compared with Python's own sets."""

import random

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.core import cards
from envs.core.cards import CardError, Pack
from sizes import sized

PACK = Pack([rank + suit for suit in "CSHD" for rank in "789TJQKA"])
law = settings(max_examples=sized(1000), deadline=None, derandomize=True, database=None)
card_sets = st.sets(st.integers(0, 62))
words = st.sets(st.integers(0, 31))


# --- Text ---


def test_format_and_parse_are_inverse():
    assert [PACK.parse(PACK.format(card)) for card in range(32)] == list(range(32))
    assert [PACK.format(PACK.parse(text)) for text in PACK.cards] == list(PACK.cards)


def test_cards_are_numbered_in_the_order_given():
    assert (PACK.parse("7C"), PACK.parse("AC"), PACK.parse("7S"), PACK.parse("AD")) == (0, 7, 8, 31)
    assert len(PACK) == 32


def test_small_letters_are_read_too():
    assert PACK.parse("td") == PACK.parse("TD")


@pytest.mark.parametrize("text", ["", "1C", "10C", "CQ", "Q", " QC", "QC "])
def test_a_text_that_is_no_card_is_refused_and_the_cards_are_named(text):
    with pytest.raises(CardError) as error:
        PACK.parse(text)
    assert repr(text) in str(error.value)
    assert " ".join(PACK.cards) in str(error.value)


@law
@given(words)
def test_sets_are_written_in_the_order_of_the_pack_and_read_again(numbers):
    text = PACK.format_set(cards.set_of(numbers))
    assert text.split() == [PACK.cards[card] for card in sorted(numbers)]
    assert PACK.parse_set(text) == cards.set_of(numbers)


# --- Decks ---


def test_a_deck_is_every_card_once_as_text_or_number():
    numbers = random.Random(1).sample(range(32), 32)
    mixed = [PACK.format(card) if card % 2 else card for card in numbers]
    for deck in (PACK.deck(numbers), PACK.deck(mixed), PACK.deck(np.array(numbers))):
        assert deck.dtype == np.int8
        assert deck.tolist() == numbers


WRONG_DECKS = {
    "a card missing": (list(range(31)), ["31 cards", "AD"]),
    "a card twice": ([*range(31), 0], ["32 cards", "AD"]),
    "a card too many": ([*range(32), 5], ["33 cards", "twice"]),
    "an unknown number": ([*range(31), 32], ["32"]),
    "a negative number": ([*range(31), -1], ["-1"]),
    "no cards": ([], ["0 cards", "7C"]),
}


@pytest.mark.parametrize("name", WRONG_DECKS)
def test_anything_else_is_refused_and_what_is_wrong_is_said(name):
    deck, words_said = WRONG_DECKS[name]
    with pytest.raises(CardError) as error:
        PACK.deck(deck)
    assert "each of the 32 cards once" in str(error.value)
    assert all(word in str(error.value) for word in words_said)


# --- Sets as bits ---


@law
@given(card_sets)
def test_a_set_has_the_members_it_was_made_of(numbers):
    assert cards.members(cards.set_of(numbers)) == sorted(numbers)


@law
@given(card_sets)
def test_cards_of_a_set_are_counted_and_picked_in_order(numbers):
    bits = cards.set_of(numbers)
    assert _num_cards(bits) == len(numbers)
    for n, card in enumerate(sorted(numbers)):
        assert cards.nth_card(bits, n) == card


@law
@given(words)
def test_sets_written_to_a_vector_are_read_again(numbers):
    """At any place, and nothing beside it is touched."""
    bits = cards.set_of(numbers)
    for start in (0, 1, 5, 8):
        vector = np.full(48, 9, np.int8)
        cards.write_cards(vector, start, bits, 4)
        assert vector[start : start + 32].tolist() == [int(card in numbers) for card in range(32)]
        assert (np.delete(vector, range(start, start + 32)) == 9).all()
        assert cards.read_cards(vector, start, 32) == bits


def test_any_number_but_zero_reads_as_a_card():
    assert cards.read_cards(np.array([0, 1, -1, 5, 0], np.int8), 1, 3) == 0b111


def test_the_first_flag_that_is_set_is_read():
    flags = np.array([0, 0, 1, 1, 0], np.int8)
    assert [cards.read_flag(flags, start, 2) for start in range(4)] == [-1, 1, 0, 0]


def test_words_are_copied_as_they_are():
    source = np.arange(-8, 16, dtype=np.int8)
    out = np.full(30, 99, np.int8)
    cards.copy_words(out, 3, source, 2)
    assert out[3:19].tolist() == source[:16].tolist()
    assert (np.delete(out, range(3, 19)) == 99).all()


@numba.njit
def _num_cards(bits):
    """Intrinsics are called from compiled functions only."""
    return cards.num_cards(bits)


@numba.njit
def _lowest(bits):
    return cards.lowest(bits)


@law
@given(card_sets.filter(bool))
def test_the_lowest_card_of_a_set_is_found(numbers):
    assert _lowest(cards.set_of(numbers)) == min(numbers)
