"""Rankings of a pack, and the tables and kernels made from them, on a pack of three plain suits and five trumps."""

import itertools

import numpy as np
import pytest

from envs.core.cards import NO_CARD, Pack
from envs.core.tricks import TRUMP, Ranking, beats, card_points, following, greatest, least, sum_of, tables

PACK = Pack(["QC", "JC", "AC", "TC", "7C", "QS", "JS", "AS", "TS", "7S", "AD", "TD", "7D"])
NULL = Ranking(PACK, trumps="", plain="7TJQA", suits="CSD")
DIAMONDS = Ranking(PACK, trumps="QC QS JC JS AD TD 7D", plain="7TA", suits="CSD")
TABLES = tables([NULL, DIAMONDS])
CARDS = [*range(len(PACK))]


def takes(ranking: Ranking, trumps: str, ranks: str, card: str, best: str) -> bool:
    """The rule as a person says it."""
    order = trumps.split()
    if card in order and best in order:
        return order.index(card) < order.index(best)
    if card in order or best in order:
        return card in order
    return card[1] == best[1] and ranks.index(card[0]) > ranks.index(best[0])


@pytest.mark.parametrize(
    ("row", "trumps", "ranks"), [(0, "", "7TJQA"), (1, "QC QS JC JS AD TD 7D", "7TA")], ids=["no trumps", "trumps"]
)
def test_a_card_beats_lower_ones_of_its_suit_and_a_trump_every_plain_card(row, trumps, ranks):
    for card, best in itertools.permutations(CARDS, 2):
        expected = takes((NULL, DIAMONDS)[row], trumps, ranks, PACK.format(card), PACK.format(best))
        assert beats(TABLES.beaten_by, row, card, best) == expected
        is_above = expected and TABLES.suit_of[row, card] == TABLES.suit_of[row, best]
        assert TABLES.above[row, best] >> card & 1 == is_above
        assert not is_above or TABLES.power[row, card] > TABLES.power[row, best]


def test_trumps_are_one_suit_and_stronger_than_every_plain_card():
    is_trump = TABLES.suit_of[1] == TRUMP
    assert PACK.format_set(TABLES.cards_of_suit[1, TRUMP]) == "QC JC QS JS AD TD 7D"
    assert TABLES.power[1, is_trump].min() > TABLES.power[1, ~is_trump].max()
    assert (np.bitwise_or.reduce(TABLES.cards_of_suit, axis=1) == (1 << len(PACK)) - 1).all()


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [("AC 7C AS JC", 0, "AC 7C"), ("AS 7S JC", 0, "JC AS 7S"), ("AC 7D JS", TRUMP, "JS 7D"), ("AC AS", TRUMP, "AC AS")],
    ids=["follows", "cannot follow", "trump led", "no trump"],
)
def test_must_follow_the_suit_led_if_able(hand, led, legal):
    assert PACK.format_set(following(PACK.parse_set(hand), int(TABLES.cards_of_suit[1, led]))) == legal


def test_a_hand_is_sorted_trumps_first_then_suits_of_alternating_colours():
    assert DIAMONDS.sort(PACK.parse_set("7D AS QC TC JS 7C")) == ("QC", "JS", "7D", "TC", "7C", "AS")
    assert NULL.sort(PACK.parse_set("7D AS QC TC AD JS")) == ("QC", "TC", "AS", "JS", "AD", "7D")


def test_least_and_greatest_key_of_a_set_and_the_lower_card_of_equals():
    points = card_points(PACK, {"A": 11, "T": 10, "Q": 3, "J": 2})
    keys = np.array([points, points])
    cards = PACK.parse_set("TC AS AD JS JC")
    assert [PACK.format(pick(keys, 1, cards)) for pick in (least, greatest)] == ["JC", "AS"]
    assert least(keys, 1, 0) == greatest(keys, 1, 0) == NO_CARD
    assert sum_of(points, cards) == 10 + 11 + 11 + 2 + 2
