"""The pack, the deal and the tricks of Ramsch (rules of Skat and Schieberamsch, 1 to 3)."""

import pytest

from ramsch_deals import PACK, cards, cards_of, dealt
from ramsch_table import NOBODY_ANNOUNCES, NOBODY_DECLARES, legal, played, table


def plain_ramsch():
    """The game without all that may come before the first lead."""
    return table(ramsch_style="plain", grand_hand_rule="off", jungfrau_announce=False)


@pytest.mark.parametrize("dealer", [0, 1, 2], ids=["dealer_0", "dealer_1", "dealer_2"])
def test_the_seat_left_of_the_dealer_is_forehand_and_nobody_sits_out(dealer):
    """1.1, E13 for three players."""
    game = table()
    state = played(game, PACK, [], dealer=dealer)
    asked = []
    for action in NOBODY_DECLARES:
        asked.append(game.current_player(state))
        game.play(state, [action])
    assert asked == [(dealer + 1) % 3, (dealer + 2) % 3, dealer]


def test_cards_are_dealt_in_packets_of_three_a_skat_of_two_four_and_three():
    """3.0, with the pack of the complete deal in section 8.12."""
    deck = "9S 8H KD 7S QS TC KS 9C QH JS JH TD KC 7H JC 7C QD 8D 8S AH KH TS QC AD TH AC JD 9D 7D AS 8C 9H"
    state = played(table(), deck, [])
    assert [cards_of(hand) for hand in state.hands] == [
        cards("9S 8H KD TD KC 7H JC AD TH AC"),
        cards("7S QS TC 7C QD 8D 8S JD 9D 7D"),
        cards("KS 9C QH AH KH TS QC AS 8C 9H"),
    ]
    assert cards_of(state.skat) == {"JS", "JH"}


def test_the_pack_counts_120():
    """2: middlehand wins all ten tricks with jacks and clubs, and the skat counts nothing."""
    strong = "JC JS JH JD AC TC KC QC 9C 8C"
    game = plain_ramsch()
    state = played(game, dealt("", strong, "", "7C 7S"), [])
    while not game.is_terminal(state):
        names = legal(game, state)
        best = [card for card in strong.split() if card in names]
        game.play(state, [best[0] if best else min(names)])
    assert list(state.tricks_won) == [0, 10, 0]
    assert list(state.card_points) == [0, 120, 0]


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("8H", "JH AS 9D 7C 8C 9C 7S 8S 7D 8D", "JH AS 9D 7C 8C 9C 7S 8S 7D 8D"),
        ("8H", "JH 7H AS 9D 7C 8C 9C 7S 8S 7D", "7H"),
        ("JD", "JC JH 7D AD AS 9D 7C 8C 9C 7S", "JC JH"),
        ("JD", "7D AD AS 9D 7C 8C 9C 7S 8S 9S", "7D AD AS 9D 7C 8C 9C 7S 8S 9S"),
        ("7C", "JC AC QC 9D 7D 8D 7S 8S 9S AS", "AC QC"),
        ("TS", "JS JH JD AC QC 9D 7D 8D KD AD", "JS JH JD AC QC 9D 7D 8D KD AD"),
    ],
    ids=[
        "E03_a_jack_is_no_heart",
        "the_jack_of_hearts_may_not_follow_hearts",
        "a_jack_led_asks_for_jacks",
        "a_jack_led_and_none_in_hand",
        "jack_of_clubs_does_not_follow_clubs",
        "no_duty_to_trump",
    ],
)
def test_followers_must_follow_the_effective_suit(led, hand, expected):
    """2: a jack belongs to the trumps only."""
    game = plain_ramsch()
    state = played(game, dealt(led, hand), [led])
    assert legal(game, state) == set(expected.split())


def test_the_leader_may_play_any_card():
    """2."""
    game = plain_ramsch()
    hand = "JC 7C 8C AS KS QH TH 9D 8D 7D"
    assert legal(game, played(game, dealt(hand), [])) == set(hand.split())


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [
        ("8H JH AH", 1, 13),
        ("KS TS 9S", 1, 14),
        ("7D AD JD", 2, 13),
        ("JH JS AD", 1, 15),
        ("JD JH JS", 2, 6),
        ("JC JS JH", 0, 6),
        ("7C AS AH", 0, 22),
        ("QS KS TS", 2, 17),
        ("9C 8C QC", 2, 3),
        ("JD AC TC", 0, 23),
    ],
    ids=[
        "E03_jack_beats_the_ace",
        "E05_ten_beats_king",
        "E06_jack_of_another_suit_beats_the_ace_led",
        "E06_spades_beat_hearts",
        "order_of_the_lower_jacks",
        "order_of_the_upper_jacks",
        "only_the_suit_led_counts",
        "ten_above_king_above_queen",
        "queen_above_nine_above_eight",
        "nothing_beats_the_only_jack",
    ],
)
def test_highest_jack_or_else_the_highest_card_of_the_suit_led_wins(trick, winner, points):
    """2; forehand has all other cards of the suit led, so nobody has to follow."""
    cards = trick.split()
    is_jack_led = cards[0].startswith("J")
    same = [c for c in PACK if c[0] == "J"] if is_jack_led else [c for c in PACK if c[1] == trick[1]]
    plain = [c for c in same if is_jack_led or c[0] != "J"]
    forehand = [cards[0], *(card for card in plain if card not in cards)]
    game = plain_ramsch()
    state = played(game, dealt(" ".join(forehand), cards[1], cards[2]), cards)
    assert game.current_player(state) == winner
    assert list(state.card_points) == [points if seat == winner else 0 for seat in range(3)]


def test_forehand_leads_to_the_first_trick_even_against_a_grand_hand():
    """3.6."""
    game = table()
    state = played(game, PACK, ["no_grand_hand", "grand_hand"], dealer=0)
    assert game.current_player(state) == 1


def test_a_ramsch_that_nobody_announced_goes_to_the_tenth_trick():
    """3.6: there is no other early end."""
    game = table()
    state = played(game, PACK, [*NOBODY_DECLARES, *["push"] * 3, *NOBODY_ANNOUNCES])
    plays = 0
    while not game.is_terminal(state):
        game.step(state, int(game.legal_actions(state)[0]))
        plays += 1
    assert plays == 30
