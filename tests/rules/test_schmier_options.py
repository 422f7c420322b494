"""Every option of Schmier on one hand in which it changes what happens (rules, 4)."""

import pytest

import envs
from envs.core.options import option_names
from schmier_table import (
    S17,
    S18,
    S19_TRICKS,
    begun,
    bids,
    cards,
    dealer_with,
    deck_of,
    exchange,
    legal,
    may_follow,
    may_lead,
    one_trick,
    scored,
    shown,
    table,
    tricks_played,
    whole_hand,
)

ALL_BIDS = {f"bid_{bid}" for bid in range(3, 7)}
MIXED = ["AH", "JD", "9C", "4C", "TS", "2D"]
POOL = "AD QD TD 6D 5D 4D 3D AC KC AH 2S"


def choices(said, **deal):
    """Names of the legal actions after what was said."""

    def look(**option):
        game = table(**option)
        state = game.deal(seed=1, dealer=5, **deal)
        game.play(state, said)
        return legal(game, state)

    return look


def after_all_passed(**option):
    """Dealer, hands that count and scores after six passes by dealer 5 in a match."""
    game = table(episode="match", **option)
    state = game.deal(seed=1, dealer=5)
    game.play(state, ["pass"] * 6)
    return int(state.dealer), int(state.hands_scored), state.match_scores.tolist()


def phase_after_trump(**option):
    """The phase that follows when trumps are named."""
    game = table(**option)
    return game.rules.PHASES[int(begun(game, {}, "H").phase)]


def discards(num_discarded=0):
    """What a player may discard after some cards."""

    def look(**option):
        game = table(**option)
        state = begun(game, {0: MIXED}, "H", bidder=3)
        game.play(state, ["9C", "4C", "TS"][:num_discarded])
        return legal(game, state) if game.current_player(state) == 0 else "drawn"

    return look


def trumps_that_may_go(**option):
    """What a player with the two bauers, the king and the 9 of trumps may discard."""
    game = table(**option)
    return legal(game, begun(game, {0: ["JH", "JD", "KH", "9H", "2C", "3S"]}, "H", bidder=3))


def dealer_keeps(**option):
    """What a dealer with seven trumps may choose to keep."""
    return legal(*dealer_with(POOL, "D", **option))


def trumps_shown(**option):
    """What the bidder sees of the trumps that the dealer buried."""
    game, state = dealer_with(POOL, "D", **option)
    game.play(state, ["QD", "TD", "6D", "5D", "4D"])
    pieces = game.layout.describe(game.observe(state, 0)).splitlines()
    return [line for line in pieces if line.startswith("buried")]


def leads(hand, trick=1, **base):
    """What the bidder may lead; hearts are trumps."""
    return lambda **option: may_lead("H", hand, trick=trick, **base, **option)


def follows(**option):
    """What may be played to the ace of hearts, clubs being trumps."""
    return may_follow("C", "2H 9C TC JK AS QD", "AH", **option)


def points_of_trick(**option):
    """Hand points after a trick in which seat 0 plays the 2 of trumps and seat 5 wins."""
    return one_trick("H", "2:QH 3:JH 4:JD 5:AH 0:2H 1:KH", **option).points.tolist()


def tied_hand(**option):
    """Scores of a hand in which teams 0 and 1 have equally many game points and team 1 bid."""
    hands, plays = tricks_played(S19_TRICKS)
    game = table(exchange=False, **option)
    state = game.deal(deck=deck_of(hands, 1), dealer=1)
    game.play(state, [*bids(1, 3, 1), "trump_D", *plays])
    return state.scores.tolist()


def low_asleep(**option):
    """Hand points of a hand without exchange in which the ace of trumps is played, the 2 is not, and seat 4 plays the 3."""
    hands, plays = tricks_played(S19_TRICKS.replace("1:JD", "1:6C").replace("1:2D", "1:JD"))
    game = table(exchange=False, **option)
    state = game.deal(deck=deck_of(hands, 1), dealer=1)
    game.play(state, [*bids(1, 3, 1), "trump_D", *plays])
    return state.points.tolist()


def match_after(points, bid, team, before):
    """Who has won a match after a hand, by seats; None while it goes on."""

    def look(**option):
        game, state = scored(points, bid, team, before, **option)
        return game.winners(state) if game.is_terminal(state) else None

    return look


def returns_of(hand, **base):
    """Returns of a whole hand."""

    def look(**option):
        game = table(**base, **option)
        state = game.deal(deck=hand.deck.split(), dealer=hand.dealer)
        game.play(state, whole_hand(hand))
        return game.returns(state).tolist()

    return look


def match_returns(**option):
    """What a match pays that team 0 wins by 22 to 13 and 9."""
    game, state = scored([3, 1, 2], 3, 0, [19, 12, 7], **option)
    return game.returns(state).tolist()


def is_over(**option):
    """Whether the episode ends with its first hand."""
    game = table(**option)
    state = game.deal(seed=1, deck=S17.deck.split(), dealer=S17.dealer)
    game.play(state, whole_hand(S17))
    return game.is_terminal(state)


FIVE_PASS = ["pass"] * 5
CASES = [
    ("target", match_after([3, 1, 2], 3, 0, [10, 0, 0]), {21: None, 13: (0, 3)}),
    ("min_bid", choices([]), {3: {"pass"} | ALL_BIDS, 5: {"pass", "bid_5", "bid_6"}}),
    ("max_bid", choices([]), {6: {"pass"} | ALL_BIDS, 4: {"pass", "bid_3", "bid_4"}}),
    ("all_pass", choices(FIVE_PASS), {"redeal_same_dealer": {"pass"} | ALL_BIDS, "dealer_forced_min": ALL_BIDS}),
    (
        "all_pass",
        after_all_passed,
        {
            "redeal_same_dealer": (5, 0, [0, 0, 0]),
            "redeal_next_dealer": (0, 0, [0, 0, 0]),
            "dealer_set": (0, 1, [0, 0, -2]),
        },
    ),
    (
        "all_pass_set",
        lambda **option: after_all_passed(all_pass="dealer_set", **option),
        {2: (0, 1, [0, 0, -2]), 4: (0, 1, [0, 0, -4])},
    ),
    (
        "dealer_may_match",
        choices(["bid_5", *["pass"] * 4]),
        {False: {"pass", "bid_6"}, True: {"pass", "bid_5", "bid_6"}},
    ),
    ("exchange", phase_after_trump, {True: "exchange", False: "play"}),
    ("max_discards", discards(2), {3: cards("TS 2D done"), 2: "drawn"}),
    (
        "discard_rule",
        trumps_that_may_go,
        {"no_trumps": cards("2C 3S done"), "no_protected_trumps": cards("KH 9H 2C 3S done")},
    ),
    (
        "dealer_overflow",
        dealer_keeps,
        {"excess_only": cards("QD TD 6D 5D 4D 3D"), "free": cards("QD TD 6D 5D 4D 3D AC KC AH 2S")},
    ),
    ("show_buried_trumps", trumps_shown, {False: [], True: ["buried: 3"]}),
    ("first_lead", leads("AC 5H JK 2S"), {"any": cards("AC 5H JK 2S"), "trump": cards("5H JK")}),
    ("may_trump_when_able", follows, {False: {"2H"}, True: cards("2H 9C TC JK")}),
    ("joker_lead", leads("AC JK", trick=5), {"allowed": cards("AC JK"), "last_resort": {"AC"}}),
    ("low_to", points_of_trick, {"player": [1, 0, 3], "trick_winner": [0, 0, 4]}),
    ("missing_high_low", low_asleep, {"void": [1, 2, 2], "nearest": [1, 3, 2]}),
    ("game_tie", tied_hand, {"none": [0, 5, 0], "bidder_if_tied": [0, 6, 0], "all_tied": [1, 6, 0]}),
    (
        "win_tie",
        match_after([1, 1, 4], 3, 2, [20, 20, 15]),
        {"bidder_then_play_on": None, "bidder_then_shared": (0, 1, 3, 4)},
    ),
    ("max_hands", match_after([3, 1, 2], 3, 0, [0, 0, 0]), {0: None, 1: (0, 3), 2: None}),
    (
        "match_reward",
        match_returns,
        {"scores": [22, 13, 9] * 2, "result": [1, -0.5, -0.5] * 2},
    ),
    ("episode", is_over, {"deal": True, "match": False}),
    ("reward", returns_of(S18), {"score": [3, 1, -3] * 2, "zero_sum": [8, 2, -10] * 2}),
]
ROWS = [
    pytest.param(name, act, value, result, id=f"{name}={value}")
    for name, act, results in CASES
    for value, result in results.items()
]


@pytest.mark.parametrize(("name", "act", "value", "result"), ROWS)
def test_the_option_changes_the_outcome(name, act, value, result):
    """4: one hand, and what it comes to under each value."""
    assert act(**{name: value}) == result


def test_every_option_has_a_case():
    """An option that nothing depends on is a mistake."""
    assert {name for name, _, _ in CASES} == set(option_names(table().options))


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"min_bid": 0},
        {"max_bid": 7},
        {"min_bid": 5, "max_bid": 4},
        {"all_pass": "redeal"},
        {"all_pass_set": 0},
        {"max_discards": 7},
        {"max_hands": -1},
        {"hand_reward": "zero_sum"},
        {"players": 6},
    ],
    ids=lambda options: next(iter(options)),
)
def test_impossible_options_are_refused_by_name(options):
    """4."""
    name = next(iter(options))
    with pytest.raises(ValueError, match=name):
        envs.load_game("schmier/standard-v0", **options)


# --- What the rules leave open ---


def test_nobody_discards_more_than_the_stock_can_replace():
    """3.4: with up to six discards the stock of 17 runs out; everybody still has six cards."""
    game = table(max_discards=6)
    plain = {seat: [card for card in _plain_cards() if card[1] in "CDS"][6 * seat : 6 * seat + 6] for seat in range(5)}
    state = begun(game, plain, "H", bidder=5)
    for seat in range(2):
        exchange(game, state, plain[seat])
    game.play(state, plain[2][:5])
    assert state.exchanged.tolist() == [6, 6, 5, 0, 0, 0]
    assert legal(game, state) == {"done"}
    game.play(state, ["done", "done"])
    assert [int(hand).bit_count() for hand in state.hands[:5]] == [6] * 5
    assert int(state.hands[5] | state.discarded[5]).bit_count() == 6


def _plain_cards():
    return [rank + suit for rank in "23456789TQKA" for suit in "CSDH"]


def test_without_discards_everybody_is_still_asked():
    """3.4: the rules name `done` as the only action of a player who may not discard."""
    game = table(max_discards=0)
    state = begun(game, {}, "H")
    for seat in range(5):
        assert game.current_player(state) == seat
        assert legal(game, state) == {"done"}
        game.play(state, ["done"])
    assert state.drawn[5].bit_count() == 17


def test_a_joker_that_may_not_be_led_is_no_trump_to_lead_first():
    """4: both options together leave the other cards."""
    assert may_lead("H", "AC JK", first_lead="trump", joker_lead="last_resort") == {"AC"}
    assert may_lead("H", "AC JK 5H", first_lead="trump", joker_lead="last_resort") == {"5H"}
    assert may_lead("H", "JK", first_lead="trump", joker_lead="last_resort") == {"JK"}


def test_a_hand_that_only_costs_the_dealer_has_no_bidding_team():
    """6: a tie at the top is not the dealer's, who bid nothing."""
    game = table(episode="match", all_pass="dealer_set")
    state = game.deal(seed=1, dealer=2, carry={"match_scores": [22, 22, 24]})
    game.play(state, ["pass"] * 6)
    assert state.match_scores.tolist() == [22, 22, 22]
    assert not game.is_terminal(state)


def test_the_whole_stock_is_the_dealers():
    """3.5: nothing lies where nobody sees it once he has taken it."""
    game, state = dealer_with(POOL, "D")
    assert not game.hidden(state).any()
    assert shown(state.hands[5] | state.discarded[5]) == cards(POOL)
