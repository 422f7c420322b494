"""Trumps, following suit and winning tricks in suit games, Grand and Null (2; examples E01 to E06)."""

import pytest

from oracle_skat import PACK, VALUES, effective_suit
from ramsch_deals import cards, dealt
from skat_table import FOREHAND_AT_18, legal, played, table


def after_lead(contract, forehand, middlehand, rearhand, plays):
    """Forehand declares from the hand and plays; returns the game and the state."""
    game = table()
    deck = dealt(forehand, middlehand, rearhand)
    return game, played(game, deck, [*FOREHAND_AT_18, "hand", f"declare_{contract}", *plays.split()])


FOLLOWING = {
    "E02 a plain suit must be followed": ("HH", "9C", "JC AC 7H 7D 8D 9D TD QD KD AD", "AC"),
    "E02 trump led: jacks and the trump suit": ("HH", "JD", "JC AC 7H 7D 8D 9D TD QD KD AD", "JC 7H"),
    "E02 void: anything": ("HH", "TS", "JC AC 7H 7D 8D 9D TD QD KD AD", "JC AC 7H 7D 8D 9D TD QD KD AD"),
    "E03 a jack is no heart in Grand": ("GH", "8H", "JH AS 9D 7S 8S 9S 7C 8C 9C TC", "JH AS 9D 7S 8S 9S 7C 8C 9C TC"),
    "E04 jacks belong to their suits in Null": ("NH", "JS", "TS KS JC 7C 8C 9C TC 7D 8D 9D", "TS KS"),
    "in Null a jack of another suit does not follow": ("NH", "JH", "TS KS JC 7C 8C 9C 7H 7D 8D 9D", "7H"),
}


@pytest.mark.parametrize(("contract", "led", "hand", "allowed"), FOLLOWING.values(), ids=FOLLOWING)
def test_follow_the_effective_suit(contract, led, hand, allowed):
    game, state = after_lead(contract, led, hand, "", led)
    assert legal(game, state) == cards(allowed)


def test_the_leader_may_play_anything():
    game, state = after_lead("CH", "JC AS TH 7D", "", "", "")
    assert len(legal(game, state)) == 10


TRICKS = {
    "E01 clubs: a jack is trump": ("CH", "AS", "JD", "9S", 1, 13),
    "E03 Grand: a jack is trump": ("GH", "8H", "JH", "AH", 1, 13),
    "E04 Null: ten below jack and queen": ("NH", "JS", "TS", "QS", 2, 15),
    "E04 Null: ten above nine": ("NH", "TH", "9H", "7H", 0, 10),
    "E05 hearts: ten beats king": ("HH", "KS", "TS", "9S", 1, 14),
    "E06 diamonds: jack of diamonds beats the ace": ("DH", "7D", "AD", "JD", 2, 13),
    "E06 diamonds: jack of spades beats jack of hearts": ("DH", "JH", "JS", "AD", 1, 15),
    "a plain card of another suit wins nothing": ("CH", "7S", "AH", "AD", 0, 22),
    "the lowest trump beats a plain ace": ("CH", "AS", "7C", "TS", 1, 21),
    "trump led: ace of trumps below the jacks": ("CH", "AC", "JD", "TC", 1, 23),
    "Null has no trumps": ("NH", "7S", "JC", "JD", 0, 4),
}


@pytest.mark.parametrize(("contract", "forehand", "middlehand", "rearhand", "winner", "points"), TRICKS.values(), ids=TRICKS)
def test_trick_winner_and_points(contract, forehand, middlehand, rearhand, winner, points):
    """Forehand holds the rest of the suit he leads, so that the others may play what they like."""
    suit = [card for card in PACK if effective_suit(contract[0], card) == effective_suit(contract[0], forehand)]
    hand = " ".join([forehand, *(card for card in suit if card not in (forehand, middlehand, rearhand))])
    game, state = after_lead(contract, hand, middlehand, rearhand, f"{forehand} {middlehand} {rearhand}")
    if winner == 0 and contract == "NH":
        assert game.is_terminal(state)
    else:
        assert game.current_player(state) == winner
    assert state.card_points[winner] == points
    assert list(state.tricks_won) == [int(position == winner) for position in range(3)]


def test_there_are_63_game_values_from_18_to_264():
    game = table()
    bids = [int(name.removeprefix("bid_")) for name in game.actions if name.startswith("bid_")]
    assert bids == VALUES
    assert (len(bids), bids[0], bids[-1]) == (63, 18, 264)
