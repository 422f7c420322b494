"""What must hold in every hand of Schmier, and how often some things happen (rules, 3.5, 5.3)."""

import random

import numpy as np
import pytest

from oracle_schmier import PACK, game_value, is_protected, is_trump
from schmier_table import table
from sizes import sized

HANDS = sized(2_000)


def random_hand(game, seed):
    """A hand played at random to its end; not every player bids."""
    chance = random.Random(seed)
    state = game.deal(seed=seed)
    while not game.is_terminal(state):
        legal = game.legal_actions(state)
        passing = game.actions.number("pass")
        game.step(state, passing if passing in legal and chance.random() < 0.6 else chance.choice(legal))
    return state


def cards_of(bits):
    """Cards of a set in the record."""
    return [PACK[card] for card in range(53) if int(bits) >> card & 1]


def test_trumps_are_in_play_unless_a_dealer_with_more_than_six_buried_them():
    """3.5: nobody else throws a trump, and the dealer sees every card not dealt; protected trumps are always played."""
    game = table()
    all_in_play, at_least_five_points = 0, 0
    for seed in range(HANDS):
        state = random_hand(game, seed)
        trump = "CDHS"[state.trump]
        played = [card for seat in range(6) for card in cards_of(state.played[seat])]
        trumps = [card for card in played if is_trump(card, trump)]
        buried = [card for card in cards_of(state.discarded[state.dealer]) if is_trump(card, trump)]
        assert len(played) == 36
        assert len(trumps) + len(buried) == 15
        assert not any(is_protected(card, trump) for card in buried)
        if buried:
            assert all(is_trump(card, trump) for card in cards_of(state.played[state.dealer]))
        dead = [card for seat in range(6) for card in cards_of(state.discarded[seat])]
        assert len(dead) == 17
        assert sum(state.game_points) == 81 - sum(map(game_value, dead))
        tied = state.game_points.tolist().count(max(state.game_points)) > 1
        assert sum(state.points) == 6 - tied
        all_in_play += not buried
        at_least_five_points += sum(state.points) >= 5
    assert all_in_play > 0.9 * HANDS
    assert at_least_five_points == HANDS


def test_sums_of_the_scores():
    """5.3: what is made is paid; the set costs the bid and what was made."""
    game = table()
    for seed in range(HANDS):
        state = random_hand(game, seed)
        bidding = int(state.bidder) % 3
        made = int(state.points[bidding])
        is_set = made < state.bid
        assert sum(state.scores) == sum(state.points) - (made + int(state.bid) if is_set else 0)
        assert game.returns(state).tolist() == state.scores.tolist() * 2


def test_partners_sit_opposite_each_other_and_score_alike():
    """1."""
    assert table().teams == ((0, 3), (1, 4), (2, 5))


@pytest.mark.parametrize("counts", [(0,) * 5, (1, 0, 2, 1, 1), (3,) * 5])
def test_how_many_trumps_the_dealer_ends_with(counts):
    """3.5: of the 15 trumps each non-dealer keeps what he has and draws; the dealer finds the rest. Means over random deals.

    A random card of 53 is a trump with chance 15/53; with everybody keeping trumps and exchanging others blindly, the pool of P
    cards holds P * 15 / 53 trumps on average.
    """
    game = table()
    count = sized(4_000)
    rng = np.random.default_rng(sum(counts))
    found = []
    for number in range(count):
        state = game.deal(seed=number, dealer=5)
        game.play(state, ["pass"] * 5 + ["bid_3", "trump_C"])
        for seat in range(5):
            legal = game.legal_actions(state)
            plain = [action for action in legal if action < 53]
            thrown = rng.permutation(plain)[: counts[seat]] if len(plain) >= counts[seat] else []
            for card in thrown:
                game.step(state, int(card))
            if game.current_player(state) == seat:
                game.play(state, ["done"])
        pool = int(state.hands[5]) | int(state.discarded[5])
        size = pool.bit_count()
        found.append(sum(is_trump(card, "C") for card in cards_of(pool)) - size * 15 / 53)
    assert abs(np.mean(found)) < 4.5 * np.std(found) / np.sqrt(count)
