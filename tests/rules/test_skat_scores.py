"""What a game with a declarer pays: won, lost, overbid, doubled (5.3, examples E15 to E31; tournament 5.4, E34 to E37)."""

import pytest

from skat_deals import (
    C_JC_IN_SKAT,
    C_WITH_1,
    C_WITH_2,
    C_WITH_11,
    C_WITHOUT_1,
    C_WITHOUT_2,
    D_WITH_1,
    D_WITH_3,
    G_WITH_1,
    G_WITH_2,
    G_WITH_4,
    G_WITHOUT_4,
    H_JC_IN_SKAT,
    H_WITH_1,
    H_WITHOUT_2,
    NULL,
    S_WITH_1,
    S_WITH_2,
)
from skat_table import declaring, match, scores, table

RESULTS = {
    "E15 diamonds with 1": ("D", D_WITH_1, 61, 18, 18),
    "E15 hearts without 2": ("H", H_WITHOUT_2, 70, 18, 30),
    "E15 spades with 2, schneider": ("S", S_WITH_2, 92, 18, 44),
    "E15 clubs with 2, hand, schneider": ("CH", C_WITH_2, 95, 18, 60),
    "E15 clubs with 2, hand, schneider announced": ("CHS", C_WITH_2, 95, 18, 72),
    "E15 diamonds with 3, hand, schwarz announced": ("DHZ", D_WITH_3, 120, 18, 81),
    "E15 Grand with 2": ("G", G_WITH_2, 75, 18, 72),
    "E15 Grand without 4, hand": ("GH", G_WITHOUT_4, 61, 18, 144),
    "E15 Grand with 4, schneider": ("G", G_WITH_4, 90, 18, 144),
    "E15 Grand ouvert with 1": ("GHO", G_WITH_1, 120, 18, 192),
    "E15 Grand ouvert with 4": ("GHO", G_WITH_4, 120, 18, 264),
    "E15 clubs ouvert with 11": ("CHO", C_WITH_11, 120, 18, 216),
    "E15 Null": ("N", NULL, 0, 18, 23),
    "E15 Null hand": ("NH", NULL, 0, 18, 35),
    "E15 Null ouvert": ("NO", NULL, 0, 18, 46),
    "E15, E21 Null ouvert hand": ("NOH", NULL, 0, 18, 59),
    "E16 spades with 1, 60 points": ("S", S_WITH_1, 60, 20, -44),
    "E16 spades with 1, 61 points": ("S", S_WITH_1, 61, 20, 22),
    "E17 hearts with 1, 28 points": ("H", H_WITH_1, 28, 18, -60),
    "E17 hearts with 1, 30 points": ("H", H_WITH_1, 30, 18, -60),
    "E17 hearts with 1, 31 points": ("H", H_WITH_1, 31, 18, -40),
    "E18 clubs without 1, no trick": ("C", C_WITHOUT_1, 14, 18, -96),
    "E19 schneider announced and missed": ("CHS", C_WITH_1, 85, 18, -120),
    "E19 schneider announced and made": ("CHS", C_WITH_1, 90, 18, 60),
    "E20 schwarz announced and missed": ("GHZ", G_WITH_2, 114, 18, -384),
    "E20 schwarz announced and made": ("GHZ", G_WITH_2, 120, 18, 192),
    "ouvert missed": ("GHO", G_WITH_2, 114, 18, -432),
    "E21 Null lost": ("N", NULL, 1, 18, -46),
    "E21 Null hand lost": ("NH", NULL, 1, 18, -70),
    "E21 Null ouvert lost": ("NO", NULL, 1, 18, -92),
    "E21 Null ouvert hand lost": ("NOH", NULL, 1, 18, -118),
    "E22 a lost hand game counts double": ("CH", C_WITH_1, 55, 18, -72),
    "E23 overbid": ("D", D_WITH_1, 85, 20, -54),
    "E23 schneider saves an overbid game": ("D", D_WITH_1, 90, 20, 27),
    "E24 the jack was in the skat": ("H", H_JC_IN_SKAT, 80, 30, -60),
    "E25 the jack was in the skat, hand": ("CH", C_JC_IN_SKAT, 74, 46, -96),
    "E25 schneider saves it": ("CH", C_JC_IN_SKAT, 95, 46, 48),
    "E26 Grand with 1, schneider": ("G", G_WITH_1, 100, 60, 72),
    "E26 Grand with 1 overbid": ("G", G_WITH_1, 85, 60, -144),
    "E27 clubs without 2 overbid": ("C", C_WITHOUT_2, 66, 40, -96),
    "E28 spades with 1 at 18": ("S", S_WITH_1, 70, 18, 22),
    "E28 spades with 1 at 23": ("S", S_WITH_1, 70, 23, -66),
    "E29 clubs without 2 won": ("C", C_WITHOUT_2, 66, 18, 36),
    "E29 clubs without 2 lost": ("C", C_WITHOUT_2, 50, 18, -72),
}


@pytest.mark.parametrize(("contract", "deal", "points", "bid", "score"), RESULTS.values(), ids=RESULTS)
def test_what_the_declarer_scores(contract, deal, points, bid, score):
    """The others score nothing (5.3)."""
    actions = [*declaring(contract, deal.skat, bid), *deal.plays[points].split()]
    assert scores(table(), deal.deck, actions) == [score, 0, 0]


@pytest.mark.parametrize(("contract", "score"), [("CH", -36), ("C", -48)])
def test_a_lost_hand_game_may_count_once(contract, score):
    """E22; a game with the skat always counts double (24 twice)."""
    actions = [*declaring(contract, C_WITH_1.skat), *C_WITH_1.plays[55].split()]
    assert scores(table(lost_hand_factor=1), C_WITH_1.deck, actions) == [score, 0, 0]


@pytest.mark.parametrize(("contract", "score"), [("N", -46), ("NO", -92), ("NH", -35), ("NOH", -59)])
def test_a_lost_null_hand_may_count_once(contract, score):
    actions = [*declaring(contract, NULL.skat), *NULL.plays[1].split()]
    assert scores(table(lost_hand_factor=1), NULL.deck, actions) == [score, 0, 0]


def doubled(deal, contract, points, said, bid=18, **options):
    actions = [*declaring(contract, deal.skat, bid), *said, *deal.plays[points].split()]
    return scores(table(**options), deal.deck, actions)[0]


SAID = {1: ["kontra"], 2: ["kontra", "raise"], 3: ["kontra", "raise", "raise"], 4: ["kontra", "raise", "raise", "raise"]}


@pytest.mark.parametrize("level", SAID)
def test_every_doubling_doubles_won_and_lost(level):
    """E29."""
    assert doubled(C_WITHOUT_2, "C", 66, SAID[level], kontra_levels=level) == 36 * 2**level
    assert doubled(C_WITHOUT_2, "C", 50, SAID[level], kontra_levels=level) == -72 * 2**level


def test_kontra_does_not_lift_the_value_over_the_bid():
    """E30."""
    assert doubled(D_WITH_1, "D", 85, ["kontra"], 20, kontra_levels=1) == -108


def in_bock(deal, contract, points, said, **options):
    game = match(bock_rounds=True, rounds=1, **options)
    state = game.deal(deck=deal.deck.split(), dealer=2, carry={"bock_left": 3})
    game.play(state, [*declaring(contract, deal.skat), *said, *deal.plays[points].split()])
    return list(state.list_scores[:3])


def test_bock_doubles_on_top():
    """E31."""
    assert in_bock(C_WITHOUT_2, "C", 66, SAID[2], kontra_levels=2) == [288, 0, 0]
    assert in_bock(NULL, "NO", 1, SAID[1], kontra_levels=1) == [-368, 0, 0]


TOURNAMENT = {
    "E34 won": (3, "S", S_WITH_2, 92, [94, 0, 0]),
    "E34 lost": (3, "S", S_WITH_1, 60, [-94, 40, 40]),
    "E34 lost, four at the table": (4, "S", S_WITH_1, 60, [-94, 30, 30, 30]),
    "won, four at the table": (4, "S", S_WITH_2, 92, [94, 0, 0, 0]),
    "Null lost": (3, "N", NULL, 1, [-96, 40, 40]),
}


@pytest.mark.parametrize(("players", "contract", "deal", "points", "paid"), TOURNAMENT.values(), ids=TOURNAMENT)
def test_tournament_bonuses(players, contract, deal, points, paid):
    """5.4: not multiplied, and the dealer who sits out gets his too."""
    actions = [*declaring(contract, deal.skat), *deal.plays[points].split()]
    assert scores(table(preset="isko", players=players), deal.deck, actions) == paid


def test_bonuses_are_not_doubled():
    """A7."""
    actions = [*declaring("S", S_WITH_1.skat), "kontra", *S_WITH_1.plays[60].split()]
    game = table(scoring="seeger_fabian", kontra_levels=1)
    assert scores(game, S_WITH_1.deck, actions) == [-88 - 50, 40, 40]


LISTS = {
    "E35 three players": (3, [120, -40, 96], [5, 3, 4], [1, 2, 0], [400, 50, 416]),
    "E36 four players": (4, [120, -40, 96, 0], [5, 3, 4, 0], [1, 2, 0, 0], [380, 40, 386, 90]),
}


@pytest.mark.parametrize(("players", "points", "won", "lost", "totals"), LISTS.values(), ids=LISTS)
def test_totals_of_a_list(players, points, won, lost, totals):
    """Seeger-Fabian: 50 a game won less lost, 40 or 30 for each game that others lose; the best total wins."""
    game = match(preset="isko", players=players)
    state = game.deal(seed=1, carry={"list_scores": points, "games_won": won, "games_lost": lost})
    assert list(game.returns(state)) == totals
    settled = match(preset="isko", players=players, reward="zero_sum")
    differences = [sum(own - other for other in totals) for own in totals]
    assert list(settled.returns(state)) == differences
    assert sum(differences) == 0


def test_a_ramsch_gets_no_bonus():
    """E37: 55 points, one push; zero-sum settles every pair."""
    from ramsch_deals import LOSER_55
    from ramsch_table import shove
    from skat_table import ALL_PASS

    actions = [*ALL_PASS, *shove(LOSER_55, 1), *LOSER_55.plays.split()]
    for reward, paid in (("score", [0, 0, -110]), ("zero_sum", [110, 110, -220])):
        game = table(scoring="seeger_fabian", reward=reward)
        assert sorted(scores(game, LOSER_55.deck, actions)) == sorted(paid)
