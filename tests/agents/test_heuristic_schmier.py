"""The rules of thumb for Schmier, one by one (rules, 9), and what they are worth against random players."""

from typing import Any

import numpy as np
import pytest

from agents import make
from agents.heuristic.schmier.bidding import best_suit, highest_bid, strength
from agents.heuristic.schmier.orders import GIVE, THROW
from envs.agent import NoLegalActionError
from envs.core.rng import make_streams
from envs.games.schmier.cards import PACK
from schmier_table import begun, dealer_with, deck_of, table
from sizes import sized

SUITS = "CDHS"
RNG = np.zeros(1, np.uint64)
EVERYWHERE: list[dict[str, Any]] = [
    {},
    {"exchange": False, "first_lead": "trump", "joker_lead": "last_resort"},
    {"discard_rule": "no_protected_trumps", "max_discards": 6, "dealer_overflow": "free", "show_buried_trumps": True},
    {"all_pass": "dealer_forced_min", "dealer_may_match": True, "may_trump_when_able": True, "min_bid": 1},
    {"all_pass": "dealer_set", "max_discards": 0},
    {"episode": "match", "target": 5},
]
"""Tables that between them have every phase."""


def choice(game: Any, state: Any) -> str:
    """What the heuristic does in a state, by name."""
    observation = game.observe(state, game.current_player(state))
    return str(game.actions.name(make("heuristic", game).act(observation, game.action_mask(state), RNG)))


# --- Bidding (9.1) ---


@pytest.mark.parametrize(
    ("hand", "suit", "estimate"),
    [
        ("AH QH JH 3H 9S 4S", "H", 4.30),
        ("KC JS 7C 2D AD 5H", "C", 2.60),
        ("KC JS 7C 2D AD 5H", "D", 3.50),
        ("JK 2S JC JS 9S KS", "S", 1.1 + 0.7 + 0.65 + 0.4 + 0.5 + 0.2 * 6),
    ],
    ids=["s30 hearts", "s30 clubs", "s30 diamonds", "all trumps"],
)
def test_s30_estimate(hand, suit, estimate):
    assert strength(SUITS.index(suit), PACK.parse_set(hand)) / 20 == pytest.approx(estimate)


@pytest.mark.parametrize(
    ("hand", "limit", "suit"),
    [
        ("AH QH JH 3H 9S 4S", 4, "H"),
        ("KC JS 7C 2D AD 5H", 3, "D"),
        ("2C 3C 4D 5D 6H 7S", 0, "C"),
        ("AH JH JD 2H 3C 4C", 5, "H"),
        ("AS KS JS JC 2S JK", 6, "S"),
        ("3C 3D 3H 3S 4C 4D", 0, "C"),
    ],
)
def test_s30_limit_and_suit(hand, limit, suit):
    """9.1: 6 from 5.6, 5 from 4.6, 4 from 3.8, 3 from 2.9."""
    assert highest_bid(PACK.parse_set(hand)) == limit
    assert SUITS[best_suit(PACK.parse_set(hand))] == suit


def test_the_smallest_legal_bid_is_made_if_the_hand_is_worth_it():
    game = table()
    hands = ["AH QH JH 3H 9S 4S", "KC QC JC 7C 6C 9D", "AS KS JS 2S JK 4C"]
    state = game.deal(seed=1, deck=deck_of({seat: hand.split() for seat, hand in enumerate(hands)}, 5), dealer=5)
    said = []
    for _ in range(3):
        said.append(choice(game, state))
        game.play(state, said[-1:])
    assert said == ["bid_3", "pass", "bid_4"]


def test_a_dealer_who_must_bid_makes_the_smallest_bid():
    game = table(all_pass="dealer_forced_min")
    state = game.deal(seed=1, deck=deck_of({5: ["2C", "3C", "4D", "5D", "6H", "7S"]}, 5), dealer=5)
    game.play(state, ["pass"] * 5)
    assert choice(game, state) == "bid_3"


# --- Exchange (9.2) ---


def test_the_lowest_plain_cards_go_and_aces_stay():
    game = table()
    state = begun(game, {0: ["AH", "3H", "AC", "TC", "JC", "4D"]}, "H", bidder=3)
    gone = []
    while game.current_player(state) == 0:
        gone.append(choice(game, state))
        game.play(state, gone[-1:])
    assert gone == ["4D", "TC", "JC"]
    state = begun(game, {0: ["AH", "3H", "AC", "JK", "JD", "4D"]}, "H", bidder=3)
    game.play(state, [choice(game, state)])
    assert choice(game, state) == "done"


@pytest.mark.parametrize(
    ("pool", "trump", "options", "kept"),
    [
        ("AS JC JK 4D TH AH 9C KD 2H QD", "S", {}, ["AH", "TH", "KD"]),
        ("AD QD TD 6D 5D 4D 3D AC KC", "D", {}, ["QD", "TD", "6D", "5D", "4D"]),
        ("AC JC JS 2C JK KC TC 9C 3C", "C", {}, ["KC"]),
        ("AD QD TD 6D 5D 4D 3D AC KC AH 2S", "D", {"dealer_overflow": "free"}, ["QD", "TD", "6D", "5D", "4D"]),
    ],
)
def test_what_the_dealer_keeps(pool, trump, options, kept):
    game, state = dealer_with(pool, trump, **options)
    chosen = []
    while game.rules.PHASES[int(state.phase)] == "keep":
        chosen.append(choice(game, state))
        game.play(state, chosen[-1:])
    assert chosen == kept


# --- Orders (9.3) ---


@pytest.mark.parametrize(
    ("order", "cards"),
    [
        (THROW, "2H 2C 9S JC QC KC AC 3H 9H QH KH TC TH AH JK JD JH"),
        (GIVE, "JK JD JH TC TH AC KC QC JC 2H 2C 9S 3H 9H QH KH AH"),
    ],
    ids=["throw", "give"],
)
def test_orders(order, cards):
    """Hearts are trumps."""
    places = [order[2, PACK.parse(card)] for card in cards.split()]
    assert places == sorted(set(places))


# --- Leading (9.4) ---


def lead(hand: str, seen: str = "", **options: Any) -> str:
    """The bidder's lead with hearts as trumps, when he has seen some other cards: those he discarded."""
    game = table(exchange=False, **options)
    state = begun(game, {}, "H")
    state.array["hands"][0, 0] = PACK.parse_set(hand)
    state.array["discarded"][0, 0] = PACK.parse_set(seen)
    return choice(game, state)


TRUMPS_BUT_FOUR = "AH KH QH TH 9H 8H 7H 6H 5H 4H 3H"


@pytest.mark.parametrize(
    ("hand", "seen", "card"),
    [
        ("AH KH 3C 4C 5C 6C", "", "AH"),
        ("QH 3C 4C 5C 6C AS", "AH KH", "QH"),
        ("2H 3C AC AS TS KS", TRUMPS_BUT_FOUR, "AC"),
        ("2H 3C AC TS KS 4D", TRUMPS_BUT_FOUR + " AS QS JS", "TS"),
        ("9C 2H 5C 6C 7C 8C", "", "2H"),
        ("9C JK 5C 6C 7C 8C", "", "5C"),
        ("QH 3C 4C 5C 6C 7S", "AH KH JH JD TH 9H 8H 7H 6H 5H 4H 3H 2H JK", "QH"),
    ],
    ids=["boss trump", "boss queen", "plain boss", "richest of them", "throw the 2", "throw the lowest", "no trump unseen"],
)
def test_leading(hand, seen, card):
    """9.4."""
    assert lead(hand, seen) == card


# --- Following (9.5) ---


def follow(trick: str, hand: str, seen: str = "") -> str:
    """What the next player plays to a trick led by seat 0, hearts being trumps."""
    played = trick.split()
    game = table(exchange=False)
    state = begun(game, {seat: [card] for seat, card in enumerate(played)}, "H")
    for seat, card in enumerate(played):
        state.array["hands"][0, seat] = PACK.parse_set(card)
        game.play(state, [card])
    state.array["hands"][0, len(played)] = PACK.parse_set(hand)
    state.array["discarded"][0, len(played)] = PACK.parse_set(seen)
    return choice(game, state)


@pytest.mark.parametrize(
    ("trick", "hand", "seen", "card"),
    [
        ("3C 4C AH 5C 6C", "JD TS 4S", "", "JD"),  # the partner's card is the highest trump and I am last
        ("AH 2C 3C", "KH TH", "", "TH"),  # the partner's ace of trumps is boss though others are to play
        ("KC 2C 3C", "AC 4C", "", "4C"),  # the partner's king can be beaten: nothing of value yet
        ("3C 4C 5C 6C TC", "JD 2S KS", "", "JD"),  # last, and a bauer wins
        ("3C 4C 5C 6C 7C", "TC AC 2C", "", "TC"),  # last: a ten wins and is worth it
        ("3C 4C 5C 6C 7C", "9C 2C", "", "2C"),  # last: not worth it
        ("3C 4C 5C 6C KC", "AC 2C", "", "AC"),  # last: three points and the ace's four
        ("KC QC", "AH 3H 9S", "", "AH"),  # open: the boss takes five points
        ("TC", "KH JD 3H", "", "KH"),  # open: ten points, no boss; the bauer is spared
        ("TC", "JD TH", "", "JD"),  # open: ten points, nothing to spare them with
        ("5C", "AC 2C", "", "2C"),  # open, nothing in it
    ],
)
def test_following(trick, hand, seen, card):
    assert follow(trick, hand, seen) == card


# --- As a whole ---


@pytest.mark.parametrize("options", EVERYWHERE, ids=lambda options: ",".join(options) or "defaults")
def test_the_heuristic_always_chooses_a_legal_action(options):
    game = table(**options)
    agent = make("heuristic", game)
    states = game.deal_many(200, 5)
    masks = np.zeros((200, game.num_actions), np.int8)
    seen = np.zeros((200, game.observation_size), np.int8)
    for _ in range(400):
        rows = np.flatnonzero(states["player"] >= 0)
        if not len(rows):
            break
        game.action_mask_many(states, masks)
        game.observe_many(states, seen)
        actions = np.zeros(200, np.int64)
        actions[rows] = agent.act_many(seen[rows], masks[rows], make_streams(len(rows), 1))
        assert masks[rows, actions[rows]].all()
        game.step_many(states, actions)


def test_nobody_is_asked_where_nobody_is_to_move():
    game = table()
    agent = make("heuristic", game)
    with pytest.raises(NoLegalActionError):
        agent.act(np.zeros(game.observation_size, np.int8), np.zeros(game.num_actions, np.int8), RNG)


def play_out(game: Any, agents: list[Any], count: int, seed: int) -> np.ndarray:
    """States at the end of hands in which each seat has its agent."""
    states = game.deal_many(count, seed)
    masks = np.zeros((count, game.num_actions), np.int8)
    seen = np.zeros((count, game.observation_size), np.int8)
    streams = make_streams(count, seed)
    while (states["player"] >= 0).any():
        game.action_mask_many(states, masks)
        game.observe_many(states, seen)
        actions = np.zeros(count, np.int64)
        for seat, agent in enumerate(agents):
            rows = np.flatnonzero(states["player"] == seat)
            if len(rows):
                own = streams[rows]
                actions[rows] = agent.act_many(seen[rows], masks[rows], own)
                streams[rows] = own
        game.step_many(states, actions)
    return states


def test_what_heuristic_tables_look_like():
    """9: more than nine deals in ten find a bidder, six bids in seven are 3, about three quarters are made."""
    game = table()
    count = sized(10_000)
    states = play_out(game, [make("heuristic", game)] * 6, count, 3)
    bid = states["bid"].astype(int)
    made = states["scores"][np.arange(count), states["bidder"] % 3] > 0
    points = states["points"][np.arange(count), states["bidder"] % 3]
    assert (states["deals"] == 1).mean() > 0.9
    assert 0.80 < (bid == 3).mean() < 0.91
    assert (bid >= 5).mean() < 0.02
    assert 0.68 < made.mean() < 0.82
    assert 3.3 < points.mean() < 3.7


def test_it_beats_random_players_by_team():
    """9: as a whole team, over the same hands with every seating; the interval of 95 % is clear of zero."""
    game = table()
    heuristic_agent, random_agent = make("heuristic", game), make("random", game)
    count = sized(10_000)
    differences = np.zeros(count)
    base = play_out(game, [random_agent] * 6, count, 9)["scores"]
    for team in range(3):
        agents = [heuristic_agent if seat % 3 == team else random_agent for seat in range(6)]
        scores = play_out(game, agents, count, 9)["scores"]
        differences += (scores[:, team] - base[:, team]) / 3
    error = 1.96 * differences.std() / np.sqrt(count)
    assert differences.mean() - error > 0
