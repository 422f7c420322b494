"""The rules of thumb for Skat (rules, 9.1 to 9.3): bids, discards, declarations, Kontra, Null, and what they are worth."""

import numpy as np
import pytest

from agents import make
from agents.evaluation import arena
from agents.heuristic.skat import bidding
from agents.heuristic.skat_family.null import follow_null, lead_null
from envs.game import State
from envs.games.skat.scene import contract_of
from envs.games.skat_family.cards import PACK, Kind
from ramsch_deals import dealt
from sizes import sized
from skat_deals import NULL as NULL_DEAL
from skat_table import FOREHAND_AT_18, declaring, forehand_for, legal, played, table

EVERYWHERE = [
    {},
    {"preset": "isko"},
    {"players": 4, "kontra_levels": 4, "kontra_timing": "before_own_first_card"},
    {"all_pass": "ramsch", "jungfrau_announce": True, "bid_step": "next"},
    {
        "episode": "match",
        "rounds": 1,
        "bock_rounds": True,
        "bock_triggers": ["all_passed"],
        "ramsch_round_after": ["bock_round"],
    },
]
RNG = np.zeros(1, np.uint64)
cards, card = PACK.parse_set, PACK.parse


def choice(game, state):
    """What the heuristic does in a state, by name."""
    observation = game.observe(state, game.current_player(state))
    return game.actions.name(make("heuristic", game).act(observation, game.action_mask(state), RNG))


BIDS = {
    "nothing": ("AC TC 7C KS QS 8S TH 9H QD 8D", 0),
    "five trumps are too few": ("JC JH AD KD 9D 8S 9S TH KC QC", 0),
    "Grand with 1": ("JC JH AD KD 9D 8D AS 9S TH KC", 48),
    "Grand without 2": ("JH JD AH TH KH 9H AS 8S 7C KD", 72),
    "clubs with 2, strong enough for the hand": ("JC JS AC KC QC 9C AS 8S 9H 8D", 48),
    "Grand with 4, from the hand": ("JC JS JH JD AC TC KC QC 9H 8D", 144),
    "Grand with 2": ("JC JS AC TC AS TS KH 9H 8D 7D", 72),
    "Null ouvert from the hand": ("7C 8C 9C 7S 8S 7H 9H JH 7D 8D", 59),
    "Null with one unsafe card": ("7C 8C 9C 7S 8S 7H 9H JH 7D QD", 23),
}


@pytest.mark.parametrize(("hand", "bid"), BIDS.values(), ids=BIDS)
def test_the_highest_bid(hand, bid):
    """9.1."""
    assert bidding.highest_bid(cards(hand)) == bid


def test_bidding_goes_up_to_the_highest_bid_and_no_further():
    """The next value if it is not above the highest bid; hold likewise (9.1-1)."""
    game = table()
    strong, weak = "JH JD AH TH KH 9H AS 8S 7C KD", "AC TC KS QS QH 9D QD 8D 7S 9S"
    deck = dealt(weak, strong)
    assert choice(game, played(game, deck, [])) == "bid_18"
    assert choice(game, played(game, deck, ["bid_18"])) == "pass"
    assert choice(game, played(game, deck, ["bid_70", "hold"])) == "bid_72"
    assert choice(game, played(game, deck, ["bid_72", "hold"])) == "pass"
    assert choice(game, played(game, deck, ["bid_18", "pass", "bid_72"])) == "hold"
    assert choice(game, played(game, deck, ["bid_18", "pass", "bid_77"])) == "pass"
    assert choice(game, played(game, dealt(strong), ["pass", "pass"])) == "bid_18"
    assert choice(game, played(game, deck, ["pass", "pass"])) == "pass"


FROM_HAND = {
    "weak": ("JC JH AD KD 9D 8D AS 9S TH KC", 18, bidding.NO_GAME),
    "clubs": ("JC JS AC TC KC QC 9C 8C AS 8D", 18, Kind.CLUBS),
    "clubs do not reach the bid": ("JC JS AC TC KC QC 9C 8C AS 8D", 50, bidding.NO_GAME),
    "Null ouvert": ("7C 8C 9C 7S 8S 7H 9H JH 7D 8D", 59, Kind.NULL),
    "Null ouvert does not reach the bid": ("7C 8C 9C 7S 8S 7H 9H JH 7D 8D", 60, bidding.NO_GAME),
    "Grand": ("JC JS JH AC TC AS TS AH TH 7D", 18, Kind.GRAND),
}


@pytest.mark.parametrize(("hand", "bid", "game"), FROM_HAND.values(), ids=FROM_HAND)
def test_what_is_played_without_the_skat(hand, bid, game):
    """9.1-2."""
    assert bidding.game_from_hand(cards(hand), bid) == game


PLANS = {
    "empty a suit and bring a ten home": ("JC JS AH TH KH QH AS TS KS 9C 8D 7D", 18, "9C TS", Kind.HEARTS, False),
    "a bare ten goes": ("JC JS AH TH KH QH 9H AS TC 8C 8D 7S", 18, "TC 8C", Kind.HEARTS, False),
    "Null ouvert": ("7C 8C 9C 7S 8S 7H 9H JH 7D 8D AD AS", 18, "AS AD", Kind.NULL, True),
}


@pytest.mark.parametrize(("twelve", "bid", "discard", "game", "is_ouvert"), PLANS.values(), ids=PLANS)
def test_what_is_discarded_and_declared(twelve, bid, discard, game, is_ouvert):
    """9.1-3."""
    pair, kind, ouvert = bidding.plan_with_skat(cards(twelve), bid)
    assert (PACK.format_set(pair).split(), kind, bool(ouvert)) == (sorted(discard.split(), key=card), game, is_ouvert)


def test_the_plan_is_carried_out_card_by_card():
    game = table()
    state = played(game, dealt("JC JS AH TH KH QH AS TS KS 9C", skat="8D 7D"), [*FOREHAND_AT_18, "take"])
    said = []
    while state.log_length < 7:
        said.append(choice(game, state))
        game.play(state, said[-1:])
    assert said == ["9C", "TS", "declare_H"]


@pytest.mark.parametrize("bid", [59, 60])
def test_a_game_from_the_hand_that_it_would_not_play_is_declared_legally(bid):
    """A teacher is asked in states that others have chosen."""
    game = table()
    state = played(game, dealt("JC AC KC 7S QS TS 8H KH 9D AD"), [*forehand_for(bid), "hand"])
    assert choice(game, state) in legal(game, state)


KONTRA = {
    "five trumps": ("C", "JC JH AC TC 9C 7S 8S 7H 8H 7D", "kontra"),
    "four trumps and an ace": ("C", "JC JH AC TC AS 7S 8S 7H 8H 7D", "kontra"),
    "four trumps": ("C", "JC JH AC TC TS 7S 8S 7H 8H 7D", "no_kontra"),
    "Grand, two jacks and an ace": ("G", "JC JH AC TC TS 7S 8S 7H 8H 7D", "kontra"),
    "Null never": ("N", "7C 8C 9C 7S 8S 7H 9H JH 7D 8D", "no_kontra"),
}


@pytest.mark.parametrize(("contract", "hand", "said"), KONTRA.values(), ids=KONTRA)
def test_when_kontra_is_said(contract, hand, said):
    """9.1-4."""
    game = table(kontra_levels=4)
    state = played(game, dealt("", hand, skat="QH KD"), declaring(contract, "QH KD"))
    assert choice(game, state) == said
    if said == "kontra":
        game.play(state, ["kontra"])
        assert choice(game, state) == "no_raise"


NULL_PLAY = {
    "declarer stays below as high as he can": (
        lambda: follow_null(cards("7C 9C AC"), card("8C"), card("TC"), True, False, False),
        "9C",
    ),
    "declarer, void, throws a dangerous card": (
        lambda: follow_null(cards("7C AS 7D"), card("8H"), card("TH"), True, False, False),
        "AS",
    ),
    "defender leads low from the shortest suit": (lambda: lead_null(cards("8C 9C 7S AH KH"), 0, False), "7S"),
    "defender stays below the declarer": (
        *(lambda: follow_null(cards("7C 9C AC"), card("TC"), card("TC"), False, True, True), "9C"),
    ),
    "defender throws his highest when the declarer is safe": (
        *(lambda: follow_null(cards("7C 9C AC"), card("8C"), card("TC"), False, False, True), "AC"),
    ),
    "defender, void, throws his highest": (
        *(lambda: follow_null(cards("9S AH"), card("8C"), card("TC"), False, False, True), "AH"),
    ),
}


@pytest.mark.parametrize(("play", "expected"), NULL_PLAY.values(), ids=NULL_PLAY)
def test_null(play, expected):
    """9.3; the declarer's play is not in the rules."""
    assert PACK.format(play()) == expected


def test_a_declarer_of_null_leads_what_others_can_beat():
    game = table()
    state = played(game, NULL_DEAL.deck, declaring("N", NULL_DEAL.skat))
    assert choice(game, state)[0] in "789"


def play_out(game, count, seed):
    """Let the heuristic play all seats of many deals; every action is legal."""
    agent = make("heuristic", game)
    states = game.deal_many(count, seed)
    masks = np.zeros((count, game.num_actions), np.int8)
    seen = np.zeros((count, game.observation_size), np.int8)
    while (states["player"] >= 0).any():
        rows = np.flatnonzero(states["player"] >= 0)
        game.action_mask_many(states, masks)
        game.observe_many(states, seen)
        actions = np.zeros(count, np.int64)
        actions[rows] = agent.act_many(seen[rows], masks[rows], np.zeros(len(rows), np.uint64))
        assert masks[rows, actions[rows]].all()
        game.step_many(states, actions)
    return states


@pytest.mark.parametrize("options", EVERYWHERE, ids=str)
def test_only_legal_actions(options):
    game = table(**options)
    count = 10 if game.is_match else sized(2000)
    play_out(game, count, 1)


def test_in_self_play_most_deals_find_a_declarer_who_wins_three_in_four():
    """9, sanity targets."""
    states = play_out(table(), sized(20_000), 2)
    declared = states["declarer"] >= 0
    won = states["games_won"].sum(axis=1)
    assert declared.mean() > 0.6
    assert 0.7 < won[declared].mean() < 0.9
    first = states[declared][:1].copy()
    assert contract_of(State(first))


@pytest.mark.parametrize("options", [{}, {"preset": "isko"}, {"players": 4}], ids=str)
def test_the_heuristic_beats_random_players(options):
    game = table(**options)
    result = arena.compare(game, make("heuristic", game), make("random", game), sized(2000), 3)
    assert result.ci95[0] > 0


def test_log_odds_are_those_of_the_rules():
    """9.1: JC, JS, five trumps with the ace, a suit with ace and two losers, one with two losers, and a void."""
    hand = cards("JC JS AD KD 9D AS 8S 9S QH 7H")
    assert bidding.log_odds(Kind.DIAMONDS, hand) == -377 + 118 + 103 + 103 + (176 - 2 * 74 - 56) - 2 * 74 + 202
    ace_and_two_losers = 156 - 2 * 117 - 45
    assert bidding.log_odds(Kind.GRAND, hand) == -14 + 73 + 35 + 56 + 159 + 2 * ace_and_two_losers - 2 * 117
    assert (
        bidding.log_odds(Kind.CLUBS, cards("JC AC TC KC QC 9C 8C 7C AS KS"))
        == -377 + 118 + 103 + 81 + 2 * 49 + 36 + (176 - 74 - 56) + 2 * 202
    )
