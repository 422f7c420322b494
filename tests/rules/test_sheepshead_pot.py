"""The worked examples of section 8.6: the pot, and the showdown for it."""

import numpy as np
import pytest

from envs.games.sheepshead import options as opt
from envs.games.sheepshead import pot, scoring
from envs.games.sheepshead.actions import Kind
from envs.games.sheepshead.cards import DECKS, PACK
from envs.games.sheepshead.options import Options
from envs.games.sheepshead.pot import join_pot
from envs.games.sheepshead.state import SHARE_PARTS
from sheepshead_replays import REPLAYS
from sheepshead_table import bare, cards_of, deck_of, said, started, table

# --- Pot (8.6) ---


def pot_hand(shares, side, points, tricks, *, players=5, **options):
    """Scores and shares after a picked hand of seat 0 with these partners."""
    state, record = bare("p5", pot=True, **options)
    state["shares"] = shares
    state["side"], state["picker"] = sum(1 << p for p in side), 0
    state["card_points"][0], state["tricks_won"][0] = points, tricks
    scoring.finish(state, record)
    return state["scores"][:players].tolist(), int(state["shares"])


def test_a_leaster_fills_the_pot():
    state, options = bare("p5", pot=True)
    state["kind"] = Kind.LEASTER
    state["card_points"][:5], state["tricks_won"][:5] = [34, 0, 7, 39, 40], [1, 0, 1, 2, 2]
    scoring.finish(state, options)
    assert state["scores"][:5].tolist() == [-1, -1, 0, -1, -1]
    assert (state["shares"], pot.share_size(options)) == (1, 4)


@pytest.mark.parametrize(
    ("shares", "side", "points", "options", "scores", "left"),
    [
        (1, [0, 3], 75, {}, [5, -1, -1, 2, -1], 0),
        (1, [0, 3], 45, {}, [-5, 1, 1, -2, 1], 2),
        (1, [0], 75, {}, [8, -1, -1, -1, -1], 0),
        (2, [0, 3], 75, {}, [8, -1, -1, 3, -1], 0),
        (2, [0, 3], 75, {"pot_take": "one_share"}, [5, -1, -1, 2, -1], 1),
        (2, [0, 3], 45, {}, [-8, 1, 1, -3, 1], 4),
        (2, [0, 3], 45, {"pot_take": "one_share"}, [-5, 1, 1, -2, 1], 3),
        (2, [0, 3], 45, {"pot_on_loss": "double"}, [-8, 1, 1, -3, 1], 4),
        (2, [0, 3], 45, {"pot_on_loss": "double", "pot_take": "one_share"}, [-8, 1, 1, -3, 1], 4),
        (2, [0, 3], 45, {"pot_on_loss": "add_share"}, [-5, 1, 1, -2, 1], 3),
        (1, [0, 3], 75, {"pot_ante": "all_players", "pot_split": "even"}, [5, -1, -1, 3, -1], 0),
        (0, [0, 3], 45, {}, [-2, 1, 1, -1, 1], 0),
    ],
)
def test_what_a_picked_hand_does_to_the_pot(shares, side, points, options, scores, left):
    assert pot_hand(shares, side, points, 3, **options) == (scores, left)


def test_everybody_may_ante():
    state, options = bare("p5", pot=True, pot_ante="all_players", pot_split="even")
    state["kind"] = Kind.LEASTER
    state["card_points"][:5], state["tricks_won"][:5] = [34, 0, 7, 39, 40], [1, 0, 1, 2, 2]
    scoring.finish(state, options)
    assert state["scores"][:5].tolist() == [-2, -2, 3, -2, -2]
    assert (state["shares"], pot.share_size(options)) == (1, 5)


def last_hand(carry, **options):
    """Play R-18 as the last hand of a sitting with a pot; the picker's side wins it, so the pot is not touched by a loss."""
    game = table("p5", episode="match", hands_per_sitting=3, pot=True, no_pick="leaster", **options)
    replay = REPLAYS["R-24"]
    state = started(game, deck_of(replay), said(replay.said), carry={"hands_done": 2, **carry})
    game.play(state, [card for trick in replay.tricks for card in cards_of(trick)])
    return game, state


def test_the_pot_is_divided_at_the_end_of_a_sitting():
    game, state = last_hand({"shares": 1})
    assert game.is_terminal(state)
    assert list(game.returns(state)) == pytest.approx([0.6, 0.6, 1.6, 0.6, 0.6])
    assert sum(game.returns(state)) == pytest.approx(4)  # the share that was there at first was nobody's loss in this match


@pytest.mark.parametrize("settlement", ["poker_all", "poker_one_share"])
def test_or_a_showdown_decides_about_it(settlement):
    game, state = last_hand({"shares": 1}, pot_settlement=settlement)
    assert game.is_terminal(state)
    assert state.shares == 0
    won = game.returns(state) - np.array([-1, -1, 0, -1, -1])
    assert sum(won) == pytest.approx(8)
    assert state.deals == {"poker_all": 2, "poker_one_share": 3}[settlement]
    assert game.from_text(game.to_text(state)) == state


POKER = [
    ("AS AH AD KC 9S", 3),
    ("TH JS QD KH AC", 4),
    ("7C 7D 8C 8S 9H", 2),
    ("QC QS JD TD 7S", 1),
    ("9C TC JC 8D QH", 4),
]


def poker(hand):
    return pot.poker_value(np.array([pot.POKER_CARD[PACK.parse(card)] for card in hand.split()], np.int64))


def test_the_ranking_of_poker_hands():
    values = [poker(hand) for hand, _ in POKER]
    assert [value // 13**5 for value in values] == [kind for _, kind in POKER]
    assert sorted(range(5), key=lambda i: -values[i]) == [1, 4, 0, 2, 3]
    assert poker("9C TD JC QH KS") == poker("9S TH JH QC KC")
    in_order = ["AC KC QC JC TC", "9C 9D 9H 9S 7C", "9C 9D 9H KC KS", "AC KC QC JC 9C", "9C TD JC QH KS", "AC AD AH KC QC"]
    assert [poker(hand) // 13**5 for hand in in_order] == [8, 7, 6, 5, 4, 3]
    assert poker("AC KD QC JC 9C") < poker("7C 7D 8C 9C TC") < poker("7C 7D 8C 8S 9H")


def test_a_full_pack_has_52_cards():
    pack = np.zeros(52, np.int64)
    pot.write_full_pack(np.arange(34, dtype=np.int8), pack)
    assert sorted(pack) == list(range(52))


def test_a_newcomer_buys_in():
    per_share = Options(pot=True)
    assert join_pot(per_share, shares=2, num_players=5) == (-2, 0.0, [5, 5])
    divided = Options(pot=True, pot_new_player=opt.PotNewPlayer.DIVIDE)
    assert join_pot(divided, shares=2, num_players=5) == (0, 1.6, [])


def showdown_paid(hands, poker_deck):
    """What each seat gets of a pot of four units when the deck deals these open cards round by round."""
    state, options = bare("p5", pot=True, pot_settlement="poker_all", poker_deck=poker_deck)
    state["shares"] = 1
    dealt = [hand.split()[i] for i in range(5) for hand in hands]
    deck = PACK.deck(dealt + [card for card in DECKS["D32"] if card not in dealt])
    pot.decide_pot(state, options, deck)
    return [settled / SHARE_PARTS for settled in state["settled"][:5].tolist()]


def test_the_best_poker_hand_gets_the_pot():
    """E-45."""
    hands = [hand for hand, _ in POKER]
    assert showdown_paid(hands, "play_deck") == [0, 4, 0, 0, 0]
    kings = ["9C TD JC QH KS", "9S TH JH QC KC", *hands[2:4], "7H 8H 9H AH AD"]
    kings[2:4] = ["7C 7D 8C 8S TC", "QS QD JD TS 7S"]
    assert showdown_paid(kings, "play_deck") == [2, 2, 0, 0, 0]


def test_poker_deck_may_be_a_full_pack():
    """4: it is shuffled anew, so that somebody else may win."""
    orders = [POKER[k:] + POKER[:k] for k in range(5)]
    winners = [showdown_paid([hand for hand, _ in order], "full52") for order in orders]
    assert all(sum(paid) == 4 for paid in winners)
    assert winners != [showdown_paid([hand for hand, _ in order], "play_deck") for order in orders]
