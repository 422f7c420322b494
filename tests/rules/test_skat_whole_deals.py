"""The two whole deals of the rules, E55 to E57, trick by trick and under other options."""

import pytest

from ramsch_deals import cards_of
from skat_table import ALL_PASS, match, played, scores, table

SUIT_DECK = "QC AH TH 7S 7D 9H 9S KD QS 8D QH TC 8S 9D JH 8H AS AD 7C QD TD 7H AC JD 9C 8C KH KC JC JS TS KS"
BIDDING = ["pass", "bid_18", "hold", "bid_20", "hold", "bid_22", "hold", "pass"]
CONTRACT = ["take", "8S", "TH", "declare_C"]
SUIT_TRICKS = """
F:8C M:JC R:AC M 13
M:AS R:9S F:TC F 21
F:9C M:KC R:JS R 6
R:TS F:JH M:7S F 12
F:JD M:7C R:7H F 2
F:AH M:8H R:QS F 14
F:8D M:AD R:TD M 21
M:7D R:QD F:9D R 3
R:KD F:QC M:9H F 7
F:QH M:KH R:KS M 11
"""
RAMSCH_DECK = "9S 8H KD 7S QS TC KS 9C QH JS JH TD KC 7H JC 7C QD 8D 8S AH KH TS QC AD TH AC JD 9D 7D AS 8C 9H"
SHOVING = ["take", "AC", "AD", "push", "take", "AD", "AS"]
RAMSCH_TRICKS = """
F:7H M:TC R:AH R 21
R:8C F:KC M:7C F 4
F:8H M:QS R:KH R 7
R:9H F:TH M:QD F 13
F:9S M:8S R:TS R 10
R:9C F:TD M:9D R 10
R:QH F:KD M:8D R 7
R:QC F:JH M:JD F 7
F:JS M:7S R:AC F 13
F:JC M:7D R:KS F 6
"""


def tricks_of(text):
    """For each trick its cards, who won it and for how many card points."""
    lines = [line.split() for line in text.strip().splitlines()]
    return [([word[2:] for word in line[:3]], "FMR".index(line[3]), int(line[4])) for line in lines]


def plays_of(text):
    return [card for trick, _, _ in tricks_of(text) for card in trick]


@pytest.mark.parametrize(
    ("deck", "before", "text"),
    [(SUIT_DECK, [*BIDDING, *CONTRACT], SUIT_TRICKS), (RAMSCH_DECK, [*ALL_PASS, *SHOVING], RAMSCH_TRICKS)],
    ids=["E55 clubs", "E56 Schieber-Ramsch"],
)
def test_every_trick(deck, before, text):
    game = table()
    state = played(game, deck, before)
    won = [0, 0, 0]
    for trick, winner, points in tricks_of(text):
        game.play(state, trick)
        won[winner] += points
        assert list(state.card_points) == won
        assert game.is_terminal(state) or game.current_player(state) == winner


def test_the_hands_of_the_suit_game():
    game = table()
    state = game.deal(deck=SUIT_DECK.split(), dealer=2)
    assert cards_of(state.hands[0]) == {"QC", "AH", "TH", "TC", "8S", "9D", "JH", "JD", "9C", "8C"}
    assert cards_of(state.skat) == {"8D", "QH"}


SUIT_RESULTS = {
    "E55 classic": ({}, BIDDING, [], [36, 0, 0]),
    "E55 Seeger-Fabian": ({"scoring": "seeger_fabian"}, BIDDING, [], [86, 0, 0]),
    "E55 with Kontra": ({"kontra_levels": 1}, BIDDING, ["kontra"], [72, 0, 0]),
    "E55 had the bid been 40": ({}, ["pass", "bid_40", "hold", "pass"], [], [-96, 0, 0]),
}


@pytest.mark.parametrize(("options", "bidding", "said", "paid"), SUIT_RESULTS.values(), ids=SUIT_RESULTS)
def test_the_suit_game_pays(options, bidding, said, paid):
    """E55: without 2, 66 card points."""
    assert scores(table(**options), SUIT_DECK, [*bidding, *CONTRACT, *said, *plays_of(SUIT_TRICKS)]) == paid


RAMSCH_RESULTS = {
    "E56": ({}, [-260, 0, 0]),
    "E57 additive": ({"ramsch_multiplier": "additive"}, [-195, 0, 0]),
    "E57 the skat to the loser": ({"ramsch_skat_to": "loser"}, [0, 0, -308]),
    "E57 the skat to nobody": ({"ramsch_skat_to": "nobody"}, [0, 0, -220]),
    "E57 fixed": ({"ramsch_value": "fixed"}, [-30, 0, 0]),
    "E57 Seeger-Fabian": ({"scoring": "seeger_fabian"}, [-260, 0, 0]),
}


@pytest.mark.parametrize(("options", "paid"), RAMSCH_RESULTS.values(), ids=RAMSCH_RESULTS)
def test_the_schieberamsch_pays(options, paid):
    """E56, E57: one push, middlehand is Jungfrau."""
    assert scores(table(**options), RAMSCH_DECK, [*ALL_PASS, *SHOVING, *plays_of(RAMSCH_TRICKS)]) == paid


def test_the_schieberamsch_in_a_bock_round():
    """E57."""
    game = match(bock_rounds=True)
    words = [*ALL_PASS, *SHOVING, *plays_of(RAMSCH_TRICKS)]
    assert list(played(game, RAMSCH_DECK, words, carry={"bock_left": 3}).list_scores[:3]) == [-520, 0, 0]


def test_the_schieberamsch_with_announcements():
    """E57."""
    game = table(jungfrau_announce=True)
    by_m = ["no_announce", "announce_jungfrau", "no_announce"]
    by_r = ["no_announce", "no_announce", "announce_jungfrau"]
    assert scores(game, RAMSCH_DECK, [*ALL_PASS, *SHOVING, *by_m, *plays_of(RAMSCH_TRICKS)]) == [-520, 0, 0]
    assert scores(game, RAMSCH_DECK, [*ALL_PASS, *SHOVING, *by_r, *plays_of(RAMSCH_TRICKS)[:3]]) == [0, 0, -120]


@pytest.mark.parametrize("players", [3, 4])
def test_the_hand_options_dtype_a_whole_deal_can_be_read_again(players):
    game = table(players=players)
    state = played(game, SUIT_DECK, [*BIDDING, *CONTRACT, *plays_of(SUIT_TRICKS)])
    assert game.from_text(game.to_text(state)) == state
    assert "plays clubs" in game.describe(state)


def test_the_last_deal_of_a_list_keeps_its_number_at_its_end():
    game = match(preset="isko", rounds=1)
    state = game.deal(seed=3)
    numbers = {dict(game.scene(state).facts)["deal"]}
    while not game.is_terminal(state):
        game.step(state, game.legal_actions(state)[0])
        numbers.add(dict(game.scene(state).facts)["deal"])
    assert dict(game.scene(state).facts)["deal"] == "3 of 3"
    assert numbers == {"1 of 3", "2 of 3", "3 of 3"}
