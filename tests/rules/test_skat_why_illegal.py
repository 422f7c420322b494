"""Why an action is not possible in Skat: the reasons that people are told."""

import pytest

from skat_table import table

DECK = "QC AH TH 7S 7D 9H 9S KD QS 8D QH TC 8S 9D JH 8H AS AD 7C QD TD 7H AC JD 9C 8C KH KC JC JS TS KS"
"""Dealer 2: forehand (player_0) holds JH JD TC QC 9C 8C AH TH 8S 9D, the skat is 8D QH;
middlehand holds JC KC 7C KH 9H 8H AS 7S AD 7D."""


def why(said: list[str], action: str, **options) -> str:
    """The reason given for an action that is illegal after these."""
    game = table(**options)
    state = game.deal(deck=DECK.split(), dealer=2)
    game.play(state, said)
    return game.why_illegal(state, game.actions.number(action))


WON = ["bid_18", "hold", "pass", "pass"]
PASSED = ["pass", "pass", "pass"]


@pytest.mark.parametrize(
    ("said", "action", "reason", "options"),
    [
        ([], "hold", "there is no value to hold: one is to be called", {}),
        ([], "take", "the player has to call a value, or pass", {}),
        ([], "JC", "the player has to call a value, or pass", {}),
        (["bid_20", "hold"], "bid_18", "bid 18 is not above 20, which is already called", {}),
        (["bid_20", "hold"], "bid_20", "bid 20 is not above 20, which is already called", {}),
        ([], "bid_20", "no value may be skipped: next comes 18", {"bid_step": "next"}),
        (["bid_20"], "bid_22", "the player has to hold the value called, or pass", {}),
        (["pass", "pass"], "bid_20", "the player has to bid 18 after all others have passed, or pass too", {}),
        (WON, "JH", "the player has to take the skat, or play from the hand", {}),
        ([*WON, "take"], "AS", "AS is not in the hand", {}),
        ([*WON, "take"], "declare_C", "the player has to discard a card", {}),
        ([*WON, "take", "8S", "9D"], "declare_CH", "no hand game, for the skat was taken", {}),
        ([*WON, "hand"], "declare_C", "only hand games, for the skat was left", {}),
        (["bid_24", "hold", "pass", "pass", "take", "8S", "9D"], "declare_N", "Null counts 23 here, and the bid is 24", {}),
        ([*WON, "take", "8S", "9D", "declare_C"], "bid_18", "the player has to play a card", {}),
        ([*WON, "take", "8S", "9D", "declare_C"], "8S", "8S is not in the hand", {}),
        ([*WON, "take", "8S", "9D", "declare_C", "8C"], "7D", "must follow trumps: 8C was led", {}),
        ([*WON, "take", "8S", "9D", "declare_C", "AH"], "7D", "must follow hearts: AH was led", {}),
        ([*WON, "take", "8S", "9D", "declare_C"], "JH", "the player has to say Kontra, or not", {"kontra_levels": 1}),
        ([*PASSED, "take"], "JH", "jacks may not be passed on", {"all_pass": "schieberamsch"}),
        ([*PASSED, "take"], "8D", "a card just taken may not be passed on",
         {"all_pass": "schieberamsch", "pass_rule": "none_taken"}),
        ([*PASSED, "take", "8D"], "QH", "not both of the cards just taken may be passed on",
         {"all_pass": "schieberamsch", "pass_rule": "not_same_two"}),
    ],
)  # fmt: skip
def test_the_reason_is(said: list[str], action: str, reason: str, options: dict) -> None:
    assert why(said, action, **options) == reason
