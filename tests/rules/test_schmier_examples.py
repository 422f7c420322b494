"""The worked examples of the rules of Schmier (8), by their ids."""

from math import comb

import pytest

from envs.core.tricks import TRUMP
from envs.games.schmier import cards as engine
from oracle_schmier import PACK
from schmier_table import (
    CARDS,
    S17,
    S18,
    S19_TRICKS,
    S20,
    begun,
    bids,
    cards,
    dealer_with,
    deck_of,
    exchange,
    legal,
    may_follow,
    one_trick,
    scored,
    shown,
    table,
    tricks_played,
    whole_hand,
)

SUITS = "CDHS"

# --- Cards ---


@pytest.mark.parametrize(
    ("trump", "card", "suit", "strength"),
    [
        ("H", "JH", "H", 12),
        ("H", "JD", "H", 11),
        ("H", "JK", "H", 1),
        ("H", "JC", "C", 11),
        ("H", "JS", "S", 11),
        ("C", "JS", "C", 11),
        ("S", "JC", "S", 11),
        ("D", "JH", "D", 11),
    ],
    ids=str,
)
def test_s01_effective_suit_and_strength(trump, card, suit, strength):
    """Powers begin at 0 with the lowest plain cards, and at 13 with the joker."""
    t, number = SUITS.index(trump), CARDS.parse(card)
    assert engine.SUIT_OF[t, number] == (TRUMP if suit == trump else SUITS.index(suit))
    assert engine.POWER[t, number] == (strength + 12 if suit == trump else strength - 2)


def test_card_numbers_are_those_of_the_rules():
    """1: 13 * suit + rank, the joker last."""
    assert [CARDS.parse(card) for card in ("2C", "AC", "2D", "TH", "AS", "JK")] == [0, 12, 13, 34, 51, 52]


def test_s02_pack_totals():
    values = {card: int(engine.GAME_POINTS[CARDS.parse(card)]) for card in PACK}
    assert sum(values.values()) == 81
    assert values["JK"] == 1
    assert {sum(values[card] for card in PACK if card[1] == suit) for suit in SUITS} == {20}
    assert shown(engine.TRUMPS[3]) == cards("AS KS QS JS JC TS 9S 8S 7S 6S 5S 4S 3S 2S JK")


# --- Tricks ---

TRICKS = {
    "s03 the left bauer trumps a plain lead": ("S", "0:AC 1:TC 2:JC 3:9C 4:2S 5:KC", 2, 18, [0, 1, 1]),
    "s04 a lone joker takes a plain trick": ("D", "3:9C 4:KC 5:JK 0:QC 1:4C 2:AC", 5, 10, [0, 0, 1]),
    "s05 joker led": ("D", "1:JK 2:2D 3:9H 4:7D 5:AS 0:JH", 0, 6, [2, 0, 1]),
    "s06 bauers below the ace": ("H", "2:QH 3:JH 4:JD 5:AH 0:2H 1:KH", 5, 11, [1, 0, 3]),
    "s06 bauers below the queen": ("H", "2:QH 3:JH 4:JD 5:TH 0:2H 1:3H", 2, 14, [1, 0, 2]),
}


@pytest.mark.parametrize(("trump", "plays", "winner", "game_points", "points"), TRICKS.values(), ids=TRICKS.keys())
def test_tricks(trump, plays, winner, game_points, points):
    """s06 and the others leave Low with the player of the 2: it is written in the points of each team."""
    state = one_trick(trump, plays)
    assert state.trick_winners[0] == winner
    assert state.tricks_won.tolist() == [int(seat == winner) for seat in range(6)]
    assert state.game_points.tolist() == [game_points if team == winner % 3 else 0 for team in range(3)]
    assert state.points.tolist() == points


FOLLOWS = {
    "s07 the left bauer is no spade": ("C", "JS KS 7D JK", "5S", "KS", {}),
    "s07 trumps led": ("C", "JS KS 7D JK", "5C", "JS JK", {}),
    "s07 void": ("C", "JS KS 7D JK", "3H", "JS KS 7D JK", {}),
    "s07 the left bauer leads trumps": ("C", "KS 7D 9C", "JS", "9C", {}),
    "s08 no trumping when able": ("C", "2H 9C TC JK AS QD", "AH", "2H", {}),
    "s08 trumping when able": ("C", "2H 9C TC JK AS QD", "AH", "2H 9C TC JK", {"may_trump_when_able": True}),
}


@pytest.mark.parametrize(("trump", "hand", "led", "allowed", "options"), FOLLOWS.values(), ids=FOLLOWS.keys())
def test_following(trump, hand, led, allowed, options):
    assert may_follow(trump, hand, led, **options) == cards(allowed)


# --- Bidding ---


def test_s09_bidding_goes_once_round():
    game = table()
    state = game.deal(seed=1, dealer=2)
    steps = [
        (3, {"pass", "bid_3", "bid_4", "bid_5", "bid_6"}, "pass"),
        (4, {"pass", "bid_3", "bid_4", "bid_5", "bid_6"}, "bid_3"),
        (5, {"pass", "bid_4", "bid_5", "bid_6"}, "pass"),
        (0, {"pass", "bid_4", "bid_5", "bid_6"}, "bid_5"),
        (1, {"pass", "bid_6"}, "pass"),
        (2, {"pass", "bid_6"}, "pass"),
    ]
    for seat, allowed, action in steps:
        assert game.current_player(state) == seat
        assert legal(game, state) == allowed
        game.play(state, [action])
    assert (state.bidder, state.bid) == (0, 5)
    assert game.current_player(state) == 0
    assert legal(game, state) == {f"trump_{suit}" for suit in SUITS}


def test_s10_a_bid_of_six_ends_the_bidding():
    game = table()
    state = game.deal(seed=1, dealer=5)
    game.play(state, ["pass", "bid_6"])
    assert game.current_player(state) == 1
    assert legal(game, state) == {f"trump_{suit}" for suit in SUITS}


def test_s11_all_pass():
    game = table(episode="match")
    state = game.deal(seed=1, dealer=4)
    deck = state.deck.tolist()
    game.play(state, ["pass"] * 6)
    assert (state.dealer, state.hands_scored, state.thrown_in) == (4, 0, 1)
    assert game.current_player(state) == 5
    assert not game.returns(state).any()
    assert state.deck.tolist() != deck


# --- Exchange ---


def exchanges(trump, hand, **options):
    """All sets of cards that the dealer's left neighbour, with this hand, can discard."""
    game = table(**options)
    found = set()

    def discard(state):
        for name in legal(game, state):
            after = state.copy()
            game.play(after, [name])
            if game.current_player(after) != 0:
                found.add(int(after.discarded[0]))
            else:
                discard(after)

    discard(begun(game, {0: hand.split()}, trump, bidder=3))
    return found


@pytest.mark.parametrize(
    ("hand", "first", "subsets"),
    [
        ("AH JD 9C 4C TS 2D", "9C 4C TS 2D done", 15),
        ("AH KH QH JH JD JK", "done", 1),
        ("9C 4C TS 2D 7S KC", "9C 4C TS 2D 7S KC done", 42),
    ],
    ids=["two trumps", "only trumps", "no trumps"],
)
def test_s12_exchange_legality(hand, first, subsets):
    game = table()
    assert legal(game, begun(game, {0: hand.split()}, "H", bidder=3)) == cards(first)
    assert len(exchanges("H", hand)) == subsets


@pytest.mark.parametrize(
    ("counts", "pool"), [([2, 3, 0, 1, 3], 14), ([3, 3, 3, 3, 3], 8), ([0, 0, 0, 0, 0], 23)], ids=["9", "15", "0"]
)
def test_s13_stock_arithmetic(counts, pool):
    game = table()
    plain = {seat: [rank + "CDHSC"[seat] for rank in ("234567" if seat < 4 else "89TJQK")] for seat in range(5)}
    plain[3] = [rank + "S" for rank in "234567"]
    plain[2] = [rank + "D" for rank in "89TQKA"]
    state = begun(game, plain, "H", bidder=5)
    for seat, count in enumerate(counts):
        assert game.current_player(state) == seat
        exchange(game, state, plain[seat][:count])
    assert state.exchanged.tolist() == [*counts, 0]
    assert int(state.hands[5]).bit_count() + int(state.discarded[5]).bit_count() == pool


def final_hands(game, state):
    """All hands that the dealer can come down to."""
    if game.rules.PHASES[int(state.phase)] != "keep":
        return {int(state.hands[5])}
    found = set()
    for name in legal(game, state):
        after = state.copy()
        game.play(after, [name])
        found |= final_hands(game, after)
    return found


def test_s14_dealer_with_at_most_six_trumps():
    game, state = dealer_with("AS JC JK 4D TH AH 9C KD 2H QD", "S")
    assert shown(state.hands[5]) == cards("AS JC JK")
    assert legal(game, state) == cards("4D TH AH 9C KD 2H QD")
    hands = final_hands(game, state)
    assert len(hands) == comb(7, 3) == 35
    assert all(cards("AS JC JK") <= shown(hand) for hand in hands)


def test_s15_dealer_with_seven_trumps():
    pool = "AD QD TD 6D 5D 4D 3D AC KC AH 2S"
    game, state = dealer_with(pool, "D")
    assert shown(state.hands[5]) == cards("AD")
    assert legal(game, state) == cards("QD TD 6D 5D 4D 3D")
    assert len(final_hands(game, state)) == 6
    game, state = dealer_with(pool, "D", dealer_overflow="free")
    game.play(state, ["QD", "TD", "AC", "KC", "AH"])
    assert shown(state.hands[5]) == cards("AD QD TD AC KC AH")


def test_s16_dealer_with_nine_trumps_five_protected():
    game, state = dealer_with("AC JC JS 2C JK KC TC 9C 3C", "C")
    assert shown(state.hands[5]) == cards("AC JC JS 2C JK")
    assert legal(game, state) == cards("KC TC 9C 3C")
    game.play(state, ["TC"])
    assert shown(state.discarded[5]) == cards("KC 9C 3C")
    assert game.rules.PHASES[int(state.phase)] == "play"


# --- Whole hands ---


@pytest.mark.parametrize("hand", [S17, S18, S20], ids=["s17 bid made", "s18 set", "s20 the dealer buries a trump"])
def test_whole_hands(hand):
    game = table()
    state = game.deal(deck=hand.deck.split(), dealer=hand.dealer)
    said = whole_hand(hand)
    game.play(state, said[:-36])
    assert (state.bidder, state.bid) == (hand.bidder, hand.bid)
    game_points = [0, 0, 0]
    for line in hand.tricks.strip().splitlines():
        plays, _, outcome = line.partition("->")
        winner, value = (int(word) for word in outcome.split())
        for play in plays.split():
            assert game.current_player(state) == int(play[0])
            game.play(state, [play[2:]])
        game_points[winner % 3] += value
        assert state.trick_winners[state.num_tricks - 1] == winner
        assert state.game_points.tolist() == game_points
    assert state.points.tolist() == hand.points
    assert game.is_terminal(state)
    assert game.returns(state).tolist() == hand.scores * 2


def test_s20_the_buried_trump_is_dead():
    game = table()
    state = game.deal(deck=S20.deck.split(), dealer=0)
    game.play(state, whole_hand(S20)[:-36])
    assert shown(state.discarded[0]) == cards("3D 5S")
    assert shown(state.hands[0]) == cards("AD QD TD 6D 5D 4D")


@pytest.mark.parametrize(
    ("game_tie", "scores"),
    [("none", [0, 5, 0]), ("bidder_if_tied", [0, 6, 0]), ("all_tied", [1, 6, 0])],
)
def test_s19_game_tied(game_tie, scores):
    hands, plays = tricks_played(S19_TRICKS)
    game = table(exchange=False, game_tie=game_tie)
    state = game.deal(deck=deck_of(hands, 1), dealer=1)
    game.play(state, [*bids(1, 3, 1), "trump_D", *plays])
    assert state.trick_winners.tolist() == [1, 0, 3, 0, 2, 1]
    assert state.game_points.tolist() == [32, 32, 16]
    assert state.scores.tolist() == scores


@pytest.mark.parametrize(
    ("points", "bid", "team", "scores"),
    [
        ([6, 0, 0], 6, 0, [6, 0, 0]),
        ([5, 0, 0], 6, 0, [-6, 0, 0]),
        ([5, 1, 0], 6, 0, [-6, 1, 0]),
        ([0, 4, 2], 5, 1, [0, -5, 2]),
    ],
    ids=["s21 six made", "s21 five and Game tied", "s21 five and one", "s22 set"],
)
def test_scores(points, bid, team, scores):
    _, state = scored(points, bid, team, [0, 2, 0])
    assert state.match_scores.tolist() == [scores[0], scores[1] + 2, scores[2]]


# --- Match ---

ENDS = {
    "s23 one team": ([19, 12, 7], 0, 3, [3, 1, 2], [22, 13, 9], [0]),
    "s24 two over the target": ([18, 19, 5], 0, 3, [4, 2, 0], [22, 21, 5], [0]),
    "s24 the bidding team has less": ([18, 19, 5], 0, 3, [3, 3, 0], [21, 22, 5], [1]),
    "s25 tie with the bidding team": ([18, 20, 4], 0, 4, [4, 2, 0], [22, 22, 4], [0]),
    "s26 tie without the bidding team": ([20, 20, 15], 2, 3, [1, 1, 4], [21, 21, 19], []),
    "s26 the next hand": ([21, 21, 19], 2, 3, [0, 1, 5], [21, 22, 24], [2]),
    "s27 set at the door": ([20, 20, 20], 2, 3, [2, 2, 2], [22, 22, 17], []),
    "s27 no tie": ([20, 20, 20], 2, 3, [3, 1, 2], [23, 21, 17], [0]),
}


@pytest.mark.parametrize(("before", "team", "bid", "points", "after", "winners"), ENDS.values(), ids=ENDS.keys())
def test_match_ends(before, team, bid, points, after, winners):
    game, state = scored(points, bid, team, before)
    assert state.match_scores.tolist() == after
    assert game.is_terminal(state) == bool(winners)
    if winners:
        assert game.winners(state) == tuple(seat for seat in range(6) if seat % 3 in winners)
    else:
        assert state.dealer == (S17.dealer + 1) % 6


@pytest.mark.parametrize(
    ("points", "bid", "team", "rewards"),
    [([4, 1, 1], 3, 0, [6, -3, -3]), ([3, 1, 2], 3, 2, [8, 2, -10])],
    ids=["made", "set"],
)
def test_s28_zero_sum_reward(points, bid, team, rewards):
    game, state = scored(points, bid, team, reward="zero_sum")
    assert game.returns(state).tolist() == rewards * 2


def test_s29_ace_asleep_without_exchange():
    """The king of trumps, played by seat 3, stands in for the ace; Low is seat 1's, who plays the 2."""
    hands = {
        0: ["4S", "2C", "3C", "4C", "5C", "6C"],
        1: ["2S", "2D", "3D", "4D", "5D", "6D"],
        2: ["3S", "2H", "3H", "4H", "5H", "6H"],
        3: ["KS", "7C", "8C", "9C", "TC", "QC"],
        4: ["5S", "7D", "8D", "9D", "TD", "QD"],
        5: ["6S", "7H", "8H", "9H", "TH", "QH"],
    }
    points = {}
    for missing in ("void", "nearest"):
        game = table(exchange=False, missing_high_low=missing)
        state = begun(game, hands, "S")
        while not game.is_terminal(state):
            game.step(state, max(game.legal_actions(state)))
        points[missing] = state.points
    assert points["void"].sum() == 2  # Low and Game: bauers and joker are asleep too
    assert (points["nearest"] - points["void"]).tolist() == [1, 0, 0]
