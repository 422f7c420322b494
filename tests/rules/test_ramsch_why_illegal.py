"""Why an action is not possible in Ramsch: the reasons that people are told."""

import pytest

from ramsch_table import table

DECK = "QC AH TH 7S 7D 9H 9S KD QS 8D QH TC 8S 9D JH 8H AS AD 7C QD TD 7H AC JD 9C 8C KH KC JC JS TS KS"
"""Dealer 2: player_0 holds JH JD TC QC 9C 8C AH TH 8S 9D, player_1 JC KC 7C KH 9H 8H AS 7S AD 7D, the skat is 8D QH."""
NOBODY = ["no_grand_hand"] * 3
PLAIN = [*NOBODY, "push", "push", "push", *["no_announce"] * 3]


@pytest.mark.parametrize(
    ("said", "action", "reason", "options"),
    [
        ([], "JH", "the player has to declare a Grand Hand instead of the Ramsch, or not", {}),
        (["grand_hand"], "declare_GH", "the player has to play a card", {}),
        (["grand_hand"], "JH", "the player has to declare the game", {"grand_hand_announcements": True}),
        (["grand_hand"], "JH", "the player has to say Kontra, or not", {"kontra_levels": 2}),
        (["grand_hand", "kontra"], "JH", "the player has to double once more, or not", {"kontra_levels": 2}),
        (NOBODY, "JH", "the player has to take the skat, or push it on", {}),
        ([*NOBODY, "take"], "JC", "JC is not in the hand", {}),
        ([*NOBODY, "take"], "JH", "jacks may not be passed on", {}),
        ([*NOBODY, "take"], "8D", "a card just taken may not be passed on", {"pass_rule": "none_taken"}),
        ([*NOBODY, "take", "8D"], "QH", "not both of the cards just taken may be passed on", {"pass_rule": "not_same_two"}),
        ([*NOBODY, "take"], "take", "the player has to pass on a card", {}),
        ([*NOBODY, "push", "push", "push"], "JH", "the player has to announce to win no trick, or not", {}),
        (PLAIN, "push", "the player has to play a card", {}),
        ([*PLAIN, "AH"], "7D", "must follow hearts: AH was led", {}),
        ([*PLAIN, "JD"], "KC", "must follow trumps: JD was led", {}),
    ],
)
def test_the_reason_is(said: list[str], action: str, reason: str, options: dict) -> None:
    game = table(**options)
    state = game.deal(deck=DECK.split(), dealer=2)
    game.play(state, said)
    number = game.actions.number(action)
    assert game.why_illegal(state, number) == reason
    assert f": {reason}. Legal: " in game.explain_illegal(state, number)
