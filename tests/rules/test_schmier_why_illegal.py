"""Why an action is not possible in Schmier: the reasons that people are told."""

import pytest

from schmier_table import begun, dealer_with, table


def reason(game, state, action: str) -> str:
    return game.why_illegal(state, game.actions.number(action))


@pytest.mark.parametrize(
    ("said", "action", "expected", "options"),
    [
        ([], "bid_2", "the lowest bid is 3", {}),
        ([], "bid_6", "the highest bid is 5", {"max_bid": 5}),
        (["bid_4"], "bid_4", "bid 4 is not above 4, which is already bid", {}),
        (["bid_4"], "bid_3", "bid 3 is not above 4, which is already bid", {}),
        (["pass"] * 5, "pass", "the dealer has to bid: all others have passed", {"all_pass": "dealer_forced_min"}),
        ([], "done", "the player has to bid, or pass", {}),
        ([], "AC", "the player has to bid, or pass", {}),
        (["bid_6"], "bid_6", "the player has to name the trumps", {}),
    ],
)
def test_the_reason_against_a_bid_is(said: list[str], action: str, expected: str, options: dict) -> None:
    game = table(**options)
    state = game.deal(seed=1, dealer=5)
    game.play(state, said)
    assert reason(game, state, action) == expected


@pytest.mark.parametrize(
    ("hand", "said", "action", "expected", "options"),
    [
        ("AC 3C 4D", [], "KC", "KC is not in the hand", {}),
        ("AC 3C 4D", [], "3C", "trumps may not be discarded", {}),
        ("AC 3C 4D", [], "AC", "this trump may never be discarded", {"discard_rule": "no_protected_trumps"}),
        ("AC 3C 4D", [], "4D", "no more cards may be discarded; done ends it", {"max_discards": 0}),
        ("AC 3C 4D", [], "pass", "the player has to discard a card, or be done", {}),
    ],
)
def test_the_reason_against_a_discard_is(hand, said, action, expected, options) -> None:
    game = table(**options)
    state = begun(game, {0: hand.split()}, "C")
    game.play(state, said)
    assert reason(game, state, action) == expected


def test_the_reason_against_keeping_a_card_is():
    game, state = dealer_with("AC KC QC TC 9C 8C 7C 4D 5D", "C")
    assert reason(game, state, "4D") == "who has more than six trumps keeps trumps only"
    assert reason(game, state, "AC") == "AC is kept already"
    assert reason(game, state, "AH") == "AH is not in the hand"
    assert reason(game, state, "pass") == "the player has to choose a card to keep"


@pytest.mark.parametrize(
    ("hands", "played", "action", "expected", "options"),
    [
        ({0: ["4D"], 1: ["5D", "6H"]}, ["4D"], "6H", "must follow diamonds: 4D was led", {}),
        ({0: ["4D"], 1: ["5D", "6H"]}, ["4D"], "6H", "must follow diamonds or play a trump: 4D was led",
         {"may_trump_when_able": True}),
        ({0: ["4C"], 1: ["JS", "6H"]}, ["4C"], "6H", "must follow trumps: 4C was led", {}),
        ({0: ["4C", "5D"]}, [], "5D", "the first lead must be a trump", {"first_lead": "trump"}),
        ({0: ["JK", "5D"]}, [], "JK", "the joker may be led only when nothing else is left", {"joker_lead": "last_resort"}),
        ({0: ["4C"]}, [], "bid_3", "the player has to play a card", {}),
    ],
)  # fmt: skip
def test_the_reason_against_a_card_is(hands, played, action, expected, options) -> None:
    game = table(exchange=False, **options)
    state = begun(game, hands, "C")
    game.play(state, played)
    assert reason(game, state, action) == expected
