"""A card that is refused is refused by rule, in words: the suit that was led, the duties of a called suit, the calls."""

import pytest

from sheepshead_table import filled, started, table

PARTNER = "AC KC QD 7D AS TS"
PICKED = ["pass", "pick", "7H", "9H", "call_AC"]


@pytest.mark.parametrize(
    ("hand", "said", "action", "reason"),
    [
        ("QC QS JC JS 9C 7S", [*PICKED, "AS"], "9C", "must follow spades: AS was led"),
        ("QC QS JC JS 9C 7S", [*PICKED, "QD"], "7S", "must follow trumps: QD was led"),
        ("QC QS JC JS 9C 8H", [*PICKED, "AS"], "9C", "the last card of clubs is kept until clubs are led"),
        ("QC QS JC TC 9C 8H", PICKED, "KC", "clubs may be led only with the called AC"),
        ("QC QS JC TC 9C 8H", PICKED[:-1], "call_TC", "a ten is called by who has all three aces, and not this ten"),
        ("QC QS JC TC 9C 8H", ["pass", "pick", "7H"], "7H", "7H is not in the hand"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_the_reason_against_an_action_is(hand: str, said: list[str], action: str, reason: str) -> None:
    game = table("p5")
    state = started(game, filled("p5", [PARTNER, hand], "7H 9H"), said)
    assert game.why_illegal(state, game.actions.number(action)) == reason


@pytest.mark.parametrize(
    ("led", "action", "reason"),
    [
        ("9C", "KC", "the called AC has to be played to the first trick of clubs"),
        ("8H", "AC", "the called AC is kept until clubs are led"),
    ],
)
def test_a_called_partner_who_follows_is_told_the_duty(led: str, action: str, reason: str) -> None:
    game = table("p5")
    said = ["pick", "7H", "9H", "call_AC", led]
    state = started(game, filled("p5", ["QC QS JC TC 9C 8H", PARTNER], "7H 9H"), said)
    assert game.why_illegal(state, game.actions.number(action)) == reason
    assert "(2 of 2)" in game.scene(started(game, filled("p5", [], "7H 9H"), ["pick", "7H"])).question
